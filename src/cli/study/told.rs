//! What came of a study, as people read it.

use std::collections::BTreeSet;
use std::io::Write;

use crate::cli::output::{Trouble, out};
use crate::lab::study::report::{ArmSummary, Summary, VariantSummary};
use crate::lab::study::sequence::FIRST;
use crate::lab::study::verdict::Estimate;
use crate::scenario::Study;

/// The most turns that have a column.
const COLUMNS: usize = 12;

/// How often a unit must be lost more or less for it to be told.
const TELLING: f64 = 0.05;

/// Prints the summary; `played` says on what, and how long it took.
pub fn print(summary: &Summary, study: &Study, played: &str) -> Result<(), Trouble> {
    let mut out = out();
    let Summary { battle, side, seed, battles, .. } = summary;
    writeln!(out, "{}", summary.study)?;
    writeln!(out, "{} ({battle}): {side}'s chance to win; seed {seed}\n", study.arms[0].setup.title)?;
    let names = summary.arms.iter().map(|arm| &arm.name).chain(summary.variants.iter().map(|variant| &variant.name));
    let wide = names.map(|name| name.chars().count()).max().unwrap_or_default().max(8);
    writeln!(out, "{:wide$}  battles    won  draws  chance to win            margin  turns", "arm")?;
    let seats = if summary.swap { 2 } else { 1 };
    for arm in &summary.arms {
        let ArmSummary { name, battles, wins, draws, chance, margin, turns, .. } = arm;
        // What rounds to nothing is told as +0.00, from whichever side it comes.
        let margin = (margin * 100.0).round() / 100.0 + 0.0;
        let chance = interval(chance, battles / seats, false);
        writeln!(out, "{name:wide$}  {battles:>7}  {wins:>5}  {draws:>5}  {chance:<23}  {margin:>+6.2}  {turns:>5.1}")?;
    }
    writeln!(
        out,
        "\n{:wide$}  {:>5}  differ  difference               of margin                 answer",
        "variant", "pairs"
    )?;
    for variant in &summary.variants {
        let VariantSummary { name, pairs, differ, wins, margin, told, .. } = variant;
        let (wins, margin) = (interval(wins, *pairs as usize, true), interval(margin, *pairs as usize, true));
        let differ = differ.map_or_else(String::new, |differ| differ.to_string());
        writeln!(out, "{name:wide$}  {pairs:>5}  {differ:>6}  {wins:<23}  {margin:<24}  {told}")?;
        if let Some(more) = variant.more {
            writeln!(out, "{:wide$}  it would take about {more} more pairs to be sure", "")?;
        }
    }
    courses(&mut out, summary, wide)?;
    let level = percent(1.0 - summary.error);
    let shared = match summary.correction {
        Some(name) => format!(", all of them together ({name})"),
        None => String::new(),
    };
    let ends = summary.ends();
    writeln!(out, "\nIn hundredths; the intervals hold at {level} however often one looks{shared}.{ends}")?;
    deeds(&mut out, summary)?;
    if summary.variants.iter().any(|variant| variant.pairs < FIRST) {
        writeln!(out, "There are intervals from {FIRST} pairs on.")?;
    }
    if let Some(first) = summary.base_of_grid() {
        writeln!(out, "base: {first}")?;
    }
    for arm in summary.arms.iter().filter(|arm| arm.is_often_drawn()) {
        writeln!(out, "{}: ended by: {}.", arm.name, arm.ended)?;
    }
    for arm in &summary.arms {
        if let Some(drawn) = arm.mostly_drawn() {
            writeln!(out, "{}: {drawn}", arm.name)?;
        }
    }
    for variant in &summary.variants {
        if let Some(alike) = variant.never_parted() {
            writeln!(out, "{}: {alike}", variant.name)?;
            continue;
        }
        savings(&mut out, variant)?;
        losses(&mut out, summary, study, variant)?;
    }
    writeln!(out, "{battles} battles{played}; hash {}", summary.hash)?;
    out.flush()?;
    Ok(())
}

/// How the chance to win goes from turn to turn.
fn courses(out: &mut impl Write, summary: &Summary, wide: usize) -> Result<(), Trouble> {
    let turns: BTreeSet<u32> = summary.arms.iter().flat_map(|arm| &arm.course).map(|of| of.turn).collect();
    let each = turns.len().div_ceil(COLUMNS).max(1);
    // Counted from the end: the last turn is the result.
    let mut shown: Vec<u32> = turns.into_iter().rev().step_by(each).collect();
    shown.reverse();
    write!(out, "\n{:wide$}", "after turn")?;
    shown.iter().try_for_each(|turn| write!(out, "  {turn:>4}"))?;
    writeln!(out, "   the chance to win, as positions give it")?;
    for arm in summary.arms.iter().filter(|arm| !arm.course.is_empty()) {
        write!(out, "{:wide$}", arm.name)?;
        for turn in &shown {
            let of = arm.course.iter().take_while(|of| of.turn <= *turn).last().or(arm.course.first());
            write!(out, "  {:>4.0}", of.map_or(0.0, |of| of.chance * 100.0))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Which units of the side took most and least of the enemy for what they are worth, in each arm.
fn deeds(out: &mut impl Write, summary: &Summary) -> Result<(), Trouble> {
    const TOLD: usize = 3;
    for arm in &summary.arms {
        let own = arm.units.iter().filter(|(_, done)| done.side.name() == summary.side && done.worth > 0.0);
        let mut own: Vec<(f64, &String)> = own.map(|(unit, done)| (done.took / done.worth, unit)).collect();
        own.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
        if own.len() < 2 * TOLD {
            continue;
        }
        let told = |units: &[(f64, &String)]| {
            units.iter().map(|(took, unit)| format!("{unit} {took:.2}")).collect::<Vec<_>>().join(", ")
        };
        let (most, least) = (told(&own[..TOLD]), told(&own[own.len() - TOLD..]));
        writeln!(out, "{}: taken for each point that a unit is worth: most {most}; least {least}.", arm.name)?;
    }
    Ok(())
}

/// Which units are lost more or less often than in the arm that a variant is compared with.
fn losses(out: &mut impl Write, summary: &Summary, study: &Study, variant: &VariantSummary) -> Result<(), Trouble> {
    const MOST: usize = 4;
    let contrast = study.contrasts.iter().find(|contrast| contrast.name == variant.name);
    let Some([base, own]) = contrast.and_then(|contrast| contrast.pair()) else { return Ok(()) };
    let arms = [base, own].map(|arm| &summary.arms[arm]);
    let share = |arm: &ArmSummary, unit: &str| arm.losses.get(unit).map_or(0.0, |loss| loss.share);
    let units: BTreeSet<&String> = arms.iter().flat_map(|arm| arm.losses.keys()).collect();
    let differences = units.into_iter().map(|unit| (share(arms[1], unit) - share(arms[0], unit), unit));
    let mut differences: Vec<(f64, &String)> = differences.filter(|(by, _)| by.abs() >= TELLING).collect();
    differences.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()).then_with(|| a.1.cmp(b.1)));
    let told: Vec<String> =
        differences.iter().take(MOST).map(|(by, unit)| format!("{unit} {:+.0}", by * 100.0)).collect();
    if !told.is_empty() {
        writeln!(out, "{}: lost more or less often: {}.", variant.name, told.join(", "))?;
    }
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
///
/// Of fewer pairs than an interval takes, the mean alone.
fn interval(estimate: &Estimate, pairs: usize, signed: bool) -> String {
    // Adding 0 makes -0 a 0.
    let tenths = |share: f64| (share * 1000.0).round() / 10.0 + 0.0;
    if pairs < FIRST as usize {
        let mean = tenths(estimate.mean);
        return if signed { format!("{mean:+.1}") } else { format!("{mean:.1}") };
    }
    let [mean, low, high] = [estimate.mean, estimate.interval[0], estimate.interval[1]].map(tenths);
    if signed { format!("{mean:+.1} ({low:+.1} to {high:+.1})") } else { format!("{mean:.1} ({low:.1} to {high:.1})") }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}
