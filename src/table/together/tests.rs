//! Meetings worked by hand: who stops in which tick, and where. Forty ticks; foot of 9 inches goes 0.225 a tick, or 0.3
//! when it runs with 12.

use super::*;
use crate::table::{Cdeg, Leg, Pose};

/// Ten files of three quarters, two ranks.
fn foot(x: f32, y: f32, heading: f32) -> Footprint {
    Footprint::new(Pose::new(x, y, heading), 7.5, 1.5)
}

fn step(leg: Leg, price: i32) -> Step {
    Step { leg, price: Mil(price), at_once: false }
}

fn ahead(by: i32) -> Vec<Step> {
    vec![step(Leg::Ahead(Mil(by)), by)]
}

fn mover(unit: u16, side: Side, closes: bool, from: Footprint, allowance: i32, steps: Vec<Step>) -> Mover {
    let course = Course { from, paid: Mil::ZERO, steps, allowance: Mil(allowance), ticks: 40 };
    Mover::new(UnitId(unit), side, closes, course)
}

fn go(movers: &mut [Mover], standing: &[Foot], from: u32, to: u32) -> (u32, Events) {
    let scene = Scene { standing, control: Mil(1000), passed: &|_| false, holds: &|_, print| print.centre.y < 90.0 };
    run(movers, &scene, from, to)
}

fn standing(unit: u16, side: Side, print: Footprint) -> Foot {
    Foot { print, unit: UnitId(unit), base: 0, side }
}

fn y(mover: &Mover) -> f32 {
    mover.now.front().y
}

#[test]
fn marches_at_each_other_stop_before_they_are_within_the_distance() {
    // From 10 inches by 8.99 each: 19 ticks are 4.275, and 1.45 are left; the 20th would leave 1.00.
    let mut movers = [
        mover(0, Side::North, false, foot(30.0, 30.0, 180.0), 9000, ahead(8990)),
        mover(1, Side::South, false, foot(30.0, 20.0, 0.0), 9000, ahead(8990)),
    ];
    let (tick, events) = go(&mut movers, &[], 0, 40);
    assert_eq!((tick, events.contacts.len(), events.stops.len()), (40, 0, 2));
    assert!((y(&movers[0]) - 25.725).abs() < 1e-4 && (y(&movers[1]) - 24.275).abs() < 1e-4);
}

#[test]
fn a_charger_makes_contact_in_the_tick_in_which_he_is_near() {
    // 18 ticks: 5.4 and 4.05 of 10: 0.55 are left.
    let mut movers = [
        mover(0, Side::North, true, foot(30.0, 30.0, 180.0), 12_000, ahead(12_000)),
        mover(1, Side::South, false, foot(30.0, 20.0, 0.0), 9000, ahead(8990)),
    ];
    let (tick, events) = go(&mut movers, &[], 0, 20);
    assert_eq!((tick, events.contacts), (18, vec![(UnitId(0), UnitId(1))]));
    assert!((y(&movers[0]) - 24.6).abs() < 1e-4 && (y(&movers[1]) - 24.05).abs() < 1e-4);
    assert!(movers.iter().all(|mover| mover.stopped));
}

#[test]
fn chargers_head_on_are_both_in_contact() {
    // From 4 inches: 5 ticks of 0.3 each leave 1.00.
    let mut movers = [
        mover(0, Side::North, true, foot(30.0, 24.0, 180.0), 12_000, ahead(12_000)),
        mover(1, Side::South, true, foot(30.0, 20.0, 0.0), 12_000, ahead(12_000)),
    ];
    let (tick, events) = go(&mut movers, &[], 0, 20);
    assert_eq!((tick, events.contacts.len()), (5, 2));
    assert!((y(&movers[0]) - 22.5).abs() < 1e-4 && (y(&movers[1]) - 21.5).abs() < 1e-4);
}

#[test]
fn those_who_would_overlap_in_one_tick_stop_at_the_one_before() {
    // Of 60 inches each goes 1.5 a tick. From 3.1 they are 0.1 apart after one tick, from 2.9 they would overlap.
    for (gap, apart) in [(3.1, 0.1), (2.9, 2.9)] {
        let mut movers = [
            mover(0, Side::North, true, foot(30.0, 20.0 + gap, 180.0), 60_000, ahead(60_000)),
            mover(1, Side::South, true, foot(30.0, 20.0, 0.0), 60_000, ahead(60_000)),
        ];
        let (tick, events) = go(&mut movers, &[], 0, 20);
        assert_eq!((tick, events.contacts.len()), (1, 2), "{gap}");
        assert!((y(&movers[0]) - y(&movers[1]) - apart).abs() < 1e-4, "{gap}");
    }
}

#[test]
fn a_march_at_one_who_comes_on_stops_on_a_whole_tick() {
    // 5.5 ahead of him somebody comes on by 2: in the 11th tick 2.475 are gone and 1.025 left, in the 12th 0.8.
    let mut movers = [
        mover(0, Side::North, false, foot(30.0, 25.5, 180.0), 9000, ahead(2000)),
        mover(1, Side::South, false, foot(30.0, 20.0, 0.0), 9000, ahead(4400)),
    ];
    go(&mut movers, &[], 0, 40);
    assert!((y(&movers[0]) - 23.5).abs() < 1e-4 && (y(&movers[1]) - 22.475).abs() < 1e-4);
}

#[test]
fn a_charge_follows_who_steps_straight_back() {
    // 18 inches: 0.45 a tick. He steps back 2.25 for 4.5, which is done after 20 ticks; 11.25 are 25 ticks.
    let back = vec![step(Leg::Slide(Cdeg::HALF, Mil(2250)), 4500)];
    let mut movers = [
        mover(0, Side::North, false, foot(30.0, 30.0, 180.0), 9000, back),
        mover(1, Side::South, true, foot(30.0, 20.0, 0.0), 18_000, ahead(18_000)),
    ];
    let (tick, events) = go(&mut movers, &[], 0, 40);
    assert_eq!((tick, events.contacts), (25, vec![(UnitId(1), UnitId(0))]));
    assert!((y(&movers[1]) - 31.25).abs() < 1e-4);
}

#[test]
fn of_two_friends_the_later_in_the_roster_stops_and_who_stands_stops_both() {
    // They come together from both sides: 20 and 33 east, 7.5 wide, so 5.5 apart, 0.225 each a tick: after 12 ticks 5.4.
    let aside = |angle, by| vec![step(Leg::Slide(Cdeg::degrees(angle), Mil(by)), by)];
    let mut movers = [
        mover(3, Side::South, false, foot(20.0, 20.0, 0.0), 9000, aside(90, 9000)),
        mover(2, Side::South, false, foot(33.0, 20.0, 0.0), 9000, aside(-90, 3600)),
    ];
    let (_, events) = go(&mut movers, &[], 0, 40);
    // In the 13th the later one stops, and as he stands where he does, so does the other.
    assert_eq!(events.stops, [(UnitId(2), Stop::Friend(UnitId(3))), (UnitId(3), Stop::Friend(UnitId(2)))]);
    assert!((movers[0].now.centre.x - 22.7).abs() < 1e-4, "{}", movers[0].now.centre.x);
    assert!((movers[1].now.centre.x - 30.3).abs() < 1e-4, "{}", movers[1].now.centre.x);
}

#[test]
fn where_two_friends_cross_the_earlier_in_the_roster_goes_first() {
    // Two columns of 1.5 by 3, side by side 3 apart; the first slides into the way of the second, 2 ahead of him.
    let column = |x: f32, y: f32| Footprint::new(Pose::new(x, y, 0.0), 1.5, 3.0);
    let aside = vec![step(Leg::Slide(Cdeg::degrees(90), Mil(4000)), 4000)];
    let crosses = |first, second| {
        let mut movers = [
            mover(first, Side::South, false, column(20.0, 25.0), 12_000, aside.clone()),
            mover(second, Side::South, false, column(23.0, 20.0), 12_000, ahead(9000)),
        ];
        (go(&mut movers, &[], 0, 40).1.stops, movers)
    };
    // The slide is over his lane from 1.5 inches on, he comes to it after 2: in the seventh tick, after 2.1.
    let (stops, movers) = crosses(2, 3);
    assert_eq!(stops, [(UnitId(3), Stop::Friend(UnitId(2)))]);
    assert!((movers[0].now.centre.x - 24.0).abs() < 1e-4 && (y(&movers[1]) - 21.8).abs() < 1e-4);
    // Where he who comes up is the earlier, the other stops over the lane, and he behind him.
    let (stops, movers) = crosses(3, 2);
    assert_eq!(stops, [(UnitId(2), Stop::Friend(UnitId(3))), (UnitId(3), Stop::Friend(UnitId(2)))]);
    assert!((movers[0].now.centre.x - 21.8).abs() < 1e-4 && (y(&movers[1]) - 21.8).abs() < 1e-4);
}

#[test]
fn a_friend_in_loose_order_is_passed_and_waited_before() {
    // He stands 2 ahead and is 1.5 deep; the mover is 1.5 deep too: from 2 to 5 inches he would overlap.
    let mut movers = [mover(0, Side::South, false, foot(30.0, 20.0, 0.0), 9000, ahead(9000))];
    let others = [standing(1, Side::South, foot(30.0, 23.5, 0.0))];
    let scene = Scene { standing: &others, control: Mil(1000), passed: &|_| true, holds: &|_, _| true };
    run(&mut movers, &scene, 0, 15);
    // Eight ticks are 1.8; nine would be 2.025.
    assert!((y(&movers[0]) - 21.8).abs() < 1e-4);
    run(&mut movers, &scene, 15, 23);
    // 5.175.
    assert!((y(&movers[0]) - 25.175).abs() < 1e-4);
    let mut blocked = [mover(0, Side::South, false, foot(30.0, 20.0, 0.0), 9000, ahead(9000))];
    let (_, events) = go(&mut blocked, &others, 0, 40);
    assert_eq!(events.stops, [(UnitId(0), Stop::Friend(UnitId(1)))]);
    assert!((y(&blocked[0]) - 21.8).abs() < 1e-4);
}

#[test]
fn turns_and_crossings_happen_when_they_are_paid_for() {
    // A quarter turn for 3 inches is made in the 14th tick (3.15), a crossing of 1 inch for 6 in the 40th.
    let steps = vec![
        step(Leg::Face(Cdeg::degrees(90)), 3000),
        Step { leg: Leg::Ahead(Mil(1000)), price: Mil(6000), at_once: true },
    ];
    let course = mover(0, Side::South, false, foot(30.0, 20.0, 0.0), 9000, steps).course;
    assert_eq!([13, 14, 39].map(|tick| course.at(tick).heading.0), [0, 9000, 9000]);
    assert_eq!([39, 40].map(|tick| (course.at(tick).centre.x * 1000.0).round() as i32), [30_000, 31_000]);
    assert_eq!([13, 14, 40].map(|tick| course.spent(tick).0), [2925, 3150, 9000]);
}

#[test]
fn a_change_of_formation_is_due_when_it_is_paid_for() {
    let steps = vec![
        step(Leg::Ahead(Mil(1000)), 1000),
        step(Leg::Form(crate::cite::Word("line")), 3000),
        step(Leg::Ahead(Mil(2000)), 2000),
    ];
    let mut movers = [mover(0, Side::South, false, foot(30.0, 20.0, 0.0), 9000, steps)];
    let (tick, events) = go(&mut movers, &[], 0, 40);
    // 4 inches: the 18th tick brings 4.05.
    assert_eq!((tick, events.due), (18, vec![UnitId(0)]));
    assert_eq!(y(&movers[0]), 21.0);
    let wide = Footprint::new(movers[0].now.pose(), 9.0, 0.75);
    movers[0].course = movers[0].course.after(1, wide);
    go(&mut movers, &[], 18, 20);
    assert!((y(&movers[0]) - 21.5).abs() < 1e-4, "0.5 of the rest are paid for");
}

#[test]
fn who_has_lost_a_rank_goes_on_from_where_he_stands() {
    let steps = vec![step(Leg::Ahead(Mil(2000)), 2000), step(Leg::Slide(Cdeg::degrees(90), Mil(2000)), 4000)];
    let whole = mover(0, Side::South, false, foot(30.0, 20.0, 0.0), 9000, steps).course;
    let there = whole.at(20);
    let thin = Footprint::new(there.pose(), 7.5, 0.75);
    let rest = whole.resumed(20, thin);
    for tick in [20, 25, 40] {
        assert!(rest.at(tick).front().distance(whole.at(tick).front()) < 1e-3, "{tick}");
        assert!((rest.spent(tick).0 - whole.spent(tick).0).abs() <= 1, "{tick}");
    }
}

#[test]
fn ground_stops_for_good() {
    let mut movers = [mover(0, Side::South, false, foot(30.0, 88.0, 0.0), 9000, ahead(9000))];
    let (_, events) = go(&mut movers, &[], 0, 40);
    assert_eq!(events.stops, [(UnitId(0), Stop::Ground)]);
    assert!(y(&movers[0]) < 90.75 && y(&movers[0]) > 90.5);
}

#[test]
fn who_began_near_may_go_away_but_no_nearer() {
    let enemy = [standing(9, Side::North, foot(30.0, 20.8, 180.0))];
    let leg = |angle| vec![step(Leg::Slide(Cdeg::degrees(angle), Mil(2000)), 4000)];
    let mut back = [mover(0, Side::South, false, foot(30.0, 20.0, 0.0), 9000, leg(180))];
    assert!(go(&mut back, &enemy, 0, 40).1.stops.is_empty());
    let mut on = [mover(0, Side::South, false, foot(30.0, 20.0, 0.0), 9000, leg(0))];
    assert_eq!(go(&mut on, &enemy, 0, 40).1.stops, [(UnitId(0), Stop::Enemy(UnitId(9)))]);
}
