//! The ways that units which may move are offered: ahead with a wheel, aside, turns in place, a group's charge in which
//! some stop.

use super::order::{HALT, MoveOrder, Way};
use super::plan::{self, Plan, way};
use super::runs;
use super::{again, aside};
use crate::battle::{Choice, Handle, Param, Range, Value};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::data::{Chariot, tables};
use crate::rules::impetus::zone::{self, Zone};
use crate::table::measure::{TOUCH, within};
use crate::table::{Cdeg, Footprint, Mil};

/// A straight move of one unit.
pub const STRAIGHT: Cite = Cite("I10");
const GROUP_CHARGE: Cite = Cite("I98");
const ASIDE: Cite = Cite("I12");
const AHEAD: Word = Word("ahead");
const WHEEL: Word = Word("wheel");

/// Units that may move, and what all their ways have in common.
pub struct Ways<'a, 'w> {
    field: Battlefield<'w>,
    /// Their order to stay where they are.
    still: &'a MoveOrder,
    /// What that order would do.
    at_rest: &'a Plan,
    /// The zones that they can come to in any of the ways.
    zones: Vec<Zone>,
    /// No part of any of them comes farther than so much.
    farthest: Mil,
    /// How far each goes straight ahead into contact; none: it meets nobody.
    meetings: Vec<Option<Mil>>,
}

impl<'a, 'w> Ways<'a, 'w> {
    /// The ways of units whose order to stay is accepted.
    pub fn of(field: Battlefield<'w>, still: &'a MoveOrder, at_rest: &'a Plan) -> Ways<'a, 'w> {
        let units = &still.units;
        let farthest = at_rest.charge.max(plan::allowance(field, units));
        let zones = zone::in_reach(field, units, true, farthest);
        Ways { field, still, at_rest, zones, farthest, meetings: meetings(field, units, at_rest) }
    }

    /// The choice of a wheel and a straight move.
    pub fn march(&self) -> Choice {
        let (field, units) = (self.field, &self.still.units);
        let mut params = Vec::new();
        if self.may_wheel() {
            params.push(wheel_param(field, units));
        }
        params.push(self.ahead());
        if self.still.halt.is_some() {
            params.push(Param::panel(HALT, Range::Flag));
        }
        // For a unit that has moved already it is a further move.
        let cite = if field.acts(units[0]).moved { again::RULE } else { STRAIGHT };
        Choice { params, ..Choice::plain(self.still.action(), cite) }
    }

    /// The straight move: up to its reach, with the distance of the first charge.
    fn ahead(&self) -> Param {
        let (reach, charge) = (self.at_rest.reach, self.at_rest.charge);
        let mut param = Param { handle: Handle::Ahead, ..Param::panel(AHEAD, Range::Length(Mil::ZERO, charge)) };
        let contact = self.meetings.iter().flatten().min().copied();
        for (at, why) in [(contact, "contact"), (Some(reach), "all")] {
            let Some(at) = at else { continue };
            if self.can(&self.still.with(Way::Ahead { wheel: Cdeg::ZERO, ahead: at })) {
                param = param.stop(Value::Length(at), Word(why));
            }
        }
        param
    }

    /// A move in that direction without turning, for a single unit.
    pub fn aside(&self, angle: Cdeg) -> Option<Choice> {
        let order = self.still.with(Way::Aside { angle, by: Mil::ZERO });
        if !self.can(&order) {
            return None;
        }
        let most = aside::allowance(self.field, self.still.units[0], angle)?;
        let handle = Handle::Bearing(angle, angle);
        let param = Param { handle, ..Param::panel(Word("slide"), Range::Length(Mil::ZERO, most)) };
        Some(Choice { params: vec![param], ..Choice::plain(order.action(), ASIDE) })
    }

    /// Turns in place: for chariots after or before a straight leg, for artillery alone.
    pub fn turns(&self) -> Vec<Choice> {
        let [unit] = self.still.units[..] else { return Vec::new() };
        let kind = self.field.kind(unit);
        let most = match kind.chariot {
            Some(Chariot::Light) => tables().movement.chariot_light.0,
            Some(Chariot::Heavy) => tables().movement.chariot_heavy.0,
            None if kind.artillery => tables().movement.pivot.0,
            None => return Vec::new(),
        };
        let face = Param { handle: Handle::Turn, ..Param::panel(Word("face"), Range::Angle(-most, most)) };
        let mut choices = Vec::new();
        for first in [false, true] {
            let order = self.still.with(Way::Turn { angle: Cdeg::ZERO, ahead: Mil::ZERO, first });
            let turning = self.still.with(Way::Turn { angle: Cdeg(1), ahead: Mil::ZERO, first: true });
            if (kind.artillery && !first) || (first && !self.can(&turning)) || !self.can(&order) {
                continue;
            }
            let mut params = vec![face.clone()];
            if kind.chariot.is_some() {
                let ahead = Param::panel(AHEAD, Range::Length(Mil::ZERO, self.at_rest.charge));
                params.insert(usize::from(first), Param { handle: Handle::Ahead, ..ahead });
                params.push(Param::panel(HALT, Range::Flag));
            }
            choices.push(Choice { params, ..Choice::plain(order.action(), Cite("8.5")) });
        }
        choices
    }

    /// A group's charge in which units that meet nobody stop where the first contact is made, while the others go on until
    /// the last of them has made contact: straight ahead, or else after the least wheel by whole degrees after which there
    /// is one, to the left before the right. None where that is the same as a plain move.
    pub fn stopping(&self) -> Option<Choice> {
        self.stopping_after(Cdeg::ZERO, &self.meetings).or_else(|| {
            self.wheels().into_iter().find_map(|wheel| {
                let wheeled = way(self.field, &self.still.with(Way::Ahead { wheel, ahead: Mil::ZERO }), &self.zones);
                self.stopping_after(wheel, &meetings(self.field, &self.still.units, &wheeled.ok()?))
            })
        })
    }

    /// The wheels by whole degrees that the group may make, the least first; none where too few of it can come to an enemy
    /// for one to stop while others go on.
    fn wheels(&self) -> Vec<Cdeg> {
        let (field, units) = (self.field, &self.still.units);
        let enemies = || field.enemies(units[0]).filter(|enemy| field.0.on_table(*enemy));
        let comes_to_one = |unit: &&UnitId| {
            let own = field.print(**unit);
            enemies().any(|enemy| within(&own, &field.print(enemy), self.farthest + TOUCH))
        };
        if units.len() < 3 || !self.may_wheel() || units.iter().filter(comes_to_one).count() < 2 {
            return Vec::new();
        }
        let most = [false, true].map(|right| farthest_wheel(field, units, right));
        let by = |n: i32| [-Cdeg::degrees(n), Cdeg::degrees(n)].into_iter().zip(most);
        let degrees = (1..=most[0].max(most[1]).0 / 100).flat_map(by);
        degrees.filter(|(wheel, most)| wheel.0.abs() <= most.0).map(|(wheel, _)| wheel).collect()
    }

    /// Whether they may wheel at all (8.2, 8.5).
    fn may_wheel(&self) -> bool {
        let (field, units) = (self.field, &self.still.units);
        let held = |u: &UnitId| zone::holding(&self.zones, &field.print(*u)).next().is_some();
        let turns = |u: &UnitId| field.kind(*u).artillery || field.kind(*u).chariot.is_some();
        !units.iter().any(held) && !units.iter().any(turns)
    }

    /// The same after a wheel, after which each would meet an enemy so far on.
    fn stopping_after(&self, wheel: Cdeg, meetings: &[Option<Mil>]) -> Option<Choice> {
        let charge = |ahead: Mil| self.still.with(Way::Ahead { wheel, ahead });
        let met = || meetings.iter().flatten().copied();
        let (first, last) = (met().min()?, met().max()?);
        if last <= first {
            return None;
        }
        let whole = way(self.field, &charge(last), &self.zones).ok()?;
        let idle = whole.units.iter().filter(|p| p.enemies.is_empty() && p.gone > first);
        let stops: Vec<(UnitId, Mil)> = idle.map(|p| (p.unit, first)).collect();
        let order = MoveOrder { stops, ..charge(last) };
        (!order.stops.is_empty() && self.can(&order)).then(|| Choice::plain(order.action(), GROUP_CHARGE))
    }

    /// Whether they can move in that way.
    fn can(&self, order: &MoveOrder) -> bool {
        way(self.field, order, &self.zones).is_ok()
    }
}

/// How far each of some units goes straight ahead into contact after a plan's wheel; none: it meets nobody.
fn meetings(field: Battlefield, units: &[UnitId], wheeled: &Plan) -> Vec<Option<Mil>> {
    let meeting = |n: usize| {
        let path = runs::path(field, units, n, &wheeled.units[n].turned);
        path.meeting(wheeled.charge).map(|met| met.at)
    };
    (0..units.len()).map(meeting).collect()
}

/// The largest wheel to that side that some units can pay for.
fn farthest_wheel(field: Battlefield, units: &[UnitId], right: bool) -> Cdeg {
    let allowance = plan::allowance(field, units);
    plan::hinge(field, units, right).map_or(Cdeg::ZERO, |w| w.angle_for(allowance, tables().movement.wheel.0))
}

fn wheel_param(field: Battlefield, units: &[UnitId]) -> Param {
    let most = |right: bool| farthest_wheel(field, units, right);
    let prints: Vec<Footprint> = units.iter().map(|u| field.print(*u)).collect();
    Param { handle: Handle::wheel(&prints), ..Param::panel(WHEEL, Range::Angle(-most(false), most(true))) }
}
