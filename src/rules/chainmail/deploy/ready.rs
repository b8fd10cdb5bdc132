//! Ready-made deployments: the file's, the file's mirrored, and lines.

use super::{Listed, figures, units};
use crate::battle::placing::Ready;
use crate::ids::{Side, UnitId};
use crate::rules::chainmail::battlefield::{Battlefield, in_ranks};
use crate::rules::chainmail::data::tables;
use crate::rules::chainmail::fighting::fighting;
use crate::table::{Mil, Place, Pose};

/// The gap between units, how far lines stay from the edges of the table, and the gap behind a line.
const GAP: Mil = Mil(500);
const ASIDE: Mil = Mil(1_000);
const BEHIND: f32 = 0.75;

/// Whole deployments for who does not place his units himself to choose from: as the battle's file has them, and drawn up in
/// other ways. Some may not be legal.
pub fn plans(field: Battlefield, side: Side) -> Vec<Vec<(UnitId, Place)>> {
    let all: Vec<UnitId> = units(field, side).collect();
    let ready = Ready {
        view: field.0,
        side,
        size: &|unit| size(field, unit),
        mounted: &|unit| field.mounted(unit),
        front: *fighting().deployment,
        gap: GAP,
        aside: ASIDE,
        behind: BEHIND,
    };
    ready.plans(&all, |unit| field.0.get::<Listed>(unit)?.place)
}

/// How wide and deep a unit stands as its file draws it up.
fn size(field: Battlefield, unit: UnitId) -> (f32, f32) {
    if field.kind(unit).is_machine() {
        return tables().engine_base;
    }
    if field.kind(unit).commander {
        return (0.0, 0.0);
    }
    let files = field.0.get::<Listed>(unit).map_or(1, |listed| listed.files);
    let at = in_ranks(Pose::default(), files, figures(field, unit), field.formation(unit).open);
    at.hull(field.size(unit)).map_or((0.0, 0.0), |hull| (hull.width(), hull.depth()))
}
