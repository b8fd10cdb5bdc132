//! Re-forming at the end of a combat phase (A10.8): a unit that touched an enemy in it and is free turns one stand where it
//! stands, and draws up the others about it.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Fitted, Handler, Job, Narration, Offer, Param, Question,
    Range, Ref, Refusal, Ruling, Takes, Truth, Value, alter_one, plain,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::command::rule_ends;
use crate::rules::ancientmaster::data::tables;
use crate::rules::ancientmaster::formation::{Formation, drawn_about, formation, full_pace};
use crate::rules::ancientmaster::relocate::Relocation;
use crate::rules::ancientmaster::state::Phase;
use crate::rules::ancientmaster::support::engaged;
use crate::rules::ancientmaster::ways::{Going, Kind, Ways, ways};
use crate::table::measure::within;
use crate::table::{Cdeg, Mil, Pose};

crate::verbs! {
    /// What a side says of its units.
    enum Verb {
        Reform = "reform",
        Done = "done",
    }
}

pub const KEY: Word = Verb::Reform.word();
const DONE: Word = Verb::Done.word();
const FORM: Word = Word("into");
const TURN: Word = Word("turn");
const PIVOT: Word = Word("pivot");
const RULE: Cite = Cite("A10.8");

/// How units re-form.
pub const HANDLER: Handler = Handler { judge, fit, ..Handler::plain(KEY, Verb::WORDS, offer, enact) };

/// A job: both sides re-form, the active one first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reforms {
    pub side: Side,
}

impl Job for Reforms {
    const NAME: &'static str = "ancientmaster.reforms";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(reforms, self, world)
    }
}

pub fn reforms(InRef(job): InRef<Reforms>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let asked = [job.side, job.side.other()].into_iter().find(|side| !choices(field, *side).is_empty());
    asked.map_or_else(Effects::pop, |side| Effects::stay().ask(Question::to(side, HANDLER, RULE)))
}

/// The units of a side that may still re-form: they touched an enemy in this phase, and are free now.
fn free(field: Battlefield, side: Side) -> impl Iterator<Item = UnitId> {
    let done = &field.phase().reformed;
    field.side(side).filter(move |unit| field.acts(*unit).fought && !done.contains(unit) && !engaged(field, *unit))
}

fn choices(field: Battlefield, side: Side) -> Vec<Choice> {
    let mut choices = Vec::new();
    for unit in free(field, side) {
        let now = formation(&field.prints(unit));
        for form in Formation::DRAWN_UP {
            // Who is in that formation already may turn about in it.
            let turn = if form == now { Cdeg::HALF } else { Cdeg::ZERO };
            let stands: Vec<Ref> = (0..field.feet(unit).len()).map(|n| Ref::Base(unit, n as u8)).collect();
            let found = stands.iter().find_map(|pivot| {
                let action = Action::new(Ref::Unit(unit), KEY)
                    .with(FORM, Value::Name(form.word()))
                    .with(TURN, Value::Angle(turn))
                    .with(PIVOT, Value::Refs(vec![*pivot]));
                read(field, side, &action).is_ok().then_some(action)
            });
            let Some(action) = found else { continue };
            let params = vec![
                Param::panel(TURN, Range::Angle(-Cdeg::HALF, Cdeg::HALF)),
                Param::panel(PIVOT, Range::Pick { from: stands, least: 1, most: 1 }),
            ];
            choices.push(Choice { params, called: Some(form.called()[1]), ..Choice::plain(action, RULE) });
        }
    }
    choices
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let done = Choice::ending(Action::new(Ref::Side(asking.side), DONE), RULE);
    let all = choices(Battlefield::of(asking.view), asking.side).into_iter();
    let wanted = all.filter(|choice| choice.action.who.iter().all(|who| ask.wants(*who)));
    let choices: Vec<Choice> = [done].into_iter().chain(wanted).collect();
    Offer { question: KEY, choices: choices.into(), ..Offer::default() }
}

/// The unit that re-forms, and the ways of its stands.
fn read(field: Battlefield, side: Side, action: &Action) -> Result<(UnitId, Ways), Refusal> {
    if Verb::of(action) != Some(Verb::Reform) {
        return Err(Refusal::other_verb(RULE, action.key, &action.who, Verb::WORDS.iter().copied()));
    }
    let unit = match &action.who[..] {
        [Ref::Unit(unit)] if free(field, side).any(|free| free == *unit) => unit,
        [_] => return Err(Refusal::for_others(RULE, action.key, &action.who, free(field, side).map(Ref::Unit))),
        several => return Err(Refusal::number_named(RULE, action.key, several.len(), 1)),
    };
    let (Some(Value::Name(form)), Some(Value::Angle(turn)), [Ref::Base(of, pivot)]) =
        (action.value(FORM), action.value(TURN), action.refs(PIVOT))
    else {
        let needs = [(FORM, Takes::Name), (TURN, Takes::Angle), (PIVOT, Takes::Stand)];
        return Err(Refusal::values(RULE, action, &needs, &[]));
    };
    let form = Formation::ordered(RULE, FORM, *form)?;
    let stands = field.feet(*unit).len();
    if of != unit || usize::from(*pivot) >= stands {
        return Err(Refusal::may_be(RULE, PIVOT, (0..stands).map(|n| Arg::Of(Ref::Base(*unit, n as u8)))));
    }
    let at = usize::from(*pivot);
    let going = [Going {
        unit: *unit,
        ends: drawn_about(field.size(*unit), &field.prints(*unit), form, (at, field.prints(*unit)[at].faced(*turn))),
    }];
    let found = ways(field, &going, |unit| full_pace(field.troop(unit).sort()).pace(), Kind::Plain)?;
    if found.longest == Mil::ZERO {
        return Err(Refusal::new(RULE, Word("stands-so")).of(Ref::Unit(*unit)));
    }
    let (size, gap) = (field.size(*unit), tables().combat.gap.gap());
    let near = going[0].ends.iter().map(|end| size.base(*end)).any(|print| {
        let mut enemies = field.enemy_feet(side, &print, gap.to_inches());
        enemies.any(|enemy| within(&print, &enemy.print, Mil(gap.0 - 1)))
    });
    if near { Err(Refusal::new(RULE, Word("near-enemy")).of(Ref::Unit(*unit))) } else { Ok((*unit, found)) }
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    if Verb::of(action) == Some(Verb::Done) {
        return plain::judge_offered(asking, action);
    }
    let field = Battlefield::of(asking.view);
    let (unit, ways) = read(field, asking.side, action)?;
    let mut ruling = Ruling::default();
    let ends: Vec<Pose> =
        ways.along.iter().flat_map(|(_, along)| along.iter().filter_map(|way| way.last().copied())).collect();
    rule_ends(field, unit, &ends, &mut ruling);
    Ok(ruling)
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    let why = match judge(asking, action) {
        Ok(_) => return Fitted { action: action.clone(), cut: Vec::new() },
        Err(why) => vec![why],
    };
    let done = Action::new(Ref::Side(asking.side), DONE);
    let alike = |choice: &Choice| choice.action.who == action.who && choice.action.value(FORM) == action.value(FORM);
    let found = choices(Battlefield::of(asking.view), asking.side).into_iter().find(alike).map(|choice| choice.action);
    Fitted { action: found.unwrap_or(done), cut: why }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let Ok((unit, ways)) = read(field, asking.judged.side, action) else {
        let units: Vec<UnitId> = free(field, asking.judged.side).collect();
        let told = Fact::new(RULE, Narration::Said(Word("reforms-over")));
        let told = told.word(Word("who"), Arg::Of(Ref::Side(asking.judged.side)));
        let done = alter_one(move |phase: &mut Phase| phase.reformed.extend(units.iter().copied()));
        return Effects::pop().fact(told.change(done));
    };
    let along = ways.along.into_iter().next().map(|(_, along)| along).unwrap_or_default();
    let told = Fact::new(RULE, Narration::Said(Word("reforms"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    let told = told.change(alter_one(move |phase: &mut Phase| phase.reformed.push(unit)));
    let relocation = Relocation { unit, along, cite: RULE, says: Word("reformed"), leaves: false, charges: false };
    relocation.apply(field, Effects::pop().fact(told))
}
