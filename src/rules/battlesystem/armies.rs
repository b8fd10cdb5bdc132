//! Army lists (13): how many figures of each troop an army may have, and an army of 400 points ready made.

use std::sync::LazyLock;

use serde::Deserialize;

use super::data::{FOLDER, data, troop_type};
use crate::battle::{self, ArmyLists, ListFlaws};

/// An army list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "files say more than the rules ask for")]
pub struct ArmyList {
    pub name: String,
    pub troops: Vec<Entry>,
    /// An army ready made.
    #[serde(default)]
    pub ready: Vec<Ready>,
    /// Where it is from, and what else it says.
    #[serde(default)]
    pub source: Option<String>,
    #[serde(default)]
    pub notes: Option<String>,
}

/// A line of a list: figures of a troop type, all its units together.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub name: String,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub least: u16,
    pub most: u16,
}

/// A unit of an army ready made.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ready {
    #[serde(rename = "type")]
    pub kind: String,
    pub figures: u16,
}

impl ArmyList {
    /// Checks that an army of so many figures of each type can be made from the list.
    ///
    /// # Errors
    /// What is wrong, as a line for people.
    pub fn check<'a>(&self, army: impl Iterator<Item = (&'a str, u16)> + Clone) -> Result<(), String> {
        if let Some((kind, _)) = army.clone().find(|(kind, _)| self.troops.iter().all(|entry| entry.kind != *kind)) {
            return Err(format!("`{kind}` is no troop of the list {}", self.name));
        }
        for entry in &self.troops {
            let has: u16 = army.clone().filter(|(kind, _)| *kind == entry.kind).map(|(_, figures)| figures).sum();
            if !(entry.least..=entry.most).contains(&has) {
                let (least, most) = (entry.least, entry.most);
                return Err(format!("{has} figures of `{}`: the list {} has {least} to {most}", entry.name, self.name));
            }
        }
        Ok(())
    }

    fn army(&self) -> impl Iterator<Item = (&str, u16)> + Clone {
        self.ready.iter().map(|unit| (unit.kind.as_str(), unit.figures))
    }
}

impl battle::ArmyList for ArmyList {
    fn check(&self, flaws: &mut ListFlaws) {
        for (n, entry) in self.troops.iter().enumerate() {
            if troop_type(&entry.kind).is_none() {
                let known = data().troops.types.iter().map(|kind| kind.name.as_str());
                flaws.unknown(n, "type", "troop type", &entry.kind, known);
            }
            if entry.least > entry.most {
                flaws.of_troop(n, "most", format!("{} is less than `least`, which is {}", entry.most, entry.least));
            }
        }
        // Whether an army can be made of it is asked of a list in which nothing else is wrong.
        let sound = |entry: &Entry| troop_type(&entry.kind).is_some() && entry.least <= entry.most;
        if !self.ready.is_empty()
            && self.troops.iter().all(sound)
            && let Err(why) = ArmyList::check(self, self.army())
        {
            flaws.flaw("ready", why);
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
    fn the_armies_ready_made_keep_to_their_lists_and_cost_what_the_book_says() {
        let cost = |name: &str| {
            let list = lists().get(name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(list.check(list.army()), Ok(()), "{name}");
            let points = |kind: &str| troop_type(kind).map_or(0, |of| of.points);
            list.army().map(|(kind, figures)| points(kind) * i32::from(figures)).sum::<i32>()
        };
        let names =
            ["kingdom", "city", "rising", "england-1346", "france-1346", "flanders-1302", "orc-host", "free-folk"];
        assert_eq!(names.map(cost), [397, 394, 400, 398, 400, 396, 395, 398]);
        assert_eq!(lists().iter().count(), names.len());
    }

    #[test]
    fn a_list_has_a_least_and_a_most_of_each() {
        let kingdom = lists().get("kingdom").expect("shipped");
        let army = |foot, bows, knights| [("heavy-infantry", foot), ("longbowmen", bows), ("knights", knights)];
        let check = |army: [(&'static str, u16); 3]| kingdom.check(army.into_iter());
        assert_eq!((check(army(8, 8, 4)), check(army(36, 32, 12))), (Ok(()), Ok(())));
        assert!(check(army(7, 8, 4)).is_err() && check(army(37, 8, 4)).is_err() && check(army(8, 8, 13)).is_err());
        assert_eq!(
            kingdom.check([("guard", 4)].into_iter()),
            Err("`guard` is no troop of the list Kingdom".to_owned())
        );
    }
}
