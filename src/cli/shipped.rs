//! The files that come with the program, by the names under which people copy them.

use crate::rules::RULESETS;
use crate::scenario::embedded;

/// The names of one sort of them, in alphabetical order.
pub fn names(sort: Sort) -> Vec<String> {
    match sort {
        Sort::Battles => embedded::battles(),
        Sort::Maps => {
            embedded::maps().iter().map(|path| path.strip_suffix(".ron").unwrap_or(path).to_owned()).collect()
        }
        Sort::Plans => embedded::plans(),
        Sort::Studies => embedded::studies(),
        Sort::Armies => armies().map(|(name, _)| name).collect(),
    }
}

/// The sorts of files that people copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Battles, as `armati/zama`.
    Battles,
    /// Maps, as `maps/zama`.
    Maps,
    /// Plans, as `plans/armati/zama_horse_first`.
    Plans,
    /// Studies, as `studies/armati/raid`.
    Studies,
    /// Army lists, as `armies/armati/gauls`.
    Armies,
}

impl Sort {
    /// Every one.
    pub const ALL: [Sort; 5] = [Sort::Battles, Sort::Armies, Sort::Maps, Sort::Plans, Sort::Studies];
}

/// The text of the file of that name; its end `.ron` may be there.
pub fn text(name: &str) -> Option<&'static str> {
    let name = name.strip_prefix("scenarios/").unwrap_or(name);
    let name = name.strip_suffix(".ron").unwrap_or(name);
    let army = || armies().find(|(known, _)| known == name).map(|(_, text)| text);
    embedded::file(&format!("{name}.ron")).or_else(army)
}

fn armies() -> impl Iterator<Item = (String, &'static str)> {
    RULESETS.iter().flat_map(|ruleset| {
        let texts = ruleset.data.into_iter().flat_map(|data| data.army_texts());
        let mut lists: Vec<_> = texts.map(|(name, text)| (format!("armies/{}/{name}", ruleset.name), text)).collect();
        lists.sort();
        lists
    })
}
