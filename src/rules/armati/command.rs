//! The general's command of an uncontrolled division (A16.1): from the turn after he attached, for as long as he stays.

use super::battlefield::Battlefield;
use super::state::{Divisions, General};
use super::switches::Switch;
use crate::battle::{Arg, Fact, Narration, Note, Ref};
use crate::cite::{Cite, Word};
use crate::ids::{BodyId, Side, UnitId};

const ATTACHED: Cite = Cite("G2");
const TAKES: Cite = Cite("A16.1a");
const COMMANDS: Cite = Cite("A16.1b");
const LEAVES: Cite = Cite("A16.1c");
const LOST: Cite = Cite("A16.1d");

/// Whether the general commands this division, which is not controlled itself.
pub fn commands(field: Battlefield, body: BodyId) -> bool {
    field.plays(Switch::General) && commanded(field, field.0.bodies().get(body).side) == Some(body)
}

/// The uncontrolled division that a side's general commands now, if any.
fn commanded(field: Battlefield, side: Side) -> Option<BodyId> {
    let general = field.general(side);
    uncontrolled(field, general.with?).filter(|_| !general.lost && general.since < field.0.clock().turn)
}

/// The unit's division, if it is not controlled.
fn uncontrolled(field: Battlefield, unit: UnitId) -> Option<BodyId> {
    field.division_of(unit).filter(|body| !field.0.battle_part::<Divisions>(body.0).get(*body).controlled)
}

/// The division that a general who attaches to that unit will command: the unit's, if it is not controlled.
pub fn leads(field: Battlefield, unit: UnitId) -> Option<BodyId> {
    uncontrolled(field, unit).filter(|_| field.plays(Switch::General))
}

/// A remark for an order to attach to that unit: what the general would command from next turn on.
pub fn would_take(field: Battlefield, side: Side, unit: UnitId) -> Note {
    let note = match leads(field, unit) {
        Some(body) => Note::new(COMMANDS, Word("would-command")).word(Word("friend"), Arg::Of(Ref::Body(body))),
        None => Note::new(ATTACHED, Word("would-go-along")).word(Word("friend"), Arg::Of(Ref::Unit(unit))),
    };
    note.word(Word("who"), speaker(field, side))
}

/// A remark for an order to detach: which division the general would stop commanding.
pub fn would_leave(field: Battlefield, side: Side, unit: UnitId) -> Note {
    let body = commanded(field, side).filter(|_| field.plays(Switch::General));
    let note = match body {
        Some(body) => Note::new(LEAVES, Word("would-leave-command")).word(Word("friend"), Arg::Of(Ref::Body(body))),
        None => Note::new(ATTACHED, Word("would-ride-alone")).word(Word("friend"), Arg::Of(Ref::Unit(unit))),
    };
    note.word(Word("who"), speaker(field, side))
}

/// The fact, if any, that by attaching to that unit he will command its division.
pub fn takes(field: Battlefield, side: Side, unit: UnitId) -> Option<Fact> {
    let body = leads(field, unit)?;
    Some(said(field, side, body, TAKES, Word("takes-command")))
}

/// The fact, if any, that he commands from now on because he attached in an earlier turn.
pub fn begins(field: Battlefield, side: Side) -> Option<Fact> {
    let General { since, .. } = field.general(side);
    let body = commanded(field, side).filter(|_| field.plays(Switch::General))?;
    (since + 1 == field.0.clock().turn).then(|| {
        let told = Narration::Marked { of: Ref::Body(body), what: Word("controlled"), on: true };
        Fact::new(COMMANDS, told).says(Word("commands")).word(Word("general"), speaker(field, side))
    })
}

/// The fact, if any, that he no longer commands a division, because he leaves it or is lost.
pub fn leaves(field: Battlefield, side: Side, lost: bool) -> Option<Fact> {
    let body = commanded(field, side).filter(|_| field.plays(Switch::General))?;
    let told = Narration::Marked { of: Ref::Body(body), what: Word("controlled"), on: false };
    let fact = Fact::new(if lost { LOST } else { LEAVES }, told).says(Word("leaves-command"));
    Some(fact.word(Word("general"), speaker(field, side)))
}

fn said(field: Battlefield, side: Side, body: BodyId, cite: Cite, says: Word) -> Fact {
    Fact::new(cite, Narration::Said(says))
        .word(Word("who"), speaker(field, side))
        .word(Word("friend"), Arg::Of(Ref::Body(body)))
}

fn speaker(field: Battlefield, side: Side) -> Arg {
    Arg::Of(field.general(side).marker.map_or(Ref::Side(side), Ref::Unit))
}
