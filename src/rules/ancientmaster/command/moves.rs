//! Plain moves by legs (A6.1): what is offered to a unit or a brigade as a block, what is judged, and the nearest move that
//! is accepted.

use super::march::MarchQuestion;
use super::runners;
use crate::battle::greatest::greatest;
use crate::battle::{Action, Choice, Handle, LEGS, Offer, Param, Range, Ref, Refusal, Takes, Value, Wish};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::brigade::check_one_body;
use crate::rules::ancientmaster::formation::{Formation, formation, full_pace, pace_as};
use crate::rules::ancientmaster::legs;
use crate::rules::ancientmaster::troop::Sort;
use crate::rules::ancientmaster::ways::{self, Going, Kind, Ways};
use crate::table::aim::{Limits, wheel_then_ahead};
use crate::table::measure::{TOUCH, within};
use crate::table::{Cdeg, Footprint, Leg, Mil, Wheel};

const MOVING: Cite = Cite("A6.1");
const BRIGADE: Cite = Cite("A5.4");
/// The largest wheel that is offered; more is said by legs, or by facing about.
const WHEEL: Cdeg = Cdeg(9000);

/// How far a unit may go: in its formation, or half a pace after a blunder (A5.5).
fn allowance(field: Battlefield, unit: UnitId, question: &MarchQuestion) -> Mil {
    // Runners go as chariots do beside them (W67).
    let sort = if runners::runs(field, unit, &question.runs) { Sort::Chariot } else { field.troop(unit).sort() };
    let own = pace_as(field, unit, sort);
    if question.half { own.min(full_pace(sort).half().pace()) } else { own }
}

fn slowest(field: Battlefield, who: &[UnitId], question: &MarchQuestion) -> Mil {
    who.iter().map(|unit| allowance(field, *unit, question)).min().unwrap_or_default()
}

/// The moves of units that go as one.
pub fn offer(field: Battlefield, who: &[UnitId], question: &MarchQuestion, offer: &mut Offer) {
    let prints: Vec<Footprint> = who.iter().flat_map(|unit| field.prints(*unit)).collect();
    let far = slowest(field, who, question);
    let at = |legs: Vec<Leg>| {
        let refs = who.iter().map(|unit| Ref::Unit(*unit)).collect();
        Action { who: refs, ..Action::along(Ref::Unit(who[0]), legs) }
    };
    // The turn whose outer corner goes no farther than the pace: a chord.
    let most = Wheel::of(&prints, true).map_or(Cdeg::ZERO, |wheel| {
        let reach = prints.iter().flat_map(Footprint::corners).map(|c| c.distance(wheel.pivot)).fold(0.0, f32::max);
        let half = (far.to_inches() / (2.0 * reach.max(0.01))).min(1.0);
        Cdeg::measured((2.0 * bevy::math::ops::asin(half)).to_degrees()).min(WHEEL)
    });
    let wheel = Param { handle: Handle::wheel(&prints), ..Param::panel(Word("wheel"), Range::Angle(-most, most)) };
    let length = |name: &'static str, action: &Action| {
        let param = Param { handle: Handle::Ahead, ..Param::panel(Word(name), Range::Length(Mil::ZERO, far)) };
        let put = |length: i32| {
            let mut action = action.clone();
            param.put(&mut action, Value::Length(Mil(length)));
            judge(field, who, question, &action).is_ok()
        };
        let all = greatest(far.0, put);
        let param = param.clone();
        if all > 0 { param.stop(Value::Length(Mil(all)), Word("all")) } else { param }
    };
    let accepted = |action: &Action| judge(field, who, question, action).is_ok();
    let plain = at(vec![Leg::Wheel(Cdeg::ZERO), Leg::Ahead(Mil::ZERO)]);
    if accepted(&plain) {
        let ahead = length("ahead", &plain);
        offer.choices.push(Choice { params: vec![wheel, ahead], ..Choice::plain(plain, MOVING) });
    }
    for (angle, called) in [(-9000, "to-left"), (9000, "to-right"), (18_000, "back")] {
        let slide = at(vec![Leg::Slide(Cdeg(angle), Mil::ZERO)]);
        if accepted(&slide) {
            let param = length("slide", &slide);
            if !param.stops.is_empty() {
                let choice = Choice { params: vec![param], ..Choice::plain(slide, MOVING) };
                offer.choices.push(Choice { called: Some(Word(called)), ..choice });
            }
        }
    }
    let about = at(vec![Leg::Face(Cdeg::HALF), Leg::Ahead(Mil::ZERO)]);
    if accepted(&about) {
        let ahead = length("ahead", &about);
        let choice = Choice { params: vec![ahead], ..Choice::plain(about, MOVING) };
        offer.choices.push(Choice { called: Some(Word("about")), ..choice });
    }
    let [unit] = who else { return };
    let now = formation(&field.prints(*unit));
    for to in Formation::DRAWN_UP.into_iter().filter(|to| *to != now && field.feet(*unit).len() > 1) {
        let form = at(vec![Leg::Form(to.word()), Leg::Ahead(Mil::ZERO)]);
        if accepted(&form) {
            let ahead = length("ahead", &form);
            let choice = Choice { params: vec![ahead], ..Choice::plain(form, MOVING) };
            offer.choices.push(Choice { called: Some(to.called()[0]), ..choice });
        }
    }
}

/// Checks that an action says a path, and nothing else.
///
/// # Errors
/// What it says instead.
pub fn check_path(action: &Action) -> Result<(), Refusal> {
    match &action.with[..] {
        [(LEGS, Value::Legs(legs))] if legs.is_empty() => Err(Refusal::no_path(MOVING, action.who[0])),
        [(LEGS, Value::Legs(_))] => Ok(()),
        _ => Err(Refusal::values(MOVING, action, &[(LEGS, Takes::Legs)], &[])),
    }
}

/// The ways of a move.
///
/// # Errors
/// The rule that forbids it.
pub fn judge(field: Battlefield, who: &[UnitId], question: &MarchQuestion, action: &Action) -> Result<Ways, Refusal> {
    let refuse = |cite, says: &'static str| Refusal::new(cite, Word(says)).of(Ref::Unit(who[0]));
    let going = legs::ends(field, who, action.legs())?;
    let limit = slowest(field, who, question);
    let block = who.len() > 1;
    let ways =
        ways::ways(field, &going, |unit| if block { limit } else { allowance(field, unit, question) }, Kind::Plain)?;
    if block {
        check_one_body(field, who)?;
    }
    if !question.moved.is_empty() && ways.longest > Mil::ZERO && !touches(field, &going, &question.moved) {
        return Err(refuse(BRIGADE, "away-from-brigade"));
    }
    runners::beside(field, &question.runs, &going, ways.longest)?;
    Ok(ways)
}

/// Whether any stand ends touching one of those units (A5.4, W126).
fn touches(field: Battlefield, going: &[Going], moved: &[UnitId]) -> bool {
    going.iter().any(|going| {
        let size = field.size(going.unit);
        going.ends.iter().any(|pose| {
            let print = size.base(*pose);
            let mut feet = moved.iter().filter(|of| **of != going.unit).flat_map(|of| field.feet(*of));
            feet.any(|foot| within(&print, &foot.print, TOUCH))
        })
    })
}

/// The nearest move that is accepted: the same legs, shortened as little as possible, the lengths before the turns.
pub fn fit(_: Battlefield, who: &[UnitId], action: &Action, ok: impl Fn(&Action) -> bool) -> Option<Action> {
    const PARTS: i32 = 64;
    let legs: Vec<Leg> = action.legs().iter().map(|leg| bounded(*leg)).collect();
    let with = |turn: i32, length: i32| {
        let part = |n: i32, share: i32| (i64::from(n) * i64::from(share) / i64::from(PARTS)) as i32;
        let cut = |leg: &Leg| match *leg {
            Leg::Ahead(by) => Leg::Ahead(Mil(part(by.0, length))),
            Leg::Slide(angle, by) => Leg::Slide(angle, Mil(part(by.0, length))),
            Leg::Wheel(by) => Leg::Wheel(Cdeg(part(by.0, turn))),
            other => other,
        };
        let refs = who.iter().map(|unit| Ref::Unit(*unit)).collect();
        Action { who: refs, ..Action::along(Ref::Unit(who[0]), legs.iter().map(cut).collect()) }
    };
    for turn in [PARTS, PARTS * 3 / 4, PARTS / 2, PARTS / 4, 0] {
        if !ok(&with(turn, 0)) {
            continue;
        }
        let length = greatest(PARTS, |length| ok(&with(turn, length)));
        let found = with(turn, length);
        return ok(&found).then_some(found);
    }
    None
}

/// A leg no longer than any table needs, and ahead or aside but not less than nothing.
fn bounded(leg: Leg) -> Leg {
    const MOST: Mil = Mil(100_000);
    match leg {
        Leg::Ahead(by) => Leg::Ahead(by.clamp(Mil::ZERO, MOST)),
        Leg::Slide(angle, by) => Leg::Slide(angle, by.clamp(Mil::ZERO, MOST)),
        Leg::Wheel(by) => Leg::Wheel(by.clamp(-WHEEL, WHEEL)),
        other => other,
    }
}

/// The move of a choice that comes nearest to a wish, before it is made to fit.
pub fn aimed(field: Battlefield, who: &[UnitId], action: &Action, wish: Wish) -> Action {
    // What is wished is said of the first unit; all wheel about an end of the whole.
    let hulls: Vec<Footprint> = who.iter().filter_map(|unit| crate::table::hull::round(&field.prints(*unit))).collect();
    let (at, heading) = match wish {
        Wish::Pose(pose) => (pose.at, Some(pose.heading)),
        Wish::Toward(point) => (point, None),
        Wish::Target(Ref::Unit(target)) => match field.0.placement(target).point() {
            Some(point) => (point, None),
            None => return action.clone(),
        },
        Wish::Target(_) => return action.clone(),
    };
    let Some(hull) = hulls.first() else { return action.clone() };
    let far = full_pace(field.troop(who[0]).sort()).pace();
    let mut legs = action.legs().to_vec();
    match legs[..] {
        [Leg::Wheel(_), Leg::Ahead(_)] => {
            let limits = Limits { left: WHEEL, right: WHEEL, ahead: far, wheel_ends_move: false };
            let way = wheel_then_ahead(&hulls, at, heading, limits).unwrap_or_default();
            legs = vec![Leg::Wheel(way.wheel), Leg::Ahead(way.ahead)];
        }
        [Leg::Slide(angle, _)] => {
            let along = crate::table::turned(hull.forward(), angle);
            let by = (at - hull.front()).dot(along).clamp(0.0, far.to_inches());
            legs = vec![Leg::Slide(angle, Mil::measured(by))];
        }
        [first, Leg::Ahead(_)] => {
            let turned = if matches!(first, Leg::Face(_)) { -hull.forward() } else { hull.forward() };
            let by = (at - hull.front()).dot(turned).clamp(0.0, far.to_inches());
            legs = vec![first, Leg::Ahead(Mil::measured(by))];
        }
        _ => {}
    }
    Action { who: action.who.clone(), ..Action::along(action.who[0], legs) }
}
