//! Friends who make room for a unit that passes through them but does not get clear (X14): they fall in behind it.

use super::plan::Plan;
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
    let side = plan.units.first().map(|p| field.0.side_of(p.unit));
    let friends = side.into_iter().flat_map(|side| field.side(side)).filter(|u| !moves(*u) && gives_way(field, *u));
    for friend in friends {
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
    on_nobody && open && after.into_iter().all(|print| !overlap(spot, print)) && !field.enemies(friend).any(near)
}
