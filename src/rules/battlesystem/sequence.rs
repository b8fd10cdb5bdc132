//! The round (4): initiative, rally, missiles, moves of Side A and of Side B, missiles, melee, end.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::contact::contacts;
use super::melee::Melees;
use super::missile::Window;
use super::moves::{Moves, Stage};
use super::rally::Rallies;
use super::state::{Last, Officers, Phase, Round, Stance, Steps, Upon};
use super::{ride, victory};
use crate::battle::roll_off::RollOff;
use crate::battle::{Clock, DiceHand, Effects, Fact, Job, Truth, alter, alter_one, put, set};
use crate::cite::{Cite, Word};
use crate::table::Mil;

const SEQUENCE: Cite = Cite("BS81");
const INITIATIVE: Cite = Cite("BS82");
/// Whose die is higher is Side A.
const SIDE_A: RollOff =
    RollOff { cite: INITIATIVE, why: Word("initiative"), won: Word("has-initiative"), again: Word("initiative-again") };

crate::word_enum! {
    /// The steps of a round.
    pub enum TurnStep {
        Initiative = "initiative",
        RallyFirst = "rally-first",
        RallySecond = "rally-second",
        InitialMissile = "initial-missile",
        MoveFirst = "move-first",
        MoveSecond = "move-second",
        Missile = "missile",
        Melee = "melee",
        End = "end",
    }
}

/// A job at the bottom of the agenda for the whole battle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sequence {
    pub turn: u32,
    /// The index of the step that comes next.
    pub next: usize,
}

/// A job: a die each; the higher is Side A.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Initiative;

impl Job for Sequence {
    const NAME: &'static str = "battlesystem.sequence";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(sequence, self, world)
    }
}

impl Job for Initiative {
    const NAME: &'static str = "battlesystem.initiative";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(initiative, self, world)
    }
}

pub fn sequence(InRef(at): InRef<Sequence>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    if let Some(escapes) = ride::escapes(field) {
        return escapes;
    }
    let Some(step) = TurnStep::ALL.get(at.next).copied() else {
        return match victory::at_end(field, at.turn) {
            Some(end) => Effects::pop().facts(end),
            None => Effects::become_job(Sequence { turn: at.turn + 1, next: 0 }),
        };
    };
    let first = field.first();
    let side = match step {
        TurnStep::RallyFirst | TurnStep::MoveFirst => Some(first),
        TurnStep::RallySecond | TurnStep::MoveSecond => Some(first.other()),
        _ => None,
    };
    let old = field.phase();
    let phase = match step {
        TurnStep::Initiative => Phase::default(),
        _ => Phase {
            first: old.first,
            rallied: old.rallied.clone(),
            tried: old.tried.clone(),
            rerolled: old.rerolled.clone(),
            ..Phase::default()
        },
    };
    let clock = Clock { turn: at.turn, step: step.word(), side };
    let mut began = Fact::began(SEQUENCE, step.word(), clock.side).change(set(clock)).change(set(phase));
    let again = |unit| match step {
        TurnStep::Initiative => Some(Round { loads: field.round(unit).fired, ..Round::default() }),
        TurnStep::InitialMissile | TurnStep::Missile => Some(Round { shot: false, ..field.round(unit) }),
        _ => None,
    };
    for unit in field.0.roster().ids() {
        let (round, was) = (field.round(unit), field.0.unit_state::<Last>(unit));
        let last = Last { moved: round.begun && round.spent > Mil::ZERO, forced: round.forced };
        if step == TurnStep::Initiative && at.turn > 1 && last != was {
            began = began.change(put(unit, last));
        }
        if step == TurnStep::Initiative && field.steps(unit) != Steps::default() {
            began = began.change(put(unit, Steps::default()));
        }
        // Who has wrapped round an enemy is in open formation after the melee (BS59).
        if step == TurnStep::End && field.round(unit).wraps && field.0.on_table(unit) {
            began = began.change(alter(unit, |stance: &mut Stance| stance.open = true));
        }
        if let Some(round) = again(unit).filter(|round| *round != field.round(unit)) {
            began = began.change(put(unit, round));
        }
    }
    if step == TurnStep::Initiative {
        if field.officers().0.iter().any(|of| of.spent > Mil::ZERO) {
            began = began.change(alter_one(|officers: &mut Officers| {
                officers.0.iter_mut().for_each(|of| of.spent = Mil::ZERO);
            }));
        }
        for unit in field.0.roster().ids() {
            let upon: Upon = field.0.unit_state(unit);
            let touching = contacts(field, unit);
            let still = Upon(upon.0.iter().copied().filter(|enemy| touching.contains(enemy)).collect());
            if still != upon {
                began = began.change(put(unit, still));
            }
        }
    }
    let effects = Effects::become_job(Sequence { turn: at.turn, next: at.next + 1 }).fact(began);
    let of = side.unwrap_or(first);
    match step {
        TurnStep::Initiative => effects.push(Initiative),
        TurnStep::RallyFirst | TurnStep::RallySecond => effects.push(Rallies { side: of, tested: false }),
        TurnStep::InitialMissile => effects.push(Window { late: false, second: false }),
        TurnStep::MoveFirst | TurnStep::MoveSecond => effects.push(Moves { side: of, stage: Stage::Deputies }),
        TurnStep::Missile => effects.push(Window { late: true, second: false }),
        TurnStep::Melee => effects.push(Melees),
        TurnStep::End => effects,
    }
}

pub fn initiative(InRef(_): InRef<Initiative>, dice: DiceHand) -> Effects {
    SIDE_A
        .roll(dice, |side, told| Effects::pop().fact(told.change(set(Phase { first: Some(side), ..Phase::default() }))))
}
