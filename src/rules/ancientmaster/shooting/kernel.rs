//! Dice that hit and dice that save (A8.2, A10.4), the same in shooting and in combat, as pure functions.

use crate::cite::Word;
use crate::dice::{Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};

/// Dice that hit on the same face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    pub count: u16,
    /// The face from which on they hit.
    pub hits_on: u8,
}

/// One unit's dice against another.
#[derive(Clone, Debug, PartialEq)]
pub struct Attack {
    pub by: Side,
    pub who: UnitId,
    pub dice: Vec<Dice>,
    pub at: UnitId,
    /// The face from which on a die of the target saves; none: it has no armour, or none that helps.
    pub armour: Option<u8>,
    /// What the dice are for.
    pub why: Word,
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Struck {
    pub dice: u16,
    pub hits: u16,
    pub saved: u16,
}

impl Struck {
    /// Hits that were not saved.
    pub fn through(self) -> u16 {
        self.hits - self.saved
    }
}

/// Rolls to hit, and then the armour.
///
/// # Errors
/// When a die is not known yet.
pub fn strike(roll: &mut impl Roll, attack: &Attack) -> Result<Struck, NeedDice> {
    let mut struck = Struck::default();
    for dice in &attack.dice {
        struck.hits += roll.pool(dice.count, dice.hits_on, Die::d6(attack.by, Some(attack.who), attack.why))?;
        struck.dice += dice.count;
    }
    if let Some(face) = attack.armour.filter(|_| struck.hits > 0) {
        struck.saved = roll.pool(struck.hits, face, Die::d6(attack.by.other(), Some(attack.at), Word("armour")))?;
    }
    Ok(struck)
}

/// Adds dice that hit on a face to those that do already.
pub fn add(dice: &mut Vec<Dice>, count: u16, hits_on: u8) {
    match dice.iter_mut().find(|dice| dice.hits_on == hits_on) {
        Some(dice) => dice.count += count,
        None if count > 0 => dice.push(Dice { count, hits_on }),
        None => {}
    }
    dice.sort_by_key(|dice| dice.hits_on);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::odds::every_case;

    #[test]
    fn three_dice_at_heavy_infantry_in_the_open_bring_one_hit_on_average() {
        // W92: 3 x 1/2 x 2/3.
        let dice = vec![Dice { count: 3, hits_on: 4 }];
        let attack =
            Attack { by: Side::North, who: UnitId(0), dice, at: UnitId(1), armour: Some(5), why: Word("shooting") };
        let cases = every_case(|roll| strike(roll, &attack));
        let (mut sum, mut all) = (0.0, 0.0);
        for case in cases.iter() {
            sum += f64::from(case.outcome.through()) * case.weight as f64;
            all += case.weight as f64;
        }
        assert!((sum / all - 1.0).abs() < 1e-9, "{}", sum / all);
    }
}
