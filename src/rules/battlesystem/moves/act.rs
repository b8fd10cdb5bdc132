//! The question of the Movement Phase: which unit does what, in pieces, until its side passes.

use super::follow::Answers;
use super::forced;
use super::nearest::{nearest, one_goes, wheels_no_farther};
use super::offer::{can_act, charging, choices, of_unit};
use super::plan::{AT, LEAVES, Plan, TOO_DEAR, What, is_held, plan};
use super::skirmish;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Fitted, Handler, Measured, Narration, Note, Offer,
    PLACES, Ref, Refusal, Ruling, Value, Wish, alter, alter_one, put,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::battlesystem::battlefield::Battlefield;
use crate::rules::battlesystem::body::Body;
use crate::rules::battlesystem::contact::contacts;
use crate::rules::battlesystem::data::tables;
use crate::rules::battlesystem::discipline::{Restraint, Why};
use crate::rules::battlesystem::rout::{Runs, leaves};
use crate::rules::battlesystem::state::{Last, Phase, Round, Steps};
use crate::rules::battlesystem::switches::Switch;
use crate::rules::battlesystem::verb::Verb;
use crate::rules::battlesystem::{dress, odds, ride, run};
use crate::table::aim::{Limits, wheel_then_ahead};
use crate::table::{Cdeg, Footprint, Leg, Mil, Pose};

pub const KEY: Word = Word("moves");
const PASSES: Cite = Cite("BS122");

pub const HANDLER: Handler = Handler {
    key: KEY,
    verbs: &[
        Verb::Move.word(),
        Verb::Charge.word(),
        Verb::Frontage.word(),
        Verb::Pivot.word(),
        Verb::Turn.word(),
        Verb::Go.word(),
        Verb::Forced.word(),
        Verb::Wrap.word(),
        Verb::Withdraw.word(),
        Verb::Flee.word(),
        Verb::Ride.word(),
        Verb::Join.word(),
        Verb::Done.word(),
    ],
    offer,
    judge,
    fit,
    aim,
    enact,
};

/// A unit of skirmishers that touches an enemy and may leave him: it must, before its side has done (7.11, 8.6).
fn must_leave(field: Battlefield, side: crate::ids::Side) -> Option<UnitId> {
    let leaves = |unit: UnitId| LEAVES.into_iter().any(|verb| plan(field, unit, &verb.by(Ref::Unit(unit))).is_ok());
    field.side(side).find(|unit| field.skirmishes(*unit) && is_held(field, *unit) && leaves(*unit))
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, in_pieces: true, ..Offer::default() };
    let first = must_leave(field, asking.side);
    for unit in field.side(asking.side).filter(|unit| ask.wants(Ref::Unit(*unit))) {
        if first == Some(unit) {
            // Its side has no other answer that it owes: with it this asking ends, and the side is asked anew.
            for choice in choices(field, unit) {
                offer.choices.push(Choice { ends: true, ..choice });
            }
            continue;
        }
        let of_unit = asking.view.keep("a unit's move", &(unit, ask.barred), || of_unit(field, unit, ask.barred));
        offer.add(&of_unit);
    }
    ride::choices(field, asking.side, ask, &mut offer);
    match first {
        None => offer.choices.push(Choice::ending(Verb::done(asking.side), PASSES)),
        Some(unit) if ask.barred => {
            let why = leave_first(unit);
            offer.barred.push(crate::battle::Barred { key: Verb::Done.word(), who: vec![Ref::Side(asking.side)], why });
        }
        Some(_) => {}
    }
    offer
}

/// The unit that an action is of, if it is one of the side's on the table, and neither it nor anybody else whom the action
/// names is a commander's marker.
fn actor(asking: &Asking, action: &Action) -> Option<UnitId> {
    let field = Battlefield::of(asking.view);
    let is_troop = |of: &Ref| match of {
        Ref::Unit(unit) | Ref::Base(unit, _) => field.is_troop(*unit),
        _ => true,
    };
    let named = |value: &Value| match value {
        Value::Refs(of) => of.iter().all(is_troop),
        Value::Short(of) => of.iter().all(|(of, _)| is_troop(of)),
        Value::Places(of) => of.iter().all(|(of, _)| is_troop(of)),
        _ => true,
    };
    match action.who[..] {
        [Ref::Unit(unit)] if asking.view.side_of(unit) == asking.side => {
            (field.is_troop(unit) && action.with.iter().all(|(_, value)| named(value))).then_some(unit)
        }
        _ => None,
    }
}

fn leave_first(unit: UnitId) -> Refusal {
    Refusal::new(Cite("BS16"), Word("must-leave")).of(Ref::Unit(unit))
}

/// What is accepted: the end of the phase, or a piece of a unit's move.
fn read(asking: &Asking, action: &Action) -> Result<Option<(UnitId, Plan)>, Refusal> {
    if *action == Verb::done(asking.side) {
        return match must_leave(Battlefield::of(asking.view), asking.side) {
            Some(unit) => Err(leave_first(unit)),
            None => Ok(None),
        };
    }
    let Some(unit) = actor(asking, action) else { return Err(Refusal::not_offered(PASSES, action.key, &action.who)) };
    plan(Battlefield::of(asking.view), unit, action).map(|plan| Some((unit, plan)))
}

/// What comes of an order to move or to charge, and of the ride of a commander; an answer that orders no unit (done) says
/// nothing of any.
fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    if ride::is_of_commander(action) {
        return ride::judge(Battlefield::of(asking.view), asking.side, action);
    }
    let mut ruling = Ruling::default();
    let Some((unit, plan)) = read(asking, action)? else { return Ok(ruling) };
    ruling.ends.push((unit, plan.body.placement.pose(plan.body.size).unwrap_or_default()));
    ruling.forms.push((unit, plan.body.placement.clone()));
    ruling.path.push((unit, plan.path.clone()));
    ruling.measured.push((Word("price"), crate::battle::Measured::Length(plan.price), Cite("BS63")));
    if plan.what == What::Marches && plan.met.is_some() && Battlefield::of(asking.view).round(unit).met.is_none() {
        let note = Note::new(Cite("BS27"), Word("comes-upon"));
        ruling.notes.push(note.word(Word("who"), Arg::Of(Ref::Unit(unit))));
    }
    if let What::Charges(target) = plan.what {
        ruling.odds.extend(odds::charge(&asking.view, unit, target));
    }
    Ok(ruling)
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    if ride::is_of_commander(action) {
        return fit_ride(asking, action);
    }
    let Err(why) = read(asking, action) else { return Fitted { action: action.clone(), cut: Vec::new() } };
    let field = Battlefield::of(asking.view);
    let accepted = |action: &Action| read(asking, action).is_ok();
    let wished = actor(asking, action).filter(|unit| can_act(field, *unit));
    let fitted = wished.and_then(|unit| nearest(field, unit, action)).filter(accepted);
    // Who must leave a melee does, before all else.
    let or_else = || match must_leave(field, asking.side) {
        None => Verb::done(asking.side),
        Some(unit) => choices(field, unit).first().map_or_else(|| action.clone(), |choice| choice.action.clone()),
    };
    Fitted { action: fitted.unwrap_or_else(or_else), cut: vec![why] }
}

/// A commander's ride as near to the wished one as he gets; else the end of the phase.
fn fit_ride(asking: &Asking, action: &Action) -> Fitted {
    let field = Battlefield::of(asking.view);
    let Err(why) = ride::judge(field, asking.side, action) else {
        return Fitted { action: action.clone(), cut: Vec::new() };
    };
    let done = || fit(asking, &Verb::done(asking.side)).action;
    Fitted { action: ride::fit(field, asking.side, action).unwrap_or_else(done), cut: vec![why] }
}

fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
    let verb = Verb::of(&choice.action);
    if verb == Some(Verb::Ride) {
        let (Wish::Pose(Pose { at, .. }) | Wish::Toward(at)) = wish else {
            return Fitted { action: choice.action.clone(), cut: Vec::new() };
        };
        let mut action = choice.action.clone();
        let to = Pose { at, heading: Cdeg::ZERO }.place();
        action.set(PLACES, Value::Places(vec![(action.who[0], to)]));
        return fit_ride(asking, &action);
    }
    let field = Battlefield::of(asking.view);
    let as_it_stands = || Fitted { action: choice.action.clone(), cut: Vec::new() };
    if let ([Ref::Base(unit, base)], Some(Verb::Go), Wish::Pose(pose)) = (&choice.action.who[..], verb, wish)
        && actor(asking, &Verb::Go.by(Ref::Unit(*unit))).is_some()
    {
        return one_goes(field, *unit, (*base, pose.place()), &choice.action);
    }
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
    let action = match (verb, choice.action.legs()) {
        (Some(Verb::Charge), _) => {
            let target = choice.action.unit(AT);
            target.map_or_else(|| choice.action.clone(), |target| charging(unit, target, toward))
        }
        (Some(Verb::Move), [Leg::Slide(..)]) if field.skirmishes(unit) => {
            let Some((angle, far)) = skirmish::towards(&body, at) else { return as_it_stands() };
            Action::along(Ref::Unit(unit), vec![Leg::Slide(angle, far)])
        }
        (Some(Verb::Go), _) => {
            let from: Vec<Pose> = body.bases().iter().map(Footprint::pose).collect();
            let Some(first) = from.first() else { return as_it_stands() };
            let by = at - first.at;
            let place = |(n, pose): (u8, &Pose)| (Ref::Base(unit, n), Pose { at: pose.at + by, ..*pose }.place());
            let places = (0..).zip(&from).map(place).collect();
            Verb::Go.by(Ref::Unit(unit)).with(PLACES, Value::Places(places))
        }
        (Some(Verb::Move), [Leg::Slide(..)]) => Action::along(Ref::Unit(unit), vec![Leg::Slide(toward, far)]),
        (Some(Verb::Move), [Leg::Wheel(_), Leg::Ahead(_)]) => {
            let Some(hull) = body.placement.hull(body.size) else { return as_it_stands() };
            let most = Cdeg::degrees(tables().moves.wheel);
            let limits = Limits { left: most, right: most, ahead: field.left(unit), wheel_ends_move: false };
            let way = wheel_then_ahead(&[hull], at, heading, limits).unwrap_or_default();
            let wished = Action::along(Ref::Unit(unit), vec![Leg::Wheel(way.wheel), Leg::Ahead(way.ahead)]);
            let Fitted { action, cut } = fit(asking, &wished);
            // The order that was tried went no farther than what is left: told is how far it was wished to go.
            let short = |why: &Refusal| matches!(why.measured, Some(Measured::Length(told)) if told < far);
            let cut = cut.into_iter().map(|why| match why.limit {
                Some(limit) if why.says == TOO_DEAR && short(&why) => why.above(Measured::Length(far), limit),
                _ => why,
            });
            return Fitted { action: wheels_no_farther(field, unit, action), cut: cut.collect() };
        }
        _ => return as_it_stands(),
    };
    fit(asking, &action)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    if ride::is_of_commander(action) {
        return ride::enact(Battlefield::of(asking.view), action);
    }
    let field = Battlefield::of(asking.view);
    let Ok(Some((unit, plan))) = read(&asking.judged, action) else {
        let done =
            Fact::new(PASSES, Narration::Said(Word("moves-over"))).word(Word("who"), Arg::Of(Ref::Side(asking.side)));
        return Effects::pop().fact(done.change(alter_one(|phase: &mut Phase| phase.over = true)));
    };
    if let What::Charges(at) = plan.what
        && holds_its_ranks(field, unit)
    {
        let bearing = plan.met.unwrap_or(Cdeg::ZERO);
        let said =
            Fact::new(plan.cite, Narration::Said(Word("will-charge"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
        let said = said.change(alter_one(move |phase: &mut Phase| phase.moving = Some(unit)));
        return Effects::pop().fact(said).push(Restraint { unit, why: Why::Charges { at, bearing } });
    }
    made(field, unit, plan, Effects::pop())
}

/// Whether figures stand where they stood, and face as they did.
fn stands_as(before: &[Footprint], after: &[Footprint]) -> bool {
    let same = |(a, b): (&Footprint, &Footprint)| a.heading == b.heading && a.centre.distance(b.centre) < 0.001;
    before.iter().zip(after).all(same)
}

/// Whether a unit has to roll before it charges: chaotic, in closed formation, and not held yet in this round (10.4).
fn holds_its_ranks(field: Battlefield, unit: UnitId) -> bool {
    field.kind(unit).is_chaotic() && field.is_closed(unit) && !field.round(unit).tested
}

/// A piece of a unit's move is made: what changes, and what follows from it.
pub fn made(field: Battlefield, unit: UnitId, plan: Plan, effects: Effects) -> Effects {
    let begins = alter_one(move |phase: &mut Phase| phase.moving = Some(unit));
    let left: Vec<UnitId> = contacts(field, unit);
    let chaotic = left.iter().copied().filter(|enemy| field.kind(*enemy).is_unruly() && !field.stance(*enemy).routed);
    if plan.what == What::Flees {
        let said = Fact::new(plan.cite, Narration::Said(Word("will-flee"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
        let said = said.change(begins).change(alter(unit, |round: &mut Round| round.begun = true));
        let heading = Some(run::away(field, unit, &left));
        let effects = chaotic.fold(effects.fact(said), |effects, enemy| {
            effects.push(Restraint { unit: enemy, why: Why::Fled { from: unit } })
        });
        return leaves(field, effects, Runs { unit, flees: true, home: false, heading });
    }
    if plan.what == What::Forces {
        if field.plays(Switch::HardMarch) {
            return forced::wears(field, unit, effects.fact(forced::begins(unit).change(begins)));
        }
        if field.0.unit_state::<Last>(unit).forced {
            let said = Fact::new(plan.cite, Narration::Said(Word("marches-again")))
                .word(Word("who"), Arg::Of(Ref::Unit(unit)));
            return effects.fact(said.change(begins)).push(forced::Tires { unit });
        }
        return effects.fact(forced::begins(unit).change(begins));
    }
    let Plan { what, price, met, grew, shrank, ref steps, .. } = plan;
    let says = match what {
        What::Marches if met.is_some() => "comes-upon",
        What::Marches | What::Forces => "moves",
        What::Charges(_) => "charges",
        What::Wraps => "wraps",
        What::Drives => "comes-on",
        What::Withdraws | What::Flees => "withdraws",
    };
    // Who goes no way has done; skirmishers may turn on the spot before they go.
    let stays = steps.is_empty() || stands_as(&field.bases(unit), &plan.body.bases());
    let ends = (price == Mil::ZERO && stays) || what != What::Marches;
    let moved = Narration::Moved { who: vec![Ref::Unit(unit)], along: vec![plan.path.clone()] };
    let fact = Fact::new(plan.cite, moved).says(Word(says)).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    let mut fact = dress::placed(fact, &plan.body, plan.stance).change(begins);
    if !steps.is_empty() {
        fact = fact.change(put(unit, Steps(steps.clone())));
    }
    let fact = fact.change(alter(unit, move |round: &mut Round| {
        round.begun = true;
        round.spent = Mil(round.spent.0 + price.0);
        round.done |= ends;
        round.met = met;
        round.came |= met.is_some();
        round.grew |= grew;
        round.shrank |= shrank;
        round.withdrew |= what == What::Withdraws;
        round.wraps |= what == What::Wraps;
        if let What::Charges(target) = what {
            round.charged = Some(target);
        }
    }));
    let effects = effects.fact(fact);
    if what == What::Withdraws {
        return left
            .into_iter()
            .rev()
            .fold(effects, |effects, enemy| effects.push(Answers { enemy, unit, may_stay: false }));
    }
    effects
}
