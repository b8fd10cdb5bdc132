//! Draws an army up in line: some bodies side by side in the middle of the zone, some at its wings, the rest in lines
//! behind.

use crate::battle::view::View;
use crate::ids::{Side, UnitId};
use crate::table::{Cdeg, Mil, Place};

/// An army that is being drawn up.
pub struct LineUp<'a> {
    /// What its side may see.
    pub view: View<'a>,
    /// Whose army it is.
    pub side: Side,
    /// How wide a unit stands, inches.
    pub width: &'a dyn Fn(UnitId) -> f32,
    /// The gap between bodies.
    pub gap: Mil,
    /// The depth set aside for each line: the deepest formation and a gap.
    pub line: Mil,
    /// How far bodies stay from the left and right edges of the table.
    pub aside: Mil,
    /// The distance of the line's front from the side's own edge.
    pub front: Mil,
    /// Where each unit has come to stand so far.
    pub places: Vec<(UnitId, Place)>,
}

impl LineUp<'_> {
    /// The frontage of a body drawn up side by side.
    pub fn frontage(&self, body: &[UnitId]) -> f32 {
        body.iter().map(|u| (self.width)(*u)).sum()
    }

    /// Puts as many bodies as fit into the middle between two limits; returns those that did not fit.
    pub fn fill<'b>(&mut self, bodies: &[&'b [UnitId]], (from, to): (f32, f32)) -> Vec<&'b [UnitId]> {
        let (mut taken, mut width) = (0, 0.0);
        for body in bodies {
            let more = self.frontage(body) + if taken > 0 { self.gap.to_inches() } else { 0.0 };
            if width + more > to - from {
                break;
            }
            width += more;
            taken += 1;
        }
        let mut x = (from + to - width) / 2.0;
        for body in &bodies[..taken] {
            x = self.put(body, x) + self.gap.to_inches();
        }
        bodies[taken..].to_vec()
    }

    /// Puts bodies alternately at the left and the right of those already placed, then behind them.
    pub fn beside(&mut self, bodies: &[&[UnitId]]) {
        let first = self.front;
        let table = self.view.ground().width;
        let edges = self.places.iter().map(|(u, p)| {
            let half = (self.width)(*u) / 2.0;
            (p.x.to_inches() - half, p.x.to_inches() + half)
        });
        let span = edges.fold((table / 2.0, table / 2.0), |(l, r), (a, b)| (l.min(a), r.max(b)));
        let (mut left, mut right) = span;
        let (least, most) = (self.aside.to_inches(), table - self.aside.to_inches());
        for (n, body) in bodies.iter().enumerate() {
            let width = self.frontage(body);
            let fits_left = left - self.gap.to_inches() - width >= least;
            let fits_right = right + self.gap.to_inches() + width <= most;
            if !fits_left && !fits_right {
                // The wings are full: go on in a line behind, from the middle.
                self.front = self.front - self.line;
                (left, right) = (table / 2.0, table / 2.0);
            }
            let go_left = if fits_left && fits_right { n % 2 == 0 } else { !fits_right };
            if go_left {
                left -= self.gap.to_inches() + width;
                self.put(body, left);
            } else {
                right = self.put(body, right + self.gap.to_inches());
            }
        }
        self.front = first;
    }

    /// Draws a body up from that x to the right; returns where it ends. Left is west for both sides.
    fn put(&mut self, body: &[UnitId], x: f32) -> f32 {
        let mut at = Mil::up(x);
        for unit in body {
            let width = Mil::measured((self.width)(*unit));
            let middle = at + Mil(width.0 / 2);
            let depth = Mil::measured(self.view.ground().depth);
            let (y, heading) = match self.side {
                Side::South => (self.front, Cdeg::ZERO),
                Side::North => (depth - self.front, Cdeg::HALF),
            };
            self.places.push((*unit, Place { x: middle, y, heading }));
            at = at + width;
        }
        at.to_inches()
    }
}
