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
pub fn check(field: Battlefield, all: &[(UnitId, Footprint)]) -> Result<(), Refusal> {
    all.iter().try_for_each(|(unit, print)| in_zone(field, *unit, print))?;
    let closed = |_, kind: Word| data().terrain_kind(kind.0).is_some_and(|kind| kind.going == Going::Closed);
    placing::check_clear(&field.0, all, closed, DEPLOYMENT)
}

fn in_zone(field: Battlefield, unit: UnitId, print: &Footprint) -> Result<(), Refusal> {
    if !field.0.ground().holds(print) {
        return Err(placing::off_table(&field.0, unit, &print.corners(), DEPLOYMENT));
    }
    let corners = print.corners();
    placing::check_zone(&field.0, unit, &corners, depth(field), DEPLOYMENT)?;
    let (aside, limit) = (placing::from_sides(&field.0, &corners), tables().deployment.side.mil());
    if aside < limit {
        let refusal = Refusal::new(DEPLOYMENT, Word("too-near-side")).of(Ref::Unit(unit));
        return Err(refusal.below(Measured::Length(aside), Measured::Length(limit)));
    }
    Ok(())
}
