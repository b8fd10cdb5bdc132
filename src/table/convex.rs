//! Convex pieces of ground, prepared for measuring: what lies over them, how a segment runs through them.

use bevy::math::Vec2;

use super::clip::{self, Area, HalfPlane};
use super::footprint::Footprint;
use super::measure::TOUCHING;
use super::span::{Passage, Sweep};

/// A convex polygon: its corners counter-clockwise and the lines that bound it.
#[derive(Clone, Debug, PartialEq)]
pub struct Convex {
    corners: Vec<Vec2>,
    sides: Vec<HalfPlane>,
}

impl Convex {
    /// From corners that turn one way; none if they enclose nothing.
    pub fn new(mut corners: Vec<Vec2>) -> Option<Convex> {
        let turning = clip::signed_extent(&corners);
        if turning.abs() < 1e-6 {
            return None;
        }
        if turning < 0.0 {
            corners.reverse();
        }
        let next = corners.iter().cycle().skip(1);
        let sides = corners.iter().zip(next).filter_map(|(&from, &to)| {
            let along = (to - from).normalize_or_zero();
            (along != Vec2::ZERO).then(|| HalfPlane::from(from, Vec2::new(-along.y, along.x)))
        });
        Some(Convex { sides: sides.collect(), corners })
    }

    /// Counter-clockwise.
    pub fn corners(&self) -> &[Vec2] {
        &self.corners
    }

    /// The lines that bound it, their inner sides.
    pub fn sides(&self) -> &[HalfPlane] {
        &self.sides
    }

    /// Whether a point lies in it, its border included.
    pub fn holds(&self, point: Vec2) -> bool {
        self.sides.iter().all(|side| side.depth(point) >= 0.0)
    }

    /// How far apart two are, inches; 0 where they share a point.
    pub fn distance(&self, other: &Convex) -> f32 {
        let inside = |of: &Convex, points: &[Vec2]| points.iter().any(|point| of.holds(*point));
        if inside(self, &other.corners) || inside(other, &self.corners) {
            return 0.0;
        }
        let gap = |points: &[Vec2], edges: &[Vec2]| {
            let ends = edges.iter().zip(edges.iter().cycle().skip(1));
            let near = ends.flat_map(|(a, b)| points.iter().map(|p| p.distance(clip::nearest_on([*a, *b], *p))));
            near.fold(f32::INFINITY, f32::min)
        };
        let crossing =
            self.corners.iter().zip(self.corners.iter().cycle().skip(1)).any(|(a, b)| other.run(*a, *b).is_some());
        if crossing { 0.0 } else { gap(&self.corners, &other.corners).min(gap(&other.corners, &self.corners)) }
    }

    /// Whether a footprint lies over it, deeper than a touch.
    pub fn meets(&self, print: &Footprint) -> bool {
        let beyond_a_side = self.sides.iter().any(|side| {
            let deepest = side.depth(print.centre) + print.half_extent(side.normal);
            deepest <= TOUCHING
        });
        if beyond_a_side {
            return false;
        }
        [(print.right(), print.half_width), (print.forward(), print.half_depth)].iter().all(|&(axis, half)| {
            let range = clip::range(&self.corners, |p| (p - print.centre).dot(axis));
            range.is_some_and(|(least, most)| half - least > TOUCHING && most + half > TOUCHING)
        })
    }

    /// The stretch of the segment from `a` to `b` that lies in it, as distances from `a`.
    pub fn run(&self, a: Vec2, b: Vec2) -> Option<(f32, f32)> {
        let length = a.distance(b);
        let (mut from, mut to) = (0.0_f32, length);
        for side in &self.sides {
            let (start, end) = (side.depth(a), side.depth(b));
            if start < 0.0 && end < 0.0 {
                return None;
            }
            if start < 0.0 {
                from = from.max(length * start / (start - end));
            } else if end < 0.0 {
                to = to.min(length * start / (start - end));
            }
        }
        (to > from).then_some((from, to))
    }

    /// When a footprint that slides along a unit direction lies over it, however far behind or ahead; none when it
    /// passes by.
    pub fn passage(&self, print: &Footprint, direction: Vec2) -> Option<Passage> {
        let mut sweep = Sweep::new();
        for side in &self.sides {
            let deepest = side.depth(print.centre) + print.half_extent(side.normal);
            sweep.demand(deepest, direction.dot(side.normal));
        }
        for (axis, half) in [(print.right(), print.half_width), (print.forward(), print.half_depth)] {
            let (least, most) = clip::range(&self.corners, |p| (p - print.centre).dot(axis))?;
            let speed = direction.dot(axis);
            sweep.demand(half - least, speed);
            sweep.demand(most + half, -speed);
        }
        let across = direction.perp();
        let (least, most) = clip::range(&self.corners, |p| (p - print.centre).dot(across))?;
        let half = print.half_extent(across);
        sweep.passage(most.min(half) - least.max(-half))
    }

    /// The part of a convex area outside of it, in convex pieces.
    pub(super) fn take_from(&self, area: &Area, left: &mut Vec<Area>) {
        let mut rest = area.clone();
        for side in &self.sides {
            let outside = clip::cut(&rest, side.outside());
            if clip::extent(&outside) > 0.0 {
                left.push(outside);
            }
            rest = clip::cut(&rest, *side);
            if rest.is_empty() {
                return;
            }
        }
    }
}
