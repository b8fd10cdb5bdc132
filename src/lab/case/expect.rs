//! Checks one expectation of a case; if it is not met, says what was found instead.

use bevy::ecs::world::World;

use super::block::{listed, near, unknown};
use super::telling;
use crate::battle::notation::{Names, read_ref};
use crate::battle::{Ending, InPlay, Ref, View};
use crate::ids::{Side, UnitId};
use crate::scenario::case::{Expect, Stands, Want};
use crate::table::Pose;

/// Checks one expectation.
///
/// # Errors
/// What was expected and what was found instead, in one line.
pub fn check(world: &World, expect: &Expect) -> Result<(), String> {
    match expect {
        Expect::Fact(told) => telling::some(world, told),
        Expect::NoFact(told) => telling::none(world, told),
        Expect::Pose(wanted) => stands(world, wanted),
        Expect::State { of, what, value, within } => state(world, of, what, value, *within),
        Expect::Over { winner, why } => over(world, *winner, why.as_deref()),
        Expect::Asked { key, to } => asked(world, key, *to),
        Expect::Either(lists) => either(world, lists),
    }
}

/// Checks that all expectations of at least one of the lists are met.
fn either(world: &World, lists: &[Vec<Expect>]) -> Result<(), String> {
    let mut failures = Vec::new();
    for list in lists {
        match list.iter().try_for_each(|expect| check(world, expect)) {
            Ok(()) => return Ok(()),
            Err(why) => failures.push(why),
        }
    }
    Err(format!("neither of {} holds: {}", failures.len(), failures.join(" | or ")))
}

fn stands(world: &World, wanted: &Stands) -> Result<(), String> {
    let view = View::umpire(world);
    let of = &wanted.of;
    let Some((found, size)) = place(&view, of)? else { return Err(format!("{of} is not on the table")) };
    let along = |must: f32, found: f32| near(must.into(), found.into(), wanted.within);
    let turned = f64::from(wanted.pose.heading.between(found.heading).to_degrees());
    let tell = |pose: Pose| format!("({}, {}, {})", digits(pose.at.x), digits(pose.at.y), pose.heading);
    let there = along(wanted.pose.at.x, found.at.x) && along(wanted.pose.at.y, found.at.y);
    if !there || !near(0.0, turned, wanted.degrees) {
        return Err(format!("{of} stands at {}, not at {}", tell(found), tell(wanted.pose)));
    }
    match wanted.size {
        Some((width, depth))
            if !near(width, size.0.into(), wanted.within) || !near(depth, size.1.into(), wanted.within) =>
        {
            Err(format!("{of} is {} x {} in, not {width} x {depth} in", digits(size.0), digits(size.1)))
        }
        _ => Ok(()),
    }
}

/// Rounded to 1/10000 inch.
fn digits(inches: f32) -> f64 {
    (f64::from(inches) * 10_000.0).round() / 10_000.0
}

/// A pose, and the width and depth of what stands there in inches.
type Place = (Pose, (f32, f32));

/// Where a unit or one of its bases stands; nothing off the table.
fn place(view: &View, name: &str) -> Result<Option<Place>, String> {
    let of = read_ref(name, &view.names()).map_err(|_| unknown(name, &view.names().known()))?;
    let (unit, base) = match of {
        Ref::Unit(unit) => (unit, None),
        Ref::Base(unit, base) => (unit, Some(usize::from(base))),
        _ => return Err(format!("{name} is no unit")),
    };
    let (Some(size), Some(base)) = (view.layout().size(unit), base) else {
        let print = view.hull(unit).map_or((0.0, 0.0), |print| (print.width(), print.depth()));
        return Ok(view.pose(unit).map(|pose| (pose, print)));
    };
    let bases = view.placement(unit).bases(size);
    match bases.get(base) {
        Some(print) => Ok(Some((print.pose(), (size.width, size.depth)))),
        None if bases.is_empty() => Ok(None),
        None => Err(format!("there is no {name}: the unit has {} bases", bases.len())),
    }
}

fn state(world: &World, of: &str, what: &str, wanted: &Want, within: f64) -> Result<(), String> {
    let view = View::umpire(world);
    let ruleset = view.battle_state::<InPlay>().0;
    let values: Vec<(String, String)> = match view.names().ref_of(of) {
        Some(Ref::Side(side)) => {
            let score = (ruleset.score)(&view, side);
            let also = score.also.iter().map(|(name, value)| (name.0.to_owned(), value.to_f64().to_string()));
            [("lost".to_owned(), score.lost.to_string()), ("of".to_owned(), score.of.to_string())]
                .into_iter()
                .chain(also)
                .collect()
        }
        _ => {
            (ruleset.card)(&view, unit(&view, of)?).stats.into_iter().map(|s| (s.name.0.to_owned(), s.value)).collect()
        }
    };
    let Some((_, found)) = values.iter().find(|(name, _)| name == what) else {
        let names: Vec<&String> = values.iter().map(|(name, _)| name).collect();
        return Err(format!("{of} has no `{what}`; there are: {}", listed(&names)));
    };
    let (same, wanted) = match wanted {
        Want::Number(n) => (found.parse().is_ok_and(|found: f64| near(*n, found, within)), n.to_string()),
        Want::Flag(on) => {
            let word = if *on { "yes" } else { "no" };
            (found == word, word.to_owned())
        }
        Want::Text(text) => (found == text, text.clone()),
    };
    if same { Ok(()) } else { Err(format!("{what} of {of} is {found}, not {wanted}")) }
}

fn over(world: &World, winner: Option<Side>, why: Option<&str>) -> Result<(), String> {
    let Some(Ending { winner: found, why: reason }) = View::umpire(world).ending() else {
        return Err(format!("the battle is not over; it must be {}", won(winner)));
    };
    if found != winner {
        return Err(format!("the battle is {}, not {}", won(found), won(winner)));
    }
    match why {
        Some(why) if why != reason.0 => Err(format!("the battle is over by {reason}, not by {why}")),
        _ => Ok(()),
    }
}

fn won(winner: Option<Side>) -> String {
    winner.map_or("drawn".to_owned(), |side| format!("won by {side}"))
}

fn asked(world: &World, key: &str, side: Option<Side>) -> Result<(), String> {
    let view = View::umpire(world);
    let Some(question) = view.question() else { return Err(format!("nothing is asked, and not `{key}`")) };
    let waiting = question.waiting();
    if question.key.0 == key && side.is_none_or(|side| waiting.contains(&side)) {
        return Ok(());
    }
    let sides: Vec<&str> = waiting.into_iter().map(Side::name).collect();
    let of = side.map_or(String::new(), |side| format!(" of {side}"));
    Err(format!("`{}` is asked of {}, not `{key}`{of}", question.key, sides.join(" and ")))
}

/// The unit of that name.
fn unit(view: &View, name: &str) -> Result<UnitId, String> {
    match view.names().ref_of(name) {
        Some(Ref::Unit(unit)) => Ok(unit),
        _ => Err(unknown(name, &view.names().known())),
    }
}
