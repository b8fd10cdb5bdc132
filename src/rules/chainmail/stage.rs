//! Jumps to a step of a turn, for staged positions, as if everything before it had passed without any event.

use bevy::ecs::world::World;

use super::sequence::{self, Sequence, TurnStep};
use super::state::Phase;
use crate::battle::setup::Step;
use crate::battle::{Clock, View, install};
use crate::cite::Word;
use crate::ids::Side;

/// The steps at which a position may be staged.
pub fn begins() -> Vec<Word> {
    TurnStep::WORDS.to_vec()
}

/// Puts a mustered battle at the beginning of that step; the side that it names is the one whose step it is, or who moves
/// first.
///
/// # Errors
/// When there is no such step.
pub fn stage(world: &mut World, step: &Step) -> Result<(), String> {
    let steps = sequence::words(&View::umpire(world));
    let next = step.find(steps)?;
    let together = sequence::steps(&View::umpire(world))[0] == TurnStep::Orders;
    let last = steps[next] == TurnStep::MoveLast.word();
    let side = step.side.unwrap_or(if last { Side::South } else { Side::North });
    let first = if last { side.other() } else { side };
    world.insert_resource(Phase { first: Some(first).filter(|_| !together), ..Phase::default() });
    world.insert_resource(Clock { turn: step.turn, ..Clock::default() });
    install::clear_out(world);
    install::lay_out(world, Sequence { turn: step.turn, next });
    Ok(())
}
