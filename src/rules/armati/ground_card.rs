//! What people are told of a piece of ground (6.4).

use super::data::{Ground, Sight, data};
use crate::battle::{GroundCard, Note, View};
use crate::cite::{Cite, Word};
use crate::table::Piece;

/// What a piece is and does.
pub fn ground_card(_: &View, piece: &Piece) -> GroundCard {
    let Some(kind) = data().terrain_kind(piece.kind.0) else { return GroundCard::default() };
    let going = match kind.going {
        Ground::Open => None,
        Ground::Steep => Some(Word("ground-steep")),
        Ground::Woods => Some(Word("ground-woods")),
        Ground::Rough => Some(Word("ground-rough")),
        Ground::Closed => Some(Word("ground-closed")),
    };
    let sight = match kind.sight {
        Sight::Clear => None,
        Sight::Depth => Some(Word("ground-sight")),
        Sight::Crest => Some(Word("ground-crest")),
    };
    GroundCard::new(
        &kind.title,
        [
            going.map(|says| Note::new(Cite("6.4"), says)),
            Note::when(kind.difficult, Cite("7.3"), Word("ground-special")),
            Note::when(kind.advantage, Cite("7.8.2"), Word("ground-inside")),
            Note::when(kind.uphill, Cite("7.8.2"), Word("ground-higher")),
            sight
                .map(|says| Note::new(Cite("F5"), says))
                .map(|note| note.length(Word("far"), data().tables.fire.depth.0)),
            Note::when(kind.cover > 0, Cite("F7"), Word("ground-cover"))
                .map(|note| note.count(Word("adds"), kind.cover)),
        ],
    )
}
