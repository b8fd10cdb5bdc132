//! Pieces of ground against the exact reference, and the cases for which it is not parry2d's own query of that name that is
//! asked: if one of them ends otherwise, parry can be asked directly.

use bevy::math::{DVec2, Vec2};
use parry2d::query::{PointQuery, Ray, RayCast};
use parry2d::shape::ConvexPolygon;
use parry2d::transformation::convex_polygons_intersection_points;
use sandtable::cite::Word;
use sandtable::ids::TerrainId;
use sandtable::table::{Convex, Footprint, Ground, Mil, Pose, Shape, Terrain};

use super::chance::Chance;
use super::exact::Exact;

/// What an answer in `f32` may be off on a table, inches.
const OFF: f64 = 8e-6;

fn wide(points: &[Vec2]) -> Vec<DVec2> {
    points.iter().map(|p| p.as_dvec2()).collect()
}

/// As parry has it, in table coordinates.
fn polygon(corners: &[Vec2]) -> ConvexPolygon {
    let points = corners.iter().map(|p| parry2d::math::Vector::new(p.x.into(), p.y.into())).collect();
    ConvexPolygon::from_convex_polyline_unmodified(points).unwrap()
}

fn area(corners: &[DVec2]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum::<f64>().abs() / 2.0
}

/// The area that two convex polygons share, as parry's own query says.
fn shared(a: &[Vec2], b: &[Vec2]) -> f64 {
    let mut found = Vec::new();
    let points = [a, b].map(|corners| polygon(corners).points().to_vec());
    convex_polygons_intersection_points(&points[0], &points[1], &mut found);
    area(&found.iter().map(|p| DVec2::new(p.x, p.y)).collect::<Vec<_>>())
}

fn ground(shape: Shape) -> Ground {
    Ground::new(72.0, 48.0, &[Terrain { name: "wood".into(), kind: Word("woods"), shape }]).unwrap()
}

/// A convex piece of three to nine corners, which run counter-clockwise.
fn part(chance: &mut Chance) -> Convex {
    let middle = DVec2::new(chance.within(32.0, 40.0).into(), chance.within(17.0, 25.0).into());
    let (count, round) = (3 + chance.below(7), f64::from(chance.within(0.5, 4.0)));
    let corner = |n: i32| {
        let angle = std::f64::consts::TAU * f64::from(n) / f64::from(count);
        (middle + DVec2::from_angle(angle) * round).as_vec2()
    };
    Convex::new((0..count).map(corner).collect()).unwrap()
}

/// Where a segment lies inside, by the lines that bound the piece.
fn stretch(of: &[DVec2], a: DVec2, b: DVec2) -> Option<(f64, f64)> {
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for (p, q) in of.iter().zip(of.iter().cycle().skip(1)) {
        let inside = |point: DVec2| (*q - *p).normalize().perp_dot(point - *p);
        let (start, end) = (inside(a), inside(b));
        if start.max(end) <= 0.0 && start.min(end) < 0.0 {
            return None;
        }
        if start < 0.0 {
            from = from.max(start / (start - end));
        } else if end < 0.0 {
            to = to.min(start / (start - end));
        }
    }
    (to > from).then_some((from * a.distance(b), to * a.distance(b)))
}

#[test]
fn a_segment_lies_in_ground_where_it_should() {
    let (mut chance, mut inside) = (Chance(11), 0);
    for n in 0..4000 {
        let part = part(&mut chance);
        let corners = part.corners().to_vec();
        let side = [corners[0], corners[1]];
        let mut point = || Vec2::new(chance.within(30.0, 42.0), chance.within(15.0, 27.0));
        // Anywhere, from a side on, from a corner on, into a corner, and nowhere to.
        let [a, b] = match n % 5 {
            0 | 1 => [point(), point()],
            2 => [side[0] + (side[1] - side[0]) * 0.3, point()],
            3 => [point(), corners[2]],
            _ => [side[0]; 2],
        };
        let told = part.run(a, b).map(|(from, to)| (f64::from(from), f64::from(to)));
        let right = stretch(&wide(&corners), a.as_dvec2(), b.as_dvec2());
        let length = |of: Option<(f64, f64)>| of.map_or(0.0, |(from, to)| to - from);
        inside += usize::from(told.is_some());
        match (told, right) {
            (Some(x), Some(y)) => {
                assert!((x.0 - y.0).abs() < 2e-5 && (x.1 - y.1).abs() < 2e-5, "{x:?} {y:?} {a} {b} {corners:?}");
            }
            (x, y) => assert!(length(x).max(length(y)) < 2e-5, "{x:?} {y:?} {a} {b} {corners:?}"),
        }
    }
    assert!(inside > 1000, "{inside}");
}

/// A ray tells where it goes in. Where it comes out is told only by one that begins inside.
#[test]
fn a_ray_tells_no_stretch() {
    let corners = [(10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0)].map(|(x, y)| Vec2::new(x, y));
    let ray = Ray::new(parry2d::math::Vector::new(5.0, 12.0), parry2d::math::Vector::X);
    assert_eq!(polygon(&corners).cast_local_ray(&ray, 30.0, true), Some(5.0));
    assert_eq!(polygon(&corners).cast_local_ray(&ray, 30.0, false), Some(5.0));
    let part = Convex::new(corners.to_vec()).unwrap();
    assert_eq!(part.run(Vec2::new(5.0, 12.0), Vec2::new(35.0, 12.0)), Some((5.0, 15.0)));
}

#[test]
fn ground_holds_its_outline_of_which_parry_says_either() {
    let (mut chance, mut left_out) = (Chance(12), 0);
    for _ in 0..2000 {
        let part = part(&mut chance);
        let corners = part.corners();
        let (at, along) = (chance.below(corners.len() as i32) as usize, chance.within(0.05, 0.95));
        let (p, q) = (corners[at], corners[(at + 1) % corners.len()]);
        let point = p + (q - p) * along;
        assert!(part.holds(point), "{point} {corners:?}");
        let out = (q - p).normalize().perp() * -0.001;
        assert!(part.holds(point - out) && !part.holds(point + out), "{point} {corners:?}");
        let strictly =
            polygon(corners).contains_local_point(parry2d::math::Vector::new(point.x.into(), point.y.into()));
        left_out += usize::from(!strictly);
    }
    assert!(left_out > 500, "parry left out {left_out}");
}

#[test]
fn ground_is_as_near_to_a_footprint_as_it_should_be() {
    let (mut chance, mut apart) = (Chance(13), 0);
    for n in 0..3000 {
        let print = if n % 2 == 0 { chance.print() } else { chance.on_grid() };
        let part = part(&mut chance);
        let (exact, its) = (Exact::print(&print, 0.0), Exact::ground(part.corners()));
        let far = exact.distance(&its);
        let (a, b) = part.nearest_points(&print);
        if far > 0.0 {
            apart += 1;
            assert!((a.as_dvec2().distance(b.as_dvec2()) - far).abs() < OFF, "{a} {b} {far} {print:?} {its:?}");
            let (up, down) = (Mil::up(far as f32 + 2e-5), Mil::down((far as f32 - 0.001).max(0.0)));
            assert!(part.within(&print, up), "{far} {print:?} {its:?}");
            assert!(far < 0.002 || !part.within(&print, down), "{far} {print:?} {its:?}");
        } else if exact.depth(&its) > 0.02 {
            assert!(a == b && part.holds(a) && print.grown(1e-4).holds(a), "{a} {b} {print:?} {its:?}");
        }
    }
    assert!(apart > 1000, "{apart}");
}

#[test]
fn a_footprint_side_by_side_with_ground_is_nearest_in_the_middle() {
    let corners = [(10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0)].map(|(x, y)| Vec2::new(x, y));
    let part = Convex::new(corners.to_vec()).unwrap();
    // Over x 18 to 22, its front on y 9: both have x 18 to 20.
    let (a, b) = part.nearest_points(&Footprint::new(Pose::new(20.0, 9.0, 0.0), 4.0, 2.0));
    assert!(a.distance(Vec2::new(19.0, 9.0)) < 1e-5 && b.distance(Vec2::new(19.0, 10.0)) < 1e-5, "{a} {b}");
    // Over x 18 to 22 and y 8 to 12: the middle of what both have.
    let (a, b) = part.nearest_points(&Footprint::new(Pose::new(20.0, 12.0, 0.0), 4.0, 4.0));
    assert!(a == b && a.distance(Vec2::new(19.0, 11.0)) < 1e-5, "{a} {b}");
}

/// parry runs twice round two polygons that are the same: it says that they share twice what they cover.
#[test]
fn a_base_that_fills_its_ground_lies_wholly_on_it() {
    for heading in [0.0, 30.0, 45.0, 211.0] {
        let base = Footprint::new(Pose::new(30.0, 20.0, heading), 4.0, 2.0);
        let ground = ground(Shape::Polygon(base.corners().to_vec()));
        let piece = ground.piece(TerrainId(0)).unwrap();
        // A base may reach a touch beyond; a little more, and it does not lie wholly on it.
        assert!(piece.covers(&base) && piece.covers(&base.grown(0.0105)) && !piece.covers(&base.grown(0.013)));
        let corners = piece.parts()[0].corners();
        assert_eq!(piece.parts().len(), 1);
        assert!((shared(corners, corners) - 16.0).abs() < 1e-4, "{}", shared(corners, corners));
    }
}

/// Parts of a strip lie over each other at its bends: what a base shares with each of them may be more than all of it, though
/// a part of it lies beside them all.
#[test]
fn shares_of_a_strips_parts_do_not_say_that_a_base_lies_on_it() {
    let line = [(10.0, 10.0), (20.0, 10.0), (20.0, 20.0)].map(|(x, y)| Vec2::new(x, y));
    let ground = ground(Shape::Strip { line: line.to_vec(), width: 2.0 });
    let road = ground.piece(TerrainId(0)).unwrap();
    // Over x 18.5 to 20 and y 10 to 11.5: of its 2.25 square inches 0.25 lie beyond the inner corner, at (19, 11).
    let base = Footprint::new(Pose::new(19.25, 11.5, 0.0), 1.5, 1.5);
    let shares: f64 = road.parts().iter().map(|part| shared(part.corners(), &base.corners())).sum();
    assert!(shares > 2.9, "{shares}");
    assert!(!road.covers(&base) && road.covers(&base.shifted(Vec2::new(0.5, -0.5))));
}
