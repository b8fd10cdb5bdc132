//! What is measured and ruled on the table: the tape, its ticks, endless lines, and one's own reach.

use bevy::math::Vec2;
use bevy_egui::egui::{self, Color32, Painter, Pos2, Stroke};

use super::over::Sight;
use super::overlay::Overlays;
use super::pen;
use super::scale;
use crate::gui::language::translate_with;
use crate::gui::text::{BODY, STRONG};
use crate::gui::theme::ink;
use crate::gui::words;
use crate::picture::palette::{INK, LEGAL};
use crate::table::Mil;

/// A stretch that was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tape {
    pub from: Vec2,
    pub to: Vec2,
    /// Between the bases at its ends, where there are two: their nearest points.
    pub clear: Option<f32>,
}

/// One's own reach, and lines through front and flanks.
pub fn lines(painter: &Painter, sight: &Sight, overlays: &Overlays) {
    let reach: Vec<Pos2> = overlays.reach.iter().map(|p| sight.at(*p)).collect();
    if reach.len() > 2 {
        pen::line(painter, &reach, true, Stroke::new(1.4, ink(LEGAL)), pen::REACH);
    }
    for (lines, dash) in [(&overlays.fronts, pen::FRONT), (&overlays.flanks, pen::FLANK)] {
        for line in lines {
            pen::line(painter, &line.map(|p| sight.at(p)), false, Stroke::new(1.0, ink(INK)), dash);
        }
    }
}

/// The tape: a line with ticks, its length at the middle, and what lies clear between two bases.
pub fn paint(painter: &Painter, sight: &Sight, overlays: &Overlays) {
    let Some(measured) = &overlays.tape else { return };
    let (a, b) = (measured.from, measured.to);
    let colour = ink(INK);
    painter.line_segment([sight.at(a), sight.at(b)], Stroke::new(1.6, colour));
    let across = sight.along((b - a).perp());
    let ticks = scale::ticks(overlays.unit.as_ref(), sight.camera.zoom);
    for (at, _) in along(&[a, b], ticks.one * ticks.way as f32) {
        let here = sight.at(at);
        painter.line_segment([here - across * 3.5, here + across * 3.5], Stroke::new(1.2, colour));
    }
    gap(painter, sight.at(a), sight.at(b), colour);
    let words = words::apart(overlays.unit.as_ref(), a.distance(b));
    let middle = sight.at((a + b) / 2.0);
    pen::words(painter, middle + beside(across, &words), &words, STRONG, colour);
    if let Some(clear) = measured.clear {
        // Of the game's own unit hundredths are enough: it is smaller.
        let exact = words::length(overlays.unit.as_ref(), Mil::measured(clear));
        let words = translate_with("so-much-clear", &[("length", &exact)]);
        pen::words(painter, middle - beside(across, &words), &words, BODY, colour);
    }
}

/// How far beside a line words stand clear of it: half as wide as they are where it runs up and down.
fn beside(across: egui::Vec2, words: &str) -> egui::Vec2 {
    let half = words.chars().count() as f32 * 3.8;
    egui::Vec2::new(across.x * (half + 6.0), across.y * 13.0)
}

/// A measured stretch as a bar with end strokes.
pub fn gap(painter: &Painter, a: Pos2, b: Pos2, colour: Color32) {
    let across = (b - a).normalized().rot90() * 5.0;
    let stroke = Stroke::new(1.6, colour);
    painter.line_segment([a, b], stroke);
    for end in [a, b] {
        painter.line_segment([end - across, end + across], stroke);
    }
}

/// The points of a way that lie whole stretches from its beginning, each with its direction.
pub fn along(way: &[Vec2], stretch: f32) -> Vec<(Vec2, Vec2)> {
    let mut found = Vec::new();
    let mut gone = 0.0_f32;
    for pair in way.windows(2) {
        let length = pair[0].distance(pair[1]);
        let along = (pair[1] - pair[0]).normalize_or_zero();
        let mut next = ((gone / stretch).floor() + 1.0) * stretch;
        while next <= gone + length + 1e-4 {
            found.push((pair[0] + along * (next - gone), along));
            next += stretch;
        }
        gone += length;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_stand_at_whole_inches_round_a_bend() {
        let way = [Vec2::ZERO, Vec2::new(1.5, 0.0), Vec2::new(1.5, 2.0)];
        let ticks: Vec<Vec2> = along(&way, 1.0).into_iter().map(|(at, _)| at).collect();
        assert_eq!(ticks, [Vec2::new(1.0, 0.0), Vec2::new(1.5, 0.5), Vec2::new(1.5, 1.5)]);
        assert_eq!(along(&way, 2.5).len(), 1, "of another unit");
    }
}
