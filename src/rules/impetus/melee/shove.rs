//! What is in the way of a retreat (15.6, D51): friends are passed through or pushed along, anything else stops it.

use bevy::math::Vec2;

use crate::ids::UnitId;
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::data::tables;
use crate::rules::impetus::going;
use crate::rules::impetus::path::{hits, may_pass, meets};
use crate::table::slide::{clear_of, seat};
use crate::table::straight::Way;
use crate::table::{Footprint, Mil};

/// Friends pushed along, each by so much.
pub type Pushed = Vec<(UnitId, Mil)>;

/// A retreat along a direction.
pub struct Shove<'a, 'w> {
    pub field: Battlefield<'w>,
    pub unit: UnitId,
    pub along: Vec2,
    /// Friends that it passes through.
    pub passed: &'a [UnitId],
    /// Elephants push nobody: they stop at the first friend, and trample him.
    pub tramples: bool,
}

/// What stops a retreat, and after how far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    pub way: Mil,
    /// A friend that stops it: in melee, or in the way of elephants.
    pub friend: Option<UnitId>,
}

impl Shove<'_, '_> {
    /// How far the retreat can go, up to `wish`. The table's edge does not stop the retreating unit.
    pub fn room(&self, wish: Mil) -> Room {
        let room = self.room_of(self.unit, wish, 0);
        let mut room = room;
        // It may not end on a friend that it passes through: it ends just beyond him or, if that is not possible,
        // before him.
        for _ in 0..self.passed.len() {
            let end = |way: Mil| self.field.print(self.unit).shifted(self.along * way.to_inches());
            let under = |print: &Footprint| {
                let over = |u: &&UnitId| crate::table::measure::overlap(print, &self.field.print(**u));
                self.passed.iter().find(over).copied()
            };
            let Some(friend) = under(&end(room.way)) else { break };
            let (from, it) = (self.field.print(self.unit), self.field.print(friend));
            let Some(met) = meets(&from, self.along, &it) else {
                break;
            };
            let beyond = Mil::up(clear_of(&from, self.along, &it));
            let farther = self.room_of(self.unit, beyond, 0);
            if farther.way >= beyond && under(&end(beyond)) != Some(friend) {
                room.way = beyond;
            } else {
                room.way = seat(met.enter, tables().stop_short.mil()).min(room.way);
            }
        }
        room
    }

    /// Friends that are pushed when the unit goes so far, nearest first.
    pub fn pushed(&self, way: Mil) -> Pushed {
        let mut pushed = Vec::new();
        self.push(self.unit, way, &mut pushed);
        pushed
    }

    /// The first friend in the way that it may pass through and about whom its owner has not decided yet.
    pub fn passable(&self, way: Mil, settled: &[UnitId]) -> Option<UnitId> {
        let friends = self.friends(self.unit, way);
        let open = |u: &UnitId| !settled.contains(u) && !self.field.engaged(*u) && may_pass(self.field, self.unit, *u);
        friends.into_iter().map(|(u, _)| u).find(open)
    }

    /// How far a unit can be moved along the direction, up to a wish.
    fn room_of(&self, unit: UnitId, wish: Mil, depth: usize) -> Room {
        let (field, print) = (self.field, self.field.print(unit));
        let short = tables().stop_short.mil();
        let far = wish.to_inches() + short.to_inches();
        let mut room = Room { way: wish, friend: None };
        let mut limit = |way: Mil, friend: Option<UnitId>| {
            if way < room.way {
                room = Room { way, friend };
            }
        };
        let own = field.0.side_of(unit);
        for hit in hits(field, &print, self.along, far, |f| f.unit != unit && f.side != own) {
            limit(seat(hit.at, short), None);
        }
        let closed = if depth == 0 {
            self.closed_ground(&print, far)
        } else {
            going::closed(field, &Way::new(print, self.along), far)
        };
        if closed <= far {
            limit(seat(closed, short), None);
        }
        for (friend, at) in self.friends(unit, wish) {
            if field.engaged(friend) || self.tramples {
                limit(seat(at, short), Some(friend));
            } else if depth > field.0.roster().len() {
                limit(seat(at, Mil::ZERO), None);
            } else {
                // The friend can be pushed that far; the unit comes up to him and then moves on with him.
                let gap = seat(at, Mil::ZERO);
                let his = self.room_of(friend, (wish - gap).max(Mil::ZERO), depth + 1);
                if his.way < wish - gap {
                    let way = if his.way == Mil::ZERO { seat(at, short) } else { gap + his.way };
                    limit(way, None);
                }
            }
        }
        room
    }

    fn push(&self, unit: UnitId, way: Mil, pushed: &mut Pushed) {
        for (friend, at) in self.friends(unit, way) {
            let by = way - seat(at, Mil::ZERO);
            if by <= Mil::ZERO {
                continue;
            }
            match pushed.iter_mut().find(|(u, _)| *u == friend) {
                Some((_, known)) if *known >= by => continue,
                Some((_, known)) => *known = by,
                None => pushed.push((friend, by)),
            }
            self.push(friend, by, pushed);
        }
    }

    /// The friends in a unit's way within a distance, nearest first, without those that the retreat passes through.
    fn friends(&self, unit: UnitId, way: Mil) -> Vec<(UnitId, f32)> {
        let own = self.field.0.side_of(unit);
        let counts = |u: UnitId| u != unit && u != self.unit && !(unit == self.unit && self.passed.contains(&u));
        let hits =
            hits(self.field, &self.field.print(unit), self.along, way.to_inches(), |f| f.side == own && counts(f.unit));
        hits.iter().map(|hit| (hit.unit, hit.at)).collect()
    }

    /// The distance to ground that nobody enters; the table's edge does not stop a retreat.
    fn closed_ground(&self, print: &Footprint, reach: f32) -> f32 {
        let pieces = self.field.0.ground().pieces().iter();
        let closed = pieces.filter(|p| going::going(p) == crate::rules::impetus::data::Going::Closed);
        let first = |p: &crate::table::Piece| p.passages(print, self.along, reach).first().map(|(enter, _)| *enter);
        closed.filter_map(first).fold(f32::INFINITY, f32::min)
    }
}
