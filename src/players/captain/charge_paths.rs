//! The paths along which a unit could charge in one move: without turning, or after turning part or all of its way to
//! either side, then straight on until somebody is in the way.

use smallvec::SmallVec;

use super::sight::{Seen, Sight, upon};
use crate::battle::Ref;
use crate::ids::Side;
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

/// Whom a unit would meet on a path, the nearest first: how far ahead, and his place among the units of the sight.
type Met = SmallVec<[(f32, usize); 4]>;

/// The paths along which an enemy could charge, with whom he would meet on each: the same for whoever thinks about it.
#[derive(Clone, Debug)]
pub struct Menace {
    /// His place among the units of the sight.
    pub enemy: usize,
    paths: SmallVec<[(ChargePath, Met); 5]>,
}

impl Menace {
    /// Of every unit of that side, in the order of the units.
    pub fn all(units: &[Seen], side: Side) -> Vec<Menace> {
        let could = units.iter().enumerate().filter(|(_, unit)| unit.side == side && unit.charge > 0.0);
        let paths = |enemy: &Seen| {
            let paths = open(enemy, &enemy.print).into_iter();
            paths.map(|path| (path, path.all(units, enemy))).collect()
        };
        could.map(|(n, enemy)| Menace { enemy: n, paths: paths(enemy) }).collect()
    }

    /// The paths as far as units that are not of those bodies leave them open.
    pub fn open(&self, units: &[Seen], over: &[Ref]) -> ChargePaths {
        let cut = |(path, met): &(ChargePath, Met)| {
            let first = met.iter().find(|(_, n)| !units[*n].is_of(over));
            first.map_or(*path, |(at, _)| ChargePath { far: *at, ..*path })
        };
        self.paths.iter().map(cut).collect()
    }
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
    pub fn first<'s>(&self, among: &[&'s Seen], of: &Seen, over: &[Ref]) -> Option<(f32, &'s Seen)> {
        let mut first: Option<(f32, &Seen)> = None;
        for other in among.iter().copied() {
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

    /// Everybody whom the unit could meet on the path, the nearest first, and how far ahead each is met: the place among
    /// the units of `sight`.
    pub fn all(&self, sight: &[Seen], of: &Seen) -> Met {
        let met = |(n, other): (usize, &Seen)| Some((self.meets(&other.print).filter(|_| stops(of, other, &[]))?, n));
        let mut all: Met = sight.iter().enumerate().filter_map(met).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        all
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
