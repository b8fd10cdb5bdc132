//! Deployment (13): a die each, the lower places his whole army first; or both at once, unseen.

mod ready;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::data::{tables, terrain_kind};
use super::muster::stood;
use super::state::Stance;
use super::switches::Switch;
use super::troop::Class;
use crate::battle::notation::{Kind, vocabulary};
use crate::battle::placing::{self, List, Lists};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Clock, DiceHand, Effects, Fact, Handler, Job, Narration, Offer, Question, Ref,
    Refusal, Ruling, Truth, put, set,
};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, Roll};
use crate::ids::{Side, UnitId};
use crate::table::measure::overlap;
use crate::table::{Footprint, Footprints, Mil, Place, Placement};

/// The question's word, and the verb of its answer.
pub const KEY: Word = Word("deploy");
/// The step, before the first round.
pub const STEP: Word = Word("set-up");
/// The values of a deployment that list who stands in open formation, and who stands in so many ranks.
const OPEN: Word = Word("open");
const RANKS: [Word; 4] = [Word("one-deep"), Word("two-deep"), Word("three-deep"), Word("four-deep")];

const SET_UP: Cite = Cite("BS131");

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
    /// A die each: the lower places first.
    Dice,
    Places(Side),
    Answers(Side),
    Done,
}

impl Job for SetUp {
    const NAME: &'static str = "battlesystem.set-up";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(set_up, self, world)
    }
}

/// Registers the words of the question.
pub fn install(world: &mut World) {
    vocabulary(world, &RANKS.map(|word| (word.0, Kind::Refs)));
}

fn set_up(InRef(job): InRef<SetUp>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let asks = |side| Question::to(side, HANDLER, SET_UP);
    match *job {
        SetUp::Begins => {
            let clock = Clock { turn: 0, step: STEP, side: None };
            Effects::become_job(SetUp::Dice).fact(Fact::new(SET_UP, Narration::Began(STEP)).change(set(clock)))
        }
        SetUp::Dice if field.plays(Switch::Secret) => {
            Effects::become_job(SetUp::Done).ask(Question::secret(HANDLER, SET_UP))
        }
        SetUp::Dice => first(&dice),
        SetUp::Places(side) => Effects::become_job(SetUp::Answers(side.other())).ask(asks(side)),
        SetUp::Answers(side) => Effects::become_job(SetUp::Done).ask(asks(side)),
        SetUp::Done => Effects::pop(),
    }
}

/// Who places first: the lower die; ties are thrown again.
fn first(dice: &DiceHand) -> Effects {
    let mut roller = dice.roller();
    let mut faces = [0; 2];
    for (face, side) in faces.iter_mut().zip(Side::BOTH) {
        match roller.die(Die::d6(side, None, Word("places-first"))) {
            Ok(rolled) => *face = rolled,
            Err(need) => return Effects::need(need),
        }
    }
    let lower = match faces[0].cmp(&faces[1]) {
        std::cmp::Ordering::Less => Some(Side::North),
        std::cmp::Ordering::Greater => Some(Side::South),
        std::cmp::Ordering::Equal => None,
    };
    let tally = |face: u8| Tally::default().with(Word("die"), face.into(), SET_UP);
    let told = Fact::new(SET_UP, Narration::Said(Word(if lower.is_some() { "places-first" } else { "places-again" })))
        .word(Word("who"), Arg::Of(Ref::Side(lower.unwrap_or(Side::North))))
        .dice(roller.rolled())
        .tally(tally(faces[0]))
        .tally(tally(faces[1]));
    match lower {
        Some(side) => Effects::become_job(SetUp::Places(side)).fact(told),
        None => Effects::stay().fact(told),
    }
}

/// The fighting units of a side, placed or not.
fn units(field: Battlefield<'_>, side: Side) -> impl Iterator<Item = UnitId> {
    field.0.roster().of(side).filter(move |unit| field.is_troop(*unit))
}

/// How a unit is drawn up there, by the lists of an action: its stance and where its bases stand.
fn drawn_up(field: Battlefield, unit: UnitId, place: Place, action: &Action) -> (Stance, Placement) {
    let troop = field.troop(unit);
    let stance = field.stance(unit);
    let listed = |name: Word| action.refs(name).contains(&Ref::Unit(unit));
    let open = match (troop.class, action.value(OPEN)) {
        (Class::Regular, Some(_)) => listed(OPEN),
        _ => stance.open,
    };
    let ranks = (1..).zip(RANKS).find(|(_, name)| listed(*name)).map(|(ranks, _)| ranks);
    let files = match (troop.class, ranks) {
        (Class::Mob, _) | (_, None) => stance.files,
        (_, Some(ranks)) => troop.figures.div_ceil(ranks),
    };
    (
        Stance { open, files, ..stance },
        stood(troop.kind, troop.class, (open, files, troop.figures), place.pose(), *field.0.battle_state()),
    )
}

/// Who of a side may be listed for that: regular units as open, all but mobs in so many ranks, skirmishers in three at most.
fn able(field: Battlefield, side: Side, name: Word) -> Vec<Ref> {
    let may = |unit: &UnitId| match field.troop(*unit).class {
        Class::Regular => true,
        Class::Skirmish => name != OPEN && name != RANKS[3],
        Class::Mob => false,
    };
    units(field, side).filter(may).map(Ref::Unit).collect()
}

/// What a deployment may list: a unit has one depth, in open formation or not.
fn lists(field: Battlefield, side: Side) -> Lists {
    let opened = |unit: &UnitId| field.troop(*unit).class == Class::Regular && field.stance(*unit).open;
    let excludes = |name: Word| match name {
        OPEN => Vec::new(),
        _ => RANKS.into_iter().filter(|other| *other != name).collect(),
    };
    let list = |name| List {
        name,
        able: able(field, side, name),
        listed: if name == OPEN { units(field, side).filter(opened).map(Ref::Unit).collect() } else { Vec::new() },
        excludes: excludes(name),
    };
    Lists { key: KEY, cite: SET_UP, side, lists: std::iter::once(OPEN).chain(RANKS).map(list).collect() }
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let side = asking.side;
    let lists = lists(field, side);
    let choice = |places| lists.choice(places);
    let choices = ready::plans(field, side).into_iter().map(choice).filter(|of| judge(asking, &of.action).is_ok());
    Offer { question: KEY, choices: choices.collect(), ..Offer::default() }
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let (field, side) = (Battlefield::of(asking.view), asking.side);
    let places = lists(field, side).places(asking, action, units(field, side))?;
    let forms: Vec<(UnitId, Stance, Placement)> = places
        .iter()
        .map(|(unit, place)| {
            let (stance, placement) = drawn_up(field, *unit, *place, action);
            (*unit, stance, placement)
        })
        .collect();
    let zone = placing::zone(&field.0, side, Mil::measured(tables().deployment), Mil::ZERO);
    let drawn: Vec<(UnitId, Placement)> = forms.iter().map(|(unit, _, at)| (*unit, at.clone())).collect();
    check(field, &forms).map_err(|why| placing::drawn(why, zone.clone(), &drawn))?;
    let ends = places.iter().map(|(unit, place)| (*unit, place.pose())).collect();
    Ok(Ruling { ends, forms: drawn, marks: vec![zone], ..Ruling::default() })
}

/// Checks where a side's units would stand (BS131): wholly in the zone, clear of each other and of ground closed to them.
fn check(field: Battlefield, forms: &[(UnitId, Stance, Placement)]) -> Result<(), Refusal> {
    let mut stand: Vec<(UnitId, Footprints)> = Vec::new();
    for (unit, stance, placement) in forms {
        let prints = placement.footprints(field.size(*unit));
        for print in &prints {
            fits(field, *unit, stance, print)?;
            let over = |(friend, others): &(UnitId, Footprints)| {
                others.iter().find(|other| overlap(print, other)).map(|on| (*friend, *on))
            };
            if let Some((friend, on)) = stand.iter().find_map(over) {
                return Err(placing::overlaps(SET_UP, (*unit, print), (friend, &on)));
            }
        }
        stand.push((*unit, prints));
    }
    Ok(())
}

fn fits(field: Battlefield, unit: UnitId, stance: &Stance, print: &Footprint) -> Result<(), Refusal> {
    let corners = print.corners();
    if !field.0.ground().holds(print) {
        return Err(placing::off_table(&field.0, unit, &corners, SET_UP));
    }
    placing::check_zone(&field.0, unit, &corners, Mil::measured(tables().deployment), SET_UP)?;
    let regular = field.troop(unit).class == Class::Regular;
    let closed = |word: Word| {
        terrain_kind(word.0).is_some_and(|kind| {
            let rules = field.plays(Switch::Terrain);
            let horse = kind.foot_only && field.kind(unit).mounted;
            kind.closed || (rules && ((kind.open && regular && !stance.open) || horse))
        })
    };
    match field.0.ground().under(print).find(|piece| closed(piece.kind)) {
        None => Ok(()),
        Some(piece) => Err(Refusal::new(SET_UP, Word("may-not-stand"))
            .of(Ref::Unit(unit))
            .word(Word("terrain"), Arg::Of(Ref::Terrain(piece.id)))),
    }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let mut told = placing::deployed(asking.side, SET_UP);
    for (who, place) in action.places() {
        if let Ref::Unit(unit) = who {
            let (stance, placement) = drawn_up(field, *unit, *place, action);
            told = told.change(put(*unit, placement)).change(put(*unit, stance));
        }
    }
    Effects::pop().fact(told)
}
