//! Studies: the arms of a study are played against its base in pairs of one seed, until the answer is sure.
//!
//! In reading order: [`luck`] (how lucky a battle's dice were), [`row`] (a battle), [`play`] (battles over several
//! threads), [`sequence`] and [`looks`] (intervals that hold however often one looks), [`track`] (a difference with the luck taken out),
//! [`verdict`] (what it says), [`shard`] (battles that many machines played), [`course`], [`fields`] and [`deeds`] (how
//! battles go, where units fall and fight, and what they do), [`search`] (the best plan), [`report`] (all of it, for programs and people).

pub mod course;
pub mod deeds;
pub mod fields;
pub mod looks;
pub mod luck;
pub mod page;
pub mod play;
pub mod report;
pub mod row;
pub mod search;
pub mod sequence;
pub mod shard;
pub mod track;
pub mod verdict;
#[cfg(test)]
mod coverage;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use bevy::math::DVec3;

use self::looks::Looks;
pub use self::play::Row;
use self::play::{Block, Muster};
use self::track::Track;
use self::verdict::{Estimate, Verdict};
use crate::battle::Ruleset;
use crate::scenario::Study;
use crate::scenario::study::StopRule;
use crate::scenario::study_grid::Contrast;

/// How often an answer is given again to measure its luck, where nobody says otherwise.
pub const LUCK: u32 = 8;

/// How a study is played.
pub struct Order<'a> {
    /// What is compared.
    pub study: &'a Study,
    /// By which rules.
    pub ruleset: &'a Ruleset,
    /// Makes a world in which the battles of an arm begin.
    pub world: &'a Muster<'a>,
    /// When to stop.
    pub rule: StopRule,
    /// Where all dice and all the players' own choices come from.
    pub seed: u64,
    /// How often each answer that rolls dice is given again with others, to measure its luck; 0: luck is not measured.
    pub luck: u32,
    /// Threads.
    pub jobs: usize,
    /// Called after each battle.
    pub battle: &'a (dyn Fn() + Sync),
    /// Called after each look at the results, with the pairs so far and the variants that are not sure yet.
    pub looked: &'a dyn Fn(u32, usize),
}

/// A study that was played.
pub struct Studied {
    /// Every battle, in the order of pairs as far as they were played together, then of arms and seats.
    pub rows: Vec<Row>,
    /// The results of each arm for itself, the base first.
    pub arms: Vec<Track>,
    /// What came of each variant.
    pub variants: Vec<Compared>,
    /// How far means may be off at the looks.
    pub sure: Sure,
    /// Whether all was played that was to be: each variant is sure, or as many pairs were played as may be.
    pub whole: bool,
}

/// What came of one variant.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The differences of the chance to win, pair by pair.
    pub wins: Track,
    /// The differences of the margin.
    pub margin: Track,
    /// What it says.
    pub verdict: Verdict,
    /// What was seen at each look.
    pub looks: Vec<Look>,
}

/// How far means may be off at the looks of a study.
#[derive(Clone, Debug)]
pub struct Sure {
    /// Both ends of an interval together err no more than was asked for.
    both: Looks,
    /// Each of them by itself.
    each: Looks,
}

impl Sure {
    /// Of a study of so many variants, which share the error evenly.
    pub fn of(rule: &StopRule, variants: usize) -> Sure {
        let error = share_of_error(rule, variants);
        let both = Looks::new(rule.pairs, error);
        let each = if rule.at_least == 0.0 { both.clone() } else { Looks::new(rule.pairs, 2.0 * error) };
        Sure { both, each }
    }

    /// Those of the chance of an arm.
    pub fn of_arm(&self) -> &Looks {
        &self.both
    }

    /// Those of what is asked so. Who asks whether a variant is better at all may be told two wrong things where both are
    /// alike, better and worse. Who asks whether it is better by so much is told one wrong thing at most, whatever is true:
    /// that it is not, or that it is; each of these hangs on one end of the interval.
    pub fn of_asked(&self, asked: &StopRule) -> &Looks {
        if asked.at_least == 0.0 { &self.both } else { &self.each }
    }
}

/// One look at a variant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// After how many pairs.
    pub pairs: u32,
    /// The difference of the chance to win, as it looked then.
    pub wins: Estimate,
}

/// Plays a study until it is sure of every variant, or has played as many pairs as it may.
///
/// All is looked at after the same numbers of pairs whatever the number of threads, and each variant for itself is not
/// played on once it is sure. With several variants each has its share of the error (Bonferroni), so that all verdicts
/// together are wrong with no more than the error that was asked for.
pub fn run(order: &Order) -> Studied {
    run_from(order, |arms, pairs| Some(play::play(&block(order, arms.to_vec(), pairs))))
}

/// The same of battles that come from elsewhere: `rows` has those of some arms in some pairs, in the order of arms, pairs
/// and seats, or none: there it ends.
pub fn run_from(order: &Order, mut rows: impl FnMut(&[usize], RangeInclusive<u32>) -> Option<Vec<Row>>) -> Studied {
    let Order { study, rule, .. } = order;
    let mut whole = true;
    let mut all = Vec::new();
    let mut arms = vec![Track::default(); study.arms.len()];
    let nothing =
        Compared { wins: Track::default(), margin: Track::default(), verdict: Verdict::Open, looks: Vec::new() };
    let mut compared = vec![nothing; study.contrasts.len()];
    let sure = Sure::of(rule, compared.len());
    let mut done = 0;
    while done < rule.pairs {
        let open = || study.contrasts.iter().zip(&compared).filter(|(_, of)| of.verdict == Verdict::Open);
        let which: BTreeSet<usize> =
            open().flat_map(|(contrast, _)| contrast.weights.iter().map(|(n, _)| *n)).collect();
        if which.is_empty() {
            break;
        }
        let until = looks::next(done).min(rule.pairs);
        let which: Vec<usize> = which.into_iter().collect();
        let Some(played) = rows(&which, done + 1..=until) else {
            whole = false;
            break;
        };
        for pair in done + 1..=until {
            let results: Vec<Option<Result>> = (0..arms.len()).map(|arm| result(&played, arm, pair)).collect();
            for (track, result) in arms.iter_mut().zip(&results) {
                result.iter().for_each(|result| track.push(result.score, result.luck));
            }
            for (contrast, of) in study.contrasts.iter().zip(&mut compared) {
                if let (Verdict::Open, Some(sum)) = (of.verdict, weighed(contrast, &results)) {
                    of.wins.push(sum.score, sum.luck);
                    of.margin.push(sum.margin, sum.luck);
                }
            }
        }
        all.extend(played);
        arms.iter_mut().for_each(Track::learn);
        for (contrast, of) in study.contrasts.iter().zip(&mut compared) {
            if of.verdict == Verdict::Open {
                of.wins.learn();
                of.margin.learn();
                let most = contrast.largest();
                let asked = asked(rule, contrast);
                let wins = sure.of_asked(&asked).estimate(&of.wins.adjusted, [-most, most]);
                of.looks.push(Look { pairs: of.wins.plain.count(), wins });
                of.verdict = Verdict::of(wins.interval, &asked);
            }
        }
        done = until;
        (order.looked)(done, compared.iter().filter(|of| of.verdict == Verdict::Open).count());
    }
    Studied { rows: all, arms, variants: compared, sure, whole }
}

/// The sum of the results of a pair as a contrast weighs them, when all of its arms were played.
fn weighed(contrast: &Contrast, results: &[Option<Result>]) -> Option<Result> {
    contrast.weights.iter().try_fold(Result::default(), |sum, (arm, weight)| {
        let own = results[*arm]?;
        let (score, margin) = (sum.score + own.score * weight, sum.margin + own.margin * weight);
        Some(Result { score, margin, luck: sum.luck + own.luck * *weight })
    })
}

/// What is asked of a contrast: of what two do together, whether it is anything.
pub fn asked(rule: &StopRule, contrast: &Contrast) -> StopRule {
    StopRule { at_least: if contrast.together { 0.0 } else { rule.at_least }, ..*rule }
}

/// How wrong each of so many verdicts may be, for all of them together to be wrong no more than the rule has it.
pub fn share_of_error(rule: &StopRule, variants: usize) -> f64 {
    rule.error / variants.max(1) as f64
}

/// The battles of those arms and pairs.
pub fn block<'a>(order: &'a Order, which: Vec<usize>, pairs: RangeInclusive<u32>) -> Block<'a> {
    let study = order.study;
    Block {
        ruleset: order.ruleset,
        arms: &study.arms,
        world: order.world,
        which,
        pairs,
        swap: study.swap,
        side: study.side,
        seed: order.seed,
        luck: order.luck,
        jobs: order.jobs,
        done: order.battle,
    }
}

/// What an arm did in a pair: the mean over its seats.
#[derive(Clone, Copy, Debug, Default)]
struct Result {
    score: f64,
    margin: f64,
    luck: DVec3,
}

fn result(rows: &[Row], arm: usize, pair: u32) -> Option<Result> {
    // The rows of a block stand in the order of arms and pairs.
    let from = rows.partition_point(|row| (row.arm, row.pair) < (arm, pair));
    let own = rows[from..].iter().take_while(|row| (row.arm, row.pair) == (arm, pair));
    let (mut sum, mut count) = (Result::default(), 0.0);
    for row in own {
        sum = Result { score: sum.score + row.score, margin: sum.margin + row.margin, luck: sum.luck + row.luck };
        count += 1.0;
    }
    (count > 0.0).then(|| Result { score: sum.score / count, margin: sum.margin / count, luck: sum.luck / count })
}
