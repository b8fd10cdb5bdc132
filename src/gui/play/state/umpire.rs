//! The umpire's hand on the table.

use bevy::math::Vec2;

use crate::ids::UnitId;
use crate::table::Place;

/// The hand while it is on.
#[derive(Clone, Debug, Default)]
pub struct Umpire {
    pub lifted: Option<Lifted>,
}

/// A unit that it holds over the table.
#[derive(Clone, Debug)]
pub struct Lifted {
    pub unit: UnitId,
    /// Where it stood.
    pub from: Place,
    /// Where it would stand.
    pub to: Place,
    /// From the pointer to the middle of its front, while the pointer has it.
    pub grip: Option<Vec2>,
}
