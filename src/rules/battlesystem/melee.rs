//! The Melee Phase (8): melee after melee, both sides strike, losses, checks, routs.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::body::Body;
use super::contact::{contacts, in_contact};
use super::danger::{self, Danger};
use super::data::tables;
use super::losses::{killed, suffer, words};
use super::morale::{Check, is_due};
use super::obstacle::came_upon;
use super::rout::{Routs, touched};
use super::state::{Phase, Round, Upon};
use super::strike;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, DiceHand, Effects, Fact, Handler, Job, Narration, Offer, Question, Ref,
    Truth, Value, alter, alter_one, put,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::{Cdeg, Mil};

pub const KEY: Word = Word("melee");
const FIGHT: Word = Word("fight");
const AT: Word = Word("at");
const RULE: Cite = Cite("BS107");

/// Which melee is fought next.
pub const HANDLER: Handler = Handler::plain(KEY, &[FIGHT], offer, enact);

/// A job: the Melee Phase.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Melees;

/// A job: one melee; the first unit is Side A's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Melee {
    pub a: UnitId,
    pub b: UnitId,
}

/// A job: an enemy who has lost touch by removals closes up (8.5).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClosesUp {
    pub unit: UnitId,
    pub to: UnitId,
}

impl Job for Melees {
    const NAME: &'static str = "battlesystem.melees";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(melees, self, world)
    }
}

impl Job for Melee {
    const NAME: &'static str = "battlesystem.melee";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(melee, self, world)
    }
}

impl Job for ClosesUp {
    const NAME: &'static str = "battlesystem.closes-up";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(closes_up, self, world)
    }
}

/// Melees that are still to be fought: Side A's unit and the other's.
fn pending(field: Battlefield) -> Vec<(UnitId, UnitId)> {
    let fought = &field.phase().fought;
    let of = |unit: UnitId| contacts(field, unit).into_iter().map(move |enemy| (unit, enemy));
    let all = field.side(field.first()).flat_map(of);
    let stands = |unit: UnitId| !field.stance(unit).routed;
    all.filter(|(a, b)| !fought.contains(&(*a, *b)) && (stands(*a) || stands(*b))).collect()
}

pub fn melees(InRef(_): InRef<Melees>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    if let Some(escapes) = super::ride::escapes(field) {
        return escapes;
    }
    match pending(field)[..] {
        [] => Effects::pop(),
        [(a, b)] => Effects::stay().push(Melee { a, b }),
        _ => Effects::stay().ask(Question::to(field.first(), HANDLER, RULE)),
    }
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let choice = |(a, b): (UnitId, UnitId)| {
        let action = Action::new(Ref::Unit(a), FIGHT).with(AT, Value::Refs(vec![Ref::Unit(b)]));
        Choice::ending(action, RULE)
    };
    let choices: Vec<Choice> = pending(field).into_iter().map(choice).collect();
    Offer { question: KEY, choices: choices.into(), ..Offer::default() }
}

fn enact(_: &Answered, action: &Action) -> Effects {
    match (&action.who[..], action.unit(AT)) {
        ([Ref::Unit(a)], Some(b)) => Effects::pop().push(Melee { a: *a, b }),
        _ => Effects::pop(),
    }
}

pub fn melee(InRef(job): InRef<Melee>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let (a, b) = (job.a, job.b);
    if !in_contact(field, a, b) {
        return Effects::pop();
    }
    // Skirmishers check before blows, once a melee and round (10.2).
    let checks = [(a, b), (b, a)].into_iter().filter(|pair| {
        field.skirmishes(pair.0) && !field.stance(pair.0).routed && !field.phase().checked.contains(pair)
    });
    let checks: Vec<(UnitId, UnitId)> = checks.collect();
    if !checks.is_empty() {
        let told = Fact::new(Cite("BS116"), Narration::Said(Word("skirmishers-touched")));
        let units: Vec<UnitId> = checks.iter().map(|(unit, _)| *unit).collect();
        let told = told.change(alter_one(move |phase: &mut Phase| phase.checked.extend(checks.iter().copied())));
        let effects = Effects::stay().fact(told).push(Routs);
        return units
            .into_iter()
            .rev()
            .fold(effects, |effects, unit| effects.push(Check { unit, before: u8::MAX, always: true }));
    }
    let second_first = came_upon(field, b, a);
    let order = if second_first { [b, a] } else { [a, b] };
    let strikes = order.map(|unit| strike::melee(field, unit, if unit == a { b } else { a }));
    let mut roller = dice.roller();
    let mut struck = Vec::new();
    for strike in &strikes {
        match if strike.attacks > 0 { strike::roll(&mut roller, strike).map(Some) } else { Ok(None) } {
            Ok(one) => struck.push(one),
            Err(need) => return Effects::need(need),
        }
    }
    let damage: Vec<i32> = struck.iter().map(|one| one.as_ref().map_or(0, |struck| struck.damage)).collect();
    let [one, other] = order;
    let count = |n: usize| Arg::Measured(crate::battle::Measured::Count(strikes[n].attacks));
    let fought = Fact::new(RULE, Narration::Fought { a: Ref::Unit(one), b: Ref::Unit(other) });
    let (of_one, of_other) = (Arg::Of(Ref::Unit(one)), Arg::Of(Ref::Unit(other)));
    // Of two who touch one may strike with nobody: it is routed, or its figures fight others.
    let mut told = match [0, 1].map(|n: usize| strikes[n].attacks > 0) {
        [true, true] => fought
            .says(Word("fights"))
            .word(Word("who"), of_one)
            .word(Word("whom"), of_other)
            .word(Word("attacks"), count(0))
            .word(Word("attacks2"), count(1))
            .word(Word("damage"), words(damage[0]))
            .word(Word("damage2"), words(damage[1])),
        [false, false] => fought.says(Word("fights-not")).word(Word("who"), of_one).word(Word("whom"), of_other),
        [first, _] => {
            let (n, who, whom) = if first { (0, of_one, of_other) } else { (1, of_other, of_one) };
            fought
                .says(Word("fights-alone"))
                .word(Word("who"), who)
                .word(Word("whom"), whom)
                .word(Word("attacks"), count(n))
                .word(Word("damage"), words(damage[n]))
        }
    };
    told = told.dice(roller.rolled()).change(alter_one(move |phase: &mut Phase| phase.fought.push((a, b))));
    for one in struck.into_iter().flatten() {
        told = told.tally(one.tally);
    }
    for (unit, other) in [(a, b), (b, a)] {
        if came_upon(field, unit, other) && !field.0.unit_state::<Upon>(unit).0.contains(&other) {
            told = told.change(alter(unit, move |upon: &mut Upon| upon.0.push(other)));
        }
    }
    for unit in order {
        told = told.change(alter(unit, |round: &mut Round| round.risked = false));
    }
    // Each suffers what the other has done, together.
    let suffered = [(other, damage[0]), (one, damage[1])];
    // Whoever touches one of the two may lose touch of it by the removals.
    let beside =
        [a, b].into_iter().flat_map(|to| contacts(field, to).into_iter().map(move |unit| ClosesUp { unit, to }));
    let mut effects = Effects::pop().fact(told).push(Routs);
    let (mut checks, mut dangers) = (Vec::new(), Vec::new());
    for (unit, damage) in suffered {
        let (before, had) = (field.lost(unit), field.figures(unit));
        let by = if unit == one { other } else { one };
        let (lost, _) = killed(field, unit, damage);
        let (facts, _) = suffer(field, unit, damage, &touched(field, unit, by), false);
        effects = effects.facts(facts);
        if lost * 2 >= had && had > 0 {
            let lost_at = (lost == had).then(|| danger::last_stood(field, unit));
            let checks = is_due(field.troop(unit).figures, before, before + lost);
            dangers.push(Danger { unit, lost_at, checks });
        }
        if lost > 0 && lost < had {
            checks.push(Check { unit, before, always: false });
        }
    }
    // Commanders are in danger at once, then their units check.
    checks.sort_by_key(|check| check.unit == a);
    effects = checks.into_iter().fold(effects, |effects, check| effects.push(check));
    effects = dangers.into_iter().rev().fold(effects, |effects, danger| effects.push(danger));
    // Closing up belongs to the removals, and comes before the checks that they cause.
    beside.fold(effects, Effects::push)
}

pub fn closes_up(InRef(job): InRef<ClosesUp>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let (unit, to) = (job.unit, job.to);
    let there = field.0.on_table(unit) && field.0.on_table(to);
    if !there
        || field.skirmishes(unit)
        || field.stance(unit).routed
        || field.stance(to).routed
        || in_contact(field, unit, to)
    {
        return Effects::pop();
    }
    if !contacts(field, unit).is_empty() || field.distance(unit, to) > tables().moves.closing + 0.05 {
        return Effects::pop();
    }
    let body = Body::of(field, unit);
    let (direction, by) = (body.direction(Cdeg::ZERO), Mil::measured(tables().moves.closing));
    let columns = body.columns();
    let mut stops = body.advance(field, &columns, direction, by);
    let Some(first) = stops.iter().filter(|stop| stop.met == Some(to)).map(|stop| stop.by).min() else {
        return Effects::pop();
    };
    for stop in &mut stops {
        stop.by = stop.by.min(first);
    }
    if super::ground::limit(field, &body, direction, first).is_some() {
        return Effects::pop();
    }
    let end = body.moved(&columns, &stops, direction);
    let moved = Narration::Moved { who: vec![Ref::Unit(unit)], along: vec![vec![body.facing(), end.facing()]] };
    let fact = Fact::new(Cite("BS126"), moved).says(Word("closes-up")).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    let fact = fact.change(put(unit, end.placement.clone()));
    Effects::pop().fact(fact.change(put(unit, super::state::Ragged(end.labels))))
}
