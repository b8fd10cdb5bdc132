//! All keys on one sheet; in a low window it scrolls.

use bevy_egui::egui::{Align2, Area, Id, Order, Pos2, Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2};

use crate::gui::language::translate;
use crate::gui::text::{self, BODY, CARD};
use crate::gui::theme::Theme;
use crate::gui::widgets::{key_cap, push, section};

/// What a key does; a heading where there is no key.
const KEYS: [(&str, &str); 45] = [
    ("", "keys-orders"),
    ("cap-letter", "keys-take"),
    ("Enter", "keys-do"),
    ("Esc", "keys-let-go"),
    ("/", "keys-type"),
    ("cap-up-down", "keys-longer"),
    ("cap-digits", "keys-inches"),
    ("Q  E", "keys-turn"),
    ("cap-next", "keys-next"),
    ("?", "keys-why-not"),
    ("F5", "keys-ask"),
    ("F7", "keys-guide"),
    ("F8", "keys-umpire"),
    ("", "keys-mouse"),
    ("cap-click", "keys-select"),
    ("cap-drag-base", "keys-move"),
    ("cap-drag-corner", "keys-wheel"),
    ("cap-shift-ctrl", "keys-while-dragging"),
    ("cap-wheel", "keys-zoom-and-pan"),
    ("cap-log-line", "keys-log-line"),
    ("", "keys-back-and-forth"),
    ("Z  Y", "keys-undo"),
    ("F6", "keys-look-back"),
    ("cap-left-right", "keys-step"),
    ("Space", "keys-play"),
    ("cap-marks", "keys-marks"),
    ("", "keys-to-see"),
    ("T", "keys-tape"),
    ("O", "keys-threats"),
    ("cap-pad", "keys-aids"),
    ("V", "keys-turn-table"),
    ("cap-zoom", "keys-zoom"),
    ("cap-scale", "keys-scale"),
    ("", "keys-window"),
    ("F1", "keys-rulebook"),
    ("F2  F4", "keys-drawers"),
    ("F3  F10", "keys-menu"),
    ("F9", "keys-this-sheet"),
    ("F12", "keys-picture"),
    ("cap-find", "keys-find"),
    ("", "keys-start"),
    ("cap-arrows", "keys-cards"),
    ("S  N", "keys-seats"),
    ("D  P", "keys-by-hand"),
    ("B", "keys-begin"),
];

const LINE: f32 = 21.0;
const COLUMN: f32 = 440.0;
/// The title's line, and what the card and the window's edges take above and below.
const HEAD: f32 = 50.0;
const AROUND: f32 = 56.0;

/// Shows the sheet; tells when it is closed.
pub fn show(ui: &Ui, theme: &Theme, whole: Rect) -> bool {
    let two = whole.width() > COLUMN * 2.0 + 80.0;
    let columns = if two { 2 } else { 1 };
    let tall = KEYS.len().div_ceil(columns);
    let size = Vec2::new(COLUMN * columns as f32, LINE * tall as f32);
    let seen = Vec2::new(size.x, size.y.min(whole.height() - HEAD - AROUND).max(LINE));
    let mut closed = false;
    Area::new(Id::new("keys")).order(Order::Foreground).anchor(Align2::CENTER_CENTER, Vec2::ZERO).show(
        ui.ctx(),
        |ui| {
            section::card(theme).show(ui, |ui| {
                let (rect, _) = ui.allocate_exact_size(Vec2::new(size.x, HEAD), Sense::hover());
                text::put(ui.painter(), rect.min + Vec2::new(0.0, 12.0), translate("keys"), CARD, theme.ink, 200.0);
                let close = Rect::from_min_size(rect.right_top() - Vec2::new(92.0, 0.0), Vec2::new(92.0, 28.0));
                closed = push::at(ui, theme, close, translate("close"), "F9", push::Weight::Plain, None).clicked();
                let (rect, _) = ui.allocate_exact_size(seen, Sense::hover());
                ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
                    ScrollArea::vertical().id_salt("keys").auto_shrink(false).show(ui, |ui| {
                        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                        for (n, (key, does)) in KEYS.into_iter().enumerate() {
                            let (column, row) = (n / tall, n % tall);
                            let at = rect.min + Vec2::new(COLUMN * column as f32, LINE * (row as f32 + 0.5));
                            line(ui, theme, at, translate(key), translate(does));
                        }
                    });
                });
            });
        },
    );
    closed
}

fn line(ui: &Ui, theme: &Theme, at: Pos2, key: &str, does: &str) {
    if key.is_empty() {
        text::put(ui.painter(), at, &does.to_uppercase(), text::LABEL, theme.ink2, COLUMN);
        return;
    }
    const KEY: f32 = 132.0;
    key_cap::paint(ui.painter(), theme, at + Vec2::new(KEY, 0.0), key);
    text::put(ui.painter(), at + Vec2::new(KEY + 10.0, 0.0), does, BODY, theme.ink, COLUMN - KEY - 20.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::game::sitter::Sitter::Person;
    use crate::gui::play::stage::{Stage, begun};
    use crate::rules::battles;
    use bevy_egui::egui::Key;

    fn open(width: f32, height: f32) -> Stage {
        let mut stage = Stage::sized(begun(battles::TEACHING, [Person; 2]), width, height);
        stage.key(Key::F9);
        stage
    }

    #[test]
    fn all_of_it_is_seen_at_once_in_the_usual_windows() {
        for (width, height) in [(1280.0, 720.0), (1920.0, 1080.0)] {
            let stage = open(width, height);
            for words in ["keys-take", "keys-find", "keys-begin"] {
                assert!(stage.shows(translate(words)), "{words} in {width} by {height}");
            }
        }
    }

    #[test]
    fn in_a_low_window_it_scrolls() {
        let mut stage = open(640.0, 360.0);
        assert!(stage.shows(translate("keys-take")) && !stage.shows(translate("keys-begin")));
        let inside = stage.place_of(translate("keys-take")).unwrap().center();
        for _ in 0..40 {
            stage.scroll(inside, -40.0);
        }
        assert!(!stage.shows(translate("keys-take")) && stage.shows(translate("keys-begin")));
        stage.click_on(translate("close"));
        assert!(!stage.shows(translate("keys-begin")), "the way out is always there");
    }
}
