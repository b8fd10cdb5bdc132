//! Ready-made deployments: the file's, the file's mirrored, and lines.

use super::places::{depth, drawn};
use crate::battle::placing::{self, LineUp};
use crate::ids::{Side, UnitId};
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::state::Listed;
use crate::rules::ancientmaster::troop::Sort;
use crate::table::{Cdeg, Mil, Place, Pose};

/// The gap between units, so small that they touch and can be ordered together.
const GAP: Mil = Mil(6);
/// The gap behind a line.
const BEHIND: f32 = 0.5;
/// How far lines stay from the edges of the table.
const ASIDE: Mil = Mil(1_000);
/// What is set aside for a character, inches.
const TOKEN: f32 = 1.0;

/// The deployments to choose from, each with the place of every unit and character; some may not be legal.
pub fn plans(field: Battlefield, side: Side) -> Vec<Vec<(UnitId, Place)>> {
    let all: Vec<UnitId> = field.0.roster().of(side).collect();
    let of_file = |unit: &UnitId| {
        let listed = field.0.get::<Listed>(*unit)?;
        Some((*unit, listed.placement.pose(field.size(*unit))?.place()))
    };
    let listed: Vec<(UnitId, Place)> = all.iter().filter_map(of_file).collect();
    let mut plans = Vec::new();
    if listed.len() == all.len() {
        let straight = |(unit, place): (UnitId, Place)| {
            let heading = if field.leader(unit).is_some() { Cdeg::ZERO } else { place.heading };
            (unit, Place { heading, ..place })
        };
        let mirrored = placing::mirrored(&field.0, &listed).into_iter().map(straight).collect();
        plans.extend([listed, mirrored]);
    }
    plans.extend([0, 1, 2].map(|wings| in_lines(field, side, wings)));
    plans.dedup();
    plans
}

/// How wide and deep a unit stands.
fn size(field: Battlefield, unit: UnitId) -> (f32, f32) {
    if field.leader(unit).is_some() {
        return (TOKEN, TOKEN);
    }
    let hull = drawn(field, unit, Pose::default().place(), None).hull(field.size(unit));
    hull.map_or((0.0, 0.0), |hull| (hull.width(), hull.depth()))
}

/// The foot in the middle of the foremost line and the mounted at its wings; what finds no room there goes behind, the
/// characters last. Of the mounted `wings` says where: at both wings, all on the left, or all on the right.
fn in_lines(field: Battlefield, side: Side, wings: u8) -> Vec<(UnitId, Place)> {
    let width = |unit: UnitId| size(field, unit).0;
    let units = field.0.roster().of(side).filter(|unit| field.unit(*unit).is_some());
    let on_foot = |unit: &UnitId| matches!(field.troop(*unit).sort(), Sort::Infantry | Sort::Artillery);
    let (foot, mounted): (Vec<UnitId>, Vec<UnitId>) = units.partition(on_foot);
    let half = match wings {
        0 => mounted.len() / 2,
        1 => mounted.len(),
        _ => 0,
    };
    let (left, right) = mounted.split_at(half);
    let mut waiting: Vec<UnitId> = left.iter().chain(&foot).chain(right).copied().collect();
    waiting.extend(field.0.roster().of(side).filter(|unit| field.leader(*unit).is_some()));
    let (front, places) = (depth(field), Vec::new());
    let mut lines = LineUp { view: field.0, side, width: &width, gap: GAP, line: GAP, aside: ASIDE, front, places };
    let span = (ASIDE.to_inches(), field.0.ground().width - ASIDE.to_inches());
    while !waiting.is_empty() && lines.front > Mil::ZERO {
        // Characters never stand in a line of units.
        let leaders = waiting.iter().take_while(|unit| field.unit(**unit).is_some()).count();
        let now = if leaders == 0 { waiting.len() } else { leaders };
        let bodies: Vec<[UnitId; 1]> = waiting[..now].iter().map(|unit| [*unit]).collect();
        let slices: Vec<&[UnitId]> = bodies.iter().map(<[UnitId; 1]>::as_slice).collect();
        let rest = lines.fill(&slices, span).len();
        let placed = now - rest;
        let deep = waiting[..placed].iter().map(|unit| size(field, *unit).1).fold(0.0, f32::max);
        lines.front = lines.front - Mil::up(deep + BEHIND);
        waiting.drain(..placed);
        if placed == 0 {
            break;
        }
    }
    let straight = |(unit, place): (UnitId, Place)| {
        let heading = if field.leader(unit).is_some() { Cdeg::ZERO } else { place.heading };
        (unit, Place { heading, ..place })
    };
    lines.places.into_iter().map(straight).collect()
}

/// Places all over its zone where a unit might find room, from its front and middle on.
pub fn elsewhere(field: Battlefield, unit: UnitId) -> impl Iterator<Item = (UnitId, Place)> {
    let side = field.0.side_of(unit);
    let (zone, table) = (depth(field), field.0.ground());
    let (width, far) = (Mil::measured(table.width), Mil::measured(table.depth));
    let heading = if side == Side::South || field.leader(unit).is_some() { Cdeg::ZERO } else { Cdeg::HALF };
    let rows = (0..zone.0 / 500).map(move |n| Mil(zone.0 - n * 500));
    rows.flat_map(move |row| {
        let y = if side == Side::South { row } else { far - row };
        let steps = (0..width.0 / 500).map(move |n| if n % 2 == 0 { n / 2 } else { -(n + 1) / 2 });
        steps.map(move |n| (unit, Place { x: Mil(width.0 / 2 + n * 500), y, heading }))
    })
}
