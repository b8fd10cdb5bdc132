//! Moves that end on an enemy, or just short of one (C2, C8, X1).

use crate::battle::{Action, Ref, STOPS, Value, notation};
use crate::ids::Side::{North, South};
use crate::rules::armati::staged::{Position, Staged, does};
use crate::table::{Leg, Mil};

/// North's cavalry, front at y = 30 and facing south, so far from an enemy of that type.
fn horse_before(kind: &str, inches: f32) -> Staged {
    let position = Position::new()
        .unit(North, "horse", "HC", (36.0, 30.0, 180.0), &[])
        .unit(North, "other", "HI", (10.0, 40.0, 180.0), &[])
        .unit(South, "enemy", kind, (36.0, 30.0 - inches, 0.0), &[])
        .unit(South, "others", "HI", (10.0, 10.0, 0.0), &[]);
    position.at("first-move", &[]).begin()
}

fn ahead(staged: Staged, mil: i32) -> Staged {
    let horse = Ref::Unit(staged.id("horse"));
    staged.act(Action::along(horse, vec![Leg::Ahead(Mil(mil))]))
}

fn engaged(staged: &Staged) -> bool {
    staged.field().engaged(staged.id("horse")) && staged.field().engaged(staged.id("enemy"))
}

#[test]
fn a_move_that_ends_exactly_on_an_enemy_is_a_charge() {
    assert!(engaged(&ahead(horse_before("HI", 5.0), 5000)));
    assert!(engaged(&ahead(horse_before("HI", 5.0), 15_000)), "the enemy stops it");
    assert!(engaged(&ahead(horse_before("HI", 5.0), 4990)), "0.01 in short is a touch");
    assert!(!engaged(&ahead(horse_before("HI", 5.0), 4989)));
}

#[test]
fn who_stays_where_he_is_charges_nobody() {
    assert!(!engaged(&ahead(horse_before("HI", 0.0), 0)));
    assert!(engaged(&ahead(horse_before("HI", 0.0), 1)));
}

#[test]
fn skirmishers_are_dispersed_by_a_move_that_just_reaches_them() {
    let stands = |mil| {
        let staged = ahead(horse_before("SI", 5.0), mil);
        if staged.asks() != "evade" {
            return staged;
        }
        let (enemy, horse) = (staged.id("enemy"), staged.id("horse"));
        staged.act(does(enemy, "stand")).act(does(horse, "hold"))
    };
    for (mil, there) in [(4989, true), (4990, false), (5000, false), (6000, false)] {
        let staged = stands(mil);
        assert_eq!(staged.field().stands(staged.id("enemy")), there, "{mil}");
    }
}

#[test]
fn mates_of_a_charger_have_made_their_move_whether_they_went_or_not() {
    // The left of two goes 5 in into contact, or 1.7 in, so that the division holds together; the right stands.
    for inches in [5.0, 1.7] {
        let position = Position::new()
            .unit(North, "left", "HI", (36.0, 30.0, 180.0), &[])
            .unit(North, "right", "HI", (31.2, 30.0, 180.0), &[])
            .joined(North)
            .unit(South, "enemy", "HI", (36.0, 30.0 - inches, 0.0), &[]);
        let staged = position.at("first-move", &[]).begin();
        let (left, right) = (staged.id("left"), staged.id("right"));
        let body = staged.field().division_of(left).unwrap();
        let stop = Value::Short(vec![(Ref::Unit(right), Mil::ZERO)]);
        let charge = Action::along(Ref::Body(body), vec![Leg::Ahead(Mil::measured(inches))]).with(STOPS, stop);
        let staged = staged.act(charge);
        assert!(staged.field().engaged(left) && !staged.field().acts(right).moved, "it stands: {inches}");
        let body = staged.field().division_of(right).unwrap();
        let who = if inches > 2.0 { Ref::Unit(right) } else { Ref::Body(body) };
        let again = staged.refusal(&Action::along(who, vec![Leg::Ahead(Mil::inches(1))]));
        assert_eq!((again.cite.0, again.says.0), ("M1", "moved-already"), "{inches}");
    }
}

#[test]
fn whole_inches_are_enough_to_say_how_far_one_presses_on() {
    let staged = ahead(horse_before("SI", 5.0), 5000);
    let enemy = staged.id("enemy");
    let staged = staged.act(does(enemy, "stand"));
    let names = staged.field().0.names();
    let line = "horse: press-on by=3";
    let on = notation::read(line, &names).unwrap();
    assert_eq!(notation::write(&on, &names), line);
    let horse = staged.id("horse");
    let staged = staged.act(on);
    assert!((staged.field().print(horse).front().y - 22.0).abs() < 0.001);
}

/// North's warband must charge the infantry 5 in ahead of it.
fn obliged() -> Staged {
    let position = Position::new().unit(North, "warband", "WB", (36.0, 30.0, 180.0), &[("obligatory", "true")]).unit(
        South,
        "enemy",
        "HI",
        (36.0, 25.0, 0.0),
        &[],
    );
    let staged = position.at("first-move", &[]).begin();
    assert_eq!(staged.asks(), "obligatory-charge");
    staged
}

#[test]
fn an_obligatory_charge_may_be_ordered_for_just_the_distance_to_the_enemy() {
    let order = |mil| {
        let staged = obliged();
        (Action::along(Ref::Unit(staged.id("warband")), vec![Leg::Ahead(Mil(mil))]), staged)
    };
    for far in [5000, 9000] {
        let (charge, staged) = order(far);
        let staged = staged.act(charge);
        assert!(staged.field().engaged(staged.id("warband")), "{far}");
    }
    let (short, staged) = order(4900);
    assert_eq!(staged.refusal(&short).cite.0, "6.7");
}
