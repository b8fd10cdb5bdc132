//! The keyboard on the start screen, read by the [`table`] of keys: arrows go from card to card, letters change how the
//! chosen battle is fought.

use bevy_egui::egui::{Event, Id, Ui};

use super::{StartScreen, kept};
use crate::gui::play::begin::Battle;
use crate::gui::play::keys::table::{self, Does, Start};
use crate::gui::play::keys::when::{AtStart, When};

/// The fields into which something is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Words by which a battle is found.
    Find,
    /// The path of a file.
    Path,
    /// The name of a battle that is kept.
    Name,
}

impl Field {
    const ALL: [Field; 3] = [Field::Find, Field::Path, Field::Name];

    /// By which it is known, wherever it stands.
    pub fn id(self) -> Id {
        Id::new(("start", self as usize))
    }

    fn lead(self, ui: &Ui) {
        ui.memory_mut(|m| m.request_focus(self.id()));
    }
}

/// What came of the keys.
#[derive(Default)]
pub struct Heard {
    /// The battle that is to begin.
    pub battle: Option<Battle>,
    /// Another battle was chosen: its card is brought into sight.
    pub brought: bool,
}

/// Reads the keyboard, where `columns` cards stand in a row, stroke by stroke: what was struck first may decide who hears
/// the next one.
pub fn read(ui: &Ui, screen: &mut StartScreen, columns: usize) -> Heard {
    let mut heard = Heard::default();
    let mut left = Vec::new();
    for event in ui.input(|i| i.events.clone()) {
        let Event::Key { key, pressed: true, modifiers, repeat, .. } = event else {
            left.push(event);
            continue;
        };
        // Whoever has begun a battle is away.
        let away = heard.battle.is_some();
        let Some(does) = table::meant(key, modifiers, moment(ui, screen)).filter(|_| !away) else {
            left.push(event);
            continue;
        };
        // A key that is held down goes on where it steers, and does nothing twice.
        if repeat && !matches!(does, Does::Arrow(_)) {
            continue;
        }
        let typed_in = field(ui);
        if typed_in.is_none() {
            // What letters did is not typed into the field to which a later stroke leads.
            left.retain(|event| !matches!(event, Event::Text(_)));
        } else if does != Does::Start(Start::Rename) {
            // Whoever is led away from a field types there no more.
            ui.memory_mut(|m| m.focused().into_iter().for_each(|field| m.surrender_focus(field)));
        }
        obey(ui, screen, does, columns, &mut heard);
    }
    ui.input_mut(|i| i.events = left);
    heard
}

/// The field in which something is typed.
fn field(ui: &Ui) -> Option<Field> {
    let focus = ui.memory(|m| m.focused())?;
    Field::ALL.into_iter().find(|field| field.id() == focus)
}

/// What is before whoever strikes a key: where he types, then what lies uppermost.
fn moment(ui: &Ui, screen: &StartScreen) -> When {
    // Not only a field can be reached: Tab goes through all that can be clicked.
    let reached = ui.memory(|m| m.focused()).is_some();
    When::at_start(match field(ui) {
        Some(Field::Find) => AtStart::Finding,
        Some(Field::Path) => AtStart::Path,
        Some(Field::Name) => AtStart::Naming,
        None if screen.show_keys => AtStart::Keys,
        None if screen.show_terms => AtStart::Terms,
        None if !screen.flaws.is_empty() => AtStart::Flaws,
        None if screen.row.is_some() => AtStart::Confirm,
        None if screen.show_saved && reached => AtStart::SavedReached,
        None if screen.show_saved => AtStart::Saved,
        None if reached => AtStart::Reached,
        None => AtStart::Cards,
    })
}

fn obey(ui: &Ui, screen: &mut StartScreen, does: Does, columns: usize, heard: &mut Heard) {
    match does {
        Does::Arrow(way) => heard.brought |= step(screen, way.x as isize - way.y as isize * columns as isize),
        Does::Find => Field::Find.lead(ui),
        Does::Keys => screen.turn_keys(),
        Does::LetGo => screen.shut_uppermost(),
        Does::Start(start) => match start {
            Start::Begin => heard.battle = screen.chosen_battle(),
            Start::GoOn => heard.battle = screen.left_last(),
            Start::Seat(side) => {
                if let Some(entry) = screen.entries.get(screen.chosen) {
                    let seat = &mut screen.choice.seats[side.index()];
                    *seat = seat.next(&entry.setup, side);
                }
            }
            Start::Dice => screen.choice.dice_by_hand = !screen.choice.dice_by_hand,
            Start::Deployment => screen.choice.deploy_by_hand = !screen.choice.deploy_by_hand,
            Start::Ruleset => screen.only = next_ruleset(screen),
            Start::Saved => screen.turn_saved(),
            Start::Path => Field::Path.lead(ui),
            Start::Open => heard.battle = screen.typed_file(),
            Start::Rename => {
                if let Some(kept::Row::Rename(at, _)) = screen.row {
                    screen.rename(at);
                }
            }
        },
        // The others are not heard here.
        _ => {}
    }
}

/// So many cards on; tells whether another battle was chosen.
fn step(screen: &mut StartScreen, by: isize) -> bool {
    let shown = screen.shown();
    let at = shown.iter().position(|i| *i == screen.chosen);
    let next = at.map_or(Some(0), |at| at.checked_add_signed(by));
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
    use bevy_egui::egui::{Key, Modifiers};

    fn strike(screen: &mut StartScreen, key: Key) -> bool {
        let ctx = bench::context();
        let event = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
        bench::frame(&ctx, vec![event], |ui| read(ui, screen, 3).brought)
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
