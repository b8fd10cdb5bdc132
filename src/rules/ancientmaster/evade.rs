//! Evading by initiative (A6.4, W89, W129): straight away from the closest enemy that is seen, as a block.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::data::tables;
use super::forced::{bearing, confuse, direction};
use super::formation::full_pace;
use super::relocate::{Relocation, away};
use super::support::engaged;
use super::terrain::may_enter;
use super::ways::on_road;
use crate::battle::Arg;
use crate::battle::{Effects, Fact, Job, Narration, Ref, Truth, alter};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::ancientmaster::state::Acts;
use crate::table::measure::{TOUCH, overlap, within};
use crate::table::{Cdeg, Foot, Footprint, Mil, Piece, slide};

const RULE: Cite = Cite("A6.4");
/// How much shorter an evade is tried where the whole of it ends badly, inches.
const STEP: f32 = 0.1;

/// An evade as it would be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub unit: UnitId,
    /// The stand that is nearest to the enemy.
    pub stand: u8,
    pub bearing: Cdeg,
    pub far: Mil,
    /// Friends it bursts through.
    pub through: Vec<UnitId>,
}

/// A job: a unit evades, along a line that was fixed before (W3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evades {
    pub unit: UnitId,
    pub line: Option<(u8, Cdeg)>,
    /// How far it goes, if its owner says so; else as far as it can.
    pub go: Option<Mil>,
}

impl Job for Evades {
    const NAME: &'static str = "ancientmaster.evades";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(evades, self, world)
    }
}

impl Plan {
    /// The move.
    pub fn relocation(&self, field: Battlefield) -> Relocation {
        let by = direction(self.bearing) * self.far.to_inches();
        Relocation { leaves: true, ..Relocation::slid(field, self.unit, by, RULE, Word("evades")) }
    }
}

/// The evade from the closest of those enemies, if there is one; of several the first that it can evade from. As far as it
/// can, or just so far.
pub fn plan(field: Battlefield, unit: UnitId, from: &[UnitId], go: Option<Mil>) -> Option<Plan> {
    from.iter().find_map(|enemy| {
        let (stand, other) = field.nearest_stands(unit, *enemy)?;
        let line = bearing(away(&stand.print, &other.print));
        along(field, unit, (stand.base, line), go)
    })
}

/// The longest evade along a line, or the one that goes just so far.
fn along(field: Battlefield, unit: UnitId, (stand, line): (u8, Cdeg), go: Option<Mil>) -> Option<Plan> {
    let way = direction(line);
    let full = full_pace(field.troop(unit).sort()).pace();
    let most = hindrance(field, unit, way, full.to_inches());
    let least = tables().evade.least.inches();
    if let Some(go) = go {
        let far = go.to_inches();
        let through = (least - 0.001..=most + 0.001).contains(&far).then(|| lands(field, unit, way, far))??;
        return Some(Plan { unit, stand, bearing: line, far: go, through });
    }
    // The farthest end that keeps away from enemies and clears every friend it bursts through.
    let steps = (most / STEP) as i32;
    (0..=steps).map(|n| most - n as f32 * STEP).take_while(|far| *far >= least).find_map(|far| {
        let through = lands(field, unit, way, far)?;
        Some(Plan { unit, stand, bearing: line, far: Mil::down(far), through })
    })
}

/// How far it goes before an enemy, an engaged friend, closed ground or the edge is in the way.
fn hindrance(field: Battlefield, unit: UnitId, way: Vec2, reach: f32) -> f32 {
    let (side, sort) = (field.0.side_of(unit), field.troop(unit).sort());
    let mut most = reach;
    for foot in field.feet(unit) {
        let hard =
            |other: &Foot| other.unit != unit && (field.0.side_of(other.unit) != side || engaged(field, other.unit));
        if let Some(hit) = slide::hits(field.0.layout(), &foot.print, way, most, hard).first() {
            most = most.min(hit.at);
        }
        most = most.min(slide::to_table_edge(field.0.ground(), &foot.print, way) - 0.001);
        let closed = |piece: &&Piece| !may_enter(sort, piece) && !on_road(field, foot.print.centre);
        for piece in field.0.ground().pieces().iter().filter(closed) {
            if let Some((enter, _)) = piece.passages(&foot.print, way, most).first() {
                most = most.min(enter - 0.001);
            }
        }
    }
    most.max(0.0)
}

/// The friends it bursts through, if it may end there: far enough from every enemy and combat, clear of all friends.
fn lands(field: Battlefield, unit: UnitId, way: Vec2, far: f32) -> Option<Vec<UnitId>> {
    let side = field.0.side_of(unit);
    let gap = tables().evade.gap.gap();
    let ends: Vec<Footprint> = field.prints(unit).iter().map(|print| print.shifted(way * far)).collect();
    for print in &ends {
        for other in field.0.layout().around(print, gap.to_inches() + 0.1).filter(|other| other.unit != unit) {
            let keeps = field.0.side_of(other.unit) != side || engaged(field, other.unit);
            if (keeps && within(print, &other.print, Mil(gap.0 - 1))) || overlap(print, &other.print) {
                return None;
            }
        }
    }
    let mut through = Vec::new();
    for foot in field.feet(unit) {
        let met = slide::hits(field.0.layout(), &foot.print, way, far, |other| other.unit != unit);
        through.extend(met.iter().map(|hit| hit.unit));
    }
    through.sort_unstable();
    through.dedup();
    // Only whom it clears completely does it burst through (A6.4): who is still touched would be in the way.
    let touched = |of: &UnitId| field.feet(*of).iter().any(|o| ends.iter().any(|p| within(p, &o.print, TOUCH)));
    if through.iter().any(touched) { None } else { Some(through) }
}

pub fn evades(InRef(job): InRef<Evades>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    let plan = match job.line {
        Some(line) => along(field, unit, line, job.go),
        None => {
            let reach = tables().command.initiative.range().to_inches();
            let look = if field.has(unit, super::troop::Tag::AllRound) {
                super::sight::Look::Evade
            } else {
                super::sight::Look::Charge
            };
            plan(field, unit, &super::sight::closest_seen(field, unit, look, reach), job.go)
        }
    };
    let told =
        Fact::new(Cite("A5.1"), Narration::Said(Word("by-initiative"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    let effects = Effects::pop().fact(told.change(alter(unit, |acts: &mut Acts| acts.initiative = true)));
    let Some(plan) = plan else { return effects };
    let effects = plan.relocation(field).apply(field, effects);
    plan.through.iter().fold(effects, |effects, friend| confuse(field, *friend, Cite("A9.1"), effects))
}
