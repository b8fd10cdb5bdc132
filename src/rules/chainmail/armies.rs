//! Army lists (12.6): who belongs to an army, how many figures of each, and which of them are its core.

use std::sync::LazyLock;

use serde::Deserialize;

use super::data::{FOLDER, data, tables};
use super::muster::Recruit;
use super::state::Troop;
use super::troop::Extra;
use crate::battle::setup::{FieldReader, Flaw, Locus, Setup};
use crate::battle::{self, ArmyLists, ListFlaws, SideLists};
use crate::ids::Side;

/// An army list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "files say more than the rules ask for")]
pub struct ArmyList {
    /// As people name it.
    pub name: String,
    /// Its troops, the core first.
    pub troops: Vec<ListTroop>,
    /// Where it is from, and what else it says.
    #[serde(default)]
    pub source: Option<String>,
    #[serde(default)]
    pub notes: Option<String>,
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

/// Checks that each side's army can be made from its list, and costs no more than its file allows (C119).
pub fn check(setup: &Setup, lists: &SideLists<ArmyList>, recruits: &[Recruit], flaws: &mut Vec<Flaw>) {
    for side in Side::BOTH {
        let own = || recruits.iter().filter(move |recruit| recruit.side == side);
        let at = |field: String| Locus::Command(side, field);
        let mut fields = FieldReader::new(&setup.sides[side.index()].command, &at, flaws);
        let most = fields.whole("points", 1, 10_000);
        fields.finish();
        let halves: i64 = own().map(|recruit| recruit.own.troop.whole()).sum();
        if let Some(why) = most.and_then(|most| dear(halves, most)) {
            flaws.push(Flaw::error(Locus::Command(side, "points".into()), why));
        }
        let troops = || own().map(|recruit| &recruit.own.troop).filter(|troop| !troop.kind.commander);
        if let Some(Err(why)) = lists.of(side).map(|list| list.holds(troops())) {
            flaws.push(Flaw::error(Locus::Side(side, "army".into()), why));
        }
    }
}

/// What is wrong with an army of so many half points, where so many points are allowed.
fn dear(halves: i64, most: i64) -> Option<String> {
    (halves > 2 * most).then(|| format!("the army costs {} points, and {most} are allowed", halves as f64 / 2.0))
}

impl ArmyList {
    /// Whether an army can be made from the list: each unit by a line of it, figures within its limits, units neither too small
    /// nor too large, and the core with its share of the points.
    ///
    /// # Errors
    /// What is wrong, as a line for people.
    pub fn holds<'t>(&self, army: impl Iterator<Item = &'t Troop> + Clone) -> Result<(), String> {
        let numbers = &tables().armies;
        let is_of = |line: &ListTroop, troop: &Troop| {
            let pole_arms = troop.kind.pikes || line.extras.contains(&Extra::PoleArm);
            line.kind == troop.kind.id && pole_arms == troop.pole_arms
        };
        for troop in army.clone() {
            let (name, figures) = (&troop.kind.name, troop.figures);
            if self.troops.iter().all(|line| !is_of(line, troop)) {
                return Err(format!("{name} armed like that are no troop of the list {}", self.name));
            }
            let (least, most) = match () {
                () if troop.kind.pikes => numbers.pikes,
                () if troop.kind.mounted() => numbers.horse,
                () => numbers.foot,
            };
            if !troop.kind.is_machine() && !(least..=most).contains(&figures) {
                return Err(format!("a unit of {figures} {name}: units of theirs have {least} to {most} figures"));
            }
        }
        for line in &self.troops {
            let figures: u16 = army.clone().filter(|troop| is_of(line, troop)).map(Troop::counted).sum();
            if !(line.least..=line.most).contains(&figures) {
                let (least, most) = (line.least, line.most);
                return Err(format!("{figures} of {}: the list {} has {least} to {most}", line.title, self.name));
            }
        }
        let points = |core: bool| -> i64 {
            let counts = |troop: &&Troop| !core || self.troops.iter().any(|line| line.core && is_of(line, troop));
            army.clone().filter(counts).map(Troop::whole).sum()
        };
        let (part, of) = numbers.core;
        if points(true) * i64::from(of) < points(false) * i64::from(part) {
            return Err(format!(
                "less than {part} of {of} parts of the points are of the core of the list {}",
                self.name
            ));
        }
        Ok(())
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
                flaws.of_troop(n, "most", format!("{} is less than `least`, which is {}", troop.most, troop.least));
            }
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

    fn unit(list: &str, line: &str, figures: u8) -> Troop {
        let line = lists().get(list).and_then(|list| list.troop(line)).unwrap();
        let kind = data().troop(&line.kind).unwrap();
        Troop::plain(kind, figures)
    }

    /// C119: 101 points are too many for a game of 100; 12.2's English are 80 + 20.
    #[test]
    fn armies_cost_no_more_than_allowed() {
        assert_eq!(dear(200, 100), None);
        assert!(dear(202, 100).is_some_and(|why| why.contains("101")));
        let army = [unit("english", "longbows", 20), unit("english", "men-at-arms", 8)];
        assert_eq!(army.iter().map(Troop::whole).sum::<i64>(), 200);
    }

    /// 12.6: figures, sizes of units, and two fifths of the core.
    #[test]
    fn armies_keep_to_their_lists() {
        let english = lists().get("english").unwrap();
        let (bows, men) = (|n| unit("english", "longbows", n), |n| unit("english", "men-at-arms", n));
        assert_eq!(english.holds([bows(20), men(12)].iter()), Ok(()));
        assert!(english.holds([bows(19), men(12)].iter()).is_err_and(|why| why.contains("19 of Longbowmen")));
        assert!(english.holds([bows(20), men(7), men(8)].iter()).is_err_and(|why| why.contains("8 to 24")));
        assert!(english.holds([bows(20), men(12), unit("swiss", "pikes", 20)].iter()).is_err());
        // 12 knights are 72 points, 20 gendarmes 100 and 40 crossbows 120: 72 of 292; 36 knights 216 of 436.
        let french = lists().get("french").unwrap();
        let of = |line, n| unit("french", line, n);
        let others = [of("gendarmes", 10), of("gendarmes", 10), of("crossbows", 20), of("crossbows", 20)];
        let with = |knights: Vec<Troop>| [knights, others.to_vec()].concat();
        assert!(french.holds(with(vec![of("knights", 12)]).iter()).is_err_and(|why| why.contains("core")));
        assert_eq!(french.holds(with(vec![of("knights", 12); 3]).iter()), Ok(()));
    }

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
