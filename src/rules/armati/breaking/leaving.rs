//! Units that leave the table: what changes at once, and the work that follows.

use super::Removal;
use super::rout::Rout;
use crate::battle::{Arg, Bodies, Effects, Fact, Measured, Narration, Ref, alter, alter_one, put};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::armati::ambush;
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::bodies::Parting;
use crate::rules::armati::breakpoint::{Check, Checking, When};
use crate::rules::armati::command;
use crate::rules::armati::data::data;
use crate::rules::armati::defeat;
use crate::rules::armati::general_loss::Risk;
use crate::rules::armati::melee::panic;
use crate::rules::armati::movement::touch;
use crate::rules::armati::state::{Acts, Armies};
use crate::rules::armati::switches::Switch;
use crate::table::{Edge, Placement};

const KEYS: Cite = Cite("4.6");
const BROKEN: Word = Word("broken");

/// A unit that leaves the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Fall {
    pub unit: UnitId,
    pub how: Word,
    /// The word of the sentence that tells it; none: the usual one.
    pub says: Option<Word>,
    pub cite: Cite,
    pub enemy: Option<UnitId>,
}

impl Fall {
    /// A unit that is broken.
    pub fn broken(unit: UnitId, why: Word, cite: Cite, enemy: Option<UnitId>) -> Fall {
        Fall { unit, how: BROKEN, says: Some(why), cite, enemy }
    }

    /// A unit that is removed, without tests for others.
    pub fn removed(unit: UnitId, how: Removal) -> Fall {
        let (cite, says) = match how {
            Removal::Dispersed => (Cite("X1"), None),
            Removal::Spent => (Cite("2.2"), Some(Word("scythes-spent"))),
            Removal::Overrun => (Cite("X4"), None),
        };
        Fall { unit, how: how.word(), says, cite, enemy: None }
    }
}

/// Adds to the effects the facts of these units leaving the table at the same instant, and the jobs that follow for
/// each of them in the order of 8.1: risk to its general (G4), rout path (8.2), split of its division (SP2).
pub fn fall(field: Battlefield, falls: &[Fall], mut effects: Effects) -> Effects {
    if falls.is_empty() {
        return effects;
    }
    for fall in falls {
        effects = effects.fact(gone(field, fall));
        let stays = |unit: &UnitId| falls.iter().all(|f| f.unit != *unit);
        effects = effects.facts(panic::gone(field, fall.unit, fall.enemy, stays));
        if field.general_with(fall.unit) {
            effects = effects.facts(command::leaves(field, field.0.side_of(fall.unit), true));
        }
    }
    let by_checks = field.plays(Switch::BreakChecks);
    let mut check = Check { dice: [0, 0], when: When::AtOnce, cite: Cite("A15.1") };
    let mut armies = field.armies().clone();
    for fall in falls.iter().filter(|f| field.troop(f.unit).key) {
        let side = field.0.side_of(fall.unit);
        effects = effects.fact(one_more_key(&mut armies, side, KEYS));
        let army = armies.of(side);
        if by_checks && army.keys_lost >= army.bp {
            check.dice[side.index()] += 1;
            if army.keys_lost > army.bp {
                check.cite = Cite("A15.4a");
            }
        }
    }
    let hidden = |side| ambush::prints(field, side).count();
    let left = |side| field.side(side).filter(|u| falls.iter().all(|f| f.unit != *u)).count() + hidden(side);
    if let Some(end) = defeat::check(&armies, Side::BOTH.map(left), by_checks) {
        return effects.fact(end);
    }
    for fall in falls.iter().rev() {
        effects = aftermath(field, fall, effects);
    }
    // The job that is pushed last runs first: the key count and its dice come before everything else (8.1).
    if check.is_empty() { effects } else { effects.push(Checking::of(check)) }
}

/// Adds the jobs that follow for one unit. The job that is pushed last runs first.
fn aftermath(field: Battlefield, fall: &Fall, mut effects: Effects) -> Effects {
    if let Some(body) = field.division_of(fall.unit) {
        effects = effects.push(Parting { body });
    }
    if fall.how == BROKEN && !field.kind(fall.unit).silent_rout {
        effects = effects.push(Rout::of(fall.unit, &field.print(fall.unit)));
    }
    if field.general_with(fall.unit) {
        effects =
            effects.push(Risk { side: field.0.side_of(fall.unit), least: data().tables.general.lost_when_broken });
    }
    effects
}

/// The fact that a unit is gone: nobody is in contact with it any more, and it belongs to no division.
fn gone(field: Battlefield, fall: &Fall) -> Fact {
    let unit = fall.unit;
    let mut fact = Fact::new(fall.cite, Narration::Gone { of: Ref::Unit(unit), how: fall.how })
        .change(put(unit, Placement::Off))
        .change(alter_one(move |bodies: &mut Bodies| bodies.remove(unit)));
    if let Some(says) = fall.says {
        fact = fact.says(says);
    }
    if let Some(enemy) = fall.enemy {
        fact = fact.word(Word("enemy"), Arg::Of(Ref::Unit(enemy)));
    }
    fact = touch::parted(field, unit).into_iter().fold(fact, Fact::change);
    for enemy in field.contacts(unit).iter().map(|c| c.enemy) {
        let faced = field.contacts(enemy).iter().any(|c| c.enemy == unit && c.edge == Edge::Front);
        if fall.how == BROKEN && faced {
            fact = fact.change(alter(enemy, |acts: &mut Acts| acts.broke_front = true));
        }
    }
    if field.general_with(unit) { left_behind(field, unit, fact) } else { fact }
}

/// Adds that the general's marker stays where his unit stood, until G4 is rolled for him.
fn left_behind(field: Battlefield, unit: UnitId, fact: Fact) -> Fact {
    let side = field.0.side_of(unit);
    let at = Placement::Token(field.print(unit).front());
    let fact = match field.general(side).marker {
        Some(marker) => fact.change(put(marker, at)),
        None => fact,
    };
    fact.change(alter_one(move |armies: &mut Armies| armies.of_mut(side).general.with = None))
}

/// The fact that a side has lost one more key unit. `armies` is updated too.
pub fn one_more_key(armies: &mut Armies, side: Side, cite: Cite) -> Fact {
    let army = armies.of_mut(side);
    let from = army.keys_lost;
    army.keys_lost = from.saturating_add(1);
    let (to, limit) = (i32::from(army.keys_lost), Measured::Count(i32::from(army.bp)));
    let told = Narration::Counted { of: Ref::Side(side), what: Word("keys-lost"), from: i32::from(from), to };
    Fact::new(cite, told).says(Word("key-lost")).word(Word("limit"), Arg::Measured(limit)).change(alter_one(
        move |armies: &mut Armies| {
            let army = armies.of_mut(side);
            army.keys_lost = army.keys_lost.saturating_add(1);
        },
    ))
}
