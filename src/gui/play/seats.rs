//! Who sits on each side of the table: persons, and players that think while the window goes on.

use std::time::Duration;

use super::state::Play;
use crate::gui::game::mind::Mind;
use crate::gui::game::{Game, Turn};
use crate::gui::language::say_with;
use crate::ids::Side;
use crate::players::{Captain, Kind};

/// Who answers for a side.
pub enum Seat {
    Person,
    Player(Box<Mind>),
}

/// Who is to sit on a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sitter {
    Person,
    Captain,
}

impl Sitter {
    /// As journals name it; a person has no name.
    pub fn name(self) -> &'static str {
        match self {
            Sitter::Person => "",
            Sitter::Captain => Kind::Captain.name(),
        }
    }

    /// By its name; whoever is not known here is a person.
    pub fn named(name: &str) -> Sitter {
        if name == Kind::Captain.name() { Sitter::Captain } else { Sitter::Person }
    }

    /// The seat of one who begins to play that battle now.
    pub fn seat(self, game: &Game) -> Seat {
        match self {
            Sitter::Person => Seat::Person,
            Sitter::Captain => Mind::new(game, Box::new(Captain::new(game.row())))
                .map_or(Seat::Person, |mind| Seat::Player(Box::new(mind))),
        }
    }
}

impl Play {
    /// Who sits where: north, south.
    pub fn sitters(&self) -> [Sitter; 2] {
        [0, 1].map(|i| if let Seat::Person = self.seats[i] { Sitter::Person } else { Sitter::Captain })
    }

    /// Somebody else sits down there, and the journal notes it.
    pub fn sit(&mut self, side: Side, sitter: Sitter) {
        if self.sitters()[side.index()] != sitter {
            self.let_go();
            self.seats[side.index()] = sitter.seat(&self.game);
            self.game.seated(self.sitters().map(Sitter::name));
            if !self.any_person() {
                self.lay_down();
            }
            self.game.touch();
        }
    }

    /// Whether a person sits there.
    pub fn is_person(&self, side: Side) -> bool {
        matches!(self.seats[side.index()], Seat::Person)
    }

    /// Whether a person answers the open question for that side: dice that are rolled by hand are told by people,
    /// whoever else sits there.
    pub fn in_person(&self, side: Side) -> bool {
        self.is_person(side) || self.game.asks_for_dice()
    }

    /// Players forget what they had planned.
    pub fn think_anew(&mut self) {
        let sitters = self.sitters();
        for (seat, sitter) in self.seats.iter_mut().zip(sitters) {
            *seat = sitter.seat(&self.game);
        }
    }

    /// Lets players think and takes their answers; `wake` has the window drawn again. Tells how long one has been
    /// thinking.
    pub fn let_players_think(&mut self, wake: impl Fn() + Clone + Send + 'static) -> Option<Duration> {
        if self.umpire.is_some() {
            // Whatever is put right now, everybody thinks of it afterwards.
            return None;
        }
        let mut answered = None;
        for seat in self.seats.iter_mut().filter(|_| !self.paused) {
            if let Seat::Player(mind) = seat
                && let Some(answer) = mind.answer(&self.game)
            {
                answered = Some(answer);
            }
        }
        if let Some(answer) = answered.filter(|_| self.past.is_none()) {
            self.submit(answer.action);
        }
        let Turn::Of { side, .. } = self.game.turn() else { return None };
        if self.in_person(side) || self.past.is_some() {
            return None;
        }
        let Seat::Player(mind) = &mut self.seats[side.index()] else { return None };
        if mind.is_lost() {
            self.notice = Some(say_with("player-lost", &[("who", &mind.name())]));
            self.sit(side, Sitter::Person);
            return None;
        }
        // What happened is seen to its end before the next thing happens.
        if mind.is_free() && !self.motion.is_running() && !self.paused {
            mind.think(&self.game, side, wake);
        }
        mind.thinking()
    }

    /// Whether the open question is for a player that is no person.
    pub fn awaits_player(&self) -> bool {
        self.past.is_none()
            && self.umpire.is_none()
            && matches!(self.game.turn(), Turn::Of { side, .. } if !self.in_person(side))
    }

    /// Players that are no persons wait, or go on.
    pub fn pause(&mut self) {
        if self.awaits_player() {
            self.paused = !self.paused;
        }
    }

    /// Whether a player that is no person is at work.
    pub fn is_anybody_thinking(&self) -> bool {
        !self.paused && self.seats.iter().any(|seat| matches!(seat, Seat::Player(mind) if mind.thinking().is_some()))
    }
}
