//! The Movement Phase of a side (4, 7): deputies and command, gap prices, dressing, routers, then its units one by one.

pub mod act;
pub mod charge;
pub mod follow;
mod forced;
mod form;
mod leave;
mod march;
pub mod mob;
mod nearest;
mod offer;
pub mod plan;
mod skirmish;
mod turn;
mod wrap;

pub use act::HANDLER;
pub use follow::HANDLER as FOLLOW;
pub use plan::half;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::contact::contacts;
use super::discipline::{self, Restraint, Why};
use super::rout::Runs;
use super::{command, dress, losses, ride};
use crate::battle::{Effects, Job, Question, Truth};
use crate::cite::Cite;
use crate::ids::{Side, UnitId};

/// The order within a side's Movement Phase (BS122).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    Deputies,
    Command,
    Gaps,
    Dressing,
    Routers,
    Discipline,
    Mobs,
    Units,
}

/// A job: the Movement Phase of a side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moves {
    pub side: Side,
    pub stage: Stage,
}

impl Job for Moves {
    const NAME: &'static str = "battlesystem.moves";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(moves, self, world)
    }
}

pub fn moves(InRef(job): InRef<Moves>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let side = job.side;
    if let Some(escapes) = ride::escapes(field) {
        return escapes;
    }
    let next = |stage| Effects::become_job(Moves { side, stage });
    match job.stage {
        Stage::Deputies => next(Stage::Command).facts(command::sergeants(field, side)),
        Stage::Command => {
            // One after another: who opens needs room.
            let mut tested = field.side(side).filter_map(|unit| command::tested(field, unit));
            match tested.next() {
                Some(fact) => Effects::stay().fact(fact),
                None => next(Stage::Gaps),
            }
        }
        Stage::Gaps => {
            let paid = field.side(side).filter_map(|unit| losses::pays(field, unit));
            next(Stage::Dressing).facts(paid.collect::<Vec<_>>())
        }
        Stage::Dressing => {
            let stands = |unit: &UnitId| !field.stance(*unit).routed && !field.stance(*unit).faced;
            let free = |unit: &UnitId| stands(unit) && contacts(field, *unit).is_empty();
            match field.side(side).filter(free).find_map(|unit| dress::dresses(field, unit)) {
                Some(fact) => Effects::stay().fact(fact),
                None => next(Stage::Routers),
            }
        }
        Stage::Routers => {
            let runs = |unit: &UnitId| field.stance(*unit).routed && !field.round(*unit).ran;
            match field.side(side).find(runs) {
                Some(unit) => Effects::stay().push(Runs { unit, flees: false, home: true, heading: None }),
                None => next(Stage::Discipline),
            }
        }
        Stage::Discipline => match field.side(side).find(|unit| discipline::is_tested(field, *unit)) {
            Some(unit) => Effects::stay().push(Restraint { unit, why: Why::Cause }),
            None => next(Stage::Mobs),
        },
        Stage::Mobs => match field.side(side).find(|unit| mob::drifting(field, *unit)) {
            Some(unit) => Effects::stay().push(mob::Drifts { unit }),
            None => next(Stage::Units),
        },
        Stage::Units => {
            let any = field.side(side).any(|unit| offer::can_act(field, unit)) || ride::any_alone(field, side);
            if field.phase().over || !any {
                return Effects::pop();
            }
            Effects::stay().ask(Question::to(side, HANDLER, Cite("BS122")))
        }
    }
}
