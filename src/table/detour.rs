//! How far it is round ground that may not be entered, for a mover of some frontage who may turn as he likes. This is
//! for plans over the whole table; [`route`](super::route) finds a way for a footprint exactly.

use bevy::math::Vec2;

use super::footprint::Footprint;
use super::ground::{Ground, Piece};
use super::measures::Cdeg;
use super::pose::Pose;
use crate::ids::TerrainId;

/// The ways round some pieces of ground, for a mover of one frontage. Shortest ways change their direction at corners of
/// the pieces alone, half of the frontage away from them.
#[derive(Clone, Debug, PartialEq)]
pub struct Detours {
    barred: Vec<TerrainId>,
    /// Half of the frontage, inches.
    half: f32,
    /// Where ways may change their direction.
    turns: Vec<Vec2>,
    /// How far each of them is from each other to which a way leads straight, inches; infinite where none does.
    links: Vec<Vec<f32>>,
}

/// A place to be reached, and how far it is from wherever ways may change their direction.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    at: Vec2,
    /// Whoever is so near has reached it, inches.
    near: f32,
    left: Vec<f32>,
}

/// A way round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detour {
    /// Its length to the middle of the goal, inches.
    pub length: f32,
    /// Where it first changes its direction; the goal if nowhere.
    pub next: Vec2,
}

impl Detours {
    /// By how much a mover may graze the ground that it goes round, inches.
    const GRAZES: f32 = 0.02;
    /// The frontage with which ways begin, since a mover may stand beside what it goes round, inches.
    const SLIM: f32 = 0.2;

    /// The ways round those pieces.
    pub fn new(ground: &Ground, barred: &[TerrainId], frontage: f32) -> Detours {
        let mut all = Detours { barred: barred.to_vec(), half: frontage / 2.0, turns: Vec::new(), links: Vec::new() };
        let corners = all.pieces(ground).flat_map(Piece::parts).flat_map(|part| outside(part.corners(), all.half));
        let is_free = |spot: &Vec2| ground.has(*spot) && !all.pieces(ground).any(|piece| piece.holds(*spot));
        let mut turns: Vec<Vec2> = corners.filter(is_free).collect();
        // Parts of one piece share corners.
        turns.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        turns.dedup_by(|a, b| a.distance(*b) < Detours::GRAZES);
        let mut links = vec![vec![f32::INFINITY; turns.len()]; turns.len()];
        for one in 0..turns.len() {
            for other in 0..one {
                if all.is_clear(ground, turns[one], turns[other], all.half) {
                    let far = turns[one].distance(turns[other]);
                    (links[one][other], links[other][one]) = (far, far);
                }
            }
        }
        all.turns = turns;
        all.links = links;
        all
    }

    fn pieces<'g>(&self, ground: &'g Ground) -> impl Iterator<Item = &'g Piece> {
        self.barred.iter().filter_map(|id| ground.piece(*id))
    }

    /// Whether the mover gets straight from one place to another.
    pub fn is_straight(&self, ground: &Ground, from: Vec2, to: Vec2) -> bool {
        self.is_clear(ground, from, to, self.half)
    }

    /// Whether nothing is entered by who goes straight from one place to another, so wide to either side.
    fn is_clear(&self, ground: &Ground, from: Vec2, to: Vec2, half: f32) -> bool {
        let (low, high) = (from.min(to) - half, from.max(to) + half);
        let is_near = |piece: &&Piece| piece.low.cmple(high).all() && piece.high.cmpge(low).all();
        let mut near = self.pieces(ground).filter(is_near).peekable();
        if near.peek().is_none() {
            return true;
        }
        let pose = Pose { at: to, heading: Cdeg::towards(to - from) };
        let lane = Footprint::new(pose, 2.0 * half, from.distance(to)).grown(-Detours::GRAZES / 2.0);
        !near.any(|piece| piece.meets(&lane))
    }

    /// A place to be reached. Whoever is no farther from it than `near` inches is there.
    pub fn goal(&self, ground: &Ground, at: Vec2, near: f32) -> Goal {
        let straight = |turn: &Vec2| {
            let way = at - *turn;
            let short = way.clamp_length_max((way.length() - near).max(0.0));
            if self.is_clear(ground, *turn, *turn + short, self.half) { way.length() } else { f32::INFINITY }
        };
        let mut left: Vec<f32> = self.turns.iter().map(straight).collect();
        // Dijkstra's search, from the goal.
        let mut open: Vec<usize> = (0..left.len()).collect();
        while let Some(n) = (0..open.len()).min_by(|a, b| left[open[*a]].total_cmp(&left[open[*b]])) {
            let here = open.swap_remove(n);
            if left[here].is_infinite() {
                break;
            }
            for other in &open {
                left[*other] = left[*other].min(left[here] + self.links[here][*other]);
            }
        }
        Goal { at, near, left }
    }

    /// The shortest way from there; none if there is none. It may begin beside ground that is barred.
    pub fn way(&self, ground: &Ground, from: Vec2, goal: &Goal) -> Option<Detour> {
        let straight = goal.at - from;
        let short = straight.clamp_length_max((straight.length() - goal.near).max(0.0));
        if self.is_straight(ground, from, from + short) {
            return Some(Detour { length: straight.length(), next: goal.at });
        }
        let by = |turn: &usize| from.distance(self.turns[*turn]) + goal.left[*turn];
        let mut turns: Vec<usize> = (0..self.turns.len()).filter(|turn| goal.left[*turn].is_finite()).collect();
        turns.sort_by(|a, b| by(a).total_cmp(&by(b)));
        let first =
            turns.into_iter().find(|turn| self.is_clear(ground, from, self.turns[*turn], Detours::SLIM / 2.0))?;
        Some(Detour { length: by(&first), next: self.turns[first] })
    }
}

/// The places outside the corners of a convex polygon, counter-clockwise, that are so far from both edges there.
fn outside(corners: &[Vec2], far: f32) -> impl Iterator<Item = Vec2> {
    /// Beside a sharp corner they are no farther off than so many times that.
    const SHARP: f32 = 2.0;
    let of = corners.len();
    (0..of).map(move |n| {
        let (before, corner, after) = (corners[(n + of - 1) % of], corners[n], corners[(n + 1) % of]);
        let out = |along: Vec2| Vec2::new(along.y, -along.x).normalize_or_zero();
        let (one, other) = (out(corner - before), out(after - corner));
        let way = (one + other).normalize_or(one);
        corner + way * (far / way.dot(one).max(1.0 / SHARP))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cite::Word;
    use crate::table::{Shape, Terrain};

    /// A river from west to east, four inches deep, with a gap of six inches from 20 to 26.
    fn river() -> Ground {
        let water = |name: &str, west: f32, east: f32| Terrain {
            name: name.to_owned(),
            kind: Word("water"),
            shape: Shape::Polygon(vec![
                Vec2::new(west, 20.0),
                Vec2::new(east, 20.0),
                Vec2::new(east, 24.0),
                Vec2::new(west, 24.0),
            ]),
        };
        Ground::new(48.0, 48.0, &[water("west", 0.0, 20.0), water("east", 26.0, 48.0)]).unwrap()
    }

    fn way(frontage: f32, from: (f32, f32), to: (f32, f32)) -> Option<Detour> {
        let ground = river();
        let detours = Detours::new(&ground, &[TerrainId(0), TerrainId(1)], frontage);
        detours.way(&ground, from.into(), &detours.goal(&ground, to.into(), 0.0))
    }

    #[test]
    fn a_way_that_nothing_bars_is_straight() {
        let straight = way(4.0, (5.0, 10.0), (35.0, 10.0)).unwrap();
        assert_eq!((straight.length, straight.next), (30.0, Vec2::new(35.0, 10.0)));
        let through = way(4.0, (23.0, 10.0), (23.0, 34.0)).unwrap();
        assert_eq!(through.length, 24.0);
    }

    #[test]
    fn a_way_round_turns_half_a_frontage_from_the_corners() {
        let round = way(4.0, (10.0, 10.0), (10.0, 34.0)).unwrap();
        // (10, 10) to (22, 18), to (22, 26), to (10, 34): half of the frontage south and east of the corner (20, 20).
        let leg = (12.0_f32 * 12.0 + 8.0 * 8.0).sqrt();
        assert!((round.length - (2.0 * leg + 8.0)).abs() < 0.01, "{round:?}");
        assert!(round.next.distance(Vec2::new(22.0, 18.0)) < 0.01, "{round:?}");
    }

    #[test]
    fn a_gap_takes_who_is_as_wide_and_nobody_wider() {
        assert!(way(6.0, (10.0, 10.0), (10.0, 34.0)).is_some());
        assert_eq!(way(6.1, (10.0, 10.0), (10.0, 34.0)), None);
    }

    #[test]
    fn who_is_near_a_goal_has_reached_it() {
        let ground = river();
        let detours = Detours::new(&ground, &[TerrainId(0), TerrainId(1)], 2.0);
        // The goal stands in the water, an inch from the bank.
        let at = Vec2::new(10.0, 21.0);
        let from = Vec2::new(10.0, 10.0);
        assert_eq!(detours.way(&ground, from, &detours.goal(&ground, at, 0.5)), None);
        assert_eq!(detours.way(&ground, from, &detours.goal(&ground, at, 1.0)).unwrap().length, 11.0);
    }
}
