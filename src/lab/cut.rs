//! Battles that are played on for a few turns only, and then judged at a glance.

use bevy::ecs::world::World;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::judge::Judge;
use super::play::Watcher;
use crate::battle::{Action, View};

/// After how many turns a battle is cut short, and who judges it then.
#[derive(Clone, Copy)]
pub struct Cut<'a> {
    /// From the turn on in which it is gone on with.
    pub turns: u32,
    /// South's, of the whole battle.
    pub judge: &'a Judge,
}

/// Stops a battle when that turn begins.
pub(in crate::lab) struct Until(u32);

impl Until {
    /// So many turns after the one in which the battle stands.
    pub fn after(turns: u32, world: &World) -> Until {
        Until(View::umpire(world).clock().turn.saturating_add(turns))
    }
}

impl Watcher for Until {
    fn before(&mut self, _: &World, _: &Action) {}

    fn after(&mut self, _: &World) {}

    fn stops(&self, world: &World) -> bool {
        View::umpire(world).clock().turn >= self.0
    }
}

/// What is said of battles that are played on: ` for 3 turns, then judged at a glance`, or nothing.
pub fn for_turns(turns: Option<u32>) -> String {
    let more = |turns: u32| if turns == 1 { "" } else { "s" };
    turns.map_or_else(String::new, |turns| format!(" for {turns} turn{}, then judged at a glance", more(turns)))
}

/// Half battles that south wins, 0 or 2: drawn with that chance by the seed of the rollout, the same draw at all positions. In
/// the mean it is the chance, and the sum of luck and skill stays one of whole numbers.
pub(in crate::lab) fn drawn(chance: f64, seed: u64) -> u8 {
    let drawn = xxh3_64_with_seed(b"judged", seed) >> 11;
    if (drawn as f64) < chance * (1_u64 << 53) as f64 { 2 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_drawn_as_often_as_the_chance_says() {
        let won = |chance: f64| (0..4_000).filter(|seed| drawn(chance, *seed) == 2).count();
        assert_eq!((won(0.0), won(1.0)), (0, 4_000));
        // 1,000 of 4,000: a standard error is 27.
        assert!((900..1_100).contains(&won(0.25)), "{}", won(0.25));
        // Who wins with a chance wins with a better one.
        assert!((0..500).all(|seed| drawn(0.4, seed) <= drawn(0.6, seed)));
    }
}
