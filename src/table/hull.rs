//! One rectangle round several.

use bevy::math::Vec2;

use super::footprint::Footprint;
use super::measures::Cdeg;
use super::pose::Pose;

/// The smallest rectangle round all those footprints in the heading of most of them, of the first among equals. Of one
/// footprint it is that one; of none there is none.
pub fn round(prints: &[Footprint]) -> Option<Footprint> {
    let [first, others @ ..] = prints else { return None };
    if others.is_empty() {
        return Some(*first);
    }
    let frame = Footprint::new(Pose { at: first.front(), heading: heading(prints) }, 0.0, 0.0);
    let corners = prints.iter().flat_map(Footprint::corners).map(|corner| frame.local(corner));
    let (low, high) = corners.fold((Vec2::MAX, Vec2::MIN), |(low, high), at| (low.min(at), high.max(at)));
    let front = frame.centre + frame.right() * ((low.x + high.x) / 2.0) + frame.forward() * high.y;
    Some(Footprint::new(Pose { at: front, heading: frame.heading }, high.x - low.x, high.y - low.y))
}

/// The heading of most of them; among equals that of the first.
fn heading(prints: &[Footprint]) -> Cdeg {
    let alike = |heading: Cdeg| prints.iter().filter(|print| print.heading == heading).count();
    let mut best = (0, Cdeg::ZERO);
    for print in prints {
        let count = alike(print.heading);
        if count > best.0 {
            best = (count, print.heading);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(x: f32, y: f32, heading: f32) -> Footprint {
        Footprint::new(Pose::new(x, y, heading), 1.0, 0.5)
    }

    #[test]
    fn it_lies_round_all_in_the_heading_of_most() {
        let bases = [base(10.0, 10.0, 90.0), base(12.0, 11.0, 0.0), base(14.0, 9.0, 0.0)];
        let hull = round(&bases).unwrap();
        assert_eq!(hull.heading, Cdeg::ZERO);
        for corner in bases.iter().flat_map(Footprint::corners) {
            assert!(hull.grown(1e-4).holds(corner), "{corner} {hull:?}");
        }
        // From 9.5, the rear of the one that faces east, to 14.5; from 8.5 to 11.
        assert!((hull.width() - 5.0).abs() < 1e-4 && (hull.depth() - 2.5).abs() < 1e-4, "{hull:?}");
        assert!(hull.front().distance(Vec2::new(12.0, 11.0)) < 1e-4, "{hull:?}");
    }

    #[test]
    fn among_equals_the_first_says_where_it_faces() {
        assert_eq!(round(&[base(3.0, 3.0, 45.0), base(6.0, 6.0, 0.0)]).unwrap().heading, Cdeg::degrees(45));
        assert_eq!(round(&[base(3.0, 3.0, 45.0)]), Some(base(3.0, 3.0, 45.0)));
        assert_eq!(round(&[]), None);
    }
}
