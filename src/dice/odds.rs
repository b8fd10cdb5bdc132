//! Exact odds: the same function that rolls is run for every case of its dice. If there are too many cases it is run
//! with seeded random dice instead, and the result says so.

mod branch;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use self::branch::{Branch, Weight};
use super::{Counting, Die, NeedDice, Roll, Sets, below};

/// The most cases that are enumerated.
const MOST_CASES: usize = 20_000;
/// How often a function with too many cases is run with random dice.
const FORKS: u32 = 10_000;
/// More dice than any function rolls. One that rolls until a certain face comes up would have no last case.
const MOST_DICE: usize = 10_000;
/// The denominator of weights when the whole number of cases does not fit.
const FINE: f64 = (1u64 << 53) as f64;

/// One result of the dice, weighted so that all cases have a common denominator.
#[derive(Clone, Debug, PartialEq)]
pub struct Case<T> {
    /// What the kernel says then.
    pub outcome: T,
    /// Its share of the sum of all weights.
    pub weight: u64,
}

/// All results of a function that rolls, with their weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread<T> {
    cases: Vec<Case<T>>,
    /// The number of random runs; none: all cases were enumerated.
    pub simulated: Option<u32>,
}

/// Every case of a function that rolls. Weights are numbers of cases where all of them fit 64 bits, else rounded shares
/// of 2^53. A function of more than 20,000 cases is run 10,000 times with seeded random dice. A pool has as many cases
/// as it can have numbers of hits.
pub fn every_case<T>(mut kernel: impl FnMut(&mut Enumerator) -> Result<T, NeedDice>) -> Spread<T> {
    match all(&mut kernel) {
        Some(leaves) => Spread { cases: weigh(leaves), simulated: None },
        None => Spread { cases: (0..FORKS).filter_map(|n| fork(n, &mut kernel)).collect(), simulated: Some(FORKS) },
    }
}

impl<T> Spread<T> {
    /// In how many cases that holds, of how many.
    pub fn chance(&self, holds: impl Fn(&T) -> bool) -> (u64, u64) {
        let of = self.iter().map(|case| case.weight).sum();
        (self.iter().filter(|case| holds(&case.outcome)).map(|case| case.weight).sum(), of)
    }

    /// The same as a share, 0 to 1.
    pub fn share(&self, holds: impl Fn(&T) -> bool) -> f64 {
        let (cases, of) = self.chance(holds);
        if of == 0 { 0.0 } else { cases as f64 / of as f64 }
    }

    /// The standard error of that share; 0 when it is exact.
    pub fn error(&self, holds: impl Fn(&T) -> bool) -> f64 {
        let share = self.share(holds);
        self.simulated.map_or(0.0, |forks| (share * (1.0 - share) / f64::from(forks)).sqrt())
    }
}

impl<T> std::ops::Deref for Spread<T> {
    type Target = [Case<T>];

    fn deref(&self) -> &[Case<T>] {
        &self.cases
    }
}

/// A source of dice that goes through every case in turn.
#[derive(Debug)]
pub struct Enumerator(Way);

#[derive(Debug)]
enum Way {
    Walk(Walk),
    /// At random.
    Fork(Xoshiro256PlusPlus),
}

/// Down these branches, and the first way at every new one.
#[derive(Debug, Default)]
struct Walk {
    path: Vec<Branch>,
    at: usize,
    /// Whether the function asked for more than [`MOST_DICE`] dice.
    endless: bool,
}

impl Roll for Enumerator {
    fn die(&mut self, die: Die) -> Result<u8, NeedDice> {
        let sides = die.sides.max(1);
        match &mut self.0 {
            Way::Fork(stream) => Ok(below(stream, u64::from(sides)) as u8 + 1),
            Way::Walk(walk) => Ok(next(walk, die, || Branch::die(sides))? as u8),
        }
    }

    fn pool(&mut self, count: u16, score: u8, die: Die) -> Result<u16, NeedDice> {
        let sides = die.sides.max(1);
        match &mut self.0 {
            Way::Fork(stream) => {
                let hit = |_: &u16| below(stream, u64::from(sides)) as u8 + 1 >= score;
                Ok((0..count).filter(hit).count() as u16)
            }
            Way::Walk(walk) if usize::from(count) >= MOST_DICE => {
                walk.endless = true;
                Err(NeedDice { die, count: u8::MAX, counting: Counting::Sum, misfit: None })
            }
            Way::Walk(walk) => next(walk, die, || Branch::pool(count, score, sides)),
        }
    }

    fn in_sets(&mut self, count: u16, sets: Sets, die: Die) -> Result<u16, NeedDice> {
        let sides = die.sides.max(1);
        match &mut self.0 {
            Way::Fork(stream) => {
                let faces = (0..count).map(|_| Ok(below(stream, u64::from(sides)) as u8 + 1));
                Ok(sets.worth(&sets.shown(sides, faces)?))
            }
            Way::Walk(walk) => next(walk, die, || Branch::in_sets(count, sets, sides)),
        }
    }
}

/// The way at the next branch, which is a new one at the end of the path.
fn next(walk: &mut Walk, die: Die, new: impl FnOnce() -> Branch) -> Result<u16, NeedDice> {
    if walk.at == walk.path.len() {
        if walk.at == MOST_DICE {
            walk.endless = true;
            return Err(NeedDice { die, count: 1, counting: Counting::Sum, misfit: None });
        }
        walk.path.push(new());
    }
    walk.at += 1;
    Ok(walk.path[walk.at - 1].taken())
}

/// All outcomes with their weights; nothing when there are too many.
fn all<T>(kernel: &mut impl FnMut(&mut Enumerator) -> Result<T, NeedDice>) -> Option<Vec<(T, Weight)>> {
    let mut dice = Enumerator(Way::Walk(Walk::default()));
    let mut leaves = Vec::new();
    loop {
        let outcome = kernel(&mut dice);
        let Way::Walk(walk) = &mut dice.0 else { return None };
        walk.path.truncate(walk.at);
        if walk.endless || leaves.len() == MOST_CASES {
            return None;
        }
        if let Ok(outcome) = outcome {
            leaves.push((outcome, walk.path.iter().map(Branch::weight).fold(Weight::ONE, Weight::and)));
        }
        // On to the next way at the last branch that has one; the branches after it are forgotten.
        while let Some(last) = walk.path.last_mut() {
            if last.turn() {
                break;
            }
            walk.path.pop();
        }
        if walk.path.is_empty() {
            return Some(leaves);
        }
        walk.at = 0;
    }
}

/// Weights with one denominator: whole cases where they fit, else fine shares.
fn weigh<T>(leaves: Vec<(T, Weight)>) -> Vec<Case<T>> {
    let whole = leaves.iter().try_fold(1, |whole, (_, weight)| lcm(whole, weight.cases?.1));
    let of = |weight: Weight| match (whole, weight.cases) {
        (Some(whole), Some((cases, of))) => cases * (whole / of),
        _ => (weight.share * FINE).round() as u64,
    };
    leaves.into_iter().map(|(outcome, weight)| Case { outcome, weight: of(weight) }).collect()
}

/// One outcome with dice from a seed.
fn fork<T>(seed: u32, kernel: &mut impl FnMut(&mut Enumerator) -> Result<T, NeedDice>) -> Option<Case<T>> {
    let stream = Xoshiro256PlusPlus::seed_from_u64(u64::from(seed));
    kernel(&mut Enumerator(Way::Fork(stream))).ok().map(|outcome| Case { outcome, weight: 1 })
}

fn lcm(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering::{Equal, Greater, Less};

    use super::*;
    use crate::cite::Word;

    const DIE: Die = Die { sides: 6, by: None, who: None, why: Word("test") };

    #[test]
    fn one_die_and_five_against_one_die_and_seven() {
        let spread = every_case(|dice| Ok((dice.die(DIE)? + 5).cmp(&(dice.die(DIE)? + 7))));
        assert_eq!(spread.chance(|o| *o == Greater), (6, 36));
        assert_eq!(spread.chance(|o| *o == Equal), (4, 36));
        assert_eq!(spread.chance(|o| *o == Less), (26, 36));
        assert_eq!((spread.simulated, spread.error(|o| *o == Less)), (None, 0.0));
    }

    #[test]
    fn a_second_die_that_only_some_first_ones_ask_for_weighs_less() {
        // A second die is rolled on a six alone: 5 cases of 6, and 6 of 36.
        let spread = every_case(|dice| Ok(if dice.die(DIE)? == 6 { dice.die(DIE)? } else { 0 }));
        assert_eq!(spread.len(), 11);
        assert_eq!(spread.chance(|n| *n == 0), (30, 36));
        assert_eq!(spread.chance(|n| *n == 4), (1, 36));
    }

    #[test]
    fn dice_of_different_sides_have_one_denominator() {
        // On an even face a d10 is rolled, else a d4: 3 of 6 times 1 of 10, and 3 of 6 times 1 of 4.
        let spread = every_case(|dice| {
            let sides = if dice.die(DIE)? % 2 == 0 { 10 } else { 4 };
            dice.die(Die { sides, ..DIE })
        });
        // 60 and 24 into 120: a one is 3 * 2 + 3 * 5.
        assert_eq!(spread.chance(|n| *n == 1), (21, 120));
        assert_eq!(spread.chance(|n| *n == 10), (6, 120));
    }

    #[test]
    fn a_hundred_sided_die_has_a_hundred_cases() {
        let spread = every_case(|dice| dice.die(Die { sides: 100, ..DIE }));
        assert_eq!(spread.len(), 100);
        assert_eq!(spread.chance(|n| *n <= 37), (37, 100));
    }

    #[test]
    fn a_kernel_without_dice_has_one_case() {
        assert_eq!(every_case(|_| Ok("won")).chance(|o| *o == "won"), (1, 1));
    }

    #[test]
    fn a_pool_has_a_case_for_each_number_of_hits() {
        let spread = every_case(|dice| dice.pool(2, 5, DIE));
        let weights: Vec<_> = spread.iter().map(|case| (case.outcome, case.weight)).collect();
        // 2 dice of which 5 and 6 hit: 4 * 4, 2 * 2 * 4 and 2 * 2 of 36.
        assert_eq!(weights, [(0, 16), (1, 16), (2, 4)]);
        assert_eq!(every_case(|dice| dice.pool(9, 1, DIE)).chance(|n| *n == 9), (1, 1));
        assert_eq!(every_case(|dice| dice.pool(9, 7, DIE)).chance(|n| *n == 0), (1, 1));
        assert_eq!(every_case(|dice| dice.pool(0, 4, DIE)).chance(|n| *n == 0), (1, 1));
    }

    #[test]
    fn a_pool_is_what_its_dice_are_one_by_one() {
        for score in 1..=7 {
            let pool = every_case(|dice| dice.pool(5, score, DIE));
            let dice = every_case(|dice| (0..5).try_fold(0, |n, _| Ok(n + u16::from(dice.die(DIE)? >= score))));
            assert_eq!(dice.len(), 6 * 6 * 6 * 6 * 6);
            for hits in 0..=5 {
                let ((a, of_a), (b, of_b)) = (pool.chance(|n| *n == hits), dice.chance(|n| *n == hits));
                assert_eq!(a * of_b, b * of_a, "{hits} hits of {score} or more");
            }
        }
    }

    #[test]
    fn dice_that_count_in_sets_are_what_they_are_one_by_one() {
        // A point for every six and for every two fives.
        let sets = Sets { least: 5, of: 2 };
        let spread = every_case(|dice| dice.in_sets(3, sets, DIE));
        let weights: Vec<_> = spread.iter().map(|case| (case.outcome, case.weight)).collect();
        // Of 216: three from 1 to 5 with fewer than two fives 64 + 48; three sixes 1; two sixes 15.
        assert_eq!(weights, [(0, 112), (1, 85), (2, 18), (3, 1)]);
        for count in 0..=5 {
            let spread = every_case(|dice| dice.in_sets(count, sets, DIE));
            let each = every_case(|dice| {
                let mut shown = [0, 0];
                for _ in 0..count {
                    let face = dice.die(DIE)?;
                    shown[0] += u16::from(face == 5);
                    shown[1] += u16::from(face == 6);
                }
                Ok(shown[1] + shown[0] / 2)
            });
            for points in 0..=5 {
                let ((a, of_a), (b, of_b)) = (spread.chance(|n| *n == points), each.chance(|n| *n == points));
                assert_eq!(a * of_b, b * of_a, "{points} points of {count}");
            }
        }
        let many = every_case(|dice| dice.in_sets(40, sets, DIE));
        assert!((many.share(|_| true) - 1.0).abs() < 1e-12 && many.simulated.is_none());
    }

    #[test]
    fn more_cases_than_can_be_counted_are_fine_shares() {
        // 6^40 cases. None of 40 dice shows a six: (5/6)^40 = 0.000680, so at least one does in 0.999320.
        let spread = every_case(|dice| dice.pool(40, 6, DIE));
        assert_eq!((spread.len(), spread.simulated), (41, None));
        assert!((spread.share(|n| *n > 0) - 0.999_320).abs() < 1e-6);
        assert!((spread.share(|_| true) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn twenty_thousand_cases_are_gone_through_and_more_are_tried_out() {
        let of = |a: u8, b: u8, c: u8| {
            every_case(move |dice| {
                let mut roll = |sides| dice.die(Die { sides, ..DIE });
                Ok(u32::from(roll(a)?) + u32::from(roll(b)?) + u32::from(roll(c)?))
            })
        };
        let most = of(200, 100, 1);
        assert_eq!((most.len(), most.simulated), (20_000, None));
        let more = of(200, 101, 1);
        assert_eq!((more.len(), more.simulated), (10_000, Some(10_000)));
        assert_eq!(more, of(200, 101, 1));
        // Every second case is even. The standard error of a half in 10,000 is 0.005.
        let even = |n: &u32| n.is_multiple_of(2);
        assert!((more.error(even) - 0.005).abs() < 1e-4);
        assert!((more.share(even) - 0.5).abs() < 5.0 * more.error(even));
    }

    #[test]
    fn a_kernel_that_may_go_on_for_ever_is_tried_out() {
        // Dice until a six: one alone in 1 of 6.
        let spread = every_case(|dice| {
            let mut rolled = 1;
            while dice.die(DIE)? != 6 {
                rolled += 1;
            }
            Ok(rolled)
        });
        assert_eq!(spread.simulated, Some(10_000));
        assert!((spread.share(|n| *n == 1) - 1.0 / 6.0).abs() < 5.0 * spread.error(|n| *n == 1));
    }

    #[test]
    fn ten_dice_against_five_and_two_tests_are_few_cases() {
        // Both pools, then a test of one die by each that was hit: 11 and 6 numbers of hits, times 6 where not nil.
        let spread = every_case(|dice| {
            let hits = [dice.pool(10, 5, DIE)?, dice.pool(5, 5, DIE)?];
            let mut tests = [0, 0];
            for (test, hits) in tests.iter_mut().zip(hits) {
                if hits > 0 {
                    *test = dice.die(DIE)?;
                }
            }
            Ok((hits, tests))
        });
        assert_eq!(spread.len(), (1 + 10 * 6) * (1 + 5 * 6));
        // Neither is hit: 4^15 of 6^15, which is (2/3)^15.
        let (cases, of) = spread.chance(|(hits, _)| *hits == [0, 0]);
        assert_eq!(u128::from(cases) * 3u128.pow(15), u128::from(of) * 2u128.pow(15));
    }
}
