//! Army lists (section 13).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::data::{FOLDER, data};
use crate::battle::setup::unknown;
use crate::battle::{self, ArmyLists, In, ListFlaws};

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
    /// Width and depth of a section in inches, where they are not its type's.
    #[serde(default)]
    pub base: Option<(f32, f32)>,
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

impl battle::ArmyList for ArmyList {
    fn check(&self, flaws: &mut ListFlaws) {
        let types = || data().types.iter();
        let listed = || lists().iter().flat_map(|(_, list)| &list.troops);
        for (n, troop) in self.troops.iter().enumerate() {
            let kind = data().troop_type(&troop.code);
            match kind {
                None => flaws.unknown(n, "type", "troop type", &troop.code, types().map(|kind| kind.code.as_str())),
                Some(kind) if kind.never_key && troop.key => {
                    flaws.of_troop(n, "key", format!("{} never count as key units", kind.name));
                }
                Some(_) => {}
            }
            for word in troop.weapon.split('/').filter(|word| data().words.iter().all(|known| known.word != *word)) {
                flaws.unknown(n, "weapon", "weapon", word, data().words.iter().map(|known| known.word.as_str()));
            }
            if troop.prot > 3 {
                flaws.of_troop(n, "prot", format!("expected a whole number from 0 to 3, not {}", troop.prot));
            }
            if let Some(other) = &troop.instead_of
                && !self.troops.iter().any(|troop| troop.name == *other)
            {
                let names = self.troops.iter().map(|troop| troop.name.as_str());
                flaws.unknown(n, "instead_of", "troop of this list", other, names);
            }
            let glyphs =
                types().map(|kind| kind.glyph.as_str()).chain(listed().filter_map(|troop| troop.glyph.as_deref()));
            flaws.drawn(n, ("glyph", &troop.glyph), glyphs);
            let figures =
                types().map(|kind| kind.figure.as_str()).chain(listed().filter_map(|troop| troop.figure.as_deref()));
            flaws.drawn(n, ("figure", &troop.figure), figures);
            flaws.base(n, troop.base);
        }
        let codes = || data().terrain.iter().filter_map(|kind| kind.code.as_deref());
        let listed = self.terrain.iter().flat_map(|pieces| pieces.core.keys().chain(pieces.bonus.keys()));
        for code in listed.flat_map(|sold| sold.split('/')).filter(|code| !codes().any(|known| known == *code)) {
            flaws.flaw("terrain", unknown("code of terrain", code, codes()));
        }
        if !(1..=40).contains(&self.command.bp) {
            flaws.flaw("command", format!("expected a breakpoint `bp` from 1 to 40, not {}", self.command.bp));
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
        assert!(lists().iter().count() >= 8);
        for (name, list) in lists().iter() {
            for troop in &list.troops {
                assert!(data().troop_type(&troop.code).is_some(), "{name}: {}", troop.code);
            }
        }
    }
}
