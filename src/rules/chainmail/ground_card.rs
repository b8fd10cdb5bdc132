//! What people are told of a piece of ground (4.2).

use super::terrain::{Chargers, kind};
use crate::battle::{GroundCard, Note, View};
use crate::cite::{Cite, Word};
use crate::table::Piece;

/// What a piece is and does.
pub fn ground_card(_: &View, piece: &Piece) -> GroundCard {
    let Some(kind) = kind(piece) else { return GroundCard::default() };
    if kind.closed {
        return GroundCard::new(&kind.title, [Some(Note::new(Cite("C135"), Word("ground-closed")))]);
    }
    let uphill = if kind.hill { (Cite("C32"), Word("ground-uphill")) } else { (Cite("C34"), Word("ground-cost")) };
    let charges = match kind.charge {
        Chargers::All => None,
        Chargers::Foot => Some(Word("ground-charge-foot")),
        Chargers::Nobody if kind.bridge.is_some() => None,
        Chargers::Nobody => Some(Word("ground-no-charge")),
    };
    GroundCard::new(
        &kind.title,
        [
            Note::when(kind.foot, Cite("C135"), Word("ground-foot")),
            Note::when(kind.open, Cite("C33"), Word("ground-open")),
            Note::when(!kind.wheels, Cite("C34"), Word("ground-wheels")),
            Note::when(kind.cost > 1, uphill.0, uphill.1).map(|note| note.count(Word("cost"), kind.cost)),
            kind.horse.map(|horse| Note::new(Cite("C34"), Word("ground-cost-horse")).count(Word("cost"), horse)),
            kind.cross.map(|cross| Note::new(Cite("C36"), Word("ground-cross")).length(Word("cost"), cross.0)),
            Note::when(kind.whole, Cite("C37"), Word("ground-whole")),
            Note::when(kind.road && kind.bridge.is_none(), Cite("C25"), Word("ground-road")),
            kind.bridge.map(|files| Note::new(Cite("C39"), Word("ground-bridge")).count(Word("files"), files.into())),
            charges.map(|says| Note::new(Cite("C40"), says)),
            kind.deep.map(|deep| Note::new(Cite("C63"), Word("ground-sight")).length(Word("far"), deep.0)),
            Note::when(kind.blind, Cite("C63"), Word("ground-no-sight")),
            Note::when(kind.hill, Cite("C63"), Word("ground-crest")),
            kind.hides.map(|far| Note::new(Cite("C63"), Word("ground-hides")).length(Word("far"), far.0)),
            Note::when(kind.cover, Cite("C71"), Word("ground-cover")),
            kind.behind.map(|far| Note::new(Cite("C71"), Word("ground-cover-behind")).length(Word("far"), far.0)),
        ],
    )
}
