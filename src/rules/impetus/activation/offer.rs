//! What the units of a side may do in its phase.

use super::order::{AT, DONE, FIGHT, HALT, MOVES, MoveOrder, RALLY, RALLY_OTHER, RUSH, SHIELDWALL, SHOOT, Way};
use super::plan::{self, Plan, plan};
use super::{ACTIONS, KEY, RULE, may_fight, may_form, may_rally, rush};
use super::{again, aside};
use crate::battle::{Action, Ask, Asking, Barred, Choice, Handle, MOVE, Offer, Param, Range, Ref, Refusal, Value};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::data::{Chariot, tables};
use crate::rules::impetus::path::Path;
use crate::rules::impetus::reaction::{self, READY};
use crate::rules::impetus::switches::Switch;
use crate::rules::impetus::{command, contest};
use crate::rules::impetus::{firing, group, zone};
use crate::table::{Cdeg, Mil};

const STRAIGHT: Cite = Cite("I10");
const GROUP: Cite = Cite("4");
const GROUP_CHARGE: Cite = Cite("I98");
const ASIDE: Cite = Cite("I12");
const ABOUT: Cite = Cite("7");
const FIRE: Cite = Cite("10.1");
const AHEAD: Word = Word("ahead");
const WHEEL: Word = Word("wheel");

/// The directions of an oblique, sideways or rear move that are offered; the judge accepts slightly different angles.
const WAYS: [Cdeg; 5] = [Cdeg(-4_500), Cdeg(4_500), Cdeg(-9_000), Cdeg(9_000), Cdeg::HALF];

/// Everything that a side may do, or only what the given units may do.
pub fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    let groups = group::standing(field, asking.side);
    let named: Vec<UnitId> =
        ask.who.iter().filter_map(|r| if let Ref::Unit(u) = r { Some(*u) } else { None }).collect();
    for unit in field.side(asking.side).filter(|u| wants(field, ask, *u)) {
        if !field.under_orders(unit) {
            let why = || Refusal::new(contest::RULE, Word("other-command")).of(Ref::Unit(unit));
            let bar = |key: &Word| Barred { key: *key, who: vec![Ref::Unit(unit)], why: why() };
            offer.barred.extend([MOVE, SHOOT, RALLY, FIGHT].iter().filter(|_| ask.barred).map(bar));
            continue;
        }
        let mates: &[UnitId] = groups.iter().find(|g| g.contains(&unit)).map_or(&[], |g| g);
        unit_choices(field, unit, mates, &mut offer, ask.barred);
    }
    if named.len() > 1
        && named.iter().all(|u| field.0.side_of(*u) == asking.side && field.0.on_table(*u) && field.under_orders(*u))
    {
        group_choice(field, &named, &mut offer, ask.barred);
    } else {
        for units in groups.iter().filter(|g| g.iter().any(|u| wants(field, ask, *u))) {
            group_choice(field, units, &mut offer, false);
        }
    }
    if ask.wants(Ref::Side(asking.side)) {
        offer.choices.push(Choice::ending(Action::new(Ref::Side(asking.side), DONE), RULE));
    }
    offer
}

fn wants(field: Battlefield, ask: &Ask, unit: UnitId) -> bool {
    ask.wants(Ref::Unit(unit)) || field.0.body_of(unit).is_some_and(|body| ask.who.contains(&Ref::Body(body)))
}

fn unit_choices(field: Battlefield, unit: UnitId, mates: &[UnitId], offer: &mut Offer, barred: bool) {
    let who = Ref::Unit(unit);
    let plain = |key: Word, cite: Cite| Choice::plain(Action::new(who, key), cite);
    let mut bar = |key: Word, why: Refusal| {
        if barred {
            offer.barred.push(Barred { key, who: vec![who], why });
        }
    };
    let still = MoveOrder::still(field, &[unit]);
    let mut choices = Vec::new();
    match plan(field, &still) {
        Ok(plan) => {
            let joiners = mates.iter().filter(|u| **u != unit).map(|u| Ref::Unit(*u)).collect();
            choices.push(Choice { joiners, ..march_choice(field, &still, &plan) });
            choices.extend(WAYS.iter().filter_map(|angle| aside_choice(field, &still, *angle)));
            choices.extend(turn_choices(field, &still, &plan));
            let about = still.with(Way::About);
            if super::plan::plan(field, &about).is_ok() {
                choices.push(Choice::plain(about.action(), ABOUT));
            }
        }
        Err(why) => bar(MOVE, why),
    }
    match rush::may_rush(field, unit) {
        Ok(_) => choices.push(plain(RUSH, rush::RULE)),
        Err(why) if rush::strains(field, unit) => bar(RUSH, why),
        Err(_) => {}
    }
    match firing::targets(field, unit, false) {
        Ok(targets) => {
            let mut shots: Vec<(UnitId, bool)> = targets.into_iter().map(|at| (at, false)).collect();
            if !field.acts(unit).activated {
                let moving = firing::targets(field, unit, true).unwrap_or_default();
                shots.extend(moving.into_iter().map(|at| (at, true)));
            }
            shots.sort();
            for (at, moves) in shots {
                if firing::judge(field, unit, at, moves).is_ok() {
                    let at = Value::Refs(vec![Ref::Unit(at)]);
                    let action = Action::new(who, SHOOT).with(AT, at).with(MOVES, Value::Flag(moves));
                    choices.push(Choice::plain(action, FIRE));
                }
            }
        }
        Err(why) => bar(SHOOT, why),
    }
    match may_rally(field, unit) {
        Ok(()) => choices.push(plain(RALLY, Cite("12"))),
        Err(why) => bar(RALLY, why),
    }
    for other in command::may_be_rallied(field, unit) {
        let action = Action::new(who, RALLY_OTHER).with(AT, Value::Refs(vec![Ref::Unit(other)]));
        choices.push(Choice::plain(action, command::RULE));
    }
    match may_fight(field, unit) {
        Ok(()) => choices.push(plain(FIGHT, Cite("15.1"))),
        Err(why) => bar(FIGHT, why),
    }
    match may_form(field, unit) {
        Ok(()) => choices.push(plain(SHIELDWALL, ACTIONS)),
        Err(why) => bar(SHIELDWALL, why),
    }
    match reaction::may_stand_ready(field, unit) {
        Ok(()) => choices.push(plain(READY, Cite("X7"))),
        Err(why) if field.plays(Switch::Opportunity) => bar(READY, why),
        Err(_) => {}
    }
    offer.choices.extend(choices);
}

/// Turns in place: for chariots after or before a straight leg, for artillery alone.
fn turn_choices(field: Battlefield, still: &MoveOrder, at_rest: &Plan) -> Vec<Choice> {
    let [unit] = still.units[..] else { return Vec::new() };
    let kind = field.kind(unit);
    let most = match kind.chariot {
        Some(Chariot::Light) => tables().movement.chariot_light.0,
        Some(Chariot::Heavy) => tables().movement.chariot_heavy.0,
        None if kind.artillery => tables().movement.pivot.0,
        None => return Vec::new(),
    };
    let face = Param { handle: Handle::Turn, ..Param::panel(Word("face"), Range::Angle(-most, most)) };
    let mut choices = Vec::new();
    for first in [false, true] {
        let order = still.with(Way::Turn { angle: Cdeg::ZERO, ahead: Mil::ZERO, first });
        let turning = still.with(Way::Turn { angle: Cdeg(1), ahead: Mil::ZERO, first: true });
        if (kind.artillery && !first) || (first && plan(field, &turning).is_err()) || plan(field, &order).is_err() {
            continue;
        }
        let mut params = vec![face.clone()];
        if kind.chariot.is_some() {
            let ahead = Param::panel(AHEAD, Range::Length(Mil::ZERO, at_rest.charge));
            params.insert(usize::from(first), Param { handle: Handle::Ahead, ..ahead });
            params.push(Param::panel(HALT, Range::Flag));
        }
        choices.push(Choice { params, ..Choice::plain(order.action(), Cite("8.5")) });
    }
    choices
}

fn group_choice(field: Battlefield, units: &[UnitId], offer: &mut Offer, barred: bool) {
    let still = MoveOrder::still(field, units);
    match plan(field, &still) {
        Ok(plan) => {
            let choice = march_choice(field, &still, &plan);
            let cite = if choice.cite == STRAIGHT { GROUP } else { choice.cite };
            offer.choices.push(Choice { cite, ..choice });
            offer.choices.extend(stopping_choice(field, &still, &plan));
        }
        Err(why) if barred => {
            let who = units.iter().map(|u| Ref::Unit(*u)).collect();
            offer.barred.push(Barred { key: MOVE, who, why });
        }
        Err(_) => {}
    }
}

/// A group's charge straight ahead in which units that meet nobody stop where the first contact is made, while the
/// others go on until the last of them has made contact. None where that is the same as a plain move.
fn stopping_choice(field: Battlefield, still: &MoveOrder, at_rest: &Plan) -> Option<Choice> {
    let charge = |ahead: Mil| still.with(Way::Ahead { wheel: Cdeg::ZERO, ahead });
    let meets = |unit: &UnitId| {
        let from = field.print(*unit);
        let path = Path { field, unit: *unit, from, along: from.forward(), mates: &still.units, ended: &[] };
        path.meeting(at_rest.charge).map(|met| met.at)
    };
    let (first, last) = (still.units.iter().filter_map(meets).min()?, still.units.iter().filter_map(meets).max()?);
    let whole = plan(field, &charge(last)).ok().filter(|_| last > first)?;
    let idle = whole.units.iter().filter(|p| p.enemies.is_empty() && p.gone > first);
    let stops: Vec<(UnitId, Mil)> = idle.map(|p| (p.unit, first)).collect();
    let order = MoveOrder { stops, ..charge(last) };
    (!order.stops.is_empty() && plan(field, &order).is_ok()).then(|| Choice::plain(order.action(), GROUP_CHARGE))
}

/// The choice of a wheel and a straight move.
fn march_choice(field: Battlefield, still: &MoveOrder, at_rest: &Plan) -> Choice {
    let units = &still.units;
    let zones = zone::zones(field, units);
    let held = units.iter().any(|u| zone::holding(&zones, &field.print(*u)).next().is_some());
    let mut params = Vec::new();
    let turns = |u: &UnitId| field.kind(*u).artillery || field.kind(*u).chariot.is_some();
    if !held && !units.iter().any(turns) {
        params.push(wheel_param(field, units));
    }
    params.push(ahead_param(field, still, at_rest));
    if still.halt.is_some() {
        params.push(Param::panel(HALT, Range::Flag));
    }
    // For a unit that has moved already it is a further move.
    let cite = if field.acts(units[0]).moved { again::RULE } else { STRAIGHT };
    Choice { params, ..Choice::plain(still.action(), cite) }
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

/// The straight move: up to its reach, with the distance of the first charge.
fn ahead_param(field: Battlefield, still: &MoveOrder, at_rest: &Plan) -> Param {
    let (reach, charge) = (at_rest.reach, at_rest.charge);
    let mut param = Param { handle: Handle::Ahead, ..Param::panel(AHEAD, Range::Length(Mil::ZERO, charge)) };
    let touches = still.units.iter().filter_map(|unit| {
        let from = field.print(*unit);
        let path = Path { field, unit: *unit, from, along: from.forward(), mates: &still.units, ended: &[] };
        path.meeting(charge).map(|m| m.at)
    });
    for (at, why) in [(touches.min(), "contact"), (Some(reach), "all")] {
        let Some(at) = at else { continue };
        let order = still.with(Way::Ahead { wheel: Cdeg::ZERO, ahead: at });
        if plan(field, &order).is_ok() {
            param = param.stop(Value::Length(at), Word(why));
        }
    }
    param
}

fn aside_choice(field: Battlefield, still: &MoveOrder, angle: Cdeg) -> Option<Choice> {
    let order = still.with(Way::Aside { angle, by: Mil::ZERO });
    plan(field, &order).ok()?;
    let most = aside::allowance(field, still.units[0], angle)?;
    let handle = Handle::Bearing(angle, angle);
    let param = Param { handle, ..Param::panel(Word("slide"), Range::Length(Mil::ZERO, most)) };
    Some(Choice { params: vec![param], ..Choice::plain(order.action(), ASIDE) })
}
