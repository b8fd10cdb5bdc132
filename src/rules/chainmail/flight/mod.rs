//! Movement of results (10.2, 10.5): who goes back in order, who retreats and routs, whom routers carry along.

mod rally;
pub mod way;

pub use rally::{Rallies, rallied};

use bevy::ecs::resource::Resource;
use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::commander;
use super::fighting::{fighting, share};
use super::losses::{gone, parted};
use super::numbers::Share;
use super::prisoners::{self, Surrenders};
use super::shape::Shape;
use super::state::{Acts, Contact, Contacts, Flight, Formation, Halted, Run, UnderWay};
use crate::battle::{Arg, Effects, Fact, Job, Narration, Ref, Truth, alter, alter_one, put};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::{Cdeg, Footprint, Mil, Placement, Pose};
use way::{Met, away, crowd, way};

const DISTANCES: Cite = Cite("C103");
const BLOCKED: Cite = Cite("C104");
const ENGINES: Cite = Cite("C73");

/// How a side leaves a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum How {
    /// Half a Move, in order.
    BackHalf,
    /// A Move, in order.
    Back,
    /// A Move, in disorder.
    Retreat,
    /// One and a half, in disorder.
    Rout,
}

impl How {
    /// How far that is, in Moves.
    pub fn moves(self) -> Share {
        let numbers = fighting();
        match self {
            How::BackHalf => numbers.back_half,
            How::Back => numbers.back,
            How::Retreat => numbers.retreat,
            How::Rout => numbers.rout,
        }
    }
}

/// Who has been carried along in the flight that goes on.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carried(pub Vec<UnitId>);

/// A job: a unit goes back in order from those enemies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GoesBack {
    pub unit: UnitId,
    pub how: How,
    pub enemies: Vec<UnitId>,
}

/// A job: a unit turns and runs from those enemies; nobody of them: from the nearest that there is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flees {
    pub unit: UnitId,
    pub rout: bool,
    pub enemies: Vec<UnitId>,
    /// Who charged it.
    pub charger: Option<UnitId>,
    /// Whether it begins a flight of its own, and is not carried along.
    pub begins: bool,
}

/// A job: it runs on, so many inches that way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Runs {
    pub unit: UnitId,
    pub rout: bool,
    pub heading: Cdeg,
    pub left: Mil,
    /// Whom it fought, and who catches it if it does not get away.
    pub foes: Vec<UnitId>,
}

impl Job for GoesBack {
    const NAME: &'static str = "chainmail.goes-back";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(goes_back, self, world)
    }
}

impl Job for Flees {
    const NAME: &'static str = "chainmail.flees";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(flees, self, world)
    }
}

impl Job for Runs {
    const NAME: &'static str = "chainmail.runs";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(runs, self, world)
    }
}

/// The direction of a heading.
pub fn direction(heading: Cdeg) -> Vec2 {
    Footprint::new(Pose { at: Vec2::ZERO, heading }, 1.0, 1.0).forward()
}

/// A unit's placement moved as it stands.
pub fn shifted(field: Battlefield, unit: UnitId, by: Vec2) -> Placement {
    let mut placement = field.0.placement(unit).clone();
    if let Placement::Block { pose, .. } = &mut placement {
        pose.at += by;
    }
    placement
}

fn moved(unit: UnitId, cite: Cite, says: &'static str, from: Pose, to: Pose) -> Fact {
    let narration = Narration::Moved { who: vec![Ref::Unit(unit)], along: vec![vec![from, to]] };
    Fact::new(cite, narration).says(Word(says)).word(Word("who"), Arg::Of(Ref::Unit(unit)))
}

/// Whether a footprint is still within an inch of one of those.
fn is_caught(field: Battlefield, print: &Footprint, foes: &[UnitId]) -> bool {
    let control = *super::data::tables().control;
    let near = |foe: &UnitId| crate::table::measure::within(print, &field.print(*foe), control);
    foes.iter().filter(|foe| field.0.on_table(**foe)).any(near)
}

pub fn goes_back(InRef(job): InRef<GoesBack>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    if !field.0.on_table(unit) {
        return Effects::pop();
    }
    if field.kind(unit).is_machine() {
        return Effects::pop().fact(gone(field, unit, ENGINES, Word("abandoned")));
    }
    let direction = away(field, unit, &job.enemies, field.contacts(), None);
    let way = way(field, unit, direction, share(field.pace(unit), job.how.moves()));
    let by = direction * way.by.to_inches();
    let (from, placement) = (field.front(unit), shifted(field, unit, by));
    let print = field.print(unit).shifted(by);
    let to = print.pose();
    let caught = is_caught(field, &print, &job.enemies);
    let cite = if way.met == Met::Nothing { DISTANCES } else { BLOCKED };
    let says = if way.by == Mil::ZERO { "has-no-room-back" } else { "driven-back" };
    let mut fact = moved(unit, cite, says, from, to).change(put(unit, placement));
    fact = fact.word(Word("measured"), Arg::Measured(crate::battle::Measured::Length(way.by)));
    if caught {
        // It stays in the melee with those who are still within an inch; nobody follows it.
        let near = move |foe: UnitId| is_caught(field, &print, &[foe]);
        let left: Vec<UnitId> =
            field.contacts().iter().filter_map(|of| of.other(unit)).filter(|foe| !near(*foe)).collect();
        fact = fact.change(alter_one(move |contacts: &mut Contacts| {
            contacts.0.retain(|of| of.other(unit).is_none_or(|foe| !left.contains(&foe)));
        }));
    } else {
        fact = fact.change(parted(unit));
    }
    if let Some(change) = prisoners::escape(field, unit) {
        fact = fact.change(change);
    }
    Effects::pop().fact(fact).facts(commander::taken(field, unit, &[from, to]))
}

pub fn flees(InRef(job): InRef<Flees>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    if !field.0.on_table(unit) {
        return Effects::pop();
    }
    if field.kind(unit).is_machine() {
        return Effects::pop().fact(gone(field, unit, ENGINES, Word("abandoned")));
    }
    let near: Vec<UnitId>;
    let enemies = if job.enemies.is_empty() {
        near = nearest(field, unit).into_iter().collect();
        &near
    } else {
        &job.enemies
    };
    let contacts: Vec<Contact> = field.contacts().to_vec();
    let heading = Cdeg::towards(away(field, unit, enemies, &contacts, job.charger));
    let old = field.flight(unit);
    let run = Run { rout: job.rout || old.is_some_and(|old| old.rout), turn: old.map_or(0, |old| old.turn) };
    let moves = if run.rout { How::Rout } else { How::Retreat };
    let left = share(field.pace(unit), moves.moves());
    let marked =
        Narration::Marked { of: Ref::Unit(unit), what: Word(if run.rout { "rout" } else { "retreat" }), on: true };
    let begins = job.begins;
    let fact = prisoners::escape(field, unit)
        .into_iter()
        .fold(Fact::new(DISTANCES, marked), Fact::change)
        .change(put(unit, Flight(Some(run))))
        .change(put(unit, UnderWay(None)))
        .change(put(unit, Halted(0)))
        .change(alter(unit, |acts: &mut Acts| acts.ran = true))
        .change(parted(unit))
        .change(alter_one(move |carried: &mut Carried| {
            if begins {
                carried.0.clear();
            }
            carried.0.push(unit);
        }));
    Effects::become_job(Runs { unit, rout: run.rout, heading, left, foes: job.enemies.clone() }).fact(fact)
}

/// The nearest enemy within the distance from which one runs.
pub fn nearest(field: Battlefield, unit: UnitId) -> Option<UnitId> {
    let near = |enemy: &UnitId| (field.distance(unit, *enemy), *enemy);
    field.enemies(unit).min_by_key(near).filter(|enemy| field.distance(unit, *enemy) <= *fighting().near)
}

pub fn runs(InRef(job): InRef<Runs>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    if !field.0.on_table(unit) {
        return Effects::pop();
    }
    let along = direction(job.heading);
    let way = way(field, unit, along, job.left);
    let by = along * way.by.to_inches();
    let (from, placement) = (field.front(unit), shifted(field, unit, by));
    let to = field.print(unit).shifted(by).pose();
    let carried = &field.0.battle_state::<Carried>().0;
    match way.met {
        Met::Edge => return Effects::pop().fact(gone(field, unit, DISTANCES, Word("off"))),
        Met::Friend(friend) if job.rout && !carried.contains(&friend) => {
            // The router waits at the touch; the friend runs first.
            let fact = moved(unit, Cite("C113"), "runs", from, to).change(put(unit, placement));
            let rest = Runs { left: Mil(job.left.0 - way.by.0), ..job.clone() };
            let friend = Flees { unit: friend, rout: true, enemies: Vec::new(), charger: None, begins: false };
            return Effects::become_job(rest).fact(fact).push(friend);
        }
        _ => {}
    }
    let there = field.print(unit).shifted(by);
    if is_caught(field, &there, &job.foes) {
        let said = Fact::new(BLOCKED, Narration::Said(Word("cornered"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
        let ran = moved(unit, BLOCKED, "runs", from, to);
        return Effects::pop().fact(ran).fact(said).push(Surrenders { unit, takers: job.foes.clone() });
    }
    let mut effects = Effects::pop();
    let stands = crowd(field, unit, &there, along).unwrap_or_else(|| about(&placement, &there));
    let is_crowd = Formation { shape: Shape::Column, open: false };
    let end = stands.pose(field.size(unit)).unwrap_or(to);
    let cite = if way.met == Met::Nothing { DISTANCES } else { BLOCKED };
    effects = effects.fact(moved(unit, cite, "runs", from, end).change(put(unit, stands)).change(put(unit, is_crowd)));
    effects = effects.facts(commander::taken(field, unit, &[from, to]));
    if let Met::Friend(friend) = way.met
        && !job.rout
    {
        let stops = Fact::new(Cite("C112"), Narration::Said(Word("stops-with")))
            .word(Word("who"), Arg::Of(Ref::Unit(unit)))
            .word(Word("whom"), Arg::Of(Ref::Unit(friend)))
            .change(put(friend, Halted(2)));
        effects = effects.fact(stops);
    }
    effects
}

/// The same rectangle, facing the other way.
fn about(placement: &Placement, there: &Footprint) -> Placement {
    let mut placement = placement.clone();
    if let Placement::Block { pose, .. } = &mut placement {
        let turned = there.faced(Cdeg::HALF);
        *pose = turned.pose();
    }
    placement
}
