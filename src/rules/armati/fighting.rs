//! The fighting half of the rules in one place: what it registers, and what its questions share.

use bevy::ecs::world::World;

use super::battlefield::Battlefield;
use super::{bodies, breaking, detach, fire, general_loss, melee, option, rally};
use crate::battle::{Ask, Ref};
use crate::ids::UnitId;

/// Registers fire, move option, melee, rally, the general's detaching, and all that follows from losses.
pub fn install_fighting(world: &mut World) {
    detach::install(world);
    fire::install(world);
    option::install(world);
    melee::install(world);
    rally::install(world);
    breaking::install(world);
    bodies::install(world);
    general_loss::install(world);
}

/// Whether choices of a unit are asked for: by its own name or that of its division.
pub fn wants(field: Battlefield, ask: &Ask, unit: UnitId) -> bool {
    ask.wants(Ref::Unit(unit)) || field.division_of(unit).is_some_and(|body| ask.wants(Ref::Body(body)))
}
