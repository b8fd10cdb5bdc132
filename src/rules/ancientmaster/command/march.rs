//! What an order that succeeded is spent on (A5.2, A5.4): a move, a charge, a volley before it, a formation, or nothing;
//! of a brigade either by all at once as a block, or by one unit after another.

use std::sync::Arc;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::{AT, CHARGE, SHOOT, acted, moves, runners};
use crate::battle::shape::said_by;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Choices, Effects, Fact, Fitted, Handler, Job, Measured, Narration,
    Note, Offer, Question, Ref, Refusal, Ruling, Takes, Truth, Value, Wish, alter, alter_one, put,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::charge::{self, Cause, Charge};
use crate::rules::ancientmaster::formed;
use crate::rules::ancientmaster::legs;
use crate::rules::ancientmaster::relocate::{self, IN_SHIELDWALL, IN_TESTUDO, Relocation};
use crate::rules::ancientmaster::shooting::{self, Volley};
use crate::rules::ancientmaster::state::{Acts, Formed, Phase};
use crate::rules::ancientmaster::support::engaged;
use crate::rules::ancientmaster::ways::{Going, Ways};
use crate::table::{Placement, Pose};

pub const KEY: Word = Word("march");
const HALT: Word = Verb::Halt.word();
const MOVED: Word = Word("moved");
const HALF: Word = Word("half");
const RUNS: Word = Word("runs");
const RULE: Cite = Cite("A5.4");
const SPENT: Cite = Cite("A5.2");
const BLUNDERS: Cite = Cite("A5.5");
const CHARGES: Cite = Cite("A7.1");

crate::verbs! {
    /// What units may do by an order.
    enum Verb {
        Move = "move",
        Charge = "charge",
        /// They shoot before they move.
        Volley = "volley",
        Testudo = "testudo",
        Shieldwall = "shieldwall",
        /// The others do nothing.
        Halt = "halt",
    }
}

/// What units do that have been given an order.
pub const HANDLER: Handler = Handler { key: KEY, verbs: Verb::WORDS, offer, judge, fit, aim, enact };

/// A job: units carry out an order, until each has acted or their side halts them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Marching {
    pub side: Side,
    pub who: Vec<UnitId>,
    /// Whether they may go half a pace and not charge, after a blunder (A5.5).
    pub half: bool,
    /// Whether chariot runners among them keep up with their chariots (W67): as many stands of these when they were ordered.
    pub runs: bool,
}

impl Job for Marching {
    const NAME: &'static str = "ancientmaster.marching";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(marching, self, world)
    }
}

/// The question about units that have not acted yet; it carries all that its handler reads, so that it can be supposed.
/// `runs` are all of the brigade if its chariot runners keep up with its chariots, else nobody.
pub fn question(side: Side, pending: &[UnitId], moved: &[UnitId], (half, runs): (bool, &[UnitId])) -> Question {
    let question = pending.iter().fold(Question::to(side, HANDLER, RULE), |q, unit| q.about(Ref::Unit(*unit)));
    let moved = moved.iter().map(|unit| Ref::Unit(*unit)).collect();
    let runs = runs.iter().map(|unit| Ref::Unit(*unit)).collect();
    question.with(MOVED, Value::Refs(moved)).with(HALF, Value::Flag(half)).with(RUNS, Value::Refs(runs))
}

pub fn marching(InRef(job): InRef<Marching>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let there = |unit: &&UnitId| field.0.on_table(**unit);
    let pending: Vec<UnitId> =
        job.who.iter().filter(there).filter(|u| !field.acts(**u).acted && !engaged(field, **u)).copied().collect();
    if field.phase().halted || pending.is_empty() {
        return Effects::pop();
    }
    let moved: Vec<UnitId> = job.who.iter().filter(there).filter(|unit| field.acts(**unit).moved).copied().collect();
    let runs = if job.runs { &job.who[..] } else { &[] };
    Effects::stay().ask(question(job.side, &pending, &moved, (job.half, runs)))
}

/// The question as the rules understand it: who is asked, and how they may move.
#[derive(Clone, Debug)]
pub struct MarchQuestion {
    pub pending: Vec<UnitId>,
    /// Those of the brigade that have moved and not charged.
    pub moved: Vec<UnitId>,
    pub half: bool,
    /// All of a brigade whose chariot runners keep up with its chariots (W67); else nobody.
    pub runs: Vec<UnitId>,
}

impl MarchQuestion {
    fn of(question: &Question) -> MarchQuestion {
        let unit = |of: &Ref| if let Ref::Unit(unit) = of { Some(*unit) } else { None };
        let moved = match question.value(MOVED) {
            Some(Value::Refs(moved)) => moved.iter().filter_map(unit).collect(),
            _ => Vec::new(),
        };
        let half = matches!(question.value(HALF), Some(Value::Flag(true)));
        let runs = match question.value(RUNS) {
            Some(Value::Refs(runs)) => runs.iter().filter_map(unit).collect(),
            _ => Vec::new(),
        };
        MarchQuestion { pending: question.about.iter().filter_map(unit).collect(), moved, half, runs }
    }
}

impl MarchQuestion {
    /// What of it a move depends on.
    fn key(&self) -> (bool, Vec<UnitId>, Vec<UnitId>) {
        (self.half, self.moved.clone(), self.runs.clone())
    }
}

/// An answer as the rules understand it.
enum Answer {
    Halt,
    Move(Vec<UnitId>, Ways),
    Charge { cause: Cause, plan: charge::Plan },
    Volley { unit: UnitId, at: UnitId },
    Form(Vec<UnitId>, Word),
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let question = MarchQuestion::of(asking.question);
    let mut offer = Offer { question: KEY, bound: question.pending.len() > 1, ..Offer::default() };
    if question.pending.len() > 1
        && question.moved.is_empty()
        && question.pending.iter().any(|u| ask.wants(Ref::Unit(*u)))
    {
        offer.choices.share(&choices(field, &question.pending, &question));
    }
    for unit in question.pending.iter().copied().filter(|unit| ask.wants(Ref::Unit(*unit))) {
        offer.choices.share(&choices(field, &[unit], &question));
    }
    offer.choices.push(Choice::ending(Action::new(Ref::Side(asking.side), HALT), SPENT));
    offer
}

/// What a unit, or units that go as one, may do by their order; kept until something changes that it is made of.
fn choices(field: Battlefield, who: &[UnitId], question: &MarchQuestion) -> Arc<Choices> {
    field.0.keep("an order's moves", &(who.to_vec(), question.key()), || {
        let mut offer = Offer::default();
        moves::offer(field, who, question, &mut offer);
        forms(field, who, &mut offer);
        if let [unit] = *who {
            if !question.half {
                charges(field, unit, question, &mut offer);
            }
            if shooting::may_volley(field, unit, field.acts(unit).orders) {
                for target in shooting::targets(field, unit) {
                    let at = Value::Refs(vec![Ref::Unit(target)]);
                    offer.choices.push(Choice::plain(Action::new(Ref::Unit(unit), SHOOT).with(AT, at), Cite("W2")));
                }
            }
        }
        offer.choices
    })
}

fn charges(field: Battlefield, unit: UnitId, question: &MarchQuestion, offer: &mut Offer) {
    let reach = charge::reach(field, unit, runners::cause(field, unit, &question.runs));
    for target in field.enemies_within(unit, reach) {
        if planned(field, unit, target, question).is_ok() {
            let at = Value::Refs(vec![Ref::Unit(target)]);
            offer.choices.push(Choice::plain(Action::new(Ref::Unit(unit), CHARGE).with(AT, at), Cite("A7.1")));
        }
    }
}

/// The charge of a unit, with its cause: chariot runners that keep up charge farther (W69).
fn planned(
    field: Battlefield,
    unit: UnitId,
    at: UnitId,
    question: &MarchQuestion,
) -> Result<(Cause, charge::Plan), Refusal> {
    let far = runners::cause(field, unit, &question.runs);
    let plan = |cause| charge::plan(field, unit, at, charge::reach(field, unit, cause), cause);
    let beside = |plan: &charge::Plan| {
        let going = [Going { unit, ends: plan.ends.clone() }];
        runners::beside(field, &question.runs, &going, plan.ways.longest)
    };
    match plan(far) {
        Ok(found) if beside(&found).is_ok() => Ok((far, found)),
        Ok(found) if far == Cause::Order => beside(&found).map(|()| (far, found)),
        Err(why) if far == Cause::Order => Err(why),
        _ => plan(Cause::Order).map(|found| (Cause::Order, found)),
    }
}

fn forms(field: Battlefield, who: &[UnitId], offer: &mut Offer) {
    for what in [IN_TESTUDO, IN_SHIELDWALL] {
        if who.iter().any(|unit| formed::may_form(field, *unit, what).is_ok()) {
            let cite = if what == IN_TESTUDO { Cite("W38") } else { Cite("W48") };
            offer.choices.push(Choice::plain(Action { who: refs(who), ..Action::new(Ref::Unit(who[0]), what) }, cite));
        }
    }
}

fn refs(who: &[UnitId]) -> Vec<Ref> {
    who.iter().map(|unit| Ref::Unit(*unit)).collect()
}

fn read(asking: &Asking, action: &Action) -> Result<Answer, Refusal> {
    let field = Battlefield::of(asking.view);
    let question = MarchQuestion::of(asking.question);
    let Some(verb) = Verb::of(action) else {
        return Err(Refusal::other_verb(RULE, action.key, &action.who, Verb::WORDS.iter().copied()));
    };
    let askew = |needs: &[(Word, Takes)]| Err(Refusal::values(RULE, action, needs, &[]));
    if verb == Verb::Halt {
        said_by(RULE, action, HALT, asking.side)?;
        return if action.with.is_empty() { Ok(Answer::Halt) } else { askew(&[]) };
    }
    let who = legs::own_units(field, asking.side, action, RULE)?;
    let all = who.len() == question.pending.len() && question.pending.iter().all(|unit| who.contains(unit));
    let one = who.len() == 1 && question.pending.contains(&who[0]);
    let together = all && question.moved.is_empty();
    if !one && !together {
        return Err(not_asked(&question, action, &who));
    }
    let alone = || match who[..] {
        [unit] => Ok(unit),
        _ => Err(Refusal::number_named(RULE, action.key, who.len(), 1)),
    };
    let at = action.unit(AT).filter(|_| action.with.len() == 1);
    match verb {
        Verb::Halt => Ok(Answer::Halt),
        Verb::Move => {
            moves::check_path(action)?;
            let key = (who.clone(), question.key(), action.legs().to_vec());
            let ways = field.0.keep("a move", &key, || moves::judge(field, &who, &question, action));
            (*ways).clone().map(|ways| Answer::Move(who, ways))
        }
        Verb::Charge => {
            let unit = alone()?;
            if question.half {
                return Err(Refusal::new(BLUNDERS, Word("no-charge-blundered")).of(Ref::Unit(unit)));
            }
            let Some(at) = at else { return askew(&[(AT, Takes::Unit)]) };
            let foe = field.unit(at).is_some() && field.0.side_of(at) != asking.side && field.0.on_table(at);
            if !foe {
                let refusal = Refusal::new(CHARGES, Word("charges-enemies")).of(Ref::Unit(unit));
                return Err(refusal.word(Word("whom"), Arg::Of(Ref::Unit(at))));
            }
            let (cause, plan) = planned(field, unit, at, &question)?;
            Ok(Answer::Charge { cause, plan })
        }
        Verb::Volley => {
            let unit = alone()?;
            let Some(at) = at else { return askew(&[(AT, Takes::Unit)]) };
            super::check_volley(field, unit, at, field.acts(unit).orders)?;
            Ok(Answer::Volley { unit, at })
        }
        Verb::Testudo | Verb::Shieldwall if !action.with.is_empty() => askew(&[]),
        Verb::Testudo | Verb::Shieldwall => {
            let may = who.iter().map(|unit| formed::may_form(field, *unit, verb.word()));
            match may.reduce(|first, next| if first.is_ok() { first } else { next }) {
                Some(Err(why)) => Err(why),
                _ => Ok(Answer::Form(who, verb.word())),
            }
        }
    }
}

/// Why those are not asked: others have the order; or it is some of a brigade, or all after one of them has moved.
fn not_asked(question: &MarchQuestion, action: &Action, who: &[UnitId]) -> Refusal {
    if who.iter().any(|unit| !question.pending.contains(unit)) {
        return Refusal::for_others(RULE, action.key, &action.who, question.pending.iter().map(|of| Ref::Unit(*of)));
    }
    let (named, left) = (who.len() as i32, question.pending.len() as i32);
    let refusal = Refusal::new(RULE, Word("one-or-all")).word(Word("left"), Arg::Measured(Measured::Count(left)));
    // Together all go who have not gone yet, while none has.
    let limit = if question.moved.is_empty() { left } else { 1 };
    let (named, limit) = (Measured::Count(named), Measured::Count(limit));
    if named.raw() > limit.raw() { refusal.above(named, limit) } else { refusal.below(named, limit) }
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let field = Battlefield::of(asking.view);
    let mut ruling = Ruling::default();
    match read(asking, action)? {
        Answer::Move(_, ways) => {
            for (unit, along) in &ways.along {
                let ends: Vec<Pose> = along.iter().filter_map(|way| way.last().copied()).collect();
                rule_ends(field, *unit, &ends, &mut ruling);
                if along.iter().any(|way| way.first() != way.last()) {
                    ruling.notes.extend(relocate::left_behind(field, *unit));
                }
            }
            ruling.measured.push((Word("farthest"), crate::battle::Measured::Length(ways.longest), Cite("A6.1")));
        }
        Answer::Charge { plan, .. } => {
            rule_charge(field, &plan, &mut ruling);
            ruling.notes.extend(relocate::left_behind(field, plan.unit));
        }
        Answer::Volley { unit, at } => {
            ruling.odds.extend(crate::rules::ancientmaster::odds::shot(&asking.view, unit, at));
        }
        Answer::Halt | Answer::Form(..) => {}
    }
    Ok(ruling)
}

/// Where a unit would end.
pub fn rule_ends(field: Battlefield, unit: UnitId, ends: &[Pose], ruling: &mut Ruling) {
    let formed = Placement::Loose(ends.to_vec());
    ruling.ends.extend(formed.pose(field.size(unit)).map(|pose| (unit, pose)));
    ruling.forms.push((unit, formed));
}

/// Where a charge would end, whom it would touch, and how the first round would go.
pub fn rule_charge(field: Battlefield, plan: &charge::Plan, ruling: &mut Ruling) {
    rule_ends(field, plan.unit, &plan.ends, ruling);
    ruling.measured.push((Word("farthest"), crate::battle::Measured::Length(plan.ways.longest), Cite("A7.2")));
    for other in plan.touched.iter().filter(|other| **other != plan.target) {
        let note = Note::new(Cite("A7.1"), Word("touches-too"));
        ruling.notes.push(note.word(Word("enemy"), Arg::Of(Ref::Unit(*other))));
    }
    ruling.odds.extend(crate::rules::ancientmaster::odds::of_charge(field, plan));
}

fn halt(asking: &Asking) -> Action {
    Action::new(Ref::Side(asking.side), HALT)
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    let why = match read(asking, action) {
        Ok(_) => return Fitted { action: action.clone(), cut: Vec::new() },
        Err(why) => vec![why],
    };
    let field = Battlefield::of(asking.view);
    let question = MarchQuestion::of(asking.question);
    let who = legs::units(action).unwrap_or_default();
    let fitted = match Verb::of(action) {
        Some(Verb::Move) if !who.is_empty() => {
            let key = (who.clone(), question.pending.clone(), question.key(), action.legs().to_vec());
            let fitted = field.0.keep("a move that is made to fit", &key, || {
                moves::fit(field, &who, action, |action| read(asking, action).is_ok())
            });
            (*fitted).clone()
        }
        Some(Verb::Charge | Verb::Volley) if who.len() == 1 && question.pending.contains(&who[0]) => {
            let at = |target: UnitId| {
                Action::new(Ref::Unit(who[0]), action.key).with(AT, Value::Refs(vec![Ref::Unit(target)]))
            };
            let mut enemies: Vec<UnitId> = field.side(asking.side.other()).collect();
            enemies.retain(|enemy| field.distance(who[0], *enemy).is_some());
            enemies.into_iter().map(at).find(|action| read(asking, action).is_ok())
        }
        _ => None,
    };
    Fitted { action: fitted.unwrap_or_else(|| halt(asking)), cut: why }
}

fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
    let field = Battlefield::of(asking.view);
    let mut action = choice.action.clone();
    match (wish, Verb::of(&choice.action)) {
        (Wish::Target(of @ Ref::Unit(_)), Some(Verb::Charge | Verb::Volley)) => action.set(AT, Value::Refs(vec![of])),
        (wish, Some(Verb::Move)) => {
            if let Some(who) = legs::units(&action) {
                action = moves::aimed(field, &who, &action, wish);
            }
        }
        _ => {}
    }
    fit(asking, &action)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    match read(&asking.judged, action) {
        Ok(Answer::Move(who, ways)) => {
            let counts = who.iter().fold(Effects::pop(), |effects, unit| {
                let told = Fact::new(SPENT, Narration::Said(Word("spends-move")));
                effects.fact(told.word(Word("who"), Arg::Of(Ref::Unit(*unit))).change(acted(*unit, true)))
            });
            let ran = |effects, unit: &UnitId| runners::told(field, *unit, ways.longest, effects);
            let counts = who.iter().fold(counts, ran);
            ways.along.into_iter().fold(counts, |effects, (unit, along)| {
                let says = Word("marches");
                Relocation { unit, along, cite: Cite("A6.1"), says, leaves: true, charges: false }.apply(field, effects)
            })
        }
        Ok(Answer::Charge { cause, plan }) => {
            let effects = runners::told(field, plan.unit, plan.ways.longest, Effects::pop());
            effects.push(Charge { unit: plan.unit, target: plan.target, cause })
        }
        Ok(Answer::Volley { unit, at }) => Effects::pop().push(Volley { by: unit, at, early: true }),
        Ok(Answer::Form(who, what)) => form(field, &who, what),
        Ok(Answer::Halt) | Err(_) => {
            let told = Fact::new(SPENT, Narration::Said(Word("halts")));
            let told = told.word(Word("who"), Arg::Of(Ref::Side(asking.side)));
            Effects::pop().fact(told.change(alter_one(|phase: &mut Phase| phase.halted = true)))
        }
    }
}

/// Each that can takes up the formation; nobody moves (W38, W39, W49).
fn form(field: Battlefield, who: &[UnitId], what: Word) -> Effects {
    let mut effects = Effects::pop();
    for unit in who {
        if formed::may_form(field, *unit, what).is_ok() {
            let testudo = what == IN_TESTUDO;
            let told = Narration::Marked { of: Ref::Unit(*unit), what, on: true };
            let cite = if testudo { Cite("W38") } else { Cite("W49") };
            let now = Formed { testudo, shieldwall: !testudo };
            effects = effects.fact(Fact::new(cite, told).change(put(*unit, now)).change(acted(*unit, false)));
        } else {
            let told =
                Fact::new(SPENT, Narration::Said(Word("spends-move"))).word(Word("who"), Arg::Of(Ref::Unit(*unit)));
            effects = effects.fact(told.change(alter(*unit, |acts: &mut Acts| acts.acted = true)));
        }
    }
    effects
}
