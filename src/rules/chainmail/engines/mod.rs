//! Catapults and guns (8.1, 8.2): in the Artillery step each side names its points and lines, who moves first before the other, or
//! both in secret (3.2); the dice fall before those of the missiles, and the dead with theirs.

mod aim;
mod choose;
mod strike;

use bevy::ecs::component::Component;
use bevy::ecs::resource::Resource;
use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::shooting::Volleys;
use super::state::Phase;
use super::switches::Switch;
use super::verb::Verb;
use super::weather;
use crate::battle::{
    Action, Answered, Arg, DiceHand, Effects, Fact, Handler, In, Job, Measured, Narration, Question, Ref, Refusal,
    Truth, alter_one, put, set,
};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, Roll};
use crate::ids::{Side, UnitId};
use crate::table::Mil;
pub use aim::Aim;
pub use choose::expected;

pub const KEY: Word = Word("engines");
pub const AT: Word = Word("at");
pub const TURNED: Word = Word("turned");
pub const COLOUR: Word = Word("colour");
const STEP: Cite = Cite("C29");
pub const STONE: Cite = Cite("C73");
pub const BALL: Cite = Cite("C75");

pub const HANDLER: Handler = Handler {
    key: KEY,
    verbs: &[Verb::Throw.word(), Verb::Fire.word(), Verb::Done.word()],
    offer: choose::offer,
    judge: choose::judge,
    fit: choose::fit,
    aim: choose::aimed,
    enact,
};

/// A machine (8.1, 8.2).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Engine {
    /// The range of its stones, least and most, and the circle that they strike, across.
    #[serde(default)]
    pub stones: Option<Stones>,
    /// Its balls.
    #[serde(default)]
    pub balls: Option<Balls>,
    /// It fires in every so many turns, with a full crew.
    pub every: u8,
}

/// What a machine throws.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stones {
    pub range: (In, In),
    pub circle: In,
}

/// What a gun fires: sections white and black in turn from the muzzle.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Balls {
    pub width: In,
    pub sections: Vec<In>,
}

/// How many turns a machine must still stand before it is loaded.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Loading(pub u8);

/// What is named in this step.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named(pub Vec<Aim>);

/// A job: the Artillery step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Artillery {
    pub last: bool,
}

/// A job: what is named is rolled, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lands {
    pub next: usize,
}

impl Job for Artillery {
    const NAME: &'static str = "chainmail.artillery";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(artillery, self, world)
    }
}

impl Job for Lands {
    const NAME: &'static str = "chainmail.shots-land";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(lands, self, world)
    }
}

/// Whether a machine may fire: loaded, not moved in this turn, not in melee, and not named yet.
///
/// # Errors
/// What keeps it from firing.
pub fn may_fire(field: Battlefield, unit: UnitId) -> Result<&'static Engine, Refusal> {
    let Some(engine) = field.kind(unit).engine.as_ref() else {
        return Err(Refusal::new(STEP, Word("no-machine")).of(Ref::Unit(unit)));
    };
    let cite = if engine.stones.is_some() { STONE } else { BALL };
    let refuse = |says: &'static str| Refusal::new(cite, Word(says)).of(Ref::Unit(unit));
    if !field.0.on_table(unit) {
        return Err(refuse("off-table"));
    }
    let loads = field.0.unit_state::<Loading>(unit).0;
    if loads > 0 {
        return Err(refuse("still-loads").above(Measured::Count(loads.into()), Measured::Count(0)));
    }
    let gone = field.acts(unit).gone;
    if gone != Mil::ZERO {
        return Err(refuse("machine-moved").above(Measured::Length(gone), Measured::Length(Mil::ZERO)));
    }
    if field.engaged(unit) {
        return Err(refuse("in-melee"));
    }
    if engine.balls.is_some() && engine.stones.is_none() && weather::rains(field) {
        return Err(refuse("wet-powder"));
    }
    if field.0.battle_state::<Named>().0.iter().any(|aim| aim.by == unit) {
        return Err(refuse("is-laid"));
    }
    Ok(engine)
}

/// How long a machine loads after it has fired: a turn more for each of its crew that is missing.
pub fn loading(engine: &Engine, crew: u8, whole: u8) -> u8 {
    engine.every + whole.saturating_sub(crew)
}

pub fn artillery(InRef(job): InRef<Artillery>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let can = |side: Side| field.side(side).any(|unit| may_fire(field, unit).is_ok());
    // Where all move together both name in secret; nothing is to be hidden from who fires nothing.
    if field.plays(Switch::Simultaneous) && Side::BOTH.into_iter().all(can) {
        return Effects::become_job(Lands { next: 0 }).ask(Question::drafted(HANDLER, Verb::Done.word(), STEP));
    }
    let side = if job.last { field.first().other() } else { field.first() };
    if can(side) && !field.phase().over {
        return Effects::stay().ask(Question::to(side, HANDLER, STEP));
    }
    let effects =
        if job.last { Effects::become_job(Lands { next: 0 }) } else { Effects::become_job(Artillery { last: true }) };
    if !field.phase().over {
        return effects;
    }
    let told = Fact::new(STEP, Narration::Said(Word("fire-named"))).word(Word("who"), Arg::Of(Ref::Side(side)));
    effects.fact(told.change(alter_one(|phase: &mut Phase| phase.over = false)))
}

pub fn lands(InRef(job): InRef<Lands>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let named = &field.0.battle_state::<Named>().0;
    let Some(aim) = named.get(job.next).copied() else {
        if named.is_empty() {
            return Effects::pop();
        }
        let over = Fact::new(STEP, Narration::Said(Word("engines-over"))).change(set(Named::default()));
        return Effects::pop().fact(over);
    };
    let next = Effects::become_job(Lands { next: job.next + 1 });
    let Some(engine) = field.kind(aim.by).engine.as_ref() else { return next };
    let side = field.0.side_of(aim.by);
    let mut roller = dice.roller();
    let die = Die::d6(side, Some(aim.by), Word("fire"));
    let faces = match aim.colour {
        None => roller.die(die).and_then(|over| Ok((over, Some(roller.die(die)?)))),
        Some(_) => roller.die(die).map(|face| (face, None)),
    };
    let (first, second) = match faces {
        Ok(faces) => faces,
        Err(need) => return Effects::need(need),
    };
    let (struck, miss) = strike::lands(field, engine, &aim, first, second);
    let fell: u16 = struck.iter().map(|(_, figures)| figures).sum();
    let tally = |face: u8| Tally::default().with(Word("die"), face.into(), aim.cite());
    let mut fact = Fact::new(aim.cite(), Narration::Said(Word(miss.says())))
        .word(Word("who"), Arg::Of(Ref::Unit(aim.by)))
        .word(Word("measured"), Arg::Measured(Measured::Length(miss.by)))
        .word(Word("killed"), Arg::Measured(Measured::Count(fell.into())))
        .dice(roller.rolled())
        .tally(tally(first))
        .change(put(aim.by, Loading(loading(engine, field.figures(aim.by), field.troop(aim.by).figures))))
        .change(alter_one(move |volleys: &mut Volleys| volleys.killed.extend(struck.iter().copied())));
    if let Some(second) = second {
        fact = fact.tally(tally(second));
    }
    next.fact(fact)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let side: Side = asking.side;
    match aim::read(field, action) {
        Some(aim) => {
            let told = Fact::new(aim.cite(), Narration::Said(Word("will-fire")))
                .word(Word("who"), Arg::Of(Ref::Unit(aim.by)))
                .change(alter_one(move |named: &mut Named| named.0.push(aim)));
            Effects::pop().fact(told)
        }
        None if asking.question.is_drafted() => Effects::pop(),
        None => {
            let done =
                Fact::new(STEP, Narration::Said(Word("no-more-fire"))).word(Word("who"), Arg::Of(Ref::Side(side)));
            Effects::pop().fact(done.change(alter_one(|phase: &mut Phase| phase.over = true)))
        }
    }
}

/// A machine that stood in this turn goes on loading; what changes of it at the end of a turn.
pub fn loads(field: Battlefield, unit: UnitId) -> Option<Fact> {
    let left = field.0.unit_state::<Loading>(unit).0;
    if left == 0 || field.acts(unit).gone > Mil::ZERO || field.acts(unit).melees > 0 {
        return None;
    }
    let said = if left == 1 { "loads" } else { "goes-on-loading" };
    let fact = Fact::new(STONE, Narration::Said(Word(said))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    Some(fact.change(put(unit, Loading(left - 1))))
}
