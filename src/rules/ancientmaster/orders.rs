//! The roll of an order (A5.2, A5.3, W11, W12) as pure functions: the sum that must not be passed, and the two dice.

use super::data::tables;
use super::troop::Rank;
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Counting, Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};
use crate::table::Mil;

const VALUE: Cite = Cite("A5.2");
const PENALTIES: Cite = Cite("A5.3");
const WARBANDS: Cite = Cite("W11");

/// What an order is judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    pub command: i32,
    /// From the character to the nearest point of the unit, of a brigade its most distant unit.
    pub distance: Mil,
    /// Orders that it was given already in this phase.
    pub given: i32,
    /// Whether an enemy is close to any of it.
    pub enemy: bool,
    /// Whether any of it is in dense ground.
    pub dense: bool,
    /// Stands lost, of a brigade by its worst unit.
    pub lost: i32,
    /// Blunders that left a penalty, of a brigade by its worst unit.
    pub earlier: i32,
    /// Whether all are warbands, and enough of them.
    pub warbands: bool,
    /// Whether an enemy is close in a flank or rear zone, where that is played.
    pub exposed: bool,
}

impl Order {
    /// The number that two dice must not pass, and what it is made of.
    pub fn target(&self) -> Tally {
        let numbers = &tables().command;
        let mut tally = Tally::default().with(Word("command"), self.command, VALUE);
        let mut add = |what: &'static str, value: i32, cite: Cite| {
            if value != 0 {
                tally.add(Word(what), value, cite);
            }
        };
        add("warbands", if self.warbands { numbers.warband } else { 0 }, WARBANDS);
        add("distance", numbers.distance * further(self.distance), PENALTIES);
        add("orders", numbers.again * self.given, PENALTIES);
        add("enemy", if self.enemy { numbers.enemy } else { 0 }, PENALTIES);
        add("exposed", if self.exposed { numbers.enemy } else { 0 }, PENALTIES);
        add("dense", if self.dense { numbers.dense } else { 0 }, PENALTIES);
        add("lost", numbers.lost * self.lost, PENALTIES);
        add("blunders", numbers.earlier * self.earlier, PENALTIES);
        tally
    }

    /// Whether it may be tried at all (A5.2, W125).
    pub fn is_possible(&self) -> bool {
        self.target().total() >= tables().command.least
    }
}

/// How many further steps of distance there are (A5.3): up to one step there is none.
fn further(distance: Mil) -> i32 {
    let step = tables().command.step;
    // A measured distance has the grace of a printed range at the end of every step.
    let steps = (1..).find(|n| distance <= super::data::Cm(step.0 * *n as f32).range());
    steps.map_or(0, |n: i32| n - 1)
}

/// What came of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    pub roll: i32,
    pub succeeds: bool,
    /// Whether it is a blunder (A5.2).
    pub blunder: bool,
}

/// Rolls an order.
///
/// # Errors
/// When a die is not known yet.
pub fn roll(dice: &mut impl Roll, target: i32, rank: Rank, by: Side, who: UnitId) -> Result<Given, NeedDice> {
    let numbers = &tables().command;
    let die = Die::d6(by, Some(who), Word("order"));
    let passes = Counting::sum_up_to(target.min(numbers.fails - 1));
    dice.together(numbers.dice.into(), passes, die)?;
    let mut roll = 0;
    for _ in 0..numbers.dice {
        roll += i32::from(dice.die(die)?);
    }
    let succeeds = roll <= target && roll < numbers.fails;
    Ok(Given { roll, succeeds, blunder: !succeeds && roll >= numbers.blunder && rank != Rank::General })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::odds::every_case;
    use crate::rules::ancientmaster::data::Cm;

    const PLAIN: Order = Order {
        command: 8,
        distance: Mil(0),
        given: 0,
        enemy: false,
        dense: false,
        lost: 0,
        earlier: 0,
        warbands: false,
        exposed: false,
    };

    fn chance(target: i32) -> (u64, u64) {
        let cases = every_case(|dice| roll(dice, target, Rank::Hero, Side::North, UnitId(0)));
        cases.chance(|given| given.succeeds)
    }

    #[test]
    fn the_penalties_are_those_of_g1_and_g2() {
        // Hero 8, unit at 45 cm, enemy at 18, second order, one stand lost: 8 - 2 - 1 - 1 - 1.
        let g1 = Order { distance: Cm(45.0).mil(), given: 1, enemy: true, lost: 1, ..PLAIN };
        assert_eq!(g1.target().total(), 3);
        let at = |cm: f32| Order { distance: Cm(cm).mil(), ..PLAIN }.target().total() - 8;
        assert_eq!([20.0, 20.1, 40.0, 40.1, 60.0, 61.0, 80.0].map(at), [0, -1, -1, -2, -2, -3, -3]);
    }

    #[test]
    fn the_chances_are_those_of_w80() {
        assert_eq!([7, 9, 10, 11].map(chance), [(21, 36), (30, 36), (33, 36), (33, 36)]);
    }

    #[test]
    fn hopeless_orders_are_not_tried() {
        // W125: Hero 7, 60 cm, second order, enemy close, wood, one stand lost: 7 - 2 - 1 - 1 - 1 - 1.
        let one = Order { command: 7, distance: Cm(60.0).mil(), given: 1, enemy: true, dense: true, lost: 1, ..PLAIN };
        assert!(one.target().total() == 1 && !one.is_possible());
        let two = Order { dense: false, ..one };
        assert!(two.is_possible() && chance(2) == (1, 36));
    }

    #[test]
    fn three_warbands_add_one_and_the_sum_is_not_capped() {
        // W12: general 10, +1, enemy close: 10.
        let order = Order { command: 10, warbands: true, ..PLAIN };
        assert_eq!(order.target().total(), 11);
        assert_eq!(Order { enemy: true, ..order }.target().total(), 10);
    }
}
