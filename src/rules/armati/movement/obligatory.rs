//! Obligatory charges (6.7): marked units must charge a massed enemy that they can reach.

use super::fitting::fit_march;
use super::march::March;
use super::marchers::Marchers;
use super::moves::has_moved;
use super::order::{MarchOrder, Order, decode};
use super::plan::{self, Plan};
use super::{Mode, release};
use crate::battle::{
    Action, Answered, Ask, Asking, Choice, Effects, Fitted, Handle, Handler, Offer, Param, Range, Ref, Refusal, Ruling,
    Wish,
};
use crate::cite::{Cite, Word};
use crate::ids::{BodyId, Side, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::{WheelRule, data};
use crate::table::{Cdeg, Mil, Wheel, measure};

pub const KEY: Word = Word("obligatory-charge");
pub const RULE: Cite = Cite("6.7");

pub const HANDLER: Handler = Handler { key: KEY, verbs: &[crate::battle::MOVE], offer, judge, fit, aim, enact };

/// The first division of a side that must charge now.
pub fn first(field: Battlefield, side: Side) -> Option<BodyId> {
    field.0.bodies().present().filter(|(_, b)| b.side == side).map(|(id, _)| id).find(|b| must(field, *b))
}

/// Whether a division must charge: one of its marked units has a massed, unengaged enemy in its corridor and would
/// touch it by going straight ahead.
fn must(field: Battlefield, body: BodyId) -> bool {
    let halt = MarchOrder::halt(body);
    let units = plan::units_of(field, &halt);
    let division = field.division(body);
    // SP4: while a unit of the division is in melee there is no obligation.
    if units.is_empty() || has_moved(field, body) || units.iter().any(|u| field.engaged(*u)) {
        return false;
    }
    if !division.controlled && !release::is_released(field, body) {
        return false;
    }
    if units.iter().any(|u| field.acts(*u).spent) || units.iter().all(|u| !field.troop(*u).obligatory) {
        return false;
    }
    let obliged: Vec<UnitId> = units.into_iter().filter(|u| is_obliged(field, *u)).collect();
    if obliged.is_empty() {
        return false;
    }
    let (order, plan) = straight_on(&Marchers::of(field, &halt), body);
    order.ahead > Mil::ZERO && obliged.iter().any(|u| charges(field, &plan, *u))
}

/// The whole division straight ahead as far as it may.
fn straight_on(marchers: &Marchers, body: BodyId) -> (MarchOrder, Option<Plan>) {
    let reach = marchers.plan(&MarchOrder::halt(body)).map_or(marchers.allowance, |p| p.reach);
    let (order, _) = fit_march(marchers, &MarchOrder::ahead(body, reach));
    let plan = marchers.plan(&order).ok();
    (order, plan)
}

/// Whether the unit is marked and has such an enemy in its corridor.
fn is_obliged(field: Battlefield, unit: UnitId) -> bool {
    let print = field.print(unit);
    let reach = field.allowance(unit);
    field.troop(unit).obligatory
        && field.enemies(unit).any(|e| {
            field.kind(e).massed
                && !field.engaged(e)
                && measure::corridor_distance(&print, &field.print(e)).is_some_and(|d| d <= reach)
        })
}

/// Whether by that plan the unit ends in contact with a massed, unengaged enemy.
fn charges(field: Battlefield, plan: &Option<Plan>, unit: UnitId) -> bool {
    let of = |p: &Plan| p.units.iter().find(|u| u.unit == unit).and_then(|u| u.course.clone());
    plan.as_ref().and_then(of).is_some_and(|c| c.contacts.iter().any(|e| field.kind(*e).massed && !field.engaged(*e)))
}

fn body_of(asking: &Asking) -> Option<BodyId> {
    match asking.question.about.first() {
        Some(Ref::Body(body)) => Some(*body),
        _ => None,
    }
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let Some(body) = body_of(asking) else { return Offer::default() };
    let marchers = Marchers::of(field, &MarchOrder::halt(body));
    let (order, _) = straight_on(&marchers, body);
    let mut action = order.action(&asking.view);
    let mut params = Vec::new();
    let wheels = marchers.kinds.iter().all(|kind| kind.wheel == WheelRule::Then);
    if wheels && marchers.can(&MarchOrder { wheel: Cdeg(1), ..MarchOrder::halt(body) }) {
        let limit = *data().tables.movement.wheel;
        let most = |right| Wheel::of(&marchers.prints, right).map_or(Cdeg::ZERO, |w| w.angle_for(limit, Cdeg::HALF));
        let range = Range::Angle(-most(false), most(true));
        params.push(Param { handle: Handle::Turn, ..Param::panel(Word("wheel"), range) });
        let mut legs = action.legs().to_vec();
        legs.insert(0, crate::table::Leg::Wheel(Cdeg::ZERO));
        action.set(crate::battle::LEGS, crate::battle::Value::Legs(legs));
    }
    Offer { question: KEY, choices: [Choice { params, ..Choice::ending(action, RULE) }].into(), ..Offer::default() }
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let field = Battlefield::of(asking.view);
    let refuse = |says| action.who.iter().fold(Refusal::new(RULE, Word(says)), |r, w| r.of(*w));
    let order = match decode(&asking.view, action)? {
        Order::March(order) if Some(order.body) == body_of(asking) => order,
        _ => return Err(refuse("must-charge")),
    };
    if order.about || order.complex || order.back > Mil::ZERO || !order.line.is_empty() {
        return Err(refuse("must-charge"));
    }
    let marchers = Marchers::of(field, &order);
    let (plan, units) = (marchers.plan(&order)?, &marchers.units);
    let obliged = |u: &UnitId| is_obliged(field, *u);
    let (_, straight_plan) = straight_on(&marchers, order.body);
    for unit in units.iter().filter(|u| obliged(u) && charges(field, &straight_plan, **u)) {
        let touched = plan.turned.as_ref().is_some_and(|t| t.touches(*unit));
        let went = plan.units.iter().find(|p| p.unit == *unit).and_then(|p| p.course.clone());
        if !touched && went.is_none_or(|c| c.contacts.is_empty()) {
            return Err(refuse("must-charge"));
        }
    }
    // All units of the division move: each up to contact, or as far as M2 allows.
    let gone = |plan: &Plan, unit: UnitId| {
        let course = plan.units.iter().find(|p| p.unit == unit).and_then(|p| p.course.as_ref());
        course.map_or(Mil::ZERO, |c| c.distance)
    };
    let holds_back = |of: &Plan| units.iter().any(|u| gone(&plan, *u) < gone(of, *u));
    if order.wheel == Cdeg::ZERO && straight_plan.as_ref().is_some_and(holds_back) {
        return Err(refuse("all-charge"));
    }
    Ok(Ruling { ends: plan.units.iter().map(|u| (u.unit, u.end.pose())).collect(), ..Ruling::default() })
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    if judge(asking, action).is_ok() {
        return Fitted { action: action.clone(), cut: Vec::new() };
    }
    let cut: Vec<Refusal> = judge(asking, action).err().into_iter().collect();
    let field = Battlefield::of(asking.view);
    let offered = offer(asking, &Ask::all()).choices.into_iter().next().map(|c| c.action);
    if let Ok(Order::March(order)) = decode(&asking.view, action)
        && Some(order.body) == body_of(asking)
    {
        let wish = MarchOrder { about: false, back: Mil::ZERO, ..order };
        let (fitted, _) = fit_march(&Marchers::of(field, &wish), &wish);
        let fitted = fitted.action(&asking.view);
        if judge(asking, &fitted).is_ok() {
            return Fitted { action: fitted, cut };
        }
    }
    Fitted { action: offered.unwrap_or_else(|| action.clone()), cut }
}

fn aim(asking: &Asking, choice: &Choice, _: Wish) -> Fitted {
    fit(asking, &choice.action)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    match decode(&asking.view, action) {
        Ok(Order::March(order)) => {
            let units = plan::movers(field, &plan::units_of(field, &order));
            Effects::pop().push(March::new(field, asking.side, order, Mode::Obligatory, &units))
        }
        _ => Effects::pop(),
    }
}
