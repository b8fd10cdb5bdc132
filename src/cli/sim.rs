//! `sandtable sim`: many battles without a window.

use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use bevy::ecs::world::World;

use super::output::{Done, Format, Outcome, Trouble, out, print_json};
use super::player::Who;
use super::progress::Progress;
use super::start::StartArgs;
use super::write;
use crate::battle::InForce;
use crate::ids::Side;
use crate::lab::batch::{self, Batch, Game, Order};
use crate::lab::keeper::Keeper;
use crate::lab::report::{self, Played, SideSummary, Summary};
use crate::players::Think;

/// Play many battles of a scenario without a window, and sum them up
///
/// A journal instead of a scenario is played on from, each battle with dice of its own: from its end, or with --turn
/// from the beginning of a turn.
///
/// Game n of a batch has its own seed, made of --seed and n, so the same line gives the same battles whatever
/// --jobs is, and two batches of one seed have the same dice in each game as far as the players do the same. The
/// hash is over number, winner, turns and final digest of every battle.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sandtable sim armati/zama
  sandtable sim armati/zama --games 1000 --seed 7 --jobs 4 --out zama.csv
  sandtable sim my_battle.ron --north captain --south random --format json
  sandtable sim armati/first_battle --south plans/armati/first_battle_horse_first     # a plan: standing orders
  sandtable sim armati/zama --seed 7 --first 17 --games 1 --journals lost     # battle 17 of that batch, to look at
  sandtable sim impetus/zama --preset core --switch X16_destiny=on     # with other advanced rules than the file's
  sandtable sim zama.journal.ron --turn 5 --games 200              # how it might have gone on from turn 5

Exit status: 0 when every battle came to an end, else 1.")]
pub struct Sim {
    #[command(flatten)]
    start: StartArgs,
    /// How many battles
    #[arg(long, default_value = "100", value_name = "N")]
    games: NonZeroU32,
    /// The number of the first battle
    #[arg(long, default_value = "1", value_name = "N")]
    first: NonZeroU32,
    /// Where all dice and all the players' own choices come from
    #[arg(long, default_value = "1", value_name = "S")]
    seed: u64,
    /// How many threads, or `all` for as many as the machine runs at once
    #[arg(long, default_value = "all", value_name = "J", value_parser = jobs)]
    jobs: NonZeroUsize,
    /// Who plays north: captain, plain-captain (makes no use of advanced rules), general (a captain who plays the battle on
    /// to choose what his army wants), random, or a plan's file
    #[arg(long, default_value = "captain", value_name = "PLAYER")]
    north: Who,
    /// Who plays south: captain, plain-captain, general, random, or a plan's file
    #[arg(long, default_value = "captain", value_name = "PLAYER")]
    south: Who,
    /// How much a general thinks in a turn: so many battles played on, or, with an s, so many seconds, when a batch is not
    /// the same at every time
    #[arg(long, default_value = "64", value_name = "N|Ns")]
    think: Think,
    /// Write a row a battle: game,seed,winner,why,turns,actions,digest
    #[arg(long, value_name = "FILE.csv")]
    out: Option<PathBuf>,
    /// Keep the journal of each battle in this folder, to be replayed, gone on with or looked at
    #[arg(long, value_name = "FOLDER")]
    journals: Option<PathBuf>,
    /// Count how each side led: idle units, ragged lines, poor charges, marches that only turn
    #[arg(long)]
    conduct: bool,
    /// For people or for programs
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Sim {
    /// Plays the battles and prints the summary.
    pub fn run(&self) -> Outcome {
        let start = self.start.open()?;
        if start.is_journal() && self.journals.is_some() {
            let why = "--journals goes with a scenario: what goes on from the midst of a journal has none of its own";
            return Err(Trouble::Usage(why.to_owned()));
        }
        let battle = &start.opened;
        let ready = |who: &Who, side| Ok::<_, Trouble>(who.ready(battle, side)?.thinking(self.think));
        let (north, south) = (ready(&self.north, Side::North)?, ready(&self.south, Side::South)?);
        let progress = Progress::new(self.games.get().into(), "battles");
        if let Some(folder) = &self.journals {
            std::fs::create_dir_all(folder).map_err(|why| Trouble::file("make", folder, &why))?;
        }
        let begin_journal = |number: u32, seed: u64, world: &World| {
            let folder = self.journals.clone().unwrap_or_default();
            let path = folder.join(format!("{number:04}.journal.ron"));
            let mut keeper = Keeper::begin(&path, &start.header(seed), world)?;
            keeper.seated([north.name(), south.name()]);
            Ok(keeper)
        };
        let order = Order {
            first: self.first.get(),
            games: self.games.get(),
            seed: self.seed,
            jobs: self.jobs.get(),
            players: [&|seed| north.make(&battle.ruleset, seed), &|seed| south.make(&battle.ruleset, seed)],
            done: &|count| progress.done(count.into()),
            begin_journal: self.journals.is_some().then_some(&begin_journal as &batch::BeginJournal),
            watch: self.conduct.then_some(&battle.ruleset),
        };
        let batch = batch::run(&|| start.again(), &order);
        progress.finish();
        let batch = batch?;
        if let Some((number, why)) = &batch.trouble {
            return Err(Trouble::Failed(format!("the journal of battle {number} cannot be written: {why}")));
        }
        if let Some(path) = &self.out {
            let mut table = Vec::new();
            report::write_csv(&batch.games, &mut table).map_err(|e| Trouble::Failed(e.to_string()))?;
            write::file(path, &table)?;
        }
        let players = [north.name(), south.name()];
        let in_force = battle.world.resource::<InForce>();
        let played = Played {
            scenario: &self.start.scenario,
            turn: start.turn,
            ruleset: battle.ruleset.name,
            switches: &in_force.0,
            seed: self.seed,
            players,
        };
        let summary = report::summary(played, &batch);
        match self.format {
            Format::Json => print_json(&summary)?,
            Format::Text => {
                let switches = in_force.told((battle.ruleset.texts)());
                print(&summary, &battle.setup.title, &switches, self.jobs.get())?;
            }
        }
        unfinished(&batch)
    }
}

/// `all`, or a whole number from 1.
pub(super) fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    if text == "all" {
        return Ok(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN));
    }
    text.parse().map_err(|_| "expected `all` or a whole number from 1".to_owned())
}

fn print(summary: &Summary, title: &str, switches: &str, jobs: usize) -> Result<(), Trouble> {
    let mut out = out();
    let Summary { scenario, turn, seed, games, .. } = summary;
    let from = turn.map_or_else(String::new, |turn| format!(" from turn {turn}"));
    writeln!(out, "{title} ({scenario}){from}: {games} battles, seed {seed}")?;
    writeln!(out, "advanced rules in force: {switches}\n")?;
    writeln!(out, "side        player          wins    share  95 % interval")?;
    for (side, of) in [("north", &summary.north), ("south", &summary.south)] {
        let SideSummary { player, wins, interval: [low, high], .. } = of;
        let share = 100.0 * f64::from(*wins) / *games as f64;
        let (low, high) = (100.0 * low, 100.0 * high);
        writeln!(out, "{side:<10}  {player:<12}  {wins:>6}  {share:>5.1} %  {low:.1} % to {high:.1} %")?;
    }
    writeln!(out, "draws                     {:>6}", summary.draws)?;
    writeln!(out, "unfinished                {:>6}\n", summary.unfinished)?;
    if 2 * summary.draws > *games {
        writeln!(
            out,
            "Most are draws: with `then: Compare` both sides may wait until the turns are over. A `limit` of more turns, or\n\
             with `then: Wins(north)`, so that south must attack, tells them apart.\n"
        )?;
    }
    print_conduct(summary, &mut out)?;
    let turns = &summary.turns;
    writeln!(out, "turns       mean {:.1}, median {}, longest {}", turns.mean, turns.median, turns.max)?;
    let Summary { cpu_seconds, wall_seconds, actions, hash, .. } = summary;
    let threads = if jobs == 1 { "1 thread".to_owned() } else { format!("{jobs} threads") };
    writeln!(out, "answers     {actions} in {wall_seconds:.2} s on {threads}, {cpu_seconds:.2} s of computing")?;
    writeln!(out, "hash        {hash}")?;
    out.flush()?;
    Ok(())
}

/// How each side led, if that was watched.
fn print_conduct(summary: &Summary, out: &mut impl Write) -> Result<(), Trouble> {
    let led = [("north", &summary.north), ("south", &summary.south)];
    let led = led.iter().filter_map(|(side, of)| Some((side, of.conduct?)));
    for (n, (side, conduct)) in led.enumerate() {
        if n == 0 {
            writeln!(out, "side        idle late  turns to join  poor charges  only turns")?;
        }
        let [idle, poor, turns] =
            [conduct.idle, conduct.poor_charges, conduct.only_turns].map(|count| 100.0 * count.mean());
        let ragged = conduct.ragged.mean();
        writeln!(out, "{side:<10}  {idle:>7.1} %  {ragged:>13.2}  {poor:>10.1} %  {turns:>8.1} %")?;
    }
    if summary.north.conduct.is_some() {
        writeln!(out)?;
    }
    Ok(())
}

/// Names the first battle that did not come to an end.
fn unfinished(batch: &Batch) -> Outcome {
    let stopped: Vec<&Game> = batch.games.iter().filter(|g| g.end.is_err()).collect();
    let Some(Game { number, seed, turns, end: Err(why), .. }) = stopped.first() else { return Ok(Done::Well) };
    Err(Trouble::Failed(format!(
        "{} of {} battles did not finish; game {number} (seed {seed}) stopped in turn {turns}: {}",
        stopped.len(),
        batch.games.len(),
        why.told
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_all_or_a_number() {
        assert_eq!(jobs("3").map(NonZeroUsize::get), Ok(3));
        assert!(jobs("all").is_ok() && jobs("0").is_err() && jobs("many").is_err());
    }
}
