//! What is nearest to a wish that is refused: of a unit's move, of a figure's way, of a wheel.

use super::offer::choices;
use super::plan::{ANGLE, AT, MOST_LEGS, Plan, is_held, plan};
use crate::battle::{Action, Fitted, PLACES, Ref, Value};
use crate::ids::UnitId;
use crate::rules::battlesystem::battlefield::Battlefield;
use crate::rules::battlesystem::data::tables;
use crate::rules::battlesystem::verb::Verb;
use crate::table::{Cdeg, Leg, Mil, Place};

/// The acceptable action of a unit that is nearest to the wished one.
pub fn nearest(field: Battlefield, unit: UnitId, action: &Action) -> Option<Action> {
    let ok = |action: &Action| plan(field, unit, action).is_ok();
    let verb = Verb::of(action);
    match verb {
        Some(Verb::Move) if !is_held(field, unit) => return Some(legs(field, unit, action.legs())).filter(ok),
        Some(Verb::Go) if field.skirmishes(unit) => return Some(part_way(field, unit, action)).filter(ok),
        Some(Verb::Pivot) => {
            let Some(Value::Angle(wished)) = action.value(ANGLE) else { return None };
            let smaller = (1..6).map(|n| {
                let mut smaller = action.clone();
                smaller.set(ANGLE, Value::Angle(Cdeg(wished.0 / (1 << n))));
                smaller
            });
            if let Some(found) =
                smaller.filter(|action| action.value(ANGLE) != Some(&Value::Angle(Cdeg::ZERO))).find(ok)
            {
                return Some(found);
            }
        }
        _ => {}
    }
    let all = choices(field, unit);
    let like = all.iter().find(|choice| Verb::of(&choice.action) == verb && choice.action.refs(AT) == action.refs(AT));
    like.map(|choice| choice.action.clone())
}

/// A place so many eighths on the way from one to another, looking as it does at the end as soon as it has begun.
fn part_of_way(start: Place, to: Place, eighths: i32) -> Place {
    // In 64 bits, since a wish may lie anywhere.
    let along = |to: Mil, from: Mil| {
        Mil((i64::from(from.0) + (i64::from(to.0) - i64::from(from.0)) * i64::from(eighths) / 8) as i32)
    };
    let heading = if eighths == 0 { start.heading } else { to.heading };
    Place { x: along(to.x, start.x), y: along(to.y, start.y), heading }
}

/// Where a figure stands.
fn stands(field: Battlefield, unit: UnitId, figure: u8) -> Option<Place> {
    field.bases(unit).get(usize::from(figure)).map(|print| print.pose().place())
}

/// Figures that go to their places as far on their ways as they may, by eighths.
fn part_way(field: Battlefield, unit: UnitId, action: &Action) -> Action {
    let part = |eighths: i32| {
        let place = |(of, to): &(Ref, Place)| {
            let Ref::Base(_, figure) = of else { return (*of, *to) };
            (*of, stands(field, unit, *figure).map_or(*to, |start| part_of_way(start, *to, eighths)))
        };
        Verb::Go.by(Ref::Unit(unit)).with(PLACES, Value::Places(action.places().iter().map(place).collect()))
    };
    let tried = (0..=8).rev().map(part).find(|action| plan(field, unit, action).is_ok());
    tried.unwrap_or_else(|| part(0))
}

/// One figure as far on its way as it may, by eighths; those that have been placed already stay there.
pub fn one_goes(field: Battlefield, unit: UnitId, (figure, to): (u8, Place), placed: &Action) -> Fitted {
    let own = Ref::Base(unit, figure);
    let start = stands(field, unit, figure).unwrap_or(to);
    let with = |eighths: i32| {
        let here = (own, part_of_way(start, to, eighths));
        let mut places: Vec<(Ref, Place)> =
            placed.places().iter().map(|other| if other.0 == own { here } else { *other }).collect();
        if !places.contains(&here) {
            places.push(here);
        }
        Verb::Go.by(Ref::Unit(unit)).with(PLACES, Value::Places(places))
    };
    let Err(why) = plan(field, unit, &with(8)) else { return Fitted { action: with(8), cut: Vec::new() } };
    let tried = (0..8).rev().map(with).find(|action| plan(field, unit, action).is_ok());
    let or_else = || Action { who: vec![Ref::Unit(unit)], ..placed.clone() };
    Fitted { action: tried.unwrap_or_else(or_else), cut: vec![why] }
}

/// As much of a way as may be gone: each leg the longest that is accepted after those before it.
fn legs(field: Battlefield, unit: UnitId, wished: &[Leg]) -> Action {
    let (wheel, slant) = (tables().moves.wheel * 100, tables().moves.oblique * 100);
    let mut legs: Vec<Leg> = Vec::new();
    let accepted = |legs: &[Leg]| plan(field, unit, &Action::along(Ref::Unit(unit), legs.to_vec())).is_ok();
    for leg in wished.iter().take(MOST_LEGS) {
        let with = |leg: Leg| legs.iter().copied().chain([leg]).collect::<Vec<_>>();
        let part: &dyn Fn(i32) -> Leg = match *leg {
            Leg::Ahead(_) => &|n| Leg::Ahead(Mil(n)),
            Leg::Slide(angle, _) if field.skirmishes(unit) => &move |n| Leg::Slide(angle, Mil(n)),
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
            Leg::Ahead(by) | Leg::Slide(_, by) => by.0.clamp(0, field.left(unit).0 * 3 / 2),
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

/// The same move, said with the angle at which its wheel meets an enemy and ends (BS37).
pub fn wheels_no_farther(field: Battlefield, unit: UnitId, action: Action) -> Action {
    let Some((Leg::Wheel(angle), rest)) = action.legs().split_first() else { return action };
    let Ok(wished) = plan(field, unit, &action) else { return action };
    let [from, to, ..] = wished.path[..] else { return action };
    let gone = (to.heading - from.heading).turn();
    let legs = std::iter::once(Leg::Wheel(gone)).chain(rest.iter().copied()).collect();
    let shorter = Action::along(Ref::Unit(unit), legs);
    let is_same = |told: &Plan| told.met == wished.met && told.body.placement == wished.body.placement;
    if wished.met.is_some()
        && gone.0.abs() < angle.0.abs()
        && plan(field, unit, &shorter).is_ok_and(|told| is_same(&told))
    {
        return shorter;
    }
    action
}
