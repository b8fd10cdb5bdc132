//! What the table answers against the exact reference: pairs at random and of every degenerate kind, the same in every
//! run.

use bevy::math::{DVec2, Vec2};
use sandtable::cite::Word;
use sandtable::ids::TerrainId;
use sandtable::table::swing::Swing;
use sandtable::table::{Cdeg, Footprint, Ground, Shape, Terrain, measure, slide};

use super::chance::Chance;
use super::exact::{Exact, Turning};

/// No more than a touch deep, inches.
const TOUCH: f64 = 0.0105;

/// What an answer in `f32` may be off on a table, inches.
const OFF: f64 = 8e-6;

/// How deep at most a swing passes through a footprint: between the ends and the middle of a window a corner may dip half
/// a thousandth deeper than a touch, along the diagonal.
const IN_PRINT: f64 = TOUCH + 0.0008;

/// And through ground, where a corner dips deeper than an edge before a mover that is a touch smaller comes upon it.
const IN_GROUND: f64 = 0.0154;

/// The kinds of pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Random,
    Grid,
    /// Facing alike, or by quarters otherwise.
    Alike,
    EdgeToEdge,
    CornerOnCorner,
    CornerOnEdge,
    SameCentre,
    TinyGap,
    TinyOverlap,
    NearlyAlike,
}

const KINDS: [Kind; 10] = [
    Kind::Random,
    Kind::Grid,
    Kind::Alike,
    Kind::EdgeToEdge,
    Kind::CornerOnCorner,
    Kind::CornerOnEdge,
    Kind::SameCentre,
    Kind::TinyGap,
    Kind::TinyOverlap,
    Kind::NearlyAlike,
];

fn pair(kind: Kind, chance: &mut Chance) -> [Footprint; 2] {
    let (a, b) = match kind {
        Kind::Grid => (chance.on_grid(), chance.on_grid()),
        _ => (chance.print(), chance.print()),
    };
    let facing = |b: Footprint, to: Cdeg| b.faced(Cdeg(to.0 - b.heading.0));
    let quarter = Cdeg(9000 * chance.below(4));
    let (mine, its) = (chance.below(4) as usize, chance.below(4) as usize);
    let beside = |b: Footprint, off: f32, chance: &mut Chance| {
        let b = facing(b, a.heading);
        let aside = chance.within(-1.0, 1.0) * (a.half_width + b.half_width);
        b.shifted(a.front() + a.forward() * (b.half_depth + off) + a.right() * aside - b.centre)
    };
    let b = match kind {
        Kind::Random | Kind::Grid => b,
        Kind::Alike => facing(b, a.heading + quarter),
        Kind::EdgeToEdge => beside(b, 0.0, chance),
        Kind::CornerOnCorner => b.shifted(a.corners()[mine] - b.corners()[its]),
        Kind::CornerOnEdge => {
            let [p, q, ..] = a.corners();
            b.shifted(p.lerp(q, chance.within(0.0, 1.0)) - b.corners()[its])
        }
        Kind::SameCentre => b.shifted(a.centre - b.centre),
        Kind::TinyGap => beside(b, [1e-5, 1e-4, 0.001, 0.01, 0.0105, 0.011][chance.below(6) as usize], chance),
        Kind::TinyOverlap => beside(b, -[1e-5, 1e-4, 0.001, 0.01, 0.0104, 0.011][chance.below(6) as usize], chance),
        Kind::NearlyAlike => {
            let b = beside(b, chance.within(0.0, 2.0), chance);
            b.faced(Cdeg(1 + chance.below(3)))
        }
    };
    [a, b]
}

/// How much longer than in CI: with `GEOMETRY_TIMES=20` a machine is busy for minutes.
fn longer() -> usize {
    std::env::var("GEOMETRY_TIMES").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

/// Every kind so often.
fn each(times: usize, seed: u64, mut with: impl FnMut(Kind, [Footprint; 2], &mut Chance)) {
    let mut chance = Chance(seed);
    for kind in KINDS {
        for _ in 0..times * longer() {
            let pair = pair(kind, &mut chance);
            with(kind, pair, &mut chance);
        }
    }
}

fn near(a: f64, b: f64, off: f64) -> bool {
    (a - b).abs() <= off
}

#[test]
fn distances_and_depths_are_exact() {
    each(1000, 1, |kind, [a, b], _| {
        let (x, y) = (Exact::print(&a, 0.0), Exact::print(&b, 0.0));
        let (distance, depth) = (x.distance(&y), x.depth(&y));
        let ours = f64::from(measure::distance(&a, &b));
        assert!(near(ours, distance, OFF), "{kind:?}: {ours} {distance} {a:?} {b:?}");
        let deep = f64::from(measure::penetration(&a, &b));
        let right = if depth > 0.0 { near(deep, depth, OFF) } else { deep <= OFF && -deep <= distance + OFF };
        assert!(right, "{kind:?}: {deep} {depth} {a:?} {b:?}");
        assert!(near(depth, TOUCH, OFF) || measure::overlap(&a, &b) == (depth > TOUCH), "{kind:?} {depth}");
        let (p, q) = measure::nearest_points(&a, &b);
        assert!(depth > 0.0 || near(f64::from(p.distance(q)), distance, 3e-5), "{kind:?}: {p} {q} {distance}");
    });
}

/// What comes of a slide by the rule of grazes: when, and whether at all; none where a hair decides.
fn expected(a: &Footprint, way: Vec2, b: &Exact) -> Option<Option<f64>> {
    let (exact, along) = (Exact::print(a, 0.0), way.as_dvec2().normalize());
    let ((c, d), (e, f)) = (exact.shadow(along.perp()), b.shadow(along.perp()));
    let width = d.min(f) - c.max(e);
    if near(width, TOUCH, 3e-5) {
        return None;
    }
    if width < TOUCH {
        return Some(None);
    }
    let Some((enter, leave)) = exact.slide(along, b, 0.0) else { return Some(None) };
    // A footprint's depth counts, in ground how far a smaller mover goes in.
    let inner = if b.0.len() == 4 { exact.slide(along, b, TOUCH) } else { Exact::print(a, TOUCH).slide(along, b, 0.0) };
    if inner.is_some_and(|(from, to)| to - from < 1e-3) {
        return None;
    }
    let decided = enter.max(0.0) > 0.02 || inner.is_none_or(|(_, to)| to.abs() > 1e-4);
    if !decided || leave.abs() < 1e-4 || near(enter, 0.02, 1e-4) {
        return None;
    }
    let goes_in = leave > 0.0 && (enter > 0.02 || inner.is_some_and(|(_, to)| to > 0.0));
    Some(goes_in.then(|| enter.max(0.0)))
}

fn direction(of: &Footprint, chance: &mut Chance) -> Vec2 {
    // Ahead more often than not, else by eighths or anyhow.
    let by = match chance.below(4) {
        0 | 1 => 0,
        2 => 4500 * chance.below(8),
        _ => chance.heading().0,
    };
    let (sin, cos) = sandtable::table::turn(of.heading + Cdeg(by));
    Vec2::new(sin, cos)
}

#[test]
fn slides_meet_where_they_should_and_nothing_else() {
    let mut met = 0;
    each(1000, 2, |kind, [a, b], chance| {
        let way = direction(&a, chance);
        let its = Exact::print(&b, 0.0);
        let ours = slide::meets(&a, way, &b).map(|met| f64::from(met.enter));
        if let Some(right) = expected(&a, way, &its) {
            met += usize::from(right.is_some());
            let same = match (ours, right) {
                (Some(x), Some(y)) => near(x, y, 4e-5),
                (x, y) => x.is_none() && y.is_none(),
            };
            assert!(same, "{kind:?}: {ours:?} {right:?} {a:?} {b:?} {way}");
        }
        let exact = Exact::print(&a, 0.0);
        let (along, deep) = (way.as_dvec2().normalize(), Exact::print(&a, TOUCH + 1e-5));
        if let Some((from, to)) = deep.slide(along, &its, 0.0) {
            let passage = slide::passage(&a, way, &b);
            let (enter, leave) = exact.slide(along, &its, 0.0).unwrap();
            let (over, off) = (exact.slide(along, &its, TOUCH).unwrap(), 4e-5);
            let right = passage.is_some_and(|p| {
                let ends = [(p.enter, enter), (p.leave, leave), (p.over.0, over.0), (p.over.1, over.1)];
                ends.iter().all(|(ours, right)| near(f64::from(*ours), *right, off + right.abs() * 1e-6))
            });
            // Along an edge a hair aside decides over inches.
            assert!(right || to - from < 0.1, "{kind:?}: {passage:?} {enter} {leave} {over:?} {a:?} {b:?} {way}");
        }
    });
    assert!(met > 3000, "{met}");
}

#[test]
fn a_gap_is_kept_on_a_slide_to_the_last_digit() {
    let mut kept = 0;
    each(300, 3, |kind, [a, b], chance| {
        let (way, gap) = (direction(&a, chance), [0.1, 0.3937, 1.0][chance.below(3) as usize]);
        let (x, y) = (Exact::print(&a, 0.0), Exact::print(&b, 0.0));
        let along = way.as_dvec2().normalize();
        let (tight, loose) = (f64::from(gap) - 2e-5, f64::from(gap) + 2e-5);
        let ours = slide::approaches(&a, way, &b, gap).map(f64::from);
        // Where a hair less of a gap is not reached, or one more is, a hair decides.
        let (last, first) = (x.approach(along, &y, tight), x.approach(along, &y, loose));
        let right = match ours {
            Some(at) => first.is_some_and(|first| first <= at + OFF) && last.is_none_or(|last| at <= last + OFF),
            None => last.is_none(),
        };
        kept += usize::from(ours.is_some_and(|at| at > 0.0));
        assert!(right, "{kind:?}: {ours:?} {first:?} {last:?} {a:?} {b:?} {way} {gap}");
    });
    assert!(kept > 200, "{kept}");
}

/// A swing about a front corner, the centre, or any point.
fn swing(of: &Footprint, chance: &mut Chance) -> Swing {
    let pivot = match chance.below(4) {
        0 | 1 => of.corners()[chance.below(2) as usize],
        2 => of.centre,
        _ => of.centre + Vec2::new(chance.within(-3.0, 3.0), chance.within(-3.0, 3.0)),
    };
    let most = [3000, 9000, 36_000][chance.below(3) as usize];
    Swing { pivot, angle: Cdeg(if chance.below(2) == 0 { -most } else { most }) }
}

/// Whether a swing's touch is right: found where something is a little deeper than a touch, not where everything is
/// less, and at the right angle, counted at the corner that goes farthest.
fn touches(
    a: &Footprint,
    swing: Swing,
    (other, deepest): (&Exact, f64),
    ours: Option<f64>,
    off: f64,
) -> Result<(), String> {
    let mover = Exact::print(a, 0.0);
    let (pivot, angle) = (swing.pivot.as_dvec2(), f64::from(swing.angle.0).to_radians() / 100.0);
    let turning = Turning { mover: &mover, pivot, angle };
    let arm = mover.0.iter().map(|p| p.distance(pivot)).fold(0.0, f64::max);
    let (least, most) = (turning.touch(other, TOUCH - 2e-5, 2e-5), turning.touch(other, deepest, 2e-5));
    let same = |right: Option<f64>| match (ours, right) {
        (Some(x), Some(y)) => (x - y).abs() * arm <= off,
        (x, y) => x.is_none() && y.is_none(),
    };
    let hair = turning.touch(other, TOUCH, 5e-5);
    if same(least) || same(most) || same(hair) {
        Ok(())
    } else {
        Err(format!("{ours:?} {least:?} {most:?} {hair:?} arm {arm}"))
    }
}

#[test]
fn swings_meet_where_they_should_and_nothing_else() {
    let mut met = 0;
    each(60, 4, |kind, [a, b], chance| {
        let swing = swing(&a, chance);
        let ours = swing.meets(&a, &b).map(|touch| f64::from(touch.at));
        met += usize::from(ours.is_some());
        let right = touches(&a, swing, (&Exact::print(&b, 0.0), IN_PRINT), ours, 5e-4);
        assert!(right.is_ok(), "{kind:?}: {right:?} {a:?} {b:?} {swing:?}");
    });
    assert!(met > 150, "{met}");
}

#[test]
fn a_corner_on_the_pivot_is_no_touch_before_its_edges_meet() {
    let mut chance = Chance(5);
    let mut later = 0;
    for _ in 0..200 * longer() {
        let (a, b) = (chance.print(), chance.print());
        let right = chance.below(2) == 1;
        let pivot = a.corners()[usize::from(right)];
        let b = b.shifted(pivot - b.corners()[chance.below(4) as usize]);
        let swing = Swing { pivot, angle: Cdeg(if right { 9000 } else { -9000 }) };
        let ours = swing.meets(&a, &b).map(|touch| f64::from(touch.at));
        later += usize::from(ours.is_some_and(|at| at > 0.01));
        let right = touches(&a, swing, (&Exact::print(&b, 0.0), IN_PRINT), ours, 2e-3);
        assert!(right.is_ok(), "{right:?} {a:?} {b:?} {swing:?}");
    }
    assert!(later > 20, "{later}");
}

#[test]
fn a_gap_is_kept_on_a_swing() {
    let mut kept = 0;
    each(50, 6, |kind, [a, b], chance| {
        let (swing, gap) = (swing(&a, chance), [0.1, 0.3937][chance.below(2) as usize]);
        let mover = Exact::print(&a, 0.0);
        let (pivot, angle) = (swing.pivot.as_dvec2(), f64::from(swing.angle.0).to_radians() / 100.0);
        let (turning, other) = (Turning { mover: &mover, pivot, angle }, Exact::print(&b, 0.0));
        let arm = mover.0.iter().map(|p| p.distance(pivot)).fold(0.0, f64::max);
        let ours = swing.approaches(&a, &b, gap).map(f64::from);
        let (tight, loose) =
            (turning.approach(&other, f64::from(gap) - 3e-5), turning.approach(&other, f64::from(gap) + 3e-5));
        let off = 2e-5 / arm;
        let right = match ours {
            Some(at) => loose.is_some_and(|first| first <= at + off) && tight.is_none_or(|last| at <= last + off),
            None => tight.is_none(),
        };
        kept += usize::from(ours.is_some_and(|at| at > 0.0));
        assert!(right, "{kind:?}: {ours:?} {loose:?} {tight:?} {a:?} {b:?} {swing:?} {gap}");
    });
    assert!(kept > 20, "{kept}");
}

/// A convex piece of ground with three to nine corners.
fn wood(chance: &mut Chance) -> (Ground, Exact) {
    let middle = DVec2::new(chance.within(32.0, 40.0).into(), chance.within(17.0, 25.0).into());
    let (count, round) = (3 + chance.below(7), f64::from(chance.within(0.5, 4.0)));
    let corner = |n: i32| {
        let angle = std::f64::consts::TAU * f64::from(n) / f64::from(count);
        (middle + DVec2::from_angle(angle) * round).as_vec2()
    };
    let corners: Vec<Vec2> = (0..count).map(corner).collect();
    let exact = Exact::ground(&corners);
    let terrain = Terrain { name: "wood".into(), kind: Word("woods"), shape: Shape::Polygon(corners) };
    (Ground::new(72.0, 48.0, &[terrain]).unwrap(), exact)
}

#[test]
fn terrain_is_met_slid_over_left_and_turned_onto_where_it_lies() {
    let (mut chance, mut slid, mut turned) = (Chance(7), 0, 0);
    for n in 0..3000 * longer() {
        let a = if n % 2 == 0 { chance.print() } else { chance.on_grid() };
        let (ground, exact) = wood(&mut chance);
        let (piece, print) = (ground.piece(TerrainId(0)).unwrap(), Exact::print(&a, 0.0));
        let depth = print.depth(&exact);
        let sure = !(TOUCH - 1e-5..0.0149).contains(&depth);
        assert!(!sure || piece.meets(&a) == (depth > TOUCH), "{depth} {a:?} {exact:?}");
        let way = direction(&a, &mut chance);
        let along = way.as_dvec2().normalize();
        let told = piece.passages(&a, way, 30.0);
        match expected(&a, way, &exact) {
            Some(Some(enter)) if enter < 29.9 => {
                slid += 1;
                let (_, leave) = print.slide(along, &exact, 0.0).unwrap();
                let right =
                    told.len() == 1 && near(told[0].0.into(), enter, 4e-5) && near(told[0].1.into(), leave, 4e-5);
                assert!(right, "{told:?} {enter} {leave} {a:?} {exact:?} {way}");
            }
            Some(None) => assert!(told.is_empty(), "{told:?} {a:?} {exact:?} {way}"),
            _ => {}
        }
        if n % 6 == 0 {
            let swing = swing(&a, &mut chance);
            let ours = swing.enters(&a, piece).map(f64::from);
            turned += usize::from(ours.is_some());
            let right = touches(&a, swing, (&exact, IN_GROUND), ours, 5e-4);
            assert!(right.is_ok(), "{right:?} {a:?} {exact:?} {swing:?}");
        }
    }
    assert!(slid > 700 && turned > 70, "{slid} {turned}");
}
