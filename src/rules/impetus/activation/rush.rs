//! Impetuous troops (X11): when activated they rush at the nearest enemy, unless a test of discipline holds them back
//! or they are ordered to do what they would do anyway.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::order::{MoveOrder, Order, Way};
use super::plan::{self, Plan, plan};
use super::{carry_out, fit, go};
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Narration, Odds, Ref, Refusal, Truth, alter};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::data::tables;
use crate::rules::impetus::discipline::{self, Test, Tested};
use crate::rules::impetus::firing::sight;
use crate::rules::impetus::path::meets;
use crate::rules::impetus::state::Deeds;
use crate::rules::impetus::switches::Switch;
use crate::table::measure::range;
use crate::table::{Cdeg, Footprint, Mil};

/// The rule of impetuous troops.
pub const RULE: Cite = Cite("X11");

/// A job: impetuous units are ordered to do something else than rush, and the die is to be rolled.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Restrain {
    pub side: Side,
    pub units: Vec<UnitId>,
    pub order: Order,
}

/// A job: impetuous units that their side left inactive at the end of its phase; each of them tests.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Unleashed {
    pub left: Vec<UnitId>,
}

/// A job: a unit rushes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rushing {
    pub unit: UnitId,
}

impl Job for Restrain {
    const NAME: &'static str = "impetus.restrain";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(restrain, self, world)
    }
}

impl Job for Unleashed {
    const NAME: &'static str = "impetus.unleashed";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(unleashed, self, world)
    }
}

impl Job for Rushing {
    const NAME: &'static str = "impetus.rushing";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(rushing, self, world)
    }
}

/// Whether a unit would rush if it were activated now.
pub fn strains(field: Battlefield, unit: UnitId) -> bool {
    let may_act = field.under_orders(unit) && !field.acts(unit).activated && !field.engaged(unit);
    field.plays(Switch::Impetuous) && field.impetuous(unit) && may_act && !field.deeds(unit).held
}

/// The units of a side that would rush if activated now.
pub fn straining(field: Battlefield, side: Side) -> Vec<UnitId> {
    field.side(side).filter(|unit| strains(field, *unit)).collect()
}

/// The odds of the tests of those.
pub fn odds_of_left(field: Battlefield, side: Side) -> Vec<Odds> {
    straining(field, side).into_iter().map(|unit| discipline::of(field, unit, 0).odds()).collect()
}

/// The units of an order that a test must hold back from rushing: none where the order is what they would do anyway.
pub fn to_hold(field: Battlefield, order: &Order) -> Vec<UnitId> {
    let units: Vec<UnitId> = match order {
        Order::Move(order) => order.units.iter().copied().filter(|unit| strains(field, *unit)).collect(),
        Order::Shoot { unit, .. } | Order::Shieldwall(unit) | Order::Ready(unit) => {
            if strains(field, *unit) {
                vec![*unit]
            } else {
                Vec::new()
            }
        }
        Order::Done | Order::Rally(_) | Order::RallyOther { .. } | Order::Fight(_) | Order::Rush(_) => Vec::new(),
    };
    match order {
        Order::Move(order) if !units.is_empty() => match plan(field, order) {
            Ok(plan) if is_rush(field, &plan) => Vec::new(),
            _ => units,
        },
        _ => units,
    }
}

/// Whether these units may be a group: impetuous ones go only with impetuous ones.
///
/// # Errors
/// When one of them is and another is not.
pub fn may_group(field: Battlefield, units: &[UnitId]) -> Result<(), Refusal> {
    let other = units.iter().find(|unit| goes_apart(field, units[0], **unit));
    other.map_or(Ok(()), |unit| Err(Refusal::new(RULE, Word("impetuous-apart")).of(Ref::Unit(*unit))))
}

/// Whether one of the two is impetuous and the other is not, and X11 is played.
pub fn goes_apart(field: Battlefield, a: UnitId, b: UnitId) -> bool {
    field.plays(Switch::Impetuous) && field.impetuous(a) != field.impetuous(b)
}

/// The test that would hold these units back.
pub fn test(field: Battlefield, units: &[UnitId]) -> Option<Test> {
    discipline::of_all(field, units, 0)
}

/// Whether a move is what impetuous units would do anyway: a charge; or all of them end as if they had rushed; or none
/// can charge and they go straight ahead as far as they can.
fn is_rush(field: Battlefield, plan: &Plan) -> bool {
    let ends = |order: MoveOrder, planned: &plan::Planned| {
        plan::plan(field, &order).is_ok_and(|own| own.units.iter().all(|p| p.end == planned.end))
    };
    let alike = |planned: &plan::Planned| {
        let Some(own) = rush(field, planned.unit) else { return false };
        // A unit that cannot charge may also go straight ahead.
        let straight = || onward(field, &MoveOrder::still(field, &[planned.unit]), Cdeg::ZERO);
        let instead = if charges(field, &own) { None } else { straight() };
        ends(own, planned) || instead.is_some_and(|straight| ends(straight, planned))
    };
    let charges = plan.units.iter().any(|planned| !planned.enemies.is_empty());
    charges || plan.units.iter().filter(|p| strains(field, p.unit)).all(alike)
}

/// Whether a unit may be ordered to rush.
///
/// # Errors
/// When it would not, or cannot move.
pub fn may_rush(field: Battlefield, unit: UnitId) -> Result<Plan, Refusal> {
    let refuse = |says| Refusal::new(RULE, Word(says)).of(Ref::Unit(unit));
    if !strains(field, unit) {
        return Err(refuse("no-rush"));
    }
    plan(field, &rush(field, unit).ok_or_else(|| refuse("no-room-to-rush"))?)
}

/// How a unit rushes: it charges the first enemy that it sees and can reach, after the smallest wheel that allows it;
/// else it makes its full move toward the first enemy, or straight ahead. Enemies straight ahead come first, then the
/// nearest.
pub fn rush(field: Battlefield, unit: UnitId) -> Option<MoveOrder> {
    let print = field.print(unit);
    let still = MoveOrder::still(field, &[unit]);
    let sees = |enemy: &UnitId| sight::line(field, unit, *enemy).is_some_and(|line| !line.over);
    let seen = field.enemies(unit).filter(sees).filter_map(|enemy| {
        let it = field.print(enemy);
        Some((toward(field, unit, &it)?, range(&print, &it), enemy))
    });
    let mut seen: Vec<(Cdeg, Mil, UnitId)> = seen.collect();
    seen.sort_by_key(|(wheel, off, enemy)| (*wheel != Cdeg::ZERO, *off, *enemy));
    let mut first = None;
    for (wheel, _, enemy) in &seen {
        let Some(order) = onward(field, &still, *wheel) else { continue };
        if charges(field, &order) {
            return Some(order);
        }
        if let Some(order) = wider(field, &still, *wheel, &field.print(*enemy)) {
            return Some(order);
        }
        first = first.or(Some(order));
    }
    let straight = onward(field, &still, Cdeg::ZERO);
    if straight.as_ref().is_some_and(|order| charges(field, order)) { straight } else { first.or(straight) }
}

/// The charge of that enemy after the smallest wheel greater than `least`, tried in whole degrees.
fn wider(field: Battlefield, still: &MoveOrder, least: Cdeg, it: &Footprint) -> Option<MoveOrder> {
    let (unit, sign) = (*still.units.first()?, least.0.signum());
    let (print, allowance) = (field.print(unit), allowance(field, unit));
    let hinge = plan::hinge(field, &[unit], sign > 0).filter(|_| sign != 0)?;
    let most = hinge.angle_for(allowance, tables().movement.wheel.0).0;
    let graze = tables().touch.inches();
    let reaches = |wheel: &Cdeg| {
        let (turned, left) = (hinge.turned(&print, *wheel), allowance - hinge.price(*wheel));
        let met = meets(&turned, turned.forward(), it);
        met.is_some_and(|met| met.width > graze && met.enter <= left.to_inches())
    };
    let wheels = (least.0.abs() / 100 + 1..=most / 100).map(|degrees| Cdeg(degrees * 100 * sign));
    let mut charge = wheels.filter(reaches).filter_map(|wheel| onward(field, still, wheel));
    charge.find(|order| charges(field, order))
}

/// How far it may move.
fn allowance(field: Battlefield, unit: UnitId) -> Mil {
    plan::allowance(field, &[unit])
}

/// Whether a move ends in contact.
fn charges(field: Battlefield, order: &MoveOrder) -> bool {
    plan(field, order).is_ok_and(|plan| plan.units.iter().any(|planned| !planned.enemies.is_empty()))
}

/// The smallest wheel after which that enemy is straight ahead; none when the unit cannot wheel so.
fn toward(field: Battlefield, unit: UnitId, it: &Footprint) -> Option<Cdeg> {
    let print = field.print(unit);
    let graze = tables().touch.inches();
    let ahead = |print: &Footprint| meets(print, print.forward(), it).is_some_and(|met| met.width > graze);
    if ahead(&print) {
        return Some(Cdeg::ZERO);
    }
    if field.disordered(unit) || field.kind(unit).chariot.is_some() {
        return None;
    }
    let right = print.pose().local(it.centre).x > 0.0;
    let hinge = plan::hinge(field, &[unit], right)?;
    let most = hinge.angle_for(allowance(field, unit), tables().movement.wheel.0).0;
    let sign = if right { 1 } else { -1 };
    let meets = |angle: &i32| ahead(&hinge.turned(&print, Cdeg(angle * sign)));
    let coarse = (1..=most / 100).map(|degrees| degrees * 100).find(meets)?;
    let least = (coarse - 99..=coarse).find(meets).unwrap_or(coarse);
    Some(Cdeg(least * sign))
}

/// The farthest straight move after that wheel; none when the unit may not wheel so.
fn onward(field: Battlefield, still: &MoveOrder, wheel: Cdeg) -> Option<MoveOrder> {
    let turned = plan(field, &still.with(Way::Ahead { wheel, ahead: Mil::ZERO })).ok()?;
    let wish = still.with(Way::Ahead { wheel, ahead: turned.reach });
    fit::fit_move(field, &wish, &mut Vec::new()).filter(|order| plan(field, order).is_ok())
}

/// Rolls the test of discipline that holds impetuous units back. If passed their order is carried out; if failed each of
/// them rushes. Nothing happens where no test is due any more.
pub fn restrain(InRef(job): InRef<Restrain>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let Some(test) = test(field, &job.units) else { return Effects::pop() };
    let mut roller = dice.roller();
    let tested = match test.roll(&mut roller) {
        Ok(tested) => tested,
        Err(need) => return Effects::need(need),
    };
    let told = tested_once(&job.units, test.told(tested, roller.rolled()));
    if tested.passed {
        let mut effects = carry_out(field, job.side, &job.order);
        effects.facts.insert(0, told);
        return effects;
    }
    let rushing = job.units.iter().rev().map(|unit| Rushing { unit: *unit });
    rushing.fold(Effects::pop().fact(told), Effects::push)
}

/// Takes the next of the units that were left; the others stay on the agenda below it.
pub fn unleashed(InRef(job): InRef<Unleashed>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let Some((unit, rest)) = job.left.split_first() else { return Effects::pop() };
    let effects = Effects::become_job(Unleashed { left: rest.to_vec() });
    if !field.0.on_table(*unit) || !strains(field, *unit) {
        return effects;
    }
    let test = discipline::of(field, *unit, 0);
    let mut roller = dice.roller();
    let tested: Tested = match test.roll(&mut roller) {
        Ok(tested) => tested,
        Err(need) => return Effects::need(need),
    };
    let effects = effects.fact(tested_once(&[*unit], test.told(tested, roller.rolled())));
    if tested.passed { effects } else { effects.push(Rushing { unit: *unit }) }
}

/// The fact, with the change that these units have tested this turn, passed or failed.
fn tested_once(units: &[UnitId], fact: Fact) -> Fact {
    units.iter().fold(fact, |fact, unit| fact.change(alter(*unit, |deeds: &mut Deeds| deeds.held = true)))
}

/// Carries out the rush of a unit that was not held back; its activation ends with it.
pub fn rushing(InRef(job): InRef<Rushing>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    if !field.0.on_table(unit) || field.engaged(unit) || field.acts(unit).activated {
        return Effects::pop();
    }
    let order = rush(field, unit).unwrap_or_else(|| MoveOrder::still(field, &[unit]));
    let Ok(plan) = plan(field, &order) else { return Effects::pop() };
    let told = Fact::new(RULE, Narration::Said(Word("rushes"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    let mut effects = go::go_last(field, &order, &plan);
    effects.facts.insert(0, told);
    effects
}
