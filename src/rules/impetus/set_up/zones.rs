//! Where a side may deploy (5.3).

use super::DEPLOYMENT;
use crate::battle::{Mark, Measured, Ref, Refusal, placing};
use crate::cite::Word;
use crate::ids::{Side, UnitId};
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::data::{Going, data, tables};
use crate::table::{Footprint, Mil};

/// How far a side's zone reaches from its own edge of the table.
pub fn depth(field: Battlefield) -> Mil {
    Mil::measured(field.0.ground().depth / 2.0) - tables().deployment.centre.mil()
}

/// The drawing of a side's zone.
pub fn zone(field: Battlefield, side: Side) -> Mark {
    placing::zone(&field.0, side, depth(field), tables().deployment.side.mil())
}

/// Checks where a side's units would stand: in its zone, clear of each other and of closed terrain.
///
/// # Errors
///
/// The first violation.
pub fn check(field: Battlefield, side: Side, all: &[(UnitId, Footprint)]) -> Result<(), Refusal> {
    all.iter().try_for_each(|(unit, print)| in_zone(field, side, *unit, print))?;
    let closed = |_, kind: Word| data().terrain_kind(kind.0).is_some_and(|kind| kind.going == Going::Closed);
    placing::check_clear(&field.0, all, closed, DEPLOYMENT)
}

fn in_zone(field: Battlefield, side: Side, unit: UnitId, print: &Footprint) -> Result<(), Refusal> {
    let ground = field.0.ground();
    let refuse = |says| Refusal::new(DEPLOYMENT, Word(says)).of(Ref::Unit(unit));
    if !ground.holds(print) {
        return Err(placing::off_table(&field.0, unit, &print.corners(), DEPLOYMENT));
    }
    let corners = print.corners();
    let (far, zone) = (placing::from_own_edge(&field.0, side, &corners), depth(field));
    if far > zone {
        return Err(refuse("outside-zone").above(Measured::Length(far), Measured::Length(zone)));
    }
    let aside = corners.iter().map(|c| c.x.min(ground.width - c.x)).fold(f32::INFINITY, f32::min);
    let (aside, limit) = (Mil::measured(aside), tables().deployment.side.mil());
    if aside < limit {
        return Err(refuse("too-near-side").below(Measured::Length(aside), Measured::Length(limit)));
    }
    Ok(())
}
