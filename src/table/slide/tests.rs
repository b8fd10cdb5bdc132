//! What slides meet, and where they graze, by hand.

use super::*;
use crate::ids::Side;
use crate::table::{BaseSize, Cdeg, Placement, Pose};

fn block(x: f32, y: f32, degrees: f32) -> Footprint {
    Footprint::new(Pose::new(x, y, degrees), 4.8, 1.8)
}

fn north(other: &Footprint) -> Option<f32> {
    meets(&block(36.0, 20.0, 0.0), Vec2::Y, other).map(|p| p.enter)
}

#[test]
fn a_front_meets_a_front_after_the_gap() {
    let at = north(&block(36.0, 28.4, 180.0)).unwrap();
    assert_eq!(seat(at, Mil::ZERO), Mil(8400));
    assert_eq!(seat(at, Mil(100)), Mil(8300));
    assert_eq!(seat(0.05, Mil(100)), Mil::ZERO);
}

#[test]
fn a_corner_ahead_is_met_at_the_corner() {
    let diamond = Footprint::new(Pose::new(36.0, 31.0, 0.0), 2.0, 2.0).faced(Cdeg::degrees(45));
    // Centre (36, 30), half diagonal 1.41421.
    let met = meets(&block(36.0, 20.0, 0.0), Vec2::Y, &diamond).unwrap();
    assert_eq!(seat(met.enter, Mil::ZERO), Mil(8585));
    assert!((met.width - 2.828_43).abs() < 1e-4);
    // The rear edge at y 18.2 is past the upper corner, 31.41421, after 13.21421.
    let leave = clear_of(&block(36.0, 20.0, 0.0), Vec2::Y, &diamond);
    assert!((leave - 13.214_21).abs() < 1e-4);
    // A touch deep, at a corner of 45 degrees, is 0.0105 along either way; where it lies aside it is no other.
    let passage = passage(&block(36.0, 20.0, 0.0), Vec2::Y, &diamond).unwrap();
    assert!((passage.enter - met.enter).abs() < 1e-5 && (passage.leave - leave).abs() < 1e-5);
    assert!((passage.over.0 - passage.enter - 0.0105).abs() < 1e-4, "{passage:?}");
    assert!((passage.leave - passage.over.1 - 0.0105).abs() < 1e-4, "{passage:?}");
}

#[test]
fn a_hundredth_of_width_in_the_path_is_grazed_and_more_is_met() {
    assert_eq!(north(&block(40.79, 30.0, 180.0)), None);
    assert!(north(&block(40.788, 30.0, 180.0)).is_some());
    assert_eq!(north(&block(40.8, 20.0, 0.0)), None, "a neighbour in line");
}

#[test]
fn a_point_in_the_way_is_met_and_one_at_its_edge_is_grazed() {
    let point = |x: f32| Footprint::new(Pose::new(x, 30.0, 0.0), 0.0, 0.0);
    assert!((north(&point(36.0)).unwrap() - 10.0).abs() < 1e-5);
    assert!((north(&point(38.389)).unwrap() - 10.0).abs() < 1e-5);
    assert_eq!(north(&point(38.39)), None);
    assert_eq!(north(&Footprint::new(Pose::new(36.0, 18.0, 0.0), 0.0, 0.0)), None, "behind");
}

#[test]
fn what_touches_ahead_stops_at_once_and_what_touches_behind_does_not() {
    assert_eq!(north(&block(37.0, 20.0, 180.0)), Some(0.0));
    assert_eq!(north(&block(36.0, 18.2, 0.0)), None);
}

#[test]
fn hits_come_by_distance_and_then_by_roster() {
    let base = BaseSize::new(2.0, 1.0);
    let mut layout = Layout::new([(Side::North, base); 4]);
    for (unit, (x, y)) in (0..).zip([(37.0, 30.0), (34.9, 25.0), (36.0, 35.0), (37.1, 25.0)]) {
        let pose = Pose::new(x, y, 180.0);
        layout.place(UnitId(unit), &Placement::block(pose, 1, 1));
    }
    let met = |reach: f32| {
        let hits = hits(&layout, &block(36.0, 20.0, 0.0), Vec2::Y, reach, |_| true);
        hits.iter().map(|hit| hit.unit.0).collect::<Vec<_>>()
    };
    assert_eq!(met(15.0), [1, 3, 0, 2]);
    assert_eq!(met(14.9), [1, 3, 0]);
    assert!(met(4.9).is_empty());
}

#[test]
fn the_table_ends_where_the_first_corner_reaches_its_edge() {
    let ground = Ground::new(72.0, 48.0, &[]).unwrap();
    let seated = |print: Footprint, direction: Vec2| seat(to_table_edge(&ground, &print, direction), Mil::ZERO);
    assert_eq!(seated(block(36.0, 33.0, 0.0), Vec2::Y), Mil(15_000));
    assert_eq!(seated(block(36.0, 33.0, 0.0), Vec2::X), Mil(33_600));
    assert_eq!(seated(block(36.0, 33.0, 180.0), Vec2::NEG_Y), Mil(33_000));
    // An evader whose rear faces the edge at y 39.8 stops a tenth short, its front then at y 47.9.
    let evader = block(36.0, 38.0, 180.0).faced(Cdeg::HALF);
    assert_eq!(seat(to_table_edge(&ground, &evader, Vec2::Y), Mil(100)), Mil(8100));
    let slanting = Vec2::new(0.6, 0.8);
    let at = to_table_edge(&ground, &block(36.0, 33.0, 0.0), slanting);
    assert!((at - 15.0 / 0.8).abs() < 1e-4);
}

#[test]
fn a_gap_is_kept_to_what_is_only_passed() {
    // Its corner stands 0.05 beside the path, so the gap is 0.1 where the corners are 0.0866 apart lengthwise.
    let beside = block(36.0 + 2.4 + 0.05 + 2.4, 30.0, 180.0);
    let at = approaches(&block(36.0, 20.0, 0.0), Vec2::Y, &beside, 0.1).unwrap();
    assert!((at - (10.0 - 0.086_602_5)).abs() < 1e-4);
    assert_eq!(approaches(&block(36.0, 20.0, 0.0), Vec2::Y, &beside, 0.04), None);
    let ahead = approaches(&block(36.0, 20.0, 0.0), Vec2::Y, &block(36.0, 30.0, 180.0), 0.1).unwrap();
    assert!((ahead - 9.9).abs() < 1e-4);
    assert_eq!(approaches(&block(36.0, 29.95, 0.0), Vec2::NEG_Y, &block(36.0, 30.0, 180.0), 0.1), Some(0.0));
}

#[test]
fn two_that_charge_each_other_meet_between() {
    let (a, b) = (block(36.0, 20.0, 0.0), block(36.0, 24.0, 180.0));
    let (up, down) = (Vec2::new(0.0, 9.0), Vec2::new(0.0, -9.0));
    // Four inches apart and an inch to keep: each has gone one and a half of its nine.
    assert!((closing(&a, up, &b, down, 1.0).unwrap() - 1.5 / 9.0).abs() < 1e-4);
    assert!((closing(&a, up, &b, down, 0.0).unwrap() - 2.0 / 9.0).abs() < 1e-4);
    assert_eq!(closing(&a, up / 5.0, &b, down / 5.0, 0.0), None, "1.8 inches each");
    assert_eq!(closing(&a, up, &b, up, 1.0), None, "one follows the other");
    assert_eq!(closing(&a, up, &b, up, 4.0), Some(0.0));
}
