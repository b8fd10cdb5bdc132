//! A footprint's turn about a point, swept by parry2d in short windows. parry moves a turning shape along straight
//! chords, which is nearly exact in a short window; over a whole turn it misses what it should meet.

use parry2d::math::{Pose as At, Rotation, Vector};
use parry2d::query::{Sweep, SweepToiStatus, ToiProxy, sweep_time_of_impact};
use parry2d::shape::{Cuboid, Segment, Shape};

use super::footprint::Footprint;
use super::measure::TOUCHING;
use super::measures::Cdeg;
use super::solid::{self, HAIR, Solid, wide};
use super::swing::Swing;
use super::trig;

/// How far the chord of a window may be from the arc, inches. A corner may dip in unseen by a quarter of that.
const SAGITTA: f64 = 0.002;

/// How exactly parry seeks, inches.
const SLOP: f64 = 1e-9;

/// How much earlier than the overlap a touch may begin, inches along the arc, to belong to it: what was touched long
/// before is beside the mover.
const AT_ONCE: f64 = 0.002;

/// The step with which the beginning of an overlap is searched backwards, inches along the arc.
const BACK: f64 = 0.05;

/// What the turning footprint is tested against.
pub(super) struct Other<'a> {
    at: &'a At,
    shape: &'a dyn Shape,
    /// Its solid, if it is a footprint.
    solid: Option<&'a Solid>,
}

impl<'a> Other<'a> {
    /// A footprint.
    pub fn solid(solid: &'a Solid) -> Other<'a> {
        Other { at: &solid.at, shape: &solid.shape, solid: Some(solid) }
    }

    /// A part of the ground.
    pub fn ground(at: &'a At, shape: &'a dyn Shape) -> Other<'a> {
        Other { at, shape, solid: None }
    }
}

/// The event of a turn that is searched for.
#[derive(Clone, Copy)]
pub(super) enum Reached {
    /// The mover, made smaller by that many inches on every side, touches.
    Depth(f64),
    /// The mover comes as near as that many inches.
    Gap(f64),
}

impl Reached {
    fn smaller(self) -> f64 {
        if let Reached::Depth(by) = self { by } else { 0.0 }
    }

    fn gap(self) -> f64 {
        if let Reached::Gap(gap) = self { gap } else { 0.0 }
    }
}

/// A turn of a solid about a point.
pub(super) struct Turn {
    solid: Solid,
    pivot: Vector,
    /// 1 to the right, -1 to the left.
    sign: f64,
    /// How far it turns, radians.
    reach: f64,
    /// How far its farthest corner is from the pivot, inches.
    arm: f64,
    /// The angle of one window, radians.
    step: f64,
}

impl Turn {
    /// A swing of a footprint.
    pub fn new(swing: &Swing, print: &Footprint) -> Turn {
        let (solid, pivot) = (print.solid(), wide(swing.pivot));
        let arm = solid.corners().iter().map(|corner| corner.distance(pivot)).fold(SAGITTA, f64::max);
        let reach = f64::from(swing.angle.0.abs()) / 100.0 * (std::f64::consts::PI / 180.0);
        let sign = if swing.angle < Cdeg::ZERO { -1.0 } else { 1.0 };
        Turn { solid, pivot, sign, reach, arm, step: 2.0 * trig::acos(1.0 - SAGITTA / arm) }
    }

    /// The mover's position after turning by that angle.
    fn at(&self, angle: f64) -> At {
        let (sin, cos) = trig::sin_cos(angle);
        let turn = Rotation::from_cos_sin_unchecked(cos, -sin * self.sign);
        let to = self.solid.at.translation - self.pivot;
        At::from_parts(self.pivot + turn * to, turn * self.solid.at.rotation)
    }

    /// How far the mover is from the event at that angle, inches; 0 or less once it has happened.
    fn left(&self, other: &Other, what: Reached, angle: f64) -> f64 {
        let shape = self.solid.shrunk(what.smaller()).shape;
        solid::distance(&self.at(angle), &shape, other.at, other.shape) - what.gap()
    }

    /// The angle at which the mover is first deeper in it than a touch: for a footprint as in
    /// [`overlap`](super::measure::overlap), for ground as in [`Convex::meets`](super::convex::Convex::meets).
    pub fn deep(&self, other: &Other) -> Option<f64> {
        /// The least step of the search, inches.
        const FINE: f64 = 1e-4;
        let touch = f64::from(TOUCHING);
        let Some(solid) = other.solid else { return self.first(other, Reached::Depth(touch)) };
        // A mover smaller by this much touches everything that the true one overlaps by a touch, even with a corner
        // along the diagonal.
        let less = touch / std::f64::consts::SQRT_2;
        let far = solid.corners().iter().map(|corner| corner.distance(self.pivot)).fold(self.arm, f64::max);
        let mut angle = self.first(other, Reached::Depth(less))?;
        loop {
            let (now, corners) = Solid { at: self.at(angle), shape: self.solid.shape }.least_deep(solid);
            if now > touch {
                return Some(angle);
            }
            if angle >= self.reach {
                return None;
            }
            // It is no deeper than the deepest corner behind that side, and no corner moves farther than its arc.
            let sure = corners.map(|(corner, behind)| (touch - behind) / corner.distance(self.pivot).max(HAIR));
            let sure = sure.into_iter().fold(f64::INFINITY, f64::min);
            angle = (angle + sure.max(FINE / far)).min(self.reach);
            if now < less && angle < self.reach {
                angle = self.first_from(other, Reached::Depth(less), angle)?;
            }
        }
    }

    /// The angle of the first event; none if there is none.
    pub fn first(&self, other: &Other, what: Reached) -> Option<f64> {
        self.first_from(other, what, 0.0)
    }

    fn first_from(&self, other: &Other, what: Reached, mut angle: f64) -> Option<f64> {
        while angle < self.reach {
            let left = self.left(other, what, angle);
            if left <= 0.0 {
                return Some(angle);
            }
            // No corner moves farther than its arc, so nothing happens before that.
            let sure = left / self.arm;
            if sure > self.step {
                angle += sure;
                continue;
            }
            let end = (angle + self.step).min(self.reach);
            if let Some(found) = self.swept(other, what, angle, end) {
                return Some(found);
            }
            // parry looks at the end of a window; a corner that dips in and out within it is looked for in the middle.
            let middle = f64::midpoint(angle, end);
            if self.left(other, what, middle) <= 0.0 {
                return Some(self.swept(other, what, angle, middle).unwrap_or(middle));
            }
            angle = end;
        }
        None
    }

    /// The angle at which the event that lasts until `until` began.
    pub fn began(&self, other: &Other, what: Reached, until: f64) -> f64 {
        let (mut end, back) = (until, self.step.min(BACK / self.arm));
        while end > 0.0 {
            let start = (end - back).max(0.0);
            if self.left(other, what, start) > 0.0 {
                return self.swept(other, what, start, end).unwrap_or(end);
            }
            end = start;
        }
        0.0
    }

    /// A slightly smaller angle at which a stronger form of the event already holds; `found` if there is none.
    pub fn sooner(&self, other: &Other, what: Reached, found: f64) -> f64 {
        let start = (found - AT_ONCE / self.arm).max(0.0);
        let sooner = if self.left(other, what, start) > 0.0 {
            self.swept(other, what, start, found).unwrap_or(found)
        } else if start == 0.0 {
            0.0
        } else {
            // It was touched long before, at the pivot or beside the mover.
            found
        };
        if sooner * self.arm <= HAIR { 0.0 } else { sooner }
    }

    /// The distance of the front edge from it after turning by that angle.
    pub fn front_to(&self, other: &Other, angle: f64) -> f64 {
        let Vector { x, y } = self.solid.shape.half_extents;
        let front = Segment::new(Vector::new(-x, y), Vector::new(x, y));
        solid::distance(&self.at(angle), &front, other.at, other.shape)
    }

    /// The angle of the event inside one window in which it has not happened at the start; none if it does not happen.
    fn swept(&self, other: &Other, what: Reached, from: f64, to: f64) -> Option<f64> {
        let Cuboid { half_extents: half } = self.solid.shrunk(what.smaller()).shape;
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let mover = ToiProxy::from_array(corners.map(|(x, y)| Vector::new(x * half.x, y * half.y)), what.gap());
        let still = ToiProxy::from_shape(other.shape)?;
        let (there, here) = (Sweep::constant(other.at, Vector::ZERO), self.solid.at);
        // The pivot is the sweep's centre, so that the sweep is a pure turn.
        let local_center = here.inverse_transform_point(self.pivot);
        let (q1, q2) = (self.at(from).rotation, self.at(to).rotation);
        let sweep = Sweep { local_center, c1: self.pivot, c2: self.pivot, q1, q2 };
        let found = sweep_time_of_impact(&still, &there, &mover, &sweep, 1.0, SLOP);
        match found.status {
            SweepToiStatus::Separated => None,
            SweepToiStatus::Overlapped => Some(from),
            // No failure has been seen in tests; if there is one, its fraction is the last safe one.
            SweepToiStatus::Hit | SweepToiStatus::Failed => {
                // parry interpolates rotations along the chord, not along the arc.
                let (sin, cos) = trig::sin_cos(to - from);
                Some(from + trig::atan2(found.fraction * sin, 1.0 - found.fraction + found.fraction * cos))
            }
        }
    }
}
