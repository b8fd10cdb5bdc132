//! The turn sequence (A4): command, shooting, combat, end of the first player, then of the second.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::casualties::{HITS_LEFT, Losses};
use super::combat::Combat;
use super::command::Command;
use super::edge::Returns;
use super::forced::CONFUSED;
use super::formation::one_body;
use super::shooting::Shooting;
use super::state::{Acts, Confused, First, Hits, Length, NextRound, Phase};
use super::support::engaged;
use super::victory;
use crate::battle::roll_off::RollOff;
use crate::battle::{Arg, Clock, DiceHand, Effects, Fact, Job, Measured, Narration, Ref, Truth, alter, put, set};
use crate::cite::{Cite, Word};
use crate::dice::{Die, Roll};
use crate::ids::Side;

const SEQUENCE: Cite = Cite("A4");
const RECOVERY: Cite = Cite("A9.1");
const PARTED: Cite = Cite("A10.6");

crate::word_enum! {
    /// The steps of a turn.
    pub enum TurnStep {
        FirstCommand = "first-command",
        FirstShooting = "first-shooting",
        FirstCombat = "first-combat",
        FirstEnd = "first-end",
        SecondCommand = "second-command",
        SecondShooting = "second-shooting",
        SecondCombat = "second-combat",
        SecondEnd = "second-end",
    }
}

impl TurnStep {
    /// Whether it is one of the first player's.
    fn is_first(self) -> bool {
        self < TurnStep::SecondCommand
    }
}

/// A job at the bottom of the agenda for the whole battle: how far the turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sequence {
    pub turn: u32,
    /// The index of the step that comes next; the number of steps when the turn is over.
    pub next: usize,
}

/// A job: rolls who has the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WhoIsFirst;

/// A job: rolls how long the battle lasts, where its file does not say it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct HowLong;

/// A job: the confusion of a side ends, when its command phase does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recovers {
    pub side: Side,
}

/// A job: the end of a side's turn: stands that were parted from their units are taken off (W143), and odd hits of units that
/// are in no fight are discarded.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndOfTurn {
    pub side: Side,
}

impl Job for Sequence {
    const NAME: &'static str = "ancientmaster.sequence";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(sequence, self, world)
    }
}

impl Job for WhoIsFirst {
    const NAME: &'static str = "ancientmaster.who-is-first";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(who_is_first, self, world)
    }
}

impl Job for HowLong {
    const NAME: &'static str = "ancientmaster.how-long";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(how_long, self, world)
    }
}

impl Job for Recovers {
    const NAME: &'static str = "ancientmaster.recovers";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(recovers, self, world)
    }
}

impl Job for EndOfTurn {
    const NAME: &'static str = "ancientmaster.end-of-turn";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(end_of_turn, self, world)
    }
}

/// The next step of the turn; before it an army that is broken withdraws (A14).
pub fn sequence(InRef(at): InRef<Sequence>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    if let Some(end) = victory::at_end_of_phase(field) {
        return Effects::pop().fact(end);
    }
    let Some(first) = field.0.battle_state::<First>().0 else { return Effects::stay().push(WhoIsFirst) };
    if *field.0.battle_state::<Length>() == Length::ToRoll {
        return Effects::stay().push(HowLong);
    }
    let Some(step) = TurnStep::ALL.get(at.next).copied() else {
        return match victory::at_end_of_turn(field, at.turn) {
            Some(end) => Effects::pop().fact(end),
            None => Effects::become_job(Sequence { turn: at.turn + 1, next: 0 }),
        };
    };
    let side = if step.is_first() { first } else { first.other() };
    let clock = Clock { turn: at.turn, step: step.word(), side: Some(side) };
    let mut began = Fact::began(SEQUENCE, step.word(), clock.side).change(set(clock)).change(set(Phase::default()));
    let effects = Effects::become_job(Sequence { turn: at.turn, next: at.next + 1 });
    match step {
        TurnStep::FirstCommand | TurnStep::SecondCommand => {
            for unit in field.0.roster().of(side).filter(|unit| field.acts(*unit) != Acts::default()) {
                began = began.change(put(unit, Acts::default()));
            }
            effects.fact(began).push(Command { side }).push(Returns { side })
        }
        TurnStep::FirstShooting | TurnStep::SecondShooting => effects.fact(began).push(Shooting { side }),
        TurnStep::FirstCombat | TurnStep::SecondCombat => {
            for unit in field.0.roster().ids() {
                let acts = field.acts(unit);
                if acts.fought || acts.advanced {
                    began = began.change(put(unit, Acts { fought: false, advanced: false, ..acts }));
                }
                // What was remembered of the shooting has had its effect.
                let hits = field.hits(unit);
                let charging = if engaged_unit(field, unit) { hits.charging } else { 0 };
                let kept = Hits { left: hits.left, charging, ..Hits::default() };
                if kept != hits {
                    began = began.change(put(unit, kept));
                }
            }
            effects.fact(began).push(Combat { side })
        }
        TurnStep::FirstEnd | TurnStep::SecondEnd => {
            for unit in field.0.roster().ids() {
                let next = field.next_round(unit);
                // Of a fight that was left unresolved pursuit and retreat still count in the next phase (A10.8).
                let keeps = engaged_unit(field, unit);
                let left = if keeps {
                    NextRound { open: false, charges: Vec::new(), ..next.clone() }
                } else {
                    NextRound::default()
                };
                if left != next {
                    began = began.change(put(unit, left));
                }
            }
            effects.fact(began).push(EndOfTurn { side })
        }
    }
}

fn engaged_unit(field: Battlefield, unit: crate::ids::UnitId) -> bool {
    field.unit(unit).is_some() && field.0.on_table(unit) && engaged(field, unit)
}

/// Whose die is higher has the first turn.
const FIRST_TURN: RollOff =
    RollOff { cite: SEQUENCE, why: Word("first-turn"), won: Word("has-first-turn"), again: Word("first-turn-again") };

pub fn who_is_first(InRef(_): InRef<WhoIsFirst>, dice: DiceHand) -> Effects {
    FIRST_TURN.roll(dice, |side, told| Effects::pop().fact(told.change(set(First(Some(side))))))
}

pub fn how_long(InRef(_): InRef<HowLong>, dice: DiceHand) -> Effects {
    let mut roller = dice.roller();
    let face = match roller.die(Die { sides: 6, by: None, who: None, why: Word("length") }) {
        Ok(face) => face,
        Err(need) => return Effects::need(need),
    };
    let turns = victory::turns_by_die(face);
    let told = Fact::new(SEQUENCE, Narration::Said(Word("so-long")))
        .word(Word("turns"), Arg::Measured(Measured::Count(turns as i32)))
        .dice(roller.rolled())
        .change(set(Length::Rolled(turns)));
    Effects::pop().fact(told)
}

pub fn recovers(InRef(job): InRef<Recovers>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let confused = field.0.roster().of(job.side).filter(|unit| field.confused(*unit) && field.0.on_table(*unit));
    let told = confused.map(|unit| {
        let marked = Narration::Marked { of: Ref::Unit(unit), what: CONFUSED, on: false };
        Fact::new(RECOVERY, marked).change(alter(unit, |confused: &mut Confused| confused.0 = false))
    });
    Effects::pop().facts(told)
}

pub fn end_of_turn(InRef(_): InRef<EndOfTurn>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let parted = field.units().find(|unit| !one_body(&field.prints(*unit)) && !engaged(field, *unit));
    match parted {
        Some(unit) => {
            let told = Fact::new(PARTED, Narration::Said(Word("parted"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
            Effects::stay().fact(told).push(Losses { unit, stands: 1 })
        }
        None => {
            // Odd hits of who is in no fight any more are discarded (A4).
            let worn = field.units().filter(|unit| field.hits(*unit).left > 0 && !engaged(field, *unit));
            Effects::pop().facts(worn.map(|unit| {
                let from = i32::from(field.hits(unit).left);
                let told = Narration::Counted { of: Ref::Unit(unit), what: HITS_LEFT, from, to: 0 };
                Fact::new(SEQUENCE, told).change(alter(unit, |hits: &mut Hits| (hits.left, hits.volley) = (0, 0)))
            }))
        }
    }
}
