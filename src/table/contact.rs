//! Where two footprints touch: along which edges, at which corners, for what length.

use bevy::math::Vec2;
use parry2d::math::Vector;
use parry2d::query::ContactManifold;
use parry2d::query::details::contact_manifold_cuboid_cuboid;

use super::footprint::{Edge, Footprint};
use super::measure::{self, TOUCH, within};
use super::solid::{Solid, narrow};

/// A touch of two footprints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Where on the first footprint the touch is.
    pub of: Touched,
    /// Where on the second footprint the touch is.
    pub other: Touched,
    /// The length along which they touch, inches; about 0 at a corner.
    pub length: f32,
    /// The middle of that length.
    pub middle: Vec2,
}

/// The part of a footprint at which it is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touched {
    /// Along that edge.
    Edge(Edge),
    /// The corner between two edges, clockwise.
    Corner(Edge, Edge),
}

impl Touched {
    /// Whether that edge is touched, even if only at one of its corners.
    pub fn includes(self, edge: Edge) -> bool {
        match self {
            Touched::Edge(e) => e == edge,
            Touched::Corner(a, b) => a == edge || b == edge,
        }
    }
}

/// A little more than the tolerance, so that a gap that rounds to it is still found.
const REACH: f64 = 0.011;

/// How two footprints touch; none when they are farther apart than [`TOUCH`].
pub fn contact(a: &Footprint, b: &Footprint) -> Option<Contact> {
    if !within(a, b, TOUCH) {
        return None;
    }
    let ends = ends(&a.solid(), &b.solid()).map(narrow);
    let length = ends[0].distance(ends[1]);
    let middle = (ends[0] + ends[1]) / 2.0;
    Some(Contact { of: touched(a, ends), other: touched(b, ends), length, middle })
}

/// The ends of the length along which two solids touch, on the border of the first: the part of parry's contact
/// manifold where they are no farther apart than [`TOUCH`]. The manifold knows only edges; where corner meets corner,
/// both ends are the nearest point.
fn ends(a: &Solid, b: &Solid) -> [Vector; 2] {
    let mut manifold = ContactManifold::<(), ()>::default();
    contact_manifold_cuboid_cuboid(&a.at.inv_mul(&b.at), &a.shape, &b.shape, REACH, &mut manifold);
    let point = |n: usize| manifold.points.get(n).map(|p| (a.at.transform_point(p.local_p1), p.dist));
    match (point(0), point(1)) {
        (Some((p, near)), Some((q, far))) if near.min(far) <= REACH => {
            let until = |inside: f64, outside: f64| ((REACH - inside) / (outside - inside)).clamp(0.0, 1.0);
            let p_end = if near <= REACH { p } else { q.lerp(p, until(far, near)) };
            let q_end = if far <= REACH { q } else { p.lerp(q, until(near, far)) };
            [p_end, q_end]
        }
        (Some((p, near)), None) if near <= REACH => [p, p],
        _ => [measure::nearest(a, b).0; 2],
    }
}

/// Which edge or corner of a footprint a touch with these ends is on.
fn touched(print: &Footprint, ends: [Vec2; 2]) -> Touched {
    let reach = REACH as f32;
    let near = |edge: Edge, point: Vec2| {
        let half = match edge {
            Edge::Front | Edge::Rear => print.half_depth,
            Edge::Right | Edge::Left => print.half_width,
        };
        ((point - print.centre).dot(print.outward(edge)) - half).abs()
    };
    let middle = (ends[0] + ends[1]) / 2.0;
    if ends[0].distance(ends[1]) <= reach * 4.0 {
        let corner = |first: usize| (Edge::ALL[first], Edge::ALL[(first + 1) % 4]);
        let is_near = |(a, b): &(Edge, Edge)| near(*a, middle) <= reach * 3.0 && near(*b, middle) <= reach * 3.0;
        if let Some((a, b)) = (0..4).map(corner).find(is_near) {
            return Touched::Corner(a, b);
        }
    }
    let worst = |edge: Edge| near(edge, ends[0]).max(near(edge, ends[1]));
    let nearest = Edge::ALL.into_iter().min_by(|a, b| worst(*a).total_cmp(&worst(*b)));
    Touched::Edge(nearest.unwrap_or(Edge::Front))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Cdeg, Pose};

    fn block(x: f32, y: f32, degrees: f32) -> Footprint {
        Footprint::new(Pose::new(x, y, degrees), 4.8, 1.8)
    }

    #[test]
    fn fronts_that_meet_share_a_length() {
        let touch = contact(&block(36.0, 20.0, 0.0), &block(38.0, 20.0, 180.0)).unwrap();
        assert_eq!((touch.of, touch.other), (Touched::Edge(Edge::Front), Touched::Edge(Edge::Front)));
        assert!((touch.length - 2.8).abs() < 0.03 && touch.middle.distance(Vec2::new(37.0, 20.0)) < 0.03);
    }

    #[test]
    fn a_front_may_meet_a_flank_or_a_rear() {
        // The attacker faces west with its front at x 38.4, the flank of a unit that faces north.
        let target = block(36.0, 20.0, 0.0);
        let flanker = contact(&block(38.4, 19.0, 270.0), &target).unwrap();
        assert_eq!((flanker.of, flanker.other), (Touched::Edge(Edge::Front), Touched::Edge(Edge::Right)));
        assert!((flanker.length - 1.8).abs() < 0.03);
        let behind = contact(&target, &block(36.0, 18.2, 0.0)).unwrap();
        assert_eq!((behind.of, behind.other), (Touched::Edge(Edge::Rear), Touched::Edge(Edge::Front)));
    }

    #[test]
    fn corners_that_meet_belong_to_two_edges() {
        let touch = contact(&block(36.0, 20.0, 0.0), &block(31.2, 20.0, 180.0)).unwrap();
        assert_eq!(touch.of, Touched::Corner(Edge::Left, Edge::Front));
        assert!(touch.of.includes(Edge::Front) && touch.of.includes(Edge::Left) && !touch.of.includes(Edge::Rear));
        assert!(touch.length < 0.05);
    }

    #[test]
    fn a_corner_may_meet_an_edge() {
        // Its front left corner, turned 45 degrees, touches the middle of the front.
        let tip = block(36.0, 20.0, 0.0).front();
        let mut leaning = block(0.0, 0.0, 225.0);
        leaning = leaning.shifted(tip - leaning.corners()[0]);
        let touch = contact(&block(36.0, 20.0, 0.0), &leaning).unwrap();
        assert_eq!(touch.of, Touched::Edge(Edge::Front));
        assert_eq!(touch.other, Touched::Corner(Edge::Left, Edge::Front));
        assert!(touch.middle.distance(tip) < 0.03);
    }

    #[test]
    fn a_hundredth_of_a_gap_touches_and_more_does_not() {
        let u1 = block(36.0, 20.0, 0.0);
        assert!(contact(&u1, &block(36.0, 20.01, 180.0)).is_some());
        assert!(contact(&u1, &block(36.0, 20.011, 180.0)).is_none());
        assert!(contact(&u1, &block(36.0, 20.01, 180.0).turned_about(u1.front(), Cdeg(5))).is_some());
    }
}
