//! The question of a turn's orders (C126): order by order and in secret, each judged by itself, with friends who have
//! orders of their own left out; taken back one by one, until the side is done.

use super::moving::Moving;
use super::numbers;
use super::written::{Worked, Written, read, worked_out};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Fitted, Handler, LEGS, Measured, Narration, Offer,
    Param, Range, Ref, Refusal, Ruling, Value, View, Wish, alter_one,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::moves::offers::{self, can_act};
use crate::rules::chainmail::moves::plan::Plan;
use crate::rules::chainmail::moves::retire::may_retire;
use crate::rules::chainmail::moves::{aimed, as_it_fits, legs_that_fit, wheeled};
use crate::rules::chainmail::odds;
use crate::rules::chainmail::seating::seated;
use crate::rules::chainmail::state::MarchedOn;
use crate::rules::chainmail::verb::Verb;
use crate::rules::chainmail::{commander, obedience};
use crate::table::{Cdeg, Leg, Mil, Placement, Pose};

pub const KEY: Word = Word("orders");
const AHEAD: Word = Word("ahead");
const ORDERS: Cite = Cite("C126");

pub const HANDLER: Handler = Handler {
    key: KEY,
    verbs: &[
        Verb::Move.word(),
        Verb::Charge.word(),
        Verb::Attack.word(),
        Verb::Change.word(),
        Verb::Cancel.word(),
        Verb::Retire.word(),
        Verb::Hold.word(),
        Verb::Ride.word(),
        Verb::GoTo.word(),
        Verb::Done.word(),
    ],
    offer,
    judge,
    fit,
    aim,
    enact,
};

/// Whether a unit can be given an order at all.
pub fn may_be_ordered(field: Battlefield, unit: UnitId) -> bool {
    can_act(field, unit) || may_retire(field, unit).is_ok()
}

/// Whoever has an order to go somewhere, in roster order.
fn going<'a>(drafts: impl Iterator<Item = &'a Action>) -> Vec<UnitId> {
    let units = drafts.filter(|draft| Verb::of(draft) != Some(Verb::Hold)).flat_map(|draft| &draft.who);
    let mut found: Vec<UnitId> =
        units.filter_map(|who| if let Ref::Unit(unit) = who { Some(*unit) } else { None }).collect();
    found.sort_unstable();
    found
}

/// Friends who have an order of their own to go somewhere, but for one.
fn ordered(asking: &Asking, but: UnitId) -> Vec<UnitId> {
    let mut found = going(asking.question.drafts(asking.side));
    found.retain(|unit| *unit != but);
    found
}

/// How a side's units will stand by the orders that it has written so far, each carried out by itself.
pub fn intended(view: &View, side: Side) -> Vec<(UnitId, Placement)> {
    let drafts = view.drafts(side);
    let away = going(drafts.iter());
    let field = Battlefield::of(*view).without(&away);
    let stands = |draft: &Action| {
        let [Ref::Unit(unit)] = draft.who[..] else { return None };
        match worked_out(field, unit, draft).ok()? {
            Worked::Goes(plan) => Some((unit, plan.placement)),
            Worked::Closes(course, _) => Some((unit, course.plan.placement)),
            Worked::Retires => None,
        }
    };
    drafts.iter().filter_map(stands).collect()
}

/// How a side's enemies will likely stand at the pause: whoever marched straight on in the turn before does so again, but comes
/// no farther than half of the way to the nearest who may come to meet him.
pub fn expected(view: &View, side: Side) -> Vec<(UnitId, Placement)> {
    let field = Battlefield::of(*view);
    let comes = |unit: UnitId| {
        let near = field.enemies(unit).map(|own| field.distance(unit, own)).min()?;
        let by = offers::reach(field, unit, Cdeg::ZERO).min(near).to_inches() / 2.0;
        let pose = field.front(unit);
        let to = Pose { at: pose.at + pose.forward() * by, ..pose };
        Some((unit, field.0.placement(unit).with_pose(to, field.0.roster().base(unit))))
    };
    let marched = |unit: &UnitId| field.0.unit_state::<MarchedOn>(*unit).0 && can_act(field, *unit);
    field.side(side.other()).filter(marched).filter_map(comes).collect()
}

/// Where a unit would be by an order at the pause.
pub fn halfway(view: &View, action: &Action) -> Option<(UnitId, Pose)> {
    let [Ref::Unit(unit)] = action.who[..] else { return None };
    let (field, order) = (Battlefield::of(*view), read(action)?);
    let half = Moving::new(field, unit, &order)?.mover.course.at(numbers().ticks / 2).pose();
    // Who is in contact sooner goes no farther.
    let from = field.print(unit).centre;
    let met = match worked_out(field, unit, action).ok() {
        Some(Worked::Closes(course, _)) => Some(course.plan.print.pose()),
        _ => None,
    };
    let sooner = met.filter(|met| from.distance(met.at) < from.distance(half.at));
    Some((unit, sooner.unwrap_or(half)))
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    for unit in field.side(asking.side).filter(|unit| ask.wants(Ref::Unit(*unit))) {
        // Who has an order is offered another only by name.
        let has = asking.question.drafts(asking.side).any(|draft| draft.who == [Ref::Unit(unit)]);
        if has && ask.who.is_empty() {
            continue;
        }
        let away = ordered(asking, unit);
        let own = asking.view.keep("a unit's written orders", &(unit, ask.barred, away.clone()), || {
            of_unit(field.without(&away), unit, ask.barred)
        });
        offer.add(&own);
    }
    let mut ridden = Offer::default();
    commander::choices(field, asking.side, ask, &mut ridden);
    let has = |who: &[Ref]| asking.question.drafts(asking.side).any(|draft| draft.who == who);
    offer.choices.extend(ridden.choices.into_iter().filter(|choice| !ask.who.is_empty() || !has(&choice.action.who)));
    offer.choices.push(Choice::ending(Verb::done(asking.side), ORDERS));
    offer
}

/// What may be written for one unit: first of all what it did in the turn before, to march on or to hold.
fn of_unit(field: Battlefield, unit: UnitId, barred: bool) -> Offer {
    let mut offer = Offer::default();
    let free = can_act(field, unit) && !obedience::is_bound(field, unit);
    let hold = || Choice::plain(Verb::Hold.by(Ref::Unit(unit)), ORDERS);
    let stood = field.before(unit).stood;
    if free {
        offer.choices.extend(marches_on(field, unit));
        offer.choices.extend(stood.then(hold));
    }
    let mut own = offers::of_unit(field, unit, barred);
    own.choices = own.choices.iter().map(|choice| goes_on(field, unit, choice.clone())).collect();
    offer.add(&own);
    if free && !stood {
        offer.choices.push(hold());
    }
    if field.under_way(unit).0.is_none() {
        return offer;
    }
    // An offer is what is accepted, and so is every value that has a name: a change that is owed is paid before anything
    // else, and what is left of the Move may end short of it.
    let accepted = |choice: &Choice| worked_out(field, unit, &choice.action).is_ok();
    offer.choices.retain(accepted);
    let named = |choice: &Choice| {
        let mut named = choice.clone();
        for (param, of) in named.params.iter_mut().zip(&choice.params) {
            param.stops.retain(|stop| {
                let mut action = choice.action.clone();
                of.put(&mut action, stop.at.clone());
                worked_out(field, unit, &action).is_ok()
            });
        }
        named
    };
    offer.choices = offer.choices.iter().map(named).collect();
    offer
}

/// A change of formation or a turn on the spot after which a wheel and a way may be written in the same order; any other
/// choice as it is.
fn goes_on(field: Battlefield, unit: UnitId, choice: Choice) -> Choice {
    match changed(field, unit, &choice.action) {
        Some(plan) => offers::goes_on(field, choice, &plan),
        None => choice,
    }
}

/// The part of an order that changes the unit where it stands, before it goes any way: a change of formation, or a turn on the
/// spot.
fn on_the_spot(action: &Action) -> Option<Action> {
    match (Verb::of(action)?, action.legs()) {
        (Verb::Change, _) => Some(without_legs(action)),
        (Verb::Move, [face @ Leg::Face(_), ..]) => Some(with_legs(action, vec![*face])),
        _ => None,
    }
}

/// The unit as that part of such an order leaves it.
fn changed(field: Battlefield, unit: UnitId, action: &Action) -> Option<Plan> {
    match worked_out(field, unit, &on_the_spot(action)?).ok()? {
        Worked::Goes(plan) => Some(plan),
        Worked::Closes(..) | Worked::Retires => None,
    }
}

fn without_legs(action: &Action) -> Action {
    let with = action.with.iter().filter(|(name, _)| *name != LEGS).cloned().collect();
    Action { with, ..action.clone() }
}

fn with_legs(action: &Action, legs: Vec<Leg>) -> Action {
    let mut with = action.clone();
    with.set(LEGS, Value::Legs(legs));
    with
}

/// Straight on as in the turn before, as far as it may.
fn marches_on(field: Battlefield, unit: UnitId) -> Option<Choice> {
    if !field.0.unit_state::<MarchedOn>(unit).0 {
        return None;
    }
    let far = offers::reach(field, unit, Cdeg::ZERO);
    let action = Action::along(Ref::Unit(unit), vec![Leg::Ahead(far)]);
    let may = far > Mil::ZERO && worked_out(field, unit, &action).is_ok();
    let ahead = Param::panel(AHEAD, Range::Length(Mil::ZERO, far)).stop(Value::Length(far), Word("all"));
    may.then(|| Choice { params: vec![ahead], called: Some(Word("march-on")), ..Choice::plain(action, Cite("C31")) })
}

/// The unit that an order is for, if it is one of the side's.
fn actor(asking: &Asking, action: &Action) -> Option<UnitId> {
    match action.who[..] {
        [Ref::Unit(unit)] if asking.view.side_of(unit) == asking.side => Some(unit),
        _ => None,
    }
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let mut ruling = Ruling::default();
    if Verb::is_done(asking, action) {
        return Ok(ruling);
    }
    if commander::is_of_commander(Battlefield::of(asking.view), action) {
        return commander::judge(Battlefield::of(asking.view), asking.side, action);
    }
    let Some(unit) = actor(asking, action) else { return Err(Refusal::not_offered(ORDERS, action.key, &action.who)) };
    let away = ordered(asking, unit);
    let field = Battlefield::of(asking.view).without(&away);
    let plan = match worked_out(field, unit, action)? {
        Worked::Retires => return Ok(ruling),
        Worked::Goes(plan) => plan,
        Worked::Closes(course, at) => {
            ruling.odds.extend(odds::melee_odds(&asking.view, unit, at, field.front(unit)));
            let mut plan = course.plan;
            plan.stands(seated(field, unit, &plan.print, &course.met));
            plan
        }
    };
    ruling.ends.push((unit, plan.print.pose()));
    ruling.forms.push((unit, plan.placement.clone()));
    ruling.measured.push((Word("price"), Measured::Length(plan.acts.spent), plan.cite));
    ruling.path.push((unit, plan.path));
    Ok(ruling)
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    let cut = match judge(asking, action) {
        Ok(_) => return Fitted { action: action.clone(), cut: Vec::new() },
        Err(why) => vec![why],
    };
    if commander::is_of_commander(Battlefield::of(asking.view), action) {
        let done = Verb::done(asking.side);
        let fitted = commander::fit(Battlefield::of(asking.view), asking.side, action);
        return Fitted { action: fitted.unwrap_or(done), cut };
    }
    let fitted = actor(asking, action).and_then(|unit| {
        let away = ordered(asking, unit);
        let field = Battlefield::of(asking.view).without(&away);
        let fitted = match () {
            () if !can_act(field, unit) => None,
            // The formation is taken; of the way after it as much as may be gone.
            () if Verb::of(action) == Some(Verb::Change) && changed(field, unit, action).is_some() => {
                let accepted = |legs: &[Leg]| worked_out(field, unit, &with_legs(action, legs.to_vec())).is_ok();
                Some(with_legs(action, legs_that_fit(action.legs(), accepted)))
            }
            () => as_it_fits(field, unit, action),
        };
        fitted.filter(|action| judge(asking, action).is_ok())
    });
    Fitted { action: fitted.unwrap_or_else(|| Verb::done(asking.side)), cut }
}

fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
    let as_it_stands = || Fitted { action: choice.action.clone(), cut: Vec::new() };
    if commander::is_of_commander(Battlefield::of(asking.view), &choice.action) {
        let aimed = commander::aim(Battlefield::of(asking.view), asking.side, choice, wish);
        return aimed.map_or_else(as_it_stands, |action| fit(asking, &action));
    }
    let Some(unit) = actor(asking, &choice.action) else { return as_it_stands() };
    let away = ordered(asking, unit);
    let field = Battlefield::of(asking.view).without(&away);
    let to = match wish {
        Wish::Pose(pose) => Some((pose.at, Some(pose.heading))),
        Wish::Toward(point) => Some((point, None)),
        Wish::Target(_) => None,
    };
    if let (Some((at, heading)), Some(changed), [before @ .., Leg::Wheel(_), Leg::Ahead(_)]) =
        (to, changed(field, unit, &choice.action), choice.action.legs())
    {
        let way = wheeled(&changed.print, at, heading, changed.left(field));
        let legs = before.iter().copied().chain(way).collect();
        return fit(asking, &with_legs(&choice.action, legs));
    }
    match aimed(field, unit, &choice.action, wish) {
        Some(action) if Verb::of(&action) == Some(Verb::Move) => fit(asking, &action),
        Some(action) if judge(asking, &action).is_ok() => Fitted { action, cut: Vec::new() },
        _ => as_it_stands(),
    }
}

/// Orders are opened when both sides are done.
fn enact(asking: &Answered, action: &Action) -> Effects {
    let (field, side) = (Battlefield::of(asking.view), asking.side);
    if commander::is_of_commander(field, action) {
        return commander::enact(field, side, action);
    }
    if !Verb::is_done(&asking.judged, action) {
        return Effects::pop();
    }
    let mut drafts: Vec<(UnitId, Action)> = asking
        .question
        .drafts(side)
        .filter(|draft| read(draft).is_some() || Verb::of(draft) == Some(Verb::Retire))
        .filter_map(|draft| Some((actor(&asking.judged, draft)?, draft.clone())))
        .collect();
    // Knights who are bound charge, told or not (11.3).
    let away = going(asking.question.drafts(side));
    let bound = field.side(side).filter(|unit| obedience::is_bound(field, *unit));
    for unit in bound.filter(|unit| !away.contains(unit)) {
        drafts.extend(obedience::prey(field.without(&away), unit).map(|charge| (unit, charge)));
    }
    let count = Arg::Measured(Measured::Count(drafts.len() as i32));
    let opened = Fact::new(ORDERS, Narration::Said(Word("orders-opened")))
        .word(Word("who"), Arg::Of(Ref::Side(side)))
        .word(Word("measured"), count);
    Effects::pop().fact(opened.change(alter_one(move |written: &mut Written| {
        written.0.extend(drafts.iter().cloned());
        // North before south, in roster order.
        written.0.sort_by_key(|(unit, _)| *unit);
    })))
}
