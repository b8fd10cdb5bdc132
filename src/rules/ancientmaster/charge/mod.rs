//! Charges (A7): the move into contact, and the shooting of those who are charged.

pub mod at_chargers;
mod plan;

pub use at_chargers::{HANDLER as SHOOT_AT_CHARGER, attack as attack_at_charger, may_shoot};
pub use plan::{Cause, Plan, plan, touched};

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use self::at_chargers::ShootsAtCharger;
use super::battlefield::Battlefield;
use super::data::tables;
use super::formation::{Formation, formation, full_pace};
use super::relocate::{IN_TESTUDO, Relocation};
use super::state::{Acts, Formed, NextRound};
use super::support::{Place, place};
use super::switches::Switch;
use super::troop::{Sort, Tag};
use crate::battle::{Arg, Effects, Fact, Job, Narration, Ref, Truth, alter, put};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::{Mil, Placement, Pose};

const CHARGE: Cite = Cite("A7.2");
const CHARGED: Cite = Cite("W42");

/// A job: a charge that has been ordered or is made by initiative.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Charge {
    pub unit: UnitId,
    pub target: UnitId,
    pub cause: Cause,
}

impl Job for Charge {
    const NAME: &'static str = "ancientmaster.charge";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(charge, self, world)
    }
}

/// How far a unit charges: its full pace in any formation (A7.1), or as far as it advances.
pub fn reach(field: Battlefield, unit: UnitId, cause: Cause) -> Mil {
    let full = full_pace(field.troop(unit).sort());
    match cause {
        Cause::Advance => {
            let far = if field.plays(Switch::Advance10) { super::data::Cm(10.0) } else { tables().combat.advance };
            // One who is trained in the phalanx advances half as far, but in column (W23).
            far.pace().min(if field.has(unit, Tag::Phalanx) { full.half().pace() } else { far.pace() })
        }
        Cause::OrderBesideChariots => full_pace(Sort::Chariot).pace(),
        Cause::Initiative | Cause::Order | Cause::Blunder => full.pace(),
    }
}

pub fn charge(InRef(job): InRef<Charge>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    let pace = reach(field, unit, job.cause);
    let Ok(plan) = plan(field, unit, job.target, pace, job.cause) else { return Effects::pop() };
    let along = plan.ways.along.into_iter().next().map(|(_, along)| along).unwrap_or_default();
    let shots = plan.touched.iter().map(|of| at_chargers::before(field, unit, *of)).collect();
    let advance = job.cause == Cause::Advance;
    let says = if advance { Word("advances") } else { Word("charges") };
    let relocation = Relocation { unit, along, cite: CHARGE, says, leaves: !advance, charges: true };
    let (initiative, touched) = (job.cause == Cause::Initiative, plan.touched.clone());
    let bonus = if advance { Vec::new() } else { touched.clone() };
    let caught: Vec<UnitId> = bonus.iter().copied().filter(|of| is_caught(field, &plan.ends, unit, *of)).collect();
    let told = Fact::new(CHARGE, Narration::Said(Word("charges-whom")))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .word(Word("whom"), Arg::Of(Ref::Unit(job.target)))
        .change(alter(unit, move |acts: &mut Acts| {
            acts.charged |= !advance;
            acts.acted = true;
            acts.initiative |= initiative;
            acts.advanced |= advance;
        }))
        .change(put(unit, NextRound { open: true, charges: bonus, caught, ..NextRound::default() }));
    let effects = relocation.apply(field, Effects::pop().fact(told));
    let effects = touched.iter().fold(effects, |effects, of| effects.facts(broken_testudo(field, *of)));
    effects.push(ShootsAtCharger { charger: unit, shots })
}

/// Whether a charge comes upon that enemy in flank or rear, or while he stands in no order.
fn is_caught(field: Battlefield, ends: &[Pose], unit: UnitId, of: UnitId) -> bool {
    let size = field.size(unit);
    let behind = |stand: &crate::table::Foot| {
        ends.iter().any(|end| matches!(place(&stand.print, &size.base(*end)), Some(Place::Behind | Place::RearCorner)))
    };
    formation(&field.prints(of)) == Formation::Irregular || field.feet(of).iter().any(behind)
}

/// A testudo that is charged is given up (W42).
pub fn broken_testudo(field: Battlefield, unit: UnitId) -> Option<Fact> {
    let formed = field.formed(unit);
    formed.testudo.then(|| {
        let told = Narration::Marked { of: Ref::Unit(unit), what: IN_TESTUDO, on: false };
        Fact::new(CHARGED, told).change(put(unit, Formed { testudo: false, ..formed }))
    })
}

/// A charger whose contact was shot away goes on as a block towards the closest stand that it charged, until it touches
/// it (A7.3).
pub fn close_up(field: Battlefield, unit: UnitId, charged: &[UnitId], effects: Effects) -> Effects {
    if field.touches_enemy(unit) || *field.0.placement(unit) == Placement::Off {
        return effects;
    }
    let pairs = charged.iter().filter_map(|of| field.nearest_stands(unit, *of));
    let nearest = pairs.min_by(|a, b| {
        let far = |pair: &(&crate::table::Foot, &crate::table::Foot)| {
            crate::table::measure::distance(&pair.0.print, &pair.1.print)
        };
        far(a).total_cmp(&far(b))
    });
    let Some((stand, other)) = nearest else { return effects };
    let (from, to) = crate::table::measure::nearest_points(&stand.print, &other.print);
    let far = from.distance(to);
    let direction = (to - from).normalize_or_zero();
    let blocked = field.feet(unit).iter().any(|foot| {
        let met = crate::table::slide::hits(field.0.layout(), &foot.print, direction, far, |o| o.unit != unit);
        met.iter().any(|hit| hit.at < far - 0.01)
    });
    if blocked || far > full_pace(field.troop(unit).sort()).inches() {
        return effects;
    }
    Relocation::slid(field, unit, direction * far, CHARGE, Word("closes-up")).apply(field, effects)
}
