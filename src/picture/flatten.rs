//! Curves into straight pieces, near enough that the eye sees no corner.

use bevy::math::Vec2;

/// Adds the points of a quadratic curve after its start, the last being `to`. No piece is farther than
/// `tolerance` from the curve.
pub fn quadratic(points: &mut Vec<Vec2>, from: Vec2, bend: Vec2, to: Vec2, tolerance: f32) {
    let pieces = pieces((from - 2.0 * bend + to).length() / 4.0, tolerance);
    for n in 1..pieces {
        let t = n as f32 / pieces as f32;
        let u = 1.0 - t;
        points.push(from * (u * u) + bend * (2.0 * u * t) + to * (t * t));
    }
    points.push(to);
}

/// Adds the points of a cubic curve after its start, the last being `to`. No piece is farther than `tolerance`
/// from the curve.
pub fn cubic(points: &mut Vec<Vec2>, from: Vec2, first: Vec2, second: Vec2, to: Vec2, tolerance: f32) {
    let bend = (from - 2.0 * first + second).length().max((first - 2.0 * second + to).length());
    let pieces = pieces(bend * 0.75, tolerance);
    for n in 1..pieces {
        let t = n as f32 / pieces as f32;
        let u = 1.0 - t;
        let ends = from * (u * u * u) + to * (t * t * t);
        points.push(ends + first * (3.0 * u * u * t) + second * (3.0 * u * t * t));
    }
    points.push(to);
}

/// Into how many pieces a curve is cut. `bulge` is an eighth of the greatest length of its second derivative: as
/// far as the curve can be from the chord of the whole. The distance shrinks with the square of the number.
fn pieces(bulge: f32, tolerance: f32) -> usize {
    ((bulge / tolerance).sqrt().ceil() as usize).clamp(1, 64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How far a point is from the nearest of the pieces.
    fn off(points: &[Vec2], at: Vec2) -> f32 {
        let to_piece = |ends: &[Vec2]| {
            let along = ends[1] - ends[0];
            let t = ((at - ends[0]).dot(along) / along.length_squared()).clamp(0.0, 1.0);
            at.distance(ends[0] + along * t)
        };
        points.windows(2).map(to_piece).fold(f32::INFINITY, f32::min)
    }

    #[test]
    fn a_straight_curve_is_one_piece() {
        let mut points = vec![Vec2::ZERO];
        quadratic(&mut points, Vec2::ZERO, Vec2::new(1.0, 0.0), Vec2::new(2.0, 0.0), 0.01);
        assert_eq!(points, [Vec2::ZERO, Vec2::new(2.0, 0.0)]);
    }

    #[test]
    fn a_parabola_is_met_at_its_known_points_and_within_the_tolerance() {
        // Bulge 8/4 = 2, tolerance 0.02: ten pieces.
        let (from, bend, to) = (Vec2::ZERO, Vec2::new(4.0, 4.0), Vec2::new(8.0, 0.0));
        let mut points = vec![from];
        quadratic(&mut points, from, bend, to, 0.02);
        assert_eq!(points.len(), 11);
        assert!(points[5].distance(Vec2::new(4.0, 2.0)) < 1e-5, "the top is half as high as its bend");
        let true_quarter = Vec2::new(2.0, 1.5);
        assert!(off(&points, true_quarter) <= 0.02 && off(&points[..3], Vec2::new(4.0, 2.0)) > 0.5);
    }

    #[test]
    fn a_quarter_circle_stays_on_its_circle() {
        // The usual cubic for a quarter circle of radius 10: its own error is 0.03 %.
        let k = 10.0 * 0.552_284_8;
        let (from, to) = (Vec2::new(10.0, 0.0), Vec2::new(0.0, 10.0));
        let mut points = vec![from];
        cubic(&mut points, from, Vec2::new(10.0, k), Vec2::new(k, 10.0), to, 0.01);
        assert_eq!(*points.last().unwrap(), to);
        let middles = points.windows(2).map(|p| (p[0] + p[1]) / 2.0);
        assert!(middles.chain(points.iter().copied()).all(|p| (p.length() - 10.0).abs() < 0.015));
    }
}
