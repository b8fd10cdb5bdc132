//! What is offered is the same whether it was kept from an earlier question or is computed afresh: in every shipped
//! battle, in those with every advanced rule, and after answers were taken back.

use bevy::ecs::world::World;
use bevy::math::Vec2;
use sandtable::battle::setup::Setup;
use sandtable::battle::{
    Action, Ask, Opening, PLACES, Ref, Ruleset, UMPIRE, Value, View, begin_again, kept, redo, submit, umpire, undo,
};
use sandtable::dice::Dice;
use sandtable::ids::Side;
use sandtable::players::{Player, Random};
use sandtable::rules::RULESETS;
use sandtable::scenario::embedded;
use sandtable::table::Pose;

use crate::conformance::{battle, fresh};
use crate::drill;

/// So many answers of each battle; all of them where the long search is asked for.
const ANSWERS: usize = 120;
/// After so many answers some are taken back and given again.
const BACK_EVERY: usize = 17;

/// After so many answers the umpire puts a unit elsewhere, and takes that back.
const MOVED_EVERY: usize = 23;

/// The umpire puts the first unit that he may a little aside; tells whether there was one.
fn moved_by_the_umpire(world: &mut World) -> bool {
    let view = View::umpire(world);
    let there = view.roster().ids().filter(|unit| view.hull(*unit).is_some());
    let puts = there.filter_map(|unit| {
        let pose = view.pose(unit)?;
        let aside = Pose { at: pose.at + Vec2::new(0.7, 0.4), ..pose };
        let places = Value::Places(vec![(Ref::Unit(unit), aside.place())]);
        Some(Action::new(Ref::Side(view.side_of(unit)), UMPIRE).with(PLACES, places))
    });
    let puts: Vec<Action> = puts.collect();
    puts.into_iter().any(|put| submit(world, put).is_ok())
}

/// Plays a battle at random and compares every offer with one that is computed afresh. Returns how often something was
/// kept.
fn compares(name: &str, ruleset: &Ruleset, setup: &Setup) -> u64 {
    let long = std::env::var("SANDTABLE_LONG").is_ok_and(|asked| asked == "1");
    let mut world = fresh(ruleset, setup);
    let opening = Opening::take(&world);
    begin_again(&mut world, &opening, Dice::seeded(5)).unwrap();
    umpire::grant(&mut world);
    let mut players = Side::BOTH.map(|side| Random::eager(side.index() as u64));
    for n in 0..if long { usize::MAX } else { ANSWERS } {
        let Some(side) = View::umpire(&world).waiting().first().copied() else { break };
        if View::umpire(&world).ending().is_some() {
            break;
        }
        let at = format!("{name}, answer {n}, {side}");
        let view = View::of(&world, side);
        for ask in [Ask::all(), Ask { barred: true, ..Ask::all() }] {
            let (now, anew) = (view.offer(&ask), kept::afresh(|| view.offer(&ask)));
            assert_eq!(format!("{now:#?}"), format!("{anew:#?}"), "{at}");
        }
        if n % MOVED_EVERY == MOVED_EVERY - 1 && moved_by_the_umpire(&mut world) {
            let compared = |world: &World, when: &str| {
                let Some(side) = View::umpire(world).waiting().first().copied() else { return };
                let view = View::of(world, side);
                let (now, anew) = (view.offer(&Ask::all()), kept::afresh(|| view.offer(&Ask::all())));
                assert_eq!(format!("{now:#?}"), format!("{anew:#?}"), "{at}, {when}");
            };
            compared(&world, "moved by the umpire");
            assert!(undo(&mut world));
            compared(&world, "put back");
        }
        let view = View::of(&world, side);
        let action = players[side.index()].answer(&view, side);
        submit(&mut world, action).unwrap_or_else(|why| panic!("{at}: {why:?}"));
        if n % BACK_EVERY == BACK_EVERY - 1 {
            let back = (0..4).filter(|_| undo(&mut world)).count();
            for _ in 0..back {
                if let Some(side) = View::umpire(&world).waiting().first().copied() {
                    let view = View::of(&world, side);
                    let (now, anew) = (view.offer(&Ask::all()), kept::afresh(|| view.offer(&Ask::all())));
                    assert_eq!(format!("{now:#?}"), format!("{anew:#?}"), "{at}, taken back");
                }
                redo(&mut world);
            }
        }
    }
    kept::shares(&world).values().map(|share| share.kept).sum()
}

#[test]
fn what_is_kept_is_what_would_be_offered_afresh() {
    let with_all = |setup: Setup, ruleset: &str| {
        let preset = match ruleset {
            "armati" => "seed",
            "ancientmaster" => "later",
            "battlesystem" => "intermediate",
            "chainmail" => "club",
            _ => "full",
        };
        Setup { preset: Some(preset.into()), ..setup }
    };
    for name in embedded::battles() {
        let ruleset = name.split('/').next().unwrap_or_default();
        let of = RULESETS.iter().find(|known| known.name == ruleset).unwrap();
        let used = compares(&name, of, &battle(&name));
        assert!(used > 0, "{name}: nothing was kept");
        compares(&format!("{name} with every advanced rule"), of, &with_all(battle(&name), ruleset));
    }
    compares("the drill", &drill::RULESET, &battle(drill::BATTLE));
}
