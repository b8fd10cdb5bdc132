//! Moves that are neither straight ahead nor a wheel (8.1): obliquely, sideways, to the rear, about.

use super::plan::{Plan, Planned};
use super::runs::free;
use crate::battle::{Arg, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::data::{Tag, tables};
use crate::rules::impetus::going;
use crate::rules::impetus::path::{Path, TOO_NEAR};
use crate::rules::impetus::zone::{self, Zone};
use crate::table::{Cdeg, Mil, turned};

const ASIDE: Cite = Cite("I12");
const NO_CONTACT: Cite = Cite("I16");
const SPECIAL: Cite = Cite("16");

/// How far a unit may move in that direction without turning; none: not at all in that direction (8.1).
pub fn allowance(field: Battlefield, unit: UnitId, angle: Cdeg) -> Option<Mil> {
    let m = field.troop(unit).m;
    let oblique = tables().movement.oblique.0;
    let half = if field.kind(unit).slips { m } else { Mil(m.0 / tables().movement.slow_share) };
    match angle.0.abs() {
        1.. if angle.0.abs() <= oblique.0 => Some(m),
        9_000 | 18_000 => Some(half),
        _ => None,
    }
}

/// A move in that direction without turning.
///
/// # Errors
///
/// When the direction is not allowed, the distance too long, or something is in the way.
pub fn go(field: Battlefield, unit: UnitId, angle: Cdeg, by: Mil, zones: &[Zone]) -> Result<Plan, Refusal> {
    let who = Ref::Unit(unit);
    let start = field.print(unit);
    let Some(most) = allowance(field, unit, angle) else {
        let limit = Measured::Angle(tables().movement.oblique.0);
        let angle = Measured::Angle(Cdeg(angle.0.abs()));
        return Err(Refusal::new(ASIDE, Word("no-such-way")).of(who).above(angle, limit));
    };
    if let Some(zone) = zone::holding(zones, &start).next().filter(|_| angle.0.abs() != Cdeg::HALF.0) {
        return Err(zone::held(field, unit, zone));
    }
    let along = turned(start.forward(), angle);
    let path = Path { field, unit, from: start, along, mates: &[], ended: &[] };
    let reach = going::reach(field, unit, &start, along, most);
    let (wish, nil) = (Measured::Length(by), Measured::Length(Mil::ZERO));
    if by < Mil::ZERO {
        return Err(Refusal::new(ASIDE, Word("too-far")).of(who).below(wish, nil));
    }
    if by > reach {
        return Err(Refusal::new(ASIDE, Word("too-far")).of(who).above(wish, Measured::Length(reach)));
    }
    if let Some((limit, enemy)) = zone::entered(&start, along, by, zones) {
        let refusal = Refusal::new(zone::RULE, Word("into-zone")).of(who).above(wish, Measured::Length(limit));
        return Err(refusal.word(Word("enemy"), Arg::Of(Ref::Unit(enemy))));
    }
    free(&path, by).map_err(|why| if why.cite == TOO_NEAR { Refusal { cite: NO_CONTACT, ..why } } else { why })?;
    let end = path.at(by);
    let kind = field.kind(unit);
    let bad = |p: &crate::table::Piece| {
        going::disorders(kind, going::going(p))
            && (p.meets(&start) || !p.passages(&start, along, by.to_inches()).is_empty())
    };
    if by > Mil::ZERO && field.0.ground().near(start.round_way(along, by.to_inches(), 0.0)).any(bad) {
        return Err(Refusal::new(Cite("8.1"), Word("not-on-this-ground")).of(who));
    }
    let disorder = (by > Mil::ZERO && !kind.slips).then_some(ASIDE);
    let planned = Planned { unit, start, pivot: None, turned: start, end, gone: by, enemies: Vec::new(), disorder };
    Ok(Plan::of(planned, reach))
}

/// Turning about on the spot.
///
/// # Errors
/// When the unit stands in a zone of control.
pub fn about(field: Battlefield, unit: UnitId, zones: &[Zone]) -> Result<Plan, Refusal> {
    let start = field.print(unit);
    if let Some(zone) = zone::holding(zones, &start).next() {
        return Err(zone::held(field, unit, zone));
    }
    let end = start.faced(Cdeg::HALF);
    let disorder = field.troop(unit).has(Tag::Schiltron).then_some(SPECIAL);
    let planned =
        Planned { unit, start, pivot: None, turned: end, end, gone: Mil::ZERO, enemies: Vec::new(), disorder };
    Ok(Plan::of(planned, Mil::ZERO))
}
