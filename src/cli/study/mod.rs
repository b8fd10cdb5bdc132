//! `sandtable study`: arms of a battle, compared until the answer is sure; on one machine, or split over many.

mod read;
mod search;
mod shards;
mod told;

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Instant;

use bevy::ecs::world::World;

use self::shards::Part;
use super::load;
use super::output::{Done, Format, Outcome, Trouble, print_json};
use super::progress::Progress;
use super::sim::jobs;
use super::start::played as started;
use super::write;
use crate::battle::Ruleset;
use crate::lab::study::play::muster;
use crate::lab::study::{self, Order, Row, Studied, page, report};
use crate::rules::RULESETS;
use crate::scenario::Study;
use crate::scenario::study::{Arm, StopRule};

/// Compare plans, players, forces, ground or rules in a battle, until it is sure which is better
///
/// A study's file names a battle and variants of it, each a small change (`sandtable help studies`). They are played in
/// pairs: battles of the same seed, so with the same dice as far as the players do the same. The difference of the chance
/// to win is told with an interval that holds however often one looks; a variant is played until its answer is sure.
///
/// The luck of the dice is measured and taken out: each answer that rolls dice is given again with other dice, and what
/// came of it is compared with what comes of it on average. That makes each battle some slower, and fewer of them do.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sandtable study studies/armati/raid
  sandtable study my_study.ron --difference 0.05 --pairs 400
  sandtable study my_study.ron --at-least 0.05                # is it better by five battles in a hundred?
  sandtable study my_study.ron --page answer.html --out battles.csv
  sandtable study my_study.ron --seed 2 --format json
  sandtable study my_study.ron --read battles                 # the battles that are worth reading, as pages
  sandtable study studies/armati/raid --search better.ron     # the best plan made of the study's
  sandtable study my_study.ron --shard 3/20 --out shards      # one part of twenty, on any machine
  sandtable study my_study.ron --merge shards --page answer.html

Exit status: 0 when every battle came to an end, sure or not, else 1.")]
pub struct Studies {
    /// A study: a file, or the name of a built-in one such as studies/armati/raid
    #[arg(value_name = "STUDY", required_unless_present = "merge")]
    study: Option<String>,
    /// Differences of the chance to win that are smaller do not matter, instead of the file's
    #[arg(long, value_name = "D", value_parser = share)]
    difference: Option<f64>,
    /// The most that all answers together may be wrong, instead of the file's
    #[arg(long, value_name = "E", value_parser = share)]
    error: Option<f64>,
    /// Ask whether a variant is better by at least this much, instead of the file's
    #[arg(long, value_name = "D", value_parser = signed_share, allow_negative_numbers = true)]
    at_least: Option<f64>,
    /// The most pairs of battles, instead of the file's
    #[arg(long, value_name = "N")]
    pairs: Option<NonZeroU32>,
    /// Where all dice and all the players' own choices come from
    #[arg(long, default_value = "1", value_name = "S")]
    seed: u64,
    /// How often an answer that rolls dice is given again to measure its luck; 0 measures none
    #[arg(long, default_value_t = study::LUCK, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(0..=200))]
    luck: u32,
    /// How many threads, or `all` for as many as the machine runs at once
    #[arg(long, default_value = "all", value_name = "J", value_parser = jobs)]
    jobs: NonZeroUsize,
    /// Write all of it as one page for a browser
    #[arg(long, value_name = "FILE.html")]
    page: Option<PathBuf>,
    /// Write the battles that are worth reading as pages into this folder: typical, closest, most against the rest
    #[arg(long, value_name = "FOLDER", conflicts_with = "shard")]
    read: Option<PathBuf>,
    /// Vary the plan of the study's side, write the best plan that is found to this file, and tell how good it is
    #[arg(long, value_name = "PLAN.ron", conflicts_with_all = ["shard", "merge"])]
    search: Option<PathBuf>,
    /// How many plans a search begins with
    #[arg(long, default_value_t = study::search::CANDIDATES, value_name = "N",
        value_parser = clap::value_parser!(u32).range(2..=1024))]
    candidates: u32,
    /// Write a row a battle; of a shard, the folder that its battles go to
    #[arg(long, value_name = "FILE.csv|DIR")]
    out: Option<PathBuf>,
    /// Play only part K of N of the battles, and keep them in the folder --out; a part that is there already is not played
    /// again
    #[arg(long, value_name = "K/N", requires = "out", conflicts_with_all = ["merge", "page"])]
    shard: Option<Part>,
    /// Play nothing: put together the parts in that folder, whoever played them; the answer is that of one machine
    #[arg(long, value_name = "DIR", conflicts_with_all = ["jobs", "seed", "luck", "pairs"])]
    merge: Option<PathBuf>,
    /// Of parts that are not all there: tell what those say that are there without a gap from the first on
    #[arg(long, requires = "merge")]
    so_far: bool,
    /// For people or for programs
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Studies {
    /// Plays the study and prints the answer; or plays a part of it, or puts parts together.
    pub fn run(&self) -> Outcome {
        if let Some(folder) = &self.merge {
            return self.merged(folder);
        }
        let name = self.study.as_deref().unwrap_or_default();
        let (study, ruleset) = load(name)?;
        let rule = self.rule(study.rule);
        if let (Some(part), Some(folder)) = (&self.shard, &self.out) {
            return self.played_part(name, &study, ruleset, rule, *part, folder);
        }
        match &self.search {
            Some(file) => self.searched(name, &study, ruleset, rule, file),
            None => self.played(&study, ruleset, rule),
        }
    }

    /// Plays the study and prints the answer.
    fn played(&self, study: &Study, ruleset: &'static Ruleset, rule: StopRule) -> Outcome {
        let world = world(study, ruleset)?;
        let begun = Instant::now();
        let progress = Progress::new(rule.pairs.into(), "pairs");
        let played = std::sync::atomic::AtomicU64::new(0);
        let variants = study.contrasts.len();
        let (arms, seats) = (study.arms.len() as u64, if study.swap { 2 } else { 1 });
        let order = Order {
            study,
            ruleset,
            world: &world,
            rule,
            seed: self.seed,
            luck: self.luck,
            jobs: self.jobs.get(),
            battle: &|| {
                let battles = 1 + played.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                progress.at_least(battles / (arms * seats));
            },
            looked: &|pairs, open| {
                progress.done(pairs.into());
                progress.say(format!("pairs at the most; not sure of {open} of {variants}"));
            },
        };
        let studied = study::run(&order);
        progress.finish();
        let threads = if order.jobs == 1 { "1 thread".to_owned() } else { format!("{} threads", order.jobs) };
        self.tell(&order, &studied, &format!(" in {:.1} s on {threads}", begun.elapsed().as_secs_f64()))
    }

    /// Writes what was asked for, and prints the answer.
    fn tell(&self, order: &Order, studied: &Studied, played: &str) -> Outcome {
        let study = order.study;
        let summary = report::summary(order, studied);
        if let Some(path) = &self.out {
            let mut table = Vec::new();
            report::write_csv(order, &studied.rows, &mut table).map_err(|e| Trouble::Failed(e.to_string()))?;
            write::file(path, &table)?;
        }
        if let Some(path) = &self.page {
            let html = page::html(&summary, study).map_err(|why| Trouble::Failed(why.to_string()))?;
            write::file(path, html.as_bytes())?;
        }
        if let Some(folder) = &self.read {
            read::write(order, studied, &summary, folder)?;
        }
        match self.format {
            Format::Json => print_json(&summary)?,
            Format::Text => told::print(&summary, study, played)?,
        }
        unfinished(study, &studied.rows)
    }

    /// When to stop: as it was typed, else as it is there.
    fn rule(&self, there: StopRule) -> StopRule {
        StopRule {
            difference: self.difference.unwrap_or(there.difference),
            error: self.error.unwrap_or(there.error),
            at_least: self.at_least.unwrap_or(there.at_least),
            pairs: self.pairs.map_or(there.pairs, NonZeroU32::get),
        }
    }
}

/// The study of that name, and the ruleset of its battles.
fn load(name: &str) -> Result<(Study, &'static Ruleset), Trouble> {
    let study = Study::load(RULESETS, name).map_err(|list| load::flaws(&list))?;
    let asked = &study.arms[0].setup.ruleset;
    let found = RULESETS.iter().find(|ruleset| ruleset.name == *asked);
    let ruleset = found.ok_or_else(|| Trouble::Failed(format!("there is no ruleset `{asked}`")))?;
    Ok((study, ruleset))
}

/// Makes worlds in which the battles of an arm begin.
fn world<'s>(study: &'s Study, ruleset: &'s Ruleset) -> Result<impl Fn(&Arm) -> World + Sync + 's, Trouble> {
    // That the journal can be played to there is found out once, before anything else is.
    if let Some((journal, turn)) = &study.from {
        started(journal, *turn)?;
    }
    Ok(move |arm: &Arm| match &study.from {
        Some((journal, turn)) => {
            started(journal, *turn).map_or_else(|_| muster(ruleset, &arm.setup), |opened| opened.world)
        }
        None => muster(ruleset, &arm.setup),
    })
}

fn share(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number such as 0.05".to_owned())?;
    if number > 0.0 && number <= 0.5 { Ok(number) } else { Err("expected a number over 0, up to 0.5".to_owned()) }
}

fn signed_share(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number such as 0.05".to_owned())?;
    if (-1.0..=1.0).contains(&number) { Ok(number) } else { Err("expected a number from -1 to 1".to_owned()) }
}

/// Names the first battle that did not come to an end.
fn unfinished(study: &Study, rows: &[Row]) -> Outcome {
    let mut stopped = rows.iter().filter_map(|row| Some((row, row.stopped.as_ref()?)));
    let Some((row, why)) = stopped.next() else { return Ok(Done::Well) };
    let (arm, Row { pair, seed, turns, .. }) = (&study.arms[row.arm].name, row);
    let count = 1 + stopped.count();
    Err(Trouble::Failed(format!(
        "{count} of {} battles did not finish; pair {pair} of {arm} (seed {seed}) stopped in turn {turns}: {}",
        rows.len(),
        why.told
    )))
}
