//! The paths along which a unit could charge in one move: without turning, or after turning part or all of its way to
//! either side, then straight on until somebody is in the way.

use smallvec::SmallVec;

use super::sight::{Seen, Sight, upon};
use crate::battle::Ref;
use crate::table::slide::meets;
use crate::table::{Cdeg, Edge, Footprint, Wheel};

/// By how much rounding may bring a footprint nearer, inches.
const SLACK: f32 = 0.05;

/// One path along which a unit could charge.
#[derive(Clone, Copy, Debug)]
pub struct ChargePath {
    /// Where the unit stood before it turned.
    pub start: Footprint,
    /// Where the unit stands after it has turned.
    pub print: Footprint,
    /// How far it gets before anybody stops it, inches.
    pub far: f32,
}

/// All paths along which a unit could charge.
pub type ChargePaths = SmallVec<[ChargePath; 5]>;

/// The paths of a unit that stands at `from`, at their full length: who might be in the way is not looked at.
pub fn open(unit: &Seen, from: &Footprint) -> ChargePaths {
    let mut paths = ChargePaths::new();
    if unit.charge <= 0.0 {
        return paths;
    }
    paths.push(ChargePath { start: *from, print: *from, far: unit.charge });
    if unit.turn == Cdeg::ZERO {
        return paths;
    }
    for right in [false, true] {
        let Some(wheel) = Wheel::of(&[*from], right) else { continue };
        for part in [2, 1] {
            let angle = Cdeg(unit.turn.0 / part);
            let far = unit.charge - wheel.arc(angle);
            if far > 0.0 {
                paths.push(ChargePath { start: *from, print: wheel.turned(from, angle), far });
            }
        }
    }
    paths
}

impl ChargePath {
    /// How far ahead a footprint on the path is met, inches; none if it is not on the path.
    pub fn meets(&self, other: &Footprint) -> Option<f32> {
        let reach = self.far + self.print.radius + other.radius;
        if other.centre.distance_squared(self.print.centre) > reach * reach {
            return None;
        }
        meets(&self.print, self.print.forward(), other).map(|met| met.enter).filter(|at| *at <= self.far)
    }

    /// Which edge of a footprint is hit by a charge along the path, when it is met after `at` inches.
    pub fn upon(&self, other: &Footprint, at: f32) -> Edge {
        upon(other, &self.start, &self.print.ahead(at))
    }

    /// The first unit met on the path, and how far ahead. Units of the bodies in `over` are ignored.
    pub fn first<'s>(&self, sight: &'s Sight, of: &Seen, over: &[Ref]) -> Option<(f32, &'s Seen)> {
        let mut first: Option<(f32, &Seen)> = None;
        for other in &sight.units {
            if !stops(of, other, over) {
                continue;
            }
            if first.is_some_and(|(best, _)| self.least(&other.print) > best) {
                continue;
            }
            if let Some(at) = self.meets(&other.print)
                && first.is_none_or(|(best, _)| at < best)
            {
                first = Some((at, other));
            }
        }
        first
    }

    /// Whether that unit is the first met on the path: the same as to ask [`ChargePath::first`], and quicker.
    pub fn is_first(&self, sight: &Sight, of: &Seen, over: &[Ref], target: &Seen) -> bool {
        if !stops(of, target, over) {
            return false;
        }
        let Some(at) = self.meets(&target.print) else { return false };
        // Of two met at once it is the one that comes first in the roster.
        let sooner = |other: &Seen, met: f32| if other.unit < target.unit { met <= at } else { met < at };
        let is_sooner = |other: &&Seen| {
            other.unit != target.unit
                && self.least(&other.print) <= at
                && stops(of, other, over)
                && self.meets(&other.print).is_some_and(|met| sooner(other, met))
        };
        !sight.units.iter().any(|other| is_sooner(&other))
    }

    /// A footprint is met no sooner than after so many inches.
    fn least(&self, other: &Footprint) -> f32 {
        other.centre.distance(self.print.centre) - self.print.radius - other.radius - SLACK
    }
}

/// Whether a unit stops one that charges. Friends who let others pass through them stop nobody, nor do units of the bodies
/// in `over`.
fn stops(of: &Seen, other: &Seen, over: &[Ref]) -> bool {
    other.unit != of.unit && !other.is_of(over) && (other.side != of.side || !other.passed)
}
