//! Carries out a charge: first the die that it adds (X8), then each charged unit evades (X6), counter-charges (X8) or
//! stands.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::Serialize;

use super::counter::{self, Counter};
use super::evade::{self, Evade, Reform};
use super::ready::Fire;
use super::{AT, Answer, Answers, answer, answered, bonus, forgotten};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, DiceHand, Effects, Fact, Handler, Job, Measured, Narration, Offer,
    Open, Question, Ref, Ruling, Truth, Value, alter, plain,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::activation::order::MoveOrder;
use crate::rules::impetus::activation::plan::{self, Plan, Planned};
use crate::rules::impetus::activation::{go, passing, runs};
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::charge;
use crate::rules::impetus::discipline;
use crate::rules::impetus::going;
use crate::rules::impetus::odds;
use crate::rules::impetus::path::Path;
use crate::rules::impetus::state::Acts;
use crate::rules::impetus::zone;
use crate::table::{Cdeg, Footprint, Mil, Pose, Wheel};

const CHARGES: Cite = Cite("8.3");
const CHARIOTS: Cite = Cite("8.5");
/// The question's word.
pub const KEY: Word = Word("charged");

/// A job: a charge that is under way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Charge {
    order: MoveOrder,
    legs: Vec<Leg>,
    /// Who has evaded it.
    evaded: Vec<UnitId>,
    /// Units that were ordered to counter-charge, whether they did or not.
    sent: Vec<UnitId>,
}

impl Open for Charge {}

/// The straight part of one unit's charge.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Leg {
    unit: UnitId,
    start: Pose,
    turned: Pose,
    /// How far it was ordered.
    ahead: Mil,
    /// What its wheel has left it of the move.
    left: Mil,
    /// How far it gets without a die.
    sure: Mil,
    /// What the die has added; none: not rolled.
    bonus: Option<Mil>,
    /// Whether it rolls.
    rolls: bool,
    /// Whether it must go on to the end, because somebody has evaded it.
    completes: bool,
}

impl Job for Charge {
    const NAME: &'static str = "impetus.charge";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(charge, self, world)
    }
}

pub const HANDLER: Handler = Handler {
    judge: |asking, action| {
        let ruling = plain::judge_offered(asking, action)?;
        Ok(Ruling { odds: odds_of(asking, action).into_iter().collect(), ..ruling })
    },
    ..Handler::plain(KEY, &[Answer::Stand.word(), Answer::Evade.word(), Answer::CounterCharge.word()], offer, enact)
};

impl Charge {
    /// The charge that was planned.
    pub fn new(field: Battlefield, order: &MoveOrder, plan: &Plan) -> Charge {
        let leg = |p: &Planned| {
            let left = bonus::left(field, p, plan);
            let sure = if p.enemies.is_empty() { p.gone } else { p.gone.min(plan.reach) };
            Leg {
                unit: p.unit,
                start: p.start.pose(),
                turned: p.turned.pose(),
                ahead: p.gone,
                left,
                sure,
                bonus: None,
                rolls: !p.enemies.is_empty() && p.gone > plan.reach,
                completes: false,
            }
        };
        let legs = plan.units.iter().map(leg).collect();
        Charge { order: order.clone(), legs, evaded: Vec::new(), sent: Vec::new() }
    }

    /// How the move would end now. No unit ends on a friend who has no room to fall in behind it.
    pub fn plan(&self, field: Battlefield) -> Plan {
        let mut plan = self.runs(field, false);
        match passing::displaced(field, &plan) {
            Ok(displaced) => {
                plan.displaced = displaced;
                plan
            }
            Err(_) => self.runs(field, true),
        }
    }

    fn runs(&self, field: Battlefield, strict: bool) -> Plan {
        let units = &self.order.units;
        let print = |unit: UnitId, pose: Pose| {
            let now = field.print(unit);
            Footprint::new(pose, now.width(), now.depth())
        };
        let starts: Vec<Footprint> = self.legs.iter().map(|leg| print(leg.unit, leg.start)).collect();
        let prints: Vec<Footprint> = self.legs.iter().map(|leg| print(leg.unit, leg.turned)).collect();
        let wheel = prints.first().map_or(Cdeg::ZERO, |p| (p.heading - starts[0].heading).turn());
        let chariots = units.iter().any(|u| field.kind(*u).chariot.is_some());
        let turns = wheel != Cdeg::ZERO && !chariots;
        let pivot = Wheel::of(&starts, wheel > Cdeg::ZERO).filter(|_| turns).map(|w| w.pivot);
        let zones = zone::zones(field, units);
        let mut ended: Vec<(UnitId, Footprint)> = Vec::new();
        let mut planned: Vec<Option<Planned>> = vec![None; self.legs.len()];
        for n in runs::foremost_first(&prints) {
            let leg = &self.legs[n];
            let path = Path { ended: &ended, ..runs::path(field, units, n, &prints[n]) };
            let (gone, enemies) = leg.run(&path, &starts[n], units.len() > 1, strict);
            let end = path.at(gone);
            ended.push((leg.unit, end));
            let (start, turned) = (starts[n], prints[n]);
            let mut p = Planned { unit: leg.unit, start, pivot, turned, end, gone, enemies, disorder: None };
            let leaves = if gone > Mil::ZERO { plan::leaves_zone(field, &p, &zones).ok().flatten() } else { None };
            p.disorder = match plan::disorder(field, units, &p, wheel, leaves) {
                Some(_) if chariots && wheel != Cdeg::ZERO => Some(CHARIOTS),
                disorder => disorder,
            };
            planned[n] = Some(p);
        }
        let units = planned.into_iter().flatten().collect();
        Plan { units, price: Mil::ZERO, reach: Mil::ZERO, charge: Mil::ZERO, displaced: Vec::new() }
    }
}

impl Leg {
    /// How far it may go.
    fn limit(&self, field: Battlefield, print: &Footprint) -> Mil {
        let with = |bonus: Mil| going::reach(field, self.unit, print, print.forward(), self.left + bonus);
        match self.bonus {
            bonus if self.completes => with(bonus.unwrap_or_default()).max(self.sure),
            Some(bonus) => with(bonus).max(self.sure).min(self.ahead),
            None => self.sure,
        }
    }

    /// How far it goes and whom it runs into: an enemy that it may charge; else it stops at what is in its way.
    fn run(&self, path: &Path, start: &Footprint, grouped: bool, strict: bool) -> (Mil, Vec<UnitId>) {
        let field = path.field;
        let limit = self.limit(field, &path.from);
        if let Some(met) = path.meeting(limit) {
            let hinders =
                |s: &crate::rules::impetus::path::Stop| if strict { s.forbids(met.at) } else { s.hinders(met.at) };
            let free = !path.stops(met.at).iter().any(hinders);
            let began = charge::began(field, self.unit, start);
            let may = charge::may_charge(field, self.unit, (&began, &path.at(met.at)), &met.enemies).is_ok();
            if free && may && (!grouped || field.troop(self.unit).i > 0) {
                return (met.at, met.enemies);
            }
        }
        (path.clear(limit), Vec::new())
    }
}

/// Rolls the dice, asks the questions, acts on the answers, and at last makes the contacts.
pub fn charge(InRef(job): InRef<Charge>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    if job.legs.iter().any(|leg| leg.rolls && leg.bonus.is_none()) {
        return roll(field, &dice, job);
    }
    let plan = job.plan(field);
    let pairs = || plan.units.iter().flat_map(|p| p.enemies.iter().map(move |enemy| (p, *enemy)));
    for (charger, enemy) in pairs().filter(|(_, enemy)| !has_answered(field, job, *enemy)) {
        if !options(field, job, charger, enemy).is_empty() {
            let question = Question::to(field.0.side_of(enemy), HANDLER, CHARGES).about(Ref::Unit(enemy));
            return Effects::stay().ask(question.about(Ref::Unit(charger.unit)));
        }
    }
    for (charger, enemy) in pairs() {
        match answer(field, enemy, charger.unit) {
            Some(Answer::Evade) if !job.evaded.contains(&enemy) => {
                let mut next = job.clone();
                next.evaded.push(enemy);
                let after = |p: &&Planned| p.enemies.contains(&enemy);
                for p in plan.units.iter().filter(after) {
                    for leg in next.legs.iter_mut().filter(|leg| leg.unit == p.unit) {
                        leg.completes = true;
                        leg.rolls = leg.rolls || bonus::most(field, leg.unit) > Mil::ZERO;
                    }
                }
                return Effects::become_job(next).push(Evade { unit: enemy });
            }
            Some(Answer::CounterCharge) if !job.sent.contains(&enemy) => {
                let mut next = job.clone();
                next.sent.push(enemy);
                let way = counter::way(field, enemy, charger, &job.order.units);
                let effects = Effects::become_job(next);
                return match way {
                    Some(way) => effects.push(Counter { unit: enemy, charger: charger.unit, way }),
                    None => effects,
                };
            }
            _ => {}
        }
    }
    finish(field, job, &plan)
}

/// Rolls the charge die of the first unit that still needs it.
fn roll(field: Battlefield, dice: &DiceHand, job: &Charge) -> Effects {
    let mut next = job.clone();
    // One die for each run of the job, so that each fact shows its own die.
    let Some(leg) = next.legs.iter_mut().find(|leg| leg.rolls && leg.bonus.is_none()) else { return Effects::stay() };
    let mut roller = dice.roller();
    let more = match bonus::roll(field, leg.unit, &mut roller) {
        Ok(more) => more,
        Err(need) => return Effects::need(need),
    };
    leg.bonus = Some(more);
    let told = Fact::new(bonus::RULE, Narration::Said(Word("charge-bonus")))
        .word(Word("who"), Arg::Of(Ref::Unit(leg.unit)))
        .word(Word("way"), Arg::Measured(Measured::Length(more)))
        .dice(roller.rolled());
    Effects::become_job(next).fact(told)
}

/// Whether an enemy has answered a charge of this move.
fn has_answered(field: Battlefield, job: &Charge, enemy: UnitId) -> bool {
    job.legs.iter().any(|leg| answer(field, enemy, leg.unit).is_some())
}

/// What an enemy may do against a charge instead of standing.
fn options(field: Battlefield, job: &Charge, charger: &Planned, enemy: UnitId) -> Vec<Answer> {
    let evades = evade::may(field, enemy, charger).then_some(Answer::Evade);
    let counters = counter::way(field, enemy, charger, &job.order.units).map(|_| Answer::CounterCharge);
    evades.into_iter().chain(counters).collect()
}

/// Ends a charge: the chargers come into contact with whom they reach, and those who evaded and are not reached reform.
fn finish(field: Battlefield, job: &Charge, plan: &Plan) -> Effects {
    let mut met = go::Met { head_on: Vec::new(), caught: Vec::new() };
    for planned in &plan.units {
        for enemy in &planned.enemies {
            if meets(field, *enemy, planned.unit) {
                met.head_on.push((planned.unit, *enemy));
            }
        }
    }
    // Those of them who are reached after all are caught.
    met.caught.clone_from(&job.evaded);
    let mut effects = Effects::pop().facts(forgotten(field, CHARGES));
    // Pushed first, so done last, by those who have not been caught by then.
    for unit in job.evaded.iter().rev() {
        effects = effects.push(Reform { unit: *unit });
    }
    let effects = go::carried_out(effects, field, &job.order, plan, &met);
    let fallen_short = plan.units.iter().all(|p| p.enemies.is_empty());
    let effects = if fallen_short { effects.fact(short(&job.order)) } else { effects };
    effects.push(Fire { movers: job.order.units.clone(), asked: Vec::new() })
}

/// Whether an enemy is counter-charging that charger.
fn meets(field: Battlefield, enemy: UnitId, charger: UnitId) -> bool {
    field.0.battle_state::<Answers>().0.contains(&(enemy, charger, Answer::Meets))
}

/// The fact that nobody was reached; the units count as having charged and do nothing more.
fn short(order: &MoveOrder) -> Fact {
    let fact = Fact::new(CHARGES, Narration::Said(Word("falls-short")));
    let fact = order.units.iter().take(1).fold(fact, |fact, unit| fact.word(Word("who"), Arg::Of(Ref::Unit(*unit))));
    let spent = |unit: UnitId| alter(unit, |acts: &mut Acts| acts.fought = true);
    order.units.iter().fold(fact, |fact, unit| fact.change(spent(*unit)))
}

/// The charge under way as it comes upon the unit that is asked.
fn coming<'a>(field: Battlefield<'a>, asking: &'a Asking) -> Option<(&'a Charge, Planned, UnitId)> {
    let [Ref::Unit(unit), Ref::Unit(charger)] = asking.question.about[..] else { return None };
    let job: &Charge = field.0.job()?;
    let planned = job.plan(field).units.into_iter().find(|p| p.unit == charger)?;
    Some((job, planned, unit))
}

/// What a unit that is charged may answer: it stands, and what else it can, as to evade.
fn offer(asking: &Asking, _: &Ask) -> Offer {
    let mut offer = Offer { question: KEY, ..Offer::default() };
    let field = Battlefield::of(asking.view);
    if let Some((job, charger, unit)) = coming(field, asking) {
        let whom = Value::Refs(vec![Ref::Unit(charger.unit)]);
        let at = |answer: Answer| Action::new(Ref::Unit(unit), answer.word()).with(AT, whom.clone());
        let rule = |answer| if answer == Answer::Evade { evade::RULE } else { bonus::RULE };
        offer.choices.push(Choice::ending(at(Answer::Stand), CHARGES));
        let more = options(field, job, &charger, unit);
        offer.choices.extend(more.into_iter().map(|answer| Choice::ending(at(answer), rule(answer))));
    }
    offer
}

/// Of standing, the odds of the fight for the charger; of foot that goes to meet him, those of its test.
fn odds_of(asking: &Asking, action: &Action) -> Option<crate::battle::Odds> {
    let field = Battlefield::of(asking.view);
    let (_, charger, unit) = coming(field, asking)?;
    match Answer::of(action)? {
        Answer::Stand => fight(field, &charger, unit),
        Answer::CounterCharge if !field.kind(unit).mounted => Some(discipline::of(field, unit, 0).odds()),
        _ => None,
    }
}

fn fight(field: Battlefield, charger: &Planned, unit: UnitId) -> Option<crate::battle::Odds> {
    let began = charge::began(field, charger.unit, &charger.start);
    odds::arriving(field, charger.unit, &began, &charger.end, unit, charger.disorder.is_some())
}

/// The odds for the charger of the fight with a unit that is asked and stands.
pub fn prospect(field: Battlefield, unit: UnitId) -> Option<crate::battle::Odds> {
    let job: &Charge = field.0.job()?;
    let charger = job.plan(field).units.into_iter().find(|p| p.enemies.contains(&unit))?;
    fight(field, &charger, unit)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let [Ref::Unit(unit), Ref::Unit(charger)] = asking.question.about[..] else { return Effects::pop() };
    let Some(answer) = Answer::of(action) else { return Effects::pop() };
    let (cite, says) = match answer {
        Answer::Evade => (evade::RULE, "will-evade"),
        Answer::CounterCharge => (bonus::RULE, "will-counter"),
        _ => (CHARGES, "will-stand"),
    };
    let told = Fact::new(cite, Narration::Said(Word(says))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    Effects::pop().fact(told.change(answered(unit, charger, answer)))
}
