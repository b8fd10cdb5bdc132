//! A half of the movement (C30): all move on tick by tick until somebody makes contact or a change of formation is paid for,
//! which is dealt with at once, and then on.

use bevy::ecs::resource::Resource;
use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::meets::Meets;
use super::moving::Moving;
use super::numbers;
use super::written::Written;
use crate::battle::{Arg, Effects, Fact, Job, Narration, Ref, Truth, put, set};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::commander;
use crate::rules::chainmail::data::tables;
use crate::rules::chainmail::ground::{is_barred, may_pass};
use crate::rules::chainmail::moves::form::{self, Formed};
use crate::rules::chainmail::state::MarchedOn;
use crate::rules::chainmail::terrain;
use crate::table::segment::goes_straight_on;
use crate::table::together::{Events, Mover, Scene, Stop, run};
use crate::table::{Foot, Footprint, Leg, Piece, Pose};

const HALVES: Cite = Cite("C30");

/// All who move in this turn, and the tick to which they have come.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize)]
pub struct Movement {
    pub tick: u32,
    pub moving: Vec<Moving>,
}

impl Movement {
    /// Somebody who moves.
    pub fn of(&self, unit: UnitId) -> Option<&Moving> {
        self.moving.iter().find(|moving| moving.mover.unit == unit)
    }
}

/// A job: the first or the second half.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Half {
    pub nth: u32,
}

impl Job for Half {
    const NAME: &'static str = "chainmail.half";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(half, self, world)
    }
}

/// A job: a unit takes the formation that it has paid for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reforms {
    pub unit: UnitId,
}

impl Job for Reforms {
    const NAME: &'static str = "chainmail.reforms";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(reforms, self, world)
    }
}

pub fn half(InRef(job): InRef<Half>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let mut movement: Movement = field.0.battle_state::<Movement>().clone();
    let whole = numbers().ticks;
    let (from, to) = (whole * (job.nth - 1) / 2, whole * job.nth / 2);
    let tick = movement.tick;
    movement.moving.retain_mut(|moving| moving.is_there(field, tick));
    if tick >= to || movement.moving.is_empty() {
        return if job.nth == 2 { ends(field, &movement) } else { Effects::pop() };
    }
    if tick == from {
        for moving in &mut movement.moving {
            moving.from = field.print(moving.mover.unit).centre;
        }
    }
    let (events, trails) = advance(field, &mut movement, to);
    let swept = trails.clone();
    let mut who = Vec::new();
    let mut along = Vec::new();
    let mut changes = Vec::new();
    for (moving, trail) in movement.moving.iter().zip(trails) {
        changes.extend(moving.changes(field));
        if trail.len() > 1 {
            who.push(Ref::Unit(moving.mover.unit));
            along.push(trail);
        }
    }
    let mut fact = if who.is_empty() {
        Fact::new(HALVES, Narration::Said(Word("nobody-moves")))
    } else {
        Fact::new(HALVES, Narration::Moved { who, along }).says(Word("all-move"))
    };
    fact.changes.extend(changes);
    let trails = movement.moving.iter().map(|moving| moving.mover.unit).zip(&swept);
    let mut taken = trails.map(|(unit, trail)| commander::taken(field, unit, trail));
    let taken = taken.find(|facts| !facts.is_empty()).unwrap_or_default();
    let fact = fact.change(set(movement));
    let mut effects = Effects::stay().fact(fact).facts(taken).facts(events.stops.iter().filter_map(stops));
    for unit in events.due.iter().rev() {
        effects = effects.push(Reforms { unit: *unit });
    }
    if events.contacts.is_empty() { effects } else { effects.push(Meets { contacts: events.contacts, next: None }) }
}

/// Moves all on until something happens, and says by which poses each has gone.
fn advance(field: Battlefield, movement: &mut Movement, to: u32) -> (Events, Vec<Vec<Pose>>) {
    let mut movers: Vec<Mover> = movement.moving.iter().map(|moving| moving.mover.clone()).collect();
    let moves = |foot: &&Foot| movers.iter().all(|mover| mover.unit != foot.unit);
    let standing: Vec<Foot> = field.0.layout().feet().iter().filter(moves).copied().collect();
    let passed = |unit: UnitId| may_pass(field, unit);
    let holds = |mover: &Mover, print: &Footprint| holds(field, mover, print);
    let scene = Scene { standing: &standing, control: *tables().control, passed: &passed, holds: &holds };
    let mut trails: Vec<Vec<Pose>> = movers.iter().map(|mover| vec![mover.now.pose()]).collect();
    let mut all = Events::default();
    while movement.tick < to {
        let (tick, events) = run(&mut movers, &scene, movement.tick, movement.tick + 1);
        movement.tick = tick;
        for (trail, mover) in trails.iter_mut().zip(&movers) {
            add(trail, mover.now.pose());
        }
        all.stops.extend(events.stops);
        if !events.contacts.is_empty() || !events.due.is_empty() {
            (all.contacts, all.due) = (events.contacts, events.due);
            break;
        }
    }
    for (moving, mover) in movement.moving.iter_mut().zip(movers) {
        moving.mover = mover;
    }
    (all, trails)
}

/// Adds a pose to a trail; the one before is left out where the way goes straight on through it.
fn add(trail: &mut Vec<Pose>, pose: Pose) {
    let Some(last) = trail.last().copied().filter(|last| *last != pose) else { return };
    if let [.., before, _] = trail[..] {
        let alike = before.heading == last.heading && last.heading == pose.heading;
        if alike && goes_straight_on([before.at, last.at, pose.at]) {
            trail.pop();
        }
    }
    trail.push(pose);
}

/// Whether the ground lets a unit stand there on its way: what it stands on already it may leave.
fn holds(field: Battlefield, mover: &Mover, print: &Footprint) -> bool {
    let ground = field.0.ground();
    let (unit, open) = (mover.unit, field.formation(mover.unit).open);
    let wet = |piece: &Piece| terrain::kind(piece).is_some_and(|kind| kind.cross.is_some() || kind.whole);
    ground.holds(print)
        && !ground.under(print).any(|piece| {
            let bars = is_barred(field, unit, open, piece) || (!mover.closes && wet(piece));
            bars && !piece.meets(&mover.now)
        })
}

/// How it is told that somebody is cut short; contacts are told when they are made.
fn stops((unit, why): &(UnitId, Stop)) -> Option<Fact> {
    let (cite, says, whom) = match *why {
        Stop::Contact(_) => return None,
        Stop::Enemy(whom) => ("C124", "stops-before", Some(whom)),
        Stop::Friend(whom) => ("C126", "stops-for-friend", Some(whom)),
        Stop::Ground => ("C124", "stops-on-ground", None),
    };
    let fact = Fact::new(Cite(cite), Narration::Said(Word(says))).word(Word("who"), Arg::Of(Ref::Unit(*unit)));
    Some(match whom {
        Some(whom) => fact.word(Word("whom"), Arg::Of(Ref::Unit(whom))),
        None => fact,
    })
}

/// The movement is over: formations that waited for room appear, and it is noted who has marched straight on.
fn ends(field: Battlefield, movement: &Movement) -> Effects {
    let waits = Side::BOTH.into_iter().flat_map(|side| field.side(side)).find_map(|unit| form::appears(field, unit));
    if let Some(fact) = waits {
        return Effects::stay().fact(fact);
    }
    let mut over = Fact::new(HALVES, Narration::Said(Word("movement-over")));
    for unit in field.0.roster().ids() {
        let marched = movement.of(unit).is_some_and(|moving| moving.straight) && !field.engaged(unit);
        if field.0.unit_state::<MarchedOn>(unit).0 != marched {
            over = over.change(put(unit, MarchedOn(marched)));
        }
    }
    let is_nothing = over.changes.is_empty() && field.0.battle_state::<Written>().0.is_empty() && movement.tick == 0;
    if is_nothing {
        return Effects::pop();
    }
    Effects::pop().fact(over.change(set(Movement::default())).change(set(Written::default())))
}

pub fn reforms(InRef(job): InRef<Reforms>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    let movement: &Movement = field.0.battle_state();
    let leg = movement.of(unit).and_then(|moving| {
        let course = &moving.mover.course;
        course.due(movement.tick).map(|nth| course.steps[nth].leg)
    });
    let fact = match leg {
        Some(Leg::Form(to)) => match Formed::named(to) {
            Some(Formed::Ranks { open }) => form::opens(field, unit, open),
            _ => form::appears(field, unit),
        },
        _ => None,
    };
    match fact {
        Some(fact) => Effects::pop().fact(fact),
        None => {
            let waits = Fact::new(Cite("C126"), Narration::Said(Word("no-room-to-form")));
            Effects::pop().fact(waits.word(Word("who"), Arg::Of(Ref::Unit(unit))))
        }
    }
}
