//! What has just happened, as movement on the table: bases go their true way, one after the other. It never blocks:
//! the battle is already where it ends, and any key or click finishes it.

use std::time::{Duration, Instant};

use bevy::math::Vec2;

use crate::battle::{Action, Entry, Narration, Ref, Value};
use crate::gui::board::scene::{Piece, Scene, Stand};
use crate::gui::options::Pace;
use crate::ids::{Side, UnitId};
use crate::table::walk::stepped;
use crate::table::{Cdeg, Footprint, Leg, Pose, Wheel};

impl Pace {
    /// What a time of the look becomes.
    fn times(self, seconds: f32) -> f32 {
        match self {
            Pace::Slow => seconds * 2.5,
            Pace::Normal => seconds,
            Pace::None => 0.0,
        }
    }
}

/// Movement under way.
#[derive(Clone, Debug, Default)]
pub struct Motion {
    steps: Vec<Step>,
    riders: Vec<Rider>,
    /// Seconds until all has been seen: dice stay on the table for a moment after the last base stands.
    end: f32,
    since: Option<Instant>,
    pace: Pace,
    /// What was written by both and is opened: shown before anybody moves.
    arrows: Vec<Arrow>,
}

/// An order that was written in secret, as it is opened: along which points it leads.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    pub points: Vec<Vec2>,
    pub side: Side,
    /// Whether it goes to somebody.
    pub closes: bool,
}

/// One base on its way: it waits, goes, and then stands where the next step takes it up.
#[derive(Clone, Debug)]
struct Step {
    unit: UnitId,
    foot: usize,
    way: Vec<Footprint>,
    /// Seconds from the beginning.
    from: f32,
    to: f32,
}

/// A token on its way: with the base beside which it stood, else straight.
#[derive(Clone, Debug)]
struct Rider {
    unit: UnitId,
    from: Vec2,
    to: Vec2,
    with: Option<(UnitId, usize)>,
    /// Seconds, where it goes by itself.
    takes: f32,
}

/// As near as this, inches, a token is at a base.
const BESIDE: f32 = 1.0;

/// How long dice are seen before whoever is no person goes on.
const DICE: f32 = 1.2;
/// All that moves after one answer is shown within this time.
const LONGEST: f32 = 1.5;
/// Orders that both have written are seen so long before anybody moves; then all move within this time.
const OPENING: f32 = 1.0;
const TOGETHER: f32 = 2.0;

impl Motion {
    /// What an entry of the journal told, between how the table looked before and after.
    pub fn of(before: &Scene, after: &Scene, entry: Option<&Entry>) -> Motion {
        let mut steps: Vec<Step> = Vec::new();
        let arrows = entry.map_or_else(Vec::new, |entry| arrows(before, entry));
        let (opening, most) = if arrows.is_empty() { (0.0, LONGEST) } else { (OPENING, TOGETHER) };
        let mut clock = 0.0;
        for fact in entry.into_iter().flat_map(Entry::facts) {
            let Narration::Moved { who, along } = &fact.narration else { continue };
            // Where both sides move, all take the same time for whatever way they go.
            let sides: Vec<Side> = who.iter().filter_map(|of| Some(before.piece(base_of(*of)?.0)?.side)).collect();
            let both = sides.contains(&Side::North) && sides.contains(&Side::South);
            let same = both.then(|| along.iter().map(|poses| seconds(poses)).fold(0.0, f32::max));
            let mut longest = 0.0_f32;
            for (of, poses) in who.iter().zip(along) {
                let took = same.unwrap_or_else(|| seconds(poses));
                if let Ref::Unit(unit) = *of
                    && let Some(ways) = together(before, after, unit, poses)
                {
                    longest = longest.max(took);
                    let step = |(foot, way)| Step { unit, foot, way, from: clock, to: clock + took };
                    steps.extend(ways.into_iter().enumerate().map(step));
                    continue;
                }
                let Some((unit, foot)) = base_of(*of) else { continue };
                // Of a block that falls apart, or of bases that close up to one, only one of the two has single bases. Else it
                // is drawn with the ranks that it has afterwards, and so as wide and as deep.
                let count = |scene: &Scene| scene.piece(unit).map_or(0, |piece| piece.feet().len());
                let (most, other) = if count(before) > count(after) { (before, after) } else { (after, before) };
                let Some(print) = print(most, unit, foot).or_else(|| print(other, unit, foot)) else { continue };
                let way: Vec<Footprint> =
                    poses.iter().map(|p| Footprint::new(*p, print.width(), print.depth())).collect();
                longest = longest.max(took);
                steps.push(Step { unit, foot, way, from: clock, to: clock + took });
            }
            clock += longest;
        }
        let share = if clock > most { most / clock } else { 1.0 };
        for step in &mut steps {
            step.from = opening + step.from * share;
            step.to = opening + step.to * share;
        }
        let riders = riders(before, after, &steps);
        let alone = riders.iter().filter(|r| r.with.is_none()).map(|r| r.takes);
        let mut end = steps.iter().map(|s| s.to).chain(alone).fold(opening, f32::max);
        if entry.is_some_and(Entry::rolled) {
            end += DICE;
        }
        let since = (end > 0.0).then(Instant::now);
        Motion { steps, riders, end, since, pace: Pace::Normal, arrows }
    }

    /// Whether anything moves.
    pub fn is_running(&self) -> bool {
        self.since.is_some_and(|since| since.elapsed() < Duration::from_secs_f32(self.pace.times(self.end)))
    }

    /// How long until it ends, and whether bases move meanwhile.
    pub fn rest(&self) -> Option<(Duration, bool)> {
        let gone = self.since.filter(|_| self.is_running())?.elapsed();
        let riding = self.riders.iter().map(|r| r.takes);
        let moving = self.steps.iter().map(|s| s.to).chain(riding).fold(0.0, f32::max);
        let left = Duration::from_secs_f32(self.pace.times(self.end)).saturating_sub(gone);
        Some((left, gone < Duration::from_secs_f32(self.pace.times(moving))))
    }

    /// The orders that are opened just now.
    pub fn arrows(&self) -> &[Arrow] {
        let shown = self.since.filter(|_| self.is_running());
        let opens = |since: Instant| since.elapsed() < Duration::from_secs_f32(self.pace.times(OPENING));
        if shown.is_some_and(opens) { &self.arrows } else { &[] }
    }

    /// Ends it at once.
    pub fn finish(&mut self) {
        self.since = None;
    }

    /// The pace is taken over by what is under way.
    pub fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
    }

    /// Where the bases that move are drawn now: by place in the scene's pieces and among its feet.
    pub fn moved(&self, scene: &Scene) -> Vec<(usize, usize, Footprint)> {
        let Some(since) = self.since.filter(|_| self.is_running()) else { return Vec::new() };
        let now = since.elapsed().as_secs_f32() / self.pace.times(1.0).max(1e-3);
        let mut found: Vec<(usize, usize, Footprint)> = Vec::new();
        for (p, piece) in scene.pieces.iter().enumerate() {
            for foot in 0..piece.feet().len() {
                if let Some(print) = self.at_time(piece.unit, foot, now) {
                    found.push((p, foot, print));
                }
            }
        }
        found
    }

    /// Where the tokens that move are drawn now.
    pub fn riding(&self) -> Vec<(UnitId, Vec2)> {
        let Some(since) = self.since.filter(|_| self.is_running()) else { return Vec::new() };
        let now = since.elapsed().as_secs_f32() / self.pace.times(1.0).max(1e-3);
        self.riders.iter().map(|rider| (rider.unit, self.rider_at(rider, now))).collect()
    }

    /// Where one token is at that many seconds: where it stood beside its base, and by and by where it will stand.
    fn rider_at(&self, rider: &Rider, now: f32) -> Vec2 {
        let Some((unit, foot)) = rider.with else {
            return rider.from.lerp(rider.to, ease((now / rider.takes.max(1e-3)).clamp(0.0, 1.0)));
        };
        let own = self.steps.iter().filter(|s| s.unit == unit && s.foot == foot);
        let (begins, ends) = own.clone().fold((f32::MAX, 0.0_f32), |(a, b), s| (a.min(s.from), b.max(s.to)));
        let first = own.clone().next().and_then(|s| s.way.first());
        let last = own.clone().next_back().and_then(|s| s.way.last());
        let (Some(first), Some(last), Some(base)) = (first, last, self.at_time(unit, foot, now)) else {
            return rider.to;
        };
        let place = first.local(rider.from);
        let beside = |base: &Footprint| base.centre + base.right() * place.x + base.forward() * place.y;
        let share = ((now - begins) / (ends - begins).max(1e-3)).clamp(0.0, 1.0);
        beside(&base) + (rider.to - beside(last)) * share
    }

    /// Where one base is at that many seconds.
    fn at_time(&self, unit: UnitId, foot: usize, now: f32) -> Option<Footprint> {
        let mut own = self.steps.iter().filter(|s| s.unit == unit && s.foot == foot);
        let step = own.clone().rev().find(|s| s.from <= now).or_else(|| own.next())?;
        let share = ((now - step.from) / (step.to - step.from).max(1e-3)).clamp(0.0, 1.0);
        Some(along(&step.way, ease(share)))
    }
}

/// The orders of both sides that an entry opens, as they were written: along their legs, and to whom they name. One answer
/// that is not secret opens nothing.
fn arrows(before: &Scene, entry: &Entry) -> Vec<Arrow> {
    let answers = || {
        entry.facts().filter_map(|fact| match &fact.narration {
            Narration::Answered(action) => Some(action),
            _ => None,
        })
    };
    if answers().nth(1).is_none() {
        return Vec::new();
    }
    answers().filter_map(|action| arrow(before, action)).collect()
}

fn arrow(before: &Scene, action: &Action) -> Option<Arrow> {
    let [of] = action.who[..] else { return None };
    let piece = before.piece(base_of(of)?.0)?;
    let mut stands = crate::table::hull::round(piece.feet())?;
    let mut points = vec![stands.front()];
    for leg in action.legs() {
        let wheel = if let Leg::Wheel(angle) = leg { Wheel::of(&[stands], *angle > Cdeg::ZERO) } else { None };
        stands = stepped(&[stands], *leg, wheel.as_ref()).first().copied()?;
        points.push(stands.front());
    }
    let named = action.with.iter().flat_map(|(_, value)| if let Value::Refs(refs) = value { &refs[..] } else { &[] });
    let foe = named.filter_map(|of| before.piece(base_of(*of)?.0)).find(|other| other.side != piece.side);
    let target = foe.and_then(|foe| crate::table::hull::round(foe.feet()));
    points.extend(target.map(|target| target.nearest_to(stands.front())));
    points.dedup_by(|a, b| a.distance(*b) < 0.05);
    (points.len() > 1).then_some(Arrow { points, side: piece.side, closes: target.is_some() })
}

/// The tokens that stand elsewhere afterwards.
fn riders(before: &Scene, after: &Scene, steps: &[Step]) -> Vec<Rider> {
    let mut found = Vec::new();
    for piece in &before.pieces {
        let (Stand::Token(from), Some(Stand::Token(to))) = (&piece.stand, after.piece(piece.unit).map(|p| &p.stand))
        else {
            continue;
        };
        if from.distance(*to) < 1e-3 {
            continue;
        }
        let friend = |step: &&Step| before.piece(step.unit).is_some_and(|p| p.side == piece.side);
        let near = steps.iter().filter(friend).filter_map(|step| {
            let base = print(before, step.unit, step.foot)?;
            Some((base.nearest_to(*from).distance(*from), (step.unit, step.foot)))
        });
        let with = near.min_by(|a, b| a.0.total_cmp(&b.0)).filter(|(apart, _)| *apart <= BESIDE).map(|(_, with)| with);
        let takes = (from.distance(*to) * 0.09).clamp(0.25, 0.9);
        found.push(Rider { unit: piece.unit, from: *from, to: *to, with, takes });
    }
    found
}

fn base_of(of: Ref) -> Option<(UnitId, usize)> {
    match of {
        Ref::Unit(unit) => Some((unit, 0)),
        Ref::Base(unit, n) => Some((unit, usize::from(n))),
        _ => None,
    }
}

/// The ways of all rectangles of a unit that goes as one along those poses of its front middle; none for a unit that is
/// one rectangle, and for one that changes its formation meanwhile.
fn together(before: &Scene, after: &Scene, unit: UnitId, poses: &[Pose]) -> Option<Vec<Vec<Footprint>>> {
    let (old, new) = (before.piece(unit)?.feet(), after.piece(unit)?.feet());
    let from = *poses.first().filter(|_| old.len() > 1 && old.len() == new.len())?;
    let way = |print: &Footprint| {
        let at = |to: &Pose| Footprint::new(print.pose().carried(from, *to), print.width(), print.depth());
        poses.iter().map(at).collect()
    };
    Some(old.iter().map(way).collect())
}

fn print(scene: &Scene, unit: UnitId, foot: usize) -> Option<Footprint> {
    match scene.piece(unit).map(|p: &Piece| &p.stand) {
        Some(Stand::Feet(feet)) => feet.get(foot).copied(),
        _ => None,
    }
}

/// 90 ms an inch, at least 250 and at most 900.
fn seconds(poses: &[Pose]) -> f32 {
    let inches: f32 = poses.windows(2).map(|p| p[0].at.distance(p[1].at)).sum();
    (inches * 0.09).clamp(0.25, 0.9)
}

/// Slow at both ends.
fn ease(t: f32) -> f32 {
    t * t * (3.0 - 2.0 * t)
}

/// The print at a share of the way, headings turned the short way.
fn along(way: &[Footprint], share: f32) -> Footprint {
    let (Some(first), Some(last)) = (way.first(), way.last()) else { return Footprint::default() };
    let length = |a: &Footprint, b: &Footprint| {
        a.centre.distance(b.centre).max(crate::table::Cdeg::between(a.heading, b.heading).to_radians() * a.half_width)
    };
    let whole: f32 = way.windows(2).map(|p| length(&p[0], &p[1])).sum();
    let mut left = whole * share;
    for pair in way.windows(2) {
        let piece = length(&pair[0], &pair[1]);
        if left <= piece && piece > 0.0 {
            return between(&pair[0], &pair[1], left / piece);
        }
        left -= piece;
    }
    if share < 0.5 { *first } else { *last }
}

fn between(a: &Footprint, b: &Footprint, t: f32) -> Footprint {
    let by = crate::table::Cdeg(b.heading.0 - a.heading.0).turn();
    let heading = (a.heading + crate::table::Cdeg((by.0 as f32 * t) as i32)).heading();
    let centre = a.centre.lerp(b.centre, t);
    let (sin, cos) = crate::table::turn(heading);
    Footprint { centre, heading, sin, cos, ..*b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cite::Word;
    use crate::gui::board::scene::tests::{piece, scene};
    use crate::gui::options::Pace;

    fn print(x: f32, y: f32, degrees: f32) -> Footprint {
        Footprint::new(Pose::new(x, y, degrees), 4.0, 2.0)
    }

    #[test]
    fn half_way_is_half_way_and_turns_take_the_short_way() {
        let way = [print(0.0, 0.0, 0.0), print(0.0, 4.0, 0.0), print(0.0, 8.0, 0.0)];
        assert!(along(&way, 0.5).front().distance(Vec2::new(0.0, 4.0)) < 1e-4);
        assert!(along(&way, 1.0).front().distance(Vec2::new(0.0, 8.0)) < 1e-4);
        let turning = between(&print(0.0, 0.0, 350.0), &print(0.0, 0.0, 10.0), 0.5);
        assert_eq!(turning.heading, crate::table::Cdeg(0));
    }

    #[test]
    fn an_inch_takes_ninety_milliseconds_within_limits() {
        let poses = |inches: f32| [Pose::new(0.0, 0.0, 0.0), Pose::new(0.0, inches, 0.0)];
        assert!((seconds(&poses(5.0)) - 0.45).abs() < 1e-5);
        assert_eq!(seconds(&poses(0.1)), 0.25);
        assert_eq!(seconds(&poses(30.0)), 0.9);
    }

    #[test]
    fn a_general_goes_along_with_his_base_and_not_in_one_leap() {
        let token = |x: f32, y: f32| Piece { stand: Stand::Token(Vec2::new(x, y)), ..piece(9, Side::South, x, y, 0.0) };
        let before = scene(vec![piece(1, Side::South, 36.0, 12.0, 0.0), token(36.0, 12.0)]);
        let after = scene(vec![piece(1, Side::South, 36.0, 18.0, 0.0), token(36.0, 18.0)]);
        let base = |y: f32| Footprint::new(Pose::new(36.0, y, 0.0), 4.8, 1.8);
        let way = vec![base(12.0), base(18.0)];
        let steps = vec![Step { unit: UnitId(1), foot: 0, way, from: 0.0, to: 0.6 }];
        let riders = riders(&before, &after, &steps);
        assert_eq!(riders[0].with, Some((UnitId(1), 0)));
        let motion = Motion { steps, riders, ..Motion::default() };
        let at = |now: f32| motion.rider_at(&motion.riders[0], now);
        assert!(at(0.0).distance(Vec2::new(36.0, 12.0)) < 1e-4);
        assert!(at(0.3).distance(Vec2::new(36.0, 15.0)) < 1e-4, "half-way when his base is");
        assert!(at(0.6).distance(Vec2::new(36.0, 18.0)) < 1e-4);
    }

    #[test]
    fn an_order_is_opened_along_its_legs_and_to_whom_it_names() {
        let before = scene(vec![piece(1, Side::South, 36.0, 12.0, 0.0), piece(2, Side::North, 36.0, 30.0, 180.0)]);
        let of = Ref::Unit(UnitId(1));
        let march = arrow(&before, &Action::along(of, vec![Leg::Ahead(crate::table::Mil(6000))])).unwrap();
        assert_eq!((march.side, march.closes, march.points.len()), (Side::South, false, 2));
        assert!(march.points[1].distance(Vec2::new(36.0, 18.0)) < 1e-4);
        let at = Value::Refs(vec![Ref::Unit(UnitId(2))]);
        let charge = arrow(&before, &Action::new(of, Word("charge")).with(Word("at"), at)).unwrap();
        assert!(charge.closes && charge.points[1].distance(Vec2::new(36.0, 30.0)) < 1e-4);
        assert_eq!(arrow(&before, &Action::new(of, Word("hold"))), None);
    }

    #[test]
    fn no_pace_is_no_movement() {
        assert_eq!(Pace::None.times(0.9), 0.0);
        assert_eq!(Pace::Slow.times(0.4), 1.0);
    }
}
