//! Army lists (19).

use std::sync::LazyLock;

use serde::Deserialize;

use super::data::{FOLDER, Tag, U, data};
use super::discipline::Discipline;
use crate::battle::setup::unknown;
use crate::battle::{self, ArmyLists, ListFlaws};

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
    /// Where it is from, and what else it says.
    #[serde(default)]
    pub source: Option<String>,
    #[serde(default)]
    pub notes: Option<String>,
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
    /// Width and depth of its base in inches, where they are not those of its type.
    #[serde(default)]
    pub base: Option<(f32, f32)>,
    #[serde(default)]
    pub glyph: Option<String>,
    #[serde(default)]
    pub figure: Option<String>,
}

impl battle::ArmyList for ArmyList {
    fn check(&self, flaws: &mut ListFlaws) {
        let types = || data().types.iter();
        let listed = || lists().iter().flat_map(|(_, list)| &list.troops);
        for (n, troop) in self.troops.iter().enumerate() {
            if data().unit_type(&troop.code).is_none() {
                flaws.unknown(n, "type", "unit type", &troop.code, types().map(|kind| kind.code.as_str()));
            }
            if let Some(id) = troop.missile.as_deref().filter(|id| data().weapon(id).is_none()) {
                flaws.unknown(n, "missile", "weapon", id, data().weapons.iter().map(|weapon| weapon.id.as_str()));
            }
            let values = [("vbu", troop.vbu, 1..=9), ("i", troop.i, 0..=9), ("vd", troop.vd, 0..=9)];
            for (field, value, range) in values.into_iter().filter(|(_, value, range)| !range.contains(value)) {
                let (least, most) = (range.start(), range.end());
                flaws.of_troop(n, field, format!("expected a whole number from {least} to {most}, not {value}"));
            }
            let glyphs =
                types().map(|kind| kind.glyph.as_str()).chain(listed().filter_map(|troop| troop.glyph.as_deref()));
            flaws.drawn(n, ("glyph", &troop.glyph), glyphs);
            let figures =
                types().map(|kind| kind.figure.as_str()).chain(listed().filter_map(|troop| troop.figure.as_deref()));
            flaws.drawn(n, ("figure", &troop.figure), figures);
            flaws.base(n, troop.base);
        }
        let names = || self.troops.iter().map(|troop| troop.name.as_str());
        let exchanged = self.options.iter().flat_map(|option| option.of.iter().chain([&option.to]));
        for name in exchanged.filter(|name| !names().any(|known| known == name.as_str())) {
            flaws.flaw("options", unknown("troop of this list", name, names()));
        }
        let sum: i64 = self.troops.iter().map(|troop| i64::from(troop.count) * i64::from(troop.vd)).sum();
        if (sum, (sum + 1) / 2) != (self.vdt.0.into(), self.vdt.1.into()) {
            let (vdt, breaks) = self.vdt;
            let half = (sum + 1) / 2;
            flaws.flaw(
                "vdt",
                format!("the troops' VD sum up to {sum}, of which half is {half}, not to {vdt} and {breaks}"),
            );
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
