//! Kinds of terrain (4.2): what they cost, who may enter and charge there, what covers and what blocks sight.

use serde::Deserialize;

use super::data::data;
use crate::battle::In;
use crate::table::Piece;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TerrainFile {
    pub kinds: Vec<TerrainKind>,
}

/// What a kind of terrain does (4.2).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainKind {
    /// As maps name it.
    pub name: String,
    /// As people name it.
    pub title: String,
    /// Inches of the Move for each inch while any figure is in it; on a hill only on the way up.
    #[serde(default = "one")]
    pub cost: i32,
    /// The same for horse, where it is not that.
    #[serde(default)]
    pub horse: Option<i32>,
    /// Whether its cost is of the way up alone, and whether who stands on it is higher than who does not.
    #[serde(default)]
    pub hill: bool,
    /// What crossing it costs, once.
    #[serde(default)]
    pub cross: Option<In>,
    /// Whether crossing it takes a whole Move, at a bridge or ford only.
    #[serde(default)]
    pub whole: bool,
    /// Who may charge across it.
    #[serde(default)]
    pub charge: Chargers,
    /// Whether only units in open order enter it.
    #[serde(default)]
    pub open: bool,
    /// Whether only foot enters it.
    #[serde(default)]
    pub foot: bool,
    /// Whether machines and wagons may enter it.
    #[serde(default)]
    pub wheels: bool,
    /// Whether nobody may.
    #[serde(default)]
    pub closed: bool,
    /// Whether whoever it holds is in cover.
    #[serde(default)]
    pub cover: bool,
    /// How far behind it one is in cover from what comes across it.
    #[serde(default)]
    pub behind: Option<In>,
    /// How much of it a line of sight may go through.
    #[serde(default)]
    pub deep: Option<In>,
    /// Whether no line of sight goes through it.
    #[serde(default)]
    pub blind: bool,
    /// Whether indirect fire finds nobody in it.
    #[serde(default)]
    pub canopy: bool,
    /// From how far foot in it is seen.
    #[serde(default)]
    pub hides: Option<In>,
    /// Whether columns go along it with the bonus of a road.
    #[serde(default)]
    pub road: bool,
    /// With how many files at most one goes along it.
    #[serde(default)]
    pub bridge: Option<u8>,
}

/// Who may charge across a kind of terrain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Chargers {
    /// Nobody.
    #[default]
    Nobody,
    /// Foot alone.
    Foot,
    /// Everybody.
    All,
}

fn one() -> i32 {
    1
}

impl TerrainKind {
    /// What an inch in it costs, on foot or mounted.
    pub fn per_inch(&self, mounted: bool) -> i32 {
        self.horse.filter(|_| mounted).unwrap_or(self.cost)
    }

    /// Whether who is mounted or not may charge across it.
    pub fn charged_across(&self, mounted: bool) -> bool {
        match self.charge {
            Chargers::Nobody => false,
            Chargers::Foot => !mounted,
            Chargers::All => true,
        }
    }
}

/// What kind a piece is of; a kind that is not listed is open ground.
pub fn kind(piece: &Piece) -> Option<&'static TerrainKind> {
    named(piece.kind.0)
}

/// The kind of that name.
pub fn named(name: &str) -> Option<&'static TerrainKind> {
    data().terrain.iter().find(|kind| kind.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Mil;

    fn of(name: &str) -> &'static TerrainKind {
        data().terrain.iter().find(|kind| kind.name == name).unwrap()
    }

    #[test]
    fn every_kind_is_listed_once() {
        let mut listed: Vec<&str> = data().terrain.iter().map(|kind| kind.name.as_str()).collect();
        listed.sort_unstable();
        let all = listed.len();
        listed.dedup();
        assert_eq!((listed.len(), all), (18, 18));
    }

    /// C32 to C38, C131, C135.
    #[test]
    fn ground_costs_what_the_book_says() {
        for name in ["gentle-hill", "steep-hill", "woods", "marsh", "ditch", "rampart", "pond", "built-up"] {
            assert_eq!([of(name).per_inch(false), of(name).per_inch(true)], [2, 2], "{name}");
        }
        assert_eq!([of("stakes").per_inch(false), of("stakes").per_inch(true)], [1, 2]);
        assert_eq!([of("rough").per_inch(false), of("gully").per_inch(true)], [1, 1]);
        assert_eq!(of("stream").cross.map(|cross| *cross), Some(Mil::inches(6)));
        assert!(of("stakes").charged_across(false) && !of("stakes").charged_across(true));
        assert!(!of("rough").charged_across(false) && of("gentle-hill").charged_across(true));
        let sight = |name| (of(name).blind, of(name).deep.map(|deep| *deep));
        assert_eq!([sight("woods"), sight("built-up")], [(false, Some(Mil::inches(2))), (true, None)]);
        assert_eq!(sight("marsh"), (false, None));
    }
}
