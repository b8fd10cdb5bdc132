//! Characters (A5.6, A11): they ride to a unit after the last order, and jump to one when enemies come upon them.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::casualties::slain;
use super::data::tables;
use super::muster::middle;
use super::sequence::Recovers;
use super::state::{Acts, Joined};
use super::terrain::may_enter;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Handler, Job, Narration, Offer, Question, Ref, Truth,
    Value, alter, put,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::route::{Barriers, route, token};
use crate::table::{Placement, Pose};

pub const KEY: Word = Word("ride");
pub const JUMP: Word = Word("jump");
const JOIN: Word = Word("join");
const STAY: Word = Word("stay");
const DONE: Word = Word("done");
const AT: Word = Word("at");
const RIDES: Cite = Cite("A5.6");
const JUMPS: Cite = Cite("A11");

/// Where a side's characters go.
pub const HANDLER: Handler = Handler::plain(KEY, &[JOIN, STAY, DONE], offer, enact);
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

/// The characters of a side that may still move, and to whom each may ride.
fn riders(field: Battlefield, side: Side) -> Vec<(UnitId, Vec<UnitId>)> {
    let may = field.leaders(side).filter(|leader| !field.acts(*leader).rode);
    may.map(|leader| (leader, (*field.0.keep("who a character rides to", &leader, || in_reach(field, leader))).clone()))
        .filter(|(_, to)| !to.is_empty())
        .collect()
}

/// The units that a character reaches by a way round enemies and closed ground (A5.6).
fn in_reach(field: Battlefield, leader: UnitId) -> Vec<UnitId> {
    let (Some(at), Some(of)) = (field.point(leader), field.leader(leader)) else { return Vec::new() };
    let side = field.0.side_of(leader);
    let reach = tables().paces.character.inches();
    let mut barriers = Barriers::new(field.0.ground());
    for foot in field.0.layout().feet().iter().filter(|foot| field.0.side_of(foot.unit) != side) {
        barriers.add(&foot.print, 0.0);
    }
    for piece in field.0.ground().pieces().iter().filter(|piece| !may_enter(of.sort(), piece)) {
        barriers.add_piece(piece);
    }
    let from = token(at);
    let touch = tables().character.touch.inches();
    let rides = |unit: &UnitId| {
        let feet = field.feet(*unit).iter().map(|foot| foot.print.nearest_to(at));
        let Some(near) = feet.min_by(|a, b| a.distance(at).total_cmp(&b.distance(at))) else { return false };
        let far = near.distance(at);
        if far <= touch {
            return true;
        }
        // He touches the unit when he is as near as his own base is wide.
        let to = near + (at - near).normalize_or_zero() * (touch - 0.01).min(far);
        let pose = Pose { at: token(to).front(), heading: from.heading };
        far <= reach + touch && route(&from, pose, &barriers, reach).is_some()
    };
    field.side(side).filter(|unit| field.joined(leader) != Some(*unit)).filter(rides).collect()
}

pub fn rides(InRef(job): InRef<Rides>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    if riders(field, job.side).is_empty() {
        return Effects::become_job(Recovers { side: job.side });
    }
    Effects::stay().ask(Question::to(job.side, HANDLER, RIDES))
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    for (leader, to) in riders(field, asking.side) {
        if !ask.wants(Ref::Unit(leader)) {
            continue;
        }
        for unit in to {
            let join = Action::new(Ref::Unit(leader), JOIN).with(AT, Value::Refs(vec![Ref::Unit(unit)]));
            offer.choices.push(Choice::plain(join, RIDES));
        }
        offer.choices.push(Choice::plain(Action::new(Ref::Unit(leader), STAY), RIDES));
    }
    offer.choices.push(Choice::ending(Action::new(Ref::Side(asking.side), DONE), RIDES));
    offer
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let rode = |leader: UnitId| alter(leader, |acts: &mut Acts| acts.rode = true);
    match (&action.who[..], action.unit(AT)) {
        ([Ref::Unit(leader)], Some(unit)) => {
            Effects::pop().fact(joins(field, *leader, unit, RIDES).change(rode(*leader)))
        }
        ([Ref::Unit(leader)], None) => {
            let told = Fact::new(RIDES, Narration::Said(Word("stays"))).word(Word("who"), Arg::Of(action.who[0]));
            Effects::pop().fact(told.change(rode(*leader)))
        }
        _ => {
            let told = Fact::new(RIDES, Narration::Said(Word("rides-over")));
            let told = told.word(Word("who"), Arg::Of(Ref::Side(asking.side)));
            Effects::pop().fact(field.leaders(asking.side).fold(told, |told, leader| told.change(rode(leader))))
        }
    }
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
    field.side(side).filter(|unit| field.distance_to_leader(leader, *unit).is_some_and(|far| far <= near)).collect()
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
    Offer { question: JUMP, choices: choices.into(), barred: Vec::new() }
}

fn enact_jump(asking: &Answered, action: &Action) -> Effects {
    match (&action.who[..], action.unit(AT)) {
        ([Ref::Unit(leader)], Some(unit)) => {
            Effects::pop().fact(joins(Battlefield::of(asking.view), *leader, unit, JUMPS))
        }
        _ => Effects::pop(),
    }
}
