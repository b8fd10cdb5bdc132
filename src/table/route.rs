//! The shortest way of a footprint from one place to another round what it may not cross: it turns where it stands,
//! slides without turning, and turns again where it ends. Every slide and turn is solved exactly, so no way cuts a
//! corner.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use bevy::math::Vec2;

use super::aim::displacement;
use super::convex::Convex;
use super::footprint::Footprint;
use super::ground::{Ground, Piece};
use super::measure::{self, TOUCHING};
use super::measures::Cdeg;
use super::pose::Pose;
use super::slide;
use super::swing::Swing;

/// A way round by no more than this is straight, inches.
const STRAIGHT: f32 = 1e-5;
/// What rounding may add to a length, inches.
const HAIR: f32 = 1e-3;

/// What may not be crossed.
#[derive(Clone, Debug)]
pub struct Barriers<'a> {
    ground: &'a Ground,
    prints: Vec<Footprint>,
    /// Footprints that may not be slid over, and that turns on the spot pass.
    turned_past: Vec<Footprint>,
    parts: Vec<&'a Convex>,
}

/// A way that is clear.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// Every pose at which it turns or changes direction, the first and the last included.
    pub poses: Vec<Pose>,
    /// Inches. For a straight way with a turn at one end at most: the way of the corner that moves most. For any other:
    /// the way of the centre, plus for each turn what it moves a corner.
    pub length: f32,
}

impl<'a> Barriers<'a> {
    /// Nothing but the edge of the table.
    pub fn new(ground: &'a Ground) -> Barriers<'a> {
        Barriers { ground, prints: Vec::new(), turned_past: Vec::new(), parts: Vec::new() }
    }

    /// Adds a footprint from which a gap of so many inches must be kept; 0 if it may be touched.
    pub fn add(&mut self, print: &Footprint, gap: f32) {
        self.prints.push(print.grown(gap));
    }

    /// Adds a footprint that is in nobody's way who only turns where it stands.
    pub fn add_turned_past(&mut self, print: &Footprint) {
        self.turned_past.push(*print);
    }

    /// What may not be slid over, terrain apart.
    fn solid(&self) -> impl Iterator<Item = &Footprint> {
        self.prints.iter().chain(&self.turned_past)
    }

    /// Adds a piece of terrain.
    pub fn add_piece(&mut self, piece: &'a Piece) {
        self.parts.extend(piece.parts());
    }

    /// Whether a footprint may stand there.
    pub fn is_free(&self, print: &Footprint) -> bool {
        self.ground.holds(print)
            && !self.solid().any(|other| measure::overlap(print, other))
            && !self.parts.iter().any(|part| part.meets(print))
    }

    /// Whether a footprint lies over anything, though it may be by less than a touch.
    fn are_entered(&self, print: &Footprint) -> bool {
        // Whole thousandths of an inch are rounded to half of one.
        const ENTERED: f32 = 1e-3;
        let larger = print.grown(TOUCHING - ENTERED);
        self.solid().any(|other| measure::overlap(&larger, other)) || self.parts.iter().any(|part| part.meets(&larger))
    }

    /// Whether a footprint can slide straight by that vector.
    pub fn lets_slide(&self, print: &Footprint, by: Vec2) -> bool {
        let length = by.length();
        if length <= TOUCHING {
            return true;
        }
        let direction = by / length;
        self.ground.holds(&print.shifted(by))
            && !self.solid().any(|other| slide::blocks(print, direction, other, length))
            && !self.parts.iter().any(|part| part.blocks(print, direction, length))
    }

    /// Whether a footprint can turn in place by that angle.
    pub fn lets_turn(&self, print: &Footprint, angle: Cdeg) -> bool {
        if angle == Cdeg::ZERO {
            return true;
        }
        let swing = Swing { pivot: print.centre, angle };
        swing.leaves_table(print, self.ground).is_none()
            && !self.prints.iter().any(|other| swing.meets(print, other).is_some())
            && !self.parts.iter().any(|part| swing.meets_part(print, part).is_some())
    }
}

/// The shortest way to a pose, if there is one no longer than `reach` inches.
pub fn route(from: &Footprint, to: Pose, barriers: &Barriers, reach: f32) -> Option<Route> {
    let end = Footprint::new(to, from.width(), from.depth());
    let straight = displacement(from, &end);
    if straight > reach + TOUCHING || !barriers.is_free(&end) {
        return None;
    }
    let quarter = Cdeg::degrees(90);
    let travelling = [from.heading, end.heading, (from.heading + quarter).heading(), (end.heading + quarter).heading()];
    let ways = travelling.iter().enumerate().filter(|(n, heading)| !travelling[..*n].contains(heading));
    let mut best: Option<Route> = None;
    for (_, &heading) in ways {
        let [start, goal] = [from, &end].map(|print| print.faced((heading - print.heading).turn()));
        let turning = displacement(from, &start) + displacement(&goal, &end);
        // A straight way that turns at one end at most is measured by its corners. No other that looks so is shorter than the
        // straight one with its turns.
        let may_be_direct = heading == from.heading || heading == end.heading;
        let least = turning + start.centre.distance(goal.centre) - HAIR;
        if !may_be_direct && (least > reach + TOUCHING || best.as_ref().is_some_and(|best| least > best.length)) {
            continue;
        }
        if !can_turn(from, heading, barriers) || !can_turn(&end, heading, barriers) {
            continue;
        }
        let Some(corners) = way_round(&start, goal.centre, barriers, reach - turning) else { continue };
        let gone: f32 = corners.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let is_direct = corners.len() == 2 && may_be_direct;
        let length = if is_direct { straight } else { gone + turning };
        if length <= reach + TOUCHING && best.as_ref().is_none_or(|best| length < best.length) {
            let mut poses = vec![from.pose()];
            poses.extend(corners.iter().map(|centre| start.shifted(*centre - start.centre).pose()));
            poses.push(to);
            poses.dedup();
            best = Some(Route { poses, length });
        }
        if is_direct {
            break;
        }
    }
    best
}

/// Whether a footprint can turn in place to a heading, the shorter way round or, if that is blocked, the longer.
fn can_turn(print: &Footprint, heading: Cdeg, barriers: &Barriers) -> bool {
    let short = (heading - print.heading).turn();
    let long = Cdeg(if short > Cdeg::ZERO { short.0 - 36_000 } else { short.0 + 36_000 });
    barriers.lets_turn(print, short) || barriers.lets_turn(print, long)
}

/// The points at which the centre changes direction on a shortest way of slides. A shortest way round convex things
/// runs between places where a corner of the mover touches a corner of a thing, so only those are searched.
fn way_round(start: &Footprint, goal: Vec2, barriers: &Barriers, reach: f32) -> Option<Vec<Vec2>> {
    if barriers.lets_slide(start, goal - start.centre) {
        return Some(vec![start.centre, goal]);
    }
    let spots = spots(start, goal, barriers, reach);
    let mut gone = vec![f32::INFINITY; spots.len()];
    let mut before = vec![0; spots.len()];
    let mut free: Vec<Option<bool>> = vec![None; spots.len()];
    // A* search: Dijkstra guided by the straight distance that is left. Whether a step is clear is asked only when it is
    // the next of the shortest way, and whether a spot is free only when somebody comes to it.
    let mut steps: BinaryHeap<Step> = BinaryHeap::new();
    let placed = |spot: usize| start.shifted(spots[spot] - start.centre);
    let is_free = |spot: usize, free: &mut [Option<bool>]| {
        // Where it ends is free: that was asked first of all.
        *free[spot].get_or_insert_with(|| spot == 1 || barriers.is_free(&placed(spot)))
    };
    let mut here = 0;
    gone[0] = 0.0;
    while here != 1 {
        for next in (1..spots.len()).filter(|next| gone[*next].is_infinite()) {
            let length = gone[here] + spots[here].distance(spots[next]);
            let guess = length + spots[next].distance(goal);
            // Who has left the start may have to try all: then only free spots are worth a step.
            if guess <= reach + TOUCHING && (here == 0 || is_free(next, &mut free)) {
                steps.push(Step { guess, length, from: here, to: next });
            }
        }
        here = loop {
            let Step { length, from, to, .. } = steps.pop()?;
            if gone[to].is_finite() {
                continue;
            }
            if is_free(to, &mut free) && barriers.lets_slide(&placed(from), spots[to] - spots[from]) {
                (gone[to], before[to]) = (length, from);
                break to;
            }
        };
    }
    let mut way = vec![goal];
    let mut at = 1;
    while at != 0 {
        at = before[at];
        way.push(spots[at]);
    }
    way.reverse();
    Some(without_straight(&way))
}

/// The same way without the spots at which it does not change its direction.
fn without_straight(way: &[Vec2]) -> Vec<Vec2> {
    let mut bent: Vec<Vec2> = Vec::new();
    for (n, spot) in way.iter().enumerate() {
        let goes_on = bent.last().zip(way.get(n + 1)).is_some_and(|(before, after)| {
            let round = before.distance(*spot) + spot.distance(*after);
            round <= before.distance(*after) + STRAIGHT
        });
        if !goes_on {
            bent.push(*spot);
        }
    }
    bent
}

/// A small square for a token, which has no size of its own but must find a way between footprints.
pub fn token(at: Vec2) -> Footprint {
    const SIZE: f32 = 0.1;
    Footprint::new(Pose { at, heading: Cdeg::ZERO }, SIZE, SIZE).shifted(Vec2::new(0.0, SIZE / 2.0))
}

/// Where the middle of one that turns nowhere may change direction on its way: where it starts, where it ends, and where
/// a corner of it touches a corner of a thing, if that is not too far round.
fn spots(start: &Footprint, goal: Vec2, barriers: &Barriers, reach: f32) -> Vec<Vec2> {
    let own = tips(start).map(|(corner, outside)| (corner - start.centre, outside.map(|normal| -normal)));
    let near = |spot: &Vec2| spot.distance(start.centre) + spot.distance(goal) <= reach + TOUCHING;
    // Who begins or ends over something, by less than a touch, may have to go along it first and over it then.
    let along = barriers.are_entered(start) || barriers.are_entered(&start.shifted(goal - start.centre));
    let prints = barriers.solid().flat_map(tips);
    let parts = barriers.parts.iter().flat_map(|part| part.tips());
    let touching = prints.chain(parts).flat_map(|(corner, outside)| {
        let bends = own.iter().filter(move |(_, mine)| along || may_bend(outside, *mine));
        bends.map(move |(mine, _)| corner - *mine)
    });
    [start.centre, goal].into_iter().chain(touching.filter(near)).collect()
}

/// The corners of a footprint, each with the directions straight out from the two edges that meet there, counter-clockwise.
fn tips(print: &Footprint) -> [(Vec2, [Vec2; 2]); 4] {
    let [front_left, front_right, rear_right, rear_left] = print.corners();
    let (right, front) = (print.right(), print.forward());
    [
        (front_left, [front, -right]),
        (front_right, [right, front]),
        (rear_right, [-front, right]),
        (rear_left, [-right, -front]),
    ]
}

/// Whether a way past a corner may change its direction where another corner touches it: the mover can be pushed off both in
/// some direction in which neither reaches farther. Elsewhere one lies along an edge of the other, or on it.
fn may_bend(outside: [Vec2; 2], mine: [Vec2; 2]) -> bool {
    // Headings differ by 0.01 degrees, 1.7e-4, or not at all.
    const SAME: f32 = 1e-4;
    let begins_in = |first: Vec2, [from, to]: [Vec2; 2]| from.perp_dot(first) >= -SAME && first.perp_dot(to) > SAME;
    begins_in(outside[0], mine) || begins_in(mine[0], outside)
}

/// A step of a way from one spot to another, which may be clear.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    /// The length of the whole way if all that is left were straight.
    guess: f32,
    /// The length of the way so far, this step included.
    length: f32,
    from: usize,
    to: usize,
}

impl Eq for Step {}

impl PartialOrd for Step {
    fn partial_cmp(&self, other: &Step) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Step {
    /// The shortest is the greatest; of equal ones that to the first spot.
    fn cmp(&self, other: &Step) -> Ordering {
        other.guess.total_cmp(&self.guess).then(other.to.cmp(&self.to)).then(other.from.cmp(&self.from))
    }
}

#[cfg(test)]
// The oracles of these tests are std's own trigonometry.
#[expect(clippy::disallowed_methods)]
mod tests {
    use super::*;

    fn stand(x: f32, y: f32, degrees: f32) -> Footprint {
        Footprint::new(Pose::new(x, y, degrees), 2.0, 1.0)
    }

    fn table() -> Ground {
        Ground::new(72.0, 48.0, &[]).unwrap()
    }

    #[test]
    fn a_free_way_is_straight_and_as_long_as_its_farthest_corner_goes() {
        let ground = table();
        let barriers = Barriers::new(&ground);
        let way = route(&stand(20.0, 20.0, 0.0), Pose::new(23.0, 24.0, 0.0), &barriers, 5.0).unwrap();
        assert_eq!((way.poses.len(), way.length), (2, 5.0));
        assert_eq!(route(&stand(20.0, 20.0, 0.0), Pose::new(23.0, 24.0, 0.0), &barriers, 4.98), None);
        let about = route(&stand(20.0, 20.0, 0.0), Pose::new(20.0, 19.0, 180.0), &barriers, 5.0).unwrap();
        assert!((about.length - 5.0_f32.sqrt()).abs() < 1e-4, "the diagonal: {about:?}");
    }

    #[test]
    fn a_way_round_touches_the_corners_that_it_passes() {
        let ground = table();
        let mut barriers = Barriers::new(&ground);
        // Over x 18 to 22, y 23 to 24; the mover, 2 wide, starts below its middle and ends above it.
        barriers.add(&Footprint::new(Pose::new(20.0, 24.0, 0.0), 4.0, 1.0), 0.0);
        let way = route(&stand(20.0, 20.0, 0.0), Pose::new(20.0, 28.0, 0.0), &barriers, 12.0).unwrap();
        // Aside by 3; the front up to y 23, then past it until the rear is at y 24, then back: 3, 4 and then 2 up.
        let expected = f32::hypot(3.0, 3.0) + 2.0 + f32::hypot(3.0, 3.0);
        assert!((way.length - expected).abs() < 0.02, "{way:?}");
        assert_eq!(way.poses.len(), 4);
        assert!(route(&stand(20.0, 20.0, 0.0), Pose::new(20.0, 28.0, 0.0), &barriers, expected - 0.1).is_none());
    }

    #[test]
    fn a_gap_that_is_too_narrow_for_the_front_lets_the_side_through() {
        let ground = table();
        let mut barriers = Barriers::new(&ground);
        for x in [10.0, 30.0] {
            // A wall along y 24 to 25 with a gap of 1.4 from x 19.3 to 20.7.
            barriers.add(&Footprint::new(Pose::new(x + if x < 20.0 { -0.7 } else { 0.7 }, 25.0, 0.0), 20.0, 1.0), 0.0);
        }
        let through = route(&stand(20.0, 22.0, 0.0), Pose::new(20.0, 28.0, 0.0), &barriers, 12.0);
        // Turned a quarter it is 1 wide. There and back each quarter turn moves the corners, 1.118 from the centre, by
        // 1.58114.
        let length = through.unwrap().length;
        assert!((length - (6.0 + 2.0 * 1.581_14)).abs() < 1e-3, "{length}");
        assert!(barriers.lets_slide(&stand(20.5, 21.0, 90.0), Vec2::new(0.0, 6.0)));
        assert!(!barriers.lets_slide(&stand(20.0, 21.0, 0.0), Vec2::new(0.0, 6.0)));
    }

    #[test]
    fn a_gap_to_keep_makes_the_way_longer_and_may_close_it() {
        let ground = table();
        let wall = |gap: f32| {
            let mut barriers = Barriers::new(&ground);
            barriers.add(&Footprint::new(Pose::new(17.0, 24.0, 0.0), 4.0, 1.0), gap);
            barriers.add(&Footprint::new(Pose::new(23.2, 24.0, 0.0), 4.0, 1.0), gap);
            barriers
        };
        // Between x 19 and 21.2.
        let way = |gap: f32| route(&stand(20.0, 22.0, 0.0), Pose::new(20.0, 27.0, 0.0), &wall(gap), 5.5);
        assert_eq!(way(0.0).unwrap().length, 5.0);
        assert!(way(0.1).is_some(), "a little to the right");
        assert!(way(0.7).is_none());
    }

    #[test]
    fn a_way_bends_only_where_corners_part() {
        let ground = table();
        let count = |degrees: f32| {
            let mut barriers = Barriers::new(&ground);
            barriers.add(&stand(20.0, 24.0, degrees), 0.0);
            // Less where it starts and where it ends.
            spots(&stand(20.0, 20.0, 0.0), Vec2::new(20.0, 27.5), &barriers, 20.0).len() - 2
        };
        // Past a rectangle that faces alike there are four places, outside its corners; past any other twice as many.
        assert_eq!([0.0, 90.0, 270.0, 0.01, 45.0, 100.0].map(count), [4, 4, 4, 8, 8, 8]);
    }

    #[test]
    fn a_way_ends_over_a_neighbour_by_less_than_a_touch() {
        let ground = table();
        let foot = |x: f32, y: f32| Footprint::new(Pose::new(x, y, 180.0), 1.574_803, 0.787_402);
        let mut barriers = Barriers::new(&ground);
        barriers.add(&foot(29.700_802, 31.796), 0.0);
        // From before it to beside it, 0.0056 inch over its side.
        let way = route(&foot(29.695_198, 31.0), foot(31.27, 31.787_4).pose(), &barriers, 7.874).unwrap();
        assert_eq!((way.poses.len(), (way.length * 1000.0).round()), (4, 2378.0), "{way:?}");
    }

    #[test]
    fn no_way_ends_on_anything_or_off_the_table() {
        let ground = table();
        let mut barriers = Barriers::new(&ground);
        barriers.add(&stand(20.0, 28.0, 0.0), 0.0);
        assert!(route(&stand(20.0, 20.0, 0.0), Pose::new(20.5, 28.0, 0.0), &barriers, 20.0).is_none());
        assert!(route(&stand(20.0, 20.0, 0.0), Pose::new(0.5, 20.0, 0.0), &barriers, 30.0).is_none());
        assert!(route(&stand(20.0, 20.0, 0.0), Pose::new(22.0, 28.0, 0.0), &barriers, 20.0).is_some());
    }

    #[test]
    fn terrain_is_gone_round_like_anything_else() {
        let shape = crate::table::Shape::Polygon(
            [(18.0, 23.0), (22.0, 23.0), (22.0, 24.0), (18.0, 24.0)].map(|(x, y)| Vec2::new(x, y)).to_vec(),
        );
        let lake = crate::table::Terrain { name: "lake".into(), kind: crate::cite::Word("water"), shape };
        let ground = Ground::new(72.0, 48.0, &[lake]).unwrap();
        let mut barriers = Barriers::new(&ground);
        barriers.add_piece(&ground.pieces()[0]);
        let way = route(&stand(20.0, 20.0, 0.0), Pose::new(20.0, 28.0, 0.0), &barriers, 12.0).unwrap();
        assert!((way.length - (72.0_f32.sqrt() + 2.0)).abs() < 0.02, "{way:?}");
        assert!(barriers.lets_slide(&token(Vec2::new(17.9, 20.0)), Vec2::new(0.0, 8.0)));
        assert!(!barriers.lets_slide(&token(Vec2::new(18.1, 20.0)), Vec2::new(0.0, 8.0)));
    }
}
