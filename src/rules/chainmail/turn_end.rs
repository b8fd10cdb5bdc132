//! The end of a turn: what counts towards fatigue (6), and what of this turn still counts in the next.

use super::battlefield::Battlefield;
use super::fatigue::Turn;
use super::state::{Before, Halted};
use super::switches::Switch;
use crate::battle::{Fact, Narration, Ref, put};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;

const TIRES: Cite = Cite("C50");
const RESTS: Cite = Cite("C56");

/// What a unit has done in the turn that ends, as fatigue counts it.
pub fn turn_of(field: Battlefield, unit: UnitId) -> Turn {
    let acts = field.acts(unit);
    let dressed = acts.turning.0 * 2 >= field.pace(unit).0;
    let moved = acts.gone.0 > 0 || dressed || acts.charged.is_some() || acts.attacked.is_some();
    Turn { moved, uphill: acts.uphill, fought: acts.melees > 0 }
}

/// Of each unit on the table what changes.
pub fn facts(field: Battlefield) -> Vec<Fact> {
    field.0.roster().ids().filter(|unit| field.0.on_table(*unit)).filter_map(|unit| of_unit(field, unit)).collect()
}

fn of_unit(field: Battlefield, unit: UnitId) -> Option<Fact> {
    let (old, turn) = (field.fatigue(unit), turn_of(field, unit));
    let new = old.after_turn(turn, field.kind(unit).pikes);
    let acts = field.acts(unit);
    let before = Before { charged: acts.charged.is_some(), stood: !turn.moved };
    let halted = field.0.unit_state::<Halted>(unit);
    let later = Halted(halted.0.saturating_sub(1));
    if new == old && before == field.before(unit) && later == halted {
        return None;
    }
    let tires = field.plays(Switch::Fatigue) && new.tired != old.tired;
    let narration = match tires {
        true => Narration::Marked { of: Ref::Unit(unit), what: Word("tired"), on: new.tired },
        false => Narration::Counted {
            of: Ref::Unit(unit),
            what: Word("moves"),
            from: old.moves.into(),
            to: new.moves.into(),
        },
    };
    let cite = if new.tired { TIRES } else { RESTS };
    Some(Fact::new(cite, narration).change(put(unit, new)).change(put(unit, before)).change(put(unit, later)))
}
