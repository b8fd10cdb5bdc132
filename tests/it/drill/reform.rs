//! Guards (D5): three loose stands that are placed one by one and judged together, when they obey.

use bevy::math::Vec2;
use sandtable::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Fitted, Handle, Handler, Measured, Narration, Offer,
    PLACES, Param, Question, Range, Ref, Refusal, Ruling, Value, View, Wish, plain, put,
};
use sandtable::cite::Word;
use sandtable::ids::{Side, UnitId};
use sandtable::table::aim::displacement;
use sandtable::table::formation::is_one_body;
use sandtable::table::measure::{TOUCH, overlap, within};
use sandtable::table::{Foot, Footprint, Mil, Place, Placement, Pose};

use super::book::{BY, MARCH, REFORM};
use super::fight::Melee;
use super::state::Order;

pub const KEY: Word = Word("reform");
const HALT: Word = Word("halt");

pub const HANDLER: Handler = Handler {
    key: KEY,
    verbs: &[KEY, HALT],
    offer,
    judge: |asking, action| read(asking, action).map(|formed| ruling(&asking.view, formed)),
    fit,
    aim,
    enact,
};

/// Where the stands of a guard go that obeys. It carries the unit and how far its order lets it go, so that it can be
/// supposed before the roll.
pub fn question(view: &View, unit: UnitId) -> Question {
    let by = view.unit_state::<Order>(unit).by;
    Question::to(view.side_of(unit), HANDLER, REFORM).about(Ref::Unit(unit)).with(BY, Value::Length(by))
}

/// The guard, and how far its stands may go.
fn asked(question: &Question) -> Option<(UnitId, Mil)> {
    match (&question.about[..], question.value(BY)) {
        ([Ref::Unit(unit)], Some(Value::Length(by))) => Some((*unit, *by)),
        _ => None,
    }
}

/// As the stands are now, side by side, one behind the other, and as they are but ahead; each may be shifted. Or none of
/// it.
fn offer(asking: &Asking, _: &Ask) -> Offer {
    let mut offer = Offer { question: KEY, ..Offer::default() };
    let Some((unit, by)) = asked(asking.question) else { return offer };
    let view = &asking.view;
    offer.choices.push(Choice::ending(Action::new(Ref::Unit(unit), HALT), REFORM));
    let (Some(middle), Some(lead)) = (view.pose(unit), stands(view, unit).first().copied()) else { return offer };
    let formed = |files| view.roster().base(unit).slots(middle, files, stands(view, unit).len());
    let ahead = |foot: &Foot| foot.print.ahead(by.to_inches()).pose();
    let shapes = [stands(view, unit), formed(3), formed(1), view.feet(unit).iter().map(ahead).collect()];
    let wished = shapes.map(|poses| write(unit, &poses.iter().map(|pose| pose.place()).collect::<Vec<_>>()));
    let reach = |x: i32, y: i32| {
        let at = lead.place();
        (Mil(at.x.0 + x * by.0), Mil(at.y.0 + y * by.0))
    };
    let area = Range::Area(vec![reach(-1, -1), reach(1, -1), reach(1, 1), reach(-1, 1)]);
    let param = Param { handle: Handle::Drag, ..Param::panel(PLACES, area) };
    for action in wished.iter().map(|wish| nearest(view, unit, by, wish)) {
        if judge(view, unit, by, &action).is_ok() && offer.choices.iter().all(|known| known.action != action) {
            offer.choices.push(Choice { params: vec![param.clone()], ..Choice::ending(action, REFORM) });
        }
    }
    offer
}

/// The poses that an action gives the stands; none when they stay as they are.
fn read(asking: &Asking, action: &Action) -> Result<Option<(UnitId, Vec<Pose>)>, Refusal> {
    let other = || Refusal::new(REFORM, Word("not-like-this")).of(action.who[0]);
    let (unit, by) = asked(asking.question).filter(|(unit, _)| action.who == [Ref::Unit(*unit)]).ok_or_else(other)?;
    if action.key == HALT && action.with.is_empty() {
        return Ok(None);
    }
    judge(&asking.view, unit, by, action).map(|poses| Some((unit, poses)))
}

/// As much of the way to the wished places as is allowed; else the stands stay as they are.
fn fit(asking: &Asking, action: &Action) -> Fitted {
    let Err(why) = read(asking, action) else { return Fitted { action: action.clone(), cut: Vec::new() } };
    let Some((unit, by)) = asked(asking.question) else { return Fitted { action: action.clone(), cut: vec![why] } };
    let near = nearest(&asking.view, unit, by, action);
    let accepted = judge(&asking.view, unit, by, &near).is_ok();
    Fitted { action: if accepted { near } else { Action::new(Ref::Unit(unit), HALT) }, cut: vec![why] }
}

/// Where the guard ends, and how its stands are formed then.
fn ruling(view: &View, formed: Option<(UnitId, Vec<Pose>)>) -> Ruling {
    let mut ruling = Ruling::default();
    if let Some((unit, poses)) = formed {
        let formed = Placement::Loose(poses);
        ruling.ends.extend(formed.pose(view.roster().base(unit)).map(|pose| (unit, pose)));
        ruling.forms.push((unit, formed));
    }
    ruling
}

fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
    if let ([Ref::Base(unit, base)], Wish::Pose(pose)) = (&choice.action.who[..], wish) {
        let action = Action { who: vec![Ref::Unit(*unit)], ..choice.action.clone() };
        return fit(asking, &with_one(asking, *unit, *base, &action, pose));
    }
    let at = match wish {
        Wish::Pose(pose) => Some(pose.at),
        Wish::Toward(point) => Some(point),
        Wish::Target(Ref::Unit(target)) => asking.view.placement(target).point(),
        Wish::Target(_) => None,
    };
    match at.filter(|_| choice.action.key == KEY) {
        Some(at) => fit(asking, &shifted(&choice.action, at)),
        None => plain::as_it_stands(choice),
    }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    match read(&asking.judged, action) {
        Ok(Some((unit, poses))) => placed(&asking.view, unit, &poses),
        Ok(None) | Err(_) => Effects::pop(),
    }
}

/// How much nearer to the enemy the first stand would come, inches.
pub fn nearer(view: &View, side: Side, action: &Action) -> f32 {
    let (Some(Ref::Unit(unit)), Some((_, to))) = (action.who.first(), action.places().first()) else { return 0.0 };
    let enemies = || view.layout().feet().iter().filter(|foot| foot.side != side);
    let far = |at: Vec2| enemies().map(|foot| foot.print.centre.distance(at)).reduce(f32::min).unwrap_or(0.0);
    stands(view, *unit).first().map_or(0.0, |from| far(from.at) - far(to.pose().at))
}

fn stands(view: &View, unit: UnitId) -> Vec<Pose> {
    view.feet(unit).iter().map(|foot| foot.print.pose()).collect()
}

fn write(unit: UnitId, places: &[Place]) -> Action {
    let places = places.iter().zip(0..).map(|(place, n)| (Ref::Base(unit, n), *place)).collect();
    Action::new(Ref::Unit(unit), KEY).with(PLACES, Value::Places(places))
}

/// The poses of all stands, if they are allowed together.
fn judge(view: &View, unit: UnitId, by: Mil, action: &Action) -> Result<Vec<Pose>, Refusal> {
    let refusal = |cite, says| Refusal::new(cite, says).of(Ref::Unit(unit));
    let now = view.feet(unit);
    let places = action.places();
    let bases = places.iter().zip(0..).all(|((of, _), n)| *of == Ref::Base(unit, n));
    if action.key != KEY || action.with.len() != 1 || places.len() != now.len() || !bases {
        return Err(refusal(REFORM, Word("not-like-this")));
    }
    let poses: Vec<Pose> = places.iter().map(|(_, place)| place.pose()).collect();
    let prints: Vec<Footprint> = poses.iter().map(|pose| view.roster().base(unit).base(*pose)).collect();
    let ways = now.iter().zip(&prints).map(|(foot, print)| Mil::measured(displacement(&foot.print, print)));
    let far = ways.max().unwrap_or_default();
    if far > by {
        return Err(refusal(MARCH, Word("far")).above(Measured::Length(far), Measured::Length(by)));
    }
    if prints.iter().any(|print| !view.ground().holds(print)) {
        return Err(refusal(MARCH, Word("edge")));
    }
    if poses.iter().any(|pose| pose.heading != poses[0].heading) {
        return Err(refusal(REFORM, Word("askew")));
    }
    let others = || view.layout().feet().iter().filter(|foot| foot.unit != unit);
    for (n, print) in prints.iter().enumerate() {
        let own = prints[..n].iter().any(|other| overlap(print, other));
        let other = others().find(|foot| overlap(print, &foot.print)).map(|foot| foot.unit);
        if let Some(other) = own.then_some(unit).or(other) {
            return Err(refusal(REFORM, Word("overlaps")).word(Word("other"), Arg::Of(Ref::Unit(other))));
        }
    }
    if !is_one_body(&prints) {
        return Err(refusal(REFORM, Word("apart")));
    }
    Ok(poses)
}

/// The wished places; else as much of the way there as is allowed, by eighths; else where they are.
fn nearest(view: &View, unit: UnitId, by: Mil, action: &Action) -> Action {
    let now: Vec<Place> = stands(view, unit).iter().map(|pose| pose.place()).collect();
    let wished: Vec<Place> = action.places().iter().map(|(_, place)| *place).collect();
    let Some((to, from)) = wished.first().zip(now.first()) else { return write(unit, &now) };
    if wished.len() != now.len() {
        return write(unit, &now);
    }
    let part = |eighths: i32| {
        // In 64 bits, since a wish may lie anywhere.
        let part = |to: Mil, from: Mil| Mil(((i64::from(to.0) - i64::from(from.0)) * i64::from(eighths) / 8) as i32);
        let (dx, dy) = (part(to.x, from.x), part(to.y, from.y));
        let shape = |place: &Place| {
            let (x, y) = (place.x - to.x + from.x + dx, place.y - to.y + from.y + dy);
            Place { x, y, heading: place.heading }
        };
        write(unit, &wished.iter().map(shape).collect::<Vec<_>>())
    };
    let tried = (0..=8).rev().map(part).find(|action| judge(view, unit, by, action).is_ok());
    tried.unwrap_or_else(|| write(unit, &now))
}

/// The same places with one stand at that point, or as near to it as is allowed with the others where they are, by
/// eighths of the way. It faces as it did, as all must.
fn with_one(asking: &Asking, unit: UnitId, base: u8, action: &Action, wish: Pose) -> Action {
    let Some((_, by)) = asked(asking.question) else { return action.clone() };
    let Some((_, from)) = action.places().iter().find(|(of, _)| *of == Ref::Base(unit, base)) else {
        return action.clone();
    };
    let with = |eighths: i32| {
        let at = from.pose().at.lerp(wish.at, eighths as f32 / 8.0);
        let to = Place { heading: from.heading, ..Pose { at, ..wish }.place() };
        let place = |(of, place): &(Ref, Place)| (*of, if *of == Ref::Base(unit, base) { to } else { *place });
        Action::new(Ref::Unit(unit), KEY).with(PLACES, Value::Places(action.places().iter().map(place).collect()))
    };
    let tried = (1..=8).rev().map(with).find(|action| judge(&asking.view, unit, by, action).is_ok());
    tried.unwrap_or_else(|| action.clone())
}

/// The same places with the first of them at a point.
fn shifted(action: &Action, to: Vec2) -> Action {
    let Some((_, first)) = action.places().first().copied() else { return action.clone() };
    let (dx, dy) = (Mil::measured(to.x) - first.x, Mil::measured(to.y) - first.y);
    let shift = |place: Place| Place { x: place.x + dx, y: place.y + dy, ..place };
    let places = action.places().iter().map(|(of, place)| (*of, shift(*place))).collect();
    Action::new(action.who[0], KEY).with(PLACES, Value::Places(places))
}

/// Sets the stands down; whom they touch they fight.
fn placed(view: &View, unit: UnitId, poses: &[Pose]) -> Effects {
    let along = view.feet(unit).iter().zip(poses).map(|(foot, to)| vec![foot.print.pose(), *to]).collect();
    let who = poses.iter().zip(0..).map(|(_, n)| Ref::Base(unit, n)).collect();
    let moved = Fact::new(REFORM, Narration::Moved { who, along }).change(put(unit, Placement::Loose(poses.to_vec())));
    let base = view.roster().base(unit);
    let touches = |print: &Footprint| poses.iter().any(|pose| within(&base.base(*pose), print, TOUCH));
    let side = view.side_of(unit);
    let enemy = view.layout().feet().iter().find(|foot| foot.side != side && touches(&foot.print));
    let effects = Effects::pop().fact(moved);
    match enemy {
        Some(foot) => effects.push(Melee { attacker: unit, defender: foot.unit }),
        None => effects,
    }
}
