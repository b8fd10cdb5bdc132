//! Where the battle stands in its turn sequence, and how it ended.

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use super::state::BattleState;
use crate::cite::Word;
use crate::ids::Side;

/// The turn and the step.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// 0 before the first turn: deployment.
    pub turn: u32,
    /// The heading of the turn sequence at which the battle stands.
    pub step: Word,
    /// Whose step it is, when it is one side's.
    pub side: Option<Side>,
}

/// How the battle ended, once it has.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome(pub Option<Ending>);

/// An end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// Nobody: a draw.
    pub winner: Option<Side>,
    /// The word of the reason, e.g. `breakpoint`, `concede`, `turn-limit`.
    pub why: Word,
}

/// Why a battle ended whose rules had nothing left to do and nobody had won.
pub const NOTHING_LEFT: Word = Word("nothing-left");
/// Why a battle ended whose rules went round in a ring.
pub const RUNAWAY: Word = Word("runaway");

impl Ending {
    /// Whether no rule ended the battle, but a flaw of the ruleset did.
    pub fn is_flaw(&self) -> bool {
        [NOTHING_LEFT, RUNAWAY].contains(&self.why)
    }
}

/// A draw that a side has offered and the other may accept by offering one too.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawOffer(pub Option<Side>);

impl BattleState for Clock {
    const NAME: &'static str = "battle.clock";
}

impl BattleState for Outcome {
    const NAME: &'static str = "battle.outcome";
}

impl BattleState for DrawOffer {
    const NAME: &'static str = "battle.draw";
}
