//! Checks that an outline is a simple polygon: finds edges that meet where they should not.

use bevy::math::{DVec2, Vec2};

use crate::table::segment;

/// What is wrong with an outline: the index of the corner, and why.
pub(super) type Trouble = (usize, String);

/// The first fault of a polygon, with the index of the corner where it is.
pub(super) fn trouble(corners: &[Vec2]) -> Option<Trouble> {
    let count = corners.len();
    if count > 1 && corners[0] == corners[count - 1] {
        return Some((count - 1, "the last corner repeats the first: leave it out".to_owned()));
    }
    if let Some(n) = repeated(corners) {
        return Some((n, "this corner repeats the one before".to_owned()));
    }
    if count < 3 {
        return Some((0, "a polygon has at least three corners".to_owned()));
    }
    let edge = |i: usize| [corners[i], corners[(i + 1) % count]];
    for later in 1..count {
        for earlier in 0..later {
            let shared = (later == earlier + 1).then_some(later).or((earlier == 0 && later + 1 == count).then_some(0));
            let met = match shared {
                // Neighbouring edges share a corner; they may not overlap beyond it.
                Some(_) if count == 3 => area_is_nil(corners),
                Some(corner) => folds(corners, corner),
                None => segment::meet(edge(earlier), edge(later)),
            };
            if met {
                let shown = |i: usize| {
                    let (from, to) = (corners[i], corners[(i + 1) % count]);
                    format!("the edge from ({}, {}) to ({}, {})", from.x, from.y, to.x, to.y)
                };
                return Some((later, format!("{} meets {}", shown(later), shown(earlier))));
            }
        }
    }
    None
}

/// The first point that is the same as the one before it.
pub(super) fn repeated(points: &[Vec2]) -> Option<usize> {
    points.windows(2).position(|pair| pair[0] == pair[1]).map(|i| i + 1)
}

fn area_is_nil(corners: &[Vec2]) -> bool {
    let [a, b, c] = [corners[0], corners[1], corners[2]].map(Vec2::as_dvec2);
    turn(a, b, c) == 0.0
}

/// Whether the outline turns back on itself at that corner.
fn folds(corners: &[Vec2], at: usize) -> bool {
    let count = corners.len();
    let [a, b, c] = [corners[(at + count - 1) % count], corners[at], corners[(at + 1) % count]].map(Vec2::as_dvec2);
    turn(a, b, c) == 0.0 && (a - b).dot(c - b) > 0.0
}

/// Positive when c is to the left of the line from a to b, 0 on it. For numbers of the size that files have, `f64`
/// computes this exactly or nearly so.
fn turn(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    (b - a).perp_dot(c - a)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(corners: &[(f32, f32)]) -> Option<Trouble> {
        let corners: Vec<_> = corners.iter().map(|(x, y)| Vec2::new(*x, *y)).collect();
        trouble(&corners)
    }

    #[test]
    fn simple_outlines_are_accepted_in_either_direction() {
        assert_eq!(of(&[(0., 0.), (4., 0.), (0., 3.)]), None);
        assert_eq!(of(&[(0., 3.), (4., 0.), (0., 0.)]), None);
        // A notch, and a corner in the middle of a straight edge.
        assert_eq!(of(&[(0., 0.), (2., 0.), (4., 0.), (4., 4.), (2., 1.), (0., 4.)]), None);
    }

    #[test]
    fn the_edge_that_crosses_is_named_by_its_first_corner() {
        // The bow tie: its third edge crosses its first.
        let (at, why) = of(&[(0., 0.), (4., 4.), (4., 0.), (0., 4.)]).unwrap();
        assert_eq!((at, why.as_str()), (2, "the edge from (4, 0) to (0, 4) meets the edge from (0, 0) to (4, 4)"));
        // A corner that touches another edge.
        assert_eq!(of(&[(0., 0.), (4., 0.), (4., 4.), (2., 0.), (0., 4.)]).unwrap().0, 2);
    }

    #[test]
    fn outlines_that_enclose_nothing_are_refused() {
        assert_eq!(of(&[(0., 0.), (4., 4.), (8., 8.)]).unwrap().0, 1);
        assert_eq!(of(&[(0., 0.), (4., 0.), (2., 0.), (2., 3.)]).unwrap().0, 1);
        assert_eq!(of(&[(0., 0.), (4., 0.)]).unwrap().0, 0);
        assert_eq!(of(&[(0., 0.), (4., 0.), (4., 0.), (0., 4.)]).unwrap().0, 2);
        assert_eq!(of(&[(0., 0.), (4., 0.), (0., 4.), (0., 0.)]).unwrap().0, 3);
    }
}
