//! The orders are opened (3.2): the timid take heart for theirs, retreats from melee are run whole, charges and attacks are
//! declared, and everybody is set on his way.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::half::Movement;
use super::moving::Moving;
use super::written::{Written, read};
use crate::battle::{Action, Arg, DiceHand, Effects, Fact, Job, Narration, Ref, Truth, alter, alter_one, put, set};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::fighting::fighting;
use crate::rules::chainmail::melee::roll_heart;
use crate::rules::chainmail::moves::plan::may_act;
use crate::rules::chainmail::moves::retire::retires;
use crate::rules::chainmail::state::{Acts, UnderWay};
use crate::rules::chainmail::verb::Verb;

/// How far the opening has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Opens {
    /// The units from that place of the roster on take heart.
    Hearts(usize),
    /// They retreat from melee.
    Retreats(usize),
    /// Charges and attacks are declared, what is given up is given up.
    Declares,
    /// All are set on their way.
    Begins,
}

impl Job for Opens {
    const NAME: &'static str = "chainmail.opens";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(opens, self, world)
    }
}

fn order_of(field: Battlefield<'_>, unit: UnitId) -> Option<&Action> {
    field.0.battle_state::<Written>().0.iter().find(|(of, _)| *of == unit).map(|(_, action)| action)
}

pub fn opens(InRef(job): InRef<Opens>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let at = |nth: usize| field.0.roster().ids().nth(nth);
    match *job {
        Opens::Hearts(nth) => match at(nth) {
            Some(unit) => hearts(field, unit, &dice, nth),
            None => Effects::become_job(Opens::Retreats(0)),
        },
        Opens::Retreats(nth) => {
            let Some(unit) = at(nth) else { return Effects::become_job(Opens::Declares) };
            let leaves = order_of(field, unit).is_some_and(|action| Verb::of(action) == Some(Verb::Retire))
                && field.engaged(unit);
            let next = Effects::become_job(Opens::Retreats(nth + 1));
            if !leaves || !field.0.on_table(unit) {
                return next;
            }
            let left = retires(field, unit);
            Effects { facts: left.facts, push: left.push, ..next }
        }
        Opens::Declares => declares(field),
        Opens::Begins => begins(field),
    }
}

/// Whether a unit goes on with a change of formation without being told.
fn pays_on(field: Battlefield, unit: UnitId) -> bool {
    field.under_way(unit).0.is_some_and(|changing| changing.paid < changing.price)
}

/// The timid dice for any order but to hold or to give something up; who fails stands, and pays for nothing.
fn hearts(field: Battlefield, unit: UnitId, dice: &DiceHand, nth: usize) -> Effects {
    let next = Effects::become_job(Opens::Hearts(nth + 1));
    let order = order_of(field, unit);
    let goes = order.map_or_else(
        || pays_on(field, unit),
        |action| match Verb::of(action) {
            Some(Verb::Cancel) => false,
            Some(Verb::Hold) => pays_on(field, unit),
            _ => true,
        },
    );
    if !field.kind(unit).timid || !goes || may_act(field, unit).is_err() {
        return next;
    }
    let needs = fighting().timid_moves;
    let mut roller = dice.roller();
    let (sum, takes) = match roll_heart(&mut roller, needs, field.0.side_of(unit), unit) {
        Ok(rolled) => rolled,
        Err(need) => return Effects::need(need),
    };
    let fact = Fact::new(Cite("C116"), Narration::Said(Word(if takes { "takes-heart" } else { "stands-timid" })))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .word(Word("limit"), Arg::Measured(crate::battle::Measured::Count(needs)))
        .dice(roller.rolled())
        .tally(sum);
    if takes {
        return next.fact(fact);
    }
    let void = alter_one(move |written: &mut Written| written.0.retain(|(of, _)| *of != unit));
    next.fact(fact.change(void).change(alter(unit, |acts: &mut Acts| acts.over = true)))
}

/// Who can carry an order out: in order, not in melee, and not given up by the timid.
fn can_go(field: Battlefield, unit: UnitId) -> bool {
    field.0.on_table(unit) && may_act(field, unit).is_ok() && !field.engaged(unit)
}

fn declares(field: Battlefield) -> Effects {
    let mut effects = Effects::become_job(Opens::Begins);
    for (unit, action) in &field.0.battle_state::<Written>().0 {
        let unit = *unit;
        let Some(order) = read(action).filter(|_| can_go(field, unit)) else { continue };
        if order.cancels {
            let gives_up = Fact::new(Cite("C2"), Narration::Said(Word("cancels-change")));
            effects =
                effects.fact(gives_up.word(Word("who"), Arg::Of(Ref::Unit(unit))).change(put(unit, UnderWay(None))));
        }
        let Some((charges, target)) = order.closes else { continue };
        let (says, cite) = if charges { ("declares-charge", "C40") } else { ("declares-attack", "C123") };
        let mut fact = Fact::new(Cite(cite), Narration::Said(Word(says)))
            .word(Word("who"), Arg::Of(Ref::Unit(unit)))
            .word(Word("whom"), Arg::Of(Ref::Unit(target)))
            .change(alter(unit, move |acts: &mut Acts| {
                if charges {
                    acts.charged = Some(target);
                } else {
                    acts.attacked = Some(target);
                }
            }));
        if charges {
            fact = fact.change(put(unit, field.fatigue(unit).charges()));
        }
        effects = effects.fact(fact);
    }
    effects
}

fn begins(field: Battlefield) -> Effects {
    let units = field.0.roster().ids().filter(|unit| can_go(field, *unit));
    let moving: Vec<Moving> = units
        .filter_map(|unit| {
            let order = order_of(field, unit).and_then(read);
            if order.is_none() && !pays_on(field, unit) {
                return None;
            }
            Moving::new(field, unit, &order.unwrap_or_default())
        })
        .collect();
    if moving.is_empty() {
        return Effects::pop();
    }
    let mut begun = Fact::new(Cite("C30"), Narration::Said(Word("all-begin")));
    for unit in moving.iter().map(|moving| moving.mover.unit) {
        begun = begun.change(alter(unit, |acts: &mut Acts| acts.begun = true));
    }
    Effects::pop().fact(begun.change(set(Movement { tick: 0, moving })))
}
