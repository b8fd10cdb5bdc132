//! One wheel for every ruleset: a body turns as one, and each of its footprints sweeps over what lies in its arc. What
//! comes of that, who is passed, who stops the wheel and how far short of him, is the ruleset's own policy.

use bevy::math::Vec2;

use super::footprint::Footprint;
use super::ground::{Ground, Piece};
use super::layout::{Foot, Layout};
use super::measures::{Cdeg, Mil};
use super::swing::{Swing, Touch};
use super::wheel::Wheel;
use crate::ids::Side;

/// A body that wheels. Its footprints are asked for by their place in the body; angles are in radians from its start,
/// positive in the direction in which it turns.
#[derive(Clone, Copy, Debug)]
pub struct Wheeling<'b> {
    /// The hinge and the arm.
    pub wheel: Wheel,
    /// How far it turns, positive.
    pub angle: Cdeg,
    body: &'b [Footprint],
    swing: Swing,
}

impl<'b> Wheeling<'b> {
    /// A body that turns by that angle, to the right where it is positive; none for an empty body.
    pub fn of(body: &'b [Footprint], angle: Cdeg) -> Option<Wheeling<'b>> {
        let wheel = Wheel::of(body, angle > Cdeg::ZERO)?;
        let size = Cdeg(angle.0.saturating_abs());
        Some(Wheeling { wheel, angle: size, body, swing: wheel.swing(size) })
    }

    /// The same wheel as far as that.
    #[must_use]
    pub fn to(&self, angle: Cdeg) -> Wheeling<'b> {
        Wheeling { angle, swing: self.wheel.swing(angle), ..*self }
    }

    /// The footprints of one side, or of both, that the one at that place may sweep over or come as near to as `gap`
    /// inches, the body's own included: all that it does, and some that it does not.
    pub fn near<'l>(
        &self,
        n: usize,
        layout: &'l Layout,
        side: Option<Side>,
        gap: f32,
    ) -> impl Iterator<Item = &'l Foot> + use<'l> {
        let print = &self.body[n];
        layout.along(side, print, Vec2::ZERO, 0.0, self.swing.way(print) + gap)
    }

    /// When and with what it first touches another footprint; none if it never does, or only grazes it.
    pub fn meets(&self, n: usize, other: &Footprint) -> Option<Touch> {
        self.swing.meets(&self.body[n], other)
    }

    /// When it first comes as near to another as `gap` inches; 0 if it is that near already.
    pub fn approaches(&self, n: usize, other: &Footprint, gap: f32) -> Option<f32> {
        self.swing.approaches(&self.body[n], other, gap)
    }

    /// The pieces of terrain that `counts` picks and that it may sweep over.
    pub fn pieces<'g>(
        &self,
        n: usize,
        ground: &'g Ground,
        counts: impl Fn(&Piece) -> bool,
    ) -> impl Iterator<Item = &'g Piece> {
        let print = &self.body[n];
        ground.near(print.round_way(Vec2::ZERO, 0.0, self.swing.way(print))).filter(move |piece| counts(piece))
    }

    /// When it comes to lie on a piece of terrain; 0 if it does already.
    pub fn enters(&self, n: usize, piece: &Piece) -> Option<f32> {
        self.swing.enters(&self.body[n], piece)
    }

    /// When it begins to leave the table; none if it stays on it.
    pub fn leaves_table(&self, n: usize, ground: &Ground) -> Option<f32> {
        self.swing.leaves_table(&self.body[n], ground)
    }

    /// Where it ends.
    pub fn end(&self, n: usize) -> Footprint {
        self.wheel.turned(&self.body[n], self.angle)
    }

    /// Where all of them end.
    pub fn ends(&self) -> Vec<Footprint> {
        (0..self.body.len()).map(|n| self.end(n)).collect()
    }

    /// What it costs: the arc of the outer front corner, rounded up.
    pub fn price(&self) -> Mil {
        self.wheel.price(self.angle)
    }
}

/// The whole number to write for a wheel that ends where something is touched: rounded down.
pub fn wheel_seat(radians: f32) -> Cdeg {
    // Numbers that are whole but for rounding in the last bits count as whole.
    const NOISE: f32 = 0.005;
    Cdeg((radians.to_degrees() * 100.0 + NOISE).floor() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::UnitId;
    use crate::table::{BaseSize, Placement, Pose};

    /// Two side by side, fronts on y 20 from x 33.6 to 43.2.
    fn body() -> [Footprint; 2] {
        [36.0, 40.8].map(|x| Footprint::new(Pose::new(x, 20.0, 0.0), 4.8, 1.8))
    }

    #[test]
    fn a_body_turns_as_one_and_each_sweeps_its_own_arc() {
        let body = body();
        let wheeling = Wheeling::of(&body, Cdeg::degrees(30)).unwrap();
        // The outer corner, 9.6 from (43.2, 20), meets an enemy whose front lies on y 23 after asin(3 / 9.6).
        let enemy = Footprint::new(Pose::new(32.4, 23.0, 180.0), 4.8, 1.8);
        let at = wheeling.meets(0, &enemy).unwrap().at;
        assert!((at - 0.317_838).abs() < 1e-3 && wheel_seat(at) <= Cdeg(1821), "{at}");
        assert_eq!(wheeling.meets(1, &enemy), None);
        assert!(wheeling.approaches(0, &enemy, 0.1).unwrap() < at);
        // As far as he lets it: the price is the arc of the outer corner.
        let stopped = wheeling.to(wheel_seat(at));
        assert_eq!(stopped.price(), stopped.wheel.price(wheel_seat(at)));
        assert_eq!((stopped.ends().len(), stopped.end(1).heading), (2, wheel_seat(at)));
        assert!(Wheeling::of(&[], Cdeg(1)).is_none());
        let left = Wheeling::of(&body, Cdeg::degrees(-30)).unwrap();
        assert_eq!((left.angle, left.end(0).heading), (Cdeg::degrees(30), Cdeg::degrees(330)));
    }

    #[test]
    fn who_may_be_swept_is_found_and_who_stands_far_is_not() {
        let mut layout = Layout::new([(Side::North, BaseSize::new(4.8, 1.8)); 2]);
        for (unit, y) in [(0, 23.0), (1, 40.0)] {
            layout.place(UnitId(unit), &Placement::block(Pose::new(36.0, y, 180.0), 1, 1));
        }
        let body = body();
        let wheeling = Wheeling::of(&body, Cdeg::degrees(30)).unwrap();
        let near = |side| wheeling.near(0, &layout, side, 0.1).map(|foot| foot.unit.0).collect::<Vec<_>>();
        assert_eq!((near(Some(Side::North)), near(Some(Side::South))), (vec![0], Vec::new()));
        let edge = Ground::new(72.0, 24.0, &[]).unwrap();
        assert!(wheeling.leaves_table(0, &edge).is_some() && wheeling.leaves_table(1, &edge).is_none());
    }
}
