//! What a written order says (3.2), and what it comes to on the table as it stands: legs, a change of formation before or
//! among them, a cancelling before them, a charge or an attack at the end, a retreat from melee, or that the unit holds.

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use crate::battle::shape::{Saying, Takes, said_otherwise};
use crate::battle::{Action, LEGS, Refusal, Value};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::moves::charge::{self, Course};
use crate::rules::chainmail::moves::form;
use crate::rules::chainmail::moves::plan::{FILES, MOST_LEGS, Plan, TO, go, may_act, refuse};
use crate::rules::chainmail::moves::retire::may_retire;
use crate::rules::chainmail::obedience;
use crate::rules::chainmail::verb::Verb;
use crate::table::Leg;

/// Under this name an attack says that it gives a change of formation up before it goes.
const CANCEL: Word = Word("cancel");

/// The orders that were opened, north's first.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Written(pub Vec<(UnitId, Action)>);

/// An order as it is read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Order<'a> {
    /// It gives a change of formation up.
    pub cancels: bool,
    /// A formation that it takes before it moves, and in how many files.
    pub form: Option<(Word, Option<i32>)>,
    pub legs: &'a [Leg],
    /// Whom it charges, or attacks.
    pub closes: Option<(bool, UnitId)>,
}

/// What an order comes to.
pub enum Worked {
    Retires,
    Goes(Plan),
    Closes(Course, UnitId),
}

/// Reads an order; none where it is none, or retreats from melee.
pub fn read(action: &Action) -> Option<Order<'_>> {
    let order = Order { legs: action.legs(), ..Order::default() };
    if order.legs.len() > MOST_LEGS {
        return None;
    }
    let names: Vec<Word> = action.with.iter().map(|(name, _)| *name).collect();
    let form = action.word(TO).map(|to| (to, action.whole(FILES)));
    Some(match (Verb::of(action)?, &names[..]) {
        (Verb::Hold, []) => order,
        (Verb::Move, [LEGS]) if !order.legs.is_empty() => order,
        (Verb::Cancel, [] | [LEGS]) => Order { cancels: true, ..order },
        (Verb::Change, [TO] | [TO, LEGS]) => Order { form: Some(form?), ..order },
        (Verb::Change, [TO, FILES] | [TO, FILES, LEGS]) if action.whole(FILES).is_some() => {
            Order { form: Some(form?), ..order }
        }
        (Verb::Charge, _) => Order { closes: Some((true, charge::ordered(action)?.0)), ..order },
        (Verb::Attack, [.., CANCEL]) if action.value(CANCEL) == Some(&Value::Flag(true)) => {
            let plain = Action { with: action.with[..names.len() - 1].to_vec(), ..action.clone() };
            Order { cancels: true, closes: Some((false, charge::ordered(&plain)?.0)), ..order }
        }
        (Verb::Attack, _) => Order { closes: Some((false, charge::ordered(action)?.0)), ..order },
        _ => return None,
    })
}

/// Refuses what is no order, or is not said as it is.
fn otherwise(unit: UnitId, action: &Action) -> Refusal {
    const FORM: (Word, Takes) = (TO, Takes::Name);
    const WIDE: (Word, Takes) = (FILES, Takes::Whole);
    const WAY: (Word, Takes) = (LEGS, Takes::SoManyLegs(0, MOST_LEGS));
    const WHOM: (Word, Takes) = (charge::AT, Takes::Unit);
    const GIVES_UP: (Word, Takes) = (CANCEL, Takes::Flag);
    let ways: &[Saying] = match Verb::of(action) {
        Some(Verb::Hold | Verb::Retire) => &[&[]],
        Some(Verb::Move) => &[&[(LEGS, Takes::SoManyLegs(1, MOST_LEGS))]],
        Some(Verb::Cancel) => &[&[], &[WAY]],
        Some(Verb::Change) => &[&[FORM], &[FORM, WAY], &[FORM, WIDE], &[FORM, WIDE, WAY]],
        Some(Verb::Charge) => charge::SAYINGS,
        Some(Verb::Attack) => &[&[WHOM], &[WHOM, WAY], &[WHOM, GIVES_UP], &[WHOM, WAY, GIVES_UP]],
        Some(Verb::Ride | Verb::GoTo) => return refuse("no-commander", unit, "C120"),
        _ => return Refusal::not_offered(Cite("C126"), action.key, &action.who),
    };
    said_otherwise(Cite("C126"), action, ways)
}

/// A unit at the beginning of its order's legs: what it gives up is given up, what it owes for a formation is paid first.
///
/// # Errors
/// The rule that forbids it.
fn begun(field: Battlefield, unit: UnitId, order: &Order) -> Result<Plan, Refusal> {
    let mut plan = Plan::of(field, unit);
    let charges = matches!(order.closes, Some((true, _)));
    if order.cancels {
        plan = form::cancel(plan)?;
        plan.acts.begun = true;
    } else if let Some(changing) = plan.under_way.0.filter(|_| order.form.is_none() && !charges) {
        form::pay(field, &mut plan, changing);
    }
    match order.form {
        Some((to, files)) => form::form(field, plan, to, files),
        None => Ok(plan),
    }
}

/// Works an order out, by itself, on the table as it stands.
///
/// # Errors
/// The rule that forbids it.
pub fn worked_out(field: Battlefield, unit: UnitId, action: &Action) -> Result<Worked, Refusal> {
    obedience::check(field, unit, action)?;
    if Verb::of(action) == Some(Verb::Retire) && action.with.is_empty() {
        return may_retire(field, unit).map(|()| Worked::Retires);
    }
    let Some(order) = read(action) else { return Err(otherwise(unit, action)) };
    may_act(field, unit)?;
    if field.engaged(unit) {
        return Err(refuse("in-melee", unit, "C20"));
    }
    let mut plan = begun(field, unit, &order)?;
    if let Some((charges, target)) = order.closes {
        return charge::from(field, plan, charges, target, order.legs)
            .map(|(course, target)| Worked::Closes(course, target));
    }
    for leg in order.legs {
        go(field, &mut plan, *leg)?;
    }
    Ok(Worked::Goes(plan))
}
