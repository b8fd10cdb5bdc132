//! Pips: what is left of a unit, and what it has lost.

use bevy_egui::egui::{Color32, Painter, Pos2, Stroke, Vec2};

use crate::gui::text::{self, SMALL_STRONG};

/// More pips than this are written as a number.
pub const MOST: u16 = 8;

/// How wide that many pips of that radius are.
pub fn width(of: u16, radius: f32) -> f32 {
    if of > MOST { 22.0 } else { f32::from(of) * step(radius) - (step(radius) - radius * 2.0) }
}

/// Paints `left` filled pips and the rest of `of` as rings with a slash, the lost ones first when `lost_first`,
/// from the left edge's middle on.
pub fn paint(painter: &Painter, at: Pos2, left: u16, of: u16, radius: f32, ink: Color32, lost_first: bool) {
    if of > MOST {
        text::put(painter, at, &format!("{left}"), SMALL_STRONG, ink, 30.0);
        return;
    }
    for n in 0..of {
        let here = at + Vec2::new(radius + f32::from(n) * step(radius), 0.0);
        let whole = if lost_first { n >= of - left.min(of) } else { n < left };
        if whole {
            painter.circle_filled(here, radius, ink);
        } else {
            let stroke = Stroke::new((radius * 0.32).max(0.8), ink);
            painter.circle_stroke(here, radius - stroke.width / 2.0, stroke);
            let d = Vec2::new(radius, -radius) * 0.95;
            painter.line_segment([here - d, here + d], stroke);
        }
    }
}

fn step(radius: f32) -> f32 {
    radius * 2.0 + (radius * 0.85).max(1.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_pips_of_4_are_24_and_two_gaps() {
        assert!((width(3, 4.0) - (24.0 + 2.0 * 3.4)).abs() < 1e-4);
        assert_eq!(width(11, 4.0), 22.0);
    }
}
