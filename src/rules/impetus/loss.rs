//! What a cohesion test does to a unit (11): losses, disorder, rout.

use super::activation::go::disordered;
use super::battlefield::Battlefield;
use super::damage::{Test, Tested};
use super::data::tables;
use super::risk::Risk;
use super::rout::{Fate, RearGone, Rout};
use super::state::{Disordered, Vbu};
use crate::battle::{Arg, Effects, Fact, Measured, Narration, Ref, alter, put};
use crate::cite::{Cite, Tally, Word};
use crate::ids::UnitId;

const PASSED: Cite = Cite("I72");
const PASSED_DISORDERED: Cite = Cite("I73");
const FAILED: Cite = Cite("I74");
const AUTOMATIC: Cite = Cite("I77");
const FLANKED: Cite = Cite("8.3");

/// What damaged a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    Fire,
    Pilum,
    Melee,
}

/// A unit's test as it is now, not attacked in flank.
pub fn test(field: Battlefield, unit: UnitId) -> Test {
    Test {
        unit,
        side: field.0.side_of(unit),
        vbu: field.vbu(unit),
        disordered: field.disordered(unit),
        general: field.general_with(unit),
        shieldwall: field.stance(unit).shieldwall,
        flanked: false,
        steady: field.kind(unit).one_shot,
        also: Tally::default(),
    }
}

/// Adds the result of a test to the effects: the facts, and the jobs that follow.
pub fn suffer(effects: Effects, test: &Test, tested: &Tested, cause: Cause) -> Effects {
    let Some(roll) = tested.roll else { return effects };
    let unit = test.unit;
    let (cite, says) = match (tested.failed, tested.loss) {
        (false, 0) => (PASSED, "holds"),
        (false, _) => (PASSED_DISORDERED, "holds-worn"),
        (true, _) if tested.critical.total() >= i32::from(roll) => (AUTOMATIC, "fails-on-six"),
        (true, _) => (FAILED, "fails"),
    };
    let count = |n: i32| Arg::Measured(Measured::Count(n));
    let (before, after) = (test.vbu, test.vbu.less(tested.loss));
    let told = Narration::Counted { of: Ref::Unit(unit), what: Word("vbu"), from: before.total(), to: after.total() };
    let mut fact = Fact::new(cite, told)
        .says(Word(says))
        .word(Word("roll"), count(i32::from(roll)))
        .word(Word("critical"), count(tested.critical.total()))
        .tally(tested.critical.clone());
    if after != before {
        fact = fact.change(put::<Vbu>(unit, after));
    }
    let mut effects = effects.fact(fact);
    if !test.disordered && !test.steady {
        effects = effects.fact(disordered(unit, cite));
    }
    if test.general && tested.failed && roll == tables().cohesion.fails {
        effects = effects.push(Risk { unit });
    }
    if tested.routed {
        let cite = if test.flanked && tested.loss < before.total() { FLANKED } else { cite };
        effects = effects.push(Rout { unit, how: Fate::Broken, cite, chain: cause == Cause::Melee });
    }
    if before.rear > 0 && after.rear == 0 {
        effects = effects.push(RearGone { unit });
    }
    effects
}

/// The fact that a unit loses VBU without a test and is disordered, if it can be.
pub fn harmed(field: Battlefield, unit: UnitId, loss: i32, cite: Cite) -> Fact {
    let (before, after) = (field.vbu(unit), field.vbu(unit).less(loss));
    let told = Narration::Counted { of: Ref::Unit(unit), what: Word("vbu"), from: before.total(), to: after.total() };
    let fact = Fact::new(cite, told).says(Word("shaken")).change(put::<Vbu>(unit, after));
    if field.kind(unit).one_shot {
        return fact;
    }
    fact.change(alter(unit, |disordered: &mut Disordered| disordered.0 = true))
}
