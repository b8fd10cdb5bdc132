//! The paths along which a unit could charge in one move: without turning, or after turning part or all of its way to
//! either side, then straight on until somebody is in the way.

use std::sync::Arc;

use smallvec::SmallVec;

use super::rounds::Rounds;
use super::sight::{SLACK, Seen, Sight, upon};
use crate::battle::{Ref, View};
use crate::ids::UnitId;
use crate::reads::{self, Area};
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

/// The paths of a unit that stands at `from`, as far as the ground lets it go: who might be in the way is not looked at.
pub fn open(view: &View, rounds: &Rounds, unit: &Seen, from: &Footprint) -> ChargePaths {
    let mut paths = ChargePaths::new();
    if unit.charge <= 0.0 {
        return paths;
    }
    paths.push(ChargePath { start: *from, print: *from, far: rounds.clear(view, from, unit.charge) });
    if unit.turn == Cdeg::ZERO {
        return paths;
    }
    for right in [false, true] {
        let Some(wheel) = Wheel::of(&[*from], right) else { continue };
        for part in [2, 1] {
            let angle = Cdeg(unit.turn.0 / part);
            let far = unit.charge - wheel.arc(angle);
            if far > 0.0 {
                let print = wheel.turned(from, angle);
                paths.push(ChargePath { start: *from, print, far: rounds.clear(view, &print, far) });
            }
        }
    }
    paths
}

/// Whom a unit would meet on a path, the nearest first, and how far ahead.
type Met = SmallVec<[(f32, UnitId); 4]>;

/// The paths along which an enemy could charge, with whom he would meet on each: the same for whoever thinks about it.
#[derive(Clone, Debug)]
pub struct Menace {
    /// His place among the units of the sight.
    pub enemy: usize,
    paths: Arc<Vec<(ChargePath, Met)>>,
}

impl Menace {
    /// Of every enemy, in the order of the units.
    pub fn all(sight: &Sight) -> Vec<Menace> {
        let units = sight.units.iter().enumerate();
        let could = units.filter(|(_, unit)| unit.side != sight.side && unit.charge > 0.0);
        could.map(|(enemy, unit)| Menace { enemy, paths: Menace::paths(sight, unit) }).collect()
    }

    /// His paths, kept until he or somebody on them stands elsewhere.
    fn paths(sight: &Sight, enemy: &Seen) -> Arc<Vec<(ChargePath, Met)>> {
        let (view, ruleset) = (&sight.view, &sight.ruleset);
        view.keep("captain's menace", &enemy.unit, || {
            let Some(enemy) = Seen::of(view, ruleset, enemy.unit) else { return Vec::new() };
            let with = |path: ChargePath| {
                let mut met = path.all(&sight.units, &enemy);
                met.retain(|(_, other)| {
                    let other = Seen::of(view, ruleset, *other);
                    other.is_some_and(|other| stops(&enemy, &other, &[]))
                });
                (path, met)
            };
            open(view, &Rounds::of(view, ruleset, &enemy), &enemy, &enemy.print).into_iter().map(with).collect()
        })
    }

    /// The paths as far as units that are not of those bodies leave them open.
    pub fn open(&self, sight: &Sight, over: &[Ref]) -> ChargePaths {
        let stays = |other: UnitId| sight.get(other).is_some_and(|other| !other.is_of(over));
        let cut = |(path, met): &(ChargePath, Met)| {
            let first = met.iter().find(|(_, other)| stays(*other));
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

    /// Everybody who stands on the path, the nearest first, and how far ahead each is met.
    fn all(&self, units: &[Seen], of: &Seen) -> Met {
        let (middle, forward) = (self.print.ahead(self.far / 2.0).centre, self.print.forward());
        let (along, across) = (self.far / 2.0 + self.print.half_depth, self.print.half_width);
        reads::note_area(None, Area::new(middle, forward, along + SLACK, across + SLACK));
        let others = units.iter().filter(|other| other.unit != of.unit);
        let mut all: Met = others.filter_map(|other| Some((self.meets(&other.print)?, other.unit))).collect();
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
