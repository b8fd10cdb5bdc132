//! Lines and fills over the table in screen pixels: outlines, dashes, hatches, haloed words.

use bevy::math::Vec2 as Point;
use bevy_egui::egui::{Color32, Mesh, Painter, Pos2, Shape, Stroke, Vec2};

use crate::gui::text::{self, Type};
use crate::gui::theme::glow;
use crate::picture::mesh::triangles;
use crate::picture::palette::{HALO, HALO_SHARE};

/// How an overlay's line is drawn; the lengths are stroke and gap in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Dash {
    Solid,
    /// Pairs of stroke and gap, repeated.
    Dashed(&'static [f32], &'static [f32]),
    /// A dot every so many pixels.
    Dotted(f32),
}

pub const REFUSED: Dash = Dash::Dashed(&[7.0], &[4.0]);
pub const CORRIDOR: Dash = Dash::Dashed(&[6.0], &[3.0]);
pub const BEYOND: Dash = Dash::Dashed(&[8.0, 2.0], &[3.0, 3.0]);
pub const THREAT: Dash = Dash::Dotted(4.2);
pub const REACH: Dash = Dash::Dashed(&[5.0], &[4.0]);
pub const FRONT: Dash = Dash::Dashed(&[9.0, 2.0], &[3.0, 3.0]);
pub const HIDDEN: Dash = Dash::Dashed(&[4.0], &[3.0]);
pub const FLANK: Dash = Dash::Dashed(&[2.0], &[3.0]);

/// A line along those points, in that manner.
pub fn line(painter: &Painter, points: &[Pos2], closed: bool, stroke: Stroke, dash: Dash) {
    let mut points = points.to_vec();
    if closed && let Some(first) = points.first().copied() {
        points.push(first);
    }
    match dash {
        Dash::Solid if closed => {
            points.pop();
            painter.add(Shape::closed_line(points, stroke));
        }
        Dash::Solid => {
            painter.add(Shape::line(points, stroke));
        }
        Dash::Dashed(strokes, gaps) => {
            painter.extend(Shape::dashed_line_with_offset(&points, stroke, strokes, gaps, 0.0));
        }
        Dash::Dotted(step) => painter.extend(Shape::dotted_line(&points, stroke.color, step, stroke.width * 0.75)),
    }
}

/// The same in a white border, so that it is seen on anything.
pub fn bordered(painter: &Painter, points: &[Pos2], closed: bool, stroke: Stroke, dash: Dash, border: f32) {
    let white = Stroke::new(border, Color32::from_white_alpha(225));
    line(painter, points, closed, white, Dash::Solid);
    line(painter, points, closed, stroke, dash);
}

/// Fills any simple polygon.
pub fn fill(painter: &Painter, ring: &[Pos2], colour: Color32) {
    let points: Vec<Point> = ring.iter().map(|p| Point::new(p.x, p.y)).collect();
    let mut mesh = Mesh::default();
    for at in ring {
        mesh.colored_vertex(*at, colour);
    }
    for [a, b, c] in triangles(&points) {
        mesh.add_triangle(a as u32, b as u32, c as u32);
    }
    painter.add(Shape::mesh(mesh));
}

/// Hatches any simple polygon with lines `pitch` pixels apart, leaning right (`/`) or left (`\`).
pub fn hatch(painter: &Painter, ring: &[Pos2], pitch: f32, right: bool, stroke: Stroke) {
    for [a, b] in hatching(ring, pitch, right) {
        painter.line_segment([a, b], stroke);
    }
}

/// The lines of a hatching: of each slanting line the stretches that lie inside.
fn hatching(ring: &[Pos2], pitch: f32, right: bool) -> Vec<[Pos2; 2]> {
    let lean = if right { 1.0 } else { -1.0 };
    // The distance of a point from the slanting line through the origin, and how far along that line it lies.
    let across = |p: Pos2| (p.x + p.y * lean) * std::f32::consts::FRAC_1_SQRT_2;
    let along = |p: Pos2| (p.x - p.y * lean) * std::f32::consts::FRAC_1_SQRT_2;
    let back = |u: f32, v: f32| {
        Pos2::new((u + v) * std::f32::consts::FRAC_1_SQRT_2, (u - v) * lean * std::f32::consts::FRAC_1_SQRT_2)
    };
    let (low, high) =
        ring.iter().map(|p| across(*p)).fold((f32::MAX, f32::MIN), |(low, high), u| (low.min(u), high.max(u)));
    let mut found = Vec::new();
    let first = (low / pitch).ceil() as i32;
    let last = (high / pitch).floor() as i32;
    for n in first..=last.min(first + 2000) {
        let u = n as f32 * pitch;
        let mut cuts: Vec<f32> = (0..ring.len())
            .filter_map(|i| {
                let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
                let (ua, ub) = (across(a), across(b));
                ((ua <= u) != (ub <= u)).then(|| along(a) + (along(b) - along(a)) * (u - ua) / (ub - ua))
            })
            .collect();
        cuts.sort_by(f32::total_cmp);
        found.extend(cuts.chunks_exact(2).filter(|c| c[1] - c[0] > 0.01).map(|c| [back(u, c[0]), back(u, c[1])]));
    }
    found
}

/// A polygon of screen points grown by pixels on every side.
pub fn grown(ring: &[Pos2], by: f32) -> Vec<Pos2> {
    let n = ring.len();
    let area: f32 = (0..n).map(|i| ring[i].to_vec2().x * ring[(i + 1) % n].y - ring[i].y * ring[(i + 1) % n].x).sum();
    let side = if area > 0.0 { 1.0 } else { -1.0 };
    (0..n)
        .map(|i| {
            let into = (ring[i] - ring[(i + n - 1) % n]).normalized();
            let out = (ring[(i + 1) % n] - ring[i]).normalized();
            let normal = |d: Vec2| Vec2::new(d.y, -d.x) * side;
            let middle = (normal(into) + normal(out)).normalized();
            ring[i] + middle * by / middle.dot(normal(into)).max(0.3)
        })
        .collect()
}

/// Words on the cloth with a light edge round each letter; the point is their middle.
pub fn words(painter: &Painter, at: Pos2, words: &str, style: Type, ink: Color32) {
    let galley = text::line(painter.ctx(), words, style, ink, f32::INFINITY);
    let corner = at - galley.size() / 2.0;
    // On whole device pixels, so that the letters stay crisp.
    let ppp = painter.pixels_per_point();
    let corner = Pos2::new((corner.x * ppp).round() / ppp, (corner.y * ppp).round() / ppp);
    // Light, not paint: the soft edges of light letters would else darken the cloth round them.
    let light = glow(HALO, HALO_SHARE * 0.035);
    let halo = text::line(painter.ctx(), words, style, light, f32::INFINITY);
    for (x, y) in [(-1.2, 0.0), (1.2, 0.0), (0.0, -1.2), (0.0, 1.2), (-0.9, -0.9), (0.9, -0.9), (-0.9, 0.9), (0.9, 0.9)]
    {
        painter.galley(corner + Vec2::new(x, y), halo.clone(), light);
    }
    painter.galley(corner, galley, ink);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Vec<Pos2> {
        vec![Pos2::new(0.0, 0.0), Pos2::new(10.0, 0.0), Pos2::new(10.0, 10.0), Pos2::new(0.0, 10.0)]
    }

    #[test]
    fn growing_moves_every_corner_out_by_the_same() {
        let mut ring = square();
        for _ in 0..2 {
            let grown = grown(&ring, 4.0);
            assert!(grown.iter().all(|p| (p.x - 5.0).abs() > 8.9 && (p.y - 5.0).abs() > 8.9));
            ring.reverse();
        }
    }

    #[test]
    fn a_hatching_stays_inside_and_leans_as_told() {
        for right in [true, false] {
            let lines = hatching(&square(), 5.0, right);
            assert!(lines.len() >= 2);
            for [a, b] in lines {
                for p in [a, b] {
                    assert!(p.x > -0.01 && p.x < 10.01 && p.y > -0.01 && p.y < 10.01);
                }
                // On the screen y runs down: a line leaning right falls from its right end to its left one.
                let slope = (b.y - a.y) / (b.x - a.x);
                assert!((slope - if right { -1.0 } else { 1.0 }).abs() < 0.01, "{slope}");
            }
        }
    }

    #[test]
    fn a_notch_is_not_hatched() {
        let ring = [(0.0, 0.0), (30.0, 0.0), (30.0, 10.0), (20.0, 10.0), (20.0, 30.0), (0.0, 30.0)];
        let ring: Vec<Pos2> = ring.iter().map(|(x, y)| Pos2::new(*x, *y)).collect();
        for [a, b] in hatching(&ring, 2.0, false) {
            let middle = a + (b - a) / 2.0;
            assert!(middle.x < 20.1 || middle.y < 10.1, "{middle:?}");
        }
    }
}
