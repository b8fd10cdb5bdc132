//! Signs for what stands out among answers and throws: an answer that lost is a triangle that points down, one that won
//! points up, a throw is a lozenge. What each is can be told by its shape alone.

use bevy_egui::egui::{Color32, Painter, Pos2, Shape, Stroke, Vec2};

use crate::gui::theme::Theme;
use crate::lab::analysis::told::Mark;

/// How wide a sign is with the room about it.
pub const WIDE: f32 = 17.0;

/// Half of a triangle's side, and of a lozenge's height.
const HALF: f32 = 5.2;

/// Paints it with its middle at that point.
pub fn paint(painter: &Painter, theme: &Theme, at: Pos2, mark: Mark) {
    let shape = |points: Vec<Pos2>, fill: Color32, ink: Color32| {
        // A rim in the colour of cards sets it off from lines and colours that it lies on.
        painter.add(Shape::convex_polygon(points.clone(), theme.raised, Stroke::new(3.6, theme.raised)));
        painter.add(Shape::convex_polygon(points, fill, Stroke::new(1.5, ink)));
    };
    match mark {
        Mark::Doubtful => shape(triangle(at, 1.0), theme.raised, theme.warn),
        Mark::Bad => shape(triangle(at, 1.0), theme.bad, theme.bad),
        Mark::Blunder => {
            let low = at + Vec2::new(0.0, 2.0);
            shape(triangle(low, 1.0), theme.bad, theme.bad);
            let bar = at.y - HALF;
            painter.hline(at.x - HALF - 1.0..=at.x + HALF + 1.0, bar - 0.6, Stroke::new(4.4, theme.raised));
            painter.hline(at.x - HALF..=at.x + HALF, bar - 0.6, Stroke::new(2.0, theme.bad));
        }
        Mark::Fine => shape(triangle(at, -1.0), theme.accent, theme.accent),
        Mark::Lucky => shape(lozenge(at), theme.accent, theme.accent),
        Mark::Unlucky => shape(lozenge(at), theme.raised, theme.warn),
    }
}

/// A triangle that points down, or up.
fn triangle(at: Pos2, down: f32) -> Vec<Pos2> {
    let corner = |x: f32, y: f32| at + Vec2::new(x, y * down);
    vec![corner(-HALF, -HALF * 0.7), corner(HALF, -HALF * 0.7), corner(0.0, HALF * 0.9)]
}

fn lozenge(at: Pos2) -> Vec<Pos2> {
    let corner = |x: f32, y: f32| at + Vec2::new(x, y) * HALF;
    vec![corner(0.0, -1.1), corner(0.9, 0.0), corner(0.0, 1.1), corner(-0.9, 0.0)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::widgets::bench;
    use bevy_egui::egui::{self, Rect, epaint::PathShape};

    /// The outlines that a sign is painted with, colours left out.
    fn outlines(mark: Mark) -> Vec<(Vec<[i32; 2]>, bool)> {
        let ctx = bench::context();
        let theme = Theme::DAYLIGHT;
        let input = egui::RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, Vec2::splat(100.0))),
            ..egui::RawInput::default()
        };
        let output = ctx.run_ui(input, |ui| paint(ui.painter(), &theme, Pos2::new(50.0, 50.0), mark));
        let round = |at: &Pos2| [(at.x * 10.0).round() as i32, (at.y * 10.0).round() as i32];
        let path = |path: &PathShape| (path.points.iter().map(round).collect(), path.fill == theme.raised);
        let of = |shape: &Shape| match shape {
            Shape::Path(found) => Some(path(found)),
            Shape::LineSegment { points, .. } => Some((points.iter().map(round).collect(), false)),
            _ => None,
        };
        output.shapes.iter().filter_map(|clipped| of(&clipped.shape)).collect()
    }

    #[test]
    fn no_two_signs_are_alike_without_their_colours() {
        let all = [Mark::Doubtful, Mark::Bad, Mark::Blunder, Mark::Fine, Mark::Lucky, Mark::Unlucky].map(outlines);
        for (n, one) in all.iter().enumerate() {
            assert!(!one.is_empty());
            assert!(all[n + 1..].iter().all(|other| other != one), "{n}: {one:?}");
        }
    }
}
