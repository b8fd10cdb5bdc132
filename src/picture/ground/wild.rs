//! Rough ground: tufts of grass and stones.

use bevy::math::Vec2;

use super::super::chance::Chance;
use super::super::palette::{HACHURE, ROUGH, Rgb, STONE, TUFT};
use super::super::shape::{Outline, Paint, Shape};
use super::scatter::scatter;
use super::{edge, field, seen};

/// Inches between two rows of a field.
const ROW: f32 = 0.4;
/// The rim of a stone.
const RIM: Rgb = Rgb::of(0x5F5232);

pub fn rough(ring: &[Vec2], chance: &mut Chance) -> Vec<Shape> {
    let outline = seen(ring);
    let mut shapes = vec![field(outline.clone(), ROUGH, 0.45), edge(ring, HACHURE, 0.7, (0.13, 0.2))];
    for spot in scatter(&outline, (0.2, 0.34), 0.2, 0.6, chance) {
        if chance.share() < 0.3 {
            shapes.push(stone(spot.at, spot.radius, chance));
        } else {
            shapes.extend(tuft(spot.at, spot.radius, Paint::new(TUFT, 0.8)));
        }
    }
    shapes
}

/// Crops or sand: open to look over, in rows from west to east.
pub fn loose(ring: &[Vec2]) -> Vec<Shape> {
    let outline = seen(ring);
    let mut shapes = vec![field(outline.clone(), ROUGH, 0.3), edge(ring, HACHURE, 0.7, (0.13, 0.2))];
    let (low, high) = outline.iter().fold((Vec2::MAX, Vec2::MIN), |(low, high), &at| (low.min(at), high.max(at)));
    let mut north = low.y + ROW / 2.0;
    while north < high.y {
        let mut crossings: Vec<f32> = sides(&outline).filter_map(|(a, b)| crossing(a, b, north)).collect();
        crossings.sort_by(f32::total_cmp);
        for pair in crossings.chunks_exact(2) {
            let (from, to) = (Vec2::new(pair[0], north), Vec2::new(pair[1], north));
            shapes.push(super::stroke(from, to, Paint::new(TUFT, 0.35), 0.05));
        }
        north += ROW;
    }
    shapes
}

fn sides(ring: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    ring.iter().zip(ring.iter().cycle().skip(1)).map(|(a, b)| (*a, *b))
}

/// How far east a side of an outline crosses a row.
fn crossing(a: Vec2, b: Vec2, north: f32) -> Option<f32> {
    ((a.y < north) != (b.y < north)).then(|| a.x + (b.x - a.x) * (north - a.y) / (b.y - a.y))
}

/// Three blades of grass from one root.
pub fn tuft(at: Vec2, size: f32, paint: Paint) -> impl Iterator<Item = Shape> {
    let blades = [Vec2::new(-0.4, 1.0), Vec2::new(0.0, 1.25), Vec2::new(0.4, 1.0)];
    blades.into_iter().map(move |tip| super::stroke(at, at + tip * size, paint, 0.053))
}

fn stone(at: Vec2, size: f32, chance: &mut Chance) -> Shape {
    let corners = [(-0.55, -0.1), (-0.1, 0.45), (0.42, 0.3), (0.62, -0.16)];
    let worn = |(x, y): (f32, f32)| at + Vec2::new(x + chance.about(0.08), y + chance.about(0.08)) * size;
    Shape::filled(Outline::Ring(corners.map(worn).to_vec()), STONE).edged(RIM, 0.04)
}
