//! What runs along a line: roads, streams, ditches and walls.

use bevy::math::Vec2;

use super::super::chance::Chance;
use super::super::curve;
use super::super::palette::{CROWNS, FENCE, ROAD, ROAD_EDGE, ROUGH, Rgb, WATER, WATER_EDGE, WOODS_EDGE, WOODS_FLOOR};
use super::super::shape::{Outline, Paint, Shape};
use super::{edge, field, seen, stroke};

pub fn strip(kind: &str, line: &[Vec2], width: f32, chance: &mut Chance) -> Vec<Shape> {
    let run = curve::smooth_line(line, 10);
    match kind {
        "road" | "bridge" => band(&run, width, Paint::new(ROAD_EDGE, 0.6), ROAD),
        "stream" | "water" | "river" => {
            let mut shapes = band(&run, width, Paint::new(WATER_EDGE, 0.95), WATER);
            shapes.extend(ripples(&run, width, chance));
            shapes
        }
        "fence" | "stakes" | "wall" => fence(&run, kind == "stakes"),
        "rampart" => rampart(&run, width),
        "hedge" => hedge(&run, width, chance),
        _ => band(&run, width, Paint::new(ROAD_EDGE, 0.5), ROUGH),
    }
}

/// A paved square: a road that is an area.
pub fn square(ring: &[Vec2]) -> Vec<Shape> {
    vec![field(seen(ring), ROAD, 0.2), edge(ring, ROAD_EDGE, 0.6, (0.33, 0.17))]
}

/// A band with a thin edge to either side. The edge lies outside, so the colour is as wide as the rules measure.
fn band(run: &[Vec2], width: f32, rim: Paint, bed: Rgb) -> Vec<Shape> {
    let whole = |paint: Paint, width: f32| Shape::line(Outline::Line(run.to_vec()), paint, width);
    vec![whole(rim, width + 0.13), whole(bed.into(), width)]
}

/// Short strokes along the current.
fn ripples(run: &[Vec2], width: f32, chance: &mut Chance) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (at, left) in curve::along_line(run, 0.9) {
        let middle = at + left * chance.about(width * 0.28);
        let reach = -left.perp() * chance.between(0.18, 0.34);
        shapes.push(stroke(middle - reach, middle + reach, Paint::new(WATER_EDGE, 0.5), 0.05));
    }
    shapes
}

/// A bank as wide as measured, with stakes along its crest.
fn rampart(run: &[Vec2], width: f32) -> Vec<Shape> {
    let mut shapes = band(run, width, Paint::new(ROAD_EDGE, 0.9), ROUGH);
    shapes.extend(fence(run, true));
    shapes
}

/// Bushes in a row, on a strip as wide as measured.
fn hedge(run: &[Vec2], width: f32, chance: &mut Chance) -> Vec<Shape> {
    let mut shapes = band(run, width, Paint::new(WOODS_EDGE, 0.9), WOODS_FLOOR);
    for (at, left) in curve::along_line(run, 0.32) {
        let bush = Outline::Disc { at: at + left * chance.about(0.05), radius: chance.between(0.14, 0.22) };
        shapes.push(Shape::filled(bush, CROWNS[chance.index(CROWNS.len())]).edged(WOODS_EDGE, 0.03));
    }
    shapes
}

/// A rail on posts, or stakes that lean to the left of the line.
fn fence(run: &[Vec2], stakes: bool) -> Vec<Shape> {
    let rail = Shape::line(Outline::Line(run.to_vec()), FENCE, if stakes { 0.06 } else { 0.1 });
    let posts = curve::along_line(run, if stakes { 0.3 } else { 0.55 }).into_iter().map(|(at, left)| {
        let (back, tip) = if stakes { (0.1, 0.36) } else { (0.14, 0.14) };
        stroke(at - left * back, at + left * tip, FENCE, 0.08)
    });
    std::iter::once(rail).chain(posts).collect()
}
