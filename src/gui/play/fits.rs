//! What is written has room: words of a narrow window are not cut off.

use bevy_egui::egui::Key;

use super::stage::{Stage, begun};
use crate::gui::game::sitter::Sitter::Person;
use crate::gui::words::capital;

#[test]
fn a_narrow_window_says_how_many_are_ordered_and_cuts_no_word_of_the_seal() {
    for [width, height] in [[853.0, 533.0], [640.0, 400.0]] {
        let mut stage = Stage::sized(begun("/first_battle_simultaneous", [Person; 2]), width, height);
        let side = stage.play.game.view().waiting()[0];
        stage.play.seats.look(Some(side));
        stage.rest();
        let whole =
            |stage: &Stage, words: &str| stage.painted().iter().any(|seen| seen.text.contains(words) && !seen.cut);
        let count = stage.play.now().sealed.as_ref().unwrap().count();
        assert!(whole(&stage, &format!("0 of {} ordered", count.1)), "{:#?}", stage.painted());
        for _ in 0..count.1 {
            assert!(whole(&stage, "Seal orders ("), "{width}: {:#?}", stage.painted());
            stage.key(Key::Tab);
            // Units of a body that are ordered one by one go by their own names.
            let unit = stage.play.look.focus().unwrap();
            let name = capital(&stage.play.game.view().roster().name(unit).replace('-', " "));
            assert!(stage.painted().iter().any(|seen| seen.text == name), "{name}");
            stage.key(Key::Enter);
        }
        assert!(stage.play.now().sealed.as_ref().is_none_or(|sealed| sealed.waiting().next().is_none()));
    }
}

#[test]
fn who_may_sit_where_is_whole_in_the_menu_and_no_line_of_the_sheet_of_keys_is_cut() {
    for [width, height] in [[1280.0, 800.0], [960.0, 540.0], [853.0, 533.0]] {
        let mut stage = Stage::sized(begun(crate::rules::battles::TEACHING, [Person; 2]), width, height);
        stage.key(Key::F10);
        let whole = |stage: &Stage, words: &str| stage.painted().iter().any(|seen| seen.text == words && !seen.cut);
        for word in ["person", "captain", "general"] {
            assert!(whole(&stage, word), "{word} at {width} by {height}");
        }
        stage.key(Key::Escape);
        stage.key(Key::F9);
        let paused = crate::gui::language::translate("keys-pause");
        assert!(stage.painted().iter().all(|seen| seen.text != paused || !seen.cut), "{width} by {height}");
        stage.key(Key::Escape);
    }
}

#[test]
fn what_both_have_lost_is_told_whole() {
    for battle in ["ancientmaster/watling_street", "armati/zama", "impetus/first_battle", "chainmail/first_battle"] {
        for [width, height] in [[1280.0, 800.0], [1920.0, 1080.0], [960.0, 600.0]] {
            let mut stage = Stage::sized(begun(battle, [Person; 2]), width, height);
            stage.rest();
            let cut: Vec<_> =
                stage.painted().iter().filter(|seen| seen.cut && seen.text.contains("breaks at")).collect();
            assert!(cut.is_empty(), "{battle} at {width} by {height}: {cut:?}");
        }
    }
}
