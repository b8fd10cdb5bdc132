//! Lines of sight and fire: what a segment runs through. The answer is the same in both directions.

use bevy::math::{Vec2, ops};
use parry2d::bounding_volume::Aabb;
use parry2d::math::Vector;
use smallvec::SmallVec;

use super::footprint::{Footprint, round};
use super::formation::touch;
use super::layout::{Foot, Layout};
use super::measure::TOUCHING;
use super::measures::Cdeg;
use super::solid::wide;

/// The stretch of the segment from `a` to `b` that runs through a footprint, as distances from `a`; none when it
/// only touches it or runs along its edge.
pub fn run_through(print: &Footprint, a: Vec2, b: Vec2) -> Option<(f32, f32)> {
    let length = a.distance(b);
    if print.half_width.min(print.half_depth) <= TOUCHING || length == 0.0 {
        return None;
    }
    let middle = (a + b) / 2.0;
    let room = print.radius + length / 2.0;
    if middle.distance_squared(print.centre) > room * room {
        return None;
    }
    let solid = print.solid();
    let half = solid.shape.half_extents - Vector::splat(f64::from(TOUCHING));
    let (start, end) = (solid.at.inverse_transform_point(wide(a)), solid.at.inverse_transform_point(wide(b)));
    let (from, to) = Aabb::new(-half, half).clip_line_parameters(start, end - start)?;
    let (from, to) = (from.max(0.0) as f32, to.min(1.0) as f32);
    (to > from).then_some((from * length, to * length))
}

/// A footprint that a segment runs through, and the stretch of the segment in it as distances from its beginning.
pub type Crossed<'l> = (&'l Foot, f32, f32);

/// The footprints through which the segment from `a` to `b` runs, of those that `blocks` accepts. Where it runs along
/// an edge that two of them share, it counts as running through the first of the two.
pub fn crossed<'l>(layout: &'l Layout, a: Vec2, b: Vec2, blocks: impl Fn(&Foot) -> bool) -> Vec<Crossed<'l>> {
    let mut crossed = Vec::new();
    let mut grazed: SmallVec<[Crossed; 4]> = SmallVec::new();
    for foot in layout.near((a + b) / 2.0, a.distance(b) / 2.0).filter(|foot| blocks(foot)) {
        match run_through(&foot.print, a, b) {
            Some((from, to)) => crossed.push((foot, from, to)),
            None => grazed.extend(run_along(&foot.print, a, b).map(|(from, to)| (foot, from, to))),
        }
    }
    for (n, one) in grazed.iter().enumerate() {
        crossed.extend(grazed[n + 1..].iter().find_map(|other| seam(one, other, (a, b))));
    }
    crossed
}

/// The first footprint through which the segment from `a` to `b` runs, of those that `blocks` picks, and how far
/// from `a` it is met. At the same distance the first in roster order.
pub fn first_blocker(layout: &Layout, a: Vec2, b: Vec2, blocks: impl Fn(&Foot) -> bool) -> Option<(&Foot, f32)> {
    let crossed = crossed(layout, a, b, blocks).into_iter();
    crossed.map(|(foot, from, _)| (foot, from)).min_by(|x, y| x.1.total_cmp(&y.1).then(x.0.unit.cmp(&y.0.unit)))
}

/// The stretch of the segment that runs through a footprint or beside it no farther than a touch.
fn run_along(print: &Footprint, a: Vec2, b: Vec2) -> Option<(f32, f32)> {
    run_through(&print.grown(2.0 * TOUCHING), a, b)
}

/// The stretch of the segment between two footprints that touch, one on each side of it; none when they touch only at a
/// corner.
fn seam<'l>(one: &Crossed<'l>, other: &Crossed<'l>, (a, b): (Vec2, Vec2)) -> Option<Crossed<'l>> {
    const CORNER: f32 = 0.1;
    let side = |foot: &Foot| (b - a).perp_dot(foot.print.centre - a);
    let (from, to) = (one.1.max(other.1), one.2.min(other.2));
    let apart = side(one.0) * side(other.0) < 0.0;
    (apart && to - from > CORNER && touch(&one.0.print, &other.0.print)).then_some((one.0, from, to))
}

/// The rectangle round a segment, for fire that needs a corridor of some width free: ask what overlaps it.
pub fn corridor(a: Vec2, b: Vec2, width: f32) -> Footprint {
    let ahead = (b - a).normalize_or(Vec2::Y);
    let heading = Cdeg::measured(ops::atan2(ahead.x, ahead.y).to_degrees()).heading();
    let (half_width, half_depth) = (width / 2.0, a.distance(b) / 2.0);
    let radius = round(half_width, half_depth);
    Footprint { centre: (a + b) / 2.0, heading, sin: ahead.x, cos: ahead.y, half_width, half_depth, radius }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{Side, UnitId};
    use crate::table::{BaseSize, Placement, Pose};

    fn block(x: f32, y: f32) -> Footprint {
        Footprint::new(Pose::new(x, y, 0.0), 4.0, 2.0)
    }

    #[test]
    fn a_segment_runs_through_from_edge_to_edge() {
        // Over x 34 to 38, y 18 to 20.
        let (from, to) = run_through(&block(36.0, 20.0), Vec2::new(36.0, 10.0), Vec2::new(36.0, 30.0)).unwrap();
        assert!((from - 8.0).abs() < 0.02 && (to - 10.0).abs() < 0.02);
        assert_eq!(run_through(&block(36.0, 20.0), Vec2::new(36.0, 10.0), Vec2::new(36.0, 17.9)), None);
    }

    #[test]
    fn what_is_only_touched_is_not_crossed() {
        let print = block(36.0, 20.0);
        assert_eq!(run_through(&print, Vec2::new(38.0, 10.0), Vec2::new(38.0, 30.0)), None, "along an edge");
        assert_eq!(run_through(&print, Vec2::new(36.0, 20.0), Vec2::new(40.0, 24.0)), None, "from an edge outwards");
        assert_eq!(run_through(&print, Vec2::new(36.0, 22.0), Vec2::new(40.0, 18.0)), None, "at a corner");
        assert!(run_through(&print, Vec2::new(35.9, 21.9), Vec2::new(39.9, 17.9)).is_some());
    }

    #[test]
    fn the_first_in_the_way_blocks_and_both_ways_agree() {
        let mut layout = Layout::new([(Side::North, BaseSize::new(4.0, 2.0)); 3]);
        for (unit, y) in [(0, 30.0), (1, 25.0)] {
            let pose = Pose::new(36.0, y, 0.0);
            layout.place(UnitId(unit), &Placement::block(pose, 1, 1));
        }
        let (a, b) = (Vec2::new(36.0, 20.0), Vec2::new(36.0, 40.0));
        assert_eq!(first_blocker(&layout, a, b, |_| true).unwrap().0.unit, UnitId(1));
        assert_eq!(first_blocker(&layout, b, a, |_| true).unwrap().0.unit, UnitId(0));
        assert_eq!(first_blocker(&layout, a, b, |foot| foot.unit != UnitId(1)).unwrap().0.unit, UnitId(0));
        assert!(first_blocker(&layout, a, Vec2::new(36.0, 23.0), |_| true).is_none());
    }

    #[test]
    fn nothing_is_seen_between_two_that_touch_and_past_one_alone_it_is() {
        let mut layout = Layout::new([(Side::North, BaseSize::new(4.0, 2.0)); 3]);
        let mut stand = |unit: u16, x: f32, y: f32| {
            let pose = Pose::new(x, y, 0.0);
            layout.place(UnitId(unit), &Placement::block(pose, 1, 1));
        };
        // Side by side over x 34 to 38 and 38 to 42; the third stands corner to corner with the second.
        stand(0, 36.0, 20.0);
        stand(1, 40.0, 20.0);
        stand(2, 44.0, 22.0);
        let blocker = |a: (f32, f32), b: (f32, f32), but: u16| {
            let found = first_blocker(&layout, a.into(), b.into(), |foot| foot.unit != UnitId(but));
            found.map(|(foot, from)| (foot.unit, (from * 10.0).round()))
        };
        assert_eq!(blocker((38.0, 10.0), (38.0, 30.0), 9), Some((UnitId(0), 80.0)), "along the seam, from y 18");
        assert_eq!(blocker((38.0, 30.0), (38.0, 10.0), 9), Some((UnitId(0), 100.0)), "from y 20");
        assert_eq!(blocker((38.0, 10.0), (38.0, 30.0), 1), None, "along the edge of one");
        assert_eq!(blocker((40.0, 22.0), (44.0, 18.0), 9), None, "between two corners");
    }

    #[test]
    fn a_lane_is_as_wide_as_it_says() {
        // Beside the block over x 34 to 38: a corridor 0.4 wide whose middle runs at x 38.25 is free, at x 38.15 it is not.
        let corridor_at = |x: f32| corridor(Vec2::new(x, 10.0), Vec2::new(x, 30.0), 0.4);
        assert!(!crate::table::measure::overlap(&corridor_at(38.25), &block(36.0, 20.0)));
        assert!(crate::table::measure::overlap(&corridor_at(38.15), &block(36.0, 20.0)));
        let [left, right, ..] = corridor(Vec2::ZERO, Vec2::new(3.0, 4.0), 2.0).corners();
        assert!(left.distance(Vec2::new(2.2, 4.6)) < 1e-4 && right.distance(Vec2::new(3.8, 3.4)) < 1e-4);
    }
}
