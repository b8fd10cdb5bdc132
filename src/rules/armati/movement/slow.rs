//! Half rate (6.4): in some terrain each inch that the front midpoint travels costs two.

use bevy::math::Vec2;
use smallvec::SmallVec;

use crate::rules::armati::data::{Rate, TroopType, data};
use crate::rules::armati::going;
use crate::table::{Ground, Mil};

/// The stretches of a straight path, in inches from its start, on which a type moves at half rate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slow(SmallVec<[(f32, f32); 4]>);

impl Slow {
    /// Along the path of the front midpoint from `start` in the unit direction `along`, as far as `reach` inches.
    pub fn along(ground: &Ground, kind: &TroopType, start: Vec2, along: Vec2, reach: f32) -> Slow {
        let mut stretches: SmallVec<[(f32, f32); 4]> = SmallVec::new();
        let end = start + along * reach;
        for piece in ground.near((start.min(end), start.max(end))) {
            if going::rate(kind, piece.kind) != Rate::Half {
                continue;
            }
            let crest = (piece.centroid - start).dot(along);
            for (from, to) in piece.run(start, end) {
                let to = if going::slow_uphill_only(piece.kind) { to.min(crest) } else { to };
                if to > from {
                    stretches.push((from, to));
                }
            }
        }
        stretches.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut merged: SmallVec<[(f32, f32); 4]> = SmallVec::new();
        for (from, to) in stretches {
            match merged.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => merged.push((from, to)),
            }
        }
        Slow(merged)
    }

    /// The cost of going that far, rounded up.
    pub fn cost(&self, distance: Mil) -> Mil {
        if self.0.is_empty() {
            return distance;
        }
        let inches = distance.to_inches();
        let slow: f32 = self.0.iter().map(|(from, to)| (to.min(inches) - from).max(0.0)).sum();
        distance + Mil::up(slow * extra())
    }

    /// How far an allowance of that size gets, rounded down.
    pub fn reach(&self, budget: Mil) -> Mil {
        if self.0.is_empty() {
            return budget;
        }
        let (mut left, mut at) = (budget.to_inches(), 0.0f32);
        for (from, to) in &self.0 {
            let free = (from - at).max(0.0);
            if left <= free {
                return self.exact(Mil::down(at + left), budget);
            }
            left -= free;
            at = at.max(*from);
            let price = (to - at).max(0.0) * (1.0 + extra());
            if left <= price {
                return self.exact(Mil::down(at + left / (1.0 + extra())), budget);
            }
            left -= price;
            at = *to;
        }
        self.exact(Mil::down(at + left), budget)
    }

    /// Rounding up the cost may exceed the budget by 1/1000: then the distance is 1/1000 shorter.
    fn exact(&self, mut distance: Mil, budget: Mil) -> Mil {
        while distance > Mil::ZERO && self.cost(distance) > budget {
            distance = distance - Mil(1);
        }
        distance
    }
}

/// What an inch at half rate costs in addition to its length.
fn extra() -> f32 {
    (data().tables.movement.half_rate - 1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_inches_of_woods_cost_four() {
        let slow = Slow(SmallVec::from_slice(&[(3.0, 5.0)]));
        assert_eq!(slow.cost(Mil::inches(3)), Mil::inches(3));
        assert_eq!(slow.cost(Mil::inches(4)), Mil::inches(5));
        assert_eq!(slow.cost(Mil::inches(6)), Mil::inches(8));
        assert_eq!(slow.reach(Mil::inches(3)), Mil::inches(3));
        assert_eq!(slow.reach(Mil::inches(5)), Mil::inches(4));
        assert_eq!(slow.reach(Mil::inches(8)), Mil::inches(6));
    }
}
