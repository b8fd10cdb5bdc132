//! Charges are met after the fire (3.2): who was charged checks, once for each charger; a charger before whom nobody stands
//! goes on with what is left of his charge, one after the other.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use crate::battle::{Effects, Job, Truth};
use crate::ids::UnitId;
use crate::rules::chainmail::assault::GoesOn;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::charged::ChargeCheck;
use crate::rules::chainmail::strike::Aspect;

/// A job: the chargers from that place of the roster on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChargeMorale {
    pub next: usize,
}

impl Job for ChargeMorale {
    const NAME: &'static str = "chainmail.charge-morale";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(charge_morale, self, world)
    }
}

/// Whom a unit has charged in this turn, and from where each is struck.
fn charged(field: Battlefield, unit: UnitId) -> Vec<(UnitId, Aspect)> {
    let new = field.contacts().iter().filter(|of| of.rounds == 0 && of.named);
    let whom = new.filter_map(|of| match (of.by == unit && of.charge, of.at == unit && of.mutual) {
        (true, _) => Some((of.at, of.aspect)),
        (_, true) => Some((of.by, Aspect::Front)),
        _ => None,
    });
    let mut found: Vec<(UnitId, Aspect)> = whom.collect();
    found.sort_by_key(|(unit, _)| *unit);
    found
}

pub fn charge_morale(InRef(job): InRef<ChargeMorale>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let Some(unit) = field.0.roster().ids().nth(job.next) else { return Effects::pop() };
    let next = Effects::become_job(ChargeMorale { next: job.next + 1 });
    let charged = if field.acts(unit).charged.is_some() { charged(field, unit) } else { Vec::new() };
    if charged.is_empty() {
        return next;
    }
    let checks = charged.into_iter().rev().map(|(at, aspect)| ChargeCheck { by: unit, at, aspect });
    checks.fold(next.push(GoesOn { unit }), Effects::push)
}
