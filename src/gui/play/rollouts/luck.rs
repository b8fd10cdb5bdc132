//! Luck and skill of a battle: its answers are weighed in the background, one after the other, by the rollouts that
//! `sandtable analyse` plays.

use std::collections::BTreeMap;

use crate::battle::Action;
use crate::dice::{Dice, Source};
use crate::gui::game::Game;
use crate::gui::game::rollouts::Reckoner;
use crate::gui::language::translate;
use crate::gui::play::state::{Luck, Play, Remark, Work};
use crate::lab::analysis::ROLLOUTS;
use crate::lab::analysis::told::Battle;

impl Play {
    /// Why luck and skill of this battle are not told, where they are not.
    pub fn why_no_luck(&self) -> Option<&'static str> {
        let by_hand = matches!(self.game.world().resource::<Dice>().source(), Source::ByHand(_));
        match () {
            () if by_hand => Some(translate("luck-by-hand")),
            () if self.chances_are_secret() => Some(translate("chances-are-secret")),
            () => None,
        }
    }

    /// What is remarked of answers, by their numbers: nothing as long as nobody has them weighed.
    pub fn remarks(&self) -> &BTreeMap<usize, Remark> {
        static NONE: BTreeMap<usize, Remark> = BTreeMap::new();
        self.rollouts.luck().map_or(&NONE, Luck::remarks)
    }

    /// Has all answers weighed that stand in the battle; those that are weighed stay so.
    pub fn begin_luck(&mut self) {
        self.begin_luck_of(ROLLOUTS);
    }

    /// The same by so many battles from a position.
    pub fn begin_luck_of(&mut self, battles: u32) {
        let actions: Vec<Action> = self.game.answered().map(|(_, action)| action.clone()).collect();
        if self.rollouts.luck().is_some_and(|luck| luck.actions() == actions) {
            return;
        }
        let told = |game: &Game| Battle::of(game.world(), game.ruleset(), game.setup());
        let battle = self.game.at_its_end(told);
        match self.rollouts.luck_mut() {
            Some(luck) => luck.go_on(actions, battle),
            None => self.rollouts.lay_luck(Some(Luck::new(actions, battle, battles))),
        }
    }

    /// What is known of a battle that has gone on another way is forgotten; where it has only gone on, weighing waits until
    /// somebody asks for the rest.
    pub(super) fn heed_answers(&mut self) {
        let Some(luck) = self.rollouts.luck() else { return };
        let answers = self.game.answered().map(|(_, action)| action);
        if !luck.holds_of(answers) {
            self.rollouts.lay_luck(None);
            self.sheets.shut_luck();
        } else if luck.actions().len() < self.game.length() {
            self.stop_weighing();
        }
    }

    /// It is enough: what is weighed stays so.
    pub fn stop_weighing(&mut self) {
        if let Some(luck) = self.rollouts.luck_mut() {
            luck.runs = false;
        }
    }

    /// Has the answers weighed that are not.
    pub(super) fn reckon_luck(&mut self, wake: impl Fn() + Send + Sync + 'static) {
        let Some(actions) = self.rollouts.luck().map(|luck| luck.actions().to_vec()) else { return };
        self.rollouts.be_of(actions);
        let Some(weighing) = self.rollouts.weighing() else { return };
        let start = |game: &Game| Reckoner::answers(game, weighing, wake);
        let reckoner = self.game.at_its_beginning(start);
        if reckoner.is_none() {
            self.stop_weighing();
        }
        self.rollouts.set_to_work(Work::Luck, reckoner);
    }
}
