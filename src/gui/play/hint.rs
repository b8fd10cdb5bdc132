//! Asking the captain what he would do: he thinks beside the battle, and his answer comes into the hand of whoever
//! asked, to be looked at and done or left.

use super::state::Play;
use crate::battle::{Action, Choice, Ref};
use crate::cite::HOUSE;
use crate::gui::game::Turn;
use crate::gui::game::hand::Held;
use crate::gui::game::mind::Mind;
use crate::ids::{Side, UnitId};
use crate::players::Captain;

/// An adviser and whether he is asked.
#[derive(Default)]
pub struct Hint {
    mind: Option<Box<Mind>>,
    wanted: bool,
    /// What the hand holds is his advice.
    given: Option<Action>,
    /// He is asked of every question, and the rule is shown beside his advice.
    pub guides: bool,
    /// The moment for which he was asked last as a guide.
    guided: u64,
}

impl Play {
    /// Asks the captain what the deciding side might do.
    pub fn ask_for_hint(&mut self) {
        self.hint.wanted = self.person().is_some() && !self.game.asks_for_dice();
    }

    /// Whether he has been asked and has not answered.
    pub fn awaits_hint(&self) -> bool {
        self.hint.wanted
    }

    /// Whether what the hand holds is his advice.
    pub fn is_advice(&self) -> bool {
        self.held.as_ref().is_some_and(|held| self.hint.given.as_ref() == Some(&held.action))
    }

    /// Has him guide the deciding side from question to question, or leave it alone.
    pub fn guide(&mut self) {
        self.hint.guides = !self.hint.guides;
        self.hint.guided = 0;
    }

    /// Lets him think, and takes his advice in hand once he has it.
    pub fn let_adviser_think(&mut self, wake: impl FnOnce() + Send + 'static) {
        let now = self.game.revision();
        let secret = matches!(self.game.turn(), Turn::Of { secret: true, .. });
        if self.hint.guides && self.hint.guided != now && self.person().is_some() && !secret && self.held.is_none() {
            self.hint.guided = now;
            self.ask_for_hint();
        }
        let answer = self.hint.mind.as_mut().and_then(|mind| mind.answer(&self.game));
        if let Some((side, action)) = answer.filter(|(side, _)| self.hint.wanted && self.person() == Some(*side)) {
            self.hint.wanted = false;
            self.take_advice(side, action);
        }
        let Some(side) = self.person().filter(|_| self.hint.wanted) else {
            self.hint.wanted = false;
            return;
        };
        if self.hint.mind.as_ref().is_none_or(|mind| mind.is_lost()) {
            self.hint.mind = Mind::new(&self.game, Box::new(Captain::new(self.game.row()))).map(Box::new);
        }
        match &mut self.hint.mind {
            Some(mind) if mind.is_free() => mind.think(&self.game, side, wake),
            Some(_) => {}
            None => self.hint.wanted = false,
        }
    }

    fn take_advice(&mut self, side: Side, action: Action) {
        let now = self.now();
        let same = |c: &&Choice| c.action.key == action.key && c.action.who == action.who;
        let choice = now.offers.all.iter().find(same).cloned().unwrap_or_else(|| Choice::plain(action.clone(), HOUSE));
        if let Some(unit) = self.actor(&action) {
            self.select(Some(unit));
        }
        let verdict = self.game.view_of(side).judge(&action);
        self.hint.given = Some(action.clone());
        self.hold(Held { choice, action, cut: Vec::new(), verdict });
    }

    /// The first unit that acts.
    fn actor(&self, action: &Action) -> Option<UnitId> {
        let view = self.game.view();
        action.who.iter().find_map(|who| match who {
            Ref::Unit(unit) => Some(*unit),
            Ref::Body(body) => view.bodies().get(*body).units.first().copied(),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::gui::play::seats::Sitter;
    use crate::gui::saves;
    use crate::rules::ROWS;
    use crate::scenario::journal::{Chosen, DiceFrom};

    #[test]
    fn the_captains_advice_comes_into_the_hand_and_nothing_is_done() {
        let name = crate::scenario::embedded::battles().into_iter().find(|n| n.ends_with("/first_battle")).unwrap();
        let game = saves::begun(ROWS, &name, Chosen::default(), DiceFrom::Seed(1), None).unwrap();
        let mut play = Play::new(game, [Sitter::Person; 2], 1);
        play.ask_for_hint();
        for _ in 0..600 {
            play.let_adviser_think(|| {});
            if !play.awaits_hint() {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        assert!(play.is_advice() && play.held.as_ref().is_some_and(|held| held.verdict.is_ok()));
        assert_eq!(play.game.journal().depth(), 0);
        play.act();
        assert_eq!(play.game.journal().depth(), 1);
    }

    #[test]
    fn a_guide_asks_once_of_every_question() {
        let name = crate::scenario::embedded::battles().into_iter().find(|n| n.ends_with("/first_battle")).unwrap();
        let game = saves::begun(ROWS, &name, Chosen::default(), DiceFrom::Seed(1), None).unwrap();
        let mut play = Play::new(game, [Sitter::Person; 2], 1);
        play.guide();
        play.let_adviser_think(|| {});
        assert!(play.awaits_hint());
        play.hint.wanted = false;
        play.let_adviser_think(|| {});
        assert!(!play.awaits_hint(), "whoever puts the advice away is left alone");
        let choice = play.now().offers.all[0].clone();
        play.submit(choice.action);
        play.let_adviser_think(|| {});
        assert!(play.awaits_hint());
    }
}
