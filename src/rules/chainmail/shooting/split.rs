//! Split moves (7.3): bow-armed horse goes up to half its Move, shoots at once, and goes up to another half.

use super::passing::PassFire;
use super::ready::aimed;
use super::{Named, Volleys};
use crate::battle::{Action, Arg, Choice, Effects, Fact, Measured, Narration, Ref, Refusal, Value, alter, alter_one};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::state::{Acts, Phase};
use crate::rules::chainmail::verb::Verb;
use crate::table::Mil;

const AT: Word = Word("at");
const RULE: Cite = Cite("C64");

/// Whether a unit may shoot at a target in the midst of its move.
///
/// # Errors
/// The rule that forbids it.
pub fn may(field: Battlefield, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
    let refuse = |says: &'static str| Refusal::new(RULE, Word(says)).of(Ref::Unit(unit));
    let bow = field.troop(unit).weapon.is_some_and(|weapon| weapon.bow);
    if !field.mounted(unit) || !bow {
        return Err(refuse("no-split-fire"));
    }
    let (gone, half) = (field.acts(unit).gone, Mil(field.pace(unit).0 / 2));
    if gone > half {
        return Err(refuse("moved-far").above(Measured::Length(gone), Measured::Length(half)));
    }
    aimed(field, unit, target).map(|_| ())
}

/// At whom a unit may shoot in the midst of its move: it has begun to move.
pub fn choices(field: Battlefield, unit: UnitId) -> Vec<Choice> {
    let begun = field.acts(unit).gone > Mil::ZERO;
    if !begun || !field.mounted(unit) {
        return Vec::new();
    }
    let at = |target| Value::Refs(vec![Ref::Unit(target)]);
    let targets = super::targets(field, unit).into_iter().filter(|target| may(field, unit, *target).is_ok());
    targets.map(|target| Choice::plain(Verb::Shoot.by(Ref::Unit(unit)).with(AT, at(target)), RULE)).collect()
}

/// The unit and the target of such an order.
pub fn ordered(action: &Action) -> Option<(UnitId, UnitId)> {
    match (Verb::of(action), &action.who[..], action.unit(AT)) {
        (Some(Verb::Shoot), [Ref::Unit(unit)], Some(target)) if action.with.len() == 1 => Some((*unit, target)),
        _ => None,
    }
}

/// What follows: enemies may shoot at it where it stands, all fire falls together, and it has half of its Move left.
pub fn enact(field: Battlefield, by: UnitId, at: UnitId) -> Effects {
    let half = Mil(field.pace(by).0 / 2);
    let told = Fact::new(RULE, Narration::Said(Word("will-shoot")))
        .word(Word("who"), Arg::Of(Ref::Unit(by)))
        .word(Word("whom"), Arg::Of(Ref::Unit(at)))
        .change(alter_one(move |volleys: &mut Volleys| volleys.named.push(Named { by, at, passing: false })))
        .change(alter_one(move |phase: &mut Phase| phase.moving = Some(by)))
        .change(alter(by, move |acts: &mut Acts| {
            acts.begun = true;
            acts.spent = acts.spent.max(half);
        }));
    Effects::pop().fact(told).push(PassFire { mover: by, end: None })
}
