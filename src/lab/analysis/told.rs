//! What rollouts say: the luck of each throw, the skill of each answer, both of them summed, and marks.

use bevy::ecs::world::World;
use serde::Serialize;

use super::{Rollouts, Weighed};
use crate::battle::setup::Setup;
use crate::battle::{Action, Journal, Ruleset, View};
use crate::ids::Side;
use crate::lab::chronicle;
use crate::lab::page::sides;

/// What of the chance must be lost for an answer to be doubtful, bad, a blunder.
pub const DOUBTFUL: f64 = 0.03;
/// See [`DOUBTFUL`]; so much won is a fine answer.
pub const BAD: f64 = 0.06;
/// See [`DOUBTFUL`].
pub const BLUNDER: f64 = 0.12;
/// What a throw must change for it to be lucky.
pub const LUCKY: f64 = 0.08;
/// How many standard errors a thing must be large for it to be marked.
const SURE: f64 = 2.0;

/// Sums of a battle, in half battles of the rollouts that south won.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// At the beginning.
    pub start: i64,
    /// At the end.
    pub end: i64,
    /// All luck, south's.
    pub luck: i64,
    /// What north and south gained by their answers, each for itself.
    pub skill: [i64; 2],
    /// What the umpire gave south.
    pub umpire: i64,
    /// Of each answer: what it gave its side, and what its dice gave south, both with their standard errors in battles.
    answers: Vec<Reckoned>,
    /// The standard errors of luck and of both skills, in shares of a battle.
    errors: [f64; 3],
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Reckoned {
    before: i64,
    after: i64,
    skill: Option<(i64, f64)>,
    luck: Option<(i64, f64)>,
}

/// How an answer or a throw stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// An answer that lost a little against the captain's.
    Doubtful,
    /// One that lost more.
    Bad,
    /// One that lost most.
    Blunder,
    /// One that won against the captain's.
    Fine,
    /// A throw that was good for whoever gave the answer.
    Lucky,
    /// A throw that was bad for him.
    Unlucky,
}

impl Mark {
    /// As people read it.
    pub fn word(self) -> &'static str {
        match self {
            Mark::Doubtful => "doubtful",
            Mark::Bad => "bad",
            Mark::Blunder => "blunder",
            Mark::Fine => "fine",
            Mark::Lucky => "lucky",
            Mark::Unlucky => "unlucky",
        }
    }
}

/// Adds up what was found; `sides` have given the answers.
pub fn reckon(found: &Rollouts, sides: &[Side]) -> Told {
    let total = |scores: &[u8]| scores.iter().map(|score| i64::from(*score)).sum::<i64>();
    let mut now = found.start.clone();
    let mut told = Told {
        start: total(&now),
        end: 0,
        luck: 0,
        skill: [0; 2],
        umpire: 0,
        answers: Vec::with_capacity(found.answers.len()),
        errors: [0.0; 3],
    };
    // Luck, north's skill and south's, rollout by rollout.
    let mut sums = vec![[0_i64; 3]; now.len()];
    for (Weighed { umpire, given, after, .. }, side) in found.answers.iter().zip(sides) {
        let mut reckoned = Reckoned { before: total(&now), ..Reckoned::default() };
        if let Some(given) = given {
            let (own, sign) = match side {
                Side::South => (2, 1),
                Side::North => (1, -1),
            };
            let differences: Vec<i64> =
                given.iter().zip(&now).map(|(a, b)| sign * (i64::from(*a) - i64::from(*b))).collect();
            let gained = differences.iter().sum();
            if *umpire {
                told.umpire += sign * gained;
            } else {
                sums.iter_mut().zip(&differences).for_each(|(sum, by)| sum[own] += by);
                told.skill[side.index()] += gained;
                reckoned.skill = Some((gained, error(&differences)));
            }
            now.clone_from(given);
        }
        if let Some(after) = after {
            let differences: Vec<i64> = after.iter().zip(&now).map(|(a, b)| i64::from(*a) - i64::from(*b)).collect();
            sums.iter_mut().zip(&differences).for_each(|(sum, by)| sum[0] += by);
            let gained = differences.iter().sum();
            told.luck += gained;
            reckoned.luck = Some((gained, error(&differences)));
            now.clone_from(after);
        }
        reckoned.after = total(&now);
        told.answers.push(reckoned);
    }
    told.end = total(&now);
    told.errors = [0, 1, 2].map(|of| error(&sums.iter().map(|sum| sum[of]).collect::<Vec<_>>()));
    told
}

/// The standard error of the mean of these half battles, in battles.
fn error(halves: &[i64]) -> f64 {
    let count = halves.len() as f64;
    if halves.len() < 2 {
        return f64::INFINITY;
    }
    let mean = halves.iter().sum::<i64>() as f64 / count;
    let squares: f64 = halves.iter().map(|half| (*half as f64 - mean) * (*half as f64 - mean)).sum();
    (squares / (count - 1.0) / count).sqrt() / 2.0
}

/// A battle understood, as `--format json` writes it. Chances are south's, from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// The battle.
    pub title: String,
    /// By which it was played.
    pub ruleset: String,
    /// Who played the rollouts.
    pub by: &'static str,
    /// How many from each position.
    pub rollouts: u32,
    /// For how many turns, before they are judged at a glance; none: to their ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<u32>,
    /// Of their dice.
    pub seed: u64,
    /// Whether the battle is over.
    pub over: bool,
    /// The chance at the beginning.
    pub start: f64,
    /// The chance at the end, or the result.
    pub end: f64,
    /// What the chance at the end would be without the luck.
    pub without_luck: f64,
    /// What the umpire gave south.
    pub umpire: f64,
    /// North.
    pub north: SideTold,
    /// South.
    pub south: SideTold,
    /// Each answer.
    pub answers: Vec<AnswerTold>,
}

/// What became of a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideTold {
    /// What people call it.
    pub name: String,
    /// What its answers gained against the captain's, with its standard error.
    pub skill: [f64; 2],
    /// What the dice gave it.
    pub luck: [f64; 2],
    /// How many answers it gave.
    pub answers: usize,
    /// How many of them were other than the captain's.
    pub other: usize,
    /// How many were doubtful, bad, blunders, fine.
    pub marks: [usize; 4],
}

/// What became of an answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnswerTold {
    /// Its number, from 1.
    pub number: usize,
    /// Turn and step, e.g. `5.3`.
    pub when: String,
    /// Whose it was.
    pub side: Side,
    /// What happened, as the log has it.
    pub told: String,
    /// The chance before and after it.
    pub chance: [f64; 2],
    /// What it gained for its side against the captain's answer, with its standard error.
    pub skill: Option<[f64; 2]>,
    /// What the captain would have answered.
    pub instead: Option<String>,
    /// What its dice gave its side, with the standard error.
    pub luck: Option<[f64; 2]>,
    /// What stands out.
    pub marks: Vec<Mark>,
}

/// How rollouts were made.
#[derive(Clone, Copy, Debug)]
pub struct Basis {
    /// Who played them.
    pub by: &'static str,
    /// How many from each position.
    pub rollouts: u32,
    /// For how many turns, before they are judged at a glance; none: to their ends.
    pub turns: Option<u32>,
    /// Of their dice.
    pub seed: u64,
}

/// What an analysis has of a battle besides its rollouts.
#[derive(Clone, Debug)]
pub struct Battle {
    title: String,
    ruleset: &'static str,
    over: bool,
    names: [String; 2],
    answers: Vec<Answered>,
}

/// An answer of it: whose it was, turn and step, what happened.
#[derive(Clone, Debug)]
struct Answered {
    side: Side,
    when: String,
    told: String,
}

impl Battle {
    /// A battle as it was played in that world.
    pub fn of(world: &World, ruleset: &Ruleset, setup: &Setup) -> Battle {
        let names = sides(setup);
        let lines = chronicle::lines(world, names);
        let answered = |(n, (side, _)): (usize, &(Side, Action))| {
            // The first entry of the journal is how the battle opened.
            let own: Vec<_> = lines.iter().filter(|line| line.entry == n + 1).collect();
            let text: Vec<&str> =
                own.iter().filter(|line| line.kind != chronicle::Kind::Turn).map(|line| &*line.text).collect();
            let when = own.first().map(|line| line.when()).unwrap_or_default();
            Answered { side: *side, when, told: joined(&text) }
        };
        Battle {
            title: setup.title.clone(),
            ruleset: ruleset.name,
            over: View::umpire(world).ending().is_some(),
            names: names.map(str::to_owned),
            answers: world.resource::<Journal>().answers().enumerate().map(answered).collect(),
        }
    }

    /// How many answers were given in it.
    pub fn length(&self) -> usize {
        self.answers.len()
    }
}

/// What the rollouts say of a battle; where only the first of its answers are weighed, of those.
pub fn tell(battle: &Battle, found: &Rollouts, basis: Basis) -> Analysis {
    let by: Vec<Side> = battle.answers.iter().map(|answered| answered.side).collect();
    let told = reckon(found, &by);
    let whole = f64::from(2 * basis.rollouts);
    let share = |halves: i64| halves as f64 / whole;
    // What was cut short has in it what the judgement is off by.
    let marked = basis.turns.is_none();
    let mut answers = Vec::with_capacity(by.len());
    for (n, ((weighed, reckoned), answered)) in found.answers.iter().zip(&told.answers).zip(&battle.answers).enumerate()
    {
        let sign = if answered.side == Side::South { 1.0 } else { -1.0 };
        let skill = reckoned.skill.map(|(gained, error)| [share(gained), error]);
        let luck = reckoned.luck.map(|(gained, error)| [sign * share(gained), error]);
        answers.push(AnswerTold {
            number: n + 1,
            when: answered.when.clone(),
            side: answered.side,
            told: answered.told.clone(),
            chance: [share(reckoned.before), share(reckoned.after)],
            marks: [skill.and_then(of_answer), luck.and_then(of_throw)]
                .into_iter()
                .flatten()
                .filter(|_| marked)
                .collect(),
            skill,
            instead: weighed.instead.clone(),
            luck,
        });
    }
    let of_side = |side: Side| {
        let own = || answers.iter().filter(|answer| answer.side == side);
        let count = |mark: Mark| own().filter(|answer| answer.marks.contains(&mark)).count();
        let sign = if side == Side::South { 1.0 } else { -1.0 };
        SideTold {
            name: battle.names[side.index()].clone(),
            skill: [share(told.skill[side.index()]), told.errors[side.index() + 1]],
            luck: [sign * share(told.luck), told.errors[0]],
            answers: own().count(),
            other: own().filter(|answer| answer.skill.is_some()).count(),
            marks: [Mark::Doubtful, Mark::Bad, Mark::Blunder, Mark::Fine].map(count),
        }
    };
    Analysis {
        title: battle.title.clone(),
        ruleset: battle.ruleset.to_owned(),
        by: basis.by,
        rollouts: basis.rollouts,
        turns: basis.turns,
        seed: basis.seed,
        over: battle.over && answers.len() == battle.answers.len(),
        start: share(told.start),
        end: share(told.end),
        without_luck: share(told.end - told.luck),
        umpire: share(told.umpire),
        north: of_side(Side::North),
        south: of_side(Side::South),
        answers,
    }
}

/// Sentences one after the other, and what is none with a mark behind it.
fn joined(lines: &[&str]) -> String {
    let mut told = String::new();
    for line in lines {
        if !told.is_empty() {
            told.push_str(if told.ends_with(['.', '!', '?']) { " " } else { "; " });
        }
        told.push_str(line);
    }
    told
}

fn of_answer([gained, error]: [f64; 2]) -> Option<Mark> {
    if gained.abs() <= SURE * error {
        return None;
    }
    match -gained {
        lost if lost >= BLUNDER => Some(Mark::Blunder),
        lost if lost >= BAD => Some(Mark::Bad),
        lost if lost >= DOUBTFUL => Some(Mark::Doubtful),
        lost if lost <= -BAD => Some(Mark::Fine),
        _ => None,
    }
}

fn of_throw([gained, error]: [f64; 2]) -> Option<Mark> {
    let stands_out = gained.abs() >= LUCKY && gained.abs() > SURE * error;
    stands_out.then_some(if gained > 0.0 { Mark::Lucky } else { Mark::Unlucky })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_answers_are_reckoned_by_hand() {
        // Four rollouts. At first south wins two of them and draws one: 5 of 8 halves. North gives another answer than the
        // captain: south wins three, 6 halves; north has lost one half of its own. Its dice make of it 2 halves, 4 fewer.
        // South does as the captain would and wins by its dice: 6 more.
        let found = Rollouts {
            start: vec![2, 2, 1, 0],
            answers: vec![
                Weighed {
                    instead: Some("hold".to_owned()),
                    umpire: false,
                    given: Some(vec![2, 2, 2, 0]),
                    after: Some(vec![0, 2, 0, 0]),
                },
                Weighed { instead: None, umpire: false, given: None, after: Some(vec![2; 4]) },
            ],
        };
        let told = reckon(&found, &[Side::North, Side::South]);
        assert_eq!((told.start, told.end, told.luck, told.skill), (5, 8, -4 + 6, [-1, 0]));
        assert_eq!(told.start + told.luck + told.skill[1] - told.skill[0], told.end);
        assert_eq!(told.answers[0].skill.map(|of| of.0), Some(-1));
        assert_eq!((told.answers[0].before, told.answers[0].after), (5, 2));
        assert_eq!((told.answers[1].skill, told.answers[1].luck.map(|of| of.0)), (None, Some(6)));
        // North's differences are 0, 0, -1, 0: mean -1/4, squares 3/4, so √(0.75 / 3 / 4) / 2 = 0.125.
        assert!((told.answers[0].skill.unwrap().1 - 0.125).abs() < 1e-12);
    }

    #[test]
    fn sentences_need_no_mark_between_them() {
        assert_eq!(
            joined(&["Velites: ahead 9 in", "Nobody is hit.", "A draw."]),
            "Velites: ahead 9 in; Nobody is hit. A draw."
        );
        assert_eq!(joined(&[]), "");
    }

    #[test]
    fn what_is_within_two_errors_is_not_marked() {
        assert_eq!(of_answer([-0.12, 0.05]), Some(Mark::Blunder));
        assert_eq!(of_answer([-0.12, 0.07]), None);
        assert_eq!(of_answer([-0.06, 0.02]), Some(Mark::Bad));
        assert_eq!(of_answer([-0.03, 0.01]), Some(Mark::Doubtful));
        assert_eq!(of_answer([-0.029, 0.01]), None);
        assert_eq!(of_answer([0.06, 0.01]), Some(Mark::Fine));
        assert_eq!((of_throw([0.08, 0.03]), of_throw([-0.08, 0.03])), (Some(Mark::Lucky), Some(Mark::Unlucky)));
        assert_eq!((of_throw([0.079, 0.0]), of_throw([0.5, 0.3])), (None, None));
    }
}
