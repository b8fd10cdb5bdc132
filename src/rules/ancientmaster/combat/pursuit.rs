//! Pursuit (A10.8, W18, W111, W112): straight ahead upon those who retreated, else as in a charge; stands without a duty are
//! placed freely, and foot that reaches nobody follows into support.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use crate::battle::{Arg, Effects, Fact, Job, Narration, Ref, Refusal, Truth, alter};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::charge::{self, Cause};
use crate::rules::ancientmaster::cover;
use crate::rules::ancientmaster::formation::{full_pace, one_body, stands_overlap, straight_column};
use crate::rules::ancientmaster::relocate::Relocation;
use crate::rules::ancientmaster::sight::{Look, sees};
use crate::rules::ancientmaster::state::NextRound;
use crate::rules::ancientmaster::support::{Place, behind, fights_to_front, place};
use crate::rules::ancientmaster::terrain::{Cover, may_enter};
use crate::rules::ancientmaster::troop::{Sort, Tag};
use crate::rules::ancientmaster::ways::{Going, Kind, ways};
use crate::table::aim::displacement;
use crate::table::measure::overlap;
use crate::table::seating::{against, next_to};
use crate::table::{Edge, Foot, Footprint, Pose, slide};

const RULE: Cite = Cite("A10.8");
const LAP: Word = Word("lap");
const SUPPORT: Word = Word("support");

/// A job: a unit pursues those who retreated from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pursues {
    pub unit: UnitId,
    pub losers: Vec<UnitId>,
    /// Where its owner places stands that have no duty.
    pub placed: Vec<(u8, Pose)>,
}

/// A pursuit as it would be made: the stands that have no duty might be placed otherwise.
#[derive(Clone, Debug)]
pub struct Plan {
    pub relocation: Relocation,
    /// The stands that have none.
    pub free: Vec<u8>,
    /// Whether it follows into support, and touches no enemy.
    pub supports: bool,
}

impl Job for Pursues {
    const NAME: &'static str = "ancientmaster.pursues";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(pursues, self, world)
    }
}

/// Where the stands of one who pursues end, if it may and can.
pub fn plan(field: Battlefield, unit: UnitId, losers: &[UnitId]) -> Option<Plan> {
    let troop = field.troop(unit);
    let may = |enemy: &&UnitId| may_catch(field, unit, **enemy);
    let fortified = cover::of_unit(field, unit) == Cover::Fortified;
    let after: Vec<UnitId> = losers.iter().filter(may).copied().filter(|enemy| field.0.on_table(*enemy)).collect();
    if after.is_empty() || troop.sort() == Sort::Artillery || fortified {
        return None;
    }
    // Only whom it sees does it pursue (A10.8); nothing stands between who still touch.
    let seen = |enemy: &UnitId| field.contacts(unit).contains(enemy) || sees(field, unit, *enemy, Look::Charge);
    let sighted: Vec<UnitId> = after.iter().copied().filter(seen).collect();
    let contact = || straight(field, unit, &sighted).or_else(|| as_charge(field, unit, &sighted));
    let found = if sighted.is_empty() { None } else { contact() };
    found.or_else(|| follows(field, unit, &after))
}

/// Whom a unit may pursue: infantry does not catch horse and chariots (G18) but those that it charged in flank or rear, or in
/// no order.
fn may_catch(field: Battlefield, unit: UnitId, enemy: UnitId) -> bool {
    let rides = matches!(field.troop(enemy).sort(), Sort::Cavalry | Sort::Chariot);
    !(field.troop(unit).on_foot() && rides) || field.next_round(unit).caught.contains(&enemy)
}

/// Why a unit pursues nobody.
fn why_not(field: Battlefield, unit: UnitId, losers: &[UnitId]) -> Refusal {
    let refuse = |says: &'static str| Refusal::new(RULE, Word(says)).of(Ref::Unit(unit));
    let there: Vec<UnitId> = losers.iter().copied().filter(|enemy| field.0.on_table(*enemy)).collect();
    let whom = |refusal: Refusal| refusal.each(Word("whom"), there.iter().map(|of| Arg::Of(Ref::Unit(*of))));
    if there.is_empty() {
        refuse("nobody-to-pursue")
    } else if field.troop(unit).sort() == Sort::Artillery {
        refuse("never-pursues")
    } else if cover::of_unit(field, unit) == Cover::Fortified {
        refuse("pursues-not-out")
    } else if there.iter().all(|enemy| !may_catch(field, unit, *enemy)) {
        whom(refuse("catches-no-riders"))
    } else {
        whom(refuse("comes-upon-nobody"))
    }
}

/// The same, with stands without a duty placed by their owner (A10.8): in formation, each within a full pace.
///
/// # Errors
/// The rule that forbids it.
pub fn placed(field: Battlefield, unit: UnitId, losers: &[UnitId], at: &[(u8, Pose)]) -> Result<Plan, Refusal> {
    let refuse = |says: &'static str| Refusal::new(RULE, Word(says)).of(Ref::Unit(unit));
    let found = plan(field, unit, losers).ok_or_else(|| why_not(field, unit, losers))?;
    if at.is_empty() {
        return Ok(found);
    }
    let mut ends = found.relocation.ends();
    for (n, (stand, pose)) in at.iter().enumerate() {
        if !found.free.contains(stand) || at[..n].iter().any(|(known, _)| known == stand) {
            return Err(refuse("pursues-straight"));
        }
        ends[usize::from(*stand)] = *pose;
    }
    let size = field.size(unit);
    let prints: Vec<Footprint> = ends.iter().map(|pose| size.base(*pose)).collect();
    let over = |n: usize| (0..n).find(|m| overlap(&prints[n], &prints[*m])).map(|m| (n, m));
    if let Some((stand, other)) = (0..prints.len()).find_map(over) {
        return Err(stands_overlap(RULE, unit, stand, other));
    }
    let pace = full_pace(field.troop(unit).sort()).pace();
    let found_ways = ways(field, &[Going { unit, ends }], |_| pace, Kind::Charge)?;
    let along = found_ways.along.into_iter().next().map(|(_, along)| along).unwrap_or_default();
    Ok(Plan { relocation: relocation(unit, along), ..found })
}

/// Ways to place the stands without a duty, each with what it is called (A10.8): lapping round the enemy, or behind those in
/// front, in support.
pub fn options(field: Battlefield, unit: UnitId, losers: &[UnitId], found: &Plan) -> Vec<(Word, Vec<(u8, Pose)>)> {
    if found.free.is_empty() || found.supports {
        return Vec::new();
    }
    let size = field.size(unit);
    let ends = found.relocation.ends();
    let front: Vec<Footprint> =
        (0..ends.len()).filter(|n| !found.free.contains(&(*n as u8))).map(|n| size.base(ends[n])).collect();
    let behind: Vec<Pose> = front.iter().map(|of| next_to(of, Edge::Rear, size.width, size.depth)).collect();
    let enemies = losers.iter().flat_map(|of| field.feet(*of));
    let edges = [Edge::Left, Edge::Right, Edge::Rear];
    // Flush on their flanks and rear as near to those in front as the edge is long.
    let round = enemies.flat_map(|foot| {
        edges.into_iter().flat_map(move |edge| {
            let [from, to] = foot.print.edge(edge);
            let most = ((from.distance(to) - size.width) / 2.0).abs();
            [-most, 0.0, most].map(|shift| against(&foot.print, edge, shift))
        })
    });
    let lapping: Vec<Pose> = round.collect();
    [(LAP, lapping), (SUPPORT, behind)]
        .into_iter()
        .filter_map(|(called, slots)| Some((called, filled(field, unit, losers, found, &slots)?)))
        .collect()
}

/// The free stands put into those slots, as many as find one, the nearest first.
fn filled(
    field: Battlefield,
    unit: UnitId,
    losers: &[UnitId],
    found: &Plan,
    slots: &[Pose],
) -> Option<Vec<(u8, Pose)>> {
    let size = field.size(unit);
    let feet = field.feet(unit);
    let mut at: Vec<(u8, Pose)> = Vec::new();
    for stand in &found.free {
        let from = feet.get(usize::from(*stand))?.print;
        let way = |pose: &Pose| displacement(&from, &size.base(*pose));
        let mut near: Vec<&Pose> = slots.iter().collect();
        near.sort_by(|a, b| way(a).total_cmp(&way(b)));
        let fits = |pose: &&Pose| {
            let next = [&at[..], &[(*stand, **pose)]].concat();
            placed(field, unit, losers, &next).is_ok()
        };
        if let Some(pose) = near.into_iter().find(fits) {
            at.push((*stand, *pose));
        }
    }
    (!at.is_empty()).then_some(at)
}

/// Foot that reaches nobody goes straight ahead until one of its stands stands behind a friend's who has gone after them and
/// fights to his front (A10.8).
fn follows(field: Battlefield, unit: UnitId, after: &[UnitId]) -> Option<Plan> {
    if !field.troop(unit).on_foot() || field.touches_enemy(unit) {
        return None;
    }
    let full = full_pace(field.troop(unit).sort());
    let pace = if field.has(unit, Tag::Phalanx) && !straight_column(&field.prints(unit)) { full.half() } else { full };
    let feet = field.feet(unit);
    let free = feet.iter().map(|foot| ahead(field, foot, pace.pace().to_inches())).fold(f32::INFINITY, f32::min);
    let ends: Vec<Footprint> = feet.iter().map(|foot| foot.print.ahead(free)).collect();
    let fights = |friend: &Foot| {
        let on_foot = field.unit(friend.unit).is_some_and(|troop| troop.on_foot());
        let upon = || field.contacts(friend.unit).iter().any(|enemy| after.contains(enemy));
        friend.unit != unit && on_foot && upon() && fights_to_front(field, friend)
    };
    let supports = ends.iter().any(|print| {
        let near = field.0.layout().around(print, 0.1);
        near.filter(|foot| field.0.side_of(foot.unit) == field.0.side_of(unit))
            .any(|friend| fights(friend) && behind(&friend.print, print))
    });
    let barred =
        |print: &Footprint| field.0.ground().under(print).any(|piece| !may_enter(field.troop(unit).sort(), piece));
    if free <= 0.0 || !supports || ends.iter().any(barred) {
        return None;
    }
    let along = feet.iter().zip(&ends).map(|(foot, end)| vec![foot.print.pose(), end.pose()]).collect();
    Some(Plan { relocation: relocation(unit, along), free: Vec::new(), supports: true })
}

fn relocation(unit: UnitId, along: Vec<Vec<Pose>>) -> Relocation {
    Relocation { unit, along, cite: RULE, says: Word("pursues"), leaves: false, charges: true }
}

/// Every stand that can bring its front upon a stand of theirs goes straight ahead; the others keep up with the nearest.
fn straight(field: Battlefield, unit: UnitId, after: &[UnitId]) -> Option<Plan> {
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
            let none = ways.iter().zip(feet).filter(|(way, _)| way.is_none()).map(|(_, foot)| foot.base);
            return Some(Plan { relocation: relocation(unit, along), free: none.collect(), supports: false });
        }
    }
    None
}

/// How far straight ahead a stand brings its front edge upon a stand of theirs; a mere corner is no duty, nor has a stand one
/// that stands behind another of its own unit.
fn upon(field: Battlefield, foot: &Foot, after: &[UnitId], pace: f32) -> Option<f32> {
    let forward = foot.print.forward();
    let other = |other: &Foot| (other.unit, other.base) != (foot.unit, foot.base);
    let hits = slide::hits(field.0.layout(), &foot.print, forward, pace, other);
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
fn as_charge(field: Battlefield, unit: UnitId, after: &[UnitId]) -> Option<Plan> {
    let mut near: Vec<UnitId> = after.to_vec();
    near.sort_by(|a, b| {
        let far = |of: &UnitId| field.distance(unit, *of).unwrap_or(f32::INFINITY);
        far(a).total_cmp(&far(b))
    });
    let pace = charge::reach(field, unit, Cause::Order);
    let plan = near.into_iter().find_map(|enemy| charge::plan(field, unit, enemy, pace, Cause::Order).ok())?;
    let (_, along) = plan.ways.along.into_iter().next()?;
    let size = field.size(unit);
    // One stand goes as in a charge, the others freely.
    let leads = |pose: &Pose| {
        let print = size.base(*pose);
        field.touched_by(field.0.side_of(unit), &print).any(|foot| place(&print, &foot.print) == Some(Place::Front))
    };
    let lead = plan.ends.iter().position(leads).unwrap_or(0);
    let free = (0..plan.ends.len()).filter(|n| *n != lead).map(|n| n as u8).collect();
    Some(Plan { relocation: relocation(unit, along), free, supports: false })
}

pub fn pursues(InRef(job): InRef<Pursues>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let Ok(Plan { relocation, supports, .. }) = placed(field, job.unit, &job.losers, &job.placed) else {
        return Effects::pop();
    };
    let touched = charge::touched(field, job.unit, &relocation.ends());
    let effects = relocation.apply(field, Effects::pop());
    if supports {
        let told = Fact::new(RULE, Narration::Said(Word("follows-in-support")));
        return effects.fact(told.word(Word("who"), Arg::Of(Ref::Unit(job.unit))));
    }
    let marks = touched.iter().filter(|of| job.losers.contains(of)).copied();
    let told = Fact::new(RULE, Narration::Said(Word("in-pursuit")))
        .word(Word("who"), Arg::Of(Ref::Unit(job.unit)))
        .change(alter(job.unit, |next: &mut NextRound| (next.pursues, next.open) = (true, true)));
    let told = marks.fold(told, |told, of| told.change(alter(of, |next: &mut NextRound| next.pursued = true)));
    let broken = touched.iter().filter_map(|of| charge::broken_testudo(field, *of));
    effects.fact(told).facts(broken)
}
