//! Convex polygons cut by lines: the parts of a footprint inside a corridor, an arc, another footprint. parry2d cuts
//! them and computes areas, in `f64`: its cut loses corners in `f32`. Only results are `f32`.

use bevy::math::Vec2;
use parry2d::math::Vector;
use parry2d::query::details::clip_halfspace_polygon;
use smallvec::SmallVec;

use super::footprint::Footprint;
use super::solid::narrow;

/// The corners of a convex polygon in order; empty when nothing is left.
pub type Area = SmallVec<[Vec2; 8]>;

/// A convex polygon that is being cut.
#[derive(Clone, Debug, Default)]
pub(super) struct Patch(pub Vec<Vector>);

/// One side of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfPlane {
    /// A point of the line.
    pub through: Vector,
    /// The unit vector that points into the half plane.
    pub inward: Vector,
}

impl HalfPlane {
    /// How far inside a point lies, inches; negative outside.
    pub fn depth(&self, point: Vector) -> f64 {
        (point - self.through).dot(self.inward)
    }

    /// The other side of the same line.
    #[must_use]
    pub fn outside(&self) -> HalfPlane {
        HalfPlane { inward: -self.inward, ..*self }
    }
}

impl Patch {
    /// All of a footprint, its corners as in [`Footprint::corners`].
    pub fn of(print: &Footprint) -> Patch {
        Patch(print.solid().corners().to_vec())
    }

    /// The part on one side of a line.
    #[must_use]
    pub fn cut(&self, by: HalfPlane) -> Patch {
        let mut kept = Vec::with_capacity(self.0.len() + 1);
        clip_halfspace_polygon(by.through, -by.inward, &self.0, &mut kept);
        Patch(kept)
    }

    /// The part that lies on the one side of all those lines.
    #[must_use]
    pub fn cut_by(self, lines: impl Iterator<Item = HalfPlane>) -> Patch {
        let (mut left, mut kept) = (self.0, Vec::new());
        for by in lines {
            clip_halfspace_polygon(by.through, -by.inward, &left, &mut kept);
            std::mem::swap(&mut left, &mut kept);
            if left.is_empty() {
                break;
            }
        }
        Patch(left)
    }

    /// The part on one side of a line, or nothing when no part reaches 1/1000 inch (rounded) across the line: what only touches a line is not
    /// beyond it.
    #[must_use]
    pub fn cut_beyond(&self, by: HalfPlane) -> Patch {
        const HALF_A_THOUSANDTH: f64 = 0.000_5;
        if self.0.iter().any(|p| by.depth(*p) >= HALF_A_THOUSANDTH) { self.cut(by) } else { Patch::default() }
    }

    /// Its area in square inches, and its centroid. If it encloses nothing, the mean of its corners; none if it has no
    /// corners.
    pub fn weighed(&self) -> Option<(f64, Vector)> {
        use parry2d::mass_properties::details::convex_polygon_area_and_center_of_mass;
        (!self.0.is_empty()).then(|| convex_polygon_area_and_center_of_mass(&self.0))
    }

    /// The smallest and largest value of a measure over its corners; none when it is empty.
    pub fn range(&self, measure: impl Fn(Vector) -> f64) -> Option<(f64, f64)> {
        self.0.iter().map(|p| measure(*p)).fold(None, |range, value| match range {
            None => Some((value, value)),
            Some((least, most)) => Some((f64::min(least, value), f64::max(most, value))),
        })
    }

    /// The result in `f32`.
    pub fn area(&self) -> Area {
        self.0.iter().map(|p| narrow(*p)).collect()
    }
}

/// The area of any simple polygon, square inches: positive when its corners run counter-clockwise.
pub(super) fn signed_extent(area: &[Vec2]) -> f32 {
    let Some(origin) = area.first().copied() else { return 0.0 };
    let twice: f32 = area.windows(2).map(|p| (p[0] - origin).perp_dot(p[1] - origin)).sum();
    twice / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Pose;

    /// Over x 0 to 2, y 0 to 2.
    fn square() -> Patch {
        Patch::of(&Footprint::new(Pose::new(1.0, 2.0, 0.0), 2.0, 2.0))
    }

    fn beyond(x: f64) -> HalfPlane {
        HalfPlane { through: Vector::new(x, 0.0), inward: Vector::X }
    }

    #[test]
    fn half_a_square_is_left_of_its_middle() {
        let left = square().cut(beyond(1.0).outside());
        let (area, middle) = left.weighed().unwrap();
        assert!((area - 2.0).abs() < 1e-12 && (middle - Vector::new(0.5, 1.0)).length() < 1e-12);
        assert_eq!(left.range(|p| p.x), Some((0.0, 1.0)));
        assert_eq!(signed_extent(&square().area()), -4.0, "clockwise");
        assert!(Patch::default().weighed().is_none() && Patch::default().range(|p| p.x).is_none());
    }

    #[test]
    fn what_touches_a_line_is_not_beyond_it() {
        assert!(square().cut_beyond(beyond(2.0)).0.is_empty() && square().cut_beyond(beyond(1.9996)).0.is_empty());
        assert!(!square().cut_beyond(beyond(1.999)).0.is_empty());
    }

    #[test]
    fn a_corner_on_the_line_is_kept_once() {
        let triangle = Patch([(0.0, 0.0), (2.0, 0.0), (0.0, 2.0)].map(|(x, y)| Vector::new(x, y)).to_vec());
        assert_eq!(triangle.cut(beyond(0.0)).0.len(), 3);
    }
}
