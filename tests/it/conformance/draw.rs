//! Values drawn within what an offer allows, and values drawn at large.

use bevy::math::Vec2;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use sandtable::battle::{Action, Choice, Param, Range, Ref, Value, Wish};
use sandtable::dice::below;
use sandtable::table::{Cdeg, Mil, Place, Pose};

/// A stream of draws.
pub struct Draw(Xoshiro256PlusPlus);

impl Draw {
    pub fn new(seed: u64) -> Draw {
        Draw(Xoshiro256PlusPlus::seed_from_u64(seed ^ 0x5eed))
    }

    /// A number below that, each equally likely; 0 below 0.
    pub fn below(&mut self, count: usize) -> usize {
        below(&mut self.0, count as u64) as usize
    }

    /// One of them.
    pub fn one<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        if of.is_empty() { None } else { Some(&of[self.below(of.len())]) }
    }

    /// A number from low to high, both included.
    pub fn within(&mut self, low: i32, high: i32) -> i32 {
        let span = i64::from(high) - i64::from(low) + 1;
        (i64::from(low) + below(&mut self.0, span.max(1) as u64) as i64) as i32
    }

    /// The choice with each param put to some value within its range, or left.
    pub fn varied(&mut self, choice: &Choice) -> Action {
        let mut action = choice.action.clone();
        for param in &choice.params {
            if self.below(4) > 0
                && let Some(value) = self.value(param, &action)
            {
                param.put(&mut action, value);
            }
        }
        action
    }

    /// Some value within the param's range.
    pub fn value(&mut self, param: &Param, action: &Action) -> Option<Value> {
        Some(match &param.range {
            Range::Length(low, high) => Value::Length(Mil(self.within(low.0, high.0))),
            Range::Angle(low, high) => Value::Angle(Cdeg(self.within(low.0, high.0))),
            Range::Whole(low, high) => Value::Whole(self.within(*low, *high)),
            Range::Flag => Value::Flag(self.below(2) == 0),
            Range::Name(names) => Value::Name(*self.one(names)?),
            Range::Pick { from, least, most } => {
                let most = usize::from(*most).min(from.len());
                let count = self.within(i32::from(*least).min(most as i32), most as i32) as usize;
                let mut left = from.clone();
                Value::Refs((0..count).map(|_| left.remove(self.below(left.len()))).collect())
            }
            Range::Area(corners) => {
                let to = self.inside(corners)?;
                moved_to(&param.get(action)?, to)?
            }
        })
    }

    /// A point between the corners: a mean of three of them with any weights, which lies in a convex area.
    fn inside(&mut self, corners: &[(Mil, Mil)]) -> Option<(Mil, Mil)> {
        let (mut x, mut y, mut all) = (0, 0, 0);
        for _ in 0..3 {
            let (corner, weight) = (*self.one(corners)?, i64::from(self.within(1, 100)));
            x += i64::from(corner.0.0) * weight;
            y += i64::from(corner.1.0) * weight;
            all += weight;
        }
        Some((Mil((x / all) as i32), Mil((y / all) as i32)))
    }

    /// Somewhere on a table of that size or a little beside it, facing anywhere.
    pub fn pose(&mut self, size: Vec2) -> Pose {
        let mut at = |most: f32| self.within(-2000, (most * 1000.0) as i32 + 2000) as f32 / 1000.0;
        let at = Vec2::new(at(size.x), at(size.y));
        Pose { at, heading: Cdeg(self.within(0, 35_999)) }
    }

    /// A wish for somewhere on the table, or for one of these.
    pub fn wish(&mut self, size: Vec2, targets: &[Ref]) -> Wish {
        let pose = self.pose(size);
        match (self.below(3), self.one(targets)) {
            (0, _) => Wish::Pose(pose),
            (1, Some(target)) => Wish::Target(*target),
            _ => Wish::Toward(pose.at),
        }
    }

    /// Any whole number: small ones, round ones, the largest and the smallest.
    pub fn any(&mut self) -> i32 {
        match self.below(4) {
            0 => self.within(-10, 10),
            1 => *[i32::MIN, i32::MIN + 1, i32::MAX, i32::MAX - 1, 0].get(self.below(5)).unwrap_or(&0),
            2 => self.within(-100, 100) * 1000,
            _ => self.within(-80_000, 80_000),
        }
    }
}

/// The same value with its first place at a point.
fn moved_to(value: &Value, (x, y): (Mil, Mil)) -> Option<Value> {
    match value {
        Value::Places(places) => {
            let first = places.first()?.1;
            let (dx, dy) = (x - first.x, y - first.y);
            let shift = |p: &Place| Place { x: p.x + dx, y: p.y + dy, heading: p.heading };
            Some(Value::Places(places.iter().map(|(of, place)| (*of, shift(place))).collect()))
        }
        Value::Refs(_) => Some(Value::Refs(vec![Ref::Spot(x, y)])),
        _ => None,
    }
}
