//! From a wish to the nearest move that is accepted.

use super::order::{AT, DONE, MOVES, MoveOrder, Order, SHOOT, Way, decode};
use super::plan::{self, allowance, plan};
use super::verdict;
use crate::battle::greatest::{greatest, greatest_near};
use crate::battle::{Action, Asking, Choice, Fitted, Measured, Ref, Refusal, Value, Wish};
use crate::ids::UnitId;
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::data::{Chariot, tables};
use crate::rules::impetus::going;
use crate::rules::impetus::path::Path;
use crate::rules::impetus::reaction::bonus;
use crate::rules::impetus::zone;
use crate::table::aim::{Limits, wheel_then_ahead};
use crate::table::{Cdeg, Footprint, Mil, Wheel, turned};

/// The nearest acceptable answer, and the rules that kept it from being this one.
pub fn fit(asking: &Asking, action: &Action) -> Fitted {
    let why = match verdict(asking, action) {
        Ok(_) => return Fitted { action: action.clone(), cut: Vec::new() },
        Err(why) => why,
    };
    let mut cut = vec![why];
    let field = Battlefield::of(asking.view);
    let fitted = match decode(&asking.view, asking.side, action) {
        Ok(Order::Move(order)) => {
            // First without units that stop earlier; they are added again where that is allowed.
            let bare = MoveOrder { stops: Vec::new(), ..order.clone() };
            fit_move(field, &bare, &mut cut).map(|fitted| {
                let stopped = MoveOrder { stops: order.stops.clone(), ..fitted.clone() };
                if plan(field, &stopped).is_ok() { stopped.action() } else { fitted.action() }
            })
        }
        Ok(Order::Shoot { unit, at, moves }) => {
            let shoot = |at: UnitId, moves: bool| {
                let at = Value::Refs(vec![Ref::Unit(at)]);
                Action::new(Ref::Unit(unit), SHOOT).with(AT, at).with(MOVES, Value::Flag(moves))
            };
            let targets = |moves: bool| super::firing::targets(field, unit, moves).unwrap_or_default();
            let others = [moves, !moves].into_iter().flat_map(|m| targets(m).into_iter().map(move |at| shoot(at, m)));
            let mut tries = [shoot(at, moves), shoot(at, !moves)].into_iter().chain(others);
            tries.find(|a| verdict(asking, a).is_ok())
        }
        _ => None,
    };
    let fitted = fitted.filter(|a| verdict(asking, a).is_ok());
    Fitted { action: fitted.unwrap_or_else(|| Action::new(Ref::Side(asking.side), DONE)), cut }
}

/// The nearest move that is accepted: first the wheel is shortened, then the straight part.
pub fn fit_move(field: Battlefield, order: &MoveOrder, cut: &mut Vec<Refusal>) -> Option<MoveOrder> {
    let ok = |way: Way| plan(field, &order.with(way)).is_ok();
    match order.way {
        Way::Ahead { wheel, ahead } => {
            let only = |wheel: Cdeg| Way::Ahead { wheel, ahead: Mil::ZERO };
            let sign = wheel.0.signum();
            let size = wheel.0.saturating_abs().min(tables().movement.wheel.0.0);
            let turned = |wheel: Cdeg| plan(field, &order.with(only(wheel)));
            let (wheel, turned) = match turned(wheel) {
                Ok(plan) => (wheel, Ok(plan)),
                Err(why) => {
                    let hint = why.limit.filter(|limit| matches!(limit, Measured::Angle(_))).map(Measured::raw);
                    let most = Cdeg(sign * greatest_near(size, hint, |a| ok(only(Cdeg(a * sign)))));
                    (most, turned(most))
                }
            };
            let reaches = turned.as_ref().map_or((Mil::ZERO, Mil::ZERO), |plan| (plan.reach, plan.charge));
            cut.extend(turned.err());
            let way = |ahead: Mil| Way::Ahead { wheel, ahead };
            let best = lengths(field, order, wheel, ahead, reaches).into_iter().find(|ahead| ok(way(*ahead)));
            best.map(|ahead| order.with(way(ahead)))
        }
        Way::Aside { angle, by } => {
            let oblique = tables().movement.oblique.0.0;
            let angles = [angle, Cdeg(angle.0.clamp(-oblique, oblique)), Cdeg::HALF];
            let angle = angles.into_iter().find(|a| ok(Way::Aside { angle: *a, by: Mil::ZERO }))?;
            let way = |by: i32| Way::Aside { angle, by: Mil(by) };
            Some(order.with(way(greatest(by.0.max(0), |by| ok(way(by))))))
        }
        Way::Turn { angle, ahead, first } => {
            let unit = order.units[0];
            let most = match field.kind(unit).chariot {
                Some(Chariot::Light) => tables().movement.chariot_light.0.0,
                Some(Chariot::Heavy) => tables().movement.chariot_heavy.0.0,
                None => tables().movement.pivot.0.0,
            };
            let angles = [angle, Cdeg(angle.0.clamp(-most, most)), Cdeg(angle.0.clamp(-most, most) / 2), Cdeg::ZERO];
            for angle in angles {
                let turned = if first { field.print(unit).faced(angle) } else { field.print(unit) };
                let reach = field.troop(unit).m;
                let charge = reach + bonus::most(field, unit);
                let mut lengths = stops_of(field, &order.units, &[turned], ahead, (reach, charge));
                lengths.push(going::reach(field, unit, &turned, turned.forward(), reach).min(ahead).max(Mil::ZERO));
                // For a turn after the leg: as far as possible without entering a zone.
                let zones = zone::in_reach(field, &order.units, true, ahead);
                let before = zone::entered(&turned, turned.forward(), ahead, &zones).filter(|_| !first);
                lengths.extend(before.map(|(limit, _)| limit));
                lengths.sort();
                lengths.reverse();
                let way = |ahead: Mil| Way::Turn { angle, ahead, first };
                if let Some(ahead) = lengths.into_iter().find(|ahead| ok(way(*ahead))) {
                    return Some(order.with(way(ahead)));
                }
            }
            None
        }
        Way::About => None,
    }
}

/// The lengths that a straight move after that wheel may be cut to.
fn lengths(field: Battlefield, order: &MoveOrder, wheel: Cdeg, wish: Mil, reaches: (Mil, Mil)) -> Vec<Mil> {
    let prints: Vec<Footprint> = order.units.iter().map(|u| field.print(*u)).collect();
    let hinge = Wheel::of(&prints, wheel > Cdeg::ZERO).filter(|_| wheel != Cdeg::ZERO);
    let turned: Vec<Footprint> =
        prints.iter().map(|print| hinge.map_or(*print, |hinge| hinge.turned(print, wheel))).collect();
    stops_of(field, &order.units, &turned, wish, reaches)
}

/// The lengths to try for a straight move from there, the longest first: the wish, the farthest charge, the reach, half
/// a move of chariots, and wherever something is met on the way.
fn stops_of(
    field: Battlefield,
    units: &[UnitId],
    from: &[Footprint],
    wish: Mil,
    (reach, charge): (Mil, Mil),
) -> Vec<Mil> {
    let wish = wish.max(Mil::ZERO);
    let most = wish.min(charge);
    let mut lengths = vec![wish, most, wish.min(reach), Mil::ZERO];
    for (unit, print) in units.iter().zip(from) {
        let path = Path { field, unit: *unit, from: *print, along: print.forward(), mates: units, ended: &[] };
        lengths.extend(path.meeting(most).map(|m| m.at));
        lengths.extend(path.nearness(most).map(|(limit, _)| limit));
        lengths.extend(path.stops(most).into_iter().map(|stop| stop.before));
        if field.kind(*unit).chariot.is_some() {
            lengths.push(Mil(field.troop(*unit).m.0 / tables().movement.slow_share));
        }
    }
    lengths.retain(|length| *length <= wish);
    lengths.sort();
    lengths.dedup();
    lengths.reverse();
    lengths
}

/// The answer nearest to a wish.
pub fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
    let field = Battlefield::of(asking.view);
    let still = || Fitted { action: choice.action.clone(), cut: Vec::new() };
    let Ok(Order::Move(order)) = decode(&asking.view, asking.side, &choice.action) else { return still() };
    let (at, heading) = match wish {
        Wish::Pose(pose) => (Some(pose.at), Some(pose.heading)),
        Wish::Toward(point) => (Some(point), None),
        Wish::Target(Ref::Unit(target)) => return toward(asking, field, &order, target),
        Wish::Target(_) => (None, None),
    };
    let Some(at) = at else { return still() };
    match order.way {
        Way::Ahead { .. } => nearest(asking, field, &order, at, heading),
        Way::Aside { angle, .. } => {
            let along = turned(field.print(order.units[0]).forward(), angle);
            let by = (at - field.print(order.units[0]).front()).dot(along);
            fit(asking, &order.with(Way::Aside { angle, by: Mil::measured(by).max(Mil::ZERO) }).action())
        }
        Way::Turn { first, .. } => {
            let print = field.print(order.units[0]);
            let angle = heading.map_or(Cdeg::ZERO, |heading| (heading - print.heading).turn());
            let ahead = Mil::measured((at - print.front()).dot(print.forward())).max(Mil::ZERO);
            fit(asking, &order.with(Way::Turn { angle, ahead, first }).action())
        }
        Way::About => still(),
    }
}

/// The wheel and straight move that bring the first of the units nearest to a place; for units that may not do both,
/// the better of the two.
fn nearest(
    asking: &Asking,
    field: Battlefield,
    order: &MoveOrder,
    at: bevy::math::Vec2,
    heading: Option<Cdeg>,
) -> Fitted {
    let prints: Vec<Footprint> = order.units.iter().map(|u| field.print(*u)).collect();
    let allowance = allowance(field, &order.units);
    let most = |right| {
        plan::hinge(field, &order.units, right)
            .map_or(Cdeg::ZERO, |w| w.angle_for(allowance, tables().movement.wheel.0))
    };
    let wheels = plan(field, &order.with(Way::Ahead { wheel: Cdeg(1), ahead: Mil::ZERO })).is_ok();
    let (left, right) = if wheels { (most(false), most(true)) } else { (Cdeg::ZERO, Cdeg::ZERO) };
    let either = order.units.iter().any(|u| field.disordered(*u));
    let limits = Limits { left, right, ahead: allowance, wheel_ends_move: either };
    let way = wheel_then_ahead(&prints, at, heading, limits).unwrap_or_default();
    fit(asking, &order.with(Way::Ahead { wheel: way.wheel, ahead: way.ahead }).action())
}

/// The move with the smallest wheel that charges that enemy; if there is none, the one straight toward it.
fn toward(asking: &Asking, field: Battlefield, order: &MoveOrder, enemy: UnitId) -> Fitted {
    let still = || Fitted { action: order.action(), cut: Vec::new() };
    if !field.0.on_table(enemy) || !matches!(order.way, Way::Ahead { .. }) {
        return still();
    }
    let allowance = allowance(field, &order.units);
    let most = |right| {
        plan::hinge(field, &order.units, right).map_or(0, |w| w.angle_for(allowance, tables().movement.wheel.0).0)
    };
    let mut angles = vec![0];
    for part in 1..=8 {
        angles.push(most(true) * part / 8);
        angles.push(-most(false) * part / 8);
    }
    for wheel in angles.into_iter().map(Cdeg) {
        let Ok(turned) = plan(field, &order.with(Way::Ahead { wheel, ahead: Mil::ZERO })) else { continue };
        let full = order.with(Way::Ahead { wheel, ahead: turned.charge });
        if let Ok(went) = plan(field, &full)
            && went.units.iter().any(|p| p.enemies.contains(&enemy))
        {
            return fit(asking, &full.action());
        }
    }
    nearest(asking, field, order, field.print(enemy).centre, None)
}
