//! Where the battle stands in its turn sequence, and how it ended.

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use super::secret::Open;
use super::setup::{Limit, Then};
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
    /// Who has won; none: a draw.
    pub winner: Option<Side>,
    /// The word of the reason, e.g. `breakpoint`, `concede`, `turn-limit`.
    pub why: Word,
}

/// The reason of an ending that no rule brought about: the agenda was empty though the battle was not over. A flaw of
/// the ruleset.
pub const NOTHING_LEFT: Word = Word("nothing-left");
/// The reason of an ending that no rule brought about: jobs ran one after another without end. A flaw of the ruleset.
pub const RUNAWAY: Word = Word("runaway");

impl Ending {
    /// Whether no rule ended the battle, but a flaw of the ruleset did.
    pub fn is_flaw(&self) -> bool {
        [NOTHING_LEFT, RUNAWAY].contains(&self.why)
    }
}

/// When the battle ends at the latest, and who has won then. It never changes.
#[derive(Resource, Clone, Copy, Debug)]
pub struct TurnLimit(pub Limit);

impl Open for TurnLimit {}

impl TurnLimit {
    /// The number of the last turn.
    pub fn turns(self) -> u32 {
        self.0.turns
    }

    /// Who has won after it by the battle's file alone.
    pub fn winner(self) -> Option<Side> {
        match self.0.then {
            Then::Wins(side) => Some(side),
            Then::Compare => None,
        }
    }
}

/// A draw that one side has offered. The other accepts it by offering a draw too.
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
