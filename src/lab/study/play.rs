//! Plays the battles of a study: so many pairs of some of its arms, over several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bevy::ecs::world::World;
use bevy::math::Vec2;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::deeds::Deeds;
use super::luck::Luck;
pub use super::row::{Fallen, Reached, Row};
use crate::battle::setup::Setup;
use crate::battle::{self, Action, Opening, Refusal, Ruleset, View, begin_again, digest, notation};
use crate::dice::Dice;
use crate::ids::Side;
use crate::lab::batch::{Stopped, game_seed, player_seed};
use crate::lab::judge::Judge;
use crate::lab::play::{BUDGET, Halt, Played, Watcher, play_watched};
use crate::players::{Kind, Planned, Player};
use crate::scenario::study::Arm;
use crate::scenario::study_change::Who;

/// Makes a world in which the battles of an arm begin: mustered, or played to where a journal is gone on with.
pub type Muster<'a> = dyn Fn(&Arm) -> World + Sync + 'a;

/// What is to be played.
pub struct Block<'a> {
    /// By which rules.
    pub ruleset: &'a Ruleset,
    /// All arms of the study.
    pub arms: &'a [Arm],
    /// Makes a world in which the battles of that arm begin.
    pub world: &'a Muster<'a>,
    /// Which of them are played.
    pub which: Vec<usize>,
    /// The numbers of the pairs.
    pub pairs: std::ops::RangeInclusive<u32>,
    /// Whether each is played a second time with the players in each other's seats.
    pub swap: bool,
    /// Whose result it is.
    pub side: Side,
    /// Of the study.
    pub seed: u64,
    /// How often answers are given again to measure luck; 0: it is not measured.
    pub luck: u32,
    /// Threads.
    pub jobs: usize,
    /// Called after each battle.
    pub done: &'a (dyn Fn() + Sync),
}

/// One battle to be played.
#[derive(Clone, Copy)]
struct Task {
    arm: usize,
    pair: u32,
    swapped: bool,
}

/// Plays the battles of a block; in the order of arms, pairs and seats, whatever the number of threads.
pub fn play(block: &Block) -> Vec<Row> {
    let seats: &[bool] = if block.swap { &[false, true] } else { &[false] };
    let of_arm = |arm: &usize| {
        let arm = *arm;
        let pairs = block.pairs.clone();
        pairs.flat_map(move |pair| seats.iter().map(move |swapped| Task { arm, pair, swapped: *swapped }))
    };
    let tasks: Vec<Task> = block.which.iter().flat_map(of_arm).collect();
    let next = AtomicUsize::new(0);
    let gathered: Mutex<Vec<(usize, Row)>> = Mutex::new(Vec::with_capacity(tasks.len()));
    let worker = || {
        let mut mustered: Option<(usize, World, Opening)> = None;
        let mut mine = Vec::new();
        while let Some((n, task)) = next_of(&next, &tasks) {
            let (world, opening) = match &mut mustered {
                Some((arm, world, opening)) if *arm == task.arm => (world, &*opening),
                other => {
                    let world = (block.world)(&block.arms[task.arm]);
                    let opening = Opening::take(&world);
                    let (_, world, opening) = other.insert((task.arm, world, opening));
                    (world, &*opening)
                }
            };
            mine.push((n, one(block, task, world, opening)));
            (block.done)();
        }
        gathered.lock().unwrap_or_else(std::sync::PoisonError::into_inner).append(&mut mine);
    };
    std::thread::scope(|scope| {
        for _ in 0..block.jobs.clamp(1, tasks.len().max(1)) {
            scope.spawn(worker);
        }
    });
    let mut rows = gathered.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    rows.sort_unstable_by_key(|(n, _)| *n);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Plays a battle again, in the seats as they are: a world in which it is over.
pub fn again(block: &Block, arm: usize, pair: u32) -> World {
    let mut world = (block.world)(&block.arms[arm]);
    let opening = Opening::take(&world);
    one(block, Task { arm, pair, swapped: false }, &mut world, &opening);
    world
}

fn next_of(next: &AtomicUsize, tasks: &[Task]) -> Option<(usize, Task)> {
    let n = next.fetch_add(1, Ordering::Relaxed);
    tasks.get(n).map(|task| (n, *task))
}

/// A world with that battle. It was mustered without an error when the study was read.
pub fn muster(ruleset: &Ruleset, setup: &Setup) -> World {
    let mut world = battle::world(ruleset);
    (ruleset.muster)(setup, &mut world);
    world
}

fn one(block: &Block, task: Task, world: &mut World, opening: &Opening) -> Row {
    let Task { arm, pair, swapped } = task;
    let seed = game_seed(block.seed, pair);
    let side = if swapped { block.side.other() } else { block.side };
    let mut watcher = None;
    let played = match begin_again(world, opening, Dice::seeded(seed)) {
        Ok(()) => {
            let who = |side: Side| {
                let seat = if swapped { side.other() } else { side };
                player(block.ruleset, block.arms[arm].change.players[seat.index()].as_ref(), player_seed(seed, seat))
            };
            let (mut north, mut south) = (who(Side::North), who(Side::South));
            let wide = block.arms[arm].setup.table.0;
            let watcher = watcher.insert(Course::begin(world, block, side, seed, wide));
            play_watched(world, [north.as_mut(), south.as_mut()], BUDGET, watcher)
        }
        Err(refusal) => Played { end: Err(Halt::Opening(Box::new(refusal))), turns: 0, actions: 0 },
    };
    let stopped = played.end.as_ref().err().map(|halt| Stopped { word: halt.word().into(), told: halt.tell(world) });
    let (score, why) = match &played.end {
        Ok(end) => (end.winner.map_or(0.5, |winner| f64::from(u8::from(winner == side))), end.why.0),
        Err(halt) => (0.5, halt.word()),
    };
    let mut row = Row {
        arm,
        pair,
        swapped,
        seed,
        side,
        score,
        margin: 0.0,
        luck: Default::default(),
        turns: played.turns,
        why: why.into(),
        stopped,
        digest: digest(world),
        course: Vec::new(),
        fell: Vec::new(),
        deeds: Vec::new(),
        fought: Vec::new(),
    };
    if let Some(watcher) = watcher {
        watcher.finish(world, played.turns, &mut row);
        row.margin = row.course.last().map_or(0.0, |last| last.margin);
    }
    row
}

/// The player of a seat; the captain where the study names none.
fn player(ruleset: &Ruleset, who: Option<&Who>, seed: u64) -> Box<dyn Player> {
    match who {
        Some(Who::Plan(plan, name)) => Box::new(Planned::new(ruleset, plan, name)),
        Some(Who::Player(name)) => {
            let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name).unwrap_or(Kind::Captain);
            kind.make(ruleset, seed)
        }
        None => Kind::Captain.make(ruleset, seed),
    }
}

/// Watches how a battle goes.
struct Course {
    luck: Luck,
    judge: Judge,
    turn: u32,
    course: Vec<Reached>,
    /// A hash of all answers.
    said: u64,
    /// Where the units that are on the table stood when the last answer was given.
    stood: Vec<Option<Vec2>>,
    /// The units that are gone: in which turn, and where they stood.
    fell: Vec<Option<(u32, Vec2)>>,
    deeds: Deeds,
}

impl Course {
    fn begin(world: &World, block: &Block, side: Side, seed: u64, wide: f32) -> Course {
        let view = View::umpire(world);
        let judge = Judge::begin(world, block.ruleset, side);
        let luck = Luck::begin(judge.clone(), seed, block.luck);
        let fell = vec![None; view.roster().len()];
        let turn = view.clock().turn;
        let deeds = Deeds::begin(world, block.ruleset, wide);
        Course { luck, judge, turn, course: Vec::new(), said: 0, stood: places(&view), fell, deeds }
    }

    fn reached(&self, world: &World, turn: u32) -> Reached {
        let value = self.judge.value(world);
        Reached { turn, margin: value.x, left: value.y, said: self.said }
    }

    fn finish(mut self, world: &World, turns: u32, row: &mut Row) {
        self.course.push(self.reached(world, turns));
        let roster = View::umpire(world).roster();
        let fell = roster.ids().zip(&self.fell).filter_map(|(unit, fell)| {
            let (turn, at) = (*fell)?;
            let at = at.to_array().map(|inches| (inches * 100.0).round() as i32);
            Some(Fallen { unit: roster.name(unit).into(), side: roster.side(unit), turn, at })
        });
        row.fell = fell.collect();
        (row.course, row.luck) = (self.course, self.luck.sum());
        (row.deeds, row.fought) = self.deeds.finish(world);
    }
}

/// Where each unit stands that is on the table.
fn places(view: &View) -> Vec<Option<Vec2>> {
    let at = |unit| view.on_table(unit).then(|| view.pose(unit)).flatten().map(|pose| pose.at);
    view.roster().ids().map(at).collect()
}

impl Watcher for Course {
    fn before(&mut self, world: &World, action: &Action) {
        let view = View::umpire(world);
        let line = notation::write(action, &view.names());
        self.said = xxh3_64_with_seed(line.as_bytes(), self.said);
        self.stood = places(&view);
    }

    fn after(&mut self, world: &World) {
        let view = View::umpire(world);
        self.deeds.after(world, &self.stood);
        for ((unit, stood), fell) in view.roster().ids().zip(&self.stood).zip(&mut self.fell) {
            match (view.on_table(unit), stood) {
                (true, _) => *fell = None,
                (false, Some(at)) => *fell = Some((self.turn, *at)),
                (false, None) => {}
            }
        }
        let turn = view.clock().turn;
        if turn != self.turn {
            let reached = self.reached(world, self.turn);
            self.course.push(reached);
            self.turn = turn;
        }
    }

    fn submit(&mut self, world: &mut World, action: Action) -> Result<(), Refusal> {
        self.luck.submit(world, action)
    }
}
