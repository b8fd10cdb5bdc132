//! Jumps to a step of a turn, for staged positions, as if everything before it had passed without any event.

use bevy::ecs::world::World;

use super::activation;
use super::battlefield::Battlefield;
use super::commands::{self, Acting, Commands};
use super::sequence::{Phase, STEPS, Sequence, steps};
use super::state::Turn;
use crate::battle::setup::Step;
use crate::battle::{Clock, View, install};
use crate::cite::Word;
use crate::ids::Side;

/// The steps at which a position may be staged; `activate` needs the name of a side.
pub fn begins() -> Vec<Word> {
    let contests = commands::steps(2 * commands::MOST).iter().copied();
    let all = [activation::KEY].into_iter().chain(STEPS.iter().copied()).chain(contests);
    let mut once = Vec::new();
    all.for_each(|step| {
        if !once.contains(&step) {
            once.push(step)
        }
    });
    once
}

/// Puts a mustered battle at the beginning of that step.
///
/// # Errors
/// When there is no such step.
pub fn stage(world: &mut World, step: &Step) -> Result<(), String> {
    let steps = steps(Battlefield(View::umpire(world)));
    if step.name == "activate" && world.resource::<Commands>().any() {
        return command(world, step, steps);
    }
    // A side's phase may be named without its order: then that side is first.
    let name = if step.name == "activate" { "first-side" } else { step.name.as_str() };
    let Some(index) = steps.iter().position(|s| s.0 == name) else {
        let near = crate::nearest::nearest(name, steps.iter().map(|s| s.0));
        let near = near.map_or(String::new(), |n| format!("; did you mean `{n}`?"));
        return Err(format!("there is no step `{name}`{near}"));
    };
    let first = match (index, step.side) {
        (2, side) => Some(side.map_or(Side::North, Side::other)),
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
