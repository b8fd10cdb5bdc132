//! Simultaneous movement (3.2, F14): both sides write orders in secret for every unit; all are opened together and carried
//! out tick by tick, with a pause after the half for fire; chargers are met where they come within an inch.

mod charge_morale;
mod fire;
mod half;
mod meets;
mod moving;
mod opening;
mod orders;
mod pause;
mod stages;
mod written;

pub use charge_morale::ChargeMorale;
pub use fire::{FiresTogether, HANDLER as FIRE};
pub use half::{Half, Movement};
pub use opening::Opens;
pub use orders::{HANDLER as ORDERS, expected, halfway, intended};
pub use pause::Pause;
pub use written::Written;

use std::sync::LazyLock;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::data::FOLDER;
use super::verb::Verb;
use crate::battle::{Effects, Handler, In, Job, Question, Truth};
use crate::cite::Cite;
use crate::ids::Side;

/// Numbers of moving together (`assets/chainmail/together.ron`).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Into how many ticks a movement is cut; an even number.
    pub ticks: u32,
    /// Who came out of water within so many inches meets men who stand higher.
    pub water_before: In,
}

/// The numbers.
pub fn numbers() -> &'static Numbers {
    static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| FOLDER.read("together.ron"));
    &NUMBERS
}

/// A question in secret to those of the sides who can answer more than one thing; the others have closed. None where
/// nobody can.
fn in_secret(can: [bool; 2], handler: Handler, cite: Cite) -> Option<Question> {
    if can == [false, false] {
        return None;
    }
    let mut question = Question::drafted(handler, Verb::Done.word(), cite);
    for side in Side::BOTH.into_iter().filter(|side| !can[side.index()]) {
        question.answers.push((side, Verb::done(side)));
    }
    Some(question)
}

/// A job: both sides write their orders.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Writes;

impl Job for Writes {
    const NAME: &'static str = "chainmail.writes";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(writes, self, world)
    }
}

pub fn writes(InRef(_): InRef<Writes>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let can = Side::BOTH.map(|side| field.side(side).any(|unit| orders::may_be_ordered(field, unit)));
    match in_secret(can, ORDERS, Cite("C126")) {
        Some(question) => Effects::pop().ask(question),
        None => Effects::pop(),
    }
}
