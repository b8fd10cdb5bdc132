//! Sealed orders one by one, on the drill: each is given and taken back by itself, a later one for the same unit takes
//! the place of the earlier, nobody else learns of them, and nothing is done before both sides have closed.

use bevy::ecs::world::World;
use sandtable::battle::notation::{read, write};
use sandtable::battle::{
    Action, Ask, Choices, Journal, Narration, Ref, Refusal, TAKE_BACK, Value, View, Wish, begin, digest, drafts, judge,
    offer, submit, undo,
};
use sandtable::dice::{Dice, Scripted};
use sandtable::ids::{Side, UnitId};
use sandtable::players::{Captain, Player};
use sandtable::rules::RULESETS;
use sandtable::scenario;
use sandtable::table::{Cdeg, Mil, Pose};

use crate::conformance::{battle, fresh};
use crate::drill::state::Order;
use crate::drill::{BATTLE, RULESET};

/// The drill's battle; north has the initiative with 6 against 1.
fn begun() -> World {
    let mut world = fresh(&RULESET, &battle(BATTLE));
    let script = [6, 1].map(|die| Scripted { die, why: None });
    world.insert_resource(Dice::scripted(&script, Some(1)));
    begin(&mut world).unwrap();
    world
}

fn say(world: &mut World, line: &str) -> Result<(), Refusal> {
    let action = read(line, &View::umpire(world).names()).unwrap_or_else(|flaw| panic!("{line}: {flaw}"));
    submit(world, action)
}

fn judged(world: &World, line: &str) -> Result<(), &'static str> {
    let action = read(line, &View::umpire(world).names()).unwrap();
    judge(world, &action).map(drop).map_err(|why| why.says.0)
}

fn lines(world: &World, actions: &[Action]) -> Vec<String> {
    actions.iter().map(|action| write(action, &View::umpire(world).names())).collect()
}

fn drafted(world: &World, side: Side) -> Vec<String> {
    lines(world, &View::of(world, side).drafts(side))
}

fn offered(world: &World, ask: &Ask) -> Vec<String> {
    let choices = offer(world, Side::North, ask).choices;
    lines(world, &choices.into_iter().map(|choice| choice.action).collect::<Vec<_>>())
}

#[test]
fn each_order_is_given_and_taken_back_by_itself() {
    let mut world = begun();
    let opening = digest(&world);
    say(&mut world, "n-horse: order to=march, by=6").unwrap();
    let one = digest(&world);
    say(&mut world, "n-foot: order to=march, by=2").unwrap();
    assert_eq!(drafted(&world, Side::North), ["n-horse: order to=march, by=6", "n-foot: order to=march, by=2"]);
    assert_eq!(View::umpire(&world).waiting(), Side::BOTH, "north may write on");
    say(&mut world, "n-foot: order to=march, by=3").unwrap();
    assert_eq!(drafted(&world, Side::North)[1], "n-foot: order to=march, by=3", "it takes the place of the first");
    say(&mut world, "n-foot: take-back").unwrap();
    assert_eq!(drafted(&world, Side::North), ["n-horse: order to=march, by=6"]);
    assert_eq!(digest(&world), one, "as if it had never been written");
    assert!(say(&mut world, "n-foot: take-back").is_err(), "it has none");
    assert!(say(&mut world, "n-horse: take-back by=1").is_err());
    assert_eq!(world.resource::<Journal>().depth(), 4, "each is an answer of its own");
    let back: Vec<usize> = (0..4).map(|_| usize::from(undo(&mut world)) + drafted(&world, Side::North).len()).collect();
    assert_eq!(back, [3, 3, 2, 1], "undo takes back one at a time");
    assert_eq!(digest(&world), opening);
}

#[test]
fn an_order_is_judged_beside_those_before_it() {
    let mut world = begun();
    for unit in ["horse", "foot"] {
        say(&mut world, &format!("n-{unit}: order to=march, by=6")).unwrap();
    }
    assert_eq!(judged(&world, "n-guard: order to=march, by=0.001"), Err("sum"), "12 inches in all");
    assert_eq!(judged(&world, "n-guard: order to=march, by=0"), Ok(()));
    assert_eq!(judged(&world, "n-horse: order to=march, by=6"), Ok(()), "its own does not count against it");
    say(&mut world, "n-foot: take-back").unwrap();
    assert_eq!(judged(&world, "n-guard: order to=march, by=6"), Ok(()));
}

#[test]
fn who_has_an_order_is_offered_another_only_by_name() {
    let mut world = begun();
    say(&mut world, "n-horse: order to=hold, by=0").unwrap();
    let all = offered(&world, &Ask::all());
    let of = |who: &str| all.iter().filter(|line| line.starts_with(who)).cloned().collect::<Vec<_>>();
    assert_eq!(of("n-horse"), ["n-horse: take-back"]);
    assert_eq!((of("n-foot").len(), of("north")), (3, vec!["north: seal".to_owned()]));
    let named = offered(&world, &Ask::these(&[Ref::Unit(UnitId(0))]));
    assert_eq!(named.iter().filter(|line| line.starts_with("n-horse: order")).count(), 3);
    assert!(named.contains(&"n-horse: take-back".to_owned()));
}

#[test]
fn nothing_is_told_and_nothing_done_before_both_have_closed() {
    let mut world = begun();
    let before = format!("{:?}", View::of(&world, Side::South).question());
    say(&mut world, "n-horse: order to=march, by=6").unwrap();
    say(&mut world, "north: seal").unwrap();
    assert_eq!(View::umpire(&world).waiting(), [Side::South]);
    assert!(say(&mut world, "n-foot: order to=hold, by=0").is_err(), "it has sealed them");
    let south = View::of(&world, Side::South);
    assert_eq!(format!("{:?}", south.question()), before);
    assert!(south.drafts(Side::North).is_empty() && View::open(&world).drafts(Side::North).is_empty());
    assert_eq!(View::umpire(&world).drafts(Side::North).len(), 1);
    let order = |world: &World, unit| View::umpire(world).unit_state::<Order>(unit).by;
    assert_eq!(order(&world, UnitId(0)), Mil::ZERO);
    say(&mut world, "south: seal").unwrap();
    assert_eq!(order(&world, UnitId(0)), Mil::inches(6));
    let entry = world.resource::<Journal>().last().unwrap();
    assert!(entry.revealed().is_some(), "what was secret is open now");
    let answered = entry.facts().filter(|fact| matches!(fact.narration, Narration::Answered(_))).count();
    assert_eq!(answered, 3, "north's order and both seals");
}

#[test]
fn several_orders_in_one_line_are_read_as_single_lines() {
    let mut world = begun();
    let line = "north: orders { n-horse: order to=march, by=6 | n-foot: order to=brace, by=0 }";
    let whole = read(line, &View::umpire(&world).names()).unwrap();
    let single = ["n-horse: order to=march, by=6", "n-foot: order to=brace, by=0", "north: seal"];
    assert_eq!(lines(&world, &drafts::lines(&View::umpire(&world), whole.clone())), single);
    submit(&mut world, whole).unwrap();
    let answers: Vec<Action> = world.resource::<Journal>().answers().map(|(_, action)| action.clone()).collect();
    assert_eq!(lines(&world, &answers), single);

    let mut other = begun();
    single.iter().for_each(|line| say(&mut other, line).unwrap());
    assert_eq!(digest(&world), digest(&other));

    let sum = "south: orders { s-horse: order to=march, by=6 | s-foot: order to=march, by=6 | \
               s-guard: order to=march, by=1 }";
    let before = (digest(&world), world.resource::<Journal>().depth());
    assert_eq!(say(&mut world, sum).map_err(|why| why.says.0), Err("sum"));
    let nested = "south: orders { south: orders { s-horse: order to=hold, by=0 } }";
    assert!(say(&mut world, nested).is_err());
    assert_eq!((digest(&world), world.resource::<Journal>().depth()), before, "none of them without the others");
}

#[test]
fn several_orders_whose_dice_run_out_are_all_taken_back() {
    let mut world = fresh(&RULESET, &battle(BATTLE));
    world.insert_resource(Dice::scripted(&[], None));
    begin(&mut world).unwrap();
    say(&mut world, "north: seal").unwrap();
    let before = (digest(&world), world.resource::<Journal>().depth());
    let line = "south: orders { s-horse: order to=hold, by=0 | s-foot: order to=hold, by=0 }";
    assert_eq!(say(&mut world, line).map_err(|why| why.says.0), Err("dice-run-out"));
    assert_eq!((digest(&world), world.resource::<Journal>().depth()), before);
}

#[test]
fn the_captain_gives_every_unit_one_order_and_closes() {
    let mut world = begun();
    let mut captain = Captain::new(&RULESET);
    let mut said = Vec::new();
    while View::umpire(&world).waiting().contains(&Side::North) && said.len() < 20 {
        let action = captain.answer(&View::of(&world, Side::North), Side::North);
        said.push(action.clone());
        submit(&mut world, action).unwrap();
    }
    assert_eq!(said.len(), 4, "{said:?}");
    assert!(said.iter().all(|action| action.key != TAKE_BACK) && said[3].key.0 == "seal");
}

/// Chainmail's first battle with orders in secret, begun.
fn in_secret() -> World {
    let mut opened = scenario::open(RULESETS, "chainmail/first_battle_simultaneous").unwrap();
    opened.begin(Dice::seeded(1)).unwrap();
    opened.world
}

/// Its northern horse, and what may be written for it.
fn of_horse(view: &View) -> (UnitId, Choices) {
    let horse = view.roster().of(Side::North).find(|unit| view.roster().name(*unit) == "hill-horse-1").unwrap();
    (horse, view.offer(&Ask::these(&[Ref::Unit(horse)])).choices)
}

/// Of the horse that forms a column for half of its Move nine of eighteen inches are left: they may be gone in the same order.
#[test]
fn a_change_of_formation_is_offered_with_the_way_that_may_follow_it() {
    let world = in_secret();
    let view = View::of(&world, Side::North);
    let (horse, choices) = of_horse(&view);
    let written = |action: &Action| write(action, &view.names());
    let column = choices.iter().find(|choice| written(&choice.action).contains("to=column")).unwrap();
    assert_eq!(written(&column.action), "hill-horse-1: change to=column, files=2, wheel right 0, ahead 0");
    let ahead = column.params.iter().find(|param| param.name.0 == "ahead").unwrap();
    let with = |inches: i32| {
        let mut action = column.action.clone();
        ahead.put(&mut action, Value::Length(Mil(inches * 1000)));
        action
    };
    assert!(view.judge(&with(9)).is_ok() && view.judge(&with(10)).is_err());
    let fitted = view.fit(&with(10)).unwrap().action;
    assert_eq!(written(&fitted), "hill-horse-1: change to=column, files=2, wheel right 0, ahead 9", "the column stays");
    let pose = view.pose(horse).unwrap();
    let wish = Wish::Pose(Pose { at: pose.at + pose.forward() * 4.0, ..pose });
    assert_eq!(view.aim(column, wish).unwrap().action, with(4));
}

/// The horse faces left for a sixth of its Move (5.4: a third, halved for horse), so fifteen of eighteen inches are left for the
/// way after it.
#[test]
fn a_turn_on_the_spot_is_offered_with_the_way_that_may_follow_it() {
    let world = in_secret();
    let view = View::of(&world, Side::North);
    let (horse, choices) = of_horse(&view);
    let written = |action: &Action| write(action, &view.names());
    let left = choices.iter().find(|choice| choice.called.is_some_and(|called| called.0 == "face-left")).unwrap();
    assert_eq!(written(&left.action), "hill-horse-1: face left 90, wheel right 0, ahead 0");
    let ahead = left.params.iter().find(|param| param.name.0 == "ahead").unwrap();
    let with = |length: i32| {
        let mut action = left.action.clone();
        ahead.put(&mut action, Value::Length(Mil(length)));
        action
    };
    assert!(view.judge(&with(15_000)).is_ok() && view.judge(&with(15_100)).is_err());
    let fitted = view.fit(&with(17_000)).unwrap().action;
    assert_eq!(written(&fitted), "hill-horse-1: face left 90, wheel right 0, ahead 15", "the turn stays");
    let (pose, print) = (view.pose(horse).unwrap(), view.hull(horse).unwrap());
    // East of where it faces after the turn on its middle: ten inches of way.
    let front = print.centre + print.right() * -(print.depth() / 2.0 + 10.0);
    let aimed =
        view.aim(left, Wish::Pose(Pose { at: front, heading: pose.heading - Cdeg::degrees(90) })).unwrap().action;
    assert_eq!(written(&aimed), "hill-horse-1: face left 90, wheel right 0, ahead 10");
}
