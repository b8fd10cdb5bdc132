//! Pursuit (A10.8, W18, W111, W112): straight ahead upon those who retreated, else as in a charge.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use crate::battle::{Effects, Fact, Job, Truth, alter};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::charge::{self, Cause};
use crate::rules::ancientmaster::cover;
use crate::rules::ancientmaster::formation::{full_pace, one_body, straight_column};
use crate::rules::ancientmaster::relocate::Relocation;
use crate::rules::ancientmaster::state::Bout;
use crate::rules::ancientmaster::support::{Place, place};
use crate::rules::ancientmaster::terrain::{Cover, may_enter};
use crate::rules::ancientmaster::troop::{Sort, Tag};
use crate::table::measure::overlap;
use crate::table::{Foot, Footprint, Pose, slide};

const RULE: Cite = Cite("A10.8");

/// A job: a unit pursues those who retreated from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pursues {
    pub unit: UnitId,
    pub losers: Vec<UnitId>,
}

impl Job for Pursues {
    const NAME: &'static str = "ancientmaster.pursues";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(pursues, self, world)
    }
}

/// Where the stands of one who pursues end, if it may and can.
pub fn plan(field: Battlefield, unit: UnitId, losers: &[UnitId]) -> Option<Relocation> {
    let troop = field.troop(unit);
    let may = |enemy: &&UnitId| {
        let rides = matches!(field.troop(**enemy).sort(), Sort::Cavalry | Sort::Chariot);
        // Infantry does not catch horse and chariots (G18) but those that it charged in flank or rear, or in no order.
        !(troop.on_foot() && rides) || field.bout(unit).caught.contains(enemy)
    };
    let fortified = cover::of_unit(field, unit) == Cover::Fortified;
    let after: Vec<UnitId> = losers.iter().filter(may).copied().filter(|enemy| field.0.on_table(*enemy)).collect();
    if after.is_empty() || troop.sort() == Sort::Artillery || fortified || field.touches_enemy(unit) && after.is_empty()
    {
        return None;
    }
    straight(field, unit, &after).or_else(|| as_charge(field, unit, &after))
}

fn relocation(unit: UnitId, along: Vec<Vec<Pose>>) -> Relocation {
    Relocation { unit, along, cite: RULE, says: Word("pursues"), leaves: false, charges: true }
}

/// Every stand that can bring its front upon a stand of theirs goes straight ahead; the others keep up with the nearest.
fn straight(field: Battlefield, unit: UnitId, after: &[UnitId]) -> Option<Relocation> {
    let full = full_pace(field.troop(unit).sort());
    let feet = field.feet(unit);
    // Pikes go farther than half a pace only from column to column (W23).
    let pikes = field.has(unit, Tag::Phalanx);
    let column = straight_column(&field.prints(unit));
    let half = full.half().pace().to_inches();
    let pace = if pikes && !column { half } else { full.pace().to_inches() };
    let ways: Vec<Option<f32>> = feet.iter().map(|foot| upon(field, foot, after, pace)).collect();
    let least = ways.iter().flatten().copied().reduce(f32::min)?;
    let free: Vec<f32> = feet.iter().map(|foot| ahead(field, foot, pace)).collect();
    // All go as far as the first comes upon one; who can goes on to his own, if the unit stays one body.
    let common: Vec<f32> = free.iter().map(|free| least.min(*free)).collect();
    let own: Vec<f32> = ways.iter().zip(&common).map(|(way, common)| way.unwrap_or(*common)).collect();
    for goes in [own, common] {
        let ends: Vec<Footprint> = feet.iter().zip(&goes).map(|(foot, by)| foot.print.ahead(*by)).collect();
        let sort = field.troop(unit).sort();
        let barred = |print: &Footprint| field.0.ground().under(print).any(|piece| !may_enter(sort, piece));
        let far = goes.iter().copied().fold(0.0, f32::max) > half + 0.001;
        if pikes && far && !straight_column(&ends) {
            continue;
        }
        let clear = (0..ends.len()).all(|n| (0..n).all(|m| !overlap(&ends[n], &ends[m])));
        if one_body(&ends)
            && clear
            && !ends.iter().any(barred)
            && ends.iter().all(|print| field.0.ground().holds(print))
        {
            let along = feet.iter().zip(&ends).map(|(foot, end)| vec![foot.print.pose(), end.pose()]).collect();
            return Some(relocation(unit, along));
        }
    }
    None
}

/// How far straight ahead a stand brings its front edge upon a stand of theirs; a mere corner is no duty.
fn upon(field: Battlefield, foot: &Foot, after: &[UnitId], pace: f32) -> Option<f32> {
    let forward = foot.print.forward();
    let hits = slide::hits(field.0.layout(), &foot.print, forward, pace, |other| other.unit != foot.unit);
    let first = hits.first().filter(|hit| after.contains(&hit.unit))?;
    let there = foot.print.ahead(first.at);
    let enemy = field.feet(first.unit).get(usize::from(first.base))?;
    (place(&there, &enemy.print) == Some(Place::Front)).then_some(first.at)
}

/// How far straight ahead a stand goes before anybody is in its way.
fn ahead(field: Battlefield, foot: &Foot, pace: f32) -> f32 {
    let forward = foot.print.forward();
    let hits = slide::hits(field.0.layout(), &foot.print, forward, pace, |other| other.unit != foot.unit);
    let free = hits.first().map_or(pace, |hit| hit.at);
    free.min(slide::to_table_edge(field.0.ground(), &foot.print, forward) - 0.002).max(0.0)
}

/// As in a charge against the closest that it sees of them.
fn as_charge(field: Battlefield, unit: UnitId, after: &[UnitId]) -> Option<Relocation> {
    let mut near: Vec<UnitId> = after.to_vec();
    near.sort_by(|a, b| {
        let far = |of: &UnitId| field.distance(unit, *of).unwrap_or(f32::INFINITY);
        far(a).total_cmp(&far(b))
    });
    let pace = charge::reach(field, unit, Cause::Order);
    let plan = near.into_iter().find_map(|enemy| charge::plan(field, unit, enemy, pace, Cause::Order).ok())?;
    let (_, along) = plan.ways.along.into_iter().next()?;
    Some(relocation(unit, along))
}

pub fn pursues(InRef(job): InRef<Pursues>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let Some(relocation) = plan(field, job.unit, &job.losers) else { return Effects::pop() };
    let touched = charge::touched(field, job.unit, &relocation.ends());
    let effects = relocation.apply(field, Effects::pop());
    let marks = touched.iter().filter(|of| job.losers.contains(of)).copied();
    let told = Fact::new(RULE, crate::battle::Narration::Said(Word("in-pursuit")))
        .word(Word("who"), crate::battle::Arg::Of(crate::battle::Ref::Unit(job.unit)))
        .change(alter(job.unit, |bout: &mut Bout| (bout.pursues, bout.open) = (true, true)));
    let told = marks.fold(told, |told, of| told.change(alter(of, |bout: &mut Bout| bout.pursued = true)));
    let broken = touched.iter().filter_map(|of| charge::broken_testudo(field, *of));
    effects.fact(told).facts(broken)
}
