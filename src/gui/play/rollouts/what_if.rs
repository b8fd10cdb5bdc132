//! What if: the choices at a moment that is looked back at, or at the open question, are played on to the end of the battle,
//! so that it is seen which of them is the better one.

use crate::battle::{self, Action, DICE, TAKE_BACK, UMPIRE};
use crate::gui::game::Turn;
use crate::gui::game::rollouts::Reckoner;
use crate::gui::language::{translate, translate_with};
use crate::gui::play::state::{Offered, Origin, Play, WhatIf, Work};
use crate::gui::words::capital;
use crate::ids::Side;
use crate::lab::analysis::chance;
use crate::lab::order;

/// What is asked of the choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    Close,
    /// The keys go to the one before, or after.
    Before,
    After,
    /// The one on which the keys are is chosen, or left out.
    Turn,
    /// That one is.
    TurnAt(usize),
    /// They are played on; or it is enough.
    Go,
}

impl Play {
    /// Opens the sheet of choices at the moment that is seen, or shuts it. Where there is none it is said why.
    pub fn turn_what_if(&mut self) {
        if self.sheets.what_if() {
            self.shut_what_if();
            return;
        }
        match self.choices() {
            Ok(what_if) => {
                self.sheets.shut_menu();
                self.sheets.turn_what_if();
                let known = self.rollouts.what_if().is_some_and(|known| known.is_of(&what_if));
                if !known {
                    self.rollouts.lay_what_if(what_if);
                }
            }
            Err(why) => self.sheets.tell(why.to_owned()),
        }
    }

    fn shut_what_if(&mut self) {
        self.sheets.shut_what_if();
        self.rollouts.rest();
    }

    /// What may be answered at the moment that is seen; or why nobody chooses there.
    fn choices(&self) -> Result<WhatIf, &'static str> {
        let view = self.game.view();
        if self.case().is_some() || self.umpire.is_on() {
            return Err(translate("no-what-if-here"));
        }
        if self.chances_are_secret() {
            return Err(translate("chances-are-secret"));
        }
        let given = self.answer_after();
        let side = match (&given, self.game.turn()) {
            (Some((side, _)), _) => *side,
            (None, Turn::Of { side, .. }) if self.back.is_open() || self.person() == Some(side) => side,
            _ => return Err(translate("no-what-if-here")),
        };
        let told = given.as_ref().map(|(_, action)| action.key);
        let asked = view.question().filter(|question| question.key != DICE && told != Some(UMPIRE));
        let Some(question) = asked else { return Err(translate("no-what-if-here")) };
        let texts = (self.game.ruleset().texts)();
        let heading = translate_with(
            if view.clock().turn == 0 { "asked-before-turns" } else { "asked-in-turn" },
            &[
                ("side", &self.game.side_name(side)),
                ("turn", &view.clock().turn),
                ("question", &capital(&texts.word(question.key))),
            ],
        );
        let held = self.hand.held().filter(|held| given.is_none() && held.verdict.is_ok());
        let first = match (given, held) {
            (Some((_, action)), _) => Some((action, Origin::Given)),
            (None, Some(held)) => Some((held.action.clone(), Origin::Held)),
            _ => None,
        };
        let offered = self.offered(side, first);
        if offered.is_empty() {
            return Err(translate("no-what-if-here"));
        }
        Ok(WhatIf::new(battle::digest(self.game.world()), side, heading, offered))
    }

    /// What was answered at the moment that is seen, while an earlier one is.
    fn answer_after(&self) -> Option<(Side, Action)> {
        if !self.game.looks_back() {
            return None;
        }
        self.game.journal().taken_back().next().and_then(|entry| entry.answer.clone())
    }

    /// All that may be answered: what is special comes first, then what concerns the same units, each choice as it stands
    /// and with every value that is worth naming.
    fn offered(&self, side: Side, first: Option<(Action, Origin)>) -> Vec<Offered> {
        let view = self.game.view_of(side);
        let mut actions: Vec<Action> = Vec::new();
        for choice in view.offer(&battle::Ask::all()).choices.iter().filter(|choice| choice.action.key != TAKE_BACK) {
            actions.push(choice.action.clone());
            for param in &choice.params {
                for stop in &param.stops {
                    let mut action = choice.action.clone();
                    param.put(&mut action, stop.at.clone());
                    actions.push(action);
                }
            }
        }
        if let Some((first, _)) = &first {
            actions.sort_by_key(|action| action.who != first.who);
        }
        let narrator = self.game.narrator();
        let mut all: Vec<Offered> = Vec::new();
        let special = first.into_iter();
        // A march by nothing is not worth a battle.
        let moves = |action: &Action| {
            let told = view.judge(action);
            told.is_ok_and(|told| told.ends.is_empty() || !told.odds.is_empty() || told.moves_somebody(&view))
        };
        let others = actions.into_iter().filter(moves).map(|action| (action, Origin::Other));
        for (action, origin) in special.chain(others) {
            if all.iter().any(|known| known.action == action) {
                continue;
            }
            let words = order::in_words(&narrator, &action);
            all.push(Offered { action, words, origin, halves: Vec::new() });
        }
        number(&mut all);
        all
    }

    /// Does what is asked of the choices.
    pub fn choose(&mut self, asked: Ask) {
        let at_work = self.rollouts.is_at_work();
        let Some(what_if) = self.rollouts.what_if_mut() else { return };
        match asked {
            Ask::Close => self.shut_what_if(),
            Ask::Before => what_if.cursor = what_if.cursor.saturating_sub(1),
            Ask::After => what_if.cursor = (what_if.cursor + 1).min(what_if.offered.len() - 1),
            Ask::Turn | Ask::TurnAt(_) => {
                if let Ask::TurnAt(at) = asked {
                    what_if.cursor = at.min(what_if.offered.len() - 1);
                }
                let at = what_if.cursor;
                what_if.turn(at);
                // Whoever plays them begins anew with these; what was found stays.
                if what_if.captain.is_some() {
                    self.rollouts.rest();
                }
            }
            Ask::Go if what_if.captain.is_none() => {}
            Ask::Go if at_work => {
                what_if.runs = false;
                self.rollouts.rest();
            }
            Ask::Go => {
                if what_if.played() >= what_if.battles {
                    what_if.battles += chance::ROLLOUTS;
                }
                what_if.runs = true;
            }
        }
    }

    /// Has the choices played on that are looked at.
    pub(super) fn reckon_what_if(&mut self, wake: impl Fn() + Send + Sync + 'static) {
        let Some(what_if) = self.rollouts.what_if_mut() else { return };
        let reckoner = match what_if.captain {
            None => Reckoner::captain(&self.game, what_if.side, wake),
            Some(_) if what_if.runs && what_if.played() < what_if.battles => {
                let (all, firsts) = (what_if.battles, self.rollouts.firsts());
                Reckoner::choices(&self.game, firsts, all, wake)
            }
            Some(_) => {
                what_if.runs = false;
                None
            }
        };
        self.rollouts.set_to_work(Work::WhatIf, reckoner);
    }
}

/// Choices that read alike are told apart by a number.
fn number(all: &mut [Offered]) {
    for i in 0..all.len() {
        let words = all[i].words.clone();
        let mut alike: Vec<&mut Offered> = all[i..].iter_mut().filter(|offered| offered.words == words).collect();
        if alike.len() > 1 {
            alike.iter_mut().zip(1..).for_each(|(offered, n)| offered.words = format!("{words} ({n})"));
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::Key;
    use bevy_egui::egui::Modifiers;

    use super::*;
    use crate::gui::game::sitter::Sitter;
    use crate::gui::play::stage::{Stage, begun};
    use crate::rules::battles;

    /// A battle between two persons in which so many answers were given, each the first that was offered.
    fn played(battle: &str, answers: usize) -> Play {
        let mut play = begun(battle, [Sitter::Person; 2]);
        for _ in 0..answers {
            let choice = play.now().offers.all[0].clone();
            play.submit(choice.action);
        }
        play
    }

    fn considered(play: &Play) -> bool {
        play.rollouts.what_if().is_some_and(|what_if| what_if.captain.is_some())
    }

    #[test]
    fn the_answer_that_was_given_comes_first_and_the_captains_beside_it_and_both_are_played_on() {
        let mut play = played(battles::TEACHING, 6);
        play.look_at(3);
        let (side, given) = play.answer_after().unwrap();
        let mut stage = Stage::sized(play, 1280.0, 800.0);
        stage.key_with(Key::W, Modifiers::CTRL);
        stage.until(considered);
        let what_if = stage.play.rollouts.what_if().unwrap();
        assert_eq!((what_if.side, &what_if.offered[0].action), (side, &given));
        assert_eq!(what_if.offered[0].origin, Origin::Given);
        assert!(what_if.chosen.len() <= 2 && what_if.chosen[0] == 0, "{:?}", what_if.chosen);
        assert!(!stage.play.rollouts.is_at_work(), "nobody has asked for battles yet");
        assert!(stage.shows("not played yet") && stage.shows("as it was answered"), "{:?}", stage.words());
        // Another one by the keys, and three battles of each.
        stage.key(Key::ArrowDown);
        stage.key(Key::ArrowDown);
        stage.key(Key::Space);
        let chosen = stage.play.rollouts.what_if().unwrap().chosen.len();
        stage.key(Key::Enter);
        stage.until(|play| play.rollouts.what_if().is_some_and(|what_if| what_if.played() >= 2));
        let what_if = stage.play.rollouts.what_if().unwrap();
        assert_eq!(what_if.chosen.len(), chosen);
        let first = what_if.offered[0].halves.clone();
        assert!(stage.shows(" \u{b1} ") && stage.shows("Enough"), "{:?}", stage.words());
        // It is enough; the sheet is shut and nothing goes on. What was found is found again.
        stage.key(Key::Enter);
        assert!(!stage.play.rollouts.is_at_work());
        stage.key(Key::Escape);
        assert!(!stage.play.sheets.what_if() && stage.play.game.looks_back(), "the past is still seen");
        stage.key_with(Key::W, Modifiers::CTRL);
        assert!(stage.play.rollouts.what_if().unwrap().offered[0].halves.starts_with(&first));
        assert_eq!(stage.play.game.length(), 6, "the battle itself is left alone");
    }

    #[test]
    fn who_is_asked_may_try_what_his_hand_holds() {
        let mut play = played(battles::TEACHING_BY_UNITS, 0);
        play.take_in_hand(0);
        let held = play.hand.held().unwrap().action.clone();
        let mut stage = Stage::of(play);
        stage.key_with(Key::W, Modifiers::CTRL);
        let what_if = stage.play.rollouts.what_if().unwrap();
        assert_eq!((&what_if.offered[0].action, what_if.offered[0].origin), (&held, Origin::Held));
        stage.until(considered);
        assert!(stage.shows("in your hand"));
        let what_if = stage.play.rollouts.what_if().unwrap();
        let at = (0..what_if.offered.len()).rfind(|at| !what_if.chosen.contains(at)).unwrap();
        let other = format!("choice {}", what_if.offered[at].words);
        (0..at).for_each(|_| stage.key(Key::ArrowDown));
        (0..20).for_each(|_| stage.rest());
        stage.click_on(&other);
        assert!(stage.play.rollouts.what_if().unwrap().chosen.contains(&at));
        stage.click_on("Close");
        assert!(!stage.play.sheets.what_if());
        assert_eq!(stage.play.hand.held().map(|held| &held.action), Some(&held), "the hand holds what it held");
    }

    #[test]
    fn what_is_secret_is_told_by_no_battle_that_is_played_on() {
        let chosen = crate::scenario::journal::Chosen { deploy_free: true, ..Default::default() };
        let name = crate::gui::play::stage::battle(battles::TEACHING);
        let dice = crate::scenario::journal::DiceFrom::Seed(1);
        let game = crate::gui::saves::begun(crate::rules::RULESETS, &name, chosen, dice, None).ok().unwrap();
        let mut play = Play::new(game, [Sitter::Person; 2], 1);
        play.seats.look(play.must_hand_over());
        play.turn_what_if();
        assert!(!play.sheets.what_if());
        assert!(play.sheets.take_notice().is_some_and(|why| why.contains("hidden")));
    }

    #[test]
    fn where_nobody_chooses_it_is_said() {
        let mut play = begun(battles::TEACHING, [Sitter::Captain; 2]);
        play.turn_what_if();
        assert!(!play.sheets.what_if());
        assert!(play.sheets.take_notice().is_some_and(|why| why.starts_with("Nobody chooses here")));
        // Whatever was answered may be looked back at, whoever answered it.
        let mut play = played(battles::TEACHING, 3);
        play.sit(Side::North, Sitter::Captain);
        play.sit(Side::South, Sitter::Captain);
        play.look_at(1);
        play.turn_what_if();
        assert!(play.sheets.what_if());
    }
}
