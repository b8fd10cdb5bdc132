//! Instability from excess losses (10.4).

use super::troop::Loss;
use crate::cite::Word;
use crate::dice::{Counting, Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};

/// What follows for a unit from the losses that it has suffered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// Nothing.
    Nothing,
    /// It rolls two dice whether it stays.
    Check,
    /// It is gone.
    Gone,
}

/// How many figures are the fraction of so many, rounded up.
pub fn threshold(loss: Loss, first: u16) -> u16 {
    let (part, of) = loss.of;
    let (part, of) = (u16::try_from(part).unwrap_or(1), u16::try_from(of).unwrap_or(1));
    (first * part).div_ceil(of)
}

/// What a unit that began with so many figures and has lost so many must do: check when the first threshold is reached, if
/// it has not passed yet; go when twice the fraction is lost.
pub fn consequence(loss: Loss, first: u16, lost: u16, passed: bool) -> Consequence {
    let (part, of) = loss.of;
    if lost >= threshold(Loss { of: (2 * part, of), ..loss }, first) {
        Consequence::Gone
    } else if lost >= threshold(loss, first) && !passed {
        Consequence::Check
    } else {
        Consequence::Nothing
    }
}

/// Rolls the check, with what a commander adds to the two dice; whether it stays.
///
/// # Errors
/// When a die is not known yet.
pub fn check(dice: &mut impl Roll, loss: Loss, adds: i32, side: Side, unit: UnitId) -> Result<bool, NeedDice> {
    let die = Die::d6(side, Some(unit), Word("excess-losses"));
    dice.together(2, Counting::sum_from(loss.stays - adds), die)?;
    let sum = i32::from(dice.die(die)?) + i32::from(dice.die(die)?) + adds;
    Ok(sum >= loss.stays)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::odds::every_case;
    use crate::rules::chainmail::data::data;

    /// C108, C109 and golden 6.
    #[test]
    fn units_check_at_their_fraction_and_go_at_twice_that() {
        let rows = [
            ("light-foot", 20, 5, 15, 10),
            ("heavy-foot", 30, 10, 21, 20),
            ("heavy-horse", 10, 5, 26, 10),
            ("swiss", 22, 11, 30, 22),
            ("knights", 10, 5, 33, 10),
        ];
        for (id, first, at, stays, gone) in rows {
            let loss = data().troop(id).unwrap().loss;
            assert_eq!(consequence(loss, first, at - 1, false), Consequence::Nothing, "{id}");
            assert_eq!(consequence(loss, first, at, false), Consequence::Check, "{id}");
            assert_eq!(consequence(loss, first, gone - 1, true), Consequence::Nothing, "{id}");
            assert_eq!(consequence(loss, first, gone, true), Consequence::Gone, "{id}");
            let cases = every_case(|dice| check(dice, loss, 0, Side::North, UnitId(0)));
            assert_eq!(cases.chance(|stays| *stays), (stays, 36), "{id}");
        }
    }
}
