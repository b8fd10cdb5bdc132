//! Units that lose their bases one by one, and units that stand loose, under captains, the umpire and conformance: on the
//! drill, whose rules ask for both, and on a battle of Impetus in which one unit stands in two bases by themselves.

use bevy::ecs::world::World;
use sandtable::battle::notation::read;
use sandtable::battle::setup::{Flaw, Setup};
use sandtable::battle::{
    Action, Journal, Narration, Opening, PLACES, Ref, Ruleset, UMPIRE, Value, View, begin, begin_again, judge, state,
    submit, umpire,
};
use sandtable::cite::Word;
use sandtable::dice::Dice;
use sandtable::ids::Side;
use sandtable::players::{Kind, Player};
use sandtable::rules::impetus;
use sandtable::table::{Placement, Pose};

use crate::conformance::{battle, conform, fresh};
use crate::drill;

/// Impetus with one of Rome's units in two bases, one behind the other, that no block holds together.
const LOOSE: Ruleset = Ruleset { muster: loosened, ..impetus::RULESET };
const WHO: &str = "hastati-1";

fn loosened(setup: &Setup, world: &mut World) -> Vec<Flaw> {
    let flaws = (impetus::RULESET.muster)(setup, world);
    let view = View::umpire(world);
    let loose = view.roster().find(WHO).and_then(|unit| {
        let (pose, size) = (view.pose(unit)?, view.roster().base(unit));
        Some((unit, Placement::Loose(vec![pose, pose.shifted(-size.depth, 0.0)])))
    });
    if let Some((unit, placement)) = loose {
        state::station(world, unit, placement);
    }
    flaws
}

/// Plays a battle with a captain on each side, and looks at it after every answer.
fn by_captains(ruleset: &Ruleset, world: &mut World, opening: &Opening, seed: u64, look: impl FnMut(&World)) {
    by([Kind::Captain; 2], ruleset, world, opening, seed, look);
}

/// The same with other players, north and south.
fn by(
    kinds: [Kind; 2],
    ruleset: &Ruleset,
    world: &mut World,
    opening: &Opening,
    seed: u64,
    mut look: impl FnMut(&World),
) {
    begin_again(world, opening, Dice::seeded(seed)).expect("seeded dice never run out");
    let mut players = kinds.map(|kind| kind.make(ruleset, seed));
    for _ in 0..5_000 {
        let view = View::umpire(world);
        let Some(side) = view.waiting().first().copied().filter(|_| view.ending().is_none()) else { break };
        let action = players[side.index()].answer(&View::of(world, side), side);
        submit(world, action).expect("what the captain answers is accepted");
        look(world);
    }
    let ending = View::umpire(world).ending().expect("it comes to an end");
    assert!(!ending.is_flaw(), "{ending:?}");
}

#[test]
fn captains_play_the_drill_on_with_the_bases_that_are_left() {
    let mut world = fresh(&drill::RULESET, &battle(drill::BATTLE));
    let opening = Opening::take(&world);
    let (mut ragged, mut fewer) = (false, false);
    // Captains on both sides keep their guards out of harm's way, random play leads them into it.
    for seed in 1..=400 {
        if ragged && fewer {
            break;
        }
        let kinds = if seed % 2 == 0 { [Kind::Captain; 2] } else { [Kind::Captain, Kind::Random] };
        by(kinds, &drill::RULESET, &mut world, &opening, seed, |world| {
            let view = View::umpire(world);
            for unit in view.roster().ids() {
                match view.placement(unit) {
                    Placement::Block { files: 4, bases: 5, .. } => ragged |= view.feet(unit).len() == 2,
                    Placement::Loose(poses) => fewer |= poses.len() == 2,
                    _ => {}
                }
            }
        });
    }
    assert!(ragged && fewer, "foot with a last rank that is not full {ragged}, a guard without a stand {fewer}");
}

#[test]
fn the_side_of_a_guard_picks_the_stand_that_it_loses() {
    let mut world = fresh(&drill::RULESET, &battle(drill::BATTLE));
    let opening = Opening::take(&world);
    let asked = |world: &World| View::umpire(world).question().is_some_and(|question| question.key == Word("lose"));
    let found = (1..=40).any(|seed| {
        begin_again(&mut world, &opening, Dice::seeded(seed)).unwrap();
        let mut players = Side::BOTH.map(|side| sandtable::players::Random::new(seed * 2 + side.index() as u64));
        let over = |world: &World| asked(world) || View::umpire(world).ending().is_some();
        while let Some(side) = View::umpire(&world).waiting().first().copied().filter(|_| !over(&world)) {
            let action = players[side.index()].answer(&View::of(&world, side), side);
            submit(&mut world, action).unwrap();
        }
        asked(&world)
    });
    assert!(found, "some guard is beaten");
    let view = View::umpire(&world);
    let about = view.question().map(|question| question.about.clone()).unwrap_or_default();
    let [Ref::Unit(unit)] = about[..] else { panic!("of one guard: {about:?}") };
    let (name, before) = (view.roster().name(unit), view.placement(unit).clone());
    let Placement::Loose(poses) = before else { panic!("it is loose") };
    let line = |n: usize| read(&format!("{name}: lose at={name}--{n}"), &view.names());
    assert!(line(poses.len() + 1).is_ok_and(|action| judge(&world, &action).is_err()), "it has no such stand");
    let first = line(1).unwrap();
    submit(&mut world, first).unwrap();
    let told = world
        .resource::<Journal>()
        .last()
        .unwrap()
        .facts()
        .any(|fact| matches!(fact.narration, Narration::Gone { of: Ref::Base(of, 0), .. } if of == unit));
    assert!(told);
    // It may have retreated since, but the others are where they were to each other.
    let Placement::Loose(left) = View::umpire(&world).placement(unit).clone() else { panic!("it is loose") };
    let steps = |poses: &[Pose]| poses.windows(2).map(|two| two[1].at - two[0].at).collect::<Vec<_>>();
    let alike = steps(&left).iter().zip(steps(&poses[1..])).all(|(a, b)| a.distance(b) < 0.001);
    assert!(left.len() == poses.len() - 1 && alike, "{poses:?} {left:?}");
}

#[test]
fn impetus_conforms_with_a_loose_unit() {
    conform(&LOOSE, &battle("impetus/zama"), 1..=2);
}

#[test]
fn captains_lead_a_loose_unit_of_impetus_as_one() {
    let mut world = fresh(&LOOSE, &battle("impetus/zama"));
    let opening = Opening::take(&world);
    let unit = View::umpire(&world).roster().find(WHO).unwrap();
    let begins = View::umpire(&world).hull(unit).unwrap();
    let mut farthest = 0.0_f32;
    by_captains(&LOOSE, &mut world, &opening, 1, |world| {
        let view = View::umpire(world);
        let Some(hull) = view.hull(unit) else { return };
        // However it goes, its bases stay where they are to each other.
        assert!((hull.width() - begins.width()).abs() < 0.01 && (hull.depth() - begins.depth()).abs() < 0.01);
        assert_eq!(view.feet(unit).len(), 2);
        farthest = farthest.max(hull.front().distance(begins.front()));
    });
    assert!(farthest > 3.0, "it goes only {farthest} inches");
}

#[test]
fn an_umpire_puts_a_loose_unit_and_each_of_its_bases_elsewhere() {
    let mut world = fresh(&LOOSE, &battle("impetus/zama"));
    world.insert_resource(Dice::seeded(1));
    begin(&mut world).unwrap();
    umpire::grant(&mut world);
    let unit = View::umpire(&world).roster().find(WHO).unwrap();
    let put = |of: Ref, to: Pose| {
        Action::new(Ref::Side(Side::South), UMPIRE).with(PLACES, Value::Places(vec![(of, to.place())]))
    };
    let fronts =
        |world: &World| -> Vec<Pose> { View::umpire(world).feet(unit).iter().map(|foot| foot.print.pose()).collect() };
    let near = |a: Pose, b: Pose| a.heading == b.heading && a.at.distance(b.at) < 0.001;
    let before = fronts(&world);
    let to = Pose::new(12.0, 10.0, 90.0);
    submit(&mut world, put(Ref::Unit(unit), to)).unwrap();
    let after = fronts(&world);
    let deep = before[0].at.distance(before[1].at);
    assert!(after.len() == 2 && near(after[0], to) && near(after[1], to.shifted(-deep, 0.0)), "{after:?}");
    let alone = Pose::new(12.0, 4.0, 45.0);
    submit(&mut world, put(Ref::Base(unit, 1), alone)).unwrap();
    let after = fronts(&world);
    assert!(near(after[0], to) && near(after[1], alone), "{after:?}");
    let hull = View::umpire(&world).hull(unit).unwrap();
    assert_eq!(hull.heading, to.heading, "among equals as the first");
}
