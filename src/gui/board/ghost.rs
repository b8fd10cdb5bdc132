//! The ghost of what the hand holds: the way it would go, and where it would end.

use bevy::math::Vec2;
use bevy_egui::egui::{self, Painter, Pos2, Shape, Stroke};

use super::glyph::Glyphs;
use super::orders;
use super::over::Sight;
use super::overlay::{Ghost, Tone, paint_mark};
use super::pen::{self, Dash};
use super::scale;
use super::tape;
use crate::battle::texts::LengthUnit;
use crate::gui::theme::{ink, veil};
use crate::picture::palette::{CUT, LEGAL, REFUSED, Rgb};
use crate::table::Footprint;

/// Paints the ways, under the pieces' names.
pub fn ways(painter: &Painter, sight: &Sight, ghost: &Ghost, unit: Option<&LengthUnit>) {
    let rgb = if ghost.tone == Tone::Cut { CUT } else { LEGAL };
    for path in &ghost.paths {
        swept(painter, sight, path, rgb);
    }
    for (n, path) in ghost.paths.iter().enumerate() {
        borders(painter, sight, &ghost.paths, n, rgb);
        // One scale is enough for all that go together.
        if n == ghost.paths.len() / 2 {
            ticked(painter, sight, path, rgb, unit);
        }
    }
    for half in &ghost.halves {
        orders::halfway(painter, sight, half, 5.0);
    }
}

/// The area that a base sweeps on its path.
fn swept(painter: &Painter, sight: &Sight, path: &[Footprint], rgb: Rgb) {
    for pair in path.windows(2) {
        let (from, to) = (sight.corners(&pair[0]), sight.corners(&pair[1]));
        pen::fill(painter, &[from[0], from[1], to[1], to[0]], veil(rgb, 0.13));
    }
}

/// The sides of a base's path, except where a neighbouring base's path adjoins.
fn borders(painter: &Painter, sight: &Sight, paths: &[Vec<Footprint>], n: usize, rgb: Rgb) {
    const BESIDE: f32 = 0.3;
    let corner = |path: &[Footprint], i: usize| path.first().map(|p| p.corners()[i]);
    for (own, other) in [(0, 1), (1, 0)] {
        let Some(at) = corner(&paths[n], own) else { continue };
        let mut others = paths.iter().enumerate().filter(|(m, _)| *m != n);
        if others.any(|(_, path)| corner(path, other).is_some_and(|c| c.distance(at) < BESIDE)) {
            continue;
        }
        let side: Vec<Pos2> = paths[n].iter().map(|p| sight.corners(p)[own]).collect();
        pen::line(painter, &side, false, Stroke::new(1.5, ink(rgb)), Dash::Solid);
    }
}

/// The middle line of a base's path, with ticks, of which some are longer.
fn ticked(painter: &Painter, sight: &Sight, path: &[Footprint], rgb: Rgb, unit: Option<&LengthUnit>) {
    let fronts: Vec<Vec2> = path.iter().map(Footprint::front).collect();
    let way: Vec<Pos2> = fronts.iter().map(|p| sight.at(*p)).collect();
    pen::line(painter, &way, false, Stroke::new(1.2, ink(rgb)), Dash::Solid);
    let ticks = scale::ticks(unit, sight.camera.zoom);
    for (n, (at, along)) in tape::along(&fronts, ticks.one * ticks.way as f32).into_iter().enumerate() {
        let across = sight.along(along.perp());
        let reach = if (n + 1) % ticks.way_longer == 0 { 6.0 } else { 3.5 };
        let here = sight.at(at);
        painter.line_segment([here - across * reach, here + across * reach], Stroke::new(1.2, ink(rgb)));
    }
}

/// Paints where it would end.
pub fn paint(painter: &Painter, glyphs: &mut Glyphs, sight: &Sight, ghost: &Ghost) {
    let rgb = match ghost.tone {
        Tone::Legal => LEGAL,
        Tone::Cut => CUT,
        Tone::Refused => REFUSED,
    };
    for print in &ghost.wished {
        let ring = sight.corners(print);
        pen::line(painter, &ring, true, Stroke::new(1.2, ink(rgb)), pen::BEYOND);
    }
    for base in &ghost.ends {
        let ring = sight.corners(&base.print);
        if ghost.tone == Tone::Refused {
            pen::bordered(painter, &ring, true, Stroke::new(1.7, ink(REFUSED)), pen::REFUSED, 3.6);
            continue;
        }
        painter.add(Shape::convex_polygon(ring.to_vec(), veil(base.army.tint, 0.78), Stroke::NONE));
        pen::bordered(painter, &ring, true, Stroke::new(2.0, ink(rgb)), Dash::Solid, 4.0);
        painter.line_segment([ring[0], ring[1]], Stroke::new(3.0, ink(base.army.dark)));
        let side = (base.print.half_depth.min(base.print.half_width) * 2.0 * sight.camera.zoom - 6.0).clamp(6.0, 15.0);
        let rect = egui::Rect::from_center_size(sight.at(base.print.centre), egui::Vec2::splat(side));
        glyphs.paint(painter, rect, base.glyph, (base.army.dark, base.army.tint));
        if ghost.tone == Tone::Cut {
            let out = (ring[1] - ring[0]).normalized() * 9.0;
            painter.line_segment([ring[0] - out, ring[1] + out], Stroke::new(2.4, ink(CUT)));
        }
    }
    for mark in &ghost.marks {
        paint_mark(painter, sight, mark, rgb);
    }
}
