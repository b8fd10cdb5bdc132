//! Orders (D2): asked of both in secret; one composite action for all units, judged as a whole.

use sandtable::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Fitted, Handler, Measured, Narration, Offer, PARTS,
    Param, Range, Ref, Refusal, Ruling, Value, plain, put,
};
use sandtable::cite::Word;
use sandtable::ids::UnitId;
use sandtable::table::Mil;

use super::book::{ALL_MARCHES, BRACE, BY, GO, HOLD, ONE_MARCH, ORDERS, TO};
use super::on_table;
use super::state::Order;

pub const KEY: Word = Word("orders");
const ORDER: Word = Word("order");
const TASKS: [Word; 3] = [HOLD, BRACE, GO];

pub const HANDLER: Handler = Handler {
    key: KEY,
    verbs: &[KEY],
    offer,
    judge: |asking, action| read(asking, action).map(|_| Ruling::default()),
    fit,
    aim: |_, choice, _| plain::as_it_stands(choice),
    enact,
};

/// All alike, in each of the three ways; every part may be varied.
fn offer(asking: &Asking, _: &Ask) -> Offer {
    let units = on_table(&asking.view, asking.side);
    let share = Mil(ALL_MARCHES.0 / units.len().max(1) as i32).min(ONE_MARCH);
    let choice = |to: Word| {
        let by = if to == GO { share } else { Mil::ZERO };
        let all: Vec<(UnitId, Order)> = units.iter().map(|unit| (*unit, Order { to, by })).collect();
        let mut choice = Choice::ending(write(asking, &all), ORDERS);
        for unit in units.iter().map(|unit| Ref::Unit(*unit)) {
            let by = Param::panel(BY, Range::Length(Mil::ZERO, ONE_MARCH)).of(unit);
            choice.params.push(Param::panel(TO, Range::Name(TASKS.to_vec())).of(unit));
            choice.params.push(by.stop(Value::Length(Mil::ZERO), Word("nil")));
        }
        choice
    };
    Offer { question: KEY, choices: TASKS.map(choice).into(), barred: Vec::new() }
}

fn write(asking: &Asking, orders: &[(UnitId, Order)]) -> Action {
    let part = |(unit, order): &(UnitId, Order)| {
        let part = Action::new(Ref::Unit(*unit), ORDER);
        part.with(TO, Value::Name(order.to)).with(BY, Value::Length(order.by))
    };
    Action::new(Ref::Side(asking.side), KEY).with(PARTS, Value::Parts(orders.iter().map(part).collect()))
}

/// The orders that an action gives, if it gives every unit one and they are allowed together.
fn read(asking: &Asking, action: &Action) -> Result<Vec<(UnitId, Order)>, Refusal> {
    let units = on_table(&asking.view, asking.side);
    let shape = || Refusal::new(ORDERS, Word("one-each")).of(Ref::Side(asking.side));
    let whose = (action.key, &action.who[..]) == (KEY, &[Ref::Side(asking.side)]) && action.with.len() == 1;
    if !whose || action.parts().len() != units.len() {
        return Err(shape());
    }
    let orders = units.iter().zip(action.parts()).map(|(unit, part)| read_one(*unit, part).ok_or_else(shape)?);
    let orders: Vec<(UnitId, Order)> = orders.collect::<Result<_, _>>()?;
    let sum = Mil(orders.iter().map(|(_, order)| order.by.0).sum());
    if sum > ALL_MARCHES {
        let too_far = Refusal::new(ORDERS, Word("sum")).of(Ref::Side(asking.side));
        return Err(too_far.above(Measured::Length(sum), Measured::Length(ALL_MARCHES)));
    }
    Ok(orders)
}

/// One unit's order; none when the part is of another form.
fn read_one(unit: UnitId, part: &Action) -> Option<Result<(UnitId, Order), Refusal>> {
    let [(TO, Value::Name(to)), (BY, Value::Length(by))] = part.with[..] else { return None };
    if part.key != ORDER || part.who != [Ref::Unit(unit)] || !TASKS.contains(&to) {
        return None;
    }
    let refusal = |says| Refusal::new(ORDERS, says).of(Ref::Unit(unit));
    Some(if by < Mil::ZERO {
        Err(refusal(Word("far")).below(Measured::Length(by), Measured::Length(Mil::ZERO)))
    } else if by > ONE_MARCH {
        Err(refusal(Word("far")).above(Measured::Length(by), Measured::Length(ONE_MARCH)))
    } else if to != GO && by != Mil::ZERO {
        Err(refusal(Word("no-march")).word(TO, Arg::Word(to)))
    } else {
        Ok((unit, Order { to, by }))
    })
}

/// Whoever is told first keeps his march; what is left over goes to the others.
fn fit(asking: &Asking, action: &Action) -> Fitted {
    let cut = read(asking, action).err().into_iter().collect();
    let mut left = ALL_MARCHES;
    let order = |unit: UnitId| {
        let part = action.parts().iter().find(|part| part.who == [Ref::Unit(unit)]);
        let to = part.and_then(|part| part.word(TO)).filter(|to| TASKS.contains(to)).unwrap_or(HOLD);
        let wished = part.and_then(|part| part.length(BY)).unwrap_or(Mil::ZERO).max(Mil::ZERO);
        let by = if to == GO { wished.min(ONE_MARCH).min(left) } else { Mil::ZERO };
        left = left - by;
        (unit, Order { to, by })
    };
    let orders: Vec<_> = on_table(&asking.view, asking.side).into_iter().map(order).collect();
    Fitted { action: write(asking, &orders), cut }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let told = |(unit, order): (UnitId, Order)| {
        let marked = Narration::Marked { of: Ref::Unit(unit), what: order.to, on: true };
        Fact::new(ORDERS, marked).change(put(unit, order))
    };
    Effects::pop().facts(read(&asking.judged, action).unwrap_or_default().into_iter().map(told))
}
