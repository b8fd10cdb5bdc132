//! The end of a turn: what counts towards fatigue (6), and what of this turn still counts in the next.

use super::battlefield::Battlefield;
use super::fatigue::Turn;
use super::state::{Before, Halted};
use super::switches::Switch;
use super::weather;
use crate::battle::{Change, Fact, Narration, Ref, put};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;

const TIRES: Cite = Cite("C50");
const RESTS: Cite = Cite("C56");

/// What a unit has done in the turn that ends, as fatigue counts it.
pub fn turn_of(field: Battlefield, unit: UnitId) -> Turn {
    let acts = field.acts(unit);
    let dressed = acts.turning.0 * 2 >= field.pace(unit).0;
    let moved = acts.gone.0 > 0 || dressed || acts.charged.is_some() || acts.attacked.is_some();
    Turn { moved, uphill: acts.uphill, fought: acts.melees > 0, hot: weather::is_hot(field) }
}

/// Who tires or has rested, and in one fact what else of this turn counts in the next.
pub fn facts(field: Battlefield) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut counted = Fact::new(RESTS, Narration::Said(Word("turn-counted")));
    for unit in field.0.roster().ids().filter(|unit| field.0.on_table(*unit) && !field.kind(*unit).commander) {
        let (changes, tires) = of_unit(field, unit);
        counted.changes.extend(changes);
        facts.extend(tires);
    }
    if !counted.changes.is_empty() {
        facts.push(counted);
    }
    facts
}

/// What changes of a unit, and the fact that it tires or has rested.
fn of_unit(field: Battlefield, unit: UnitId) -> (Vec<Change>, Option<Fact>) {
    let (old, turn) = (field.fatigue(unit), turn_of(field, unit));
    let new = old.after_turn(turn, field.kind(unit).pikes);
    let acts = field.acts(unit);
    let before = Before { charged: acts.charged.is_some(), stood: !turn.moved };
    let halted = field.0.unit_state::<Halted>(unit);
    let mut changes = Vec::new();
    if before != field.before(unit) {
        changes.push(put(unit, before));
    }
    if halted.0 > 0 {
        changes.push(put(unit, Halted(halted.0 - 1)));
    }
    if new == old {
        return (changes, None);
    }
    if new.tired == old.tired || !field.plays(Switch::Fatigue) {
        changes.push(put(unit, new));
        return (changes, None);
    }
    let marked = Narration::Marked { of: Ref::Unit(unit), what: Word("tired"), on: new.tired };
    (changes, Some(Fact::new(if new.tired { TIRES } else { RESTS }, marked).change(put(unit, new))))
}
