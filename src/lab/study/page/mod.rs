//! A study as one page for a browser that needs nothing from elsewhere: the answers, charts of how they came about, and
//! what they rest on.

pub(in crate::lab) mod chart;
mod map;

use std::collections::BTreeSet;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::chart::Chart;
use super::fields::{Done, Field};
use super::report::{ArmSummary, Summary, VariantSummary};
use super::verdict::{Estimate, Verdict};
use crate::ids::Side;
use crate::scenario::Study;

const STYLE: &str = include_str!("../../../../assets/report/study.css");

/// Why a chart could not be drawn.
#[derive(Debug, thiserror::Error)]
#[error("a chart cannot be drawn: {0}")]
pub struct ChartError(pub(in crate::lab) String);

/// The page of a study.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn html(summary: &Summary, study: &Study) -> Result<String, ChartError> {
    let charts = chart::all(summary)?;
    let battle = &study.arms[0].setup.title;
    let body = html! {
        header {
            h1 { (plain(&summary.study)) }
            p class="sub" {
                (plain(battle)) " (" (plain(&summary.battle)) "), " (summary.side) "'s chance to win · "
                (summary.battles) " battles, seed " (summary.seed)
            }
        }
        main {
            section class="answers" { @for variant in &summary.variants { (answer(variant)) } }
            @for chart in &charts { (figure(chart)) }
            (maps(summary, study, FOUGHT, |arm| &arm.fought)?)
            (maps(summary, study, FELL, |arm| &arm.fields)?)
            (arms(summary))
            (losses(summary))
            (deeds(summary))
            (read(summary))
            (method(summary))
        }
    };
    Ok(whole(&summary.study, &body))
}

/// A page that needs nothing from elsewhere.
pub(in crate::lab) fn whole(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (plain(title)) }
                style { (PreEscaped(STYLE)) }
            }
            body { (body) }
        }
    };
    page.into_string()
}

fn answer(variant: &VariantSummary) -> Markup {
    let class = match variant.verdict {
        Verdict::Yes => "yes",
        Verdict::No => "no",
        Verdict::Same => "same",
        Verdict::Open => "open",
    };
    html! {
        article class=(class) {
            h2 { (plain(&variant.name)) ": " (variant.told) }
            p { b { (signed(&variant.wins)) } " in a hundred, after " (variant.pairs) " pairs" }
            @if let Some(more) = variant.more { p { "It would take about " (more) " more pairs to be sure." } }
        }
    }
}

fn figure(chart: &Chart) -> Markup {
    html! {
        figure {
            figcaption { b { (chart.title) } " " (chart.told) }
            div class="chart" role="img" aria-label=(chart.title) { (PreEscaped(&chart.svg)) }
            @if !chart.legend.is_empty() {
                ul class="legend" {
                    @for (n, name) in &chart.legend {
                        li { span class={ "key k" (n) } {} (plain(name)) }
                    }
                }
            }
        }
    }
}

/// What the maps show.
const FOUGHT: [&str; 2] = [
    "Where units fought",
    "A disc is as large as the rounds that units fought in its square, in a battle of the mean.",
];
const FELL: [&str; 2] =
    ["Where units fell", "A disc is as large as the units that fell in its square, in a battle of the mean."];

/// How many maps are shown: the base and the first variants.
const MAPS: usize = 6;

/// Where units did something, a map an arm.
fn maps(
    summary: &Summary,
    study: &Study,
    [title, told]: [&str; 2],
    fields: fn(&ArmSummary) -> &[Field],
) -> Result<Markup, ChartError> {
    let (wide, deep) = study.arms[0].setup.table;
    let shown = summary.arms.iter().filter(|arm| !fields(arm).is_empty()).take(MAPS);
    let most = shown.clone().flat_map(fields).map(|field| field.north.max(field.south)).fold(0.0, f64::max);
    let draw = |arm| Ok((arm, map::map(fields(arm), [wide.into(), deep.into()], most)?));
    let maps = shown.map(draw).collect::<Result<Vec<(&ArmSummary, String)>, ChartError>>()?;
    Ok(html! {
        @if !maps.is_empty() {
            figure {
                figcaption { b { (title) "." } " " (told) " North is above." }
                div class="maps" {
                    @for (arm, svg) in &maps {
                        div {
                            p { (plain(&arm.name)) }
                            div class="map" role="img" aria-label={ (title) ": " (plain(&arm.name)) } { (PreEscaped(svg)) }
                        }
                    }
                }
                ul class="legend" {
                    li { span class="key k1" {} "north's units" }
                    li { span class="key k0" {} "south's units" }
                }
            }
        }
    })
}

/// What each unit did for what it is worth.
fn deeds(summary: &Summary) -> Markup {
    let every = summary.arms.iter().flat_map(|arm| &arm.units).map(|(unit, done)| (done.side, unit.as_str()));
    let units: BTreeSet<(Side, &str)> = every.collect();
    let told = |done: Option<&Done>| match done {
        Some(Done { worth, took, lost, .. }) => format!("{took:.1} and {lost:.1} of {worth:.1}"),
        None => String::new(),
    };
    let for_it = |done: Option<&Done>| {
        done.filter(|done| done.worth > 0.0).map_or_else(String::new, |done| format!("{:.2}", done.took / done.worth))
    };
    html! {
        details {
            summary { "What each unit did: what it took of the enemy and lost of its own worth in a battle of the mean, and what it took for each point that it is worth" }
            table {
                tr { th { "Side" } th { "Unit" } @for arm in &summary.arms { th { (plain(&arm.name)) } th { "for its worth" } } }
                @for (side, unit) in units {
                    tr {
                        td { (side.name()) }
                        td { (plain(unit)) }
                        @for arm in &summary.arms {
                            @let done = arm.units.get(unit);
                            td { (told(done)) } td { (for_it(done)) }
                        }
                    }
                }
            }
            p class="sub" {
                "Worth is in the points of army lists, or a like scale of the ruleset. What a unit loses was taken by those who "
                "fought it or shot at it then, in even shares, or by those who did last."
            }
        }
    }
}

fn arms(summary: &Summary) -> Markup {
    html! {
        h2 { "The arms" }
        table {
            tr {
                th { "Arm" } th { "North" } th { "South" } th { "Battles" } th { "Won" } th { "Draws" }
                th { "Chance to win, in hundredths" } th { "Margin" } th { "Turns" }
            }
            @for arm in &summary.arms {
                tr {
                    td { (plain(&arm.name)) } td { (plain(&arm.players[0])) } td { (plain(&arm.players[1])) }
                    td { (arm.battles) } td { (arm.wins) } td { (arm.draws) } td { (unsigned(&arm.chance)) }
                    td { (format!("{:+.2}", arm.margin)) } td { (format!("{:.1}", arm.turns)) }
                }
            }
        }
        @if let Some(first) = summary.base_of_grid() { p { b { "base" } ": " (first) } }
        @for arm in &summary.arms { p class="sub" { b { (plain(&arm.name)) } " ended by: " (plain(&arm.ended)) "." } }
        @for arm in &summary.arms {
            @if let Some(drawn) = arm.mostly_drawn() { p { b { (plain(&arm.name)) } ": " (drawn) } }
        }
    }
}

fn losses(summary: &Summary) -> Markup {
    let every = summary.arms.iter().flat_map(|arm| &arm.losses).map(|(unit, loss)| (loss.side, unit.as_str()));
    let units: BTreeSet<(Side, &str)> = every.collect();
    let told = |arm: &ArmSummary, unit: &str| match arm.losses.get(unit) {
        Some(loss) => format!("{:.0} (turn {:.1})", loss.share * 100.0, loss.turn),
        None => "0".to_owned(),
    };
    html! {
        details {
            summary { "How often each unit is lost, in hundredths of the battles, and in which turn in the mean" }
            table {
                tr { th { "Side" } th { "Unit" } @for arm in &summary.arms { th { (plain(&arm.name)) } } }
                @for (side, unit) in units {
                    tr {
                        td { (side.name()) }
                        td { (plain(unit)) }
                        @for arm in &summary.arms { td { (told(arm, unit)) } }
                    }
                }
            }
        }
    }
}

fn read(summary: &Summary) -> Markup {
    html! {
        h2 { "Battles to read" }
        @if summary.variants.iter().any(|variant| variant.read.is_some()) {
            table {
                tr { th { "Variant" } th { "Typical" } th { "The closest" } th { "Most against the rest" } }
                @for variant in &summary.variants {
                    @if let Some(read) = variant.read {
                        tr {
                            td { (plain(&variant.name)) }
                            td { "pair " (read.typical) } td { "pair " (read.closest) } td { "pair " (read.upset) }
                        }
                    }
                }
            }
        }
        p class="sub" {
            "Pair N of the base is played again, and its journal kept, by "
            code { (again(summary)) } "."
        }
    }
}

/// The line that plays a battle of the base again.
fn again(summary: &Summary) -> String {
    let players = summary.arms.first().map(|arm| &arm.players);
    let [north, south] = players.cloned().unwrap_or_default();
    let (battle, seed) = (&summary.battle, summary.seed);
    format!(
        "sandtable sim {battle} --north {north} --south {south} --seed {seed} --first N --games 1 --journals FOLDER"
    )
}

fn method(summary: &Summary) -> Markup {
    let level = format!("{:.0} %", (1.0 - summary.error) * 100.0);
    html! {
        h2 { "What this rests on" }
        p { (played(summary)) }
        p {
            "Battles of one pair have the same seed: the same dice, as far as the players do the same. "
            @if summary.swap { "Each pair was played twice, the players in each other's seats. " }
            "Intervals: " (summary.method) ", at " (level)
            @if let Some(name) = summary.correction { ", for all variants together (" (name) ")" } "." (summary.ends())
        }
        @for variant in &summary.variants {
            @if let Some(alike) = variant.never_parted() { p { b { (plain(&variant.name)) } ": " (alike) } }
            @else { p {
                b { (plain(&variant.name)) } ": "
                @if let Some(left) = variant.left_by_pairing { "in pairs it takes about " (percent(left)) " of the battles" }
                @if let Some(left) = variant.left_by_luck { "; with the luck of the dice taken out, " (percent(left)) " of those" }
                "."
                @if let Some(differ) = variant.differ {
                    " " (differ) " of " (variant.pairs) " pairs ended with another result."
                }
            } }
        }
        p class="sub" {
            "Hash of all battles: " (summary.hash) ". The page is the same, byte for byte, on every machine and in however many "
            "parts the battles are played, so it has no date and no time in it: the program tells the time as it ends. A change "
            "of the program, its rules or its captain that changes a battle changes the hash."
        }
    }
}

/// By what the battles were played, and when it was to stop.
fn played(summary: &Summary) -> String {
    let Summary { ruleset, versions, seed, luck, difference, error, at_least, pairs, .. } = summary;
    let asked = if *at_least == 0.0 { String::new() } else { format!(" by {} in a hundred", tenths(*at_least)) };
    let measured = match luck {
        0 => "the luck of the dice was not measured".to_owned(),
        times => format!("each answer that rolled dice was given {times} times more to measure its luck"),
    };
    format!(
        "Played by sandtable {}, ruleset {ruleset} in version {}, from seed {seed}; {measured}. A variant was played until it \
         was sure to be better{asked}, not better, or within {} in a hundred of that, wrong with no more than {} in a hundred of \
         all such studies; {pairs} pairs at the most.",
        versions.sandtable,
        versions.rules,
        tenths(*difference),
        tenths(*error),
    )
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// In hundredths, to a tenth; adding 0 makes -0 a 0.
fn tenths(share: f64) -> f64 {
    (share * 1000.0).round() / 10.0 + 0.0
}

fn signed(estimate: &Estimate) -> String {
    let [mean, low, high] = [estimate.mean, estimate.interval[0], estimate.interval[1]].map(tenths);
    format!("{mean:+.1} ({low:+.1} to {high:+.1})")
}

fn unsigned(estimate: &Estimate) -> String {
    let [mean, low, high] = [estimate.mean, estimate.interval[0], estimate.interval[1]].map(tenths);
    format!("{mean:.1} ({low:.1} to {high:.1})")
}

/// A text without control characters, which HTML does not allow.
pub(in crate::lab) fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}
