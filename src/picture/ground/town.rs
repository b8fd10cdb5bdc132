//! Built-up ground: trodden earth and roofs.

use bevy::math::{Vec2, ops};

use super::super::chance::Chance;
use super::super::palette::{BUILT_UP, FENCE, ROOF, Rgb};
use super::super::shape::{Outline, Paint, Shape};
use super::scatter::scatter;
use super::{edge, field, seen, stroke};

const SHADOW: Rgb = Rgb::of(0x2B2210);

pub fn town(ring: &[Vec2], chance: &mut Chance) -> Vec<Shape> {
    let outline = seen(ring);
    let mut shapes = vec![field(outline.clone(), BUILT_UP, 0.4), edge(ring, FENCE, 0.8, (0.33, 0.17))];
    for spot in scatter(&outline, (0.75, 1.1), 0.08, 0.85, chance) {
        house(&mut shapes, spot.at, spot.radius, chance);
    }
    shapes
}

/// A gabled roof seen from above: its shadow, the lit and the shaded half, the ridge.
fn house(shapes: &mut Vec<Shape>, at: Vec2, radius: f32, chance: &mut Chance) {
    let angle = chance.about(0.2) + if chance.share() < 0.5 { 0.0 } else { std::f32::consts::FRAC_PI_2 };
    let along = Vec2::new(ops::cos(angle), ops::sin(angle)) * radius * chance.between(0.72, 0.86);
    let mut across = along.perp().normalize_or_zero() * radius * chance.between(0.42, 0.52);
    // The half away from the sun in the north-west is the shaded one.
    if across.dot(Vec2::new(1.0, -1.0)) < 0.0 {
        across = -across;
    }
    let four = |near: Vec2, far: Vec2, by: Vec2| {
        Outline::Ring([near - along, near + along, far + along, far - along].map(|p| at + p + by).to_vec())
    };
    let tone = ROOF.mix(Rgb::WHITE, chance.between(0.0, 0.12));
    shapes.push(Shape::filled(four(-across, across, Vec2::new(0.12, -0.16)), Paint::new(SHADOW, 0.25)));
    shapes.push(Shape::filled(four(-across, across, Vec2::ZERO), tone).edged(FENCE, 0.06));
    shapes.push(Shape::filled(four(Vec2::ZERO, across, Vec2::ZERO), Paint::new(FENCE, 0.22)));
    shapes.push(stroke(at - along, at + along, FENCE, 0.05));
}
