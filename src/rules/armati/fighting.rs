//! What the questions of the fighting half of the rules share.

use super::battlefield::Battlefield;
use crate::battle::{Ask, Ref};
use crate::ids::UnitId;

/// Whether choices of a unit are asked for: by its own name or that of its division.
pub fn wants(field: Battlefield, ask: &Ask, unit: UnitId) -> bool {
    ask.wants(Ref::Unit(unit)) || field.division_of(unit).is_some_and(|body| ask.wants(Ref::Body(body)))
}
