//! `sandtable replay`: plays a journal anew.

use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;

use super::load;
use super::output::{Done, Format, Outcome, Trouble, out, print_json};
use crate::lab::replay::{Difference, Replay, TurnDigest, replay};
use crate::rules::RULESETS;
use crate::scenario::journal::Line;
use crate::scenario::journal_file::JournalFile;

/// Play a journal anew and compare the digest of each turn
///
/// Every action is judged again, and what comes of it is compared with what the journal tells: poses to 0.002 inches and
/// 0.02 degrees, everything else to the letter. A journal of another
/// version of its ruleset is shown from its own facts first; then the first rule that differs is named.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sandtable replay first_battle.journal.ron
  sandtable replay game.journal.ron --format json

Exit status: 0 when all is the same, else 1.")]
pub struct Replays {
    /// A journal
    #[arg(value_name = "JOURNAL")]
    journal: PathBuf,
    /// For people or for programs
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What became of it, as programs read it.
#[derive(Debug, Serialize)]
struct Report<'a> {
    path: &'a str,
    ruleset: &'a str,
    version: u32,
    current_version: u32,
    actions: usize,
    same: bool,
    turns: &'a [TurnDigest],
    differs: &'a Option<Difference>,
}

impl Replays {
    /// Plays the journal and prints what became of it.
    pub fn run(&self) -> Outcome {
        let journal = load::journal(&self.journal)?;
        load::warn(&journal.notices);
        let replay = replay(RULESETS, &journal).map_err(|list| load::flaws(&list))?;
        match self.format {
            Format::Json => print_json(&Report {
                path: &journal.path,
                ruleset: &journal.header.ruleset,
                version: journal.header.version,
                current_version: replay.opened.ruleset.version,
                actions: replay.actions,
                same: replay.same(),
                turns: &replay.turns,
                differs: &replay.differs,
            })?,
            Format::Text => print(&journal, &replay)?,
        }
        Ok(if replay.same() { Done::Well } else { Done::Bad })
    }
}

fn print(journal: &JournalFile, replay: &Replay) -> Result<(), Trouble> {
    let mut out = out();
    let (was, is) = (journal.header.version, replay.opened.ruleset.version);
    writeln!(out, "{} ({}), {} actions", replay.opened.setup.title, journal.path, replay.actions)?;
    if was != is {
        writeln!(out, "played under version {was} of {}; this is version {is}\n", replay.opened.ruleset.title)?;
        for (_, line) in &journal.lines {
            if let Line::Fact(fact) = line {
                writeln!(out, "  {}", fact.text)?;
            }
        }
        writeln!(out)?;
    }
    for TurnDigest { turn, was, is, same } in &replay.turns {
        let told = match same {
            true if was == is => "the same".to_owned(),
            true => "the same but for rounding".to_owned(),
            false => format!("now {is}"),
        };
        writeln!(out, "turn {turn:>3}  {was}  {told}")?;
    }
    match &replay.differs {
        None if replay.same() => writeln!(out, "everything is as the journal has it")?,
        None => writeln!(out, "all that happened is as the journal has it; the digests are others")?,
        Some(Difference { line, rule, told }) => {
            let rule = rule.as_ref().map_or_else(String::new, |rule| format!(" by {rule}"));
            writeln!(out, "{}:{line}:1: the first difference{rule}: {told}", journal.path)?;
        }
    }
    out.flush()?;
    Ok(())
}
