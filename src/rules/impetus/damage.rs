//! Damage, the cohesion test and losses (11), as pure functions.

use super::data::tables;
use super::state::Vbu;
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, NeedDice, Roll, Sets};
use crate::ids::{Side, UnitId};

const CRITICAL: Cite = Cite("I69");
const DISORDERED: Cite = Cite("I70");
const GENERAL: Cite = Cite("I71");
const SHIELDWALL: Cite = Cite("16");

/// How much damage so many dice do: a point for every six and for every pair of fives.
///
/// # Errors
/// When a die is not known yet.
pub fn damage(roll: &mut impl Roll, dice: i32, by: Side, who: UnitId, why: Word) -> Result<i32, NeedDice> {
    let numbers = &tables().damage;
    debug_assert!(numbers.paired + 1 == numbers.always, "each face above the paired one does damage");
    let sets = Sets { least: numbers.paired, of: numbers.pair };
    let count = u16::try_from(dice.max(0)).unwrap_or(u16::MAX);
    roll.in_sets(count, sets, Die::d6(by, Some(who), why)).map(i32::from)
}

/// A unit as it tests its cohesion.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    pub unit: UnitId,
    pub side: Side,
    pub vbu: Vbu,
    pub disordered: bool,
    pub general: bool,
    pub shieldwall: bool,
    /// Whether a failed test routs it whatever the margin, because it was attacked in flank or rear.
    pub flanked: bool,
    /// Whether it is never disordered, so that a passed test has no effect.
    pub steady: bool,
    /// Other modifiers.
    pub also: Tally,
}

/// The result of a test.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tested {
    pub damage: i32,
    /// The critical number, when there was a test.
    pub critical: Tally,
    pub roll: Option<u8>,
    pub failed: bool,
    /// VBU lost.
    pub loss: i32,
    pub routed: bool,
}

impl Test {
    /// The critical number after that much damage.
    pub fn critical(&self, damage: i32) -> Tally {
        let numbers = &tables().cohesion;
        let mut tally = Tally::default().with(Word("vbu"), self.vbu.front, CRITICAL);
        tally.add(Word("damage"), -damage, CRITICAL);
        if self.disordered {
            tally.add(Word("disordered"), numbers.disordered, DISORDERED);
        }
        if self.general {
            tally.add(Word("general"), numbers.general, GENERAL);
        }
        if self.shieldwall {
            tally.add(Word("shieldwall"), numbers.shieldwall, SHIELDWALL);
        }
        tally.0.extend(self.also.0.iter().cloned());
        tally
    }

    /// Rolls the test after that much damage; without damage there is none.
    ///
    /// # Errors
    ///
    /// When the die is not known yet.
    pub fn roll(&self, roll: &mut impl Roll, damage: i32) -> Result<Tested, NeedDice> {
        if damage <= 0 {
            return Ok(Tested::default());
        }
        let die = Die::d6(self.side, Some(self.unit), Word("cohesion"));
        let face = roll.up_to(die, || self.passes(damage))?;
        Ok(self.shows(face, damage))
    }

    /// The greatest face that passes the test after that much damage.
    fn passes(&self, damage: i32) -> u8 {
        (1..=6).rev().find(|face| !self.shows(*face, damage).failed).unwrap_or(0)
    }

    /// The result of the test when the die shows that face.
    pub fn shows(&self, face: u8, damage: i32) -> Tested {
        let numbers = &tables().cohesion;
        let critical = self.critical(damage);
        let (total, roll) = (critical.total(), i32::from(face));
        let failed = face == numbers.fails || (face != numbers.passes && roll > total);
        let loss = match failed {
            true if total >= i32::from(numbers.fails) => numbers.automatic_loss,
            true => roll - total,
            false if self.disordered && !self.steady => numbers.disorder_loss,
            false => 0,
        };
        let routed = loss >= self.vbu.total() || (failed && self.flanked);
        Tested { damage, critical, roll: Some(face), failed, loss, routed }
    }
}

impl Tested {
    /// Losses of the failed test, which decide a melee (15.5).
    pub fn failed_losses(&self) -> i32 {
        if self.failed { self.loss } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::odds::every_case;

    fn unit(vbu: i32) -> Test {
        Test {
            unit: UnitId(0),
            side: Side::North,
            vbu: Vbu { front: vbu, rear: 0 },
            disordered: false,
            general: false,
            shieldwall: false,
            flanked: false,
            steady: false,
            also: Tally::default(),
        }
    }

    fn chances(dice: i32) -> (f64, [f64; 5]) {
        let spread = every_case(|roll| damage(roll, dice, Side::North, UnitId(0), Word("melee")));
        assert!(spread.simulated.is_none());
        let of = spread.iter().map(|c| c.weight).sum::<u64>() as f64;
        let mean = spread.iter().map(|c| f64::from(c.outcome) * c.weight as f64).sum::<f64>() / of;
        let share = |n: i32| spread.share(|points| *points == n);
        (mean, [share(0), share(1), share(2), share(3), spread.share(|points| *points >= 4)])
    }

    #[test]
    fn damage_is_as_likely_as_the_book_says() {
        let printed = [
            (1, 0.1667, [0.8333, 0.1667, 0.0, 0.0, 0.0]),
            (2, 0.3611, [0.6667, 0.3056, 0.0278, 0.0, 0.0]),
            (3, 0.5741, [0.5185, 0.3935, 0.0833, 0.0046, 0.0]),
            (4, 0.7994, [0.3951, 0.4321, 0.1520, 0.0201, 0.0008]),
            (5, 1.0329, [0.2963, 0.4321, 0.2188, 0.0482, 0.0046]),
            (6, 1.2719, [0.2195, 0.4060, 0.2731, 0.0867, 0.0146]),
            (7, 1.5146, [0.1610, 0.3649, 0.3101, 0.1307, 0.0334]),
            (8, 1.7598, [0.1171, 0.3170, 0.3286, 0.1747, 0.0626]),
            (9, 2.0065, [0.0845, 0.2683, 0.3306, 0.2140, 0.1026]),
            (10, 2.2543, [0.0607, 0.2222, 0.3193, 0.2451, 0.1527]),
            (12, 2.7519, [0.0308, 0.1450, 0.2712, 0.2775, 0.2755]),
            (14, 3.2509, [0.0154, 0.0899, 0.2100, 0.2722, 0.4124]),
        ];
        for (dice, mean, row) in printed {
            let (found, shares) = chances(dice);
            assert!((found - mean).abs() < 0.000_06, "{dice} dice: {found}");
            for (found, share) in shares.iter().zip(row) {
                assert!((found - share).abs() < 0.000_06, "{dice} dice: {shares:?}");
            }
        }
    }

    #[test]
    fn a_hundred_thousand_rolls_agree_with_the_count() {
        for dice in [3, 6, 10] {
            let (_, exact) = chances(dice);
            let mut found = [0u32; 5];
            for seed in 0..100_000 {
                let table = crate::dice::Dice::seeded(seed);
                let mut roller = table.roller(1, Word("melee"));
                let points = damage(&mut roller, dice, Side::North, UnitId(0), Word("melee")).unwrap();
                found[points.min(4) as usize] += 1;
            }
            for (found, share) in found.into_iter().zip(exact) {
                let error = (share * (1.0 - share) * 100_000.0).sqrt();
                let off = (f64::from(found) - share * 100_000.0).abs();
                assert!(off <= 4.0 * error, "{dice} dice: {found} of 100,000 for {share}");
            }
        }
    }

    /// Losses on a roll of 1 to 6; nothing: passed.
    fn row(critical: i32) -> [Option<i32>; 6] {
        let test = unit(critical + 1);
        std::array::from_fn(|n| {
            let tested = test.shows(n as u8 + 1, 1);
            assert_eq!(tested.critical.total(), critical);
            tested.failed.then_some(tested.loss)
        })
    }

    #[test]
    fn losses_by_critical_number_are_as_printed() {
        const P: Option<i32> = None;
        let printed = [
            (7, [P, P, P, P, P, Some(1)]),
            (6, [P, P, P, P, P, Some(1)]),
            (5, [P, P, P, P, P, Some(1)]),
            (4, [P, P, P, P, Some(1), Some(2)]),
            (3, [P, P, P, Some(1), Some(2), Some(3)]),
            (2, [P, P, Some(1), Some(2), Some(3), Some(4)]),
            (1, [P, Some(1), Some(2), Some(3), Some(4), Some(5)]),
            (0, [P, Some(2), Some(3), Some(4), Some(5), Some(6)]),
            (-1, [P, Some(3), Some(4), Some(5), Some(6), Some(7)]),
        ];
        for (critical, losses) in printed {
            assert_eq!(row(critical), losses, "critical number {critical}");
        }
    }

    #[test]
    fn disorder_costs_a_loss_on_a_pass_and_nothing_more_on_a_failure() {
        let disordered = Test { disordered: true, ..unit(5) };
        let passed = disordered.shows(2, 2);
        assert_eq!((passed.critical.total(), passed.failed, passed.loss), (2, false, 1));
        let failed = disordered.shows(4, 2);
        assert_eq!((failed.failed, failed.loss, failed.failed_losses()), (true, 2, 2));
        assert_eq!(passed.failed_losses(), 0);
    }

    #[test]
    fn a_unit_struck_in_flank_is_routed_by_any_failure() {
        let flanked = Test { flanked: true, disordered: true, ..unit(6) };
        // R3: critical number 6 - 1 - 1, a roll of 5 fails by one.
        assert!(flanked.shows(5, 1).routed && !flanked.shows(4, 1).routed);
        assert!(!Test { flanked: false, ..flanked }.shows(5, 1).routed);
    }
}
