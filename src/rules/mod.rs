//! The rulesets: one folder each. Rulesets never use each other.

pub mod ancientmaster;
pub mod armati;
pub mod battlesystem;
pub mod chainmail;
pub mod impetus;

use crate::battle::Ruleset;

/// Every ruleset that is played, in the order in which people are told of them.
pub const RULESETS: &[Ruleset] =
    &[armati::RULESET, impetus::RULESET, ancientmaster::RULESET, battlesystem::RULESET, chainmail::RULESET];

/// Battles by which the shared rooms are tested: those rooms name no ruleset themselves.
#[cfg(test)]
pub mod battles {
    /// Five units a side.
    pub const TEACHING: &str = "armati/first_battle";
    /// A teaching battle in which units act one by one and the game has a unit of length of its own.
    pub const TEACHING_BY_UNITS: &str = "impetus/first_battle";
    /// A battle of three lines.
    pub const GREAT: &str = "armati/zama";
    /// A plan for one side of it.
    pub const PLAN: &str = "plans/armati/zama_horse_first";
    /// A plan that there is not.
    pub const NO_PLAN: &str = "plans/armati/lost";
    /// A battle with many switches on.
    pub const FULL: &str = "impetus/telamon";
    /// What the sheet says of the rules of the first of them.
    pub const BASE_PRESET: &str = "Armati, preset base";
    /// What it says of the rules of the last.
    pub const FULL_PRESET: &str = "Impetus, preset full";
}
