//! Convex polygons cut by lines: the parts of a footprint inside a corridor, an arc, another footprint.

use bevy::math::Vec2;
use smallvec::SmallVec;

/// The corners of a convex polygon in order; empty when nothing is left.
pub type Area = SmallVec<[Vec2; 8]>;

/// The points `p` with `normal · p >= offset`; the normal is a unit vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfPlane {
    pub normal: Vec2,
    pub offset: f32,
}

impl HalfPlane {
    /// The side of the line through a point to which the normal points.
    pub fn from(through: Vec2, normal: Vec2) -> HalfPlane {
        HalfPlane { normal, offset: normal.dot(through) }
    }

    /// How far inside a point lies, inches; negative outside.
    pub fn depth(&self, point: Vec2) -> f32 {
        self.normal.dot(point) - self.offset
    }

    /// The other side of the same line.
    #[must_use]
    pub fn outside(&self) -> HalfPlane {
        HalfPlane { normal: -self.normal, offset: -self.offset }
    }
}

/// The part of a convex polygon on one side of a line.
pub fn cut(area: &[Vec2], by: HalfPlane) -> Area {
    let mut kept = Area::new();
    let Some(last) = area.last() else { return kept };
    let (mut from, mut from_depth) = (*last, by.depth(*last));
    for &to in area {
        let to_depth = by.depth(to);
        if (from_depth > 0.0 && to_depth < 0.0) || (from_depth < 0.0 && to_depth > 0.0) {
            kept.push(from.lerp(to, from_depth / (from_depth - to_depth)));
        }
        if to_depth >= 0.0 {
            kept.push(to);
        }
        (from, from_depth) = (to, to_depth);
    }
    kept
}

/// The same, or nothing when no part reaches as far as 1/1000 inch, rounded, across the line: what merely touches
/// a line is not beyond it.
pub fn cut_beyond(area: &[Vec2], by: HalfPlane) -> Area {
    const HALF_A_THOUSANDTH: f32 = 0.000_5;
    if area.iter().any(|p| by.depth(*p) >= HALF_A_THOUSANDTH) { cut(area, by) } else { Area::new() }
}

/// The area of a polygon, square inches, whichever way its corners turn.
pub fn extent(area: &[Vec2]) -> f32 {
    signed_extent(area).abs()
}

/// The area of a polygon: positive when its corners run counter-clockwise.
pub fn signed_extent(area: &[Vec2]) -> f32 {
    let Some(origin) = area.first().copied() else { return 0.0 };
    let twice: f32 = area.windows(2).map(|p| (p[0] - origin).perp_dot(p[1] - origin)).sum();
    twice / 2.0
}

/// The mean of a convex polygon's area; of one that encloses nothing the mean of its corners, and none of no corners.
pub fn centroid(area: &[Vec2]) -> Option<Vec2> {
    let origin = *area.first()?;
    let (mut sum, mut weight) = (Vec2::ZERO, 0.0);
    for pair in area[1..].windows(2) {
        let part = extent(&[origin, pair[0], pair[1]]);
        sum += (origin + pair[0] + pair[1]) / 3.0 * part;
        weight += part;
    }
    let corners = area.iter().sum::<Vec2>() / area.len() as f32;
    Some(if weight > 0.0 { sum / weight } else { corners })
}

/// The smallest and largest value of a measure over a polygon's corners; none when it is empty.
pub fn range(area: &[Vec2], measure: impl Fn(Vec2) -> f32) -> Option<(f32, f32)> {
    area.iter().map(|p| measure(*p)).fold(None, |range, value| match range {
        None => Some((value, value)),
        Some((least, most)) => Some((f32::min(least, value), f32::max(most, value))),
    })
}

/// The point of a segment nearest to a point.
pub fn nearest_on(segment: [Vec2; 2], point: Vec2) -> Vec2 {
    let along = segment[1] - segment[0];
    let squared = along.length_squared();
    if squared == 0.0 {
        return segment[0];
    }
    segment[0] + along * ((point - segment[0]).dot(along) / squared).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [Vec2; 4] = [Vec2::ZERO, Vec2::new(2.0, 0.0), Vec2::new(2.0, 2.0), Vec2::new(0.0, 2.0)];

    #[test]
    fn half_a_square_is_left_of_its_middle() {
        let left = cut(&SQUARE, HalfPlane::from(Vec2::ONE, Vec2::NEG_X));
        assert_eq!(extent(&left), 2.0);
        assert_eq!(range(&left, |p| p.x), Some((0.0, 1.0)));
        assert_eq!(signed_extent(&SQUARE), 4.0);
    }

    #[test]
    fn what_touches_a_line_is_not_beyond_it() {
        let beyond = |x: f32| cut_beyond(&SQUARE, HalfPlane::from(Vec2::new(x, 0.0), Vec2::X));
        assert!(beyond(2.0).is_empty() && beyond(1.9996).is_empty());
        assert!(!beyond(1.999).is_empty());
    }

    #[test]
    fn a_corner_on_the_line_is_kept_once() {
        let triangle = [Vec2::ZERO, Vec2::new(2.0, 0.0), Vec2::new(0.0, 2.0)];
        let kept = cut(&triangle, HalfPlane::from(Vec2::ZERO, Vec2::X));
        assert_eq!(kept.len(), 3);
    }
}
