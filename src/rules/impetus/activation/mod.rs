//! The question of a side's phase: which unit or group is activated next, and what it does (6, 7). It is asked again
//! until the side says that it is done or no unit is left.

pub mod again;
pub mod aside;
pub mod chariots;
pub mod fit;
pub mod go;
pub mod offer;
pub mod order;
pub mod passing;
pub mod plan;
pub mod runs;
pub mod rush;
pub mod sweep;
pub mod ways;

use self::order::{Order, Way, decode};
use super::battlefield::Battlefield;
use super::firing;
use super::melee::fights::Fights;
use super::odds;
use super::reaction::{self, Ready, bonus};
use super::state::{Acts, Disordered, Stance, Turn};
use super::{charge, command, contest, discipline};
use crate::battle::{
    Action, Answered, Asking, Effects, Fact, Handler, Measured, Narration, Ref, Refusal, Ruling, alter, put, set,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};

/// The question's word.
pub const KEY: Word = Word("activate");
/// The rule that asks.
pub const RULE: Cite = Cite("I27");

const ACTIONS: Cite = Cite("I28");
const RALLY: Cite = Cite("12");
const FIGHT: Cite = Cite("15.1");
const SHIELDWALL: Cite = Cite("16");

pub const HANDLER: Handler =
    Handler { key: KEY, verbs: order::Verb::WORDS, offer: offer::offer, judge, fit: fit::fit, aim: fit::aim, enact };

/// Whether some unit of a side may be activated, or continue its activation.
pub fn may_go_on(field: Battlefield, side: Side) -> bool {
    let may = |unit: UnitId| !field.acts(unit).activated || follows_up(field, unit);
    field
        .side(side)
        .filter(|unit| field.under_orders(*unit))
        .any(|unit| may(unit) || !command::may_be_rallied(field, unit).is_empty())
}

/// Whether a unit whose activation is under way may do more.
fn follows_up(field: Battlefield, unit: UnitId) -> bool {
    let acts = field.acts(unit);
    let active = field.is_active(unit) && !acts.fought;
    let may_move = acts.fired && acts.will_move && !acts.moved && !acts.rallied;
    again::goes_on(field, unit)
        || active
            && !field.engaged(unit)
            && (may_move
                || reaction::may_stand_ready(field, unit).is_ok()
                || (!acts.fired && firing::targets(field, unit, false).is_ok_and(|t| !t.is_empty())))
}

/// The same as [`judge`] for those who want to know only whether an answer is accepted.
///
/// # Errors
///
/// As [`judge`].
pub fn verdict(asking: &Asking, action: &Action) -> Result<(), Refusal> {
    let field = Battlefield::of(asking.view);
    match decode(&asking.view, asking.side, action) {
        Ok(Order::Move(order)) if order.units.iter().all(|unit| field.under_orders(*unit)) => {
            plan::plan(field, &order).map(|_| ())
        }
        _ => judge(asking, action).map(|_| ()),
    }
}

/// Judges an answer.
///
/// # Errors
///
/// The rule that forbids it.
pub fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let field = Battlefield::of(asking.view);
    let order = decode(&asking.view, asking.side, action)?;
    if let Some(other) = order.units().into_iter().find(|unit| !field.under_orders(*unit)) {
        return Err(Refusal::new(contest::RULE, Word("other-command")).of(Ref::Unit(other)));
    }
    let mut ruling = judge_order(field, asking.side, &order)?;
    // The odds of the test that comes first are listed first.
    let held = rush::test(field, &rush::to_hold(field, &order));
    ruling.odds.splice(0..0, held.map(|test| test.odds()));
    Ok(ruling)
}

fn judge_order(field: Battlefield, side: Side, order: &Order) -> Result<Ruling, Refusal> {
    match *order {
        // Impetuous units that were not activated will test.
        Order::Done => Ok(Ruling { odds: rush::odds_of_left(field, side), ..Ruling::default() }),
        Order::Move(ref order) => plan::plan(field, order).map(|plan| {
            let mut ruling = ruling(field, matches!(order.way, Way::Aside { .. }), &plan);
            ruling.odds.splice(0..0, again::test(field, order, &plan).map(|test| test.odds()));
            ruling
        }),
        Order::Rush(unit) => rush::may_rush(field, unit).map(|plan| ruling(field, false, &plan)),
        Order::Shoot { unit, at, moves } => {
            let shot = firing::judge(field, unit, at, moves)?;
            Ok(Ruling { odds: vec![odds::of_shot(&shot)], ..Ruling::default() })
        }
        Order::Rally(unit) => may_rally(field, unit).map(|()| Ruling::default()),
        Order::RallyOther { general, unit } => {
            command::may_rally(field, general, unit)?;
            Ok(Ruling { odds: vec![discipline::of(field, unit, 0).odds()], ..Ruling::default() })
        }
        Order::Fight(unit) => {
            may_fight(field, unit)?;
            Ok(Ruling { odds: odds::standing(field, unit).into_iter().collect(), ..Ruling::default() })
        }
        Order::Shieldwall(unit) => may_form(field, unit).map(|()| Ruling::default()),
        Order::Ready(unit) => reaction::may_stand_ready(field, unit).map(|()| Ruling::default()),
    }
}

/// Whether a unit may rally now (7).
///
/// # Errors
/// When it is in melee, has acted, or is in order.
pub fn may_rally(field: Battlefield, unit: UnitId) -> Result<(), Refusal> {
    untouched(field, unit)?;
    if !field.disordered(unit) {
        return Err(Refusal::new(RALLY, Word("in-order")).of(Ref::Unit(unit)));
    }
    Ok(())
}

/// Whether a unit in melee may fight another round now.
///
/// # Errors
/// When it touches no enemy or has acted.
pub fn may_fight(field: Battlefield, unit: UnitId) -> Result<(), Refusal> {
    if !field.engaged(unit) {
        return Err(Refusal::new(FIGHT, Word("touches-nobody")).of(Ref::Unit(unit)));
    }
    if field.acts(unit).activated {
        return Err(Refusal::new(RULE, Word("activated-already")).of(Ref::Unit(unit)));
    }
    if field.kind(unit).artillery {
        return Err(Refusal::new(FIGHT, Word("never-fights")).of(Ref::Unit(unit)));
    }
    Ok(())
}

/// Whether a unit may form a shieldwall now (16).
///
/// # Errors
/// When it may not at all, is not fresh and ordered, or has acted.
pub fn may_form(field: Battlefield, unit: UnitId) -> Result<(), Refusal> {
    untouched(field, unit)?;
    let refuse = |says| Err(Refusal::new(SHIELDWALL, Word(says)).of(Ref::Unit(unit)));
    if !field.troop(unit).has(super::data::Tag::Shieldwall) {
        return refuse("no-shieldwall");
    }
    if !field.fresh(unit) || field.disordered(unit) || field.stance(unit).shieldwall {
        return refuse("shieldwall-when");
    }
    Ok(())
}

/// Checks that a unit has done nothing yet this turn and is not in melee.
fn untouched(field: Battlefield, unit: UnitId) -> Result<(), Refusal> {
    let refuse = |cite, says| Err(Refusal::new(cite, Word(says)).of(Ref::Unit(unit)));
    if field.engaged(unit) {
        return refuse(ACTIONS, "in-melee");
    }
    if field.acts(unit).activated {
        return refuse(RULE, "activated-already");
    }
    Ok(())
}

/// The ruling for a move, `aside` or ahead: where all units would end, what it measures, and the odds of the fights it leads to.
fn ruling(field: Battlefield, aside: bool, plan: &plan::Plan) -> Ruling {
    let mut ruling = Ruling::default();
    for (friend, spot) in &plan.displaced {
        ruling.ends.push((*friend, spot.pose()));
        let words = vec![(Word("friend"), crate::battle::Arg::Of(Ref::Unit(*friend)))];
        ruling.notes.push(crate::battle::Note { cite: passing::RULE, says: Word("will-fall-in"), words });
    }
    for planned in plan.units.iter().filter(|p| !p.enemies.is_empty() && p.gone > plan.reach) {
        if let Some(face) = bonus::needs(field, planned, plan) {
            let roll = crate::battle::Arg::Measured(Measured::Count(face.into()));
            let words = vec![(Word("who"), crate::battle::Arg::Of(Ref::Unit(planned.unit))), (Word("roll"), roll)];
            ruling.notes.push(crate::battle::Note { cite: bonus::RULE, says: Word("needs-die"), words });
        }
    }
    for planned in &plan.units {
        ruling.ends.push((planned.unit, planned.end.pose()));
        ruling.path.push((planned.unit, vec![planned.start.pose(), planned.turned.pose(), planned.end.pose()]));
        for enemy in &planned.enemies {
            ruling.measured.push((Word("contact"), Measured::Length(planned.gone), Cite("8.3")));
            let began = charge::began(field, planned.unit, &planned.start);
            let odds = odds::arriving(field, planned.unit, &began, &planned.end, *enemy, planned.disorder.is_some());
            ruling.odds.extend(odds);
        }
        if let Some(cite) = planned.disorder {
            let words = vec![(Word("who"), crate::battle::Arg::Of(Ref::Unit(planned.unit)))];
            ruling.notes.push(crate::battle::Note { cite, says: Word("would-disorder"), words });
        }
    }
    if plan.price.0 > 0 {
        ruling.measured.push((Word("wheel"), Measured::Length(plan.price), Cite("I10")));
    }
    let gone = plan.units.iter().map(|p| p.gone).max().unwrap_or_default();
    // It is called as the order calls it.
    let called = if aside { Word("slide") } else { Word("ahead") };
    ruling.measured.push((called, Measured::Length(gone), Cite("I10")));
    ruling.measured.push((
        Word("left"),
        Measured::Length((plan.reach - gone).max(crate::table::Mil::ZERO)),
        Cite("8.1"),
    ));
    ruling
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let order = decode(&asking.view, asking.side, action).unwrap_or(Order::Done);
    match rush::to_hold(field, &order) {
        units if units.is_empty() => carry_out(field, asking.side, &order),
        units => Effects::pop().push(rush::Restrain { side: asking.side, units, order }),
    }
}

/// Enacts an order that was judged and needs no test to hold impetuous units back.
pub fn carry_out(field: Battlefield, side: Side, order: &Order) -> Effects {
    match *order {
        Order::Move(ref order) => match plan::plan(field, order) {
            Ok(plan) if field.acts(order.units[0]).moved => again::go_on(field, order, &plan),
            Ok(plan) => go::go(field, order, &plan),
            Err(_) => Effects::pop(),
        },
        Order::Rush(unit) => match (rush::rush(field, unit), rush::may_rush(field, unit)) {
            (Some(order), Ok(plan)) => go::go(field, &order, &plan),
            _ => Effects::pop(),
        },
        Order::Shoot { unit, at, moves } => {
            let acts = Acts { activated: true, fired: true, will_move: moves, ..field.acts(unit) };
            let mut units = vec![unit];
            if moves {
                units.extend(shot_before(field, unit));
            }
            let all: Vec<Acts> = units.iter().map(|u| if *u == unit { acts } else { field.acts(*u) }).collect();
            Effects::pop().fact(activated(field, &units, &all)).push(firing::Shooting { unit, at, ready: false })
        }
        Order::Rally(unit) => {
            let acts = Acts { activated: true, rallied: true, ..field.acts(unit) };
            let told = Narration::Marked { of: Ref::Unit(unit), what: Word("disordered"), on: false };
            let fact = Fact::new(RALLY, told).says(Word("rallies")).change(put(unit, Disordered(false)));
            Effects::pop().fact(activated(field, &[unit], &[acts])).fact(fact)
        }
        Order::RallyOther { general, unit } => command::rally(general, unit),
        Order::Fight(unit) => {
            let acts = Acts { activated: true, fought: true, ..field.acts(unit) };
            Effects::pop().fact(activated(field, &[unit], &[acts])).push(Fights {
                left: vec![unit],
                fresh: Vec::new(),
                paired: Vec::new(),
            })
        }
        Order::Shieldwall(unit) => {
            let acts = Acts { activated: true, ..field.acts(unit) };
            let told = Narration::Marked { of: Ref::Unit(unit), what: Word("shieldwall"), on: true };
            let stance = Stance { shieldwall: true, ..field.stance(unit) };
            let fact = Fact::new(SHIELDWALL, told).change(put(unit, stance));
            Effects::pop().fact(activated(field, &[unit], &[acts])).fact(fact)
        }
        Order::Ready(unit) => reaction::stand_ready(field, unit),
        Order::Done => {
            let turn = Turn { over: true, active: Vec::new(), ..field.turn().clone() };
            let told = Narration::Marked { of: Ref::Side(side), what: order::DONE, on: true };
            let effects = Effects::pop().fact(Fact::new(RULE, told).says(Word("phase-over")).change(set(turn)));
            match rush::straining(field, side) {
                left if left.is_empty() => effects,
                left => effects.push(rush::Unleashed { left }),
            }
        }
    }
}

/// Units that have shot and announced a move: a unit that does the same will move with them as a group (4).
fn shot_before(field: Battlefield, unit: UnitId) -> Vec<UnitId> {
    let active = &field.turn().active;
    let waits = |u: &UnitId| {
        let acts = field.acts(*u);
        field.0.on_table(*u) && acts.fired && acts.will_move && !acts.moved
    };
    let mut all = active.clone();
    all.push(unit);
    let joins = !active.is_empty() && !active.contains(&unit) && active.iter().all(waits);
    if joins && super::group::is_group(field, &all) { active.clone() } else { Vec::new() }
}

/// The fact that these units are activated or continue; the units that were active before have finished.
pub fn activated(field: Battlefield, units: &[UnitId], acts: &[Acts]) -> Fact {
    let mut fact = Fact::new(RULE, Narration::Said(Word("activated")));
    if let Some(unit) = units.first() {
        fact = fact.word(Word("who"), crate::battle::Arg::Of(Ref::Unit(*unit)));
    }
    for (unit, acts) in units.iter().zip(acts) {
        fact = fact.change(put(*unit, *acts));
        if field.0.unit_state::<Ready>(*unit).0 {
            fact = fact.change(alter(*unit, |ready: &mut Ready| ready.0 = false));
        }
    }
    let active = &field.turn().active;
    if units.iter().all(|u| active.contains(u)) {
        return fact;
    }
    fact.change(set(Turn { active: units.to_vec(), ..field.turn().clone() }))
}
