//! What people are told of a piece of ground (A3.1).

use super::data::tables;
use super::terrain::{Cover, Sight, kind};
use crate::battle::{GroundCard, Note, View};
use crate::cite::{Cite, Word};
use crate::table::Piece;

/// What a piece is and does.
pub fn ground_card(_: &View, piece: &Piece) -> GroundCard {
    let Some(kind) = kind(piece) else { return GroundCard::default() };
    let enters = match (kind.infantry, kind.mounted, kind.wheeled) {
        (false, ..) => Some(Word("ground-closed")),
        (true, false, _) => Some(Word("ground-infantry")),
        (true, true, false) => Some(Word("ground-no-wheels")),
        (true, true, true) => None,
    };
    let sight = match kind.sight {
        Sight::Clear => None,
        Sight::Crest => Some(Word("ground-crest")),
        Sight::Deep => Some(Word("ground-sight")),
        Sight::Blocks => Some(Word("ground-no-sight")),
    };
    let covers = match kind.cover {
        Cover::Open => None,
        Cover::Fortified => Some(Word("ground-fortified")),
        Cover::Defended if kind.bank => Some(Word("ground-bank")),
        Cover::Defended if kind.strip => Some(Word("ground-strip")),
        Cover::Defended if kind.hill => Some(Word("ground-higher")),
        Cover::Defended => Some(Word("ground-defended")),
    };
    let note = |says: Option<Word>| says.map(|says| Note::new(Cite("A3.1"), says));
    GroundCard::new(
        &kind.title,
        [
            note(enters),
            note(kind.dense.then_some(Word("ground-dense"))),
            note(kind.road.then_some(Word("ground-road"))),
            note(sight).map(|note| note.length(Word("far"), tables().measure.deep.mil())),
            note(covers),
            note(kind.loose.then_some(Word("ground-loose"))),
        ],
    )
}
