//! A footprint's turn about a point as parry2d sweeps it: in short windows, in which a sweep of parry's, which moves a
//! turned shape along straight chords, is all but exact. Over a whole turn it passes by what it should meet.

use parry2d::math::{Pose as At, Rotation, Vector};
use parry2d::query::{Sweep, SweepToiStatus, ToiProxy, sweep_time_of_impact};
use parry2d::shape::{Cuboid, Segment, Shape};

use super::footprint::Footprint;
use super::measure::TOUCHING;
use super::measures::Cdeg;
use super::solid::{self, HAIR, Solid, wide};
use super::swing::Swing;
use super::trig;

/// How far the chord of a window may lie inside the arc, inches. A quarter of it is how deep a corner may dip unseen.
const SAGITTA: f64 = 0.002;

/// How exactly parry seeks, inches.
const SLOP: f64 = 1e-9;

/// How much sooner than its overlap a touch may be found, inches along the arc: what was touched long before lay aside.
const AT_ONCE: f64 = 0.002;

/// How far it is gone back at a time to where an overlap began, inches along the arc.
const BACK: f64 = 0.05;

/// What is turned against.
pub(super) struct Other<'a> {
    at: &'a At,
    shape: &'a dyn Shape,
    /// If it is a footprint.
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

/// What is sought of a turn.
#[derive(Clone, Copy)]
pub(super) enum Reached {
    /// The mover, that many inches smaller on every side, touches.
    Depth(f64),
    /// It comes as near as that.
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
    /// The angle of a window.
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

    /// Where the mover is after that part of the turn.
    fn at(&self, angle: f64) -> At {
        let (sin, cos) = trig::sin_cos(angle);
        let turn = Rotation::from_cos_sin_unchecked(cos, -sin * self.sign);
        let to = self.solid.at.translation - self.pivot;
        At::from_parts(self.pivot + turn * to, turn * self.solid.at.rotation)
    }

    /// How far off it is there; nothing, or less, once it is reached.
    fn left(&self, other: &Other, what: Reached, angle: f64) -> f64 {
        let shape = self.solid.shrunk(what.smaller()).shape;
        solid::distance(&self.at(angle), &shape, other.at, other.shape) - what.gap()
    }

    /// The angle at which the mover first lies deeper in it than a touch, as [`overlap`](super::measure::overlap) has it;
    /// in ground as [`Convex::meets`](super::convex::Convex::meets) has it.
    pub fn deep(&self, other: &Other) -> Option<f64> {
        /// The least step of the search, inches.
        const FINE: f64 = 1e-4;
        let touch = f64::from(TOUCHING);
        let Some(solid) = other.solid else { return self.first(other, Reached::Depth(touch)) };
        // Smaller by so much it comes upon all that it lies in a touch deep, be it with a corner along the diagonal.
        let less = touch / std::f64::consts::SQRT_2;
        let far = solid.corners().iter().map(|corner| corner.distance(self.pivot)).fold(self.arm, f64::max);
        let depth = |angle: f64| Solid { at: self.at(angle), shape: self.solid.shape }.penetration(solid);
        let mut angle = self.first(other, Reached::Depth(less))?;
        loop {
            let now = depth(angle);
            if now > touch {
                return Some(angle);
            }
            if angle >= self.reach {
                return None;
            }
            // No depth grows faster than the farthest corner goes.
            angle = (angle + (touch - now).max(FINE) / far).min(self.reach);
            if now < less && angle < self.reach {
                angle = self.first_from(other, Reached::Depth(less), angle)?;
            }
        }
    }

    /// The angle at which it is first reached; none if it never is.
    pub fn first(&self, other: &Other, what: Reached) -> Option<f64> {
        self.first_from(other, what, 0.0)
    }

    fn first_from(&self, other: &Other, what: Reached, mut angle: f64) -> Option<f64> {
        while angle < self.reach {
            let left = self.left(other, what, angle);
            if left <= 0.0 {
                return Some(angle);
            }
            // No corner goes farther than its arc, so nothing is reached before that.
            let sure = left / self.arm;
            if sure > self.step {
                angle += sure;
                continue;
            }
            let end = (angle + self.step).min(self.reach);
            if let Some(found) = self.swept(other, what, angle, end) {
                return Some(found);
            }
            // parry looks at a window's end: what a corner dips into in between is looked for in the middle.
            let middle = f64::midpoint(angle, end);
            if self.left(other, what, middle) <= 0.0 {
                return Some(self.swept(other, what, angle, middle).unwrap_or(middle));
            }
            angle = end;
        }
        None
    }

    /// The angle from which on it is reached all the way up to one at which it is.
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

    /// The angle at which more is reached, just before less of it was found; else that one.
    pub fn sooner(&self, other: &Other, what: Reached, found: f64) -> f64 {
        let start = (found - AT_ONCE / self.arm).max(0.0);
        let sooner = if self.left(other, what, start) > 0.0 {
            self.swept(other, what, start, found).unwrap_or(found)
        } else if start == 0.0 {
            0.0
        } else {
            // It has been touched long before, at the pivot or aside.
            found
        };
        if sooner * self.arm <= HAIR { 0.0 } else { sooner }
    }

    /// How far the front edge is from it after that part of the turn.
    pub fn front_to(&self, other: &Other, angle: f64) -> f64 {
        let Vector { x, y } = self.solid.shape.half_extents;
        let front = Segment::new(Vector::new(-x, y), Vector::new(x, y));
        solid::distance(&self.at(angle), &front, other.at, other.shape)
    }

    /// The angle at which it is reached inside one window, at whose start it is not; none if it is not reached.
    fn swept(&self, other: &Other, what: Reached, from: f64, to: f64) -> Option<f64> {
        let Cuboid { half_extents: half } = self.solid.shrunk(what.smaller()).shape;
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let mover = ToiProxy::from_array(corners.map(|(x, y)| Vector::new(x * half.x, y * half.y)), what.gap());
        let still = ToiProxy::from_shape(other.shape)?;
        let (there, here) = (Sweep::constant(other.at, Vector::ZERO), self.solid.at);
        // The pivot stays where it is, so that the sweep is a turn and no more.
        let local_center = here.inverse_transform_point(self.pivot);
        let (q1, q2) = (self.at(from).rotation, self.at(to).rotation);
        let sweep = Sweep { local_center, c1: self.pivot, c2: self.pivot, q1, q2 };
        let found = sweep_time_of_impact(&still, &there, &mover, &sweep, 1.0, SLOP);
        match found.status {
            SweepToiStatus::Separated => None,
            SweepToiStatus::Overlapped => Some(from),
            // It fails nowhere that was tried; then its fraction is the last that is safe.
            SweepToiStatus::Hit | SweepToiStatus::Failed => {
                // Rotations are interpolated along the chord, not the arc.
                let (sin, cos) = trig::sin_cos(to - from);
                Some(from + trig::atan2(found.fraction * sin, 1.0 - found.fraction + found.fraction * cos))
            }
        }
    }
}
