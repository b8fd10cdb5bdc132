//! Jumps to a step of a turn, for staged positions, as if everything before it had passed without any event.

use bevy::ecs::world::World;

use super::battlefield::Battlefield;
use super::sequence::{self, Sequence};
use super::state::MoveOption;
use crate::battle::setup::Step;
use crate::battle::{Clock, MOVE, View, install};
use crate::cite::Word;
use crate::ids::Side;

/// The steps at which a position may be staged; `move` needs the name of a side.
pub fn begins() -> Vec<Word> {
    [sequence::DEPLOYMENT, MOVE].into_iter().chain(sequence::STEPS.iter().copied()).collect()
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
        ("move", Some(_)) => "first-move",
        ("move", None) => return Err("the step `move` is a side's: name it".to_owned()),
        (name, _) => name,
    };
    let steps = sequence::steps(Battlefield(View::umpire(world)));
    let Some(index) = steps.iter().position(|s| s.0 == name) else {
        let near = crate::nearest::nearest(name, steps.iter().map(|s| s.0));
        let near = near.map_or(String::new(), |n| format!("; did you mean `{n}`?"));
        return Err(format!("there is no step `{name}`{near}"));
    };
    let first = match (name, step.side) {
        ("second-move", Some(side)) => Some(side.other()),
        (_, Some(side)) => Some(side),
        (_, None) => (index > 2).then_some(Side::North),
    };
    if index > 2 {
        world.insert_resource(MoveOption { winner: first, first, direction: None });
    }
    let side = match name {
        "first-move" => first,
        "second-move" => first.map(Side::other),
        _ => None,
    };
    world.insert_resource(Clock { turn: step.turn, step: steps[index], side });
    install::clear_out(world);
    install::lay_out(world, Sequence { turn: step.turn, next: index + 1 });
    sequence::lay_step(world, steps[index], side);
    Ok(())
}
