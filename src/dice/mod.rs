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
    /// A die as the number that it shows divided by so many, rounded up.
    Part(u8),
    /// Each die from that face on.
    From(u8),
    /// Dice from a face on, those of that face in sets only, such as pairs.
    InSets(Sets),
    /// A die that shows so much or less passes.
    UpTo(u8),
    /// Dice that come to so much or less together pass.
    SumUpTo(u8),
    /// Dice that come to so much or more together pass.
    SumFrom(u8),
}

/// Dice that count in sets: each die above the least face counts, and so do so many together that show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sets {
    /// The face that counts in sets; lower ones do not count.
    pub least: u8,
    /// How many dice make a set.
    pub of: u8,
}

impl Sets {
    /// What dice count of which so many show each face, beginning with the least.
    pub fn worth(self, shown: &[u16]) -> u16 {
        let [least, above @ ..] = shown else { return 0 };
        above.iter().sum::<u16>() + least / u16::from(self.of.max(1))
    }

    /// How many dice show each face from the least on, of those faces.
    ///
    /// # Errors
    /// That of the first face that is none.
    pub fn shown<E>(self, sides: u8, faces: impl Iterator<Item = Result<u8, E>>) -> Result<Vec<u16>, E> {
        let mut shown = vec![0; usize::from(sides.saturating_sub(self.least)) + 1];
        for face in faces {
            if let Some(shown) = face?.checked_sub(self.least).and_then(|n| shown.get_mut(usize::from(n))) {
                *shown += 1;
            }
        }
        Ok(shown)
    }
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

    /// The number that a die shows divided by `of`, rounded up.
    ///
    /// # Errors
    /// As [`Roll::die`].
    fn part(&mut self, die: Die, of: u8) -> Result<u8, NeedDice> {
        if of > 1 {
            self.together(1, Counting::Part(of), die)?;
        }
        Ok(self.die(die)?.div_ceil(of.max(1)))
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

    /// Rolls `count` dice and returns what they count where faces count in sets, such as pairs of fives.
    ///
    /// # Errors
    /// As [`Roll::die`].
    fn in_sets(&mut self, count: u16, sets: Sets, die: Die) -> Result<u16, NeedDice> {
        self.together(count, Counting::InSets(sets), die)?;
        Ok(sets.worth(&sets.shown(die.sides, (0..count).map(|_| self.die(die)))?))
    }
}

impl Die {
    /// A six-sided die.
    pub const fn d6(by: Side, who: Option<UnitId>, why: Word) -> Die {
        Die { sides: 6, by: Some(by), who, why }
    }
}
