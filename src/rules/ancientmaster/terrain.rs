//! Kinds of terrain (A3.1): who may enter, what is dense, what covers and what blocks sight.

use serde::Deserialize;

use super::data::data;
use super::troop::Sort;
use crate::table::{Footprint, Ground, Piece};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainFile {
    pub kinds: Vec<TerrainKind>,
}

/// What a kind of terrain does (A3.1).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "files say more than the rules ask for")]
pub struct TerrainKind {
    pub name: String,
    pub title: String,
    /// Whether infantry may enter it.
    #[serde(default)]
    pub infantry: bool,
    /// Whether cavalry and elephants may.
    #[serde(default)]
    pub mounted: bool,
    /// Whether chariots and artillery may.
    #[serde(default)]
    pub wheeled: bool,
    /// Whether an order to a unit in it is harder.
    #[serde(default)]
    pub dense: bool,
    /// Whether the middle of a stand decides if it is on it, and higher than others.
    #[serde(default)]
    pub hill: bool,
    /// Whether a column goes on it through whatever it crosses.
    #[serde(default)]
    pub road: bool,
    /// Whether there is no charge bonus against stands in it.
    #[serde(default)]
    pub loose: bool,
    /// Whether it is an obstacle along a line.
    #[serde(default)]
    pub strip: bool,
    /// Whether it has banks.
    #[serde(default)]
    pub bank: bool,
    #[serde(default)]
    pub sight: Sight,
    #[serde(default)]
    pub cover: Cover,
}

/// What a kind of terrain does to sight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Sight {
    #[default]
    Clear,
    /// One on it sees out and is seen; others do not see across.
    Crest,
    /// Seen into and out of for a short way only.
    Deep,
    /// Never seen through.
    Blocks,
}

/// How well a stand is covered (A3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, serde::Serialize)]
pub enum Cover {
    #[default]
    Open,
    Defended,
    Fortified,
}

/// What kind a piece is of; a kind that is not listed is open ground.
pub fn kind(piece: &Piece) -> Option<&'static TerrainKind> {
    data().terrain_kind(piece.kind.0)
}

/// Whether troops of that sort may stand on a piece (A3.1).
pub fn may_enter(sort: Sort, piece: &Piece) -> bool {
    kind(piece).is_none_or(|kind| match sort {
        Sort::Infantry => kind.infantry,
        Sort::Cavalry | Sort::Monster => kind.mounted,
        Sort::Chariot | Sort::Artillery => kind.wheeled,
    })
}

/// Whether any part of a footprint lies on dense ground (A3.1).
pub fn is_dense(ground: &Ground, print: &Footprint) -> bool {
    ground.under(print).any(|piece| kind(piece).is_some_and(|kind| kind.dense))
}
