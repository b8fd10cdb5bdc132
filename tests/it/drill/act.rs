//! Acts (D3, D4): one unit after another obeys or does not. Blocks are told the path that they march if they obey; for
//! guards the roll comes first, and where their stands go is asked only if they obey (D5).

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use sandtable::battle::{
    Action, Answered, Arg, Ask, Asking, Barred, Choice, DiceHand, Effects, Fact, Fitted, Follow, Handle, Handler, Job,
    LEGS, MOVE, Measured, Narration, Note, Offer, Param, Range, Ref, Refusal, Ruling, Truth, Value, View, Wish, put,
    set,
};
use sandtable::cite::Word;
use sandtable::dice::odds::every_case;
use sandtable::ids::UnitId;
use sandtable::table::aim::{Limits, wheel_then_ahead};
use sandtable::table::slide::seat;
use sandtable::table::walk::{Meeting, Met, Scene, Walk, walk};
use sandtable::table::{Cdeg, Footprint, Leg, Mil, Wheel};
use serde::Serialize;

use super::book::{COMMAND, CUT_SHORT, LEAST_MARCH, MARCH, TURN, WHEEL};
use super::march::{self, March};
use super::state::{Acted, Command, Kind, Order, Task};
use super::{kernels, one_unit, reform, turn};

pub const KEY: Word = Word("act");
const DONE: Word = Word("done");
/// Calling on a guard.
pub const CALL: Word = Word("call");
const AHEAD: Word = Word("ahead");

pub const HANDLER: Handler =
    Handler { key: KEY, verbs: &[sandtable::battle::MOVE, CALL, DONE], offer, judge, fit, aim, enact };

/// A unit tries to obey (D3).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Obey {
    pub who: UnitId,
    pub doing: Doing,
}

/// What it does if it obeys.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Doing {
    March(Vec<Leg>),
    /// To be asked where its stands go.
    Reform,
}

/// An answer as the drill understands it.
enum Act {
    Done,
    Unit(UnitId, Doing),
}

impl Job for Obey {
    const NAME: &'static str = "drill.obey";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(obey, self, world)
    }
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let Asking { view, side, .. } = *asking;
    let mut offer = Offer { question: KEY, ..Offer::default() };
    for unit in turn::may_act(&view, side).filter(|unit| ask.wants(Ref::Unit(*unit))) {
        match view.get::<Kind>(unit) {
            Some(Kind::Guard) => offer.choices.push(Choice::plain(Action::new(Ref::Unit(unit), CALL), COMMAND)),
            _ => offer.choices.push(march_choice(&view, unit)),
        }
    }
    if ask.barred {
        let others = view.roster().of(side).filter(|unit| ask.wants(Ref::Unit(*unit)));
        for (unit, why) in others.filter_map(|unit| may_act(&view, unit).err().map(|why| (unit, why))) {
            offer.barred.push(Barred { key: MOVE, who: vec![Ref::Unit(unit)], why });
        }
    }
    offer.choices.push(Choice::ending(Action::new(Ref::Side(side), DONE), TURN));
    offer
}

fn march_choice(view: &View, unit: UnitId) -> Choice {
    let by = view.unit_state::<Order>(unit).by;
    let straight = path(view, unit, &[Leg::Wheel(Cdeg::ZERO), Leg::Ahead(by)]);
    let free = obstacle(view, unit, &straight).map_or(by, |(far, _)| far);
    let mut ahead = Param { handle: Handle::Ahead, ..Param::panel(AHEAD, Range::Length(Mil::ZERO, by)) }
        .stop(Value::Length(Mil::ZERO), Word("nil"))
        .stop(Value::Length(free), Word("all"));
    let enemy = |m: &&Meeting| matches!(m.what, Met::Foot { unit: met, .. } if view.side_of(met) != view.side_of(unit));
    let contact = straight.meetings.iter().find(enemy).map(|m| seat(m.into, Mil::ZERO));
    if let Some(contact) = contact.filter(|at| *at < free) {
        ahead = ahead.stop(Value::Length(contact), Word("contact"));
    }
    let wheel = Param { handle: Handle::Turn, ..Param::panel(Word("wheel"), Range::Angle(-WHEEL, WHEEL)) };
    let action = Action::along(Ref::Unit(unit), vec![Leg::Wheel(Cdeg::ZERO), Leg::Ahead(Mil::ZERO)]);
    Choice { params: vec![wheel, ahead], ..Choice::plain(action, MARCH) }
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let act = read(asking, action)?;
    let Act::Unit(unit, Doing::March(legs)) = act else { return Ok(Ruling::default()) };
    let mut ruling = Ruling::default();
    let walk = path(&asking.view, unit, &legs);
    if let Some(pose) = walk.end().and_then(|end| end.first()).map(Footprint::pose) {
        ruling.ends.push((unit, pose));
    }
    let enemies = walk.meetings.iter().filter_map(|m| match m.what {
        Met::Foot { unit: enemy, .. } => Some(enemy),
        _ => None,
    });
    ruling.notes.extend(enemies.take(1).map(|enemy| Note {
        cite: CUT_SHORT,
        says: Word("cut-short"),
        words: vec![(Word("who"), Arg::Of(Ref::Unit(unit))), (Word("whom"), Arg::Of(Ref::Unit(enemy)))],
    }));
    Ok(ruling)
}

/// Whether a unit may act now at all.
fn may_act(view: &View, unit: UnitId) -> Result<Order, Refusal> {
    let refusal = |says| Refusal::new(COMMAND, says).of(Ref::Unit(unit));
    let order = view.unit_state::<Order>(unit);
    if view.unit_state::<Acted>(unit).0 {
        return Err(refusal(Word("acted")));
    }
    if order.to != Task::March || order.by < LEAST_MARCH || !view.on_table(unit) {
        return Err(refusal(Word("no-order")));
    }
    Ok(order)
}

fn read(asking: &Asking, action: &Action) -> Result<Act, Refusal> {
    let Asking { view, side, .. } = *asking;
    let other = || Refusal::new(TURN, Word("not-like-this")).of(action.who[0]);
    if action.key == DONE && action.who == [Ref::Side(side)] && action.with.is_empty() {
        return Ok(Act::Done);
    }
    let unit = one_unit(&view, side, action).ok_or_else(other)?;
    let order = may_act(&view, unit)?;
    if view.get::<Kind>(unit) == Some(&Kind::Guard) {
        let calls = action.key == CALL && action.with.is_empty();
        return if calls { Ok(Act::Unit(unit, Doing::Reform)) } else { Err(other()) };
    }
    let legs = match action.with[..] {
        [(LEGS, Value::Legs(ref legs))] if action.key == MOVE => legs,
        _ => return Err(other()),
    };
    let (wheel, ahead) = match legs[..] {
        [Leg::Wheel(wheel), Leg::Ahead(ahead)] => (wheel, ahead),
        [Leg::Ahead(ahead)] => (Cdeg::ZERO, ahead),
        _ => return Err(other()),
    };
    let refusal = |says| Refusal::new(MARCH, says).of(Ref::Unit(unit));
    let (least, most) = (Measured::Angle(-WHEEL), Measured::Angle(WHEEL));
    if wheel < -WHEEL {
        return Err(refusal(Word("wheels-far")).below(Measured::Angle(wheel), least));
    }
    if wheel > WHEEL {
        return Err(refusal(Word("wheels-far")).above(Measured::Angle(wheel), most));
    }
    let total = price(&view, unit, wheel) + ahead;
    if ahead < Mil::ZERO {
        return Err(refusal(Word("far")).below(Measured::Length(ahead), Measured::Length(Mil::ZERO)));
    }
    if total > order.by {
        return Err(refusal(Word("far")).above(Measured::Length(total), Measured::Length(order.by)));
    }
    match obstacle(&view, unit, &path(&view, unit, legs)) {
        Some((_, why)) => Err(why),
        None => Ok(Act::Unit(unit, Doing::March(legs.clone()))),
    }
}

/// What a wheel costs.
fn price(view: &View, unit: UnitId, wheel: Cdeg) -> Mil {
    let body = view.hull(unit).into_iter().collect::<Vec<_>>();
    Wheel::of(&body, wheel > Cdeg::ZERO).map_or(Mil::ZERO, |hinge| hinge.price(wheel))
}

/// The path, without legs that lead nowhere.
fn path(view: &View, unit: UnitId, legs: &[Leg]) -> Walk {
    let scene = Scene { layout: view.layout(), ground: view.ground(), zones: &[] };
    walk(&scene, view.feet(unit), &march::real(legs))
}

/// A friend or the table's edge, into which the path would run on: how far it may go, and why no farther. Nothing
/// counts that lies beyond an enemy, since there the march ends.
fn obstacle(view: &View, unit: UnitId, walk: &Walk) -> Option<(Mil, Refusal)> {
    for meeting in &walk.meetings {
        let (says, other) = match meeting.what {
            Met::Foot { unit: other, .. } if view.side_of(other) != view.side_of(unit) => return None,
            Met::Foot { unit: other, .. } => (Word("blocked"), Some(other)),
            Met::TableEdge => (Word("edge"), None),
            Met::Zone(_) | Met::Enter(_) | Met::Leave(_) => continue,
        };
        let (done, rest) = walk.split(meeting, Mil::ZERO);
        if rest.is_empty() {
            continue;
        }
        let ahead =
            done.iter().find_map(|leg| if let Leg::Ahead(by) = leg { Some(*by) } else { None }).unwrap_or_default();
        let (goes, limit) = (Mil::measured(walk.length()), Mil::down(meeting.along));
        let why = Refusal::new(MARCH, says).of(Ref::Unit(unit)).above(Measured::Length(goes), Measured::Length(limit));
        return Some((
            ahead,
            match other {
                Some(other) => why.word(Word("other"), Arg::Of(Ref::Unit(other))),
                None => why,
            },
        ));
    }
    None
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    let why = match read(asking, action) {
        Ok(_) => return Fitted { action: action.clone(), cut: Vec::new() },
        Err(why) => vec![why],
    };
    let Asking { view, side, .. } = *asking;
    let unit = one_unit(&view, side, action).filter(|unit| may_act(&view, *unit).is_ok());
    let fitted = match unit.map(|unit| (unit, view.unit_state::<Order>(unit), view.get::<Kind>(unit))) {
        None => Action::new(Ref::Side(side), DONE),
        Some((unit, _, Some(Kind::Guard))) => Action::new(Ref::Unit(unit), CALL),
        Some((unit, order, _)) => fit_march(&view, unit, order, action.legs()),
    };
    Fitted { action: fitted, cut: why }
}

fn fit_march(view: &View, unit: UnitId, order: Order, legs: &[Leg]) -> Action {
    let (mut wheel, mut ahead) = (Cdeg::ZERO, Mil::ZERO);
    for leg in legs {
        match leg {
            Leg::Wheel(by) => wheel = *by,
            Leg::Ahead(by) => ahead = *by,
            Leg::Slide(..) | Leg::Face(_) | Leg::Form(_) => {}
        }
    }
    let body = view.hull(unit).into_iter().collect::<Vec<_>>();
    let most = Wheel::of(&body, wheel > Cdeg::ZERO).map_or(Cdeg::ZERO, |hinge| hinge.angle_for(order.by, WHEEL));
    wheel = wheel.max(-most).min(most);
    ahead = ahead.max(Mil::ZERO).min(order.by - price(view, unit, wheel));
    let walk = path(view, unit, &[Leg::Wheel(wheel), Leg::Ahead(ahead)]);
    if let Some((far, _)) = obstacle(view, unit, &walk) {
        let in_wheel = |m: &&Meeting| {
            matches!(m.what, Met::Foot { .. } | Met::TableEdge) && matches!(walk.stretches[m.leg].leg, Leg::Wheel(_))
        };
        match walk.meetings.iter().find(in_wheel).map(|meeting| walk.split(meeting, Mil::ZERO)) {
            // It is the wheel that is in the way: what is left of it, and no step ahead.
            Some((done, rest)) if !rest.is_empty() => {
                wheel = if let Some(Leg::Wheel(part)) = done.first() { *part } else { Cdeg::ZERO };
                ahead = Mil::ZERO;
            }
            _ => ahead = far,
        }
    }
    Action::along(Ref::Unit(unit), vec![Leg::Wheel(wheel), Leg::Ahead(ahead)])
}

fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
    let Asking { view, side, .. } = *asking;
    let Some(unit) = one_unit(&view, side, &choice.action) else {
        return Fitted { action: choice.action.clone(), cut: Vec::new() };
    };
    let (at, heading) = match wish {
        Wish::Pose(pose) => (Some(pose.at), Some(pose.heading)),
        Wish::Toward(point) => (Some(point), None),
        Wish::Target(Ref::Unit(target)) => (view.placement(target).point(), None),
        Wish::Target(_) => (None, None),
    };
    let Some(at) = at else { return Fitted { action: choice.action.clone(), cut: Vec::new() } };
    let by = view.unit_state::<Order>(unit).by;
    let action = if view.get::<Kind>(unit) == Some(&Kind::Guard) {
        choice.action.clone()
    } else {
        let limits = Limits { left: WHEEL, right: WHEEL, ahead: by, wheel_ends_move: false };
        let body = view.hull(unit).into_iter().collect::<Vec<_>>();
        let way = wheel_then_ahead(&body, at, heading, limits).unwrap_or_default();
        Action::along(Ref::Unit(unit), vec![Leg::Wheel(way.wheel), Leg::Ahead(way.ahead)])
    };
    fit(asking, &action)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let command = *asking.view.battle_state::<Command>();
    match read(&asking.judged, action) {
        Ok(Act::Unit(who, doing)) => Effects::pop().push(Obey { who, doing }),
        Ok(Act::Done) | Err(_) => {
            let done = Narration::Marked { of: Ref::Side(asking.side), what: DONE, on: true };
            Effects::pop().fact(Fact::new(TURN, done).change(set(Command { over: true, ..command })))
        }
    }
}

/// What comes of calling on a guard: it is asked where its stands go, if it obeys; else the acts of its side are over.
pub fn follows(view: &View, action: &Action) -> Option<Follow> {
    let [Ref::Unit(unit)] = action.who[..] else { return None };
    if action.key != CALL || view.question()?.key != KEY || may_act(view, unit).is_err() {
        return None;
    }
    let side = view.side_of(unit);
    let chance = every_case(|dice| kernels::obeys(dice, side, unit)).share(|obeys| *obeys) as f32;
    let others = turn::may_act(view, side).filter(|other| *other != unit);
    let (then, stakes) = (reform::question(view, unit), others.map(Ref::Unit).collect());
    Some(Follow { chance, then, stakes, by: Ref::Side(side), ends_all: true })
}

/// The roll of two dice, and then what was ordered.
pub fn obey(InRef(job): InRef<Obey>, truth: Truth, dice: DiceHand) -> Effects {
    let view = truth.view();
    let mut roller = dice.roller();
    let obeys = match kernels::obeys(&mut roller, view.side_of(job.who), job.who) {
        Ok(obeys) => obeys,
        Err(need) => return Effects::need(need),
    };
    let says = if obeys { Word("obeys") } else { Word("disobeys") };
    let said = Fact::new(COMMAND, Narration::Said(says)).word(Word("who"), Arg::Of(Ref::Unit(job.who)));
    let said = said.dice(roller.rolled()).change(put(job.who, Acted(true)));
    if !obeys {
        let command = *view.battle_state::<Command>();
        return Effects::pop().fact(said.change(set(Command { over: true, ..command })));
    }
    match &job.doing {
        Doing::March(legs) => {
            Effects::become_job(March { who: job.who, rest: legs.clone(), provoked: Vec::new() }).fact(said)
        }
        Doing::Reform => Effects::pop().fact(said).ask(reform::question(&view, job.who)),
    }
}
