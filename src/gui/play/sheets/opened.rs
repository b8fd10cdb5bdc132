//! The bar at the foot of the table while what both have written in secret lies open and is carried out: both look, until
//! they say that they have seen it.

use bevy_egui::egui::{Pos2, Rect, Ui};

use crate::gui::game::Turn;
use crate::gui::language::{translate, translate_with};
use crate::gui::play::state::Play;
use crate::gui::play::strip;
use crate::gui::text::{self, BODY};
use crate::gui::theme::Theme;

/// What is asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Both have seen it: one looks away, the other goes on.
    Seen,
    LookBack,
}

/// Shows the bar.
pub fn show(ui: &mut Ui, theme: &Theme, table: Rect, play: &Play) -> Option<Request> {
    let inner = strip::ground(ui, theme, table, play);
    let mut asked = None;
    let buttons = [
        (translate("look-back"), "F6", true, Request::LookBack),
        (translate("both-have-seen"), "Enter", true, Request::Seen),
    ];
    let right = strip::buttons(ui, theme, inner, &buttons, &mut asked);
    strip::caption(ui, theme, inner, right, translate("both-look"));
    if let Turn::Of { side, .. } = play.game.turn() {
        let names = [side, side.other()].map(|side| play.game.side_name(side));
        let words = translate_with("then-in-secret", &[("side", &names[0]), ("other", &names[1])]);
        let at = Pos2::new(inner.left(), inner.bottom() - 12.0);
        text::put(ui.painter(), at, &words, BODY, theme.ink2, inner.width());
    }
    asked
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::Key;

    use crate::gui::game::sitter::Sitter;
    use crate::gui::play::stage::{Stage, begun};
    use crate::gui::play::state::Confirm;
    use crate::ids::Side;

    /// The battle in which all move together; nobody has written anything.
    fn begins() -> (Stage, Side) {
        let mut stage = Stage::sized(begun("first_battle_simultaneous", [Sitter::Person; 2]), 1280.0, 800.0);
        let first = stage.play.must_hand_over().unwrap();
        stage.key(Key::Enter);
        (stage, first)
    }

    /// Whoever writes seals what he has, which is nothing.
    fn seal(stage: &mut Stage) {
        stage.key(Key::D);
        stage.key(Key::Enter);
        if stage.play.sheets.to_confirm().is_some() {
            stage.key(Key::Enter);
        }
    }

    #[test]
    fn what_both_have_written_is_seen_by_both_until_they_say_so() {
        let (mut stage, first) = begins();
        seal(&mut stage);
        assert!(!stage.play.lies_open(), "nothing is opened before both have sealed");
        assert_eq!(stage.play.must_hand_over(), Some(first.other()));
        stage.key(Key::Enter);
        seal(&mut stage);
        assert!(stage.play.lies_open() && stage.play.must_hand_over().is_none() && stage.play.person().is_none());
        assert!(stage.shows("Both look") && stage.shows("look away."), "{:?}", stage.words());
        let depth = stage.play.game.journal().depth();
        // Nobody's orders are written meanwhile.
        [Key::Tab, Key::D].into_iter().for_each(|key| stage.key(key));
        assert!(stage.play.hand.held().is_none() && stage.play.game.journal().depth() == depth);
        stage.click_on("Both have seen it");
        assert!(!stage.play.lies_open() && stage.play.must_hand_over().is_some() && !stage.shows("Both look"));
    }

    #[test]
    fn to_take_back_what_the_other_has_sealed_is_asked_first() {
        let (mut stage, first) = begins();
        seal(&mut stage);
        let depth = stage.play.game.journal().depth();
        stage.key(Key::Z);
        assert_eq!(stage.play.sheets.to_confirm(), Some(&Confirm::Unseal(first, None)));
        assert!(stage.shows("the sealed answer of") && stage.play.game.journal().depth() == depth);
        stage.key(Key::Escape);
        assert_eq!((stage.play.sheets.to_confirm(), stage.play.must_hand_over()), (None, Some(first.other())));
        stage.key(Key::Z);
        stage.key(Key::Y);
        assert_eq!((stage.play.game.journal().depth(), stage.play.must_hand_over()), (depth - 1, Some(first)));
    }

    #[test]
    fn nor_does_the_log_take_it_back_unasked() {
        let (mut stage, first) = begins();
        seal(&mut stage);
        let depth = stage.play.game.journal().depth();
        stage.play.back_to(1);
        assert_eq!(stage.play.sheets.to_confirm(), Some(&Confirm::Unseal(first, Some(1))));
        stage.rest();
        stage.key(Key::Escape);
        assert_eq!((stage.play.sheets.to_confirm(), stage.play.game.journal().depth()), (None, depth));
        stage.play.back_to(1);
        stage.rest();
        stage.key(Key::Y);
        assert_eq!((stage.play.game.journal().depth(), stage.play.must_hand_over()), (depth - 1, Some(first)));
    }

    #[test]
    fn both_may_look_back_at_what_lies_open_before_they_say_that_they_have_seen_it() {
        let (mut stage, _) = begins();
        seal(&mut stage);
        stage.key(Key::Enter);
        seal(&mut stage);
        assert!(stage.play.lies_open());
        stage.click_on("Look back");
        assert!(stage.play.back.is_open() && !stage.shows("Both look"), "{:?}", stage.words());
        assert!(stage.play.must_hand_over().is_none() && stage.play.person().is_none());
        stage.key(Key::ArrowLeft);
        assert!(stage.play.game.looks_back() && stage.play.must_hand_over().is_none());
        stage.key(Key::Escape);
        assert!(stage.play.lies_open() && stage.shows("Both look"), "{:?}", stage.words());
        stage.click_on("Both have seen it");
        assert!(stage.play.must_hand_over().is_some());
        stage.play.look_round();
        assert!(!stage.play.back.is_open(), "answers are secret again");
    }
}
