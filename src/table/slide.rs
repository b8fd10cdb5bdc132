//! A footprint that slides straight in one direction without turning: what it meets and after how many inches. parry2d
//! casts its shape along the way, so nothing is ever jumped over. Whether something is only grazed is decided here,
//! because parry knows no tolerance.

use bevy::math::Vec2;
use parry2d::math::{Pose as At, Vector};
use parry2d::shape::{Cuboid, SupportMap};
use smallvec::SmallVec;

use super::footprint::Footprint;
use super::ground::Ground;
use super::layout::{Foot, Layout};
use super::measure::TOUCHING;
use super::measures::Mil;
use super::plain;
use super::solid::{HAIR, Solid, wide};
use super::span::{Meets, Passage};
use super::straight::{Obstacle, Way};
use crate::ids::UnitId;

/// A footprint that is met on a straight path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Who is met.
    pub unit: UnitId,
    /// Which of its bases, from 0.
    pub base: u8,
    /// The distance slid when it is touched, inches; 0 if it is touched at the start.
    pub at: f32,
    /// How wide it is in the path.
    pub width: f32,
}

/// In order of distance; at the same distance in roster order.
pub type Hits = SmallVec<[Hit; 4]>;

/// Something that stands still while a footprint slides, with its extents as seen from the middle of the mover.
pub(super) struct Still<'a, S> {
    pub shape: &'a S,
    pub at: At,
    /// Its extent across the path, from left to right.
    pub across: (f32, f32),
    /// Its extent along the path, from near to far.
    pub along: (f32, f32),
    /// Its solid, if it is a footprint.
    pub solid: Option<&'a Solid>,
}

/// A slide, and how far the mover extends from its own middle, along and across the path.
struct Slide {
    solid: Solid,
    direction: Vector,
    across: f32,
    along: f32,
}

impl Slide {
    fn new(print: &Footprint, direction: Vec2) -> Slide {
        Slide {
            solid: print.solid(),
            direction: wide(direction).normalize_or_zero(),
            across: print.half_extent(direction.perp()),
            along: print.half_extent(direction),
        }
    }

    /// How much of the path's width it takes up, and how far its nearer side reaches into the path. Where it is
    /// narrower than the mover the second is the same or more.
    fn width(&self, still: &Still<impl SupportMap>) -> (f32, f32) {
        let (left, right) = still.across;
        let inside = (right + self.across).min(self.across - left);
        (self.across.min(right) - (-self.across).max(left), inside)
    }

    /// The distance at which the mover, made smaller by that much on every side, first touches it; negative when that
    /// is behind the mover.
    fn enter(&self, still: &Still<impl SupportMap>, smaller: f64) -> Option<f64> {
        let from = f64::from(still.along.0 - self.along) - 1.0;
        let start = self.solid.shrunk(smaller).shifted(self.direction * from);
        start.cast(self.direction, still.shape, &still.at, 0.0).map(|at| from + at)
    }

    /// The distance at which the mover last touches it: found by a slide back from beyond it.
    fn leave(&self, still: &Still<impl SupportMap>, smaller: f64) -> Option<f64> {
        let from = f64::from(still.along.1 + self.along) + 1.0;
        let start = self.solid.shrunk(smaller).shifted(self.direction * from);
        start.cast(-self.direction, still.shape, &still.at, 0.0).map(|at| from - at)
    }
}

/// What a footprint that slides along a unit direction runs into within `reach` inches. None when the thing is only
/// grazed, lies beside the path, or is left behind.
///
/// It is grazed when it reaches no farther than `graze` inches into the path. Something touched at the start may be
/// beside or behind the mover: it is in the way only if a mover smaller by a touch would run into it too.
pub(super) fn meets_still(
    print: &Footprint,
    direction: Vec2,
    still: &Still<impl SupportMap>,
    reach: f32,
    graze: f32,
) -> Option<Meets> {
    // Within this distance a mover may touch something that it does not go into.
    const TOUCHED: f64 = 0.02;
    let slide = Slide::new(print, direction);
    let (width, inside) = slide.width(still);
    if inside <= graze || still.along.1 + slide.along <= 0.0 || still.along.0 - slide.along > reach {
        return None;
    }
    let enter = slide.solid.cast(slide.direction, still.shape, &still.at, 0.0)?;
    if enter > f64::from(reach) {
        return None;
    }
    if enter <= TOUCHED {
        let graze = if enter <= HAIR { TOUCHING } else { graze };
        if inside <= graze {
            return None;
        }
        let smaller = slide.solid.shrunk(f64::from(graze));
        let goes_in = smaller.cast(slide.direction, still.shape, &still.at, 0.0).is_some();
        let with_a_corner = || {
            let solid = still.solid?;
            let deep = slide.deep(still, solid)?;
            Some(slide.deep_at(solid, slide.leave(still, 0.0)?, deep) > 0.0)
        };
        if !goes_in && with_a_corner() != Some(true) {
            return None;
        }
    }
    Some(Meets { enter: if enter <= HAIR { 0.0 } else { enter as f32 }, width })
}

/// Whether the slide comes to overlap it deeper than a touch within `reach` inches.
pub(super) fn blocks_still(print: &Footprint, direction: Vec2, still: &Still<impl SupportMap>, reach: f32) -> bool {
    // Whatever is met at least this long before the end is overlapped as deep as it ever will be.
    const WELL_BEFORE: f32 = 0.05;
    let Some(met) = meets_still(print, direction, still, reach, TOUCHING) else { return false };
    let deep = || {
        let slide = Slide::new(print, direction);
        slide.solid.shrunk(f64::from(TOUCHING)).cast(slide.direction, still.shape, &still.at, 0.0)
    };
    met.enter < reach - WELL_BEFORE || deep().is_some_and(|at| at < f64::from(reach))
}

/// After how many inches a footprint that slides over it is clear of it.
pub(super) fn left_after(print: &Footprint, direction: Vec2, still: &Still<impl SupportMap>) -> f32 {
    let slide = Slide::new(print, direction);
    // What it slides over is also touched from the other side; if rounding hides that, it is clear where the extents
    // part.
    slide.leave(still, 0.0).map_or(still.along.1 + slide.along, |at| at as f32)
}

/// Another footprint as something that stands still.
fn still_footprint<'a>(
    print: &Footprint,
    direction: Vec2,
    (other, solid): (&Footprint, &'a Solid),
) -> Still<'a, Cuboid> {
    let to = other.centre - print.centre;
    let shadow = |axis: Vec2| {
        let (middle, half) = (to.dot(axis), other.half_extent(axis));
        (middle - half, middle + half)
    };
    Still {
        shape: &solid.shape,
        at: solid.at,
        across: shadow(direction.perp()),
        along: shadow(direction),
        solid: Some(solid),
    }
}

/// Whether the circles round two footprints allow the one to meet the other within `reach` inches, or to come as near
/// as `gap`.
fn may_meet(print: &Footprint, direction: Vec2, other: &Footprint, gap: f32, reach: f32) -> bool {
    let (to, room) = (other.centre - print.centre, print.radius + other.radius + gap);
    let along = to.dot(direction);
    to.perp_dot(direction).abs() < room && along > -room && along < reach + room
}

/// Where a footprint that slides along a unit direction overlaps another deeper than a touch, however far behind or
/// ahead; none when it passes by or only grazes it.
pub fn passage(print: &Footprint, direction: Vec2, other: &Footprint) -> Option<Passage> {
    let aside = (other.centre - print.centre).perp_dot(direction);
    if aside.abs() >= print.radius + other.radius {
        return None;
    }
    let (slide, solid) = (Slide::new(print, direction), other.solid());
    let still = still_footprint(print, direction, (other, &solid));
    if slide.width(&still).1 <= TOUCHING {
        return None;
    }
    let (enter, leave) = (slide.enter(&still, 0.0)?, slide.leave(&still, 0.0)?);
    let deep = slide.deep(&still, &solid)?;
    let over = (slide.deep_at(&solid, enter, deep) as f32, slide.deep_at(&solid, leave, deep) as f32);
    Some(Passage { enter: enter as f32, leave: leave as f32, over })
}

impl Slide {
    /// A distance at which the overlap is deeper than a touch, if there is one. If a mover smaller by a touch runs into
    /// the other, there is; else a corner may still dip in, which is found with a mover smaller by less (a touch along
    /// the diagonal).
    fn deep(&self, still: &Still<impl SupportMap>, other: &Solid) -> Option<f64> {
        let touch = f64::from(TOUCHING);
        if let Some(deep) = self.enter(still, touch) {
            return Some(deep);
        }
        let less = touch / std::f64::consts::SQRT_2;
        let (mut from, mut to) = (self.enter(still, less)?, self.leave(still, less)?);
        let depth = |at: f64| self.solid.shifted(self.direction * at).penetration(other);
        // The depth along a slide is a concave function, so its maximum can be found by ternary search.
        while to - from > 1e-6 {
            let (a, b) = (from + (to - from) / 3.0, to - (to - from) / 3.0);
            *(if depth(a) < depth(b) { &mut from } else { &mut to }) = if depth(a) < depth(b) { a } else { b };
        }
        let middle = f64::midpoint(from, to);
        (depth(middle) > touch).then_some(middle)
    }

    /// The distance at which the overlap becomes deeper than a touch, between one (`none`) where it is not and one
    /// (`deep`) where it is. Found by halving, because the depth only rises or only falls between them.
    fn deep_at(&self, other: &Solid, mut none: f64, mut deep: f64) -> f64 {
        while (deep - none).abs() > 1e-7 {
            let middle = f64::midpoint(none, deep);
            let is_deep = self.solid.shifted(self.direction * middle).penetration(other) > f64::from(TOUCHING);
            *(if is_deep { &mut deep } else { &mut none }) = middle;
        }
        deep
    }
}

/// Where a footprint that slides along a unit direction runs into another: at 0 if it touches it now and the other is
/// in its way; none when it only grazes it, passes by or leaves it behind.
pub fn meets(print: &Footprint, direction: Vec2, other: &Footprint) -> Option<Meets> {
    meets_beyond(print, direction, other, TOUCHING)
}

/// The same for a ruleset with its own limit of a graze, inches: something touched at the start is in the way as for
/// [`meets`]; something met later is, if it reaches farther into the path than that limit.
pub fn meets_beyond(print: &Footprint, direction: Vec2, other: &Footprint, graze: f32) -> Option<Meets> {
    meets_within(print, direction, other, f32::INFINITY, graze)
}

/// The same for what is met within `reach` inches.
pub(super) fn meets_within(
    print: &Footprint,
    direction: Vec2,
    other: &Footprint,
    reach: f32,
    graze: f32,
) -> Option<Meets> {
    if !may_meet(print, direction, other, 0.0, reach) {
        return None;
    }
    let solid = other.solid();
    meets_still(print, direction, &still_footprint(print, direction, (other, &solid)), reach, graze)
}

/// Whether a footprint that slides so many inches along a unit direction comes to overlap another deeper than a touch.
pub fn blocks(print: &Footprint, direction: Vec2, other: &Footprint, reach: f32) -> bool {
    if !may_meet(print, direction, other, 0.0, reach) {
        return false;
    }
    plain::overlaps(print, direction * reach, other).unwrap_or_else(|| blocks_by_parry(print, direction, other, reach))
}

pub(super) fn blocks_by_parry(print: &Footprint, direction: Vec2, other: &Footprint, reach: f32) -> bool {
    let solid = other.solid();
    blocks_still(print, direction, &still_footprint(print, direction, (other, &solid)), reach)
}

/// After how many inches a footprint that slides along a unit direction and runs into another is clear of it again.
pub fn clear_of(print: &Footprint, direction: Vec2, other: &Footprint) -> f32 {
    let solid = other.solid();
    left_after(print, direction, &still_footprint(print, direction, (other, &solid)))
}

/// All footprints of those that `counts` picks which are met within `reach` inches.
pub fn hits(layout: &Layout, print: &Footprint, direction: Vec2, reach: f32, counts: impl Fn(&Foot) -> bool) -> Hits {
    hits_beyond(layout, print, direction, reach, TOUCHING, counts)
}

/// The same for a ruleset with its own limit of a graze, as in [`meets_beyond`].
pub fn hits_beyond(
    layout: &Layout,
    print: &Footprint,
    direction: Vec2,
    reach: f32,
    graze: f32,
    counts: impl Fn(&Foot) -> bool,
) -> Hits {
    let met = Way { from: *print, along: direction, graze }.obstacles(layout, None, reach, counts);
    let hit = |met: Obstacle| Hit { unit: met.foot.unit, base: met.foot.base, at: met.at, width: met.width };
    let mut hits: Hits = met.into_iter().map(hit).collect();
    hits.sort_by(|a, b| a.at.total_cmp(&b.at));
    hits
}

/// The distance after which a footprint that slides along a unit direction begins to leave the table; infinite if
/// it never does.
pub fn to_table_edge(ground: &Ground, print: &Footprint, direction: Vec2) -> f32 {
    let room = |at: f32, reach: f32, size: f32, speed: f32| {
        let free = if speed > 0.0 { size - at - reach } else { at - reach };
        if speed == 0.0 { f32::INFINITY } else { (free / speed.abs()).max(0.0) }
    };
    let x = room(print.centre.x, print.half_extent(Vec2::X), ground.width, direction.x);
    let y = room(print.centre.y, print.half_extent(Vec2::Y), ground.depth, direction.y);
    x.min(y)
}

/// The distance after which the gap to another footprint, which need not lie in the path, first shrinks to `gap`
/// inches: 0 if it is that small now; none if it never gets so small.
pub fn approaches(print: &Footprint, direction: Vec2, other: &Footprint, gap: f32) -> Option<f32> {
    if !may_meet(print, direction, other, gap + TOUCHING, f32::INFINITY) {
        return None;
    }
    let (mover, other) = (print.solid(), other.solid());
    if mover.distance(&other) as f32 <= gap {
        return Some(0.0);
    }
    let met = mover.cast(wide(direction).normalize_or_zero(), &other.shape, &other.at, f64::from(gap));
    met.map(|at| at as f32)
}

/// When two footprints that slide at the same time, each by its own vector, first come as near to each other as `gap`
/// inches, or touch if it is 0. The answer is a fraction of their moves, 0 to 1.
pub fn closing(a: &Footprint, a_by: Vec2, b: &Footprint, b_by: Vec2, gap: f32) -> Option<f32> {
    // Relative to the first, the other makes both moves.
    let by = a_by - b_by;
    let length = by.length();
    if length <= f32::EPSILON {
        return (gap > 0.0 && super::measure::distance(a, b) <= gap).then_some(0.0);
    }
    let direction = by / length;
    let at = if gap > 0.0 { approaches(a, direction, b, gap) } else { meets(a, direction, b).map(|met| met.enter) };
    at.map(|at| at / length).filter(|part| *part <= 1.0)
}

/// The whole number to write for a straight move that ends where something is touched (`gap` 0) or short of it:
/// rounded down, so the mover never overlaps what it is seated against.
pub fn seat(at: f32, gap: Mil) -> Mil {
    // Numbers that are whole but for rounding in the last bits count as whole.
    const NOISE: f32 = 0.000_05;
    Mil((Mil::down(at + NOISE) - gap).0.max(0))
}

#[cfg(test)]
mod tests;
