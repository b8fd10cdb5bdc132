//! The ruler: distances, overlaps, lines and corridors between footprints. Lengths that are compared with a printed
//! number are [`Mil`], rounded once; everything else is in inches. parry2d measures, in `f64`; what counts as a touch,
//! and which cheap checks come first, is decided here.

use bevy::math::Vec2;
use parry2d::math::Vector;
use parry2d::query::PointQuery;
use parry2d::shape::{Segment, SupportMap};
use smallvec::SmallVec;

use super::clip::{Area, HalfPlane, Patch};
use super::footprint::{Edge, Footprint};
use super::measures::{Cdeg, Mil};
use super::plain;
use super::solid::{HAIR, Solid, narrow, wide};
use super::trig;

/// The one tolerance, in 1/1000 inch: footprints no farther apart than this touch, an overlap no deeper counts as
/// touching, and whatever is no wider than this in a mover's path is only grazed.
pub const TOUCH: Mil = Mil(10);

/// [`TOUCH`] in inches, plus half of the 1/1000 to which measured lengths are rounded.
pub(super) const TOUCHING: f32 = 0.010_5;

/// How deep two footprints overlap: the shortest shift that would separate them, inches. Negative when they are apart,
/// and then only a lower bound of the distance.
pub fn penetration(a: &Footprint, b: &Footprint) -> f32 {
    a.solid().penetration(&b.solid()) as f32
}

/// Whether two footprints overlap. Edges and corners that touch do not.
pub fn overlap(a: &Footprint, b: &Footprint) -> bool {
    let reach = a.radius + b.radius;
    if a.centre.distance_squared(b.centre) >= reach * reach {
        return false;
    }
    plain::overlaps(a, Vec2::ZERO, b).unwrap_or_else(|| penetration(a, b) > TOUCHING)
}

/// The length of the shortest segment between two footprints, inches; 0 when they touch or overlap.
pub fn distance(a: &Footprint, b: &Footprint) -> f32 {
    a.solid().distance(&b.solid()) as f32
}

/// [`distance`] rounded, to compare with printed ranges.
pub fn range(a: &Footprint, b: &Footprint) -> Mil {
    Mil::measured(distance(a, b))
}

/// Whether two footprints are no farther apart than that many inches, the limit included.
pub fn within(a: &Footprint, b: &Footprint, limit: Mil) -> bool {
    let reach = a.radius + b.radius + limit.to_inches() + TOUCHING;
    a.centre.distance_squared(b.centre) <= reach * reach && range(a, b) <= limit
}

/// The nearest points of two footprints, first that of `a`. Where edges are parallel, the middles of the lengths that
/// face each other; where footprints overlap, the middle of the overlap, twice.
pub fn nearest_points(a: &Footprint, b: &Footprint) -> (Vec2, Vec2) {
    if penetration(a, b) > TOUCHING
        && let Some((_, middle)) = shared(a, b).weighed()
    {
        return (narrow(middle), narrow(middle));
    }
    let (a, b) = nearest(&a.solid(), &b.solid());
    (narrow(a), narrow(b))
}

/// The nearest points of two solids that overlap no deeper than a touch. One of the two is always a corner, so corners
/// are tried one by one: where edges are parallel parry would return any pair along them.
pub(super) fn nearest(a: &Solid, b: &Solid) -> (Vector, Vector) {
    let of_a = a.corners().map(|corner| (corner, b.nearest_to(corner)));
    let of_b = b.corners().map(|corner| (a.nearest_to(corner), corner));
    let pairs: SmallVec<[(Vector, Vector); 8]> = of_a.into_iter().chain(of_b).collect();
    middle_of_nearest(&pairs)
}

/// Of pairs of a corner and the point of the other shape nearest to it the two nearest points of the shapes; where edges
/// are parallel the middles of the lengths that face each other.
pub(super) fn middle_of_nearest(pairs: &[(Vector, Vector)]) -> (Vector, Vector) {
    let least = pairs.iter().map(|(x, y)| x.distance(*y)).fold(f64::INFINITY, f64::min);
    // Edges that are parallel but for rounding have two nearest pairs, at the ends of the length they share.
    let ends: SmallVec<[(Vector, Vector); 8]> =
        pairs.iter().filter(|(x, y)| x.distance(*y) <= least + HAIR).copied().collect();
    let (mut farthest, mut middle) = (-1.0, (Vector::ZERO, Vector::ZERO));
    for (n, x) in ends.iter().enumerate() {
        for y in &ends[n..] {
            let apart = x.0.distance_squared(y.0) + x.1.distance_squared(y.1);
            if apart > farthest {
                (farthest, middle) = (apart, ((x.0 + y.0) / 2.0, (x.1 + y.1) / 2.0));
            }
        }
    }
    middle
}

/// The part that two footprints share; empty when they are apart.
pub fn intersection(a: &Footprint, b: &Footprint) -> Area {
    shared(a, b).area()
}

fn shared(a: &Footprint, b: &Footprint) -> Patch {
    Edge::ALL.iter().fold(Patch::of(b), |area, &edge| area.cut(beyond(&a.solid(), edge).outside()))
}

/// How far ahead of a footprint's Front Line a point lies; negative behind it.
pub fn forward(of: &Footprint, point: Vec2) -> f32 {
    (seen(of, point).y - f64::from(of.half_depth)) as f32
}

/// How far to the right of the middle of a footprint a point lies; negative to the left.
pub fn side(of: &Footprint, point: Vec2) -> f32 {
    seen(of, point).x as f32
}

/// A point as seen from the middle of a footprint, (to the right, ahead). This is a plain projection and needs no parry
/// shape.
fn seen(of: &Footprint, point: Vec2) -> Vector {
    let (to, forward) = (wide(point) - wide(of.centre), wide(of.forward()));
    Vector::new(to.x * forward.y - to.y * forward.x, to.dot(forward))
}

fn ahead(of: &Solid, point: Vector) -> f64 {
    of.at.inverse_transform_point(point).y - of.shape.half_extents.y
}

fn aside(of: &Solid, point: Vector) -> f64 {
    of.at.inverse_transform_point(point).x
}

/// How far ahead of the Front Line of `of` the other's foremost corner is, and that corner; of several the first.
pub fn foremost(of: &Footprint, other: &Footprint) -> (Mil, Vec2) {
    let (line, solid) = (of.solid(), other.solid());
    let most = farthest_ahead(&line, &solid);
    let corners = solid.corners();
    let corner = corners.iter().position(|corner| ahead(&line, *corner) >= most - HAIR).unwrap_or_default();
    (Mil::measured(most as f32), other.corners()[corner])
}

fn farthest_ahead(of: &Solid, other: &Solid) -> f64 {
    let there = of.at.inv_mul(&other.at);
    other.shape.support_point(&there, Vector::Y).y - of.shape.half_extents.y
}

/// Whether the other lies entirely on or behind the Front Line of `of`, which is infinite both ways.
pub fn behind_front_line(of: &Footprint, other: &Footprint) -> bool {
    // The circle round the other decides most cases.
    let (middle, room) = (forward(of, other.centre), other.radius + TOUCHING);
    middle + room < 0.0
        || (middle < room && Mil::measured(farthest_ahead(&of.solid(), &other.solid()) as f32) <= Mil::ZERO)
}

/// The part of another footprint ahead of the front edge and between the Flank Lines; empty when it only touches one of
/// the lines.
pub fn in_corridor(of: &Footprint, other: &Footprint) -> Area {
    bounded(of, Edge::Front, Cdeg::ZERO, other).area()
}

/// The distance straight ahead from the front edge to the nearest part of the other in the corridor; none when no part
/// is in it.
pub fn corridor_distance(of: &Footprint, other: &Footprint) -> Option<Mil> {
    let line = of.solid();
    let met = bounded(of, Edge::Front, Cdeg::ZERO, other).range(|p| ahead(&line, p));
    met.map(|(least, _)| Mil::measured(least as f32))
}

/// How wide the other is inside the corridor, counting only what is no farther ahead than `reach` inches (may be
/// infinite).
pub fn width_in_corridor(of: &Footprint, other: &Footprint, reach: f32) -> Mil {
    let mut area = bounded(of, Edge::Front, Cdeg::ZERO, other);
    let line = of.solid();
    if reach.is_finite() {
        let front = beyond(&line, Edge::Front);
        let limit = HalfPlane { through: front.through + front.inward * f64::from(reach), inward: -front.inward };
        area = area.cut(limit);
    }
    area.range(|p| aside(&line, p)).map_or(Mil::ZERO, |(left, right)| Mil::measured((right - left) as f32))
}

/// How much of another footprint, in square inches, lies beyond one edge and between the lines that leave the ends of that
/// edge `spread` outwards from its normal: 45 degrees for an arc of fire or one of the four zones round a base, up to 90.
pub fn extent_in_arc(of: &Footprint, edge: Edge, spread: Cdeg, other: &Footprint) -> f32 {
    bounded(of, edge, spread, other).weighed().map_or(0.0, |(extent, _)| extent as f32)
}

/// The nearest points of the front edge and of the other's part inside the front arc; none when no part is.
pub fn nearest_in_arc(of: &Footprint, spread: Cdeg, other: &Footprint) -> Option<(Vec2, Vec2)> {
    let area = bounded(of, Edge::Front, spread, other).0;
    let [left, right, ..] = of.solid().corners();
    let on = |a: Vector, b: Vector, point: Vector| Segment::new(a, b).project_local_point(point, true).point;
    let corners = area.iter().map(|&p| (on(left, right, p), p));
    let edges = area.iter().zip(area.iter().cycle().skip(1));
    let ends = edges.flat_map(|(&p, &q)| [left, right].map(|end| (end, on(p, q, end))));
    let pairs: SmallVec<[(Vector, Vector); 16]> = corners.chain(ends).collect();
    let least = pairs.iter().map(|(x, y)| x.distance(*y)).fold(f64::INFINITY, f64::min);
    let nearest = pairs.iter().find(|(x, y)| x.distance(*y) <= least + HAIR);
    nearest.map(|(x, y)| (narrow(*x), narrow(*y)))
}

/// The distance from the front edge to the nearest part of the other inside the front arc; none when no part is.
pub fn arc_distance(of: &Footprint, spread: Cdeg, other: &Footprint) -> Option<Mil> {
    nearest_in_arc(of, spread, other).map(|(from, to)| Mil::measured(from.distance(to)))
}

/// The part of another footprint beyond that edge and between the two lines from its ends, as [`extent_in_arc`] has them.
fn bounded(of: &Footprint, edge: Edge, spread: Cdeg, other: &Footprint) -> Patch {
    let solid = of.solid();
    let ahead = beyond(&solid, edge);
    // A footprint wholly behind the edge, the usual case, is not cut at all.
    let far = ahead.depth(wide(other.centre)) + f64::from(other.radius);
    if far <= 0.0 {
        return Patch::default();
    }
    let out = ahead.inward;
    let right = Vector::new(out.y, -out.x);
    let (sin, cos) = trig::sin_cos(f64::from(spread.0) / 100.0 * (std::f64::consts::PI / 180.0));
    let corners = solid.corners();
    let (left_end, right_end) = (corners[edge as usize], corners[(edge as usize + 1) % 4]);
    let left = HalfPlane { through: left_end, inward: right * cos + out * sin };
    let right = HalfPlane { through: right_end, inward: out * sin - right * cos };
    Patch::of(other).cut_beyond(ahead).cut_beyond(left).cut_beyond(right)
}

/// The half plane beyond an edge.
fn beyond(of: &Solid, edge: Edge) -> HalfPlane {
    let (right, forward) = (of.at.rotation * Vector::X, of.at.rotation * Vector::Y);
    let inward = match edge {
        Edge::Front => forward,
        Edge::Right => right,
        Edge::Rear => -forward,
        Edge::Left => -right,
    };
    HalfPlane { through: of.corners()[edge as usize], inward }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Pose;

    /// A two-section block, front 4.8, depth 1.8.
    fn block(x: f32, y: f32, degrees: f32) -> Footprint {
        Footprint::new(Pose::new(x, y, degrees), 4.8, 1.8)
    }

    /// Heading north with corners (33.6, 20) (38.4, 20) (38.4, 18.2) (33.6, 18.2).
    fn u1() -> Footprint {
        block(36.0, 20.0, 0.0)
    }

    /// Light infantry facing south: front 4.8, depth 1.2.
    fn light(x: f32, y: f32) -> Footprint {
        Footprint::new(Pose::new(x, y, 180.0), 4.8, 1.2)
    }

    #[test]
    fn distances_run_from_corner_to_corner_as_the_crow_flies() {
        // From (38.4, 20) to (40.6, 26), (44.6, 26) and (45.6, 27).
        assert_eq!(range(&u1(), &light(43.0, 26.0)), Mil(6391));
        assert_eq!(range(&light(47.0, 26.0), &u1()), Mil(8628));
        assert_eq!(range(&u1(), &light(48.0, 27.0)), Mil(10_042));
        assert_eq!(nearest_points(&u1(), &light(43.0, 26.0)), (u1().corners()[1], light(43.0, 26.0).corners()[1]));
    }

    #[test]
    fn distances_run_from_edge_to_edge_straight_ahead() {
        assert_eq!(range(&u1(), &block(36.0, 28.9, 180.0)), Mil(8900));
        assert!(within(&u1(), &block(36.0, 29.0, 180.0), Mil::inches(9)));
        assert!(!within(&u1(), &block(36.0, 29.1, 180.0), Mil::inches(9)));
        // A corner at (36, 30 - 1.4142) before the middle of the front.
        let diamond = Footprint::new(Pose::new(36.0, 30.0, 0.0).shifted(1.0, 0.0), 2.0, 2.0).faced(Cdeg::degrees(45));
        assert_eq!(range(&u1(), &diamond), Mil(8586));
    }

    #[test]
    fn touching_is_no_distance_and_no_overlap() {
        let beside = block(40.8, 20.0, 0.0);
        assert!(distance(&u1(), &beside) < 1e-4 && !overlap(&u1(), &beside));
        assert!(!overlap(&u1(), &block(40.79, 20.0, 0.0)), "a hundredth deep is still a touch");
        assert!(overlap(&u1(), &block(40.788, 20.0, 0.0)));
        assert_eq!(distance(&u1(), &block(37.0, 19.0, 30.0)), 0.0);
    }

    #[test]
    fn edges_side_by_side_are_nearest_in_the_middle_of_what_they_share() {
        // The enemy covers x 35.6 to 40.4, so the fronts share 35.6 to 38.4.
        let (a, b) = nearest_points(&u1(), &block(38.0, 20.0, 180.0));
        assert!(a.distance(Vec2::new(37.0, 20.0)) < 1e-3 && a.distance(b) < 1e-3);
        let (a, b) = nearest_points(&u1(), &block(38.0, 23.0, 180.0));
        assert!(a.distance(Vec2::new(37.0, 20.0)) < 1e-3 && b.distance(Vec2::new(37.0, 23.0)) < 1e-3);
    }

    #[test]
    fn overlapping_footprints_are_nearest_in_the_middle_of_the_overlap() {
        let (a, b) = nearest_points(&u1(), &block(38.4, 21.8, 0.0).ahead(-0.9));
        // x 36 to 38.4, y 19.1 to 20.
        assert!(a.distance(Vec2::new(37.2, 19.55)) < 1e-3);
        assert_eq!(a, b);
    }

    #[test]
    fn behind_the_front_line_is_on_it_or_behind_however_far_aside() {
        let skirmisher = |y: f32| Footprint::new(Pose::new(36.0, y, 0.0), 2.4, 1.2);
        assert!(behind_front_line(&u1(), &skirmisher(12.0)) && behind_front_line(&u1(), &skirmisher(20.0)));
        assert!(!behind_front_line(&u1(), &skirmisher(20.1)));
        assert_eq!(foremost(&u1(), &skirmisher(20.1)).0, Mil(100));
        let far = Footprint::new(Pose::new(60.0, 15.0, 270.0), 2.4, 1.2);
        assert!(behind_front_line(&u1(), &far));
        assert_eq!(foremost(&u1(), &far), (Mil(-3800), far.corners()[1]));
    }

    #[test]
    fn a_tenth_inside_a_flank_line_counts_and_a_touch_of_it_does_not() {
        assert_eq!(corridor_distance(&u1(), &block(40.7, 30.0, 180.0)), Some(Mil(10_000)));
        assert_eq!(corridor_distance(&u1(), &block(40.8, 30.0, 180.0)), None);
        assert_eq!(width_in_corridor(&u1(), &block(40.7, 30.0, 180.0), f32::INFINITY), Mil(100));
        assert_eq!(corridor_distance(&u1(), &block(36.0, 34.9, 180.0)), Some(Mil(14_900)));
        assert_eq!(corridor_distance(&u1(), &block(42.0, 21.0, 0.0)), None, "beside it");
        assert_eq!(corridor_distance(&u1(), &block(36.0, 12.0, 0.0)), None, "behind it");
    }

    #[test]
    fn a_corridor_meets_the_nearest_part_inside_it_not_the_nearest_corner() {
        let leaning = Footprint::new(Pose::new(40.4, 24.0, 315.0).shifted(0.0, 2.4), 4.8, 1.8);
        // Its front edge runs from (40.4, 24) to the north-east, its left edge to the south-east.
        assert_eq!(corridor_distance(&u1(), &leaning), None);
        let crossing = Footprint::new(Pose::new(40.4, 24.0, 45.0).shifted(0.0, -2.4), 4.8, 1.8);
        // The front edge runs from (40.4, 24) to the north-west: it crosses x 38.4 at y 26, and the rear edge,
        // 1.8 behind it to the south-west, at y 26 - 1.8 x 1.41421.
        assert_eq!(corridor_distance(&u1(), &crossing), Some(Mil(3454)));
    }

    #[test]
    fn the_wider_part_inside_the_corridor_is_the_main_opponent() {
        assert_eq!(width_in_corridor(&u1(), &block(34.0, 20.0, 180.0), f32::INFINITY), Mil(2800));
        let second = block(38.8, 20.0, 180.0);
        assert_eq!(width_in_corridor(&u1(), &second, f32::INFINITY), Mil(2000));
        assert_eq!(width_in_corridor(&u1(), &second, 1.2), Mil(2000));
        assert_eq!(width_in_corridor(&u1(), &second.ahead(-1.3), 1.2), Mil::ZERO);
    }

    #[test]
    fn the_arc_opens_from_the_front_corners() {
        let spread = Cdeg::degrees(45);
        // x 43.8 to 46.2, y 24 to 25.2: the ray from (38.4, 20) passes (43.6, 25.2).
        let target = |x: f32| Footprint::new(Pose::new(x, 24.0, 180.0), 2.4, 1.2);
        assert_eq!(arc_distance(&u1(), spread, &target(45.0)), None);
        // A tenth farther in from 43.6 the nearest part inside is (43.5, 25.1): 5.1 x 1.41421.
        assert_eq!(arc_distance(&u1(), spread, &target(44.7)), Some(Mil(7212)));
        assert_eq!(arc_distance(&u1(), spread, &target(36.0)), Some(Mil(4000)));
        assert_eq!(arc_distance(&u1(), spread, &target(36.0).shifted(Vec2::new(0.0, -8.0))), None, "behind");
        let touching = block(36.0, 20.0, 180.0);
        assert_eq!(arc_distance(&u1(), spread, &touching), Some(Mil::ZERO));
    }

    #[test]
    fn an_arc_of_ninety_degrees_is_all_that_lies_ahead() {
        let wide = Cdeg::degrees(90);
        let beside = Footprint::new(Pose::new(50.0, 21.0, 0.0), 2.4, 1.2);
        // From (38.4, 20) to (48.8, 20): only what lies ahead of the Front Line counts.
        assert_eq!(arc_distance(&u1(), wide, &beside), Some(Mil(10_400)));
    }

    #[test]
    fn the_zones_round_a_base_share_what_lies_across_a_diagonal() {
        let diagonal = Cdeg::degrees(45);
        // A square of 2 whose own diagonal lies on the ray from the front right corner to (46.4, 28).
        let square = Footprint::new(Pose::new(46.4, 29.0, 0.0), 2.0, 2.0);
        let zone = |edge: Edge| extent_in_arc(&u1(), edge, diagonal, &square);
        assert!((zone(Edge::Front) - 2.0).abs() < 1e-3 && (zone(Edge::Right) - 2.0).abs() < 1e-3);
        assert_eq!((zone(Edge::Rear), zone(Edge::Left)), (0.0, 0.0));
    }
}
