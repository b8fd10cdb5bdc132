//! What an umpire may set of a unit: breakpoints left, fatigue, dress.

use super::battlefield::Battlefield;
use super::movement::touch;
use super::state::{Bp, Fatigue, Undressed};
use crate::battle::{Change, Count, Umpire, View, put};
use crate::cite::Word;
use crate::ids::UnitId;

const BP: Word = Word("bp");
const FATIGUE: Word = Word("fatigue");
const UNDRESSED: Word = Word("undressed");

/// The umpire's counts.
pub const UMPIRE: Umpire = Umpire { counts, set, lift };

fn counts(view: &View, unit: UnitId) -> Vec<Count> {
    let field = Battlefield::of(*view);
    let Some(troop) = field.try_troop(unit) else { return Vec::new() };
    let most = i32::from(troop.bp0);
    vec![
        // It cannot be set to 0: a unit without breakpoints is broken, which is more than a count (8.1).
        Count { what: BP, now: field.bp(unit).into(), least: 1, most },
        Count { what: FATIGUE, now: field.fatigue(unit).into(), least: 0, most },
        Count { what: UNDRESSED, now: field.undressed(unit).into(), least: 0, most: 1 },
    ]
}

fn set(_: &View, unit: UnitId, what: Word, to: i32) -> Option<Change> {
    let to = u8::try_from(to).ok()?;
    match what {
        BP => Some(put(unit, Bp(to))),
        FATIGUE => Some(put(unit, Fatigue(to))),
        UNDRESSED => Some(put(unit, Undressed(to > 0))),
        _ => None,
    }
}

/// Removes all contacts of a unit that is put elsewhere, its own and those of others with it.
fn lift(view: &View, unit: UnitId) -> Vec<Change> {
    touch::parted(Battlefield::of(*view), unit)
}
