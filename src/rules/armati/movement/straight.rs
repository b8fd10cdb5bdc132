//! Straight moves: how far a unit gets along a line, what it meets there, and what stops it (M4, M6, C2, C5).

use bevy::math::Vec2;
use smallvec::SmallVec;

use super::slow::Slow;
use crate::ids::{TerrainId, UnitId};
use crate::rules::armati::ambush;
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::data;
use crate::rules::armati::going;
use crate::table::measure::{behind_front_line, overlap};
use crate::table::slide::{self, seat};
use crate::table::{Footprint, Mil};

/// A unit that goes straight ahead or straight back.
pub struct Straight<'a, 'w> {
    pub field: Battlefield<'w>,
    pub unit: UnitId,
    /// Where it starts this straight move.
    pub from: Footprint,
    /// Where it stood before its whole move: this decides which edge of an enemy it contacts (C3).
    pub start: Footprint,
    /// Whether it goes straight back without turning, instead of ahead.
    pub back: bool,
    /// Whether it may come into contact; if not, it stops short of every enemy.
    pub hostile: bool,
    /// Units of its division. They block nobody except by where they end, which is in `ended`.
    pub mates: &'a [UnitId],
    /// Units of its division that have ended their move: one behind closes up to them (M6).
    pub ended: &'a [(UnitId, Footprint)],
}

/// How far it gets, and what happens on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    pub distance: Mil,
    pub stopped: Stopped,
    /// Enemies that it is in contact with at the end.
    pub contacts: SmallVec<[UnitId; 2]>,
    /// Skirmishers that it disperses on the way, with the distance (X1).
    pub disperses: SmallVec<[(Mil, UnitId); 2]>,
    /// Artillery that it overruns at the end (X4).
    pub overruns: SmallVec<[UnitId; 2]>,
}

impl Course {
    /// All enemies that it runs into: those it is in contact with, and those that it removes.
    pub fn met(&self) -> impl Iterator<Item = UnitId> + '_ {
        let dispersed = self.disperses.iter().map(|(_, enemy)| *enemy);
        self.contacts.iter().copied().chain(dispersed).chain(self.overruns.iter().copied())
    }
}

/// What ended the straight move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It went as far as it was to go.
    Wish,
    Contact(UnitId),
    /// It stopped short of an enemy that it may not or will not touch.
    Enemy(UnitId),
    Friend(UnitId),
    Ground(TerrainId),
    Edge,
}

/// What happens when the mover runs into an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meets {
    Contact,
    Disperse,
    Overrun,
    Short,
}

impl Course {
    /// A move of length 0.
    pub fn still() -> Course {
        Course {
            distance: Mil::ZERO,
            stopped: Stopped::Wish,
            contacts: SmallVec::new(),
            disperses: SmallVec::new(),
            overruns: SmallVec::new(),
        }
    }
}

impl Straight<'_, '_> {
    /// The unit vector of its direction.
    pub fn along(&self) -> Vec2 {
        let ahead = self.from.forward();
        if self.back { -ahead } else { ahead }
    }

    /// The stretches of its way at half rate.
    pub fn slow(&self, reach: Mil) -> Slow {
        let kind = self.field.kind(self.unit);
        Slow::along(self.field.0.ground(), kind, self.from.front(), self.along(), reach.to_inches())
    }

    /// How far an allowance of that size gets in this terrain, whatever else is in the way.
    pub fn reach(&self, budget: Mil) -> Mil {
        self.slow(budget).reach(budget)
    }

    /// The footprint after so much of the way.
    pub fn at(&self, distance: Mil) -> Footprint {
        self.from.shifted(self.along() * distance.to_inches())
    }

    /// The area that it moves over until it ends there.
    pub fn passed(&self, end: &Footprint) -> Footprint {
        let way = end.centre.distance(self.from.centre);
        let front = if self.back { self.from.pose() } else { end.pose() };
        Footprint::new(front, end.width(), end.depth() + way)
    }

    /// Moves it as far as wished or as far as it can.
    pub fn course(&self, wish: Mil) -> Course {
        let mut course = Course { distance: wish, ..Course::still() };
        self.limit_by_ground(&mut course);
        self.limit_by_units(&mut course);
        self.leave_no_overlap(&mut course);
        // A unit that ends touching an enemy is in contact, whether the enemy stopped it or it meant to end just there
        // (C8).
        let touched = course.distance + *data().tables.measure.touch;
        course.disperses.retain(|(at, _)| *at <= touched);
        course.disperses.sort();
        if self.hostile && !self.back {
            self.gather_contacts(&mut course, touched);
        }
        course
    }

    fn limit_by_ground(&self, course: &mut Course) {
        let ground = self.field.0.ground();
        let along = self.along();
        let free = slide::to_table_edge(ground, &self.from, along);
        if free < course.distance.to_inches() {
            shorten(course, short_of(free), Stopped::Edge);
        }
        let kind = self.field.kind(self.unit);
        let way = self.from.round_way(along, course.distance.to_inches(), 0.0);
        for piece in ground.near(way) {
            if going::may_enter(kind, piece.kind) {
                continue;
            }
            let wish = course.distance.to_inches();
            if let Some((from, _)) = piece.passages(&self.from, along, wish).first() {
                shorten(course, short_of(*from), Stopped::Ground(piece.id));
            }
        }
    }

    fn limit_by_units(&self, course: &mut Course) {
        let reach = course.distance.to_inches() + data().tables.measure.stop_short.to_inches();
        let layout = self.field.0.layout();
        let side = self.field.0.side_of(self.unit);
        for foot in layout.along(None, &self.from, self.along(), reach, 0.0) {
            if foot.unit == self.unit || self.mates.contains(&foot.unit) {
                continue;
            }
            let Some((at, _)) = self.meets_at(&foot.print) else { continue };
            if foot.side == side {
                if !self.passes(foot.unit) {
                    shorten(course, short_of(at), Stopped::Friend(foot.unit));
                }
                continue;
            }
            match self.meets(foot.unit, &foot.print) {
                Meets::Contact | Meets::Overrun => {
                    shorten(course, seat(at, Mil::ZERO), Stopped::Contact(foot.unit));
                }
                Meets::Disperse => course.disperses.push((seat(at, Mil::ZERO), foot.unit)),
                Meets::Short => shorten(course, short_of(at), Stopped::Enemy(foot.unit)),
            }
        }
        self.limit_by_hidden(course);
        for (mate, print) in self.ended {
            if let Some((at, _)) = self.meets_at(print) {
                shorten(course, seat(at, Mil::ZERO), Stopped::Friend(*mate));
            }
        }
    }

    /// Stops the move at hidden enemies, of which its own side does not know before it moves (3.1.4). A unit that moves
    /// ahead has already seen them; one that evades or falls back stops short of them.
    fn limit_by_hidden(&self, course: &mut Course) {
        let side = self.field.0.side_of(self.unit);
        let unseen = if self.hostile && !self.back { None } else { Some(side.other()) };
        for of in [Some(side), unseen].into_iter().flatten() {
            for (unit, print) in ambush::prints(self.field, of) {
                let Some((at, _)) = self.meets_at(&print) else { continue };
                let by = if of == side { Stopped::Friend(unit) } else { Stopped::Enemy(unit) };
                shorten(course, short_of(at), by);
            }
        }
    }

    /// A unit may not end on a friend that it may pass through: it stops short of him (M4).
    fn leave_no_overlap(&self, course: &mut Course) {
        let side = self.field.0.side_of(self.unit);
        loop {
            let end = self.at(course.distance);
            let under =
                self.field.0.layout().along(Some(side), &end, Vec2::ZERO, 0.0, 0.0).find(|foot| {
                    foot.unit != self.unit && !self.mates.contains(&foot.unit) && overlap(&end, &foot.print)
                });
            let Some(friend) = under else { return };
            let Some((at, _)) = self.meets_at(&friend.print) else { return };
            let short = short_of(at).min(course.distance - Mil(1)).max(Mil::ZERO);
            let before = course.distance;
            shorten(course, short, Stopped::Friend(friend.unit));
            if course.distance == before {
                return;
            }
        }
    }

    fn gather_contacts(&self, course: &mut Course, limit: Mil) {
        let side = self.field.0.side_of(self.unit);
        let layout = self.field.0.layout();
        for foot in layout.along(Some(side.other()), &self.from, self.along(), limit.to_inches(), 0.0) {
            let Some((at, _)) = self.meets_at(&foot.print) else { continue };
            if seat(at, Mil::ZERO) <= limit {
                match self.meets(foot.unit, &foot.print) {
                    Meets::Contact => course.contacts.push(foot.unit),
                    Meets::Overrun => course.overruns.push(foot.unit),
                    Meets::Disperse | Meets::Short => {}
                }
            }
        }
    }

    /// When it runs into that footprint, and with what width; none for a graze (M6, C4).
    fn meets_at(&self, other: &Footprint) -> Option<(f32, f32)> {
        let met = slide::meets(&self.from, self.along(), other)?;
        (Mil::measured(met.width) > *data().tables.measure.graze).then_some((met.enter, met.width))
    }

    /// Skirmish infantry pass through any friend and may be passed through (M4).
    fn passes(&self, friend: UnitId) -> bool {
        self.field.kind(self.unit).skirmisher || self.field.kind(friend).skirmisher
    }

    fn meets(&self, enemy: UnitId, print: &Footprint) -> Meets {
        if !self.hostile || self.back {
            return Meets::Short;
        }
        let (me, it) = (self.field.kind(self.unit), self.field.kind(enemy));
        if it.skirmisher {
            return if me.massed && !in_difficult(self.field, print) { Meets::Disperse } else { Meets::Contact };
        }
        if it.removed_when_touched && !me.skirmisher && !me.artillery {
            return Meets::Overrun;
        }
        let may = !me.skirmisher
            || it.skirmishers_may_charge
            || it.artillery
            || (self.field.engaged(enemy) && behind_front_line(print, &self.start));
        if may { Meets::Contact } else { Meets::Short }
    }
}

/// Whether any part of a footprint is in woods or rough ground.
pub fn in_difficult(field: Battlefield, print: &Footprint) -> bool {
    field.0.ground().under(print).any(|piece| going::difficult(piece.kind))
}

fn shorten(course: &mut Course, to: Mil, by: Stopped) {
    if to < course.distance {
        course.distance = to.max(Mil::ZERO);
        course.stopped = by;
    }
}

/// Where a unit stops that meets something after so many inches and may not touch it.
fn short_of(at: f32) -> Mil {
    seat(at, *data().tables.measure.stop_short)
}
