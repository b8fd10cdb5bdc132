//! The question of a side's movement: which unit does what, order by order, until its side is done.

use super::charge::{self, Course};
use super::form::told;
use super::halves;
use super::offers::{self, can_act, choices, of_unit};
use super::plan::{MOST_LEGS, Plan, TO, may_act, plan};
use super::retire::{may_retire, retires, struck_by};
use super::timid::{self, TakesHeart};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Change, Choice, Effects, Fact, Fitted, Handler, Measured, Narration, Note,
    Offer, Ref, Refusal, Ruling, Wish, alter, alter_one, put,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::chainmail::assault::{Assault, Stage};
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::commander;
use crate::rules::chainmail::obedience;
use crate::rules::chainmail::odds;
use crate::rules::chainmail::seating::seated;
use crate::rules::chainmail::shooting;
use crate::rules::chainmail::shooting::split;
use crate::rules::chainmail::state::{Acts, Phase};
use crate::rules::chainmail::verb::Verb;
use crate::table::aim::{Limits, wheel_then_ahead};
use crate::table::{Cdeg, Footprint, Leg, Mil};

pub const KEY: Word = Word("moves");
const ORDERS: Cite = Cite("C28");

pub const HANDLER: Handler = Handler {
    key: KEY,
    verbs: &[
        Verb::Move.word(),
        Verb::Charge.word(),
        Verb::Attack.word(),
        Verb::Change.word(),
        Verb::Cancel.word(),
        Verb::Retire.word(),
        Verb::Shoot.word(),
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

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    for unit in field.side(asking.side).filter(|unit| ask.wants(Ref::Unit(*unit))) {
        let own = asking.view.keep("a unit's orders", &(unit, ask.barred), || of_unit(field, unit, ask.barred));
        offer.add(&own);
    }
    commander::choices(field, asking.side, ask, &mut offer);
    offer.choices.push(Choice::ending(Verb::done(asking.side), ORDERS));
    offer
}

/// The unit that an action is of, if it is one of the side's.
fn actor(asking: &Asking, action: &Action) -> Option<UnitId> {
    match action.who[..] {
        [Ref::Unit(unit)] if asking.view.side_of(unit) == asking.side => Some(unit),
        _ => None,
    }
}

/// An order worked out.
pub enum Ordered {
    Order(Plan),
    /// A charge or an attack at that unit.
    Assault(Course, UnitId),
    /// A retreat from melee.
    Retires,
}

/// What is accepted: the end of the movement, or an order.
fn read(asking: &Asking, action: &Action) -> Result<Option<(UnitId, Ordered)>, Refusal> {
    if Verb::is_done(asking, action) {
        return Ok(None);
    }
    let Some(unit) = actor(asking, action) else { return Err(Refusal::not_offered(ORDERS, action.key, &action.who)) };
    ordered(Battlefield::of(asking.view), unit, action).map(|ordered| Some((unit, ordered)))
}

/// Works an order of a unit out.
///
/// # Errors
/// The rule that forbids it.
pub fn ordered(field: Battlefield, unit: UnitId, action: &Action) -> Result<Ordered, Refusal> {
    obedience::check(field, unit, action)?;
    match Verb::of(action) {
        Some(Verb::Retire) if action.with.is_empty() => may_retire(field, unit).map(|()| Ordered::Retires),
        Some(Verb::Charge | Verb::Attack) => {
            charge::declared(field, unit, action).map(|(course, at)| Ordered::Assault(course, at))
        }
        _ => plan(field, unit, action).map(Ordered::Order),
    }
}

/// Horse that shoots in the midst of its move.
fn shot(asking: &Asking, action: &Action) -> Option<(UnitId, UnitId)> {
    actor(asking, action)?;
    split::ordered(action)
}

/// Whoever could still be ordered is given no more orders once another unit is (C28): whoever gives one is told before.
fn ends_move_of_another(field: Battlefield, action: &Action) -> Option<Note> {
    let another = field.phase().moving.filter(|unit| action.who != [Ref::Unit(*unit)])?;
    let is_unit = matches!(action.who[..], [Ref::Unit(_)]);
    let goes_on = may_act(field, another).is_ok() && !field.engaged(another) && field.left(another) > Mil::ZERO;
    let note = Note::new(ORDERS, Word("would-end-its-move")).word(Word("who"), Arg::Of(Ref::Unit(another)));
    (is_unit && goes_on).then_some(note)
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let mut ruling = Ruling::default();
    let field = Battlefield::of(asking.view);
    ruling.notes.extend(ends_move_of_another(field, action));
    if commander::is_of_commander(field, action) {
        return commander::judge(field, asking.side, action);
    }
    if let Some((unit, target)) = shot(asking, action) {
        may_act(field, unit)?;
        split::may(field, unit, target)?;
        ruling.odds.extend(shooting::shot(&asking.view, unit, target));
        return Ok(ruling);
    }
    let Some((unit, ordered)) = read(asking, action)? else { return Ok(ruling) };
    let plan = match ordered {
        Ordered::Order(plan) => plan,
        Ordered::Retires => {
            let enemies = struck_by(field, unit);
            ruling.odds.extend(enemies.into_iter().filter_map(|by| odds::at_leaver(field, by, unit)));
            return Ok(ruling);
        }
        Ordered::Assault(course, at) => {
            ruling.odds.extend(odds::melee_odds(&asking.view, unit, at, field.front(unit)));
            let mut plan = course.plan;
            plan.stands(seated(field, unit, &plan.print, &course.met));
            plan
        }
    };
    let spent = Mil(plan.acts.spent.0 - field.acts(unit).spent.0);
    ruling.ends.push((unit, plan.print.pose()));
    ruling.forms.push((unit, plan.placement.clone()));
    ruling.path.push((unit, plan.path.clone()));
    ruling.measured.push((Word("price"), Measured::Length(spent), plan.cite));
    Ok(ruling)
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    if judge(asking, action).is_ok() {
        return Fitted { action: action.clone(), cut: Vec::new() };
    }
    let field = Battlefield::of(asking.view);
    if let Some(Err(why)) =
        commander::is_of_commander(field, action).then(|| commander::judge(field, asking.side, action))
    {
        let done = Verb::done(asking.side);
        return Fitted { action: commander::fit(field, asking.side, action).unwrap_or(done), cut: vec![why] };
    }
    let Err(why) = read(asking, action) else { return Fitted { action: action.clone(), cut: Vec::new() } };
    let done = || Verb::done(asking.side);
    let actor = actor(asking, action).filter(|unit| can_act(field, *unit));
    let fitted = actor.and_then(|unit| as_it_fits(field, unit, action));
    let fitted = fitted.filter(|action| read(asking, action).is_ok()).unwrap_or_else(done);
    Fitted { action: fitted, cut: vec![why] }
}

/// As much of a march as may be gone, or of what a unit is offered whatever is most like an order.
pub fn as_it_fits(field: Battlefield, unit: UnitId, action: &Action) -> Option<Action> {
    if obedience::is_bound(field, unit) {
        return obedience::prey(field, unit);
    }
    let verb = Verb::of(action);
    if verb == Some(Verb::Move) {
        let accepted = |legs: &[Leg]| plan(field, unit, &Action::along(Ref::Unit(unit), legs.to_vec())).is_ok();
        return Some(Action::along(Ref::Unit(unit), legs_that_fit(action.legs(), accepted)));
    }
    let all = choices(field, unit);
    let alike = |choice: &&Choice| {
        let (own, wished) = (&choice.action, action);
        Verb::of(own) == verb && own.word(TO) == wished.word(TO) && own.refs(charge::AT) == wished.refs(charge::AT)
    };
    all.iter().find(alike).map(|choice| choice.action.clone())
}

/// As much of a way as may be gone: each leg the longest that is accepted after those before it.
pub fn legs_that_fit(wished: &[Leg], accepted: impl Fn(&[Leg]) -> bool) -> Vec<Leg> {
    let mut legs: Vec<Leg> = Vec::new();
    for leg in wished.iter().take(MOST_LEGS) {
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
    legs
}

fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
    let field = Battlefield::of(asking.view);
    let as_it_stands = || Fitted { action: choice.action.clone(), cut: Vec::new() };
    if commander::is_of_commander(field, &choice.action) {
        return commander::aim(field, asking.side, choice, wish)
            .map_or_else(as_it_stands, |action| fit(asking, &action));
    }
    let wished = actor(asking, &choice.action).and_then(|unit| aimed(field, unit, &choice.action, wish));
    match wished {
        Some(action) if Verb::of(&action) == Some(Verb::Move) => fit(asking, &action),
        Some(action) if read(asking, &action).is_ok() => Fitted { action, cut: Vec::new() },
        _ => as_it_stands(),
    }
}

/// A unit's order turned to where somebody wants it, whether it may be done or not; none for one that is not aimed.
pub fn aimed(field: Battlefield, unit: UnitId, order: &Action, wish: Wish) -> Option<Action> {
    let print = field.print(unit);
    let (at, heading) = match wish {
        Wish::Pose(pose) => (pose.at, Some(pose.heading)),
        Wish::Toward(point) => (point, None),
        Wish::Target(Ref::Unit(target)) => (field.print(target).centre, None),
        Wish::Target(_) => return None,
    };
    let front = print.front();
    let toward = |from| (Cdeg::towards(at - from) - print.heading).turn();
    let far = Mil::measured(at.distance(front));
    let verb = Verb::of(order)?;
    if let (Verb::Charge | Verb::Attack, Some(target)) = (verb, order.unit(charge::AT)) {
        return Some(offers::assault(unit, verb, target, toward(print.centre)));
    }
    let along = |legs: Vec<Leg>| Some(Action::along(Ref::Unit(unit), legs));
    match (verb, order.legs()) {
        (Verb::Move, [Leg::Slide(..)]) => along(vec![Leg::Slide(toward(front), far)]),
        (Verb::Move, [Leg::Face(_)]) => {
            let angle = heading.map_or_else(|| toward(print.centre), |heading| (heading - print.heading).turn());
            along(vec![Leg::Face(angle)])
        }
        (Verb::Move, [Leg::Wheel(_), Leg::Ahead(_)]) => along(wheeled(&print, at, heading, field.left(unit))),
        _ => None,
    }
}

/// The wheel and the way after it by which a block comes nearest to a place, however far that is, but for what is left to go.
pub fn wheeled(print: &Footprint, at: bevy::math::Vec2, heading: Option<Cdeg>, left: Mil) -> Vec<Leg> {
    let most = Cdeg::HALF;
    let limits = Limits { left: most, right: most, ahead: left, wheel_ends_move: false };
    let way = wheel_then_ahead(&[*print], at, heading, limits).unwrap_or_default();
    vec![Leg::Wheel(way.wheel), Leg::Ahead(way.ahead)]
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    if commander::is_of_commander(field, action) {
        return commander::enact(field, asking.side, action);
    }
    if let Some((unit, target)) = shot(&asking.judged, action) {
        return split::enact(field, unit, target);
    }
    let Ok(Some((unit, ordered))) = read(&asking.judged, action) else {
        let done =
            Fact::new(ORDERS, Narration::Said(Word("moves-over"))).word(Word("who"), Arg::Of(Ref::Side(asking.side)));
        return Effects::pop().fact(done.change(alter_one(|phase: &mut Phase| phase.over = true)));
    };
    if timid::must_dice(field, unit, action) {
        return Effects::pop().push(TakesHeart { unit, order: action.clone() });
    }
    carried_out(field, unit, action, ordered)
}

/// What follows from an order that was worked out.
pub fn carried_out(field: Battlefield, unit: UnitId, action: &Action, ordered: Ordered) -> Effects {
    let before = field.acts(unit);
    let begins = alter_one(move |phase: &mut Phase| phase.moving = Some(unit));
    let mut plan = match ordered {
        Ordered::Order(plan) => plan,
        Ordered::Retires => return retires(field, unit),
        Ordered::Assault(_, target) => return assaults(field, unit, target, action, begins),
    };
    // An order that takes nothing ends a unit's move: it stands.
    let verb = Verb::of(action);
    let stays = plan.acts.spent == before.spent && plan.acts.aligned == before.aligned;
    plan.acts.over = stays && verb != Some(Verb::Cancel);
    if verb == Some(Verb::Move)
        && let Some(effects) = halves::shot_at(field, unit, action, &plan)
    {
        return effects;
    }
    Effects::pop().fact(told(&plan).change(begins)).facts(commander::taken(field, unit, &plan.path))
}

/// A charge or an attack is declared.
fn assaults(field: Battlefield, unit: UnitId, target: UnitId, action: &Action, begins: Change) -> Effects {
    let charges = Verb::of(action) == Some(Verb::Charge);
    let (says, cite) = if charges { ("declares-charge", "C40") } else { ("declares-attack", "C123") };
    let mut fact = Fact::new(Cite(cite), Narration::Said(Word(says)))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .word(Word("whom"), Arg::Of(Ref::Unit(target)))
        .change(begins)
        .change(alter(unit, move |acts: &mut Acts| {
            acts.begun = true;
            if charges {
                acts.charged = Some(target);
            } else {
                acts.attacked = Some(target);
            }
        }));
    if charges {
        fact = fact.change(put(unit, field.fatigue(unit).charges()));
        fact = obedience::carried_along(field, unit).into_iter().fold(fact, Fact::change);
    }
    let job = Assault {
        unit,
        charges,
        target: Some(target),
        legs: action.legs().to_vec(),
        stage: Stage::Refuse,
        from: field.print(unit).centre,
        met: Vec::new(),
        waiting: Vec::new(),
        below: false,
    };
    Effects::pop().fact(fact).push(job)
}
