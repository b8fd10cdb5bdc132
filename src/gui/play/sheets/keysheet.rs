//! All keys of a screen on one sheet; in a low window it scrolls.

use bevy_egui::egui::{Align2, Area, Id, Order, Pos2, Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2};

use crate::battle::texts::LengthUnit;
use crate::gui::language::translate;
use crate::gui::play::keys::table::{KEYS, Row, in_words};
use crate::gui::play::keys::when::When;
use crate::gui::text::{self, BODY, CARD};
use crate::gui::theme::Theme;
use crate::gui::widgets::{key_cap, push, section};

/// Every line of what is heard at some of those moments: what is written on the key, and what it does; a heading has no
/// key.
fn lines(heard: When) -> Vec<(&'static str, &'static str)> {
    let part = |(head, rows): &(&'static str, &'static [Row])| {
        let lines: Vec<_> = rows.iter().filter(|row| row.when.has(heard)).map(|row| (row.cap, row.says)).collect();
        let head = (!lines.is_empty()).then_some(("", *head));
        head.into_iter().chain(lines).collect::<Vec<_>>()
    };
    KEYS.iter().flat_map(part).collect()
}

const LINE: f32 = 20.0;
const COLUMN: f32 = 440.0;
/// The caps of keys end so far from the left, and what they do has the rest.
const KEY: f32 = 132.0;
const ROOM: f32 = COLUMN - KEY - 20.0;
/// The title's line, and what the card and the window's edges take above and below.
const HEAD: f32 = 50.0;
const AROUND: f32 = 56.0;

/// So few lines stand in one column.
const FEW: usize = 20;

/// Shows the sheet of what is heard at some of those moments; tells when it is closed.
pub fn show(ui: &Ui, theme: &Theme, whole: Rect, heard: When, unit: Option<&LengthUnit>) -> bool {
    let lines = lines(heard);
    let two = whole.width() > COLUMN * 2.0 + 80.0 && lines.len() > FEW;
    let columns = if two { 2 } else { 1 };
    let tall = lines.len().div_ceil(columns);
    let size = Vec2::new(COLUMN * columns as f32, LINE * tall as f32);
    let seen = Vec2::new(size.x, size.y.min(whole.height() - HEAD - AROUND).max(LINE));
    let mut closed = false;
    let shown = Area::new(Id::new("keys")).order(Order::Foreground).anchor(Align2::CENTER_CENTER, Vec2::ZERO).show(
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
                        for (n, (key, does)) in lines.iter().enumerate() {
                            let (column, row) = (n / tall, n % tall);
                            let at = rect.min + Vec2::new(COLUMN * column as f32, LINE * (row as f32 + 0.5));
                            line(ui, theme, at, translate(key), &in_words(does, unit));
                        }
                    });
                });
            });
        },
    );
    closed || section::clicked_beside(ui, Id::new("beside the keys"), shown.response.rect)
}

fn line(ui: &Ui, theme: &Theme, at: Pos2, key: &str, does: &str) {
    if key.is_empty() {
        text::put(ui.painter(), at, &does.to_uppercase(), text::LABEL, theme.ink2, COLUMN);
        return;
    }
    key_cap::paint(ui.painter(), theme, at + Vec2::new(KEY, 0.0), key);
    text::put(ui.painter(), at + Vec2::new(KEY + 10.0, 0.0), does, BODY, theme.ink, ROOM);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::game::sitter::Sitter::Person;
    use crate::gui::play::stage::{Stage, begun};
    use crate::gui::widgets::bench;
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
            for words in ["keys-take", "keys-tape", "keys-find"] {
                assert!(stage.shows(translate(words)), "{words} in {width} by {height}");
            }
            assert!(!stage.shows(translate("keys-begin")), "it is the start screen's");
        }
    }

    #[test]
    fn no_line_of_it_is_cut() {
        let ctx = bench::context();
        let mut wide: Vec<String> = Vec::new();
        bench::frame(&ctx, Vec::new(), |ui| {
            for unit in [None, Some(LengthUnit { sign: " cm", inches: 1.0 / 2.54 })] {
                let all = KEYS.iter().flat_map(|(_, rows)| rows.iter()).map(|row| in_words(row.says, unit.as_ref()));
                wide.extend(all.filter(|words| text::width(ui.ctx(), words, BODY) > ROOM));
            }
        });
        assert!(wide.is_empty(), "{wide:#?}");
    }

    #[test]
    fn in_a_low_window_it_scrolls() {
        let mut stage = open(640.0, 360.0);
        assert!(stage.shows(translate("keys-take")) && !stage.shows(translate("keys-find")));
        let inside = stage.place_of(translate("keys-take")).unwrap().center();
        for _ in 0..40 {
            stage.scroll(inside, -40.0);
        }
        assert!(!stage.shows(translate("keys-take")) && stage.shows(translate("keys-find")));
        stage.click_on(translate("close"));
        assert!(!stage.shows(translate("keys-find")), "the way out is always there");
    }
}
