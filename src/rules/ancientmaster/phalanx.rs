//! Units trained in the phalanx (W17-W29): only straight ahead in column, and not far aside, do they go their full pace.

use super::battlefield::Battlefield;
use super::data::tables;
use super::formation::{full_pace, straight_column};
use super::troop::Tag;
use super::ways::is_rigid;
use crate::battle::{Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::measure::{forward, side};
use crate::table::{Footprint, Mil};

const COLUMN: Cite = Cite("W23");
const FACING: Cite = Cite("W24");
const ASIDE: Cite = Cite("W25");

/// How far a unit may go on that way, by the corner that moves most, and what of its way is held against its pace.
pub struct Limit {
    pub reach: Mil,
    pub counted: Mil,
}

/// The limit of a move that a unit makes otherwise by its pace. Of a unit that is not trained it is the pace.
///
/// # Errors
/// The first test of a full move in phalanx that a move longer than half a pace fails.
pub fn limit(
    field: Battlefield,
    unit: UnitId,
    from: &[Footprint],
    to: &[Footprint],
    longest: Mil,
    pace: Mil,
) -> Result<Limit, Refusal> {
    let full = full_pace(field.troop(unit).sort());
    if !field.has(unit, Tag::Phalanx) || longest <= full.half().pace().min(pace) {
        return Ok(Limit { reach: pace, counted: longest });
    }
    let refuse = |cite, says: &'static str| Refusal::new(cite, Word(says)).of(Ref::Unit(unit));
    let half = Measured::Length(full.half().pace());
    if !straight_column(from) || !straight_column(to) {
        return Err(refuse(COLUMN, "phalanx-column").above(Measured::Length(longest), half));
    }
    if !is_rigid(from, to) {
        return Err(refuse(COLUMN, "phalanx-order").above(Measured::Length(longest), half));
    }
    let (head, end) = (&from[0], &to[0]);
    let turned = head.heading.between(end.heading);
    let facing = tables().measure.facing.0;
    if turned > facing {
        return Err(refuse(FACING, "phalanx-facing").above(Measured::Angle(turned), Measured::Angle(facing)));
    }
    let (ahead, aside) = (forward(head, end.front()), side(head, end.front()).abs());
    let may = ahead * tables().phalanx.aside + tables().phalanx.slack.inches();
    if ahead < 0.0 {
        return Err(refuse(ASIDE, "phalanx-back").above(Measured::Length(longest), half));
    }
    if aside > may {
        let limit = Measured::Length(Mil::measured(may));
        return Err(refuse(ASIDE, "phalanx-aside").above(Measured::Length(Mil::measured(aside)), limit));
    }
    // The way is measured at the middle of the front, where it was and where it is (W25).
    let gone = Mil::up((ahead * ahead + aside * aside).sqrt() - 1e-4);
    if gone > pace {
        return Err(refuse(ASIDE, "far").above(Measured::Length(gone), Measured::Length(pace)));
    }
    Ok(Limit { reach: longest.max(pace), counted: gone })
}
