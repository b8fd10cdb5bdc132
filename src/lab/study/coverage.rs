//! That intervals and verdicts are wrong no more often than they say: thousands of studies of coins, whose chances are
//! known.

use bevy::math::DVec3;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use super::track::Track;
use super::verdict::Verdict;
use super::{Sure, looks};
use crate::scenario::study::StopRule;

const STUDIES: u64 = 10_000;

/// Coins from a seed.
struct Coins(Xoshiro256PlusPlus);

impl Coins {
    fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn chance(&mut self, chance: f64) -> f64 {
        f64::from(u8::from(self.uniform() < chance))
    }
}

/// A pair of battles: the difference of their results, and that of their luck.
type Pair = dyn Fn(&mut Coins) -> (f64, DVec3);

/// Of so many studies of such pairs, whose true difference is known, in how many the interval ever misses it, and in
/// how many each verdict is given.
fn studies(truth: f64, rule: &StopRule, pair: &Pair) -> (f64, [f64; 4]) {
    let (mut missed, mut verdicts) = (0_u32, [0_u32; 4]);
    let sure = Sure::of(rule, 1);
    for seed in 0..STUDIES {
        let mut coins = Coins(Xoshiro256PlusPlus::seed_from_u64(seed));
        let mut track = Track::default();
        let (mut done, mut wrong, mut verdict) = (0, false, Verdict::Open);
        while done < rule.pairs {
            let until = looks::next(done).min(rule.pairs);
            for _ in done..until {
                let (value, luck) = pair(&mut coins);
                track.push(value, luck);
            }
            done = until;
            track.learn();
            let [low, high] = sure.of_asked(rule).estimate(&track.adjusted, [-1.0, 1.0]).interval;
            wrong |= low > truth || high < truth;
            if verdict == Verdict::Open {
                verdict = Verdict::of([low, high], rule);
            }
        }
        missed += u32::from(wrong);
        verdicts[verdict as usize] += 1;
    }
    let share = |count: u32| f64::from(count) / STUDIES as f64;
    (share(missed), verdicts.map(share))
}

const RULE: StopRule = StopRule { difference: 0.03, error: 0.05, at_least: 0.0, pairs: 600 };

/// More than three standard deviations above a twentieth of 10,000: by chance once in a thousand.
const LIMIT: f64 = 0.05 + 0.007;

#[test]
fn equal_variants_are_called_different_in_no_more_than_a_twentieth() {
    let (missed, verdicts) = studies(0.0, &RULE, &|coins| (coins.chance(0.5) - coins.chance(0.5), DVec3::ZERO));
    assert!(missed <= LIMIT, "{missed}");
    assert!(verdicts[Verdict::Yes as usize] + verdicts[Verdict::No as usize] <= LIMIT, "{verdicts:?}");
}

#[test]
fn pairs_that_seldom_differ_are_no_trap() {
    // Few of 100 pairs differ, always to one side: most studies begin with many equal pairs.
    for percent in [1, 2, 3, 5, 8] {
        let chance = f64::from(percent) / 100.0;
        let (missed, verdicts) = studies(chance, &RULE, &move |coins| (coins.chance(chance), DVec3::ZERO));
        assert!(missed <= LIMIT, "{percent}: {missed}");
        assert!(verdicts[Verdict::No as usize] <= 0.001, "{percent}: {verdicts:?}");
    }
    let strict = StopRule { error: 0.01, ..RULE };
    let (missed, _) = studies(-0.03, &strict, &|coins| (-coins.chance(0.03), DVec3::ZERO));
    assert!(missed <= 0.01 + 0.003, "{missed}");
}

#[test]
fn favourites_and_their_difference_are_covered() {
    let (missed, verdicts) = studies(0.1, &RULE, &|coins| (coins.chance(0.95) - coins.chance(0.85), DVec3::ZERO));
    assert!(missed <= LIMIT, "{missed}");
    assert!(verdicts[Verdict::No as usize] + verdicts[Verdict::Same as usize] <= LIMIT, "{verdicts:?}");
    assert!(verdicts[Verdict::Yes as usize] > 0.9, "{verdicts:?}");
}

#[test]
fn taking_the_luck_out_keeps_what_is_promised() {
    // The result hangs on luck and on more; the luck is not normal, and one kind of it means nothing.
    let battle = |coins: &mut Coins, edge: f64| {
        let luck = coins.uniform() - 0.5;
        let other = coins.chance(0.1) - 0.1;
        let score = coins.chance(0.5 + edge + 0.8 * luck);
        (score, DVec3::new(luck, other, luck * luck * luck))
    };
    let pair = move |coins: &mut Coins| {
        let ((a, luck), (b, other)) = (battle(coins, 0.0), battle(coins, 0.0));
        (a - b, luck - other)
    };
    let (missed, verdicts) = studies(0.0, &RULE, &pair);
    assert!(missed <= LIMIT, "{missed}");
    assert!(verdicts[Verdict::Yes as usize] + verdicts[Verdict::No as usize] <= LIMIT, "{verdicts:?}");
}

#[test]
fn better_by_so_much_is_wrong_in_no_more_than_a_twentieth_whatever_is_true() {
    // Each end of the interval misses in a twentieth at the most, so both together in a tenth.
    let rule = StopRule { at_least: 0.05, ..RULE };
    for (truth, other) in [(0.05, 0.0), (0.049, 0.0), (0.01, 0.0), (0.09, 0.0), (0.05, 0.6)] {
        // With the other one there are seldom pairs that differ.
        let (base, alike) = ((1.0 - truth) / 2.0, other);
        let pair = move |coins: &mut Coins| {
            if coins.uniform() < alike {
                return (0.0, DVec3::ZERO);
            }
            let more = truth / (1.0 - alike);
            (coins.chance(base + more) - coins.chance(base), DVec3::ZERO)
        };
        let (missed, verdicts) = studies(truth, &rule, &pair);
        assert!(missed <= 2.0 * LIMIT, "{truth}: {missed}");
        let [yes, no, same] = [Verdict::Yes, Verdict::No, Verdict::Same].map(|verdict| verdicts[verdict as usize]);
        let opposite = if truth < rule.at_least { yes } else { no };
        let too_near = if (truth - rule.at_least).abs() > rule.difference { same } else { 0.0 };
        assert!(opposite + too_near <= LIMIT, "{truth}: {verdicts:?}");
    }
    // Pairs that seldom differ, always to one side: a variant that is better by just so much.
    let (missed, verdicts) = studies(0.05, &rule, &|coins| (coins.chance(0.05), DVec3::ZERO));
    assert!(missed <= 2.0 * LIMIT && verdicts[Verdict::No as usize] <= LIMIT, "{missed} {verdicts:?}");
}
