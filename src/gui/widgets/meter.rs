//! A meter with its zero in the middle: how far luck leaned one way.

use bevy_egui::egui::{Color32, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind};

use crate::gui::theme::Theme;

/// Paints the meter; `value` is from -1 to 1.
pub fn paint(painter: &Painter, theme: &Theme, rect: Rect, value: f32, main: Color32) {
    painter.rect(rect, CornerRadius::same(3), theme.sunk, Stroke::new(1.0, theme.line2), StrokeKind::Inside);
    let middle = rect.center().x;
    let end = middle + value.clamp(-1.0, 1.0) * rect.width() / 2.0;
    let bar = Rect::from_x_y_ranges(middle.min(end)..=middle.max(end), rect.top() + 1.0..=rect.bottom() - 1.0);
    painter.rect_filled(bar, 0.0, main);
    painter.vline(middle, rect.top() - 3.0..=rect.bottom() + 3.0, Stroke::new(1.0, theme.ink2));
    painter.circle(Pos2::new(end, rect.center().y), 4.0, main, Stroke::new(1.0, theme.raised));
}
