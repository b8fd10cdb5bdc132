//! Friends who make room for a unit that passes through them but does not get clear (X14): they fall in behind it.

use bevy::math::Vec2;

use super::plan::{Plan, Planned};
use crate::battle::{Arg, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::data::{Going, tables};
use crate::rules::impetus::going;
use crate::rules::impetus::path::gives_way;
use crate::rules::impetus::switches::Switch;
use crate::table::measure::{distance, overlap};
use crate::table::{Edge, Footprint};

/// The rule of passing through and falling in.
pub const RULE: Cite = Cite("X14");

/// The friends on whom units of a move would end, each with its new place directly behind the first unit that does.
///
/// # Errors
///
/// When one of them has no room there.
pub fn displaced(field: Battlefield, plan: &Plan) -> Result<Vec<(UnitId, Footprint)>, Refusal> {
    let mut displaced = Vec::new();
    if !field.plays(Switch::Interpenetration) {
        return Ok(displaced);
    }
    let moves = |unit: UnitId| plan.units.iter().any(|p| p.unit == unit);
    let under = |p: &Planned| {
        let side = field.0.side_of(p.unit);
        field.0.layout().along(Some(side), &p.end, Vec2::ZERO, 0.0, 0.0).map(|foot| foot.unit)
    };
    let mut friends: Vec<UnitId> = plan.units.iter().flat_map(under).filter(|unit| !moves(*unit)).collect();
    friends.sort_unstable();
    friends.dedup();
    for friend in friends.into_iter().filter(|friend| gives_way(field, *friend)) {
        let print = field.print(friend);
        let Some(passer) = plan.units.iter().find(|p| overlap(&p.end, &print)) else { continue };
        let spot = Footprint::new(passer.end.against(Edge::Rear), print.width(), print.depth());
        if !is_free(field, plan, &displaced, (friend, &spot)) {
            let refusal = Refusal::new(RULE, Word("no-room-behind")).of(Ref::Unit(passer.unit));
            return Err(refusal.word(Word("friend"), Arg::Of(Ref::Unit(friend))));
        }
        displaced.push((friend, spot));
    }
    Ok(displaced)
}

/// Whether a friend may stand there once the move is made.
fn is_free(
    field: Battlefield,
    plan: &Plan,
    others: &[(UnitId, Footprint)],
    (friend, spot): (UnitId, &Footprint),
) -> bool {
    let moved = |unit: UnitId| plan.units.iter().any(|p| p.unit == unit) || others.iter().any(|(u, _)| *u == unit);
    let after = plan.units.iter().map(|p| &p.end).chain(others.iter().map(|(_, print)| print));
    let on_nobody = field.0.layout().overlapping(spot).all(|f| f.unit == friend || moved(f.unit));
    let ground = field.0.ground();
    let open = ground.holds(spot) && ground.under(spot).all(|p| going::going(p) != Going::Closed);
    let gap = tables().stop_short.inches();
    let near = |enemy: UnitId| distance(spot, &field.print(enemy)) < gap;
    on_nobody
        && open
        && after.into_iter().all(|print| !overlap(spot, print))
        && !field.enemies_near(field.0.side_of(friend), spot, gap).any(near)
}
