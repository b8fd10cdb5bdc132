//! Troop types, characters and what an entry of an army list adds to them (B1), as the data has them.

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::data::Cm;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TroopFile {
    pub types: Vec<TroopType>,
    pub characters: Vec<CharacterType>,
    pub mounts: Vec<MountType>,
    pub tags: Vec<TagText>,
}

/// A type of troops (B1).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TroopType {
    pub code: String,
    pub name: String,
    pub glyph: String,
    pub figure: String,
    pub sort: Sort,
    #[serde(default)]
    pub mount: Mount,
    /// Dice of each stand in combat.
    pub attacks: i32,
    /// Dice of each stand in shooting.
    #[serde(default)]
    pub shooting: i32,
    #[serde(default)]
    pub range: Option<Cm>,
    /// With what it shoots, as people name it.
    #[serde(default)]
    pub weapon: String,
    /// How many hits take away a stand.
    pub hits: i32,
    /// The face from which on a die cancels a hit.
    #[serde(default)]
    pub armour: Option<u8>,
    #[serde(default = "three")]
    pub stands: u8,
    pub points: i32,
    #[serde(default)]
    pub tags: Vec<Tag>,
}

fn three() -> u8 {
    3
}

/// What a unit is for paces, terrain and the form of its stands (A2.1, A3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Sort {
    Infantry,
    Cavalry,
    Chariot,
    Monster,
    Artillery,
}

/// What it rides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Mount {
    #[default]
    None,
    Horse,
    Camel,
}

/// A general or another character (A2.1, B1.5).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CharacterType {
    pub code: String,
    pub name: String,
    pub glyph: String,
    pub rank: Rank,
    pub command: i32,
    /// What he adds to the attacks of one stand.
    pub attacks: i32,
    /// How far he gives orders; none: over the whole table.
    #[serde(default)]
    pub range: Option<Cm>,
    pub points: i32,
}

/// What a character is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Rank {
    General,
    Hero,
    Subordinate,
    Shaman,
}

/// A mount of a character (B1.5).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MountType {
    pub name: String,
    pub title: String,
    pub attacks: i32,
    pub points: i32,
    pub sort: Sort,
}

/// What a type or an entry of a list has besides its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    Elite,
    Warband,
    Testudo,
    Shieldwall,
    Skirmisher,
    AllRound,
    Phalanx,
    Runners,
    Elephants,
    Camels,
    ChargesAsChariot,
    /// A light engine: its bolt goes through up to three stands (A12).
    Bolt,
    /// A heavy engine: never at chargers (A12).
    Stone,
}

impl Tag {
    /// Every one, by its name in files.
    pub const NAMES: [(&'static str, Tag); 13] = [
        ("elite", Tag::Elite),
        ("warband", Tag::Warband),
        ("testudo", Tag::Testudo),
        ("shieldwall", Tag::Shieldwall),
        ("skirmisher", Tag::Skirmisher),
        ("all-round", Tag::AllRound),
        ("phalanx", Tag::Phalanx),
        ("runners", Tag::Runners),
        ("elephants", Tag::Elephants),
        ("camels", Tag::Camels),
        ("charges-as-chariot", Tag::ChargesAsChariot),
        ("bolt", Tag::Bolt),
        ("stone", Tag::Stone),
    ];

    /// The tag of that name.
    pub fn named(name: &str) -> Option<Tag> {
        Tag::NAMES.iter().find(|(n, _)| *n == name).map(|(_, tag)| *tag)
    }

    /// All names.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Tag::NAMES.iter().map(|(name, _)| *name)
    }
}

impl<'de> Deserialize<'de> for Tag {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Tag, D::Error> {
        let name = String::deserialize(reader)?;
        // Which names there are is said, so that one can stand in for this and the file is read on.
        Tag::named(&name).ok_or_else(|| D::Error::unknown_variant(&name, &WORDS))
    }
}

/// The names alone.
const WORDS: [&str; Tag::NAMES.len()] = {
    let mut words = [""; Tag::NAMES.len()];
    let mut n = 0;
    while n < words.len() {
        words[n] = Tag::NAMES[n].0;
        n += 1;
    }
    words
};

/// What people read for a tag, what it costs and what it adds to the attacks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TagText {
    pub name: Tag,
    pub title: String,
    #[serde(default)]
    pub points: i32,
    #[serde(default)]
    pub attacks: i32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ancientmaster::data::data;

    #[test]
    fn every_tag_has_its_text() {
        for (name, tag) in Tag::NAMES {
            assert_eq!(data().tags.iter().filter(|text| text.name == tag).count(), 1, "{name}");
        }
    }
}
