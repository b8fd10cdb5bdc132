//! What a study says of a variant, and whether it is sure.

use serde::Serialize;

use super::looks::Looks;
use super::sequence::Sequence;
use crate::scenario::study::StopRule;

/// The answer to the question whether a variant is better than the base, by so much at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is.
    Yes,
    /// It is not: it is worse, or better by less.
    No,
    /// The difference is so near to what was asked that it does not matter.
    Same,
    /// It cannot be told yet.
    Open,
}

/// A mean, and the interval that holds it whenever one looks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean so far.
    pub mean: f64,
    /// From, to.
    pub interval: [f64; 2],
}

impl Estimate {
    /// Of that sequence, which holds with that error after each observation. A value lies in `least..=most`, and so do the means.
    pub fn of(sequence: &Sequence, error: f64, [least, most]: [f64; 2]) -> Estimate {
        let (mean, reach) = (sequence.mean(), sequence.reach(error, most.max(-least)));
        Estimate { mean, interval: [(mean - reach).max(least), (mean + reach).min(most)] }
    }
}

impl Verdict {
    /// What that interval of the difference says.
    pub fn of(interval: [f64; 2], rule: &StopRule) -> Verdict {
        let [low, high] = interval.map(|end| end - rule.at_least);
        if low > 0.0 {
            Verdict::Yes
        } else if high < 0.0 {
            Verdict::No
        } else if low >= -rule.difference && high <= rule.difference {
            Verdict::Same
        } else {
            Verdict::Open
        }
    }

    /// As a sentence about the variant.
    ///
    /// `together` says that it is about what two do together beyond what each does alone.
    pub fn told(self, rule: &StopRule, together: bool) -> String {
        let (by, small) = (hundredths(rule.at_least), hundredths(rule.difference));
        match self {
            Verdict::Yes if together => return "more together".to_owned(),
            Verdict::No if together => return "less together".to_owned(),
            _ => {}
        }
        match (self, rule.at_least == 0.0) {
            (Verdict::Yes, true) => "better".to_owned(),
            (Verdict::No, true) => "worse".to_owned(),
            (Verdict::Same, true) => format!("no difference over {small} in 100"),
            (Verdict::Yes, false) => format!("better by {by} in 100 or more"),
            (Verdict::No, false) => format!("not better by {by} in 100"),
            (Verdict::Same, false) => format!("within {small} of {by} in 100"),
            (Verdict::Open, _) => "not sure yet".to_owned(),
        }
    }
}

/// About how many more pairs would make it sure, if the difference is what it looks like. `largest` is the largest
/// difference that is possible.
pub fn more(sequence: &Sequence, looks: &Looks, rule: &StopRule, largest: f64) -> u32 {
    let off = (sequence.mean() - rule.at_least).abs();
    let wanted = off.max(rule.difference - off);
    looks.needed(sequence, wanted, largest).saturating_sub(sequence.count()).max(1)
}

fn hundredths(share: f64) -> String {
    let rounded = (share * 1000.0).round() / 10.0;
    format!("{rounded}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: StopRule = StopRule { difference: 0.03, error: 0.05, at_least: 0.0, pairs: 1000 };

    #[test]
    fn an_interval_answers_when_it_leaves_zero_or_is_narrow() {
        assert_eq!(Verdict::of([0.001, 0.2], &RULE), Verdict::Yes);
        assert_eq!(Verdict::of([0.0, 0.2], &RULE), Verdict::Open);
        assert_eq!(Verdict::of([-0.2, -0.001], &RULE), Verdict::No);
        assert_eq!(Verdict::of([-0.03, 0.03], &RULE), Verdict::Same);
        assert_eq!(Verdict::of([-0.031, 0.03], &RULE), Verdict::Open);
        let five = StopRule { at_least: 0.05, ..RULE };
        assert_eq!(Verdict::of([0.01, 0.049], &five), Verdict::No);
        assert_eq!(Verdict::of([0.051, 0.3], &five), Verdict::Yes);
        assert_eq!(Verdict::of([0.03, 0.07], &five), Verdict::Same);
        assert_eq!(Verdict::Yes.told(&five, false), "better by 5 in 100 or more");
    }

    #[test]
    fn a_difference_at_the_edge_takes_the_most_pairs() {
        let at = |mean: f64| {
            let mut sequence = Sequence::default();
            (0..400).for_each(|n| sequence.push(mean + if n % 2 == 0 { 0.5 } else { -0.5 }));
            more(&sequence, &Looks::new(1000, 0.05), &RULE, 1.0)
        };
        assert!(at(0.2) < at(0.05) && at(0.05) < at(0.015) && at(0.0) < at(0.015));
    }
}
