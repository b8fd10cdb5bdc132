//! Divisions that a side deploys hidden (3.1.4): `south: deploy …, hidden=thicket`.

use super::{Placed, judge};
use crate::battle::{Action, Asking, Param, Range, Ref, Refusal, Value};
use crate::cite::Word;
use crate::ids::{BodyId, Side, UnitId};
use crate::rules::armati::ambush::{self, RULE};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::movement::order::{speaker, spoken};
use crate::rules::armati::switches::{self, Switch};

/// The value of a deployment that lists the hidden divisions.
pub const HIDDEN: Word = Word("hidden");

/// The divisions that an action hides; none when it has no such value.
pub fn of(action: &Action) -> Option<&[Ref]> {
    match action.value(HIDDEN) {
        Some(Value::Refs(refs)) => Some(refs),
        _ => None,
    }
}

/// The param for the divisions that a side may hide, in battles with ambushes: all but the general's.
pub fn param(field: Battlefield, side: Side) -> Option<Param> {
    if !field.plays(Switch::Ambush) {
        return None;
    }
    let bodies = field.0.bodies().present().filter(|(id, of)| of.side == side && !is_led(field, *id));
    let from: Vec<Ref> = bodies.map(|(id, _)| speaker(&field.0, id)).collect();
    let most = u8::try_from(from.len()).unwrap_or(u8::MAX);
    Some(Param::panel(HIDDEN, Range::Pick { from, least: 0, most }))
}

fn is_led(field: Battlefield, body: BodyId) -> bool {
    field.0.bodies().get(body).units.iter().any(|unit| field.general_with(*unit))
}

/// Checks that those divisions may be hidden where the deployment places them.
///
/// # Errors
///
/// The first that may not.
pub fn check(field: Battlefield, side: Side, all: &[Placed], hidden: &[Ref]) -> Result<(), Refusal> {
    for (n, who) in hidden.iter().enumerate() {
        let refuse = |says| Err(Refusal::new(RULE, Word(says)).of(*who));
        if !field.plays(Switch::Ambush) {
            return Err(switches::off(RULE, Switch::Ambush).of(*who));
        }
        let Some(body) = spoken(&field.0, &[*who]).filter(|body| field.0.bodies().get(*body).side == side) else {
            return refuse("whole-division");
        };
        let units = &field.0.bodies().get(body).units;
        let lies = |p: &&Placed| ambush::hides(field.0.ground(), &p.print);
        if is_led(field, body) || !all.iter().filter(|p| units.contains(&p.unit)).all(|p| lies(&p)) {
            return refuse("cannot-hide");
        }
        if hidden[..n].contains(who) {
            return refuse("placed-twice");
        }
    }
    Ok(())
}

/// Whether the action hides that unit.
pub fn hides(field: Battlefield, unit: UnitId, action: &Action) -> bool {
    let body = field.division_of(unit);
    of(action).is_some_and(|hidden| hidden.iter().any(|who| spoken(&field.0, &[*who]) == body && body.is_some()))
}

/// Those of the wished divisions that may be hidden in that deployment.
pub fn allowed(asking: &Asking, deployment: &Action, wished: &[Ref]) -> Vec<Ref> {
    let mut allowed: Vec<Ref> = Vec::new();
    for who in wished {
        let tried = [&allowed[..], &[*who]].concat();
        if judge(asking, &deployment.clone().with(HIDDEN, Value::Refs(tried))).is_ok() {
            allowed.push(*who);
        }
    }
    allowed
}
