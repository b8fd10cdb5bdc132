//! Deployment (3.1.2, 3.1.3): by the file, or by both sides in secret, then revealed at once.

mod ready;
mod zones;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::field::Field;
use super::movement::{follow, release};
use super::state::Troop;
use crate::battle::{
    Action, Ask, Asking, Choice, Fact, Fitted, Handler, Job, Offer, PLACES, Pass, Question, Ref, Refusal, Ruling, Tell,
    Value, View, put, question, work,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::{Footprint, Place, Standing};

const SECRET: Cite = Cite("3.1.2");
const KEY: Word = Word("deploy");

const HANDLER: Handler =
    Handler { key: KEY, offer, judge, fit, aim: |asking, choice, _| fit(asking, &choice.action), enact };

/// Whether the sides place their units themselves.
#[derive(bevy::ecs::resource::Resource, Clone, Copy, Debug, Default)]
pub struct FreeDeployment(pub bool);

/// Turn 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Deployment {
    Asks,
    Done,
}

impl Job for Deployment {
    const NAME: &'static str = "armati.deployment";
}

/// Registers deployment.
pub fn install(world: &mut World) {
    world.init_resource::<FreeDeployment>();
    work::<Deployment, _>(world, deployment);
    question(world, HANDLER);
}

fn deployment(InRef(job): InRef<Deployment>, world: &World) -> Pass {
    let view = View::umpire(world);
    match (job, view.one::<FreeDeployment>().0) {
        (Deployment::Asks, true) => Pass::become_job(Deployment::Done).ask(Question::secret(KEY, SECRET)),
        _ => Pass::pop().tell_all(release::facts(Field(view))),
    }
}

/// One unit as it would be placed.
pub(super) struct Placed<'w> {
    pub unit: UnitId,
    pub troop: &'w Troop,
    pub print: Footprint,
}

/// The footprint of a unit placed there, in its formation.
fn placed<'w>(field: Field<'w>, unit: UnitId, at: Place) -> Option<Placed<'w>> {
    let troop = field.try_troop(unit)?;
    let (files, ranks) = formation(field, unit);
    let print = field.0.roster().base(unit).block(at.pose(), files, ranks);
    Some(Placed { unit, troop, print })
}

/// Its files and ranks: as the file has them.
fn formation(field: Field, unit: UnitId) -> (u8, u8) {
    match field.0.standing(unit) {
        Standing::Block { files, ranks, .. } => (*files, *ranks),
        _ => field.0.get::<FormationOnFile>(unit).map_or((1, 1), |f| (f.files, f.ranks)),
    }
}

/// The formation of a unit that its file does not place.
#[derive(bevy::ecs::component::Component, Clone, Copy, Debug)]
#[component(immutable)]
pub struct FormationOnFile {
    pub files: u8,
    pub ranks: u8,
}

/// The fighting units of a side, placed or not.
fn units(field: Field, side: Side) -> Vec<UnitId> {
    field.0.roster().of(side).filter(|u| field.try_troop(*u).is_some()).collect()
}

/// The marker of a general who begins the battle with no unit: he may be placed; else he stands where the file has
/// him.
fn free_general(field: Field, side: Side) -> Option<UnitId> {
    let general = field.general(side);
    general.marker.filter(|_| general.with.is_none())
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let field = Field(asking.view);
    let plans = ready::plans(field, asking.side);
    let choice = |places: Vec<(UnitId, Place)>| {
        let places = places.into_iter().map(|(u, p)| (Ref::Unit(u), p)).collect();
        let action = Action::new(Ref::Side(asking.side), KEY).with(PLACES, Value::Places(places));
        Choice::ending(action, SECRET)
    };
    let choices = plans.into_iter().map(choice).filter(|c| judge(asking, &c.action).is_ok());
    Offer { question: KEY, choices: choices.collect(), barred: Vec::new() }
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let field = Field(asking.view);
    let refuse = |says| Refusal::new(SECRET, Word(says));
    if action.key != KEY || action.who != [Ref::Side(asking.side)] || action.with.len() != 1 {
        return Err(refuse("not-offered")
            .of(Ref::Side(asking.side))
            .word(Word("key"), crate::battle::Arg::Word(action.key)));
    }
    let mut all = Vec::new();
    let mut general = None;
    for (who, place) in action.places() {
        let Ref::Unit(unit) = who else { return Err(refuse("cannot-act").of(*who)) };
        if free_general(field, asking.side) == Some(*unit) {
            if general.is_some() {
                return Err(refuse("placed-twice").of(*who));
            }
            zones::check_general(field, asking.side, *unit, place.pose().at)?;
            general = Some((*unit, place.pose()));
            continue;
        }
        if field.0.side_of(*unit) != asking.side || all.iter().any(|p: &Placed| p.unit == *unit) {
            return Err(refuse("placed-twice").of(*who));
        }
        all.push(placed(field, *unit, *place).ok_or_else(|| refuse("cannot-act").of(*who))?);
    }
    if let Some(unit) = units(field, asking.side).into_iter().find(|u| all.iter().all(|p| p.unit != *u)) {
        return Err(refuse("not-placed").of(Ref::Unit(unit)));
    }
    zones::check(field, asking.side, &all)?;
    let ends = all.iter().map(|p| (p.unit, p.print.pose())).chain(general).collect();
    Ok(Ruling { ends, ..Ruling::default() })
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    if judge(asking, action).is_ok() {
        return Fitted { action: action.clone(), cut: Vec::new() };
    }
    let cut: Vec<Refusal> = judge(asking, action).err().into_iter().collect();
    let first = offer(asking, &Ask::all()).choices.into_iter().next();
    Fitted { action: first.map_or_else(|| action.clone(), |c| c.action), cut }
}

fn enact(asking: &Asking, action: &Action) -> Pass {
    let field = Field(asking.view);
    let mut told = Fact::new(SECRET, Tell::Said(Word("deploys")))
        .says(Word("deploys"))
        .word(Word("side"), crate::battle::Arg::Of(Ref::Side(asking.side)));
    for (who, place) in action.places() {
        let Ref::Unit(unit) = who else { continue };
        if free_general(field, asking.side) == Some(*unit) {
            told = told.change(put(*unit, Standing::Token(place.pose().at)));
            continue;
        }
        let (files, ranks) = formation(field, *unit);
        told = told.change(put(*unit, Standing::Block { pose: place.pose(), files, ranks }));
        if let Some(placed) = placed(field, *unit, *place) {
            told = follow::general(field, *unit, &placed.print, told);
        }
    }
    Pass::pop().tell(told)
}
