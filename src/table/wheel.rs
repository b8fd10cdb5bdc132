//! A wheel: a body turns as one about the front corner at the end towards which it turns, and pays the arc of the front
//! corner farthest from there.

use bevy::math::Vec2;

use super::footprint::{Edge, Footprint};
use super::measures::{Cdeg, Mil};
use super::swing::Swing;

/// The hinge of a wheel and its arm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wheel {
    /// The front corner about which the body turns.
    pub pivot: Vec2,
    /// The front corner farthest from it, which travels farthest.
    pub outer: Vec2,
    /// From one to the other, inches.
    pub radius: f32,
    /// Whether it turns to the right.
    pub right: bool,
}

impl Wheel {
    /// How a body wheels to the right or to the left. The unit at that end is the one that reaches farthest to that
    /// side, as the body's first unit faces; of several the foremost. None for an empty body.
    pub fn of(body: &[Footprint], right: bool) -> Option<Wheel> {
        let facing = body.first()?;
        let inner = |print: &Footprint| front_corner(print, right);
        let mut pivot = inner(facing);
        for corner in body[1..].iter().map(inner) {
            let to = corner - pivot;
            let aside = to.dot(facing.right()) * if right { 1.0 } else { -1.0 };
            // In a file of units the corners are exactly behind each other but for rounding.
            let level = aside.abs() < super::measure::TOUCHING;
            if (level && to.dot(facing.forward()) > 0.0) || (!level && aside > 0.0) {
                pivot = corner;
            }
        }
        let fronts = body.iter().flat_map(|print| print.edge(Edge::Front));
        let outer = fronts.max_by(|a, b| a.distance_squared(pivot).total_cmp(&b.distance_squared(pivot)))?;
        Some(Wheel { pivot, outer, radius: pivot.distance(outer), right })
    }

    /// The arc of the outer front corner, inches.
    pub fn arc(&self, angle: Cdeg) -> f32 {
        angle.to_radians().abs() * self.radius
    }

    /// What a turn by that angle, either way, costs: the arc rounded up.
    pub fn price(&self, angle: Cdeg) -> Mil {
        // A cost that is whole but for rounding in the last bits is not rounded up to the next.
        const NOISE: f32 = 0.000_01;
        Mil::up((self.arc(angle) - NOISE).max(0.0))
    }

    /// The largest angle, positive and no more than `most`, that costs no more than the allowance.
    pub fn angle_for(&self, allowance: Mil, most: Cdeg) -> Cdeg {
        let affordable = (allowance.to_inches() / self.radius).to_degrees() * 100.0;
        let mut angle = Cdeg((affordable.min(most.0 as f32) as i32 + 1).clamp(0, most.0.max(0)));
        while angle > Cdeg::ZERO && self.price(angle) > allowance {
            angle.0 -= 1;
        }
        angle
    }

    /// The turn as a swing of that size, towards the wheel's own side.
    pub fn swing(&self, angle: Cdeg) -> Swing {
        let size = angle.0.abs();
        Swing { pivot: self.pivot, angle: Cdeg(if self.right { size } else { -size }) }
    }

    /// A footprint of the body after it.
    pub fn turned(&self, print: &Footprint, angle: Cdeg) -> Footprint {
        print.turned_about(self.pivot, self.swing(angle).angle)
    }
}

fn front_corner(print: &Footprint, right: bool) -> Vec2 {
    print.edge(Edge::Front)[usize::from(right)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Pose;

    fn line(from: f32, width: f32, count: usize) -> Vec<Footprint> {
        let pose = |n: usize| Pose::new(from + width * n as f32, 20.0, 0.0);
        (0..count).map(|n| Footprint::new(pose(n), width, 1.8)).collect()
    }

    #[test]
    fn two_inches_turn_a_narrow_front_far_and_a_wide_one_little() {
        // Two inches over the frontage in radians: 0.8333, 0.4167, 0.2083, 0.1389, 0.1042.
        for (width, count, cdeg) in [(2.4, 1, 4774), (4.8, 1, 2387), (4.8, 2, 1193), (4.8, 3, 795), (4.8, 4, 596)] {
            let wheel = Wheel::of(&line(36.0, width, count), true).unwrap();
            let angle = wheel.angle_for(Mil::inches(2), Cdeg::degrees(90));
            assert_eq!(angle, Cdeg(cdeg), "{width} x {count}");
            assert!(wheel.price(angle) <= Mil::inches(2));
            assert!(wheel.price(Cdeg(angle.0 + 1)) > Mil::inches(2));
        }
    }

    #[test]
    fn a_body_turns_about_the_corner_at_the_end_it_turns_toward() {
        let wheel = Wheel::of(&line(36.0, 4.8, 3), true).unwrap();
        assert!(wheel.pivot.distance(Vec2::new(48.0, 20.0)) < 1e-4);
        assert!(wheel.outer.distance(Vec2::new(33.6, 20.0)) < 1e-4);
        assert!((wheel.radius - 14.4).abs() < 1e-4);
        let left = Wheel::of(&line(36.0, 4.8, 3), false).unwrap();
        assert!(left.pivot.distance(Vec2::new(33.6, 20.0)) < 1e-4);
        let end = wheel.turned(&line(36.0, 4.8, 1)[0], Cdeg::degrees(90));
        assert_eq!(end.heading, Cdeg::degrees(90));
        assert!(end.corners()[0].distance(Vec2::new(48.0, 34.4)) < 1e-4);
    }

    #[test]
    fn the_arc_is_rounded_up() {
        // 6.9 degrees at 9.6 inches: 0.120428 x 9.6 = 1.15611.
        let wheel = Wheel::of(&line(36.0, 4.8, 2), true).unwrap();
        assert_eq!(wheel.price(Cdeg(690)), Mil(1157));
        assert_eq!(wheel.price(Cdeg(-690)), Mil(1157));
    }

    #[test]
    fn a_staggered_line_turns_about_its_end_unit_and_a_file_about_its_head() {
        let mut staggered = line(36.0, 4.8, 2);
        staggered[1] = staggered[1].ahead(-1.0);
        let wheel = Wheel::of(&staggered, true).unwrap();
        assert!(wheel.pivot.distance(Vec2::new(43.2, 19.0)) < 1e-4);
        assert!((wheel.radius - f32::sqrt(9.6 * 9.6 + 1.0)).abs() < 1e-4);
        let head = line(36.0, 4.8, 1)[0];
        let file = [head.ahead(-1.8), head];
        assert!(Wheel::of(&file, true).unwrap().pivot.distance(Vec2::new(38.4, 20.0)) < 1e-4);
    }
}
