//! Things scattered over an area, no two too near: deterministic dart throwing.

use bevy::math::Vec2;

use super::super::chance::Chance;
use super::super::{curve, mesh};

/// A thing's place and size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    pub at: Vec2,
    /// Inches.
    pub radius: f32,
}

/// Spots of radii between `least` and `most`, so that two of them overlap by no more than a share `overlap` of
/// their radii together, and each keeps a share `within` of its radius inside the ring. From north to south, so that
/// the nearer one is drawn over the farther.
pub fn scatter(ring: &[Vec2], (least, most): (f32, f32), overlap: f32, within: f32, chance: &mut Chance) -> Vec<Spot> {
    let (low, high) = curve::bounds(ring);
    let mean = (least + most) / 2.0;
    let room = mesh::area(ring).abs() / (mean * mean);
    let throws = (room * 10.0).clamp(20.0, 8000.0) as usize;
    let mut spots: Vec<Spot> = Vec::new();
    for _ in 0..throws {
        let at = Vec2::new(chance.between(low.x, high.x), chance.between(low.y, high.y));
        let radius = chance.between(least, most);
        let free = |other: &Spot| other.at.distance(at) >= (other.radius + radius) * (1.0 - overlap);
        if spots.iter().all(free) && curve::inside(ring, at) && curve::distance_to(ring, at) >= radius * within {
            spots.push(Spot { at, radius });
        }
    }
    spots.sort_by(|a, b| b.at.y.total_cmp(&a.at.y));
    spots
}
