//! Jumps to a step of a turn, for staged positions, as if everything before it had passed without any event.

use bevy::ecs::world::World;

use super::activation;
use super::battlefield::Battlefield;
use super::commands::{Acting, Commands};
use super::sequence::{Phase, Sequence, TurnStep, steps};
use super::state::Turn;
use crate::battle::setup::Step;
use crate::battle::{Clock, View, install};
use crate::cite::Word;
use crate::ids::Side;

/// The steps at which a position may be staged; `activate` needs the name of a side.
pub fn begins() -> Vec<Word> {
    [activation::KEY].into_iter().chain(TurnStep::WORDS.iter().copied()).collect()
}

/// Puts a mustered battle at the beginning of that step.
///
/// # Errors
/// When there is no such step.
pub fn stage(world: &mut World, step: &Step) -> Result<(), String> {
    let steps = steps(Battlefield::of(View::umpire(world)));
    if step.name == "activate" && world.resource::<Commands>().any() {
        return command(world, step, steps);
    }
    // A side's phase may be named without its order: then that side is first.
    let name = if step.name == "activate" { TurnStep::FirstSide.word().0 } else { step.name.as_str() };
    let index = Step { name: name.to_owned(), ..step.clone() }.find(steps)?;
    let first = match (TurnStep::named(name), step.side) {
        (Some(TurnStep::SecondSide), side) => Some(side.map_or(Side::North, Side::other)),
        (_, Some(side)) => Some(side),
        (_, None) => (index > 0).then_some(Side::North),
    };
    world.insert_resource(Turn { first, ..Turn::default() });
    world.insert_resource(Clock { turn: step.turn, ..Clock::default() });
    install::clear_out(world);
    install::lay_out(world, Sequence { turn: step.turn, next: index });
    Ok(())
}

/// The first command of that side acts, as if it had won the first contest.
fn command(world: &mut World, step: &Step, steps: &'static [Word]) -> Result<(), String> {
    let side = step.side.unwrap_or(Side::North);
    world.resource_mut::<Commands>().each(|of, n, command| command.done = of == side && n == 0);
    world.insert_resource(Acting(Some((side, 0))));
    world.insert_resource(Turn::default());
    let step_word = steps.first().copied().unwrap_or_default();
    world.insert_resource(Clock { turn: step.turn, step: step_word, side: Some(side) });
    install::clear_out(world);
    install::lay_out(world, Sequence { turn: step.turn, next: 1 });
    install::lay_out(world, Phase { side });
    Ok(())
}
