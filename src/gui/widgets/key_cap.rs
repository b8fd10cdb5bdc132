//! A key cap: which key does it.

use bevy_egui::egui::{self, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};

use crate::gui::language;
use crate::gui::text;
use crate::gui::theme::Theme;

/// How wide the cap of that key is.
pub fn width(ctx: &egui::Context, key: &str) -> f32 {
    (text::width(ctx, language::key_name(key), text::KEY) + 11.0).max(19.0)
}

/// Paints the cap with its right edge's middle at that point; returns where it is.
pub fn paint(painter: &Painter, theme: &Theme, right: Pos2, key: &str) -> Rect {
    let size = Vec2::new(width(painter.ctx(), key), 18.0);
    let rect = Rect::from_min_size(right - Vec2::new(size.x, size.y / 2.0), size);
    painter.rect(rect, CornerRadius::same(3), theme.sunk, Stroke::new(1.0, theme.line2), StrokeKind::Inside);
    text::put_middle(painter, rect.center(), language::key_name(key), text::KEY, theme.ink2, size.x);
    rect
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::widgets::bench;

    #[test]
    fn a_word_is_wider_than_a_letter_and_a_letter_is_square() {
        let ctx = bench::context();
        let (letter, word) = bench::frame(&ctx, Vec::new(), |ui| (width(ui.ctx(), "i"), width(ui.ctx(), "Enter")));
        assert_eq!(letter, 19.0);
        assert!(word > 30.0);
    }
}
