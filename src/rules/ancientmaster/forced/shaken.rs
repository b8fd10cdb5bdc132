//! Confusion (A9.1): by a die, or at once.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::Serialize;

use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Narration, Ref, Truth, put};
use crate::cite::{Cite, Word};
use crate::dice::{Die, Roll};
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::data::tables;
use crate::rules::ancientmaster::relocate::IN_SHIELDWALL;
use crate::rules::ancientmaster::state::{Confused, Formed};

/// The word of the state.
pub const CONFUSED: Word = Word("confused");

/// A job: a unit may be confused, by a die.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shaken {
    pub unit: UnitId,
    /// The rule.
    pub cite: &'static str,
}

impl Job for Shaken {
    const NAME: &'static str = "ancientmaster.shaken";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(shaken, self, world)
    }
}

pub fn shaken(InRef(job): InRef<Shaken>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    if !field.0.on_table(job.unit) || field.confused(job.unit) {
        return Effects::pop();
    }
    let mut roller = dice.roller();
    let face = match roller.die(Die::d6(field.0.side_of(job.unit), Some(job.unit), Word("confusion"))) {
        Ok(face) => face,
        Err(need) => return Effects::need(need),
    };
    let fails = face >= tables().confusion.face;
    let says = if fails { Word("shaken") } else { Word("not-shaken") };
    let told = Fact::new(Cite("A9.1"), Narration::Said(says)).word(Word("who"), Arg::Of(Ref::Unit(job.unit)));
    let effects = Effects::pop().fact(told.dice(roller.rolled()));
    if fails { confuse(field, job.unit, Cite("A9.1"), effects) } else { effects }
}

/// These effects, and besides that the unit becomes confused, where it is not yet; a shieldwall ends with it (W50).
pub fn confuse(field: Battlefield, unit: UnitId, cite: Cite, effects: Effects) -> Effects {
    if field.confused(unit) || !field.0.on_table(unit) {
        return effects;
    }
    let marked = Narration::Marked { of: Ref::Unit(unit), what: CONFUSED, on: true };
    let effects = effects.fact(Fact::new(cite, marked).change(put(unit, Confused(true))));
    let formed = field.formed(unit);
    if !formed.shieldwall {
        return effects;
    }
    let ends = Narration::Marked { of: Ref::Unit(unit), what: IN_SHIELDWALL, on: false };
    // A move of the same run may have ended it already: the value is the same whichever comes first.
    effects.fact(
        Fact::new(Cite("W50"), ends)
            .change(crate::battle::alter(unit, |formed: &mut Formed| formed.shieldwall = false)),
    )
}
