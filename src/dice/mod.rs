//! Dice. A function that rolls takes `&mut impl Roll`. It does not matter to it where the faces come from: a seed, a
//! script, people who roll, or an enumeration of every case.

mod luck;
pub mod odds;
mod source;

pub use luck::{Luck, luck};
pub use source::{Dice, DiceRoller, Rolled, Scripted, Source, below};

use crate::cite::Word;
use crate::ids::{Side, UnitId};

/// One die to be rolled: what it is, who rolls it, for whom and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Die {
    /// How many faces it has.
    pub sides: u8,
    /// The side that rolls it; none: neither.
    pub by: Option<Side>,
    /// The unit that it is rolled for.
    pub who: Option<UnitId>,
    /// What it is rolled for, e.g. `melee`.
    pub why: Word,
}

/// The dice are not known yet: people must roll them, or a script has run out or does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeedDice {
    /// The die that is wanted.
    pub die: Die,
    /// How many of them are needed at this point.
    pub count: u8,
    /// Which faces of them count.
    pub counting: Counting,
    /// The scripted face that does not fit the die or its purpose, if that is the reason.
    pub misfit: Option<Misfit>,
}

/// Which faces of dice count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Each as the number that it shows.
    Sum,
    /// Each die from that face on.
    From(u8),
    /// Dice from that face on, some of them in sets only, such as pairs.
    SetsFrom(u8),
    /// A die that shows so much or less passes.
    UpTo(u8),
    /// Dice that come to so much or less together pass.
    SumUpTo(u8),
    /// Dice that come to so much or more together pass.
    SumFrom(u8),
}

impl Counting {
    /// Dice of which the sum is not to be more; below one none passes.
    pub fn sum_up_to(most: i32) -> Counting {
        Counting::SumUpTo(most.clamp(0, u8::MAX.into()) as u8)
    }

    /// Dice of which the sum is to be so much at least.
    pub fn sum_from(least: i32) -> Counting {
        Counting::SumFrom(least.clamp(0, u8::MAX.into()) as u8)
    }

    /// The same of the dice that are left when those have been thrown.
    fn after(self, thrown: &[u8]) -> Counting {
        let sum = thrown.iter().fold(0_u8, |sum, face| sum.saturating_add(*face));
        match self {
            Counting::SumUpTo(most) => Counting::SumUpTo(most.saturating_sub(sum)),
            Counting::SumFrom(least) => Counting::SumFrom(least.saturating_sub(sum)),
            other => other,
        }
    }
}

/// A scripted face that does not fit the die that is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Its number in the script, from 1.
    pub number: usize,
    /// The face that it shows.
    pub face: u8,
    /// The purpose that the script gives for it.
    pub why: Option<Word>,
}

/// A source of dice for functions that roll.
pub trait Roll {
    /// The face of one die, 1 to its number of sides.
    ///
    /// # Errors
    ///
    /// When the face is not known yet. The caller returns the error, and is run again from its start when the die is
    /// known.
    fn die(&mut self, die: Die) -> Result<u8, NeedDice>;

    /// Says that so many dice are thrown together, one after the other from here on, and which faces count. Whoever rolls by
    /// hand is asked for all of them at once.
    ///
    /// # Errors
    /// When not all of them are known yet.
    fn together(&mut self, _count: u16, _counting: Counting, _die: Die) -> Result<(), NeedDice> {
        Ok(())
    }

    /// The face of a die that passes with `most` or less, which is reckoned only for whoever rolls it by hand.
    ///
    /// # Errors
    /// As [`Roll::die`].
    fn up_to(&mut self, die: Die, _most: impl FnOnce() -> u8) -> Result<u8, NeedDice>
    where
        Self: Sized,
    {
        self.die(die)
    }

    /// How many of `count` dice show `score` or more.
    ///
    /// # Errors
    /// As [`Roll::die`].
    fn pool(&mut self, count: u16, score: u8, die: Die) -> Result<u16, NeedDice> {
        self.together(count, Counting::From(score), die)?;
        let mut hits = 0;
        for _ in 0..count {
            if self.die(die)? >= score {
                hits += 1;
            }
        }
        Ok(hits)
    }

    /// Rolls `count` dice and returns the points that they make together. `worth` computes the points from how many
    /// dice show each face, beginning with the face `least`; lower faces do not count. For games in which faces count
    /// in sets, such as pairs of fives.
    ///
    /// # Errors
    /// As [`Roll::die`].
    fn by_face(&mut self, count: u16, least: u8, die: Die, worth: fn(&[u16]) -> u16) -> Result<u16, NeedDice> {
        self.together(count, Counting::SetsFrom(least), die)?;
        let mut shown = vec![0; usize::from(die.sides.saturating_sub(least)) + 1];
        for _ in 0..count {
            if let Some(n) = self.die(die)?.checked_sub(least)
                && let Some(shown) = shown.get_mut(usize::from(n))
            {
                *shown += 1;
            }
        }
        Ok(worth(&shown))
    }
}

impl Die {
    /// A six-sided die.
    pub const fn d6(by: Side, who: Option<UnitId>, why: Word) -> Die {
        Die { sides: 6, by: Some(by), who, why }
    }
}
