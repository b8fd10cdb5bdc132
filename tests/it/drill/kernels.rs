//! The drill's kernels: one rule each, plain values and dice in, the verdict out.

use sandtable::cite::{Tally, Word};
use sandtable::dice::{Die, NeedDice, Roll};
use sandtable::ids::{Side, UnitId};

use super::book::{BRACED, MELEE, OBEYS, ORDERS, STRENGTH, VOLLEY};

/// Whether a unit obeys (D3).
pub fn obeys(roll: &mut impl Roll, side: Side, who: UnitId) -> Result<bool, NeedDice> {
    let die = Die::d6(side, Some(who), Word("command"));
    Ok(i32::from(roll.die(die)?) + i32::from(roll.die(die)?) <= OBEYS)
}

/// Who is first, north's die before south's (D1); nobody when they are equal.
pub fn initiative(roll: &mut impl Roll) -> Result<Option<Side>, NeedDice> {
    let die = |side| Die::d6(side, None, Word("initiative"));
    let (north, south) = (roll.die(die(Side::North))?, roll.die(die(Side::South))?);
    Ok(match north.cmp(&south) {
        std::cmp::Ordering::Greater => Some(Side::North),
        std::cmp::Ordering::Less => Some(Side::South),
        std::cmp::Ordering::Equal => None,
    })
}

/// Whether a volley hits (D6).
pub fn volley(roll: &mut impl Roll, side: Side, who: UnitId) -> Result<bool, NeedDice> {
    let die = Die { sides: 100, by: Some(side), who: Some(who), why: Word("volley") };
    Ok(roll.die(die)? <= VOLLEY)
}

/// One party to a melee.
#[derive(Clone, Copy, Debug)]
pub struct Party {
    pub unit: UnitId,
    pub side: Side,
    pub strength: u8,
    pub braced: bool,
}

/// What the attacker and the defender come to, the attacker's die first (D8).
pub fn melee(roll: &mut impl Roll, parties: [Party; 2]) -> Result<[Tally; 2], NeedDice> {
    let [attacker, defender] = parties;
    Ok([tally(roll, attacker)?, tally(roll, defender)?])
}

fn tally(roll: &mut impl Roll, of: Party) -> Result<Tally, NeedDice> {
    let face = roll.die(Die { sides: 10, by: Some(of.side), who: Some(of.unit), why: Word("melee") })?;
    let mut tally = Tally::default().with(STRENGTH, i32::from(of.strength), MELEE);
    if of.braced {
        tally.add(Word("braced"), BRACED, ORDERS);
    }
    Ok(tally.with(Word("die"), i32::from(face), MELEE))
}
