//! The checks for excess losses of a step (10.4): unit by unit, who moves first before the other.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::excess_losses::{Consequence, check, consequence};
use super::flight::way::{away, way};
use super::losses::gone;
use super::prisoners::Surrenders;
use super::state::Passed;
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Measured, Narration, Ref, Truth, put};
use crate::cite::{Cite, Tally, Word};
use crate::dice::Rolled;
use crate::ids::UnitId;
use crate::table::Mil;

const FIRST: Cite = Cite("C108");
const SECOND: Cite = Cite("C109");

/// A job: those checks; `melee`: after the melees, else after fire.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LossChecks {
    pub melee: bool,
}

impl Job for LossChecks {
    const NAME: &'static str = "chainmail.loss-checks";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(loss_checks, self, world)
    }
}

fn consequence_for(field: Battlefield, unit: UnitId) -> Consequence {
    let troop = field.troop(unit);
    consequence(troop.kind.loss, troop.figures.into(), field.lost(unit).into(), field.passed(unit))
}

pub fn loss_checks(InRef(job): InRef<LossChecks>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let first = field.first();
    let due = |side| field.side(side).find(|unit| consequence_for(field, *unit) != Consequence::Nothing);
    let Some(unit) = due(first).or_else(|| due(first.other())) else { return Effects::pop() };
    let loss = field.kind(unit).loss;
    let said = |cite: Cite, says: &'static str| {
        Fact::new(cite, Narration::Said(Word(says)))
            .word(Word("who"), Arg::Of(Ref::Unit(unit)))
            .word(Word("lost"), Arg::Measured(Measured::Count(field.lost(unit).into())))
            .word(Word("limit"), Arg::Measured(Measured::Count(loss.stays)))
    };
    let effects = Effects::become_job(*job);
    if consequence_for(field, unit) == Consequence::Gone {
        return leaves(field, unit, SECOND, effects.fact(said(SECOND, "too-many-lost")));
    }
    let mut roller = dice.roller();
    let adds = if super::melee::led(field, unit) { 2 * super::data::tables().commander_die } else { 0 };
    let stays = match check(&mut roller, loss, adds, field.0.side_of(unit), unit) {
        Ok(stays) => stays,
        Err(need) => return Effects::need(need),
    };
    let rolled = roller.rolled();
    let fact = said(FIRST, if stays { "stays" } else { "leaves" }).tally(tally(&rolled, adds)).dice(rolled);
    if stays {
        effects.fact(fact.change(put(unit, Passed(true))))
    } else {
        leaves(field, unit, FIRST, effects.fact(fact))
    }
}

/// The two dice and what a commander adds.
fn tally(rolled: &[Rolled], adds: i32) -> Tally {
    let faces = rolled.iter().flat_map(|rolled| &rolled.faces);
    let sum = faces.fold(Tally::default(), |tally, face| tally.with(Word("die"), (*face).into(), FIRST));
    if adds == 0 { sum } else { sum.with(Word("commander"), adds, FIRST) }
}

/// A unit leaves play; with no way out it surrenders.
fn leaves(field: Battlefield, unit: UnitId, cite: Cite, effects: Effects) -> Effects {
    let near = |enemy: &UnitId| (field.distance(unit, *enemy), *enemy);
    let nearest: Vec<UnitId> = field.enemies(unit).min_by_key(near).into_iter().collect();
    let direction = away(field, unit, &nearest, field.contacts(), None);
    let free = nearest.is_empty() || way(field, unit, direction, Mil::inches(1)).by >= Mil::inches(1);
    if free {
        effects.fact(gone(field, unit, cite, Word("left")))
    } else {
        effects.push(Surrenders { unit, takers: nearest })
    }
}
