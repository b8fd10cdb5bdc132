//! Plans: standing orders are carried out.

use bevy::ecs::world::World;
use bevy::math::Vec2;
use sandtable::battle::{Intent, Journal, Narration, Ref, Ruleset, View};
use sandtable::dice::Dice;
use sandtable::ids::Side;
use sandtable::lab::{BUDGET, play};
use sandtable::players::{Kind, Planned, Player};
use sandtable::rules::RULESETS;
use sandtable::scenario::{self, Plan};

/// A plan of that text, which names the teaching battle.
fn plan(side: &str, orders: &str) -> Plan {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.ron");
    let text = format!("(plan: \"x\", battle: \"armati/first_battle\", side: {side}, orders: [{orders}])");
    std::fs::write(&path, text).unwrap();
    Plan::load(path.to_str().unwrap()).unwrap_or_else(|flaws| panic!("{flaws:?}"))
}

const ALL_SOUTH: &str = r#""river-foot", "river-horse", "river-javelins""#;
const ALL_NORTH: &str = r#""hill-foot", "hill-horse", "hill-javelins""#;

fn all_hold() -> [Plan; 2] {
    let hold = |side, who| plan(side, &format!("(who: [{who}], task: Hold)"));
    [hold("north", ALL_NORTH), hold("south", ALL_SOUTH)]
}

/// The teaching battle, played to its end by those plans.
fn played(plans: &[Plan; 2]) -> World {
    let mut opened = scenario::open(RULESETS, "armati/first_battle").unwrap();
    opened.begin(Dice::seeded(3)).unwrap();
    let ruleset: Ruleset = opened.ruleset;
    let [mut north, mut south] = [0, 1].map(|n| Planned::new(&ruleset, &plans[n], "plan"));
    play(&mut opened.world, [&mut north, &mut south], BUDGET);
    assert!(View::umpire(&opened.world).ending().is_some(), "the battle came to an end");
    opened.world
}

fn place(world: &World, name: &str) -> Vec2 {
    let view = View::umpire(world);
    view.pose(view.roster().find(name).unwrap()).unwrap().at
}

#[test]
fn who_is_to_hold_does_not_stir() {
    let world = played(&all_hold());
    let fresh = scenario::open(RULESETS, "armati/first_battle").unwrap().world;
    let view = View::umpire(&fresh);
    for unit in view.roster().ids() {
        let name = view.roster().name(unit);
        assert_eq!(place(&world, name), place(&fresh, name), "{name}");
    }
    assert_eq!(View::umpire(&world).ending().unwrap().winner, Some(Side::North), "south had to attack");
}

#[test]
fn a_line_does_not_take_along_who_is_to_hold() {
    let mut opened = scenario::open(RULESETS, "impetus/zama").unwrap();
    opened.begin(Dice::seeded(3)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.ron");
    let orders = r#"(who: ["hastati-2"], turns: (1, 2), task: Hold)"#;
    std::fs::write(&path, format!(r#"(plan: "x", battle: "impetus/zama", side: south, orders: [{orders}])"#)).unwrap();
    let plan = Plan::load(path.to_str().unwrap()).unwrap_or_else(|flaws| panic!("{flaws:?}"));
    let ruleset: Ruleset = opened.ruleset;
    let before = ["hastati-2", "hastati-3", "principes-2"].map(|name| place(&opened.world, name));
    let mut south = Planned::new(&ruleset, &plan, "plan");
    let mut north = Kind::Captain.make(&ruleset, 1);
    while View::umpire(&opened.world).clock().turn < 3 {
        play(&mut opened.world, [&mut *north, &mut south], 1);
    }
    let after = ["hastati-2", "hastati-3", "principes-2"].map(|name| place(&opened.world, name));
    assert_eq!(before[0], after[0]);
    assert!(before[1] != after[1] && before[2] != after[2], "the others march");
}

#[test]
fn who_is_to_go_somewhere_comes_there_and_stays() {
    let [north, _] = all_hold();
    let orders = r#"(who: ["river-foot"], task: Hold), (who: ["river-javelins"], task: Go((30, 22))),
                    (who: ["river-horse"], task: Go((60, 20)))"#;
    let world = played(&[north, plan("south", orders)]);
    let front = |name: &str| {
        let view = View::umpire(&world);
        view.hull(view.roster().find(name).unwrap()).unwrap().front()
    };
    for (name, to) in [("river-javelins-1", Vec2::new(30.0, 22.0)), ("river-horse-1", Vec2::new(60.0, 20.0))] {
        assert!(front(name).distance(to) <= 1.5, "{name} has come to {}", front(name));
    }
}

/// Whether these two came to blows.
fn fought(world: &World, one: &str, other: &str) -> bool {
    let id = |name: &str| View::umpire(world).roster().find(name).unwrap();
    let pair = [id(one), id(other)];
    let is = |of: Ref| matches!(of, Ref::Unit(unit) if pair.contains(&unit));
    let mut facts = world.resource::<Journal>().entries().iter().flat_map(|entry| entry.facts());
    facts.any(|fact| matches!(fact.narration, Narration::Fought { a, b, .. } if is(a) && is(b)))
}

#[test]
fn who_is_to_attack_somebody_comes_to_blows_with_him() {
    let [north, _] = all_hold();
    let orders = |whom: &str| {
        plan("south", &format!(r#"(who: [{ALL_SOUTH}], task: Hold), (who: ["river-foot"], task: Attack(["{whom}"]))"#))
    };
    assert!(fought(&played(&[north.clone(), orders("hill-foot-1")]), "river-foot-1", "hill-foot-1"));
    let left_alone = plan("south", r#"(who: ["river-foot", "river-horse", "river-javelins"], task: Hold)"#);
    assert!(!fought(&played(&[north, left_alone]), "river-foot-1", "hill-foot-1"));
}

#[test]
fn what_is_to_be_said_is_said_in_its_turn_and_once() {
    let [north, _] = all_hold();
    let orders = format!(r#"(who: [{ALL_SOUTH}], task: Hold), (turns: (2, 4), say: ["river-javelins: ahead 5"])"#);
    let world = played(&[north, plan("south", &orders)]);
    let fresh = scenario::open(RULESETS, "armati/first_battle").unwrap().world;
    let name = "river-javelins-1";
    assert_eq!(place(&world, name), place(&fresh, name) + Vec2::new(0.0, 5.0));
}

#[test]
fn without_orders_it_is_the_captain() {
    let ruleset = &RULESETS.iter().find(|ruleset| ruleset.name == "armati").unwrap();
    let play = |make: &dyn Fn() -> Box<dyn Player>| {
        let mut opened = scenario::open(RULESETS, "armati/first_battle").unwrap();
        opened.begin(Dice::seeded(5)).unwrap();
        let (mut north, mut south) = (Kind::Captain.make(ruleset, 1), make());
        play(&mut opened.world, [&mut *north, &mut *south], BUDGET);
        sandtable::battle::digest(&opened.world)
    };
    let free = plan("south", &format!("(who: [{ALL_SOUTH}], task: Free)"));
    assert_eq!(play(&|| Box::new(Planned::new(ruleset, &free, "plan"))), play(&|| Kind::Captain.make(ruleset, 1)));
}

/// A plan's unit that is not in the battle is no unit.
#[test]
fn a_plan_for_another_battle_is_told_by_the_name_that_does_not_fit() {
    let opened = scenario::open(RULESETS, "armati/zama").unwrap();
    let [north, _] = all_hold();
    let why = north.fits(&opened.setup).unwrap_err();
    assert!(why.contains("north has no unit or body `hill-foot`"), "{why}");
}

/// North must let the other side come, south must attack: each is told the opposite.
#[test]
fn an_army_wants_what_its_plan_says() {
    let intend = |side, intent: &str| plan(side, &format!("(intent: {intent})"));
    let front = |north: &str, south: &str| {
        let mut opened = scenario::open(RULESETS, "armati/first_battle").unwrap();
        opened.begin(Dice::seeded(3)).unwrap();
        let ruleset: Ruleset = opened.ruleset;
        let before = ["hill-foot-1", "river-foot-1"].map(|name| place(&opened.world, name).y);
        let plans = [intend("north", north), intend("south", south)];
        let [mut one, mut other] = [0, 1].map(|n| Planned::new(&ruleset, &plans[n], "plan"));
        while View::umpire(&opened.world).clock().turn < 3 {
            play(&mut opened.world, [&mut one, &mut other], 1);
        }
        let after = ["hill-foot-1", "river-foot-1"].map(|name| place(&opened.world, name).y);
        [before[0] - after[0], after[1] - before[1]]
    };
    let [hill, river] = front("Attack", "Hold");
    assert!(hill > 4.0 && river.abs() < 0.5, "{hill} {river}");
    let [hill, river] = front("Hold", "Attack");
    assert!(hill.abs() < 0.5 && river > 1.5, "{hill} {river}");
}

/// The same by the battle's file; a plan goes before it.
#[test]
fn an_army_wants_what_its_battles_file_says_where_no_plan_says_otherwise() {
    let front = |plan_too: bool| {
        let mut draft = scenario::draft("armati/first_battle");
        let sides = &mut draft.setup.as_mut().unwrap().sides;
        [sides[0].intent, sides[1].intent] = [Intent::ATTACK, Intent::HOLD].map(Some);
        let mut opened = scenario::muster(RULESETS, draft).unwrap();
        opened.begin(Dice::seeded(3)).unwrap();
        let ruleset: Ruleset = opened.ruleset;
        let before = ["hill-foot-1", "river-foot-1"].map(|name| place(&opened.world, name).y);
        let hold = plan("north", "(intent: Hold)");
        let mut north: Box<dyn Player> = match plan_too {
            true => Box::new(Planned::new(&ruleset, &hold, "plan")),
            false => Kind::Captain.make(&ruleset, 1),
        };
        let mut south = Kind::Captain.make(&ruleset, 1);
        while View::umpire(&opened.world).clock().turn < 3 {
            play(&mut opened.world, [&mut *north, &mut *south], 1);
        }
        let after = ["hill-foot-1", "river-foot-1"].map(|name| place(&opened.world, name).y);
        [before[0] - after[0], after[1] - before[1]]
    };
    let [hill, river] = front(false);
    assert!(hill > 4.0 && river.abs() < 0.5, "{hill} {river}");
    let [hill, _] = front(true);
    assert!(hill.abs() < 0.5, "{hill}");
}
