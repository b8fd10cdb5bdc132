//! Orders (D2): written in secret by both, unit by unit, and taken back one by one, until a side seals them.

use sandtable::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Fitted, Handler, Measured, Narration, Offer, Param,
    Range, Ref, Refusal, Ruling, Value, plain, put,
};
use sandtable::cite::Word;
use sandtable::ids::UnitId;
use sandtable::table::Mil;

use super::book::{ALL_MARCHES, BY, ONE_MARCH, ORDERS, TO};
use super::state::{Order, Task};
use super::{on_table, one_unit};

pub const KEY: Word = Word("orders");
pub const ORDER: Word = Word("order");
/// With which a side closes its orders.
pub const SEAL: Word = Word("seal");

pub const HANDLER: Handler = Handler {
    key: KEY,
    verbs: &[ORDER, SEAL],
    offer,
    judge: |asking, action| read(asking, action).map(|_| Ruling::default()),
    fit,
    aim: |_, choice, _| plain::as_it_stands(choice),
    enact,
};

/// Each unit in each of the three ways; who has an order already gets another only where he is asked for by name.
fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let mut offer = Offer { question: KEY, ..Offer::default() };
    for unit in on_table(&asking.view, asking.side).into_iter().filter(|unit| ask.wants(Ref::Unit(*unit))) {
        if ask.who.is_empty() && asking.question.drafts(asking.side).any(|draft| draft.who == [Ref::Unit(unit)]) {
            continue;
        }
        let left = left(asking, unit).min(ONE_MARCH);
        for to in Task::ORDERS {
            let mut choice = Choice::plain(write(unit, Order { to, by: Mil::ZERO }), ORDERS);
            choice.called = Some(to.word());
            if to == Task::March {
                let by = Param::panel(BY, Range::Length(Mil::ZERO, left));
                choice.params.push(by.stop(Value::Length(left), Word("all")));
            }
            offer.choices.push(choice);
        }
    }
    offer.choices.push(Choice::ending(Action::new(Ref::Side(asking.side), SEAL), ORDERS));
    offer
}

fn write(unit: UnitId, order: Order) -> Action {
    Action::new(Ref::Unit(unit), ORDER).with(TO, Value::Name(order.to.word())).with(BY, Value::Length(order.by))
}

/// How far this unit may march beside the other orders of its side.
fn left(asking: &Asking, unit: UnitId) -> Mil {
    let others = asking.question.drafts(asking.side).filter(|draft| draft.who != [Ref::Unit(unit)]);
    let sum = Mil(others.filter_map(|draft| draft.length(BY)).map(|by| by.0).sum());
    ALL_MARCHES - sum
}

/// The order that an action gives, if it is allowed beside the others; none: it seals them.
fn read(asking: &Asking, action: &Action) -> Result<Option<(UnitId, Order)>, Refusal> {
    if action.key == SEAL && action.who == [Ref::Side(asking.side)] && action.with.is_empty() {
        return Ok(None);
    }
    let other = || Refusal::new(ORDERS, Word("not-like-this")).of(action.who[0]);
    let unit = one_unit(&asking.view, asking.side, action).ok_or_else(other)?;
    let [(TO, Value::Name(to)), (BY, Value::Length(by))] = action.with[..] else { return Err(other()) };
    let task = Task::ORDERS.into_iter().find(|task| action.key == ORDER && task.word() == to);
    let to = task.ok_or_else(other)?;
    let refusal = |says| Refusal::new(ORDERS, says).of(Ref::Unit(unit));
    let sum = ALL_MARCHES - left(asking, unit) + by;
    if by < Mil::ZERO {
        Err(refusal(Word("far")).below(Measured::Length(by), Measured::Length(Mil::ZERO)))
    } else if by > ONE_MARCH {
        Err(refusal(Word("far")).above(Measured::Length(by), Measured::Length(ONE_MARCH)))
    } else if to != Task::March && by != Mil::ZERO {
        Err(refusal(Word("no-march")).word(TO, Arg::Word(to.word())))
    } else if sum > ALL_MARCHES {
        Err(refusal(Word("sum")).above(Measured::Length(sum), Measured::Length(ALL_MARCHES)))
    } else {
        Ok(Some((unit, Order { to, by })))
    }
}

/// Whoever is told first keeps his march; what is left over goes to the others.
fn fit(asking: &Asking, action: &Action) -> Fitted {
    let cut = match read(asking, action) {
        Ok(_) => return Fitted { action: action.clone(), cut: Vec::new() },
        Err(why) => vec![why],
    };
    let Some(unit) = one_unit(&asking.view, asking.side, action) else {
        return Fitted { action: Action::new(Ref::Side(asking.side), SEAL), cut };
    };
    let wish = action.word(TO);
    let to = Task::ORDERS.into_iter().find(|task| Some(task.word()) == wish).unwrap_or(Task::Hold);
    let wished = action.length(BY).unwrap_or(Mil::ZERO).max(Mil::ZERO);
    let by = if to == Task::March { wished.min(ONE_MARCH).min(left(asking, unit)) } else { Mil::ZERO };
    Fitted { action: write(unit, Order { to, by }), cut }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let Ok(Some((unit, order))) = read(&asking.judged, action) else { return Effects::pop() };
    let marked = Narration::Marked { of: Ref::Unit(unit), what: order.to.word(), on: true };
    Effects::pop().fact(Fact::new(ORDERS, marked).change(put(unit, order)))
}
