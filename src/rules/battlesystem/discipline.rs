//! Discipline (10.4): who comes on at a hated enemy, and mobs at any.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::body::Body;
use super::contact::contacts;
use super::moves::act::made;
use super::moves::charge::{bearing, charge};
use super::moves::plan::{AT, BEARING, Plan};
use super::state::{Driven, Phase, Round};
use super::troop::Class;
use super::verb::Verb;
use super::{command, dress, ground, morale, sight};
use crate::battle::shape::{Takes, said_otherwise};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, DiceHand, Effects, Fact, Fitted, Handle, Handler, Job, Narration,
    Offer, Param, Question, Range, Ref, Refusal, Ruling, Truth, Value, Wish, alter, alter_one, put, reroll,
};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{NeedDice, Roll};
use crate::ids::UnitId;
use crate::table::slide::seat;
use crate::table::{Cdeg, Mil, Piece};

const RULE: Cite = Cite("BS117");
const FORCED: Cite = Cite("BS132");
pub const KEY: Word = Word("must-charge");

/// Whether a commander orders another throw.
pub const REROLL: Handler =
    Handler { judge: |asking, action| reroll::judge(asking, action, Vec::new), ..reroll::handler(rerolled) };

/// How a unit that has failed charges.
pub const MUST: Handler = Handler { key: KEY, verbs: &[Verb::Charge.word()], offer, judge, fit, aim, enact };

/// A job: a unit rolls for its discipline.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Restraint {
    pub unit: UnitId,
    pub why: Why,
}

/// Why it rolls.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Why {
    /// An enemy whom it hates, or any where it is a mob, is in charge range.
    Cause,
    /// A chaotic unit charges in closed formation.
    Charges { at: UnitId, bearing: Cdeg },
    /// That enemy has withdrawn from it: whether it may stay.
    Withdrawn { from: UnitId },
    /// That enemy has fled from it.
    Fled { from: UnitId },
}

/// A job: a unit that has failed goes at its cause.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drives {
    pub unit: UnitId,
}

impl Job for Restraint {
    const NAME: &'static str = "battlesystem.restraint";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(restraint, self, world)
    }
}

impl Job for Drives {
    const NAME: &'static str = "battlesystem.drives";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(drives, self, world)
    }
}

/// Rolls 2d10 against a unit's discipline: whether it holds, the sum, and the rating as a sum.
///
/// # Errors
/// When a die is not known yet.
pub fn rolls(field: Battlefield, roll: &mut impl Roll, unit: UnitId) -> Result<(bool, i32, Tally), NeedDice> {
    let dl = field.kind(unit).dl;
    let (passed, sum) = morale::tests(roll, field.0.side_of(unit), unit, dl, Word("discipline"))?;
    Ok((passed, sum, Tally::default().with(Word("discipline"), dl, RULE)))
}

/// Whether an enemy is in charge range: near enough, ahead, and seen from the middle of the front.
fn in_range(field: Battlefield, unit: UnitId, enemy: UnitId) -> bool {
    let range = field.charge_of(unit);
    Mil::measured(field.distance(unit, enemy)) <= range && {
        let most = Cdeg::degrees(super::data::tables().moves.oblique);
        let body = Body::of(field, unit);
        bearing(field, &body, enemy).0.abs() <= most.0 && sight::sees(field, unit, enemy)
    }
}

/// Whether a unit goes by discipline when an enemy is in charge range.
fn is_cause(field: Battlefield, unit: UnitId, enemy: UnitId) -> bool {
    let hated = field.kind(unit).hates(field.kind(enemy));
    let by_file = field.troop(unit).hates.contains(&field.kind(enemy).name);
    let driven = field.0.unit_state::<Driven>(unit).0 == Some(enemy);
    (hated || by_file || driven || field.class(unit) == Class::Mob) && !field.stance(enemy).routed
}

/// The causes in charge range, the nearest first.
pub fn causes(field: Battlefield, unit: UnitId) -> Vec<UnitId> {
    let side = field.0.side_of(unit);
    let mut causes: Vec<UnitId> =
        field.enemies(side).filter(|enemy| is_cause(field, unit, *enemy) && in_range(field, unit, *enemy)).collect();
    causes.sort_by(|a, b| field.distance(unit, *a).total_cmp(&field.distance(unit, *b)));
    causes
}

/// Whether a unit has to roll in this Movement Phase.
pub fn is_tested(field: Battlefield, unit: UnitId) -> bool {
    let (round, stance) = (field.round(unit), field.stance(unit));
    let bound = !round.tested && !round.begun && !round.done && !round.rallied && !round.shot_first;
    bound
        && !stance.routed
        && !stance.out
        && !field.skirmishes(unit)
        && contacts(field, unit).is_empty()
        && !causes(field, unit).is_empty()
}

/// The first commander in whose radius it is and who has ordered no other throw in this round.
fn who_rerolls(field: Battlefield, unit: UnitId) -> Option<u8> {
    let free = |place: u8| !field.phase().rerolled.contains(&place);
    let near = command::eligible(field, unit).into_iter();
    near.filter(|(place, officer)| free(*place) && command::has(field, unit, officer)).map(|(place, _)| place).next()
}

/// The enemy for whose sake it rolls.
fn cause(field: Battlefield, job: &Restraint) -> Option<UnitId> {
    match job.why {
        Why::Cause => causes(field, job.unit).first().copied(),
        Why::Charges { at, .. } => Some(at),
        Why::Withdrawn { from } | Why::Fled { from } => Some(from),
    }
}

pub fn restraint(InRef(job): InRef<Restraint>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    let Some(cause) = cause(field, job) else { return Effects::pop() };
    if field.phase().stands == Some(unit) {
        return after(field, job, cause, false, Effects::pop());
    }
    if job.why == Why::Cause && field.0.unit_state::<Driven>(unit).0 == Some(cause) {
        let said = Fact::new(RULE, Narration::Said(Word("still-driven"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
        return after(field, job, cause, false, Effects::pop().fact(said));
    }
    let mut roller = dice.roller();
    let (passed, sum, tally) = match rolls(field, &mut roller, unit) {
        Ok(rolled) => rolled,
        Err(need) => return Effects::need(need),
    };
    let fact = Fact::new(RULE, Narration::Said(Word(if passed { "restrained" } else { "unrestrained" })))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .dice(roller.rolled())
        .tally(Tally::default().with(Word("dice"), sum, RULE))
        .tally(tally);
    if passed {
        return after(field, job, cause, true, Effects::pop().fact(fact));
    }
    if who_rerolls(field, unit).is_some() {
        let side = field.0.side_of(unit);
        return Effects::stay().fact(fact).ask(Question::to(side, REROLL, RULE).about(Ref::Unit(unit)));
    }
    after(field, job, cause, false, Effects::pop().fact(fact))
}

fn rerolled(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let [Ref::Unit(unit)] = asking.question.about[..] else { return Effects::pop() };
    let by = who_rerolls(field, unit).filter(|_| Verb::of(action) == Some(Verb::Reroll));
    let says = if by.is_some() { "throws-again" } else { "lets-stand" };
    let fact = Fact::new(RULE, Narration::Said(Word(says))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    Effects::pop().fact(fact.change(alter_one(move |phase: &mut Phase| match by {
        Some(by) => phase.rerolled.push(by),
        None => phase.stands = Some(unit),
    })))
}

/// What follows from a check.
fn after(field: Battlefield, job: &Restraint, cause: UnitId, passed: bool, effects: Effects) -> Effects {
    let unit = job.unit;
    let settled = |driven: Option<UnitId>| {
        Fact::new(RULE, Narration::Marked { of: Ref::Unit(unit), what: Word("driven"), on: driven.is_some() })
            .change(put(unit, Driven(driven)))
            .change(alter_one(|phase: &mut Phase| phase.stands = None))
            .change(alter(unit, |round: &mut Round| round.tested = true))
    };
    if passed {
        let effects = effects.fact(settled(None));
        return match job.why {
            Why::Charges { at, bearing } => effects.push(Resumes { unit, at, bearing }),
            Why::Withdrawn { from } => {
                effects.push(super::moves::follow::Answers { enemy: unit, unit: from, may_stay: true })
            }
            _ => effects,
        };
    }
    let effects = effects.fact(settled(Some(cause)));
    match job.why {
        Why::Withdrawn { from } => effects.push(super::moves::follow::Must { enemy: unit, unit: from }),
        Why::Fled { .. } => effects,
        Why::Cause | Why::Charges { .. } => {
            if !field.is_closed(unit) {
                return effects.push(Drives { unit });
            }
            let open = Fact::new(RULE, Narration::Said(Word("opens-unrestrained")))
                .word(Word("who"), Arg::Of(Ref::Unit(unit)));
            effects.fact(dress::opened(field, unit, open, field.stance(unit))).push(Drives { unit })
        }
    }
}

/// A job: a chaotic unit that has held its ranks charges as it was told.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resumes {
    pub unit: UnitId,
    pub at: UnitId,
    pub bearing: Cdeg,
}

impl Job for Resumes {
    const NAME: &'static str = "battlesystem.resumes";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(resumes, self, world)
    }
}

pub fn resumes(InRef(job): InRef<Resumes>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    match charge(field, Plan::of(field, job.unit), job.at, job.bearing) {
        Ok(plan) => made(field, job.unit, plan, Effects::pop()),
        Err(_) => Effects::pop(),
    }
}

/// The charges by which a unit may come at its causes: at the nearest that it can reach, by the first bearing that leads there.
fn way(field: Battlefield, unit: UnitId) -> Option<(UnitId, Cdeg)> {
    let most = super::data::tables().moves.oblique;
    causes(field, unit).into_iter().find_map(|cause| {
        let towards = bearing(field, &Body::of(field, unit), cause);
        let bearings = [towards, Cdeg::ZERO].into_iter().chain((-most..=most).step_by(5).map(Cdeg::degrees));
        let reaches = |bearing: &Cdeg| charge(field, Plan::of(field, unit), cause, *bearing).is_ok();
        bearings.into_iter().find(reaches).map(|bearing| (cause, bearing))
    })
}

pub fn drives(InRef(job): InRef<Drives>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    if way(field, unit).is_some() {
        let side = field.0.side_of(unit);
        return Effects::pop().ask(Question::to(side, MUST, FORCED).about(Ref::Unit(unit)));
    }
    let Some(cause) = field.0.unit_state::<Driven>(unit).0 else { return Effects::pop() };
    let plan = straight_at(field, unit, cause);
    let failed = Fact::new(FORCED, Narration::Said(Word("charge-fails")))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .change(alter(unit, |round: &mut Round| round.failed_charge = true));
    made(field, unit, plan, Effects::pop()).fact(failed)
}

/// Straight at a cause that no charge reaches: as far as range, friends and ground let it.
fn straight_at(field: Battlefield, unit: UnitId, cause: UnitId) -> Plan {
    let mut plan = Plan::of(field, unit);
    let most = Cdeg::degrees(super::data::tables().moves.oblique);
    let angle = bearing(field, &plan.body, cause).clamp(Cdeg(-most.0), most);
    let direction = plan.body.direction(angle);
    let range = Mil(field.charge_of(unit).0 - field.round(unit).spent.0);
    let far = ground::farthest(field, &plan.body, direction, range);
    let far = ground::limit(field, &plan.body, direction, far).map_or(far, |(at, _)| at);
    let far = far.min(barred(field, &plan.body, direction, far));
    let columns = plan.body.columns();
    let stops = plan.body.advance(field, &columns, direction, far);
    let gone = stops.iter().map(|stop| stop.by).max().unwrap_or(far);
    plan.price = ground::price(field, &plan.body, direction, gone);
    if stops.iter().any(|stop| stop.met.is_some()) {
        plan.met = Some(angle);
    }
    plan.body = plan.body.moved(&columns, &stops, direction);
    plan.what = super::moves::plan::What::Drives;
    plan.path.push(plan.body.facing());
    plan.cite = FORCED;
    plan
}

/// How far it is to ground that no charge crosses.
fn barred(field: Battlefield, body: &Body, direction: Vec2, far: Mil) -> Mil {
    let halts = |piece: &&Piece| ground::halts_charges(field, piece);
    let feet = body.feet();
    let reach = far.to_inches();
    let pieces = field.0.ground().pieces().iter().filter(halts);
    let enters = pieces.flat_map(|piece| feet.iter().flat_map(move |print| piece.passages(print, direction, reach)));
    enters.map(|(enter, _)| seat(enter.max(0.0), Mil::ZERO)).min().unwrap_or(far)
}

fn of_question(asking: &Asking) -> Option<UnitId> {
    if let [Ref::Unit(unit)] = asking.question.about[..] { Some(unit) } else { None }
}

fn charging(unit: UnitId, at: UnitId, bearing: Cdeg) -> Action {
    let target = Value::Refs(vec![Ref::Unit(at)]);
    Verb::Charge.by(Ref::Unit(unit)).with(AT, target).with(BEARING, Value::Angle(bearing))
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let found = of_question(asking).and_then(|unit| way(field, unit).map(|(at, bearing)| charging(unit, at, bearing)));
    let most = Cdeg::degrees(super::data::tables().moves.oblique);
    let param = Param { handle: Handle::Bearing(-most, most), ..Param::panel(BEARING, Range::Angle(-most, most)) };
    let choices: Vec<Choice> = found
        .into_iter()
        .map(|action| Choice { params: vec![param.clone()], ..Choice::ending(action, FORCED) })
        .collect();
    Offer { question: KEY, choices: choices.into(), ..Offer::default() }
}

/// The charge that an action is, at the nearest cause that can be reached.
fn read(asking: &Asking, action: &Action) -> Result<Plan, Refusal> {
    let field = Battlefield::of(asking.view);
    let other = || Refusal::not_offered(FORCED, action.key, &action.who);
    let unit = of_question(asking).filter(|unit| action.who == [Ref::Unit(*unit)]).ok_or_else(other)?;
    let (at, _) = way(field, unit).ok_or_else(other)?;
    match (Verb::of(action), &action.with[..], action.unit(AT)) {
        (Some(Verb::Charge), [(AT, _), (BEARING, Value::Angle(bearing))], Some(whom)) if whom == at => {
            charge(field, Plan::of(field, unit), at, *bearing)
        }
        (Some(Verb::Charge), [(AT, _), (BEARING, Value::Angle(_))], Some(_)) => {
            let whom = Arg::Of(Ref::Unit(at));
            Err(Refusal::new(FORCED, Word("must-charge-him")).of(Ref::Unit(unit)).word(Word("whom"), whom))
        }
        (Some(Verb::Charge), ..) => {
            Err(said_otherwise(FORCED, action, &[&[(AT, Takes::Unit), (BEARING, Takes::Angle)]]))
        }
        _ => Err(other()),
    }
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let plan = read(asking, action)?;
    let mut ruling = Ruling::default();
    ruling.ends.push((plan.body.unit, plan.body.placement.pose(plan.body.size).unwrap_or_default()));
    ruling.forms.push((plan.body.unit, plan.body.placement.clone()));
    ruling.path.push((plan.body.unit, plan.path));
    Ok(ruling)
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    let Err(why) = read(asking, action) else { return Fitted { action: action.clone(), cut: Vec::new() } };
    let first = offer(asking, &Ask::all()).choices.first().map(|choice| choice.action.clone());
    Fitted { action: first.unwrap_or_else(|| action.clone()), cut: vec![why] }
}

fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
    let field = Battlefield::of(asking.view);
    let point = match wish {
        Wish::Pose(pose) => pose.at,
        Wish::Toward(point) => point,
        Wish::Target(Ref::Unit(target)) => field.middle(target),
        Wish::Target(_) => return Fitted { action: choice.action.clone(), cut: Vec::new() },
    };
    let (Some(unit), Some(at)) = (of_question(asking), choice.action.unit(AT)) else {
        return Fitted { action: choice.action.clone(), cut: Vec::new() };
    };
    let facing = field.front(unit);
    fit(asking, &charging(unit, at, (Cdeg::towards(point - facing.at) - facing.heading).turn()))
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    match read(&asking.judged, action) {
        Ok(plan) => made(field, plan.body.unit, plan, Effects::pop()),
        Err(_) => Effects::pop(),
    }
}
