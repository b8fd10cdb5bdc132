//! What a unit may do in the Movement Phase, as choices.

use super::plan::{
    ABOUT, ANGLE, AT, BEARING, CORNER, FIGURES, LEAVES, LEFT, RIGHT, Ranks, WINGS, bearing_of, is_held, may_move, plan,
};
use super::{mob, skirmish, wrap};
use crate::battle::greatest::greatest;
use crate::battle::{Action, Barred, Choice, Handle, Offer, PLACES, Param, Range, Ref, Value};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::battlesystem::battlefield::Battlefield;
use crate::rules::battlesystem::body::Body;
use crate::rules::battlesystem::data::tables;
use crate::rules::battlesystem::ground;
use crate::rules::battlesystem::troop::Class;
use crate::rules::battlesystem::verb::{Ends, Verb};
use crate::table::{Cdeg, Leg, Mil, Pose};

const AHEAD: Word = Word("ahead");
const WHEEL: Word = Word("wheel");
const SLIDE: Word = Word("slide");

/// How many directions skirmishers are offered, and by how many degrees the next differs.
const WAYS: i32 = 8;
const BETWEEN: i32 = 45;

/// Whether a unit may still do anything in this phase.
pub fn can_act(field: Battlefield, unit: UnitId) -> bool {
    if may_move(field, unit).is_err() {
        return false;
    }
    if is_held(field, unit) {
        let leaves = |verb: Verb| plan(field, unit, &verb.by(Ref::Unit(unit))).is_ok();
        return LEAVES.into_iter().any(leaves) || wrap::offered(field, unit).is_some();
    }
    if field.round(unit).shot_first {
        return false;
    }
    // On a forced march it stops for good where an enemy has come near.
    if field.round(unit).forced && plan(field, unit, &stands(unit)).is_err() {
        return false;
    }
    if let Some(angle) = field.round(unit).met {
        return goes_on(field, unit, angle) > Mil::ZERO;
    }
    match field.class(unit) {
        Class::Skirmish => skirmish::most_left(field, unit) > Mil::ZERO,
        Class::Mob => field.round(unit).order.is_some() && field.left(unit) > Mil::ZERO,
        Class::Regular => field.left(unit) > Mil::ZERO,
    }
}

/// The march of no length.
fn stands(unit: UnitId) -> Action {
    Action::along(Ref::Unit(unit), vec![Leg::Ahead(Mil::ZERO)])
}

/// How far the files go on that have not met an enemy with the others.
fn goes_on(field: Battlefield, unit: UnitId, angle: Cdeg) -> Mil {
    let body = Body::of(field, unit);
    let columns = body.columns();
    let direction = body.direction(angle);
    let stops = body.advance(field, &columns, direction, field.left(unit));
    if ground::limit_of_files(field, &body, &columns, &stops, direction).is_some() {
        return Mil::ZERO;
    }
    let far = stops.iter().map(|stop| stop.by).max().unwrap_or(Mil::ZERO);
    accepted(field, unit, angle, far)
}

/// What one unit may do, and what it may not.
pub fn of_unit(field: Battlefield, unit: UnitId, barred: bool) -> Offer {
    let mut offer = Offer::default();
    if can_act(field, unit) {
        for choice in choices(field, unit) {
            offer.choices.push(choice);
        }
    } else if barred && let Err(why) = plan(field, unit, &stands(unit)) {
        offer.barred.push(Barred { key: Verb::Move.word(), who: vec![Ref::Unit(unit)], why });
    }
    offer
}

/// Every choice of one unit.
pub fn choices(field: Battlefield, unit: UnitId) -> Vec<Choice> {
    if is_held(field, unit) {
        return held(field, unit);
    }
    if let Some(angle) = field.round(unit).met {
        return straight_on(field, unit, angle).into_iter().collect();
    }
    match field.class(unit) {
        Class::Skirmish => skirmishing(field, unit),
        Class::Mob => of_mob(field, unit),
        Class::Regular => regular(field, unit),
    }
}

/// Who touches an enemy withdraws, flees or wraps round him.
fn held(field: Battlefield, unit: UnitId) -> Vec<Choice> {
    let who = Ref::Unit(unit);
    let leave = [(Verb::Withdraw, "BS90"), (Verb::Flee, "BS106")].map(|(verb, cite)| (verb.by(who), cite));
    let mut choices: Vec<Choice> = leave
        .into_iter()
        .filter(|(action, _)| plan(field, unit, action).is_ok())
        .map(|(action, cite)| Choice::plain(action, Cite(cite)))
        .collect();
    choices.extend(wrap::offered(field, unit).map(|action| {
        let behind = i32::from(field.figures(unit)) - i32::from(field.stance(unit).files);
        let more = |side| Param::panel(side, Range::Whole(0, behind.max(0)));
        let wings = Param::panel(WINGS, Range::Name(vec![Ends::Both.word(), LEFT, RIGHT]));
        Choice { params: vec![more(LEFT), more(RIGHT), wings], ..Choice::plain(action, Cite("BS54")) }
    }));
    choices
}

/// Files that have met nobody go on as the others went (BS26, BS27).
fn straight_on(field: Battlefield, unit: UnitId, angle: Cdeg) -> Option<Choice> {
    let far = goes_on(field, unit, angle);
    let (leg, name) = match angle {
        Cdeg::ZERO => (Leg::Ahead(far), AHEAD),
        angle => (Leg::Slide(angle, far), SLIDE),
    };
    let handle = if angle == Cdeg::ZERO { Handle::Ahead } else { Handle::Drag };
    let param = Param { handle, ..Param::panel(name, Range::Length(Mil::ZERO, far)) };
    let called = Some(Word("straight-on"));
    (far > Mil::ZERO).then(|| Choice {
        params: vec![param],
        called,
        ..Choice::plain(Action::along(Ref::Unit(unit), vec![leg]), Cite("BS26"))
    })
}

fn regular(field: Battlefield, unit: UnitId) -> Vec<Choice> {
    let who = Ref::Unit(unit);
    let ok = |action: &Action| plan(field, unit, action).ok();
    if field.stance(unit).faced {
        return faces(field, unit);
    }
    let mut choices = vec![march(field, unit, Cdeg::degrees(tables().moves.wheel))];
    choices.extend([-1, 1].into_iter().filter_map(|way| slant(field, unit, way)));
    if field.round(unit).forced {
        return choices;
    }
    for target in field.enemies(field.0.side_of(unit)) {
        choices.extend(charge(field, unit, target));
    }
    choices.extend(faces(field, unit));
    for (ranks, called) in [(Ranks::Open, "to-open"), (Ranks::Closed, "to-closed")] {
        let action = Action::along(who, vec![Leg::Form(ranks.word())]);
        if let Some(plan) = ok(&action) {
            choices.push(Choice { called: Some(Word(called)), ..Choice::plain(action, plan.cite) });
        }
    }
    choices.extend([1, -1].into_iter().filter_map(|by| front(field, unit, by)));
    choices.extend(pivot(field, unit));
    choices.extend(hurry(field, unit));
    choices
}

fn faces(field: Battlefield, unit: UnitId) -> Vec<Choice> {
    let who = Ref::Unit(unit);
    let turns = [(Cdeg(9000), "face-right"), (Cdeg(-9000), "face-left"), (Cdeg::HALF, "face-about")];
    let whole = turns.into_iter().filter_map(|(angle, called)| {
        let action = Action::along(who, vec![Leg::Face(angle)]);
        let plan = plan(field, unit, &action).ok()?;
        Some(Choice { called: Some(Word(called)), ..Choice::plain(action, plan.cite) })
    });
    let mut all: Vec<Choice> = whole.collect();
    // Single figures are named on the table.
    let from: Vec<Ref> = (0..field.figures(unit)).map(|n| Ref::Base(unit, n)).collect();
    let turn = |angle: Cdeg| {
        let last = vec![Ref::Base(unit, field.figures(unit).saturating_sub(1))];
        Verb::Turn.by(who).with(ANGLE, Value::Angle(angle)).with(FIGURES, Value::Refs(last))
    };
    let may: Vec<(Cdeg, &str)> =
        turns.into_iter().filter(|(angle, _)| plan(field, unit, &turn(*angle)).is_ok()).collect();
    all.extend(may.first().map(|(angle, _)| {
        let action = turn(*angle);
        let most = from.len() as u8;
        let which = Param { handle: Handle::Target, ..Param::panel(FIGURES, Range::Pick { from, least: 1, most }) };
        let called = Some(Word("face-some"));
        let angle = Param::panel(ANGLE, Range::Angle(Cdeg(-9000), Cdeg::HALF));
        let angle = may.iter().fold(angle, |angle, (at, called)| angle.stop(Value::Angle(*at), Word(called)));
        Choice { params: vec![angle, which], called, ..Choice::plain(action, Cite("BS40")) }
    }));
    all
}

/// How far a unit may go straight in a direction.
fn reach(field: Battlefield, body: &Body, angle: Cdeg, left: Mil) -> Mil {
    let direction = body.direction(angle);
    let far = ground::farthest(field, body, direction, left);
    ground::limit(field, body, direction, far).map_or(far, |(at, _)| at)
}

fn march(field: Battlefield, unit: UnitId, most: Cdeg) -> Choice {
    let body = Body::of(field, unit);
    let far = accepted(field, unit, Cdeg::ZERO, reach(field, &body, Cdeg::ZERO, field.left(unit)));
    let hull = body.placement.hull(body.size);
    let wheel = Param { handle: Handle::wheel(hull.as_slice()), ..Param::panel(WHEEL, Range::Angle(-most, most)) }
        .stop(Value::Angle(Cdeg::ZERO), Word("nil"));
    // On a road it goes farther than what is left.
    let most_ahead = far.max(field.left(unit));
    let ahead = Param { handle: Handle::Ahead, ..Param::panel(AHEAD, Range::Length(Mil::ZERO, most_ahead)) }
        .stop(Value::Length(Mil::ZERO), Word("nil"))
        .stop(Value::Length(far), Word("all"));
    let turns = most > Cdeg::ZERO;
    let legs = if turns { vec![Leg::Wheel(Cdeg::ZERO), Leg::Ahead(far)] } else { vec![Leg::Ahead(far)] };
    let params = if turns { vec![wheel, ahead] } else { vec![ahead] };
    Choice { params, ..Choice::plain(Action::along(Ref::Unit(unit), legs), Cite("BS33")) }
}

/// The length itself if the judge accepts it, else less: dear ground may cost more than is left; a forced march may not come
/// near, and a mob has its order.
fn accepted(field: Battlefield, unit: UnitId, angle: Cdeg, far: Mil) -> Mil {
    let leg = |far| if angle == Cdeg::ZERO { Leg::Ahead(far) } else { Leg::Slide(angle, far) };
    let ok = |far: Mil| plan(field, unit, &Action::along(Ref::Unit(unit), vec![leg(far)])).is_ok();
    Mil(greatest(far.0, |far| ok(Mil(far))))
}

fn slant(field: Battlefield, unit: UnitId, way: i32) -> Option<Choice> {
    let angle = Cdeg::degrees(way * tables().moves.oblique);
    let far = accepted(field, unit, angle, reach(field, &Body::of(field, unit), angle, field.left(unit)));
    let slide =
        Param { handle: Handle::Drag, ..Param::panel(SLIDE, Range::Length(Mil::ZERO, far.max(field.left(unit)))) }
            .stop(Value::Length(far), Word("all"));
    let action = Action::along(Ref::Unit(unit), vec![Leg::Slide(angle, far)]);
    let called = Some(Word(if way < 0 { "slant-left" } else { "slant-right" }));
    (far > Mil::ZERO).then(|| Choice { params: vec![slide], called, ..Choice::plain(action, Cite("BS34")) })
}

/// A charge, by the first bearing along which it reaches its target: towards his nearest point, straight, then to the sides.
fn charge(field: Battlefield, unit: UnitId, target: UnitId) -> Option<Choice> {
    let (range, most) = (field.charge_of(unit), Cdeg::degrees(tables().moves.oblique));
    if field.round(unit).begun || field.0.layout().distance(unit, target)? > range.to_inches() {
        return None;
    }
    let towards = bearing_of(field, unit, target);
    if towards.0.abs() > most.0 {
        return None;
    }
    let bearings = [towards, Cdeg::ZERO].into_iter().chain((-3..=3).map(|n| Cdeg::degrees(n * 15)));
    let order = |bearing: Cdeg| charging(unit, target, bearing);
    let found = bearings.into_iter().map(order).find(|action| plan(field, unit, action).is_ok())?;
    let param = Param { handle: Handle::Bearing(-most, most), ..Param::panel(BEARING, Range::Angle(-most, most)) };
    Some(Choice { params: vec![param], ..Choice::plain(found, Cite("BS93")) })
}

/// A charge at that enemy in that direction, as an action.
pub fn charging(unit: UnitId, target: UnitId, bearing: Cdeg) -> Action {
    let at = Value::Refs(vec![Ref::Unit(target)]);
    Verb::Charge.by(Ref::Unit(unit)).with(AT, at).with(BEARING, Value::Angle(bearing))
}

fn front(field: Battlefield, unit: UnitId, by: i32) -> Option<Choice> {
    let action = Verb::Frontage.by(Ref::Unit(unit)).with(LEFT, Value::Whole(0)).with(RIGHT, Value::Whole(by));
    plan(field, unit, &action).ok()?;
    let range = if by > 0 { Range::Whole(0, 12) } else { Range::Whole(-12, 0) };
    let params = vec![Param::panel(LEFT, range.clone()), Param::panel(RIGHT, range)];
    let called = Some(Word(if by > 0 { "wider" } else { "narrower" }));
    Some(Choice { params, called, ..Choice::plain(action, Cite("BS48")) })
}

/// A wheel about another figure than that at the end: as it is offered about the middle of the front.
fn pivot(field: Battlefield, unit: UnitId) -> Option<Choice> {
    let front = Body::of(field, unit).placement.ranks().abreast();
    if front < 2 {
        return None;
    }
    let middle = (front - 1) / 2;
    let action = Verb::Pivot
        .by(Ref::Unit(unit))
        .with(ABOUT, Value::Refs(vec![Ref::Base(unit, middle)]))
        .with(CORNER, Value::Name(RIGHT));
    let found = [1500, -1500, 500, -500].map(|angle| action.clone().with(ANGLE, Value::Angle(Cdeg(angle))));
    let found = found.into_iter().find(|action| plan(field, unit, action).is_ok())?;
    let most = Cdeg::degrees(tables().moves.wheel);
    let from: Vec<Ref> = (0..front).map(|n| Ref::Base(unit, n)).collect();
    let params = vec![
        Param { handle: Handle::Target, ..Param::panel(ABOUT, Range::Pick { from, least: 1, most: 1 }) },
        Param::panel(CORNER, Range::Name(vec![LEFT, RIGHT])),
        Param { handle: Handle::Turn, ..Param::panel(ANGLE, Range::Angle(-most, most)) },
    ];
    Some(Choice { params, ..Choice::plain(found, Cite("BS36")) })
}

/// A forced march, where no enemy is near enough to bar it from the first.
fn hurry(field: Battlefield, unit: UnitId) -> Option<Choice> {
    let action = Verb::Forced.by(Ref::Unit(unit));
    let planned = plan(field, unit, &action).ok()?;
    let keeps = Mil::measured(tables().moves.march_keeps);
    let near = super::forced::nearest(field, &planned).is_some_and(|(far, _)| far <= keeps);
    (!near).then(|| Choice::plain(action, Cite("BS92")))
}

/// All figures alike in a direction, or each by itself.
fn skirmishing(field: Battlefield, unit: UnitId) -> Vec<Choice> {
    let who = Ref::Unit(unit);
    let most = skirmish::most_left(field, unit);
    let left = field.left(unit);
    let way = |n: i32| {
        let angle = Cdeg::degrees(n * BETWEEN).turn();
        let order = |far: Mil| Action::along(who, vec![Leg::Slide(angle, far)]);
        let ok = |far: &Mil| plan(field, unit, &order(*far)).is_ok();
        let far = (0..4).map(|part| Mil(left.0 * (4 - part) / 4)).find(ok)?;
        let slide = Param { handle: Handle::Drag, ..Param::panel(SLIDE, Range::Length(Mil::ZERO, left)) }
            .stop(Value::Length(far), Word("all"));
        let called = [
            "go-ahead",
            "go-right-ahead",
            "go-right",
            "go-right-back",
            "go-back",
            "go-left-back",
            "go-left",
            "go-left-ahead",
        ][n as usize];
        Some(Choice { params: vec![slide], called: Some(Word(called)), ..Choice::plain(order(far), Cite("BS32")) })
    };
    let mut choices: Vec<Choice> = if left > Mil::ZERO { (0..WAYS).filter_map(way).collect() } else { Vec::new() };
    let poses: Vec<Pose> = field.bases(unit).iter().map(crate::table::Footprint::pose).collect();
    let places = (0..).zip(&poses).map(|(n, pose)| (Ref::Base(unit, n), pose.place())).collect();
    let action = Verb::Go.by(who).with(PLACES, Value::Places(places));
    if plan(field, unit, &action).is_ok()
        && let Some(first) = poses.first()
    {
        let reach = |x: i32, y: i32| {
            let at = first.place();
            (Mil(at.x.0 + x * most.0), Mil(at.y.0 + y * most.0))
        };
        let area = Range::Area(vec![reach(-1, -1), reach(1, -1), reach(1, 1), reach(-1, 1)]);
        let param = Param { handle: Handle::Drag, ..Param::panel(PLACES, area) };
        choices.push(Choice { params: vec![param], ..Choice::plain(action, Cite("BS15")) });
    }
    choices
}

/// What its order lets a mob do.
fn of_mob(field: Battlefield, unit: UnitId) -> Vec<Choice> {
    match field.round(unit).order {
        Some(mob::Order::Charge) => {
            field.enemies(field.0.side_of(unit)).filter_map(|target| charge(field, unit, target)).collect()
        }
        Some(mob::Order::Wheel) if !field.round(unit).begun => {
            vec![march(field, unit, Cdeg::degrees(tables().moves.wheel))]
        }
        Some(_) => vec![march(field, unit, Cdeg::ZERO)],
        None => Vec::new(),
    }
}
