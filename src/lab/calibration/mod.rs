//! Whether a chance to win is one: of the positions that are given 70 in a hundred, are 70 in a hundred won?
//!
//! Of each of many battles one moment is drawn. From there the battle is played on again and again by two captains with
//! other dice: that is what [`super::analysis`] calls the chance; and the position is judged at a glance, as studies do to
//! measure luck ([`Judge`]). Both are held against how the battle ended. One moment a battle, so that all of them are
//! independent.
//!
//! Who sorts positions by a number that was found by chance finds those on top too high. So the rollouts of each position are
//! parted in two halves: by the one it is sorted, the other says what its chance is. Then the results in each group are
//! what was foretold but for chance, if the rollouts are right.

pub mod page;
pub mod told;

use bevy::ecs::world::World;
use xxhash_rust::xxh3::xxh3_64;

use super::analysis::{halves, played_on};
use super::batch::{Maker, game_seed, player_seed};
use super::cut::Cut;
use super::judge::Judge;
use super::many::{Many, of_each};
use super::play::{BUDGET, play};
use super::trial::rollout_seed;
use crate::battle::{Journal, Opening, Ruleset, View, begin_again, undo};
use crate::dice::Dice;
use crate::ids::Side;
use crate::players::Kind;

/// How many positions, where nobody says otherwise.
pub const POSITIONS: u32 = 1000;
/// How many battles are played on from each of them.
pub const ROLLOUTS: u32 = 16;

/// What is calibrated, and how.
pub struct Order<'a> {
    /// By which rules.
    pub ruleset: &'a Ruleset,
    /// Makes a world in which the battle is mustered and not begun.
    pub world: &'a (dyn Fn() -> World + Sync),
    /// Who plays the battles: north, south.
    pub players: [&'a Maker<'a>; 2],
    /// Who plays them on.
    pub by: Kind,
    /// For how many turns, before they are judged at a glance; none: to their ends.
    pub turns: Option<u32>,
    /// How many positions.
    pub positions: u32,
    /// How many battles are played on from each; even.
    pub rollouts: u32,
    /// Of all dice and all the players' own choices.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
    /// Called after each position.
    pub done: &'a (dyn Fn(u32) + Sync),
}

/// A moment of a battle, what was foretold and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// The number of the battle, from 1.
    pub battle: u32,
    /// The turn.
    pub turn: u32,
    /// After how many answers, and how many there were in all.
    pub answers: [u32; 2],
    /// Half battles that south won, by rollout.
    pub rollouts: Vec<u8>,
    /// South's chance at a glance.
    pub judged: f64,
    /// Half battles that south won when the battle was over.
    pub result: u8,
}

impl Position {
    /// The chance by the rollouts that sort it, and by those that tell it.
    pub fn chances(&self) -> [f64; 2] {
        [0, 1].map(|which| {
            let own = || self.rollouts.iter().skip(which).step_by(2);
            own().map(|halves| f64::from(*halves) / 2.0).sum::<f64>() / own().count().max(1) as f64
        })
    }

    /// What south won.
    pub fn won(&self) -> f64 {
        f64::from(self.result) / 2.0
    }
}

/// The positions, in the order of their battles, the same on any number of threads. Battles that do not come to their end
/// are left out.
pub fn positions(order: &Order) -> Vec<Position> {
    let many = Many { world: order.world, battles: order.positions, jobs: order.jobs, done: order.done };
    of_each(&many, |world, opening, battle| position(order, world, opening, battle))
}

/// Plays a battle, goes back to the moment that is drawn for it, and plays on from there.
fn position(order: &Order, world: &mut World, opening: &Opening, battle: u32) -> Option<Position> {
    let seed = game_seed(order.seed, battle);
    begin_again(world, opening, Dice::seeded(seed)).ok()?;
    let judge = Judge::begin(world, order.ruleset, Side::South);
    let [mut north, mut south] = Side::BOTH.map(|side| order.players[side.index()](player_seed(seed, side)));
    let played = play(world, [north.as_mut(), south.as_mut()], BUDGET);
    let result = halves(played.end.ok()?.winner);
    let all = world.resource::<Journal>().depth();
    let at = moment(seed) as usize % all.max(1);
    while world.resource::<Journal>().depth() > at && undo(world) {}
    let judged = judge.chance(world);
    let turn = View::umpire(world).clock().turn;
    let cut = order.turns.map(|turns| Cut { turns, judge: &judge });
    let rollout = |n: u32| played_on(world, (order.ruleset, order.by, cut), rollout_seed(seed, n), None);
    let rollouts = (0..order.rollouts).map(rollout).collect();
    Some(Position { battle, turn, answers: [at as u32, all as u32], rollouts, judged, result })
}

/// What the moment of a battle of that seed is drawn by.
fn moment(seed: u64) -> u64 {
    let mut bytes = seed.to_le_bytes().to_vec();
    bytes.extend(b"moment");
    xxh3_64(&bytes)
}

#[cfg(test)]
mod tests {
    use super::told::tell;
    use super::*;
    use crate::lab::toy;

    fn races(jobs: usize, positions: u32, world: &(dyn Fn() -> World + Sync)) -> Vec<Position> {
        let random: &Maker = &|seed| Kind::Random.make(&toy::ruleset(), seed);
        super::positions(&Order {
            ruleset: &toy::ruleset(),
            world,
            players: [random, random],
            by: Kind::Random,
            turns: None,
            positions,
            rollouts: 16,
            seed: 3,
            jobs,
            done: &|_| {},
        })
    }

    #[test]
    fn they_are_the_same_on_any_number_of_threads_and_lie_all_over_the_battles() {
        let one = races(1, 60, &toy::mustered);
        assert_eq!(one, races(3, 60, &toy::mustered));
        assert_eq!(one.len(), 60);
        let at = |p: &Position| f64::from(p.answers[0]) / f64::from(p.answers[1]);
        let mean = one.iter().map(at).sum::<f64>() / 60.0;
        assert!((0.3..0.6).contains(&mean), "{mean}");
        assert!(one.iter().all(|p| p.answers[0] < p.answers[1]));
    }

    #[test]
    fn those_who_play_on_as_it_was_played_foretell_it() {
        let races = races(2, 1000, &toy::mustered);
        let told = tell(&races);
        let [bias, error] = told.bias;
        assert!(bias.abs() < 3.0 * error && error < 0.02, "{bias} {error}");
        let [tilt, error] = told.tilt;
        assert!(tilt.abs() < 3.0 * error && error < 0.1, "{tilt} {error}");
        assert!(told.brier < told.brier_of_none, "{} {}", told.brier, told.brier_of_none);
        let sure = told.rollouts.iter().filter(|group| group.difference[0].abs() > 2.0 * group.difference[1]);
        assert!(sure.count() <= 2, "{:?}", told.rollouts);
    }

    #[test]
    fn chances_that_are_too_bold_are_seen() {
        // The same races, but every third rollout is made to say what the others say already.
        let mut races = races(2, 1000, &toy::mustered);
        for race in &mut races {
            let bold = if race.chances()[0] < 0.5 { 0 } else { 2 };
            race.rollouts.iter_mut().step_by(3).for_each(|halves| *halves = bold);
        }
        let [tilt, error] = tell(&races).tilt;
        assert!(tilt < -3.0 * error, "{tilt} {error}");
    }
}
