//! Footprints as parry2d's shapes: the one place where `f32` footprints become `f64`. Only queries are `f64`; their
//! results are turned back into `f32`, so state, notation and files never see an `f64`.

use bevy::math::Vec2;
use parry2d::math::{Pose as At, Rotation, Vector};
use parry2d::query::details::{distance_cuboid_cuboid, intersection_test_support_map_support_map};
use parry2d::query::sat::cuboid_cuboid_find_local_separating_normal_oneway as separation;
use parry2d::query::{self, ShapeCastOptions, details};
use parry2d::shape::{Cuboid, Shape, SupportMap};

use super::footprint::Footprint;

/// How far apart two results may be for the same place when computed by different sums of `f32`, inches. Places no
/// farther apart count as the same, and an overlap no deeper as none.
pub(super) const HAIR: f64 = 2e-5;

/// A rectangle where it stands. Its x is to the right, its y ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    pub at: At,
    pub shape: Cuboid,
}

/// A table vector as parry's.
pub(super) fn wide(v: Vec2) -> Vector {
    Vector::new(f64::from(v.x), f64::from(v.y))
}

/// A parry vector as the table's.
pub(super) fn narrow(v: Vector) -> Vec2 {
    Vec2::new(v.x as f32, v.y as f32)
}

impl Footprint {
    /// As a solid. Sine and cosine are `f32`, so the sum of their squares is 1 only to 1e-7: they are normalised first.
    pub(super) fn solid(&self) -> Solid {
        let (sin, cos) = (f64::from(self.sin), f64::from(self.cos));
        let length = (sin * sin + cos * cos).sqrt();
        let rotation = Rotation::from_cos_sin_unchecked(cos / length, -sin / length);
        let half = Vector::new(f64::from(self.half_width), f64::from(self.half_depth));
        Solid { at: At::from_parts(wide(self.centre), rotation), shape: Cuboid::new(half) }
    }
}

impl Solid {
    /// Front left, front right, rear right, rear left.
    pub fn corners(&self) -> [Vector; 4] {
        let half = self.shape.half_extents;
        [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)]
            .map(|(x, y)| self.at.transform_point(Vector::new(x * half.x, y * half.y)))
    }

    /// Smaller by that many inches on every side, but never less than nothing.
    #[must_use]
    pub fn shrunk(&self, by: f64) -> Solid {
        Solid { at: self.at, shape: Cuboid::new((self.shape.half_extents - Vector::splat(by)).max(Vector::ZERO)) }
    }

    /// Moved.
    #[must_use]
    pub fn shifted(&self, by: Vector) -> Solid {
        Solid { at: At::from_parts(self.at.translation + by, self.at.rotation), shape: self.shape }
    }

    /// How deep it overlaps another; negative when they are apart, and then only a lower bound of the distance.
    pub fn penetration(&self, other: &Solid) -> f64 {
        let [(mine, _), (its, _)] = self.sides(other);
        -mine.max(its)
    }

    /// How far apart the two are along the best side of this one, and of the other, and that side's outward direction.
    fn sides(&self, other: &Solid) -> [(f64, Vector); 2] {
        let there = self.at.inv_mul(&other.at);
        let (mine, own) = separation(&self.shape, &other.shape, &there);
        let (its, theirs) = separation(&other.shape, &self.shape, &there.inverse());
        [(mine, self.at.rotation * own), (its, other.at.rotation * theirs)]
    }

    /// How deep it overlaps another, and the side at which it is least deep, of which of them: how deep each corner of
    /// the other one lies behind it.
    pub fn least_deep(&self, other: &Solid) -> (f64, [(Vector, f64); 4]) {
        let [(mine, own), (its, theirs)] = self.sides(other);
        let (of, outward, corners) =
            if mine >= its { (self, own, other.corners()) } else { (other, theirs, self.corners()) };
        let half = of.shape.half_extents;
        let right = of.at.rotation * Vector::X;
        let face = outward.dot(right).abs() * half.x + outward.dot(of.at.rotation * Vector::Y).abs() * half.y;
        let behind = |corner: Vector| (corner, face - (corner - of.at.translation).dot(outward));
        (-mine.max(its), corners.map(behind))
    }

    /// The distance to another, 0 when they touch or overlap.
    pub fn distance(&self, other: &Solid) -> f64 {
        distance_cuboid_cuboid(&self.at.inv_mul(&other.at), &self.shape, &other.shape)
    }

    /// The point of it that is nearest to that one; itself when it lies inside.
    pub fn nearest_to(&self, point: Vector) -> Vector {
        use query::PointQuery;
        self.shape.project_point(&self.at, point, true).point
    }

    /// Whether it overlaps something, however slightly.
    pub fn overlaps(&self, other: &impl SupportMap, there: &At) -> bool {
        intersection_test_support_map_support_map(&self.at.inv_mul(there), &self.shape, other)
    }

    /// After how many inches along a unit direction it first touches something, or comes as near as `gap`: 0 if it does
    /// so now.
    pub fn cast(&self, direction: Vector, other: &impl SupportMap, there: &At, gap: f64) -> Option<f64> {
        let options = ShapeCastOptions {
            target_distance: gap,
            stop_at_penetration: true,
            // Contact points are computed elsewhere, so they are not needed here.
            compute_impact_geometry_on_penetration: false,
            ..ShapeCastOptions::default()
        };
        let seen = self.at.rotation.inverse() * -direction;
        let met =
            details::cast_shapes_support_map_support_map(&self.at.inv_mul(there), seen, &self.shape, other, options);
        met.map(|met| met.time_of_impact)
    }
}

/// The distance between two shapes of any kind; infinite for a pair that parry has no query for, which none of ours is.
pub(super) fn distance(at: &At, shape: &dyn Shape, there: &At, other: &dyn Shape) -> f64 {
    query::distance(at, shape, there, other).map_or(f64::INFINITY, |found| found.distance)
}
