//! `sandtable positions`: what positions look like at a glance, and who won them.

use std::io::Write;
use std::path::PathBuf;

use bevy::ecs::world::World;

use super::battles::Battles;
use super::output::{Done, Outcome, Trouble, out};
use super::progress::Progress;
use super::write;
use crate::battle::judgement::Glance;
use crate::lab::glances::{Order, Seen, seen};

/// Tabulate the positions of many battles: what is seen of each at a glance, and who won
///
/// A row is the position at the beginning of a turn as south sees it: how much nearer the enemy is to defeat, what is left of
/// both armies, who would win if the last turn ended now, and what south won in the end. From such rows the judgement of
/// a ruleset is fitted (docs/studies.md); they serve for any other statistics too.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sandtable positions armati/zama --games 200 --out zama.csv

Exit status: 0 when it was done, else 1.")]
pub struct Positions {
    #[command(flatten)]
    battles: Battles,
    /// How many battles
    #[arg(long, default_value = "100", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Where the rows go: battle,turn,danger,left,holds,favoured,favoured_late,won
    #[arg(long, value_name = "FILE.csv")]
    out: PathBuf,
}

impl Positions {
    /// Plays the battles and writes the rows.
    pub fn run(&self) -> Outcome {
        let (start, [north, south]) = self.battles.open()?;
        let battle = &start.opened;
        let progress = Progress::new(self.games.into(), "battles");
        let found = seen(&Order {
            ruleset: &battle.ruleset,
            world: &|| start.again().unwrap_or_else(|_| World::new()),
            players: [&|seed| north.make(&battle.ruleset, seed), &|seed| south.make(&battle.ruleset, seed)],
            battles: self.games,
            seed: self.battles.seed,
            jobs: self.battles.jobs.get(),
            done: &|count| progress.done(count.into()),
        });
        progress.finish();
        write::file(&self.out, &table(&found).map_err(|why| Trouble::Failed(why.to_string()))?)?;
        let battles = found.chunk_by(|a, b| a.battle == b.battle).count();
        writeln!(out(), "{} positions of {battles} battles: {}", found.len(), self.out.display())?;
        Ok(Done::Well)
    }
}

fn table(all: &[Seen]) -> csv::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["battle", "turn"].into_iter().chain(Glance::NAMES).chain(["won"]))?;
    for Seen { battle, turn, glance, won } in all {
        let numbers = [battle.to_string(), turn.to_string()].into_iter();
        let values = glance.values().map(|value| format!("{value:.5}"));
        table.write_record(numbers.chain(values).chain([won.to_string()]))?;
    }
    table.into_inner().map_err(|why| csv::Error::from(why.into_error()))
}
