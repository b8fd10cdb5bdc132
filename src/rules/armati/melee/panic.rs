//! Chariots and massed infantry (experimental rule 17): infantry tests at its first contact with chariots, before the
//! melees, and may panic.

use super::party::Party;
use super::reroll;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, DiceHand, Effects, Fact, Handler, Narration, Offer, Question, Ref,
    Value, alter, alter_one, put,
};
use crate::cite::{Cite, Word};
use crate::dice::{Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::data;
use crate::rules::armati::state::{Declared, Panic};
use crate::rules::armati::switches::Switch;

/// The question by which of several chariots that a unit touches it is contacted.
pub const KEY: Word = Word("name-chariot");

/// The verb that names the chariot.
pub const PANIC: Word = Word("panic");
const AT: Word = Word("at");
const AMONG: Word = Word("among");
const TEST: Cite = Cite("A17.1");
const ONE: Cite = Cite("A17.3");
const OVER: Cite = Cite("A17.9");

pub const HANDLER: Handler = Handler::plain(KEY, &[PANIC], offer, enact);

/// Rolls whether the infantry panics.
///
/// # Errors
///
/// When the die is not known yet.
pub fn panics(dice: &mut impl Roll, by: Side, chariot: UnitId) -> Result<bool, NeedDice> {
    Ok(dice.die(Die::d6(by, Some(chariot), PANIC))? >= data().tables.melee.panic)
}

/// Whether a unit is of a type that chariots may panic and has not been tested in this game (A17.2, A17.4).
pub fn is_untested(field: Battlefield, unit: UnitId) -> bool {
    field.plays(Switch::ChariotPanic) && field.kind(unit).panicked_by_chariots && !field.panic(unit).tested
}

/// Whether a unit causes panic: chariots, and camelry if that switch is on.
pub fn frightens(field: Battlefield, unit: UnitId) -> bool {
    let kind = field.kind(unit);
    kind.chariot || (kind.camels && field.plays(Switch::Camels))
}

/// What must be done before the melees, if anything. First panics that are over end; then each infantry unit that met
/// chariots is tested: first those that met chariots of the side with the higher initiative, in roster order.
pub fn before_melees(field: Battlefield, dice: &DiceHand) -> Option<Effects> {
    if !field.plays(Switch::ChariotPanic) {
        return None;
    }
    let mut over = over(field).peekable();
    if over.peek().is_some() {
        return Some(Effects::stay().facts(over));
    }
    let first = field.by_initiative();
    let infantry = [first.other(), first].into_iter().flat_map(|side| field.side(side));
    let (unit, chariots) = infantry.filter(|u| is_untested(field, *u)).find_map(|unit| {
        let met = field.contacts(unit).iter().map(|c| c.enemy).filter(|e| frightens(field, *e));
        let met: Vec<UnitId> = met.collect();
        (!met.is_empty()).then_some((unit, met))
    })?;
    let named = field.0.battle_state::<Declared>().chariots.iter().find(|(u, c)| *u == unit && chariots.contains(c));
    match (chariots.as_slice(), named) {
        ([chariot], _) | (_, Some((_, chariot))) => Some(test(field, dice, unit, *chariot)),
        _ => {
            let among = chariots.iter().map(|c| Ref::Unit(*c)).collect();
            let question = Question::to(field.0.side_of(chariots[0]), HANDLER, ONE);
            Some(Effects::stay().ask(question.about(Ref::Unit(unit)).with(AMONG, Value::Refs(among))))
        }
    }
}

/// Tests one unit.
fn test(field: Battlefield, dice: &DiceHand, unit: UnitId, chariot: UnitId) -> Effects {
    let mut roller = dice.roller();
    let panics = match panics(&mut roller, field.0.side_of(chariot), chariot) {
        Ok(panics) => panics,
        Err(need) => return Effects::need(need),
    };
    let panic = Panic { tested: true, by: panics.then_some(chariot) };
    let told = Narration::Marked { of: Ref::Unit(unit), what: Word("panicked"), on: panics };
    let fact = Fact::new(TEST, told)
        .says(if panics { Word("panicked") } else { Word("steady") })
        .word(Word("enemy"), Arg::Of(Ref::Unit(chariot)))
        .dice(roller.rolled())
        .change(put(unit, panic));
    Effects::stay().fact(fact)
}

/// Ends the panic of units frightened by a chariot that has left the table, for those that `stays` accepts. A unit that
/// broke the chariot itself is steady only at the end of the step (A17.9).
pub fn gone(field: Battlefield, chariot: UnitId, by: Option<UnitId>, stays: impl Fn(&UnitId) -> bool) -> Vec<Fact> {
    let panicked = field.units().filter(|unit| Some(*unit) != by && field.panic(*unit).by == Some(chariot));
    panicked.filter(stays).map(ended).collect()
}

/// Ends every panic whose melee with the chariot is over (A17.9).
pub fn over(field: Battlefield) -> impl Iterator<Item = Fact> {
    field.units().filter_map(move |unit| {
        let by = field.panic(unit).by?;
        if field.contacts(unit).iter().any(|c| c.enemy == by) {
            return None;
        }
        Some(ended(unit))
    })
}

/// Ends the panic between a unit that breaks off and those it was in contact with.
pub fn parted(field: Battlefield, unit: UnitId) -> Vec<Fact> {
    let enemies = field.contacts(unit).iter().map(|c| c.enemy);
    let pairs = enemies.flat_map(|enemy| [(unit, enemy), (enemy, unit)]);
    let panicked = pairs.filter(|(who, by)| field.panic(*who).by == Some(*by));
    panicked.map(|(who, _)| ended(who)).collect()
}

/// The fact that a unit is steady again.
fn ended(unit: UnitId) -> Fact {
    let told = Narration::Marked { of: Ref::Unit(unit), what: Word("panicked"), on: false };
    Fact::new(OVER, told).says(Word("panic-over")).change(alter(unit, |panic: &mut Panic| panic.by = None))
}

/// Which of the two must be tested before they fight; none if neither.
pub fn untested(field: Battlefield, parties: &[Party; 2]) -> Option<usize> {
    let [a, b] = parties;
    let meets = |own: &Party, other: &Party| is_untested(field, own.unit) && frightens(field, other.unit);
    if meets(a, b) { Some(0) } else { meets(b, a).then_some(1) }
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let mut offer = Offer { question: KEY, ..Offer::default() };
    offer.barred.extend(reroll::barred(asking, ask));
    if let (Some(unit), Some(Value::Refs(among))) = (asking.question.about.first(), asking.question.value(AMONG)) {
        let panic = |chariot: &Ref| Action::new(*chariot, PANIC).with(AT, Value::Refs(vec![*unit]));
        offer.choices.extend(among.iter().map(|chariot| Choice::ending(panic(chariot), ONE)));
    }
    offer
}

fn enact(_: &Answered, action: &Action) -> Effects {
    let ([Ref::Unit(chariot)], Some(unit)) = (action.who.as_slice(), action.unit(AT)) else { return Effects::pop() };
    let chariot = *chariot;
    let fact = Fact::new(ONE, Narration::Said(Word("names-chariot")))
        .word(Word("who"), Arg::Of(Ref::Unit(chariot)))
        .word(Word("enemy"), Arg::Of(Ref::Unit(unit)));
    Effects::pop().fact(fact.change(alter_one(move |declared: &mut Declared| declared.chariots.push((unit, chariot)))))
}
