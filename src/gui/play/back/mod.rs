//! Back and forth over the answers of a battle; where that is wished, no farther back than the last dice and than what
//! was secret and is so no more.

mod curve;
pub mod luck;
pub mod past;

use crate::battle::{DICE, Entry, Revealed, UMPIRE};
use crate::gui::game::hand::Held;
use crate::gui::language::translate_with;
use crate::gui::play::hand::plan;
use crate::gui::play::state::{Confirm, Play};
use crate::gui::words::capital;
use crate::ids::{Side, UnitId};

impl Play {
    /// Back by one answer; captains' answers go with the person's before them.
    pub fn undo(&mut self) {
        if self.back.is_open() {
            self.go_through(past::Request::Back);
            return;
        }
        // A hand that is just dragging has nothing to take back yet.
        if self.hand.drag().is_some() || self.steps_in_plan(Held::step_back) {
            return;
        }
        // What lies in the hand is laid down first, as it was taken up last.
        if self.hand.held().is_some() && self.held_plan().is_none() {
            self.let_go();
            return;
        }
        let answers = self.answers_back();
        if answers == 0 || self.stops_before(self.game.journal().depth() + 1 - answers) {
            return;
        }
        match self.lies_sealed() {
            Some(side) => self.sheets.ask(Confirm::Unseal(side, None)),
            None => self.take_answers_back(),
        }
    }

    /// The side whose sealed answer undo would take back, while the other one sits before the screen.
    fn lies_sealed(&self) -> Option<Side> {
        let question = self.game.view().question()?;
        let (side, _) = self.game.journal().answers().last()?;
        let both = Side::BOTH.iter().all(|side| self.is_person(*side));
        (both && question.is_secret() && !question.waiting().contains(side)).then_some(*side)
    }

    /// The last answer of a person goes, with those of captains after it.
    pub fn take_answers_back(&mut self) {
        let answers = self.answers_back();
        if answers == 0 {
            return;
        }
        let first = self.game.journal().depth() - answers;
        let taken_back = self.game.journal().answers().nth(first).map(|(_, said)| said.clone());
        self.forget();
        // Where no person plays it goes back by one answer, and waits.
        self.seats.pause(!self.any_person());
        for _ in 0..answers {
            self.game.undo();
        }
        self.stands_elsewhere();
        self.turn_to_question();
        self.hand.remember(taken_back);
        plan::take_up(self);
    }

    /// Takes the sealed order of that place back by itself: the others stay.
    pub fn take_back(&mut self, at: usize) {
        let sealed = self.now().offers.drafts.get(at).map(|draft| draft.choice.action.clone());
        if let Some(action) = sealed.filter(|_| self.person().is_some()) {
            self.submit(action);
        }
    }

    /// Selects a unit by its written order; a second time takes that order back.
    pub fn touch_order(&mut self, unit: UnitId) {
        let order = self.now().sealed.as_ref().and_then(|sealed| Some(sealed.order(unit)?.at));
        match order.filter(|_| self.look.focus() == Some(unit)) {
            Some(at) => self.take_back(at),
            None => self.select(Some(unit)),
        }
    }

    /// Takes the written order of the selected unit back.
    pub fn take_back_selected(&mut self) {
        let order = self.look.focus().and_then(|unit| Some(self.now().sealed?.order(unit)?.at));
        if let Some(at) = order {
            self.take_back(at);
        }
    }

    /// Forth again.
    pub fn redo(&mut self) {
        if self.back.is_open() {
            self.go_through(past::Request::Forth);
            return;
        }
        // Answers that were taken back are not given again over a plan that has changed since.
        if self.hand.drag().is_some() || self.steps_in_plan(Held::step_forth) || self.plan_steps().0 {
            return;
        }
        self.forget();
        while self.game.redo() {
            let decides = self.person().is_some() || self.must_hand_over().is_some();
            if self.seats.is_paused() || self.umpire.is_on() || decides {
                break;
            }
        }
        self.stands_elsewhere();
    }

    /// Back to before that journal entry.
    pub fn back_to(&mut self, entry: usize) {
        self.look_up();
        if self.stops_before(entry.max(1)) {
            return;
        }
        let gone = (self.game.journal().depth() + 1).saturating_sub(entry.max(1));
        match self.lies_sealed() {
            Some(side) => self.sheets.ask(Confirm::Unseal(side, Some(entry))),
            None if gone > 1 && self.sheets.asks() => self.sheets.ask(Confirm::GoBack(gone, Some(entry))),
            None => self.take_back_to(entry),
        }
    }

    /// Plays on from the moment that is looked at.
    pub fn play_on(&mut self) {
        let at = self.game.journal().depth();
        self.think_anew();
        self.game.play_on();
        self.log.forget_after(at + 1);
        self.back.close();
        self.look.show_entry(None);
    }

    /// All answers from that journal entry on go.
    pub fn take_back_to(&mut self, entry: usize) {
        self.forget();
        self.seats.pause(!self.any_person());
        self.game.back_to(entry);
        self.stands_elsewhere();
    }

    /// What does not hold any more where the battle stands now goes: refusals met later, an umpire where none may be.
    fn stands_elsewhere(&mut self) {
        self.log.forget_after(self.game.journal().entries().len());
        if self.no_umpire().is_some() {
            self.lay_down();
        }
    }

    /// Why undo takes nothing back now, where it is kept from it.
    pub fn undo_stop(&self) -> Option<String> {
        self.stop(self.game.journal().depth() + 1 - self.answers_back())
    }

    /// Whether something keeps the entries of the journal from that one on from being taken back; then it is told.
    pub fn stops_before(&mut self, entry: usize) -> bool {
        let stop = self.stop(entry);
        let stops = stop.is_some();
        self.sheets.tell_if(stop);
        stops
    }

    /// The last of the entries from that one on that may not be taken back, in words.
    fn stop(&self, from: usize) -> Option<String> {
        let entries = self.game.journal().entries().get(from..).filter(|_| self.back.is_strict())?;
        entries.iter().rev().find_map(|entry| self.stop_of(entry))
    }

    fn stop_of(&self, entry: &Entry) -> Option<String> {
        let narrator = self.game.narrator();
        if let Some(fact) = entry.facts().rev().find(|fact| !fact.dice.is_empty()) {
            return Some(translate_with("stops-at-dice", &[("told", &capital(&narrator.fact(fact)))]));
        }
        let told = match entry.revealed()? {
            Revealed::Answers(word) => translate_with("both-answers-to", &[("question", &narrator.texts.word(word))]),
            Revealed::Unit(fact) => capital(&narrator.fact(fact)),
        };
        Some(translate_with("stops-at-secret", &[("told", &told)]))
    }

    /// How many answers are taken back at once: to the last that a person has given; none before a person has given one,
    /// for a captain would only answer anew.
    pub fn answers_back(&self) -> usize {
        let answers: Vec<_> = self.game.journal().answers().collect();
        if self.umpire.is_on() || !self.any_person() {
            return answers.len().min(1);
        }
        // Dice that are rolled by hand, and what an umpire does, are people's, whosever side they are of.
        let by_hand = [DICE, UMPIRE];
        let own = answers.iter().rposition(|(side, said)| self.is_person(*side) || by_hand.contains(&said.key));
        own.map_or(0, |own| answers.len() - own)
    }

    /// Whether a person sits at the table.
    pub fn any_person(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.is_person(side))
    }

    /// Nothing of what was looked at or planned holds in another position: captains begin to think anew.
    fn forget(&mut self) {
        self.look.cover_hidden();
        self.seats.have_seen(None);
        self.think_anew();
        self.let_go();
        self.hand.remember(None);
        self.look.stand_still();
        self.look.show_entry(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{self, Narration};
    use crate::gui::game::sitter::Sitter;
    use crate::gui::play::stage::{Stage, begun, sit_down};
    use crate::gui::saves;
    use crate::rules::RULESETS;
    use crate::rules::battles;
    use crate::scenario::journal::{Chosen, DiceFrom};
    use bevy_egui::egui::Key;

    /// Answers as the first choice stands, until the last entry of the journal is as wanted.
    fn until(play: &mut Play, wanted: impl Fn(&Entry) -> bool) {
        for _ in 0..400 {
            sit_down(play);
            let choice = play.now().offers.all[0].clone();
            play.submit(choice.action);
            if play.game.journal().last().is_some_and(&wanted) {
                return;
            }
        }
        panic!("it never comes to that");
    }

    fn answer(play: &mut Play) {
        let depth = play.game.journal().depth();
        until(play, |_| true);
        assert_eq!(play.game.journal().depth(), depth + 1);
    }

    /// A battle in which the last answer but one rolled dice, and the last did not.
    fn after_dice() -> Play {
        let mut play = begun(battles::TEACHING_BY_UNITS, [Sitter::Person; 2]);
        for _ in 0..50 {
            until(&mut play, Entry::rolled);
            answer(&mut play);
            if !play.game.journal().last().unwrap().rolled() {
                return play;
            }
        }
        panic!("dice always follow dice");
    }

    #[test]
    fn strict_undo_takes_back_what_came_after_the_dice_and_not_the_dice() {
        let mut stage = Stage::of(after_dice());
        stage.options.strict_undo = true;
        stage.rest();
        let depth = stage.play.game.journal().depth();
        stage.key(Key::Z);
        assert_eq!((stage.play.game.journal().depth(), stage.play.sheets.notice().is_none()), (depth - 1, true));
        let told = stage.play.game.journal().last().unwrap().facts().rev().find(|f| !f.dice.is_empty()).unwrap();
        let roll = capital(&stage.play.game.narrator().fact(told));
        let there = battle::digest(stage.play.game.world());
        stage.key(Key::Z);
        assert_eq!((stage.play.game.journal().depth(), stage.play.game.journal().ahead()), (depth - 1, 1));
        assert_eq!(battle::digest(stage.play.game.world()), there);
        assert!(stage.shows(&format!("Undo stops at dice: {roll}")), "{roll}");
        // What was taken back is done again as ever.
        stage.key(Key::Y);
        assert_eq!((stage.play.game.journal().depth(), stage.play.game.journal().ahead()), (depth, 0));
        // Escape puts the notice away; without the option undo goes on.
        stage.key(Key::Escape);
        assert!(!stage.shows("Undo stops at dice"));
        stage.options.strict_undo = false;
        stage.key(Key::Z);
        stage.key(Key::Z);
        assert_eq!((stage.play.game.journal().depth(), stage.play.sheets.notice().is_none()), (depth - 2, true));
    }

    #[test]
    fn back_to_here_and_playing_on_from_the_past_stop_there_too() {
        let mut play = after_dice();
        let depth = play.game.journal().depth();
        play.back.be_strict(true);
        play.back_to(depth - 1);
        assert_eq!(play.game.journal().depth(), depth);
        assert!(play.sheets.take_notice().is_some_and(|why| why.starts_with("Undo stops at dice: ")));
        play.back_to(depth);
        assert_eq!((play.game.journal().depth(), play.sheets.notice().is_none()), (depth - 1, true));
        play.redo();
        // The past may be seen, only not played on from.
        play.go_through(past::Request::To(depth - 2));
        play.look_at(depth - 2);
        play.go_through(past::Request::PlayOn);
        assert_eq!((play.game.length(), play.game.journal().depth(), play.game.looks_back()), (depth, depth - 2, true));
        assert!(play.sheets.take_notice().is_some());
        play.look_at(depth - 1);
        play.go_through(past::Request::PlayOn);
        assert_eq!((play.game.length(), play.sheets.notice().is_none()), (depth - 1, true));
        play.back.be_strict(false);
        play.sheets.ask_first(true);
        play.back_to(1);
        let answers = play.game.journal().depth();
        assert_eq!(
            play.sheets.to_confirm(),
            Some(&Confirm::GoBack(answers, Some(1))),
            "so many answers are asked about"
        );
        play.sheets.ask_first(false);
        play.back_to(1);
        assert_eq!(play.game.journal().depth(), 0);
    }

    /// Whoever knows the other's deployment may not change his own: it can be changed only while it is sealed.
    #[test]
    fn strict_undo_stops_at_answers_that_were_secret() {
        let chosen = Chosen { deploy_free: true, ..Chosen::default() };
        let name = crate::gui::play::stage::battle(battles::TEACHING);
        let game = saves::begun(RULESETS, &name, chosen, DiceFrom::Seed(1), None).ok().unwrap();
        let mut play = Play::new(game, [Sitter::Person; 2], 1);
        play.back.be_strict(true);
        let first = play.must_hand_over().unwrap();
        answer(&mut play);
        assert_eq!(play.must_hand_over(), Some(first.other()));
        play.undo();
        assert_eq!((play.game.journal().depth(), play.sheets.to_confirm()), (1, Some(&Confirm::Unseal(first, None))));
        play.take_answers_back();
        assert_eq!((play.game.journal().depth(), play.sheets.notice().is_none()), (0, true), "it was still sealed");
        answer(&mut play);
        answer(&mut play);
        let opened = play.game.journal().last().unwrap();
        assert!(matches!(opened.revealed(), Some(Revealed::Answers(_))));
        let rolled = opened.rolled();
        play.undo();
        assert_eq!(play.game.journal().depth(), 2);
        let why = play.sheets.take_notice().unwrap();
        assert!(rolled || why.starts_with("Undo stops at what is no secret any more: both answers to"), "{why}");
        play.back.be_strict(false);
        play.undo();
        assert_eq!(play.game.journal().depth(), 1);
    }

    /// Ambushes are shown by a fact that says that somebody lies hidden no more.
    #[test]
    fn units_that_come_out_of_hiding_are_a_secret_that_is_open() {
        let hidden = |on| {
            let of = crate::battle::Ref::Side(Side::North);
            crate::battle::Fact::new(crate::cite::HOUSE, Narration::Marked { of, what: crate::battle::HIDDEN, on })
        };
        assert!(hidden(false).shows_the_hidden() && !hidden(true).shows_the_hidden());
    }

    #[test]
    fn captains_answers_go_with_the_persons_before_them() {
        let mut play = begun(battles::TEACHING, [Sitter::Person; 2]);
        (0..6).for_each(|_| answer(&mut play));
        let side = play.game.journal().last().unwrap().answer.as_ref().unwrap().0;
        // The last answer was his who now is a captain: what goes is all since the other's last.
        play.sit(side, Sitter::Captain);
        let answers: Vec<Side> = play.game.journal().answers().map(|(side, _)| *side).collect();
        let own = answers.iter().rposition(|of| *of != side);
        play.undo();
        assert_eq!(play.game.journal().depth(), own.unwrap_or(0));
    }
}
