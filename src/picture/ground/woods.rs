//! Woods: a soft floor and crowns thrown over it, each with its shadow and its light.

use bevy::math::Vec2;

use super::super::chance::Chance;
use super::super::palette::{CROWN_LIGHT, CROWNS, Rgb, WOODS_EDGE, WOODS_FLOOR};
use super::super::shape::{Outline, Paint, Shape};
use super::scatter::scatter;
use super::{edge, field, seen};

/// Below the crowns.
const SHADE: Rgb = Rgb::of(0x2D351A);
/// The rim of a crown.
const RIM: Rgb = Rgb::of(0x3C4A22);

/// How thick the trees stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// One walks between them.
    Wood,
    /// Crown to crown.
    Forest,
}

pub fn woods(ring: &[Vec2], growth: Growth, chance: &mut Chance) -> Vec<Shape> {
    let outline = seen(ring);
    let shadow = outline.iter().map(|&p| p + Vec2::new(0.15, -0.2)).collect();
    let mut shapes = vec![
        field(shadow, Paint::new(SHADE, 0.3), 0.5),
        field(outline.clone(), WOODS_FLOOR, 0.45),
        edge(ring, WOODS_EDGE, 0.85, (0.14, 0.2)),
    ];
    let (sizes, apart) = match growth {
        Growth::Wood => ((0.36, 0.62), 0.12),
        Growth::Forest => ((0.44, 0.8), 0.24),
    };
    for spot in scatter(&outline, sizes, apart, 0.5, chance) {
        let tone = CROWNS[chance.index(CROWNS.len())];
        let disc = |by: Vec2, share: f32| Outline::Disc { at: spot.at + by * spot.radius, radius: spot.radius * share };
        shapes.push(Shape::filled(disc(Vec2::new(0.28, -0.36), 1.0), Paint::new(SHADE, 0.3)));
        shapes.push(Shape::filled(disc(Vec2::ZERO, 1.0), tone).edged(RIM, 0.047));
        shapes.push(Shape::filled(disc(Vec2::new(-0.25, 0.3), 0.52), Paint::new(CROWN_LIGHT, 0.65)));
    }
    shapes
}
