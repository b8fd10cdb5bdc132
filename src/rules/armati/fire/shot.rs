//! One shot (F6, F7): two dice, what is added to them, and whether it hits.

use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};
use crate::rules::armati::data::data;

const SHOOTING: Cite = Cite("F6");
const COVER: Cite = Cite("F7");
const SURPRISE: Cite = Cite("B13.1");

/// What decides a shot, as plain values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    pub by: Side,
    pub shooter: UnitId,
    pub target: UnitId,
    /// Whether the target is beyond the weapon's short range.
    pub long: bool,
    /// The target's PROT.
    pub prot: i32,
    /// Whether the weapon reduces that protection at this range.
    pub penetrates: bool,
    /// The cover that the terrain adds to the target's die.
    pub cover: i32,
    /// Whether the firer is entirely behind the target's front line and battles are played with surprise fire (B13).
    pub surprise: bool,
}

/// The result of a shot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shooting {
    pub hit: bool,
    /// The sums that were compared: the firer's and the target's, with their dice.
    pub tallies: [Tally; 2],
}

impl Shot {
    /// The modifiers to the firer's die and to the target's.
    pub fn tallies(&self) -> [Tally; 2] {
        let numbers = &data().tables.fire;
        let mut firer = Tally::default();
        if self.long {
            firer.add(Word("long-range"), numbers.long_range, SHOOTING);
        }
        let mut target = Tally::default().with(Word("protection"), self.prot, SHOOTING);
        let less = numbers.penetration.min(self.prot);
        if self.penetrates && less > 0 {
            target.add(Word("penetration"), -less, COVER);
        }
        if self.cover != 0 {
            target.add(Word("cover"), self.cover, COVER);
        }
        if self.surprise {
            target.add(Word("surprise-fire"), numbers.surprise, SURPRISE);
        }
        [firer, target]
    }

    /// Rolls the firer's die and then the target's. The shot hits if the firer's sum is higher.
    ///
    /// # Errors
    ///
    /// When a die is not known yet, because a person rolls it by hand: then the shot is rolled again from its start.
    pub fn roll(&self, dice: &mut impl Roll) -> Result<Shooting, NeedDice> {
        let [mut firer, mut target] = self.tallies();
        let thrown = dice.die(Die::d6(self.by, Some(self.shooter), Word("fire")))?;
        let saved = dice.die(Die::d6(self.by.other(), Some(self.target), Word("protection")))?;
        firer.add(Word("die"), i32::from(thrown), SHOOTING);
        target.add(Word("die"), i32::from(saved), SHOOTING);
        Ok(Shooting { hit: firer.total() > target.total(), tallies: [firer, target] })
    }
}
