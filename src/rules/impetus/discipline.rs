//! The test of discipline (X4): a die against what the unit's class needs. Modules of the profile FULL ask for it.

use serde::{Deserialize, Deserializer};

use super::activation::go::disorder;
use super::battlefield::Battlefield;
use super::command;
use super::data::tables;
use super::switches::Switch;
use crate::battle::{Arg, Fact, Measured, Narration, Odds, OddsOutcome, Ref};
use crate::cite::{Cite, Tally, Word};
use crate::dice::odds::every_case;
use crate::dice::{Die, NeedDice, Roll, Rolled};
use crate::ids::{Side, UnitId};

const DISCIPLINE: Cite = Cite("X4");

/// The modules that ask for it.
const ASKED_BY: &[Switch] = &[Switch::Command, Switch::Actions, Switch::Impetuous, Switch::Evade, Switch::ChargeBonus];

/// A class of discipline, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discipline {
    A,
    B,
    C,
}

/// A test of discipline as it would be rolled.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The unit that tests; for several together the one that is least likely to pass.
    pub unit: UnitId,
    pub side: Side,
    pub class: Discipline,
    /// The modifiers to the die.
    pub adds: Tally,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tested {
    pub face: u8,
    pub passed: bool,
}

/// Whether any test of discipline can come up in the battle.
pub fn is_asked_for(field: Battlefield) -> bool {
    ASKED_BY.iter().any(|switch| field.plays(*switch))
}

/// The test that a unit would take now. `again` counts the tests for further moves that it has taken in this
/// activation.
pub fn of(field: Battlefield, unit: UnitId, again: i32) -> Test {
    let numbers = &tables().full.discipline;
    let mut adds = Tally::default();
    if let Some((what, value)) = command::helps(field, unit) {
        adds.add(what, value, command::RULE);
    }
    if field.general_with(unit) {
        adds.add(Word("general"), numbers.general, DISCIPLINE);
    }
    if again > 0 {
        adds.add(Word("again"), again * numbers.again, DISCIPLINE);
    }
    if field.disordered(unit) {
        adds.add(Word("disordered"), numbers.disordered, DISCIPLINE);
    }
    Test { unit, side: field.0.side_of(unit), class: field.troop(unit).d, adds }
}

/// The one test that these take together: that of the unit among them that is least likely to pass, the first of equals.
pub fn of_all(field: Battlefield, units: &[UnitId], again: i32) -> Option<Test> {
    let tests = units.iter().map(|unit| of(field, *unit, again));
    tests.reduce(|worst, next| if next.faces() < worst.faces() { next } else { worst })
}

/// The facts that those who have failed a test are disordered.
pub fn broken(field: Battlefield, units: &[UnitId]) -> Vec<Fact> {
    units.iter().filter_map(|unit| disorder(field, *unit, DISCIPLINE)).collect()
}

impl Test {
    /// The least sum of die and modifiers that passes.
    pub fn needs(&self) -> i32 {
        let numbers = &tables().full.discipline;
        match self.class {
            Discipline::A => numbers.a,
            Discipline::B => numbers.b,
            Discipline::C => numbers.c,
        }
    }

    /// The result when the die shows that face: one face always passes and one always fails.
    pub fn shows(&self, face: u8) -> Tested {
        let numbers = &tables().full.discipline;
        let enough = i32::from(face) + self.adds.total() >= self.needs();
        Tested { face, passed: face == numbers.passes || (face != numbers.fails && enough) }
    }

    /// Rolls the die.
    ///
    /// # Errors
    /// When it is not known yet.
    pub fn roll(&self, roll: &mut impl Roll) -> Result<Tested, NeedDice> {
        let face = roll.die(Die::d6(self.side, Some(self.unit), Word("discipline")))?;
        Ok(self.shows(face))
    }

    /// On how many of the die's six faces it passes.
    pub fn faces(&self) -> u8 {
        (1..=6).map(|face| u8::from(self.shows(face).passed)).sum()
    }

    /// The odds before the roll: `pass` and `fail`.
    pub fn odds(&self) -> Odds {
        let cases = every_case(|dice| self.roll(dice));
        let of = |passes: bool| cases.chance(|tested: &Tested| tested.passed == passes);
        let outcome = |what, (cases, of): (u64, u64)| OddsOutcome { what: Word(what), cases, of };
        let outcomes = vec![outcome("pass", of(true)), outcome("fail", of(false))];
        let needed = Tally::default().with(self.class.word(), self.needs(), DISCIPLINE);
        let who = Ref::Unit(self.unit);
        let tallies = [self.adds.clone(), needed];
        Odds { by: who, at: who, outcomes, tallies, simulated: cases.simulated, notes: Vec::new() }
    }

    /// The fact that tells how it went: the die with all that is added, against what was needed.
    pub fn told(&self, tested: Tested, dice: Vec<Rolled>) -> Fact {
        let mut sum = Tally::default().with(Word("die"), i32::from(tested.face), DISCIPLINE);
        sum.0.extend(self.adds.0.iter().cloned());
        let enough = sum.total() >= self.needs();
        let says = match (tested.passed, enough) {
            (true, true) => "obeys",
            (true, false) => "obeys-on-six",
            (false, false) => "fails-discipline",
            (false, true) => "fails-discipline-on-one",
        };
        Fact::new(DISCIPLINE, Narration::Said(Word(says)))
            .word(Word("who"), Arg::Of(Ref::Unit(self.unit)))
            .word(Word("needed"), Arg::Measured(Measured::Count(self.needs())))
            .dice(dice)
            .tally(sum)
    }
}

impl Discipline {
    const ALL: [Discipline; 3] = [Discipline::A, Discipline::B, Discipline::C];

    /// Its letter.
    pub fn name(self) -> &'static str {
        match self {
            Discipline::A => "A",
            Discipline::B => "B",
            Discipline::C => "C",
        }
    }

    /// The letters of all.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Discipline::ALL.into_iter().map(Discipline::name)
    }

    /// The class of that letter.
    pub fn named(name: &str) -> Option<Discipline> {
        Discipline::ALL.into_iter().find(|class| class.name() == name)
    }

    fn word(self) -> Word {
        match self {
            Discipline::A => Word("class-a"),
            Discipline::B => Word("class-b"),
            Discipline::C => Word("class-c"),
        }
    }
}

impl<'de> Deserialize<'de> for Discipline {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Discipline, D::Error> {
        let name = String::deserialize(from)?;
        Discipline::named(&name).ok_or_else(|| serde::de::Error::unknown_variant(&name, &["A", "B", "C"]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(class: Discipline, adds: i32) -> Test {
        let adds = Tally::default().with(Word("test"), adds, DISCIPLINE);
        Test { unit: UnitId(0), side: Side::North, class, adds }
    }

    #[test]
    fn each_class_passes_on_what_the_book_prints() {
        let faces = |class| [-2, -1, 0, 1, 2].map(|adds| test(class, adds).faces());
        // A needs 3, B 4, C 5; a 6 always passes and a 1 never.
        assert_eq!(faces(Discipline::A), [2, 3, 4, 5, 5]);
        assert_eq!(faces(Discipline::B), [1, 2, 3, 4, 5]);
        assert_eq!(faces(Discipline::C), [1, 1, 2, 3, 4]);
    }

    #[test]
    fn a_six_passes_and_a_one_fails_whatever_is_added() {
        assert!(test(Discipline::C, -5).shows(6).passed && !test(Discipline::C, -5).shows(5).passed);
        assert!(!test(Discipline::A, 5).shows(1).passed && test(Discipline::A, 5).shows(2).passed);
    }

    #[test]
    fn the_odds_are_those_of_the_faces() {
        let odds = test(Discipline::B, 1).odds();
        assert_eq!(
            odds.outcomes.iter().map(|o| (o.what.0, o.cases, o.of)).collect::<Vec<_>>(),
            [("pass", 4, 6), ("fail", 2, 6)]
        );
    }
}
