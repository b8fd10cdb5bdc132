//! The judgement of a position at a glance: a chance to win from a few numbers that every ruleset has, each with a weight
//! that was fitted to battles between captains. It costs as much as a look at the table, where a rollout costs a battle.

use serde::Deserialize;

/// What is seen of a position at a glance, from one side: each number changes its sign with the side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Glance {
    /// How much nearer the enemy is to defeat, from -1 to 1.
    pub danger: f64,
    /// How much more of one's army is left, in shares of what it was worth.
    pub left: f64,
    /// The logarithm of the odds of a gambler who plays on until one of both has lost what he can still lose.
    pub holds: f64,
    /// 1 who would win if the last turn ended now, -1 who would lose.
    pub favoured: f64,
    /// How much of the turns is over, from 0 to 1. The same for both sides.
    pub late: f64,
}

impl Glance {
    /// How many numbers are weighed.
    pub const COUNT: usize = 5;

    /// What they are called, in the order of [`Glance::values`].
    pub const NAMES: [&'static str; Glance::COUNT] = ["danger", "left", "holds", "favoured", "favoured_late"];

    /// The numbers that are weighed; the last is who is favoured by how late it is.
    pub fn values(&self) -> [f64; Glance::COUNT] {
        [self.danger, self.left, self.holds, self.favoured, self.favoured * self.late]
    }
}

/// How much each of those numbers weighs, as a ruleset's `judgement.ron` has it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// How many battles it was fitted to; 0: it was not.
    pub battles: u32,
    weights: Weights,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Weights {
    danger: f64,
    left: f64,
    holds: f64,
    favoured: f64,
    favoured_late: f64,
}

impl Judgement {
    /// That of a ruleset whose battles nobody has counted: the gambler's.
    pub const PLAIN: Judgement = Judgement {
        battles: 0,
        weights: Weights { danger: 0.0, left: 0.0, holds: 1.0, favoured: 0.0, favoured_late: 0.0 },
    };

    /// The weights, in the order of [`Glance::NAMES`].
    pub fn weights(&self) -> [f64; Glance::COUNT] {
        let Weights { danger, left, holds, favoured, favoured_late } = self.weights;
        [danger, left, holds, favoured, favoured_late]
    }

    /// The chance to win of the side that sees a position so: of both sides together 1.
    pub fn chance(&self, glance: &Glance) -> f64 {
        let sum: f64 = self.weights().iter().zip(glance.values()).map(|(weight, value)| weight * value).sum();
        1.0 / (1.0 + libm::exp(-sum))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::data_folder::ron_options;

    #[test]
    fn a_chance_is_one_half_where_nothing_is_seen_and_both_sides_have_one_together() {
        let fitted: Judgement = ron_options()
            .from_str("(battles: 9, weights: (danger: 2.0, left: 0.0, holds: 0.5, favoured: 0.0, favoured_late: 3.0))")
            .unwrap();
        assert_eq!(fitted.chance(&Glance { late: 0.7, ..Glance::default() }), 0.5);
        // 2 × 0.25 - 3 × 0.5 = -1.
        let glance = Glance { danger: 0.25, favoured: -1.0, late: 0.5, ..Glance::default() };
        assert!((fitted.chance(&glance) - 1.0 / (1.0 + std::f64::consts::E)).abs() < 1e-12);
        let other = Glance { danger: -0.25, favoured: 1.0, ..glance };
        assert!((fitted.chance(&glance) + fitted.chance(&other) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn nobodys_battles_are_judged_by_the_gamblers_odds() {
        let three_to_one = Glance { holds: libm::log(3.0), danger: -1.0, ..Glance::default() };
        assert!((Judgement::PLAIN.chance(&three_to_one) - 0.75).abs() < 1e-12);
        let names: Vec<&str> = Glance::NAMES.to_vec();
        let weighs: Vec<&str> =
            names.into_iter().zip(Judgement::PLAIN.weights()).filter(|w| w.1 != 0.0).map(|w| w.0).collect();
        assert_eq!(weighs, ["holds"]);
    }
}
