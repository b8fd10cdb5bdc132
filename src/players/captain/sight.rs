//! The battle as the captain sees it at one moment: plain values of every unit on the table.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};

use bevy::math::Vec2;
use smallvec::SmallVec;

use super::charge_paths::Menace;
use super::intent::{Army, Brief, Duty};
use super::prospect::{Prospect, prospect};
use super::rounds::Rounds;
use super::wings::Arm;
use crate::battle::{ArmyIntents, Forecast, Intent, Ref, Ruleset, TurnLimit, View};
use crate::ids::{BodyId, Side, UnitId};
use crate::table::detour::Detour;
use crate::table::measure::{behind_front_line, distance};
use crate::table::{Cdeg, Edge, Footprint};

/// Units nearer than this are in contact, inches.
const TOUCH: f32 = 0.02;
/// By how much rounding may bring a footprint nearer, inches.
pub const SLACK: f32 = 0.05;
/// How much of a unit's value counts as lost when it has lost strength but still stands, times the share lost.
const WORN: f32 = 0.35;
/// How much a charge counts against somebody who may evade.
const SLIPS: f32 = 0.3;

/// The value of joining a fight against an enemy who is already in melee, as a share of his unit value.
pub const TOGETHER: f32 = 0.25;

/// Units that move no farther than this belong to the line of battle, inches on the scale where foot moves six.
pub const SLOW: f32 = 8.0;
/// Who is worth less than this is light, in points of unit values, if he is fewer bases than that.
const SLIGHT: f32 = 5.0;
const MASS: usize = 12;
/// Who holds his ground looks at enemies who could meet him in so many moves of both.
const SOON: f32 = 1.25;
/// The move of foot for which the captain's distances in inches are meant.
const PACE: f32 = 6.0;

/// Those who move together: one unit, one body, or several.
pub type Party = SmallVec<[Ref; 4]>;

/// What the captain knows of one unit.
#[derive(Clone, Debug, PartialEq)]
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
    /// How far it moves in one move when nothing hinders it, inches.
    pub pace: f32,
    /// Whether it rides; none: judged by its pace.
    pub rides: Option<bool>,
    /// How far it shoots, inches; 0: it does not.
    pub range: f32,
    /// Whether friends pass it, as they pass skirmishers.
    pub passed: bool,
    /// Whether it is so many bases that it is a line whatever it is worth, as peasants are.
    pub massed: bool,
    /// Whether it is in melee: it touches an enemy and cannot charge.
    pub engaged: bool,
}

impl Seen {
    /// What is known of a unit; none when it covers no part of the table.
    pub fn of(view: &View, ruleset: &Ruleset, unit: UnitId) -> Option<Seen> {
        let seen = view.keep("captain's sight", &unit, || {
            let print = view.hull(unit)?;
            let reach = (ruleset.reach)(view, unit);
            let charge = reach.charge.to_inches();
            let side = view.side_of(unit);
            let mut beside = view.layout().near_of(Some(side.other()), print.centre, print.radius + TOUCH);
            Some(Seen {
                unit,
                side,
                body: view.body_of(unit),
                print,
                unit_value: (ruleset.unit_value)(view, unit),
                left: (ruleset.strength)(view, unit),
                charge,
                turn: reach.turn,
                pivot: reach.pivot,
                pace: (ruleset.pace)(view, unit).to_inches(),
                rides: (ruleset.rides)(view, unit),
                range: reach.fire.iter().map(|(range, _)| range.to_inches()).fold(0.0, f32::max),
                passed: reach.passed,
                massed: view.placement(unit).base_count() >= MASS,
                engaged: charge <= 0.0 && beside.any(|foot| distance(&foot.print, &print) <= TOUCH),
            })
        });
        (*seen).clone()
    }

    /// Whether it is light: lines do not wait for it, and nobody goes round it.
    pub fn is_slight(&self) -> bool {
        self.unit_value < SLIGHT && !self.massed
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
    /// How many turns the battle has, and how many are left, this one too.
    pub turns: f32,
    pub left: f32,
    /// The middle of the enemy's line of battle; none when he has none left.
    pub middle: Option<Vec2>,
    /// The factor for distances in this battle: 1 where the line of battle moves six inches.
    pub scale: f32,
    /// The intent that it was given, if any.
    given: Option<Intent>,
    found: Found,
}

/// What is worked out of a position when it is first asked for.
#[derive(Debug, Default)]
struct Found {
    forecasts: RefCell<Vec<Option<Option<Forecast>>>>,
    gains: RefCell<Vec<Option<Option<f32>>>>,
    most: RefCell<Vec<Option<f32>>>,
    army: OnceCell<Army>,
    menaces: OnceCell<Vec<Menace>>,
    /// The ways of each unit round the ground that it may not enter.
    rounds: Vec<OnceCell<Rounds>>,
    /// How far each unit is from the nearest of the other side, inches.
    nearest: RefCell<Vec<Option<f32>>>,
}

impl<'w> Sight<'w> {
    /// The battle as that side sees it.
    pub fn of(view: &View<'w>, ruleset: &Ruleset, side: Side) -> Sight<'w> {
        let mut units: Vec<Seen> = view.roster().ids().filter_map(|unit| Seen::of(view, ruleset, unit)).collect();
        // Who has an order already is thought of where it brings him, and an enemy who comes on while it is carried out where
        // he will likely be.
        let moved = (ruleset.intended)(view, side).into_iter().chain((ruleset.expected)(view, side));
        for (unit, placement) in moved {
            let print = placement.hull(view.roster().base(unit));
            if let (Some(seen), Some(print)) = (units.iter_mut().find(|seen| seen.unit == unit), print) {
                seen.print = print;
            }
        }
        let must_attack = (ruleset.favoured)(view).is_some_and(|ahead| ahead != side);
        let limit = view.try_battle_state::<TurnLimit>();
        let late = limit.map_or(0.3, |limit| view.clock().turn as f32 / limit.turns().max(1) as f32);
        let left = limit.map_or(20.0, |limit| (limit.turns() + 1).saturating_sub(view.clock().turn) as f32);
        let turns = limit.map_or(20.0, |limit| limit.turns() as f32);
        let scale = pace(&units) / PACE;
        let middle = middle(units.iter().filter(|u| u.side != side && !u.is_slight()));
        let given = view.try_battle_state::<ArmyIntents>().and_then(|intents| intents.of(side));
        Sight { must_attack, late, turns, left, middle, scale, given, ..Sight::with(view, ruleset, side, units) }
    }

    fn with(view: &View<'w>, ruleset: &Ruleset, side: Side, units: Vec<Seen>) -> Sight<'w> {
        let slots = units.len() * units.len() * Edge::ALL.len();
        let found = Found {
            forecasts: RefCell::new(vec![None; slots]),
            gains: RefCell::new(vec![None; slots]),
            most: RefCell::new(vec![None; slots / Edge::ALL.len()]),
            nearest: RefCell::new(vec![None; units.len()]),
            rounds: vec![OnceCell::new(); units.len()],
            ..Found::default()
        };
        Sight {
            view: *view,
            ruleset: *ruleset,
            side,
            units,
            must_attack: false,
            late: 0.0,
            turns: 0.0,
            left: 0.0,
            middle: None,
            scale: 1.0,
            given: None,
            found,
        }
    }

    /// The same for an army to which an intent is given now, if one is: it goes before that of the battle's file.
    #[must_use]
    pub fn meaning(self, given: Option<Intent>) -> Sight<'w> {
        Sight { given: given.or(self.given), ..self }
    }

    /// What the army wants: what it was told; else to attack if it would lose by waiting, and to let the enemy come if not.
    pub fn intent(&self) -> Intent {
        self.given.unwrap_or(if self.must_attack { Intent::ATTACK } else { Intent::HOLD })
    }

    /// Whether all that is known of the units is the same in another sight.
    pub fn is_same(&self, other: &Sight) -> bool {
        self.units == other.units && self.must_attack == other.must_attack
    }

    /// The army's intent and the tasks of its wings, computed when they are first asked for.
    pub fn army(&self) -> &Army {
        self.found.army.get_or_init(|| Army::of(self))
    }

    /// How far one of the own units is from the nearest enemy, inches; infinite where there is none.
    pub fn to_enemy(&self, own: &Seen) -> f32 {
        let Some(at) = self.at(own.unit) else { return f32::INFINITY };
        if let Some(known) = self.found.nearest.borrow()[at] {
            return known;
        }
        let nearest = self.enemies().fold(f32::INFINITY, |best, enemy| {
            // Circles round the two decide most cases.
            let least = own.print.centre.distance(enemy.print.centre) - own.print.radius - enemy.print.radius - SLACK;
            if least > best { best } else { distance(&own.print, &enemy.print).min(best) }
        });
        self.found.nearest.borrow_mut()[at] = Some(nearest);
        nearest
    }

    /// How a unit comes from a place to another one if ground that it may not enter lies between them; none if it gets
    /// there straight, or not at all. Who is no farther off than `near` inches is there.
    pub fn detour(&self, unit: &Seen, from: Vec2, to: Vec2, near: f32) -> Option<Detour> {
        self.rounds(unit).detour(&self.view, from, to, near)
    }

    /// The ways of a unit round the ground that it may not enter.
    pub fn rounds(&self, unit: &Seen) -> Cow<'_, Rounds> {
        let rounds = || Rounds::of(&self.view, &self.ruleset, unit);
        match self.at(unit.unit) {
            Some(at) => Cow::Borrowed(self.found.rounds[at].get_or_init(rounds)),
            None => Cow::Owned(rounds()),
        }
    }

    /// Where enemies could charge.
    pub fn menaces(&self) -> &[Menace] {
        self.found.menaces.get_or_init(|| Menace::all(self))
    }

    /// The task of one of the own units.
    pub fn brief(&self, unit: UnitId) -> Option<&Brief> {
        self.army().brief(unit)
    }

    /// Whether all of those are to hold their ground, and no enemy will be near them soon.
    pub fn may_rest(&self, who: &[Ref]) -> bool {
        let rests = |own: &Seen| {
            let holds = self.brief(own.unit).is_some_and(|brief| brief.duty == Duty::Hold);
            let soon = |enemy: &Seen| {
                let reach = SOON * (own.pace + enemy.pace) + own.print.radius + enemy.print.radius;
                own.print.centre.distance_squared(enemy.print.centre) < reach * reach
            };
            holds && !self.enemies().any(soon)
        };
        self.own().filter(|own| own.is_of(who)).all(rests)
    }

    /// What a unit is good for.
    pub fn arm(&self, unit: &Seen) -> Arm {
        match unit {
            _ if unit.passed || unit.is_slight() => Arm::Light,
            _ if unit.rides.unwrap_or(unit.pace > SLOW * self.scale) => Arm::Horse,
            _ => Arm::Foot,
        }
    }

    /// What is known of that unit.
    pub fn get(&self, unit: UnitId) -> Option<&Seen> {
        self.at(unit).map(|i| &self.units[i])
    }

    /// Its place among the units.
    fn at(&self, unit: UnitId) -> Option<usize> {
        self.units.binary_search_by_key(&unit, |s| s.unit).ok()
    }

    /// Own units.
    pub fn own(&self) -> impl Iterator<Item = &Seen> {
        self.units.iter().filter(|s| s.side == self.side)
    }

    /// Enemy units.
    pub fn enemies(&self) -> impl Iterator<Item = &Seen> {
        self.units.iter().filter(|s| s.side != self.side)
    }

    fn slot(&self, attacker: UnitId, target: UnitId, upon: Edge) -> Option<usize> {
        Some((self.at(attacker)? * self.units.len() + self.at(target)?) * Edge::ALL.len() + upon as usize)
    }

    /// How a fight would go if `attacker` hit that edge of `target`; computed once for each sight.
    pub fn forecast(&self, attacker: UnitId, target: UnitId, upon: Edge) -> Option<Forecast> {
        let slot = self.slot(attacker, target, upon)?;
        if let Some(known) = self.found.forecasts.borrow()[slot] {
            return known;
        }
        let forecast = self.fight(attacker, target, upon).map(|fight| fight.0);
        self.found.forecasts.borrow_mut()[slot] = Some(forecast);
        forecast
    }

    /// How a fight would go, round by round and to its end; kept until something changes that it depends on.
    fn fight(&self, attacker: UnitId, target: UnitId, upon: Edge) -> Option<(Forecast, Prospect)> {
        let (view, ruleset) = (&self.view, &self.ruleset);
        let fought = |edge: Edge| {
            let forecast = (ruleset.forecast)(view, attacker, target, edge)?;
            let left = [attacker, target].map(|unit| (ruleset.strength)(view, unit));
            Some((forecast, prospect(&forecast, left[0], left[1])))
        };
        if view.side_of(attacker) == self.side {
            // Who thinks of charging an enemy thinks of all his edges.
            view.keep("captain's fights", &(attacker, target), || Edge::ALL.map(fought))[upon as usize]
        } else {
            *view.keep("captain's fight", &(attacker, target, upon), || fought(upon))
        }
    }

    /// The value of a fight for the side that attacks that edge of the target; none when it may not.
    pub fn gain(&self, attacker: &Seen, target: &Seen, upon: Edge) -> Option<f32> {
        let slot = self.slot(attacker.unit, target.unit, upon)?;
        if let Some(known) = self.found.gains.borrow()[slot] {
            return known;
        }
        let gain = self.fight(attacker.unit, target.unit, upon).map(|(forecast, prospect)| {
            let gain = value(&prospect, attacker, target);
            // Two units against one win sooner and more surely.
            let joins = if target.engaged && !attacker.engaged { TOGETHER * target.unit_value } else { 0.0 };
            if forecast.slips { gain * SLIPS } else { gain + joins }
        });
        self.found.gains.borrow_mut()[slot] = Some(gain);
        gain
    }

    /// The most that a fight would be worth, whichever edge of the target is hit; 0 for an edge that may not be.
    pub fn most(&self, attacker: &Seen, target: &Seen) -> f32 {
        let Some(slot) = self.slot(attacker.unit, target.unit, Edge::Front).map(|slot| slot / Edge::ALL.len()) else {
            return 0.0;
        };
        if let Some(known) = self.found.most.borrow()[slot] {
            return known;
        }
        let gains = Edge::ALL.map(|edge| self.gain(attacker, target, edge).unwrap_or(0.0));
        let most = gains.into_iter().fold(f32::NEG_INFINITY, f32::max);
        self.found.most.borrow_mut()[slot] = Some(most);
        most
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
    let paces = units.iter().filter(|u| !u.is_slight() && u.pace > 0.0).map(|u| u.pace);
    paces.reduce(f32::min).unwrap_or(PACE)
}

/// The value of a fight to the first of the two, in points.
fn value(prospect: &Prospect, own: &Seen, other: &Seen) -> f32 {
    (prospect.breaks + WORN * prospect.wears) * other.unit_value
        - (prospect.broken + WORN * prospect.worn) * own.unit_value
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
