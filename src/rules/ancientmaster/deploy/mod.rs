//! Deployment (A4, W78, W124): with `deploy: Free` both sides set up at once, unseen; with the switch `one_by_one` a unit at a
//! time, in turn, who has more units first, and the characters last.

mod places;
mod ready;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use self::places::{COLUMN, JOINED, LINE, Stands, can_be_in, check, stands, zone};
use super::battlefield::Battlefield;
use super::state::{Joined, Listed};
use super::switches::Switch;
use crate::battle::notation::{Kind, vocabulary};
use crate::battle::roll_off::RollOff;
use crate::battle::shape::said_by;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Clock, DiceHand, Effects, Fact, Handler, Job, Narration, Offer, PLACES,
    Param, Question, Range, Ref, Refusal, Ruling, Takes, Truth, Value, placing, put, set,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::{Place, Placement};

/// The question's word, and the verb of its answer.
pub const KEY: Word = Word("deploy");
/// The step, before the first turn.
pub const STEP: Word = Word("set-up");
/// The value of a question that is about one unit or character at a time.
const ONE: Word = Word("one");
const SET_UP: Cite = Cite("A4");
/// A unit farther than this from where the file has it counts as placed elsewhere, inches.
const FAR: f32 = 6.0;

/// Where a side's units stand at first.
pub const HANDLER: Handler = Handler {
    judge,
    fit: placing::fit,
    aim: |asking, choice, _| placing::fit(asking, &choice.action),
    ..Handler::plain(KEY, &[KEY], offer, enact)
};

/// A job: how far the set-up has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum SetUp {
    Begins,
    /// Both place everything in secret.
    Together,
    /// A die says who places first, where both have as many units.
    WhoFirst,
    /// A side places a unit, or where all units stand a character.
    Next(Side),
    Done,
}

impl Job for SetUp {
    const NAME: &'static str = "ancientmaster.set-up";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(set_up, self, world)
    }
}

/// Who places first: the LOWER die (A4), so the other one than who has won the roll.
const PLACES_FIRST: RollOff =
    RollOff { cite: SET_UP, why: Word("places-first"), won: Word("places-second"), again: Word("places-again") };

/// Registers the words of the question.
pub fn install(world: &mut World) {
    vocabulary(world, &[COLUMN, LINE, JOINED].map(|word| (word.0, Kind::Refs)));
}

fn set_up(InRef(job): InRef<SetUp>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    match *job {
        SetUp::Begins => {
            let began = Fact::new(SET_UP, Narration::Began(STEP));
            let began = began.change(set(Clock { turn: 0, step: STEP, side: None }));
            let [north, south] = Side::BOTH.map(|side| to_place(field, side, false).len());
            let next = match north.cmp(&south) {
                _ if !field.plays(Switch::OneByOne) => SetUp::Together,
                std::cmp::Ordering::Greater => SetUp::Next(Side::North),
                std::cmp::Ordering::Less => SetUp::Next(Side::South),
                std::cmp::Ordering::Equal => SetUp::WhoFirst,
            };
            Effects::become_job(next).fact(began)
        }
        SetUp::Together => Effects::become_job(SetUp::Done).ask(Question::secret(HANDLER, SET_UP)),
        SetUp::WhoFirst => {
            PLACES_FIRST.roll(dice, |side, told| Effects::become_job(SetUp::Next(side.other())).fact(told))
        }
        SetUp::Next(side) => next(field, side),
        SetUp::Done => Effects::pop(),
    }
}

/// A side's units, or its characters, that are not on the table yet.
fn to_place(field: Battlefield, side: Side, leaders: bool) -> Vec<UnitId> {
    let of = |unit: &UnitId| field.leader(*unit).is_some() == leaders && !field.0.on_table(*unit);
    field.0.roster().of(side).filter(of).collect()
}

/// Whom a side may place next: a unit, and when all units of both stand, a character.
fn pending(field: Battlefield, side: Side) -> Vec<UnitId> {
    let any = Side::BOTH.iter().any(|of| !to_place(field, *of, false).is_empty());
    to_place(field, side, !any)
}

/// The side places one; when it has none left the other does.
fn next(field: Battlefield, side: Side) -> Effects {
    let sides = [side, side.other()].into_iter().find(|side| {
        let question = one(*side);
        let asking = Asking { view: field.0, question: &question, side: *side };
        !offer(&asking, &Ask::all()).choices.is_empty()
    });
    match sides {
        Some(side) => Effects::become_job(SetUp::Next(side.other())).ask(one(side)),
        None => Effects::pop(),
    }
}

fn one(side: Side) -> Question {
    Question::to(side, HANDLER, SET_UP).with(ONE, Value::Flag(true))
}

fn is_one(asking: &Asking) -> bool {
    asking.question.value(ONE).is_some()
}

fn deployment(side: Side, places: Vec<(UnitId, Place)>) -> Action {
    let places = places.into_iter().map(|(unit, place)| (Ref::Unit(unit), place)).collect();
    Action::new(Ref::Side(side), KEY).with(PLACES, Value::Places(places))
}

/// The choice of those places, with who is in which formation, and which characters are with the units that they touch.
fn choice(field: Battlefield, side: Side, places: Vec<(UnitId, Place)>) -> Choice {
    let placed = |of: &UnitId| places.iter().any(|(unit, _)| unit == of);
    let with = |of: &UnitId| field.0.get::<Listed>(*of).is_some_and(|listed| listed.with.is_some());
    let leaders = || field.0.roster().of(side).filter(|of| field.leader(*of).is_some() && placed(of));
    let joined: Vec<Ref> = leaders().filter(|of| with(of)).map(Ref::Unit).collect();
    let all: Vec<Ref> = leaders().map(Ref::Unit).collect();
    let formed = can_be_in(field, places.iter().map(|(unit, _)| *unit));
    let mut action = deployment(side, places);
    let mut params = Vec::new();
    for (name, from, listed) in [(COLUMN, formed.clone(), vec![]), (LINE, formed, vec![]), (JOINED, all, joined)] {
        if !from.is_empty() {
            action = action.with(name, Value::Refs(listed));
            let most = u8::try_from(from.len()).unwrap_or(u8::MAX);
            params.push(Param::panel(name, Range::Pick { from, least: 0, most }));
        }
    }
    Choice { params, ..Choice::ending(action, SET_UP) }
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let (field, side) = (Battlefield::of(asking.view), asking.side);
    let plans = ready::plans(field, side);
    let accepted = |choice: &Choice| judge(asking, &choice.action).is_ok();
    let choices: Vec<Choice> = if is_one(asking) {
        // Of each who may be placed now, the first of its places that is free.
        let of = |unit: UnitId| {
            let places = plans.iter().filter_map(|plan| plan.iter().find(|(of, _)| *of == unit).copied());
            places.chain(ready::elsewhere(field, unit)).map(|place| choice(field, side, vec![place])).find(accepted)
        };
        pending(field, side).into_iter().filter_map(of).collect()
    } else {
        plans.into_iter().map(|places| choice(field, side, places)).filter(accepted).collect()
    };
    Offer { question: KEY, choices: choices.into(), ..Offer::default() }
}

/// How an action places units, if it is accepted.
fn read(asking: &Asking, action: &Action) -> Result<Vec<Stands>, Refusal> {
    let (field, side) = (Battlefield::of(asking.view), asking.side);
    said_by(SET_UP, action, KEY, side)?;
    let known = |name: Word| [PLACES, COLUMN, LINE, JOINED].contains(&name);
    if action.value(PLACES).is_none() || action.with.iter().any(|(name, _)| !known(*name)) {
        let may = [COLUMN, LINE, JOINED].map(|name| (name, Takes::Refs));
        return Err(Refusal::values(SET_UP, action, &[(PLACES, Takes::Places)], &may));
    }
    let placed = stands(field, side, action)?;
    let refuse = |says, unit: UnitId| Err(Refusal::new(SET_UP, Word(says)).of(Ref::Unit(unit)));
    if is_one(asking) {
        let may = pending(field, side);
        match placed[..] {
            [ref only] if may.contains(&only.unit) => {}
            _ => return Err(Refusal::new(SET_UP, Word("place-one")).of(Ref::Side(side))),
        }
    } else if let Some(unit) = field.0.roster().of(side).find(|unit| placed.iter().all(|of| of.unit != *unit)) {
        return refuse("not-placed", unit);
    }
    let zone = zone(field, side);
    let forms: Vec<(UnitId, Placement)> = placed.iter().map(|of| (of.unit, of.placement.clone())).collect();
    check(field, side, &placed).map_err(|why| placing::drawn(why, zone, &forms))?;
    Ok(placed)
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let field = Battlefield::of(asking.view);
    let placed = read(asking, action)?;
    let end = |of: &Stands| Some((of.unit, of.placement.pose(field.size(of.unit))?));
    let ends = placed.iter().filter_map(end).collect();
    let forms = placed.iter().map(|of| (of.unit, of.placement.clone())).collect();
    Ok(Ruling { ends, forms, marks: vec![zone(field, asking.side)], ..Ruling::default() })
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let Ok(placed) = read(&asking.judged, action) else { return Effects::pop() };
    let told = match &placed[..] {
        [only] if is_one(&asking.judged) => {
            Fact::new(SET_UP, Narration::Said(Word("placed"))).word(Word("who"), Arg::Of(Ref::Unit(only.unit)))
        }
        _ => placing::deployed(asking.side, SET_UP),
    };
    let told = placed.into_iter().fold(told, |told, of| {
        let told = told.change(put(of.unit, of.placement));
        if of.with.is_some() { told.change(put(of.unit, Joined(of.with))) } else { told }
    });
    Effects::pop().fact(told)
}

/// How much a deployment is preferred: most if it is nearly the file's.
pub fn preference(field: Battlefield, action: &Action) -> f32 {
    let places = action.places();
    let off = places.iter().filter_map(|(who, place)| {
        let Ref::Unit(unit) = who else { return None };
        let listed = field.0.get::<Listed>(*unit)?.placement.pose(field.size(*unit))?;
        Some(listed.at.distance(place.pose().at).min(FAR) / FAR)
    });
    -off.sum::<f32>() / places.len().max(1) as f32
}
