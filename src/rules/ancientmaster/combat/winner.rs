//! What a winner does (A10.8): stand, fall back, pursue, or advance where no enemy of the engagement is left.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::after::direction;
use super::fall_back::FallsBack;
use super::pursuit::{self, Pursues};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Fitted, Handler, Job, Narration, Offer, PLACES,
    Question, Ref, Refusal, Ruling, Truth, Value, alter_one, plain,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::charge::{self, Cause, Charge};
use crate::rules::ancientmaster::command::rule_ends;
use crate::rules::ancientmaster::cover;
use crate::rules::ancientmaster::forced::bearing;
use crate::rules::ancientmaster::odds;
use crate::rules::ancientmaster::sight::{Look, seen};
use crate::rules::ancientmaster::state::Phase;
use crate::rules::ancientmaster::terrain::Cover;
use crate::rules::ancientmaster::troop::Sort;
use crate::table::{Place, Pose};

pub const KEY: Word = Word("winner");
const AT: Word = Word("at");
const LOSERS: Word = Word("losers");
const RULE: Cite = Cite("A10.8");

crate::verbs! {
    /// What a winner may do.
    enum Verb {
        Stand = "stand",
        Back = "fall-back",
        Pursue = "pursue",
        Advance = "advance",
    }
}

/// What a winner does.
pub const HANDLER: Handler = Handler {
    judge,
    fit,
    aim: |asking, choice, _| fit(asking, &choice.action),
    ..Handler::plain(KEY, Verb::WORDS, offer, enact)
};

/// A job: winners choose, one after another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chooses {
    pub units: Vec<UnitId>,
    pub losers: Vec<UnitId>,
}

impl Job for Chooses {
    const NAME: &'static str = "ancientmaster.chooses";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(chooses, self, world)
    }
}

pub fn chooses(InRef(job): InRef<Chooses>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let there =
        |units: &[UnitId]| -> Vec<UnitId> { units.iter().copied().filter(|unit| field.0.on_table(*unit)).collect() };
    let units = there(&job.units);
    let Some(first) = units.first() else { return Effects::pop() };
    let losers = there(&job.losers).into_iter().map(Ref::Unit).collect();
    let question = Question::to(field.0.side_of(*first), HANDLER, RULE).with(LOSERS, Value::Refs(losers));
    Effects::pop().ask(units.iter().fold(question, |question, unit| question.about(Ref::Unit(*unit))))
}

fn losers(question: &Question) -> Vec<UnitId> {
    let unit = |of: &Ref| if let Ref::Unit(unit) = of { Some(*unit) } else { None };
    match question.value(LOSERS) {
        Some(Value::Refs(losers)) => losers.iter().filter_map(unit).collect(),
        _ => Vec::new(),
    }
}

/// The enemies at whom a winner without an enemy may advance: the closest that it sees and can reach.
fn advances(field: Battlefield, unit: UnitId) -> Vec<UnitId> {
    let troop = field.troop(unit);
    let fortified = cover::of_unit(field, unit) == Cover::Fortified;
    if troop.sort() == Sort::Artillery || field.acts(unit).advanced || fortified {
        return Vec::new();
    }
    let reach = charge::reach(field, unit, Cause::Advance);
    let near = seen(field, unit, Look::Charge, reach.to_inches());
    let may = near.into_iter().map(|(enemy, _)| enemy);
    may.filter(|enemy| charge::plan(field, unit, *enemy, reach, Cause::Advance).is_ok()).take(1).collect()
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let losers = losers(asking.question);
    let mut choices = Vec::new();
    for of in &asking.question.about {
        let Ref::Unit(unit) = *of else { continue };
        let act = |verb: Verb| Choice::ending(Action::new(*of, verb.word()), RULE);
        choices.push(act(Verb::Stand));
        if losers.is_empty() {
            for target in advances(field, unit) {
                let at = Value::Refs(vec![Ref::Unit(target)]);
                choices.push(Choice::ending(Action::new(*of, Verb::Advance.word()).with(AT, at), RULE));
            }
        } else if let Some(plan) = pursuit::plan(field, unit, &losers) {
            choices.push(act(Verb::Pursue));
            for (called, at) in pursuit::options(field, unit, &losers, &plan) {
                let places = at.iter().map(|(stand, pose)| (Ref::Base(unit, *stand), pose.place())).collect();
                let placed = Action::new(*of, Verb::Pursue.word()).with(PLACES, Value::Places(places));
                if pursuit::placed(field, unit, &losers, &stands_of(&placed, unit)).is_ok() {
                    choices.push(Choice { called: Some(called), ..Choice::ending(placed, RULE) });
                }
            }
        }
        choices.push(act(Verb::Back));
    }
    Offer { question: KEY, choices: choices.into(), ..Offer::default() }
}

/// The places that an action gives to stands of that unit.
fn stands_of(action: &Action, unit: UnitId) -> Vec<(u8, Pose)> {
    let of = |(who, place): &(Ref, Place)| match who {
        Ref::Base(of, stand) if *of == unit => Some((*stand, place.pose())),
        _ => None,
    };
    action.places().iter().filter_map(of).collect()
}

/// A pursuit with stands placed freely is judged by itself; everything else is what is offered. Of who goes after enemies is told
/// where he ends, and how the next round would go.
fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let field = Battlefield::of(asking.view);
    let (&[of @ Ref::Unit(unit)], with) = (&action.who[..], &action.with[..]) else {
        return plain::judge_offered(asking, action);
    };
    let verb = Verb::of(action);
    let mut ruling = match (verb, with) {
        (Some(Verb::Pursue), [(PLACES, Value::Places(places))]) => {
            if !asking.question.about.contains(&of) {
                let about = asking.question.about.iter().copied();
                return Err(Refusal::for_others(RULE, action.key, &action.who, about));
            }
            if places.is_empty() {
                return Err(Refusal::number_named(RULE, PLACES, 0, 1));
            }
            let own = |who: &Ref| matches!(who, Ref::Base(whose, _) if *whose == unit);
            if let Some((other, _)) = places.iter().find(|(who, _)| !own(who)) {
                let stands = (0..field.feet(unit).len()).map(|n| Ref::Base(unit, n as u8));
                return Err(Refusal::for_others(RULE, PLACES, &[*other], stands));
            }
            Ruling::default()
        }
        _ => plain::judge_offered(asking, action)?,
    };
    match (verb, action.unit(AT)) {
        (Some(Verb::Pursue), _) => {
            let losers = losers(asking.question);
            let plan = pursuit::placed(field, unit, &losers, &stands_of(action, unit))?;
            let ends = plan.relocation.ends();
            rule_ends(field, unit, &ends, &mut ruling);
            let upon = charge::touched(field, unit, &ends).into_iter().find(|of| losers.contains(of));
            ruling.odds.extend(upon.and_then(|upon| odds::of_coming(field, unit, upon, &ends, &[])));
        }
        (Some(Verb::Advance), Some(target)) => {
            let reach = charge::reach(field, unit, Cause::Advance);
            let plan = charge::plan(field, unit, target, reach, Cause::Advance)?;
            rule_ends(field, unit, &plan.ends, &mut ruling);
            ruling.odds.extend(odds::of_coming(field, unit, target, &plan.ends, &[]));
        }
        _ => {}
    }
    Ok(ruling)
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    let why = match judge(asking, action) {
        Ok(_) => return Fitted { action: action.clone(), cut: Vec::new() },
        Err(why) => vec![why],
    };
    let offer = offer(asking, &Ask::all());
    let near = plain::fit(&offer, &Action { with: Vec::new(), ..action.clone() }).action;
    let first = || offer.choices.iter().next().map(|choice| choice.action.clone());
    let found = if judge(asking, &near).is_ok() { Some(near) } else { first() };
    Fitted { action: found.unwrap_or_else(|| action.clone()), cut: why }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let [Ref::Unit(unit)] = action.who[..] else { return Effects::pop() };
    let of = |of: &Ref| if let Ref::Unit(unit) = of { Some(*unit) } else { None };
    let rest: Vec<UnitId> = asking.question.about.iter().filter_map(of).filter(|of| *of != unit).collect();
    let effects = Effects::pop();
    let effects =
        if rest.is_empty() { effects } else { effects.push(Chooses { units: rest, losers: losers(asking.question) }) };
    match (Verb::of(action), action.unit(AT)) {
        (Some(Verb::Pursue), _) => {
            let placed = stands_of(action, unit);
            effects.push(Pursues { unit, losers: losers(asking.question), placed })
        }
        (Some(Verb::Back), _) => {
            let away = bearing(direction(field, unit, &losers(asking.question)));
            effects.push(FallsBack { unit, bearing: away, draw: false })
        }
        (Some(Verb::Advance), Some(target)) => {
            let told = Fact::new(RULE, Narration::Said(Word("advance"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
            let next = told.change(alter_one(move |phase: &mut Phase| phase.next.push(unit)));
            effects.fact(next).push(Charge { unit, target, cause: Cause::Advance })
        }
        _ => {
            let told = Fact::new(RULE, Narration::Said(Word("stands"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
            effects.fact(told)
        }
    }
}
