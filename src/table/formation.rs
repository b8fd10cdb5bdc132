//! How footprints stand to each other: joined side by side or one behind the other, in line, in column, in groups. By
//! how many degrees they may differ and still face alike, and how long edges must meet, are a ruleset's numbers and
//! passed in.

use super::footprint::{Edge, Footprint};
use super::measure::{TOUCH, forward, overlap, side, within};
use super::measures::{Cdeg, Mil};

/// Whether two footprints face the same way within that angle.
pub fn faces_alike(a: &Footprint, b: &Footprint, slack: Cdeg) -> bool {
    a.heading.between(b.heading) <= slack
}

/// Whether two footprints touch without overlapping.
pub fn touch(a: &Footprint, b: &Footprint) -> bool {
    within(a, b, TOUCH) && !overlap(a, b)
}

/// Whether two footprints that face alike within `slack` touch side edge to side edge along at least `least`.
pub fn side_by_side(a: &Footprint, b: &Footprint, slack: Cdeg, least: Mil) -> bool {
    faces_alike(a, b, slack) && touch(a, b) && shared(a, b, forward) >= least
}

/// Whether two footprints that face alike within `slack` touch front edge to rear edge along at least half of the
/// narrower frontage.
pub fn in_file(a: &Footprint, b: &Footprint, slack: Cdeg) -> bool {
    let half = Mil::measured(a.half_width.min(b.half_width));
    faces_alike(a, b, slack) && touch(a, b) && shared(a, b, side) >= half
}

/// Whether two footprints are joined side by side or in file: what keeps a body of blocks together.
pub fn joined(a: &Footprint, b: &Footprint, slack: Cdeg, least: Mil) -> bool {
    side_by_side(a, b, slack, least) || in_file(a, b, slack)
}

/// Whether two footprints that face alike touch and have their front edges in one line within `offset`.
pub fn in_line(a: &Footprint, b: &Footprint, slack: Cdeg, offset: Mil) -> bool {
    let level = |a: &Footprint, b: &Footprint| {
        b.edge(Edge::Front).iter().all(|end| Mil(Mil::measured(forward(a, *end)).0.abs()) <= offset)
    };
    side_by_side(a, b, slack, Mil::ZERO) && level(a, b) && level(b, a)
}

/// Whether footprints form one straight battle line: taken from left to right, each stands next to the one before it
/// with fronts level. A single one does.
pub fn is_line(prints: &[Footprint], slack: Cdeg, offset: Mil) -> bool {
    let Some(first) = prints.first() else { return false };
    let mut order: Vec<&Footprint> = prints.iter().collect();
    order.sort_by(|a, b| side(first, a.centre).total_cmp(&side(first, b.centre)));
    order.windows(2).all(|pair| in_line(pair[0], pair[1], slack, offset))
}

/// Whether footprints form one straight column: each behind the one before it, no farther aside than `offset`.
pub fn is_straight_column(prints: &[Footprint], slack: Cdeg, offset: Mil) -> bool {
    let Some(first) = prints.first() else { return false };
    let mut order: Vec<&Footprint> = prints.iter().collect();
    order.sort_by(|a, b| forward(first, b.centre).total_cmp(&forward(first, a.centre)));
    order.windows(2).all(|pair| {
        let aside = Mil::measured(side(pair[0], pair[1].centre).abs());
        in_file(pair[0], pair[1], slack) && aside <= offset
    })
}

/// The order, from the head, in which footprints form a column that may bend: the front edge or a front corner of
/// each touches the rear edge or a rear corner of the one before it. None if they do not.
pub fn column(prints: &[Footprint]) -> Option<Vec<usize>> {
    let follows = |n: usize, m: usize| {
        let touch = super::contact::contact(&prints[n], &prints[m]);
        n != m && touch.is_some_and(|c| c.of.includes(Edge::Front) && c.other.includes(Edge::Rear))
    };
    let count = prints.len();
    let head = (0..count).find(|&n| !(0..count).any(|m| follows(n, m)))?;
    let mut order = vec![head];
    while order.len() < count {
        let last = *order.last()?;
        order.push((0..count).find(|&n| !order.contains(&n) && follows(n, last))?);
    }
    Some(order)
}

/// The connected groups of `count` things, of which `joined` says for each pair whether it is joined. Each group is in
/// rising order, and groups are ordered by their first member.
pub fn groups(count: usize, joined: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut grouped = vec![false; count];
    let mut groups = Vec::new();
    for seed in 0..count {
        if grouped[seed] {
            continue;
        }
        let mut group = vec![seed];
        grouped[seed] = true;
        let mut next = 0;
        while let Some(&here) = group.get(next) {
            next += 1;
            for (other, grouped) in grouped.iter_mut().enumerate().skip(seed + 1) {
                if !*grouped && joined(here, other) {
                    *grouped = true;
                    group.push(other);
                }
            }
        }
        group.sort_unstable();
        groups.push(group);
    }
    groups
}

/// Whether footprints are connected by touching, directly or through others of them.
pub fn is_one_body(prints: &[Footprint]) -> bool {
    groups(prints.len(), |a, b| within(&prints[a], &prints[b], TOUCH)).len() == 1
}

/// The length that two footprints' extents have in common along one axis of the first.
fn shared(a: &Footprint, b: &Footprint, along: impl Fn(&Footprint, bevy::math::Vec2) -> f32) -> Mil {
    let span = |print: &Footprint| {
        let reached = print.corners().map(|corner| along(a, corner));
        (reached.iter().copied().fold(f32::INFINITY, f32::min), reached.into_iter().fold(f32::NEG_INFINITY, f32::max))
    };
    let ((a_low, a_high), (b_low, b_high)) = (span(a), span(b));
    Mil::measured(a_high.min(b_high) - a_low.max(b_low))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Pose;

    const SLACK: Cdeg = Cdeg(50);
    const LEAST: Mil = Mil(100);

    fn at(x: f32, y: f32, degrees: f32) -> Footprint {
        Footprint::new(Pose::new(x, y, degrees), 4.8, 1.8)
    }

    #[test]
    fn neighbours_are_joined_up_to_seventeen_tenths_of_stagger() {
        let (u1, u2) = (at(36.0, 20.0, 0.0), at(40.8, 20.0, 0.0));
        assert!(joined(&u1, &u2, SLACK, LEAST) && joined(&u1, &u2.ahead(1.7), SLACK, LEAST));
        assert!(!joined(&u1, &u2.ahead(1.701), SLACK, LEAST));
        assert!(!joined(&u1, &u2.ahead(1.8), SLACK, LEAST));
    }

    #[test]
    fn neighbours_are_joined_up_to_a_hundredth_of_a_gap() {
        let u1 = at(36.0, 20.0, 0.0);
        assert!(joined(&u1, &at(40.81, 20.0, 0.0), SLACK, LEAST));
        assert!(!joined(&u1, &at(40.812, 20.0, 0.0), SLACK, LEAST));
    }

    #[test]
    fn half_the_narrower_front_joins_a_file() {
        let u1 = at(36.0, 20.0, 0.0);
        assert!(in_file(&u1, &at(38.4, 18.2, 0.0), SLACK));
        assert!(!in_file(&u1, &at(38.402, 18.2, 0.0), SLACK));
        let narrow = Footprint::new(Pose::new(38.4, 18.2, 0.0), 2.4, 1.8);
        assert!(in_file(&u1, &narrow, SLACK) && in_file(&narrow, &u1, SLACK));
    }

    #[test]
    fn facings_may_differ_by_half_a_degree() {
        // Turned about the corner that touches, so that the gap stays nil.
        let u1 = at(36.0, 20.0, 0.0);
        let hinge = bevy::math::Vec2::new(38.4, 20.0);
        let turned = |cdeg: i32| at(40.8, 20.0, 0.0).turned_about(hinge, Cdeg(-cdeg));
        assert!(joined(&u1, &turned(50), SLACK, LEAST));
        assert!(!joined(&u1, &turned(51), SLACK, LEAST));
    }

    #[test]
    fn a_line_of_divisions_keeps_its_fronts_within_a_tenth() {
        let (u1, u2) = (at(36.0, 20.0, 0.0), at(40.8, 20.0, 0.0));
        assert!(in_line(&u1, &u2.ahead(0.1), SLACK, LEAST));
        assert!(!in_line(&u1, &u2.ahead(0.102), SLACK, LEAST));
    }

    #[test]
    fn what_loses_its_middle_falls_apart() {
        let line = [at(36.0, 20.0, 0.0), at(40.8, 20.0, 0.0), at(45.6, 20.0, 0.0)];
        let whole = groups(3, |a, b| joined(&line[a], &line[b], SLACK, LEAST));
        assert_eq!(whole, [vec![0, 1, 2]]);
        let ends = [line[0], line[2]];
        assert_eq!(groups(2, |a, b| joined(&ends[a], &ends[b], SLACK, LEAST)), [vec![0], vec![1]]);
        assert!(is_one_body(&line) && !is_one_body(&ends));
    }

    #[test]
    fn lines_and_columns_are_told_apart_in_any_order() {
        let stand = |x: f32, y: f32| Footprint::new(Pose::new(x, y, 0.0), 1.575, 0.787);
        let line = [stand(21.575, 20.0), stand(20.0, 20.0), stand(23.15, 20.0)];
        let file = [stand(20.0, 19.213), stand(20.0, 20.0), stand(20.0, 18.426)];
        let (angle, offset) = (Cdeg(100), Mil(79));
        assert!(is_line(&line, angle, offset) && !is_line(&file, angle, offset));
        assert!(is_straight_column(&file, angle, offset) && !is_straight_column(&line, angle, offset));
        assert_eq!(column(&file), Some(vec![1, 0, 2]));
        assert_eq!(column(&line), None);
    }

    #[test]
    fn a_column_may_bend_at_its_corners() {
        // Heading east behind a head that faces north: front left corner at the head's rear left corner.
        let head = Footprint::new(Pose::new(20.0, 20.0, 0.0), 2.0, 1.0);
        let tail = Footprint::new(Pose::new(19.0, 18.0, 90.0), 2.0, 1.0);
        assert_eq!(column(&[head, tail]), Some(vec![0, 1]));
        assert!(!is_straight_column(&[head, tail], Cdeg(100), Mil(79)));
    }
}
