//! Jumps to a step of a turn, for staged positions, as if everything before it had passed without any event.

use bevy::ecs::world::World;

use super::sequence::{Sequence, TurnStep};
use super::state::{First, Length, Phase};
use crate::battle::setup::Step;
use crate::battle::{Clock, install};
use crate::cite::Word;
use crate::ids::Side;

/// The phases, of which a case names the side instead of its place in the turn.
const PHASES: [Word; 4] = [Word("command"), Word("shooting"), Word("combat"), Word("end")];

/// The steps at which a position may be staged; a phase without its place in the turn needs the name of a side, who then
/// is the first player.
pub fn begins() -> Vec<Word> {
    TurnStep::WORDS.iter().chain(&PHASES).copied().collect()
}

/// Puts a mustered battle at the beginning of that step.
///
/// # Errors
/// When there is no such step.
pub fn stage(world: &mut World, step: &Step) -> Result<(), String> {
    let steps = begins();
    let index = step.find(&steps)? % TurnStep::ALL.len();
    let second = index >= PHASES.len();
    let side = step.side.unwrap_or(Side::North);
    let first = if second { side.other() } else { side };
    world.insert_resource(First(Some(first)));
    world.insert_resource(Phase::default());
    world.insert_resource(Length::default());
    world.insert_resource(Clock { turn: step.turn, ..Clock::default() });
    install::clear_out(world);
    install::lay_out(world, Sequence { turn: step.turn, next: index });
    Ok(())
}
