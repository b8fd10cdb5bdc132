//! What the tests of melee kernels have in common.

use super::party::{Party, Struck};
use super::value;
use crate::dice::{Counting, Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};
use crate::rules::armati::data::data;
use crate::table::Mil;

/// A wide, rested unit of that type in the open, which has not moved.
pub fn party(code: &str, (front, flank, special): (i32, i32, i32)) -> Party {
    Party {
        unit: UnitId(0),
        side: Side::North,
        kind: data().troop_type(code).unwrap(),
        front,
        flank,
        special,
        frontage: Mil(4800),
        deep: false,
        stationary: true,
        difficult: false,
        climbing: false,
        better_ground: false,
        contacted: false,
        struck_here: false,
        struck: Struck::Nobody,
        general: false,
        undressed: false,
        fatigued: false,
        shield_wall: false,
        panicked: false,
        panicked_here: false,
        pike: false,
        pikes_in_depth: false,
    }
}

pub fn total(own: &Party, opponent: &Party) -> i32 {
    value::tally(own, opponent).total()
}

/// Dice with these faces.
pub struct Script(std::vec::IntoIter<u8>);

impl Script {
    pub fn new(faces: &[u8]) -> Script {
        Script(Vec::from(faces).into_iter())
    }
}

impl Roll for Script {
    fn die(&mut self, die: Die) -> Result<u8, NeedDice> {
        self.0.next().ok_or(NeedDice { die, count: 1, counting: Counting::Sum, misfit: None })
    }
}

/// In how many of `of` cases of two dice each outcome happens.
pub fn cases<T, const N: usize>(
    of: u64,
    kernel: impl Fn(&mut Script) -> Result<T, NeedDice>,
    outcome: impl Fn(T) -> usize,
) -> [u64; N] {
    let mut counts = [0; N];
    for first in 1..=6 {
        for second in 1..=6 {
            counts[outcome(kernel(&mut Script::new(&[first, second])).unwrap())] += 1;
        }
    }
    assert_eq!(counts.iter().sum::<u64>(), of);
    counts
}
