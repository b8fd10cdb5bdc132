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

/// A line from a stretch (the ends of a front edge, less what must be free of it) to a footprint to which nothing comes
/// nearer than `clearance` inches, if there is one: its ends. `clear` judges what else may block a line, such as ground.
/// A line begins on the stretch and goes on ahead of it (to the left of the way from its first end to its second, seen
/// from above with y to the north). Tried are the lines that matter: through two of the ends, of the corners of the
/// target and of those of the grown blockers, and the shortest.
pub fn open(
    stretch: [Vec2; 2],
    target: &Footprint,
    blockers: &[Footprint],
    clearance: f32,
    clear: impl Fn(Vec2, Vec2) -> bool,
) -> Option<[Vec2; 2]> {
    let grown: SmallVec<[Footprint; 8]> = blockers.iter().map(|print| print.grown(clearance)).collect();
    let free = |a: Vec2, b: Vec2| grown.iter().all(|print| run_through(print, a, b).is_none()) && clear(a, b);
    let ahead = (stretch[1] - stretch[0]).perp().normalize_or_zero();
    let goes_ahead = |a: Vec2, b: Vec2| (b - a).dot(ahead) > 0.0;
    let on_stretch = |from: Vec2| {
        let along = stretch[1] - stretch[0];
        stretch[0] + along * ((from - stretch[0]).dot(along) / along.length_squared().max(1e-12)).clamp(0.0, 1.0)
    };
    let try_line = |a: Vec2, b: Vec2| (goes_ahead(a, b) && free(a, b)).then_some([a, b]);
    let corners = target.corners();
    let starts = [stretch[0], stretch[1], (stretch[0] + stretch[1]) / 2.0];
    // The shortest lines first: nearly always one of them is clear.
    let near = corners.map(on_stretch);
    for start in near.into_iter().chain(starts) {
        if let Some(line) = try_line(start, target.nearest_to(start)) {
            return Some(line);
        }
    }
    for start in starts {
        if let Some(line) = corners.iter().find_map(|corner| try_line(start, *corner)) {
            return Some(line);
        }
    }
    if grown.is_empty() {
        return None;
    }
    let points: Vec<Vec2> =
        starts[..2].iter().copied().chain(corners).chain(grown.iter().flat_map(Footprint::corners)).collect();
    for (n, p) in points.iter().enumerate() {
        for q in &points[n + 1..] {
            let Some(start) = meets_line(stretch, *p, *q) else { continue };
            let toward = (*q - *p).normalize_or_zero();
            let toward = if toward.dot(ahead) < 0.0 { -toward } else { toward };
            let far = start + toward * (start.distance(target.centre) + target.radius);
            // A line along a side of the target ends at its nearer corner.
            let end = match run_through(&target.grown(2.0 * TOUCHING), start, far) {
                Some((into, _)) => target.nearest_to(start + toward * into),
                None => continue,
            };
            if let Some(line) = try_line(start, end) {
                return Some(line);
            }
        }
    }
    None
}

/// Where the line through two points meets a stretch.
fn meets_line(stretch: [Vec2; 2], p: Vec2, q: Vec2) -> Option<Vec2> {
    let (along, way) = (stretch[1] - stretch[0], q - p);
    let cross = along.perp_dot(way);
    if cross.abs() < 1e-9 {
        return None;
    }
    let at = (p - stretch[0]).perp_dot(way) / cross;
    (-1e-4..=1.0001).contains(&at).then(|| stretch[0] + along * at.clamp(0.0, 1.0))
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
