//! The Rally step (10.5): who has rested has rallied, others dice; who fails runs again, or is gone.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::Flees;
use super::way::crowd;
use crate::battle::{Arg, Change, DiceHand, Effects, Fact, Job, Measured, Narration, Ref, Truth, put};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, Roll};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::data::tables;
use crate::rules::chainmail::losses::gone;
use crate::rules::chainmail::melee::led;
use crate::rules::chainmail::rally::{self, Rally};
use crate::rules::chainmail::shape::Shape;
use crate::rules::chainmail::state::{Flight, Formation};

const RULE: Cite = Cite("C110");

/// A job: the Rally step, for the units in flight from that place in their order on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rallies {
    /// The last unit that was looked at.
    pub after: Option<UnitId>,
}

impl Job for Rallies {
    const NAME: &'static str = "chainmail.rallies";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(rallies, self, world)
    }
}

/// Who is looked at next: the first mover's units, then the other's.
fn next(field: Battlefield, after: Option<UnitId>) -> Option<UnitId> {
    let first = field.first();
    let order = |unit: &UnitId| (field.0.side_of(*unit) != first, *unit);
    let done = after.map(|unit| order(&unit));
    let all = field.0.roster().ids().filter(|unit| field.0.on_table(*unit));
    let waits = all.filter(|unit| field.flight(*unit).is_some_and(|run| run.turn > 0));
    waits.filter(|unit| done.is_none_or(|done| order(unit) > done)).min_by_key(order)
}

pub fn rallies(InRef(job): InRef<Rallies>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let Some(unit) = next(field, job.after) else { return Effects::pop() };
    let Some(run) = field.flight(unit) else { return Effects::pop() };
    let (acts, who) = (field.acts(unit), Arg::Of(Ref::Unit(unit)));
    let effects = Effects::become_job(Rallies { after: Some(unit) });
    let said = |says: &'static str| Fact::new(RULE, Narration::Said(Word(says))).word(Word("who"), who);
    match rally::step(run.turn, !acts.caught && !acts.ran) {
        Rally::Rallied => effects.fact(changed(said("rallies"), rallied(field, unit))),
        Rally::Waits => effects.fact(said("still-flees")),
        Rally::Removed => effects.fact(said("scatters")).fact(gone(field, unit, RULE, Word("scattered"))),
        Rally::Needs(needs) => {
            let mut roller = dice.roller();
            let face = match roller.die(Die::d6(field.0.side_of(unit), Some(unit), Word("rally"))) {
                Ok(face) => face,
                Err(need) => return Effects::need(need),
            };
            let adds = if led(field, unit) { tables().commander_die } else { 0 };
            let rallies = i32::from(face) + adds >= i32::from(needs);
            let sum = Tally::default().with(Word("die"), face.into(), RULE);
            let sum = if adds == 0 { sum } else { sum.with(Word("commander"), adds, Cite("C120")) };
            let fact = said(if rallies { "rallies-die" } else { "not-rallied" })
                .word(Word("limit"), Arg::Measured(Measured::Count(needs.into())))
                .dice(roller.rolled())
                .tally(sum);
            if rallies {
                return effects.fact(changed(fact, rallied(field, unit)));
            }
            let effects = effects.fact(fact);
            if acts.ran {
                return effects;
            }
            effects.push(Flees { unit, rout: run.rout, enemies: Vec::new(), charger: None, begins: true })
        }
    }
}

fn changed(fact: Fact, changes: Vec<Change>) -> Fact {
    changes.into_iter().fold(fact, Fact::change)
}

/// What changes when a unit rallies: it is a column of four files that faces the nearest enemy, if there is room for that.
pub fn rallied(field: Battlefield, unit: UnitId) -> Vec<Change> {
    let mut changes = vec![put(unit, Flight(None)), put(unit, Formation { shape: Shape::Column, open: false })];
    let own = field.print(unit);
    let near = |enemy: &UnitId| (field.distance(unit, *enemy), *enemy);
    if let Some(enemy) = field.enemies(unit).min_by_key(near)
        && !field.engaged(unit)
        && let Some(faced) =
            crowd(field, unit, &own, (field.print(enemy).centre - own.centre).normalize_or(own.forward()))
    {
        changes.push(put(unit, faced));
    }
    changes
}
