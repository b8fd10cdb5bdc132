//! Badges of a unit's states: the shape of the frame says the class, the sign in it the state.

use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Stroke, Vec2};

use super::glyph::Glyphs;
use crate::gui::text::{self, SMALL_STRONG};
use crate::picture::palette::Rgb;

/// Paints the badge of a mark, `size` high, about a point. A mark without a drawing is a ring with its first letter.
pub fn paint(
    painter: &Painter,
    glyphs: &mut Glyphs,
    at: Pos2,
    size: f32,
    mark: &'static str,
    ink: Color32,
    ground: Color32,
) {
    let rgb = |c: Color32| Rgb(c.r(), c.g(), c.b());
    let rect = Rect::from_center_size(at, Vec2::splat(size));
    if glyphs.mark(painter, rect, mark, (rgb(ink), rgb(ground))) {
        return;
    }
    painter.circle(at, size / 2.0, ground, Stroke::new((size * 0.09).max(1.0), ink));
    let letter: String = mark.chars().take(1).collect::<String>().to_uppercase();
    text::put_middle(painter, at, &letter, SMALL_STRONG, ink, size);
}
