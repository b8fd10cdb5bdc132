//! Risk to the general (G4, G5): a die decides whether he is lost; if not, he attaches to the nearest friendly unit.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::ambush;
use super::battlefield::Battlefield;
use super::breaking::one_more_key;
use super::breakpoint::{Check, Checking};
use super::command;
use super::defeat;
use super::state::{Armies, General};
use super::switches::Switch;
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Measured, Narration, Ref, Truth, alter_one, put};
use crate::cite::{Cite, Word};
use crate::dice::{Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};
use crate::table::{Mil, Placement};

const RISK: Cite = Cite("G4");
const LOSS: Cite = Cite("G5");

/// A job: a die for a side's general. On `least` or more he is lost, else he attaches to the nearest friendly unit; if
/// his own unit is still there he stays with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Risk {
    pub side: Side,
    pub least: u8,
}

impl Job for Risk {
    const NAME: &'static str = "armati.general-risk";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(risk, self, world)
    }
}

/// Rolls whether the general is lost.
///
/// # Errors
///
/// When the die is not known yet.
pub fn lost(dice: &mut impl Roll, by: Side, marker: UnitId, least: u8) -> Result<bool, NeedDice> {
    Ok(dice.die(Die::d6(by, Some(marker), Word("general")))? >= least)
}

fn risk(InRef(job): InRef<Risk>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let general = field.general(job.side);
    let Some(marker) = general.marker.filter(|_| !general.lost) else { return Effects::pop() };
    let who = Arg::Of(Ref::Unit(marker));
    let own = general.with.filter(|unit| field.stands(*unit));
    let Some(refuge) = own.or_else(|| nearest(field, job.side, marker)) else {
        return gone(field, job.side, marker, Effects::pop());
    };
    let mut roller = dice.roller();
    let lost = match lost(&mut roller, job.side, marker, job.least) {
        Ok(lost) => lost,
        Err(need) => return Effects::need(need),
    };
    let danger = Fact::new(RISK, Narration::Said(Word("general-risk")))
        .word(Word("who"), who)
        .word(Word("limit"), Arg::Measured(Measured::Count(i32::from(job.least))))
        .dice(roller.rolled());
    let effects = Effects::pop().fact(danger);
    if lost {
        return gone(field, job.side, marker, effects);
    }
    if own.is_some() {
        return effects;
    }
    let (side, since) = (job.side, field.0.clock().turn);
    let told = Narration::Marked { of: Ref::Unit(marker), what: Word("general-attached"), on: true };
    effects
        .fact(
            Fact::new(RISK, told)
                .says(Word("general-moves-on"))
                .word(Word("friend"), Arg::Of(Ref::Unit(refuge)))
                .change(put(marker, Placement::Token(field.print(refuge).front())))
                .change(alter_one(move |armies: &mut Armies| {
                    let general = &mut armies.of_mut(side).general;
                    *general = General { with: Some(refuge), since, ..*general };
                })),
        )
        .facts(command::takes(field, job.side, refuge))
}

/// The friendly unit nearest to the general's marker; of several the first in roster order.
fn nearest(field: Battlefield, side: Side, marker: UnitId) -> Option<UnitId> {
    let Placement::Token(at) = *field.0.placement(marker) else { return field.side(side).next() };
    let off = |unit: &UnitId| Mil::measured(Vec2::distance(field.print(*unit).nearest_to(at), at));
    field.side(side).min_by_key(off)
}

/// Adds the loss of the general, which counts as one key unit (G5); with breakpoint checks his army rolls a die at once
/// instead (A15.3).
fn gone(field: Battlefield, side: Side, marker: UnitId, effects: Effects) -> Effects {
    let lost = Fact::new(RISK, Narration::Gone { of: Ref::Unit(marker), how: Word("lost") })
        .says(Word("general-lost"))
        .change(put(marker, Placement::Off))
        .change(alter_one(move |armies: &mut Armies| {
            let general = &mut armies.of_mut(side).general;
            *general = General { with: None, lost: true, ..*general };
        }));
    let effects = effects.facts(command::leaves(field, side, true));
    if field.plays(Switch::BreakChecks) {
        return effects.fact(lost).push(Checking::of(Check::at_once(side, 1, Cite("A15.3b"))));
    }
    let mut armies = field.armies().clone();
    let counted = one_more_key(&mut armies, side, LOSS);
    let left = Side::BOTH.map(|side| field.side(side).count() + ambush::prints(field, side).count());
    effects.fact(lost).fact(counted).facts(defeat::check(&armies, left, false))
}
