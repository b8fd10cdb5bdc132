//! Players: whatever answers questions for a side. A player is given what its side may see, never the world.

mod captain;
mod general;
mod planned;
mod random;
mod reason;
pub mod referee;
mod wire;

pub use captain::{Captain, Duty, battle_lines};
pub use general::{General, Think, Trials};
pub use planned::Planned;
pub use random::Random;
pub use reason::{Ground, Reason};

use crate::battle::{Action, Ruleset, View};
use crate::ids::Side;

/// Answers questions for a side.
pub trait Player: Send {
    /// Called before each answer where battles can be played on from there. Most players need none.
    fn ponder(&mut self, _: &mut dyn Trials) {}

    /// The answer of that side to the question that is open. The view is that side's, and the side is one of those
    /// that are asked.
    fn answer(&mut self, view: &View, side: Side) -> Action;

    /// Why it gave its last answer, if it can say so.
    fn reason(&self) -> Option<&Reason> {
        None
    }

    /// What people and reports call it.
    fn name(&self) -> &str;
}

/// The players that come with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Weighs what is offered, by rulings and exact odds.
    Captain,
    /// A captain that does not use advanced rules.
    PlainCaptain,
    /// A captain whose army's intent is chosen by playing the battle on, where that can be done.
    General,
    /// Draws from what is offered.
    Random,
}

impl Kind {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Kind; 4] = [Kind::Captain, Kind::PlainCaptain, Kind::General, Kind::Random];

    /// A player of this kind for battles under that ruleset. The same seed gives the same answers to the same
    /// questions.
    pub fn make(self, ruleset: &Ruleset, seed: u64) -> Box<dyn Player> {
        match self {
            Kind::Captain => Box::new(Captain::new(ruleset)),
            Kind::PlainCaptain => Box::new(Captain::plain(ruleset)),
            Kind::General => Box::new(General::new(ruleset, seed, Think::default())),
            Kind::Random => Box::new(Random::new(seed)),
        }
    }

    /// The same, able to say why it answers as it does.
    pub fn telling(self, ruleset: &Ruleset, seed: u64) -> Box<dyn Player> {
        match self {
            Kind::Captain => Box::new(Captain::new(ruleset).telling()),
            Kind::PlainCaptain => Box::new(Captain::plain(ruleset).telling()),
            Kind::General | Kind::Random => self.make(ruleset, seed),
        }
    }

    /// Its name, as the command line takes it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Captain => "captain",
            Kind::PlainCaptain => "plain-captain",
            Kind::General => "general",
            Kind::Random => "random",
        }
    }
}
