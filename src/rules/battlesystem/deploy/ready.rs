//! Ready-made deployments: the file's, the file's mirrored, and lines.

use super::units;
use crate::battle::placing::Ready;
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
    let ready = Ready {
        view: field.0,
        side,
        size: &|unit| size(field, unit),
        mounted: &|unit| field.kind(unit).mounted,
        front: Mil::measured(tables().deployment),
        gap: GAP,
        aside: ASIDE,
        behind: BEHIND,
    };
    ready.plans(&all, |unit| Some(field.0.get::<Listed>(unit)?.0))
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
