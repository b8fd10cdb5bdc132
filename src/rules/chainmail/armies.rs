//! Army lists (12.6): who belongs to an army, how many figures of each, and which of them are its core.

use std::sync::LazyLock;

use serde::Deserialize;

use super::data::{FOLDER, data};
use super::troop::Extra;
use crate::battle::{self, ArmyLists, ListFlaws};

/// An army list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyList {
    /// As people name it.
    pub name: String,
    /// Its troops, the core first.
    pub troops: Vec<ListTroop>,
}

/// A line of a list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListTroop {
    /// As battles name it.
    pub name: String,
    /// As people name it.
    pub title: String,
    /// The troop type.
    #[serde(rename = "type")]
    pub kind: String,
    /// What all its units have besides.
    #[serde(default)]
    pub extras: Vec<Extra>,
    /// Whether it counts for the core, which has two fifths of the points at least.
    #[serde(default)]
    pub core: bool,
    /// The least number of figures.
    #[serde(default)]
    pub least: u16,
    /// The greatest.
    pub most: u16,
}

impl ArmyList {
    /// The line of that name.
    pub fn troop(&self, name: &str) -> Option<&ListTroop> {
        self.troops.iter().find(|troop| troop.name == name)
    }
}

impl battle::ArmyList for ArmyList {
    fn check(&self, flaws: &mut ListFlaws) {
        for (n, troop) in self.troops.iter().enumerate() {
            match data().troop(&troop.kind) {
                None => {
                    let types = data().types.iter().map(|kind| kind.id.as_str());
                    flaws.unknown(n, "type", "troop type", &troop.kind, types);
                }
                Some(kind) => {
                    if let Some(extra) = troop.extras.iter().find(|extra| !kind.extras.contains(extra)) {
                        flaws.of_troop(n, "extras", format!("{} are not given {extra:?}", kind.name));
                    }
                }
            }
            if troop.least > troop.most {
                flaws.of_troop(n, "least", format!("{} is more than {} at most", troop.least, troop.most));
            }
        }
        let names = || self.troops.iter().map(|troop| troop.name.as_str());
        if let Some(twice) = names().enumerate().find(|(n, name)| names().take(*n).any(|other| other == *name)) {
            flaws.flaw("troops", format!("two lines are named `{}`", twice.1));
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
    fn every_list_reads_and_names_known_types_and_extras() {
        assert_eq!(lists().iter().count(), 12);
        for (key, list) in lists().iter() {
            assert!(list.troops.iter().any(|troop| troop.core), "{key}");
            for troop in &list.troops {
                let kind = data().troop(&troop.kind);
                assert!(
                    kind.is_some_and(|kind| troop.extras.iter().all(|extra| kind.extras.contains(extra))),
                    "{key}: {}",
                    troop.name
                );
                assert!(troop.least <= troop.most, "{key}: {}", troop.name);
            }
        }
    }
}
