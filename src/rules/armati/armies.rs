//! Army lists (section 13) and the cost of units (2.4).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use include_dir::{Dir, include_dir};
use serde::Deserialize;

use super::data::{Costs, In};

static FOLDER: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets/armati/armies");

/// An army list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyList {
    /// The name of its file.
    #[serde(skip)]
    pub key: String,
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

/// Every army list, by the name of its file.
pub fn lists() -> &'static [ArmyList] {
    static LISTS: LazyLock<Vec<ArmyList>> = LazyLock::new(|| {
        let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        let mut lists = Vec::new();
        for file in FOLDER.files() {
            let (Some(key), Some(text)) = (file.path().file_stem().and_then(|s| s.to_str()), file.contents_utf8())
            else {
                continue;
            };
            match options.from_str::<ArmyList>(text) {
                Ok(list) => lists.push(ArmyList { key: key.to_owned(), ..list }),
                // The files are compiled into the program and a test reads them all.
                Err(error) => panic!("assets/armati/armies/{key}.ron: {error}"),
            }
        }
        lists.sort_by(|a, b| a.key.cmp(&b.key));
        lists
    });
    &LISTS
}

/// The list of that name.
pub fn list(key: &str) -> Option<&'static ArmyList> {
    lists().iter().find(|l| l.key == key)
}

/// What a unit of that troop costs by the model of 2.4.
pub fn cost(costs: &Costs, troop: &ListTroop, veteran: bool) -> i32 {
    if let Some(fixed) = costs.fixed.get(&troop.code) {
        return *fixed;
    }
    let words = || troop.weapon.split('/');
    let shoots = words().any(|w| costs.missile_words.iter().any(|m| m == w));
    let missile = if shoots { costs.missile.get(&troop.code).copied().unwrap_or(0) } else { 0 };
    let special = if i32::from(troop.fv.2) > costs.special_from { costs.special } else { 0 };
    let veteran = if veteran { costs.veteran } else { 0 };
    let base = costs.base.get(&troop.code).copied().unwrap_or(0);
    base + i32::from(troop.fv.0) + i32::from(troop.prot) + missile + special + veteran
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::armati::data::data;

    #[test]
    fn every_list_reads_and_names_known_types() {
        assert!(lists().len() >= 8);
        for list in lists() {
            for troop in &list.troops {
                assert!(data().troop_type(&troop.code).is_some(), "{}: {}", list.key, troop.code);
            }
        }
    }
}
