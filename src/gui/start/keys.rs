//! The keyboard on the start screen: arrows go from card to card, letters change how the chosen battle is fought.

use bevy_egui::egui::{Key, Ui};

use super::StartScreen;
use crate::ids::Side;

/// Reads the keyboard, where `columns` cards stand in a row; tells whether another battle was chosen, so that its card
/// is brought into sight.
pub fn read(ui: &Ui, screen: &mut StartScreen, columns: usize) -> bool {
    if !screen.hears(ui) {
        return false;
    }
    let pressed = |key: Key| ui.input(|i| i.key_pressed(key));
    for (key, side) in [(Key::S, Side::South), (Key::N, Side::North)] {
        if pressed(key) {
            let Some(entry) = screen.entries.get(screen.chosen) else { continue };
            let seat = &mut screen.choice.seats[side.index()];
            *seat = seat.next(&entry.setup, side);
        }
    }
    if pressed(Key::D) {
        screen.choice.dice_by_hand = !screen.choice.dice_by_hand;
    }
    if pressed(Key::P) {
        screen.choice.deploy_by_hand = !screen.choice.deploy_by_hand;
    }
    if pressed(Key::R) {
        screen.only = next_ruleset(screen);
    }
    let columns = columns as isize;
    let steps = [(Key::ArrowLeft, -1), (Key::ArrowRight, 1), (Key::ArrowUp, -columns), (Key::ArrowDown, columns)];
    let Some((_, step)) = steps.into_iter().find(|(key, _)| pressed(*key)) else { return false };
    let shown = screen.shown();
    let at = shown.iter().position(|i| *i == screen.chosen);
    let next = at.map_or(Some(0), |at| at.checked_add_signed(step));
    match next.and_then(|next| shown.get(next)) {
        Some(next) => screen.choose(*next),
        None => false,
    }
}

/// All, then each ruleset in turn.
fn next_ruleset(screen: &StartScreen) -> Option<&'static str> {
    let mut names: Vec<&'static str> = screen.entries.iter().map(|entry| entry.ruleset.name).collect();
    names.dedup();
    match screen.only {
        None => names.first().copied(),
        Some(now) => names.iter().skip_while(|name| **name != now).nth(1).copied(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::game::sitter::Sitter;
    use crate::gui::widgets::bench;
    use crate::ids::Side;
    use crate::rules::RULESETS;
    use bevy_egui::egui::{Event, Modifiers};

    fn strike(screen: &mut StartScreen, key: Key) -> bool {
        let ctx = bench::context();
        let event = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
        bench::frame(&ctx, vec![event], |ui| read(ui, screen, 3))
    }

    #[test]
    fn arrows_go_from_card_to_card_and_not_beyond_the_last() {
        let mut screen = StartScreen::new(RULESETS, None);
        let last = screen.entries.len() - 1;
        assert!(strike(&mut screen, Key::ArrowRight) && screen.chosen == 1);
        assert!(strike(&mut screen, Key::ArrowDown) && screen.chosen == 4);
        assert!(strike(&mut screen, Key::ArrowLeft) && screen.chosen == 3);
        assert!(strike(&mut screen, Key::ArrowUp) && screen.chosen == 0);
        assert!(!strike(&mut screen, Key::ArrowUp) && screen.chosen == 0);
        screen.chosen = last;
        assert!(!strike(&mut screen, Key::ArrowRight) && screen.chosen == last);
    }

    #[test]
    fn arrows_pass_over_what_is_not_shown() {
        let mut screen = StartScreen::new(RULESETS, None);
        strike(&mut screen, Key::R);
        let first = screen.only;
        strike(&mut screen, Key::R);
        assert!(first.is_some() && screen.only.is_some() && screen.only != first);
        // What is chosen is not among those shown: the first of them is taken.
        assert!(strike(&mut screen, Key::ArrowRight));
        assert_eq!(Some(screen.entries[screen.chosen].ruleset.name), screen.only);
        for _ in 1..RULESETS.len() {
            strike(&mut screen, Key::R);
        }
        assert_eq!(screen.only, None);
    }

    #[test]
    fn letters_say_who_plays_and_whose_dice() {
        let mut screen = StartScreen::new(RULESETS, None);
        assert_eq!(screen.choice.seats, [Sitter::Captain, Sitter::Person]);
        strike(&mut screen, Key::N);
        assert_eq!(screen.choice.seats, [Sitter::General, Sitter::Person]);
        // The plans for that side come after the general, and then a person.
        let all = Sitter::all(&screen.entries[screen.chosen].setup, Side::North).len();
        for _ in 2..all {
            strike(&mut screen, Key::N);
        }
        strike(&mut screen, Key::S);
        strike(&mut screen, Key::D);
        strike(&mut screen, Key::P);
        assert_eq!(screen.choice.seats, [Sitter::Person, Sitter::Captain]);
        assert!(screen.choice.dice_by_hand && screen.choice.deploy_by_hand);
    }
}
