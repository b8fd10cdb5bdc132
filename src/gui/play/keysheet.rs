//! All keys on one sheet.

use bevy_egui::egui::{Align2, Area, Id, Order, Pos2, Rect, Sense, Ui, Vec2};

use crate::gui::language::say;
use crate::gui::text::{self, BODY, CARD};
use crate::gui::theme::Theme;
use crate::gui::widgets::{key_cap, push, section};

/// What a key does; a heading where there is no key.
const KEYS: [(&str, &str); 44] = [
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

/// Shows the sheet; tells when it is closed.
pub fn show(ui: &Ui, theme: &Theme, whole: Rect) -> bool {
    let two = whole.width() > COLUMN * 2.0 + 80.0;
    let columns = if two { 2 } else { 1 };
    let tall = KEYS.len().div_ceil(columns);
    let size = Vec2::new(COLUMN * columns as f32, 40.0 + LINE * tall as f32);
    let mut closed = false;
    Area::new(Id::new("keys")).order(Order::Foreground).anchor(Align2::CENTER_CENTER, Vec2::ZERO).show(
        ui.ctx(),
        |ui| {
            section::card(theme).show(ui, |ui| {
                let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                text::put(ui.painter(), rect.min + Vec2::new(0.0, 12.0), say("keys"), CARD, theme.ink, 200.0);
                let close = Rect::from_min_size(rect.right_top() - Vec2::new(92.0, 0.0), Vec2::new(92.0, 28.0));
                closed = push::at(ui, theme, close, say("close"), "F9", push::Weight::Plain, None).clicked();
                for (n, (key, does)) in KEYS.into_iter().enumerate() {
                    let at = rect.min + Vec2::new(COLUMN * (n / tall) as f32, 50.0 + LINE * (n % tall) as f32);
                    line(ui, theme, at, say(key), say(does));
                }
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
