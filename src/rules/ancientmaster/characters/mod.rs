//! Characters (A5.6, A11): after the last order they ride, to a unit or to a place of their own, and they jump to a unit when
//! enemies come upon them.

pub mod ride;

pub use ride::{HANDLER, worth};

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::casualties::slain;
use super::data::tables;
use super::muster::middle;
use super::sequence::Recovers;
use super::state::Joined;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Handler, Job, Narration, Offer, Question, Ref, Truth,
    Value, put,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::Placement;

const JUMP: Word = Word("jump");
const JOIN: Word = Word("join");
const AT: Word = Word("at");
const RIDES: Cite = Cite("A5.6");
const JUMPS: Cite = Cite("A11");

/// To whom a lone character jumps.
pub const JUMP_HANDLER: Handler = Handler::plain(JUMP, &[JOIN], offer_jump, enact_jump);

/// A job: the characters of a side move, one after another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rides {
    pub side: Side,
}

/// A job: a lone character whom enemies have come upon joins a unit, or is slain.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Jump {
    pub leader: UnitId,
}

impl Job for Rides {
    const NAME: &'static str = "ancientmaster.rides";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(rides, self, world)
    }
}

impl Job for Jump {
    const NAME: &'static str = "ancientmaster.jump";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(jump, self, world)
    }
}

pub fn rides(InRef(job): InRef<Rides>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    if ride::riders(field, job.side).next().is_none() {
        return Effects::become_job(Recovers { side: job.side });
    }
    Effects::stay().ask(Question::to(job.side, HANDLER, RIDES))
}

/// The fact that a character is with a unit.
fn joins(field: Battlefield, leader: UnitId, unit: UnitId, cite: Cite) -> Fact {
    let at = middle(&field.prints(unit)).unwrap_or(Vec2::ZERO);
    let told = Narration::Said(Word("joins"));
    Fact::new(cite, told)
        .word(Word("who"), Arg::Of(Ref::Unit(leader)))
        .word(Word("whom"), Arg::Of(Ref::Unit(unit)))
        .change(put(leader, Joined(Some(unit))))
        .change(put(leader, Placement::Token(at)))
}

/// The units to which a lone character may jump: 30 cm from his point to the nearest stand.
fn refuges(field: Battlefield, leader: UnitId) -> Vec<UnitId> {
    let near = tables().character.jump.range().to_inches();
    let side = field.0.side_of(leader);
    let own = field.side(side).filter(|unit| field.has_room(*unit, leader));
    own.filter(|unit| field.distance_to_leader(leader, *unit).is_some_and(|far| far <= near)).collect()
}

pub fn jump(InRef(job): InRef<Jump>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    if !field.0.on_table(job.leader) || field.joined(job.leader).is_some() {
        return Effects::pop();
    }
    match refuges(field, job.leader)[..] {
        [] => Effects::pop().fact(slain(field, job.leader)),
        [only] => Effects::pop().fact(joins(field, job.leader, only, JUMPS)),
        _ => {
            let side = field.0.side_of(job.leader);
            Effects::pop().ask(Question::to(side, JUMP_HANDLER, JUMPS).about(Ref::Unit(job.leader)))
        }
    }
}

fn offer_jump(asking: &Asking, _: &Ask) -> Offer {
    let [of @ Ref::Unit(leader)] = asking.question.about[..] else { return Offer::default() };
    let join = |unit: UnitId| Choice::ending(Action::new(of, JOIN).with(AT, Value::Refs(vec![Ref::Unit(unit)])), JUMPS);
    let choices: Vec<Choice> = refuges(Battlefield::of(asking.view), leader).into_iter().map(join).collect();
    Offer { question: JUMP, choices: choices.into(), ..Offer::default() }
}

fn enact_jump(asking: &Answered, action: &Action) -> Effects {
    match (&action.who[..], action.unit(AT)) {
        ([Ref::Unit(leader)], Some(unit)) => {
            Effects::pop().fact(joins(Battlefield::of(asking.view), *leader, unit, JUMPS))
        }
        _ => Effects::pop(),
    }
}
