//! Deployment (3.1.2, 3.1.3): as the file has it, or by both sides in secret and then revealed at once.

pub mod advice;
pub mod depth;
mod hiding;
mod pack;
mod ready;
mod zones;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use self::depth::{DEEP, drawn_up};
use super::ambush::Hidden;
use super::battlefield::Battlefield;
use super::movement::{follow, release};
use super::state::Troop;
use crate::battle::placing;
use crate::battle::shape::said_by;
use crate::battle::{
    Action, Answered, Ask, Asking, Choice, Effects, Fitted, Handler, Job, Kind, Offer, Open, PLACES, Param, Question,
    Range, Ref, Refusal, Ruling, Takes, Truth, Value, put, vocabulary,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::{Footprint, Place, Placement};

const SECRET: Cite = Cite("3.1.2");
/// The question's word, and the verb of its answer.
pub const KEY: Word = Word("deploy");

pub const HANDLER: Handler = Handler {
    judge,
    fit,
    aim: |asking, choice, _| fit(asking, &choice.action),
    ..Handler::plain(KEY, &[KEY], offer, enact)
};

/// Whether the sides place their units themselves.
#[derive(bevy::ecs::resource::Resource, Clone, Copy, Debug, Default)]
pub struct FreeDeployment(pub bool);

impl Open for FreeDeployment {}

/// A job: deployment, turn 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Deployment {
    Asks,
    Done,
}

impl Job for Deployment {
    const NAME: &'static str = "armati.deployment";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(deployment, self, world)
    }
}

/// Registers what deployment reads.
pub fn install(world: &mut World) {
    world.init_resource::<FreeDeployment>();
    vocabulary(world, &[(DEEP.0, Kind::Refs), (hiding::HIDDEN.0, Kind::Refs)]);
}

fn deployment(InRef(job): InRef<Deployment>, truth: Truth) -> Effects {
    let view = truth.view();
    match (job, view.battle_state::<FreeDeployment>().0) {
        (Deployment::Asks, true) => Effects::become_job(Deployment::Done).ask(Question::secret(HANDLER, SECRET)),
        _ => Effects::pop().facts(release::facts(Battlefield::of(view))),
    }
}

/// One unit as it would be placed.
pub(super) struct Placed<'w> {
    pub unit: UnitId,
    pub troop: &'w Troop,
    pub print: Footprint,
}

/// A unit placed there, when the listed units stand deep (none: as the file has them).
fn placed<'w>(field: Battlefield<'w>, unit: UnitId, at: Place, deep: Option<&[Ref]>) -> Option<Placed<'w>> {
    let troop = field.try_troop(unit)?;
    let (files, ranks) = drawn_up(field, unit, deep);
    let print = field.0.roster().base(unit).block(at.pose(), files, ranks);
    Some(Placed { unit, troop, print })
}

/// The fighting units of a side, placed or not.
fn units(field: Battlefield, side: Side) -> Vec<UnitId> {
    field.0.roster().of(side).filter(|u| field.try_troop(*u).is_some()).collect()
}

/// The marker of a general who begins the battle without a unit. The side may place him; else he stands where the file
/// has him.
fn free_general(field: Battlefield, side: Side) -> Option<UnitId> {
    let general = field.general(side);
    general.marker.filter(|_| general.with.is_none())
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let plans = ready::plans(field, asking.side);
    let able: Vec<Ref> = depth::able(field, asking.side).into_iter().map(Ref::Unit).collect();
    // A general without a unit starts where the file has him unless he is placed elsewhere.
    let general = free_general(field, asking.side).and_then(|unit| Some((unit, field.0.pose(unit)?)));
    let general = general.filter(|(unit, at)| zones::check_general(field, *unit, at.at).is_ok());
    let choice = |plan: ready::Plan| {
        let places = plan.places.into_iter().chain(general.map(|(unit, at)| (unit, at.place()))).collect();
        let mut action = deployment_of(asking.side, places, (!able.is_empty()).then_some(plan.deep));
        let most = u8::try_from(able.len()).unwrap_or(u8::MAX);
        let param = Param::panel(DEEP, Range::Pick { from: able.clone(), least: 0, most });
        let mut params = if able.is_empty() { Vec::new() } else { vec![param] };
        if let Some(param) = hiding::param(field, asking.side) {
            action = action.with(hiding::HIDDEN, Value::Refs(Vec::new()));
            params.push(param);
        }
        Choice { params, ..Choice::ending(action, SECRET) }
    };
    let allowed = |choice: &Choice| judge(asking, &choice.action).is_ok();
    let mut choices: Vec<Choice> = plans.into_iter().map(&choice).filter(allowed).collect();
    if choices.is_empty() {
        choices.extend(Some(choice(ready::last_resort(field, asking.side))).filter(allowed));
    }
    Offer { question: KEY, choices: choices.into(), ..Offer::default() }
}

/// The action that puts each unit of a side there, with those units deep.
fn deployment_of(side: Side, places: Vec<(UnitId, Place)>, deep: Option<Vec<UnitId>>) -> Action {
    let places = places.into_iter().map(|(u, p)| (Ref::Unit(u), p)).collect();
    let action = Action::new(Ref::Side(side), KEY).with(PLACES, Value::Places(places));
    match deep {
        Some(deep) => action.with(DEEP, Value::Refs(deep.into_iter().map(Ref::Unit).collect())),
        None => action,
    }
}

/// The units that an action has stand deep; none when it has no such value.
fn deep_of(action: &Action) -> Option<&[Ref]> {
    match action.value(DEEP) {
        Some(Value::Refs(refs)) => Some(refs),
        _ => None,
    }
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let field = Battlefield::of(asking.view);
    let refuse = |says| Refusal::new(SECRET, Word(says));
    let deep = deep_of(action);
    let hidden = hiding::of(action);
    let values = 1 + usize::from(deep.is_some()) + usize::from(hidden.is_some());
    said_by(SECRET, action, KEY, asking.side)?;
    if action.with.len() != values {
        let may = [(DEEP, Takes::Refs), (hiding::HIDDEN, Takes::Refs)];
        return Err(Refusal::values(SECRET, action, &[(PLACES, Takes::Places)], &may));
    }
    for (n, who) in deep.into_iter().flatten().enumerate() {
        match who {
            Ref::Unit(unit) if field.0.side_of(*unit) == asking.side => depth::check(field, *unit)?,
            _ => return Err(refuse("cannot-act").of(*who)),
        }
        if deep.is_some_and(|deep| deep[..n].contains(who)) {
            return Err(refuse("placed-twice").of(*who));
        }
    }
    let mut all: Vec<Placed> = Vec::new();
    let mut general = None;
    for (unit, place) in placing::own_places(asking, action, SECRET)? {
        if free_general(field, asking.side) == Some(unit) {
            general = Some((unit, place.pose()));
        } else {
            all.push(placed(field, unit, place, deep).ok_or_else(|| refuse("cannot-act").of(Ref::Unit(unit)))?);
        }
    }
    if let Some(unit) = units(field, asking.side).into_iter().find(|u| all.iter().all(|p| p.unit != *u)) {
        return Err(refuse("not-placed").of(Ref::Unit(unit)));
    }
    let forms: Vec<(UnitId, Placement)> = all.iter().map(|p| (p.unit, placement(field, p, deep))).collect();
    let zone = zones::zone(field, asking.side);
    zones::check(field, asking.side, &all)
        .and_then(|()| general.map_or(Ok(()), |(unit, at)| zones::check_general(field, unit, at.at)))
        .and_then(|()| hiding::check(field, asking.side, &all, hidden.unwrap_or_default()))
        .map_err(|why| placing::drawn(why, zone.clone(), &forms))?;
    let ends = all.iter().map(|p| (p.unit, p.print.pose())).chain(general).collect();
    Ok(Ruling { ends, forms, marks: vec![zone], ..Ruling::default() })
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    let Err(why) = judge(asking, action) else { return Fitted { action: action.clone(), cut: Vec::new() } };
    match dressed(asking, action).filter(|dressed| judge(asking, dressed).is_ok()) {
        Some(dressed) => Fitted { action: dressed, cut: vec![why] },
        None => placing::fit(asking, action),
    }
}

/// The same deployment with its divisions closed up, where a change of formation has torn them.
fn dressed(asking: &Asking, action: &Action) -> Option<Action> {
    let field = Battlefield::of(asking.view);
    let deep = deep_of(action);
    let mine = |who: &Ref| match who {
        Ref::Unit(unit) if field.0.side_of(*unit) == asking.side => Some(*unit),
        _ => None,
    };
    let general = free_general(field, asking.side);
    let (marker, fighting): (Vec<_>, Vec<_>) =
        action.places().iter().partition(|(who, _)| mine(who).is_some_and(|unit| general == Some(unit)));
    let all: Option<Vec<Placed>> =
        fighting.iter().map(|(who, place)| placed(field, mine(who)?, *place, deep)).collect();
    let mut places = depth::dressed(field, &all?);
    places.extend(marker.iter().filter_map(|(who, place)| Some((mine(who)?, *place))));
    let deep: Option<Vec<UnitId>> = deep.map(|deep| deep.iter().filter_map(mine).collect());
    let dressed = deployment_of(asking.side, places, deep);
    let hidden = hiding::of(action).map(|hidden| hiding::allowed(asking, &dressed, hidden));
    Some(match hidden {
        Some(hidden) => dressed.with(hiding::HIDDEN, Value::Refs(hidden)),
        None => dressed,
    })
}

/// The placement of a unit that is deployed like that.
fn placement(field: Battlefield, placed: &Placed, deep: Option<&[Ref]>) -> Placement {
    let (files, ranks) = drawn_up(field, placed.unit, deep);
    Placement::block(placed.print.pose(), files, ranks)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let mut told = placing::deployed(asking.side, SECRET);
    for (who, place) in action.places() {
        let Ref::Unit(unit) = who else { continue };
        if free_general(field, asking.side) == Some(*unit) {
            told = told.change(put(*unit, Placement::Token(place.pose().at)));
            continue;
        }
        if let Some(placed) = placed(field, *unit, *place, deep_of(action)) {
            let stands = placement(field, &placed, deep_of(action));
            if hiding::hides(field, *unit, action) {
                told = told.change(put(*unit, Placement::Off)).change(put(*unit, Hidden(stands)));
                continue;
            }
            told = told.change(put(*unit, stands));
            told = follow::general(field, *unit, &placed.print, told);
        }
    }
    Effects::pop().fact(told)
}
