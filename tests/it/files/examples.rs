//! The documentation: every whole example in it is a sound file, and every field that a ruleset reads is told of.

use std::collections::BTreeSet;
use std::path::Path;

use sandtable::rules::RULESETS;
use sandtable::scenario::land::KINDS;
use sandtable::scenario::{self, FileFlaw};

use super::listed;

const FORMATS: &str = include_str!("../../../docs/formats.md");

/// The pages with examples: that of the formats, and one of each ruleset.
fn pages() -> Vec<&'static str> {
    let about = RULESETS.iter().filter_map(|ruleset| ruleset.data).map(|data| data.about());
    std::iter::once(FORMATS).chain(about).collect()
}

/// The whole examples of a page: the path that its first line gives, and the text.
fn examples(page: &str) -> Vec<(String, String)> {
    let blocks = page.split("```ron\n").skip(1).filter_map(|rest| rest.split_once("\n```"));
    blocks
        .map(|(text, _)| {
            let first = text.lines().next().unwrap_or_default();
            let path = first.strip_prefix("// ").unwrap_or_else(|| panic!("no path stands above\n{text}"));
            (path.to_owned(), text.to_owned())
        })
        .collect()
}

/// Writes files into that folder.
fn write(folder: &Path, files: &[(String, String)]) {
    for (path, text) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

fn all() -> Vec<(String, String)> {
    pages().into_iter().flat_map(examples).collect()
}

#[test]
fn every_whole_example_of_the_documentation_is_without_flaw_and_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let files = all();
    write(folder.path(), &files);
    for kind in ["battles/", "armies/", "maps/", "plans/", "studies/"] {
        assert!(files.iter().any(|(path, _)| path.starts_with(kind)), "no example of {kind}");
    }
    for ruleset in RULESETS {
        let list = format!("armies/{}/", ruleset.name);
        assert!(files.iter().any(|(path, _)| path.starts_with(&list)), "no army list of {}", ruleset.name);
    }
    for (path, _) in files.iter().filter(|(path, _)| path.starts_with("battles/")) {
        let opened = scenario::open(RULESETS, folder.path().join(path).to_str().unwrap());
        match opened {
            Ok(mut opened) => {
                assert_eq!(opened.warnings, [], "{path}");
                opened.begin(sandtable::dice::Dice::seeded(1)).unwrap();
            }
            Err(flaws) => panic!("{}", listed(&flaws)),
        }
    }
    let rest = files.iter().filter(|(path, _)| path.starts_with("armies/") || path.starts_with("maps/"));
    for (path, _) in rest {
        let checked = scenario::check(RULESETS, &[folder.path().join(path)]);
        assert_eq!(checked.flaws, [], "{}", listed(&checked.flaws));
    }
}

/// The fields that a message lists in place of an unknown one.
fn offered(flaw: &FileFlaw) -> Vec<String> {
    let (_, listed) = flaw.message.split_once("; there are ").unwrap_or_else(|| panic!("{flaw}"));
    listed.replace(", besides ", ", ").split(", ").map(str::to_owned).collect()
}

#[test]
fn every_field_that_a_ruleset_reads_is_told_in_its_page() {
    let case = FORMATS.split("\n## CASE:").nth(1).unwrap();
    let mut lacking = Vec::new();
    for ruleset in RULESETS {
        let about = ruleset.data.unwrap().about();
        let own = examples(about);
        let (list_path, list) = own.iter().find(|(path, _)| path.starts_with("armies/")).unwrap();
        let battle = all().into_iter().find(|(path, text)| {
            path.starts_with("battles/") && text.contains(&format!("(ruleset: \"{}\"", ruleset.name))
        });
        let (battle_path, battle) = battle.unwrap();
        // A field that nobody knows, in the list, a troop, a side, its command, a body and a unit.
        let list_of = |text: &str| text.replacen("(ruleset:", "(qqqqqqqqqq: 1, ruleset:", 1);
        let troop_of = |text: &str| {
            let (head, troops) = text.split_once("troops: [").unwrap();
            format!("{head}troops: [{}", troops.replacen("(name:", "(qqqqqqqqqq: 1, name:", 1))
        };
        let side = battle.replace("south: (", "south: (qqqqqqqqqq: 1, ");
        let body = battle.replacen("bodies: [\n      (", "bodies: [\n      (qqqqqqqqqq: 1, ", 1);
        let unit = battle.replacen("units: [", "units: [(qqqqqqqqqq: 1, ", 1).replacen(
            "qqqqqqqqqq: 1, \n         (",
            "qqqqqqqqqq: 1, ",
            1,
        );
        let unit = unit.replacen("qqqqqqqqqq: 1, (", "qqqqqqqqqq: 1, ", 1);
        let command = if battle.contains("command: (") {
            battle.replacen("command: (", "command: (qqqqqqqqqq: 1, ", 1)
        } else {
            battle.replacen("south: (", "south: (command: (qqqqqqqqqq: 1), ", 1)
        };
        let mut fields = BTreeSet::new();
        let changed = [list_of(list), troop_of(list)].map(|text| (list_path.clone(), text));
        let of_battle = [side, body, unit, command].map(|text| (battle_path.clone(), text));
        for (path, text) in changed.into_iter().chain(of_battle) {
            let folder = tempfile::tempdir().unwrap();
            write(folder.path(), &all());
            write(folder.path(), &[(path.clone(), text)]);
            let checked = scenario::check(RULESETS, &[folder.path().join(&path)]);
            let unknown = checked.flaws.iter().filter(|flaw| flaw.message.starts_with("unknown field `qqqqqqqqqq`"));
            let unknown: Vec<&FileFlaw> = unknown.collect();
            assert_eq!(unknown.len(), 1, "{path}: {}", listed(&checked.flaws));
            if unknown[0].message.contains("; there are ") {
                fields.extend(offered(unknown[0]));
            }
        }
        assert!(fields.len() > 15, "{}: {fields:?}", ruleset.name);
        let common =
            ["name", "type", "at", "heading", "army", "colour", "intent", "command", "bodies", "units", "ruleset"];
        for field in fields.iter().filter(|field| !common.contains(&field.as_str())) {
            let told = [format!("`{field}`"), format!("`{field}:"), format!(" {field}:"), format!("({field}:")];
            let is_told = told.iter().any(|told| about.contains(told) || case.contains(told));
            if !is_told {
                lacking.push(format!("{}: {field}", ruleset.name));
            }
        }
    }
    assert!(lacking.is_empty(), "told nowhere: {lacking:?}");
}

#[test]
fn every_kind_of_terrain_is_told() {
    let section = FORMATS.split("\n## ").find(|section| section.starts_with("TERRAIN")).unwrap();
    for kind in KINDS {
        assert!(section.contains(kind), "{kind} is told nowhere");
    }
}

#[test]
fn who_names_what_there_is_not_is_told_what_there_is() {
    let map = "(size: (60, 40), terrain: [(name: \"a\", kind: \"bog\", polygon: [(1, 1), (9, 1), (9, 9)])])";
    let list = |troop: &str| {
        format!(
            "(ruleset: \"armati\", name: \"X\", source: \"x\", scale: A1, command: (h: 1, l: 1, bp: 1, init: 1), troops: [(name: \"a\", title: \"A\", {troop})])"
        )
    };
    let values = "fv: (1, 1, 1), prot: 1";
    for (path, text, told) in [
        ("maps/m.ron", map.to_owned(), "`bog` is no kind of terrain; there are gentle-hill, steep-hill, woods, "),
        (
            "armies/a.ron",
            list(&format!("type: \"Legion\", {values}, weapon: \"spear\"")),
            "unknown troop type `Legion`; there are HI, PH, ",
        ),
        (
            "armies/b.ron",
            list(&format!("type: \"HI\", {values}, weapon: \"spaer\"")),
            "unknown weapon `spaer`; did you mean `spear`? There are bow, ",
        ),
        (
            "armies/c.ron",
            list(&format!("type: \"HI\", {values}, weapon: \"spear\", general: true")),
            "unknown field `general`; there are name, type, title, key, fv, ",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &[(path.to_owned(), text)]);
        let checked = scenario::check(RULESETS, &[folder.path().join(path)]);
        assert!(checked.flaws.iter().any(|flaw| flaw.message.starts_with(told)), "{}", listed(&checked.flaws));
    }
}

#[test]
fn a_general_with_a_line_that_may_not_have_him_is_told_what_the_list_lacks() {
    let folder = tempfile::tempdir().unwrap();
    let mut files = all();
    for (path, text) in &mut files {
        if path == "armies/impetus/my-gauls.ron" {
            *text = text.replace(", general: true", "");
        }
    }
    write(folder.path(), &files);
    let path = folder.path().join("battles/my_impetus.ron");
    let flaws = scenario::check(RULESETS, std::slice::from_ref(&path)).flaws;
    let [flaw] = &flaws[..] else { panic!("{}", listed(&flaws)) };
    assert!(flaw.message.ends_with("its line `nobles` does not say `general: true`"), "{flaw}");
    // A study of that battle tells it where it is, in the battle's file.
    let study = r#"(study: "x", battle: "battles/my_impetus.ron", side: south, variants: [(name: "a", leave_out: ["javelins"])])"#;
    write(folder.path(), &[("studies/s.ron".to_owned(), study.to_owned())]);
    let of_study = scenario::check(RULESETS, &[folder.path().join("studies/s.ron")]).flaws;
    assert!(of_study.contains(flaw), "{}", listed(&of_study));
}
