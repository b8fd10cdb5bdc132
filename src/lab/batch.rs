//! Many battles of one set-up over several threads. The results are the same for any number of threads.

use std::borrow::Cow;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::conduct::{Conduct, Observer};
use super::cpu::Stopwatch;
use super::keeper::Keeper;
use super::play::{BUDGET, Halt, Nobody, Played, Watcher, play_watched};
use crate::battle::{Digest, Ending, Opening, Ruleset, begin_again, digest};
use crate::dice::Dice;
use crate::ids::Side;
use crate::players::Player;

/// Makes a player from a seed.
pub type Maker<'a> = dyn Fn(u64) -> Box<dyn Player> + Sync + 'a;

/// Makes a world in which a battle is mustered and not begun.
pub type Muster<'a, E> = dyn Fn() -> Result<World, E> + Sync + 'a;

/// How many battles, from which seed, over how many threads, by whom.
pub struct Order<'a> {
    /// The number of the first battle, from 1.
    pub first: u32,
    /// How many.
    pub games: u32,
    /// Of the batch: each battle has its own, made of this and its number.
    pub seed: u64,
    /// Threads, at least one.
    pub jobs: usize,
    /// North, south.
    pub players: [&'a Maker<'a>; 2],
    /// Called after each battle with the number of those done.
    pub done: &'a (dyn Fn(u32) + Sync),
    /// Begins the journal of a battle of that number and seed, when journals are to be written.
    pub begin_journal: Option<&'a BeginJournal<'a>>,
    /// Under which ruleset to watch how each side leads; none: it is not watched, which takes time.
    pub watch: Option<&'a Ruleset>,
}

/// Begins the journal of the battle in that world.
pub type BeginJournal<'a> = dyn Fn(u32, u64, &World) -> io::Result<Keeper> + Sync + 'a;

/// One battle of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// From 1.
    pub number: u32,
    /// The seed of its dice.
    pub seed: u64,
    /// How it ended, or why it was stopped.
    pub end: Result<Ending, Stopped>,
    /// The turn in which it stood at last.
    pub turns: u32,
    /// How many answers were accepted.
    pub actions: u64,
    /// The digest of the state at its end.
    pub digest: Digest,
    /// How north and south led, if that was watched.
    pub conduct: Option<[Conduct; 2]>,
}

/// Why a battle was stopped before its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopped {
    /// One word for tables.
    pub word: Cow<'static, str>,
    /// A sentence for people.
    pub told: String,
}

/// The results of a batch, in the order of the battles.
#[derive(Debug)]
pub struct Batch {
    /// In the order of their numbers.
    pub games: Vec<Game>,
    /// CPU time of all threads together.
    pub cpu_seconds: f64,
    /// From the first to the last.
    pub wall_seconds: f64,
    /// The first error in writing a journal, and the battle that it belongs to.
    pub trouble: Option<(u32, io::Error)>,
}

impl Game {
    /// Who won; none for a draw or when it was stopped.
    pub fn winner(&self) -> Option<Side> {
        self.end.as_ref().ok().and_then(|e| e.winner)
    }
}

/// The seed of the dice of game `number` of a batch.
pub fn game_seed(seed: u64, number: u32) -> u64 {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..].copy_from_slice(&u64::from(number).to_le_bytes());
    xxh3_64(&bytes)
}

/// The seed of a side's player in a game of that seed: a different random stream than that of the dice.
pub fn player_seed(game: u64, side: Side) -> u64 {
    let mut bytes = game.to_le_bytes().to_vec();
    bytes.extend(side.name().as_bytes());
    xxh3_64(&bytes)
}

/// Plays the battles. Each thread musters one world and plays all of its battles in it.
///
/// # Errors
/// When a world cannot be mustered.
pub fn run<E: Send>(muster: &Muster<'_, E>, order: &Order) -> Result<Batch, E> {
    let begun = Instant::now();
    let (next, done) = (AtomicU32::new(0), AtomicU32::new(0));
    let gathered: Mutex<Vec<(Game, Option<io::Error>)>> = Mutex::new(Vec::with_capacity(order.games as usize));
    let worker = || -> Result<f64, E> {
        let watch = Stopwatch::start();
        let mut world = muster()?;
        let opening = Opening::take(&world);
        let mut mine = Vec::new();
        loop {
            let before = next.fetch_add(1, Ordering::Relaxed);
            if before >= order.games {
                break;
            }
            mine.push(game(&mut world, &opening, order, order.first.saturating_add(before)));
            (order.done)(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
        gathered.lock().unwrap_or_else(std::sync::PoisonError::into_inner).append(&mut mine);
        Ok(watch.seconds())
    };
    let threads = order.jobs.clamp(1, order.games.max(1) as usize);
    let seconds: Result<Vec<f64>, E> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let joined = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        joined.map(|end| end.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    let cpu_seconds = seconds?.iter().sum();
    let mut games = gathered.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    games.sort_unstable_by_key(|(g, _)| g.number);
    let mut trouble = None;
    let tidy = |(game, why): (Game, Option<io::Error>)| {
        trouble = trouble.take().or(why.map(|why| (game.number, why)));
        game
    };
    let games = games.into_iter().map(tidy).collect();
    Ok(Batch { games, cpu_seconds, wall_seconds: begun.elapsed().as_secs_f64(), trouble })
}

/// Plays one battle; also returns the error that its journal met, if any.
fn game(world: &mut World, opening: &Opening, order: &Order, number: u32) -> (Game, Option<io::Error>) {
    let seed = game_seed(order.seed, number);
    let mut trouble = None;
    let (played, conduct) = match begin_again(world, opening, Dice::seeded(seed)) {
        Ok(()) => {
            let [mut north, mut south] = Side::BOTH.map(|side| order.players[side.index()](player_seed(seed, side)));
            let players: [&mut dyn Player; 2] = [north.as_mut(), south.as_mut()];
            match order.begin_journal.map(|begin| begin(number, seed, world)) {
                Some(Ok(mut keeper)) => {
                    let played = watched(world, players, order.watch, &mut keeper);
                    trouble = keeper.finish().err();
                    played
                }
                none => {
                    trouble = none.and_then(Result::err);
                    watched(world, players, order.watch, &mut Nobody)
                }
            }
        }
        Err(refusal) => (Played { end: Err(Halt::Opening(Box::new(refusal))), turns: 0, actions: 0 }, None),
    };
    let end = played.end.map_err(|halt| Stopped { word: halt.word().into(), told: halt.tell(world) });
    (Game { number, seed, end, turns: played.turns, actions: played.actions, digest: digest(world), conduct }, trouble)
}

/// Plays a battle that has begun, and watches how each side leads if that is asked for.
fn watched(
    world: &mut World,
    players: [&mut dyn Player; 2],
    watch: Option<&Ruleset>,
    then: &mut dyn Watcher,
) -> (Played, Option<[Conduct; 2]>) {
    let Some(ruleset) = watch else { return (play_watched(world, players, BUDGET, then), None) };
    let mut observer = Observer::of(world, ruleset, then);
    let played = play_watched(world, players, BUDGET, &mut observer);
    (played, Some(observer.finish()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{statistics, toy};
    use crate::players::Kind;

    fn batch(games: u32, seed: u64, jobs: usize) -> Batch {
        let random: &Maker = &|seed| Kind::Random.make(&toy::ruleset(), seed);
        let done = |_| {};
        let order = Order {
            first: 1,
            games,
            seed,
            jobs,
            players: [random, random],
            done: &done,
            begin_journal: None,
            watch: None,
        };
        run::<()>(&|| Ok(toy::mustered()), &order).unwrap()
    }

    #[test]
    fn the_rows_do_not_depend_on_the_number_of_threads() {
        let one = batch(40, 7, 1);
        let three = batch(40, 7, 3);
        assert_eq!(one.games, three.games);
        assert_eq!(one.games.iter().map(|g| g.number).collect::<Vec<_>>(), (1..=40).collect::<Vec<_>>());
        assert_ne!(statistics::hash(&one.games), statistics::hash(&batch(40, 8, 2).games));
    }

    #[test]
    fn a_game_is_the_same_alone_and_after_others() {
        let many = batch(12, 7, 1);
        let alone = batch(1, 7, 1);
        assert_eq!(many.games[0], alone.games[0]);
        let digests: std::collections::BTreeSet<_> = many.games.iter().map(|g| g.digest).collect();
        assert!(digests.len() > 6, "{digests:?}");
    }

    #[test]
    fn a_batch_may_begin_at_any_number() {
        let many = batch(12, 7, 1);
        let random: &Maker = &|seed| Kind::Random.make(&toy::ruleset(), seed);
        let order = Order {
            first: 9,
            games: 2,
            seed: 7,
            jobs: 2,
            players: [random, random],
            done: &|_| {},
            begin_journal: None,
            watch: None,
        };
        assert_eq!(run::<()>(&|| Ok(toy::mustered()), &order).unwrap().games, many.games[8..10]);
    }

    #[test]
    fn a_world_that_cannot_be_mustered_is_told() {
        let random: &Maker = &|seed| Kind::Random.make(&toy::ruleset(), seed);
        let order = Order {
            first: 1,
            games: 3,
            seed: 1,
            jobs: 2,
            players: [random, random],
            done: &|_| {},
            begin_journal: None,
            watch: None,
        };
        assert_eq!(run(&|| Err("no such army"), &order).unwrap_err(), "no such army");
    }
}
