//! The risk to a general (X2): when his unit fails a test of cohesion on the face that always fails, he may be lost.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::contest;
use super::data::tables;
use super::rout::Dismay;
use super::state::Armies;
use super::switches::Switch;
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Narration, Ref, Truth, alter_one};
use crate::cite::{Cite, Word};
use crate::dice::{Die, Roll};
use crate::ids::UnitId;

const RULE: Cite = Cite("X2");

/// The unit that a general is with has failed its test on the highest face.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Risk {
    pub unit: UnitId,
}

impl Job for Risk {
    const NAME: &'static str = "impetus.risk";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(risk, self, world)
    }
}

/// Rolls one die: on its last face he is lost; his unit fights on without him.
pub fn risk(InRef(job): InRef<Risk>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    if !field.plays(Switch::Generals) || !field.0.on_table(unit) || !field.general_with(unit) {
        return Effects::pop();
    }
    let side = field.0.side_of(unit);
    let mut roller = dice.roller();
    let face = match roller.die(Die::d6(side, Some(unit), Word("general"))) {
        Ok(face) => face,
        Err(need) => return Effects::need(need),
    };
    let falls = face >= tables().full.general_falls;
    let says = if falls { "general-falls" } else { "general-unhurt" };
    let told =
        Fact::new(RULE, Narration::Said(Word(says))).word(Word("who"), Arg::Of(Ref::Unit(unit))).dice(roller.rolled());
    if !falls {
        return Effects::pop().fact(told);
    }
    let army = field.army(side);
    let chief = army.general == Some(unit);
    let mut told = told.change(alter_one(move |armies: &mut Armies| armies.of_mut(side).general_lost |= chief));
    if let Some(command) = contest::after_loss(field, unit, 0, true) {
        told = told.change(command);
    }
    let effects = Effects::pop().fact(told);
    match field.sort_of_general(side).filter(|sort| chief && sort.dismay > 0) {
        Some(sort) => effects.push(Dismay { side, loss: sort.dismay }),
        None => effects,
    }
}
