//! The umpire's hand on the table.

use bevy::math::Vec2;

use crate::ids::UnitId;
use crate::table::Place;

/// The hand, and whether it is on.
#[derive(Clone, Debug, Default)]
pub struct Umpire {
    on: bool,
    lifted: Option<Lifted>,
}

impl Umpire {
    /// Whether it is on.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// It is on, and holds nothing.
    pub fn take_up(&mut self) {
        *self = Umpire { on: true, lifted: None };
    }

    /// It is off.
    pub fn lay_down(&mut self) {
        *self = Umpire::default();
    }

    /// The unit that it holds.
    pub fn lifted(&self) -> Option<&Lifted> {
        self.lifted.as_ref()
    }

    /// Holds a unit over the table, while it is on.
    pub fn lift(&mut self, lifted: Lifted) {
        self.lifted = Some(lifted).filter(|_| self.on);
    }

    /// Holds it there.
    pub fn carry(&mut self, to: Place) {
        if let Some(lifted) = &mut self.lifted {
            lifted.to = to;
        }
    }

    /// The unit that it holds goes back to where it stands.
    pub fn put_away(&mut self) {
        self.lifted = None;
    }
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
