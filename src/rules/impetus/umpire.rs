//! What of a unit an umpire may set: the VBU that is left, and disorder.

use super::battlefield::Battlefield;
use super::charge::parted;
use super::state::{Disordered, Vbu};
use crate::battle::{Change, Count, Umpire, View, put};
use crate::cite::Word;
use crate::ids::UnitId;

const VBU: Word = Word("vbu");
const DISORDERED: Word = Word("disordered");

/// The umpire's counts.
pub const UMPIRE: Umpire = Umpire { counts, set, lift };

fn counts(view: &View, unit: UnitId) -> Vec<Count> {
    let field = Battlefield::of(*view);
    let most = field.troop(unit).vbu;
    vec![
        // A unit with none left routs, which is more than a count (13).
        Count { what: VBU, now: field.vbu(unit).front, least: 1, most },
        Count { what: DISORDERED, now: field.disordered(unit).into(), least: 0, most: 1 },
    ]
}

fn set(view: &View, unit: UnitId, what: Word, to: i32) -> Option<Change> {
    match what {
        VBU => Some(put(unit, Vbu { front: to, ..Battlefield::of(*view).vbu(unit) })),
        DISORDERED => Some(put(unit, Disordered(to > 0))),
        _ => None,
    }
}

/// Whoever is put elsewhere is in contact with nobody, and nobody with him.
fn lift(view: &View, unit: UnitId) -> Vec<Change> {
    parted(Battlefield::of(*view), unit)
}
