//! The system parameters of jobs. A job's signature says what it is given: the truth, the dice, or a value by its type.

use bevy::ecs::system::{Res, SystemParam};
use bevy::ecs::world::World;

use super::clock::Clock;
use super::view::View;
use crate::dice::{Dice, DiceRoller};

/// The battle as it is, with what either side has hidden. Only jobs can ask for it, and nothing can be written by it.
#[derive(SystemParam)]
pub struct Truth<'w> {
    world: &'w World,
}

impl<'w> Truth<'w> {
    /// The umpire's view.
    pub fn view(&self) -> View<'w> {
        View::umpire(self.world)
    }
}

/// The battle's dice, for a job that rolls. No view has them, for whoever has them knows what will be rolled.
#[derive(SystemParam)]
pub struct DiceHand<'w> {
    dice: Res<'w, Dice>,
    clock: Res<'w, Clock>,
}

impl DiceHand<'_> {
    /// A roller that begins with the first die of this job. What it has rolled is spent when the fact that shows it is
    /// recorded.
    pub fn roller(&self) -> DiceRoller<'_> {
        self.dice.roller(self.clock.turn, self.clock.step)
    }
}
