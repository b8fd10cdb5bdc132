//! A battle's world, and how a ruleset puts its first work on the agenda. A ruleset registers its state and its
//! vocabulary; a job names its system and a question its handler where they are made, so that neither can be forgotten.

use std::any::TypeId;
use std::fmt;

use bevy::ecs::entity::Entity;
use bevy::ecs::resource::Resource;
use bevy::ecs::system::{InRef, IntoSystem, SystemId};
use bevy::ecs::world::World;
use bevy::utils::TypeIdMap;

use super::action::Action;
use super::agenda::{Agenda, Effects, Frame, Job, Question, Work};
use super::clock::{Clock, DrawOffer, Outcome};
use super::journal::Journal;
use super::kept::{self, Kept};
use super::notation::Vocabulary;
use super::offer::{Ask, Choice, Fitted, Offer, Wish};
use super::refusal::{Refusal, Ruling};
use super::roster::{Bodies, Roster};
use super::ruleset::Ruleset;
use super::secret::{self, Open};
use super::state::{BattleState, RegisteredState, UnitState};
use super::switches::InForce;
use super::view::View;
use crate::cite::Word;
use crate::dice::Dice;
use crate::ids::{Side, UnitId};
use crate::table::{Ground, Layout, Placement};

/// A question as the side that is asked sees it: no handler offers, judges or fits by what that side may not know.
#[derive(Clone, Copy)]
pub struct Asking<'a> {
    /// What that side may see.
    pub view: View<'a>,
    /// Without the other side's sealed answer.
    pub question: &'a Question,
    /// The side that answers.
    pub side: Side,
}

/// A question that was answered, as it is enacted: with the whole truth, which may interrupt what was accepted.
#[derive(Clone, Copy)]
pub struct Answered<'a> {
    /// The whole truth.
    pub view: View<'a>,
    /// The question as it was asked, with all its answers.
    pub question: &'a Question,
    /// The side that has answered.
    pub side: Side,
    /// The question as that side saw it when its answer was judged.
    pub judged: Asking<'a>,
}

/// What a ruleset says about one of its questions. Every function is pure. `enact` is called only with an action that
/// `judge` accepted; it rolls no dice but pushes jobs for whatever needs them. Only `enact` is given the whole truth.
#[derive(Clone, Copy)]
pub struct Handler {
    /// The word by which files, logs and programs name it.
    pub key: Word,
    /// The verbs with which it is answered.
    pub verbs: &'static [Word],
    /// What the side may do: choices that are each accepted as they stand.
    pub offer: fn(&Asking, &Ask) -> Offer,
    /// Yes, with what it would lead to; or the refusal. Nothing changes.
    pub judge: fn(&Asking, &Action) -> Result<Ruling, Refusal>,
    /// The nearest action that is accepted, and what cut this one.
    pub fit: fn(&Asking, &Action) -> Fitted,
    /// The action nearest to a wish of somebody who drags or points.
    pub aim: fn(&Asking, &Choice, Wish) -> Fitted,
    /// What follows from an answer that was accepted.
    pub enact: fn(&Answered, &Action) -> Effects,
}

/// Shown by its key: the addresses of its functions say nothing.
impl fmt::Debug for Handler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Handler").field(&self.key).finish()
    }
}

/// Handlers of one key belong to one question.
impl PartialEq for Handler {
    fn eq(&self, other: &Handler) -> bool {
        self.key == other.key
    }
}

/// The systems that have run in this world, by their types.
#[derive(Resource, Default)]
struct Systems(TypeIdMap<Entity>);

/// The ruleset of a battle.
#[derive(Resource, Clone, Copy)]
pub struct InPlay(pub Ruleset);

impl Open for InPlay {}

/// A bare world for a battle under that ruleset, with nothing in it yet.
pub fn world(ruleset: &Ruleset) -> World {
    let mut world = World::new();
    world.init_resource::<RegisteredState>();
    world.init_resource::<Systems>();
    world.init_resource::<Roster>();
    world.init_resource::<Layout>();
    world.init_resource::<Ground>();
    world.init_resource::<Agenda>();
    world.init_resource::<Journal>();
    world.init_resource::<Vocabulary>();
    world.init_resource::<InForce>();
    world.init_resource::<Kept>();
    world.insert_resource(InPlay(*ruleset));
    register(&mut world);
    (ruleset.install)(&mut world);
    world
}

/// Puts the first work on the agenda of a battle that is being mustered.
pub fn lay_out(world: &mut World, job: impl Job) {
    world.resource_mut::<Agenda>().0.push(Frame::Work(Work::new(job)));
}

/// Puts any work on the agenda of a battle that is being staged.
pub fn lay_work(world: &mut World, work: Work) {
    world.resource_mut::<Agenda>().0.push(Frame::Work(work));
}

/// Takes everything off the agenda of a battle that is being staged.
pub fn clear_out(world: &mut World) {
    world.resource_mut::<Agenda>().0.clear();
}

/// The system in this world, set up when it is first asked for.
///
/// Bevy's own `run_system_cached_with` does the same, but takes a resource out of the world and puts it back each time.
pub(super) fn system_id<J: Job, M, S>(world: &mut World, system: S) -> SystemId<InRef<'static, J>, Effects>
where
    S: IntoSystem<InRef<'static, J>, Effects, M> + 'static,
{
    const { assert!(size_of::<S>() == 0, "a system is known by its type: no captured values, no function pointers") };
    let known = world.resource::<Systems>().0.get(&TypeId::of::<S>()).copied();
    match known {
        Some(entity) => SystemId::from_entity(entity),
        None => {
            let id = world.register_system(system);
            world.resource_mut::<Systems>().0.insert(TypeId::of::<S>(), id.entity());
            id
        }
    }
}

crate::kept_state! {
    units {}
    battle {}
    written_out {
        units { Placement }
        battle { Bodies, Clock, Outcome, DrawOffer, Dice }
    }
}

impl UnitState for Placement {
    const NAME: &'static str = "battle.standing";

    fn replaced(world: &mut World, unit: UnitId) {
        let entity = world.resource::<Roster>().entity(unit);
        let placement = world.get::<Placement>(entity).cloned().unwrap_or_default();
        let mut layout = world.resource_mut::<Layout>();
        let before = layout.cover(unit);
        layout.place(unit, &placement);
        let after = layout.cover(unit);
        secret::place(world, unit, &placement);
        kept::placed(world, unit, [before, after], placement.is_on());
    }
}

impl BattleState for Dice {
    const NAME: &'static str = "battle.dice";
}
