//! An attached general goes wherever his unit goes (G2).

use crate::battle::{Fact, put};
use crate::ids::UnitId;
use crate::rules::armati::field::Field;
use crate::table::{Footprint, Standing};

/// The fact with the general's marker moved to where his unit ends, when he is attached to it.
pub fn general(field: Field, unit: UnitId, end: &Footprint, fact: Fact) -> Fact {
    let general = field.general(field.0.side_of(unit));
    match general.marker {
        Some(marker) if field.general_with(unit) => fact.change(put(marker, Standing::Token(end.centre))),
        _ => fact,
    }
}
