//! The movement of a side (3.1, 4, 5): its units one by one, in any order; then what is still owed for formations.

mod act;
pub mod charge;
pub mod form;
mod halves;
pub mod offers;
pub mod plan;
pub mod retire;
mod timid;

pub use act::{HANDLER, aimed, as_it_fits, legs_that_fit, wheeled};

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::{commander, obedience};
use crate::battle::{Effects, Job, Question, Truth};
use crate::cite::Cite;
use crate::ids::Side;
use timid::{CarriesOut, TakesHeart};

/// How far the movement of a side has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Its units are given orders.
    Orders,
    /// Changes of formation are paid on.
    Pays,
    /// Formations of who moved first appear after the movement of who moved last.
    Appears,
}

/// A job: the movement of a side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moves {
    pub side: Side,
    pub stage: Stage,
}

impl Moves {
    /// That side's, from its beginning.
    pub fn of(side: Side) -> Moves {
        Moves { side, stage: Stage::Orders }
    }
}

impl Job for Moves {
    const NAME: &'static str = "chainmail.moves";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(moves, self, world)
    }
}

pub fn moves(InRef(job): InRef<Moves>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let side = job.side;
    match job.stage {
        Stage::Orders => {
            let any =
                field.side(side).any(|unit| offers::can_act(field, unit) || retire::may_retire(field, unit).is_ok());
            let any = any || commander::any_may(field, side);
            if field.phase().over || !any {
                if let Some((unit, order)) = obedience::rushes(field, side) {
                    return Effects::stay().push(CarriesOut { unit, order });
                }
                return Effects::become_job(Moves { side, stage: Stage::Pays });
            }
            Effects::stay().ask(Question::to(side, HANDLER, Cite("C28")))
        }
        Stage::Pays => {
            if let Some((unit, order)) = field.side(side).find_map(|unit| form::waits_for_heart(field, unit)) {
                return Effects::stay().push(TakesHeart { unit, order });
            }
            match field.side(side).find_map(|unit| form::paid_at_end(field, unit)) {
                Some(fact) => Effects::stay().fact(fact),
                None => Effects::become_job(Moves { side, stage: Stage::Appears }),
            }
        }
        Stage::Appears => {
            let of = if side == field.first() { None } else { Some(side.other()) };
            match of.and_then(|of| field.side(of).find_map(|unit| form::appears(field, unit))) {
                Some(fact) => Effects::stay().fact(fact),
                None => Effects::pop(),
            }
        }
    }
}
