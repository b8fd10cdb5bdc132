//! What lies within an arc before an edge, as a polygon to be drawn.

use bevy::math::Vec2;

use super::footprint::{Edge, Footprint};
use super::measures::Cdeg;
use super::pose::turn;

/// In how many parts an arc to one side is drawn, and a whole circle.
const PARTS: i32 = 4;
const ROUND: i32 = 24;

/// The area within `range` inches of the front edge and up to `aside` to either side of straight ahead: a polygon in
/// inches from the left corner round to the right one.
pub fn arc_area(print: &Footprint, range: f32, aside: Cdeg) -> Vec<Vec2> {
    let [left, right] = print.edge(Edge::Front);
    let rays = |from: Vec2, angles: [Cdeg; 2]| {
        let [first, last] = angles.map(|angle| angle.0);
        (0..=PARTS).map(move |n| ray(print, from, Cdeg(first + (last - first) * n / PARTS), range))
    };
    let sides = rays(left, [-aside, Cdeg::ZERO]).chain(rays(right, [Cdeg::ZERO, aside]));
    [left].into_iter().chain(sides).chain([right]).collect()
}

/// The area within `range` inches of the middle, all round: a polygon in inches.
pub fn round_area(print: &Footprint, range: f32) -> Vec<Vec2> {
    (0..ROUND).map(|n| ray(print, print.centre, Cdeg::degrees(n * 360 / ROUND), range)).collect()
}

/// The area within `range` inches of a footprint, or of the point that it is: a polygon in inches.
pub fn area_around(print: &Footprint, range: f32) -> Vec<Vec2> {
    // It is long and wide: a whole circle in twice as many parts.
    let quarter = ROUND / 2;
    let about = |(n, corner): (i32, Vec2)| {
        (0..=quarter).map(move |step| ray(print, corner, Cdeg::degrees((n - 1) * 90 + step * 90 / quarter), range))
    };
    (0..).zip(print.corners()).flat_map(about).collect()
}

/// The point at that distance from `from`, off to that side of where the footprint faces.
fn ray(print: &Footprint, from: Vec2, angle: Cdeg, range: f32) -> Vec2 {
    let (sin, cos) = turn(print.heading + angle);
    from + Vec2::new(sin, cos) * range
}
