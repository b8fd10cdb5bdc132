//! How lucky a battle was. After each answer that had dice rolled, the same answer is given a number of times more with
//! other dice, and taken back: what came of it less what comes of it on average is the luck of these dice. It has the
//! mean 0 exactly, whatever is played and however the position is judged, because the dice that counted are as random
//! as the others. It is told in three values of the position ([`Judge::value`]), each from the counted side.

use bevy::ecs::world::World;
use bevy::math::DVec3;
use xxhash_rust::xxh3::xxh3_64;

use crate::battle::{Action, Entry, Journal, Refusal, submit, undo};
use crate::dice::Dice;
use crate::lab::judge::Judge;

/// Adds up the luck of a battle.
pub struct Luck {
    judge: Judge,
    seed: u64,
    /// How often each answer is given again.
    times: u32,
    /// How many answers had dice.
    rolled: u32,
    sum: DVec3,
}

impl Luck {
    /// Of a battle that has begun and is judged so. The seed is that of its dice.
    pub fn begin(judge: Judge, seed: u64, times: u32) -> Luck {
        Luck { judge, seed, times, rolled: 0, sum: DVec3::ZERO }
    }

    /// The luck so far.
    pub fn sum(&self) -> DVec3 {
        self.sum
    }

    /// Submits an answer and adds the luck of its dice. The world is left as submitting alone would leave it.
    ///
    /// # Errors
    /// As [`submit`].
    pub fn submit(&mut self, world: &mut World, action: Action) -> Result<(), Refusal> {
        if self.times == 0 {
            return submit(world, action);
        }
        let depth = world.resource::<Journal>().depth();
        submit(world, action.clone())?;
        if !world.resource::<Journal>().entries().iter().skip(depth + 1).any(Entry::rolled) {
            return Ok(());
        }
        let came = self.judge.value(world);
        back(world, depth);
        let own = world.resource::<Dice>().clone();
        self.rolled += 1;
        let mut others = DVec3::ZERO;
        for time in 0..self.times {
            *world.resource_mut::<Dice>() = Dice::seeded(other_seed(self.seed, self.rolled, time));
            let given = submit(world, action.clone());
            others += self.judge.value(world);
            if given.is_ok() {
                back(world, depth);
            }
        }
        *world.resource_mut::<Dice>() = own;
        self.sum += came - others / f64::from(self.times);
        submit(world, action)
    }
}

/// Takes back all answers beyond that many.
fn back(world: &mut World, depth: usize) {
    while world.resource::<Journal>().depth() > depth && undo(world) {}
}

fn other_seed(seed: u64, rolled: u32, time: u32) -> u64 {
    let mut bytes = [0; 20];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..12].copy_from_slice(&rolled.to_le_bytes());
    bytes[12..16].copy_from_slice(&time.to_le_bytes());
    bytes[16..].copy_from_slice(b"luck");
    xxh3_64(&bytes)
}
