//! What a unit is offered in its side's movement: a march, turns on the spot, ways aside, formations.

use super::charge::{AT, declared};
use super::form::Formed;
use super::plan::{FILES, TO, may_act, plan};
use super::retire::may_retire;
use crate::battle::{Action, Barred, Choice, Handle, LEGS, Offer, Param, Range, Ref, Value};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::data::tables;
use crate::rules::chainmail::ground;
use crate::rules::chainmail::moves::form::files_of;
use crate::rules::chainmail::moves::plan::Plan;
use crate::rules::chainmail::obedience;
use crate::rules::chainmail::shape::{self, Shape};
use crate::rules::chainmail::verb::Verb;
use crate::table::{Cdeg, Footprint, Leg, Mil, turned};

const AHEAD: Word = Word("ahead");
const WHEEL: Word = Word("wheel");
const SLIDE: Word = Word("slide");
const FACE: Word = Word("face");

/// The ways aside that are offered, and the turns on the spot: what each is called, and its angle.
const STEPS: [(Word, Cdeg); 3] =
    [(Word("step-left"), Cdeg(-9000)), (Word("step-right"), Cdeg(9000)), (Word("step-back"), Cdeg::HALF)];
const TURNS: [(Word, Cdeg); 3] =
    [(Word("face-right"), Cdeg(9000)), (Word("face-left"), Cdeg(-9000)), (Word("face-about"), Cdeg::HALF)];

/// Whether a unit may still do anything in this step.
pub fn can_act(field: Battlefield, unit: UnitId) -> bool {
    if obedience::is_bound(field, unit) {
        return may_act(field, unit).is_ok() && obedience::prey(field, unit).is_some();
    }
    may_act(field, unit).is_ok() && !field.engaged(unit) && field.left(unit) > Mil::ZERO
}

/// What one unit may do, and what it may not.
pub fn of_unit(field: Battlefield, unit: UnitId, barred: bool) -> Offer {
    let mut offer = Offer::default();
    if let Some(charge) = obedience::prey(field, unit).filter(|_| obedience::is_bound(field, unit)) {
        offer.choices.push(Choice::plain(charge, Cite("C117")));
    } else if can_act(field, unit) {
        for choice in choices(field, unit) {
            offer.choices.push(choice);
        }
    } else if may_retire(field, unit).is_ok() {
        offer.choices.push(Choice::plain(Verb::Retire.by(Ref::Unit(unit)), Cite("C78")));
    } else if barred {
        let stand = Action::along(Ref::Unit(unit), vec![Leg::Ahead(Mil::ZERO)]);
        let free = obedience::check(field, unit, &stand);
        if let Err(why) = free.and_then(|()| plan(field, unit, &stand).map(drop)) {
            offer.barred.push(Barred { key: Verb::Move.word(), who: vec![Ref::Unit(unit)], why });
        }
    }
    offer
}

/// Everything that a unit may do, each as it stands.
pub fn choices(field: Battlefield, unit: UnitId) -> Vec<Choice> {
    let mut choices = vec![march(field, unit)];
    // Whom it may reach comes before what nobody looks for.
    for target in field.enemies(unit) {
        choices.extend(at(field, unit, target));
    }
    choices.extend(STEPS.into_iter().filter_map(|(called, angle)| aside(field, unit, called, angle)));
    choices.extend(TURNS.into_iter().filter_map(|(called, angle)| face(field, unit, called, angle)));
    choices.extend(Formed::all().filter_map(|to| form(field, unit, to)));
    choices.extend(crate::rules::chainmail::shooting::split::choices(field, unit));
    let cancel = Verb::Cancel.by(Ref::Unit(unit));
    if plan(field, unit, &cancel).is_ok() {
        choices.push(Choice::plain(cancel, Cite("C2")));
    }
    choices
}

/// How far a unit may go straight in a direction: for its Move, and up to what ends a march.
pub fn reach(field: Battlefield, unit: UnitId, angle: Cdeg) -> Mil {
    reach_from(field, &Plan::of(field, unit), angle)
}

/// The same from where it stands after what is worked out so far.
fn reach_from(field: Battlefield, now: &Plan, angle: Cdeg) -> Mil {
    let unit = now.unit;
    let sideways = angle != Cdeg::ZERO;
    let going = now.going(sideways, false);
    let left = match sideways {
        true => now.left(field).min(Mil((field.pace(unit).0 / 2 - now.acts.sideways.0).max(0))),
        false => now.left(field),
    };
    let direction = turned(now.print.forward(), angle);
    let mut far = ground::farthest(field, &going, direction, left);
    let leaves = |far: Mil| !now.is_on_road(field, &now.print.shifted(direction * far.to_inches()));
    if leaves(far) {
        // Off the road its bonus is gone.
        far = ground::farthest(field, &going, direction, left.min(now.left_off_road(field)));
    }
    // What ends it short of the bank of a stream may be a stream before it.
    while let Some((at, _)) = ground::limit(field, &going, direction, far, true) {
        far = at;
    }
    far
}

/// What is chosen of a wheel of that block and a way after it: the farthest without a wheel has a name.
fn onward(print: &Footprint, far: Mil, left: Mil) -> [Param; 2] {
    let most = Cdeg::HALF;
    let wheel = Param { handle: Handle::wheel(&[*print]), ..Param::panel(WHEEL, Range::Angle(-most, most)) }
        .stop(Value::Angle(Cdeg::ZERO), Word("nil"));
    let longest = Range::Length(Mil::ZERO, left.max(far));
    let ahead = Param { handle: Handle::Ahead, ..Param::panel(AHEAD, longest) }
        .stop(Value::Length(Mil::ZERO), Word("nil"))
        .stop(Value::Length(far), Word("all"));
    [wheel, ahead]
}

/// A written change of formation or turn on the spot (C126) with the wheel and the way that may follow it in the same order,
/// none of them gone as it stands: `changed` is the unit as it is after that. As it was where nothing of the Move is left.
pub fn goes_on(field: Battlefield, choice: Choice, changed: &Plan) -> Choice {
    let left = changed.left(field);
    if left == Mil::ZERO {
        return choice;
    }
    let mut action = choice.action.clone();
    let way = [Leg::Wheel(Cdeg::ZERO), Leg::Ahead(Mil::ZERO)];
    action.set(LEGS, Value::Legs(choice.action.legs().iter().copied().chain(way).collect()));
    let onward = onward(&changed.print, reach_from(field, changed, Cdeg::ZERO), left);
    let params = choice.params.iter().cloned().chain(onward).collect();
    Choice { action, params, ..choice }
}

fn march(field: Battlefield, unit: UnitId) -> Choice {
    let far = reach(field, unit, Cdeg::ZERO);
    let [wheel, mut ahead] = onward(&field.print(unit), far, field.left(unit));
    let half = Mil(field.pace(unit).0 / 2);
    let halfway = Action::along(Ref::Unit(unit), vec![Leg::Wheel(Cdeg::ZERO), Leg::Ahead(half)]);
    if half < far && plan(field, unit, &halfway).is_ok() {
        ahead = ahead.stop(Value::Length(half), Word("half-move"));
    }
    let action = Action::along(Ref::Unit(unit), vec![Leg::Wheel(Cdeg::ZERO), Leg::Ahead(far)]);
    Choice { params: vec![wheel, ahead], ..Choice::plain(action, Cite("C31")) }
}

/// A charge or an attack at an enemy: straight on, or after a bend towards him.
pub fn assault(unit: UnitId, verb: Verb, target: UnitId, bend: Cdeg) -> Action {
    let action = verb.by(Ref::Unit(unit)).with(AT, Value::Refs(vec![Ref::Unit(target)]));
    if bend == Cdeg::ZERO { action } else { action.with(LEGS, Value::Legs(vec![Leg::Face(bend)])) }
}

/// The charge, or else the attack, by which an enemy is reached.
fn at(field: Battlefield, unit: UnitId, target: UnitId) -> Option<Choice> {
    let of = |verb, cite| reaching(field, unit, target, verb).map(|action| Choice::plain(action, Cite(cite)));
    of(Verb::Charge, "C40").or_else(|| of(Verb::Attack, "C123"))
}

/// The charge by which an enemy is reached, the straightest.
pub fn charge_at(field: Battlefield, unit: UnitId, target: UnitId) -> Option<Action> {
    reaching(field, unit, target, Verb::Charge)
}

fn reaching(field: Battlefield, unit: UnitId, target: UnitId, verb: Verb) -> Option<Action> {
    let own = field.print(unit);
    let far = field.distance(unit, target);
    if far.0 > field.charge_pace(unit).0 + tables().control.0.0 {
        return None;
    }
    let other = field.print(target);
    let toward = |point: bevy::math::Vec2| {
        let angle = (Cdeg::towards(point - own.centre) - own.heading).turn();
        // Whole degrees: a person can say them.
        Cdeg((angle.0 + angle.0.signum() * 50) / 100 * 100)
    };
    let bends = [Cdeg::ZERO, toward(other.centre), toward(other.nearest_to(own.centre))];
    bends.into_iter().map(|bend| assault(unit, verb, target, bend)).find(|action| declared(field, unit, action).is_ok())
}

/// A way to the left, to the right or back.
fn aside(field: Battlefield, unit: UnitId, called: Word, angle: Cdeg) -> Option<Choice> {
    let far = reach(field, unit, angle);
    let slide = Param { handle: Handle::Drag, ..Param::panel(SLIDE, Range::Length(Mil::ZERO, field.left(unit))) }
        .stop(Value::Length(far), Word("all"));
    let action = Action::along(Ref::Unit(unit), vec![Leg::Slide(angle, far)]);
    let may = far > Mil::ZERO && plan(field, unit, &action).is_ok();
    may.then(|| Choice { params: vec![slide], called: Some(called), ..Choice::plain(action, Cite("C31")) })
}

fn face(field: Battlefield, unit: UnitId, called: Word, angle: Cdeg) -> Option<Choice> {
    let action = Action::along(Ref::Unit(unit), vec![Leg::Face(angle)]);
    plan(field, unit, &action).ok()?;
    let most = Cdeg::HALF;
    let turn = Param { handle: Handle::Turn, ..Param::panel(FACE, Range::Angle(-most, most)) };
    Some(Choice { params: vec![turn], called: Some(called), ..Choice::plain(action, Cite("C9")) })
}

fn form(field: Battlefield, unit: UnitId, to: Formed) -> Option<Choice> {
    let figures = field.figures(unit);
    let mut action = Verb::Change.by(Ref::Unit(unit)).with(TO, Value::Name(to.word()));
    let mut params = Vec::new();
    if let Formed::Shape(shape @ (Shape::Line | Shape::Column)) = to {
        let (least, most) = files_of(shape, figures);
        let under_way = field.under_way(unit).0.filter(|changing| changing.to == shape);
        let usual = under_way.map_or(shape::files(shape, figures).clamp(least, most), |changing| changing.files);
        action = action.with(FILES, Value::Whole(usual.into()));
        let range = if under_way.is_some() {
            Range::Whole(usual.into(), usual.into())
        } else {
            Range::Whole(least.into(), most.into())
        };
        params.push(Param::panel(FILES, range));
    }
    plan(field, unit, &action).ok()?;
    Some(Choice { params, called: Some(to.called()), ..Choice::plain(action, Cite("C45")) })
}
