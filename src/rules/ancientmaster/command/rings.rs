//! How far off an order can be given, and what it loses on the way (A5.2, A5.3), as rings about the character.

use super::super::battlefield::Battlefield;
use super::super::brigade::{givers, merit, order};
use super::super::data::{Cm, tables};
use crate::battle::{CommandRing, View};
use crate::ids::UnitId;
use crate::table::{Cdeg, Footprint, Pose, area_around};

/// The rings about a character, or about him who orders a unit best: one each step of the distance, as far as he orders at
/// all, or as any of his own stands and an order that nothing else hinders can still be tried.
pub fn rings(view: &View, unit: UnitId) -> Vec<CommandRing> {
    let field = Battlefield::of(*view);
    let side = view.side_of(unit);
    // Where nobody may order it now, whoever would have the best chance.
    let now = || givers(field, side, &[unit]).first().map(|(leader, _)| *leader);
    let leaders = || field.leaders(side).filter(|leader| view.on_table(*leader));
    let later = || leaders().min_by_key(|leader| merit(field, *leader, &order(field, *leader, &[unit])));
    let leader = if field.leader(unit).is_some() { Some(unit) } else { now().or_else(later) };
    let Some((troop, pose)) = leader.and_then(|of| Some((field.leader(of)?, view.pose(of)?))) else {
        return Vec::new();
    };
    let numbers = &tables().command;
    let about = Footprint::new(Pose { at: pose.at, heading: Cdeg::ZERO }, 0.0, 0.0);
    let ring = |n: i32| {
        let step = Cm(numbers.step.0 * n as f32);
        let end = troop.kind.range.filter(|range| range.0 <= step.0);
        let far = end.unwrap_or(step).mil();
        let adds = numbers.distance * (n - 1);
        (troop.kind.command + adds >= numbers.least).then(|| CommandRing {
            far,
            area: area_around(&about, far.to_inches()),
            adds,
            ends: end.is_some(),
        })
    };
    // Nobody stands beyond the ring that holds the farthest of his own.
    let own = view.roster().of(view.side_of(unit)).filter_map(|of| field.distance_to_leader(leader?, of));
    let farthest = own.fold(0.0, f32::max);
    let mut rings: Vec<CommandRing> = Vec::new();
    for ring in (1..).map_while(ring) {
        let last = ring.ends || ring.far.to_inches() >= farthest;
        rings.push(ring);
        if last {
            break;
        }
    }
    rings
}
