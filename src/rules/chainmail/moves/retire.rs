//! A retreat from melee (9.1): the unit turns its back, the enemies in contact strike once unanswered as in the rear, and it
//! retreats.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::plan::{may_act, refuse};
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Measured, Narration, Ref, Refusal, Truth, alter};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::flight::Flees;
use crate::rules::chainmail::losses::suffer;
use crate::rules::chainmail::melee::at_leaver;
use crate::rules::chainmail::state::Acts;
use crate::rules::chainmail::strike::strike;

const RULE: Cite = Cite("C78");

/// A job: an enemy strikes who leaves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parting {
    pub by: UnitId,
    pub at: UnitId,
}

impl Job for Parting {
    const NAME: &'static str = "chainmail.parting";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(parting, self, world)
    }
}

/// Whether a unit may elect to retreat.
///
/// # Errors
/// Why not.
pub fn may_retire(field: Battlefield, unit: UnitId) -> Result<(), Refusal> {
    may_act(field, unit)?;
    if !field.engaged(unit) || field.acts(unit).begun {
        return Err(refuse("nobody-to-leave", unit, "C78"));
    }
    Ok(())
}

/// The enemies whom it touches or who touch it: they strike at it when it leaves.
pub fn struck_by(field: Battlefield, unit: UnitId) -> Vec<UnitId> {
    let other = |by: UnitId, at: UnitId| match (by == unit, at == unit) {
        (true, _) => Some(at),
        (_, true) => Some(by),
        _ => None,
    };
    let mut all: Vec<UnitId> = field.contacts().iter().filter_map(|of| other(of.by, of.at)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// It turns its back: blows, then the retreat.
pub fn retires(field: Battlefield, unit: UnitId) -> Effects {
    let fact = Fact::new(RULE, Narration::Said(Word("retires"))).word(Word("who"), Arg::Of(Ref::Unit(unit))).change(
        alter(unit, |acts: &mut Acts| {
            acts.begun = true;
            acts.over = true;
        }),
    );
    let enemies = struck_by(field, unit);
    let flees = Flees { unit, rout: false, enemies: enemies.clone(), charger: None, begins: true };
    let effects = Effects::pop().fact(fact).push(flees);
    enemies.into_iter().rev().fold(effects, |effects, by| effects.push(Parting { by, at: unit }))
}

pub fn parting(InRef(job): InRef<Parting>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let (by, at) = (job.by, job.at);
    if !field.0.on_table(at) || !field.0.on_table(by) {
        return Effects::pop();
    }
    let Some(pool) = at_leaver(field, by, at) else { return Effects::pop() };
    let mut roller = dice.roller();
    let killed = match strike(&mut roller, pool, field.0.side_of(by), by) {
        Ok(killed) => killed,
        Err(need) => return Effects::need(need),
    };
    let fact = Fact::new(Cite("C96"), Narration::Fought { a: Ref::Unit(by), b: Ref::Unit(at) })
        .says(Word("strikes-leaver"))
        .word(Word("who"), Arg::Of(Ref::Unit(by)))
        .word(Word("whom"), Arg::Of(Ref::Unit(at)))
        .word(Word("killed"), Arg::Measured(Measured::Count(killed.into())))
        .dice(roller.rolled());
    Effects::pop().fact(fact).facts(suffer(field, at, killed))
}
