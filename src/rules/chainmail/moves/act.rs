//! The question of a side's movement: which unit does what, order by order, until its side is done.

use super::form::told;
use super::offers::{can_act, choices, of_unit};
use super::plan::{CANCEL, FORM, Plan, TO, plan};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Fitted, Handler, MOVE, Measured, Narration, Offer, Ref,
    Refusal, Ruling, Wish, alter_one,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::state::Phase;
use crate::table::aim::{Limits, wheel_then_ahead};
use crate::table::{Cdeg, Leg, Mil};

pub const KEY: Word = Word("moves");
const DONE: Word = Word("done");
const ORDERS: Cite = Cite("C28");

pub const HANDLER: Handler = Handler { key: KEY, verbs: &[MOVE, FORM, CANCEL, DONE], offer, judge, fit, aim, enact };

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    for unit in field.side(asking.side).filter(|unit| ask.wants(Ref::Unit(*unit))) {
        let own = asking.view.keep("a unit's orders", &(unit, ask.barred), || of_unit(field, unit, ask.barred));
        offer.add(&own);
    }
    offer.choices.push(Choice::ending(Action::new(Ref::Side(asking.side), DONE), ORDERS));
    offer
}

/// The unit that an action is of, if it is one of the side's.
fn actor(asking: &Asking, action: &Action) -> Option<UnitId> {
    match action.who[..] {
        [Ref::Unit(unit)] if asking.view.side_of(unit) == asking.side => Some(unit),
        _ => None,
    }
}

/// What is accepted: the end of the movement, or an order.
fn read(asking: &Asking, action: &Action) -> Result<Option<(UnitId, Plan)>, Refusal> {
    if action.key == DONE && action.who == [Ref::Side(asking.side)] && action.with.is_empty() {
        return Ok(None);
    }
    let Some(unit) = actor(asking, action) else { return Err(Refusal::not_offered(ORDERS, action.key, &action.who)) };
    plan(Battlefield::of(asking.view), unit, action).map(|plan| Some((unit, plan)))
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let mut ruling = Ruling::default();
    let Some((unit, plan)) = read(asking, action)? else { return Ok(ruling) };
    let spent = Mil(plan.acts.spent.0 - Battlefield::of(asking.view).acts(unit).spent.0);
    ruling.ends.push((unit, plan.print.pose()));
    ruling.forms.push((unit, plan.placement.clone()));
    ruling.path.push((unit, plan.path.clone()));
    ruling.measured.push((Word("price"), Measured::Length(spent), plan.cite));
    Ok(ruling)
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    let Err(why) = read(asking, action) else { return Fitted { action: action.clone(), cut: Vec::new() } };
    let field = Battlefield::of(asking.view);
    let done = || Action::new(Ref::Side(asking.side), DONE);
    let fitted = actor(asking, action).filter(|unit| can_act(field, *unit)).and_then(|unit| {
        if action.key == MOVE {
            return Some(legs(field, unit, action.legs()));
        }
        let all = choices(field, unit);
        let like =
            all.iter().find(|choice| choice.action.key == action.key && choice.action.word(TO) == action.word(TO));
        like.map(|choice| choice.action.clone())
    });
    let fitted = fitted.filter(|action| read(asking, action).is_ok()).unwrap_or_else(done);
    Fitted { action: fitted, cut: vec![why] }
}

/// As much of a way as may be gone: each leg the longest that is accepted after those before it.
fn legs(field: Battlefield, unit: UnitId, wished: &[Leg]) -> Action {
    let mut legs: Vec<Leg> = Vec::new();
    let accepted = |legs: &[Leg]| plan(field, unit, &Action::along(Ref::Unit(unit), legs.to_vec())).is_ok();
    for leg in wished.iter().take(8) {
        let with = |leg: Leg| legs.iter().copied().chain([leg]).collect::<Vec<_>>();
        let part: &dyn Fn(i32) -> Leg = match *leg {
            Leg::Ahead(_) => &|n| Leg::Ahead(Mil(n)),
            Leg::Slide(angle, _) => &move |n| Leg::Slide(angle, Mil(n)),
            Leg::Wheel(angle) => &move |n| Leg::Wheel(Cdeg(n * angle.0.signum())),
            Leg::Face(angle) => &move |n| Leg::Face(Cdeg(n * angle.0.signum())),
            Leg::Form(_) => continue,
        };
        let most = match *leg {
            Leg::Ahead(by) | Leg::Slide(_, by) => by.0.clamp(0, 60_000),
            Leg::Wheel(angle) | Leg::Face(angle) => angle.0.abs().min(Cdeg::HALF.0),
            Leg::Form(_) => 0,
        };
        let (mut least, mut high) = (0, most);
        if accepted(&with(part(most))) {
            least = most;
        }
        while least < high {
            let middle = (least + high + 1) / 2;
            if accepted(&with(part(middle))) { least = middle } else { high = middle - 1 }
        }
        legs.push(part(least));
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
    let print = field.print(unit);
    let (at, heading) = match wish {
        Wish::Pose(pose) => (pose.at, Some(pose.heading)),
        Wish::Toward(point) => (point, None),
        Wish::Target(Ref::Unit(target)) => (field.print(target).centre, None),
        Wish::Target(_) => return as_it_stands(),
    };
    let front = print.front();
    let toward = |from| (Cdeg::towards(at - from) - print.heading).turn();
    let far = Mil::measured(at.distance(front));
    let along = |legs: Vec<Leg>| Action::along(Ref::Unit(unit), legs);
    let action = match (choice.action.key, choice.action.legs()) {
        (MOVE, [Leg::Slide(..)]) => along(vec![Leg::Slide(toward(front), far)]),
        (MOVE, [Leg::Face(_)]) => {
            let angle = heading.map_or_else(|| toward(print.centre), |heading| (heading - print.heading).turn());
            along(vec![Leg::Face(angle)])
        }
        (MOVE, [Leg::Wheel(_), Leg::Ahead(_)]) => {
            let most = Cdeg::HALF;
            let limits = Limits { left: most, right: most, ahead: field.left(unit), wheel_ends_move: false };
            let way = wheel_then_ahead(&[print], at, heading, limits).unwrap_or_default();
            along(vec![Leg::Wheel(way.wheel), Leg::Ahead(way.ahead)])
        }
        _ => return as_it_stands(),
    };
    fit(asking, &action)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let Ok(Some((unit, mut plan))) = read(&asking.judged, action) else {
        let done =
            Fact::new(ORDERS, Narration::Said(Word("moves-over"))).word(Word("who"), Arg::Of(Ref::Side(asking.side)));
        return Effects::pop().fact(done.change(alter_one(|phase: &mut Phase| phase.over = true)));
    };
    let before = field.acts(unit);
    // An order that takes nothing ends a unit's move: it stands.
    plan.acts.over = plan.acts.spent == before.spent && plan.acts.aligned == before.aligned && action.key != CANCEL;
    let begins = alter_one(move |phase: &mut Phase| phase.moving = Some(unit));
    Effects::pop().fact(told(&plan).change(begins))
}
