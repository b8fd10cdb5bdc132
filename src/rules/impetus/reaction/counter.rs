//! Counter-charges (X8): a unit that is charged goes to meet the enemy half-way.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::{Answer, answered, bonus};
use crate::battle::{DiceHand, Effects, Job, Truth};
use crate::cite::Word;
use crate::ids::UnitId;
use crate::rules::impetus::activation::go::{disorder, moved};
use crate::rules::impetus::activation::plan::{Planned, on_ground};
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::charge;
use crate::rules::impetus::data::tables;
use crate::rules::impetus::discipline;
use crate::rules::impetus::going;
use crate::rules::impetus::path::{Path, meets};
use crate::rules::impetus::state::Class;
use crate::rules::impetus::switches::Switch;
use crate::table::measure::range;
use crate::table::{Cdeg, Mil, slide};

/// A job: a unit counter-charges.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counter {
    pub unit: UnitId,
    pub charger: UnitId,
    pub way: Mil,
}

impl Job for Counter {
    const NAME: &'static str = "impetus.counter-charge";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(counter, self, world)
    }
}

/// How far a unit would go to meet that charger; none when it may not.
pub fn way(field: Battlefield, unit: UnitId, charger: &Planned, movers: &[UnitId]) -> Option<Mil> {
    let (kind, print) = (field.kind(unit), field.print(unit));
    let able = field.troop(unit).i > 0 && !kind.stays && !field.disordered(unit) && field.fresh(unit);
    // Foot may counter-charge only foot.
    let able = able && (kind.mounted || field.kind(charger.unit).on_foot());
    if !field.plays(Switch::ChargeBonus) || !able || field.engaged(unit) {
        return None;
    }
    let began = charge::began(field, charger.unit, &charger.start);
    let frontal = charge::class(field, &began, &charger.end, unit) == Class::Frontal;
    if !frontal || range(&charger.start, &print) <= bonus::too_near() {
        return None;
    }
    let gone = charger.gone.to_inches();
    let (own, its) = (print.forward() * gone, charger.turned.forward() * gone);
    let part = slide::closing(&print, own, &charger.turned, its, 0.0)?;
    let reach = going::reach(field, unit, &print, print.forward(), field.troop(unit).m);
    let way = slide::seat(part * gone, Mil::ZERO).min(reach);
    let path = Path { field, unit, from: print, along: print.forward(), mates: movers, ended: &[] };
    let free = path.stops(way).iter().all(|stop| !stop.forbids(way)) && path.meeting(way).is_none();
    // Where they meet, he must still be in front of the charger.
    let graze = tables().touch.inches();
    let ahead = meets(&charger.turned, charger.turned.forward(), &path.at(way));
    let met = ahead.is_some_and(|met| met.width > graze && met.enter <= gone);
    (free && met && way >= tables().retreat.least.mil()).then_some(way)
}

/// Foot tests its discipline first; then it goes.
pub fn counter(InRef(job): InRef<Counter>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    if !field.0.on_table(unit) {
        return Effects::pop();
    }
    let mut effects = Effects::pop();
    if !field.kind(unit).mounted {
        let test = discipline::of(field, unit, 0);
        let mut roller = dice.roller();
        let tested = match test.roll(&mut roller) {
            Ok(tested) => tested,
            Err(need) => return Effects::need(need),
        };
        effects = effects.fact(test.told(tested, roller.rolled()));
        if !tested.passed {
            return effects.facts(disorder(field, unit, bonus::RULE));
        }
    }
    let start = field.print(unit);
    let end = start.ahead(job.way.to_inches());
    let meets = answered(unit, job.charger, Answer::Meets);
    effects = effects
        .fact(moved(field, bonus::RULE, &[(unit, vec![start, end])]).says(Word("counter-charges")).change(meets));
    let planned =
        Planned { unit, start, pivot: None, turned: start, end, gone: job.way, enemies: Vec::new(), disorder: None };
    effects.facts(on_ground(field, &[unit], &planned, Cdeg::ZERO).and_then(|cite| disorder(field, unit, cite)))
}
