//! Army lists (section 13).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::data::FOLDER;
use crate::battle::{ArmyLists, In};

/// An army list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "files say more than the rules ask for")]
pub struct ArmyList {
    pub name: String,
    pub source: String,
    pub command: Command,
    /// Points as printed.
    #[serde(default)]
    pub cost: Option<Points>,
    /// The edition whose points it uses.
    pub scale: Scale,
    /// Whether the troops of the core column make a complete army as they are.
    #[serde(default)]
    pub ready: bool,
    pub troops: Vec<ListTroop>,
    #[serde(default)]
    pub terrain: Option<Pieces>,
    #[serde(default)]
    pub notes: Option<String>,
}

/// An army's header (4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    pub h: u8,
    pub l: u8,
    pub bp: u8,
    pub init: i32,
}

/// Points as printed in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "files say more than the rules ask for")]
pub struct Points {
    pub units: i32,
    pub command: i32,
    #[serde(default)]
    pub bonus: Option<i32>,
}

/// The edition of a list's points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Scale {
    A1,
    A2,
}

/// A troop of a list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "files say more than the rules ask for")]
pub struct ListTroop {
    pub name: String,
    #[serde(rename = "type")]
    pub code: String,
    pub title: String,
    #[serde(default)]
    pub key: bool,
    pub fv: (u8, u8, u8),
    pub prot: u8,
    pub weapon: String,
    #[serde(default)]
    pub range: Option<In>,
    #[serde(default)]
    pub long: Option<In>,
    #[serde(default)]
    pub core: u8,
    #[serde(default)]
    pub bonus: u8,
    #[serde(default)]
    pub veteran: u8,
    #[serde(default)]
    pub obligatory: bool,
    #[serde(default)]
    pub shield_wall: bool,
    #[serde(default)]
    pub schiltron: bool,
    #[serde(default)]
    pub dismounts: bool,
    /// The troop in whose place it may be taken, one for one.
    #[serde(default)]
    pub instead_of: Option<String>,
    /// Troops with this word never share a division with troops of another word or of none.
    #[serde(default)]
    pub apart: Option<String>,
    #[serde(default)]
    pub cost: Option<i32>,
    #[serde(default)]
    pub glyph: Option<String>,
    #[serde(default)]
    pub figure: Option<String>,
    #[serde(default)]
    pub notes: Option<String>,
}

/// Terrain pieces of a list, by their codes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pieces {
    pub core: BTreeMap<String, u8>,
    pub bonus: BTreeMap<String, u8>,
    pub most: u8,
}

/// Every army list.
pub fn lists() -> &'static ArmyLists<ArmyList> {
    static LISTS: LazyLock<ArmyLists<ArmyList>> = LazyLock::new(|| FOLDER.army_lists());
    &LISTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::armati::data::data;

    #[test]
    fn every_list_reads_and_names_known_types() {
        assert!(lists().iter().count() >= 8);
        for (name, list) in lists().iter() {
            for troop in &list.troops {
                assert!(data().troop_type(&troop.code).is_some(), "{name}: {}", troop.code);
            }
        }
    }
}
