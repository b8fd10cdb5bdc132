//! What people are told of a piece of ground (9).

use super::data::Going;
use super::going::kind;
use crate::battle::{GroundCard, Note, View};
use crate::cite::{Cite, Word};
use crate::table::Piece;

/// What a piece is and does.
pub fn ground_card(_: &View, piece: &Piece) -> GroundCard {
    let Some(kind) = kind(piece) else { return GroundCard::default() };
    let going = match kind.going {
        Going::Open => None,
        Going::Broken => Some((Cite("I18"), Word("ground-broken"))),
        Going::Difficult => Some((Cite("I20"), Word("ground-difficult"))),
        Going::River => Some((Cite("I24"), Word("ground-river"))),
        Going::Closed => Some((Cite("I22"), Word("ground-closed"))),
    };
    let fights = matches!(kind.going, Going::Broken | Going::Difficult);
    GroundCard::new(
        &kind.title,
        [
            going.map(|(cite, says)| Note::new(cite, says)),
            Note::when(fights, Cite("I9"), Word("ground-mounted")),
            Note::when(kind.hill, Cite("I8"), Word("ground-hill")),
            Note::when(kind.road, Cite("I23"), Word("ground-road")),
            Note::when(kind.hides, Cite("I58"), Word("ground-hides")),
        ],
    )
}
