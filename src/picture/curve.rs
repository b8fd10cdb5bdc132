//! Lines and rings on the table: smoothed, divided evenly, moved inwards.

use bevy::math::Vec2;

use super::mesh::area;

/// Corners that turn by more than this are kept as corners when a ring is smoothed: the cosine of 50 degrees.
const CORNER: f32 = 0.642_787_6;
/// How near to a kept corner the smoothing begins, inches.
const ROUNDING: f32 = 0.8;

/// A ring drawn through the same points without kinks: gentle bends become curves, each edge in `steps` pieces;
/// sharp corners are rounded only near their point, so that a rectangle stays one.
pub fn smooth_ring(ring: &[Vec2], steps: usize) -> Vec<Vec2> {
    if ring.len() < 3 {
        return ring.to_vec();
    }
    let ring = eased(ring);
    let at = |n: isize| ring[n.rem_euclid(ring.len() as isize) as usize];
    let mut smooth = Vec::with_capacity(ring.len() * steps);
    for n in 0..ring.len() as isize {
        spline(&mut smooth, [at(n - 1), at(n), at(n + 1), at(n + 2)], steps);
    }
    smooth
}

/// A line drawn through the same points without kinks, each stretch in `steps` pieces.
pub fn smooth_line(line: &[Vec2], steps: usize) -> Vec<Vec2> {
    let Some(&last) = line.last() else { return Vec::new() };
    let count = line.len() as isize;
    let at = |n: isize| match n {
        n if n < 0 => 2.0 * line[0] - line[1],
        n if n >= count => 2.0 * last - line[line.len() - 2],
        n => line[n as usize],
    };
    let mut smooth = Vec::with_capacity(line.len() * steps);
    for n in 0..count - 1 {
        spline(&mut smooth, [at(n - 1), at(n), at(n + 1), at(n + 2)], steps);
    }
    smooth.push(last);
    smooth
}

/// Points along a ring about `step` apart, each with the unit vector outwards.
pub fn along_ring(ring: &[Vec2], step: f32) -> Vec<(Vec2, Vec2)> {
    let outward = if area(ring) >= 0.0 { -1.0 } else { 1.0 };
    let mut closed = ring.to_vec();
    closed.extend(ring.first());
    let mut points = along_line(&closed, step);
    points.pop();
    for (_, side) in &mut points {
        *side *= outward;
    }
    points
}

/// Points along a line about `step` apart, both ends among them, each with the unit vector to the left.
pub fn along_line(line: &[Vec2], step: f32) -> Vec<(Vec2, Vec2)> {
    let whole = length(line);
    if line.len() < 2 || whole <= 0.0 {
        return Vec::new();
    }
    let pieces = (whole / step).round().max(1.0);
    let step = whole / pieces;
    let mut found = Vec::new();
    let (mut gone, mut next) = (0.0, 0.0);
    for ends in line.windows(2) {
        let edge = ends[1] - ends[0];
        let long = edge.length();
        if long <= 0.0 {
            continue;
        }
        while next <= gone + long + step * 1e-3 && found.len() as f32 <= pieces {
            found.push((ends[0] + edge * ((next - gone) / long).min(1.0), edge.perp() / long));
            next += step;
        }
        gone += long;
    }
    found
}

/// The length of a line, inches.
pub fn length(line: &[Vec2]) -> f32 {
    line.windows(2).map(|ends| ends[0].distance(ends[1])).sum()
}

/// The mean of a ring's area.
pub fn centroid(ring: &[Vec2]) -> Vec2 {
    let whole = area(ring);
    if whole.abs() < 1e-6 {
        return ring.iter().sum::<Vec2>() / ring.len().max(1) as f32;
    }
    let origin = ring[0];
    let next = ring.iter().cycle().skip(1);
    let moment = ring.iter().zip(next).map(|(&a, &b)| {
        let (a, b) = (a - origin, b - origin);
        (a + b) * a.perp_dot(b)
    });
    origin + moment.sum::<Vec2>() / (6.0 * whole)
}

/// The ring drawn smaller or larger about a point.
pub fn scaled(ring: &[Vec2], about: Vec2, scale: f32) -> Vec<Vec2> {
    ring.iter().map(|&p| about + (p - about) * scale).collect()
}

/// A line beside a ring, that far inside. For distances small against its bends.
pub fn inset(ring: &[Vec2], by: f32) -> Vec<Vec2> {
    along_ring(ring, 0.4).into_iter().map(|(p, out)| p - out * by).collect()
}

/// Whether a point lies within a ring.
pub fn inside(ring: &[Vec2], point: Vec2) -> bool {
    let next = ring.iter().cycle().skip(1);
    let crossed = ring.iter().zip(next).filter(|(a, b)| {
        (a.y > point.y) != (b.y > point.y) && point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x
    });
    crossed.count() % 2 == 1
}

/// How far a point is from a ring's border.
pub fn distance_to(ring: &[Vec2], point: Vec2) -> f32 {
    let next = ring.iter().cycle().skip(1);
    let to_edge = ring.iter().zip(next).map(|(&a, &b)| {
        let edge = b - a;
        let share = ((point - a).dot(edge) / edge.length_squared().max(1e-12)).clamp(0.0, 1.0);
        point.distance(a + edge * share)
    });
    to_edge.fold(f32::INFINITY, f32::min)
}

/// The corners of the box round a ring.
pub fn bounds(points: &[Vec2]) -> (Vec2, Vec2) {
    points.iter().fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(low, high), &p| (low.min(p), high.max(p)))
}

/// The ring with points set before and after each sharp corner, which hold the curve to the edges there.
fn eased(ring: &[Vec2]) -> Vec<Vec2> {
    let count = ring.len();
    let mut eased = Vec::with_capacity(count * 3);
    for n in 0..count {
        let (before, at, after) = (ring[(n + count - 1) % count], ring[n], ring[(n + 1) % count]);
        let (into, out) = (at - before, after - at);
        if into.normalize_or_zero().dot(out.normalize_or_zero()) >= CORNER {
            eased.push(at);
            continue;
        }
        // The points farther off keep the curve on the edge until the bend begins.
        let near = |edge: Vec2| edge.normalize_or_zero() * ROUNDING.min(edge.length() / 4.0);
        let (into, out) = (near(into), near(out));
        eased.extend([at - into * 1.8, at - into, at + (out - into) * 0.27, at + out, at + out * 1.8]);
    }
    eased
}

/// The centripetal Catmull-Rom curve from the second point to the third, its end left out.
fn spline(curve: &mut Vec<Vec2>, p: [Vec2; 4], steps: usize) {
    let knot = |a: Vec2, b: Vec2| a.distance(b).sqrt().max(1e-4);
    let t1 = knot(p[0], p[1]);
    let t2 = t1 + knot(p[1], p[2]);
    let t3 = t2 + knot(p[2], p[3]);
    for n in 0..steps {
        let t = t1 + (t2 - t1) * n as f32 / steps as f32;
        let mix = |a: Vec2, b: Vec2, from: f32, to: f32| a.lerp(b, (t - from) / (to - from));
        let (a, b, c) = (mix(p[0], p[1], 0.0, t1), mix(p[1], p[2], t1, t2), mix(p[2], p[3], t2, t3));
        curve.push(mix(mix(a, b, 0.0, t2), mix(b, c, t1, t3), t1, t2));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(corners: &[(f32, f32)]) -> Vec<Vec2> {
        corners.iter().map(|&(x, y)| Vec2::new(x, y)).collect()
    }

    fn square() -> Vec<Vec2> {
        ring(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)])
    }

    #[test]
    fn a_rectangle_stays_one_but_for_its_corners() {
        let smooth = smooth_ring(&square(), 6);
        let (low, high) = bounds(&smooth);
        assert!(low.min_element() > -0.05 && high.max_element() < 10.05, "{low} {high}");
        assert!((area(&smooth) - 100.0).abs() < 2.0, "{}", area(&smooth));
        assert!(distance_to(&smooth, Vec2::new(5.0, 0.0)) < 0.02);
        let corner = distance_to(&smooth, Vec2::ZERO);
        assert!(corner > 0.1 && corner < 0.5, "the corner is rounded by {corner}");
    }

    #[test]
    fn a_round_ring_becomes_rounder() {
        let twelve = crate::picture::shape::disc(Vec2::new(20.0, 20.0), 5.0, 12);
        let smooth = smooth_ring(&twelve, 6);
        assert_eq!(smooth.len(), 72);
        assert!(smooth.iter().all(|p| (p.distance(Vec2::new(20.0, 20.0)) - 5.0).abs() < 0.05));
        // The middle of a straight side would be at 5 cos 15 = 4.83.
        assert!(smooth[3].distance(Vec2::new(20.0, 20.0)) > 4.95);
    }

    #[test]
    fn a_line_keeps_its_points_and_ends() {
        let line = ring(&[(0.0, 0.0), (4.0, 0.0), (8.0, 2.0)]);
        let smooth = smooth_line(&line, 4);
        assert_eq!(smooth.len(), 9);
        assert!(smooth[0].distance(line[0]) < 1e-4 && smooth[4].distance(line[1]) < 1e-4 && smooth[8] == line[2]);
        assert!(smooth_line(&[], 4).is_empty());
    }

    #[test]
    fn steps_are_even_and_look_outwards_whichever_way_the_ring_runs() {
        assert_eq!(along_ring(&square(), 1.0).len(), 40);
        let mut around = crate::picture::shape::disc(Vec2::ZERO, 5.0, 40);
        for _ in 0..2 {
            let steps = along_ring(&around, 1.0);
            assert_eq!(steps.len(), 31);
            assert!(steps.iter().all(|(p, out)| out.dot(p.normalize()) > 0.99));
            around.reverse();
        }
        let steps = along_line(&ring(&[(0.0, 0.0), (3.0, 0.0)]), 0.7);
        assert_eq!(steps.len(), 5, "3 in four steps of 0.75");
        assert_eq!((steps[4].0, steps[0].1), (Vec2::new(3.0, 0.0), Vec2::Y));
        assert!(along_line(&[Vec2::ONE], 1.0).is_empty());
    }

    #[test]
    fn middles_and_insides() {
        let l = ring(&[(0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0)]);
        // Two strips: 3 by 1 about (1.5, 0.5) and 1 by 2 about (0.5, 2): (4.5 + 1) / 5 = 1.1 either way.
        assert!(centroid(&l).distance(Vec2::new(1.1, 1.1)) < 1e-5);
        assert!(inside(&l, Vec2::new(0.5, 2.5)) && !inside(&l, Vec2::new(2.0, 2.0)));
        assert!((distance_to(&l, Vec2::new(2.0, 2.0)) - 1.0).abs() < 1e-6);
        let small = inset(&crate::picture::shape::disc(Vec2::ZERO, 5.0, 40), 1.0);
        assert!(small.len() > 60 && small.iter().all(|p| (p.length() - 4.0).abs() < 0.03));
    }
}
