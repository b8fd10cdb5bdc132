//! A round of combat (A10.2) as a pure function: all strike at once, and the side with more hits and supports wins it.

use super::attacks::Blows;
use crate::cite::{Cite, Tally, Word};
use crate::dice::{NeedDice, Roll};
use crate::ids::{Side, UnitId};
use crate::rules::ancientmaster::data::tables;
use crate::rules::ancientmaster::shooting::kernel::{Struck, strike};

const RESULT: Cite = Cite("A10.2");
const SUPPORT: Cite = Cite("A10.5");

/// What a unit can still take, and what shooting at chargers has done to it already in this round (A7.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taker {
    pub unit: UnitId,
    pub side: Side,
    /// Hits until its last stand is gone, those of `charging` not counted.
    pub cap: i32,
    pub charging: i32,
}

/// A round: the attacks, the takers, and the supports of each side, north's first.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    pub blows: Vec<Blows>,
    pub takers: Vec<Taker>,
    pub supports: [i32; 2],
}

/// What came of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Fought {
    /// Of each attack.
    pub struck: Vec<Struck>,
    /// The sums of both sides, north's first.
    pub sums: [Tally; 2],
}

impl Fought {
    /// Who has won, and by how much; none: a draw.
    pub fn winner(&self) -> (Option<Side>, i32) {
        let [north, south] = [self.sums[0].total(), self.sums[1].total()];
        match north - south {
            0 => (None, 0),
            n if n > 0 => (Some(Side::North), n),
            n => (Some(Side::South), -n),
        }
    }

    /// The hits that a unit has taken from all attacks.
    pub fn taken(&self, blows: &[Blows], unit: UnitId) -> u16 {
        blows.iter().zip(&self.struck).filter(|(of, _)| of.attack.at == unit).map(|(_, struck)| struck.through()).sum()
    }
}

/// Rolls a round.
///
/// # Errors
/// When a die is not known yet.
pub fn round(roll: &mut impl Roll, round: &Round) -> Result<Fought, NeedDice> {
    let struck = round.blows.iter().map(|of| strike(roll, &of.attack)).collect::<Result<Vec<Struck>, NeedDice>>()?;
    let mut fought = Fought { struck, sums: Default::default() };
    for taker in &round.takers {
        let taken = i32::from(fought.taken(&round.blows, taker.unit));
        let beyond = (taken + taker.charging - taker.cap.max(0)).max(0);
        let sum = &mut fought.sums[taker.side.other().index()];
        for (what, hits) in [("hits", taken), ("shot-in-charge", taker.charging), ("beyond-last-stand", -beyond)] {
            if hits != 0 {
                sum.add(Word(what), hits, RESULT);
            }
        }
    }
    for side in Side::BOTH {
        let supports = round.supports[side.index()];
        if supports > 0 {
            fought.sums[side.index()].add(Word("supports"), supports, SUPPORT);
        }
    }
    Ok(fought)
}

/// How far the losers go back, in centimetres (A10.6, W107): the difference shared out among their units, rounded up.
pub fn retreat(difference: i32, units: usize) -> i32 {
    let units = units.max(1) as i32;
    ((difference + units - 1) / units).max(tables().combat.retreat)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retreats_are_those_of_g12_and_g13() {
        assert_eq!([retreat(7, 3), retreat(2, 1), retreat(1, 3)], [3, 2, 1]);
    }
}
