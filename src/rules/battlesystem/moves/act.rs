//! The question of the Movement Phase: which unit does what, in pieces, until its side passes.

use super::follow::Answers;
use super::plan::{
    AT, BEARING, CHARGE, CLOSED, FLEE, FRONTAGE, LEFT, OPEN, Plan, RIGHT, WITHDRAW, What, bearing, is_held, may_move,
    plan,
};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Barred, Choice, Effects, Fact, Fitted, Handle, Handler, MOVE, Narration, Offer,
    Param, Range, Ref, Refusal, Ruling, Value, Wish, alter, alter_one,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::battlesystem::battlefield::Battlefield;
use crate::rules::battlesystem::body::Body;
use crate::rules::battlesystem::contact::contacts;
use crate::rules::battlesystem::data::tables;
use crate::rules::battlesystem::rout::{Runs, leaves};
use crate::rules::battlesystem::state::{Phase, Round};
use crate::rules::battlesystem::{dress, ground, odds};
use crate::table::aim::{Limits, wheel_then_ahead};
use crate::table::{Cdeg, Leg, Mil};

pub const KEY: Word = Word("moves");
const DONE: Word = Word("done");
const AHEAD: Word = Word("ahead");
const WHEEL: Word = Word("wheel");
const SLIDE: Word = Word("slide");
const PASSES: Cite = Cite("BS122");

pub const HANDLER: Handler =
    Handler { key: KEY, verbs: &[MOVE, CHARGE, FRONTAGE, WITHDRAW, FLEE, DONE], offer, judge, fit, aim, enact };

/// Whether a unit may still do anything in this phase.
pub fn can_act(field: Battlefield, unit: UnitId) -> bool {
    if may_move(field, unit).is_err() {
        return false;
    }
    if !is_held(field, unit) {
        return !field.round(unit).shot_first && field.left(unit) > Mil::ZERO;
    }
    [WITHDRAW, FLEE].into_iter().any(|key| plan(field, unit, &Action::new(Ref::Unit(unit), key)).is_ok())
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    for unit in field.side(asking.side).filter(|unit| ask.wants(Ref::Unit(*unit))) {
        let of_unit = asking.view.keep("a unit's move", &(unit, ask.barred), || of_unit(field, unit, ask.barred));
        offer.add(&of_unit);
    }
    offer.choices.push(Choice::ending(Action::new(Ref::Side(asking.side), DONE), PASSES));
    offer
}

/// What one unit may do, and what it may not.
fn of_unit(field: Battlefield, unit: UnitId, barred: bool) -> Offer {
    let mut offer = Offer::default();
    if can_act(field, unit) {
        for choice in choices(field, unit) {
            offer.choices.push(choice);
        }
    } else if barred {
        let stand = Action::along(Ref::Unit(unit), vec![Leg::Ahead(Mil::ZERO)]);
        if let Err(why) = plan(field, unit, &stand) {
            offer.barred.push(Barred { key: MOVE, who: vec![Ref::Unit(unit)], why });
        }
    }
    offer
}

fn choices(field: Battlefield, unit: UnitId) -> Vec<Choice> {
    let who = Ref::Unit(unit);
    let ok = |action: &Action| plan(field, unit, action).ok();
    if is_held(field, unit) {
        let leave = [(WITHDRAW, "BS90"), (FLEE, "BS106")].map(|(key, cite)| (Action::new(who, key), cite));
        return leave
            .into_iter()
            .filter(|(action, _)| ok(action).is_some())
            .map(|(a, c)| Choice::plain(a, Cite(c)))
            .collect();
    }
    let mut choices = vec![march(field, unit)];
    choices.extend([-1, 1].into_iter().filter_map(|way| slant(field, unit, way)));
    for target in field.enemies(field.0.side_of(unit)) {
        choices.extend(charge(field, unit, target));
    }
    let turns = [Cdeg(9000), Cdeg(-9000), Cdeg::HALF].map(|angle| vec![Leg::Face(angle)]);
    let forms = [OPEN, CLOSED].map(|word| vec![Leg::Form(word)]);
    for (legs, called) in turns
        .into_iter()
        .zip(["face-right", "face-left", "face-about"])
        .chain(forms.into_iter().zip(["to-open", "to-closed"]))
    {
        let action = Action::along(who, legs);
        if let Some(plan) = ok(&action) {
            choices.push(Choice { called: Some(Word(called)), ..Choice::plain(action, plan.cite) });
        }
    }
    choices.extend([1, -1].into_iter().filter_map(|by| front(field, unit, by)));
    choices
}

/// How far a unit may go straight in a direction.
fn reach(field: Battlefield, body: &Body, angle: Cdeg, left: Mil) -> Mil {
    let direction = body.direction(angle);
    let far = ground::farthest(field, body, direction, left);
    ground::limit(field, body, direction, far).map_or(far, |(at, _)| at)
}

fn march(field: Battlefield, unit: UnitId) -> Choice {
    let body = Body::of(field, unit);
    let far = reach(field, &body, Cdeg::ZERO, field.left(unit));
    let most = Cdeg::degrees(tables().moves.wheel);
    let wheel = Param { handle: Handle::Turn, ..Param::panel(WHEEL, Range::Angle(-most, most)) }
        .stop(Value::Angle(Cdeg::ZERO), Word("nil"));
    let ahead = Param { handle: Handle::Ahead, ..Param::panel(AHEAD, Range::Length(Mil::ZERO, field.left(unit))) }
        .stop(Value::Length(Mil::ZERO), Word("nil"))
        .stop(Value::Length(far), Word("all"));
    let action = Action::along(Ref::Unit(unit), vec![Leg::Wheel(Cdeg::ZERO), Leg::Ahead(far)]);
    Choice { params: vec![wheel, ahead], ..Choice::plain(action, Cite("BS33")) }
}

fn slant(field: Battlefield, unit: UnitId, way: i32) -> Option<Choice> {
    let angle = Cdeg::degrees(way * tables().moves.oblique);
    let far = reach(field, &Body::of(field, unit), angle, field.left(unit));
    let slide = Param { handle: Handle::Drag, ..Param::panel(SLIDE, Range::Length(Mil::ZERO, field.left(unit))) }
        .stop(Value::Length(far), Word("all"));
    let action = Action::along(Ref::Unit(unit), vec![Leg::Slide(angle, far)]);
    let called = Some(Word(if way < 0 { "slant-left" } else { "slant-right" }));
    (far > Mil::ZERO).then(|| Choice { params: vec![slide], called, ..Choice::plain(action, Cite("BS34")) })
}

/// A charge, by the first bearing along which it reaches its target: towards his nearest point, straight, then to the sides.
fn charge(field: Battlefield, unit: UnitId, target: UnitId) -> Option<Choice> {
    let (range, most) = (field.kind(unit).charge(), Cdeg::degrees(tables().moves.oblique));
    if field.round(unit).begun || field.0.layout().distance(unit, target)? > range.to_inches() {
        return None;
    }
    let towards = bearing(field, &Body::of(field, unit), target);
    if towards.0.abs() > most.0 {
        return None;
    }
    let bearings = [towards, Cdeg::ZERO].into_iter().chain((-3..=3).map(|n| Cdeg::degrees(n * 15)));
    let order = |bearing: Cdeg| charging(unit, target, bearing);
    let found = bearings.into_iter().map(order).find(|action| plan(field, unit, action).is_ok())?;
    let param = Param { handle: Handle::Bearing(-most, most), ..Param::panel(BEARING, Range::Angle(-most, most)) };
    Some(Choice { params: vec![param], ..Choice::plain(found, Cite("BS93")) })
}

fn charging(unit: UnitId, target: UnitId, bearing: Cdeg) -> Action {
    let at = Value::Refs(vec![Ref::Unit(target)]);
    Action::new(Ref::Unit(unit), CHARGE).with(AT, at).with(BEARING, Value::Angle(bearing))
}

fn front(field: Battlefield, unit: UnitId, by: i32) -> Option<Choice> {
    let action = Action::new(Ref::Unit(unit), FRONTAGE).with(LEFT, Value::Whole(0)).with(RIGHT, Value::Whole(by));
    plan(field, unit, &action).ok()?;
    let range = if by > 0 { Range::Whole(0, 12) } else { Range::Whole(-12, 0) };
    let params = vec![Param::panel(LEFT, range.clone()), Param::panel(RIGHT, range)];
    let called = Some(Word(if by > 0 { "wider" } else { "narrower" }));
    Some(Choice { params, called, ..Choice::plain(action, Cite("BS48")) })
}

/// The unit that an action is of, if it is one of the side's on the table.
fn actor(asking: &Asking, action: &Action) -> Option<UnitId> {
    match action.who[..] {
        [Ref::Unit(unit)] if asking.view.side_of(unit) == asking.side => Some(unit),
        _ => None,
    }
}

/// What is accepted: the end of the phase, or a piece of a unit's move.
fn read(asking: &Asking, action: &Action) -> Result<Option<(UnitId, Plan)>, Refusal> {
    if action.key == DONE && action.who == [Ref::Side(asking.side)] && action.with.is_empty() {
        return Ok(None);
    }
    let Some(unit) = actor(asking, action) else { return Err(Refusal::not_offered(PASSES, action.key, &action.who)) };
    plan(Battlefield::of(asking.view), unit, action).map(|plan| Some((unit, plan)))
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let mut ruling = Ruling::default();
    let Some((unit, plan)) = read(asking, action)? else { return Ok(ruling) };
    ruling.ends.push((unit, plan.body.placement.pose(plan.body.size).unwrap_or_default()));
    ruling.forms.push((unit, plan.body.placement.clone()));
    ruling.path.push((unit, plan.path.clone()));
    ruling.measured.push((Word("price"), crate::battle::Measured::Length(plan.price), Cite("BS63")));
    if let What::Charges(target) = plan.what {
        ruling.odds.extend(odds::charge(&asking.view, unit, target));
    }
    Ok(ruling)
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    let Err(why) = read(asking, action) else { return Fitted { action: action.clone(), cut: Vec::new() } };
    let field = Battlefield::of(asking.view);
    let done = || Action::new(Ref::Side(asking.side), DONE);
    let fitted = actor(asking, action).filter(|unit| can_act(field, *unit)).and_then(|unit| {
        if action.key == MOVE && !is_held(field, unit) {
            return Some(legs(field, unit, action.legs()));
        }
        let all = choices(field, unit);
        let like =
            all.iter().find(|choice| choice.action.key == action.key && choice.action.refs(AT) == action.refs(AT));
        like.map(|choice| choice.action.clone())
    });
    let fitted = fitted.filter(|action| read(asking, action).is_ok()).unwrap_or_else(done);
    Fitted { action: fitted, cut: vec![why] }
}

/// As much of a way as may be gone: each leg the longest that is accepted after those before it.
fn legs(field: Battlefield, unit: UnitId, wished: &[Leg]) -> Action {
    let (wheel, slant) = (tables().moves.wheel * 100, tables().moves.oblique * 100);
    let mut legs: Vec<Leg> = Vec::new();
    let accepted = |legs: &[Leg]| plan(field, unit, &Action::along(Ref::Unit(unit), legs.to_vec())).is_ok();
    for leg in wished.iter().take(4) {
        let with = |leg: Leg| legs.iter().copied().chain([leg]).collect::<Vec<_>>();
        let part: &dyn Fn(i32) -> Leg = match *leg {
            Leg::Ahead(_) => &|n| Leg::Ahead(Mil(n)),
            Leg::Slide(angle, _) => &move |n| Leg::Slide(Cdeg(angle.0.clamp(-slant, slant)), Mil(n)),
            Leg::Wheel(angle) => &move |n| Leg::Wheel(Cdeg(n * angle.0.signum())),
            other => {
                if accepted(&with(other)) {
                    legs.push(other);
                }
                continue;
            }
        };
        let most = match *leg {
            Leg::Ahead(by) | Leg::Slide(_, by) => by.0.clamp(0, field.left(unit).0),
            Leg::Wheel(angle) => angle.0.abs().min(wheel),
            _ => 0,
        };
        let (mut least, mut high) = (0, most);
        if accepted(&with(part(most))) {
            least = most;
        }
        while least < high {
            let middle = (least + high + 1) / 2;
            if accepted(&with(part(middle))) { least = middle } else { high = middle - 1 }
        }
        let leg = part(least);
        legs.push(leg);
        if !accepted(&legs) {
            legs.pop();
        }
    }
    if legs.is_empty() {
        legs.push(Leg::Ahead(Mil::ZERO));
    }
    Action::along(Ref::Unit(unit), legs)
}

fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
    let field = Battlefield::of(asking.view);
    let as_it_stands = || Fitted { action: choice.action.clone(), cut: Vec::new() };
    let Some(unit) = actor(asking, &choice.action) else { return as_it_stands() };
    let body = Body::of(field, unit);
    let (at, heading) = match wish {
        Wish::Pose(pose) => (pose.at, Some(pose.heading)),
        Wish::Toward(point) => (point, None),
        Wish::Target(Ref::Unit(target)) => (field.middle(target), None),
        Wish::Target(_) => return as_it_stands(),
    };
    let toward = (Cdeg::towards(at - body.facing().at) - body.facing().heading).turn();
    let far = Mil::measured(at.distance(body.facing().at));
    let action = match (choice.action.key, choice.action.legs()) {
        (CHARGE, _) => {
            let target = choice.action.unit(AT);
            target.map_or_else(|| choice.action.clone(), |target| charging(unit, target, toward))
        }
        (MOVE, [Leg::Slide(..)]) => Action::along(Ref::Unit(unit), vec![Leg::Slide(toward, far)]),
        (MOVE, [Leg::Wheel(_), Leg::Ahead(_)]) => {
            let Some(hull) = body.placement.hull(body.size) else { return as_it_stands() };
            let most = Cdeg::degrees(tables().moves.wheel);
            let limits = Limits { left: most, right: most, ahead: field.left(unit), wheel_ends_move: false };
            let way = wheel_then_ahead(&[hull], at, heading, limits).unwrap_or_default();
            Action::along(Ref::Unit(unit), vec![Leg::Wheel(way.wheel), Leg::Ahead(way.ahead)])
        }
        _ => return as_it_stands(),
    };
    fit(asking, &action)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let Ok(Some((unit, plan))) = read(&asking.judged, action) else {
        let done =
            Fact::new(PASSES, Narration::Said(Word("moves-over"))).word(Word("who"), Arg::Of(Ref::Side(asking.side)));
        return Effects::pop().fact(done.change(alter_one(|phase: &mut Phase| phase.over = true)));
    };
    let begins = alter_one(move |phase: &mut Phase| phase.moving = Some(unit));
    let left: Vec<UnitId> = contacts(field, unit);
    if plan.what == What::Flees {
        let said = Fact::new(plan.cite, Narration::Said(Word("will-flee"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
        let said = said.change(begins).change(alter(unit, |round: &mut Round| round.begun = true));
        let heading = Some(crate::rules::battlesystem::run::away(field, unit, &left));
        return leaves(field, Effects::pop().fact(said), Runs { unit, flees: true, home: false, heading });
    }
    let Plan { what, price, met, grew, shrank, .. } = plan;
    let ends = met || price == Mil::ZERO || what != What::Marches;
    let says = match what {
        What::Marches if met => "comes-upon",
        What::Marches => "moves",
        What::Charges(_) => "charges",
        What::Withdraws | What::Flees => "withdraws",
    };
    let moved = Narration::Moved { who: vec![Ref::Unit(unit)], along: vec![plan.path.clone()] };
    let fact = Fact::new(plan.cite, moved).says(Word(says)).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    let fact =
        dress::placed(fact, &plan.body, plan.stance).change(begins).change(alter(unit, move |round: &mut Round| {
            round.begun = true;
            round.spent = Mil(round.spent.0 + price.0);
            round.done |= ends;
            round.met |= met;
            round.came |= met;
            round.grew |= grew;
            round.shrank |= shrank;
            round.withdrew |= what == What::Withdraws;
            if let What::Charges(target) = what {
                round.charged = Some(target);
            }
        }));
    let effects = Effects::pop().fact(fact);
    if what == What::Withdraws {
        return left.into_iter().rev().fold(effects, |effects, enemy| effects.push(Answers { enemy, unit }));
    }
    effects
}
