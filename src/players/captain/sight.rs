//! The battle as the captain sees it at one moment: plain values of every unit on the table.

use std::cell::RefCell;

use bevy::math::Vec2;
use smallvec::SmallVec;

use super::prospect::{Prospect, prospect};
use crate::battle::{Forecast, Ref, Ruleset, TurnLimit, View};
use crate::ids::{BodyId, Side, UnitId};
use crate::table::measure::{behind_front_line, distance};
use crate::table::{Cdeg, Edge, Footprint};

/// Units nearer than this are in contact, inches.
const TOUCH: f32 = 0.02;
/// How much of a unit's value counts as lost when it has lost strength but still stands, times the share lost.
const WORN: f32 = 0.35;
/// How much a charge counts against somebody who may evade.
const SLIPS: f32 = 0.3;

/// The value of joining a fight against an enemy who is already in melee, as a share of his unit value.
pub const TOGETHER: f32 = 0.25;

/// The move of foot for which the captain's distances in inches are meant.
const PACE: f32 = 6.0;

/// Those who move together: one unit, one body, or several.
pub type Party = SmallVec<[Ref; 4]>;

/// What the captain knows of one unit.
#[derive(Clone, Debug)]
pub struct Seen {
    pub unit: UnitId,
    pub side: Side,
    pub body: Option<BodyId>,
    pub print: Footprint,
    /// What losing it would cost its side.
    pub unit_value: f32,
    /// How much it can lose before it is gone.
    pub left: u8,
    /// How far it may charge, inches; 0: it is in melee or cannot charge.
    pub charge: f32,
    /// How far it may turn before it charges.
    pub turn: Cdeg,
    /// How far it may turn in a move.
    pub pivot: Cdeg,
    /// How far it shoots, inches; 0: it does not.
    pub range: f32,
    /// Whether friends pass it, as they pass skirmishers.
    pub passed: bool,
    /// Whether it is in melee: it touches an enemy and cannot charge.
    pub engaged: bool,
}

impl Seen {
    /// Whether it is light: lines do not wait for it, and nobody goes round it.
    pub fn is_slight(&self) -> bool {
        self.unit_value < 5.0
    }

    /// Whether the unit is one of those who move together, or in one of them.
    pub fn is_of(&self, who: &[Ref]) -> bool {
        who.iter().any(|who| match who {
            Ref::Unit(unit) => self.unit == *unit,
            Ref::Body(body) => self.body == Some(*body),
            _ => false,
        })
    }
}

/// Everything on the table.
pub struct Sight<'w> {
    pub view: View<'w>,
    pub ruleset: Ruleset,
    pub side: Side,
    pub units: Vec<Seen>,
    /// Whether the other side wins if nothing more happens, so that this side must attack.
    pub must_attack: bool,
    /// How much of the battle's turns is over, 0 to 1.
    pub late: f32,
    /// The middle of the enemy's line of battle; none when he has none left.
    pub middle: Option<Vec2>,
    /// The factor for distances in this battle: 1 where the line of battle moves six inches.
    pub scale: f32,
    forecasts: RefCell<Vec<Option<Option<Forecast>>>>,
    gains: RefCell<Vec<Option<Option<f32>>>>,
}

impl<'w> Sight<'w> {
    /// The battle as that side sees it.
    pub fn of(view: &View<'w>, ruleset: &Ruleset, side: Side) -> Sight<'w> {
        let mut units = Vec::new();
        for unit in view.roster().ids() {
            let Some(print) = view.hull(unit) else { continue };
            let reach = (ruleset.reach)(view, unit);
            units.push(Seen {
                unit,
                side: view.side_of(unit),
                body: view.body_of(unit),
                print,
                unit_value: (ruleset.unit_value)(view, unit),
                left: (ruleset.strength)(view, unit),
                charge: reach.charge.to_inches(),
                turn: reach.turn,
                pivot: reach.pivot,
                range: reach.fire.iter().map(|(range, _)| range.to_inches()).fold(0.0, f32::max),
                passed: reach.passed,
                engaged: false,
            });
        }
        let engaged: Vec<bool> = units.iter().map(|u| u.charge <= 0.0 && touches_enemy(&units, u)).collect();
        for (unit, engaged) in units.iter_mut().zip(engaged) {
            unit.engaged = engaged;
        }
        let must_attack = (ruleset.favoured)(view).is_some_and(|ahead| ahead != side);
        let limit = view.try_battle_state::<TurnLimit>();
        let late = limit.map_or(0.3, |limit| view.clock().turn as f32 / limit.turns().max(1) as f32);
        let pairs = view.roster().len() * view.roster().len() * Edge::ALL.len();
        let scale = pace(&units) / PACE;
        let (forecasts, gains) = (RefCell::new(vec![None; pairs]), RefCell::new(vec![None; pairs]));
        let middle = middle(units.iter().filter(|u| u.side != side && !u.is_slight()));
        Sight { view: *view, ruleset: *ruleset, side, units, must_attack, late, middle, scale, forecasts, gains }
    }

    /// What is known of that unit.
    pub fn get(&self, unit: UnitId) -> Option<&Seen> {
        self.units.binary_search_by_key(&unit, |s| s.unit).ok().map(|i| &self.units[i])
    }

    /// Own units.
    pub fn own(&self) -> impl Iterator<Item = &Seen> {
        self.units.iter().filter(|s| s.side == self.side)
    }

    /// Enemy units.
    pub fn enemies(&self) -> impl Iterator<Item = &Seen> {
        self.units.iter().filter(|s| s.side != self.side)
    }

    fn slot(&self, attacker: UnitId, target: UnitId, upon: Edge) -> usize {
        let pair = attacker.index() * self.view.roster().len() + target.index();
        pair * Edge::ALL.len() + upon as usize
    }

    /// How a fight would go if `attacker` hit that edge of `target`; computed once for each sight.
    pub fn forecast(&self, attacker: UnitId, target: UnitId, upon: Edge) -> Option<Forecast> {
        let slot = self.slot(attacker, target, upon);
        if let Some(known) = self.forecasts.borrow()[slot] {
            return known;
        }
        let forecast = (self.ruleset.forecast)(&self.view, attacker, target, upon);
        self.forecasts.borrow_mut()[slot] = Some(forecast);
        forecast
    }

    /// The value of a fight for the side that attacks that edge of the target; none when it may not.
    pub fn gain(&self, attacker: &Seen, target: &Seen, upon: Edge) -> Option<f32> {
        let slot = self.slot(attacker.unit, target.unit, upon);
        if let Some(known) = self.gains.borrow()[slot] {
            return known;
        }
        let gain = self.forecast(attacker.unit, target.unit, upon).map(|forecast| {
            let gain = value(&prospect(&forecast, attacker.left, target.left), attacker, target);
            // Two units against one win sooner and more surely.
            let joins = if target.engaged && !attacker.engaged { TOGETHER * target.unit_value } else { 0.0 };
            if forecast.slips { gain * SLIPS } else { gain + joins }
        });
        self.gains.borrow_mut()[slot] = Some(gain);
        gain
    }
}

/// The mean position of units, weighted by their values.
fn middle<'s>(units: impl Iterator<Item = &'s Seen>) -> Option<Vec2> {
    let (sum, weight) =
        units.fold((Vec2::ZERO, 0.0), |(sum, weight), u| (sum + u.print.centre * u.unit_value, weight + u.unit_value));
    (weight > 0.0).then(|| sum / weight)
}

/// The move of the slowest units that both lines of battle are made of, inches.
fn pace(units: &[Seen]) -> f32 {
    let paces = units.iter().filter(|u| !u.is_slight() && u.charge > 0.0).map(|u| u.charge);
    paces.reduce(f32::min).unwrap_or(PACE)
}

/// The value of a fight to the first of the two, in points.
fn value(prospect: &Prospect, own: &Seen, other: &Seen) -> f32 {
    (prospect.breaks + WORN * prospect.wears) * other.unit_value
        - (prospect.broken + WORN * prospect.worn) * own.unit_value
}

fn touches_enemy(units: &[Seen], of: &Seen) -> bool {
    units.iter().any(|u| u.side != of.side && distance(&u.print, &of.print) <= TOUCH)
}

/// Which edge of `it` is hit by a unit that began its move at `start` and ends at `end`: the flank or rear if it began
/// behind the front line of `it`, else the front.
pub fn upon(it: &Footprint, start: &Footprint, end: &Footprint) -> Edge {
    if !behind_front_line(it, start) {
        return Edge::Front;
    }
    let place = it.local(end.front());
    if place.y < -it.half_depth && place.x.abs() < it.half_width {
        Edge::Rear
    } else if place.x > 0.0 {
        Edge::Right
    } else {
        Edge::Left
    }
}
