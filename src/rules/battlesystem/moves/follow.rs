//! The answer to a withdrawal (7.11): the enemy stays, or follows and is in contact again.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Handler, Job, Narration, Offer, Question, Ref, Truth,
    alter, put,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::battlesystem::battlefield::Battlefield;
use crate::rules::battlesystem::body::Body;
use crate::rules::battlesystem::contact::{contacts, in_contact};
use crate::rules::battlesystem::data::tables;
use crate::rules::battlesystem::discipline::{Restraint, Why};
use crate::rules::battlesystem::ground;
use crate::rules::battlesystem::state::{Ragged, Round};
use crate::rules::battlesystem::verb::Verb;
use crate::table::{Cdeg, Mil};

pub const KEY: Word = Word("withdrawn-from");
const RULE: Cite = Cite("BS91");

pub const HANDLER: Handler = Handler::plain(KEY, &[Verb::Stay.word(), Verb::Follow.word()], offer, enact);

/// A job: an enemy from whom a unit has withdrawn answers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answers {
    pub enemy: UnitId,
    pub unit: UnitId,
    /// It has the discipline to stay, or needs none (10.4).
    pub may_stay: bool,
}

/// A job: an enemy who has failed his discipline follows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Must {
    pub enemy: UnitId,
    pub unit: UnitId,
}

impl Job for Must {
    const NAME: &'static str = "battlesystem.must-follow";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(must, self, world)
    }
}

impl Job for Answers {
    const NAME: &'static str = "battlesystem.answers";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(answers, self, world)
    }
}

/// How an enemy would stand who has followed; none where he cannot come into contact again, or is engaged elsewhere.
fn followed(field: Battlefield, enemy: UnitId, unit: UnitId) -> Option<Body> {
    if !field.0.on_table(enemy)
        || field.stance(enemy).routed
        || field.skirmishes(enemy)
        || !contacts(field, enemy).is_empty()
    {
        return None;
    }
    let (body, by) = (Body::of(field, enemy), Mil::measured(tables().moves.withdrawal));
    let direction = body.direction(Cdeg::ZERO);
    let columns = body.columns();
    let mut stops = body.advance(field, &columns, direction, by);
    let first = stops.iter().filter(|stop| stop.met == Some(unit)).map(|stop| stop.by).min()?;
    for stop in &mut stops {
        stop.by = stop.by.min(first);
    }
    ground::limit(field, &body, direction, first).is_none().then(|| body.moved(&columns, &stops, direction))
}

pub fn answers(InRef(job): InRef<Answers>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let Answers { enemy, unit, may_stay } = *job;
    if !field.0.on_table(enemy) || in_contact(field, enemy, unit) {
        return Effects::pop();
    }
    if followed(field, enemy, unit).is_none() {
        return Effects::pop().fact(stays(enemy, unit));
    }
    if field.kind(enemy).is_unruly() && !may_stay {
        return Effects::pop().push(Restraint { unit: enemy, why: Why::Withdrawn { from: unit } });
    }
    let side = field.0.side_of(enemy);
    Effects::pop().ask(Question::to(side, HANDLER, RULE).about(Ref::Unit(enemy)).about(Ref::Unit(unit)))
}

fn stays(enemy: UnitId, unit: UnitId) -> Fact {
    Fact::new(RULE, Narration::Said(Word("stays")))
        .word(Word("who"), Arg::Of(Ref::Unit(enemy)))
        .change(alter(enemy, move |round: &mut Round| round.spares = Some(unit)))
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let [Ref::Unit(enemy), Ref::Unit(_)] = asking.question.about[..] else { return Offer::default() };
    let choices = [Verb::Stay, Verb::Follow].map(|verb| Choice::ending(verb.by(Ref::Unit(enemy)), RULE));
    Offer { question: KEY, choices: choices.to_vec().into(), ..Offer::default() }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let [Ref::Unit(enemy), Ref::Unit(unit)] = asking.question.about[..] else { return Effects::pop() };
    let body = followed(field, enemy, unit).filter(|_| Verb::of(action) == Some(Verb::Follow));
    Effects::pop().fact(follows(field, enemy, unit, body))
}

pub fn must(InRef(job): InRef<Must>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    Effects::pop().fact(follows(field, job.enemy, job.unit, followed(field, job.enemy, job.unit)))
}

fn follows(field: Battlefield, enemy: UnitId, unit: UnitId, body: Option<Body>) -> Fact {
    let Some(body) = body else { return stays(enemy, unit) };
    let along = vec![vec![field.front(enemy), body.facing()]];
    let moved = Narration::Moved { who: vec![Ref::Unit(enemy)], along };
    let fact = Fact::new(RULE, moved).says(Word("follows")).word(Word("who"), Arg::Of(Ref::Unit(enemy)));
    let fact = fact.change(put(enemy, body.placement.clone())).change(put(enemy, Ragged(body.labels)));
    fact.change(alter(enemy, |round: &mut Round| round.came = true))
}
