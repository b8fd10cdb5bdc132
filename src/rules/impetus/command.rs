//! The command structure (X3): how far a general commands, the bonus to tests within it, and the unit that he rallies.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::data::tables;
use super::discipline;
use super::state::{Deeds, Disordered};
use super::switches::Switch;
use crate::battle::{
    Arg, CommandRing, DiceHand, Effects, Fact, Job, Measured, Narration, Ref, Refusal, Truth, View, alter, put,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::measure::range;
use crate::table::{Mil, area_around};

/// The rule of command structures.
pub const RULE: Cite = Cite("X3");

/// A job: a general rallies a unit, and the die is to be rolled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rallying {
    pub general: UnitId,
    pub unit: UnitId,
}

impl Job for Rallying {
    const NAME: &'static str = "impetus.rallying";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(rallying, self, world)
    }
}

/// The distance of a unit from its general, when it is within his radius of command.
///
/// # Errors
///
/// The distance and his radius; none when it has no general.
pub fn reach(field: Battlefield, unit: UnitId) -> Result<Mil, Option<(Mil, Mil)>> {
    let radius = field.structure(field.0.side_of(unit)).radius.mil();
    let general = field.general_over(unit).ok_or(None)?;
    let off = range(&field.print(general), &field.print(unit));
    if off <= radius + tables().within.mil() { Ok(off) } else { Err(Some((off, radius))) }
}

/// The ring about a unit's general within which he commands, where X3 is played.
pub fn rings(view: &View, unit: UnitId) -> Vec<CommandRing> {
    let field = Battlefield::of(*view);
    let general = Some(unit).filter(|_| field.plays(Switch::Command)).and_then(|unit| field.general_over(unit));
    let ring = |general| {
        let far = field.structure(view.side_of(unit)).radius.mil();
        let area = area_around(&view.hull(general)?, far.to_inches());
        Some(CommandRing { far, area, adds: 0, ends: true })
    };
    general.and_then(ring).into_iter().collect()
}

/// The bonus of the command structure to a unit's test of discipline, where X3 is played.
pub fn helps(field: Battlefield, unit: UnitId) -> Option<(Word, i32)> {
    if !field.plays(Switch::Command) {
        return None;
    }
    let (what, value) = match reach(field, unit) {
        Ok(_) => (Word("command"), field.structure(field.0.side_of(unit)).discipline),
        Err(_) => (Word("out-of-command"), tables().full.discipline.outside),
    };
    (value != 0).then_some((what, value))
}

/// Checks that the general with that unit may rally another unit, or the unit that he is with.
///
/// # Errors
///
/// When no general is with it, it is in melee, he has rallied a unit this turn, or the other is not one that he can
/// rally.
pub fn may_rally(field: Battlefield, general: UnitId, unit: UnitId) -> Result<(), Refusal> {
    let refuse = |says, of: UnitId| Err(Refusal::new(RULE, Word(says)).of(Ref::Unit(of)));
    if !field.plays(Switch::Command) || !field.general_with(general) {
        return refuse("no-general", general);
    }
    if field.engaged(general) {
        return refuse("general-fights", general);
    }
    if field.deeds(general).rallied_other {
        return refuse("has-rallied-one", general);
    }
    if !field.0.on_table(unit) || field.general_over(unit) != Some(general) {
        return refuse("not-his", unit);
    }
    if field.engaged(unit) {
        return refuse("not-in-melee", unit);
    }
    if !field.disordered(unit) {
        return refuse("in-order", unit);
    }
    if field.impetuous(unit) || field.kind(unit).chariot.is_some() {
        return refuse("minds-no-general", unit);
    }
    match reach(field, unit) {
        Ok(_) => Ok(()),
        Err(None) => refuse("no-general", general),
        Err(Some((off, radius))) => {
            let refusal = Refusal::new(RULE, Word("beyond-command")).of(Ref::Unit(unit));
            Err(refusal.above(Measured::Length(off), Measured::Length(radius)))
        }
    }
}

/// The units that the general with that unit may rally now.
pub fn may_be_rallied(field: Battlefield, general: UnitId) -> Vec<UnitId> {
    if !field.plays(Switch::Command) || !field.general_with(general) {
        return Vec::new();
    }
    field.side(field.0.side_of(general)).filter(|unit| may_rally(field, general, *unit).is_ok()).collect()
}

/// The fact that the general rallies a unit, and the roll that follows.
pub fn rally(general: UnitId, unit: UnitId) -> Effects {
    let told = Fact::new(RULE, Narration::Said(Word("rallies-other")))
        .word(Word("who"), Arg::Of(Ref::Unit(general)))
        .word(Word("friend"), Arg::Of(Ref::Unit(unit)))
        .change(alter(general, |deeds: &mut Deeds| deeds.rallied_other = true));
    Effects::pop().fact(told).push(Rallying { general, unit })
}

/// The unit's test of discipline: passed, it is in order.
pub fn rallying(InRef(job): InRef<Rallying>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let test = discipline::of(field, job.unit, 0);
    let mut roller = dice.roller();
    let tested = match test.roll(&mut roller) {
        Ok(tested) => tested,
        Err(need) => return Effects::need(need),
    };
    let effects = Effects::pop().fact(test.told(tested, roller.rolled()));
    if !tested.passed {
        return effects;
    }
    let told = Narration::Marked { of: Ref::Unit(job.unit), what: Word("disordered"), on: false };
    effects.fact(Fact::new(RULE, told).says(Word("rallies")).change(put(job.unit, Disordered(false))))
}
