//! `sandtable report`: a battle as a page to be shown, or as a table.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use super::load;
use super::output::{Done, Outcome, Trouble};
use super::rollouts::{Rollouts, played};
use super::sim::jobs;
use super::write;
use crate::lab::analysis;
use crate::lab::page::{self, Origin};
use crate::scenario::journal::{DiceFrom, Line};

/// Write a battle that was played as one page for a browser, or as a table
///
/// The page has a picture of each turn and every line of the log with its dice, sums and rules; a line that is clicked
/// lights its units. It is one file and needs nothing from elsewhere. The table has one row a line.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sandtable report zama.journal.ron -o zama.html
  sandtable report zama.journal.ron -o zama.csv
  sandtable report zama.journal.ron -o zama.html --luck --keep zama.rollouts     # with luck and skill apart")]
pub struct Reports {
    /// A journal
    #[arg(value_name = "JOURNAL")]
    journal: PathBuf,
    /// Where it goes: a page, or a table
    #[arg(short, long = "output", value_name = "FILE.html|.csv")]
    output: PathBuf,
    /// Tell luck from skill in it too, as `sandtable analyse` does: a chapter of its own, and marks in the log
    #[arg(long)]
    luck: bool,
    /// How many battles are played on from each position for it
    #[arg(long, value_name = "N", requires = "luck", value_parser = clap::value_parser!(u32).range(2..=10_000))]
    rollouts: Option<u32>,
    /// How many threads play them, or `all`
    #[arg(long, value_name = "J", requires = "luck", value_parser = jobs)]
    jobs: Option<NonZeroUsize>,
    /// Keep what they play in this file, and go on from what is in it; `analyse` reads and writes the same
    #[arg(long, value_name = "FILE", requires = "luck")]
    keep: Option<PathBuf>,
}

impl Reports {
    /// Plays the journal anew and writes what it tells.
    pub fn run(&self) -> Outcome {
        let form = form(&self.output)?;
        let journal = load::journal(&self.journal)?;
        load::warn(&journal.notices);
        let replay = played(&journal)?;
        let luck = match (self.luck, form) {
            (true, Form::Page) => Some(self.rollouts().told(&journal, &replay)?),
            (true, Form::Table) => {
                let why = "--luck goes with a page: `sandtable analyse --format json` tells it to programs";
                return Err(Trouble::Usage(why.to_owned()));
            }
            (false, _) => None,
        };
        let mut opened = replay.opened;
        let bytes = match form {
            Form::Table => page::csv(&opened.world, &opened.setup).map_err(|why| Trouble::Failed(why.to_string()))?,
            Form::Page => {
                let origin = Origin {
                    path: self.journal.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
                    players: players(&journal.lines),
                    dice: dice(&journal.header.dice),
                };
                page::html(&mut opened.world, &opened.ruleset, &opened.setup, &origin, luck.as_ref())
                    .map_err(|why| Trouble::Failed(why.to_string()))?
                    .into_bytes()
            }
        };
        write::file(&self.output, &bytes)?;
        Ok(Done::Well)
    }

    /// How the rollouts of its chapter on luck are played.
    fn rollouts(&self) -> Rollouts {
        let jobs = self.jobs.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
        let rollouts = self.rollouts.unwrap_or(analysis::ROLLOUTS);
        Rollouts { rollouts, by: analysis::BY, seed: analysis::SEED, turns: None, jobs, keep: self.keep.clone() }
    }
}

/// Who sat there last.
fn players(lines: &[(u32, Line)]) -> [String; 2] {
    let last = lines.iter().rev().find_map(|(_, line)| match line {
        Line::Seats { north, south } => Some([north, south]),
        _ => None,
    });
    let named = |name: &String| if name.is_empty() { "a person".to_owned() } else { name.clone() };
    last.map(|seats| seats.map(named)).unwrap_or_default()
}

fn dice(from: &DiceFrom) -> String {
    match from {
        DiceFrom::Seed(seed) => format!("seed {seed}"),
        DiceFrom::Script { .. } => "set faces".to_owned(),
        DiceFrom::Hand => "rolled by hand".to_owned(),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Page,
    Table,
}

fn form(path: &Path) -> Result<Form, Trouble> {
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("html" | "htm") => Ok(Form::Page),
        Some("csv") => Ok(Form::Table),
        _ => Err(Trouble::Usage(format!("{}: a report's name ends in .html or .csv", path.display()))),
    }
}
