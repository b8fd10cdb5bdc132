//! A side deploys (5.3, 5.4): `south: deploy hastati-1=(24, 7, 0), …, general=equites-1`. A unit without a place is
//! lost.

use bevy::ecs::world::World;

use super::{DEPLOYMENT, ready, zones};
use crate::battle::notation::{Kind, vocabulary};
use crate::battle::placing;
use crate::battle::shape::said_by;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Handler, Narration, Offer, PLACES, Param, Range, Ref,
    Refusal, Ruling, Takes, Value, alter_one, put,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::rout::{Fate, Rout};
use crate::rules::impetus::state::{Armies, Listed};
use crate::table::{Footprint, Place, Placement};

/// The question's word.
pub const KEY: Word = Word("deploy");

const DECLARED: Cite = Cite("5.4");
/// The value that names the unit with which the general is.
const GENERAL: Word = Word("general");

/// A unit farther than this from where the file has it counts as placed elsewhere, inches.
const FAR: f32 = 6.0;
/// The value of a deployment that is not allowed.
const NOT_ALLOWED: f32 = -1000.0;

pub const HANDLER: Handler = Handler {
    judge,
    fit: placing::fit,
    aim: |asking, choice, _| placing::fit(asking, &choice.action),
    ..Handler::plain(KEY, &[KEY], offer, enact)
};

/// Registers its words.
pub fn install(world: &mut World) {
    vocabulary(world, &[(GENERAL.0, Kind::Refs)]);
}

/// How a unit stands that is placed there.
fn placement(field: Battlefield, unit: UnitId, place: Place) -> Placement {
    let ranks = if field.vbu(unit).rear > 0 { 2 } else { 1 };
    Placement::block(place.pose(), 1, ranks)
}

/// What it covers.
pub fn print(field: Battlefield, unit: UnitId, place: Place) -> Footprint {
    let ranks = if field.vbu(unit).rear > 0 { 2 } else { 1 };
    field.0.roster().base(unit).block(place.pose(), 1, ranks)
}

/// The units that the general may be with: none where each command has its own (X1).
fn leaders(field: Battlefield, side: Side) -> Vec<Ref> {
    if field.commands().any() {
        return Vec::new();
    }
    field.0.roster().of(side).filter(|unit| field.troop(*unit).leads).map(Ref::Unit).collect()
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let from = leaders(field, asking.side);
    let general = field.army(asking.side).general.map(Ref::Unit).filter(|general| from.contains(general));
    let choice = |places: Vec<(UnitId, Place)>| {
        let action = deployment(asking.side, places);
        match general {
            None => Choice::ending(action, DEPLOYMENT),
            Some(general) => {
                let param = Param::panel(GENERAL, Range::Pick { from: from.clone(), least: 1, most: 1 });
                let action = action.with(GENERAL, Value::Refs(vec![general]));
                Choice { params: vec![param], ..Choice::ending(action, DEPLOYMENT) }
            }
        }
    };
    let choices = ready::plans(field, asking.side).into_iter().map(choice);
    Offer { question: KEY, choices: choices.filter(|c| judge(asking, &c.action).is_ok()).collect(), ..Offer::default() }
}

/// Where each unit of a side goes.
fn deployment(side: Side, places: Vec<(UnitId, Place)>) -> Action {
    let places = places.into_iter().map(|(unit, place)| (Ref::Unit(unit), place)).collect();
    Action::new(Ref::Side(side), KEY).with(PLACES, Value::Places(places))
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let field = Battlefield::of(asking.view);
    let general = action.value(GENERAL);
    said_by(DEPLOYMENT, action, KEY, asking.side)?;
    if action.value(PLACES).is_none() || action.with.len() != 1 + usize::from(general.is_some()) {
        let may = [(GENERAL, Takes::One)];
        return Err(Refusal::values(DEPLOYMENT, action, &[(PLACES, Takes::Places)], &may));
    }
    let places = placing::own_places(asking, action, DEPLOYMENT)?;
    let all: Vec<(UnitId, Footprint)> =
        places.iter().map(|(unit, place)| (*unit, print(field, *unit, *place))).collect();
    let forms: Vec<(UnitId, Placement)> =
        places.iter().map(|(unit, place)| (*unit, placement(field, *unit, *place))).collect();
    let zone = zones::zone(field, asking.side);
    let declared = || match (general, action.refs(GENERAL)) {
        (None, _) => Ok(()),
        (Some(_), [with]) if leaders(field, asking.side).contains(with) => Ok(()),
        (Some(_), [with]) => Err(Refusal::new(DECLARED, Word("no-general-here")).of(*with)),
        (Some(_), named) => Err(Refusal::number_named(DECLARED, GENERAL, named.len(), 1)),
    };
    zones::check(field, &all).and_then(|()| declared()).map_err(|why| placing::drawn(why, zone.clone(), &forms))?;
    let ends = all.iter().map(|(unit, print)| (*unit, print.pose())).collect();
    Ok(Ruling { ends, forms, marks: vec![zone], ..Ruling::default() })
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let side = asking.side;
    let mut told = placing::deployed(side, DEPLOYMENT);
    let mut effects = Effects::pop();
    for unit in field.0.roster().of(side) {
        match action.places().iter().find(|(who, _)| *who == Ref::Unit(unit)) {
            Some((_, place)) => told = told.change(put(unit, placement(field, unit, *place))),
            None => {
                told = told.change(put(unit, Placement::Off));
                effects = effects.push(Rout { unit, how: Fate::LeftOut, cite: DEPLOYMENT, chain: false });
            }
        }
    }
    let effects = effects.fact(told);
    match *action.refs(GENERAL) {
        [Ref::Unit(general)] => effects.fact(declared(side, general)),
        _ => effects,
    }
}

/// The general is with that unit.
fn declared(side: Side, general: UnitId) -> Fact {
    Fact::new(DECLARED, Narration::Said(Word("general-declared")))
        .word(Word("who"), Arg::Of(Ref::Unit(general)))
        .change(alter_one(move |armies: &mut Armies| armies.of_mut(side).general = Some(general)))
}

/// How much a deployment is preferred: most if it is nearly the file's and leaves nobody out.
pub fn preference(field: Battlefield, side: Side, action: &Action) -> f32 {
    let mut placed = Vec::new();
    let mut off = 0.0;
    for (who, place) in action.places() {
        let Ref::Unit(unit) = who else { continue };
        let listed = field.0.get::<Listed>(*unit);
        let from = listed.map_or(FAR, |listed| listed.0.pose().at.distance(place.pose().at));
        off += from.min(FAR) / FAR;
        placed.push((*unit, print(field, *unit, *place)));
    }
    if placed.is_empty() || zones::check(field, &placed).is_err() {
        return NOT_ALLOWED;
    }
    let left_out = field.0.roster().of(side).filter(|unit| placed.iter().all(|(of, _)| of != unit));
    -off / placed.len() as f32 - left_out.map(|unit| field.troop(unit).vd as f32).sum::<f32>()
}
