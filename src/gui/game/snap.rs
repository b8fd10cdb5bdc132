//! Bases that a hand puts near others are drawn to them: edge to edge, and in one line.

use bevy::math::Vec2;

use crate::table::{Footprint, measure};

/// How far those are drawn so that one of them stands in line with one of the others that faces alike: beside him,
/// the fronts level; else behind or before him, flank on flank; else only so that they touch. Nothing where none is
/// near, or where somebody would stand upon another. `reach`: how near they must be, inches, on either axis.
pub fn snapped(moved: &[Footprint], others: &[Footprint], reach: f32) -> Vec2 {
    let pairs = moved.iter().flat_map(|one| others.iter().map(move |other| (one, other)));
    let alike = pairs.filter(|(one, other)| one.heading == other.heading);
    let mut ways: Vec<(bool, Vec2)> = alike.flat_map(|(one, other)| ways(one, other, reach)).collect();
    ways.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.length().total_cmp(&b.1.length())));
    let clear =
        |by: &Vec2| moved.iter().all(|one| others.iter().all(|other| !measure::overlap(&one.shifted(*by), other)));
    ways.into_iter().map(|(_, by)| by).find(clear).unwrap_or_default()
}

/// The ways by which one comes to touch another; whether it is in line then.
fn ways(one: &Footprint, other: &Footprint, reach: f32) -> Vec<(bool, Vec2)> {
    let near = |by: f32| by.abs() <= reach;
    let to = one.local(other.centre);
    let table = |right: f32, ahead: f32| one.right() * right + one.forward() * ahead;
    let mut found = Vec::new();
    let beside = (to.x.abs() - one.half_width - other.half_width) * to.x.signum();
    let level = to.y + other.half_depth - one.half_depth;
    if near(beside) {
        if near(level) {
            found.push((true, table(beside, level)));
        }
        if to.y.abs() < one.half_depth + other.half_depth {
            found.push((false, table(beside, 0.0)));
        }
    }
    let behind = (to.y.abs() - one.half_depth - other.half_depth) * to.y.signum();
    if near(behind) {
        let flanks = [to.x, to.x + other.half_width - one.half_width, to.x - other.half_width + one.half_width];
        found.extend(flanks.into_iter().filter(|by| near(*by)).map(|by| (true, table(by, behind))));
        if to.x.abs() < one.half_width + other.half_width {
            found.push((false, table(0.0, behind)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::Footprint;
    use super::snapped as drawn;
    use crate::table::Pose;
    use bevy::math::Vec2;

    fn stands(x: f32, y: f32, degrees: f32) -> Footprint {
        Footprint::new(Pose::new(x, y, degrees), 4.8, 1.2)
    }

    fn snapped(moved: &[Footprint], others: &[Footprint]) -> Vec2 {
        drawn(moved, others, 0.35)
    }

    fn is(found: Vec2, want: (f32, f32)) {
        assert!(found.distance(want.into()) < 1e-3, "{found:?} {want:?}");
    }

    #[test]
    fn a_base_beside_another_comes_into_its_line() {
        // The other one's right end is at 22.4: 24.8 touches it. 0.3 in off and 0.2 in behind; 0.4 in off is too far.
        is(snapped(&[stands(25.1, 9.8, 0.0)], &[stands(20.0, 10.0, 0.0)]), (-0.3, 0.2));
        is(snapped(&[stands(25.2, 9.8, 0.0)], &[stands(20.0, 10.0, 0.0)]), (0.0, 0.0));
        // Pushed 0.3 in into it; and 0.5 in behind its line it only touches.
        is(snapped(&[stands(24.5, 10.2, 0.0)], &[stands(20.0, 10.0, 0.0)]), (0.3, -0.2));
        is(snapped(&[stands(25.0, 9.5, 0.0)], &[stands(20.0, 10.0, 0.0)]), (-0.2, 0.0));
    }

    #[test]
    fn to_the_south_it_is_the_same_line_seen_from_the_other_side() {
        is(snapped(&[stands(25.1, 9.8, 180.0)], &[stands(20.0, 10.0, 180.0)]), (-0.3, 0.2));
        is(snapped(&[stands(25.1, 9.8, 180.0)], &[stands(20.0, 10.0, 0.0)]), (0.0, 0.0));
    }

    #[test]
    fn behind_another_it_stands_flank_on_flank() {
        // The other one's rear is at 8.8. A narrower one goes to the middle or to either flank, whichever is nearer.
        is(snapped(&[stands(20.2, 8.6, 0.0)], &[stands(20.0, 10.0, 0.0)]), (-0.2, 0.2));
        let narrow = Footprint::new(Pose::new(18.7, 8.7, 0.0), 2.4, 1.2);
        is(snapped(&[narrow], &[stands(20.0, 10.0, 0.0)]), (0.1, 0.1));
        is(snapped(&[stands(21.0, 8.6, 0.0)], &[stands(20.0, 10.0, 0.0)]), (0.0, 0.2));
    }

    #[test]
    fn nobody_is_drawn_upon_another() {
        // Between two with a gap that is too narrow for it: it stays where the hand has it.
        let others = [stands(20.0, 10.0, 0.0), stands(29.4, 10.0, 0.0)];
        is(snapped(&[stands(24.9, 10.0, 0.0)], &others), (0.0, 0.0));
        // With room for it, it goes to the nearer.
        let others = [stands(20.0, 10.0, 0.0), stands(30.0, 10.0, 0.0)];
        is(snapped(&[stands(24.9, 10.0, 0.0)], &others), (-0.1, 0.0));
    }
}
