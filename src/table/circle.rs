//! Where circles about the origin cross segments and other circles: the events of a turn.

use bevy::math::{Vec2, ops};

/// Rounding, inches.
pub const MISS: f32 = 0.000_1;

/// Every edge of a polygon, from corner to corner.
pub fn each_edge(corners: &[Vec2], mut with: impl FnMut(Vec2, Vec2)) {
    for (n, &from) in corners.iter().enumerate() {
        with(from, corners[(n + 1) % corners.len()]);
    }
}

/// The points of a segment at that distance from the origin; also such as just miss it, for an angle too many does
/// no harm and one too few would.
pub fn on_circle(from: Vec2, to: Vec2, radius: f32, mut found: impl FnMut(Vec2)) {
    let along = to - from;
    let length = along.length();
    if length == 0.0 || from.length().max(to.length()) + MISS < radius {
        return;
    }
    let along = along / length;
    let foot = -from.dot(along);
    let nearest = from + along * foot;
    if nearest.length() > radius + MISS {
        return;
    }
    let half_chord = ops::sqrt((radius * radius - nearest.length_squared()).max(0.0));
    for at in [foot - half_chord, foot + half_chord] {
        if (-MISS..=length + MISS).contains(&at) {
            found(from + along * at.clamp(0.0, length));
        }
    }
}

/// The points at distance `radius` from the origin and `gap` from a centre.
pub fn circles_cross(radius: f32, centre: Vec2, gap: f32, mut found: impl FnMut(Vec2)) {
    let apart = centre.length();
    if apart == 0.0 || apart > radius + gap + MISS || apart + MISS < (radius - gap).abs() {
        return;
    }
    let along = (radius * radius - gap * gap + apart * apart) / (2.0 * apart);
    let aside = ops::sqrt((radius * radius - along * along).max(0.0));
    let out = centre / apart;
    found(out * along + out.perp() * aside);
    found(out * along - out.perp() * aside);
}
