//! Army lists (B2).

use std::sync::LazyLock;

use serde::Deserialize;

use super::data::{FOLDER, data};
use super::troop::Tag;
use crate::battle::setup::unknown;
use crate::battle::{self, ArmyLists, ListFlaws};

/// An army list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "files say more than the rules ask for")]
pub struct ArmyList {
    pub name: String,
    pub troops: Vec<Entry>,
    #[serde(default)]
    pub characters: Vec<Entry>,
    /// Where it is from, and what else it says.
    #[serde(default)]
    pub source: Option<String>,
    #[serde(default)]
    pub notes: Option<String>,
}

/// A line of a list: a type with what it has besides, its price, and how many there are for each full 1,000 points.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub name: String,
    pub title: String,
    #[serde(rename = "type")]
    pub code: String,
    #[serde(default)]
    pub tags: Vec<Tag>,
    pub points: i32,
    #[serde(default)]
    pub min: u16,
    #[serde(default)]
    pub max: Option<u16>,
    #[serde(default)]
    pub glyph: Option<String>,
    #[serde(default)]
    pub figure: Option<String>,
}

impl battle::ArmyList for ArmyList {
    fn check(&self, flaws: &mut ListFlaws) {
        let types = || data().types.iter().map(|kind| kind.code.as_str());
        let listed = || lists().iter().flat_map(|(_, list)| &list.troops);
        for (n, entry) in self.troops.iter().enumerate() {
            if data().troop_type(&entry.code).is_none() {
                flaws.unknown(n, "type", "troop type", &entry.code, types());
            }
            if let Some(most) = entry.max.filter(|most| *most < entry.min) {
                flaws.of_troop(n, "max", format!("{most} is less than `min`, which is {}", entry.min));
            }
            let kinds = || data().types.iter();
            let glyphs =
                kinds().map(|kind| kind.glyph.as_str()).chain(listed().filter_map(|entry| entry.glyph.as_deref()));
            flaws.drawn(n, ("glyph", &entry.glyph), glyphs);
            let figures =
                kinds().map(|kind| kind.figure.as_str()).chain(listed().filter_map(|entry| entry.figure.as_deref()));
            flaws.drawn(n, ("figure", &entry.figure), figures);
        }
        let characters = || data().characters.iter().map(|kind| kind.code.as_str());
        for entry in self.characters.iter().filter(|entry| data().character_type(&entry.code).is_none()) {
            flaws.flaw("characters", unknown("character", &entry.code, characters()));
        }
    }
}

/// Every army list.
pub fn lists() -> &'static ArmyLists<ArmyList> {
    static LISTS: LazyLock<ArmyLists<ArmyList>> = LazyLock::new(|| FOLDER.army_lists());
    &LISTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_reads_and_names_known_types() {
        for (key, list) in lists().iter() {
            for entry in &list.troops {
                assert!(data().troop_type(&entry.code).is_some(), "{key}: {}", entry.code);
            }
            for entry in &list.characters {
                assert!(data().character_type(&entry.code).is_some(), "{key}: {}", entry.code);
            }
        }
    }
}
