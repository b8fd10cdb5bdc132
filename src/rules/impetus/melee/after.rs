//! After a melee (15.5): the beaten retreats, the winner may follow.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::pursuit::Pursue;
use super::retreat::Retreat;
use crate::battle::{Effects, Job, Truth};
use crate::ids::UnitId;
use crate::rules::impetus::battlefield::Battlefield;

/// A job: what follows a melee that was decided.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aftermath {
    pub winner: UnitId,
    pub loser: UnitId,
    /// Whether the loser retreats; else it is routed.
    pub retreats: bool,
}

impl Job for Aftermath {
    const NAME: &'static str = "impetus.aftermath";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(aftermath, self, world)
    }
}

/// Makes the retreat, and leaves the pursuit on the agenda below it.
pub fn aftermath(InRef(job): InRef<Aftermath>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let mut effects = Effects::pop();
    if field.0.on_table(job.winner) {
        effects = effects.push(Pursue { unit: job.winner, after: job.loser });
    }
    if job.retreats && field.0.on_table(job.loser) {
        effects = effects.push(Retreat { unit: job.loser, way: None, withdraws: false });
    }
    effects
}
