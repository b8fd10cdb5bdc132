//! What is written on the pieces and at them: what lies over what.

use super::*;
use crate::battle::StateMark;
use crate::gui::board::beside::Behind;
use crate::gui::board::overlay::{self, Framed, Melee};
use crate::gui::board::scene::tests::{piece, scene};
use crate::gui::widgets::bench;
use crate::ids::Side;

#[test]
fn a_body_with_others_among_it_is_named_where_its_first_units_stand() {
    let of = |unit, body, x| Piece { body: Some(BodyId(body)), ..piece(unit, Side::North, x, 20.0, 0.0) };
    let named = |pieces: Vec<Piece>| {
        let scene = scene(pieces);
        let feet = |unit| scene.piece(unit).map_or_else(Vec::new, |piece| piece.feet().to_vec());
        let prints = named_at(&scene, BodyId(1), &feet);
        prints.iter().map(|print| print.centre.x.round() as i32).collect::<Vec<_>>()
    };
    let (first, beside, away) = (of(1, 1, 10.0), of(2, 1, 16.0), of(3, 1, 50.0));
    let all = [first.clone(), away.clone(), beside.clone()];
    let with = |other: Piece| all.iter().cloned().chain([other]).collect();
    assert_eq!(named(with(of(4, 2, 30.0))), [10, 16]);
    assert_eq!(named(with(of(4, 2, 62.0))), [10, 50, 16], "he stands beyond them");
}

#[test]
fn a_name_stands_where_its_own_units_are_nearest_and_small_bodies_have_theirs_from_afar() {
    let ctx = bench::context();
    let of = |unit, body, x, y| Piece { body: Some(BodyId(body)), ..piece(unit, Side::North, x, y, 0.0) };
    let label = |body, name: &str| BodyLabel { body: BodyId(body), side: Side::North, name: name.into() };
    // One body stands before and behind the middle of the other, which ends far to the right.
    let pieces = vec![of(1, 1, 30.0, 20.0), of(2, 1, 60.0, 20.0), of(3, 2, 36.0, 17.0), of(4, 2, 42.0, 17.0)];
    let labels = vec![label(1, "the-long-line"), label(2, "the-reserve")];
    let scene = Scene { bodies: labels, ..scene(pieces) };
    let feet = |unit| scene.piece(unit).map_or_else(Vec::new, |piece| piece.feet().to_vec());
    for zoom in [6.0, 8.0, 12.0, 24.0] {
        let camera = Camera { centre: Vec2::new(42.0, 20.0), zoom, turned: false };
        let view = Rect::from_min_size(Pos2::ZERO, egui::Vec2::new(1200.0, 620.0));
        let sight = Sight { camera, view, level: camera.level(None) };
        let mut places = Places::default();
        let seen = |unit: u16| hull(&sight.corners(&feet(UnitId(unit))[0]));
        (1..=4).for_each(|unit| places.take(seen(unit).expand(2.0)));
        let found = names(&ctx, &sight, &scene, &feet, &mut places, &mut Sides::default());
        assert_eq!(found.len(), 2, "{zoom}");
        for (body, rect, _) in found {
            let near = |units: [u16; 2]| units.map(|unit| apart(rect, seen(unit))).into_iter().fold(f32::MAX, f32::min);
            let (first, second) = (near([1, 2]), near([3, 4]));
            assert!(
                if body.body == BodyId(1) { first <= second } else { second <= first },
                "{zoom}: {body:?} {rect:?}"
            );
        }
    }
}

#[test]
fn a_name_stays_on_its_side_while_there_is_room_and_goes_when_somebody_comes() {
    let ctx = bench::context();
    let of = |unit, body, x, y| Piece { body: Some(BodyId(body)), ..piece(unit, Side::North, x, y, 0.0) };
    let label = |body, name: &str| BodyLabel { body: BodyId(body), side: Side::North, name: name.into() };
    let camera = Camera { centre: Vec2::new(36.0, 24.0), zoom: 12.0, turned: false };
    let view = Rect::from_min_size(Pos2::ZERO, egui::Vec2::new(960.0, 620.0));
    let sight = Sight { camera, view, level: camera.level(None) };
    let mut sides = Sides::default();
    let mut below = |comes: Option<(f32, f32)>| {
        let others = comes.map(|(x, y)| of(2, 2, x, y));
        let pieces = [of(1, 1, 36.0, 24.0)].into_iter().chain(others).collect();
        let scene = Scene { bodies: vec![label(1, "the-guard")], ..scene(pieces) };
        let feet = |unit| scene.piece(unit).map_or_else(Vec::new, |piece| piece.feet().to_vec());
        let mut places = Places::default();
        let prints = scene.pieces.iter().map(|piece| hull(&sight.corners(&piece.feet()[0])));
        prints.clone().for_each(|rect| places.take(rect.expand(2.0)));
        let found = names(&ctx, &sight, &scene, &feet, &mut places, &mut sides);
        found[0].1.center().y > hull(&sight.corners(&scene.pieces[0].feet()[0])).center().y + 10.0
    };
    assert!(below(None), "behind it");
    assert!(!below(Some((36.0, 20.5))), "where another stands there, it gives way");
    assert!(!below(None), "and does not come back when that one goes");
}

/// Two lines in melee with a unit upon the rear of one, each with several marks; and where they fight.
fn melee(counts_bases: bool, of: u16) -> (Scene, Vec<Melee>) {
    let mark = |mark| StateMark::when(true, mark, mark, "7.6");
    let marks: Vec<StateMark> = ["melee", "fatigue", "disordered"].into_iter().filter_map(mark).collect();
    let unit = |n: u16, side, x, y, degrees| Piece {
        marks: marks.clone(),
        strength: Some((of - 1, of)),
        counts_bases,
        ..piece(n, side, x, y, degrees)
    };
    let (mut pieces, mut melees) = (Vec::new(), Vec::new());
    for n in 0..5 {
        let x = 24.0 + 4.8 * f32::from(n);
        pieces.push(unit(n, Side::North, x, 24.0, 180.0));
        pieces.push(unit(10 + n, Side::South, x, 24.0, 0.0));
        melees.push(Melee { middle: Vec2::new(x, 24.0), along: Vec2::X, length: 4.8 });
    }
    pieces.push(unit(20, Side::South, 24.0, 25.8, 180.0));
    melees.push(Melee { middle: Vec2::new(24.0, 25.8), along: Vec2::X, length: 4.8 });
    (scene(pieces), melees)
}

/// What is written beside the pieces of a scene, seen so; with what room is taken.
fn laid(ctx: &egui::Context, scene: &Scene, camera: Camera) -> (Sight, Places, Vec<Beside>) {
    let view = Rect::from_min_size(Pos2::ZERO, egui::Vec2::new(960.0, 620.0));
    let sight = Sight { camera, view, level: camera.level(None) };
    let feet = |unit| scene.piece(unit).map_or_else(Vec::new, |piece| piece.feet().to_vec());
    let mut places = Places::default();
    for piece in &scene.pieces {
        piece.feet().iter().for_each(|print| places.take(hull(&sight.corners(print)).expand(2.0)));
    }
    let all = lay(ctx, &sight, scene, &feet, &mut places);
    (sight, places, all)
}

#[test]
fn in_a_melee_no_frame_blades_or_badge_lies_over_pips_and_no_badge_over_a_neighbours() {
    let ctx = bench::context();
    let over = |a: &Rect, b: &Rect| a.shrink(0.01).intersects(*b);
    for (zoom, counts_bases, of) in (9..=22)
        .flat_map(|zoom| [(false, 3), (false, 8), (false, 12), (true, 4), (true, 9)].map(|(c, of)| (zoom, c, of)))
    {
        let (scene, melees) = melee(counts_bases, of);
        let camera = Camera { centre: Vec2::new(36.0, 24.0), zoom: zoom as f32, turned: zoom % 2 == 1 };
        let (sight, mut places, all) = laid(&ctx, &scene, camera);
        let counts: Vec<Rect> = all.iter().flat_map(|of| of.rects.iter().copied()).collect();
        let badges: Vec<Rect> = all.iter().flat_map(|of| of.badges.iter().copied()).collect();
        assert_eq!(badges.len(), 2 * scene.pieces.len());
        for (n, badge) in badges.iter().enumerate() {
            assert!(!counts.iter().any(|pip| over(badge, pip)), "{zoom} {of}: a badge at {badge:?} lies over pips");
            assert!(!badges[..n].iter().any(|other| over(badge, other)), "{zoom} {of}: badges at {badge:?}");
        }
        for melee in &melees {
            let (at, radius) = overlay::blades(&sight, melee, &places);
            let rect = Rect::from_center_size(at, egui::Vec2::splat(2.0 * radius));
            assert!(!counts.iter().chain(&badges).any(|it| over(&rect, it)), "{zoom} {of}: blades at {rect:?}");
            places.write(rect);
        }
        for (piece, beside) in scene.pieces.iter().zip(&all) {
            let framed = Framed { prints: piece.feet().to_vec(), behind: Behind::of(piece) };
            for print in overlay::deepened(&sight, &framed) {
                let frame = hull(&overlay::ring(&sight, &print));
                let inside = |pip: &Rect| frame.shrink(0.5).contains_rect(*pip) || !over(&frame, pip);
                assert!(beside.rects.iter().all(inside), "{zoom} {of}: {frame:?} crosses {:?}", beside.rects);
            }
        }
    }
}

/// As where an orc host wraps round a line: whoever is counted stands in pieces, and another unit close behind them.
#[test]
fn a_tab_lies_over_no_other_unit_where_there_is_room_beside_it() {
    let ctx = bench::context();
    for zoom in 11..=40 {
        let unit = |n: u16, side, x, y, degrees| Piece {
            counts_bases: true,
            strength: Some((23, 32)),
            ..piece(n, side, x, y, degrees)
        };
        // Its rear is where the second stands, whose front is free.
        let pieces = vec![unit(1, Side::South, 30.0, 24.0, 0.0), unit(2, Side::South, 30.0, 21.8, 0.0)];
        let scene = scene(pieces);
        let camera = Camera { centre: Vec2::new(30.0, 24.0), zoom: zoom as f32, turned: false };
        let (sight, _, all) = laid(&ctx, &scene, camera);
        let other = hull(&sight.corners(&scene.pieces[1].feet()[0]));
        let tab = all[0].rects[0];
        let both = tab.intersect(other);
        assert!(!both.is_positive() || both.area() <= tab.area() / 4.0, "{zoom}: {tab:?} over {other:?}");
    }
}

#[test]
fn a_sign_lies_beside_a_generals_disc_and_not_under_it() {
    let along = egui::Vec2::X;
    let at = Pos2::new(100.0, 100.0);
    let disc = |x: f32| Rect::from_center_size(Pos2::new(x, 100.0), egui::Vec2::splat(DISC));
    assert_eq!(clear_of(at, 15.0, along, &[disc(160.0)]), at, "none is near");
    for x in [100.0, 97.0, 106.0] {
        let sign = clear_of(at, 15.0, along, &[disc(x)]);
        assert!(sign.distance(disc(x).center()) >= (DISC + 15.0) / 2.0, "{x}: {sign:?}");
    }
    // Where the disc lies on its right it goes to the left.
    assert!(clear_of(at, 15.0, along, &[disc(106.0)]).x < at.x);
    // From afar it goes as far as its base does.
    let camera = Camera { centre: Vec2::ZERO, zoom: 8.0, turned: false };
    let sight = Sight { camera, view: Rect::from_min_size(Pos2::ZERO, egui::Vec2::splat(200.0)), level: Level::Far };
    for (wide, clear) in [(6.0, true), (3.0, false)] {
        let print = Footprint::new(
            crate::table::Pose { at: Vec2::new(0.0, 0.5), heading: crate::table::Cdeg::ZERO },
            wide,
            1.0,
        );
        let disc = super::disc(&sight, sight.at(Vec2::ZERO));
        let sign = from_afar(&sight, &print, &[disc]);
        let base = hull(&sight.corners(&print));
        assert!(base.left() <= sign.left() + 0.1 && sign.right() <= base.right() + 0.1, "{wide}: {sign:?} on {base:?}");
        assert_eq!(!sign.intersects(disc), clear, "{wide}: {sign:?} and {disc:?}");
        assert_eq!(from_afar(&sight, &print, &[]).center(), disc.center());
    }
    // From afar a disc is small, and larger the nearer one looks.
    let wide = |zoom: f32| {
        let camera = Camera { centre: Vec2::ZERO, zoom, turned: false };
        let sight = Sight { camera, view: Rect::NOTHING, level: camera.level(None) };
        super::disc(&sight, at).width()
    };
    assert_eq!([5.0, 10.0, 40.0].map(wide), [14.0, 16.0, 22.0]);
}

#[test]
fn the_name_of_a_body_lies_beyond_the_frame_that_it_has_when_it_is_selected() {
    let ctx = bench::context();
    for zoom in 10..=40 {
        for (counts_bases, of) in [(false, 3), (false, 12), (true, 9)] {
            let (scene, _) = melee(counts_bases, of);
            let camera = Camera { centre: Vec2::new(36.0, 24.0), zoom: zoom as f32, turned: false };
            let (sight, mut places, _) = laid(&ctx, &scene, camera);
            let feet = |unit| scene.piece(unit).map_or_else(Vec::new, |piece| piece.feet().to_vec());
            for (body, rect, _) in names(&ctx, &sight, &scene, &feet, &mut places, &mut Sides::default()) {
                for piece in scene.pieces.iter().filter(|piece| piece.body == Some(body.body)) {
                    let framed = Framed { prints: piece.feet().to_vec(), behind: Behind::of(piece) };
                    for print in overlay::deepened(&sight, &framed) {
                        let frame = hull(&overlay::ring(&sight, &print));
                        assert!(!frame.intersects(rect), "{zoom} {of}: {} at {rect:?} on {frame:?}", body.name);
                    }
                }
            }
        }
    }
}
