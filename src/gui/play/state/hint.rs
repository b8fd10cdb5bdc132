//! An adviser beside the battle.

use std::time::{Duration, Instant};

use crate::battle::Action;
use crate::gui::game::Game;
use crate::gui::game::mind::{Answer, Mind};
use crate::ids::Side;
use crate::players::{Captain, Reason};

/// Nobody reads what he advises, and answers it, in less than that.
const READ: Duration = Duration::from_millis(300);

/// An adviser and whether he is asked.
#[derive(Default)]
pub struct Hint {
    mind: Option<Box<Mind>>,
    wanted: bool,
    given: Option<Action>,
    given_at: Option<Instant>,
    /// What the hand held when he was asked.
    over: Option<Action>,
    reason: Option<Reason>,
    guides: bool,
    /// The moment for which he was asked last as a guide.
    guided: u64,
}

impl Hint {
    /// Whether he has been asked and has not answered.
    pub fn is_wanted(&self) -> bool {
        self.wanted
    }

    /// He is asked, or asked no more.
    pub fn ask(&mut self, wanted: bool) {
        self.wanted = wanted;
    }

    /// He is asked while the hand holds that.
    pub fn ask_over(&mut self, held: Option<Action>) {
        (self.wanted, self.over) = (true, held);
    }

    /// Whether the hand still holds what it held when he was asked: what has been taken up since is not taken from it.
    pub fn is_as_asked(&self, held: Option<&Action>) -> bool {
        self.over.as_ref() == held
    }

    /// Whether what he advised came so lately that no stroke of a key can be meant for it.
    pub fn is_fresh(&self) -> bool {
        self.given_at.is_some_and(|at| at.elapsed() < READ)
    }

    /// What he advised last.
    pub fn given(&self) -> Option<&Action> {
        self.given.as_ref()
    }

    /// Something is taken in hand by a hand of one's own: what lies in it is no advice any more, though it be the same.
    pub fn set_aside(&mut self) {
        self.given = None;
    }

    /// He advises that.
    pub fn give(&mut self, action: Action) {
        (self.given, self.given_at) = (Some(action), Some(Instant::now()));
    }

    /// Why he advises it.
    pub fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }

    /// He says why he advises it.
    #[cfg(test)]
    pub fn give_reason(&mut self, reason: Option<Reason>) {
        self.reason = reason;
    }

    /// Whether he is asked of every question, and the rule is shown beside his advice.
    pub fn guides(&self) -> bool {
        self.guides
    }

    /// He is asked of every question, or only when somebody asks him.
    pub fn turn_guide(&mut self) {
        (self.guides, self.guided) = (!self.guides, 0);
    }

    /// Whether he guides and was not asked at that moment yet; he is now.
    pub fn guides_anew(&mut self, moment: u64) -> bool {
        self.guides && std::mem::replace(&mut self.guided, moment) != moment
    }

    /// What he has come to, once, when he is still asked by the one who decides.
    pub fn answer(&mut self, game: &Game, person: Option<Side>) -> Option<Answer> {
        let answer = self.mind.as_mut()?.answer(game)?;
        if !self.wanted || person != Some(answer.side) {
            return None;
        }
        self.wanted = false;
        self.reason.clone_from(&answer.reason);
        Some(answer)
    }

    /// Lets him think; he is asked no more where nobody can think about that battle.
    pub fn think(&mut self, game: &Game, side: Side, wake: impl FnOnce() + Send + 'static) {
        if self.mind.as_ref().is_none_or(|mind| mind.is_lost()) {
            self.mind = Mind::new(game, Box::new(Captain::new(game.ruleset()).telling())).map(Box::new);
        }
        match &mut self.mind {
            Some(mind) if mind.is_free() => mind.think(game, side, wake),
            Some(_) => {}
            None => self.wanted = false,
        }
    }
}
