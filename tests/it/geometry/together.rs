//! Moving together: the order in which movers are listed makes no difference, a mirrored table gives the mirrored result,
//! two halves are the whole, and nobody comes to stand over anybody.

use bevy::math::Vec2;
use proptest::prelude::*;
use sandtable::ids::{Side, UnitId};
use sandtable::table::together::{Course, Events, Mover, Scene, Step, run};
use sandtable::table::{Cdeg, Foot, Footprint, Leg, Mil, Pose, measure};

const TICKS: u32 = 40;

fn leg() -> impl Strategy<Value = Step> {
    let step = |leg, price: i32, at_once| Step { leg, price: Mil(price), at_once };
    prop_oneof![
        4 => (500..9000_i32, 1..3_i32).prop_map(move |(by, times)| step(Leg::Ahead(Mil(by)), by * times, false)),
        1 => (0..4_i32, 500..3000_i32)
            .prop_map(move |(quarter, by)| step(Leg::Slide(Cdeg::degrees(90 * quarter), Mil(by)), by * 2, false)),
        1 => (-4..5_i32, 500..4000_i32)
            .prop_map(move |(eighth, price)| step(Leg::Face(Cdeg::degrees(45 * eighth)), price, false)),
        1 => (-60..61_i32, 500..4000_i32).prop_map(move |(angle, price)| step(Leg::Wheel(Cdeg::degrees(angle)), price, false)),
        1 => (500..2000_i32).prop_map(move |by| step(Leg::Ahead(Mil(by)), 4000, true)),
    ]
}

/// Units on a grid, so that they meet head on, aside and at the same time; nobody over anybody.
fn table() -> impl Strategy<Value = (Vec<Mover>, Vec<Foot>)> {
    let unit = (
        (-10..11_i32, -8..9_i32, 0..8_i32, 2..9_i32, 1..4_i32),
        (0..4_u32, proptest::collection::vec(leg(), 1..4), 1..4_i32, any::<bool>()),
    );
    proptest::collection::vec(unit, 2..9).prop_map(|units| {
        let (mut movers, mut standing): (Vec<Mover>, Vec<Foot>) = (Vec::new(), Vec::new());
        for (n, ((x, y, turn, width, depth), (kind, steps, pace, south))) in (0..).zip(units) {
            let pose = Pose::new(x as f32 * 2.0, y as f32 * 2.0, turn as f32 * 45.0);
            let print = Footprint::new(pose, width as f32 * 0.75, depth as f32 * 0.75);
            let mut taken = movers.iter().map(|m| m.now).chain(standing.iter().map(|f| f.print));
            if taken.any(|other| measure::overlap(&other, &print)) {
                continue;
            }
            let side = if south { Side::South } else { Side::North };
            if kind == 0 {
                standing.push(Foot { print, unit: UnitId(n), base: 0, side });
                continue;
            }
            let allowance = Mil(6000 * pace);
            let course = Course { from: print, paid: Mil::ZERO, steps, allowance, ticks: TICKS };
            movers.push(Mover::new(UnitId(n), side, kind == 1, course));
        }
        (movers, standing)
    })
}

/// Plays all ticks; after a contact everybody goes on who has not stopped.
fn play(movers: &mut [Mover], standing: &[Foot], from: u32, to: u32) -> Vec<(u32, Events)> {
    let scene = Scene {
        standing,
        control: Mil(1000),
        passed: &|unit| unit.0 % 3 == 0,
        holds: &|_, print| print.centre.y.abs() < 20.0,
    };
    let (mut tick, mut told) = (from, Vec::new());
    while tick < to {
        let (reached, events) = run(movers, &scene, tick, to);
        tick = reached;
        told.push((tick, events));
    }
    told
}

/// What happened, without the ticks in which it was told.
fn flat(told: &[(u32, Events)]) -> (Vec<String>, Vec<(u32, String)>) {
    let stops = told.iter().flat_map(|(_, events)| events.stops.iter().map(|stop| format!("{stop:?}"))).collect();
    let contacts = told.iter().filter(|(_, events)| !events.contacts.is_empty());
    (stops, contacts.map(|(tick, events)| (*tick, format!("{:?}", events.contacts))).collect())
}

fn mirrored(print: &Footprint) -> Footprint {
    let heading = Cdeg(-print.heading.0).heading();
    let front = print.front();
    Footprint::new(Pose { at: Vec2::new(-front.x, front.y), heading }, print.width(), print.depth())
}

fn mirrored_step(step: &Step) -> Step {
    let leg = match step.leg {
        Leg::Slide(angle, by) => Leg::Slide(-angle, by),
        Leg::Wheel(angle) => Leg::Wheel(-angle),
        Leg::Face(angle) => Leg::Face(-angle),
        leg => leg,
    };
    Step { leg, ..*step }
}

proptest! {
    #![proptest_config(super::search(400))]

    #[test]
    fn the_order_of_the_movers_makes_no_difference((mut movers, standing) in table(), by in 1..8_usize) {
        let mut other = movers.clone();
        other.reverse();
        let len = other.len().max(1);
        other.rotate_left(by % len);
        let (told, again) = (play(&mut movers, &standing, 0, TICKS), play(&mut other, &standing, 0, TICKS));
        prop_assert_eq!(told, again);
        other.sort_by_key(|mover| mover.unit);
        prop_assert_eq!(movers, other);
    }

    #[test]
    fn two_halves_are_the_whole((mut movers, standing) in table(), half in 1..TICKS) {
        let mut halves = movers.clone();
        let told = play(&mut movers, &standing, 0, TICKS);
        let mut parts = play(&mut halves, &standing, 0, half);
        parts.extend(play(&mut halves, &standing, half, TICKS));
        prop_assert_eq!(flat(&told), flat(&parts));
        prop_assert_eq!(movers, halves);
    }

    #[test]
    fn a_mirrored_table_gives_the_mirrored_result((mut movers, standing) in table()) {
        let mut other: Vec<Mover> = movers.iter().map(|mover| {
            let course = &mover.course;
            let steps = course.steps.iter().map(mirrored_step).collect();
            let course = Course { from: mirrored(&course.from), steps, ..course.clone() };
            Mover::new(mover.unit, mover.side, mover.closes, course)
        }).collect();
        let stand: Vec<Foot> = standing.iter().map(|foot| Foot { print: mirrored(&foot.print), ..*foot }).collect();
        let (told, again) = (play(&mut movers, &standing, 0, TICKS), play(&mut other, &stand, 0, TICKS));
        prop_assert_eq!(flat(&told), flat(&again));
        for (mover, other) in movers.iter().zip(&other) {
            let there = mirrored(&other.now);
            prop_assert!(mover.now.centre.distance(there.centre) < 2e-3, "{:?} {:?}", mover.now, there);
            prop_assert_eq!(mover.now.heading, there.heading);
        }
    }

    #[test]
    fn nobody_comes_to_stand_over_anybody((mut movers, standing) in table()) {
        for tick in 0..TICKS {
            play(&mut movers, &standing, tick, tick + 1);
            let prints = || movers.iter().map(|mover| mover.now).chain(standing.iter().map(|foot| foot.print));
            for (n, one) in prints().enumerate() {
                for other in prints().skip(n + 1) {
                    prop_assert!(!measure::overlap(&one, &other), "{tick}: {one:?} {other:?}");
                }
            }
        }
    }
}
