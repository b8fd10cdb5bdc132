//! Who sits at the table.

use crate::cite::Word;
use crate::gui::game::Game;
use crate::gui::game::mind::Mind;
use crate::gui::game::sitter::Sitter;
use crate::ids::Side;
use crate::players::{Captain, Planned};
use crate::scenario::Plan;

/// Who sits at the table.
pub struct Seats {
    /// North, south.
    pub at: [Seat; 2],
    /// Who looks at the screen, where a question is secret.
    pub looking: Option<Side>,
    /// Players that are no persons wait.
    pub paused: bool,
}

/// Who answers for a side.
pub enum Seat {
    Person,
    Player(Box<Mind>),
}

impl Sitter {
    /// The seat of one who begins to play that battle now.
    pub fn seat(self, game: &Game) -> Seat {
        match self {
            Sitter::Person => Seat::Person,
            Sitter::Captain => Mind::new(game, Box::new(Captain::new(game.ruleset())))
                .map_or(Seat::Person, |mind| Seat::Player(Box::new(mind))),
            Sitter::Plan(name) => planned(game, name).map_or(Seat::Person, |mind| Seat::Player(Box::new(mind))),
        }
    }
}

/// A player under the orders of a plan; nothing where its file is not there any more, or is for another battle.
fn planned(game: &Game, name: Word) -> Option<Mind> {
    let plan = Plan::load(name.0).ok().filter(|plan| plan.fits(game.setup()).is_ok())?;
    Mind::new(game, Box::new(Planned::new(game.ruleset(), &plan, name.0)))
}
