//! Who is charged by horse checks when the charge comes within an inch of it (10.3).

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::charge_check::{Charged, check};
use super::data::tables;
use super::flight::Flees;
use super::strike::Aspect;
use super::switches::Switch;
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Measured, Narration, Ref, Truth};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;

const RULE: Cite = Cite("C105");

/// A job: a unit that is charged checks, if it must; who does not stand runs from the charger.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChargeCheck {
    pub by: UnitId,
    pub at: UnitId,
    pub aspect: Aspect,
}

impl Job for ChargeCheck {
    const NAME: &'static str = "chainmail.charge-check";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(charge_check, self, world)
    }
}

/// What the check of a unit that is charged is made of; none where it makes none: in melee, in flight, or off the table.
pub fn of(field: Battlefield, by: UnitId, at: UnitId, aspect: Aspect) -> Option<Charged> {
    let there = [by, at].into_iter().all(|unit| field.0.on_table(unit));
    // Where all move together, contacts of this turn were made at the same time.
    let together = field.plays(Switch::Simultaneous);
    let mut old = field.contacts().iter().filter(|contact| !together || contact.rounds > 0);
    let fights = old.any(|contact| (contact.at == at && contact.by != by) || contact.by == at);
    if !there || fights || field.flight(at).is_some() {
        return None;
    }
    let kind = field.kind(at);
    let square = field.formation(at).shape.is_square();
    Some(Charged {
        by: (field.class(by), field.figures(by).into()),
        unit: (field.class(at), field.figures(at).into()),
        row: tables().check(&kind.check)?,
        aspect: if square { Aspect::Front } else { aspect },
        tired: field.is_tired(at),
        charging: field.acts(at).charged.is_some(),
        pikes: kind.pikes && field.has_levelled_pikes(at),
        commander: if super::melee::led(field, at) { 2 * tables().commander_die } else { 0 },
    })
}

pub fn charge_check(InRef(job): InRef<ChargeCheck>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let (by, at) = (job.by, job.at);
    let Some(charged) = of(field, by, at, job.aspect).filter(Charged::checks) else { return Effects::pop() };
    let mut roller = dice.roller();
    let (sum, stands) = match check(&mut roller, &charged, field.0.side_of(at), at) {
        Ok(checked) => checked,
        Err(need) => return Effects::need(need),
    };
    let fact = Fact::new(RULE, Narration::Said(Word(if stands { "stands-charge" } else { "runs-from-charge" })))
        .word(Word("who"), Arg::Of(Ref::Unit(at)))
        .word(Word("whom"), Arg::Of(Ref::Unit(by)))
        .word(Word("limit"), Arg::Measured(Measured::Count(charged.needs())))
        .dice(roller.rolled())
        .tally(sum);
    let effects = Effects::pop().fact(fact);
    if stands {
        return effects;
    }
    effects.push(Flees { unit: at, rout: true, enemies: vec![by], charger: Some(by), begins: true })
}
