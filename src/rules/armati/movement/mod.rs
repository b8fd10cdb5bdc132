//! Movement (section 6): break-offs, obligatory charges, then one division after the other.

pub mod arrive;
pub mod break_off;
pub mod evade;
pub mod fitting;
pub mod follow;
pub mod legs;
pub mod lines;
pub mod long_wheel;
pub mod march;
pub mod marchers;
pub mod moves;
pub mod obligatory;
pub mod order;
pub mod pins;
pub mod plan;
pub mod press_on;
pub mod rear_zone;
pub mod release;
pub mod ride;
pub mod runs;
pub mod slow;
pub mod split;
pub mod straight;
pub mod touch;
pub mod turning;
#[cfg(test)]
mod tests_of_contact;
#[cfg(test)]
mod tests_of_reach;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::data::data;
use crate::battle::{Effects, Job, Question, Ref, Truth};
use crate::cite::Cite;
use crate::ids::{Side, UnitId};
use crate::table::Mil;

/// In what kind of move a unit goes ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    Move,
    Obligatory,
    Support,
    Breakthrough,
}

impl Mode {
    /// Whether enemies may evade before it (8.3: nobody evades a breakthrough).
    pub fn evadable(self) -> bool {
        self != Mode::Breakthrough
    }

    /// The rule by which it goes.
    pub fn cite(self) -> Cite {
        match self {
            Mode::Move => Cite("M1"),
            Mode::Obligatory => Cite("6.7"),
            Mode::Support => Cite("6.9"),
            Mode::Breakthrough => Cite("8.3"),
        }
    }

    /// What a unit may spend on its straight move, where its division has that allowance and `price` of it was spent on a
    /// wheel. A support charge has what is left to the unit itself, a breakthrough a length of its own.
    pub fn budget(self, field: Battlefield, unit: UnitId, allowance: Mil, price: Mil) -> Mil {
        match self {
            Mode::Move | Mode::Obligatory => (allowance - price).max(Mil::ZERO),
            Mode::Support => (field.allowance(unit) - field.acts(unit).used).max(Mil::ZERO),
            Mode::Breakthrough => *data().tables.breakthrough.r#move,
        }
    }
}

/// One side's Movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Movement {
    pub side: Side,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Begin,
    BreakOffs,
    Charges,
    Moves,
}

impl Movement {
    /// The Movement of that side.
    pub fn of(side: Side) -> Movement {
        Movement { side, stage: Stage::Begin }
    }
}

impl Job for Movement {
    const NAME: &'static str = "armati.movement";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(movement, self, world)
    }
}

fn movement(InRef(job): InRef<Movement>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let next = |stage| Effects::become_job(Movement { stage, ..*job });
    match job.stage {
        Stage::Begin => next(Stage::BreakOffs).facts(release::facts(field)),
        Stage::BreakOffs => {
            let effects = next(Stage::Charges);
            match break_off::eligible(field, job.side).next() {
                Some(_) => effects.ask(Question::to(job.side, break_off::HANDLER, break_off::RULE)),
                None => effects,
            }
        }
        Stage::Charges => match obligatory::first(field, job.side) {
            Some(body) => {
                let question = Question::to(job.side, obligatory::HANDLER, obligatory::RULE);
                Effects::stay().ask(question.about(Ref::Body(body)))
            }
            None => next(Stage::Moves).ask(Question::to(job.side, moves::HANDLER, moves::RULE)),
        },
        Stage::Moves => Effects::pop(),
    }
}
