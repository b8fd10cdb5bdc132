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
