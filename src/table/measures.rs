//! Whole-number lengths and angles: what actions carry, what is compared, what files and notation show.

use bevy::math::{Vec2, ops};
use serde::{Deserialize, Serialize};

/// A length in 1/1000 inch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Mil(pub i32);

/// An angle in 1/100 degree; as a heading, clockwise from north; as a turn, positive to the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cdeg(pub i32);

impl Mil {
    /// No length.
    pub const ZERO: Mil = Mil(0);

    /// Whole inches.
    pub const fn inches(whole: i32) -> Mil {
        Mil(whole * 1000)
    }

    /// The nearest 1/1000 inch: how every measured length is rounded, once, before it meets a printed number.
    /// Values that are not finite or do not fit become the largest or smallest length.
    pub fn measured(inches: f32) -> Mil {
        Mil((inches * 1000.0).round() as i32)
    }

    /// Rounded up, for costs.
    pub fn up(inches: f32) -> Mil {
        Mil((inches * 1000.0).ceil() as i32)
    }

    /// Rounded down, for allowances.
    pub fn down(inches: f32) -> Mil {
        Mil((inches * 1000.0).floor() as i32)
    }

    /// In inches.
    pub fn to_inches(self) -> f32 {
        self.0 as f32 / 1000.0
    }
}

impl Cdeg {
    /// No angle.
    pub const ZERO: Cdeg = Cdeg(0);
    /// A half turn.
    pub const HALF: Cdeg = Cdeg(18_000);
    /// 90 degrees.
    pub const QUARTER: Cdeg = Cdeg(9_000);

    /// The heading of a direction, clockwise from north; north for none.
    pub fn towards(direction: Vec2) -> Cdeg {
        Cdeg::measured(ops::atan2(direction.x, direction.y).to_degrees()).heading()
    }

    /// Whole degrees.
    pub const fn degrees(whole: i32) -> Cdeg {
        Cdeg(whole * 100)
    }

    /// The nearest 1/100 degree.
    pub fn measured(degrees: f32) -> Cdeg {
        Cdeg((degrees * 100.0).round() as i32)
    }

    /// In degrees.
    pub fn to_degrees(self) -> f32 {
        self.0 as f32 / 100.0
    }

    /// In radians.
    pub fn to_radians(self) -> f32 {
        self.to_degrees().to_radians()
    }

    /// The same heading in 0..360 degrees.
    #[must_use]
    pub fn heading(self) -> Cdeg {
        Cdeg(self.0.rem_euclid(36_000))
    }

    /// The same turn in -180..=180 degrees.
    #[must_use]
    pub fn turn(self) -> Cdeg {
        let h = self.0.rem_euclid(36_000);
        Cdeg(if h > 18_000 { h - 36_000 } else { h })
    }

    /// How far apart two headings are, 0..=180 degrees.
    #[must_use]
    pub fn between(self, other: Cdeg) -> Cdeg {
        Cdeg(Cdeg(self.0 - other.0).turn().0.abs())
    }
}

impl std::ops::Add for Mil {
    type Output = Mil;
    fn add(self, other: Mil) -> Mil {
        Mil(self.0.saturating_add(other.0))
    }
}

impl std::ops::Sub for Mil {
    type Output = Mil;
    fn sub(self, other: Mil) -> Mil {
        Mil(self.0.saturating_sub(other.0))
    }
}

impl std::ops::Neg for Mil {
    type Output = Mil;
    fn neg(self) -> Mil {
        Mil(-self.0)
    }
}

impl std::ops::Add for Cdeg {
    type Output = Cdeg;
    fn add(self, other: Cdeg) -> Cdeg {
        Cdeg(self.0.saturating_add(other.0))
    }
}

impl std::ops::Sub for Cdeg {
    type Output = Cdeg;
    fn sub(self, other: Cdeg) -> Cdeg {
        Cdeg(self.0.saturating_sub(other.0))
    }
}

impl std::ops::Neg for Cdeg {
    type Output = Cdeg;
    fn neg(self) -> Cdeg {
        Cdeg(-self.0)
    }
}

/// Writes a whole number of `unit`ths with a decimal point and no needless zeros: 4500 of 1000 is `4.5`.
fn decimal(f: &mut std::fmt::Formatter<'_>, value: i32, unit: u32, places: usize) -> std::fmt::Result {
    let sign = if value < 0 { "-" } else { "" };
    let (whole, rest) = (value.unsigned_abs() / unit, value.unsigned_abs() % unit);
    if rest == 0 {
        return write!(f, "{sign}{whole}");
    }
    let digits = format!("{rest:0places$}");
    write!(f, "{sign}{whole}.{}", digits.trim_end_matches('0'))
}

impl std::fmt::Display for Mil {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        decimal(f, self.0, 1000, 3)
    }
}

impl std::fmt::Display for Cdeg {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        decimal(f, self.0, 100, 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_show_no_needless_zeros() {
        assert_eq!(Mil(4500).to_string(), "4.5");
        assert_eq!(Mil(-50).to_string(), "-0.05");
        assert_eq!(Mil(12_000).to_string(), "12");
        assert_eq!(Cdeg(716).to_string(), "7.16");
        assert_eq!(Cdeg(5).to_string(), "0.05");
    }

    #[test]
    fn prices_round_up_and_allowances_down() {
        assert_eq!(Mil::up(1.0001), Mil(1001));
        assert_eq!(Mil::down(1.0009), Mil(1000));
        assert_eq!(Mil::measured(8.9996), Mil(9000));
    }

    #[test]
    fn turns_take_the_short_way() {
        assert_eq!(Cdeg::degrees(350).turn(), Cdeg::degrees(-10));
        assert_eq!(Cdeg::degrees(350).between(Cdeg::degrees(10)), Cdeg::degrees(20));
        assert_eq!(Cdeg::degrees(-180).turn(), Cdeg::HALF);
    }
}
