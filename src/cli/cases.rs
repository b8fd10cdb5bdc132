//! `sandtable cases`: holds the program to its rules.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::Serialize;

use super::output::{Done, Format, Outcome, Trouble, out, print_json};
use super::progress::Progress;
use crate::lab::case::{self, Verdict};
use crate::rules::RULESETS;
use crate::scenario::embedded;

/// Where cases stand when nobody says otherwise.
const USUAL: &str = "scenarios/cases";

/// Run cases: staged positions with scripted dice, and what must follow by the rules
///
/// A path may be a file, or a folder with all cases in it. What does not exist as a path is looked for among the
/// built-in cases.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sandtable cases
  sandtable cases scenarios/cases/armati
  sandtable cases my_case.ron --format json

Exit status: 0 when every case passes, 1 when one fails or there is none.")]
pub struct Cases {
    /// Cases, or folders of cases
    #[arg(value_name = "PATH", default_value = USUAL)]
    paths: Vec<String>,
    /// For people or for programs
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// All verdicts, as programs read them.
#[derive(Debug, Serialize)]
struct Report {
    passed: usize,
    failed: usize,
    cases: Vec<Verdict>,
}

impl Cases {
    /// Runs the cases, in the order of their paths.
    pub fn run(&self) -> Outcome {
        let mut paths = Vec::new();
        for path in &self.paths {
            paths.extend(found(path)?);
        }
        let progress = Progress::new(paths.len() as u64, "cases");
        let count = AtomicU64::new(0);
        let run = |path: String| {
            let verdict = case::run(RULESETS, &path);
            progress.done(count.fetch_add(1, Ordering::Relaxed) + 1);
            verdict
        };
        let cases: Vec<Verdict> = paths.into_par_iter().map(run).collect();
        progress.finish();
        let passed = cases.iter().filter(|c| c.ok).count();
        let report = Report { passed, failed: cases.len() - passed, cases };
        match self.format {
            Format::Json => print_json(&report)?,
            Format::Text => print(&report)?,
        }
        Ok(if report.failed == 0 { Done::Well } else { Done::Bad })
    }
}

/// The cases of a path, in the order of their names.
///
/// # Errors
/// When there are none.
fn found(path: &str) -> Result<Vec<String>, Trouble> {
    let on_disk = Path::new(path);
    let cases = if on_disk.is_dir() {
        let mut files = Vec::new();
        gather(on_disk, &mut files).map_err(|why| Trouble::file("read", on_disk, &why))?;
        files.sort();
        files.into_iter().map(|file| file.to_string_lossy().into_owned()).collect()
    } else if on_disk.exists() {
        vec![path.to_owned()]
    } else {
        built_in(path)
    };
    if cases.is_empty() { Err(Trouble::Failed(format!("{path}: there is no case"))) } else { Ok(cases) }
}

fn built_in(path: &str) -> Vec<String> {
    let below = path.strip_prefix("scenarios/").unwrap_or(path).trim_end_matches('/');
    let inside = |case: &String| case.strip_prefix(below).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    embedded::cases().into_iter().filter(inside).collect()
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        // Links are not followed: a ring of them would never end.
        if entry.file_type()?.is_dir() {
            gather(&entry.path(), files)?;
        } else if entry.path().extension().is_some_and(|e| e == "ron") {
            files.push(entry.path());
        }
    }
    Ok(())
}

fn print(report: &Report) -> Result<(), Trouble> {
    let mut out = out();
    for case in report.cases.iter().filter(|c| !c.ok) {
        writeln!(out, "FAILED {} ({}): {}", case.path, case.rule, case.title)?;
        for failure in &case.failures {
            writeln!(out, "  {failure}")?;
        }
    }
    writeln!(out, "{} passed, {} failed", report.passed, report.failed)?;
    out.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_gives_its_cases_by_name_and_an_empty_one_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir(path("b")).unwrap();
        for name in ["c.ron", "a.ron", "b/z.ron", "notes.md"] {
            std::fs::write(path(name), "()").unwrap();
        }
        let all = found(&folder.path().to_string_lossy()).unwrap();
        let wanted: Vec<String> =
            ["a.ron", "b/z.ron", "c.ron"].iter().map(|n| path(n).to_string_lossy().into_owned()).collect();
        assert_eq!(all, wanted);
        assert!(found("no/such/folder").unwrap_err().to_string().contains("there is no case"));
    }
}
