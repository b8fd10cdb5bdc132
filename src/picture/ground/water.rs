//! Lakes, fords and marshes.

use bevy::math::Vec2;

use super::super::chance::Chance;
use super::super::curve;
use super::super::palette::{ROAD, ROAD_EDGE, ROUGH, TUFT, WATER, WATER_EDGE};
use super::super::shape::{Outline, Paint, Shape};
use super::scatter::scatter;
use super::wild::tuft;
use super::{edge, field, seen, stroke};

/// Flat colour with a bank, and three thin lines that follow it.
pub fn water(ring: &[Vec2]) -> Vec<Shape> {
    let outline = seen(ring);
    let mut shapes = vec![
        field(outline.clone(), Paint::new(WATER_EDGE, 0.35), 0.4),
        Shape::filled(Outline::Ring(outline.clone()), WATER),
    ];
    for (by, alpha) in [(0.24, 0.55), (0.52, 0.38), (0.86, 0.24)] {
        let line = curve::inset(&outline, by);
        // Where the water is narrower than twice the distance the lines would cross the far bank.
        let held: Vec<bool> =
            line.iter().map(|&p| curve::inside(&outline, p) && curve::distance_to(&outline, p) > by * 0.9).collect();
        if held.iter().all(|&h| h) {
            shapes.push(Shape::line(Outline::Ring(line), Paint::new(WATER_EDGE, alpha), 0.05));
        } else {
            let runs = line.iter().zip(&held).collect::<Vec<_>>();
            for run in runs.split(|(_, held)| !**held).filter(|run| run.len() > 1) {
                let points = run.iter().map(|(p, _)| **p).collect();
                shapes.push(Shape::line(Outline::Line(points), Paint::new(WATER_EDGE, alpha), 0.05));
            }
        }
    }
    shapes.push(Shape::line(Outline::Ring(ring.to_vec()), WATER_EDGE, 0.08));
    shapes
}

/// Shallow water that one wades through: its sand is seen, with stones and strokes of the current.
pub fn shallows(ring: &[Vec2], chance: &mut Chance) -> Vec<Shape> {
    let outline = seen(ring);
    let mut shapes = vec![
        field(outline.clone(), Paint::new(WATER_EDGE, 0.25), 0.3),
        Shape::filled(Outline::Ring(outline.clone()), WATER.mix(ROAD, 0.55)),
        edge(ring, WATER_EDGE, 0.9, (0.33, 0.17)),
    ];
    for spot in scatter(&outline, (0.2, 0.36), 0.3, 0.8, chance) {
        if chance.share() < 0.4 {
            let stone = Outline::Disc { at: spot.at, radius: spot.radius * 0.4 };
            shapes.push(Shape::filled(stone, Paint::new(ROAD_EDGE, 0.8)));
        } else {
            let reach = Vec2::X * spot.radius;
            shapes.push(stroke(spot.at - reach, spot.at + reach, Paint::new(WATER_EDGE, 0.8), 0.05));
        }
    }
    shapes
}

/// Rough ground with flat strokes of water and reeds.
pub fn marsh(ring: &[Vec2], chance: &mut Chance) -> Vec<Shape> {
    let outline = seen(ring);
    let mut shapes =
        vec![field(outline.clone(), ROUGH.mix(WATER, 0.3), 0.45), edge(ring, WATER_EDGE, 0.9, (0.13, 0.2))];
    for spot in scatter(&outline, (0.34, 0.5), 0.15, 0.8, chance) {
        if chance.share() < 0.35 {
            shapes.extend(tuft(spot.at, spot.radius * 0.75, Paint::new(TUFT, 0.85)));
            continue;
        }
        for (n, share) in [(0.0_f32, 1.0_f32), (1.0, 0.62), (-1.0, 0.5)] {
            let middle = spot.at + Vec2::new(chance.about(0.12), n * 0.15);
            let reach = Vec2::X * spot.radius * share;
            shapes.push(stroke(middle - reach, middle + reach, WATER_EDGE, 0.053));
        }
    }
    shapes
}
