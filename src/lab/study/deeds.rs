//! What each unit did for what it is worth, and where units fought.
//!
//! What a unit loses of its strength is as much of its worth ([`Ruleset::unit_value`]), all of it when it leaves the table.
//! It was taken by those who fought it or shot at it in the answer by which it was lost, in even shares; where nobody did
//! (it ran, it tired, it was left behind), by those who did last. What it regains is given back in the same way.

use std::collections::BTreeMap;

use bevy::ecs::world::World;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::fields::square;
use crate::battle::{Entry, Journal, Narration, Ruleset, View};
use crate::ids::{Side, UnitId};
use crate::lab::chronicle::units_of;

/// What became of a unit in a battle; both in thousandths of what units are worth in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deed {
    /// Its name.
    #[serde(deserialize_with = "super::row::known")]
    pub unit: std::borrow::Cow<'static, str>,
    /// Whose it is.
    pub side: Side,
    /// What it took of the enemy.
    pub took: i32,
    /// What it lost.
    pub lost: i32,
}

/// Rounds of fights in a square of the table, by units of north and of south.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fought {
    /// The square, from the left and from the south.
    pub square: [u16; 2],
    /// How many of north's units were in a round there, each as often as it was.
    pub north: u16,
    /// South's.
    pub south: u16,
}

/// What units are worth as a battle begins.
pub struct Worth {
    /// Of each unit of the roster: its worth, and the strength that it begins with.
    units: Vec<(f64, f64)>,
}

impl Worth {
    /// Of a battle that is mustered in that world.
    pub fn of(world: &World, ruleset: &Ruleset) -> Worth {
        let view = View::umpire(world);
        let of = |unit: UnitId| {
            let worth = f64::from((ruleset.unit_value)(&view, unit)).max(0.0);
            (worth, f64::from((ruleset.strength)(&view, unit)).max(1.0))
        };
        Worth { units: view.roster().ids().map(of).collect() }
    }

    /// Of each unit by its name, and whose it is.
    pub fn by_name(&self, world: &World) -> BTreeMap<String, (Side, f64)> {
        let roster = View::umpire(world).roster();
        let of =
            |(unit, (worth, _)): (UnitId, &(f64, f64))| (roster.name(unit).to_owned(), (roster.side(unit), *worth));
        roster.ids().zip(&self.units).map(of).collect()
    }

    /// What of it is left now; of a unit that was never on the table all of it.
    fn left(&self, view: &View, ruleset: &Ruleset, seen: &mut [bool]) -> Vec<f64> {
        let of = |((unit, (worth, strength)), seen): ((UnitId, &(f64, f64)), &mut bool)| {
            *seen |= view.on_table(unit);
            match (view.on_table(unit), *seen) {
                (true, _) => worth * (f64::from((ruleset.strength)(view, unit)) / strength).clamp(0.0, 1.0),
                (false, true) => 0.0,
                (false, false) => *worth,
            }
        };
        view.roster().ids().zip(&self.units).zip(seen).map(of).collect()
    }
}

/// Adds up the deeds of a battle.
pub struct Deeds {
    ruleset: Ruleset,
    worth: Worth,
    left: Vec<f64>,
    /// Who has ever been on the table.
    seen: Vec<bool>,
    took: Vec<f64>,
    lost: Vec<f64>,
    /// Who fought each unit or shot at it last.
    foes: Vec<Vec<usize>>,
    fought: BTreeMap<[u16; 2], [u16; 2]>,
    square: f32,
}

impl Deeds {
    /// Of a battle that has begun, on a table of that width.
    pub fn begin(world: &World, ruleset: &Ruleset, table: f32) -> Deeds {
        let worth = Worth::of(world, ruleset);
        let count = worth.units.len();
        let mut seen = vec![false; count];
        let left = worth.left(&View::umpire(world), ruleset, &mut seen);
        Deeds {
            ruleset: *ruleset,
            worth,
            left,
            seen,
            took: vec![0.0; count],
            lost: vec![0.0; count],
            foes: vec![Vec::new(); count],
            fought: BTreeMap::new(),
            square: square(table.into()) as f32,
        }
    }

    /// Adds what came of the last answer; before it units stood there.
    pub fn after(&mut self, world: &World, stood: &[Option<Vec2>]) {
        let view = View::umpire(world);
        self.met(&view, world.resource::<Journal>().last(), stood);
        let left = self.worth.left(&view, &self.ruleset, &mut self.seen);
        for (unit, (before, now)) in self.left.iter().zip(&left).enumerate() {
            let lost = before - now;
            if lost != 0.0 {
                self.lost[unit] += lost;
                let share = lost / self.foes[unit].len().max(1) as f64;
                self.foes[unit].iter().for_each(|foe| self.took[*foe] += share);
            }
        }
        self.left = left;
    }

    /// Notes who fought whom and shot at whom in an answer, and where.
    fn met(&mut self, view: &View, entry: Option<&Entry>, stood: &[Option<Vec2>]) {
        let mut met: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for fact in entry.into_iter().flat_map(Entry::facts) {
            let (one, other, hand_to_hand) = match &fact.narration {
                Narration::Fought { a, b } => (a, b, true),
                Narration::Shot { from, at } => (from, at, false),
                _ => continue,
            };
            let [one, other] = [one, other].map(|of| units_of(view, *of));
            let mut struck = |whom: &[UnitId], by: &[UnitId]| {
                for unit in whom {
                    let foes = met.entry(unit.index()).or_default();
                    let new = by.iter().filter(|foe| view.side_of(**foe) != view.side_of(*unit)).map(|foe| foe.index());
                    new.for_each(|foe| {
                        if !foes.contains(&foe) {
                            foes.push(foe)
                        }
                    });
                }
            };
            struck(&other, &one);
            if hand_to_hand {
                struck(&one, &other);
                one.iter().chain(&other).for_each(|unit| self.fought_at(view, *unit, stood));
            }
        }
        for (unit, foes) in met.into_iter().filter(|(_, foes)| !foes.is_empty()) {
            self.foes[unit] = foes;
        }
    }

    fn fought_at(&mut self, view: &View, unit: UnitId, stood: &[Option<Vec2>]) {
        let now = || view.on_table(unit).then(|| view.pose(unit)).flatten().map(|pose| pose.at);
        let Some(at) = stood.get(unit.index()).copied().flatten().or_else(now) else { return };
        let cell = |inches: f32| (inches / self.square).floor().max(0.0) as u16;
        let count = &mut self.fought.entry([cell(at.x), cell(at.y)]).or_default()[view.side_of(unit).index()];
        *count = count.saturating_add(1);
    }

    /// The units that took or lost anything, and the squares.
    pub fn finish(self, world: &World) -> (Vec<Deed>, Vec<Fought>) {
        let roster = View::umpire(world).roster();
        let thousandths = |worth: f64| (worth * 1000.0).round() as i32;
        let deeds = roster.ids().zip(self.took.iter().zip(&self.lost)).map(|(unit, (took, lost))| Deed {
            unit: roster.name(unit).into(),
            side: roster.side(unit),
            took: thousandths(*took),
            lost: thousandths(*lost),
        });
        let fought =
            self.fought.iter().map(|(at, [north, south])| Fought { square: *at, north: *north, south: *south });
        (deeds.filter(|deed| deed.took != 0 || deed.lost != 0).collect(), fought.collect())
    }
}
