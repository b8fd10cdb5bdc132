//! The paths along which a unit could charge in one move: without turning, or after turning part or all of its way to
//! either side, then straight on until somebody is in the way.

use smallvec::SmallVec;

use super::sight::{Seen, Sight, upon};
use crate::battle::Ref;
use crate::table::slide::meets;
use crate::table::{Cdeg, Edge, Footprint, Wheel};

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
            // Friends who let others pass through them stop nobody.
            if other.unit == of.unit || other.is_of(over) || (other.side == of.side && other.passed) {
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
}
