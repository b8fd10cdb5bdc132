//! What the questions of the fire and melee steps share.

use super::battlefield::Battlefield;
use crate::battle::{Ask, Ref};
use crate::ids::UnitId;

/// Whether the choices of a unit are asked for, by its own name or its division's.
pub fn wants(field: Battlefield, ask: &Ask, unit: UnitId) -> bool {
    ask.wants(Ref::Unit(unit)) || field.division_of(unit).is_some_and(|body| ask.wants(Ref::Body(body)))
}
