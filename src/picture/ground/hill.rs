//! Hills: three tones, hachures that are long on the shaded side, and the exact edge.

use bevy::math::Vec2;

use super::super::chance::Chance;
use super::super::curve;
use super::super::palette::{HACHURE, HILL, Rgb};
use super::super::shape::{Paint, Shape};
use super::{edge, field, seen, stroke};

/// How steep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slope {
    Gentle,
    Steep,
}

/// Away from the sun, which stands in the north-west.
const SHADED: Vec2 = Vec2::new(std::f32::consts::FRAC_1_SQRT_2, -std::f32::consts::FRAC_1_SQRT_2);
const SHADOW: Rgb = Rgb::of(0x5A4A22);

pub fn hill(ring: &[Vec2], slope: Slope, chance: &mut Chance) -> Vec<Shape> {
    let outline = seen(ring);
    let middle = curve::centroid(&outline);
    let shadow = outline.iter().map(|&p| p + Vec2::new(0.3, -0.45)).collect();
    let mut shapes = vec![field(shadow, Paint::new(SHADOW, 0.22), 0.9)];

    // Each tone with the share of the outline that it fills and its softness.
    let tones: &[(f32, usize, f32)] = match slope {
        Slope::Gentle => &[(1.0, 0, 0.45), (0.72, 1, 0.9), (0.42, 2, 0.9)],
        Slope::Steep => &[(1.0, 0, 0.45), (0.82, 1, 0.4), (0.58, 1, 0.5), (0.4, 2, 0.5)],
    };
    for &(share, tone, feather) in tones {
        let darker = if slope == Slope::Steep { 0.1 } else { 0.0 };
        shapes.push(field(curve::scaled(&outline, middle, share), HILL[tone].mix(HACHURE, darker), feather));
    }

    // Rings of hachures: the share of the outline at which they begin, their greatest length, their spacing.
    let rings: &[(f32, f32, f32)] = match slope {
        Slope::Gentle => &[(1.0, 0.72, 0.34), (0.72, 0.5, 0.34)],
        Slope::Steep => &[(1.0, 0.85, 0.26), (0.8, 0.75, 0.26), (0.57, 0.55, 0.28)],
    };
    let alpha = if slope == Slope::Steep { 0.62 } else { 0.5 };
    for &(share, longest, step) in rings {
        for (at, out) in curve::along_ring(&curve::scaled(&outline, middle, share), step) {
            let shade = 0.5 + 0.5 * out.dot(SHADED);
            let long = longest * (0.38 + 0.62 * shade) * chance.between(0.72, 1.08);
            shapes.push(stroke(at, at - out * long, Paint::new(HACHURE, alpha), 0.047));
        }
    }
    shapes.push(edge(ring, HACHURE, 0.75, (0.33, 0.17)));
    shapes
}
