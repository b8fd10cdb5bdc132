//! What is plain without parry: whether two convex things lie clearly apart, or clearly over one another. Most pairs
//! that are asked about do, and a few sums tell so; what is close is decided by parry alone.

use bevy::math::Vec2;
use smallvec::SmallVec;

use super::footprint::Footprint;
use super::measure::TOUCHING;

/// Farther apart than this is more than all rounding, inches.
const APART: f32 = 1e-3;
/// So much less than a touch deep is no overlap, beside a lane or where nothing slides.
const TOUCHES: f32 = -TOUCHING + 1e-4;
/// Deeper than this is deeper than a touch along any line: what is made smaller by a touch on every side loses at most the
/// diagonal of a square of that size.
const DEEP: f32 = 2.0 * TOUCHING;

/// A line along which things are seen, a unit vector, and from where to where something reaches along it.
pub(super) type Shadow = (Vec2, (f32, f32));

/// Something convex that stands still.
pub(super) trait Outline {
    /// From where to where it reaches along a line.
    fn shadow(&self, line: Vec2) -> (f32, f32);

    /// The lines across its edges, and from where to where it reaches along them; infinite to the side that another of them
    /// tells.
    fn across(&self) -> SmallVec<[Shadow; 8]>;
}

impl Outline for Footprint {
    fn shadow(&self, line: Vec2) -> (f32, f32) {
        let (at, half) = (self.centre.dot(line), self.half_extent(line));
        (at - half, at + half)
    }

    fn across(&self) -> SmallVec<[Shadow; 8]> {
        let shadow = |line: Vec2, half: f32| {
            let at = self.centre.dot(line);
            (line, (at - half, at + half))
        };
        [shadow(self.right(), self.half_width), shadow(self.forward(), self.half_depth)].into_iter().collect()
    }
}

/// Whether a footprint that slides by a vector, or stands if that is nothing, comes to overlap another thing deeper than a
/// touch; none where it is close.
///
/// The ground that it slides over is a hexagon. Two convex things lie apart if and only if they do so seen along a line
/// across an edge of one of them (the separating axis theorem).
pub(super) fn overlaps(print: &Footprint, by: Vec2, still: &impl Outline) -> Option<bool> {
    if !by.is_finite() {
        return None;
    }
    let from = |line: Vec2, (low, high): (f32, f32)| {
        let way = by.dot(line);
        (low + way.min(0.0), high + way.max(0.0))
    };
    let apart = |(low, high): (f32, f32), (least, most): (f32, f32)| (least - high).max(low - most);
    let slides = by != Vec2::ZERO;
    // What is met by a slide counts by how far it reaches into the lane, not by how deep it is where the slide ends.
    let clear = if slides { APART } else { TOUCHES };
    let mut farthest = f32::NEG_INFINITY;
    let mut is_apart = |gap: f32, clear: f32| {
        farthest = farthest.max(gap);
        gap > clear
    };
    for (line, own) in print.across() {
        if is_apart(apart(from(line, own), still.shadow(line)), clear) {
            return Some(false);
        }
    }
    for (line, its) in still.across() {
        if is_apart(apart(from(line, print.shadow(line)), its), clear) {
            return Some(false);
        }
    }
    let beside = by.perp().normalize_or_zero();
    if beside != Vec2::ZERO && is_apart(apart(print.shadow(beside), still.shadow(beside)), TOUCHES) {
        return Some(false);
    }
    (farthest < -DEEP).then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Cdeg, Pose, slide};

    fn stand(x: f32, y: f32, degrees: f32) -> Footprint {
        Footprint::new(Pose::new(x, y, degrees), 2.0, 1.0)
    }

    #[test]
    fn what_is_close_is_left_to_parry() {
        let print = stand(10.0, 10.0, 0.0);
        let beside = |gap: f32| overlaps(&print, Vec2::ZERO, &stand(12.0 + gap, 10.0, 0.0));
        assert_eq!([0.0, -0.010, -0.0105, -0.022].map(beside), [Some(false), Some(false), None, Some(true)]);
    }

    #[test]
    fn what_is_plain_is_so_for_parry() {
        use crate::table::Convex;
        use crate::table::measure::penetration;
        use rand::rngs::Xoshiro256PlusPlus;
        use rand::{RngExt, SeedableRng};
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(11);
        let mut plain = [0, 0];
        for n in 0..40_000 {
            let mut any = |low: f32, high: f32| dice.random_range(low..high);
            let print = stand(any(8.0, 12.0), any(8.0, 12.0), any(0.0, 360.0));
            let mut other = stand(any(8.0, 14.0), any(8.0, 14.0), any(0.0, 360.0));
            let (direction, reach) = (Vec2::from_angle(any(0.0, std::f32::consts::TAU)), any(0.0, 6.0));
            if n % 2 == 0 {
                // Corner on corner at the end, or nearly, as the turns of a shortest way are; many face alike.
                if n % 4 == 0 {
                    other = other.faced(print.heading - other.heading + Cdeg::degrees(90 * (n / 4 % 4)));
                }
                let (mine, its) = (print.corners()[n as usize / 16 % 4], other.corners()[n as usize / 64 % 4]);
                let near = Vec2::new(any(-0.03, 0.03), any(-0.03, 0.03)) * [0.0, 1.0][n as usize / 256 % 2];
                other = other.shifted(mine + direction * reach - its + near);
            }
            let ground = Convex::new(other.corners().to_vec()).unwrap();
            let by_parry = penetration(&print, &other) > TOUCHING;
            for now in [overlaps(&print, Vec2::ZERO, &other), overlaps(&print, Vec2::ZERO, &ground)] {
                assert!(now.is_none_or(|now| now == by_parry), "{print:?} {other:?}");
            }
            let way = direction * reach;
            if let Some(met) = overlaps(&print, way, &other) {
                plain[usize::from(met)] += 1;
                assert_eq!(met, slide::blocks_by_parry(&print, direction, &other, reach), "{print:?} {other:?}, {way}");
            }
            if let Some(met) = overlaps(&print, way, &ground) {
                assert_eq!(met, ground.blocks_by_parry(&print, direction, reach), "{print:?} {other:?}, {way}");
            }
        }
        assert!(plain.iter().sum::<i32>() > 30_000 && plain[1] > 5_000, "{plain:?}");
    }

    #[test]
    fn a_slide_meets_what_stands_in_its_lane_as_far_as_it_goes() {
        // From y 9 to 10; the other from y 13 to 14, turned by 45 degrees it reaches down to about 12.4.
        let print = stand(10.0, 10.0, 0.0);
        let ahead = |far: f32, x: f32, degrees: f32| overlaps(&print, Vec2::new(0.0, far), &stand(x, 14.0, degrees));
        assert_eq!([2.99, 3.0, 3.01, 3.03].map(|far| ahead(far, 10.0, 0.0)), [Some(false), None, None, Some(true)]);
        assert_eq!([11.97, 11.985, 11.99].map(|x| ahead(9.0, x, 0.0)), [Some(true), None, Some(false)]);
        assert_eq!(ahead(2.0, 10.0, 45.0), Some(false));
        assert_eq!(ahead(9.0, 10.0, 45.0), Some(true));
        // Obliquely past a corner: the hexagon decides, not the rectangle round it.
        assert_eq!(overlaps(&print, Vec2::new(4.0, 4.0), &stand(10.0, 14.5, 0.0)), Some(false));
    }
}
