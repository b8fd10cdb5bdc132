//! Peasants must take heart before they move (11.2): two dice at their first order of the turn, which is void if they fail.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::act::{carried_out, ordered};
use crate::battle::{Action, Arg, DiceHand, Effects, Fact, Job, Measured, Narration, Ref, Truth, alter, alter_one};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::fighting::fighting;
use crate::rules::chainmail::melee::roll_heart;
use crate::rules::chainmail::state::{Acts, Phase};
use crate::rules::chainmail::verb::Verb;

const RULE: Cite = Cite("C116");

/// A job: a unit takes heart for an order, or stands in this turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TakesHeart {
    pub unit: UnitId,
    pub order: Action,
}

impl Job for TakesHeart {
    const NAME: &'static str = "chainmail.takes-heart";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(takes_heart, self, world)
    }
}

/// Whether a unit must dice for an order: its first of the turn, unless it gives a change of formation up.
pub fn must_dice(field: Battlefield, unit: UnitId, order: &Action) -> bool {
    field.kind(unit).timid && !field.acts(unit).begun && Verb::of(order) != Some(Verb::Cancel)
}

pub fn takes_heart(InRef(job): InRef<TakesHeart>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let (unit, needs) = (job.unit, fighting().timid_moves);
    let mut roller = dice.roller();
    let (sum, takes) = match roll_heart(&mut roller, needs, field.0.side_of(unit), unit) {
        Ok(rolled) => rolled,
        Err(need) => return Effects::need(need),
    };
    let fact = Fact::new(RULE, Narration::Said(Word(if takes { "takes-heart" } else { "stands-timid" })))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .word(Word("limit"), Arg::Measured(Measured::Count(needs)))
        .dice(roller.rolled())
        .tally(sum);
    if takes {
        return Effects::pop().fact(fact).push(CarriesOut { unit, order: job.order.clone() });
    }
    let stands = alter(unit, |acts: &mut Acts| {
        acts.begun = true;
        acts.over = true;
    });
    Effects::pop().fact(fact.change(alter_one(move |phase: &mut Phase| phase.moving = Some(unit))).change(stands))
}

/// A job: the order is carried out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CarriesOut {
    pub unit: UnitId,
    pub order: Action,
}

impl Job for CarriesOut {
    const NAME: &'static str = "chainmail.carries-out";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(carries_out, self, world)
    }
}

pub fn carries_out(InRef(job): InRef<CarriesOut>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    match ordered(field, job.unit, &job.order) {
        Ok(ordered) => carried_out(field, job.unit, &job.order, ordered),
        Err(_) => Effects::pop(),
    }
}
