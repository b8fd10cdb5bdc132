//! The rulers at the left and bottom edges of the view: they measure what is seen, and renumber as it is zoomed.

use bevy::math::Vec2;
use bevy_egui::egui::{self, Painter, Pos2, Rect, Stroke};

use super::camera::Camera;
use super::scale;
use crate::battle::texts::LengthUnit;
use crate::gui::language::translate;
use crate::gui::text::{self, RULER};
use crate::gui::theme::ink;
use crate::picture::palette;

/// The widths of the left and of the bottom ruler.
pub const LEFT: f32 = 22.0;
pub const BOTTOM: f32 = 18.0;

/// What is left of the table's part of the screen when the rulers are taken off.
pub fn view(area: Rect) -> Rect {
    Rect::from_min_max(
        Pos2::new(area.left() + LEFT, area.top() + 2.0),
        Pos2::new(area.right() - 6.0, area.bottom() - BOTTOM),
    )
}

/// Paints both.
pub fn paint(painter: &Painter, area: Rect, camera: &Camera, table: Vec2, unit: Option<&LengthUnit>) {
    let view = view(area);
    let paper = ink(palette::RULER);
    let left = Rect::from_min_max(area.min, Pos2::new(view.left(), area.bottom()));
    let bottom = Rect::from_min_max(Pos2::new(area.left(), view.bottom()), area.max);
    for rect in [left, bottom, Rect::from_min_max(Pos2::new(view.right(), area.top()), area.max)] {
        painter.rect_filled(rect, 0.0, paper);
    }
    painter.rect_filled(Rect::from_min_max(area.min, Pos2::new(area.right(), view.top())), 0.0, paper);
    let edge = Stroke::new(1.5, ink(palette::RULER_FIGURE));
    painter.rect_stroke(view, 0.0, edge, egui::StrokeKind::Outside);
    let figure = ink(palette::RULER_FIGURE);
    text::put_middle(
        painter,
        Pos2::new(left.center().x, bottom.center().y),
        unit.map_or_else(|| translate("unit-inches"), |unit| unit.sign.trim()),
        text::BODY_NAME,
        figure,
        LEFT,
    );
    let ticks = scale::ticks(unit, camera.zoom);
    let most = (table.x.max(table.y) / ticks.one + 0.01) as i32;
    for n in (0..=most).step_by(ticks.each.unsigned_abs() as usize) {
        let inch = n as f32 * ticks.one;
        let at = camera.to_screen(view, Vec2::splat(inch));
        let numbered = n % ticks.figure == 0;
        let tick = Stroke::new(1.0, ink(palette::RULER_TICK));
        let long = if numbered {
            8.0
        } else if n % ticks.longer == 0 {
            6.0
        } else {
            4.0
        };
        if inch <= table.x + 0.01 && at.x > view.left() && at.x < view.right() {
            painter.vline(at.x, view.bottom()..=view.bottom() + long, tick);
            if numbered {
                text::put_middle(painter, Pos2::new(at.x, view.bottom() + 12.0), &n.to_string(), RULER, figure, 30.0);
            }
        }
        if inch <= table.y + 0.01 && at.y > view.top() && at.y < view.bottom() {
            painter.hline(view.left() - long..=view.left(), at.y, tick);
            if numbered && at.y < view.bottom() - 6.0 {
                // Figures stand at the outer edge, clear of the ticks.
                text::put(painter, Pos2::new(area.left() + 2.0, at.y), &n.to_string(), RULER, figure, LEFT);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_view_lies_inside_its_rulers() {
        let area = Rect::from_min_max(Pos2::new(0.0, 44.0), Pos2::new(964.0, 668.0));
        let view = view(area);
        assert_eq!(view.left(), 22.0);
        assert_eq!(view.bottom(), 650.0);
        assert!(area.contains_rect(view));
    }
}
