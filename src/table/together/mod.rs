//! Many who move at the same time, tick by tick. Each has a [`Course`] of its own; after each tick everybody is looked at
//! where he would stand now, and whoever meets something stops:
//!
//! * whoever closes with the enemy ([`Mover::closes`]) is in contact when his front has come within the control distance
//!   of one, and both stop there for good; where they would overlap, they stop at the tick before and are in contact too;
//! * everybody else who is not in contact stops for good at the last tick at which he kept farther than that from every
//!   enemy, or, from one to whom he began nearer, at which he had come no nearer than he began;
//! * of two friends who both move and would overlap the one later in the roster stops for good, and so does whoever would
//!   run into a friend who does not move, unless that one may be passed: then he waits before him, and is beyond him in
//!   the tick in which his way leads him clear;
//! * whoever would come to stand on ground that he may not stand on stops for good.
//!
//! All are looked at together, again and again until nobody else stops, so the order in which movers are listed makes no
//! difference; the roster alone does, between friends.

mod course;
#[cfg(test)]
mod tests;

pub use course::{Course, Step};

use std::collections::BTreeSet;

use serde::Serialize;

use super::footprint::Footprint;
use super::layout::Foot;
use super::measure::{self, overlap};
use super::measures::Mil;
use crate::ids::{Side, UnitId};

/// An edge as a footprint: so deep, inches.
const EDGE: f32 = 0.001;

/// Somebody who moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mover {
    /// Who.
    pub unit: UnitId,
    /// Whose.
    pub side: Side,
    /// Whether he goes to get at the enemy, and not only somewhere.
    pub closes: bool,
    /// Where he goes.
    pub course: Course,
    /// Where he began.
    pub began: Footprint,
    /// Where he stands.
    pub now: Footprint,
    /// The tick of his course by which he stands where he stands.
    pub tick: u32,
    /// Whether he stands for good.
    pub stopped: bool,
}

/// Why somebody stops before his time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stop {
    /// He is in contact with an enemy, or an enemy with him.
    Contact(UnitId),
    /// He keeps away from an enemy.
    Enemy(UnitId),
    /// A friend is in his way.
    Friend(UnitId),
    /// The ground, or the table's edge.
    Ground,
}

/// The table on which they move.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// Those who do not move.
    pub standing: &'a [Foot],
    /// How near is in contact, and how near nobody else comes.
    pub control: Mil,
    /// Whether friends may pass through one who stands.
    pub passed: &'a dyn Fn(UnitId) -> bool,
    /// Whether a mover may stand there, by the ground and the table's edge.
    pub holds: &'a dyn Fn(&Mover, &Footprint) -> bool,
}

/// What has happened in a tick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// Who has stopped, in roster order.
    pub stops: Vec<(UnitId, Stop)>,
    /// Whose front has made contact with whom, in roster order.
    pub contacts: Vec<(UnitId, UnitId)>,
    /// Whose change of formation is paid for, in roster order.
    pub due: Vec<UnitId>,
}

impl Mover {
    /// Somebody at the beginning of his course.
    pub fn new(unit: UnitId, side: Side, closes: bool, course: Course) -> Mover {
        let from = course.from;
        Mover { unit, side, closes, course, began: from, now: from, tick: 0, stopped: false }
    }
}

/// Moves everybody on from one tick to another, or to the first tick between in which something happens that needs more
/// than that somebody stops: a contact, or a change of formation. Returns that tick and what has happened up to it.
pub fn run(movers: &mut [Mover], scene: &Scene, from: u32, to: u32) -> (u32, Events) {
    let mut all = Events::default();
    for tick in from + 1..=to {
        let events = step(movers, scene, tick);
        all.stops.extend(events.stops);
        if !events.contacts.is_empty() || !events.due.is_empty() {
            return (tick, Events { contacts: events.contacts, due: events.due, ..all });
        }
    }
    (to.max(from), all)
}

/// One tick.
fn step(movers: &mut [Mover], scene: &Scene, tick: u32) -> Events {
    let mut places = Places::new(movers, scene, tick);
    loop {
        let stops = places.stops();
        if stops.is_empty() {
            break;
        }
        for (nth, why) in stops {
            places.at[nth] = movers[nth].now;
            places.held[nth] = Some(why);
        }
    }
    let contacts = places.contacts();
    let (at, held) = (places.at, places.held);
    let mut events = Events::default();
    for (nth, mover) in movers.iter_mut().enumerate() {
        mover.now = at[nth];
        if mover.stopped {
            continue;
        }
        if held[nth].is_none() && at[nth] == mover.course.at(tick) {
            mover.tick = tick;
        }
        let other = |(by, at): &(UnitId, UnitId)| match (*by == mover.unit, *at == mover.unit) {
            (true, _) => Some(*at),
            (_, true) => Some(*by),
            _ => None,
        };
        let why = contacts.iter().find_map(other).map(Stop::Contact).or(held[nth]);
        if let Some(why) = why {
            mover.stopped = true;
            events.stops.push((mover.unit, why));
        } else if mover.course.due(tick).is_some() {
            events.due.push(mover.unit);
        }
    }
    events.stops.sort_unstable();
    events.due.sort_unstable();
    events.contacts = contacts;
    events
}

/// Where everybody would stand in a tick.
struct Places<'a> {
    movers: &'a [Mover],
    scene: &'a Scene<'a>,
    at: Vec<Footprint>,
    /// Who stops at the tick before.
    held: Vec<Option<Stop>>,
    /// Who would overlap an enemy whom he closes with.
    clashed: BTreeSet<(UnitId, UnitId)>,
}

/// Somebody on the table in a tick.
#[derive(Clone, Copy)]
struct Other<'a> {
    unit: UnitId,
    side: Side,
    print: &'a Footprint,
    /// Where he began.
    began: &'a Footprint,
    /// His place among the movers.
    nth: Option<usize>,
}

impl<'a> Places<'a> {
    fn new(movers: &'a [Mover], scene: &'a Scene, tick: u32) -> Places<'a> {
        let mut at: Vec<Footprint> =
            movers.iter().map(|mover| if mover.stopped { mover.now } else { mover.course.at(tick) }).collect();
        // Who is on his way through a friend waits before him.
        for (mover, at) in movers.iter().zip(&mut at) {
            let through = |foot: &&Foot| foot.side == mover.side && (scene.passed)(foot.unit);
            if moves(mover, at) && scene.standing.iter().filter(through).any(|foot| overlap(at, &foot.print)) {
                *at = mover.now;
            }
        }
        Places { movers, scene, at, held: vec![None; movers.len()], clashed: BTreeSet::new() }
    }

    /// Everybody but one.
    fn others(&self, unit: UnitId) -> impl Iterator<Item = Other<'_>> {
        let standing = self.scene.standing.iter().map(|foot| Other {
            unit: foot.unit,
            side: foot.side,
            print: &foot.print,
            began: &foot.print,
            nth: None,
        });
        let moving = self.movers.iter().zip(&self.at).enumerate().map(|(nth, (mover, print))| Other {
            unit: mover.unit,
            side: mover.side,
            print,
            began: &mover.began,
            nth: Some(nth),
        });
        standing.chain(moving).filter(move |other| other.unit != unit)
    }

    fn is_moving(&self, nth: usize) -> bool {
        self.held[nth].is_none() && moves(&self.movers[nth], &self.at[nth])
    }

    /// Whose front has come within the control distance of whom, as they stand now.
    fn contacts(&self) -> Vec<(UnitId, UnitId)> {
        let mut found = self.clashed.clone();
        for (mover, at) in self.movers.iter().zip(&self.at).filter(|(mover, _)| mover.closes && !mover.stopped) {
            let front = Footprint::new(at.pose(), at.width(), EDGE);
            let enemies = self.others(mover.unit).filter(|other| other.side != mover.side);
            let touched = enemies.filter(|other| measure::within(&front, other.print, self.scene.control));
            found.extend(touched.map(|other| (mover.unit, other.unit)));
        }
        found.into_iter().collect()
    }

    /// Who must stop at the tick before, as everybody stands now.
    fn stops(&mut self) -> Vec<(usize, Stop)> {
        let mut stops: Vec<(usize, Stop)> = Vec::new();
        let mut clashed = Vec::new();
        for (nth, mover) in self.movers.iter().enumerate().filter(|(_, mover)| mover.closes && !mover.stopped) {
            let enemies = self.others(mover.unit).filter(|other| other.side != mover.side);
            for other in enemies.filter(|other| overlap(&self.at[nth], other.print)) {
                clashed.push((mover.unit, other.unit));
                let both = [(Some(nth), other.unit), (other.nth, mover.unit)];
                stops.extend(both.into_iter().filter_map(|(nth, whom)| Some((nth?, Stop::Contact(whom)))));
            }
        }
        self.clashed.extend(clashed);
        let contacts = self.contacts();
        let is_in = |unit: UnitId| contacts.iter().any(|(by, at)| *by == unit || *at == unit);
        for (nth, mover) in self.movers.iter().enumerate() {
            if !mover.closes && !is_in(mover.unit) {
                stops.extend(self.nears(nth).map(|whom| (nth, Stop::Enemy(whom))));
            }
            stops.extend(self.friend_in_way(nth).map(|whom| (nth, Stop::Friend(whom))));
            if self.is_moving(nth) && !(self.scene.holds)(mover, &self.at[nth]) {
                stops.push((nth, Stop::Ground));
            }
        }
        stops.retain(|(nth, _)| self.is_moving(*nth));
        stops.sort_unstable();
        stops.dedup_by_key(|(nth, _)| *nth);
        stops
    }

    /// The enemy whom somebody comes too near.
    fn nears(&self, nth: usize) -> Option<UnitId> {
        let mover = &self.movers[nth];
        if !self.is_moving(nth) {
            return None;
        }
        let control = self.scene.control;
        let near = |other: &Other| {
            if !measure::within(&self.at[nth], other.print, control) {
                return false;
            }
            let began = measure::range(&mover.began, other.began);
            let now = measure::range(&self.at[nth], other.print);
            began > control || now < began || overlap(&self.at[nth], other.print)
        };
        let enemies = self.others(mover.unit).filter(|other| other.side != mover.side);
        enemies.filter(near).map(|other| other.unit).min()
    }

    /// The friend into whom somebody runs, and who goes before him.
    fn friend_in_way(&self, nth: usize) -> Option<UnitId> {
        let mover = &self.movers[nth];
        if !self.is_moving(nth) {
            return None;
        }
        let first = |other: &Other| match other.nth {
            Some(of) if self.is_moving(of) => other.unit < mover.unit,
            _ => true,
        };
        let friends = self.others(mover.unit).filter(|other| other.side == mover.side && first(other));
        friends.filter(|other| overlap(&self.at[nth], other.print)).map(|other| other.unit).min()
    }
}

/// Whether somebody would stand elsewhere.
fn moves(mover: &Mover, at: &Footprint) -> bool {
    *at != mover.now
}
