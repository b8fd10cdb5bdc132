//! What the positions of many battles look like at a glance, and who won them: from this a ruleset's judgement is fitted.

use bevy::ecs::world::World;

use super::batch::{Maker, game_seed, player_seed};
use super::judge::Judge;
use super::many::{Many, of_each};
use super::play::{BUDGET, Watcher, play_watched};
use crate::battle::judgement::Glance;
use crate::battle::{Action, Opening, Ruleset, View, begin_again};
use crate::dice::Dice;
use crate::ids::Side;

/// Which battles.
pub struct Order<'a> {
    /// By which rules.
    pub ruleset: &'a Ruleset,
    /// Makes a world in which the battle is mustered and not begun.
    pub world: &'a (dyn Fn() -> World + Sync),
    /// Who plays: north, south.
    pub players: [&'a Maker<'a>; 2],
    /// How many.
    pub battles: u32,
    /// Of all dice and all the players' own choices.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
    /// Called after each battle with the number of those done.
    pub done: &'a (dyn Fn(u32) + Sync),
}

/// A position that was come to, as south sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The number of the battle, from 1.
    pub battle: u32,
    /// The turn that begins.
    pub turn: u32,
    /// What is seen of it.
    pub glance: Glance,
    /// What south won in the end; a draw is half of a victory.
    pub won: f64,
}

/// The positions at the beginning of each turn, battle after battle, the same on any number of threads. Battles that do not
/// come to their end are left out.
pub fn seen(order: &Order) -> Vec<Seen> {
    let many = Many { world: order.world, battles: order.battles, jobs: order.jobs, done: order.done };
    of_each(&many, |world, opening, battle| battle_of(order, world, opening, battle)).into_iter().flatten().collect()
}

fn battle_of(order: &Order, world: &mut World, opening: &Opening, battle: u32) -> Option<Vec<Seen>> {
    let seed = game_seed(order.seed, battle);
    begin_again(world, opening, Dice::seeded(seed)).ok()?;
    let judge = Judge::begin(world, order.ruleset, Side::South);
    let mut turns = Turns { judge, turn: None, seen: Vec::new() };
    turns.after(world);
    let [mut north, mut south] = Side::BOTH.map(|side| order.players[side.index()](player_seed(seed, side)));
    let played = play_watched(world, [north.as_mut(), south.as_mut()], BUDGET, &mut turns);
    let won = played.end.ok()?.winner.map_or(0.5, |side| f64::from(u8::from(side == Side::South)));
    Some(turns.seen.into_iter().map(|(turn, glance)| Seen { battle, turn, glance, won }).collect())
}

/// Looks at the table whenever a turn begins.
struct Turns {
    judge: Judge,
    turn: Option<u32>,
    seen: Vec<(u32, Glance)>,
}

impl Watcher for Turns {
    fn before(&mut self, _: &World, _: &Action) {}

    fn after(&mut self, world: &World) {
        let view = View::umpire(world);
        let turn = view.clock().turn;
        if view.ending().is_none() && self.turn != Some(turn) {
            self.turn = Some(turn);
            self.seen.push((turn, self.judge.glance(world)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::toy;
    use crate::players::Kind;

    #[test]
    fn each_turn_is_looked_at_once_on_any_number_of_threads() {
        let random: &Maker = &|seed| Kind::Random.make(&toy::ruleset(), seed);
        let seen = |jobs| {
            super::seen(&Order {
                ruleset: &toy::ruleset(),
                world: &toy::mustered,
                players: [random, random],
                battles: 20,
                seed: 3,
                jobs,
                done: &|_| {},
            })
        };
        let one = seen(1);
        assert_eq!(one, seen(3));
        let of = |battle: u32| one.iter().filter(move |seen| seen.battle == battle);
        for battle in 1..=20 {
            let turns: Vec<u32> = of(battle).map(|seen| seen.turn).collect();
            assert_eq!(turns, (1..=turns.len() as u32).collect::<Vec<u32>>(), "battle {battle}");
            assert!(turns.len() >= 3 && of(battle).all(|seen| seen.won == of(battle).next().unwrap().won));
        }
        // A race ends when somebody has come home: who is nearer in the last turn has mostly won.
        let last = (1..=20).map(|battle| of(battle).next_back().unwrap());
        let told = last.filter(|seen| (seen.glance.danger > 0.0) == (seen.won > 0.5)).count();
        assert!(told > 10, "{told} of 20");
    }
}
