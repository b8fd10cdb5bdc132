//! The ways that units which may move are offered: ahead with a wheel, aside, turns in place, a group's charge in which
//! some stop.

use super::order::{HALT, MoveOrder, Way};
use super::plan::{self, Plan, way};
use super::{again, aside};
use crate::battle::{Choice, Handle, Param, Range, Value};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::data::{Chariot, tables};
use crate::rules::impetus::path::Path;
use crate::rules::impetus::zone::{self, Zone};
use crate::table::{Cdeg, Mil};

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
    /// How far each goes straight ahead into contact; none: it meets nobody.
    meetings: Vec<Option<Mil>>,
}

impl<'a, 'w> Ways<'a, 'w> {
    /// The ways of units whose order to stay is accepted.
    pub fn of(field: Battlefield<'w>, still: &'a MoveOrder, at_rest: &'a Plan) -> Ways<'a, 'w> {
        let units = &still.units;
        let meeting = |unit: &UnitId| {
            let from = field.print(*unit);
            let path = Path { field, unit: *unit, from, along: from.forward(), mates: units, ended: &[] };
            path.meeting(at_rest.charge).map(|met| met.at)
        };
        let farthest = at_rest.charge.max(plan::allowance(field, units));
        let zones = zone::in_reach(field, units, true, farthest);
        Ways { field, still, at_rest, zones, meetings: units.iter().map(meeting).collect() }
    }

    /// The choice of a wheel and a straight move.
    pub fn march(&self) -> Choice {
        let (field, units) = (self.field, &self.still.units);
        let held = units.iter().any(|u| zone::holding(&self.zones, &field.print(*u)).next().is_some());
        let mut params = Vec::new();
        let turns = |u: &UnitId| field.kind(*u).artillery || field.kind(*u).chariot.is_some();
        if !held && !units.iter().any(turns) {
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

    /// A group's charge straight ahead in which units that meet nobody stop where the first contact is made, while the
    /// others go on until the last of them has made contact. None where that is the same as a plain move.
    pub fn stopping(&self) -> Option<Choice> {
        let charge = |ahead: Mil| self.still.with(Way::Ahead { wheel: Cdeg::ZERO, ahead });
        let met = || self.meetings.iter().flatten().copied();
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

fn wheel_param(field: Battlefield, units: &[UnitId]) -> Param {
    let allowance = plan::allowance(field, units);
    let most = |right: bool| {
        plan::hinge(field, units, right).map_or(Cdeg::ZERO, |w| w.angle_for(allowance, tables().movement.wheel.0))
    };
    let mil = |v: bevy::math::Vec2| (Mil::measured(v.x), Mil::measured(v.y));
    let handle = plan::hinge(field, units, true)
        .map_or(Handle::Turn, |w| Handle::Arc { pivot: mil(w.pivot), outer: mil(w.outer) });
    Param { handle, ..Param::panel(WHEEL, Range::Angle(-most(false), most(true))) }
}
