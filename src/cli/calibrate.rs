//! `sandtable calibrate`: whether the chances that `analyse` tells come true.

use std::io::Write;
use std::path::PathBuf;

use bevy::ecs::world::World;
use serde::Serialize;

use super::battles::Battles;
use super::output::{Done, Format, Outcome, Trouble, out, print_json};
use super::progress::Progress;
use super::rollouts::kind;
use super::write;
use crate::lab::calibration::page::{self, Basis};
use crate::lab::calibration::told::{Group, Told, tell};
use crate::lab::calibration::{self, Order, Position, positions};
use crate::players::Kind;

/// See whether the chances to win that rollouts tell come true, over many positions
///
/// Many battles are played, and of each one moment is drawn. From there it is played on so many times by the captain on
/// both sides, as `sandtable analyse` does, and the chance that comes of it is held against how the battle ended: of the
/// positions that are given 70 in a hundred, 70 in a hundred should be won.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sandtable calibrate armati/first_battle
  sandtable calibrate armati/first_battle --positions 200 --page chances.html --out positions.csv
  sandtable calibrate armati/first_battle --north random          # are they still right of another player?

Exit status: 0 when it was done, else 1.")]
pub struct Calibrate {
    #[command(flatten)]
    battles: Battles,
    /// How many positions, each of a battle of its own
    #[arg(long, default_value_t = calibration::POSITIONS, value_name = "N", value_parser = clap::value_parser!(u32).range(10..=1_000_000))]
    positions: u32,
    /// How many battles are played on from each
    #[arg(long, default_value_t = calibration::ROLLOUTS, value_name = "N", value_parser = even)]
    rollouts: u32,
    /// Who plays them on: captain, plain-captain (makes no use of advanced rules) or random
    #[arg(long, default_value = "captain", value_name = "PLAYER", value_parser = kind)]
    by: Kind,
    /// Play each on for so many turns only, and then draw who wins by the judgement of the position at a glance
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    turns: Option<u32>,
    /// Write all of it as one page for a browser
    #[arg(long, value_name = "FILE.html")]
    page: Option<PathBuf>,
    /// Write a row a position: battle,turn,answer,answers,chance,judged,won
    #[arg(long, value_name = "FILE.csv")]
    out: Option<PathBuf>,
    /// For people or for programs
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// As programs read it.
#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    basis: &'a Basis,
    #[serde(flatten)]
    told: &'a Told,
}

impl Calibrate {
    /// Plays it and tells what came of it.
    pub fn run(&self) -> Outcome {
        let (start, [north, south]) = self.battles.open()?;
        let battle = &start.opened;
        let progress = Progress::new(self.positions.into(), "positions");
        let found = positions(&Order {
            ruleset: &battle.ruleset,
            world: &|| start.again().unwrap_or_else(|_| World::new()),
            players: [&|seed| north.make(&battle.ruleset, seed), &|seed| south.make(&battle.ruleset, seed)],
            by: self.by,
            turns: self.turns,
            positions: self.positions,
            rollouts: self.rollouts,
            seed: self.battles.seed,
            jobs: self.battles.jobs.get(),
            done: &|count| progress.done(count.into()),
        });
        progress.finish();
        if found.is_empty() {
            return Err(Trouble::Failed("none of the battles came to its end".to_owned()));
        }
        let basis = Basis {
            title: battle.setup.title.clone(),
            scenario: self.battles.start.scenario.clone(),
            ruleset: battle.ruleset.name.to_owned(),
            players: [north.name(), south.name()].map(str::to_owned),
            by: self.by.name(),
            rollouts: self.rollouts,
            turns: self.turns,
            seed: self.battles.seed,
        };
        let told = tell(&found);
        if let Some(path) = &self.out {
            write::file(path, &table(&found).map_err(|why| Trouble::Failed(why.to_string()))?)?;
        }
        if let Some(path) = &self.page {
            let html = page::html(&basis, &told).map_err(|why| Trouble::Failed(why.to_string()))?;
            write::file(path, html.as_bytes())?;
        }
        match self.format {
            Format::Json => print_json(&Whole { basis: &basis, told: &told })?,
            Format::Text => print(&basis, &told)?,
        }
        Ok(Done::Well)
    }
}

fn print(basis: &Basis, told: &Told) -> Result<(), Trouble> {
    let mut out = out();
    writeln!(out, "{}: are the chances right?\n{}", basis.title, page::made(basis, told))?;
    for (what, groups) in [("by rollouts", &told.rollouts), ("at a glance", &told.judged)] {
        writeln!(out, "\n{what:<12}  positions  foretold    won  difference")?;
        for Group { positions, chance, won, difference: [difference, error] } in groups {
            let [chance, won, difference, error] = [chance, won, difference, error].map(|share| share * 100.0);
            writeln!(out, "{:<12}  {positions:>9}  {chance:>8.1}  {won:>5.1}  {difference:>+5.1} ± {error:.1}", "")?;
        }
    }
    writeln!(out, "\n{}\n{}", page::numbers(told), page::method(basis))?;
    out.flush()?;
    Ok(())
}

fn table(positions: &[Position]) -> csv::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["battle", "turn", "answer", "answers", "chance", "judged", "won"])?;
    for position in positions {
        let Position { battle, turn, answers: [at, all], judged, .. } = position;
        let chance = position.chances().iter().sum::<f64>() / 2.0;
        let (battle, turn, at, all) = (battle.to_string(), turn.to_string(), at.to_string(), all.to_string());
        let (chance, judged) = (format!("{chance:.4}"), format!("{judged:.4}"));
        table.write_record([&battle, &turn, &at, &all, &chance, &judged, &position.won().to_string()])?;
    }
    table.into_inner().map_err(|why| csv::Error::from(why.into_error()))
}

/// A number of rollouts that can be halved.
fn even(text: &str) -> Result<u32, String> {
    let number: Option<u32> = text.parse().ok();
    number
        .filter(|n| (2..=10_000).contains(n) && n.is_multiple_of(2))
        .ok_or_else(|| "expected an even number from 2 to 10000: half of them sort, half of them tell".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rollouts_can_be_halved() {
        assert_eq!(even("16"), Ok(16));
        for wrong in ["", "0", "7", "10002", "-2", "many"] {
            assert!(even(wrong).is_err(), "{wrong}");
        }
    }
}
