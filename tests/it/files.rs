//! Files from outside: the shipped ones are without flaw, broken ones tell all that is wrong and where, and none
//! makes the program fall over or eat the machine.

mod begun;
mod broken;
mod examples;
mod hostile;
mod kept;
mod located;
mod own;
mod saved;

use sandtable::battle::Ruleset;
use sandtable::rules;
use sandtable::scenario::{self, FileFlaw};

/// A ruleset without rules, so that a test sees what the reader itself says.
pub const PLAIN: Ruleset = Ruleset {
    name: "plain",
    install: |_| {},
    muster: |_, _| Vec::new(),
    army_list: |_| Vec::new(),
    ..rules::RULESETS[0]
};

/// The rulesets, and the one without rules.
pub fn rulesets() -> Vec<Ruleset> {
    rules::RULESETS.iter().copied().chain([PLAIN]).collect()
}

/// One flaw a line.
pub fn listed(flaws: &[FileFlaw]) -> String {
    flaws.iter().map(|f| format!("{f}\n")).collect()
}

#[test]
fn the_built_in_battles_are_without_flaw() {
    let battles = scenario::embedded::battles();
    assert!(battles.iter().any(|name| name.ends_with("/first_battle")), "{battles:?}");
    for name in battles {
        let opened = scenario::open(rules::RULESETS, &name);
        match opened {
            Ok(opened) => assert_eq!(opened.warnings, [], "{name}"),
            Err(flaws) => panic!("{}", listed(&flaws)),
        }
    }
}

#[test]
fn all_shipped_files_are_without_flaw() {
    let folders = std::fs::read_dir("assets").unwrap().map(|folder| folder.unwrap().path());
    let has_files = |folder: &std::path::PathBuf| {
        let mut files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        files.any(|file| file.extension().is_some_and(|end| end == "ron"))
    };
    let places: Vec<std::path::PathBuf> = folders.filter(has_files).chain(["scenarios".into()]).collect();
    let checked = scenario::check(rules::RULESETS, &places);
    assert!(checked.files > 20);
    assert!(!checked.has_errors(), "{}", listed(&checked.flaws));
}
