//! At the end of a turn (7.1, 10.5): flights go into their next turn, and who has had the time has loaded.

use super::battlefield::Battlefield;
use super::engines;
use super::state::{Fired, Flight, Run};
use crate::battle::{Arg, Fact, Narration, Ref, alter, put};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;

/// Of each unit on the table what changes.
pub fn facts(field: Battlefield) -> Vec<Fact> {
    let there: Vec<UnitId> =
        field.0.roster().ids().filter(|unit| field.0.on_table(*unit) && !field.kind(*unit).commander).collect();
    there
        .into_iter()
        .flat_map(|unit| [flees_on(field, unit), loads(field, unit), engines::loads(field, unit)])
        .flatten()
        .collect()
}

fn flees_on(field: Battlefield, unit: UnitId) -> Option<Fact> {
    let run = field.flight(unit)?;
    let turn = run.turn.saturating_add(1);
    let counted =
        Narration::Counted { of: Ref::Unit(unit), what: Word("flight-turn"), from: run.turn.into(), to: turn.into() };
    Some(Fact::new(Cite("C110"), counted).says(Word("flees-on")).change(put(unit, Flight(Some(Run { turn, ..run })))))
}

/// Whoever has neither shot nor fought in this turn, and moved at most half, has loaded (C59).
fn loads(field: Battlefield, unit: UnitId) -> Option<Fact> {
    let (fired, acts) = (field.fired(unit), field.acts(unit));
    let may = acts.melees == 0 && !acts.formed && acts.gone.0 * 2 <= field.pace(unit).0;
    if !fired.empty || fired.shots > 0 || !may {
        return None;
    }
    let said = Fact::new(Cite("C59"), Narration::Said(Word("loads"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    Some(said.change(alter(unit, |fired: &mut Fired| fired.empty = false)))
}
