//! How many moves it takes to get from one pose to another for a unit that may turn only a little and then goes
//! straight ahead. The answer does not depend on where it stands, so it is computed once for each way of moving, on an
//! empty plane.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use bevy::math::Vec2;

use crate::table::{Cdeg, Footprint, Mil, Pose, turn};

/// How many cells the grid extends to each side of the unit.
const HALF: i32 = 24;
/// The grid's width in cells.
const SIDE: i32 = 2 * HALF + 1;
/// How many headings are distinguished.
const HEADINGS: i32 = 24;
/// Poses that need more moves are not searched for.
const MOST: u8 = 8;
/// The number of moves given for a pose that was not reached.
const UNREACHED: f32 = 10.0;
/// By how many cells the middle of a cell may be nearer than a place in it, and a hair for rounding.
const ROUNDED: f32 = std::f32::consts::FRAC_1_SQRT_2 + 1e-3;
/// How many distances from the unit are told apart, in whole cells: up to the grid's corners, and all beyond them.
const RINGS: usize = (HALF * HALF * 2).isqrt() as usize + 2;
/// Added to a small number and taken away again, it leaves the nearest whole one, which its lowest bits then hold.
const WHOLE: f32 = 12_582_912.0;
/// So near to half way between two cells a place is looked at more closely, in cells.
const HAIR: f32 = 2e-3;

/// A way of moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Gait {
    /// The farthest straight move without a turn.
    pub ahead: Mil,
    /// The largest turn to either side.
    pub pivot: Cdeg,
    /// Whether it may go on after a turn; the turn's arc is then deducted.
    pub goes_on: bool,
    /// Its frontage, which turns about one end.
    pub front: Mil,
    /// The size of a grid cell.
    pub cell: Mil,
}

/// The grids computed so far, with the time of their last use. Lines have many widths, so old grids must be dropped.
#[derive(Default)]
struct Known {
    ways: BTreeMap<Gait, (u64, Arc<Ways>)>,
    asked: u64,
}

impl Known {
    /// How many grids are stored, of a quarter of a mebibyte each.
    const MOST: usize = 256;

    fn of(&mut self, gait: Gait) -> Arc<Ways> {
        self.asked += 1;
        if !self.ways.contains_key(&gait) && self.ways.len() >= Known::MOST {
            let oldest = self.ways.iter().min_by_key(|(_, (asked, _))| *asked).map(|(gait, _)| *gait);
            oldest.and_then(|gait| self.ways.remove(&gait));
        }
        let known = self.ways.entry(gait).or_insert_with(|| (0, Arc::new(Ways::work_out(gait))));
        known.0 = self.asked;
        Arc::clone(&known.1)
    }
}

/// The least number of moves to every pose near the unit.
#[derive(Debug)]
pub struct Ways {
    moves: Vec<f32>,
    /// The least number of moves to any pose that lies so many cells away, or farther.
    least_from: [f32; RINGS],
    gait: Gait,
    size: Size,
    steps: [Step; 5],
}

/// One of the turns that a move may begin with, and how far it goes on then.
#[derive(Clone, Copy, Debug)]
struct Step {
    angle: Cdeg,
    sin: f32,
    cos: f32,
    /// Where its hinge lies, to the right of the middle of the front, inches.
    aside: f32,
    /// How far it goes on at most, inches, in how many parts.
    far: f32,
    lengths: i32,
}

impl Ways {
    /// The grid for that gait, computed when it is first asked for.
    pub fn of(gait: Gait) -> Arc<Ways> {
        static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);
        KNOWN.lock().unwrap_or_else(PoisonError::into_inner).of(gait)
    }

    fn work_out(gait: Gait) -> Ways {
        let steps = gait.steps();
        // Sine, cosine and cells of the headings that are met.
        let mut known: Vec<Option<(f32, f32, i32)>> = vec![None; 36_000];
        let mut of_heading = move |heading: Cdeg| {
            *known[heading.heading().0 as usize].get_or_insert_with(|| {
                let (sin, cos) = turn(heading);
                (sin, cos, way(heading))
            })
        };
        let mut least = vec![u8::MAX; (SIDE * SIDE * HEADINGS) as usize];
        let start = Pose { at: Vec2::ZERO, heading: Cdeg::ZERO };
        let mut open = VecDeque::from([(start, 0)]);
        let size = Size::of(gait);
        if let Some(cell) = size.slot(Vec2::ZERO, way(Cdeg::ZERO)) {
            least[cell] = 0;
        }
        while let Some((pose, moves)) = open.pop_front() {
            if moves == MOST {
                break;
            }
            let (sin, cos, _) = of_heading(pose.heading);
            for step in &steps {
                let pose = step.turned(pose, (sin, cos));
                let (sin, cos, way) = of_heading(pose.heading);
                for next in step.onward(pose, (sin, cos)) {
                    if let Some(cell) = size.slot(next.at, way)
                        && least[cell] == u8::MAX
                    {
                        least[cell] = moves + 1;
                        open.push_back((next, moves + 1));
                    }
                }
            }
        }
        let moves = smooth(&least);
        Ways { least_from: least_from(&moves), moves, gait, size, steps }
    }

    /// The gait that it is for.
    pub fn gait(&self) -> Gait {
        self.gait
    }

    /// The poses that can be reached in one move.
    pub fn next(&self, from: Pose) -> impl Iterator<Item = Pose> {
        let heading = turn(from.heading);
        self.steps.iter().flat_map(move |step| {
            let pose = step.turned(from, heading);
            step.onward(pose, turn(pose.heading))
        })
    }

    /// No place so many inches from the middle of the front takes fewer moves than this.
    pub fn at_least(&self, inches: f32) -> f32 {
        // The middle of a cell lies at most half its diagonal nearer than a place in it.
        let cells = inches * self.size.1 - ROUNDED;
        self.least_from[(cells.max(0.0) as usize).min(RINGS - 1)]
    }

    /// About how many moves it takes, if that is less than `below`. Within what the cells can distinguish, nearer poses get
    /// slightly less.
    pub fn moves(&self, from: &Footprint, to: Pose, below: f32) -> Option<f32> {
        let place = from.local(to.at) - Vec2::new(0.0, from.half_depth);
        let heading = to.heading - from.heading;
        let cell = self.size.slot(place, way(heading));
        let least = cell.map_or(UNREACHED, |cell| self.moves[cell]);
        if least >= below {
            return None;
        }
        let way = place.length() / self.gait.ahead.to_inches().max(1.0);
        let moves = if least < UNREACHED {
            let turns = heading.turn().to_radians().abs() / self.gait.pivot.to_radians().max(0.05);
            least + 0.05 * (way + turns)
        } else {
            // Far away the wished heading says nothing about how to begin: a unit that faces away from the enemy does
            // not get behind him sooner because its heading there would be the same.
            UNREACHED + 0.2 * way
        };
        (moves < below).then_some(moves)
    }
}

/// For each whole number of cells the least number of moves to any pose whose cell lies at least so far away.
fn least_from(moves: &[f32]) -> [f32; RINGS] {
    let mut least = [UNREACHED; RINGS];
    for (n, ways) in moves.chunks_exact(HEADINGS as usize).enumerate() {
        let [x, y] = [n as i32 / SIDE - HALF, n as i32 % SIDE - HALF];
        let ring = (x * x + y * y).isqrt() as usize;
        least[ring] = ways.iter().copied().fold(least[ring], f32::min);
    }
    for ring in (1..RINGS).rev() {
        least[ring - 1] = least[ring - 1].min(least[ring]);
    }
    least
}

/// The mean over each cell and its neighbours in place and heading, so that values change gradually.
fn smooth(least: &[u8]) -> Vec<f32> {
    const ROW: usize = HEADINGS as usize;
    const COLUMN: usize = SIDE as usize * ROW;
    const NONE: u16 = UNREACHED as u16;
    let counts: Vec<u16> = least.iter().map(|moves| if *moves == u8::MAX { NONE } else { u16::from(*moves) }).collect();
    // Sums of three along one axis; beyond the grid nothing is reached.
    let three = |of: &[u16], step: usize, of_line: usize, outside: u16| -> Vec<u16> {
        let sum = |(n, own): (usize, &u16)| {
            let place = n % of_line;
            let before = if place >= step { of[n - step] } else { outside };
            let behind = if place + step < of_line { of[n + step] } else { outside };
            own + before + behind
        };
        of.iter().enumerate().map(sum).collect()
    };
    let nine = three(&three(&counts, ROW, COLUMN, NONE), COLUMN, COLUMN * SIDE as usize, 3 * NONE);
    let mut smooth = Vec::with_capacity(least.len());
    for nine in nine.chunks_exact(ROW) {
        let mut ways = [0.0; ROW];
        ways.iter_mut().zip(nine).for_each(|(mean, sum)| *mean = f32::from(*sum) / 9.0);
        for way in 0..ROW {
            smooth.push((ways[(way + ROW - 1) % ROW] + ways[way] + ways[(way + 1) % ROW]) / 3.0);
        }
    }
    smooth
}

impl Step {
    /// The pose after the turn, about the end of the front; `heading` is the sine and cosine of the heading before it.
    fn turned(&self, pose: Pose, (sin, cos): (f32, f32)) -> Pose {
        if self.angle == Cdeg::ZERO {
            return pose;
        }
        let hinge = pose.at + Vec2::new(cos, -sin) * self.aside;
        let arm = pose.at - hinge;
        let arm = Vec2::new(arm.x * self.cos + arm.y * self.sin, arm.y * self.cos - arm.x * self.sin);
        Pose { at: hinge + arm, heading: (pose.heading + self.angle).heading() }
    }

    /// The poses ahead of one whose heading has that sine and cosine.
    fn onward(&self, pose: Pose, (sin, cos): (f32, f32)) -> impl Iterator<Item = Pose> + use<> {
        let (forward, far) = (Vec2::new(sin, cos), self.far);
        (0..self.lengths).map(move |n| Pose { at: pose.at + forward * far * n as f32 / 4.0, ..pose })
    }
}

impl Gait {
    /// What one move may consist of.
    fn steps(self) -> [Step; 5] {
        [-2, -1, 0, 1, 2].map(|n| {
            let angle = Cdeg(self.pivot.0 * n / 2);
            let arc = self.front.to_inches() * angle.to_radians().abs();
            let stays = angle != Cdeg::ZERO && !self.goes_on;
            let (sin, cos) = turn(angle);
            let aside = self.front.to_inches() / 2.0 * if angle > Cdeg::ZERO { 1.0 } else { -1.0 };
            let far = if stays { 0.0 } else { (self.ahead.to_inches() - arc).max(0.0) };
            Step { angle, sin, cos, aside, far, lengths: if stays { 1 } else { 5 } }
        })
    }
}

/// The size of a cell, inches, and how many there are to the inch.
#[derive(Clone, Copy, Debug)]
struct Size(f32, f32);

impl Size {
    fn of(gait: Gait) -> Size {
        let inches = gait.cell.to_inches();
        Size(inches, 1.0 / inches)
    }

    /// The cell of a place (to the right, ahead) and one of the headings, relative to the unit; none beyond the grid.
    fn slot(self, place: Vec2, way: i32) -> Option<usize> {
        let [x, y] = [self.along(place.x)?, self.along(place.y)?];
        Some(index(x, y, way))
    }

    /// Which cell along one axis so many inches are.
    fn along(self, inches: f32) -> Option<i32> {
        let about = inches * self.1;
        let shifted = about + WHOLE;
        // Half way between two cells the product must not be off by a hair.
        let cells = if (about - (shifted - WHOLE)).abs() < 0.5 - HAIR {
            (shifted.to_bits() as i32).wrapping_sub(WHOLE.to_bits() as i32)
        } else {
            self.cells(inches)?
        };
        let n = cells.wrapping_add(HALF);
        (0..SIDE).contains(&n).then_some(n)
    }

    /// How many cells so many inches are, rounded; none far beyond every grid.
    fn cells(self, inches: f32) -> Option<i32> {
        // Multiplied it may be off by a hair, which matters only half way between two cells.
        let about = inches * self.1;
        let rest = (about - about as i32 as f32).abs() - 0.5;
        rounded(if rest.abs() < 1e-3 { inches / self.0 } else { about })
    }
}

/// Which of the headings that are distinguished one is.
fn way(heading: Cdeg) -> i32 {
    let step = 36_000 / HEADINGS;
    (heading.heading().0 + step / 2) / step % HEADINGS
}

/// The whole number nearest to a small one, halves away from zero as `round` has it; none far beyond every grid.
fn rounded(value: f32) -> Option<i32> {
    if value.abs() > 1000.0 {
        return None;
    }
    let whole = value as i32;
    let rest = value - whole as f32;
    Some(if rest >= 0.5 {
        whole + 1
    } else if rest <= -0.5 {
        whole - 1
    } else {
        whole
    })
}

fn index(x: i32, y: i32, way: i32) -> usize {
    ((x * SIDE + y) * HEADINGS + way) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_are_kept_than_have_room_and_what_was_forgotten_is_the_same_again() {
        let mut known = Known::default();
        let gait = |front: i32| Gait {
            ahead: Mil(1000),
            pivot: Cdeg(9000),
            goes_on: false,
            front: Mil(front),
            cell: Mil(6000),
        };
        let first = known.of(gait(0));
        for front in 1..=Known::MOST as i32 {
            known.of(gait(front));
        }
        assert_eq!(known.ways.len(), Known::MOST);
        assert!(!known.ways.contains_key(&gait(0)) && known.ways.contains_key(&gait(1)), "the oldest went");
        assert_eq!(known.of(gait(0)).moves, first.moves);
    }

    const HORSE: Gait =
        Gait { ahead: Mil(15_000), pivot: Cdeg(2387), goes_on: true, front: Mil(4800), cell: Mil(1500) };

    fn moves(to: (f32, f32, f32)) -> f32 {
        let from = Footprint::new(Pose::new(36.0, 24.0, 90.0), 4.8, 1.2);
        Ways::of(HORSE).moves(&from, Pose::new(36.0 + to.1, 24.0 - to.0, 90.0 + to.2), f32::INFINITY).unwrap()
    }

    #[test]
    fn twice_as_far_straight_on_takes_longer() {
        let ways = [14.0, 29.0].map(|far| moves((0.0, far, 0.0)));
        assert!(ways[0] + 0.3 < ways[1] && ways[1] < 4.0, "{ways:?}");
    }

    #[test]
    fn a_quarter_turn_takes_four_moves() {
        // 23.87 degrees at a time: 95.5 in four.
        let quarter = (0..20).map(|n| moves((n as f32 - 10.0, 6.0, 90.0))).fold(f32::INFINITY, f32::min);
        assert!((3.5..4.8).contains(&quarter), "{quarter}");
    }

    #[test]
    fn no_place_so_far_off_takes_fewer_moves_than_is_said_of_its_distance() {
        let (ways, from) = (Ways::of(HORSE), Footprint::new(Pose::new(36.0, 24.0, 0.0), 4.8, 1.2));
        let mut nearly = f32::INFINITY;
        for n in 0..4000 {
            let (x, y) = ((n % 63) as f32 * 1.3 - 40.3, (n / 63) as f32 * 1.3 - 40.3);
            let to = Pose::new(36.0 + x, 24.0 + y, (n * 37 % 360) as f32);
            let (least, moves) =
                (ways.at_least(Vec2::new(x, y).length()), ways.moves(&from, to, f32::INFINITY).unwrap());
            assert!(moves >= least, "{moves} to {to:?}, and {least} was said");
            nearly = nearly.min(moves - least);
        }
        assert!(nearly < 0.7 && ways.at_least(30.0) >= 2.0, "as much is said as can be: {nearly}");
    }

    #[test]
    fn to_the_rear_it_is_farther_than_ahead() {
        assert!(moves((0.0, -10.0, 0.0)) > moves((0.0, 10.0, 0.0)) + 4.0);
    }

    #[test]
    fn each_move_of_a_way_brings_one_nearer() {
        // Round to the left in turns of 23.87 degrees, 8 inches each.
        let to = Pose::new(20.0, 30.0, 270.0);
        let mut at = Pose::new(36.0, 24.0, 0.0);
        let ways = Ways::of(HORSE);
        for _ in 0..3 {
            let moves = |from: Pose| ways.moves(&Footprint::new(from, 4.8, 1.2), to, f32::INFINITY).unwrap();
            let now = moves(at);
            let next = ways.next(at).map(|p| (moves(p), p)).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
            assert!(next.0 < now - 0.1, "{} after {now}", next.0);
            at = next.1;
        }
    }
}
