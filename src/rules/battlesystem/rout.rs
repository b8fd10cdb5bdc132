//! Routs (7.12, 10.3) and flights (8.6): free attacks, the run, and who is carried along.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::contact::contacts;
use super::danger::{self, Danger};
use super::data::tables;
use super::dress;
use super::losses::{gone, suffer, words};
use super::morale::Check;
use super::run::{self, Through};
use super::state::{GapDebt, Phase, Round, Stance};
use super::strike;
use super::troop::Class;
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Narration, Ref, Truth, alter, alter_one, put};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::{Cdeg, Mil};

const ROUT: Cite = Cite("BS95");
const FLIGHT: Cite = Cite("BS106");

/// A job: units that have failed their checks rout, Side A's first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Routs;

/// A job: a free attack at one who leaves a melee.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FreeAttack {
    pub by: UnitId,
    pub at: UnitId,
}

/// A job: a unit runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Runs {
    pub unit: UnitId,
    /// By its own will.
    pub flees: bool,
    /// It is routed already, and makes for its own edge.
    pub home: bool,
    /// The way that a flight takes.
    pub heading: Option<Cdeg>,
}

impl Job for Routs {
    const NAME: &'static str = "battlesystem.routs";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(routs, self, world)
    }
}

impl Job for FreeAttack {
    const NAME: &'static str = "battlesystem.free-attack";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(free_attack, self, world)
    }
}

impl Job for Runs {
    const NAME: &'static str = "battlesystem.runs";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(runs, self, world)
    }
}

/// Pushes the run of a unit and, on top of it, the free attacks of those whom it touches.
pub fn leaves(field: Battlefield, effects: Effects, runs: Runs) -> Effects {
    let strikers = contacts(field, runs.unit);
    let may = |enemy: &UnitId| !field.stance(*enemy).routed && !field.round(*enemy).breaks;
    let effects = effects.push(runs);
    strikers.into_iter().filter(may).rev().fold(effects, |effects, by| effects.push(FreeAttack { by, at: runs.unit }))
}

pub fn routs(InRef(_): InRef<Routs>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let first = field.first();
    let breaking = |side: Side| field.side(side).find(|unit| field.round(*unit).breaks && !field.stance(*unit).routed);
    let Some(unit) = breaking(first).or_else(|| breaking(first.other())) else {
        return seen(field);
    };
    let opens = field.class(unit) != Class::Mob;
    let stance = Stance { open: opens, routed: true, out: true, ..field.stance(unit) };
    let marked = Narration::Marked { of: Ref::Unit(unit), what: Word("routed"), on: true };
    let near = beside(field, unit);
    let fact = Fact::new(ROUT, marked)
        .change(put(unit, stance))
        .change(put(unit, GapDebt(0)))
        .change(alter_one(move |phase: &mut Phase| phase.seen.extend(near.iter().copied())));
    let runs = Runs { unit, flees: false, home: false, heading: None };
    let mut effects = Effects::stay().fact(fact);
    let touched = !contacts(field, unit).is_empty();
    if touched && !field.round(unit).risked {
        effects = effects.push(Danger { unit, lost_at: None, checks: true });
    }
    leaves(field, effects, runs)
}

/// Friends who skirmish within six inches of one who routs (10.2).
fn beside(field: Battlefield, unit: UnitId) -> Vec<UnitId> {
    let sees = |other: &UnitId| *other != unit && field.skirmishes(*other) && !field.stance(*other).routed;
    let near = field.side(field.0.side_of(unit)).filter(sees);
    near.filter(|other| field.distance(unit, *other) <= tables().skirmish.sees).collect()
}

/// When all have run that rout, the skirmishers check who have seen it.
fn seen(field: Battlefield) -> Effects {
    let mut seen = field.phase().seen.clone();
    if seen.is_empty() {
        return Effects::pop();
    }
    seen.sort_unstable();
    seen.dedup();
    let told = Fact::new(Cite("BS96"), Narration::Said(Word("seen-to-rout")));
    let effects = Effects::stay().fact(told.change(alter_one(|phase: &mut Phase| phase.seen.clear())));
    seen.into_iter().rev().fold(effects, |effects, unit| effects.push(Check { unit, before: u8::MAX, always: true }))
}

pub fn free_attack(InRef(job): InRef<FreeAttack>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    if !field.0.on_table(job.at) || !field.0.on_table(job.by) {
        return Effects::pop();
    }
    let strike = strike::free(field, job.by, job.at);
    if strike.attacks == 0 {
        return Effects::pop();
    }
    let mut roller = dice.roller();
    let struck = match strike::roll(&mut roller, &strike) {
        Ok(struck) => struck,
        Err(need) => return Effects::need(need),
    };
    let (a, b) = (Ref::Unit(job.by), Ref::Unit(job.at));
    let told = Fact::new(FLIGHT, Narration::Fought { a, b })
        .says(Word("strikes-leaver"))
        .word(Word("who"), Arg::Of(a))
        .word(Word("whom"), Arg::Of(b))
        .word(Word("damage"), words(struck.damage))
        .dice(roller.rolled())
        .tally(struck.tally);
    let before = field.lost(job.at);
    let (facts, lost) = suffer(field, job.at, struck.damage, &touched(field, job.at, job.by), true);
    let effects = Effects::pop().fact(told).facts(facts);
    if lost == field.figures(job.at) {
        let lost_at = Some(danger::last_stood(field, job.at));
        return effects.push(Danger { unit: job.at, lost_at, checks: false });
    }
    // Who flees by his own will checks for what it costs him (8.6).
    if field.stance(job.at).routed { effects } else { effects.push(Check { unit: job.at, before, always: false }) }
}

/// The figures of a unit that touch an enemy, in their order.
pub fn touched(field: Battlefield, unit: UnitId, by: UnitId) -> Vec<u8> {
    super::contact::opponents(field, unit).iter().filter(|touch| touch.of == by).map(|touch| touch.figure).collect()
}

pub fn runs(InRef(job): InRef<Runs>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    if !field.0.on_table(unit) {
        return Effects::pop();
    }
    // A flight during which a check has failed is a rout.
    let flees = job.flees && !field.round(unit).breaks;
    let rate = field.kind(unit).rate();
    let by = if flees { field.left(unit) } else { Mil((rate.0 as f32 * tables().rout.share) as i32) };
    let near = run::nearest(field, unit).into_iter().collect::<Vec<_>>();
    let heading = match (job.heading.filter(|_| flees), job.home) {
        (Some(heading), _) => heading,
        (None, true) => run::homeward(field.0.side_of(unit)),
        (None, false) => run::away(field, unit, &near),
    };
    let ran = run::way(field, unit, heading, by, if flees { Through::Nobody } else { Through::Friends });
    let cite = if flees { FLIGHT } else { ROUT };
    if ran.off {
        return checks(field, Effects::pop().fact(gone(field, unit, cite, Word("off"))), &ran.through);
    }
    let spent = alter(unit, move |round: &mut Round| {
        round.ran = true;
        round.begun = true;
        round.done = true;
        round.withdrew |= flees;
        round.breaks = false;
        round.spent = rate;
    });
    let opens = field.class(unit) != Class::Mob;
    let stance = Stance { open: opens, routed: !flees, out: field.stance(unit).out || !flees, ..field.stance(unit) };
    let (from, mut effects) = (field.front(unit), Effects::pop());
    let Some(body) = ran.body else {
        // There is no room for it anywhere: it stays, and is caught if it is touched.
        let held = Fact::new(cite, Narration::Said(Word("cannot-run"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
        effects = effects.fact(held.change(spent).change(put(unit, stance)).change(put(unit, GapDebt(0))));
        return if flees || contacts(field, unit).is_empty() {
            effects
        } else {
            effects.fact(gone(field, unit, ROUT, Word("surrenders")))
        };
    };
    let moved = Narration::Moved { who: vec![Ref::Unit(unit)], along: vec![vec![from, body.facing()]] };
    let fact = Fact::new(cite, moved)
        .says(if flees { Word("flees") } else { Word("runs") })
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .change(put(unit, GapDebt(0)))
        .change(spent);
    checks(field, effects.fact(dress::placed(fact, &body, stance)), &ran.through)
}

/// Friends through whom routers pass check, once a round (BS96), and rout in their turn.
fn checks(field: Battlefield, effects: Effects, through: &[UnitId]) -> Effects {
    let fresh: Vec<UnitId> = through.iter().copied().filter(|unit| !field.round(*unit).jostled).collect();
    if fresh.is_empty() {
        return effects;
    }
    let said = Fact::new(Cite("BS96"), Narration::Said(Word("run-through")));
    let said =
        fresh.iter().fold(said, |said, unit| said.change(alter(*unit, |round: &mut Round| round.jostled = true)));
    let effects = effects.fact(said).push(Routs);
    fresh.iter().rev().fold(effects, |effects, unit| effects.push(Check { unit: *unit, before: u8::MAX, always: true }))
}
