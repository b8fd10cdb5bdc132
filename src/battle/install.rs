//! What a ruleset registers with a battle's world: what it keeps, its work and its questions.

use std::sync::Arc;

use bevy::ecs::resource::Resource;
use bevy::ecs::system::{InRef, IntoSystem};
use bevy::ecs::world::World;

use super::action::Action;
use super::agenda::{Agenda, Effects, Frame, Job, Question, Work};
use super::clock::{Clock, DrawOffer, Outcome};
use super::journal::Journal;
use super::notation::Vocabulary;
use super::offer::{Ask, Choice, Fitted, Offer, Wish};
use super::refusal::{Refusal, Ruling};
use super::roster::{Bodies, Roster};
use super::ruleset::Ruleset;
use super::secret::{self, Open};
use super::state::{BattleState, RegisteredState, UnitState, register_battle_state, register_unit_state};
use super::switches::InForce;
use super::view::View;
use crate::cite::Word;
use crate::dice::Dice;
use crate::ids::{Side, UnitId};
use crate::table::{Ground, Layout, Placement};

/// A question as the side sees it that is asked: no handler offers, judges or fits by what that side may not know.
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
    pub question: &'a Question,
    /// The side that has answered.
    pub side: Side,
    /// The question as that side saw it when its answer was judged.
    pub judged: Asking<'a>,
}

/// What a ruleset says about one of its questions. All of it is pure; `enact` is called only with an action that
/// `judge` accepted, rolls nothing, and pushes work for whatever needs dice. Only it is given the whole truth.
#[derive(Clone, Copy)]
pub struct Handler {
    pub key: Word,
    /// The verbs with which it is answered.
    pub verbs: &'static [Word],
    pub offer: fn(&Asking, &Ask) -> Offer,
    pub judge: fn(&Asking, &Action) -> Result<Ruling, Refusal>,
    pub fit: fn(&Asking, &Action) -> Fitted,
    pub aim: fn(&Asking, &Choice, Wish) -> Fitted,
    pub enact: fn(&Answered, &Action) -> Effects,
}

type Runner = Arc<dyn Fn(&mut World, &Work) -> Effects + Send + Sync>;

/// The registered systems and handlers.
#[derive(Resource, Default)]
pub(super) struct Registered {
    works: Vec<(&'static str, Runner)>,
    handlers: Vec<Handler>,
}

/// The ruleset of a battle.
#[derive(Resource, Clone, Copy)]
pub struct InPlay(pub Ruleset);

impl Open for InPlay {}

/// A bare world for a battle under that ruleset, with nothing in it yet.
pub fn world(ruleset: &Ruleset) -> World {
    let mut world = World::new();
    world.init_resource::<RegisteredState>();
    world.init_resource::<Registered>();
    world.init_resource::<Roster>();
    world.init_resource::<Layout>();
    world.init_resource::<Ground>();
    world.init_resource::<Agenda>();
    world.init_resource::<Journal>();
    world.init_resource::<Vocabulary>();
    world.init_resource::<InForce>();
    world.insert_resource(InPlay(*ruleset));
    register_unit_state::<Placement>(&mut world);
    register_battle_state::<Bodies>(&mut world);
    register_battle_state::<Clock>(&mut world);
    register_battle_state::<Outcome>(&mut world);
    register_battle_state::<DrawOffer>(&mut world);
    register_battle_state::<Dice>(&mut world);
    question(&mut world, super::dice_by_hand::HANDLER);
    (ruleset.install)(&mut world);
    world
}

/// Lays the first work on the agenda of a battle that is being mustered.
pub fn lay_out(world: &mut World, job: impl Job) {
    world.resource_mut::<Agenda>().0.push(Frame::Work(Work::new(job)));
}

/// Lays any work on the agenda of a battle that is being staged.
pub fn lay_work(world: &mut World, work: Work) {
    world.resource_mut::<Agenda>().0.push(Frame::Work(work));
}

/// Takes everything off the agenda of a battle that is being staged.
pub fn clear_out(world: &mut World) {
    world.resource_mut::<Agenda>().0.clear();
}

/// Registers the system that takes a kind of job on.
pub fn work<J: Job, M>(world: &mut World, system: impl IntoSystem<InRef<'static, J>, Effects, M> + 'static) {
    let id = world.register_system(system);
    let run: Runner = Arc::new(move |world, work| {
        let Some(job) = work.job::<J>() else { return Effects::pop() };
        match world.run_system_with(id, job) {
            Ok(effects) => effects,
            // A registered system fails only when a resource that its ruleset installs is missing.
            Err(missing) => panic!("{} cannot run: {missing}", J::NAME),
        }
    });
    let mut registered = world.resource_mut::<Registered>();
    debug_assert!(registered.works.iter().all(|(name, _)| *name != J::NAME), "work twice: {}", J::NAME);
    registered.works.push((J::NAME, run));
}

/// Registers the handler of a question.
pub fn question(world: &mut World, handler: Handler) {
    let mut registered = world.resource_mut::<Registered>();
    debug_assert!(registered.handlers.iter().all(|h| h.key != handler.key), "question twice: {}", handler.key);
    registered.handlers.push(handler);
}

impl Registered {
    pub(super) fn runner(&self, work: &Work) -> Option<Runner> {
        self.works.iter().find(|(name, _)| *name == work.name()).map(|(_, run)| Arc::clone(run))
    }

    /// All handlers, in the order in which they were registered.
    pub(super) fn handlers(&self) -> impl Iterator<Item = &Handler> {
        self.handlers.iter()
    }

    pub(super) fn handler(&self, key: Word) -> Option<Handler> {
        self.handlers.iter().find(|h| h.key == key).copied()
    }
}

impl UnitState for Placement {
    const NAME: &'static str = "battle.standing";

    fn replaced(world: &mut World, unit: UnitId) {
        let entity = world.resource::<Roster>().entity(unit);
        let placement = world.get::<Placement>(entity).cloned().unwrap_or_default();
        world.resource_mut::<Layout>().place(unit, &placement);
        secret::place(world, unit, &placement);
    }
}

impl BattleState for Dice {
    const NAME: &'static str = "battle.dice";
}
