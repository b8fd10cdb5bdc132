//! A footprint that slides straight in one direction, facing kept: what it meets and after how many inches. The
//! times are solved, not sampled, so nothing is ever jumped over.

use bevy::math::{Vec2, ops};
use smallvec::SmallVec;

use super::footprint::Footprint;
use super::ground::Ground;
use super::layout::{Foot, Layout};
use super::measures::Mil;
use super::span::{Passage, Span, Sweep};
use crate::ids::UnitId;

/// A footprint that is met on a straight path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    pub unit: UnitId,
    pub base: u8,
    /// The distance slid when it is touched, inches; 0 if it is touched at the start.
    pub at: f32,
    /// The distance slid when it would be clear again.
    pub clear: f32,
    /// How wide it is in the path.
    pub width: f32,
}

/// In order of distance; at the same distance in roster order.
pub type Hits = SmallVec<[Hit; 4]>;

/// When a footprint that slides along a unit direction overlaps another, however far behind or ahead; none when
/// it passes by.
pub fn passage(print: &Footprint, direction: Vec2, other: &Footprint) -> Option<Passage> {
    let to = other.centre - print.centre;
    let across = direction.perp();
    let aside = to.dot(across);
    if aside.abs() >= print.radius + other.radius {
        return None;
    }
    let mut sweep = Sweep::new();
    let mut demand = |axis: Vec2| {
        let room = print.half_extent(axis) + other.half_extent(axis);
        let (apart, speed) = (to.dot(axis), direction.dot(axis));
        sweep.demand(room - apart, speed);
        sweep.demand(room + apart, -speed);
    };
    demand(print.forward());
    demand(print.right());
    if print.heading != other.heading {
        demand(other.forward());
        demand(other.right());
    }
    let (mine, its) = (print.half_extent(across), other.half_extent(across));
    sweep.passage(mine.min(aside + its) - (-mine).max(aside - its))
}

/// The distance after which a footprint that slides along a unit direction touches another: 0 if it does so now
/// and the other is in its way; none when it is only grazed, passed or left behind.
pub fn meets(print: &Footprint, direction: Vec2, other: &Footprint) -> Option<Passage> {
    let passage = passage(print, direction, other)?;
    passage.blocks(f32::INFINITY).then_some(Passage { enter: passage.enter.max(0.0), ..passage })
}

/// All footprints of those that `counts` picks which are met within `reach` inches.
pub fn hits(layout: &Layout, print: &Footprint, direction: Vec2, reach: f32, counts: impl Fn(&Foot) -> bool) -> Hits {
    let near = layout.near(print.centre + direction * (reach / 2.0), print.radius + reach / 2.0);
    let met = near.filter(|foot| counts(foot)).filter_map(|foot| {
        let passage = meets(print, direction, &foot.print)?;
        let Passage { enter: at, leave: clear, width, .. } = passage;
        (at <= reach).then_some(Hit { unit: foot.unit, base: foot.base, at, clear, width })
    });
    let mut hits: Hits = met.collect();
    hits.sort_by(|a, b| a.at.total_cmp(&b.at));
    hits
}

/// The distance after which a footprint that slides along a unit direction begins to leave the table; infinite if
/// it never does.
pub fn to_table_edge(ground: &Ground, print: &Footprint, direction: Vec2) -> f32 {
    let room = |at: f32, reach: f32, size: f32, speed: f32| {
        let free = if speed > 0.0 { size - at - reach } else { at - reach };
        if speed == 0.0 { f32::INFINITY } else { (free / speed.abs()).max(0.0) }
    };
    let x = room(print.centre.x, print.half_extent(Vec2::X), ground.width, direction.x);
    let y = room(print.centre.y, print.half_extent(Vec2::Y), ground.depth, direction.y);
    x.min(y)
}

/// The distance after which the gap to another footprint, which need not lie in the path, first shrinks to `gap`
/// inches: 0 if it is that small now; none if it never gets so small.
pub fn approaches(print: &Footprint, direction: Vec2, other: &Footprint, gap: f32) -> Option<f32> {
    if super::measure::distance(print, other) <= gap {
        return Some(0.0);
    }
    // The distance of two rectangles is that of a corner of one from the other, so it is enough to send each
    // corner against the other rectangle with its border rounded off at that gap.
    let forth = print.corners().into_iter().filter_map(|corner| ray_to_rounded(corner, direction, other, gap));
    let back = other.corners().into_iter().filter_map(|corner| ray_to_rounded(corner, -direction, print, gap));
    forth.chain(back).reduce(f32::min)
}

/// When two footprints that slide at the same time, each by its own vector, first come as near to each other as
/// `gap` inches, or touch if it is 0: as a part of their moves, 0 to 1.
pub fn closing(a: &Footprint, a_by: Vec2, b: &Footprint, b_by: Vec2, gap: f32) -> Option<f32> {
    // Seen from one of them the other makes both moves.
    let by = a_by - b_by;
    let length = by.length();
    if length <= f32::EPSILON {
        return (gap > 0.0 && super::measure::distance(a, b) <= gap).then_some(0.0);
    }
    let direction = by / length;
    let at = if gap > 0.0 { approaches(a, direction, b, gap) } else { meets(a, direction, b).map(|met| met.enter) };
    at.map(|at| at / length).filter(|part| *part <= 1.0)
}

/// The whole number to write for a straight move that ends where something is touched (`gap` 0) or short of it:
/// rounded down, so the mover never overlaps what it is seated against.
pub fn seat(at: f32, gap: Mil) -> Mil {
    // Of a number that is whole but for rounding in the last bits, the whole number.
    const NOISE: f32 = 0.000_05;
    Mil((Mil::down(at + NOISE) - gap).0.max(0))
}

/// The distance along a ray to a rectangle grown by `gap` with round corners.
fn ray_to_rounded(from: Vec2, direction: Vec2, print: &Footprint, gap: f32) -> Option<f32> {
    let start = print.local(from);
    let run = Vec2::new(direction.dot(print.right()), direction.dot(print.forward()));
    let half = Vec2::new(print.half_width, print.half_depth);
    let boxes = [half + Vec2::new(gap, 0.0), half + Vec2::new(0.0, gap)];
    let to_box = boxes.into_iter().filter_map(|half| {
        let mut span = Span::ALL;
        for (start, run, half) in [(start.x, run.x, half.x), (start.y, run.y, half.y)] {
            span.above(half - start, -run);
            span.above(half + start, run);
        }
        (span.is_open() && span.to > 0.0).then_some(span.from.max(0.0))
    });
    let corners = [half, Vec2::new(half.x, -half.y), -half, Vec2::new(-half.x, half.y)];
    let to_corner = corners.into_iter().filter_map(|corner| {
        let apart = corner - start;
        let (along, aside) = (apart.dot(run), apart.perp_dot(run));
        let rest = gap * gap - aside * aside;
        let at = along - ops::sqrt(rest.max(0.0));
        (rest >= 0.0 && along > 0.0).then_some(at.max(0.0))
    });
    to_box.chain(to_corner).reduce(f32::min)
}

#[cfg(test)]
mod tests {
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
        let passage = meets(&block(36.0, 20.0, 0.0), Vec2::Y, &diamond).unwrap();
        assert_eq!(seat(passage.enter, Mil::ZERO), Mil(8585));
        assert!((passage.width - 2.828_43).abs() < 1e-4);
        // The rear edge at y 18.2 is past the upper corner, 31.41421, after 13.21421.
        assert!((passage.leave - 13.214_21).abs() < 1e-4);
    }

    #[test]
    fn a_hundredth_of_width_in_the_path_is_grazed_and_more_is_met() {
        assert_eq!(north(&block(40.79, 30.0, 180.0)), None);
        assert!(north(&block(40.788, 30.0, 180.0)).is_some());
        assert_eq!(north(&block(40.8, 20.0, 0.0)), None, "a neighbour in line");
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
            layout.place(UnitId(unit), &Placement::Block { pose, files: 1, ranks: 1 });
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
}
