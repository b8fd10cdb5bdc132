//! The nearest march to a wish: values brought into range, a drag, a target (M1, W2).

use super::marchers::Marchers;
use super::moves::{AHEAD, WHEEL, may_march, verdict};
use super::order::{DONE, MarchOrder, Order, PIVOT, decode};
use super::plan;
use super::ride;
use crate::battle::greatest::greatest;
use crate::battle::{Action, Asking, Choice, Fitted, LEGS, Range, Ref, Refusal, Value, Wish};
use crate::cite::Word;
use crate::ids::UnitId;
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::data;
use crate::rules::armati::formation::{self, form::Form};
use crate::table::aim::{Limits, wheel_then_ahead};
use crate::table::{Cdeg, Footprint, Leg, Mil, Wheel};

/// The nearest action that is accepted.
pub fn fit(asking: &Asking, action: &Action) -> Fitted {
    match decode(&asking.view, action) {
        Ok(Order::March(order)) => fit_order(asking, action, &order),
        decoded => fit_other(asking, action, decoded),
    }
}

/// The same for a march.
fn fit_order(asking: &Asking, action: &Action, order: &MarchOrder) -> Fitted {
    let field = Battlefield::of(asking.view);
    if let Err(why) = may_march(field, order) {
        return Fitted { action: stand(asking, action), cut: vec![why] };
    }
    let marchers = Marchers::of(field, order);
    let Err(why) = marchers.plan(order) else { return Fitted { action: action.clone(), cut: Vec::new() } };
    let (fitted, more) = fit_march(&marchers, order);
    let mut cut = vec![why];
    cut.extend(more);
    cut.dedup();
    let action = if marchers.can(&fitted) { fitted.action(&asking.view) } else { stand(asking, action) };
    Fitted { action, cut }
}

/// If nothing is accepted, this division halts rather than the whole side ending its movement.
fn stand(asking: &Asking, action: &Action) -> Action {
    let halt = action.who.first().map(|who| Action::along(*who, vec![Leg::Ahead(Mil::ZERO)]));
    halt.filter(|halt| verdict(asking, halt).is_ok()).unwrap_or_else(|| done(asking))
}

fn done(asking: &Asking) -> Action {
    Action::new(Ref::Side(asking.side), DONE)
}

/// The same for what is no march.
fn fit_other(asking: &Asking, action: &Action, decoded: Result<Order, Refusal>) -> Fitted {
    let field = Battlefield::of(asking.view);
    let Err(why) = verdict(asking, action) else { return Fitted { action: action.clone(), cut: Vec::new() } };
    let done = || done(asking);
    let fitted = match decoded {
        Ok(Order::Form { unit, .. }) => {
            let tries = Form::ALL.into_iter().map(|form| formation::action(unit, form));
            tries.into_iter().find(|a| verdict(asking, a).is_ok()).unwrap_or_else(done)
        }
        Ok(Order::Ride { to }) => ride::fit(field, asking.side, to).unwrap_or_else(done),
        Ok(Order::Pivot { unit, angle }) => {
            let most = data().troop_type("ART").and_then(|t| t.pivot).map_or(Cdeg::ZERO, |d| *d);
            let angle = angle.max(-most).min(most);
            let tries = [angle, Cdeg(angle.0 / 2), Cdeg::ZERO];
            let pivot = |angle: Cdeg| {
                let mut action = Action::new(Ref::Unit(unit), PIVOT);
                action.set(LEGS, Value::Legs(vec![Leg::Face(angle)]));
                action
            };
            tries.into_iter().map(pivot).find(|a| verdict(asking, a).is_ok()).unwrap_or_else(done)
        }
        _ => stand(asking, action),
    };
    Fitted { action: fitted, cut: vec![why] }
}

/// The nearest march that is accepted. First the about-face is dropped, then the wheel shortened, then the straight
/// move.
pub fn fit_march(marchers: &Marchers, order: &MarchOrder) -> (MarchOrder, Vec<Refusal>) {
    let mut cut = Vec::new();
    let mut fitted = order.clone();
    let ok = |o: &MarchOrder| marchers.can(o);
    let bare = |o: &MarchOrder| MarchOrder { ahead: Mil::ZERO, back: Mil::ZERO, stops: Vec::new(), ..o.clone() };
    let mut note = |o: &MarchOrder| cut.extend(marchers.plan(o).err());
    let no_wheel = |o: &MarchOrder| MarchOrder { wheel: Cdeg::ZERO, ..bare(o) };
    if fitted.about && !ok(&no_wheel(&fitted)) {
        note(&no_wheel(&fitted));
        fitted.about = false;
    }
    if fitted.wheel != Cdeg::ZERO && !ok(&bare(&fitted)) {
        note(&bare(&fitted));
        let sign = fitted.wheel.0.signum();
        let most = greatest(fitted.wheel.0.abs(), |a| ok(&MarchOrder { wheel: Cdeg(a * sign), ..bare(&fitted) }));
        fitted.wheel = Cdeg(most * sign);
    }
    if fitted.wheel == Cdeg::ZERO {
        fitted.complex = false;
    }
    if fitted.back > Mil::ZERO && !ok(&fitted) {
        note(&fitted);
        fitted.back = Mil(greatest(fitted.back.0, |d| ok(&MarchOrder { back: Mil(d), ..fitted.clone() })));
    }
    if !ok(&fitted) {
        note(&fitted);
        fitted.stops.retain(|(u, _)| marchers.units.contains(u));
        let whole = fitted.clone();
        let at = |d: i32| MarchOrder {
            ahead: Mil(d),
            stops: whole.stops.iter().map(|(u, s)| (*u, (*s).min(Mil(d)))).collect(),
            ..whole.clone()
        };
        fitted = at(greatest(fitted.ahead.0, |d| ok(&at(d))));
        if !ok(&fitted) {
            fitted.stops.clear();
        }
    }
    (fitted, cut)
}

pub fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
    let field = Battlefield::of(asking.view);
    let still = || Fitted { action: choice.action.clone(), cut: Vec::new() };
    match decode(&asking.view, &choice.action) {
        Ok(Order::March(order)) => match wish {
            // A line of divisions only turns toward him: its wheels may touch nobody.
            Wish::Target(Ref::Unit(enemy)) if !order.line.is_empty() => match asking.view.pose(enemy) {
                Some(pose) => nearest_march(asking, field, choice, &order, pose.at, None),
                None => still(),
            },
            Wish::Target(Ref::Unit(enemy)) => toward_enemy(asking, field, &order, enemy),
            Wish::Pose(pose) => nearest_march(asking, field, choice, &order, pose.at, Some(pose.heading)),
            Wish::Toward(at) => nearest_march(asking, field, choice, &order, at, None),
            Wish::Target(_) => still(),
        },
        Ok(Order::Ride { .. }) => match wish {
            Wish::Pose(pose) => fit(asking, &ride::action(field, asking.side, pose.place())),
            Wish::Toward(at) => {
                let place = crate::table::Pose { at, heading: Cdeg::ZERO }.place();
                fit(asking, &ride::action(field, asking.side, place))
            }
            Wish::Target(_) => still(),
        },
        _ => still(),
    }
}

/// The wheel and straight move that bring the first unit of the division nearest to a place.
fn nearest_march(
    asking: &Asking,
    field: Battlefield,
    choice: &Choice,
    order: &MarchOrder,
    at: bevy::math::Vec2,
    heading: Option<Cdeg>,
) -> Fitted {
    let units = plan::units_of(field, order);
    let about = choice.action.legs().first().is_some_and(|l| matches!(l, Leg::Face(_)));
    let prints: Vec<Footprint> =
        units.iter().map(|u| field.print(*u)).map(|p| if about { p.faced(Cdeg::HALF) } else { p }).collect();
    let angle = |name: Word| choice.params.iter().find(|p| p.name == name).map(|p| p.range.clone());
    let (left, right) = match angle(WHEEL) {
        Some(Range::Angle(left, right)) => (-left, right),
        _ => (Cdeg::ZERO, Cdeg::ZERO),
    };
    let ahead = match angle(AHEAD) {
        Some(Range::Length(_, most)) => most,
        _ => Mil::ZERO,
    };
    let only_wheels = angle(WHEEL).is_some() && angle(AHEAD).is_none();
    let instead = only_wheels || units.iter().any(|u| plan::instead_of_moving(field, *u)) || order.complex;
    let limits = Limits { left, right, ahead, wheel_ends_move: instead };
    let Some(way) = wheel_then_ahead(&prints, at, heading, limits) else {
        return Fitted { action: choice.action.clone(), cut: Vec::new() };
    };
    let mut wished = MarchOrder { about, wheel: way.wheel, ahead: way.ahead, ..order.clone() };
    if angle(Word("slide")).is_some() {
        let back = prints.first().map_or(0.0, |p| -p.pose().local(at).y);
        wished = MarchOrder { back: Mil::measured(back).max(Mil::ZERO), ahead: Mil::ZERO, ..order.clone() };
    }
    fit(asking, &wished.action(&asking.view))
}

/// The march with the smallest wheel that ends in contact with that enemy; if none does, the one straight toward it.
fn toward_enemy(asking: &Asking, field: Battlefield, order: &MarchOrder, enemy: UnitId) -> Fitted {
    // Its own division alone goes, whoever else is named.
    let marchers = Marchers::of(field, &MarchOrder::halt(order.body));
    let whole = Marchers::of(field, order);
    let most = |right: bool| {
        let limit = *data().tables.movement.wheel;
        Wheel::of(&whole.prints, right).map_or(0, |w| w.angle_for(limit, Cdeg::HALF).0)
    };
    let mut angles = vec![0];
    for part in 1..=8 {
        angles.push(most(true) * part / 8);
        angles.push(-most(false) * part / 8);
    }
    for angle in angles {
        let wheel = MarchOrder { wheel: Cdeg(angle), ..MarchOrder::halt(order.body) };
        let Ok(turned) = marchers.plan(&wheel) else { continue };
        if turned.turned.as_ref().is_some_and(|t| t.contacts.iter().any(|(_, e)| *e == enemy)) {
            return Fitted { action: wheel.action(&asking.view), cut: Vec::new() };
        }
        let full = MarchOrder { ahead: turned.reach.min(whole.allowance), ..wheel.clone() };
        let (fitted, _) = fit_march(&marchers, &full);
        let Ok(went) = marchers.plan(&fitted) else { continue };
        let touched = went.units.iter().filter_map(|u| u.course.as_ref()).any(|c| c.contacts.contains(&enemy));
        if touched {
            return Fitted { action: fitted.action(&asking.view), cut: Vec::new() };
        }
    }
    let (fitted, cut) = fit_march(&marchers, &MarchOrder::ahead(order.body, whole.allowance));
    Fitted { action: fitted.action(&asking.view), cut }
}
