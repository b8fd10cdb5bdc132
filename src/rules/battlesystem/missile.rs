//! Missiles (9): two windows of a round, each figure for itself, losses together.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::contact::contacts;
use super::damage::damage;
use super::danger::{self, Danger};
use super::data::tables;
use super::losses::{suffer, words};
use super::morale::Check;
use super::rout::Routs;
use super::sight::{cover, seen};
use super::state::{Phase, Round};
use super::switches::Switch;
use super::troop::{Class, Missile};
use super::verb::Verb;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, DiceHand, Effects, Fact, Handler, Job, Measured, Narration, Offer,
    Question, Ref, Refusal, Ruling, Truth, Value, View, alter, alter_one, plain,
};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, Roll};
use crate::ids::{Side, UnitId};
use crate::table::measure::{distance, nearest_points};
use crate::table::{Cdeg, Footprint, Mil};

pub const KEY: Word = Word("shoot");
const AT: Word = Word("at");
const WINDOW: Cite = Cite("BS108");
const RANGE: Cite = Cite("BS109");
const WHO: Cite = Cite("BS110");
const VOLLEY: Cite = Cite("BS111");
const SEEN: Cite = Cite("BS127");

/// Who shoots at whom.
pub const HANDLER: Handler =
    Handler { judge, ..Handler::plain(KEY, &[Verb::Shoot.word(), Verb::Done.word()], offer, enact) };

/// A job: a missile window, Side A's volleys, then Side B's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Window {
    pub late: bool,
    /// Whether Side A has named its volleys.
    pub second: bool,
}

/// A job: one volley.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Volley {
    pub by: UnitId,
    pub at: UnitId,
    pub late: bool,
}

/// A job: the losses of a window come off, then come the checks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Falls;

impl Job for Window {
    const NAME: &'static str = "battlesystem.window";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(window, self, world)
    }
}

impl Job for Volley {
    const NAME: &'static str = "battlesystem.volley";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(volley, self, world)
    }
}

impl Job for Falls {
    const NAME: &'static str = "battlesystem.falls";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(falls, self, world)
    }
}

/// What a figure shoots with: its attack total without dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    pub figure: u8,
    /// What its range adds.
    pub range: i32,
    pub far: Mil,
}

fn refuse(says: &'static str, unit: UnitId, cite: Cite) -> Refusal {
    Refusal::new(cite, Word(says)).of(Ref::Unit(unit))
}

/// Whether a unit may shoot in a window at all (BS108, BS110).
///
/// # Errors
/// Why it may not.
pub fn may_shoot(field: Battlefield, unit: UnitId, late: bool) -> Result<Missile, Refusal> {
    let (round, kind) = (field.round(unit), field.kind(unit));
    let mob = field.class(unit) == Class::Mob;
    let Some(missile) = kind.missile.filter(|_| !mob) else { return Err(refuse("no-missiles", unit, WHO)) };
    if field.stance(unit).routed || round.rallied {
        return Err(refuse("is-routed", unit, WHO));
    }
    if missile.slow && round.loads {
        return Err(refuse("loads", unit, WINDOW));
    }
    if round.shot || (late && round.shot_first && !missile.twice) {
        return Err(refuse("has-shot", unit, WINDOW));
    }
    if !contacts(field, unit).is_empty() {
        return Err(refuse("in-contact", unit, WHO));
    }
    if late && (round.charged.is_some() || round.withdrew || round.forced || round.failed_charge) {
        return Err(refuse("charged-or-left", unit, WINDOW));
    }
    let half = super::moves::half(kind.rate());
    if late && round.spent > half {
        let why = refuse("moved-far", unit, WINDOW);
        return Err(why.above(Measured::Length(round.spent), Measured::Length(half)));
    }
    Ok(missile)
}

/// The figures of a unit that may shoot at a target (BS109, BS110).
pub fn shots(field: Battlefield, unit: UnitId, at: UnitId) -> Vec<Shot> {
    let Some(missile) = field.kind(unit).missile else { return Vec::new() };
    if !contacts(field, at).is_empty() {
        return Vec::new();
    }
    let (bases, targets) = (field.bases(unit), field.bases(at));
    let skirmishes = field.skirmishes(unit);
    let ranks = if skirmishes { bases.len() } else { 2 * usize::from(field.stance(unit).files) };
    let shot = |(figure, base): (usize, &Footprint)| {
        let nearest =
            targets.iter().map(|target| (distance(base, target), target)).min_by(|a, b| a.0.total_cmp(&b.0))?;
        let far = Mil::measured(nearest.0);
        let (short, medium, long) = missile.ranges;
        let bands = [(short, 0), (medium, tables().missiles.medium), (long, tables().missiles.long)];
        let range = bands.into_iter().find(|(most, _)| far <= Mil::measured(*most))?.1;
        let (from, to) = (base.front(), nearest_points(base, nearest.1).1);
        let off = (Cdeg::towards(to - from) - base.heading).turn().0.abs();
        let ahead = skirmishes || off <= Cdeg::degrees(tables().missiles.arc).0;
        (ahead && seen(field, (unit, base), at, from, to)).then_some(Shot { figure: figure as u8, range, far })
    };
    bases.iter().enumerate().take(ranks).filter_map(shot).collect()
}

/// Whom a unit may shoot at.
pub fn targets(field: Battlefield, unit: UnitId) -> Vec<UnitId> {
    let Some(missile) = field.kind(unit).missile else { return Vec::new() };
    let near =
        |enemy: &UnitId| field.0.layout().distance(unit, *enemy).is_some_and(|far| far <= missile.ranges.2 + 0.1);
    field.enemies(field.0.side_of(unit)).filter(near).filter(|enemy| !shots(field, unit, *enemy).is_empty()).collect()
}

/// The sum of a volley without dice and range.
pub fn total(field: Battlefield, unit: UnitId, at: UnitId) -> Tally {
    let (mods, attack) = (&tables().missiles, &tables().attack);
    let mut tally = Tally::default().with(Word("rating"), field.kind(unit).ar(), VOLLEY);
    tally.add(Word("armour"), -field.kind(at).ac, VOLLEY);
    if field.stance(at).routed {
        tally.add(Word("routed"), mods.routed, VOLLEY);
    }
    match field.formation(at) {
        Word("open") => tally.add(Word("open"), mods.open, VOLLEY),
        Word("skirmish") => tally.add(Word("skirmish"), mods.skirmish, VOLLEY),
        Word("mob") => tally.add(Word("mob"), tables().mob.shot_at, VOLLEY),
        _ => {}
    }
    if field.stance(unit).out {
        tally.add(Word("out-of-command"), attack.out_of_command, Cite("BS79"));
    }
    let cover = cover(field, unit, at);
    if cover != 0 {
        tally.add(Word("cover"), cover, Cite("BS112"));
    }
    tally
}

/// What a volley does by the sum of its dice: each band by itself, halved if the unit has moved (BS108, BS109).
pub fn harm(field: Battlefield, unit: UnitId, at: UnitId, shots: &[Shot], sum: i32) -> (i32, usize) {
    let Some(missile) = field.kind(unit).missile else { return (0, 0) };
    let mut shots = shots.to_vec();
    shots.sort_by_key(|shot| (shot.far, shot.figure));
    if field.round(unit).spent > Mil::ZERO {
        shots.truncate(shots.len().div_ceil(2));
    }
    let base = sum + total(field, unit, at).total();
    (shots.iter().map(|shot| damage(base + shot.range, missile.die)).sum(), shots.len())
}

fn shooters(field: Battlefield, side: Side, late: bool) -> Vec<UnitId> {
    field.side(side).filter(|unit| may_shoot(field, *unit, late).is_ok() && !targets(field, *unit).is_empty()).collect()
}

pub fn window(InRef(job): InRef<Window>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let side = if job.second { field.first().other() } else { field.first() };
    if !field.plays(Switch::Missiles) {
        return Effects::pop();
    }
    if !field.phase().over && !shooters(field, side, job.late).is_empty() {
        let late = Value::Flag(job.late);
        return Effects::stay().ask(Question::to(side, HANDLER, WINDOW).with(Word("late"), late));
    }
    if job.second {
        return Effects::become_job(Falls);
    }
    let next = Effects::become_job(Window { second: true, ..*job });
    // Whoever had nothing to name says nothing.
    if !field.phase().over {
        return next;
    }
    let named = Fact::new(WINDOW, Narration::Said(Word("volleys-named"))).word(Word("who"), Arg::Of(Ref::Side(side)));
    next.fact(named.change(alter_one(|phase: &mut Phase| phase.over = false)))
}

/// Whether volleys are being named after which nobody marches in this round: those of the first window (BS108).
pub fn costs_the_march(view: &View) -> bool {
    view.question().is_some_and(|question| question.key == KEY && !is_late(&question))
}

fn is_late(asking: &Question) -> bool {
    asking.value(Word("late")) == Some(&Value::Flag(true))
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    let late = is_late(asking.question);
    for unit in shooters(field, asking.side, late).into_iter().filter(|unit| ask.wants(Ref::Unit(*unit))) {
        for target in targets(field, unit) {
            let at = Value::Refs(vec![Ref::Unit(target)]);
            offer.choices.push(Choice::plain(Verb::Shoot.by(Ref::Unit(unit)).with(AT, at), WINDOW));
        }
    }
    offer.choices.push(Choice::ending(Verb::done(asking.side), WINDOW));
    offer
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let mut ruling = plain::judge_offered(asking, action)?;
    if let ([Ref::Unit(unit)], Some(target)) = (&action.who[..], action.unit(AT)) {
        ruling.odds.extend(super::odds::shot(&asking.view, *unit, target));
    }
    Ok(ruling)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    match (&action.who[..], action.unit(AT)) {
        ([Ref::Unit(by)], Some(at)) => {
            Effects::pop().push(Volley { by: *by, at, late: is_late(asking.judged.question) })
        }
        _ => {
            let done = Fact::new(WINDOW, Narration::Said(Word("no-more-volleys")));
            let done = done.word(Word("who"), Arg::Of(Ref::Side(asking.side)));
            Effects::pop().fact(done.change(alter_one(|phase: &mut Phase| phase.over = true)))
        }
    }
}

pub fn volley(InRef(job): InRef<Volley>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let (by, at, late) = (job.by, job.at, job.late);
    let shots = shots(field, by, at);
    let mut roller = dice.roller();
    let die = Die::d6(field.0.side_of(by), Some(by), Word("volley"));
    let mut sum = 0;
    for _ in 0..2 {
        match roller.die(die) {
            Ok(face) => sum += i32::from(face),
            Err(need) => return Effects::need(need),
        }
    }
    let (harm, count) = harm(field, by, at, &shots, sum);
    let mut tally = Tally::default().with(Word("dice"), sum, VOLLEY);
    tally.0.extend(total(field, by, at).0);
    let told = Fact::new(VOLLEY, Narration::Shot { from: Ref::Unit(by), at: Ref::Unit(at) })
        .says(Word("shoots"))
        .word(Word("who"), Arg::Of(Ref::Unit(by)))
        .word(Word("whom"), Arg::Of(Ref::Unit(at)))
        .word(Word("attacks"), Arg::Measured(Measured::Count(count as i32)))
        .word(Word("damage"), words(harm))
        .dice(roller.rolled())
        .tally(tally)
        .change(alter_one(move |phase: &mut Phase| phase.volleys.push((at, by, harm))))
        .change(alter(by, move |round: &mut Round| {
            (round.shot, round.fired) = (true, true);
            round.shot_first |= !late;
        }));
    Effects::pop().fact(told)
}

pub fn falls(InRef(_): InRef<Falls>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let volleys = field.phase().volleys.clone();
    let mut struck: Vec<UnitId> = volleys.iter().map(|(at, ..)| *at).filter(|at| field.0.on_table(*at)).collect();
    struck.sort_by_key(|unit| (field.0.side_of(*unit) == field.first(), *unit));
    struck.dedup();
    let mut effects = Effects::pop().push(Routs);
    for unit in struck {
        let harm: i32 = volleys.iter().filter(|(at, ..)| *at == unit).map(|(.., harm)| harm).sum();
        let (before, had) = (field.lost(unit), field.figures(unit));
        // By missiles the nearest to the middle of the first shooters' front (8.5).
        let from = volleys.iter().find(|(at, ..)| *at == unit).map(|(_, by, _)| field.front(*by).at);
        let mut hit: Vec<(f32, u8)> = (0..)
            .zip(field.bases(unit))
            .map(|(n, base)| (from.map_or(0.0, |from| base.nearest_to(from).distance(from)), n))
            .collect();
        hit.sort_by(|a, b| a.0.total_cmp(&b.0));
        let hit: Vec<u8> = hit.into_iter().map(|(_, n)| n).collect();
        let (facts, lost) = suffer(field, unit, harm, &hit, false);
        effects = effects.facts(facts);
        if lost == had {
            effects = effects.push(Danger { unit, lost_at: Some(danger::last_stood(field, unit)), checks: false });
        } else if lost > 0 {
            effects = effects.push(Check { unit, before, always: false });
        }
    }
    effects
}

/// The line along which a unit would shoot now.
///
/// # Errors
/// The rule that forbids it.
pub fn line_of_fire(field: Battlefield, unit: UnitId, at: UnitId) -> Result<[Vec2; 2], Refusal> {
    if !field.is_troop(unit) || !field.is_troop(at) {
        return Err(refuse("no-missiles", unit, WHO));
    }
    let late = field.0.clock().step == super::sequence::TurnStep::Missile.word();
    let missile = may_shoot(field, unit, late)?;
    let far = Mil::measured(field.distance(unit, at));
    let long = Mil::measured(missile.ranges.2);
    if far > long {
        return Err(refuse("shot-far", unit, RANGE).above(Measured::Length(far), Measured::Length(long)));
    }
    let shots = shots(field, unit, at);
    let Some(shot) = shots.iter().min_by_key(|shot| shot.far) else { return Err(refuse("shot-blind", unit, SEEN)) };
    let base = field.bases(unit)[usize::from(shot.figure)];
    let to = field
        .bases(at)
        .iter()
        .map(|other| nearest_points(&base, other).1)
        .min_by(|a, b| a.distance_squared(base.front()).total_cmp(&b.distance_squared(base.front())));
    Ok([base.front(), to.unwrap_or(base.front())])
}
