//! Standing orders that bind a captain: what units are to do, in which turns.

use std::ops::RangeInclusive;

use bevy::math::{Vec2, ops};

use super::sight::{Seen, Sight};
use crate::battle::Intent;
use crate::ids::UnitId;
use crate::table::Footprint;
use crate::table::measure::{distance, side};

/// The value of a move's worth of distance nearer to the ordered place, in points: more than anything on the way could
/// deter.
const NEARER: f32 = 12.0;
/// How much an inch sideways to an enemy counts compared with an inch ahead. Less than 1, so that a unit first turns to
/// him.
const ASIDE: f32 = 0.3;
/// The value of contact with an enemy that the unit is ordered to attack, in points.
const BLOWS: f32 = 40.0;
/// How near to a place a unit has reached it, inches on the scale where foot moves six.
const THERE: f32 = 1.0;

/// What is ordered.
#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// No order: the captain decides.
    Free,
    /// To stay where it is.
    Hold,
    /// To go to that place, inches.
    Go(Vec2),
    /// To come into contact with one of these.
    Attack(Vec<UnitId>),
}

/// Everybody's orders. Of two for the same unit and turn the later one counts.
#[derive(Clone, Debug, Default)]
pub struct Orders {
    bound: Vec<Bound>,
    /// What the whole army wants, in which turns.
    intents: Vec<(RangeInclusive<u32>, Intent)>,
}

/// The units that an order binds, in which turns, and what it is.
type Bound = (Vec<UnitId>, RangeInclusive<u32>, Task);

impl Orders {
    /// Adds an order to units for those turns.
    pub fn add(&mut self, units: Vec<UnitId>, turns: RangeInclusive<u32>, task: Task) {
        self.bound.push((units, turns, task));
    }

    /// Adds what the whole army wants in those turns.
    pub fn intend(&mut self, turns: RangeInclusive<u32>, intent: Intent) {
        self.intents.push((turns, intent));
    }

    /// What the whole army is told to want in that turn, if anything.
    pub(super) fn intent(&self, turn: u32) -> Option<Intent> {
        self.intents.iter().rev().find(|(turns, _)| turns.contains(&turn)).map(|(_, intent)| *intent)
    }

    /// What a unit is to do in that turn.
    pub(super) fn of(&self, unit: UnitId, turn: u32) -> &Task {
        let holds = |(units, turns, _): &&Bound| turns.contains(&turn) && units.contains(&unit);
        self.bound.iter().rev().find(holds).map_or(&Task::Free, |(.., task)| task)
    }
}

impl Task {
    /// The same task, or none when all the enemies that it names are gone.
    pub(super) fn while_it_lasts(&self, stands: impl Fn(UnitId) -> bool) -> Task {
        match self {
            Task::Attack(whom) if !whom.iter().any(|enemy| stands(*enemy)) => Task::Free,
            task => task.clone(),
        }
    }

    /// The place to come to.
    pub(super) fn place(&self) -> Option<Vec2> {
        if let Task::Go(to) = self { Some(*to) } else { None }
    }

    /// Whether the order allows to make for that enemy.
    pub(super) fn allows(&self, enemy: UnitId) -> bool {
        match self {
            Task::Free => true,
            Task::Attack(whom) => whom.contains(&enemy),
            Task::Hold | Task::Go(_) => false,
        }
    }

    /// The additional value of a fight with that enemy, in points.
    pub(super) fn blows(&self, enemy: UnitId) -> f32 {
        if matches!(self, Task::Attack(_)) && self.allows(enemy) { BLOWS } else { 0.0 }
    }

    /// The value of where a unit stands under the order; none where it may judge that for itself.
    pub(super) fn ground(&self, sight: &Sight, me: &Seen, end: &Footprint) -> Option<f32> {
        let moves = match self {
            Task::Free | Task::Hold => return None,
            Task::Go(to) if end.front().distance(*to) <= THERE * sight.scale => 0.0,
            Task::Go(to) => moves(me, end, *to, end.front().distance(*to)),
            Task::Attack(whom) => {
                let enemies = sight.enemies().filter(|enemy| whom.contains(&enemy.unit));
                let way = |enemy: &Seen| distance(end, &enemy.print) + ASIDE * side(end, enemy.print.centre).abs();
                enemies.map(way).reduce(f32::min)? / me.charge.max(1.0)
            }
        };
        Some(-moves * NEARER)
    }
}

/// About how many moves it takes to turn to a point and go that far.
fn moves(me: &Seen, end: &Footprint, to: Vec2, way: f32) -> f32 {
    let aside = ops::atan2(side(end, to).abs(), (to - end.front()).dot(end.forward()));
    way / me.charge.max(1.0) + aside / me.pivot.to_radians().max(0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_later_of_two_orders_holds() {
        let (one, other) = (UnitId(1), UnitId(2));
        let mut orders = Orders::default();
        orders.add(vec![one, other], 1..=6, Task::Hold);
        orders.add(vec![one], 3..=4, Task::Free);
        let of_one: Vec<&Task> = (0..8).map(|turn| orders.of(one, turn)).collect();
        let (free, hold) = (&Task::Free, &Task::Hold);
        assert_eq!(of_one, [free, hold, hold, free, free, hold, hold, free]);
        assert_eq!(orders.of(other, 3), hold);
    }

    #[test]
    fn who_has_nobody_left_to_attack_is_free_again() {
        let task = Task::Attack(vec![UnitId(5), UnitId(6)]);
        assert_eq!(task.while_it_lasts(|enemy| enemy == UnitId(6)), task);
        assert_eq!(task.while_it_lasts(|enemy| enemy == UnitId(7)), Task::Free);
        assert_eq!(Task::Hold.while_it_lasts(|_| false), Task::Hold);
    }

    #[test]
    fn only_whom_one_is_to_attack_is_made_for() {
        let task = Task::Attack(vec![UnitId(5)]);
        assert!(task.allows(UnitId(5)) && !task.allows(UnitId(6)));
        assert_eq!((task.blows(UnitId(5)), task.blows(UnitId(6))), (BLOWS, 0.0));
        assert!(Task::Free.allows(UnitId(6)) && !Task::Go(Vec2::ZERO).allows(UnitId(6)));
    }
}
