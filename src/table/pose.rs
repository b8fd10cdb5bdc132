//! Where a rectangle stands, and the legs of a path.

use bevy::math::{Vec2, ops};
use serde::{Deserialize, Serialize};

use super::footprint::turned;
use super::measures::{Cdeg, Mil};
use crate::cite::Word;

/// Where a footprint stands: the middle of its front edge, in inches, and its heading. Positions are computed
/// and never rounded; headings are sums of whole hundredths of a degree, so they are exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// The middle of the front edge, inches.
    pub at: Vec2,
    /// Clockwise from north, 0..360 degrees.
    pub heading: Cdeg,
}

/// A pose as actions and files write it, in whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// East, of the middle of the front edge.
    pub x: Mil,
    /// North, of the middle of the front edge.
    pub y: Mil,
    /// Clockwise from north.
    pub heading: Cdeg,
}

/// One piece of a path. Turns are positive to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Leg {
    /// Straight ahead.
    Ahead(Mil),
    /// Straight in a direction relative to the heading, without turning: 90 degrees is to the right, 180 is back.
    Slide(Cdeg, Mil),
    /// A wheel about the front corner on the side it turns to.
    Wheel(Cdeg),
    /// A turn in place; about is 180 degrees.
    Face(Cdeg),
    /// A change to a formation that the ruleset names.
    Form(Word),
}

impl Pose {
    /// A pose from numbers: inches and degrees.
    pub fn new(x: f32, y: f32, degrees: f32) -> Pose {
        Pose { at: Vec2::new(x, y), heading: Cdeg::measured(degrees).heading() }
    }

    /// The unit vector straight ahead.
    pub fn forward(self) -> Vec2 {
        let (sin, cos) = turn(self.heading);
        Vec2::new(sin, cos)
    }

    /// The unit vector to the right.
    pub fn right(self) -> Vec2 {
        let (sin, cos) = turn(self.heading);
        Vec2::new(cos, -sin)
    }

    /// The pose moved by inches ahead and to the right, with the same heading.
    #[must_use]
    pub fn shifted(self, ahead: f32, right: f32) -> Pose {
        Pose { at: self.at + self.forward() * ahead + self.right() * right, heading: self.heading }
    }

    /// The pose to which this one comes when both are parts of something rigid that goes from one pose to another.
    #[must_use]
    pub fn carried(self, from: Pose, to: Pose) -> Pose {
        let by = Cdeg(to.heading.0 - from.heading.0);
        Pose { at: to.at + turned(self.at - from.at, by), heading: (self.heading + by).heading() }
    }

    /// A point of the table as this pose sees it: (to the right, ahead) of the middle of the front edge.
    pub fn local(self, point: Vec2) -> Vec2 {
        let to = point - self.at;
        Vec2::new(to.dot(self.right()), to.dot(self.forward()))
    }

    /// To the nearest whole numbers.
    pub fn place(self) -> Place {
        Place { x: Mil::measured(self.at.x), y: Mil::measured(self.at.y), heading: self.heading }
    }
}

impl Place {
    /// As a pose.
    pub fn pose(self) -> Pose {
        Pose { at: Vec2::new(self.x.to_inches(), self.y.to_inches()), heading: self.heading.heading() }
    }
}

/// Sine and cosine of an angle. For multiples of a right angle they are exact, so a line drawn up square to the table
/// stays so.
pub fn turn(angle: Cdeg) -> (f32, f32) {
    match angle.heading().0 {
        0 => (0.0, 1.0),
        9_000 => (1.0, 0.0),
        18_000 => (0.0, -1.0),
        27_000 => (-1.0, 0.0),
        _ => {
            let radians = angle.heading().to_radians();
            (ops::sin(radians), ops::cos(radians))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_run_clockwise_from_north() {
        let east = Pose::new(36.0, 20.0, 90.0);
        assert_eq!(east.forward(), Vec2::X);
        assert_eq!(east.right(), Vec2::NEG_Y);
        assert_eq!(east.shifted(2.0, 1.0).at, Vec2::new(38.0, 19.0));
        assert_eq!(east.local(Vec2::new(40.0, 18.0)), Vec2::new(2.0, 4.0));
    }

    #[test]
    fn sines_and_cosines_are_the_same_bits_everywhere() {
        // The nearest f32 to the sine and cosine of 30, 45, 12.34 and 69 degrees.
        let bits = [
            (3000, 0x3f00_0000, 0x3f5d_b3d7),
            (4500, 0x3f35_04f3, 0x3f35_04f3),
            (1234, 0x3e5a_d76f, 0x3f7a_15e5),
            (6900, 0x3f6e_ff20, 0x3eb7_7c02),
        ];
        for (angle, sin, cos) in bits {
            let (s, c) = turn(Cdeg(angle));
            assert_eq!((s.to_bits(), c.to_bits()), (sin, cos), "{angle}");
        }
    }
}
