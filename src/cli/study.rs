//! `sandtable study`: arms of a battle, compared until the answer is sure.

use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Instant;

use bevy::ecs::world::World;

use super::load;
use super::output::{Done, Format, Outcome, Trouble, out, print_json};
use super::progress::Progress;
use super::sim::jobs;
use super::start::played as started;
use super::write;
use crate::battle::Ruleset;
use crate::lab::study::play::muster;
use crate::lab::study::report::{self, ArmSummary, Summary, VariantSummary};
use crate::lab::study::verdict::Estimate;
use crate::lab::study::{self, Order, Row, page};
use crate::rules::RULESETS;
use crate::scenario::Study;
use crate::scenario::study::{Arm, StopRule};

/// Compare plans, players, forces, ground or rules in a battle, until it is sure which is better
///
/// A study's file names a battle and variants of it, each a small change (`sandtable help formats`). They are played in
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

Exit status: 0 when every battle came to an end, sure or not, else 1.")]
pub struct Studies {
    /// A study: a file, or the name of a built-in one such as studies/armati/raid
    #[arg(value_name = "STUDY")]
    study: String,
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
    /// Write a row a battle
    #[arg(long, value_name = "FILE.csv")]
    out: Option<PathBuf>,
    /// For people or for programs
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Studies {
    /// Plays the study and prints the answer.
    pub fn run(&self) -> Outcome {
        let study = Study::load(RULESETS, &self.study).map_err(|list| load::flaws(&list))?;
        let Some(ruleset) = RULESETS.iter().find(|ruleset| ruleset.name == study.arms[0].setup.ruleset) else {
            return Err(Trouble::Failed(format!("there is no ruleset `{}`", study.arms[0].setup.ruleset)));
        };
        let rule = StopRule {
            difference: self.difference.unwrap_or(study.rule.difference),
            error: self.error.unwrap_or(study.rule.error),
            at_least: self.at_least.unwrap_or(study.rule.at_least),
            pairs: self.pairs.map_or(study.rule.pairs, NonZeroU32::get),
        };
        let world = world(&study, ruleset)?;
        let begun = Instant::now();
        let progress = Progress::new(rule.pairs.into(), "pairs");
        let played = std::sync::atomic::AtomicU64::new(0);
        let variants = study.contrasts.len();
        let (arms, seats) = (study.arms.len() as u64, if study.swap { 2 } else { 1 });
        let order = Order {
            study: &study,
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
        let summary = report::summary(&order, &studied);
        if let Some(path) = &self.out {
            let mut table = Vec::new();
            report::write_csv(&order, &studied.rows, &mut table).map_err(|e| Trouble::Failed(e.to_string()))?;
            write::file(path, &table)?;
        }
        if let Some(path) = &self.page {
            let html = page::html(&summary, &study).map_err(|why| Trouble::Failed(why.to_string()))?;
            write::file(path, html.as_bytes())?;
        }
        match self.format {
            Format::Json => print_json(&summary)?,
            Format::Text => print(&summary, &study, begun.elapsed().as_secs_f64(), self.jobs.get())?,
        }
        unfinished(&study, &studied.rows)
    }
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

fn print(summary: &Summary, study: &Study, seconds: f64, jobs: usize) -> Result<(), Trouble> {
    let mut out = out();
    let Summary { battle, side, seed, battles, .. } = summary;
    writeln!(out, "{}", summary.study)?;
    writeln!(out, "{} ({battle}): {side}'s chance to win; seed {seed}\n", study.arms[0].setup.title)?;
    let names = summary.arms.iter().map(|arm| &arm.name).chain(summary.variants.iter().map(|variant| &variant.name));
    let wide = names.map(|name| name.chars().count()).max().unwrap_or_default().max(8);
    writeln!(out, "{:wide$}  battles    won  draws  chance to win            margin  turns", "arm")?;
    for arm in &summary.arms {
        let ArmSummary { name, battles, wins, draws, chance, margin, turns, .. } = arm;
        let chance = interval(chance, false);
        writeln!(out, "{name:wide$}  {battles:>7}  {wins:>5}  {draws:>5}  {chance:<23}  {margin:>+6.2}  {turns:>5.1}")?;
    }
    writeln!(
        out,
        "\n{:wide$}  {:>5}  differ  difference               of margin                 answer",
        "variant", "pairs"
    )?;
    for variant in &summary.variants {
        let VariantSummary { name, pairs, differ, wins, margin, told, .. } = variant;
        let (wins, margin) = (interval(wins, true), interval(margin, true));
        let differ = differ.map_or_else(String::new, |differ| differ.to_string());
        writeln!(out, "{name:wide$}  {pairs:>5}  {differ:>6}  {wins:<23}  {margin:<24}  {told}")?;
        if let Some(more) = variant.more {
            writeln!(out, "{:wide$}  it would take about {more} more pairs to be sure", "")?;
        }
    }
    let level = percent(1.0 - summary.error);
    let shared = match summary.correction {
        Some(name) => format!(", all of them together ({name})"),
        None => String::new(),
    };
    writeln!(out, "\nIn hundredths; the intervals hold at {level} however often one looks{shared}.")?;
    for variant in &summary.variants {
        savings(&mut out, variant)?;
    }
    let threads = if jobs == 1 { "1 thread".to_owned() } else { format!("{jobs} threads") };
    writeln!(out, "{battles} battles in {seconds:.1} s on {threads}; hash {}", summary.hash)?;
    out.flush()?;
    Ok(())
}

/// What pairs and luck have saved, and which battles are worth reading.
fn savings(out: &mut impl Write, variant: &VariantSummary) -> Result<(), Trouble> {
    let name = &variant.name;
    if let Some(left) = variant.left_by_pairing {
        let luck = variant.left_by_luck.map(|left| format!("; without the luck, {} of those", percent(left)));
        let luck = luck.unwrap_or_default();
        writeln!(out, "{name}: in pairs it takes about {} of the battles{luck}.", percent(left))?;
    }
    if let Some(read) = variant.read {
        let (typical, closest, upset) = (read.typical, read.closest, read.upset);
        writeln!(
            out,
            "{name}: to be read: pair {typical} (typical), {closest} (the closest), {upset} (against the rest)."
        )?;
    }
    Ok(())
}

/// `+8.1 (+1.2 to +15.0)`, in hundredths; without an interval as long as there is none.
fn interval(estimate: &Estimate, signed: bool) -> String {
    let [mean, low, high] = [estimate.mean, estimate.interval[0], estimate.interval[1]].map(|share| share * 100.0);
    if signed { format!("{mean:+.1} ({low:+.1} to {high:+.1})") } else { format!("{mean:.1} ({low:.1} to {high:.1})") }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
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
