//! From the shape of a terrain piece to convex polygons that cover it, or what is wrong with the shape.

use bevy::math::Vec2;
use parry2d::shape::TriMesh;
use parry2d::transformation::hertel_mehlhorn;

use super::clip::signed_extent;
use super::convex::Convex;
use super::segment;
use super::solid::{narrow, wide};
use super::terrain::Shape;

/// Why a shape cannot be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeFlaw {
    /// A polygon of one or two corners.
    #[error("a polygon needs at least three corners")]
    TooFewCorners,
    /// A strip whose line has no length.
    #[error("a strip needs a line of at least two different points")]
    NoLine,
    /// A strip of no width.
    #[error("a strip needs a width above zero")]
    NoWidth,
    /// A coordinate that is infinite or no number.
    #[error("a coordinate is not a finite number")]
    NotFinite,
    /// An outline that crosses itself or has no area.
    #[error("the outline crosses itself or encloses nothing")]
    NotSimple,
}

impl Shape {
    /// Checks that it can be measured.
    ///
    /// # Errors
    ///
    /// Why it cannot.
    pub fn check(&self) -> Result<(), ShapeFlaw> {
        self.parts().map(|_| ())
    }

    /// Convex polygons that cover it together.
    ///
    /// # Errors
    /// Why it cannot be measured.
    pub fn parts(&self) -> Result<Vec<Convex>, ShapeFlaw> {
        parts(self)
    }
}

fn parts(shape: &Shape) -> Result<Vec<Convex>, ShapeFlaw> {
    let (points, least) = match shape {
        Shape::Polygon(corners) => (corners, 3),
        Shape::Strip { line, .. } => (line, 2),
    };
    if !points.iter().all(|p| p.is_finite()) {
        return Err(ShapeFlaw::NotFinite);
    }
    let mut points = points.clone();
    points.dedup();
    match shape {
        Shape::Polygon(_) => {
            if points.len() > 1 && points.first() == points.last() {
                points.pop();
            }
            if points.len() < least { Err(ShapeFlaw::TooFewCorners) } else { polygon(points) }
        }
        Shape::Strip { width, .. } => {
            if !width.is_finite() {
                return Err(ShapeFlaw::NotFinite);
            }
            if *width <= 0.0 {
                return Err(ShapeFlaw::NoWidth);
            }
            if points.len() < least { Err(ShapeFlaw::NoLine) } else { Ok(strip(&points, width / 2.0)) }
        }
    }
}

fn polygon(mut corners: Vec<Vec2>) -> Result<Vec<Convex>, ShapeFlaw> {
    if crosses_itself(&corners) {
        return Err(ShapeFlaw::NotSimple);
    }
    if signed_extent(&corners) < 0.0 {
        corners.reverse();
    }
    let points: Vec<_> = corners.iter().map(|p| wide(*p)).collect();
    let mesh = TriMesh::from_polygon(points.clone()).ok_or(ShapeFlaw::NotSimple)?;
    let narrow = |part: Vec<_>| part.into_iter().map(narrow).collect();
    let parts = hertel_mehlhorn(&points, mesh.indices()).into_iter().map(narrow);
    let parts: Vec<Convex> = parts.filter_map(Convex::new).collect();
    if parts.is_empty() { Err(ShapeFlaw::NotSimple) } else { Ok(parts) }
}

/// Whether two sides of a polygon meet anywhere but at the corner they share.
fn crosses_itself(corners: &[Vec2]) -> bool {
    let count = corners.len();
    let side = |n: usize| [corners[n], corners[(n + 1) % count]];
    let neighbours = |n: usize, m: usize| m == n + 1 || (n == 0 && m == count - 1);
    (0..count).any(|n| (n + 1..count).any(|m| !neighbours(n, m) && segment::meet(side(n), side(m))))
}

/// A rectangle for each piece of the line, and a wedge at the outer side of each bend.
fn strip(line: &[Vec2], half: f32) -> Vec<Convex> {
    let mut parts = Vec::new();
    for pair in line.windows(2) {
        let aside = (pair[1] - pair[0]).normalize_or_zero().perp() * half;
        parts.push(vec![pair[0] - aside, pair[1] - aside, pair[1] + aside, pair[0] + aside]);
    }
    for bend in line.windows(3) {
        let (before, after) = ((bend[1] - bend[0]).normalize_or_zero(), (bend[2] - bend[1]).normalize_or_zero());
        // At a bend to the left the outer side is the right one.
        let outer = if before.perp_dot(after) > 0.0 { -half } else { half };
        parts.push(vec![bend[1], bend[1] + before.perp() * outer, bend[1] + after.perp() * outer]);
    }
    parts.into_iter().filter_map(Convex::new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(corners: &[(f32, f32)]) -> Shape {
        Shape::Polygon(corners.iter().map(|&(x, y)| Vec2::new(x, y)).collect())
    }

    #[test]
    fn shapes_that_are_none_are_told() {
        let of = |shape: Shape| shape.check().unwrap_err();
        assert_eq!(of(polygon(&[(1., 1.), (2., 2.)])), ShapeFlaw::TooFewCorners);
        assert_eq!(of(polygon(&[(0., 0.), (4., 4.), (4., 0.), (0., 4.)])), ShapeFlaw::NotSimple);
        assert_eq!(of(polygon(&[(0., 0.), (4., 4.), (8., 8.)])), ShapeFlaw::NotSimple);
        assert_eq!(of(polygon(&[(0., 0.), (f32::NAN, 4.), (8., 0.)])), ShapeFlaw::NotFinite);
        assert_eq!(of(Shape::Strip { line: vec![Vec2::ONE, Vec2::ONE], width: 1.0 }), ShapeFlaw::NoLine);
        assert_eq!(of(Shape::Strip { line: vec![Vec2::ONE, Vec2::ZERO], width: 0.0 }), ShapeFlaw::NoWidth);
        assert_eq!(polygon(&[(0., 0.), (4., 0.), (4., 4.), (0., 0.)]).check(), Ok(()), "closed by hand");
    }
}
