//! Jumps to a step of a turn, for staged positions, as if everything before it had passed without any event.

use bevy::ecs::world::World;

use super::battlefield::Battlefield;
use super::sequence::{self, Sequence, TurnStep};
use super::state::MoveOption;
use crate::battle::setup::Step;
use crate::battle::{Clock, MOVE, View, install};
use crate::cite::Word;
use crate::ids::Side;

/// The steps at which a position may be staged; `move` needs the name of a side.
pub fn begins() -> Vec<Word> {
    [sequence::DEPLOYMENT, MOVE].into_iter().chain(TurnStep::WORDS.iter().copied()).collect()
}

/// Puts a mustered battle at the beginning of that step.
///
/// # Errors
/// When there is no such step, or the step is a side's and none is named.
pub fn stage(world: &mut World, step: &Step) -> Result<(), String> {
    if step.name == sequence::DEPLOYMENT.0 {
        return Ok(());
    }
    // A side's Movement may be named without its order: then that side moves first.
    let name = match (step.name.as_str(), step.side) {
        ("move", Some(_)) => TurnStep::FirstMove.word().0,
        ("move", None) => return Err("the step `move` is a side's: name it".to_owned()),
        (name, _) => name,
    };
    let steps = sequence::steps(Battlefield::of(View::umpire(world)));
    let index = Step { name: name.to_owned(), ..step.clone() }.find(steps)?;
    let begins = TurnStep::ALL[index];
    let first = match (begins, step.side) {
        (TurnStep::SecondMove, Some(side)) => Some(side.other()),
        (_, Some(side)) => Some(side),
        (_, None) => (begins > TurnStep::MoveOption).then_some(Side::North),
    };
    if begins > TurnStep::MoveOption {
        world.insert_resource(MoveOption { winner: first, first, direction: None });
    }
    let side = match begins {
        TurnStep::FirstMove => first,
        TurnStep::SecondMove => first.map(Side::other),
        _ => None,
    };
    world.insert_resource(Clock { turn: step.turn, step: begins.word(), side });
    install::clear_out(world);
    install::lay_out(world, Sequence { turn: step.turn, next: index + 1 });
    sequence::lay_step(world, begins, side);
    Ok(())
}
