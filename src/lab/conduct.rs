//! How a battle was led, in numbers: who stood idle, how ragged the lines went in, how many charges were poor, and how
//! many marches only turned. They tell a captain of one build from that of another where both win as often.

use std::collections::BTreeMap;

use bevy::ecs::world::World;
use serde::Serialize;

use super::play::Watcher;
use crate::battle::{Action, MOVE, Ref, Refusal, Ruleset, View};
use crate::cite::Word;
use crate::ids::{Side, UnitId};
use crate::players::battle_lines;
use crate::table::measure::distance;
use crate::table::{Footprint, Leg, Mil};

/// Units nearer than this are in contact, inches.
const TOUCH: f32 = 0.02;
/// Who has come so many inches nearer to an enemy was not idle.
const NEARER: f32 = 2.0;
/// An enemy could be reached who is no farther than so many moves.
const REACHED: f32 = 2.0;
/// A charge is poor when the chance to win its first round, against the chance to lose it, is less than this.
const POOR: f64 = 0.4;
/// The part of a battle's turns, at its end, in which idle units are counted.
const LAST: u32 = 3;

/// How many of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// Those counted.
    pub count: u32,
    /// Of all these.
    pub of: u32,
}

impl Count {
    fn add(&mut self, counts: bool) {
        self.count += u32::from(counts);
        self.of += 1;
    }

    fn and(self, other: Count) -> Count {
        Count { count: self.count + other.count, of: self.of + other.of }
    }

    /// The count divided by all; 0 of none.
    pub fn mean(self) -> f64 {
        f64::from(self.count) / f64::from(self.of.max(1))
    }
}

/// How one side led its battle, or its battles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Conduct {
    /// Living units, turn by turn in the last third of the battle: those that neither fought nor could shoot nor came 2
    /// inches nearer to any enemy, though one was within two moves. Turning does not count.
    pub idle: Count,
    /// Lines of battle that came to blows with two units or more: the turns between the first contact and the last, of
    /// all lines together, and how many lines.
    pub ragged: Count,
    /// Marches into contact: those with odds under 40 %.
    pub poor_charges: Count,
    /// Marches: those that only turn.
    pub only_turns: Count,
}

impl Conduct {
    /// The sum of two.
    #[must_use]
    pub fn and(self, other: Conduct) -> Conduct {
        Conduct {
            idle: self.idle.and(other.idle),
            ragged: self.ragged.and(other.ragged),
            poor_charges: self.poor_charges.and(other.poor_charges),
            only_turns: self.only_turns.and(other.only_turns),
        }
    }
}

/// A unit as it stood when the turn began.
struct Stood {
    unit: UnitId,
    side: Side,
    print: Footprint,
    pace: Mil,
    /// Whether it was in contact with an enemy, or could shoot at one.
    busy: bool,
}

/// Watches a battle, and passes everything on to another watcher.
pub struct Observer<'w> {
    ruleset: Ruleset,
    then: &'w mut dyn Watcher,
    turn: u32,
    stood: Vec<Stood>,
    /// Of each turn so far, north and south.
    idle: Vec<[Count; 2]>,
    lines: Vec<(Side, Vec<UnitId>)>,
    /// In which turn a unit first came into contact.
    contacts: BTreeMap<UnitId, u32>,
    conduct: [Conduct; 2],
}

impl<'w> Observer<'w> {
    /// Begins with a battle that has begun.
    pub fn of(world: &World, ruleset: &Ruleset, then: &'w mut dyn Watcher) -> Observer<'w> {
        let view = View::umpire(world);
        let lines = Side::BOTH.into_iter().flat_map(|side| {
            let lines = battle_lines(&view, ruleset, side);
            lines.into_iter().map(move |line| (side, line))
        });
        let mut observer = Observer {
            ruleset: *ruleset,
            then,
            turn: view.clock().turn,
            stood: Vec::new(),
            idle: Vec::new(),
            lines: lines.collect(),
            contacts: BTreeMap::new(),
            conduct: [Conduct::default(); 2],
        };
        observer.stood = observer.standing(&view);
        observer
    }

    /// How each side led, north and south, as far as the battle has gone.
    pub fn finish(mut self) -> [Conduct; 2] {
        let first = self.idle.len() - self.idle.len().div_ceil(LAST as usize);
        for of in &self.idle[first..] {
            for side in Side::BOTH {
                let idle = &mut self.conduct[side.index()].idle;
                *idle = idle.and(of[side.index()]);
            }
        }
        for (side, line) in &self.lines {
            let turns: Vec<u32> = line.iter().filter_map(|unit| self.contacts.get(unit).copied()).collect();
            if let (Some(first), Some(last), true) = (turns.iter().min(), turns.iter().max(), turns.len() > 1) {
                let ragged = &mut self.conduct[side.index()].ragged;
                *ragged = ragged.and(Count { count: last - first, of: 1 });
            }
        }
        self.conduct
    }

    fn standing(&self, view: &View) -> Vec<Stood> {
        let stands = |unit: UnitId| {
            let print = view.hull(unit)?;
            let side = view.side_of(unit);
            let mut enemies = view.roster().ids().filter(|other| view.side_of(*other) != side);
            let shoots = |enemy: UnitId| (self.ruleset.shot)(view, unit, enemy).is_some();
            let busy = touches(view, side, &print) || enemies.any(|enemy| view.hull(enemy).is_some() && shoots(enemy));
            Some(Stood { unit, side, print, pace: (self.ruleset.pace)(view, unit), busy })
        };
        view.roster().ids().filter_map(stands).collect()
    }

    /// Counts who was idle in the turn that is over.
    fn close(&mut self, view: &View) {
        let mut idle = [Count::default(); 2];
        for own in &self.stood {
            let Some(now) = view.hull(own.unit) else { continue };
            let enemies = || self.stood.iter().filter(|other| other.side != own.side);
            let way = |enemy: &Stood| distance(&own.print, &enemy.print);
            let is_idle = !own.busy
                && !touches(view, own.side, &now)
                && enemies().any(|enemy| way(enemy) <= REACHED * own.pace.to_inches())
                && !enemies().any(|enemy| way(enemy) - distance(&now, &enemy.print) >= NEARER);
            idle[own.side.index()].add(is_idle);
        }
        self.idle.push(idle);
    }

    /// Notes who is in contact for the first time.
    fn note_contacts(&mut self, view: &View) {
        for (side, line) in &self.lines {
            for unit in line {
                if !self.contacts.contains_key(unit)
                    && view.hull(*unit).is_some_and(|print| touches(view, *side, &print))
                {
                    self.contacts.insert(*unit, self.turn);
                }
            }
        }
    }

    /// Counts a march and the charges that it brings.
    fn count(&mut self, view: &View, action: &Action) {
        let legs = action.legs();
        let Some(side) = action.who.first().and_then(|who| view.side_of_ref(*who)) else { return };
        if action.key != MOVE || legs.is_empty() {
            return;
        }
        let turns = |leg: &Leg| matches!(leg, Leg::Face(_) | Leg::Wheel(_)) || *leg == Leg::Ahead(Mil::ZERO);
        let conduct = &mut self.conduct[side.index()];
        conduct.only_turns.add(legs.iter().all(turns));
        let Ok(ruling) = view.judge(action) else { return };
        for odds in &ruling.odds {
            let share = |word| odds.share(Word(word));
            let (win, lose) = (share("win"), share("lose"));
            if matches!((odds.by, odds.at), (Ref::Unit(by), Ref::Unit(at)) if by != at) && win + lose > 0.0 {
                conduct.poor_charges.add(win / (win + lose) < POOR);
            }
        }
    }
}

impl Watcher for Observer<'_> {
    fn before(&mut self, world: &World, action: &Action) {
        self.count(&View::umpire(world), action);
        self.then.before(world, action);
    }

    fn after(&mut self, world: &World) {
        let view = View::umpire(world);
        self.note_contacts(&view);
        if view.clock().turn != self.turn || view.ending().is_some() {
            self.close(&view);
            self.turn = view.clock().turn;
            self.stood = self.standing(&view);
        }
        self.then.after(world);
    }

    fn submit(&mut self, world: &mut World, action: Action) -> Result<(), Refusal> {
        self.then.submit(world, action)
    }
}

/// Whether an enemy of that side stands in contact.
fn touches(view: &View, side: Side, print: &Footprint) -> bool {
    let near = view.layout().near_of(Some(side.other()), print.centre, print.radius + TOUCH);
    near.into_iter().any(|foot| distance(&foot.print, print) <= TOUCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up_and_none_of_none_is_nothing() {
        let mut count = Count::default();
        assert_eq!(count.mean(), 0.0);
        for counts in [true, false, false, true] {
            count.add(counts);
        }
        assert_eq!((count.count, count.of, count.mean()), (2, 4, 0.5));
        let conduct = Conduct { idle: count, ..Conduct::default() };
        assert_eq!(conduct.and(conduct).idle, Count { count: 4, of: 8 });
    }
}
