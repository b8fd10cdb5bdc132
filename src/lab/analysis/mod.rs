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
//! battles. [`weigh`] makes the rollouts of a whole battle and [`find`] those of one answer, [`told`] reckons and marks,
//! [`page`] shows it; [`chance`] is what rollouts from one position say, and from two of them.

pub mod chance;
pub mod page;
pub mod told;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bevy::ecs::world::World;

use super::batch::player_seed;
use super::cut::{Cut, Until, drawn};
use super::order;
use super::play::{BUDGET, Halt, play, play_watched};
use super::trial::{rollout_seed, taken_back};
use crate::battle::narrator::Narrator;
use crate::battle::{Action, Entry, InPlay, Journal, Refusal, Ruleset, UMPIRE, View, submit};
use crate::dice::Dice;
use crate::ids::Side;
use crate::players::{Kind, Player};

/// How many battles are played on from a position, the seed of their dice and who plays them, where nobody says otherwise.
pub const ROLLOUTS: u32 = 24;
/// See [`ROLLOUTS`].
pub const SEED: u64 = 1;
/// See [`ROLLOUTS`].
pub const BY: Kind = Kind::Captain;

/// Why a battle whose dice people rolled is not understood.
pub const BY_HAND: &str = "its dice were rolled by hand: what else they could have shown cannot be played";

/// What is understood, and how.
pub struct Order<'a> {
    /// By which rules.
    pub ruleset: &'a Ruleset,
    /// What was answered.
    pub actions: &'a [Action],
    /// Who plays the rollouts.
    pub by: Kind,
    /// How many at each position.
    pub rollouts: u32,
    /// Of their dice.
    pub seed: u64,
    /// After how many turns they are cut short; none: they are played to their ends.
    pub cut: Option<Cut<'a>>,
    /// Rollouts that are known from an earlier time; where there are more, the first so many of them.
    pub known: &'a BTreeMap<Key, Vec<u8>>,
    /// Called with all rollouts from a position once they are played.
    pub keep: &'a (dyn Fn(Key, &[u8]) + Sync),
    /// Whether nobody waits for it any more; asked before each rollout.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
}

/// By how many threads a whole battle is weighed.
pub struct Work<'a> {
    /// Makes a world in which the battle has begun and nothing is answered, its dice those of the journal.
    pub world: &'a (dyn Fn() -> World + Sync),
    /// Threads.
    pub jobs: usize,
    /// Called after each answer.
    pub done: &'a (dyn Fn() + Sync),
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

/// Rollouts of a whole battle, or of the first of its answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rollouts {
    /// From the beginning.
    pub start: Vec<u8>,
    /// Of each answer, in order.
    pub answers: Vec<Weighed>,
}

impl Rollouts {
    /// Adds what was found next.
    pub fn push(&mut self, found: Found) {
        match found {
            Found::Start(scores) => self.start = scores,
            Found::Answer(weighed) => self.answers.push(weighed),
        }
    }

    /// What is to be found next: 0 is the beginning, `n` the `n`th answer.
    pub fn next(&self) -> usize {
        if self.start.is_empty() { 0 } else { self.answers.len() + 1 }
    }
}

/// What was found of the beginning, or of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The rollouts from the beginning.
    Start(Vec<u8>),
    /// The answer, weighed.
    Answer(Weighed),
}

/// Plays the rollouts of a battle, the same ones on any number of threads.
///
/// # Errors
/// When an answer is refused, or it was stopped.
pub fn weigh(order: &Order, work: &Work) -> Result<Rollouts, Unfinished> {
    let next = AtomicUsize::new(0);
    let all = order.actions.len();
    let gathered: Mutex<BTreeMap<usize, Found>> = Mutex::new(BTreeMap::new());
    let worker = || -> Result<(), Unfinished> {
        let mut world = (work.world)();
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            if n > all {
                return Ok(());
            }
            let found = find(order, &mut world, n)?;
            gathered.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(n, found);
            (work.done)();
        }
    };
    let ends: Vec<Result<(), Unfinished>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..work.jobs.clamp(1, all + 1)).map(|_| scope.spawn(worker)).collect();
        let joined = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        joined.map(|end| end.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    ends.into_iter().collect::<Result<Vec<()>, Unfinished>>()?;
    let mut rollouts = Rollouts::default();
    let gathered = gathered.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    gathered.into_values().for_each(|found| rollouts.push(found));
    Ok(rollouts)
}

/// What the rollouts of the beginning (0) or of the `n`th answer say. The world stands before that answer, however far
/// before it, and then behind it.
///
/// # Errors
/// When an answer is refused, or it was stopped.
pub fn find(order: &Order, world: &mut World, n: usize) -> Result<Found, Unfinished> {
    let Some(before) = n.checked_sub(1) else {
        return Ok(Found::Start(rollouts(order, world, Key { answers: 0, given: false })?));
    };
    let answered = world.resource::<Journal>().depth();
    for action in &order.actions[answered..before] {
        submit(world, action.clone())?;
    }
    Ok(Found::Answer(answer(order, world, before)?))
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
    if let Some(known) = order.known.get(&key).and_then(|known| known.get(..order.rollouts as usize)) {
        return Ok(known.to_vec());
    }
    let first = key.given.then(|| &order.actions[key.answers]);
    let mut scores = Vec::with_capacity(order.rollouts as usize);
    for n in 0..order.rollouts {
        if (order.stopped)() {
            return Err(Unfinished::Stopped);
        }
        let seed = rollout_seed(order.seed, n);
        scores.push(played_on(world, (order.ruleset, order.by, order.cut), seed, first));
    }
    (order.keep)(key, &scores);
    Ok(scores)
}

/// Rollout `n` of that seed from where the battle is: half battles that south won, 0 to 2. After that answer, if there is
/// one. The world is left as it was.
pub fn rollout(world: &mut World, ruleset: &Ruleset, by: Kind, (seed, n): (u64, u32), first: Option<&Action>) -> u8 {
    played_on(world, (ruleset, by, None), rollout_seed(seed, n), first)
}

/// One battle from where it is to its end, or until it is cut short, with dice of that seed and after that answer, if there is
/// one: half battles that south won, 0 to 2. The world is left as it was.
pub(in crate::lab) fn played_on(
    world: &mut World,
    (ruleset, by, cut): (&Ruleset, Kind, Option<Cut>),
    seed: u64,
    first: Option<&Action>,
) -> u8 {
    taken_back(world, Dice::seeded(seed), |world| {
        let until = cut.map(|cut| (Until::after(cut.turns, world), cut.judge));
        if let Some(action) = first
            && submit(world, action.clone()).is_err()
        {
            return halves(None);
        }
        let [mut north, mut south] = Side::BOTH.map(|side| by.make(ruleset, player_seed(seed, side)));
        let players: [&mut dyn Player; 2] = [north.as_mut(), south.as_mut()];
        let Some((mut until, judge)) = until else {
            return halves(play(world, players, BUDGET).end.ok().and_then(|end| end.winner));
        };
        match play_watched(world, players, BUDGET, &mut until).end {
            Err(Halt::Watched) => drawn(judge.chance(world), seed),
            end => halves(end.ok().and_then(|end| end.winner)),
        }
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
    use super::super::judge::Judge;
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

    fn order<'a>(ruleset: &'a Ruleset, actions: &'a [Action], known: &'a BTreeMap<Key, Vec<u8>>) -> Order<'a> {
        let by = Kind::Random;
        Order { ruleset, actions, by, rollouts: 12, seed: 5, cut: None, known, keep: &|_, _| {}, stopped: &|| false }
    }

    fn weighed(seed: u64, actions: &[Action], jobs: usize, known: &BTreeMap<Key, Vec<u8>>) -> (Rollouts, usize) {
        let played = AtomicUsize::new(0);
        let ruleset = toy::ruleset();
        let count = |_: Key, _: &[u8]| {
            played.fetch_add(1, Ordering::Relaxed);
        };
        let order = Order { keep: &count, ..order(&ruleset, actions, known) };
        let work = Work { world: &|| begun(seed), jobs, done: &|| {} };
        (weigh(&order, &work).unwrap(), played.into_inner())
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
        let keep = |key: Key, scores: &[u8]| {
            kept.lock().unwrap().insert(key, scores.to_vec());
        };
        let known = BTreeMap::new();
        let order = Order { keep: &keep, ..order(&ruleset, &actions, &known) };
        let three = weigh(&order, &Work { world: &|| begun(7), jobs: 3, done: &|| {} }).unwrap();
        let (one, played) = weighed(7, &actions, 1, &BTreeMap::new());
        assert_eq!(one, three);
        let mut kept = kept.into_inner().unwrap();
        assert_eq!(kept.len(), played);
        assert_eq!(weighed(7, &actions, 2, &kept), (one.clone(), 0));
        // Of more rollouts than it asks for the first ones are taken.
        kept.values_mut().for_each(|scores| scores.push(9));
        assert_eq!(weighed(7, &actions, 2, &kept), (one.clone(), 0));
        kept.pop_first();
        kept.pop_last();
        assert_eq!(weighed(7, &actions, 2, &kept), (one, 2));
    }

    #[test]
    fn battles_that_are_cut_short_keep_the_sum_and_are_played_no_further() {
        let ruleset = toy::ruleset();
        for seed in 1..=20 {
            let actions = race(seed);
            let known = BTreeMap::new();
            let judge = Judge::begin(&begun(seed), &ruleset, Side::South);
            let cut = |turns| Order { cut: Some(Cut { turns, judge: &judge }), ..order(&ruleset, &actions, &known) };
            let found = weigh(&cut(1), &Work { world: &|| begun(seed), jobs: 1, done: &|| {} }).unwrap();
            let Told { start, end, luck, skill, .. } = reckon(&found, &sides(seed, &actions));
            assert_eq!(start + luck + skill[1] - skill[0], end, "seed {seed}");
            // Cut after more turns than there are, nothing is cut.
            let whole = weigh(&cut(1_000), &Work { world: &|| begun(seed), jobs: 1, done: &|| {} }).unwrap();
            assert_eq!(whole, weighed(seed, &actions, 1, &BTreeMap::new()).0);
        }
    }

    #[test]
    fn one_answer_after_the_other_is_the_same_as_all_of_them() {
        let actions = race(7);
        let (all, _) = weighed(7, &actions, 2, &BTreeMap::new());
        let ruleset = toy::ruleset();
        let known = BTreeMap::new();
        let order = order(&ruleset, &actions, &known);
        let mut found = Rollouts::default();
        // Somebody else goes on after the third.
        for first in [true, false] {
            let mut world = begun(7);
            while found.next() <= if first { 3 } else { actions.len() } {
                let next = found.next();
                found.push(find(&order, &mut world, next).unwrap());
            }
        }
        assert_eq!(found, all);
    }

    #[test]
    fn whoever_waits_no_more_has_it_stopped() {
        let actions = race(7);
        let left = AtomicUsize::new(20);
        let (ruleset, known) = (toy::ruleset(), BTreeMap::new());
        let order = Order {
            keep: &|_, scores| assert_eq!(scores.len(), 12, "only what is whole is kept"),
            stopped: &|| left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err(),
            ..order(&ruleset, &actions, &known)
        };
        let work = Work { world: &|| begun(7), jobs: 2, done: &|| {} };
        assert!(matches!(weigh(&order, &work), Err(Unfinished::Stopped)));
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
