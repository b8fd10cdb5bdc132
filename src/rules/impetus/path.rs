//! A straight way of one footprint: what limits it, and which enemy it runs into (8.1, 8.3, 8.4, D45).

use bevy::math::Vec2;

use super::battlefield::Battlefield;
use super::data::tables;
use super::going;
use super::switches::Switch;
use crate::battle::{Arg, Ref};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::measure::distance;
use crate::table::slide::{self, seat};
use crate::table::straight::{Obstacle, Obstacles, Way};
use crate::table::{Foot, Footprint, Meets, Mil, whose};

const CLOSED: Cite = Cite("I22");
const PASSING: Cite = Cite("8.4");
const NEAR: Cite = Cite("1");

/// A straight way.
#[derive(Clone, Copy)]
pub struct Path<'a, 'w> {
    pub field: Battlefield<'w>,
    pub unit: UnitId,
    /// Where it begins.
    pub from: Footprint,
    /// The unit vector along it.
    pub along: Vec2,
    /// Units that move together with it and do not block it.
    pub mates: &'a [UnitId],
    /// Those of them that have ended their move, and where.
    pub ended: &'a [(UnitId, Footprint)],
}

/// Something that a move may not end on or go beyond.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// How far the unit may go before it.
    pub before: Mil,
    /// From here on the unit may stand again, having passed through. None: it may not pass at all.
    pub again: Option<Mil>,
    /// Whether it makes room for a unit that stops on it, and falls in behind it (X14).
    pub yields: bool,
    pub cite: Cite,
    pub says: Word,
    pub whom: Option<UnitId>,
}

/// An enemy that lies in the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// The whole-number distance of a move that just touches it.
    pub at: Mil,
    /// All that are touched there.
    pub enemies: Vec<UnitId>,
}

impl Path<'_, '_> {
    /// The footprint after so many inches.
    pub fn at(&self, way: Mil) -> Footprint {
        self.from.shifted(self.along * way.to_inches())
    }

    /// The same as a way on the table, with the graze of this book (D45).
    fn way(&self) -> Way {
        Way { from: self.from, along: self.along, graze: tables().touch.inches() }
    }

    /// What keeps a move of that length or a shorter one from ending somewhere: friends, closed terrain and the table's
    /// edge, in no order.
    pub fn stops(&self, reach: Mil) -> Vec<Stop> {
        let far = reach.to_inches() + tables().stop_short.inches();
        let short = tables().stop_short.mil();
        let mut stops = Vec::new();
        let mut friend = |unit: UnitId, print: &Footprint, hit: f32, yields: bool| {
            let before = seat(hit, short);
            if before >= reach {
                return;
            }
            // Rounded like everything measured: an overlap that remains is less than a touch.
            let clear = || Mil::measured(self.way().clear_of(print));
            let again = self.passes(unit).then(clear);
            stops.push(Stop { before, again, yields, cite: PASSING, says: Word("friend-in-way"), whom: Some(unit) });
        };
        let mut friends = self.obstacles(self.field.0.side_of(self.unit), far);
        friends.sort_by(|a, b| a.at.total_cmp(&b.at));
        for Obstacle { foot, at, .. } in friends {
            let yields = gives_way(self.field, foot.unit) && !self.field.engaged(foot.unit);
            friend(foot.unit, &foot.print, at, yields);
        }
        for (unit, print) in self.ended {
            if let Some(met) = self.way().meets(print).filter(|met| met.enter <= far) {
                friend(*unit, print, met.enter, false);
            }
        }
        let before = seat(going::closed(self.field, &self.way(), far), short);
        if before < reach {
            stops.push(Stop {
                before,
                again: None,
                yields: false,
                cite: CLOSED,
                says: Word("closed-ground"),
                whom: None,
            });
        }
        stops
    }

    /// The first enemies in the way within that reach, those that are touched just at its end included.
    pub fn meeting(&self, reach: Mil) -> Option<Meeting> {
        // Enemies that are met at distances closer together than this are touched at once.
        const AT_ONCE: f32 = 0.004;
        // An enemy counts as met when the way would go deeper into it than a touch.
        const JUST_BEYOND: f32 = 0.012;
        let mut enemies = self.obstacles(self.field.0.side_of(self.unit).other(), reach.to_inches() + JUST_BEYOND);
        enemies.retain(|met| met.width > tables().touch.inches());
        enemies.sort_by(|a, b| a.at.total_cmp(&b.at));
        let first = enemies.first()?;
        let at = first.before(Mil::ZERO);
        let touched = || enemies.iter().filter(|met| met.at <= first.at + AT_ONCE).map(|met| met.foot.unit).collect();
        (at <= reach).then(|| Meeting { at, enemies: touched() })
    }

    /// How far it may go before it comes too near to an enemy that it does not charge (D45), and that enemy.
    pub fn nearness(&self, reach: Mil) -> Option<(Mil, UnitId)> {
        if reach <= Mil::ZERO {
            return None;
        }
        let gap = tables().stop_short.inches();
        let mut first: Option<(Mil, UnitId)> = None;
        let side = self.field.0.side_of(self.unit);
        let layout = self.field.0.layout();
        let near = layout.along(Some(side.other()), &self.from, self.along, reach.to_inches(), gap);
        for enemy in whose(near) {
            let it = self.field.print(enemy);
            let now = distance(&self.from, &it);
            let limit = if now > gap {
                self.way().approaches(&it, gap).filter(|at| *at <= reach.to_inches())
            } else {
                // A unit may stay as near to an enemy as it already is, but come no nearer, nor move into one that it
                // touches.
                let next = self.from.shifted(self.along * 0.01);
                let into = self.way().meets(&it).is_some_and(|met| met.enter <= 0.01);
                (into || distance(&next, &it) < now - 0.000_5).then_some(0.0)
            };
            if let Some(limit) = limit.map(|at| seat(at, Mil::ZERO)).filter(|at| *at < reach)
                && first.is_none_or(|(best, _)| limit < best)
            {
                first = Some((limit, enemy));
            }
        }
        first
    }

    /// The longest way up to a wish that ends on nobody and not too near to an enemy.
    pub fn clear(&self, wish: Mil) -> Mil {
        let stops = self.stops(wish);
        let mut way = self.nearness(wish).map_or(wish, |(limit, _)| limit.min(wish));
        while let Some(stop) = stops.iter().find(|stop| stop.forbids(way)) {
            way = stop.before;
        }
        way
    }

    /// Those of that side, without those who move along, who lie in the way.
    fn obstacles(&self, side: Side, reach: f32) -> Obstacles<'_> {
        let strange = |foot: &Foot| foot.unit != self.unit && !self.mates.contains(&foot.unit);
        self.way().obstacles(self.field.0.layout(), Some(side), reach, strange)
    }

    /// Whether it may pass through that friend (D20).
    fn passes(&self, friend: UnitId) -> bool {
        may_pass(self.field, self.unit, friend)
    }
}

/// When a footprint that moves straight runs into another: one that is wider than a graze in its path (D45). For one
/// that it already stands level with, the table's own tolerance applies, within which units stand side by side.
pub fn meets(print: &Footprint, along: Vec2, other: &Footprint) -> Option<Meets> {
    slide::meets_beyond(print, along, other, tables().touch.inches())
}

/// All units that a footprint runs into within that reach, in order of distance.
pub fn hits(
    field: Battlefield,
    print: &Footprint,
    along: Vec2,
    reach: f32,
    counts: impl Fn(&Foot) -> bool,
) -> slide::Hits {
    slide::hits_beyond(field.0.layout(), print, along, reach, tables().touch.inches(), counts)
}

/// Whether a unit may pass through a friend (8.4).
pub fn may_pass(field: Battlefield, unit: UnitId, friend: UnitId) -> bool {
    let (own, other) = (field.kind(unit), field.kind(friend));
    let solid = other.artillery || other.wagenburg;
    let slips = own.slips && other.slips && own.mounted == other.mounted;
    let loose = gives_way(field, unit) || gives_way(field, friend);
    own.skirmisher || (other.skirmisher && !solid) || slips || loose
}

/// Whether a unit passes through any friend and any friend through it. Missile foot and light foot that is not
/// impetuous do, where X14 is played.
pub fn gives_way(field: Battlefield, unit: UnitId) -> bool {
    field.kind(unit).gives_way && field.plays(Switch::Interpenetration) && !field.impetuous(unit)
}

impl Stop {
    /// Whether a unit that goes so far is kept from standing there.
    pub fn forbids(&self, way: Mil) -> bool {
        way > self.before && self.again.is_none_or(|again| way < again)
    }

    /// Whether a voluntary move may not end there. Friends that yield do not count, since they make room.
    pub fn hinders(&self, way: Mil) -> bool {
        !self.yields && self.forbids(way)
    }

    /// As words for a refusal.
    pub fn words(&self) -> Option<(Word, Arg)> {
        self.whom.map(|unit| (Word("friend"), Arg::Of(Ref::Unit(unit))))
    }
}

/// The rule about coming too near to an enemy.
pub const TOO_NEAR: Cite = NEAR;
