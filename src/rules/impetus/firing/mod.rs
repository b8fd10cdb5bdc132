//! Firing (10): which units may fire, at whom, with how many dice, and with what result.

pub mod dice;
pub mod sight;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::damage::{Test, Tested, damage};
use super::data::tables;
use super::destiny;
use super::destiny::fate::{Struck, Throws};
use super::elephants::Panic;
use super::loss;
use super::switches::Switch;
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Measured, Narration, Ref, Refusal, Truth};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{NeedDice, Roll};
use crate::ids::{Side, UnitId};
use crate::table::Mil;

const PROCEDURE: Cite = Cite("10.1");
const ONCE: Cite = Cite("7");
const PRIORITY: Cite = Cite("I84");
const CLOSEST_AHEAD: Cite = Cite("I85");
const CLOSEST: Cite = Cite("I86");
const NO_DICE: Cite = Cite("I31");
const STEADIED: Cite = Cite("X10");
const READY: Cite = Cite("X7");

/// A shot that was judged.
#[derive(Clone, Debug)]
pub struct Shot {
    pub unit: UnitId,
    pub side: Side,
    pub at: UnitId,
    pub dice: Tally,
    pub test: Test,
}

/// The circumstances in which a unit shoots.
#[derive(Clone, Copy, Debug, Default)]
pub struct How {
    /// Whether it will move afterwards.
    pub moves: bool,
    /// Whether it stood ready for the opportunity (X7).
    pub ready: bool,
}

/// A target that a unit may shoot at by range, arc, sight and dice; the priorities choose among such targets.
#[derive(Clone, Debug)]
pub struct Legal {
    at: UnitId,
    distance: Mil,
    ahead: bool,
}

/// Whether a unit may fire at all now.
///
/// # Errors
/// When it has nothing to shoot with, is in melee, or has shot or fought already.
pub fn may_fire(field: Battlefield, unit: UnitId) -> Result<(), Refusal> {
    let refuse = |cite, says| Err(Refusal::new(cite, Word(says)).of(Ref::Unit(unit)));
    let acts = field.acts(unit);
    if field.troop(unit).weapon.is_none() {
        return refuse(PROCEDURE, "shoots-nothing");
    }
    if field.engaged(unit) {
        return refuse(PROCEDURE, "in-melee");
    }
    if acts.fired {
        return refuse(ONCE, "fired-already");
    }
    if acts.fought && acts.moved && field.is_active(unit) {
        return refuse(ONCE, "no-fire-after");
    }
    if acts.fought || (acts.activated && !field.is_active(unit)) {
        return refuse(Cite("I27"), "activated-already");
    }
    // A group shoots before its move or after it (4).
    if acts.moved && field.turn().active.iter().any(|u| field.acts(*u).fired && field.acts(*u).will_move) {
        return refuse(Cite("4"), "group-has-shot");
    }
    if field.troop(unit).has(super::data::Tag::MountedXb) && (acts.moved || acts.rallied) {
        return refuse(Cite("10.5"), "only-standing");
    }
    Ok(())
}

/// The targets that the priorities leave a unit to choose from (10.6). If it will move afterwards it has fewer dice, so
/// targets against which it then has none do not count.
///
/// # Errors
///
/// When it may not fire at all.
pub fn targets(field: Battlefield, unit: UnitId, moves: bool) -> Result<Vec<UnitId>, Refusal> {
    may_fire(field, unit)?;
    let legal = legal(field, unit, How { moves, ready: false });
    Ok(priority_targets(&legal, field, unit).into_iter().map(|l| l.at).collect())
}

/// All targets that it may shoot at under those circumstances, by range, arc, sight and dice.
fn legal(field: Battlefield, unit: UnitId, how: How) -> Vec<Legal> {
    let far = dice::reach(field, unit) + tables().within.mil();
    let near = field.enemies_near(field.0.side_of(unit), &field.print(unit), far.to_inches());
    near.filter_map(|at| check(field, unit, at, how).ok()).collect()
}

/// The targets that the player may choose from: the nearest of those ahead at short range or, if there are none, the
/// nearest of all. Several if equally near.
fn priority_targets<'l>(legal: &'l [Legal], field: Battlefield, unit: UnitId) -> Vec<&'l Legal> {
    let short = near_range(field, unit);
    let nearest = |of: &dyn Fn(&&Legal) -> bool| {
        let least = legal.iter().filter(|l| of(l)).map(|l| l.distance).min();
        least.map(|least| legal.iter().filter(|l| of(l) && l.distance == least).collect::<Vec<_>>())
    };
    let ahead = nearest(&|l| l.ahead && l.distance <= short + tables().within.mil());
    ahead.or_else(|| nearest(&|_| true)).unwrap_or_default()
}

/// How far the first priority reaches: short range, or less for a weapon of less.
fn near_range(field: Battlefield, unit: UnitId) -> Mil {
    let most = field.troop(unit).weapon.and_then(|w| w.most);
    let short = field.ranges().short.mil();
    most.map_or(short, |most| most.mil().min(short))
}

/// Judges a shot.
///
/// # Errors
/// The refusal, by the rule that forbids it.
pub fn judge(field: Battlefield, unit: UnitId, at: UnitId, moves: bool) -> Result<Shot, Refusal> {
    may_fire(field, unit)?;
    let acts = field.acts(unit);
    if moves && acts.activated {
        return Err(Refusal::new(ONCE, Word("no-more-moves")).of(Ref::Unit(unit)));
    }
    if moves && field.troop(unit).has(super::data::Tag::MountedXb) {
        return Err(Refusal::new(Cite("10.5"), Word("only-standing")).of(Ref::Unit(unit)));
    }
    if at.index() >= field.0.roster().len() || !field.0.on_table(at) || field.0.side_of(at) == field.0.side_of(unit) {
        return Err(Refusal::new(PROCEDURE, Word("no-target")).of(Ref::Unit(unit)));
    }
    let how = How { moves, ready: false };
    let wish = check(field, unit, at, how)?;
    let legal = legal(field, unit, how);
    let first = priority_targets(&legal, field, unit);
    if !first.iter().any(|l| l.at == wish.at)
        && let Some(rather) = first.first()
    {
        let cite = match (rather.ahead && rather.distance <= near_range(field, unit), wish.distance > rather.distance) {
            (true, _) => CLOSEST_AHEAD,
            (false, true) => CLOSEST,
            (false, false) => PRIORITY,
        };
        return Err(Refusal::new(cite, Word("rather-shoots"))
            .of(Ref::Unit(unit))
            .above(Measured::Length(wish.distance), Measured::Length(rather.distance))
            .word(Word("enemy"), Arg::Of(Ref::Unit(rather.at))));
    }
    Ok(shot(field, unit, at, how))
}

/// Checks that a unit may shoot at that target, by range, arc, sight and dice.
///
/// # Errors
///
/// The rule that forbids it.
pub fn check(field: Battlefield, unit: UnitId, at: UnitId, how: How) -> Result<Legal, Refusal> {
    let refuse = |cite, says: &'static str| {
        Refusal::new(cite, Word(says)).of(Ref::Unit(unit)).word(Word("enemy"), Arg::Of(Ref::Unit(at)))
    };
    if field.engaged(at) {
        return Err(refuse(PROCEDURE, "target-in-melee"));
    }
    let Some(distance) = sight::distance(field, unit, at) else {
        return Err(sight::out_of_arc(field, unit, at));
    };
    let cell = dice::cell(field, unit, at, distance)?;
    if sight::line(field, unit, at).is_none() {
        return Err(refuse(sight::RULE, sight::UNSEEN.0));
    }
    let total = shot_dice(field, unit, at, how, cell).total();
    if total <= 0 {
        // Nobody has fewer dice than none, however much is taken off.
        let vbu = field.vbu(unit).front;
        return Err(refuse(NO_DICE, "no-dice")
            .below(Measured::Count(0), Measured::Count(1))
            .word(Word("vbu"), Arg::Measured(Measured::Count(vbu)))
            .word(Word("less"), Arg::Measured(Measured::Count(vbu - total))));
    }
    let ahead = super::zone::is_ahead(field, &field.print(unit), at);
    Ok(Legal { at, distance, ahead })
}

fn shot_dice(field: Battlefield, unit: UnitId, at: UnitId, how: How, cell: i32) -> Tally {
    let acts = field.acts(unit);
    let moved = how.moves || acts.moved || acts.rallied || acts.will_move;
    let tally = dice::tally(field, unit, at, cell, moved, sight::line(field, unit, at).unwrap_or_default());
    if how.ready { tally.with(Word("opportunity"), tables().full.reaction.fire, READY) } else { tally }
}

/// The modifiers of the target's test: for distance, and for heavy foot except against weapons that shatter it (X10).
fn steadied(field: Battlefield, unit: UnitId, at: UnitId, distance: Mil) -> Tally {
    let mut tally = Tally::default();
    if !field.plays(Switch::Cohesion) {
        return tally;
    }
    let (numbers, within) = (&tables().full.cohesion, tables().within.mil());
    if distance > numbers.to.mil() + within {
        tally.add(Word("far-shot"), numbers.far, STEADIED);
    } else if distance + within >= numbers.from.mil() {
        tally.add(Word("distant-shot"), numbers.near, STEADIED);
    }
    if field.kind(at).heavy_foot && field.troop(unit).weapon.is_none_or(|w| !w.shatters) {
        tally.add(Word("heavy-foot"), numbers.heavy_foot, STEADIED);
    }
    tally
}

/// A shot as it would be rolled.
pub fn shot(field: Battlefield, unit: UnitId, at: UnitId, how: How) -> Shot {
    let distance = sight::distance(field, unit, at).unwrap_or_default();
    let cell = dice::cell(field, unit, at, distance).unwrap_or_default();
    let dice = shot_dice(field, unit, at, how, cell);
    let test = Test { also: steadied(field, unit, at, distance), ..loss::test(field, at) };
    Shot { unit, side: field.0.side_of(unit), at, dice, test }
}

impl Shot {
    /// The dice, and the target's test.
    ///
    /// # Errors
    /// When a die is not known yet.
    pub fn roll(&self, dice: &mut impl Roll) -> Result<Tested, NeedDice> {
        let points = damage(dice, self.dice.total(), self.side, self.unit, Word("fire"))?;
        Ok(Tested { damage: points, ..self.test.roll(dice, points)? })
    }
}

/// The shot that a unit could make now, if it may.
pub fn possible(field: Battlefield, unit: UnitId, at: UnitId) -> Option<Shot> {
    if !field.0.on_table(unit) || !field.0.on_table(at) || field.0.side_of(unit) == field.0.side_of(at) {
        return None;
    }
    field.troop(unit).weapon?;
    check(field, unit, at, How::default()).ok()?;
    (!field.engaged(unit)).then(|| shot(field, unit, at, How::default()))
}

/// A shot that is to be rolled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shooting {
    pub unit: UnitId,
    pub at: UnitId,
    /// Whether the shooter stood ready for it (X7).
    pub ready: bool,
}

impl Job for Shooting {
    const NAME: &'static str = "impetus.shooting";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(shooting, self, world)
    }
}

impl Shooting {
    /// In what way.
    pub fn how(&self) -> How {
        How { ready: self.ready, ..How::default() }
    }
}

/// Rolls the shot: damage, the target's test, its losses. Where throws may be made again, one after another.
pub fn shooting(InRef(job): InRef<Shooting>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    if destiny::open(field) {
        return Effects::become_job(Throws::new(Struck::Shot(*job)));
    }
    let shot = shot(field, job.unit, job.at, job.how());
    let mut roller = dice.roller();
    let tested = match shot.roll(&mut roller) {
        Ok(tested) => tested,
        Err(need) => return Effects::need(need),
    };
    struck(field, job, &tested, Effects::pop().fact(told(field, job, tested.damage).dice(roller.rolled())))
}

/// The fact of a shot that does so much damage.
pub fn told(field: Battlefield, job: &Shooting, damage: i32) -> Fact {
    let tell = Narration::Shot { from: Ref::Unit(job.unit), at: Ref::Unit(job.at) };
    Fact::new(PROCEDURE, tell)
        .says(Word("shoots"))
        .word(Word("damage"), Arg::Measured(Measured::Count(damage)))
        .tally(shot(field, job.unit, job.at, job.how()).dice)
}

/// What happens after the target's test.
pub fn struck(field: Battlefield, job: &Shooting, tested: &Tested, mut effects: Effects) -> Effects {
    if field.kind(job.at).elephants && tested.failed && !tested.routed {
        effects = effects.push(Panic { unit: job.at, from: job.unit });
    }
    loss::suffer(effects, &shot(field, job.unit, job.at, job.how()).test, tested, loss::Cause::Fire)
}
