//! Ready-made deployments: the file's, the file's mirrored, and lines.

use super::depth::{self, drawn_up};
use super::{advice, pack, placed, units, zones};
use crate::battle::Ref;
use crate::battle::placing::{self, LineUp};
use crate::ids::{Side, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::data;
use crate::table::{Cdeg, Mil, Place};

/// Gap between divisions of a line, inches.
const GAP: Mil = Mil(300);
/// Depth set aside for each line of a deployment in several lines, inches: the deepest formation and a gap.
const LINE: Mil = Mil(3_900);

/// A deployment: where each unit goes, and which units stand deep.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub places: Vec<(UnitId, Place)>,
    pub deep: Vec<UnitId>,
}

/// The deployments to choose from; some may not be legal.
pub fn plans(field: Battlefield, side: Side) -> Vec<Plan> {
    let mut plans = Vec::new();
    let all = units(field, side);
    let is_deep = |unit: &UnitId| depth::on_file(field, *unit).1 > 1;
    let on_file: Vec<UnitId> = all.iter().copied().filter(is_deep).collect();
    let listed: Vec<(UnitId, Place)> = all.iter().filter_map(|u| Some((*u, field.0.pose(*u)?.place()))).collect();
    let advised = advice::deep(field, side);
    if listed.len() == all.len() {
        let mut dressed = None;
        let mirrored = placing::mirrored(&field.0, &listed);
        if advised != on_file {
            let deep: Vec<Ref> = advised.iter().map(|unit| Ref::Unit(*unit)).collect();
            let all: Vec<_> = listed.iter().filter_map(|(u, at)| placed(field, *u, *at, Some(&deep))).collect();
            dressed = Some(Plan { places: depth::dressed(field, &all), deep: advised.clone() });
        }
        plans.extend([listed, mirrored].map(|places| Plan { places, deep: on_file.clone() }));
        plans.extend(dressed);
    }
    plans.push(Plan { places: in_line(field, side, &on_file), deep: on_file.clone() });
    if advised != on_file {
        plans.push(Plan { places: in_line(field, side, &advised), deep: advised });
    }
    plans
}

/// The deployment when none of those is allowed because of the terrain.
pub fn last_resort(field: Battlefield, side: Side) -> Plan {
    let deep: Vec<UnitId> = units(field, side).into_iter().filter(|unit| depth::on_file(field, *unit).1 > 1).collect();
    let refs: Vec<Ref> = deep.iter().map(|unit| Ref::Unit(*unit)).collect();
    Plan { places: pack::packed(field, side, &refs), deep }
}

/// The divisions side by side: those that may stand only in the centre go to the middle, the others to the wings. When
/// the front is full, those of the centre that found no room stand in a second line. `deep` are the units in twice the ranks.
fn in_line(field: Battlefield, side: Side, deep: &[UnitId]) -> Vec<(UnitId, Place)> {
    let ground = field.0.ground();
    let bodies = field.0.bodies();
    let (mut centre, mut wings): (Vec<&[UnitId]>, Vec<&[UnitId]>) = (Vec::new(), Vec::new());
    for (_, body) in bodies.present().filter(|(_, b)| b.side == side) {
        let here = Place { x: Mil::ZERO, y: Mil::ZERO, heading: Cdeg::ZERO };
        let middle = body.units.iter().filter_map(|u| placed(field, *u, here, None)).any(|p| zones::centre_only(&p));
        if middle { centre.push(&body.units) } else { wings.push(&body.units) }
    }
    let zones = &data().tables.deployment;
    let flank = zones.flank.to_inches();
    let deep: Vec<Ref> = deep.iter().map(|unit| Ref::Unit(*unit)).collect();
    let width = |unit: UnitId| {
        let (files, _) = drawn_up(field, unit, Some(&deep));
        field.0.roster().base(unit).frontage(files)
    };
    let mut lines = LineUp {
        view: field.0,
        side,
        width: &width,
        gap: GAP,
        line: LINE,
        aside: Mil::ZERO,
        front: *zones.depth,
        places: Vec::new(),
    };
    let middle = (flank, ground.width - flank);
    let rest = lines.fill(&centre, middle);
    lines.beside(&wings);
    if !rest.is_empty() {
        lines.front = lines.front - LINE;
        lines.fill(&rest, middle);
    }
    lines.places
}
