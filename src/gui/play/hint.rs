//! Asking the captain what he would do: he thinks beside the battle, and his answer comes into the hand of whoever
//! asked, to be looked at and done or left.

use bevy_egui::egui::{Sense, Ui, Vec2, WidgetInfo, WidgetType};

use crate::battle::{Action, Choice, Intent, Ref, Sector, Stance};
use crate::cite::HOUSE;
use crate::gui::game::Turn;
use crate::gui::game::hand::{self, Held};
use crate::gui::language::{translate, translate_with};
use crate::gui::play::state::Play;
use crate::gui::text::{self, BODY, STRONG};
use crate::gui::theme::Theme;
use crate::gui::widgets::section;
use crate::ids::{Side, UnitId};
use crate::players::{Duty, Ground};

/// Why the captain advises something, as the panel shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// `The army is to attack on both wings; these are to win the flank.`
    pub led: Option<String>,
    /// `It makes for laelius-1.`
    pub aim: Option<String>,
    /// What he weighs, the weightiest first: points of unit values, and what they are for.
    pub grounds: Vec<(String, String)>,
}

/// So many of his grounds are told.
const MOST: usize = 3;

/// `+3.0`, with a true minus.
fn signed(worth: f32) -> String {
    let sign = if worth < 0.0 { '\u{2212}' } else { '+' };
    format!("{sign}{:.1}", worth.abs())
}

/// What he weighs.
fn of_ground(ground: Ground) -> &'static str {
    match ground {
        Ground::Fights => translate("ground-fights"),
        Ground::Threats => translate("ground-threats"),
        Ground::Chances => translate("ground-chances"),
        Ground::Way => translate("ground-way"),
        Ground::Line => translate("ground-line"),
        Ground::Shot => translate("ground-shot"),
        Ground::Sense => translate("ground-sense"),
        Ground::Venture => translate("ground-venture"),
        Ground::Stakes => translate("ground-stakes"),
    }
}

/// What the army is to do.
fn of_intent(intent: Intent) -> &'static str {
    use Stance::{Attack, Hold};
    match [Sector::Left, Sector::Centre, Sector::Right].map(|part| intent.of(part)) {
        [Attack, Attack, Attack] => translate("intent-attack"),
        [Attack, Hold, Hold] => translate("intent-attack-left"),
        [Hold, Attack, Hold] => translate("intent-attack-centre"),
        [Hold, Hold, Attack] => translate("intent-attack-right"),
        [Attack, Hold, Attack] => translate("intent-attack-wings"),
        [Hold, Attack, Attack] => translate("intent-refuse-left"),
        [Attack, Attack, Hold] => translate("intent-refuse-right"),
        [Hold, Hold, Hold] => translate("intent-hold"),
    }
}

/// What a wing or line is to do for it.
fn of_duty(duty: Duty) -> &'static str {
    match duty {
        Duty::Screen => translate("duty-screen"),
        Duty::Break => translate("duty-break"),
        Duty::Turn => translate("duty-turn"),
        Duty::Exploit => translate("duty-exploit"),
        Duty::Support => translate("duty-support"),
        Duty::Hold => translate("duty-hold"),
    }
}

/// Shows why he would do it.
pub fn show(ui: &mut Ui, theme: &Theme, advice: &Advice) {
    let remark = if advice.grounds.is_empty() { "" } else { translate("points-of-worth") };
    section::head(ui, theme, translate("why-the-captain-would"), remark);
    let numbers = 40.0;
    for (worth, what) in &advice.grounds {
        let words = text::paragraph(ui.ctx(), what, BODY, theme.ink, ui.available_width() - numbers - 10.0);
        let size = Vec2::new(ui.available_width(), words.size().y);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        let against = worth.starts_with('\u{2212}');
        let ink = if against { theme.warn } else { theme.accent };
        let worth_of = text::paragraph(ui.ctx(), worth, STRONG, ink, numbers);
        ui.painter().galley(rect.min + Vec2::new(numbers - worth_of.size().x, 0.0), worth_of, ink);
        ui.painter().galley(rect.min + Vec2::new(numbers + 10.0, 0.0), words, theme.ink);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{worth} {what}")));
    }
    for sentence in advice.aim.iter().chain(&advice.led) {
        let words = text::paragraph(ui.ctx(), sentence, BODY, theme.ink, ui.available_width());
        let (rect, response) = ui.allocate_exact_size(words.size(), Sense::hover());
        ui.painter().galley(rect.min, words, theme.ink);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, sentence.as_str()));
    }
}

impl Play {
    /// Asks the captain what the deciding side might do.
    pub fn ask_for_hint(&mut self) {
        match self.person().is_some() && !self.game.asks_for_dice() {
            true => self.hint.ask_over(self.hand.held().map(|held| held.action.clone())),
            false => self.hint.ask(false),
        }
    }

    /// Whether he has been asked and has not answered.
    pub fn awaits_hint(&self) -> bool {
        self.hint.is_wanted()
    }

    /// Whether what the hand holds is his advice.
    pub fn is_advice(&self) -> bool {
        self.hand.held().is_some_and(|held| self.hint.given() == Some(&held.action))
    }

    /// Has him guide the deciding side from question to question, or leave it alone.
    pub fn guide(&mut self) {
        self.hint.turn_guide();
    }

    /// Lets him think, and takes his advice in hand once he has it.
    pub fn let_adviser_think(&mut self, wake: impl FnOnce() + Send + 'static) {
        let secret = matches!(self.game.turn(), Turn::Of { secret: true, .. });
        if self.person().is_some()
            && !secret
            && self.hand.held().is_none()
            && self.hint.guides_anew(self.game.revision())
        {
            self.ask_for_hint();
        }
        let person = self.person();
        // Whoever types an order of his own goes on with it.
        let types = self.hand.held().is_none() && !self.hand.typed().is_empty();
        if let Some(answer) = self.hint.answer(&self.game, person)
            && self.hand.drag().is_none()
            && !types
            && self.hint.is_as_asked(self.hand.held().map(|held| &held.action))
        {
            self.take_advice(answer.side, answer.action);
        }
        match self.person().filter(|_| self.hint.is_wanted()) {
            Some(side) => self.hint.think(&self.game, side, wake),
            None => self.hint.ask(false),
        }
    }

    fn take_advice(&mut self, side: Side, action: Action) {
        let now = self.now();
        let like = hand::choice_of(&now.offers.all, &action).cloned();
        let choice = like.unwrap_or_else(|| Choice::plain(action.clone(), HOUSE));
        if let Some(unit) = self.actor(&action) {
            self.select(Some(unit));
        }
        let verdict = self.game.view_of(side).judge(&action);
        self.hint.give(action.clone());
        self.hold(Held::judged(choice, action, verdict));
    }

    /// Why he advises what the hand holds, in words; nothing when the hand holds something else, or he has no grounds.
    pub fn advice(&self) -> Option<Advice> {
        let reason = self.hint.reason().filter(|_| self.is_advice())?;
        let told = |(ground, worth): &(Ground, f32)| (signed(*worth), of_ground(*ground).to_owned());
        let grounds: Vec<_> = reason.grounds.iter().take(MOST).map(told).collect();
        let aim = reason
            .makes_for
            .map(|unit| translate_with("makes-for", &[("whom", &self.game.view().roster().name(unit))]));
        let led = reason.led.map(|(intent, duty)| {
            translate_with("army-is-led", &[("intent", &of_intent(intent)), ("duty", &of_duty(duty))])
        });
        (aim.is_some() || !grounds.is_empty()).then_some(Advice { led, aim, grounds })
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
    use crate::gui::game::sitter::Sitter;
    use crate::gui::play::stage::{self, Stage};
    use crate::gui::saves;
    use crate::players::Reason;
    use crate::rules::RULESETS;
    use crate::rules::battles;
    use crate::scenario::journal::{Chosen, DiceFrom};

    #[test]
    fn the_captains_advice_comes_into_the_hand_and_nothing_is_done() {
        let name = crate::rules::battles::TEACHING;
        let game = saves::begun(RULESETS, name, Chosen::default(), DiceFrom::Seed(1), None).unwrap();
        let mut play = Play::new(game, [Sitter::Person; 2], 1);
        play.ask_for_hint();
        for _ in 0..600 {
            play.let_adviser_think(|| {});
            if !play.awaits_hint() {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        assert!(play.is_advice() && play.hand.held().is_some_and(|held| held.verdict.is_ok()));
        assert_eq!(play.game.journal().depth(), 0);
        play.act();
        assert_eq!(play.game.journal().depth(), 1);
    }

    #[test]
    fn his_grounds_are_told_with_their_worth_the_weightiest_three_and_whom_it_makes_for() {
        let mut play = stage::begun(battles::TEACHING, [Sitter::Person; 2]);
        let choice = play.now().offers.all[0].clone();
        let enemy = play.game.view().roster().of(Side::North).next().unwrap();
        let name = play.game.view().roster().name(enemy).to_owned();
        let weighed = vec![
            (Ground::Fights, 3.04),
            (Ground::Threats, -2.0),
            (Ground::Line, 0.4),
            (Ground::Way, 0.6),
            (Ground::Shot, 0.01),
        ];
        let led = Some((Intent::HOLD, Duty::Support));
        play.hint.give_reason(Some(Reason { led, ..Reason::new(weighed, Some(enemy)) }));
        play.hint.give(choice.action.clone());
        assert_eq!(play.advice(), None, "the hand is empty");
        let side = play.person().unwrap();
        let verdict = play.game.view_of(side).judge(&choice.action);
        let action = choice.action.clone();
        let held = Held::judged(choice, action, verdict);
        play.hold(held.clone());
        let advice = play.advice().unwrap();
        let told: Vec<String> = advice.grounds.iter().map(|(worth, what)| format!("{worth} {what}")).collect();
        let expected =
            ["+3.0 the fight", "\u{2212}2.0 what the enemy could do then", "+0.6 the way to where it is wanted"];
        assert_eq!(told, expected);
        let mut stage = Stage::of(play);
        for words in ["WHY THE CAPTAIN WOULD", "points of worth", "+3.0", "the fight", &format!("It makes for {name}.")]
        {
            assert!(stage.shows(words), "{words}");
        }
        let led = "The army is to let the enemy come; these are to follow the line before them and to join its fights.";
        assert!(stage.shows(led));
        assert!(!stage.shows("the dress of the line"), "the fourth is left out");
        // Something else in the hand is none of his.
        stage.play.let_go();
        stage.rest();
        assert!(!stage.shows("WHY THE CAPTAIN WOULD"));
    }

    #[test]
    fn a_captain_who_is_asked_says_why() {
        let mut stage = Stage::of(stage::begun(battles::TEACHING, [Sitter::Person; 2]));
        // The first questions may have nothing to weigh; marches have.
        for _ in 0..30 {
            stage.key(bevy_egui::egui::Key::F5);
            for _ in 0..600 {
                stage.step();
                if !stage.play.awaits_hint() {
                    break;
                }
                std::thread::sleep(Duration::from_millis(20));
            }
            stage.rest();
            assert!(stage.play.is_advice(), "{:?}", stage.words());
            if let Some(advice) = stage.play.advice() {
                let shown = advice.grounds.iter().all(|(worth, what)| stage.shows(worth) && stage.shows(what));
                assert!(shown && stage.shows("WHY THE CAPTAIN WOULD"), "{advice:?}");
                return;
            }
            // What has only just come is not done by a stroke that was meant for something else.
            let before = stage.play.game.journal().depth();
            if stage.play.hint.is_fresh() {
                stage.key(bevy_egui::egui::Key::Enter);
                assert!(stage.play.game.journal().depth() == before || !stage.play.hint.is_fresh());
            }
            std::thread::sleep(Duration::from_millis(400));
            stage.key(bevy_egui::egui::Key::Enter);
        }
        panic!("he never says why");
    }

    #[test]
    fn advice_takes_nothing_from_a_hand_that_has_taken_something_up_meanwhile() {
        let mut play = stage::begun(battles::TEACHING, [Sitter::Person; 2]);
        play.ask_for_hint();
        play.take_in_hand(0);
        let held = play.hand.held().unwrap().action.clone();
        for _ in 0..600 {
            play.let_adviser_think(|| {});
            if !play.awaits_hint() {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(!play.awaits_hint() && !play.is_advice());
        assert_eq!(play.hand.held().map(|now| &now.action), Some(&held));
    }

    #[test]
    fn advice_neither_takes_the_place_of_what_is_typed_nor_is_done_by_an_enter_that_is_struck_before_it_is_read() {
        let mut stage = Stage::of(stage::begun(battles::TEACHING, [Sitter::Person; 2]));
        let until_told = |stage: &mut Stage| {
            for _ in 0..600 {
                stage.step();
                if !stage.play.awaits_hint() {
                    return;
                }
                std::thread::sleep(Duration::from_millis(20));
            }
            panic!("he says nothing");
        };
        stage.key(bevy_egui::egui::Key::F5);
        stage.key(bevy_egui::egui::Key::Slash);
        until_told(&mut stage);
        let advised = stage.play.is_advice();
        let fresh = stage.play.hint.is_fresh();
        stage.key(bevy_egui::egui::Key::Enter);
        assert!(advised && (stage.play.game.length() == 0 || !fresh));
        stage.play.let_go();
        stage.rest();
        stage.play.ask_for_hint();
        stage.play.hand.write("leg".to_owned());
        until_told(&mut stage);
        assert_eq!((stage.play.hand.typed(), stage.play.is_advice()), ("leg", false));
    }

    #[test]
    fn a_guide_asks_once_of_every_question() {
        let name = crate::rules::battles::TEACHING;
        let game = saves::begun(RULESETS, name, Chosen::default(), DiceFrom::Seed(1), None).unwrap();
        let mut play = Play::new(game, [Sitter::Person; 2], 1);
        play.guide();
        play.let_adviser_think(|| {});
        assert!(play.awaits_hint());
        play.hint.ask(false);
        play.let_adviser_think(|| {});
        assert!(!play.awaits_hint(), "whoever puts the advice away is left alone");
        let choice = play.now().offers.all[0].clone();
        play.submit(choice.action);
        play.let_adviser_think(|| {});
        assert!(play.awaits_hint());
    }
}
