//! Straight moves: how far a unit gets along a line, what it meets there, and what stops it (M4, M6, C2, C5).

use bevy::math::Vec2;
use smallvec::SmallVec;

use super::slow::Slow;
use crate::ids::{Side, TerrainId, UnitId};
use crate::rules::armati::ambush;
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::data;
use crate::rules::armati::going;
use crate::table::measure::{behind_front_line, overlap};
use crate::table::slide::seat;
use crate::table::straight::{Obstacle, Way};
use crate::table::{Foot, Footprint, Mil, Piece};

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

/// What happens when the mover runs into somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meets {
    /// It passes through a friend.
    Pass,
    /// It stops short of a friend.
    Friend,
    Contact,
    Disperse,
    Overrun,
    Short,
}

/// What lies in a unit's straight way, found once for all the distances that it may be asked to go.
#[derive(Clone, Debug)]
pub struct Corridor<'w> {
    /// So far it was searched.
    pub reach: Mil,
    /// After how many inches it leaves the table.
    edge: f32,
    /// Terrain that it may not enter.
    closed: SmallVec<[&'w Piece; 2]>,
    /// In roster order.
    feet: SmallVec<[(Obstacle<'w>, Meets); 4]>,
    /// Hidden units, where it runs into them.
    hidden: SmallVec<[(f32, Stopped); 1]>,
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

impl<'w> Straight<'_, 'w> {
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
        self.course_in(&self.corridor(wish), wish)
    }

    /// Whether an enemy lies in its way so near that going so far would at least touch him.
    pub fn meets_enemy(&self, reach: Mil) -> bool {
        let enemy = Some(self.field.0.side_of(self.unit).other());
        let touched = (reach + *data().tables.measure.stop_short).to_inches();
        !self.way().obstacles(self.field.0.layout(), enemy, touched, |_| true).is_empty()
    }

    /// What lies in its way, as far as that.
    pub fn corridor(&self, reach: Mil) -> Corridor<'w> {
        let (way, layout, ground) = (self.way(), self.field.0.layout(), self.field.0.ground());
        let (kind, side) = (self.field.kind(self.unit), self.field.0.side_of(self.unit));
        let far = reach.to_inches() + data().tables.measure.stop_short.to_inches();
        let strange = |foot: &Foot| foot.unit != self.unit && !self.mates.contains(&foot.unit);
        let met = way.obstacles(layout, None, far, strange).into_iter().filter(|met| is_no_graze(met.width));
        let feet = met.map(|met| (met, self.what_comes_of(met.foot, side))).collect();
        let closed = way.pieces(ground, reach.to_inches(), |piece| !going::may_enter(kind, piece.kind)).collect();
        Corridor { reach, edge: way.to_table_edge(ground), closed, feet, hidden: self.hidden(side) }
    }

    /// The same, by what was found in its way before: at least as far as wished.
    pub fn course_in(&self, corridor: &Corridor, wish: Mil) -> Course {
        let mut course = Course { distance: wish, ..Course::still() };
        self.limit_by_ground(corridor, &mut course);
        self.limit_by_units(corridor, &mut course);
        self.leave_no_overlap(corridor, &mut course);
        // A unit that ends touching an enemy is in contact, whether the enemy stopped it or it meant to end just there
        // (C8).
        let touched = course.distance + *data().tables.measure.touch;
        course.disperses.retain(|(at, _)| *at <= touched);
        course.disperses.sort();
        if self.hostile && !self.back {
            for (met, meets) in corridor.feet.iter().filter(|(met, _)| met.before(Mil::ZERO) <= touched) {
                match meets {
                    Meets::Contact => course.contacts.push(met.foot.unit),
                    Meets::Overrun => course.overruns.push(met.foot.unit),
                    Meets::Pass | Meets::Friend | Meets::Disperse | Meets::Short => {}
                }
            }
        }
        course
    }

    fn way(&self) -> Way {
        Way::new(self.from, self.along())
    }

    fn limit_by_ground(&self, corridor: &Corridor, course: &mut Course) {
        if corridor.edge < course.distance.to_inches() {
            shorten(course, short_of(corridor.edge), Stopped::Edge);
        }
        for piece in &corridor.closed {
            if let Some(enter) = self.way().enters(piece, course.distance.to_inches()) {
                shorten(course, short_of(enter), Stopped::Ground(piece.id));
            }
        }
    }

    fn limit_by_units(&self, corridor: &Corridor, course: &mut Course) {
        for (met, meets) in &corridor.feet {
            let unit = met.foot.unit;
            match meets {
                Meets::Pass => {}
                Meets::Friend => shorten(course, short_of(met.at), Stopped::Friend(unit)),
                Meets::Contact | Meets::Overrun => shorten(course, met.before(Mil::ZERO), Stopped::Contact(unit)),
                Meets::Disperse => course.disperses.push((met.before(Mil::ZERO), unit)),
                Meets::Short => shorten(course, short_of(met.at), Stopped::Enemy(unit)),
            }
        }
        for (at, by) in &corridor.hidden {
            shorten(course, short_of(*at), *by);
        }
        for (mate, print) in self.ended {
            if let Some(met) = self.way().meets(print).filter(|met| is_no_graze(met.width)) {
                shorten(course, seat(met.enter, Mil::ZERO), Stopped::Friend(*mate));
            }
        }
    }

    /// Hidden units that stop the move: friends, and enemies, of which its own side does not know before it moves
    /// (3.1.4). A unit that moves ahead has already seen them; one that evades or falls back stops short of them.
    fn hidden(&self, side: Side) -> SmallVec<[(f32, Stopped); 1]> {
        let unseen = if self.hostile && !self.back { None } else { Some(side.other()) };
        let all = [Some(side), unseen].into_iter().flatten();
        let met = all.flat_map(|of| ambush::prints(self.field, of).map(move |hidden| (of, hidden)));
        met.filter_map(|(of, (unit, print))| {
            let met = self.way().meets(&print).filter(|met| is_no_graze(met.width))?;
            Some((met.enter, if of == side { Stopped::Friend(unit) } else { Stopped::Enemy(unit) }))
        })
        .collect()
    }

    /// A unit may not end on a friend that it may pass through: it stops short of him (M4).
    fn leave_no_overlap(&self, corridor: &Corridor, course: &mut Course) {
        let friends = || corridor.feet.iter().filter(|(_, meets)| matches!(meets, Meets::Pass | Meets::Friend));
        loop {
            let end = self.at(course.distance);
            let Some((under, _)) = friends().find(|(met, _)| overlap(&end, &met.foot.print)) else { return };
            let short = short_of(under.at).min(course.distance - Mil(1)).max(Mil::ZERO);
            let before = course.distance;
            shorten(course, short, Stopped::Friend(under.foot.unit));
            if course.distance == before {
                return;
            }
        }
    }

    fn what_comes_of(&self, foot: &Foot, side: Side) -> Meets {
        if foot.side != side {
            return self.meets(foot.unit, &foot.print);
        }
        if self.passes(foot.unit) { Meets::Pass } else { Meets::Friend }
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

/// Whether so much in the way is more than a graze (M6, C4).
fn is_no_graze(width: f32) -> bool {
    Mil::measured(width) > *data().tables.measure.graze
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
