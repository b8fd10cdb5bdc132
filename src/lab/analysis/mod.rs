//! A battle understood: luck and skill apart, as players of backgammon have them.
//!
//! The chance to win at a position is the share of battles won that are played from there to their end by two captains, so
//! many times, each with dice of its own seed; the seeds are the same at all positions, so that two positions differ by what
//! they are and hardly by chance. Of each answer that was given:
//!
//! * **skill** is the chance when it is given and the captains play on, less the chance when the captain answers himself;
//!   0 where it is what the captain would have answered;
//! * **luck** is the chance after its dice, less the chance when it is given with the dice of the rollouts.
//!
//! So chance at the beginning + skill + luck of all answers is the result, exactly: chances are counted in whole halves of
//! battles. [`weigh`] makes the rollouts, [`told`] reckons and marks, [`page`] shows it; [`chance`] is what
//! rollouts from one position say, and from two of them.

pub mod chance;
pub mod page;
pub mod told;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bevy::ecs::world::World;

use super::batch::player_seed;
use super::order;
use super::play::{BUDGET, play};
use super::trial::{rollout_seed, taken_back};
use crate::battle::narrator::Narrator;
use crate::battle::{Action, Entry, InPlay, Journal, Refusal, Ruleset, UMPIRE, View, submit};
use crate::dice::Dice;
use crate::ids::Side;
use crate::players::Kind;

/// How many battles are played on from a position, where nobody says otherwise.
pub const ROLLOUTS: u32 = 24;

/// What is understood, and how.
pub struct Order<'a> {
    /// By which rules.
    pub ruleset: &'a Ruleset,
    /// Makes a world in which the battle has begun and nothing is answered, its dice those of the journal.
    pub world: &'a (dyn Fn() -> World + Sync),
    /// What was answered.
    pub actions: &'a [Action],
    /// Who plays the rollouts.
    pub by: Kind,
    /// How many at each position.
    pub rollouts: u32,
    /// Of their dice.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
    /// Rollouts that are known from an earlier time.
    pub known: &'a BTreeMap<Key, Vec<u8>>,
    /// Called with all rollouts from a position once they are played.
    pub keep: &'a (dyn Fn(Key, &[u8]) + Sync),
    /// Called after each answer.
    pub done: &'a (dyn Fn() + Sync),
    /// Whether nobody waits for it any more; asked before each rollout.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
}

/// Why a battle was not weighed to its end.
#[derive(Debug)]
pub enum Unfinished {
    /// An answer is refused: they are not those of that battle.
    Refused(Refusal),
    /// Nobody waits for it any more.
    Stopped,
}

impl From<Refusal> for Unfinished {
    fn from(refusal: Refusal) -> Unfinished {
        Unfinished::Refused(refusal)
    }
}

/// From where rollouts were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// After how many answers.
    pub answers: usize,
    /// Whether they begin with the next answer as it was given, else with the captain's.
    pub given: bool,
}

/// What was found of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// What the captain would have answered, in words, where it is something else.
    pub instead: Option<String>,
    /// Whether the umpire gave it.
    pub umpire: bool,
    /// When it is given with other dice, where it differs from the captain's: half battles that south won, by rollout.
    pub given: Option<Vec<u8>>,
    /// After it, where dice were rolled or the battle was over.
    pub after: Option<Vec<u8>>,
}

/// Rollouts of a whole battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rollouts {
    /// From the beginning.
    pub start: Vec<u8>,
    /// Of each answer, in order.
    pub answers: Vec<Weighed>,
}

/// Plays the rollouts of a battle, the same ones on any number of threads.
///
/// # Errors
/// When an answer is refused, or it was stopped.
pub fn weigh(order: &Order) -> Result<Rollouts, Unfinished> {
    let next = AtomicUsize::new(0);
    let all = order.actions.len();
    let gathered: Mutex<BTreeMap<usize, Found>> = Mutex::new(BTreeMap::new());
    let worker = || -> Result<(), Unfinished> {
        let mut world = (order.world)();
        let mut answered = 0;
        loop {
            // Number 0 is the beginning, number n the nth answer.
            let n = next.fetch_add(1, Ordering::Relaxed);
            if n > all {
                return Ok(());
            }
            while answered + 1 < n {
                submit(&mut world, order.actions[answered].clone())?;
                answered += 1;
            }
            let found = if n == 0 {
                Found::Start(rollouts(order, &mut world, Key { answers: 0, given: false })?)
            } else {
                answered = n;
                Found::Answer(answer(order, &mut world, n - 1)?)
            };
            gathered.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(n, found);
            (order.done)();
        }
    };
    let ends: Vec<Result<(), Unfinished>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..order.jobs.clamp(1, all + 1)).map(|_| scope.spawn(worker)).collect();
        let joined = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        joined.map(|end| end.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    ends.into_iter().collect::<Result<Vec<()>, Unfinished>>()?;
    let (mut start, mut answers) = (Vec::new(), Vec::with_capacity(all));
    for found in gathered.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).into_values() {
        match found {
            Found::Start(scores) => start = scores,
            Found::Answer(weighed) => answers.push(weighed),
        }
    }
    Ok(Rollouts { start, answers })
}

enum Found {
    Start(Vec<u8>),
    Answer(Weighed),
}

/// Weighs the answer that is given after so many; the world stands before it, and then behind it.
fn answer(order: &Order, world: &mut World, before: usize) -> Result<Weighed, Unfinished> {
    let action = &order.actions[before];
    let umpire = action.key == UMPIRE;
    let instead = if umpire { None } else { instead(order, world, before, action) };
    let key = Key { answers: before, given: true };
    let given = (umpire || instead.is_some()).then(|| rollouts(order, world, key)).transpose()?;
    let depth = world.resource::<Journal>().depth();
    submit(world, action.clone())?;
    let rolled = world.resource::<Journal>().entries().iter().skip(depth + 1).any(Entry::rolled);
    let ending = View::umpire(world).ending();
    let after = match ending {
        Some(end) => Some(vec![halves(end.winner); order.rollouts as usize]),
        None => rolled.then(|| rollouts(order, world, Key { answers: before + 1, given: false })).transpose()?,
    };
    Ok(Weighed { instead, umpire, given, after })
}

/// What the captain would answer there, in words, if it is something else.
fn instead(order: &Order, world: &World, before: usize, action: &Action) -> Option<String> {
    let side = View::umpire(world).waiting().first().copied()?;
    // Where both are asked at once, whoever answered.
    let side = action.who.first().and_then(|who| View::umpire(world).side_of_ref(*who)).unwrap_or(side);
    let view = View::of(world, side);
    let mut captain = order.by.make(order.ruleset, player_seed(rollout_seed(order.seed, before as u32), side));
    let other = captain.answer(&view, side);
    if other == *action {
        return None;
    }
    let texts = (view.battle_state::<InPlay>().0.texts)();
    Some(order::in_words(&Narrator::new(texts, view.names()), &other))
}

/// The rollouts from there: those that are known, else they are played. The world is left as it was.
fn rollouts(order: &Order, world: &mut World, key: Key) -> Result<Vec<u8>, Unfinished> {
    if let Some(known) = order.known.get(&key).filter(|known| known.len() == order.rollouts as usize) {
        return Ok(known.clone());
    }
    let first = key.given.then(|| &order.actions[key.answers]);
    let mut scores = Vec::with_capacity(order.rollouts as usize);
    for n in 0..order.rollouts {
        if (order.stopped)() {
            return Err(Unfinished::Stopped);
        }
        scores.push(rollout(world, order.ruleset, order.by, (order.seed, n), first));
    }
    (order.keep)(key, &scores);
    Ok(scores)
}

/// Rollout `n` of that seed from where the battle is: half battles that south won, 0 to 2. After that answer, if there is
/// one. The world is left as it was.
pub fn rollout(world: &mut World, ruleset: &Ruleset, by: Kind, (seed, n): (u64, u32), first: Option<&Action>) -> u8 {
    played_on(world, ruleset, by, rollout_seed(seed, n), first)
}

/// One battle from where it is to its end, with dice of that seed and after that answer, if there is one: half battles that
/// south won, 0 to 2. The world is left as it was.
pub(in crate::lab) fn played_on(
    world: &mut World,
    ruleset: &Ruleset,
    by: Kind,
    seed: u64,
    first: Option<&Action>,
) -> u8 {
    taken_back(world, Dice::seeded(seed), |world| {
        if let Some(action) = first
            && submit(world, action.clone()).is_err()
        {
            return halves(None);
        }
        let [mut north, mut south] = Side::BOTH.map(|side| by.make(ruleset, player_seed(seed, side)));
        let played = play(world, [north.as_mut(), south.as_mut()], BUDGET);
        halves(played.end.ok().and_then(|end| end.winner))
    })
}

/// Half battles that south has won.
pub(in crate::lab) fn halves(winner: Option<Side>) -> u8 {
    match winner {
        Some(Side::South) => 2,
        Some(Side::North) => 0,
        None => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::told::{Told, reckon};
    use super::*;
    use crate::battle::begin;
    use crate::lab::toy;

    /// A race that two who draw their answers ran, with those answers.
    fn race(seed: u64) -> Vec<Action> {
        let mut world = begun(seed);
        let [mut north, mut south] = [1, 2].map(|n| Kind::Random.make(&toy::ruleset(), seed + n));
        play(&mut world, [north.as_mut(), south.as_mut()], BUDGET).end.unwrap();
        world.resource::<Journal>().answers().map(|(_, action)| action.clone()).collect()
    }

    fn begun(seed: u64) -> World {
        let mut world = toy::mustered();
        world.insert_resource(Dice::seeded(seed));
        begin(&mut world).unwrap();
        world
    }

    fn weighed(seed: u64, actions: &[Action], jobs: usize, known: &BTreeMap<Key, Vec<u8>>) -> (Rollouts, usize) {
        let played = AtomicUsize::new(0);
        let order = Order {
            ruleset: &toy::ruleset(),
            world: &|| begun(seed),
            actions,
            by: Kind::Random,
            rollouts: 12,
            seed: 5,
            jobs,
            known,
            keep: &|_, _| {
                played.fetch_add(1, Ordering::Relaxed);
            },
            done: &|| {},
            stopped: &|| false,
        };
        (weigh(&order).unwrap(), played.into_inner())
    }

    #[test]
    fn luck_and_skill_are_the_result_exactly() {
        for seed in 1..=100 {
            let actions = race(seed);
            let (found, _) = weighed(seed, &actions, 1, &BTreeMap::new());
            let Told { start, end, luck, skill, .. } = reckon(&found, &sides(seed, &actions));
            assert!(end == 0 || end == 24, "a race has a winner: {end}");
            assert_eq!(start + luck + skill[1] - skill[0], end, "seed {seed}");
        }
    }

    #[test]
    fn it_is_the_same_on_any_number_of_threads_and_goes_on_where_it_was() {
        let actions = race(7);
        let kept: Mutex<BTreeMap<Key, Vec<u8>>> = Mutex::new(BTreeMap::new());
        let ruleset = toy::ruleset();
        let order = Order {
            ruleset: &ruleset,
            world: &|| begun(7),
            actions: &actions,
            by: Kind::Random,
            rollouts: 12,
            seed: 5,
            jobs: 3,
            known: &BTreeMap::new(),
            keep: &|key, scores| {
                kept.lock().unwrap().insert(key, scores.to_vec());
            },
            done: &|| {},
            stopped: &|| false,
        };
        let three = weigh(&order).unwrap();
        let (one, played) = weighed(7, &actions, 1, &BTreeMap::new());
        assert_eq!(one, three);
        let mut kept = kept.into_inner().unwrap();
        assert_eq!(kept.len(), played);
        assert_eq!(weighed(7, &actions, 2, &kept), (one.clone(), 0));
        kept.pop_first();
        kept.pop_last();
        assert_eq!(weighed(7, &actions, 2, &kept), (one, 2));
    }

    #[test]
    fn whoever_waits_no_more_has_it_stopped() {
        let actions = race(7);
        let left = AtomicUsize::new(20);
        let order = Order {
            ruleset: &toy::ruleset(),
            world: &|| begun(7),
            actions: &actions,
            by: Kind::Random,
            rollouts: 12,
            seed: 5,
            jobs: 2,
            known: &BTreeMap::new(),
            keep: &|_, scores| assert_eq!(scores.len(), 12, "only what is whole is kept"),
            done: &|| {},
            stopped: &|| left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err(),
        };
        assert!(matches!(weigh(&order), Err(Unfinished::Stopped)));
    }

    #[test]
    fn who_walks_as_the_captain_would_has_neither_won_nor_lost_by_it() {
        let actions = race(3);
        let (found, _) = weighed(3, &actions, 1, &BTreeMap::new());
        let same = found.answers.iter().filter(|of| of.instead.is_none()).count();
        let other = found.answers.iter().filter(|of| of.given.is_some()).count();
        assert_eq!(same + other, actions.len());
        assert!(same > 0 && other > 0, "{same} {other}");
        // Everybody rolls with every answer.
        assert!(found.answers.iter().all(|of| of.after.is_some()));
    }

    fn sides(seed: u64, actions: &[Action]) -> Vec<Side> {
        let mut world = begun(seed);
        actions.iter().for_each(|action| submit(&mut world, action.clone()).unwrap());
        world.resource::<Journal>().answers().map(|(side, _)| *side).collect()
    }
}
