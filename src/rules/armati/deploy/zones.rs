//! Where a side may deploy (3.1.3).

use bevy::math::Vec2;

use super::Placed;
use crate::battle::placing;
use crate::battle::{Mark, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::data;
use crate::rules::armati::divisions;
use crate::rules::armati::going;
use crate::rules::armati::state::Troop;
use crate::table::{Footprint, Mil};

const ZONES: Cite = Cite("3.1.3");
const SECRET: Cite = Cite("3.1.2");
const CONTIGUOUS: Cite = Cite("D1");

/// Checks where a side's units would stand.
///
/// # Errors
///
/// The first violation.
pub fn check(field: Battlefield, side: Side, all: &[Placed]) -> Result<(), Refusal> {
    all.iter().try_for_each(|one| in_zone(field, one))?;
    check_clear(field, all.iter())?;
    for (body, of) in field.0.bodies().present().filter(|(_, b)| b.side == side) {
        let prints: Vec<Footprint> = all.iter().filter(|p| of.units.contains(&p.unit)).map(|p| p.print).collect();
        if !divisions::contiguous(&prints) {
            return Err(Refusal::new(CONTIGUOUS, Word("not-contiguous")).of(Ref::Body(body)));
        }
    }
    Ok(())
}

/// Checks where a division would stand beside units that are placed already.
///
/// # Errors
///
/// The first violation.
pub fn check_division(field: Battlefield, division: &[Placed], others: &[Placed]) -> Result<(), Refusal> {
    division.iter().try_for_each(|one| in_zone(field, one))?;
    check_clear(field, division.iter().chain(others))?;
    let prints: Vec<Footprint> = division.iter().map(|p| p.print).collect();
    let whole = divisions::contiguous(&prints);
    if whole { Ok(()) } else { Err(Refusal::new(CONTIGUOUS, Word("not-contiguous"))) }
}

/// Checks that no two overlap, and that none is on terrain that it may not enter.
fn check_clear<'p, 'w: 'p>(field: Battlefield, all: impl Iterator<Item = &'p Placed<'w>>) -> Result<(), Refusal> {
    let prints: Vec<(UnitId, Footprint)> = all.map(|p| (p.unit, p.print)).collect();
    placing::check_clear(&field.0, &prints, |unit, kind| !going::may_enter(field.kind(unit), kind), SECRET)
}

/// The drawing of a side's zone.
pub fn zone(field: Battlefield, side: Side) -> Mark {
    placing::zone(&field.0, side, *data().tables.deployment.depth, Mil::ZERO)
}

/// Checks that the unit is wholly in its side's zone, and wholly in the zone's centre if its type must be.
fn in_zone(field: Battlefield, one: &Placed) -> Result<(), Refusal> {
    let zones = &data().tables.deployment;
    if !field.0.ground().holds(&one.print) {
        return Err(placing::off_table(&field.0, one.unit, &one.print.corners(), ZONES));
    }
    let corners = one.print.corners();
    placing::check_zone(&field.0, one.unit, &corners, *zones.depth, ZONES)?;
    let aside = placing::from_sides(&field.0, &corners);
    if centre_only(one) && aside < *zones.flank {
        let refusal = Refusal::new(ZONES, Word("centre-only")).of(Ref::Unit(one.unit));
        return Err(refusal.below(Measured::Length(aside), Measured::Length(*zones.flank)));
    }
    Ok(())
}

/// Checks that a general who begins without a unit is on the table and in his side's zone.
///
/// # Errors
///
/// When he is not.
pub fn check_general(field: Battlefield, marker: UnitId, at: Vec2) -> Result<(), Refusal> {
    if !field.0.ground().has(at) {
        return Err(placing::off_table(&field.0, marker, &[at], ZONES));
    }
    placing::check_zone(&field.0, marker, &[at], *data().tables.deployment.depth, ZONES)
}

/// Checks that heavy foot, elephants and artillery are wholly in the centre.
pub fn centre_only(one: &Placed) -> bool {
    is_centre_only(one.troop)
}

/// Whether such a troop must deploy in the centre.
pub fn is_centre_only(troop: &Troop) -> bool {
    troop.kind.centre_only || troop.kind.hi_family
}
