//! Questions that are supposed, on the drill: a guard is called on by a roll, and where its stands could go if it obeys
//! is asked before the roll. The captain weighs it.

use bevy::ecs::world::World;
use sandtable::battle::notation::{read, write};
use sandtable::battle::setup::Setup;
use sandtable::battle::{Action, Ask, Follow, Journal, Ref, View, begin, digest, judge, kept, submit};
use sandtable::cite::Word;
use sandtable::dice::{Dice, Scripted};
use sandtable::ids::{Side, UnitId};
use sandtable::players::{Captain, Player};

use crate::conformance::{battle, fresh};
use crate::drill::{BATTLE, RULESET};

const N_HORSE: UnitId = UnitId(0);
const N_FOOT: UnitId = UnitId(1);
const N_GUARD: UnitId = UnitId(2);

/// North's orders are those, south holds; north has the initiative and then rolls these dice.
fn ordered(setup: &Setup, orders: [i32; 3], faces: &[u8]) -> World {
    let mut world = fresh(&RULESET, setup);
    let script: Vec<Scripted> = [6, 1].iter().chain(faces).map(|die| Scripted { die: *die, why: None }).collect();
    world.insert_resource(Dice::scripted(&script, Some(1)));
    begin(&mut world).unwrap();
    let names = ["n-horse", "n-foot", "n-guard"];
    for (name, by) in names.iter().zip(orders).filter(|(_, by)| *by > 0) {
        say(&mut world, &format!("{name}: order to=march, by={by}"));
    }
    say(&mut world, "north: seal");
    say(&mut world, "south: seal");
    world
}

fn say(world: &mut World, line: &str) {
    let action = read(line, &View::umpire(world).names()).unwrap_or_else(|flaw| panic!("{line}: {flaw}"));
    submit(world, action).unwrap_or_else(|why| panic!("{line}: {why:?}"));
}

fn line(world: &World, action: &Action) -> String {
    write(action, &View::umpire(world).names())
}

fn call(unit: UnitId) -> Action {
    Action::new(Ref::Unit(unit), Word("call"))
}

fn follow(world: &World, action: &Action) -> Option<Follow> {
    (RULESET.follows)(&View::of(world, Side::North), action)
}

#[test]
fn what_a_call_leads_to_with_which_chance_and_what_is_at_stake() {
    let world = ordered(&battle(BATTLE), [4, 3, 4], &[]);
    let follow = follow(&world, &call(N_GUARD)).expect("it leads to where its stands go");
    // 6 of 36 throws of two dice are above 9.
    assert!((follow.chance - 30.0 / 36.0).abs() < 1e-6, "{}", follow.chance);
    assert_eq!((follow.then.key, follow.then.waiting()), (Word("reform"), vec![Side::North]));
    assert_eq!(follow.stakes, [Ref::Unit(N_HORSE), Ref::Unit(N_FOOT)]);
    let march = View::of(&world, Side::North).offer(&Ask::these(&[Ref::Unit(N_HORSE)])).choices[0].action.clone();
    assert_eq!((RULESET.follows)(&View::of(&world, Side::North), &march), None, "blocks are told their way before");
}

#[test]
fn a_supposed_question_is_asked_as_if_it_lay_on_top_and_changes_nothing() {
    let mut world = ordered(&battle(BATTLE), [0, 0, 4], &[4, 5]);
    let follow = follow(&world, &call(N_GUARD)).unwrap();
    let before = digest(&world);
    let now = View::of(&world, Side::North);
    let offers = || format!("{:?}", now.offer(&Ask::all()));
    let (real, shares) = (offers(), format!("{:?}", kept::shares(&world)));
    let view = now.supposing(&follow.then);
    assert_eq!(view.question().unwrap(), follow.then);
    let supposed = view.offer(&Ask::all());
    assert!(supposed.choices.len() > 2 && supposed.question == Word("reform"));
    let ahead = supposed.choices.iter().last().unwrap().action.clone();
    assert!(view.judge(&ahead).is_ok() && view.fit(&ahead).is_ok());
    assert!(now.judge(&ahead).is_err() && judge(&world, &ahead).is_err(), "it is not asked yet");
    assert!(submit(&mut world, ahead.clone()).is_err(), "what was fitted there is not accepted here");
    let now = View::of(&world, Side::North);
    assert!(now.supposing(&follow.then).seen_by(Side::South).offer(&Ask::all()).choices.is_empty());
    assert_eq!((format!("{:?}", now.offer(&Ask::all())), digest(&world)), (real, before));
    assert_eq!(format!("{:?}", kept::shares(&world)), shares, "nothing was kept of it");

    say(&mut world, "n-guard: call");
    assert_eq!(View::umpire(&world).question().unwrap(), follow.then);
    let came = View::of(&world, Side::North).offer(&Ask::all());
    assert_eq!(format!("{came:?}"), format!("{supposed:?}"));
    submit(&mut world, ahead).unwrap();
}

#[test]
fn a_call_that_is_not_obeyed_ends_the_acts_of_its_side() {
    let mut world = ordered(&battle(BATTLE), [4, 0, 4], &[4, 6]);
    say(&mut world, "n-guard: call");
    assert_eq!(View::umpire(&world).question().unwrap().key, Word("orders"), "neither side may act any more");
    assert!(world.resource::<Journal>().last().unwrap().rolled());
}

/// North has two guards and no foot.
fn two_guards() -> Setup {
    let mut setup = battle(BATTLE);
    setup.sides[0].bodies[0].units[1].kind = "guard".to_owned();
    setup
}

#[test]
fn the_captain_calls_first_on_whom_it_gains_most_and_then_places_it() {
    for (orders, first, second) in [([0, 1, 5], "n-guard", "n-foot"), ([0, 5, 1], "n-foot", "n-guard")] {
        let mut world = ordered(&two_guards(), orders, &[1, 1, 1, 1]);
        let mut captain = Captain::new(&RULESET).telling();
        let mut said = Vec::new();
        while View::umpire(&world).question().is_some_and(|question| question.key != Word("orders")) {
            let action = captain.answer(&View::of(&world, Side::North), Side::North);
            said.push(line(&world, &action).split_once(' ').map(|(who, _)| who.to_owned()).unwrap_or_default());
            let reason = captain.reason().cloned().unwrap_or_default();
            assert!(!reason.grounds.is_empty(), "{action:?}");
            submit(&mut world, action).unwrap();
        }
        assert_eq!(said, [first, first, second, second].map(|name| format!("{name}:")), "{orders:?}");
    }
}

#[test]
fn the_captain_does_not_call_where_nothing_is_to_be_gained() {
    let mut setup = battle(BATTLE);
    // The enemy is behind it: wherever it could go is farther away.
    setup.sides[0].bodies[0].units[2].pose = Some(sandtable::table::Pose::new(16.0, 2.0, 180.0));
    let world = ordered(&setup, [0, 0, 1], &[]);
    let view = View::of(&world, Side::North);
    assert!(follow(&world, &call(N_GUARD)).is_some());
    assert_eq!(line(&world, &Captain::new(&RULESET).answer(&view, Side::North)), "north: done");
}
