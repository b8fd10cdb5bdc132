//! Finds all errors in any files: each file's kind is known by its content or folder, its schema reads it, and its
//! ruleset musters it if it has one.

use std::fs;
use std::path::{Path, PathBuf};

use super::army;
use super::case::Case;
use super::draft::Draft;
use super::flaw::{self, FileFlaw};
use super::journal_file::{self, is_journal};
use super::land;
use super::names::Names;
use super::open::{self, muster};
use super::paths::shown;
use super::plan::Plan;
use super::read;
use super::shelf::Shelf;
use super::source::Source;
use super::study::Study;
use super::tree::{Kind, Node, Tree};
use crate::battle::Ruleset;
use crate::battle::setup::Severity;

/// The files that were checked, and their flaws.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// How many there were.
    pub files: usize,
    /// In the order of paths and places.
    pub flaws: Vec<FileFlaw>,
}

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Is {
    /// A battle to be played.
    Scenario,
    /// Ground for battles: a table with terrain.
    Map,
    /// An army list of a ruleset.
    Army,
    /// A position with expectations that shows a rule.
    Case,
    /// Orders for a side of a battle.
    Plan,
    /// Arms of a battle that are compared.
    Study,
    /// A saved battle.
    Journal,
    /// Data for which there is no schema here.
    Other,
}

/// Checks files, all files below folders, and built-in scenarios by their names.
pub fn check(rulesets: &[Ruleset], paths: &[PathBuf]) -> Checked {
    let mut checked = Checked::default();
    for path in paths {
        if path.is_dir() {
            let mut files = Vec::new();
            gather(path, 0, &mut files, &mut checked.flaws);
            if files.is_empty() {
                checked.flaws.push(FileFlaw::whole(shown(path), "there is no file to check in this folder"));
            }
            files.iter().for_each(|file| checked.add(rulesets, file, false));
        } else if let (false, Some(name)) = (path.exists(), path.to_str()) {
            checked.files += 1;
            checked.flaws.extend(flaws_of(muster(rulesets, open::draft(name))));
        } else {
            checked.add(rulesets, path, true);
        }
    }
    flaw::sort(&mut checked.flaws);
    checked
}

impl Checked {
    /// Whether anything is wrong beyond warnings.
    pub fn has_errors(&self) -> bool {
        self.flaws.iter().any(FileFlaw::is_error)
    }

    fn add(&mut self, rulesets: &[Ruleset], path: &Path, named: bool) {
        self.files += 1;
        match read::read(path, &shown(path)) {
            Ok(source) => self.flaws.extend(of_source(rulesets, source, &Shelf::beside(path), named)),
            Err(flaw) => self.flaws.push(flaw),
        }
    }
}

/// Checks one file. With `named` somebody asked for this very file, so it is an error if its kind is not known.
pub fn of_source(rulesets: &[Ruleset], source: Source, shelf: &Shelf, named: bool) -> Vec<FileFlaw> {
    match kind(&source) {
        Ok(Is::Journal) => journal(rulesets, &source),
        Ok(Is::Scenario) => flaws_of(muster(rulesets, Draft::read(source, shelf))),
        Ok(Is::Case) => case(rulesets, &Case::read(source, shelf)),
        Ok(Is::Plan) => Plan::read(&source, shelf).1,
        Ok(Is::Study) => Study::check(rulesets, source, shelf),
        Ok(Is::Map) => land::read(&source, &mut Names::default()).1,
        Ok(Is::Army) => match army::ruleset_of(&source, rulesets) {
            Ok(ruleset) => army::flaws(&source, Some(ruleset)),
            Err(flaw) => army::flaws(&source, None).into_iter().chain([flaw]).collect(),
        },
        Ok(Is::Other) => of_tree(&source, |root| {
            army::numbers(root);
            if named {
                root.error("this is no file of a scenario, map, army, plan, study, case or journal");
            }
        }),
        Err(flaws) => flaws,
    }
}

/// Whether that name is a case's: of a file, or of a built-in one below `scenarios`.
pub fn is_case(name: &str) -> bool {
    let path = Path::new(name);
    if path.is_file() {
        return read::read(path, &shown(path)).is_ok_and(|source| matches!(kind(&source), Ok(Is::Case)));
    }
    name.strip_prefix("scenarios/").unwrap_or(name).starts_with("cases/")
}

/// The kind of a file, by its content or else by its folder.
///
/// # Errors
///
/// The flaws of a file that is not valid RON.
pub fn kind(source: &Source) -> Result<Is, Vec<FileFlaw>> {
    if is_journal(source.text()) {
        return Ok(Is::Journal);
    }
    let tree = Tree::parse(source).map_err(|flaws| flaws.located(source))?;
    // The values of a list have no names. The keys of a map are data, unless somebody has put a scenario's fields in
    // quotes.
    let key = |name: &str| tree.root().children().any(|n| n.key() == Some(name));
    let has = |name: &str| tree.root().kind() == Kind::Group && key(name);
    let quoted = |name: &str| tree.root().kind() == Kind::Map && key(name);
    let folder = |name: &str| source.path().split('/').rev().skip(1).any(|part| part == name);
    Ok(if has("rule") || folder("cases") {
        Is::Case
    } else if has("study") || folder("studies") {
        Is::Study
    } else if has("plan") || folder("plans") {
        Is::Plan
    } else if !has("sides") && (has("troops") || folder("armies")) {
        // A list of one's own names its ruleset, as a scenario does.
        Is::Army
    } else if ["ruleset", "sides"].into_iter().any(|name| has(name) || quoted(name)) {
        Is::Scenario
    } else if (has("terrain") && has("size")) || folder("maps") {
        Is::Map
    } else if folder("scenarios") {
        Is::Scenario
    } else {
        Is::Other
    })
}

/// A case's position need not be an army that anybody would field, so a ruleset's warnings are ignored.
fn case(rulesets: &[Ruleset], case: &Case) -> Vec<FileFlaw> {
    match case.open(rulesets) {
        Ok(opened) => case.draft.flaws.iter().cloned().chain(case.check(&opened)).collect(),
        Err(mut flaws) => {
            flaws.retain(|flaw| flaw.is_error() || case.draft.flaws.contains(flaw));
            flaws
        }
    }
}

fn journal(rulesets: &[Ruleset], source: &Source) -> Vec<FileFlaw> {
    let read = match journal_file::parse(source) {
        Ok(read) => read,
        Err(flaws) => return flaws,
    };
    let mut flaws = read.notices;
    // Errors in the scenario that a journal contains are reported at the journal's first line.
    let found = flaws_of(muster(rulesets, read.header.draft()));
    flaws.extend(found.into_iter().filter(FileFlaw::is_error).map(|inner| {
        let message = format!("the scenario in this journal: {inner}");
        source.flaw(0, Severity::Error, &message)
    }));
    flaws
}

fn of_tree(source: &Source, check: impl Fn(Node)) -> Vec<FileFlaw> {
    match Tree::parse(source) {
        Ok(tree) => {
            check(tree.root());
            tree.flaws.located(source)
        }
        Err(flaws) => flaws.located(source),
    }
}

fn flaws_of(opened: Result<open::Opened, Vec<FileFlaw>>) -> Vec<FileFlaw> {
    match opened {
        Ok(opened) => opened.warnings,
        Err(flaws) => flaws,
    }
}

/// Folders nested deeper than this are not walked.
const DEEPEST: usize = 32;

/// The files below a folder that may be checked, in the order of their names. Links to folders are not followed, so
/// that the walk ends.
fn gather(folder: &Path, depth: usize, files: &mut Vec<PathBuf>, flaws: &mut Vec<FileFlaw>) {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(why) => {
            flaws.push(FileFlaw::whole(shown(folder), format!("cannot be read: {why}")));
            return;
        }
    };
    let mut entries: Vec<_> = entries.filter_map(Result::ok).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if entry.file_type().is_ok_and(|t| t.is_dir()) {
            if !hidden && depth < DEEPEST {
                gather(&path, depth + 1, files, flaws);
            }
        } else if !hidden && path.extension().is_some_and(|e| e == "ron" || e == "journal") {
            files.push(path);
        }
    }
}
