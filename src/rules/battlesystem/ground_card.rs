//! What people are told of a piece of ground (12).

use super::battlefield::Battlefield;
use super::data::{tables, terrain_kind};
use super::switches::Switch;
use crate::battle::{GroundCard, Note, View};
use crate::cite::{Cite, Word};
use crate::table::{Mil, Piece};

/// What a piece is and does.
pub fn ground_card(view: &View, piece: &Piece) -> GroundCard {
    let Some(kind) = terrain_kind(piece.kind.0) else { return GroundCard::default() };
    if kind.closed {
        return GroundCard::new(&kind.title, [Some(Note::new(Cite("BS130"), Word("ground-closed")))]);
    }
    if !Battlefield::of(*view).plays(Switch::Terrain) {
        return GroundCard::new(&kind.title, [Some(Note::new(Cite("BS130"), Word("ground-plain")))]);
    }
    let costs = |horse: bool, says: Word| {
        let dear = (kind.cost - 1.0).abs() > f32::EPSILON || kind.horse.is_some();
        Note::when(dear && horse == kind.horse.is_some(), Cite("BS130"), says)
            .map(|note| note.length(Word("cost"), Mil::measured(kind.cost)))
    };
    let on_foot = if kind.hill { Word("ground-uphill") } else { Word("ground-cost") };
    let sight = kind.deep.map(|deep| (deep, deep + kind.own));
    let cover = if kind.behind { Word("ground-cover-behind") } else { Word("ground-cover") };
    GroundCard::new(
        &kind.title,
        [
            Note::when(kind.foot_only, Cite("BS130"), Word("ground-foot")),
            Note::when(kind.open, Cite("BS130"), Word("ground-open")),
            costs(false, on_foot),
            costs(true, Word("ground-cost-horse"))
                .map(|note| note.length(Word("horse"), Mil::measured(kind.horse.unwrap_or(kind.cost)))),
            Note::when(kind.cross > 0.0, Cite("BS130"), Word("ground-cross"))
                .map(|note| note.length(Word("cost"), Mil::measured(kind.cross))),
            kind.road.map(|road| {
                let note = Note::new(Cite("BS130"), Word("ground-road")).length(Word("cost"), Mil::measured(road));
                note.count(Word("files"), i32::from(tables().road_files))
            }),
            Note::when(!kind.charge, Cite("BS130"), Word("ground-no-charge")),
            sight.map(|(across, into)| {
                let says = if across > 0.0 { Word("ground-sight") } else { Word("ground-no-sight") };
                Note::new(Cite("BS127"), says).length(Word("far"), Mil::measured(across.max(into)))
            }),
            Note::when(kind.hill, Cite("BS127"), Word("ground-crest")),
            Note::when(kind.cover > 0, Cite("BS112"), cover).map(|note| note.count(Word("adds"), kind.cover)),
            Note::when(kind.defends > 0, Cite("BS102"), Word("ground-defends"))
                .map(|note| note.count(Word("adds"), kind.defends)),
        ],
    )
}
