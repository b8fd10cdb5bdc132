//! Battles that are played on in the background, in a copy of the battle, while the window goes on: one thread, which rests
//! now and then, tells what it has found as it finds it, and ends when nobody waits for it any more.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bevy::ecs::world::World;
use bevy::platform::cell::SyncCell;

use super::Game;
use crate::battle::{Action, Journal, Opening, View, submit, umpire, undo};
use crate::ids::Side;
use crate::lab::analysis::{self, BY, Found, Key, Order, SEED, rollout};

/// The window is drawn again for what was found no more often than this.
const OFTEN: Duration = Duration::from_millis(120);
/// Between two battles it rests for this share of the time that the last one took: whatever else the window does goes before.
const REST: f32 = 0.08;

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// What the captain would answer there.
    Captain(Action),
    /// One more battle with that choice first: half battles that south won.
    Battle(usize, u8),
    /// More battles from the moment after so many answers.
    Position(usize, Vec<u8>),
    /// All battles from there, of which luck and skill are told.
    Played(Key, Vec<u8>),
    /// What they say of the beginning, or of the next answer.
    Found(Found),
}

/// A battle of which luck and skill are told.
#[derive(Clone, Debug)]
pub struct Weighing {
    /// What was answered in it.
    pub actions: Vec<Action>,
    /// From which answer on; 0 is the beginning.
    pub from: usize,
    /// How many battles are played from a position.
    pub battles: u32,
    /// Battles that are known.
    pub known: BTreeMap<Key, Vec<u8>>,
}

/// A moment from which battles are played, and how many of them are known.
#[derive(Clone, Debug)]
pub struct Position {
    /// After so many answers.
    pub answers: usize,
    pub known: u32,
    /// How many there are to be.
    pub battles: u32,
}

/// A choice whose battles are played, and how many of them are known.
#[derive(Clone, Debug)]
pub struct First {
    /// None: the captains go on by themselves.
    pub action: Option<Action>,
    pub known: u32,
}

/// Somebody at work in the background.
pub struct Reckoner {
    back: SyncCell<Receiver<News>>,
    stop: Arc<AtomicBool>,
    at_work: bool,
}

impl Reckoner {
    /// Asks the captain what he would answer for that side, where the battle stands.
    pub fn captain(game: &Game, side: Side, wake: impl Fn() + Send + Sync + 'static) -> Option<Reckoner> {
        let ruleset = *game.ruleset();
        Reckoner::start(game, wake, move |world, told| {
            told.tell(News::Captain(BY.make(&ruleset, SEED).answer(&View::of(world, side), side)));
        })
    }

    /// Plays on from where the battle stands, so many times with each of these first, until there are `all` of each: a
    /// battle with each of them in turn, with the same dice.
    pub fn choices(
        game: &Game,
        firsts: Vec<First>,
        all: u32,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Option<Reckoner> {
        let ruleset = *game.ruleset();
        Reckoner::start(game, wake, move |world, told| {
            for n in 0..all {
                for (i, first) in firsts.iter().enumerate().filter(|(_, first)| first.known <= n) {
                    if told.rests_or_stops() {
                        return;
                    }
                    let half = rollout(world, &ruleset, BY, (SEED, n), first.action.as_ref());
                    told.tell(News::Battle(i, half));
                }
            }
        })
    }

    /// Plays on from those moments of a battle that stands at its beginning, one after the other.
    pub fn positions(
        game: &Game,
        answers: Vec<Action>,
        positions: Vec<Position>,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Option<Reckoner> {
        let ruleset = *game.ruleset();
        Reckoner::start(game, wake, move |world, told| {
            for position in positions {
                if !go_to(world, &answers, position.answers) {
                    return;
                }
                let mut halves = Vec::new();
                for n in position.known..position.battles {
                    if told.rests_or_stops() {
                        return;
                    }
                    halves.push(rollout(world, &ruleset, BY, (SEED, n), None));
                }
                told.tell(News::Position(position.answers, halves));
            }
        })
    }

    /// Weighs the answers of a battle that stands at its beginning, one after the other, as `sandtable analyse` does.
    pub fn answers(game: &Game, weighing: Weighing, wake: impl Fn() + Send + Sync + 'static) -> Option<Reckoner> {
        let ruleset = *game.ruleset();
        Reckoner::start(game, wake, move |world, told| {
            let Weighing { actions, from, battles, known } = weighing;
            let order = Order {
                cut: None,
                ruleset: &ruleset,
                actions: &actions,
                by: BY,
                rollouts: battles,
                seed: SEED,
                known: &known,
                keep: &|key, halves| told.tell(News::Played(key, halves.to_vec())),
                stopped: &|| told.rests_or_stops(),
            };
            for n in from..=actions.len() {
                match analysis::find(&order, world, n) {
                    Ok(found) => told.tell(News::Found(found)),
                    Err(_) => return,
                }
            }
        })
    }

    /// Starts it on a copy of the battle as it is seen; nothing where it cannot be mustered once more.
    fn start(
        game: &Game,
        wake: impl Fn() + Send + Sync + 'static,
        work: impl FnOnce(&mut World, &Told) + Send + 'static,
    ) -> Option<Reckoner> {
        let mut world = super::muster(game.ruleset(), game.setup()).ok()?;
        umpire::grant(&mut world);
        Opening::take(game.world()).give(&mut world);
        let (to, back) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let now = || Mutex::new(Instant::now());
        let told = Told { to, stop: Arc::clone(&stop), wake: Box::new(wake), woken: now(), rested: now() };
        std::thread::spawn(move || {
            work(&mut world, &told);
            let Told { to, wake, .. } = told;
            // The end is known by it.
            drop(to);
            wake();
        });
        Some(Reckoner { back: SyncCell::new(back), stop, at_work: true })
    }

    /// What was found since it was asked last.
    pub fn news(&mut self) -> Vec<News> {
        let mut found = Vec::new();
        loop {
            match self.back.get().try_recv() {
                Ok(news) => found.push(news),
                Err(TryRecvError::Empty) => return found,
                Err(TryRecvError::Disconnected) => {
                    self.at_work = false;
                    return found;
                }
            }
        }
    }

    /// Whether there is more to come.
    pub fn is_at_work(&self) -> bool {
        self.at_work
    }
}

impl Drop for Reckoner {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Brings a battle to the moment after so many of those answers; tells whether it came there.
fn go_to(world: &mut World, answers: &[Action], to: usize) -> bool {
    let depth = |world: &World| world.resource::<Journal>().depth();
    while depth(world) > to && undo(world) {}
    let on = answers.get(depth(world)..to).unwrap_or_default().to_vec();
    on.into_iter().all(|action| submit(world, action).is_ok())
}

/// By which the thread tells.
struct Told {
    to: Sender<News>,
    stop: Arc<AtomicBool>,
    wake: Box<dyn Fn() + Send + Sync>,
    woken: Mutex<Instant>,
    rested: Mutex<Instant>,
}

impl Told {
    /// Rests for a share of the time since it last did; or tells that it is to stop.
    fn rests_or_stops(&self) -> bool {
        let mut rested = self.rested.lock().unwrap_or_else(PoisonError::into_inner);
        std::thread::sleep(rested.elapsed().mul_f32(REST));
        *rested = Instant::now();
        self.stop.load(Ordering::Relaxed)
    }

    fn tell(&self, news: News) {
        // When nobody listens any more the thread is about to end.
        let _ = self.to.send(news);
        let mut woken = self.woken.lock().unwrap_or_else(PoisonError::into_inner);
        if woken.elapsed() >= OFTEN {
            *woken = Instant::now();
            (self.wake)();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Ask;
    use crate::gui::saves;
    use crate::rules::{RULESETS, battles};
    use crate::scenario::journal::{Chosen, DiceFrom};

    fn begun() -> Game {
        saves::begun(RULESETS, battles::TEACHING, Chosen::default(), DiceFrom::Seed(1), None).unwrap()
    }

    fn all(mut reckoner: Reckoner) -> Vec<News> {
        let mut found = Vec::new();
        while reckoner.is_at_work() {
            found.extend(reckoner.news());
            std::thread::sleep(Duration::from_millis(5));
        }
        found
    }

    #[test]
    fn each_choice_has_its_battles_in_turn_and_the_numbers_are_those_of_the_laboratory() {
        let game = begun();
        let side = game.view().waiting()[0];
        let action = game.view_of(side).offer(&Ask::all()).choices[0].action.clone();
        let firsts = || {
            let given = First { action: Some(action.clone()), known: 0 };
            vec![given, First { action: None, known: 1 }]
        };
        let found = all(Reckoner::choices(&game, firsts(), 2, || {}).unwrap());
        let mut world = crate::gui::game::muster(game.ruleset(), game.setup()).unwrap();
        Opening::take(game.world()).give(&mut world);
        let mut own = |n, first: Option<&Action>| rollout(&mut world, game.ruleset(), BY, (SEED, n), first);
        let wanted = vec![
            News::Battle(0, own(0, Some(&action))),
            News::Battle(0, own(1, Some(&action))),
            News::Battle(1, own(1, None)),
        ];
        assert_eq!(found, wanted);
        assert_eq!(game.journal().depth(), 0, "the battle itself is left alone");
    }

    #[test]
    fn moments_are_reckoned_from_where_the_battle_stood_then() {
        let mut game = begun();
        for _ in 0..4 {
            let side = game.view().waiting()[0];
            let action = game.view_of(side).offer(&Ask::all()).choices[0].action.clone();
            game.submit(action).unwrap();
        }
        let answers: Vec<Action> = game.answered().map(|(_, action)| action.clone()).collect();
        let at = |answers, known, battles| Position { answers, known, battles };
        let positions = vec![at(4, 0, 1), at(1, 1, 2), at(3, 0, 1)];
        let start = |game: &Game| Reckoner::positions(game, answers, positions, || {}).unwrap();
        let found = all(game.at_its_beginning(start));
        let mut own = |answers, n| {
            game.look(answers);
            let mut world = crate::gui::game::muster(game.ruleset(), game.setup()).unwrap();
            Opening::take(game.world()).give(&mut world);
            News::Position(answers, vec![rollout(&mut world, game.ruleset(), BY, (SEED, n), None)])
        };
        assert_eq!(found, [own(4, 0), own(1, 1), own(3, 0)]);
    }

    #[test]
    fn the_captain_is_asked_and_whoever_waits_no_more_ends_it() {
        let game = begun();
        let side = game.view().waiting()[0];
        let told = all(Reckoner::captain(&game, side, || {}).unwrap());
        let [News::Captain(action)] = &told[..] else { panic!("{told:?}") };
        assert!(game.view_of(side).judge(action).is_ok());
        let reckoner = Reckoner::choices(&game, vec![First { action: None, known: 0 }], 100_000, || {}).unwrap();
        let stop = Arc::clone(&reckoner.stop);
        drop(reckoner);
        assert!(stop.load(Ordering::Relaxed));
        let ends = Instant::now();
        // The thread holds the other one until it ends.
        while Arc::strong_count(&stop) > 1 {
            assert!(ends.elapsed() < Duration::from_secs(60), "it goes on");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}
