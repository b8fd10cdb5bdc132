//! What must hold of measured geometry wherever things stand: it is symmetric, does not care where the table
//! lies, never lets a sweep jump over anything, and is exact.

mod against;
mod chance;
mod exact;
mod grounds;
mod together;

use bevy::math::{Vec2, ops};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use sandtable::ids::{Side, UnitId};
use sandtable::table::route::{Barriers, route};
use sandtable::table::{
    BaseSize, Cdeg, Edge, Footprint, Ground, Layout, Mil, Placement, Pose, Shape, Terrain, Wheel, aim, contact,
    measure, slide,
};

fn footprint() -> impl Strategy<Value = Footprint> {
    // On the grid on which people place things, so that touching and level edges occur.
    (0..240_i32, 0..240_i32, 0..72_i32, 1..20_i32, 1..20_i32).prop_map(|(x, y, turn, width, depth)| {
        let pose = Pose::new(x as f32 / 10.0, y as f32 / 10.0, turn as f32 * 5.0);
        Footprint::new(pose, width as f32 * 0.4, depth as f32 * 0.3)
    })
}

/// The whole table turned by quarters about the origin and shifted by whole inches.
fn carried(print: &Footprint, quarters: i32, shift: Vec2) -> Footprint {
    print.turned_about(Vec2::ZERO, Cdeg::degrees(90 * quarters)).shifted(shift)
}

/// How deep one lies in the other, sampled along a slide.
fn deepest_before(print: &Footprint, direction: Vec2, upto: f32, other: &Footprint) -> f32 {
    let steps = (upto / 0.01) as i32;
    let at = |n: i32| print.shifted(direction * (n as f32 * 0.01));
    (0..=steps).map(|n| measure::penetration(&at(n), other)).fold(f32::NEG_INFINITY, f32::max)
}

/// So many cases, always the same ones; others where `PROPTEST_RNG_SEED` says so, as CI has it. A test that fails says
/// how to draw its cases again.
fn search(cases: u32) -> ProptestConfig {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let seed = if let RngSeed::Fixed(seed) = config.rng_seed { seed } else { 7 };
    println!("PROPTEST_RNG_SEED={seed} draws these cases again");
    ProptestConfig { rng_seed: RngSeed::Fixed(seed), ..config }
}

proptest! {
    #![proptest_config(search(1000))]

    #[test]
    fn distance_and_overlap_do_not_care_who_is_first(a in footprint(), b in footprint()) {
        prop_assert_eq!(measure::range(&a, &b), measure::range(&b, &a));
        prop_assert_eq!(measure::overlap(&a, &b), measure::overlap(&b, &a));
        let (p, q) = measure::nearest_points(&a, &b);
        let (r, s) = measure::nearest_points(&b, &a);
        prop_assert!(p.distance(s) < 2e-3 && q.distance(r) < 2e-3, "{p} {q} {r} {s}");
    }

    #[test]
    fn quarter_turns_and_whole_shifts_change_no_answer(
        a in footprint(), b in footprint(), quarters in 0..4_i32, x in -20..20_i32, y in -20..20_i32,
    ) {
        let shift = Vec2::new(x as f32, y as f32);
        let (c, d) = (carried(&a, quarters, shift), carried(&b, quarters, shift));
        let near = |p: Mil, q: Mil| (p.0 - q.0).abs() <= 1;
        prop_assert!(near(measure::range(&a, &b), measure::range(&c, &d)));
        let deep = measure::penetration(&a, &b);
        prop_assert!((deep - 0.0105).abs() < 1e-4 || measure::overlap(&a, &b) == measure::overlap(&c, &d));
        prop_assert!(near(measure::foremost(&a, &b).0, measure::foremost(&c, &d).0));
        let (e, f) = (measure::width_in_corridor(&a, &b, f32::INFINITY), measure::width_in_corridor(&c, &d, f32::INFINITY));
        prop_assert!(near(e, f), "{e} {f}");
        let spread = Cdeg::degrees(45);
        match (measure::arc_distance(&a, spread, &b), measure::arc_distance(&c, spread, &d)) {
            (Some(p), Some(q)) => prop_assert!(near(p, q), "{p} {q}"),
            (None, None) => {}
            // One sees a sliver of a thousandth that the other rounds away.
            (one, other) => prop_assert!(sliver(&a, &b) < 2e-3, "{one:?} {other:?}"),
        }
    }

    #[test]
    fn a_slide_is_clear_up_to_what_it_meets_and_not_after(a in footprint(), b in footprint(), way in 0..8_i32) {
        if measure::overlap(&a, &b) {
            return Ok(());
        }
        let (sin, cos) = sandtable::table::turn(a.heading + Cdeg::degrees(45 * way));
        let direction = Vec2::new(sin, cos);
        match slide::meets(&a, direction, &b) {
            Some(passage) => {
                prop_assert!(deepest_before(&a, direction, passage.enter, &b) < 0.0106);
                let leave = slide::clear_of(&a, direction, &b);
                let inside = a.shifted(direction * ((passage.enter + leave) / 2.0));
                prop_assert!(measure::penetration(&inside, &b) > 0.0);
                let seated = a.shifted(direction * slide::seat(passage.enter, Mil::ZERO).to_inches());
                prop_assert!(!measure::overlap(&seated, &b) && measure::within(&seated, &b, measure::TOUCH));
            }
            None => prop_assert!(deepest_before(&a, direction, 40.0, &b) < 0.0108),
        }
    }

    #[test]
    fn a_gap_is_kept_up_to_where_it_shrinks(a in footprint(), b in footprint(), gap in 1..20_i32) {
        let gap = gap as f32 / 20.0;
        let at = slide::approaches(&a, a.forward(), &b, gap);
        let clear_until = at.unwrap_or(40.0);
        for n in 0..200 {
            let there = a.ahead(clear_until * n as f32 / 200.0);
            let distance = measure::distance(&there, &b);
            prop_assert!(at == Some(0.0) || distance > gap - 1e-3, "{distance} < {gap}");
        }
        if let Some(at) = at.filter(|at| *at > 0.0) {
            prop_assert!((measure::distance(&a.ahead(at), &b) - gap).abs() < 2e-3);
        }
    }

    #[test]
    fn a_wheel_is_clear_up_to_what_it_meets_and_not_after(a in footprint(), b in footprint(), right in any::<bool>()) {
        if measure::overlap(&a, &b) {
            return Ok(());
        }
        let wheel = Wheel::of(&[a], right).unwrap();
        let swing = wheel.swing(Cdeg::degrees(90));
        let touch = swing.meets(&a, &b);
        let upto = touch.map_or(9000, |t| (t.at.to_degrees() * 100.0) as i32);
        for angle in (0..=upto).step_by(10) {
            let there = wheel.turned(&a, Cdeg(angle));
            prop_assert!(measure::penetration(&there, &b) < 0.012, "{angle} of {upto}");
        }
        if let Some(touch) = touch {
            let seated = wheel.turned(&a, sandtable::table::walk::wheel_seat(touch.at));
            prop_assert!(measure::distance(&seated, &b) < 0.011, "{}", measure::distance(&seated, &b));
            let deepest = (upto..=9000).map(|n| measure::penetration(&wheel.turned(&a, Cdeg(n)), &b));
            prop_assert!(deepest.fold(0.0, f32::max) > 0.0095);
        }
    }

    #[test]
    fn a_wheel_keeps_its_gap(a in footprint(), b in footprint(), right in any::<bool>()) {
        let wheel = Wheel::of(&[a], right).unwrap();
        let at = wheel.swing(Cdeg::degrees(90)).approaches(&a, &b, 0.1);
        let upto = at.map_or(9000, |t| (t.to_degrees() * 100.0) as i32);
        for angle in (0..=upto).step_by(10) {
            let distance = measure::distance(&wheel.turned(&a, Cdeg(angle)), &b);
            prop_assert!(at == Some(0.0) || distance > 0.098, "{angle} of {upto}: {distance}");
        }
    }

    #[test]
    fn a_wheel_that_stays_on_the_table_never_hangs_over(a in footprint(), right in any::<bool>()) {
        let ground = Ground::new(24.0, 24.0, &[]).unwrap();
        if !ground.holds(&a) {
            return Ok(());
        }
        let wheel = Wheel::of(&[a], right).unwrap();
        let out = wheel.swing(Cdeg::degrees(90)).leaves_table(&a, &ground);
        let upto = out.map_or(9000, |t| (t.to_degrees() * 100.0) as i32);
        let wider = Ground::new(24.001, 24.001, &[]).unwrap();
        for angle in (0..=upto).step_by(10) {
            let there = wheel.turned(&a, Cdeg(angle)).shifted(Vec2::splat(0.000_5));
            prop_assert!(wider.holds(&there), "{angle} of {upto}");
        }
        let ahead = slide::seat(slide::to_table_edge(&ground, &a, a.forward()), Mil::ZERO);
        prop_assert!(ground.holds(&a.ahead(ahead.to_inches())));
        // Headings lie 5 degrees apart, so half an inch more goes at least 0.04 over the edge.
        prop_assert!(!ground.holds(&a.ahead(ahead.to_inches() + 0.5)));
    }

    #[test]
    fn a_wheel_never_costs_more_than_its_allowance(a in footprint(), mil in 0..6000_i32) {
        let wheel = Wheel::of(&[a], true).unwrap();
        let angle = wheel.angle_for(Mil(mil), Cdeg::degrees(90));
        prop_assert!(wheel.price(angle) <= Mil(mil));
        prop_assert!(angle == Cdeg::degrees(90) || wheel.price(Cdeg(angle.0 + 1)) > Mil(mil));
    }

    #[test]
    fn a_contact_is_a_touch_at_the_border_of_both(a in footprint(), b in footprint()) {
        if measure::overlap(&a, &b) {
            return Ok(());
        }
        let direction = (b.centre - a.centre).normalize_or_zero();
        let Some(passage) = slide::meets(&a, direction, &b) else { return Ok(()) };
        let seated = a.shifted(direction * passage.enter);
        let touch = contact(&seated, &b);
        prop_assert!(touch.is_some());
        let Some(touch) = touch else { return Ok(()) };
        for (print, part) in [(&seated, touch.of), (&b, touch.other)] {
            let local = print.local(touch.middle).abs();
            let inside = (print.half_depth - local.y).min(print.half_width - local.x);
            prop_assert!(inside.abs() < 0.03, "{inside}");
            prop_assert!(Edge::ALL.into_iter().any(|edge| part.includes(edge)));
        }
        let back = contact(&b, &seated).unwrap();
        prop_assert!((back.length - touch.length).abs() < 0.05 && back.middle.distance(touch.middle) < 0.05);
    }

    #[test]
    fn terrain_is_under_a_footprint_where_a_point_of_it_is(a in footprint(), corners in star()) {
        let terrain = Terrain { name: "wood".into(), kind: sandtable::cite::Word("woods"), shape: Shape::Polygon(corners.clone()) };
        let Ok(ground) = Ground::new(24.0, 24.0, &[terrain]) else { return Ok(()) };
        let piece = &ground.pieces()[0];
        let spots = (1..20).flat_map(|x| (1..20).map(move |y| Vec2::new(x as f32 / 10.0 - 1.0, y as f32 / 10.0 - 1.0)));
        let inside = |spot: Vec2| {
            let point = a.centre + a.right() * spot.x * a.half_width + a.forward() * spot.y * a.half_depth;
            let next = corners.iter().cycle().skip(1);
            let border = corners.iter().zip(next).map(|(p, q)| to_segment(point, *p, *q)).fold(f32::INFINITY, f32::min);
            (piece.holds(point), winds(&corners, point), border)
        };
        for (ours, winding, border) in spots.clone().map(inside) {
            prop_assert!(ours == winding || border < 1e-3);
        }
        let any = spots.clone().any(|spot| inside(spot).1 && inside(spot).2 > 1e-3);
        prop_assert!(!any || a.half_width.min(a.half_depth) < 0.3 || piece.meets(&a.grown(0.05)));
        prop_assert!(!piece.covers(&a) || spots.clone().all(|spot| inside(spot).1 || inside(spot).2 < 0.05));
        // A slide that passes over the piece tells so.
        let run = piece.passages(&a, a.forward(), 10.0);
        for n in 0..100 {
            let at = n as f32 / 10.0;
            let told = run.iter().any(|(from, to)| *from - 0.02 <= at && at <= *to + 0.02);
            prop_assert!(told || !piece.meets(&a.ahead(at).grown(-0.02)), "{at} {run:?}");
        }
    }

    #[test]
    fn the_aimed_move_beats_any_move_on_a_grid(a in footprint(), x in 0..240_i32, y in 0..240_i32) {
        let limits = aim::Limits { left: Cdeg::degrees(30), right: Cdeg::degrees(30), ahead: Mil(6000), wheel_ends_move: false };
        let wish = Vec2::new(x as f32 / 10.0, y as f32 / 10.0);
        let found = aim::wheel_then_ahead(&[a], wish, None, limits).unwrap();
        let end = |wheel: Cdeg, ahead: Mil| {
            let hinge = Wheel::of(&[a], wheel > Cdeg::ZERO).unwrap();
            let paid = hinge.price(wheel);
            (paid + ahead <= limits.ahead || ahead == Mil::ZERO)
                .then(|| hinge.turned(&a, wheel).ahead(ahead.to_inches()).front().distance(wish))
        };
        let best = end(found.wheel, found.ahead);
        prop_assert!(best.is_some(), "{found:?}");
        for wheel in -10..=10 {
            for ahead in 0..=12 {
                let other = end(Cdeg::degrees(wheel * 3), Mil(ahead * 500));
                prop_assert!(other.is_none_or(|other| best.unwrap() <= other + 1e-3), "{found:?} {wheel} {ahead}");
            }
        }
    }
}

proptest! {
    #![proptest_config(search(300))]

    #[test]
    fn turning_the_table_by_any_angle_changes_no_measure(a in footprint(), b in footprint(), angle in 0..36_000_i32) {
        let middle = Vec2::new(36.0, 24.0);
        let (c, d) = (a.turned_about(middle, Cdeg(angle)), b.turned_about(middle, Cdeg(angle)));
        prop_assert!((measure::distance(&a, &b) - measure::distance(&c, &d)).abs() < 1e-4);
        prop_assert!((measure::penetration(&a, &b) - measure::penetration(&c, &d)).abs() < 1e-4);
        prop_assert!((measure::foremost(&a, &b).0.0 - measure::foremost(&c, &d).0.0).abs() <= 1);
        match (slide::meets(&a, a.forward(), &b), slide::meets(&c, c.forward(), &d)) {
            (Some(p), Some(q)) => {
                prop_assert!((p.enter - q.enter).abs() < 2e-3 && (p.width - q.width).abs() < 1e-3, "{p:?} {q:?}");
            }
            (None, None) => {}
            (p, q) => {
                let behind = slide::clear_of(&a, a.forward(), &b) < 0.02;
                prop_assert!(behind || p.or(q).is_some_and(|p| p.width < 0.011), "{p:?} {q:?}");
            }
        }
    }

    #[test]
    fn a_way_crosses_nothing_and_is_found_wherever_a_grid_finds_one(
        things in proptest::collection::vec((footprint(), 0..2_i32), 1..6), start in (10..110_i32, 10..110_i32),
        goal in (10..110_i32, 10..110_i32), turned in 0..8_i32,
    ) {
        let ground = Ground::new(12.0, 12.0, &[]).unwrap();
        let mut barriers = Barriers::new(&ground);
        let things: Vec<Footprint> = things.iter().map(|(thing, _)| Footprint { centre: thing.centre / 2.0, ..*thing }).collect();
        for thing in &things {
            barriers.add(thing, 0.0);
        }
        let stand = |(x, y): (i32, i32), degrees: f32| {
            Footprint::new(Pose::new(x as f32 / 10.0, y as f32 / 10.0, degrees), 1.6, 0.8)
        };
        let from = stand(start, 0.0);
        if !barriers.is_free(&from) {
            return Ok(());
        }
        let to = stand(goal, turned as f32 * 45.0);
        if let Some(way) = route(&from, to.pose(), &barriers, 20.0) {
            prop_assert_eq!((way.poses[0], way.poses[way.poses.len() - 1]), (from.pose(), to.pose()));
            prop_assert!(way.length > aim::displacement(&from, &to) - 0.011);
            for pair in way.poses.windows(2) {
                let clear = |there: &Footprint| {
                    things.iter().all(|thing| measure::penetration(there, thing) < 0.013) && ground.holds(&there.grown(-0.002))
                };
                let [start, end] = [pair[0], pair[1]].map(|pose| Footprint::new(pose, 1.6, 0.8));
                let slid = |n: i32| start.shifted((end.centre - start.centre) * (n as f32 / 50.0));
                let short = (end.heading - start.heading).turn().0;
                let turned = |angle: i32, n: i32| start.faced(Cdeg(angle * n / 50));
                let all = |there: &dyn Fn(i32) -> Footprint| (0..=50).all(|n| clear(&there(n)));
                if short == 0 {
                    prop_assert!(all(&slid), "{way:?}");
                } else {
                    prop_assert!(start.centre.distance(end.centre) < 1e-4);
                    let long = short - 36_000 * short.signum();
                    prop_assert!(all(&|n| turned(short, n)) || all(&|n| turned(long, n)), "{way:?}");
                }
            }
        }
        let straight = stand(goal, 0.0);
        if let Some(length) = on_a_grid(&from, &straight, &barriers) {
            let way = route(&from, straight.pose(), &barriers, length + 0.1);
            prop_assert!(way.is_some_and(|way| way.length <= length + 0.1), "{length}");
        }
    }
}

/// The length of a way in steps of half an inch along the axes, if there is one from near the start to the goal.
fn on_a_grid(from: &Footprint, to: &Footprint, barriers: &Barriers) -> Option<f32> {
    const STEP: f32 = 0.5;
    let at = |cell: (i32, i32)| to.centre + Vec2::new(cell.0 as f32, cell.1 as f32) * STEP;
    let stand = |cell: (i32, i32)| from.shifted(at(cell) - from.centre);
    let goal_first = [(0, 0)];
    let mut reached: std::collections::BTreeMap<(i32, i32), i32> = goal_first.into_iter().map(|c| (c, 0)).collect();
    let mut queue = std::collections::VecDeque::from(goal_first);
    while let Some(cell) = queue.pop_front() {
        let steps = reached[&cell];
        let here = stand(cell);
        let left = from.centre - here.centre;
        if left.length() < STEP && barriers.lets_slide(&here, left) {
            return Some(steps as f32 * STEP + left.length());
        }
        for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let next = (cell.0 + x, cell.1 + y);
            let free =
                barriers.is_free(&stand(next)) && barriers.lets_slide(&here, Vec2::new(x as f32, y as f32) * STEP);
            if free && !reached.contains_key(&next) {
                reached.insert(next, steps + 1);
                queue.push_back(next);
            }
        }
    }
    None
}

/// The largest depth of b beyond a's arc lines, as a guard for what rounding may decide either way.
fn sliver(a: &Footprint, b: &Footprint) -> f32 {
    let (sin, cos) = sandtable::table::turn(Cdeg::degrees(45));
    let [left, right] = a.edge(Edge::Front);
    let lines = [
        (left, a.forward()),
        (left, a.right() * cos + a.forward() * sin),
        (right, a.forward() * sin - a.right() * cos),
    ];
    let deepest = |(at, inward): (Vec2, Vec2)| {
        let depths = b.corners().map(|corner| (corner - at).dot(inward));
        depths.into_iter().fold(f32::NEG_INFINITY, f32::max).abs()
    };
    lines.map(deepest).into_iter().fold(f32::INFINITY, f32::min)
}

/// A polygon round a middle, concave more often than not.
fn star() -> impl Strategy<Value = Vec<Vec2>> {
    (proptest::collection::vec(10..80_i32, 3..9), 60..180_i32, 60..180_i32).prop_map(|(arms, x, y)| {
        let count = arms.len() as f32;
        let corner = |(n, arm): (usize, &i32)| {
            let (sin, cos) = ops::sin_cos(std::f32::consts::TAU * n as f32 / count);
            Vec2::new(x as f32, y as f32) / 10.0 + Vec2::new(sin, cos) * (*arm as f32 / 10.0)
        };
        arms.iter().enumerate().map(corner).collect()
    })
}

fn to_segment(point: Vec2, from: Vec2, to: Vec2) -> f32 {
    let part = ((point - from).dot(to - from) / (to - from).length_squared()).clamp(0.0, 1.0);
    point.distance(from.lerp(to, part))
}

/// Whether a ray from the point crosses the outline an odd number of times.
fn winds(corners: &[Vec2], point: Vec2) -> bool {
    let next = corners.iter().cycle().skip(1);
    let crossings = corners.iter().zip(next).filter(|(a, b)| {
        (a.y > point.y) != (b.y > point.y) && point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x
    });
    crossings.count() % 2 == 1
}

#[test]
fn two_thousand_bases_answer_in_roster_order() {
    let size = BaseSize::new(1.0, 0.5);
    let mut layout = Layout::new((0..100).map(|n| (if n % 2 == 0 { Side::North } else { Side::South }, size)));
    for unit in 0..100_u16 {
        let (column, row) = (unit % 10, unit / 10);
        let middle = Pose::new(7.0 * f32::from(column) + 3.0, 4.0 * f32::from(row) + 4.0, 0.0);
        layout.place(UnitId(unit), &Placement::Loose(size.slots(middle, 5, 20)));
    }
    assert_eq!(layout.feet().len(), 2000);
    let order: Vec<(u16, u8)> = layout.feet().iter().map(|foot| (foot.unit.0, foot.base)).collect();
    assert!(order.is_sorted());
    let near: Vec<_> = layout.near(Vec2::new(31.0, 22.0), 5.0).collect();
    let slow: Vec<_> = layout
        .feet()
        .iter()
        .filter(|f| f.print.centre.distance(Vec2::new(31.0, 22.0)) <= 5.0105 + f.print.radius)
        .collect();
    assert_eq!(near, slow);
}
