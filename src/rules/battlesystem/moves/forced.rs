//! Forced marches (7.12): half as far again, straight, obliquely and by wheels, with every enemy more than a foot away.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::plan::{Plan, What, refuse};
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Measured, Narration, Ref, Refusal, Truth, alter};
use crate::cite::{Cite, Tally, Word};
use crate::ids::UnitId;
use crate::rules::battlesystem::battlefield::Battlefield;
use crate::rules::battlesystem::data::tables;
use crate::rules::battlesystem::losses::suffer;
use crate::rules::battlesystem::morale::Check;
use crate::rules::battlesystem::rout::Routs;
use crate::rules::battlesystem::state::Round;
use crate::rules::battlesystem::troop::Class;
use crate::rules::battlesystem::{command, discipline, dress};
use crate::table::Mil;
use crate::table::measure::distance;

const RULE: Cite = Cite("BS92");

/// A job: a second forced march in a row asks for discipline.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tires {
    pub unit: UnitId,
}

impl Job for Tires {
    const NAME: &'static str = "battlesystem.tires";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(tires, self, world)
    }
}

/// A forced march is declared at the start of a unit's move.
///
/// # Errors
/// The rule that forbids it.
pub fn declared(field: Battlefield, mut plan: Plan) -> Result<Plan, Refusal> {
    let unit = plan.body.unit;
    if field.round(unit).begun {
        return Err(refuse("march-first", unit, "BS92"));
    }
    if field.class(unit) != Class::Regular {
        return Err(refuse("no-forced-march", unit, "BS92"));
    }
    if plan.stance.faced {
        return Err(refuse("is-partly-faced", unit, "BS40"));
    }
    command::in_command(field, unit)?;
    plan.what = What::Forces;
    plan.cite = RULE;
    Ok(plan)
}

/// The nearest enemy of a unit that stands so, and how far he is.
pub fn nearest(field: Battlefield, plan: &Plan) -> Option<(Mil, UnitId)> {
    let prints = plan.body.feet();
    let reach = tables().moves.march_keeps;
    let far = |of: &crate::table::Footprint| prints.iter().map(|p| distance(p, of)).fold(f32::INFINITY, f32::min);
    let near = |print: &crate::table::Footprint| {
        field.0.layout().along(Some(plan.body.side.other()), print, bevy::math::Vec2::ZERO, 0.0, reach + 0.1)
    };
    let feet = prints.iter().flat_map(near).map(|foot| (Mil::measured(far(&foot.print)), foot.unit));
    feet.min_by_key(|(far, _)| *far)
}

/// Each piece of a forced march ends without an enemy within twelve inches.
///
/// # Errors
/// How near one would be.
pub fn keeps_away(field: Battlefield, plan: &Plan) -> Result<(), Refusal> {
    let (unit, keeps) = (plan.body.unit, Mil::measured(tables().moves.march_keeps));
    if !field.round(unit).forced {
        return Ok(());
    }
    match nearest(field, plan).filter(|(far, _)| *far <= keeps) {
        Some((far, enemy)) => {
            let why = refuse("marches-near", unit, "BS92").word(Word("other"), Arg::Of(Ref::Unit(enemy)));
            Err(why.below(Measured::Length(far), Measured::Length(keeps)))
        }
        None => Ok(()),
    }
}

/// The fact by which a forced march begins.
pub fn begins(unit: UnitId) -> Fact {
    Fact::new(RULE, Narration::Said(Word("marches-on"))).word(Word("who"), Arg::Of(Ref::Unit(unit))).change(alter(
        unit,
        |round: &mut Round| {
            round.begun = true;
            round.forced = true;
        },
    ))
}

/// A hard march (B8) asks for no discipline, and wears out one figure in so many.
pub fn wears(field: Battlefield, unit: UnitId, effects: Effects) -> Effects {
    let (figures, before) = (field.figures(unit), field.lost(unit));
    let worn = i32::from(figures.div_ceil(tables().moves.wears.max(1)));
    let (facts, lost) = suffer(field, unit, worn * field.kind(unit).fs16(), &[], true);
    let effects = effects.facts(facts).push(Routs);
    if lost < figures { effects.push(Check { unit, before, always: false }) } else { effects }
}

pub fn tires(InRef(job): InRef<Tires>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    let mut roller = dice.roller();
    let (passed, sum, tally) = match discipline::rolls(field, &mut roller, unit) {
        Ok(rolled) => rolled,
        Err(need) => return Effects::need(need),
    };
    let rolled = Tally::default().with(Word("dice"), sum, RULE);
    if passed {
        return Effects::pop().fact(begins(unit).dice(roller.rolled()).tally(rolled).tally(tally));
    }
    let fact = Fact::new(RULE, Narration::Said(Word("tires")))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .dice(roller.rolled())
        .tally(rolled)
        .tally(tally)
        .change(alter(unit, |round: &mut Round| {
            round.begun = true;
            round.done = true;
        }));
    Effects::pop().fact(if field.is_closed(unit) { dress::opened(field, unit, fact, field.stance(unit)) } else { fact })
}
