//! Figures lost one by one (5.1, 7.5): from the last rank, and what that makes of a formation.

use super::battlefield::{Battlefield, in_crew, in_ranks};
use super::commander;
use super::shape::after_losses;
use super::state::{Contacts, Formation, UnderWay};
use crate::battle::{Arg, Fact, Narration, Ref, alter_one, put};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::Placement;

const LOSSES: Cite = Cite("C129");

/// What it says that a unit loses so many figures; a unit without any leaves the table.
pub fn suffer(field: Battlefield, unit: UnitId, figures: u16) -> Option<Fact> {
    let now = field.figures(unit);
    let lost = figures.min(u16::from(now)) as u8;
    if lost == 0 {
        return None;
    }
    let left = now - lost;
    if left == 0 {
        return Some(gone(field, unit, LOSSES, Word("wiped-out")));
    }
    let was = field.formation(unit);
    let ranks = field.0.placement(unit).ranks();
    let (shape, files) = after_losses(was.shape, ranks.files, left);
    let machine = field.kind(unit).is_machine();
    let front = field.front(unit);
    let placement = if machine { in_crew(front, left) } else { in_ranks(front, files, left, was.open) };
    let counted = Narration::Counted { of: Ref::Unit(unit), what: Word("figures"), from: now.into(), to: left.into() };
    let formation = Formation { shape, ..was };
    Some(Fact::new(LOSSES, counted).change(put(unit, placement)).change(put(unit, formation)))
}

/// A unit leaves the table for good, for that reason, and its commander with it.
pub fn gone(field: Battlefield, unit: UnitId, cite: Cite, how: Word) -> Fact {
    let told = Fact::new(cite, Narration::Gone { of: Ref::Unit(unit), how });
    let told = match commander::with(field, unit) {
        Some(of) => told.says(Word("gone-with-commander")).word(Word("whom"), Arg::Of(Ref::Unit(of))),
        None => told,
    };
    told.change(put(unit, Placement::Off)).change(put(unit, UnderWay(None))).change(parted(unit))
}

/// The change by which a unit has no contacts any more.
pub fn parted(unit: UnitId) -> crate::battle::Change {
    alter_one(move |contacts: &mut Contacts| contacts.0.retain(|of| of.by != unit && of.at != unit))
}
