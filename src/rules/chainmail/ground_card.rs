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
    let cost = match kind {
        _ if kind.hill => Cite("C32"),
        _ if kind.open => Cite("C33"),
        _ if !kind.wheels => Cite("C34"),
        _ => Cite("C38"),
    };
    let dear = if kind.hill { Word("ground-uphill") } else { Word("ground-cost") };
    // As the judge of charges cites them.
    let barred = if kind.hill { Cite("C32") } else { Cite("C35") };
    let charges = match kind.charge {
        Chargers::All if kind.hill => Some((barred, Word("ground-no-charge-up"))),
        Chargers::All => None,
        Chargers::Foot => Some((Cite("C131"), Word("ground-charge-foot"))),
        Chargers::Nobody => Some((barred, Word("ground-no-charge"))),
    };
    GroundCard::new(
        &kind.title,
        [
            Note::when(kind.foot, Cite("C135"), Word("ground-foot")),
            Note::when(kind.open, Cite("C33"), Word("ground-open")),
            Note::when(!kind.wheels, Cite("C34"), Word("ground-wheels")),
            Note::when(kind.cost > 1, cost, dear).map(|note| note.count(Word("cost"), kind.cost)),
            kind.horse.map(|horse| Note::new(Cite("C131"), Word("ground-cost-horse")).count(Word("cost"), horse)),
            kind.cross.map(|cross| Note::new(Cite("C36"), Word("ground-cross")).length(Word("cost"), cross.0)),
            Note::when(kind.whole, Cite("C37"), Word("ground-whole")),
            Note::when(kind.road && kind.bridge.is_none(), Cite("C25"), Word("ground-road")),
            kind.bridge.map(|files| Note::new(Cite("C39"), Word("ground-bridge")).count(Word("files"), files.into())),
            charges.map(|(cite, says)| Note::new(cite, says)),
            kind.deep.map(|deep| Note::new(Cite("C63"), Word("ground-sight")).length(Word("far"), deep.0)),
            Note::when(kind.blind, Cite("C63"), Word("ground-no-sight")),
            Note::when(kind.hill, Cite("C63"), Word("ground-crest")),
            kind.hides.map(|far| Note::new(Cite("C63"), Word("ground-hides")).length(Word("far"), far.0)),
            Note::when(kind.cover, Cite("C71"), Word("ground-cover")),
            kind.behind.map(|far| Note::new(Cite("C71"), Word("ground-cover-behind")).length(Word("far"), far.0)),
        ],
    )
}
