//! Convex pieces of ground, prepared for measuring: what is on them, and how a segment runs through them.

use bevy::math::Vec2;
use parry2d::bounding_volume::Aabb;
use parry2d::math::{Pose as At, Vector};
use parry2d::query::PointQuery;
use parry2d::shape::{ConvexPolygon, SupportMap};
use smallvec::SmallVec;

use super::clip::{HalfPlane, Patch, signed_extent};
use super::footprint::Footprint;
use super::measure::{TOUCHING, middle_of_nearest};
use super::measures::Mil;
use super::plain::{self, Outline, Shadow};
use super::slide::{self, Still};
use super::solid::{self, narrow, wide};

/// A convex polygon of ground: its corners counter-clockwise.
#[derive(Clone, Debug)]
pub struct Convex {
    corners: Vec<Vec2>,
    shape: ConvexPolygon,
    round: Aabb,
}

impl Outline for Convex {
    fn shadow(&self, line: Vec2) -> (f32, f32) {
        let along = self.corners.iter().map(|corner| corner.dot(line));
        along.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
    }

    fn across(&self) -> SmallVec<[Shadow; 8]> {
        let edges = self.corners.iter().zip(self.shape.normals());
        let beyond = |(corner, out): (&Vec2, &Vector)| {
            let out = narrow(*out);
            (out, (f32::NEG_INFINITY, corner.dot(out)))
        };
        edges.map(beyond).collect()
    }
}

/// Ground never moves: its corners are given in table coordinates.
pub(super) const HERE: At = At::IDENTITY;

impl Convex {
    /// From corners given in either order of turning; none if they enclose nothing.
    pub fn new(mut corners: Vec<Vec2>) -> Option<Convex> {
        let turning = signed_extent(&corners);
        if turning.abs() < 1e-6 {
            return None;
        }
        if turning < 0.0 {
            corners.reverse();
        }
        corners.dedup();
        if corners.first() == corners.last() {
            corners.pop();
        }
        let points: Vec<_> = corners.iter().map(|p| wide(*p)).collect();
        let round = Aabb::from_points(points.iter().copied());
        Some(Convex { shape: ConvexPolygon::from_convex_polyline_unmodified(points)?, corners, round })
    }

    /// Counter-clockwise.
    pub fn corners(&self) -> &[Vec2] {
        &self.corners
    }

    /// The corners, each with the directions straight out from the two edges that meet there, counter-clockwise.
    pub(super) fn tips(&self) -> impl Iterator<Item = (Vec2, [Vec2; 2])> {
        let out = |n: usize| narrow(self.shape.normals()[n]);
        let of = self.corners.len();
        self.corners.iter().enumerate().map(move |(n, corner)| (*corner, [out((n + of - 1) % of), out(n)]))
    }

    /// As parry's shape, in place.
    pub(super) fn shape(&self) -> &ConvexPolygon {
        &self.shape
    }

    /// The lines that bound it, their inner sides.
    fn sides(&self) -> impl Iterator<Item = HalfPlane> {
        let through = self.shape.points().iter();
        through.zip(self.shape.normals()).map(|(p, out)| HalfPlane { through: *p, inward: -*out })
    }

    /// Its area, square inches, and its centroid.
    pub(super) fn weighed(&self) -> Option<(f64, Vector)> {
        Patch(self.shape.points().to_vec()).weighed()
    }

    /// Whether a point lies in it, its border included.
    pub fn holds(&self, point: Vec2) -> bool {
        self.is_near(point, solid::HAIR)
    }

    /// Whether a point lies in it or no more than so far outside, inches. Whether it lies inside may not be asked of parry:
    /// that knows no tolerance, and says either of a point on the border. The distance is right.
    pub(super) fn is_near(&self, point: Vec2, outside: f64) -> bool {
        let point = wide(point);
        self.is_boxed(point, point, outside) && self.shape.distance_to_local_point(point, true) <= outside
    }

    /// Whether the upright rectangle between two points comes as near as that to the one round it.
    fn is_boxed(&self, low: Vector, high: Vector, outside: f64) -> bool {
        (self.round.mins - high).max(low - self.round.maxs).max_element() <= outside
    }

    /// How far apart two convex pieces are, inches; 0 where they share a point.
    pub fn distance(&self, other: &Convex) -> f32 {
        solid::distance(&HERE, &self.shape, &HERE, &other.shape) as f32
    }

    /// Whether it is no farther from a footprint than that many inches, the limit included.
    pub fn within(&self, print: &Footprint, limit: Mil) -> bool {
        let (centre, reach) = (wide(print.centre), f64::from(print.radius + limit.to_inches() + TOUCHING));
        let solid = print.solid();
        self.is_boxed(centre, centre, reach)
            && Mil::measured(solid::distance(&solid.at, &solid.shape, &HERE, &self.shape) as f32) <= limit
    }

    /// The nearest points of a footprint and it, first the footprint's, as [`nearest_points`](super::measure::nearest_points)
    /// has them of two footprints.
    pub fn nearest_points(&self, print: &Footprint) -> (Vec2, Vec2) {
        if self.meets(print)
            && let Some((_, middle)) = Patch::of(print).cut_by(self.sides()).weighed()
        {
            return (narrow(middle), narrow(middle));
        }
        let solid = print.solid();
        let of_print = solid.corners().into_iter().map(|corner| (corner, self.nearest_to(corner)));
        let of_its = self.shape.points().iter().map(|corner| (solid.nearest_to(*corner), *corner));
        let pairs: SmallVec<[(Vector, Vector); 12]> = of_print.chain(of_its).collect();
        let (of_print, of_its) = middle_of_nearest(&pairs);
        (narrow(of_print), narrow(of_its))
    }

    fn nearest_to(&self, point: Vector) -> Vector {
        self.shape.project_local_point(point, true).point
    }

    /// Whether a footprint overlaps it deeper than a touch.
    pub fn meets(&self, print: &Footprint) -> bool {
        let (centre, radius) = (wide(print.centre), f64::from(print.radius));
        self.is_boxed(centre, centre, radius)
            && plain::overlaps(print, Vec2::ZERO, self)
                .unwrap_or_else(|| print.solid().shrunk(f64::from(TOUCHING)).overlaps(&self.shape, &HERE))
    }

    /// The stretch of the segment from `a` to `b` that lies in it, as distances from `a`: what the lines that bound it leave of
    /// the segment. A ray would tell only where it goes in.
    pub fn run(&self, a: Vec2, b: Vec2) -> Option<(f32, f32)> {
        let (a, b) = (wide(a), wide(b));
        if !self.is_boxed(a.min(b), a.max(b), 0.0) {
            return None;
        }
        let along = (b - a).normalize_or_zero();
        let inside = Patch(vec![a, b]).cut_by(self.sides());
        let (from, to) = inside.range(|point| (point - a).dot(along))?;
        (to > from).then_some((from as f32, to as f32))
    }

    /// Whether a footprint that slides so many inches along a unit direction comes to overlap it deeper than a touch.
    pub fn blocks(&self, print: &Footprint, direction: Vec2, reach: f32) -> bool {
        plain::overlaps(print, direction * reach, self).unwrap_or_else(|| self.blocks_by_parry(print, direction, reach))
    }

    pub(super) fn blocks_by_parry(&self, print: &Footprint, direction: Vec2, reach: f32) -> bool {
        slide::blocks_still(print, direction, &self.still(print, direction), reach)
    }

    /// Where such a slide begins and ceases to overlap it, as distances slid; none when it passes by or does not get so
    /// far.
    pub fn passed(&self, print: &Footprint, direction: Vec2, reach: f32) -> Option<(f32, f32)> {
        let still = self.still(print, direction);
        if !slide::blocks_still(print, direction, &still, reach) {
            return None;
        }
        let met = slide::meets_still(print, direction, &still, reach, TOUCHING)?;
        Some((met.enter, slide::left_after(print, direction, &still)))
    }

    fn still(&self, print: &Footprint, direction: Vec2) -> Still<'_, ConvexPolygon> {
        let shadow = |axis: Vec2| {
            let axis = wide(axis);
            let of = |axis| self.shape.local_support_point(axis).dot(axis);
            (of(axis) - wide(print.centre).dot(axis), of(-axis) + wide(print.centre).dot(axis))
        };
        let (most, least) = shadow(direction.perp());
        let (far, near) = shadow(direction);
        Still {
            shape: &self.shape,
            at: HERE,
            across: (-least as f32, most as f32),
            along: (-near as f32, far as f32),
            solid: None,
        }
    }

    /// Adds to `left` the parts of a convex area outside it, in convex pieces.
    pub(super) fn take_from(&self, area: &Patch, left: &mut Vec<Patch>) {
        let mut rest = area.clone();
        for side in self.sides() {
            let outside = rest.cut(side.outside());
            if outside.weighed().is_some_and(|(extent, _)| extent > 0.0) {
                left.push(outside);
            }
            rest = rest.cut(side);
            if rest.0.is_empty() {
                return;
            }
        }
    }
}
