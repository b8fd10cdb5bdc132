//! The general: a captain whose army's intent is chosen by playing the battle on.
//!
//! When its side is first asked in a turn, each intent is tried: the battle is played to its end from there with captains
//! on both sides, its own army bound to that intent, the other free. Every intent meets the same dice. Half of them are
//! dropped after each round and the rest are tried further, until the number of trials is used up (successive halving).
//! An intent is taken only if it did better than the captain's own judgement in the same dice.
//!
//! It plays on only what its side knows: while the other side hides units or has sealed an answer, the captain's own
//! judgement counts.

use std::str::FromStr;
use std::time::{Duration, Instant};

use super::captain::Captain;
use super::{Player, Reason};
use crate::battle::{Action, Intent, Ruleset, View};
use crate::ids::Side;

/// How much a general thinks in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Think {
    /// So many battles are played on: the same intents at every time.
    Trials(u32),
    /// Battles are played on for so long, or until there are so many of them.
    For(Duration, u32),
}

impl Default for Think {
    fn default() -> Think {
        Think::Trials(64)
    }
}

impl Think {
    /// How many battles are played on at most.
    fn trials(self) -> u32 {
        match self {
            Think::Trials(trials) | Think::For(_, trials) => trials,
        }
    }

    /// Whether the time for that share of it is over.
    fn is_over(self, since: Instant, share: f32) -> bool {
        matches!(self, Think::For(time, _) if since.elapsed() >= time.mul_f32(share))
    }
}

impl FromStr for Think {
    type Err = String;

    fn from_str(text: &str) -> Result<Think, String> {
        let seconds = text.strip_suffix('s').and_then(|number| number.parse::<f32>().ok());
        let time =
            seconds.filter(|seconds| *seconds > 0.0).and_then(|seconds| Duration::try_from_secs_f32(seconds).ok());
        match (time, text.parse()) {
            (Some(time), _) => Ok(Think::For(time, u32::MAX)),
            (None, Ok(trials)) if trials > 0 => Ok(Think::Trials(trials)),
            _ => Err("expected a number of battles, such as 64, or a time, such as 2s".to_owned()),
        }
    }
}

/// Battles played on from where one stands.
pub trait Trials {
    /// The turn in which the battle stands.
    fn turn(&self) -> u32;

    /// Whether the other side has anything that this side cannot see.
    fn is_secret(&self) -> bool;

    /// Plays the battle on to its end, the general's army bound to an intent if one is given; trials of one number have the
    /// same dice. What it came to for that side: 1 for a victory with nobody lost, 0 for a defeat with nobody left.
    fn outcome(&mut self, intent: Option<Intent>, number: u64) -> f32;
}

/// A captain whose army's intent is chosen by trials, once a turn.
pub struct General {
    captain: Captain,
    seed: u64,
    think: Think,
    /// The turn for which the intent was chosen.
    turn: Option<u32>,
}

impl General {
    /// A general for battles under that ruleset. The same seed gives the same trials.
    pub fn new(ruleset: &Ruleset, seed: u64, think: Think) -> General {
        General { captain: Captain::new(ruleset), seed, think, turn: None }
    }
}

impl Player for General {
    fn ponder(&mut self, trials: &mut dyn Trials) {
        let turn = trials.turn();
        if self.turn == Some(turn) {
            return;
        }
        let intent = if trials.is_secret() {
            None
        } else {
            self.turn = Some(turn);
            choose(trials, self.think, self.seed)
        };
        self.captain.intend(intent);
    }

    fn answer(&mut self, view: &View, side: Side) -> Action {
        self.captain.answer(view, side)
    }

    fn reason(&self) -> Option<&Reason> {
        self.captain.reason()
    }

    fn name(&self) -> &'static str {
        "general"
    }
}

/// An intent, and what its trials came to.
struct Tried {
    intent: Option<Intent>,
    outcomes: Vec<f32>,
}

impl Tried {
    /// By how much it did better than another in the dice that both met, and how sure that is: the mean of the differences
    /// and its standard error, which nobody knows of a single one.
    fn better(&self, other: &Tried) -> (f32, f32) {
        let gains: Vec<f32> = self.outcomes.iter().zip(&other.outcomes).map(|(a, b)| a - b).collect();
        let of = gains.len().max(1) as f32;
        let mean = gains.iter().sum::<f32>() / of;
        let spread = gains.iter().map(|gain| (gain - mean) * (gain - mean)).sum::<f32>();
        let error = if of > 1.0 { (spread / (of * (of - 1.0))).sqrt() } else { f32::INFINITY };
        (mean, error)
    }
}

/// The intent that does best in so many trials; none: the captain's own judgement.
fn choose(trials: &mut dyn Trials, think: Think, seed: u64) -> Option<Intent> {
    let begun = Instant::now();
    let judgement = None;
    let mut field: Vec<Tried> = std::iter::once(judgement)
        .chain(Intent::ALL.map(Some))
        .map(|intent| Tried { intent, outcomes: Vec::new() })
        .collect();
    let rounds = field.len().ilog2();
    for round in 1..=rounds {
        let each = (think.trials() / rounds / field.len() as u32).max(1);
        for _ in 0..each {
            if think.is_over(begun, round as f32 / rounds as f32) {
                break;
            }
            // A pass may be broken off: outcomes are held against each other in pairs, as far as both have them.
            for tried in &mut field {
                if think.is_over(begun, 1.0) {
                    break;
                }
                let number = seed.wrapping_add(tried.outcomes.len() as u64);
                tried.outcomes.push(trials.outcome(tried.intent, number));
            }
        }
        // The captain's judgement stays to the end, so that the best can be held against it.
        let (own, others) = field.split_at_mut(1);
        others.sort_by(|a, b| b.better(&own[0]).0.total_cmp(&a.better(&own[0]).0));
        field.truncate(1 + others_kept(field.len()));
    }
    let [own, best, ..] = field.as_slice() else { return judgement };
    let (gain, error) = best.better(own);
    if gain > error { best.intent } else { judgement }
}

/// How many of the others go on when so many took part, the captain's judgement among them.
fn others_kept(all: usize) -> usize {
    ((all - 1) / 2).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RULESETS;

    /// A battle in which each intent leads to what it says, and luck is the same for all of them.
    struct Told {
        turn: u32,
        secret: bool,
        leads_to: fn(Option<Intent>) -> f32,
        played: u32,
    }

    impl Trials for Told {
        fn turn(&self) -> u32 {
            self.turn
        }

        fn is_secret(&self) -> bool {
            self.secret
        }

        fn outcome(&mut self, intent: Option<Intent>, number: u64) -> f32 {
            self.played += 1;
            (self.leads_to)(intent) + (number % 7) as f32 / 100.0
        }
    }

    fn told(leads_to: fn(Option<Intent>) -> f32) -> Told {
        Told { turn: 3, secret: false, leads_to, played: 0 }
    }

    #[test]
    fn the_intent_that_does_best_is_taken() {
        let mut trials = told(|intent| if intent == Intent::of_word("RefuseLeft") { 0.6 } else { 0.4 });
        assert_eq!(choose(&mut trials, Think::default(), 5), Intent::of_word("RefuseLeft"));
        assert!((40..=64).contains(&trials.played), "{}", trials.played);
    }

    #[test]
    fn what_is_no_better_than_his_own_judgement_is_not_taken() {
        assert_eq!(choose(&mut told(|_| 0.5), Think::default(), 5), None);
        assert_eq!(choose(&mut told(|intent| if intent.is_none() { 0.6 } else { 0.5 }), Think::default(), 5), None);
    }

    #[test]
    fn one_pair_of_outcomes_proves_nothing() {
        let of = |outcomes: &[f32]| Tried { intent: None, outcomes: outcomes.to_vec() };
        assert_eq!(of(&[1.0]).better(&of(&[0.0, 1.0])), (1.0, f32::INFINITY));
        // Differences 1 and 0: a mean of a half, and as much in error.
        assert_eq!(of(&[1.0, 1.0]).better(&of(&[0.0, 1.0])), (0.5, 0.5));
    }

    #[test]
    fn he_thinks_once_a_turn_and_never_looks_at_secrets() {
        let mut general = General::new(&RULESETS[0], 1, Think::Trials(9));
        let mut trials = told(|_| 0.5);
        general.ponder(&mut trials);
        let once = trials.played;
        general.ponder(&mut trials);
        assert!(once > 0 && trials.played == once, "{once} and {}", trials.played);
        trials.turn = 4;
        trials.secret = true;
        general.ponder(&mut trials);
        assert_eq!(trials.played, once);
        trials.secret = false;
        general.ponder(&mut trials);
        assert!(trials.played > once, "what was secret is open now");
    }

    #[test]
    fn he_thinks_by_count_or_by_time() {
        assert_eq!("64".parse(), Ok(Think::Trials(64)));
        assert_eq!("2s".parse(), Ok(Think::For(Duration::from_secs(2), u32::MAX)));
        for wrong in ["0", "0s", "-1s", "two", "", "s", "2 s"] {
            assert!(wrong.parse::<Think>().is_err(), "{wrong}");
        }
        // No time at all: nothing is tried, and nothing chosen.
        let mut trials = told(|_| 0.5);
        assert_eq!(choose(&mut trials, Think::For(Duration::ZERO, 64), 5), None);
        assert_eq!(trials.played, 0);
    }
}
