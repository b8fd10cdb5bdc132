//! What came of a study, for programs and people: a summary, and a table of all battles.

use std::collections::BTreeMap;

use serde::Serialize;

use super::course::{self, Turn};
use super::deeds::Worth;
use super::fields::{self, Done, Field, Loss};
use super::verdict::{self, Estimate, Verdict};
use super::{Compared, Look, Order, Row, Studied, asked};
use crate::battle::digest::Digester;
use crate::battle::{Digest, Texts};
use crate::cite::{Word, intern};
use crate::ids::Side;
use crate::scenario::study::Arm;

/// How the intervals are made, with the paper.
pub const METHOD: &str = "confidence sequence over the looks at the study, of which there may be any number, each with its part \
                          of the error (Lan and DeMets, Biometrika 70, 1983): it holds however often one looks";

/// The summary of a study, as `--format json` writes it. Nothing in it depends on the machine or the threads.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The question.
    pub study: String,
    /// The battle.
    pub battle: String,
    /// By which it was played.
    pub ruleset: String,
    /// The versions of the program and of the ruleset.
    pub versions: Versions,
    /// Whose chance to win is compared.
    pub side: &'static str,
    /// Of the study.
    pub seed: u64,
    /// How often each answer that rolled dice was given again to measure its luck; 0: it was not measured.
    pub luck: u32,
    /// Differences below this do not matter.
    pub difference: f64,
    /// The most that all verdicts together may be wrong.
    pub error: f64,
    /// By how much a variant is to be better.
    pub at_least: f64,
    /// The most pairs that were allowed.
    pub pairs: u32,
    /// Whether each pair was played in both seats.
    pub swap: bool,
    /// How the intervals are made.
    pub method: &'static str,
    /// How the error is shared between several variants.
    pub correction: Option<&'static str>,
    /// How many battles were played.
    pub battles: usize,
    /// A hash over arm, pair, seat, result, turns and final digest of each battle.
    pub hash: String,
    /// Each arm for itself, the base first.
    pub arms: Vec<ArmSummary>,
    /// Each variant against the base, or each effect of a grid.
    pub variants: Vec<VariantSummary>,
}

impl Summary {
    /// What the arm that is called base is in a grid, whose other arms are called by their levels.
    pub fn base_of_grid(&self) -> Option<&'static str> {
        self.variants.iter().any(|variant| variant.differ.is_none()).then_some("the first level of each factor.")
    }

    /// What each end of an interval does by itself, where that is less than what both together do.
    pub fn ends(&self) -> &'static str {
        if self.at_least == 0.0 {
            ""
        } else {
            " Of a difference each end holds so by itself: whether it is better by so much hangs on one of them."
        }
    }
}

/// By which program and by which version of its rules battles were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Versions {
    /// Of the program.
    pub sandtable: &'static str,
    /// Of the ruleset: another one plays other battles.
    pub rules: u32,
}

/// An arm for itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArmSummary {
    /// Its name.
    pub name: String,
    /// Who played north and south.
    pub players: [String; 2],
    /// How many battles were played.
    pub battles: usize,
    /// How many of them the side won.
    pub wins: usize,
    /// How many nobody won.
    pub draws: usize,
    /// How many were stopped before their end.
    pub unfinished: usize,
    /// Why the others ended, with how many of each.
    pub ends: BTreeMap<String, usize>,
    /// The same as people read it, with how many of each were drawn.
    #[serde(skip)]
    pub ended: String,
    /// The chance to win, a draw for half, with the luck taken out.
    pub chance: Estimate,
    /// How much nearer the enemy was to defeat at the end, in the mean.
    pub margin: f64,
    /// The mean of turns.
    pub turns: f64,
    /// The end of each turn; battles that are over count as they ended.
    pub course: Vec<Turn>,
    /// The units that were ever lost.
    pub losses: BTreeMap<String, Loss>,
    /// Where units fell.
    pub fields: Vec<Field>,
    /// Where they fought, by rounds.
    pub fought: Vec<Field>,
    /// What each unit took and lost.
    pub units: BTreeMap<String, Done>,
}

impl ArmSummary {
    /// Whether so many battles were drawn that one wants to know why.
    pub fn is_often_drawn(&self) -> bool {
        10 * self.draws > self.battles
    }

    /// What is to be said where most of its battles are draws: nothing can then be told apart by winning.
    pub fn mostly_drawn(&self) -> Option<String> {
        let to_the_limit: usize =
            self.ends.iter().filter(|(why, _)| why.starts_with("turn-limit")).map(|(_, count)| count).sum();
        (2 * self.draws.min(to_the_limit) > self.battles).then(|| {
            format!(
                "{} of {} battles were draws. With `then: Compare` both sides may wait until the turns are over: give the \
                 battle or the study's base a `limit` of more turns, or with `then: Wins(north)`, so that south must attack.",
                self.draws, self.battles
            )
        })
    }
}

impl VariantSummary {
    /// What is to be said where no battle went otherwise than under the base.
    pub fn never_parted(&self) -> Option<String> {
        let pairs = self.pairs as usize;
        (pairs > 0 && self.part.get(&0) == Some(&pairs)).then(|| {
            format!("all {pairs} pairs went alike to their end, answer by answer: what is changed never mattered.")
        })
    }
}

/// A variant against the base.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VariantSummary {
    /// Its name.
    pub name: String,
    /// The answer.
    pub verdict: Verdict,
    /// The answer as people read it.
    pub told: String,
    /// How many pairs were played.
    pub pairs: u32,
    /// How many of them ended with another result, where two arms are compared.
    pub differ: Option<usize>,
    /// The difference of the chance to win.
    pub wins: Estimate,
    /// The difference of the margin.
    pub margin: Estimate,
    /// About how many more pairs it would take, where it is not sure.
    pub more: Option<u32>,
    /// The share of the battles that pairing left needful, about.
    pub left_by_pairing: Option<f64>,
    /// The share of those that taking out the luck left needful, about.
    pub left_by_luck: Option<f64>,
    /// In how many pairs the battles part in which turn; in turn 0 none: those that never do.
    pub part: BTreeMap<u32, usize>,
    /// The pairs that are worth reading.
    pub read: Option<Read>,
    /// What was seen at each look.
    #[serde(skip)]
    pub looks: Vec<Look>,
}

/// Pairs to be read.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Read {
    /// Whose margins are nearest to the means.
    pub typical: u32,
    /// Whose battle under the variant was the closest.
    pub closest: u32,
    /// In which it went most against the difference of all.
    pub upset: u32,
}

/// The summary of a study that was played.
pub fn summary(order: &Order, studied: &Studied) -> Summary {
    let Order { study, rule, seed, .. } = order;
    let contrasts = &study.contrasts;
    let courses = course::courses(&studied.rows, study.arms.len());
    let of_arm = |((n, arm), course)| {
        let world = (order.world)(arm);
        let worth = Worth::of(&world, order.ruleset).by_name(&world);
        arm_summary(n, arm, course, studied, &worth, (order.ruleset.texts)())
    };
    Summary {
        study: study.title.clone(),
        battle: study.battle.clone(),
        ruleset: order.ruleset.name.to_owned(),
        versions: Versions { sandtable: env!("CARGO_PKG_VERSION"), rules: order.ruleset.version },
        side: study.side.name(),
        seed: *seed,
        luck: order.luck,
        difference: rule.difference,
        error: rule.error,
        at_least: rule.at_least,
        pairs: rule.pairs,
        swap: study.swap,
        method: METHOD,
        correction: (contrasts.len() > 1).then_some("Bonferroni"),
        battles: studied.rows.len(),
        hash: hash(&studied.rows).to_string(),
        arms: study.arms.iter().enumerate().zip(courses).map(of_arm).collect(),
        variants: (0..contrasts.len()).map(|n| variant_summary(n, order, studied)).collect(),
    }
}

fn arm_summary(
    n: usize,
    arm: &Arm,
    course: Vec<Turn>,
    studied: &Studied,
    worth: &BTreeMap<String, (Side, f64)>,
    texts: &Texts,
) -> ArmSummary {
    let rows: Vec<&Row> = studied.rows.iter().filter(|row| row.arm == n).collect();
    let count = rows.len().max(1) as f64;
    let mean = |of: &dyn Fn(&Row) -> f64| rows.iter().map(|row| of(row)).sum::<f64>() / count;
    let (wide, deep) = arm.setup.table;
    let named = |side: Side| arm.change.players[side.index()].as_ref().map_or("captain", |who| who.name()).to_owned();
    let finished = || rows.iter().filter(|row| row.stopped.is_none());
    let mut ends = BTreeMap::new();
    finished().for_each(|row| *ends.entry(row.why.to_string()).or_default() += 1);
    ArmSummary {
        name: arm.name.clone(),
        players: Side::BOTH.map(named),
        battles: rows.len(),
        wins: finished().filter(|row| row.score == 1.0).count(),
        draws: finished().filter(|row| row.score == 0.5).count(),
        unfinished: rows.len() - finished().count(),
        ends,
        ended: ended(&rows, texts),
        chance: studied.sure.of_arm().estimate(&studied.arms[n].adjusted, [0.0, 1.0]),
        margin: mean(&|row| row.margin),
        turns: mean(&|row| row.turns.into()),
        course,
        losses: fields::losses(&rows),
        fields: fields::fields(&rows, [wide.into(), deep.into()]),
        fought: fields::fought(&rows, wide.into()),
        units: fields::done(&rows, worth),
    }
}

/// Why battles ended, the most frequent first: `the last round is over 9 (4 drawn), …`.
fn ended(rows: &[&Row], texts: &Texts) -> String {
    let mut ways: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.stopped.is_none()) {
        let (count, drawn) = ways.entry(&row.why).or_default();
        (*count, *drawn) = (*count + 1, *drawn + usize::from(row.score == 0.5));
    }
    let mut ways: Vec<_> = ways.into_iter().collect();
    ways.sort_by(|(a, (more, _)), (b, (fewer, _))| fewer.cmp(more).then(a.cmp(b)));
    let told = ways.into_iter().map(|(why, (count, drawn))| {
        let drawn = if drawn == 0 { String::new() } else { format!(" ({drawn} drawn)") };
        format!("{} {count}{drawn}", texts.word(Word(intern(why))))
    });
    told.collect::<Vec<_>>().join(", ")
}

fn variant_summary(n: usize, order: &Order, studied: &Studied) -> VariantSummary {
    let contrast = &order.study.contrasts[n];
    let Compared { wins, margin, verdict, looks } = &studied.variants[n];
    let rule = asked(&order.rule, contrast);
    let sure = studied.sure.of_asked(&rule);
    let pairs = contrast.pair().map(|arms| pairs(arms, &studied.rows)).unwrap_or_default();
    let spread = contrast.weights.iter().map(|(arm, weight)| weight * weight * studied.arms[*arm].plain.variance());
    let apart: f64 = spread.sum();
    let mut part = BTreeMap::new();
    for (base, own) in &pairs {
        *part.entry(parting(base, own)).or_default() += 1;
    }
    let most = contrast.largest();
    VariantSummary {
        name: contrast.name.clone(),
        verdict: *verdict,
        told: verdict.told(&rule, contrast.together),
        pairs: wins.plain.count(),
        differ: contrast.pair().map(|_| pairs.iter().filter(|(base, own)| base.score != own.score).count()),
        wins: sure.estimate(&wins.adjusted, [-most, most]),
        margin: sure.estimate(&margin.adjusted, [-2.0 * most, 2.0 * most]),
        more: (*verdict == Verdict::Open).then(|| verdict::more(&wins.adjusted, sure, &rule, most)),
        left_by_pairing: (apart > 0.0).then(|| wins.plain.variance() / apart),
        left_by_luck: wins.left().filter(|_| order.luck > 0),
        part,
        read: read(&pairs),
        looks: looks.clone(),
    }
}

/// The battles of two arms that have the same seed and seats.
fn pairs([first, arm]: [usize; 2], rows: &[Row]) -> Vec<(&Row, &Row)> {
    let base: BTreeMap<_, _> =
        rows.iter().filter(|row| row.arm == first).map(|row| ((row.pair, row.swapped), row)).collect();
    let own = rows.iter().filter(|row| row.arm == arm);
    own.filter_map(|row| Some((*base.get(&(row.pair, row.swapped))?, row))).collect()
}

/// The turn in which something is answered otherwise in the one battle than in the other, 0 when nothing is.
fn parting(base: &Row, own: &Row) -> u32 {
    let both = base.course.iter().zip(&own.course);
    let differ = both.clone().find(|(a, b)| (a.turn, a.said) != (b.turn, b.said)).map(|(a, b)| a.turn.min(b.turn));
    let longer = || (base.course.len() != own.course.len()).then_some(base.turns.min(own.turns));
    differ.or_else(longer).unwrap_or_default()
}

fn read(pairs: &[(&Row, &Row)]) -> Option<Read> {
    let count = pairs.len() as f64;
    let mean = |of: &dyn Fn(&(&Row, &Row)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (base, own) = (mean(&|(base, _)| base.margin), mean(&|(_, own)| own.margin));
    let off = |(a, b): &(&Row, &Row)| (a.margin - base).abs() + (b.margin - own).abs();
    let against = |(a, b): &(&Row, &Row)| (b.margin - a.margin) * if own >= base { 1.0 } else { -1.0 };
    let least = |of: &dyn Fn(&(&Row, &Row)) -> f64| pairs.iter().min_by(|a, b| of(a).total_cmp(&of(b)));
    let number = |pair: Option<&(&Row, &Row)>| pair.map(|(base, _)| base.pair);
    Some(Read {
        typical: number(least(&off))?,
        closest: number(least(&|(_, own)| own.margin.abs()))?,
        upset: number(least(&against))?,
    })
}

fn hash(rows: &[Row]) -> Digest {
    let mut digester = Digester::default();
    for row in rows {
        let score = (row.score * 2.0) as u8;
        digester.add(&(row.arm as u64, row.pair, row.swapped, score, row.turns, row.digest.0));
    }
    digester.finish()
}

/// The battles as a CSV table: `arm,pair,swapped,seed,side,score,margin,luck_danger,luck_left,luck_chance,turns,why,digest`.
///
/// # Errors
/// When the table cannot be written.
pub fn write_csv(order: &Order, rows: &[Row], to: impl std::io::Write) -> csv::Result<()> {
    let mut table = csv::Writer::from_writer(to);
    table.write_record([
        "arm",
        "pair",
        "swapped",
        "seed",
        "side",
        "score",
        "margin",
        "luck_danger",
        "luck_left",
        "luck_chance",
        "turns",
        "why",
        "digest",
    ])?;
    for row in rows {
        table.write_record([
            order.study.arms[row.arm].name.as_str(),
            &row.pair.to_string(),
            if row.swapped { "yes" } else { "no" },
            &row.seed.to_string(),
            row.side.name(),
            &row.score.to_string(),
            &format!("{:.4}", row.margin),
            &format!("{:.4}", row.luck.x),
            &format!("{:.4}", row.luck.y),
            &format!("{:.4}", row.luck.z),
            &row.turns.to_string(),
            &row.why,
            &row.digest.to_string(),
        ])?;
    }
    table.flush()?;
    Ok(())
}
