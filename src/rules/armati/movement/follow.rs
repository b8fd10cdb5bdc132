//! Facts of units that have changed place; an attached general goes wherever his unit goes (G2).

use crate::battle::{Fact, Narration, Ref, put};
use crate::cite::Cite;
use crate::ids::UnitId;
use crate::rules::armati::battlefield::Battlefield;
use crate::table::{Footprint, Placement};

/// The fact with the general's marker moved to where his unit ends, when he is attached to it.
pub fn general(field: Battlefield, unit: UnitId, end: &Footprint, fact: Fact) -> Fact {
    let general = field.general(field.0.side_of(unit));
    match general.marker {
        Some(marker) if field.general_with(unit) => fact.change(put(marker, Placement::Token(end.centre))),
        _ => fact,
    }
}

/// The fact that units now stand elsewhere; an attached general goes with his unit (G2).
pub fn moved(field: Battlefield, cite: Cite, moves: &[(UnitId, Footprint)]) -> Fact {
    let who = moves.iter().map(|(u, _)| Ref::Unit(*u)).collect();
    let along = moves.iter().map(|(u, end)| vec![field.print(*u).pose(), end.pose()]).collect();
    let mut fact = Fact::new(cite, Narration::Moved { who, along });
    for (unit, end) in moves {
        if field.0.has_footprint(*unit) {
            fact = fact.change(put(*unit, field.0.placement_at(*unit, end.pose())));
        }
        fact = general(field, *unit, end, fact);
    }
    fact
}
