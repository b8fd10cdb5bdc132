//! Guards (D5): three loose stands that are placed one by one and judged together.

use sandtable::battle::{
    Action, Arg, Choice, Effects, Fact, Handle, Measured, Narration, PLACES, Param, Range, Ref, Refusal, Value, View,
    put,
};
use sandtable::cite::Word;
use sandtable::ids::UnitId;
use sandtable::table::aim::displacement;
use sandtable::table::formation::is_one_body;
use sandtable::table::measure::{TOUCH, overlap, within};
use sandtable::table::{Footprint, Mil, Place, Placement, Pose};

use super::book::{MARCH, REFORM};
use super::fight::Melee;
use super::state::Order;

pub const KEY: Word = Word("reform");

/// As the stands are now, side by side, and one behind the other; each may be shifted.
pub fn choices(view: &View, unit: UnitId) -> Vec<Choice> {
    let order = view.unit_state::<Order>(unit);
    let Some(lead) = view.placement(unit).pose() else { return Vec::new() };
    let formed = |files| view.roster().base(unit).slots(lead, files, stands(view, unit).len());
    let shapes = [stands(view, unit), formed(3), formed(1)];
    let actions = shapes.map(|poses| write(unit, &poses.iter().map(|pose| pose.place()).collect::<Vec<_>>()));
    let reach = |x: i32, y: i32| {
        let at = lead.place();
        (Mil(at.x.0 + x * order.by.0), Mil(at.y.0 + y * order.by.0))
    };
    let area = Range::Area(vec![reach(-1, -1), reach(1, -1), reach(1, 1), reach(-1, 1)]);
    let param = Param { handle: Handle::Drag, ..Param::panel(PLACES, area) };
    let accepted = actions.into_iter().filter(|action| judge(view, unit, order, action).is_ok());
    accepted.map(|action| Choice { params: vec![param.clone()], ..Choice::plain(action, REFORM) }).collect()
}

fn stands(view: &View, unit: UnitId) -> Vec<Pose> {
    view.feet(unit).iter().map(|foot| foot.print.pose()).collect()
}

fn write(unit: UnitId, places: &[Place]) -> Action {
    let places = places.iter().zip(0..).map(|(place, n)| (Ref::Base(unit, n), *place)).collect();
    Action::new(Ref::Unit(unit), KEY).with(PLACES, Value::Places(places))
}

/// The poses of all stands, if they are allowed together.
pub fn judge(view: &View, unit: UnitId, order: Order, action: &Action) -> Result<Vec<Pose>, Refusal> {
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
    if far > order.by {
        return Err(refusal(MARCH, Word("far")).above(Measured::Length(far), Measured::Length(order.by)));
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
pub fn fit(view: &View, unit: UnitId, order: Order, action: &Action) -> Action {
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
    let tried = (0..=8).rev().map(part).find(|action| judge(view, unit, order, action).is_ok());
    tried.unwrap_or_else(|| write(unit, &now))
}

/// The same places with the first of them at a point.
pub fn shifted(action: &Action, to: bevy::math::Vec2) -> Action {
    let Some((_, first)) = action.places().first().copied() else { return action.clone() };
    let (dx, dy) = (Mil::measured(to.x) - first.x, Mil::measured(to.y) - first.y);
    let shift = |place: Place| Place { x: place.x + dx, y: place.y + dy, ..place };
    let places = action.places().iter().map(|(of, place)| (*of, shift(*place))).collect();
    Action::new(action.who[0], KEY).with(PLACES, Value::Places(places))
}

/// Sets the stands down; whom they touch they fight.
pub fn placed(view: &View, unit: UnitId, poses: &[Pose], said: Fact) -> Effects {
    let along = view.feet(unit).iter().zip(poses).map(|(foot, to)| vec![foot.print.pose(), *to]).collect();
    let who = poses.iter().zip(0..).map(|(_, n)| Ref::Base(unit, n)).collect();
    let moved = Fact::new(REFORM, Narration::Moved { who, along }).change(put(unit, Placement::Loose(poses.to_vec())));
    let base = view.roster().base(unit);
    let touches = |print: &Footprint| poses.iter().any(|pose| within(&base.base(*pose), print, TOUCH));
    let side = view.side_of(unit);
    let enemy = view.layout().feet().iter().find(|foot| foot.side != side && touches(&foot.print));
    let effects = Effects::pop().fact(said).fact(moved);
    match enemy {
        Some(foot) => effects.push(Melee { attacker: unit, defender: foot.unit }),
        None => effects,
    }
}
