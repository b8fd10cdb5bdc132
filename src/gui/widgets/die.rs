//! A die as it fell.

use bevy_egui::egui::{Color32, CornerRadius, Painter, Rect, Stroke, StrokeKind, Vec2};

use crate::gui::text::{self, SMALL_STRONG, STRONG, TOTAL};

/// Paints a die with that face: pips on six sides, a figure on any other.
pub fn paint(painter: &Painter, rect: Rect, face: u8, sides: u8, ground: Color32, ink: Color32) {
    let radius = CornerRadius::same((rect.width() * 0.18) as u8);
    painter.rect(
        rect,
        radius,
        ground,
        Stroke::new(if rect.width() > 24.0 { 1.5 } else { 1.0 }, ink),
        StrokeKind::Inside,
    );
    if sides != 6 || !(1..=6).contains(&face) {
        let style = match rect.width() {
            w if w > 40.0 => TOTAL,
            w if w > 18.0 => STRONG,
            _ => SMALL_STRONG,
        };
        text::put_middle(painter, rect.center(), &face.to_string(), style, ink, rect.width());
        return;
    }
    let (step, pip) = (rect.width() * 0.26, (rect.width() * 0.085).max(1.1));
    for (x, y) in pips(face) {
        painter.circle_filled(rect.center() + Vec2::new(*x, *y) * step, pip, ink);
    }
}

/// Where the pips of a face lie, in steps from the middle.
fn pips(face: u8) -> &'static [(f32, f32)] {
    const ALL: [(f32, f32); 6] = [(-1.0, -1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, 0.0), (1.0, 0.0)];
    const ODD: [(f32, f32); 5] = [(0.0, 0.0), (-1.0, -1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, 1.0)];
    match face {
        1 => &ODD[..1],
        2 => &ALL[..2],
        3 => &ODD[..3],
        4 => &ALL[..4],
        5 => &ODD,
        _ => &ALL,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_face_has_as_many_pips_as_it_counts() {
        for face in 1..=6 {
            assert_eq!(super::pips(face).len(), usize::from(face));
        }
    }
}
