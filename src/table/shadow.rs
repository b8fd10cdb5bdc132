//! Footprints as seen along a line: how far each reaches on it, as if its shadow fell there. parry2d's support points say how
//! far, in `f64`.

use bevy::math::Vec2;
use parry2d::math::Vector;
use parry2d::shape::SupportMap;

use super::footprint::Footprint;
use super::solid::{Solid, wide};

/// How far a solid reaches in a direction, from the table's corner.
fn end(of: &Solid, direction: Vector) -> f64 {
    of.shape.support_point(&of.at, direction).dot(direction)
}

/// How far apart the shadows of two footprints lie on a line in that direction (a unit vector); negative by as much as the
/// one lies over the other.
pub fn gap_along(a: &Footprint, b: &Footprint, line: Vec2) -> f32 {
    let (a, b, line) = (a.solid(), b.solid(), wide(line));
    // The lower end of a shadow is the end in the opposite direction, told from the other side.
    let (after, before) = (-end(&b, -line) - end(&a, line), -end(&a, -line) - end(&b, line));
    after.max(before) as f32
}

/// How far a point lies beyond the end of a footprint's shadow in that direction (a unit vector); negative before it.
pub fn past(of: &Footprint, direction: Vec2, point: Vec2) -> f32 {
    let direction = wide(direction);
    (wide(point).dot(direction) - end(&of.solid(), direction)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Cdeg, Pose};

    /// Over x 30 to 34, y 10 to 12.
    fn block() -> Footprint {
        Footprint::new(Pose::new(32.0, 12.0, 0.0), 4.0, 2.0)
    }

    #[test]
    fn shadows_lie_apart_side_by_side_or_over_each_other() {
        let gap = |x: f32| gap_along(&block(), &block().shifted(Vec2::new(x, 7.0)), Vec2::X);
        assert_eq!([gap(5.0), gap(-5.0), gap(4.0), gap(3.0), gap(-3.0)], [1.0, 1.0, 0.0, -1.0, -1.0]);
        assert_eq!(gap_along(&block(), &block().shifted(Vec2::new(5.0, 7.0)), Vec2::Y), 5.0);
        assert_eq!(gap(0.0), -4.0, "one over the whole other");
        // A square of 2 on its corner reaches the half of its diagonal to either side.
        let diamond = Footprint::new(Pose::new(40.0, 11.0, 0.0), 2.0, 2.0).faced(Cdeg::degrees(45));
        assert!((gap_along(&block(), &diamond, Vec2::X) - (6.0 - std::f32::consts::SQRT_2)).abs() < 1e-5);
    }

    #[test]
    fn a_point_lies_before_at_or_past_an_end() {
        let past = |x: f32| past(&block(), Vec2::X, Vec2::new(x, 40.0));
        assert_eq!([past(35.0), past(34.0), past(33.0), past(29.0)], [1.0, 0.0, -1.0, -5.0]);
        assert_eq!(super::past(&block(), Vec2::NEG_X, Vec2::new(29.0, 0.0)), 1.0);
    }
}
