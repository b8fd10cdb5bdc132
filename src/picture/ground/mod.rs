//! How terrain looks: from a piece to plain coloured shapes, in inches on the table, from the lowest to the highest.
//! Window and picture draw from the same recipes. A piece's name seeds its trees and tufts, so they never move.

mod hill;
mod scatter;
mod strip;
mod town;
mod water;
mod wild;
mod woods;

use bevy::math::Vec2;

use super::chance::Chance;
use super::curve;
use super::palette::Rgb;
use super::shape::{Outline, Paint, Shape};
use crate::table;
use crate::table::Terrain;

/// The shapes of a piece. Pieces lie in their own order, but strips (roads, streams) over areas: see [`order`].
///
/// The dashed edge runs exactly along the outline that the rules measure; the ground inside fades out about it.
pub fn recipe(terrain: &Terrain) -> Vec<Shape> {
    let mut chance = Chance::of(&terrain.name);
    match &terrain.shape {
        table::Shape::Strip { line, width } if line.len() >= 2 => {
            strip::strip(terrain.kind.0, line, *width, &mut chance)
        }
        table::Shape::Polygon(ring) if ring.len() >= 3 => area(terrain.kind.0, ring, &mut chance),
        table::Shape::Strip { .. } | table::Shape::Polygon(_) => Vec::new(),
    }
}

/// Where a piece lies among the others when they are drawn: hills and open ground lowest, then water, then strips,
/// then what stands upright.
pub fn order(terrain: &Terrain) -> u8 {
    match (&terrain.shape, terrain.kind.0) {
        (table::Shape::Strip { .. }, "road" | "bridge") => 3,
        (table::Shape::Strip { .. }, _) => 2,
        (_, "water" | "stream" | "marsh" | "river" | "pond") => 1,
        (_, "woods" | "forest" | "built-up") => 4,
        _ => 0,
    }
}

fn area(kind: &str, ring: &[Vec2], chance: &mut Chance) -> Vec<Shape> {
    match kind {
        "gentle-hill" => hill::hill(ring, hill::Slope::Gentle, chance),
        "steep-hill" => hill::hill(ring, hill::Slope::Steep, chance),
        "woods" => woods::woods(ring, woods::Growth::Wood, chance),
        "forest" => woods::woods(ring, woods::Growth::Forest, chance),
        "water" | "river" | "pond" => water::water(ring),
        "stream" => water::shallows(ring, chance),
        "marsh" => water::marsh(ring, chance),
        "built-up" => town::town(ring, chance),
        "road" | "bridge" => strip::square(ring),
        "field" => wild::loose(ring),
        _ => wild::rough(ring, chance),
    }
}

/// The ring without kinks, as the eye sees it.
fn seen(ring: &[Vec2]) -> Vec<Vec2> {
    curve::smooth_ring(ring, 6)
}

/// A soft field of one colour over a ring.
fn field(ring: Vec<Vec2>, paint: impl Into<Paint>, feather: f32) -> Shape {
    Shape::filled(Outline::Ring(ring), paint).soft(feather)
}

/// The edge that the rules measure, in dashes.
fn edge(ring: &[Vec2], rgb: Rgb, alpha: f32, dash: (f32, f32)) -> Shape {
    Shape::line(Outline::Ring(ring.to_vec()), Paint::new(rgb, alpha), 0.055).dashed(dash.0, dash.1)
}

/// One straight stroke.
fn stroke(from: Vec2, to: Vec2, paint: impl Into<Paint>, width: f32) -> Shape {
    Shape::line(Outline::Line(vec![from, to]), paint, width)
}

#[cfg(test)]
mod tests;
