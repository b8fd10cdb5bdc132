//! Divisions that lose units and may fall apart (SP2).

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::divisions;
use crate::battle::{Effects, Fact, Job, Truth};
use crate::ids::{BodyId, UnitId};
use crate::table::Footprint;

/// A job: a unit has left this division, so the division splits if the rest no longer holds together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parting {
    pub body: BodyId,
}

impl Job for Parting {
    const NAME: &'static str = "armati.parting";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(parting, self, world)
    }
}

/// Splits a division whose units no longer touch: each group becomes a division of its own with the parent's control,
/// at no cost (SP2, SP3).
pub fn part(field: Battlefield, body: BodyId) -> Vec<Fact> {
    let units = field.0.bodies().get(body).units.iter().copied().filter(|u| field.stands(*u));
    let left: Vec<(UnitId, Footprint)> = units.map(|u| (u, field.print(u))).collect();
    divisions::part(body, &left).into_iter().collect()
}

fn parting(InRef(job): InRef<Parting>, truth: Truth) -> Effects {
    Effects::pop().facts(part(Battlefield::of(truth.view()), job.body))
}
