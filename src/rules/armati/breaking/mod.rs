//! Units that leave the table (8.1): broken or removed, with everything that follows in the order of the rule.

mod leaving;
mod rout;

pub use leaving::{Fall, fall, one_more_key};

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::state::Bp;
use crate::battle::{Effects, Fact, Job, Narration, Ref, Truth, put};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;

/// A job: a unit breaks and leaves the table; key count, general, rout path and split follow (8.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Break {
    pub unit: UnitId,
    /// The sentence that tells why, e.g. `broken-by-impetus`.
    pub why: Word,
    /// The rule that breaks it.
    pub cite: Cite,
    /// The enemy that broke it, if one did.
    pub enemy: Option<UnitId>,
}

crate::word_enum! {
    /// Why a unit is removed without a rout.
    pub enum Removal {
        /// Skirmishers in the open.
        Dispersed = "dispersed",
        /// Artillery.
        Overrun = "overrun",
        /// Scythed chariots after their melee.
        Spent = "spent",
    }
}

/// A job: a unit is removed without a rout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Remove {
    pub unit: UnitId,
    pub how: Removal,
}

impl Job for Break {
    const NAME: &'static str = "armati.break";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(broken, self, world)
    }
}

impl Job for Remove {
    const NAME: &'static str = "armati.remove";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(removed, self, world)
    }
}

/// The facts of a unit losing `count` breakpoints. The caller breaks the unit if none are left.
pub fn lose_bp(field: Battlefield, unit: UnitId, count: u8, cite: Cite) -> Vec<Fact> {
    let from = field.bp(unit);
    let to = from.saturating_sub(count);
    if from == to {
        return Vec::new();
    }
    let (of, what) = (Ref::Unit(unit), Word("bp"));
    let told = Narration::Counted { of, what, from: i32::from(from), to: i32::from(to) };
    vec![Fact::new(cite, told).says(Word("loses-bp")).change(put(unit, Bp(to)))]
}

fn broken(InRef(job): InRef<Break>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let falls: &[Fall] = &[Fall::broken(job.unit, job.why, job.cite, job.enemy)];
    fall(field, if field.stands(job.unit) { falls } else { &[] }, Effects::pop())
}

fn removed(InRef(job): InRef<Remove>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let falls: &[Fall] = &[Fall::removed(job.unit, job.how)];
    fall(field, if field.stands(job.unit) { falls } else { &[] }, Effects::pop())
}
