//! Battles by name, with what is wrong in their files told as the command line tells it.

use std::io::{Write, stderr};
use std::path::Path;

use bevy::ecs::world::World;

use super::output::Trouble;
use crate::battle::narrator::Narrator;
use crate::battle::setup::{Setup, Severity};
use crate::battle::{self, Ruleset, View};
use crate::dice::Dice;
use crate::lab::replay::replay;
use crate::rules::RULESETS;
use crate::scenario::check::{Is, kind};
use crate::scenario::journal_file::{self, JournalFile};
use crate::scenario::{self, Case, FileFlaw, Opened, read};

/// The seed of the dice where nobody names one.
pub const USUAL_SEED: u64 = 1;

/// The battle of that name: a file, or a built-in one such as `armati/zama`. Warnings go to stderr.
///
/// # Errors
/// Every flaw of its files.
pub fn open(name: &str) -> Result<Opened, Trouble> {
    expect(Path::new(name), Is::Scenario)?;
    let opened = scenario::open(RULESETS, name).map_err(|list| flaws(&list))?;
    warn(&opened.warnings);
    Ok(opened)
}

/// The position that a scenario, a journal or a case leads to: as a scenario begins, as a journal ends, as a case is
/// staged.
///
/// # Errors
/// Every flaw of its files.
pub fn position(name: &str) -> Result<Opened, Trouble> {
    let path = Path::new(name);
    let is = if path.is_file() {
        let source = read::read(path, name).map_err(|flaw| flaws(&[flaw]))?;
        kind(&source).map_err(|list| flaws(&list))?
    } else if scenario::embedded::cases().iter().any(|case| name.strip_prefix("scenarios/").unwrap_or(name) == case) {
        Is::Case
    } else {
        Is::Scenario
    };
    match is {
        Is::Journal => {
            let journal = journal_file::load(path).map_err(|list| flaws(&list))?;
            warn(&journal.notices);
            Ok(replay(RULESETS, &journal).map_err(|list| flaws(&list))?.opened)
        }
        Is::Case => {
            let case = Case::load(name).map_err(|list| flaws(&list))?;
            let opened = case.open(RULESETS).map_err(|list| flaws(&list))?;
            let dice = case.blocks.first().map(|block| block.dice.clone()).unwrap_or_default();
            begun(opened, Dice::scripted(&dice, Some(USUAL_SEED)))
        }
        _ => begun(open(name)?, Dice::seeded(USUAL_SEED)),
    }
}

/// The journal in that file. What it is not sure of goes to stderr.
///
/// # Errors
/// Every flaw of the file, or what else it is.
pub fn journal(path: &Path) -> Result<JournalFile, Trouble> {
    expect(path, Is::Journal)?;
    journal_file::load(path).map_err(|list| flaws(&list))
}

/// Whether a file is of that kind, as far as it tells; what cannot be read is found out by whoever reads it.
///
/// # Errors
/// What it is instead, and the command for that.
pub fn expect(path: &Path, wanted: Is) -> Result<(), Trouble> {
    let read = if path.is_file() { read::read(path, "").ok() } else { None };
    let Some(is) = read.and_then(|source| kind(&source).ok()).filter(|is| *is != wanted) else { return Ok(()) };
    let name = path.display();
    let (what, how) = match is {
        Is::Scenario => ("a battle", format!("`sandtable sim {name}` plays it")),
        Is::Study => ("a study", format!("`sandtable study {name}` plays it")),
        Is::Journal => ("a journal", format!("`sandtable replay {name}` plays it anew")),
        Is::Case => ("a case", format!("`sandtable cases {name}` runs it")),
        Is::Plan => ("a plan", format!("a side of a battle is played by it: `sandtable sim BATTLE --north {name}`")),
        Is::Map => ("a map", "a battle names it as its `map`".to_owned()),
        Is::Army => ("an army list", "a battle names it as the `army` of a side".to_owned()),
        Is::Other => return Ok(()),
    };
    Err(Trouble::Failed(format!("{name} is {what}: {how}")))
}

/// Whether that is the file of a journal.
pub fn is_journal(path: &Path) -> bool {
    path.is_file() && read::read(path, "").is_ok_and(|source| kind(&source).is_ok_and(|is| is == Is::Journal))
}

/// One more world with a battle that was opened, not begun.
///
/// # Errors
/// None that opening it would not have had.
pub fn again(ruleset: &Ruleset, setup: &Setup) -> Result<World, Trouble> {
    let mut world = battle::world(ruleset);
    let errors = (ruleset.muster)(setup, &mut world).into_iter().filter(|flaw| flaw.severity == Severity::Error);
    match errors.map(|flaw| flaw.message).reduce(|all, one| format!("{all}\n{one}")) {
        Some(messages) => Err(Trouble::Failed(messages)),
        None => Ok(world),
    }
}

/// Flaws of files, the first one first.
pub fn flaws(list: &[FileFlaw]) -> Trouble {
    let lines: Vec<String> = list.iter().map(ToString::to_string).collect();
    Trouble::Failed(if lines.is_empty() { "the file cannot be used".to_owned() } else { lines.join("\n") })
}

/// Tells warnings on stderr.
pub fn warn(list: &[FileFlaw]) {
    for warning in list {
        // Where nobody listens on stderr, nobody misses a warning.
        let _ = writeln!(stderr(), "{warning}");
    }
}

fn begun(mut opened: Opened, dice: Dice) -> Result<Opened, Trouble> {
    opened.begin(dice).map_err(|refusal| {
        let narrator = Narrator::new((opened.ruleset.texts)(), View::umpire(&opened.world).names());
        Trouble::Failed(narrator.refusal(&refusal))
    })?;
    Ok(opened)
}
