//! Who sits at the table.

use std::time::Duration;

use crate::cite::Word;
use crate::gui::game::Game;
use crate::gui::game::mind::{Answer, Mind};
use crate::gui::game::sitter::Sitter;
use crate::ids::Side;
use crate::players::{Captain, General, Planned, Think};
use crate::scenario::Plan;

/// Who sits at the table.
pub struct Seats {
    /// North, south.
    at: [Seat; 2],
    looking: Option<Side>,
    paused: bool,
    /// After so many answers both had seen what was opened.
    seen: Option<usize>,
}

impl Seats {
    /// Those: north, south.
    pub fn of(at: [Seat; 2]) -> Seats {
        Seats { at, looking: None, paused: false, seen: None }
    }

    /// Who sits there.
    pub fn at(&self, side: Side) -> &Seat {
        &self.at[side.index()]
    }

    /// Somebody else sits down there.
    pub fn sit(&mut self, side: Side, seat: Seat) {
        self.at[side.index()] = seat;
    }

    /// The player who sits there, where he is no person.
    pub fn mind(&mut self, side: Side) -> Option<&mut Mind> {
        match &mut self.at[side.index()] {
            Seat::Person => None,
            Seat::Player(mind) => Some(mind),
        }
    }

    /// What one of the players has come to; nothing while they wait.
    pub fn answer(&mut self, game: &Game) -> Option<Answer> {
        if self.paused {
            return None;
        }
        // Each is heard, so that none keeps an answer that has grown old.
        let answers = Side::BOTH.map(|side| self.mind(side).and_then(|mind| mind.answer(game)));
        answers.into_iter().flatten().next_back()
    }

    /// Whether a player that is no person is at work.
    pub fn is_anybody_thinking(&self) -> bool {
        let thinks = |seat: &Seat| matches!(seat, Seat::Player(mind) if mind.thinking().is_some());
        !self.paused && self.at.iter().any(thinks)
    }

    /// Who looks at the screen, where a question is secret.
    pub fn looking(&self) -> Option<Side> {
        self.looking
    }

    /// He looks at the screen now, or nobody is known to.
    pub fn look(&mut self, looking: Option<Side>) {
        self.looking = looking;
    }

    /// After how many answers both said last that they had seen what was opened.
    pub fn seen(&self) -> Option<usize> {
        self.seen
    }

    /// Both have seen what was opened after so many answers; or nothing any more.
    pub fn have_seen(&mut self, seen: Option<usize>) {
        self.seen = seen;
    }

    /// Whether players that are no persons wait.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Players that are no persons wait, or do not.
    pub fn pause(&mut self, paused: bool) {
        self.paused = paused;
    }

    /// Players that are no persons wait, or go on.
    pub fn turn_pause(&mut self) {
        self.paused = !self.paused;
    }
}

/// How much a general thinks in a turn: no longer than people like to wait.
const THINKS: Think = Think::For(Duration::from_secs(3), 200);

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
            Sitter::General => Mind::new(game, Box::new(General::new(game.ruleset(), 0, THINKS)))
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
