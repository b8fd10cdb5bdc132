//! A thin line from what is written to whom it is written of, where it stands apart from him.

use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Stroke};

/// What is no farther off than this is beside him and needs none, logical pixels.
pub const BESIDE: f32 = 14.0;
/// Between the words and the line.
const CLEAR: f32 = 1.0;
const WIDTH: f32 = 1.0;

/// The shortest line from a rectangle to any of those outlines, and how long it is; none where there is no outline.
pub fn shortest(rect: Rect, outlines: &[[Pos2; 4]]) -> Option<([Pos2; 2], f32)> {
    let edges = outlines.iter().flat_map(|corners| (0..4).map(move |n| (corners[n], corners[(n + 1) % 4])));
    let lines = edges.map(|(from, to)| {
        let along = to - from;
        let share = ((rect.center() - from).dot(along) / along.length_sq().max(f32::EPSILON)).clamp(0.0, 1.0);
        let end = from + along * share;
        let start = rect.expand(CLEAR).clamp(end);
        ([start, end], start.distance(end))
    });
    lines.min_by(|(_, a), (_, b)| a.total_cmp(b))
}

/// Paints it.
pub fn paint(painter: &Painter, line: [Pos2; 2], colour: Color32) {
    painter.line_segment(line, Stroke::new(WIDTH, colour));
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::Vec2;

    #[test]
    fn a_line_leads_from_the_edge_of_the_words_to_the_nearest_edge_of_whom_they_name() {
        let words = Rect::from_center_size(Pos2::new(100.0, 50.0), Vec2::new(38.0, 18.0));
        let outline = |rect: Rect| [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
        let near = Rect::from_min_max(Pos2::new(80.0, 90.0), Pos2::new(160.0, 110.0));
        let far = Rect::from_min_max(Pos2::new(0.0, 300.0), Pos2::new(40.0, 320.0));
        let ([start, end], long) = shortest(words, &[outline(far), outline(near)]).unwrap();
        // The words reach down to 59, their room to 60; the edge lies at 90.
        assert_eq!((start, end, long), (Pos2::new(100.0, 60.0), Pos2::new(100.0, 90.0), 30.0));
        assert!(shortest(words, &[]).is_none());
    }
}
