//! Evading a charge (X6): the unit turns about and moves its allowance plus a die; its charger must complete his
//! charge.

use bevy::ecs::resource::Resource;
use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Measured, Narration, Ref, Truth, alter_one};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::activation::go::{disorder, moved};
use crate::rules::impetus::activation::plan::{Planned, on_ground};
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::charge::touched;
use crate::rules::impetus::data::{Evades, tables};
use crate::rules::impetus::discipline;
use crate::rules::impetus::going;
use crate::rules::impetus::melee::retreat::distance;
use crate::rules::impetus::path::Path;
use crate::rules::impetus::switches::Switch;
use crate::table::{Cdeg, Edge, Mil, Touched};

/// The rule.
pub const RULE: Cite = Cite("X6");

/// The units that have evaded in the present phase.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evaders(pub Vec<UnitId>);

/// A job: a unit evades.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evade {
    pub unit: UnitId,
}

/// A unit that has evaded tests its discipline.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reform {
    pub unit: UnitId,
}

impl Job for Evade {
    const NAME: &'static str = "impetus.evade";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(evade, self, world)
    }
}

impl Job for Reform {
    const NAME: &'static str = "impetus.reform";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(reform, self, world)
    }
}

/// Whether a unit may evade that charge.
pub fn may(field: Battlefield, unit: UnitId, charger: &Planned) -> bool {
    let kind = field.kind(unit);
    let does = match kind.evades {
        Evades::Never => false,
        Evades::Always => true,
        Evades::FootWithBows => {
            !field.kind(charger.unit).mounted && field.troop(unit).weapon.is_some_and(|weapon| weapon.bow)
        }
    };
    let again = field.0.battle_state::<Evaders>().0.contains(&unit);
    if !field.plays(Switch::Evade) || !does || again || field.disordered(unit) || field.engaged(unit) {
        return false;
    }
    let in_the_rear = touched(&charger.end, &field.print(unit)) == Some(Touched::Edge(Edge::Rear));
    !in_the_rear && way(field, unit, field.troop(unit).m) >= tables().retreat.least.mil()
}

/// The way back of a unit that has turned about.
fn path(field: Battlefield<'_>, unit: UnitId) -> Path<'static, '_> {
    let from = field.print(unit).faced(Cdeg::HALF);
    Path { field, unit, from, along: from.forward(), mates: &[], ended: &[] }
}

/// How far a unit that has turned about gets with that allowance: up to what is in its way.
fn way(field: Battlefield, unit: UnitId, wish: Mil) -> Mil {
    let path = path(field, unit);
    path.clear(going::reach(field, unit, &path.from, path.along, wish))
}

/// Rolls the die, and moves.
pub fn evade(InRef(job): InRef<Evade>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    if !field.0.on_table(unit) {
        return Effects::pop();
    }
    let mut roller = dice.roller();
    let more = match distance(&mut roller, field.0.side_of(unit), unit, field.kind(unit).mounted, Word("evade")) {
        Ok(more) => more.mil(),
        Err(need) => return Effects::need(need),
    };
    let (start, path) = (field.print(unit), path(field, unit));
    let wish = field.troop(unit).m + more;
    let gone = way(field, unit, wish);
    let end = path.at(gone);
    let told = Fact::new(RULE, Narration::Said(Word("evades")))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .word(Word("way"), Arg::Measured(Measured::Length(wish)))
        .dice(roller.rolled())
        .change(alter_one(move |evaders: &mut Evaders| evaders.0.push(unit)));
    let fact = moved(field, RULE, &[(unit, vec![start, path.from, end])]).says(Word("gets-away"));
    let effects = Effects::pop().fact(told).fact(fact);
    let planned =
        Planned { unit, start, pivot: None, turned: path.from, end, gone, enemies: Vec::new(), disorder: None };
    effects.facts(on_ground(field, &[unit], &planned, Cdeg::ZERO).and_then(|cite| disorder(field, unit, cite)))
}

/// A unit that was not caught is in order again if it passes a test of discipline.
pub fn reform(InRef(job): InRef<Reform>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    if !field.0.on_table(job.unit) || field.engaged(job.unit) || field.disordered(job.unit) {
        return Effects::pop();
    }
    let test = discipline::of(field, job.unit, 0);
    let mut roller = dice.roller();
    let tested = match test.roll(&mut roller) {
        Ok(tested) => tested,
        Err(need) => return Effects::need(need),
    };
    let effects = Effects::pop().fact(test.told(tested, roller.rolled()));
    if tested.passed { effects } else { effects.facts(disorder(field, job.unit, RULE)) }
}
