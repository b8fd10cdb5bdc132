//! The cites in the code and the rules in the data: each that is cited is listed. What is listed and never cited is
//! told, and fails nothing. And every case of every rule passes.

use std::collections::BTreeSet;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use sandtable::battle::Row;
use sandtable::lab::case;
use sandtable::rules::{ROWS, armati, impetus};
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
fn holds(row: &Row) {
    let listed: BTreeSet<&str> = (row.texts)().rules.iter().map(|rule| rule.id.as_str()).collect();
    assert_eq!(listed.len(), (row.texts)().rules.len(), "{}: an id is listed twice", row.name);
    let cited = cited(row.name);
    assert!(!cited.is_empty(), "{}: nothing cited was found", row.name);
    let unknown: Vec<String> = cited
        .iter()
        .filter(|(id, _)| id != "house" && !listed.contains(id.as_str()))
        .map(|(id, at)| format!("{at}: {id}"))
        .collect();
    assert!(unknown.is_empty(), "{}: cited and not listed:\n  {}", row.name, unknown.join("\n  "));
    let cited: BTreeSet<&str> = cited.iter().map(|(id, _)| id.as_str()).collect();
    let idle: Vec<&str> = listed.difference(&cited).copied().collect();
    println!("{}: {} listed, {} of them never cited: {}", row.name, listed.len(), idle.len(), idle.join(" "));
}

#[test]
fn armati_cites_what_its_data_lists() {
    holds(&armati::ROW);
}

#[test]
fn impetus_cites_what_its_data_lists() {
    holds(&impetus::ROW);
}

#[test]
fn every_case_passes() {
    let cases = embedded::cases();
    assert!(cases.len() > 400, "{} cases", cases.len());
    let verdicts: Vec<case::Verdict> = cases.into_par_iter().map(|path| case::run(ROWS, &path)).collect();
    let failed = verdicts.iter().filter(|verdict| !verdict.ok);
    let told: Vec<String> = failed.map(|v| format!("{} ({}): {}", v.path, v.rule, v.failures.join("; "))).collect();
    assert!(told.is_empty(), "cases fail:\n  {}", told.join("\n  "));
}
