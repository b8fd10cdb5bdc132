//! Units that slide because they must, or to make way (A8.3, A9.2, A10.6, W60-W65): as a block, facing kept, straight in
//! one direction. What is met on the way is settled in the order in which it is met: elephants trample it, friends may
//! make way, and what stays stops the block or, in a retreat, destroys the stands that would have to cross it.

mod obstacles;
mod shaken;
mod trample;
pub mod way;

pub use obstacles::free;
pub use shaken::{CONFUSED, Shaken, confuse};
pub use way::HANDLER as WAY;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use self::obstacles::{Met, Stop, first};
use self::trample::Trample;
use super::battlefield::Battlefield;
use super::casualties::removed;
use super::edge::Leaves;
use super::relocate::Relocation;
use super::troop::Tag;
use crate::battle::{Effects, Job, Truth};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::{Cdeg, Mil, Pose, turn};

const DRIVE_BACK: Cite = Cite("A8.3");
const RETREAT: Cite = Cite("A10.6");
const WAY_RULE: Cite = Cite("A9.2");
const BLUNDER: Cite = Cite("A5.5");

crate::word_enum! {
    /// Why a unit slides.
    pub enum Why {
        DriveBack = "drive-back",
        Retreat = "retreat",
        /// It makes way to a side.
        Aside = "aside",
        /// It makes way in the same direction.
        Back = "back",
        /// It goes away from enemies by a blunder.
        Blunder = "blunder",
    }
}

impl Why {
    fn cite(self) -> Cite {
        match self {
            Why::DriveBack => DRIVE_BACK,
            Why::Retreat => RETREAT,
            Why::Aside | Why::Back => WAY_RULE,
            Why::Blunder => BLUNDER,
        }
    }

    fn says(self) -> Word {
        match self {
            Why::DriveBack => Word("driven-back"),
            Why::Retreat => Word("retreats"),
            Why::Aside | Why::Back => Word("makes-way"),
            Why::Blunder => Word("shies-away"),
        }
    }

    /// Whether friends may make way for it.
    fn pushes(self) -> bool {
        self != Why::Blunder
    }

    /// Whether elephants trample what they come into (W60).
    fn tramples(self) -> bool {
        matches!(self, Why::DriveBack | Why::Retreat)
    }
}

/// A job: a unit is pushed along, or goes because it must, facing kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Slide {
    pub unit: UnitId,
    /// The compass direction.
    pub bearing: Cdeg,
    pub far: Mil,
    pub why: Why,
    /// Those who have been asked to make way: whoever of them still stands there does not.
    pub asked: Vec<UnitId>,
    /// Those who slide with it as one: they are in nobody's way.
    pub with: Vec<UnitId>,
    /// Who fights in the engagement that it retreats from: to come to touch others destroys (A10.6).
    pub fight: Vec<UnitId>,
    /// Which of its stands has trampled which stand, both by where they stand: numbers close up when a stand is lost.
    pub trampled: Vec<(Pose, Pose)>,
}

impl Slide {
    /// The slide before its first step: nobody has been asked to make way, nobody goes with it.
    pub fn new(unit: UnitId, direction: Vec2, far: Mil, why: Why) -> Slide {
        let bearing = bearing(direction);
        let (asked, with, fight, trampled) = Default::default();
        Slide { unit, bearing, far, why, asked, with, fight, trampled }
    }

    /// The direction in which it goes, a unit vector.
    pub fn direction(&self) -> Vec2 {
        direction(self.bearing)
    }
}

/// The compass direction of a vector, to 1/100 degree (A1).
pub fn bearing(direction: Vec2) -> Cdeg {
    Cdeg::measured(bevy::math::ops::atan2(direction.x, direction.y).to_degrees()).heading()
}

/// The unit vector in a compass direction.
pub fn direction(bearing: Cdeg) -> Vec2 {
    let (sin, cos) = turn(bearing);
    Vec2::new(sin, cos)
}

impl Job for Slide {
    const NAME: &'static str = "ancientmaster.slide";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(slide, self, world)
    }
}

pub fn slide(InRef(job): InRef<Slide>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    if !field.0.on_table(unit) || job.far <= Mil::ZERO {
        return Effects::pop();
    }
    let elephants = field.has(unit, Tag::Elephants) && job.why.tramples();
    let Some(met) = first(field, job, elephants) else { return arrive(field, job, job.far, None) };
    match met {
        Met::Trampled { stand, at, base, there } => {
            let mut next = job.clone();
            next.trampled.push((stand, there));
            Effects::become_job(next).push(Trample { by: unit, from: stand, at, base })
        }
        Met::Friend { friend, at } => {
            let mut next = job.clone();
            next.asked.push(friend);
            let left = Mil(job.far.0 - Mil::down(at).0);
            let effects = Effects::become_job(next);
            match way::question(field, job, friend, left) {
                Some(question) => effects.ask(question),
                None => effects,
            }
        }
        Met::Stops { at, stop } if job.why == Why::Retreat => blocked_retreat(field, job, at, stop),
        Met::Stops { at, stop } => arrive(field, job, Mil::down(at.max(0.0)), Some(stop)),
        Met::Edge => leaves(field, job),
    }
}

/// It slides so far, and is confused by what stopped it.
fn arrive(field: Battlefield, job: &Slide, far: Mil, stop: Option<Stop>) -> Effects {
    let by = job.direction() * far.to_inches();
    let slid = Relocation::slid(field, job.unit, by, job.why.cite(), job.why.says());
    let effects = slid.apply(field, Effects::pop());
    match stop {
        None => effects,
        // A blunder confuses nobody: it stops short (A5.5).
        Some(_) if job.why == Why::Blunder => effects,
        Some(Stop::Ground) => effects.push(Shaken { unit: job.unit, cite: "A9.1" }),
        Some(Stop::Enemy | Stop::Engaged | Stop::Friend) => confuse(field, job.unit, Cite("A9.1"), effects),
    }
}

/// The stand that would have to cross what is in the way is destroyed, and the others go on (A10.6).
fn blocked_retreat(field: Battlefield, job: &Slide, _: f32, _: Stop) -> Effects {
    let blocked = obstacles::blocked_stand(field, job);
    match blocked {
        Some(base) => removed(field, job.unit, base, RETREAT, Effects::become_job(job.clone())),
        None => arrive(field, job, job.far, None),
    }
}

/// It crosses the table's edge (A13).
fn leaves(field: Battlefield, job: &Slide) -> Effects {
    let _ = field;
    Effects::become_job(Leaves { unit: job.unit, bearing: job.bearing, returns: false })
}
