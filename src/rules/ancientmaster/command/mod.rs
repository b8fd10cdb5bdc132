//! The command phase (A5): initiative first, then orders, one after another, until one fails or its side ends it.

mod blunder;
mod give;
mod initiative;
pub mod march;
mod moves;
mod rings;
mod runners;

pub use blunder::HANDLER as BLUNDER;
pub use march::{HANDLER as MARCH, rule_ends};
pub use rings::rings;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use self::give::Gives;
use self::initiative::{by_initiative, evades_from, may_act, provoked_by};
use super::battlefield::Battlefield;
use super::brigade::{brigades, givers, may_be_ordered, may_go_together, may_order};
use super::charge::{self, Cause, Charge};
use super::data::tables;
use super::evade::{self, How};
use super::orders;
use super::relocate;
use super::shooting::{self, Volley};
use super::sight::Look;
use super::state::{Acts, Phase};
use super::troop::Rank;
use crate::battle::shape::said_by;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Barred, Choice, Effects, Fact, Fitted, Follow, Handle, Handler, Job, Narration,
    Odds, OddsOutcome, Offer, Param, Question, Range, Ref, Refusal, Ruling, Takes, Truth, Value, View, Wish, alter,
    alter_one,
};
use crate::cite::{Cite, Word};
use crate::dice::odds::every_case;
use crate::ids::{Side, UnitId};

pub const KEY: Word = Word("command");
pub const ORDER: Word = Verb::Order.word();
pub const CHARGE: Word = Verb::Charge.word();
pub const EVADE: Word = Verb::Evade.word();
pub const SHOOT: Word = Verb::Volley.word();
const DONE: Word = Verb::Done.word();
const BY: Word = Word("by");
const AT: Word = Word("at");
const RULE: Cite = Cite("A5.2");
const INITIATIVE: Cite = Cite("A5.1");
const VOLLEY: Cite = Cite("W3");
const BRIGADE: Cite = Cite("A5.4");

crate::verbs! {
    /// What a side may say in its command phase.
    pub enum Verb {
        Order = "order",
        Charge = "charge",
        Evade = "evade",
        /// It shoots, and evades then.
        Volley = "volley",
        Done = "done",
    }
}

/// What a side does next in its command phase.
pub const HANDLER: Handler = Handler { key: KEY, verbs: Verb::WORDS, offer, judge, fit, aim, enact };

/// A job: the command phase of a side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Command {
    pub side: Side,
}

impl Job for Command {
    const NAME: &'static str = "ancientmaster.command";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(command, self, world)
    }
}

pub fn command(InRef(job): InRef<Command>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    if field.phase().over {
        return Effects::become_job(super::characters::Rides { side: job.side });
    }
    Effects::stay().ask(Question::to(job.side, HANDLER, RULE))
}

/// An answer as the rules understand it.
enum Answer {
    Done,
    Order { by: UnitId, who: Vec<UnitId> },
    Charge { unit: UnitId, at: UnitId },
    Evade { unit: UnitId, how: How },
    Volley { unit: UnitId, at: UnitId, how: How },
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    let own: Vec<UnitId> = field.side(asking.side).collect();
    for unit in own.iter().copied().filter(|unit| ask.wants(Ref::Unit(*unit))) {
        let wanted = [unit];
        if may_act(field, unit).is_ok() {
            let of_unit = field.0.keep("a unit's initiative", &unit, || by_initiative(field, unit));
            offer.choices.share(&of_unit);
        }
        match may_go_together(field, &wanted) {
            Ok(()) => order_choice(field, asking.side, &wanted, &mut offer),
            Err(why) if ask.barred => offer.barred.push(Barred { key: ORDER, who: vec![Ref::Unit(unit)], why }),
            Err(_) => {}
        }
    }
    let may: Vec<UnitId> = own.into_iter().filter(|unit| may_be_ordered(field, *unit).is_ok()).collect();
    for set in brigades(field, &may) {
        let wanted = set.iter().all(|unit| ask.wants(Ref::Unit(*unit)));
        if wanted && may_go_together(field, &set).is_ok() {
            order_choice(field, asking.side, &set, &mut offer);
        }
    }
    offer.choices.push(Choice::ending(Action::new(Ref::Side(asking.side), DONE), RULE));
    offer
}

fn order_choice(field: Battlefield, side: Side, who: &[UnitId], offer: &mut Offer) {
    let givers = givers(field, side, who);
    let Some((best, _)) = givers.first() else { return };
    let action = order_action(who, *best);
    let from: Vec<Ref> = givers.iter().map(|(leader, _)| Ref::Unit(*leader)).collect();
    let stops = from.iter().map(|of| (Value::Refs(vec![*of]), Word("giver")));
    let mut by =
        Param { handle: Handle::Panel, ..Param::panel(BY, Range::Pick { from: from.clone(), least: 1, most: 1 }) };
    for (at, why) in stops {
        by = by.stop(at, why);
    }
    let cite = if who.len() > 1 { BRIGADE } else { RULE };
    let called = (who.len() > 1).then_some(Word("brigade"));
    offer.choices.push(Choice { params: vec![by], called, ..Choice::plain(action, cite) });
}

fn order_action(who: &[UnitId], by: UnitId) -> Action {
    let mut action = Action::new(Ref::Unit(who[0]), ORDER).with(BY, Value::Refs(vec![Ref::Unit(by)]));
    action.who = who.iter().map(|unit| Ref::Unit(*unit)).collect();
    action
}

fn read(asking: &Asking, action: &Action) -> Result<Answer, Refusal> {
    let field = Battlefield::of(asking.view);
    let Some(verb) = Verb::of(action) else {
        return Err(Refusal::other_verb(RULE, action.key, &action.who, Verb::WORDS.iter().copied()));
    };
    let askew = |needs: &[(Word, Takes)]| Err(Refusal::values(RULE, action, needs, &[]));
    if verb == Verb::Done {
        said_by(RULE, action, DONE, asking.side)?;
        return if action.with.is_empty() { Ok(Answer::Done) } else { askew(&[]) };
    }
    let who = super::legs::own_units(field, asking.side, action, RULE)?;
    let alone = || match who[..] {
        [unit] => Ok(unit),
        _ => Err(Refusal::number_named(RULE, action.key, who.len(), 1)),
    };
    let named = action
        .with
        .iter()
        .all(|(name, value)| [BY, AT].contains(name) && matches!(value, Value::Refs(refs) if refs.len() == 1));
    let (by, at) = (action.unit(BY), action.unit(AT));
    let how = How::of(action);
    match verb {
        Verb::Done => Ok(Answer::Done),
        Verb::Order => {
            let Some(by) = by.filter(|_| named && at.is_none()) else { return askew(&[(BY, Takes::Unit)]) };
            if field.0.side_of(by) != asking.side {
                return Err(Refusal::may_be(RULE, BY, field.leaders(asking.side).map(|of| Arg::Of(Ref::Unit(of)))));
            }
            may_go_together(field, &who)?;
            may_order(field, by, &who)?;
            Ok(Answer::Order { by, who })
        }
        Verb::Charge => {
            let unit = alone()?;
            let Some(at) = at.filter(|_| named && by.is_none()) else { return askew(&[(AT, Takes::Unit)]) };
            may_act(field, unit)?;
            provoked(field, unit, at, &provoked_by(field, unit, Look::Charge))?;
            charge::plan(field, unit, at, charge::reach(field, unit, Cause::Initiative), Cause::Initiative)?;
            Ok(Answer::Charge { unit, at })
        }
        Verb::Evade => {
            let unit = alone()?;
            if !How::is_said_by(action, &[]) {
                return Err(How::refusal(action, &[]));
            }
            may_act(field, unit)?;
            let no = || Refusal::new(Cite("A6.4"), Word("no-evade")).of(Ref::Unit(unit));
            evade::plan(field, unit, &evades_from(field, unit), how).ok_or_else(no)?;
            Ok(Answer::Evade { unit, how })
        }
        Verb::Volley => {
            let unit = alone()?;
            let Some(at) = at.filter(|_| How::is_said_by(action, &[AT])) else {
                return Err(How::refusal(action, &[(AT, Takes::Unit)]));
            };
            may_act(field, unit)?;
            check_volley(field, unit, at, 0)?;
            match evade::plan(field, unit, &evades_from(field, unit), how) {
                Some(_) => Ok(Answer::Volley { unit, at, how }),
                None => Err(Refusal::new(VOLLEY, Word("no-evade")).of(Ref::Unit(unit))),
            }
        }
    }
}

/// Whether a unit that has had so many orders may shoot at that before it moves (W2, W3).
///
/// # Errors
/// When it may not shoot now; or at whom it may.
fn check_volley(field: Battlefield, unit: UnitId, at: UnitId, orders: u8) -> Result<(), Refusal> {
    if !shooting::may_volley(field, unit, orders) {
        return Err(Refusal::new(VOLLEY, Word("no-volley")).of(Ref::Unit(unit)));
    }
    let targets = shooting::targets(field, unit);
    if targets.contains(&at) {
        return Ok(());
    }
    Err(Refusal::may_be(VOLLEY, AT, targets.into_iter().map(|of| Arg::Of(Ref::Unit(of)))))
}

/// The enemy is the closest that it sees, near enough.
fn provoked(field: Battlefield, unit: UnitId, at: UnitId, by: &[UnitId]) -> Result<(), Refusal> {
    if by.contains(&at) || field.unit(at).is_none() {
        return Ok(());
    }
    let why = Refusal::new(INITIATIVE, Word("not-closest")).of(Ref::Unit(unit));
    Err(why.word(Word("whom"), Arg::Of(Ref::Unit(at))))
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let field = Battlefield::of(asking.view);
    let mut ruling = Ruling::default();
    match read(asking, action)? {
        Answer::Order { by, who } => {
            ruling.odds.push(order_odds(field, by, &who));
            ruling.notes.extend(who.iter().flat_map(|unit| relocate::left_behind(field, *unit)));
        }
        Answer::Charge { unit, at } => {
            let reach = charge::reach(field, unit, Cause::Initiative);
            let plan = charge::plan(field, unit, at, reach, Cause::Initiative)?;
            march::rule_charge(field, &plan, &mut ruling);
            ruling.notes.extend(relocate::left_behind(field, unit));
        }
        Answer::Evade { unit, how } => {
            if let Some(plan) = evade::plan(field, unit, &evades_from(field, unit), how) {
                march::rule_ends(field, unit, &plan.relocation().ends(), &mut ruling);
                ruling.notes.extend(relocate::left_behind(field, unit));
            }
        }
        Answer::Volley { unit, at, .. } => ruling.odds.extend(super::odds::shot(&asking.view, unit, at)),
        Answer::Done => {}
    }
    Ok(ruling)
}

/// The odds of an order, with the sum that must not be passed.
fn order_odds(field: Battlefield, by: UnitId, who: &[UnitId]) -> Odds {
    let order = super::brigade::order(field, by, who);
    let target = order.target();
    let rank = field.leader(by).map_or(Rank::Hero, |leader| leader.kind.rank);
    let side = field.0.side_of(by);
    let cases = every_case(|dice| orders::roll(dice, target.total(), rank, side, by));
    let outcomes = vec![
        OddsOutcome::of(Word("obeys"), &cases, |given| given.succeeds),
        OddsOutcome::of(Word("fails"), &cases, |given| !given.succeeds && !given.blunder),
        OddsOutcome::of(Word("blunders"), &cases, |given| given.blunder),
    ];
    let tallies = [target, crate::cite::Tally::default()];
    Odds { by: Ref::Unit(by), at: Ref::Unit(who[0]), outcomes, tallies, simulated: None, notes: Vec::new() }
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    let why = match read(asking, action) {
        Ok(_) => return Fitted { action: action.clone(), cut: Vec::new() },
        Err(why) => vec![why],
    };
    let field = Battlefield::of(asking.view);
    let who = super::legs::units(action).unwrap_or_default();
    let own = !who.is_empty() && who.iter().all(|unit| field.unit(*unit).is_some() && field.0.on_table(*unit));
    let mut tries = Vec::new();
    if own {
        let verb = Verb::of(action);
        if verb == Some(Verb::Order)
            && who.len() <= usize::from(tables().command.brigade)
            && may_go_together(field, &who).is_ok()
        {
            tries.extend(givers(field, asking.side, &who).first().map(|(by, _)| order_action(&who, *by)));
        }
        if verb == Some(Verb::Evade) {
            // Without what is said of it last, until it can.
            let said: Vec<(Word, Value)> = action.with.clone();
            let shorter = (0..=said.len()).rev().map(|n| Action { with: said[..n].to_vec(), ..action.clone() });
            tries.extend(shorter);
            tries.push(Action::new(Ref::Unit(who[0]), EVADE));
        }
        let targets = match verb {
            Some(Verb::Charge) => Some(provoked_by(field, who[0], Look::Charge)),
            Some(Verb::Volley) => Some(shooting::targets(field, who[0])),
            _ => None,
        };
        if let Some(targets) = targets {
            let at = |target: UnitId| Value::Refs(vec![Ref::Unit(target)]);
            tries.extend(targets.into_iter().map(|t| Action::new(Ref::Unit(who[0]), action.key).with(AT, at(t))));
        }
    }
    let found = tries.into_iter().find(|action| read(asking, action).is_ok());
    Fitted { action: found.unwrap_or_else(|| Action::new(Ref::Side(asking.side), DONE)), cut: why }
}

fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
    let mut action = choice.action.clone();
    if let Wish::Target(of @ Ref::Unit(_)) = wish {
        let name = if Verb::of(&action) == Some(Verb::Order) { BY } else { AT };
        if action.value(name).is_some() {
            action.set(name, Value::Refs(vec![of]));
        }
    }
    fit(asking, &action)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    match read(&asking.judged, action) {
        Ok(Answer::Order { by, who }) => Effects::pop().push(Gives { by, who }),
        Ok(Answer::Charge { unit, at }) => Effects::pop().push(Charge { unit, target: at, cause: Cause::Initiative }),
        Ok(Answer::Evade { unit, how }) => Effects::pop().push(evade::Evades { unit, line: None, how }),
        Ok(Answer::Volley { unit, at, how }) => {
            // The line of the evade is as it lay before the volley (W3).
            let plan = evade::plan(field, unit, &evades_from(field, unit), how);
            let line = plan.map(|plan| plan.line);
            Effects::pop().push(evade::Evades { unit, line, how }).push(Volley { by: unit, at, early: true })
        }
        Ok(Answer::Done) | Err(_) => {
            let done = Fact::new(RULE, Narration::Said(Word("orders-over")));
            let done = done.word(Word("who"), Arg::Of(Ref::Side(asking.side)));
            Effects::pop().fact(done.change(alter_one(|phase: &mut Phase| phase.over = true)))
        }
    }
}

/// What an order leads to if it succeeds: the units are asked what they do. If it fails, its giver orders nobody any
/// more, and if he is the general nobody does.
pub fn follows(view: &View, action: &Action) -> Option<Follow> {
    if Verb::of(action) != Some(Verb::Order) || view.question()?.key != KEY {
        return None;
    }
    let side = view.side_of_ref(*action.who.first()?)?;
    let question = view.question()?;
    let asking = Asking { view: view.seen_by(side), question: &question, side };
    let Ok(Answer::Order { by, who }) = read(&asking, action) else { return None };
    let field = Battlefield::of(*view);
    let target = super::brigade::order(field, by, &who).target().total();
    let rank = field.leader(by)?.kind.rank;
    let chance = every_case(|dice| orders::roll(dice, target, rank, side, by)).share(|given| given.succeeds) as f32;
    let general = rank == Rank::General;
    let others = field.side(side).filter(|unit| {
        !who.contains(unit)
            && may_be_ordered(field, *unit).is_ok()
            && (general || givers(field, side, &[*unit]).iter().all(|(of, _)| *of == by))
    });
    let stakes = others.map(Ref::Unit).collect();
    let runners = if runners::keep_up(field, &who) { who.clone() } else { Vec::new() };
    let then = march::question(side, &who, &[], (false, &runners));
    Some(Follow { chance, then, stakes, by: Ref::Unit(by), ends_all: general })
}

/// What an answer to the present order has done.
pub fn acted(unit: UnitId, moved: bool) -> crate::battle::Change {
    alter(unit, move |acts: &mut Acts| {
        acts.acted = true;
        acts.moved |= moved;
    })
}
