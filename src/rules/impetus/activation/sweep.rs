//! Wheels (8.1): what they cost, and what they may not sweep over.

use super::plan::Planned;
use crate::battle::greatest::greatest_near;
use crate::battle::{Arg, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::data::{Going, tables};
use crate::rules::impetus::going;
use crate::rules::impetus::zone::{self, Zone};
use crate::table::measure::{distance, overlap};
use crate::table::swing::Swing;
use crate::table::wheeling::{Wheeling, wheel_seat};
use crate::table::{Cdeg, Footprint, Mil, Piece};

const WHEELS: Cite = Cite("8.1");
const CLOSED: Cite = Cite("I22");
const PASSING: Cite = Cite("8.4");

/// Where all units stand after the wheel, and what it costs.
///
/// # Errors
///
/// When the angle is too large, or something is in the way.
pub fn wheel(
    field: Battlefield,
    units: &[UnitId],
    prints: &[Footprint],
    angle: Cdeg,
    zones: &[Zone],
) -> Result<(Vec<Footprint>, Mil), Refusal> {
    let Some(wheeling) = Wheeling::of(prints, angle).filter(|_| angle != Cdeg::ZERO) else {
        return Ok((prints.to_vec(), Mil::ZERO));
    };
    let refuse = |cite, says: &'static str, unit: UnitId, limit: Cdeg| {
        let (measured, limit) = (Measured::Angle(Cdeg(angle.0.saturating_abs())), Measured::Angle(limit));
        Refusal::new(cite, Word(says)).of(Ref::Unit(unit)).above(measured, limit)
    };
    let most = tables().movement.wheel.0;
    if angle.0.saturating_abs() > most.0 {
        return Err(refuse(WHEELS, "wheels-far", units[0], most));
    }
    if let Some(unit) = units.iter().find(|u| field.kind(**u).artillery) {
        return Err(Refusal::new(WHEELS, Word("never-wheels")).of(Ref::Unit(*unit)));
    }
    // As far as no more than a graze is swept; overlap begins before that.
    let seat = |n: usize, at: f32, over: &Footprint| {
        let clear = |angle: i32| wheeling.to(Cdeg(angle)).meets(n, over).is_none();
        Cdeg(greatest_near(wheeling.angle.0, Some(wheel_seat(at).0), clear))
    };
    let gap = tables().stop_short.inches();
    let layout = field.0.layout();
    for (n, (unit, print)) in units.iter().zip(prints).enumerate() {
        for foot in wheeling.near(n, layout, None, gap).filter(|foot| !units.contains(&foot.unit)) {
            let friend = foot.side == field.0.side_of(*unit);
            let met = match friend {
                true => wheeling.meets(n, &foot.print).map(|touch| seat(n, touch.at, &foot.print)),
                // A unit may swing away from an enemy that is this near already, but not into his other side.
                false if distance(print, &foot.print) <= gap => {
                    let after = wheeling.to(Cdeg(1)).end(n);
                    match distance(&after, &foot.print) < distance(print, &foot.print) {
                        true => Some(Cdeg::ZERO),
                        false => wheeling.meets(n, &foot.print).map(|touch| seat(n, touch.at, &foot.print)),
                    }
                }
                false => wheeling.approaches(n, &foot.print, gap).map(wheel_seat),
            };
            if let Some(limit) = met {
                let (cite, says) = if friend { (PASSING, "sweeps-friend") } else { (WHEELS, "sweeps-enemy") };
                let other = Arg::Of(Ref::Unit(foot.unit));
                return Err(refuse(cite, says, *unit, limit).word(Word("other"), other));
            }
        }
        for piece in wheeling.pieces(n, field.0.ground(), |piece| going::going(piece) == Going::Closed) {
            if let Some(at) = wheeling.enters(n, piece) {
                return Err(refuse(CLOSED, "sweeps-closed", *unit, wheel_seat(at)));
            }
        }
        if let Some(at) = wheeling.leaves_table(n, field.0.ground()) {
            return Err(refuse(CLOSED, "sweeps-edge", *unit, wheel_seat(at)));
        }
        for zone in zones.iter().filter(|z| !overlap(print, &z.area)) {
            // After entering a zone a unit may only go straight: the wheel may end there, not continue.
            if let Some(touch) = wheeling.meets(n, &zone.area) {
                let refusal = refuse(zone::RULE, "wheels-into-zone", *unit, seat(n, touch.at, &zone.area));
                return Err(refusal.word(Word("enemy"), Arg::Of(Ref::Unit(zone.of))));
            }
        }
    }
    let slow = |n: usize| going::starts_slow(field, units[n], &prints[n]);
    let double = if (0..units.len()).any(slow) { tables().movement.slow_share } else { 1 };
    Ok((wheeling.ends(), Mil(wheeling.price().0 * double)))
}

/// Whether a planned move comes onto a piece of terrain on its way.
pub fn crosses(planned: &Planned, angle: Cdeg, piece: &Piece) -> bool {
    let way = planned.gone.to_inches();
    let straight = || !piece.passages(&planned.turned, planned.turned.forward(), way).is_empty();
    let turns = |pivot| Swing { pivot, angle }.enters(&planned.start, piece).is_some();
    (way > 0.0 && straight()) || planned.pivot.is_some_and(turns)
}
