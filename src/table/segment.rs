//! Two straight lines between points, as the way of a middle and a wall, or two sides of an outline: whether they cross.
//! parry2d answers, in `f64`: of sums in `f32` one in ten says otherwise of a point that lies on a line.

use bevy::math::Vec2;
use parry2d::shape::SegmentPointLocation;
use parry2d::utils::{SegmentsIntersection, segments_intersection2d};

use super::solid::wide;

fn intersection([a, b]: [Vec2; 2], [c, d]: [Vec2; 2]) -> Option<SegmentsIntersection> {
    segments_intersection2d(wide(a), wide(b), wide(c), wide(d), 0.0)
}

/// Whether they share a point, be it an end of one of them.
pub fn meet(one: [Vec2; 2], other: [Vec2; 2]) -> bool {
    intersection(one, other).is_some()
}

/// Whether each goes over to the other side of the other one: an end that only lies on it does not cross it.
pub fn cross(one: [Vec2; 2], other: [Vec2; 2]) -> bool {
    let between = |place: SegmentPointLocation| matches!(place, SegmentPointLocation::OnEdge(_));
    match intersection(one, other) {
        Some(SegmentsIntersection::Point { loc1, loc2 }) => between(loc1) && between(loc2),
        Some(SegmentsIntersection::Segment { .. }) | None => false,
    }
}

/// Whether who goes from one point to the next and on to the last goes straight on at the middle one.
pub fn goes_straight_on([before, at, after]: [Vec2; 3]) -> bool {
    // Twice the area of the triangle of the three, square inches.
    const HAIR: f32 = 0.001;
    let (one, two) = (at - before, after - at);
    one.perp_dot(two).abs() < HAIR && one.dot(two) > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(from: (f32, f32), to: (f32, f32)) -> [Vec2; 2] {
        [from, to].map(|(x, y)| Vec2::new(x, y))
    }

    #[test]
    fn an_end_on_a_line_meets_it_and_does_not_cross_it() {
        let wall = line((0.0, 0.0), (4.0, 0.0));
        let both = |other| [meet(wall, other), cross(wall, other), meet(other, wall), cross(other, wall)];
        assert_eq!(both(line((2.0, -1.0), (2.0, 1.0))), [true; 4]);
        assert_eq!(both(line((2.0, 0.0), (2.0, 1.0))), [true, false, true, false], "an end on it");
        assert_eq!(both(line((4.0, 0.0), (6.0, 1.0))), [true, false, true, false], "ends in common");
        assert_eq!(both(line((3.0, 0.0), (6.0, 0.0))), [true, false, true, false], "one along the other");
        assert_eq!(both(line((1.0, 0.0), (2.0, 0.0))), [true, false, true, false], "one in the other");
        assert_eq!(both(line((5.0, 0.0), (6.0, 0.0))), [false; 4], "one before the other");
        assert_eq!(both(line((0.0, 1.0), (4.0, 1.0))), [false; 4], "side by side");
        assert_eq!(both(line((2.0, 0.001), (2.0, 1.0))), [false; 4], "short of it");
    }

    /// Of this middle, which lies on the line exactly, `f32` says that it lies beside it.
    #[test]
    fn a_point_in_the_middle_of_a_line_lies_on_it() {
        let wall = line((3.9, 7.2), (51.9, 39.2));
        let up_to_it = [(wall[0] + wall[1]) / 2.0, Vec2::new(69.3, 20.5)];
        assert!(meet(wall, up_to_it) && !cross(wall, up_to_it));
    }

    #[test]
    fn a_bend_and_a_way_back_do_not_go_straight_on() {
        let on = |x: f32, y: f32| goes_straight_on([Vec2::ZERO, Vec2::new(2.0, 0.0), Vec2::new(x, y)]);
        assert!(on(5.0, 0.0) && !on(5.0, 0.1) && !on(1.0, 0.0));
    }
}
