//! Army lists (19).

use std::sync::LazyLock;

use serde::Deserialize;

use super::data::{FOLDER, Tag, U};
use super::discipline::Discipline;
use crate::battle::ArmyLists;

/// An army list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "files say more than the rules ask for")]
pub struct ArmyList {
    pub name: String,
    /// Demoralisation value of the whole army and where it breaks, as printed.
    pub vdt: (i32, i32),
    pub troops: Vec<ListTroop>,
    /// What may replace printed units.
    #[serde(default)]
    pub options: Vec<Exchange>,
}

/// An option of a list: up to `most` times, one unit of a troop replaces `each` units of one of those.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    pub to: String,
    pub of: Vec<String>,
    #[serde(default = "one")]
    pub each: i32,
    #[serde(default = "one")]
    pub most: i32,
}

fn one() -> i32 {
    1
}

impl Exchange {
    /// The option as a line for people.
    pub fn told(&self) -> String {
        let of: Vec<String> = self.of.iter().map(|of| format!("`{of}`")).collect();
        let each = if self.each == 1 { String::new() } else { format!("{} ", self.each) };
        format!("up to {} `{}` for {each}{}", self.most, self.to, of.join(" or "))
    }
}

/// A line of a list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListTroop {
    pub name: String,
    #[serde(rename = "type")]
    pub code: String,
    pub title: String,
    pub m: U,
    pub vbu: i32,
    pub i: i32,
    pub vd: i32,
    pub d: Discipline,
    #[serde(default)]
    pub missile: Option<String>,
    #[serde(default)]
    pub tags: Vec<Tag>,
    /// Whether the general may be with it.
    #[serde(default)]
    pub general: bool,
    /// How many the list has when no option is used.
    #[serde(default)]
    pub count: i32,
    #[serde(default)]
    pub glyph: Option<String>,
    #[serde(default)]
    pub figure: Option<String>,
}

/// Every army list.
pub fn lists() -> &'static ArmyLists<ArmyList> {
    static LISTS: LazyLock<ArmyLists<ArmyList>> = LazyLock::new(|| FOLDER.army_lists());
    &LISTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::impetus::data::data;

    #[test]
    fn every_list_reads_names_known_types_and_sums_to_its_vdt() {
        assert!(lists().iter().next().is_some());
        for (key, list) in lists().iter() {
            for troop in &list.troops {
                assert!(data().unit_type(&troop.code).is_some(), "{key}: {}", troop.code);
                let weapon = troop.missile.as_deref();
                assert!(weapon.is_none_or(|id| data().weapon(id).is_some()), "{key}: {}", troop.name);
            }
            for name in list.options.iter().flat_map(|option| option.of.iter().chain([&option.to])) {
                assert!(list.troops.iter().any(|troop| troop.name == *name), "{key}: {name}");
            }
            let sum: i32 = list.troops.iter().map(|t| t.count * t.vd).sum();
            assert_eq!((sum, (sum + 1) / 2), list.vdt, "{key}");
        }
    }
}
