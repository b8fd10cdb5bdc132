//! Luck and skill over the past: the sheet is opened over the rail, and its lines lead to their moments.

use super::past;
use crate::gui::play::state::Play;

/// What is asked of the sheet of luck and skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    Close,
    /// The keys go to the line before, or after.
    Before,
    After,
    /// See the moment of the line on which the keys are.
    There,
    /// That of this one.
    ThereAt(usize),
    /// Weigh what is not weighed yet; or it is enough.
    Go,
}

impl Play {
    /// Opens the sheet of luck and skill over the past and has the answers weighed, or shuts it: that goes on then.
    pub fn turn_luck(&mut self) {
        if self.sheets.luck() {
            self.sheets.shut_luck();
            return;
        }
        self.sheets.shut_menu();
        if !self.back.is_open() {
            self.look_round();
        }
        if !self.back.is_open() {
            return;
        }
        self.sheets.open_luck();
        if self.why_no_luck().is_none() {
            self.begin_luck();
        }
    }

    /// Does what is asked of the sheet.
    pub fn weigh(&mut self, asked: Ask) {
        if asked == Ask::Close {
            self.sheets.shut_luck();
        }
        let Some(luck) = self.rollouts.luck_mut() else { return };
        match asked {
            Ask::Close => {}
            Ask::Before => luck.cursor = luck.cursor.saturating_sub(1),
            Ask::After => luck.cursor = (luck.cursor + 1).min(luck.highlights().len().saturating_sub(1)),
            Ask::There | Ask::ThereAt(_) => {
                if let Ask::ThereAt(at) = asked {
                    luck.cursor = at;
                }
                if let Some(number) = luck.highlights().get(luck.cursor).map(|of| of.number) {
                    self.sheets.shut_luck();
                    self.go_through(past::Request::To(number));
                }
            }
            Ask::Go => {
                luck.runs = !luck.runs && !luck.is_whole();
                self.rollouts.try_again();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy_egui::egui::{Key, Rect};

    use super::*;
    use crate::cli::rollouts;
    use crate::gui::game::sitter::Sitter;
    use crate::gui::language::translate;
    use crate::gui::play::stage::{self, Stage, battle, begun};
    use crate::gui::play::state::luck::{is_throw, word};
    use crate::gui::saves;
    use crate::gui::words::capital;
    use crate::lab::analysis::{self, BY_HAND, Found, ROLLOUTS, Weighed};
    use crate::rules::{RULESETS, battles};
    use crate::scenario::journal::{Chosen, DiceFrom};
    use crate::scenario::journal_file;

    /// A battle between two persons in which so many answers were given, each the first that was offered.
    fn played(answers: usize) -> Play {
        let mut play = begun(battles::TEACHING, [Sitter::Person; 2]);
        (0..answers).for_each(|_| answer(&mut play));
        play
    }

    fn answer(play: &mut Play) {
        let choice = play.now().offers.all[0].clone();
        play.submit(choice.action);
    }

    /// Six answers, all weighed: the second lost much for its side, and its dice won more; the fourth lost a little, the
    /// fifth won, the dice of the sixth were bad.
    fn weighed() -> Play {
        let mut play = played(6);
        play.begin_luck_of(100);
        play.stop_weighing();
        let south: Vec<bool> = play.game.answered().map(|(side, _)| *side == crate::ids::Side::South).collect();
        let luck = play.rollouts.luck_mut().unwrap();
        let mut now = 50_i32;
        luck.take(Found::Start(halves(now)));
        for (n, [by_answer, by_dice]) in [[0, 0], [-20, 30], [0, 0], [-4, 0], [10, 0], [0, -30]].into_iter().enumerate()
        {
            let sign = if south[n] { 1 } else { -1 };
            let given = now + sign * by_answer;
            let after = given + sign * by_dice;
            luck.take(Found::Answer(Weighed {
                instead: (by_answer != 0).then(|| "hold".to_owned()),
                umpire: false,
                given: (by_answer != 0).then(|| halves(given)),
                after: Some(halves(after)),
            }));
            now = after;
        }
        play
    }

    /// Of a hundred battles south won so many.
    fn halves(won: i32) -> Vec<u8> {
        (0..100).map(|n| if n < won { 2 } else { 0 }).collect()
    }

    #[test]
    fn weighing_can_be_stopped() {
        let mut play = played(3);
        // More battles than any machine plays in the few frames until it is stopped.
        play.begin_luck_of(100_000);
        let mut stage = Stage::sized(play, 1280.0, 800.0);
        stage.key(Key::F6);
        stage.key(Key::L);
        assert!(stage.play.sheets.luck() && stage.shows("Luck and skill"), "{:?}", stage.words());
        stage.key(Key::Space);
        assert!(!stage.play.rollouts.is_at_work() && !stage.play.rollouts.luck().unwrap().runs);
        assert!(stage.shows(translate("luck-go-on")) && stage.shows("Stopped: "));
    }

    #[test]
    fn answers_are_weighed_while_the_sheet_is_shut() {
        let mut play = played(3);
        play.begin_luck_of(2);
        play.stop_weighing();
        let mut stage = Stage::sized(play, 1280.0, 800.0);
        stage.key(Key::F6);
        stage.key(Key::L);
        assert!(stage.shows("Stopped: 0 of 3"), "{:?}", stage.words());
        stage.key(Key::Space);
        stage.key(Key::Escape);
        assert!(!stage.play.sheets.luck() && stage.play.back.is_open(), "the past is still seen");
        stage.until(|play| play.rollouts.luck().unwrap().is_whole());
        stage.key(Key::L);
        assert!(stage.shows("All 3 answers are weighed") && !stage.shows(translate("luck-go-on")));
        let luck = stage.play.rollouts.luck().unwrap();
        assert!(!luck.runs && !stage.play.rollouts.is_at_work());
        assert_eq!((luck.told().rollouts, luck.told().answers.len(), luck.told().over), (2, 3, false));
        assert_eq!((stage.play.game.length(), stage.play.game.journal().depth()), (3, 3), "the battle is left alone");
        // The chances that were found are those of the curve too.
        assert!(stage.play.rollouts.moments().count() >= 1);
    }

    #[test]
    fn the_window_weighs_as_the_command_line_does_where_nobody_says_otherwise() {
        let mut play = played(2);
        play.turn_luck();
        let told = play.rollouts.luck().unwrap().told();
        assert_eq!((told.rollouts, told.by, told.seed), (ROLLOUTS, analysis::BY.name(), analysis::SEED));
        assert!(play.sheets.luck() && play.rollouts.luck().unwrap().runs && play.back.is_open());
    }

    #[test]
    fn the_window_and_the_command_line_say_the_same_of_a_battle() {
        let folder = tempfile::tempdir().unwrap();
        let begun = (battle(battles::TEACHING), Chosen::default(), DiceFrom::Seed(1));
        let game = saves::begun(RULESETS, &begun.0, begun.1, begun.2, Some(folder.path())).ok().unwrap();
        let mut play = Play::new(game, [Sitter::Person; 2], 1);
        for _ in 0..40 {
            stage::answer(&mut play);
        }
        // Wherever one looks meanwhile.
        play.look_at(5);
        play.begin_luck_of(3);
        let is_whole = |play: &Play| play.rollouts.luck().unwrap().is_whole();
        for _ in 0..60_000 {
            play.reckon(|| {});
            if is_whole(&play) {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(is_whole(&play));
        let Ok(journal) = journal_file::load(play.game.kept_in().unwrap()) else { panic!("it is kept") };
        let Ok(replay) = rollouts::played(&journal) else { panic!("it plays as it was kept") };
        let (by, seed, jobs) = (analysis::BY, analysis::SEED, std::num::NonZeroUsize::MIN);
        let line = rollouts::Rollouts { rollouts: 3, by, seed, jobs, keep: None, turns: None };
        let Ok(told) = line.told(&journal, &replay) else { panic!("it is told") };
        assert!(told.answers.len() == 40 && told.answers.iter().any(|answer| answer.skill.is_some()));
        assert_eq!(play.rollouts.luck().unwrap().told(), &told);
    }

    #[test]
    fn what_stands_out_is_listed_and_a_click_leads_to_its_moment() {
        let mut stage = Stage::sized(weighed(), 1280.0, 800.0);
        stage.key(Key::F6);
        stage.key(Key::L);
        let told: Vec<(usize, bool)> = {
            let highlights = stage.play.rollouts.luck().unwrap().highlights();
            highlights.iter().map(|of| (of.number, is_throw(of.mark))).collect()
        };
        assert_eq!(told, [(2, false), (4, false), (5, false), (2, true), (6, true)]);
        assert!(stage.shows("\u{2212}20.0 \u{b1} ") && stage.shows("+30.0 \u{b1} ") && stage.shows("hold"));
        assert!(stage.shows("Without the luck: ") && stage.shows(translate("luck-rests").to_uppercase().as_str()));
        stage.click_on("unlucky ");
        assert_eq!(stage.play.game.journal().depth(), 6);
        assert!(!stage.play.sheets.luck(), "the table is seen");
        // By keys from line to line: the last but one is the throw of the second answer.
        stage.key(Key::L);
        stage.key(Key::ArrowUp);
        stage.key(Key::Enter);
        assert_eq!((stage.play.game.journal().depth(), stage.play.sheets.luck()), (2, false));
    }

    #[test]
    fn the_log_and_the_rail_have_a_sign_where_something_stands_out() {
        let mut stage = Stage::sized(weighed(), 1280.0, 800.0);
        let signs = |stage: &Stage| {
            let words = stage.words().into_iter().filter(|says| says.contains(" in 100"));
            words.map(str::to_owned).collect::<Vec<_>>()
        };
        let found = signs(&stage);
        let last = stage.play.rollouts.luck().unwrap().remarks().values().next_back().unwrap().words.clone();
        assert!(found.contains(&last) && last.starts_with(&capital(translate("mark-unlucky"))), "{found:?}");
        // Whoever points at its sign on the rail is told the same.
        stage.key(Key::F6);
        let rail = stage.widget("answer 6 of 6").unwrap();
        let end = rail.right_top() + bevy_egui::egui::Vec2::new(-7.0, 8.0);
        stage.hover(end);
        (0..60).for_each(|_| stage.step());
        let shown = stage.painted().iter().filter(|seen| seen.text == last).count();
        assert!(shown >= 1, "{:#?}", stage.painted());
    }

    #[test]
    fn it_is_thrown_away_when_the_battle_goes_on_another_way_and_kept_while_it_only_goes_on() {
        let mut stage = Stage::of(weighed());
        answer(&mut stage.play);
        stage.rest();
        let luck = stage.play.rollouts.luck().unwrap();
        assert!(!luck.runs && luck.weighed() == (6, 6), "nobody has asked for more");
        stage.key(Key::F6);
        stage.key(Key::L);
        assert_eq!(stage.play.rollouts.luck().unwrap().weighed().1, 7);
        stage.until(|play| play.rollouts.luck().unwrap().is_whole());
        assert!(stage.play.rollouts.luck().unwrap().remarks().contains_key(&6), "what was known is so still");
        stage.key(Key::L);
        stage.play.go_through(past::Request::To(4));
        stage.rest();
        assert!(stage.play.rollouts.luck().is_some(), "nothing is taken back by looking");
        stage.play.go_through(past::Request::PlayOn);
        stage.rest();
        assert!(stage.play.rollouts.luck().is_some(), "it is asked first");
        stage.key(Key::Y);
        stage.rest();
        assert!(stage.play.rollouts.luck().is_none() && !stage.play.rollouts.is_at_work());
        // The same by undo.
        let mut stage = Stage::of(weighed());
        stage.key(Key::Z);
        assert!(stage.play.rollouts.luck().is_none() && stage.play.remarks().is_empty());
    }

    #[test]
    fn of_dice_that_were_rolled_by_hand_it_says_that_nothing_can_be_told() {
        assert_eq!(translate("luck-by-hand"), capital(BY_HAND), "the command line says the same");
        let game = saves::begun(RULESETS, &battle(battles::TEACHING), Chosen::default(), DiceFrom::Hand, None);
        let mut play = Play::new(game.ok().unwrap(), [Sitter::Person; 2], 1);
        answer(&mut play);
        let mut stage = Stage::of(play);
        stage.key(Key::F6);
        stage.key(Key::L);
        assert!(stage.shows(BY_HAND.split(": ").nth(1).unwrap()) && stage.play.rollouts.luck().is_none());
        stage.click_on("Close");
        assert!(!stage.play.sheets.luck());
    }

    #[test]
    fn in_a_narrow_window_all_of_it_is_seen_or_scrolled_to() {
        for [width, height] in [[1280.0, 800.0], [853.0, 533.0], [640.0, 400.0]] {
            let whole = Rect::from_min_size(bevy_egui::egui::Pos2::ZERO, bevy_egui::egui::Vec2::new(width, height));
            let mut stage = Stage::sized(weighed(), width, height);
            stage.key(Key::F6);
            for button in ["Back", "Mark", "What if", "Chances", "Luck", "Now"] {
                let at = stage.widget(button).unwrap_or_else(|| panic!("{button}: {:?}", stage.words()));
                assert!(whole.contains_rect(at), "{button} at {at} in {width} by {height}");
            }
            let is_cut = |stage: &Stage, words: &str| stage.cut().iter().any(|cut| words.starts_with(cut));
            assert!(!["Play on", "Luck and skill", "Luck", "Chances"].iter().any(|words| is_cut(&stage, words)));
            stage.click_on("Luck");
            assert!(stage.play.sheets.luck());
            let close = stage.widget("Close").unwrap();
            assert!(whole.contains_rect(close), "{close}");
            let luck = stage.play.rollouts.luck().unwrap();
            let signs: Vec<&str> = luck.highlights().iter().map(|of| word(of.mark)).collect();
            let middle = whole.center();
            let mut seen: Vec<String> = Vec::new();
            for _ in 0..12 {
                assert!(stage.painted().iter().all(|text| !text.text.contains(" \u{b1} ") || !text.cut));
                seen.extend(stage.painted().iter().map(|text| text.text.clone()));
                stage.scroll(middle, -3.0);
            }
            let saw = |words: &str| seen.iter().any(|text| text.contains(words));
            assert!(signs.iter().all(|sign| saw(sign)), "{signs:?} in {width} by {height}: {seen:#?}");
            assert!(saw("Without the luck: ") && saw("sandtable analyse"), "{width} by {height}");
        }
    }
}
