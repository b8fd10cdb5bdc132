//! Axes, spears and javelins are thrown, unasked, at whoever charges or attacks their front (7.2): when contact is made and
//! before any check; the dead fall at once.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::volley::{planned_at, roll, told};
use crate::battle::{DiceHand, Effects, Job, Truth};
use crate::dice::odds::{Spread, every_case};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::losses::suffer;
use crate::rules::chainmail::strike::Aspect;
use crate::table::Footprint;

/// A job: a unit throws at who has come upon it, if it may.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Throws {
    pub by: UnitId,
    pub at: UnitId,
    /// Which side of the thrower he comes upon.
    pub aspect: Aspect,
}

impl Job for Throws {
    const NAME: &'static str = "chainmail.throws";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(throws, self, world)
    }
}

/// Whether a unit throws at who comes upon it there.
pub fn may_throw(field: Battlefield, job: &Throws) -> bool {
    let (by, at) = (job.by, job.at);
    let there = field.0.on_table(by) && field.0.on_table(at);
    let free = field.contacts().iter().all(|of| (of.by != by && of.at != by) || of.by == at || of.at == at);
    there
        && job.aspect == Aspect::Front
        && field.troop(by).weapon.is_some_and(|weapon| weapon.thrown)
        && !field.fired(by).thrown
        && field.flight(by).is_none()
        && field.under_way(by).0.is_none()
        && free
}

/// How many it would kill of somebody who comes upon it and stands there, case by case; nothing where it throws nothing.
pub fn would_kill(field: Battlefield, job: &Throws, there: &Footprint) -> Option<Spread<u16>> {
    let plan = may_throw(field, job).then(|| planned_at(field, job.by, job.at, there))??;
    Some(every_case(|dice| roll(dice, &plan).map(|struck| struck.killed)))
}

pub fn throws(InRef(job): InRef<Throws>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    if !may_throw(field, job) {
        return Effects::pop();
    }
    let Some(plan) = planned_at(field, job.by, job.at, &field.print(job.at)) else { return Effects::pop() };
    let mut roller = dice.roller();
    match roll(&mut roller, &plan) {
        Ok(struck) => {
            Effects::pop().fact(told(&plan, &struck, roller.rolled())).facts(suffer(field, job.at, struck.killed))
        }
        Err(need) => Effects::need(need),
    }
}
