//! Contacts of a tick (3.2, 9.1): who is charged or attacked in front throws; then who made contact with his front is brought
//! up, of two who did so with each other the one with the longer tick.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::half::Movement;
use super::numbers;
use crate::battle::{Effects, Job, Truth};
use crate::ids::UnitId;
use crate::rules::chainmail::assault::{Meeting, seats};
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::contact_side::aspect;
use crate::rules::chainmail::ground::climbs_at_end;
use crate::rules::chainmail::shooting::thrown::{Throws, may_throw};
use crate::rules::chainmail::strike::Aspect;
use crate::rules::chainmail::terrain;
use crate::table::Footprint;

/// A job: those contacts are made. First weapons are thrown; then they are seated one by one, from that place on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Meets {
    pub contacts: Vec<(UnitId, UnitId)>,
    pub next: Option<usize>,
}

impl Job for Meets {
    const NAME: &'static str = "chainmail.meets";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(meets, self, world)
    }
}

/// Whether both made contact with each other.
fn is_mutual(contacts: &[(UnitId, UnitId)], by: UnitId, at: UnitId) -> bool {
    contacts.contains(&(by, at)) && contacts.contains(&(at, by))
}

/// Of two who made contact with each other the one who is brought up: with the longer tick, else the first of the roster,
/// which is north's.
fn is_brought(field: Battlefield, by: UnitId, at: UnitId) -> bool {
    let tick = |unit| (std::cmp::Reverse(field.allowance(unit)), unit);
    tick(by) < tick(at)
}

pub fn meets(InRef(job): InRef<Meets>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let movement: &Movement = field.0.battle_state();
    let from = |unit: UnitId| movement.of(unit).map_or(field.print(unit).centre, |moving| moving.from);
    let Some(next) = job.next else {
        let throws = job.contacts.iter().map(|(by, at)| {
            let frontal = is_mutual(&job.contacts, *by, *at);
            let aspect = if frontal { Aspect::Front } else { aspect(&field.print(*at), from(*by)) };
            Throws { by: *at, at: *by, aspect }
        });
        let throws: Vec<Throws> = throws.filter(|throws| may_throw(field, throws)).collect();
        return throws
            .into_iter()
            .rev()
            .fold(Effects::become_job(Meets { next: Some(0), ..job.clone() }), Effects::push);
    };
    let Some((unit, _)) = job.contacts.get(next).copied() else { return Effects::pop() };
    // All whom one unit has met, together.
    let met: Vec<UnitId> = job.contacts.iter().filter(|(by, _)| *by == unit).map(|(_, at)| *at).collect();
    let after = Effects::become_job(Meets { next: Some(next + met.len()), ..job.clone() });
    let mutual: Vec<UnitId> = met.iter().copied().filter(|at| is_mutual(&job.contacts, unit, *at)).collect();
    let named: Vec<UnitId> = met
        .into_iter()
        .filter(|at| field.0.on_table(*at) && (!mutual.contains(at) || is_brought(field, unit, *at)))
        .collect();
    if named.is_empty() || !field.0.on_table(unit) {
        return after;
    }
    let charges = movement.of(unit).is_some_and(|moving| moving.charges);
    // An attack has no impetus to bring.
    let charging = |at: &UnitId| movement.of(*at).is_some_and(|moving| moving.charges);
    let print = field.print(unit);
    let below = climbs(field, &print) || (!charges && came_out_of_water(field, &print));
    let impetus: Vec<UnitId> = mutual.iter().copied().filter(charging).collect();
    let meeting = Meeting { unit, from: from(unit), charges, below, named: &named, frontal: &mutual, mutual: &impetus };
    after.fact(seats(field, &meeting))
}

/// Whether its last inches were uphill.
fn climbs(field: Battlefield, print: &Footprint) -> bool {
    const LAST: f32 = 0.02;
    climbs_at_end(field, &print.ahead(-LAST), print.forward(), LAST)
}

/// Whether it has just crossed water to come to them.
fn came_out_of_water(field: Battlefield, print: &Footprint) -> bool {
    let before = numbers().water_before.to_inches();
    let mut wet =
        field.0.ground().pieces().iter().filter(|piece| terrain::kind(piece).is_some_and(|kind| kind.cross.is_some()));
    wet.any(|piece| !piece.passages(&print.ahead(-before), print.forward(), before).is_empty())
}
