//! A deployment for terrain in which no line can be drawn up: each division goes to the first free place, searched from
//! the middle of the zone's front outward and back.

use super::{Placed, placed, zones};
use crate::battle::Ref;
use crate::ids::{Side, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::data;
use crate::table::{Cdeg, Mil, Place};

/// The grid on which places are searched.
const STEP: Mil = Mil(600);

/// Where each unit goes when the listed units stand deep. Units of a division that finds no place are left out.
pub fn packed(field: Battlefield, side: Side, deep: &[Ref]) -> Vec<(UnitId, Place)> {
    let mut bodies: Vec<&[UnitId]> =
        field.0.bodies().present().filter(|(_, b)| b.side == side).map(|(_, b)| b.units.as_slice()).collect();
    let troop = |unit: &UnitId| field.try_troop(*unit);
    // Divisions that may stand only in the centre are placed first, and wider ones before others.
    let centre = |body: &[UnitId]| body.iter().filter_map(troop).any(zones::is_centre_only);
    bodies.sort_by_key(|body| (!centre(body), std::cmp::Reverse(body.len())));
    let mut all: Vec<Placed> = Vec::new();
    for body in bodies {
        let found = spots(field, side).find_map(|at| {
            let ranks = 1..=body.len();
            ranks
                .filter(|ranks| body.len() % ranks == 0)
                .find_map(|ranks| block(field, side, body, deep, at, ranks, &all))
        });
        all.extend(found.into_iter().flatten());
    }
    all.iter().map(|p| (p.unit, p.print.pose().place())).collect()
}

/// The places for the middle of a front: distances from the own edge, the foremost first, and for each positions
/// across, the middle first.
fn spots(field: Battlefield, side: Side) -> impl Iterator<Item = (Mil, Mil)> {
    let ground = field.0.ground();
    let (width, depth) = (Mil::measured(ground.width), Mil::measured(ground.depth));
    let zone = *data().tables.deployment.depth;
    let rows = (0..zone.0 / STEP.0).map(move |n| zone - Mil(STEP.0 * n));
    let middle = Mil(width.0 / 2);
    let columns =
        move || (0..=middle.0 / STEP.0).flat_map(move |n| [middle + Mil(STEP.0 * n), middle - Mil(STEP.0 * n)]);
    rows.flat_map(move |row| columns().map(move |x| (x, if side == Side::South { row } else { depth - row })))
}

/// A division drawn up in so many ranks about the middle of its front, if that is allowed beside the units already
/// placed.
fn block<'w>(
    field: Battlefield<'w>,
    side: Side,
    body: &[UnitId],
    deep: &[Ref],
    (x, y): (Mil, Mil),
    ranks: usize,
    all: &[Placed<'w>],
) -> Option<Vec<Placed<'w>>> {
    let (heading, back) = if side == Side::South { (Cdeg::ZERO, -1) } else { (Cdeg::HALF, 1) };
    let size = |unit: UnitId, at: Place| placed(field, unit, at, Some(deep));
    let here = Place { x, y, heading };
    let mut block: Vec<Placed> = Vec::new();
    let mut front = y;
    for rank in body.chunks(body.len() / ranks) {
        let prints: Vec<Placed> = rank.iter().filter_map(|unit| size(*unit, here)).collect();
        let width = |p: &Placed| Mil::up(p.print.width());
        let mut left = x - Mil(prints.iter().map(|p| width(p).0).sum::<i32>() / 2);
        let deepest = prints.iter().map(|p| Mil::up(p.print.depth())).max()?;
        for print in &prints {
            let at = Place { x: left + Mil(width(print).0 / 2), y: front, heading };
            block.push(size(print.unit, at)?);
            left = left + width(print);
        }
        front = front + Mil(back * deepest.0);
    }
    zones::check_division(field, &block, all).ok()?;
    Some(block)
}
