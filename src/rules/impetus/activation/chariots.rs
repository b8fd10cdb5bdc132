//! War chariots and artillery (8.5, 8.6): turns in place, and legs of at least half a move.

use super::plan::{Plan, Planned, SLOWED};
use super::runs;
use crate::battle::{Arg, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::data::{Chariot, Going, tables};
use crate::rules::impetus::going;
use crate::rules::impetus::path::Path;
use crate::rules::impetus::reaction::bonus;
use crate::rules::impetus::zone::{self, Zone};
use crate::table::measure::distance;
use crate::table::{Cdeg, Footprint, Mil};

const LEG: Cite = Cite("I63");
const LIGHT: Cite = Cite("I64");
const HEAVY: Cite = Cite("I65");
const CONSECUTIVE: Cite = Cite("I66");
const CHARIOTS: Cite = Cite("8.5");
const ARTILLERY: Cite = Cite("8.6");
const STRAIGHT: Cite = Cite("I10");
const DIFFICULT: Cite = Cite("I20");
const CLOSED: Cite = Cite("I22");

/// A turn in place, with a straight move before or after it.
///
/// # Errors
/// When the unit does not turn, turns too far, or has turned last, or there is no room.
pub fn turn(
    field: Battlefield,
    unit: UnitId,
    (angle, ahead, first): (Cdeg, Mil, bool),
    zones: &[Zone],
) -> Result<Plan, Refusal> {
    let refuse = |cite, says| Err(Refusal::new(cite, Word(says)).of(Ref::Unit(unit)));
    let kind = field.kind(unit);
    let (most, cite) = match kind.chariot {
        Some(Chariot::Light) => (tables().movement.chariot_light.0, LIGHT),
        Some(Chariot::Heavy) => (tables().movement.chariot_heavy.0, HEAVY),
        None if kind.artillery => (tables().movement.pivot.0, ARTILLERY),
        None => return refuse(CHARIOTS, "no-turn-in-place"),
    };
    let size = Cdeg(angle.0.saturating_abs());
    if size > most {
        let refusal = Refusal::new(cite, Word("turns-far")).of(Ref::Unit(unit));
        return Err(refusal.above(Measured::Angle(size), Measured::Angle(most)));
    }
    let start = field.print(unit);
    let turns_first = angle != Cdeg::ZERO && (first || ahead == Mil::ZERO);
    if let Some(zone) = zone::holding(zones, &start).next().filter(|_| angle != Cdeg::ZERO) {
        return Err(zone::held(field, unit, zone));
    }
    let stance = field.stance(unit);
    if turns_first && stance.in_motion {
        return refuse(LEG, "in-motion");
    }
    if turns_first && stance.turned {
        return refuse(CONSECUTIVE, "turned-last");
    }
    if kind.artillery && ahead != Mil::ZERO {
        return refuse(ARTILLERY, "pivot-alone");
    }
    let turned = if turns_first { start.faced(angle) } else { start };
    if turns_first {
        room(field, unit, &start, &turned)?;
    }
    let reach = going::reach(field, unit, &turned, turned.forward(), field.troop(unit).m);
    let charge = bonus::farthest(field, unit, &turned, field.troop(unit).m).max(reach);
    let (gone, enemies) = if ahead == Mil::ZERO {
        (Mil::ZERO, Vec::new())
    } else {
        let wish = Measured::Length(ahead);
        let slowed = reach < field.troop(unit).m;
        let (cite, says) = if slowed { (DIFFICULT, SLOWED) } else { (STRAIGHT, Word("too-far")) };
        let too_far = Refusal::new(cite, says).of(Ref::Unit(unit));
        if ahead < Mil::ZERO {
            return Err(too_far.below(wish, Measured::Length(Mil::ZERO)));
        }
        let too_far = too_far.above(wish, Measured::Length(reach));
        let lengths = runs::lengths(field, &[unit], &[turned], ahead, reach);
        if ahead > charge || lengths[0] < ahead {
            return Err(too_far);
        }
        let run = runs::runs(field, &[unit], (&[start], &[turned]), &lengths)?.pop().unwrap_or_default();
        if ahead > reach && run.1.is_empty() {
            return Err(too_far);
        }
        run
    };
    leg(field, unit, &turned, gone, &enemies)?;
    let mut end = turned.ahead(gone.to_inches());
    if angle != Cdeg::ZERO && !turns_first {
        if !enemies.is_empty() {
            return refuse(CHARIOTS, "no-turn-in-contact");
        }
        if let Some((limit, enemy)) = zone::entered(&turned, turned.forward(), gone, zones) {
            return Err(Refusal::new(zone::RULE, Word("turns-in-zone"))
                .of(Ref::Unit(unit))
                .above(Measured::Length(gone), Measured::Length(limit))
                .word(Word("enemy"), Arg::Of(Ref::Unit(enemy))));
        }
        let before = end;
        end = before.faced(angle);
        room(field, unit, &before, &end)?;
    }
    let mut planned = Planned { unit, start, pivot: None, turned, end, gone, enemies, disorder: None };
    let steady = kind.one_shot;
    let leaves = if gone > Mil::ZERO { super::plan::leaves_zone(field, &planned, zones)? } else { None };
    planned.disorder = if steady {
        None
    } else if angle != Cdeg::ZERO && gone > Mil::ZERO {
        Some(CHARIOTS)
    } else {
        leaves.or_else(|| super::plan::on_ground(field, &[unit], &planned, Cdeg::ZERO))
    };
    Ok(Plan { charge, ..Plan::of(planned, reach) })
}

/// Checks that the unit may stand turned like that: overlapping nobody, on no closed terrain, and no nearer to an enemy
/// than allowed.
fn room(field: Battlefield, unit: UnitId, before: &Footprint, after: &Footprint) -> Result<(), Refusal> {
    let refuse = |cite, says| Err(Refusal::new(cite, Word(says)).of(Ref::Unit(unit)));
    let closed = field.0.ground().under(after).any(|p| going::going(p) == Going::Closed);
    if closed || !field.0.ground().holds(after) {
        return refuse(CLOSED, "no-room-to-turn");
    }
    if field.0.layout().overlapping(after).any(|f| f.unit != unit) {
        return refuse(CHARIOTS, "no-room-to-turn");
    }
    let gap = tables().stop_short.inches();
    for enemy in field.enemies_near(field.0.side_of(unit), after, gap) {
        let it = field.print(enemy);
        let (was, is) = (distance(before, &it), distance(after, &it));
        if is < gap && is < was - 0.000_5 {
            return refuse(Cite("1"), "no-room-to-turn");
        }
    }
    Ok(())
}

/// Checks that a straight move of that length is a valid leg of chariots: at least half of their move, or as far as
/// they can go, or into contact.
///
/// # Errors
///
/// When it is shorter.
pub fn leg(field: Battlefield, unit: UnitId, from: &Footprint, gone: Mil, enemies: &[UnitId]) -> Result<(), Refusal> {
    let half = Mil(field.troop(unit).m.0 / tables().movement.slow_share);
    if field.kind(unit).chariot.is_none() || gone == Mil::ZERO || gone >= half || !enemies.is_empty() {
        return Ok(());
    }
    let path = Path { field, unit, from: *from, along: from.forward(), mates: &[], ended: &[] };
    let stops = path.stops(half);
    let stopped = stops.iter().filter(|stop| stop.hinders(half)).map(|stop| stop.before);
    let limit = stopped.chain(path.nearness(half).map(|(limit, _)| limit)).min();
    if limit.is_some_and(|limit| gone >= limit) {
        return Ok(());
    }
    let refusal = Refusal::new(LEG, Word("short-leg")).of(Ref::Unit(unit));
    Err(refusal.below(Measured::Length(gone), Measured::Length(half)))
}

/// Checks that artillery does not come onto terrain that it may not enter.
///
/// # Errors
///
/// When it would.
pub fn may_roll(field: Battlefield, planned: &Planned) -> Result<(), Refusal> {
    if !field.kind(planned.unit).artillery || planned.gone == Mil::ZERO {
        return Ok(());
    }
    let bad = |p: &&crate::table::Piece| matches!(going::going(p), Going::Broken | Going::Difficult);
    let along = planned.turned.forward();
    let way = planned.gone.to_inches();
    let enters =
        |p: &crate::table::Piece| !p.meets(&planned.start) && !p.passages(&planned.turned, along, way).is_empty();
    if field.0.ground().pieces().iter().filter(bad).any(enters) {
        return Err(Refusal::new(ARTILLERY, Word("never-on-this-ground")).of(Ref::Unit(planned.unit)));
    }
    Ok(())
}
