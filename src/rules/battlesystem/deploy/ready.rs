//! Ready-made deployments: the file's, the file's mirrored, and lines.

use super::units;
use crate::battle::placing::{self, LineUp};
use crate::ids::{Side, UnitId};
use crate::rules::battlesystem::battlefield::Battlefield;
use crate::rules::battlesystem::data::tables;
use crate::rules::battlesystem::muster::{Listed, stood};
use crate::table::{Mil, Place, Pose};

/// The gap between units.
const GAP: Mil = Mil(500);
/// The gap behind a line.
const BEHIND: f32 = 0.5;
/// How far lines stay from the edges of the table.
const ASIDE: Mil = Mil(1_000);

/// The deployments to choose from, each with the place of every unit; some may not be legal.
pub fn plans(field: Battlefield, side: Side) -> Vec<Vec<(UnitId, Place)>> {
    let all: Vec<UnitId> = units(field, side).collect();
    let listed: Vec<(UnitId, Place)> =
        all.iter().filter_map(|unit| Some((*unit, field.0.get::<Listed>(*unit)?.0))).collect();
    let mut plans = Vec::new();
    if listed.len() == all.len() {
        let mirrored = placing::mirrored(&field.0, &listed);
        plans.extend([listed, mirrored]);
    }
    plans.extend([0, 1, 2].map(|wings| in_lines(field, side, wings)));
    plans.dedup();
    plans
}

/// How wide and deep a unit stands as its file draws it up.
fn size(field: Battlefield, unit: UnitId) -> (f32, f32) {
    let (troop, stance) = (field.troop(unit), field.stance(unit));
    let at = stood(
        troop.kind,
        troop.class,
        (stance.open, stance.files, troop.figures),
        Pose::default(),
        *field.0.battle_state(),
    );
    at.hull(field.size(unit)).map_or((0.0, 0.0), |hull| (hull.width(), hull.depth()))
}

/// The foot in the middle of the foremost line and the horse at its wings; what finds no room there goes behind. Of horse
/// `wings` says where: at both wings, all on the left, or all on the right.
fn in_lines(field: Battlefield, side: Side, wings: u8) -> Vec<(UnitId, Place)> {
    let width = |unit: UnitId| size(field, unit).0;
    let mounted = |unit: &UnitId| field.kind(*unit).mounted;
    let (horse, foot): (Vec<UnitId>, Vec<UnitId>) = units(field, side).partition(mounted);
    let half = match wings {
        0 => horse.len() / 2,
        1 => horse.len(),
        _ => 0,
    };
    let (left, right) = horse.split_at(half);
    let mut waiting: Vec<UnitId> = left.iter().chain(&foot).chain(right).copied().collect();
    let front = Mil::measured(tables().deployment);
    let mut lines =
        LineUp { view: field.0, side, width: &width, gap: GAP, line: GAP, aside: ASIDE, front, places: Vec::new() };
    let span = (ASIDE.to_inches(), field.0.ground().width - ASIDE.to_inches());
    while !waiting.is_empty() && lines.front > Mil::ZERO {
        let bodies: Vec<[UnitId; 1]> = waiting.iter().map(|unit| [*unit]).collect();
        let slices: Vec<&[UnitId]> = bodies.iter().map(<[UnitId; 1]>::as_slice).collect();
        let rest: Vec<UnitId> = lines.fill(&slices, span).into_iter().flatten().copied().collect();
        let placed = waiting.len() - rest.len();
        let deep = waiting[..placed].iter().map(|unit| size(field, *unit).1).fold(0.0, f32::max);
        lines.front = lines.front - Mil::up(deep + BEHIND);
        waiting = rest;
        if placed == 0 {
            break;
        }
    }
    lines.places
}
