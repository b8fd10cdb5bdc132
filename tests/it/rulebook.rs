//! The cites in the code and the rules in the data: each that is cited is listed. What is listed and never cited is
//! told, and fails nothing. And every case of every rule passes.

use std::collections::BTreeSet;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use sandtable::battle::Ruleset;
use sandtable::lab::case;
use sandtable::rules::RULESETS;
use sandtable::scenario::embedded;

use crate::tidy::sources::{self, all};

/// The constants `Cite("…")` in the sources of a ruleset, with where they stand.
fn cited(ruleset: &str) -> Vec<(String, String)> {
    let mut cited = Vec::new();
    for source in all("src").into_iter().filter(|source| source.ruleset() == Some(ruleset)) {
        for (n, line) in source.code_lines() {
            for rest in sources::without_comment(line).split("Cite(\"").skip(1) {
                let id = rest.split('"').next().unwrap_or_default();
                cited.push((id.to_owned(), format!("{}:{n}", source.path)));
            }
        }
    }
    cited
}

/// Every cite of the ruleset's code is listed in its data.
fn holds(ruleset: &Ruleset) {
    let listed: BTreeSet<&str> = (ruleset.texts)().rules.iter().map(|rule| rule.id.as_str()).collect();
    assert_eq!(listed.len(), (ruleset.texts)().rules.len(), "{}: an id is listed twice", ruleset.name);
    let cited = cited(ruleset.name);
    assert!(!cited.is_empty(), "{}: nothing cited was found", ruleset.name);
    let unknown: Vec<String> = cited
        .iter()
        .filter(|(id, _)| id != "house" && !listed.contains(id.as_str()))
        .map(|(id, at)| format!("{at}: {id}"))
        .collect();
    assert!(unknown.is_empty(), "{}: cited and not listed:\n  {}", ruleset.name, unknown.join("\n  "));
    let cited: BTreeSet<&str> = cited.iter().map(|(id, _)| id.as_str()).collect();
    let idle: Vec<&str> = listed.difference(&cited).copied().collect();
    println!("{}: {} listed, {} of them never cited: {}", ruleset.name, listed.len(), idle.len(), idle.join(" "));
}

#[test]
fn every_ruleset_cites_what_its_data_lists() {
    RULESETS.iter().for_each(holds);
}

/// The sentences that a ruleset's code says by their keys, with where: of refusals, notes and facts.
fn said(ruleset: &str) -> Vec<(String, String)> {
    const SAYS: [&str; 4] = ["refuse(", "Refusal::new(", "Note::new(", ".says("];
    let constant = |text: &str| text.chars().all(|c| c.is_ascii_uppercase() || "_, :".contains(c));
    let mut said = Vec::new();
    for source in all("src").into_iter().filter(|source| source.ruleset() == Some(ruleset)) {
        for (n, line) in source.code_lines() {
            let line = sources::without_comment(line);
            for rest in SAYS.iter().flat_map(|says| line.split(says).skip(1)) {
                let mut quoted = rest.splitn(3, '"');
                let (before, key) = (quoted.next().unwrap_or_default(), quoted.next().unwrap_or_default());
                if constant(before.trim_end_matches("Word(")) && !key.is_empty() {
                    said.push((key.to_owned(), format!("{}:{n}", source.path)));
                }
            }
        }
    }
    said
}

#[test]
fn what_is_said_by_its_key_has_a_sentence() {
    let house =
        all("src").into_iter().find(|source| source.path == "src/battle/narrator.rs").expect("the house speaks");
    for ruleset in RULESETS {
        let (texts, said) = ((ruleset.texts)(), said(ruleset.name));
        assert!(said.len() > 50, "{}: {} keys were found", ruleset.name, said.len());
        let of_house = |key: &str| house.text.contains(&format!("(\"{key}\", \""));
        let unknown: Vec<String> = said
            .iter()
            .filter(|(key, _)| !texts.sentences.contains_key(key) && !texts.words.contains_key(key) && !of_house(key))
            .map(|(key, at)| format!("{at}: {key}"))
            .collect();
        assert!(unknown.is_empty(), "{}: without a sentence:\n  {}", ruleset.name, unknown.join("\n  "));
    }
}

/// The names of the switches that a ruleset's code knows, as it declares them.
fn switches(ruleset: &str) -> BTreeSet<String> {
    let path = format!("src/rules/{ruleset}/switches.rs");
    let source =
        all("src").into_iter().find(|source| source.path == path).expect("every ruleset declares its switches");
    let lines = source.text.lines().map(str::trim);
    let declared = lines.skip_while(|line| !line.contains("switch_set! {")).skip(1).take_while(|line| *line != "}");
    declared.filter_map(|line| Some(line.split_once('"')?.1.split('"').next()?.to_owned())).collect()
}

#[test]
fn every_switch_that_the_data_describes_is_known_and_rules_and_presets_name_no_other() {
    for ruleset in RULESETS {
        let (texts, known) = ((ruleset.texts)(), switches(ruleset.name));
        let described: BTreeSet<String> = texts.switches.iter().map(|switch| switch.name.clone()).collect();
        assert!(!described.is_empty() && described.is_subset(&known), "{}: {described:?} {known:?}", ruleset.name);
        let stray: Vec<&String> = texts.presets.values().flatten().filter(|name| !described.contains(*name)).collect();
        assert!(stray.is_empty(), "{}: presets with {stray:?}", ruleset.name);
        let stray = texts.rules.iter().filter(|rule| rule.switch.as_ref().is_some_and(|name| !known.contains(name)));
        let stray: Vec<&str> = stray.map(|rule| rule.id.as_str()).collect();
        assert!(stray.is_empty(), "{}: rules of no switch: {stray:?}", ruleset.name);
    }
}

#[test]
fn every_case_passes() {
    let cases = embedded::cases();
    assert!(cases.len() > 400, "{} cases", cases.len());
    let verdicts: Vec<case::Verdict> = cases.into_par_iter().map(|path| case::run(RULESETS, &path)).collect();
    let failed = verdicts.iter().filter(|verdict| !verdict.ok);
    let told: Vec<String> = failed.map(|v| format!("{} ({}): {}", v.path, v.rule, v.failures.join("; "))).collect();
    assert!(told.is_empty(), "cases fail:\n  {}", told.join("\n  "));
}
