//! The pause between the halves (3.2): units that hold shoot at movers in their reach, bow-armed horse on the move at anybody;
//! all dead fall together. Then missile troops may refuse melee (7.3), in place of the second half of their own orders.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::half::Movement;
use super::written::{Written, read};
use super::{fire, in_secret};
use crate::battle::{Effects, Job, Ref, Refusal, Truth};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::fall_back;
use crate::rules::chainmail::shooting::{Rolls, aims_at, split};
use crate::table::Mil;

const PAUSE: Cite = Cite("C65");

/// How far the pause has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Stage {
    /// Targets are named.
    Names,
    /// The volleys fall.
    Fires,
    /// These may refuse melee with those who come at them.
    Refuses(Option<Vec<(UnitId, UnitId)>>),
}

/// A job: the pause.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pause {
    pub stage: Stage,
}

impl Pause {
    /// From its beginning.
    pub fn begins() -> Pause {
        Pause { stage: Stage::Names }
    }
}

impl Job for Pause {
    const NAME: &'static str = "chainmail.pause";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(pauses, self, world)
    }
}

fn movement(field: Battlefield<'_>) -> &Movement {
    field.0.battle_state::<Movement>()
}

/// Whether a unit holds: it has no order to go anywhere, and has not moved.
pub fn stands(field: Battlefield, unit: UnitId) -> bool {
    movement(field).of(unit).is_none() && field.acts(unit).gone == Mil::ZERO
}

/// Whether a unit may shoot at another in the pause.
///
/// # Errors
/// The rule that forbids it.
pub fn may(field: Battlefield, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
    let refuse = |says: &'static str| Refusal::new(PAUSE, Word(says)).of(Ref::Unit(unit));
    if !stands(field, unit) {
        let closes = movement(field).of(unit).is_none_or(|moving| moving.mover.closes);
        if closes {
            return Err(refuse("shoots-only-standing"));
        }
        return split::may(field, unit, target);
    }
    if movement(field).of(target).is_none() {
        return Err(refuse("shoots-at-movers"));
    }
    aims_at(field, unit, target)
}

/// At whom a unit may shoot in the pause.
pub fn targets(field: Battlefield, unit: UnitId) -> Vec<UnitId> {
    field.enemies(unit).filter(|target| may(field, unit, *target).is_ok()).collect()
}

pub fn pauses(InRef(job): InRef<Pause>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let next = |stage| Effects::become_job(Pause { stage });
    match &job.stage {
        Stage::Names => {
            let can = Side::BOTH.map(|side| field.side(side).any(|unit| !targets(field, unit).is_empty()));
            match in_secret(can, fire::HANDLER, PAUSE) {
                Some(question) => next(Stage::Fires).ask(question),
                None => next(Stage::Refuses(None)),
            }
        }
        Stage::Fires => next(Stage::Refuses(None)).push(Rolls { next: 0 }),
        Stage::Refuses(None) => next(Stage::Refuses(Some(comes_at(field)))),
        Stage::Refuses(Some(pairs)) => {
            let Some(((at, by), later)) = pairs.split_first() else { return Effects::pop() };
            let effects = next(Stage::Refuses(Some(later.to_vec())));
            let there = field.0.on_table(*at) && field.0.on_table(*by) && !field.engaged(*by);
            match fall_back::asked(field, *at, *by).filter(|_| there) {
                Some(question) => effects.ask(question),
                None => effects,
            }
        }
    }
}

/// Who is charged or attacked and by whom, north's first.
fn comes_at(field: Battlefield) -> Vec<(UnitId, UnitId)> {
    let written = &field.0.battle_state::<Written>().0;
    let comes = |(by, action): &(UnitId, crate::battle::Action)| {
        let (_, at) = read(action)?.closes?;
        let moving = movement(field).of(*by)?;
        (!moving.mover.stopped).then_some((at, *by))
    };
    let mut pairs: Vec<(UnitId, UnitId)> = written.iter().filter_map(comes).collect();
    pairs.sort_unstable();
    pairs
}
