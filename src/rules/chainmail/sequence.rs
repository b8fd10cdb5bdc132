//! The turn of move and counter-move (3.1): initiative and election, moves of the first and of the last, artillery, missiles,
//! losses by fire, melee, losses by melee, rally, end; and the turn in which all move together (3.2).

use std::sync::LazyLock;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::ending;
use super::engines::Artillery;
use super::flight::Rallies;
use super::initiative::Initiative;
use super::join::Joins;
use super::loss_checks::LossChecks;
use super::melee::Melees;
use super::moves::Moves;
use super::obedience::{Obedience, Obeys};
use super::shooting::Shooting;
use super::state::{Acts, Fired, Phase};
use super::switches::Switch;
use super::together::{ChargeMorale, FiresTogether, Half, Opens, Pause, Writes};
use super::{turn_end, turn_over, weather};
use crate::battle::{Clock, Effects, Fact, Job, Truth, View, put, set};
use crate::cite::{Cite, Word};
use crate::ids::Side;

const SEQUENCE: Cite = Cite("C28");

crate::word_enum! {
    /// The steps of a turn.
    pub enum TurnStep {
        Initiative = "initiative",
        MoveFirst = "move-first",
        MoveLast = "move-last",
        Artillery = "artillery",
        Missile = "missile",
        FireMorale = "fire-morale",
        Melee = "melee",
        LossMorale = "loss-morale",
        Rally = "rally",
        End = "end",
        Orders = "orders",
        FirstHalf = "first-half",
        Pause = "pause",
        SecondHalf = "second-half",
        ChargeMorale = "charge-morale",
    }
}

/// The turn of move and counter-move (3.1).
const IN_TURN: &[TurnStep] = &[
    TurnStep::Initiative,
    TurnStep::MoveFirst,
    TurnStep::MoveLast,
    TurnStep::Artillery,
    TurnStep::Missile,
    TurnStep::FireMorale,
    TurnStep::Melee,
    TurnStep::LossMorale,
    TurnStep::Rally,
    TurnStep::End,
];

/// The turn in which all move together (3.2).
const TOGETHER: &[TurnStep] = &[
    TurnStep::Orders,
    TurnStep::FirstHalf,
    TurnStep::Pause,
    TurnStep::SecondHalf,
    TurnStep::Artillery,
    TurnStep::Missile,
    TurnStep::FireMorale,
    TurnStep::ChargeMorale,
    TurnStep::Melee,
    TurnStep::LossMorale,
    TurnStep::Rally,
    TurnStep::End,
];

/// The steps of a turn of this battle.
pub fn steps(view: &View) -> &'static [TurnStep] {
    if Battlefield::of(*view).plays(Switch::Simultaneous) { TOGETHER } else { IN_TURN }
}

/// Their words.
pub fn words(view: &View) -> &'static [Word] {
    static WORDS: LazyLock<[Vec<Word>; 2]> =
        LazyLock::new(|| [IN_TURN, TOGETHER].map(|steps| steps.iter().map(|step| step.word()).collect()));
    let together = Battlefield::of(*view).plays(Switch::Simultaneous);
    &WORDS[usize::from(together)]
}

/// A job at the bottom of the agenda for the whole battle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sequence {
    pub turn: u32,
    /// The index of the step that comes next.
    pub next: usize,
}

impl Job for Sequence {
    const NAME: &'static str = "chainmail.sequence";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(sequence, self, world)
    }
}

pub fn sequence(InRef(at): InRef<Sequence>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let Some(step) = steps(&field.0).get(at.next).copied() else {
        return match ending::at_end(field, at.turn) {
            Some(end) => Effects::pop().fact(end),
            None => Effects::become_job(Sequence { turn: at.turn + 1, next: 0 }),
        };
    };
    let first = field.first();
    let side = match step {
        TurnStep::MoveFirst => Some(first),
        TurnStep::MoveLast => Some(first.other()),
        _ => None,
    };
    let phase = match step {
        TurnStep::Initiative | TurnStep::Orders => Phase::default(),
        _ => Phase { first: field.phase().first, ..Phase::default() },
    };
    let clock = Clock { turn: at.turn, step: step.word(), side };
    let mut began = Fact::began(SEQUENCE, step.word(), clock.side).change(set(clock)).change(set(phase));
    if at.next == 0 {
        for unit in field.0.roster().ids() {
            let fired = Fired { shots: 0, thrown: false, ..field.fired(unit) };
            if field.acts(unit) != Acts::default() {
                began = began.change(put(unit, Acts::default()));
            }
            if field.0.unit_state::<Obeys>(unit) != Obeys::default() {
                began = began.change(put(unit, Obeys::default()));
            }
            if field.fired(unit) != fired {
                began = began.change(put(unit, fired));
            }
        }
    }
    let effects = Effects::become_job(Sequence { turn: at.turn, next: at.next + 1 }).fact(began);
    match step {
        TurnStep::Initiative if weather::is_due(field, at.turn) => {
            effects.push(Initiative).push(weather::Changes { turn: at.turn })
        }
        TurnStep::Initiative => effects.push(Initiative),
        TurnStep::MoveFirst => effects.push(Moves::of(first)).push(Obedience { side: first, after: None }),
        TurnStep::MoveLast => {
            effects.push(Moves::of(first.other())).push(Obedience { side: first.other(), after: None })
        }
        TurnStep::Artillery => effects.push(Artillery { last: false }),
        TurnStep::Missile if field.plays(Switch::Simultaneous) => effects.push(FiresTogether { asked: false }),
        TurnStep::Missile => effects.push(Shooting { last: false }),
        TurnStep::Orders => {
            // Weather, then the knights of both, north's first, then all write.
            let of = |side| Obedience { side, after: None };
            let effects = effects.push(Writes).push(of(Side::South)).push(of(Side::North));
            if weather::is_due(field, at.turn) { effects.push(weather::Changes { turn: at.turn }) } else { effects }
        }
        TurnStep::FirstHalf => effects.push(Half { nth: 1 }).push(Opens::Hearts(0)),
        TurnStep::Pause => effects.push(Pause::begins()),
        TurnStep::SecondHalf => effects.push(Half { nth: 2 }),
        TurnStep::ChargeMorale => effects.push(ChargeMorale { next: 0 }),
        TurnStep::FireMorale => effects.push(LossChecks { melee: false }),
        TurnStep::Melee => effects.push(Melees).push(Joins { melee: Vec::new(), last: false }),
        TurnStep::LossMorale => effects.push(LossChecks { melee: true }),
        TurnStep::Rally => effects.push(Rallies { after: None }),
        TurnStep::End => {
            effects.facts(turn_end::facts(field)).facts(turn_over::facts(field)).facts(weather::ends(field))
        }
    }
}
