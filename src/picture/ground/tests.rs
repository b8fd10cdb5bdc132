//! What every recipe promises: shapes of finite numbers, near their piece, the same every time.

use super::*;
use crate::cite::Word;
use crate::picture::palette::CLOTH;

const KINDS: [&str; 14] = [
    "gentle-hill",
    "steep-hill",
    "woods",
    "rough",
    "water",
    "stream",
    "marsh",
    "built-up",
    "road",
    "field",
    "pond",
    "forest",
    "hedge",
    "a kind of its own",
];

fn blob() -> Vec<Vec2> {
    [(15.0, 31.1), (13.4, 33.4), (9.0, 35.1), (2.9, 33.0), (2.7, 30.1), (6.0, 25.7), (11.2, 26.5), (13.5, 27.9)]
        .map(|(x, y)| Vec2::new(x, y))
        .to_vec()
}

fn piece(kind: &'static str, shape: table::Shape) -> Terrain {
    Terrain { name: "test-piece".to_owned(), kind: Word(kind), shape }
}

fn line() -> table::Shape {
    table::Shape::Strip { line: vec![Vec2::new(1.0, 1.0), Vec2::new(6.0, 3.0), Vec2::new(9.0, 9.0)], width: 1.0 }
}

#[test]
fn every_kind_has_shapes_near_its_outline() {
    for kind in KINDS {
        let shapes = recipe(&piece(kind, table::Shape::Polygon(blob())));
        assert!(shapes.len() >= 2, "{kind}");
        for shape in &shapes {
            assert!(shape.fill.is_some() || shape.stroke.is_some(), "{kind} draws nothing");
            for &point in shape.outline.points().iter() {
                assert!(point.is_finite(), "{kind}");
                assert!(curve::inside(&blob(), point) || curve::distance_to(&blob(), point) < 1.2, "{kind}: {point}");
            }
        }
    }
}

#[test]
fn the_edge_drawn_is_the_edge_judged() {
    for kind in [
        "gentle-hill",
        "steep-hill",
        "woods",
        "rough",
        "water",
        "stream",
        "marsh",
        "built-up",
        "field",
        "pond",
        "forest",
    ] {
        let shapes = recipe(&piece(kind, table::Shape::Polygon(blob())));
        let exact = shapes.iter().any(|s| s.stroke.is_some() && s.outline == Outline::Ring(blob()));
        assert!(exact, "{kind}");
    }
    for kind in ["road", "stream", "rampart", "river", "ditch", "bridge", "hedge"] {
        let shapes = recipe(&piece(kind, line()));
        assert!(shapes.iter().any(|s| s.stroke.is_some_and(|s| s.width == 1.0)), "{kind} is not as wide as measured");
    }
}

#[test]
fn a_piece_looks_the_same_every_time_and_its_name_moves_its_trees() {
    let woods = piece("woods", table::Shape::Polygon(blob()));
    assert_eq!(recipe(&woods), recipe(&woods));
    let renamed = Terrain { name: "other-woods".to_owned(), ..woods.clone() };
    assert_ne!(recipe(&woods), recipe(&renamed));
}

#[test]
fn crowns_fill_a_wood_without_piling_up() {
    let mut chance = Chance::of("oaks");
    let spots = scatter::scatter(&blob(), (0.36, 0.62), 0.12, 0.5, &mut chance);
    let covered: f32 = spots.iter().map(|s| std::f32::consts::PI * s.radius * s.radius).sum();
    let share = covered / crate::picture::mesh::area(&blob()).abs();
    assert!((0.45..0.95).contains(&share), "{share} of the floor");
    for (n, a) in spots.iter().enumerate() {
        assert!(spots[n + 1..].iter().all(|b| a.at.distance(b.at) >= (a.radius + b.radius) * 0.879));
    }
    assert!(spots.iter().all(|s| curve::distance_to(&blob(), s.at) >= s.radius * 0.5));
    assert!(spots.windows(2).all(|pair| pair[0].at.y >= pair[1].at.y));
}

#[test]
fn the_shaded_side_of_a_hill_has_the_longer_hachures() {
    let shapes = recipe(&piece("gentle-hill", table::Shape::Polygon(blob())));
    let middle = curve::centroid(&blob());
    let (mut lit, mut shaded) = (Vec::new(), Vec::new());
    for shape in &shapes {
        if let Outline::Line(ends) = &shape.outline {
            let side = (ends[0] - middle).normalize().dot(Vec2::new(1.0, -1.0));
            let long = ends[0].distance(ends[1]);
            if side > 1.0 {
                shaded.push(long)
            } else if side < -1.0 {
                lit.push(long)
            }
        }
    }
    let mean = |all: &[f32]| all.iter().sum::<f32>() / all.len() as f32;
    assert!(lit.len() > 10 && shaded.len() > 10);
    assert!(mean(&shaded) > 1.5 * mean(&lit), "{} and {}", mean(&shaded), mean(&lit));
}

#[test]
fn what_is_no_shape_draws_nothing() {
    assert!(recipe(&piece("woods", table::Shape::Polygon(vec![Vec2::ZERO, Vec2::X]))).is_empty());
    assert!(recipe(&piece("road", table::Shape::Strip { line: vec![Vec2::ZERO], width: 1.0 })).is_empty());
}

#[test]
fn grounds_differ_from_the_cloth() {
    for kind in KINDS {
        let shapes = recipe(&piece(kind, table::Shape::Polygon(blob())));
        let differs = |s: &Shape| s.fill.is_some_and(|f| f.alpha == 1.0 && f.rgb.distance(CLOTH) > 5.0);
        assert!(shapes.iter().any(differs), "{kind}");
    }
}
