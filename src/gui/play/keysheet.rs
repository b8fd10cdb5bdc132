//! All keys on one sheet.

use bevy_egui::egui::{Align2, Area, Id, Order, Pos2, Rect, Sense, Ui, Vec2};

use crate::gui::text::{self, BODY, CARD};
use crate::gui::theme::Theme;
use crate::gui::widgets::{key_cap, push, section};

/// What a key does; a heading where there is no key.
const KEYS: [(&str, &str); 38] = [
    ("", "Orders"),
    ("letter on an offer", "take that offer in hand; once more does it"),
    ("Enter", "do what the hand holds"),
    ("Esc", "let go; then let go of the unit"),
    ("/", "type an order; Tab completes it"),
    ("Up  Down", "half an inch more, less; with Shift a tenth"),
    ("1 to 9, 0", "so many inches, ten"),
    ("Q  E", "a degree left, right; with Shift a tenth"),
    ("Tab  N", "the next that may act; Shift Tab back"),
    ("?", "why not: fold or unfold what is barred"),
    ("F5", "ask the captain what he would do"),
    ("F7", "be guided: he is asked of everything, the rule shown"),
    ("F8", "umpire\u{2019}s hand: put units right, set their counts"),
    ("", "Mouse"),
    ("click", "select; an enemy: aim at him"),
    ("drag a base", "move it, with its body; Alt it alone"),
    ("drag a corner", "wheel about the other one"),
    ("Shift, Ctrl", "while dragging: hold the heading; no round values"),
    ("wheel, middle drag", "nearer and farther; move the table"),
    ("click a log line", "see its moment; right button: back to before it"),
    ("", "Back and forth"),
    ("Z  Y", "undo, redo; as far as you like"),
    ("F6", "look back over the battle"),
    ("Left  Right", "there: one answer back, forth"),
    ("Space", "there: play; else pause players that are no persons"),
    ("", "To see"),
    ("T", "tape: drag from point to point"),
    ("O", "enemy charge reach; Alt shows all while it is held"),
    ("V", "turn the table"),
    ("+  \u{2212}  Home", "nearer, farther, the whole table"),
    ("Ctrl +  \u{2212}  0", "larger, smaller text and panels"),
    ("", "Window"),
    ("F1", "rulebook"),
    ("F2  F4", "unit panel, log, in a narrow window"),
    ("F3  F10", "menu"),
    ("F9", "this sheet"),
    ("F12", "keep a picture of the window"),
    ("Ctrl F", "find in the log"),
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
                text::put(ui.painter(), rect.min + Vec2::new(0.0, 12.0), "Keys", CARD, theme.ink, 200.0);
                let close = Rect::from_min_size(rect.right_top() - Vec2::new(92.0, 0.0), Vec2::new(92.0, 28.0));
                closed = push::at(ui, theme, close, "Close", "F9", push::Weight::Plain, None).clicked();
                for (n, (key, does)) in KEYS.iter().enumerate() {
                    let at = rect.min + Vec2::new(COLUMN * (n / tall) as f32, 50.0 + LINE * (n % tall) as f32);
                    line(ui, theme, at, key, does);
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
