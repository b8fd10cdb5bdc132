//! Who belongs together: wings and lines. Units of one side are one line when they stand beside each other, look the
//! same way and are of one arm; the units of a body are, wherever they stand near each other.

use bevy::math::Vec2;
use smallvec::SmallVec;

use super::sight::{Seen, Sight};
use crate::battle::{Ruleset, View};
use crate::ids::{Side, UnitId};
use crate::table::measure::{distance, side};

/// How far apart sideways, from end to end, units still stand in one line, inches on the scale where foot moves six.
const BESIDE: f32 = 3.2;
/// How far apart in depth they do.
const DEPTH: f32 = 2.5;
/// How near behind another unit, in the depth of both, one stands in a second line, and how much of the narrower half front
/// it must cover.
const RANKS: f32 = 4.0;
const COVERS: f32 = 0.6;
/// How near to each other units of one body must stand.
const TOGETHER: f32 = 6.0;
/// How many hundredths of a degree their headings may differ.
const ALIKE: i32 = 3_500;

/// What a unit is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arm {
    /// Skirmishers and others who are worth little: lines pass them and do not wait for them.
    Light,
    /// The line of battle.
    Foot,
    /// Whoever is much faster than the line of battle.
    Horse,
}

/// Units that act together.
#[derive(Clone, Debug)]
pub struct Wing {
    pub side: Side,
    pub arm: Arm,
    /// In the order of the roster.
    pub units: SmallVec<[UnitId; 8]>,
    /// The mean of its units' places, weighted by their values.
    pub middle: Vec2,
    /// Where it looks: the mean direction, of length 1.
    pub forward: Vec2,
    /// The sum of its units' values.
    pub value: f32,
    /// Whether any of it is in melee.
    pub fights: bool,
}

impl Wing {
    /// Every wing and line on the table, in the order of their first units.
    pub fn all(sight: &Sight) -> Vec<Wing> {
        let units = &sight.units;
        let mut first: Vec<usize> = (0..units.len()).collect();
        for a in 0..units.len() {
            for b in a + 1..units.len() {
                let (ra, rb) = (root(&first, a), root(&first, b));
                if ra != rb && are_one(sight, &units[a], &units[b]) && !are_ranks(units, &units[a], &units[b]) {
                    let (low, high) = (ra.min(rb), ra.max(rb));
                    first[high] = low;
                }
            }
        }
        let mut wings: Vec<(usize, Wing)> = Vec::new();
        for (n, unit) in units.iter().enumerate() {
            let root = root(&first, n);
            match wings.iter_mut().find(|(of, _)| *of == root) {
                Some((_, wing)) => wing.add(unit),
                None => wings.push((root, Wing::of(sight, unit))),
            }
        }
        wings.into_iter().map(|(_, wing)| wing.finished()).collect()
    }

    fn of(sight: &Sight, unit: &Seen) -> Wing {
        let (side, arm) = (unit.side, sight.arm(unit));
        let (units, middle, forward) = (SmallVec::new(), Vec2::ZERO, Vec2::ZERO);
        let mut wing = Wing { side, arm, units, middle, forward, value: 0.0, fights: false };
        wing.add(unit);
        wing
    }

    fn add(&mut self, unit: &Seen) {
        self.units.push(unit.unit);
        self.middle += unit.print.centre * unit.unit_value;
        self.forward += unit.print.forward() * unit.unit_value;
        self.value += unit.unit_value;
        self.fights |= unit.engaged;
    }

    fn finished(mut self) -> Wing {
        self.middle /= self.value.max(f32::EPSILON);
        self.forward = self.forward.normalize_or(Vec2::Y);
        self
    }
}

/// The lines of battle of a side: foot that stands beside each other, looking the same way, two units or more. In the
/// order of the roster.
pub fn battle_lines(view: &View, ruleset: &Ruleset, of: Side) -> Vec<Vec<UnitId>> {
    let sight = Sight::of(view, ruleset, of);
    let wings = Wing::all(&sight).into_iter();
    let lines = wings.filter(|wing| wing.side == of && wing.arm == Arm::Foot && wing.units.len() > 1);
    lines.map(|wing| wing.units.to_vec()).collect()
}

fn root(first: &[usize], mut of: usize) -> usize {
    while first[of] != of {
        of = first[of];
    }
    of
}

/// Whether the bodies of two units stand one behind the other: then they are two lines.
fn are_ranks(units: &[Seen], a: &Seen, b: &Seen) -> bool {
    if a.body.is_none() || b.body.is_none() || a.body == b.body {
        return false;
    }
    let of = |body| units.iter().filter(move |unit| unit.body == body && unit.side == a.side);
    let behind = |a: &Seen, b: &Seen| {
        let over = a.print.half_width + b.print.half_width - side(&a.print, b.print.centre).abs();
        let depth = (b.print.centre - a.print.centre).dot(a.print.forward()).abs();
        let narrower = a.print.half_width.min(b.print.half_width);
        over > COVERS * narrower && depth < RANKS * (a.print.half_depth + b.print.half_depth)
    };
    of(a.body).any(|a| of(b.body).any(|b| behind(a, b)))
}

/// Whether two units belong to one line.
fn are_one(sight: &Sight, a: &Seen, b: &Seen) -> bool {
    if a.side != b.side || sight.arm(a) != sight.arm(b) {
        return false;
    }
    let scale = sight.scale;
    if a.body.is_some() && a.body == b.body {
        return distance(&a.print, &b.print) <= TOGETHER * scale;
    }
    if a.print.heading.between(b.print.heading).0 > ALIKE {
        return false;
    }
    let gap = side(&a.print, b.print.centre).abs() - a.print.half_width - b.print.half_width;
    let depth = (b.print.centre - a.print.centre).dot(a.print.forward()).abs();
    gap <= BESIDE * scale && gap > -a.print.half_width && depth <= DEPTH * scale
}
