//! Rough ground: tufts of grass and stones.

use bevy::math::Vec2;

use super::super::chance::Chance;
use super::super::palette::{HACHURE, ROUGH, Rgb, STONE, TUFT};
use super::super::shape::{Outline, Paint, Shape};
use super::scatter::scatter;
use super::{edge, field, seen};

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
