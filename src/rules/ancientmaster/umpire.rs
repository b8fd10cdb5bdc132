//! What of a unit an umpire may set: the hits that are outstanding, and confusion.

use super::battlefield::Battlefield;
use super::casualties::HITS_LEFT;
use super::forced::CONFUSED;
use super::state::{Confused, Hits};
use crate::battle::{Change, Count, Umpire, View, put};
use crate::cite::Word;
use crate::ids::UnitId;

/// The umpire's counts.
pub const UMPIRE: Umpire = Umpire { counts, set, lift: |_, _| Vec::new() };

fn counts(view: &View, unit: UnitId) -> Vec<Count> {
    let field = Battlefield::of(*view);
    let Some(troop) = field.unit(unit) else { return Vec::new() };
    vec![
        // A unit with enough hits loses a stand, which is more than a count (A8.2).
        Count { what: HITS_LEFT, now: field.hits(unit).left.into(), least: 0, most: troop.kind.hits - 1 },
        Count { what: CONFUSED, now: field.confused(unit).into(), least: 0, most: 1 },
    ]
}

fn set(view: &View, unit: UnitId, what: Word, to: i32) -> Option<Change> {
    let field = Battlefield::of(*view);
    match what {
        HITS_LEFT => Some(put(unit, Hits { left: u8::try_from(to).ok()?, ..field.hits(unit) })),
        CONFUSED => Some(put(unit, Confused(to > 0))),
        _ => None,
    }
}
