//! The strip along the own table edge that heavy units may not enter where they can face about (B12a.7 to B12a.10).

use super::straight::Straight;
use crate::battle::{Arg, Mark, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::{Class, data};
use crate::rules::armati::switches::Switch;
use crate::table::{Footprint, Mil};

const STRIP: Cite = Cite("B12a.7");

/// Whether the strip is closed to the unit in this battle.
pub fn applies(field: Battlefield, unit: UnitId) -> bool {
    field.plays(Switch::AboutFace) && field.kind(unit).class == Class::Heavy
}

/// The distance of a footprint's nearest part from its side's own table edge.
pub fn from_edge(field: Battlefield, side: Side, print: &Footprint) -> Mil {
    let depth = field.0.ground().depth;
    let away = print.corners().map(|c| if side == Side::South { c.y } else { depth - c.y });
    Mil::measured(away.into_iter().fold(f32::INFINITY, f32::min))
}

/// Whether some part of an enemy is in the strip of the side opposed to it.
fn intrudes(field: Battlefield, enemy: UnitId) -> bool {
    let own = field.0.side_of(enemy).other();
    from_edge(field, own, &field.print(enemy)) < *data().tables.movement.rear_zone
}

/// Checks that the unit may move there, meeting these enemies: it may neither enter the strip nor go deeper into it,
/// except to charge an enemy partly in it.
///
/// # Errors
///
/// How near to the edge it would stand, and how near it may.
pub fn check(
    field: Battlefield,
    unit: UnitId,
    start: &Footprint,
    end: &Footprint,
    met: &[UnitId],
) -> Result<(), Refusal> {
    if !applies(field, unit) {
        return Ok(());
    }
    let side = field.0.side_of(unit);
    let limit = from_edge(field, side, start).min(*data().tables.movement.rear_zone);
    let away = from_edge(field, side, end);
    if away >= limit || met.iter().any(|enemy| intrudes(field, *enemy)) {
        return Ok(());
    }
    Err(Refusal::new(STRIP, Word("rear-zone"))
        .of(Ref::Unit(unit))
        .below(Measured::Length(away), Measured::Length(limit))
        .word(Word("zone"), Arg::Measured(Measured::Length(*data().tables.movement.rear_zone)))
        .mark(Mark::Band(strip(field, side))))
}

/// How far the unit may go before it would enter the strip or go deeper into it; none: without limit.
pub fn way_free(way: &Straight) -> Option<Mil> {
    if !applies(way.field, way.unit) {
        return None;
    }
    let side = way.field.0.side_of(way.unit);
    let toward_edge = if side == Side::South { -way.along().y } else { way.along().y };
    // It moves along the edge, apart from rounding.
    if toward_edge <= 0.000_1 {
        return None;
    }
    let limit = from_edge(way.field, side, &way.from).min(*data().tables.movement.rear_zone);
    let room = (from_edge(way.field, side, &way.from) - limit).to_inches();
    let mut free = Mil::down(room / toward_edge);
    while free > Mil::ZERO && from_edge(way.field, side, &way.at(free)) < limit {
        free = free - Mil(1);
    }
    Some(free)
}

/// The strip of a side as a polygon to draw.
fn strip(field: Battlefield, side: Side) -> Vec<(Mil, Mil)> {
    let ground = field.0.ground();
    let (width, depth) = (Mil::measured(ground.width), Mil::measured(ground.depth));
    let zone = *data().tables.movement.rear_zone;
    let (low, high) = if side == Side::South { (Mil::ZERO, zone) } else { (depth - zone, depth) };
    vec![(Mil::ZERO, low), (width, low), (width, high), (Mil::ZERO, high)]
}
