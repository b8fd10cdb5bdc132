//! From a wished place to the move that comes nearest to it: a wheel and then straight ahead for blocks, stand by stand
//! for loose units.

use bevy::math::Vec2;

use super::footprint::Footprint;
use super::measures::{Cdeg, Mil};
use super::placement::BaseSize;
use super::pose::{Place, Pose, turn};
use super::wheel::Wheel;

/// The limits of a wheel and the straight move after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest wheel to the left, as a positive angle.
    pub left: Cdeg,
    /// The largest wheel to the right.
    pub right: Cdeg,
    /// The farthest straight move after no wheel.
    pub ahead: Mil,
    /// Whether a wheel uses up the whole straight move; else it costs the arc of its outer corner.
    pub wheel_ends_move: bool,
}

/// A wheel, positive to the right, and then straight ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WheelAhead {
    /// The wheel; negative is to the left.
    pub wheel: Cdeg,
    /// The way straight ahead after it.
    pub ahead: Mil,
}

/// The wheel and straight move within the limits after which the front edge of the body's first footprint comes nearest
/// to the wished place. With a heading both its front corners are compared with where they should be, without one
/// (`None`) only its middle. None for an empty body.
pub fn wheel_then_ahead(body: &[Footprint], at: Vec2, heading: Option<Cdeg>, limits: Limits) -> Option<WheelAhead> {
    let lead = body.first()?;
    let mut best = straight(lead, at, heading, limits);
    for (right, most) in [(false, limits.left), (true, limits.right)] {
        let wheel = Wheel::of(body, right)?;
        let sign = if right { 1 } else { -1 };
        let try_angle = |size: i32| {
            let angle = Cdeg(size * sign);
            let left = if limits.wheel_ends_move { Mil::ZERO } else { limits.ahead - wheel.price(angle) };
            let turned = wheel.turned(lead, angle);
            let after = straight(&turned, at, heading, Limits { ahead: left.max(Mil::ZERO), ..limits });
            (after.0, WheelAhead { wheel: angle, ahead: after.1.ahead })
        };
        // Coarse steps find the neighbourhood of the minimum, ever finer ones the minimum itself.
        let (mut low, mut high) = (0, most.0.max(0));
        loop {
            let step = ((high - low) / 32).max(1);
            let mut nearest = low;
            let mut nearest_miss = f32::INFINITY;
            let mut size = low;
            while size <= high {
                let (miss, way) = try_angle(size);
                if miss < nearest_miss {
                    (nearest, nearest_miss) = (size, miss);
                }
                if miss < best.0 {
                    best = (miss, way);
                }
                size = if size < high { (size + step).min(high) } else { size + 1 };
            }
            if step == 1 {
                break;
            }
            (low, high) = ((nearest - step).max(0), (nearest + step).min(most.0));
        }
    }
    Some(best.1)
}

/// The straight move that brings a front nearest to a place, and how far off it still is (squared inches).
fn straight(lead: &Footprint, at: Vec2, heading: Option<Cdeg>, limits: Limits) -> (f32, WheelAhead) {
    let by = (at - lead.front()).dot(lead.forward()).clamp(0.0, limits.ahead.to_inches());
    let ahead = Mil::measured(by).min(limits.ahead);
    (miss(&lead.ahead(ahead.to_inches()), at, heading), WheelAhead { wheel: Cdeg::ZERO, ahead })
}

/// The mean of the squared distances of the two front corners from their wished places.
fn miss(print: &Footprint, at: Vec2, heading: Option<Cdeg>) -> f32 {
    let middle = print.front().distance_squared(at);
    let turned = heading.map_or(0.0, |heading| {
        let (sin, cos) = turn(heading);
        (print.right() - Vec2::new(cos, -sin)).length_squared() * print.half_width * print.half_width
    });
    middle + turned
}

/// How far the point of a footprint that moves most is from where it was: the largest displacement of the four corners.
pub fn displacement(from: &Footprint, to: &Footprint) -> f32 {
    let (from, to) = (from.corners(), to.corners());
    (0..4).map(|n| from[n].distance(to[n])).fold(0.0, f32::max)
}

/// The pose of a footprint that is turned and shifted a part of the way to another pose: 0 is here, 1 is there.
pub fn part_way(from: &Footprint, to: Pose, part: f32) -> Pose {
    let turn = Cdeg(to.heading.0 - from.heading.0).turn();
    let heading = (from.heading + Cdeg((turn.0 as f32 * part).round() as i32)).heading();
    Pose { at: from.front().lerp(to.at, part), heading }
}

/// Draws loose stands up in ranks of so many files, with the middle of their front at the wished pose, or as near to it
/// as possible while no corner of any stand moves more than `reach` inches. Returns a place for each stand, in whole
/// numbers. None when the stands cannot take up that formation within their reach even where they are.
pub fn drawn_up(stands: &[Footprint], size: BaseSize, files: u8, wish: Pose, reach: f32) -> Option<Vec<Place>> {
    let first = stands.first()?;
    let here =
        Pose { at: stands.iter().map(Footprint::front).sum::<Vec2>() / stands.len() as f32, heading: first.heading };
    let turned = Pose { heading: wish.heading, ..here };
    // First with the wished heading; if they cannot turn that far, part of the way.
    towards(stands, size, files, (turned, wish), reach).or_else(|| towards(stands, size, files, (here, wish), reach))
}

/// As far as possible from one pose towards another.
fn towards(
    stands: &[Footprint],
    size: BaseSize,
    files: u8,
    (from, to): (Pose, Pose),
    reach: f32,
) -> Option<Vec<Place>> {
    let attempt = |part: f32| {
        let front = size.base(from);
        let slots = size.slots(part_way(&front, to, part), files, stands.len());
        let places: Vec<Place> = slots.into_iter().map(Pose::place).collect();
        let prints: Vec<Footprint> = places.iter().map(|place| size.base(place.pose())).collect();
        let slot_of = assigned(stands, &prints);
        let way = |stand: usize| displacement(&stands[stand], &prints[slot_of[stand]]);
        let farthest = (0..stands.len()).map(way).fold(0.0, f32::max);
        (farthest <= reach).then(|| slot_of.iter().map(|slot| places[*slot]).collect::<Vec<Place>>())
    };
    if let Some(all_the_way) = attempt(1.0) {
        return Some(all_the_way);
    }
    let mut best = attempt(0.0)?;
    let (mut low, mut high) = (0.0, 1.0);
    // Sixteen halvings of a table's length give steps under 1/1000 inch.
    for _ in 0..16 {
        let middle = f32::midpoint(low, high);
        match attempt(middle) {
            Some(places) => (best, low) = (places, middle),
            None => high = middle,
        }
    }
    Some(best)
}

/// Assigns stands to slots so that nobody moves far: for each stand the index of its slot, such that no two stands
/// would gain by exchanging slots. Long ways weigh more than proportionally. There must be as many slots as stands.
pub fn assigned(stands: &[Footprint], slots: &[Footprint]) -> Vec<usize> {
    let count = stands.len().min(slots.len());
    let mut slot_of: Vec<usize> = (0..count).collect();
    let weight = |stand: usize, slot: usize| {
        let way = displacement(&stands[stand], &slots[slot]);
        way * way * way * way
    };
    let mut improved = true;
    while improved {
        improved = false;
        for a in 0..count {
            for b in a + 1..count {
                let kept = weight(a, slot_of[a]) + weight(b, slot_of[b]);
                let swapped = weight(a, slot_of[b]) + weight(b, slot_of[a]);
                // Every exchange makes the sum clearly smaller, by more than rounding, so the loop ends.
                if swapped < kept * 0.999 {
                    slot_of.swap(a, b);
                    improved = true;
                }
            }
        }
    }
    slot_of
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::BaseSize;

    const FREE: Limits = Limits { left: Cdeg(2387), right: Cdeg(2387), ahead: Mil(15_000), wheel_ends_move: false };

    fn cavalry() -> [Footprint; 1] {
        [Footprint::new(Pose::new(36.0, 20.0, 0.0), 4.8, 1.8)]
    }

    fn way(at: (f32, f32), heading: Option<i32>, limits: Limits) -> WheelAhead {
        let at = Vec2::new(at.0, at.1);
        wheel_then_ahead(&cavalry(), at, heading.map(Cdeg::degrees), limits).unwrap()
    }

    #[test]
    fn straight_ahead_needs_no_wheel() {
        assert_eq!(way((36.0, 27.5), Some(0), FREE), WheelAhead { wheel: Cdeg::ZERO, ahead: Mil(7500) });
        assert_eq!(way((36.0, 40.0), Some(0), FREE).ahead, Mil(15_000));
        assert_eq!(way((36.0, 10.0), Some(0), FREE), WheelAhead::default());
    }

    #[test]
    fn the_move_that_leads_to_a_place_is_found_from_the_place() {
        // Ten degrees to the right about (38.4, 20), then 8 inches.
        let there = cavalry()[0].turned_about(Vec2::new(38.4, 20.0), Cdeg::degrees(10)).ahead(8.0);
        let found = wheel_then_ahead(&cavalry(), there.front(), Some(there.heading), FREE).unwrap();
        assert!((found.wheel.0 - 1000).abs() <= 2 && (found.ahead.0 - 8000).abs() <= 5, "{found:?}");
        let left = cavalry()[0].turned_about(Vec2::new(33.6, 20.0), Cdeg::degrees(-20)).ahead(3.0);
        let found = wheel_then_ahead(&cavalry(), left.front(), None, FREE).unwrap();
        assert!((found.wheel.0 + 2000).abs() <= 2 && (found.ahead.0 - 3000).abs() <= 5, "{found:?}");
    }

    #[test]
    fn a_wheel_is_paid_from_the_straight_move_or_ends_it() {
        let far = way((50.0, 60.0), None, FREE);
        let price = Wheel::of(&cavalry(), true).unwrap().price(far.wheel);
        assert!(far.wheel > Cdeg::ZERO);
        assert_eq!(far.ahead + price, Mil(15_000));
        let either = Limits { wheel_ends_move: true, ..FREE };
        assert_eq!(way((36.5, 30.0), None, either), WheelAhead { wheel: Cdeg::ZERO, ahead: Mil(10_000) });
        let turned = cavalry()[0].turned_about(Vec2::new(38.4, 20.0), Cdeg::degrees(20));
        let found = wheel_then_ahead(&cavalry(), turned.front(), Some(turned.heading), either).unwrap();
        assert_eq!((found.ahead, (found.wheel.0 - 2000).abs() <= 2), (Mil::ZERO, true));
    }

    #[test]
    fn a_stand_has_moved_as_far_as_the_corner_that_moved_most() {
        // About face on the spot of a stand of 4 by 2: its diagonal.
        let stand = Footprint::new(Pose::new(10.0, 10.0, 0.0), 4.0, 2.0);
        assert!((displacement(&stand, &stand.faced(Cdeg::HALF)) - 20.0_f32.sqrt()).abs() < 1e-4);
        assert_eq!(displacement(&stand, &stand.ahead(3.0)), 3.0);
    }

    #[test]
    fn stands_take_the_slots_next_to_them() {
        let size = BaseSize::new(2.0, 1.0);
        let slots: Vec<Footprint> =
            size.slots(Pose::new(20.0, 20.0, 0.0), 3, 3).into_iter().map(|pose| size.base(pose)).collect();
        let stands = [slots[2].ahead(-3.0), slots[0].ahead(-3.0), slots[1].ahead(-3.0)];
        assert_eq!(assigned(&stands, &slots), [2, 0, 1]);
    }

    #[test]
    fn a_column_deploys_into_line_as_far_as_its_last_stand_reaches() {
        let size = BaseSize::new(2.0, 1.0);
        let column: Vec<Footprint> =
            size.slots(Pose::new(20.0, 20.0, 0.0), 1, 3).into_iter().map(|pose| size.base(pose)).collect();
        let draw = |y: f32, reach: f32| drawn_up(&column, size, 3, Pose::new(20.0, y, 0.0), reach);
        let farthest = |places: &[Place]| {
            let way = |n: usize| displacement(&column[n], &size.base(places[n].pose()));
            (0..3).map(way).fold(0.0, f32::max)
        };
        // The last goes at most 2 aside and 7 ahead.
        let line = draw(25.0, 8.0).unwrap();
        let mut fronts: Vec<i32> = line.iter().map(|place| place.x.0).collect();
        fronts.sort_unstable();
        assert_eq!(fronts, [18_000, 20_000, 22_000]);
        assert!(line.iter().all(|place| place.y == Mil(25_000)));
        let short = draw(35.0, 8.0).unwrap();
        assert!(farthest(&short) <= 8.0 && farthest(&short) > 7.99, "{}", farthest(&short));
        assert_eq!(draw(25.0, 1.0), None, "not even where it stands");
    }

    #[test]
    fn who_cannot_turn_all_the_way_turns_part_of_it() {
        let size = BaseSize::new(2.0, 1.0);
        let line: Vec<Footprint> =
            size.slots(Pose::new(20.0, 20.0, 0.0), 3, 3).into_iter().map(|pose| size.base(pose)).collect();
        let places = drawn_up(&line, size, 3, Pose::new(20.0, 20.0, 90.0), 2.0).unwrap();
        let heading = places[0].heading.to_degrees();
        // The outer rear corner, 3.1623 from the middle, moves 6.3246 sin(half the turn): 2 after 36.87 degrees.
        assert!(heading > 36.8 && heading < 36.88, "{heading}");
    }

    #[test]
    fn part_of_the_way_turns_the_short_way_round() {
        let from = Footprint::new(Pose::new(10.0, 10.0, 350.0), 2.0, 1.0);
        let half = part_way(&from, Pose::new(14.0, 10.0, 10.0), 0.5);
        assert_eq!(half.heading, Cdeg::ZERO);
        assert!(half.at.distance(Vec2::new(12.0, 10.0)) < 1e-4);
    }
}
