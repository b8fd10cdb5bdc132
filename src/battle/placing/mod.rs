//! Units placed before a battle begins: what every ruleset that lets its players deploy asks of where they stand, and
//! an army drawn up in line.

mod line_up;
mod lists;
mod ready;

pub use line_up::LineUp;
pub use lists::{List, Lists};
pub use ready::Ready;

use super::action::{Action, Ref};
use super::fact::{Fact, Narration};
use super::install::Asking;
use super::offer::{Ask, Fitted};
use super::refusal::{Arg, Mark, Measured, Refusal};
use super::view::View;
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::measure::{overlap, penetration};
use crate::table::{Footprint, Mil, Place, Placement};

/// Where an action puts the units of the side that is asked.
///
/// # Errors
///
/// A refusal for what is no unit of that side, or has a place already.
pub fn own_places(asking: &Asking, action: &Action, cite: Cite) -> Result<Vec<(UnitId, Place)>, Refusal> {
    let mut places: Vec<(UnitId, Place)> = Vec::new();
    for (who, place) in action.places() {
        match who {
            Ref::Unit(unit) if asking.view.side_of(*unit) == asking.side => {
                if places.iter().any(|(known, _)| known == unit) {
                    return Err(Refusal::new(cite, Word("placed-twice")).of(*who));
                }
                places.push((*unit, *place));
            }
            _ => return Err(Refusal::places_own(cite, *who, asking.side)),
        }
    }
    Ok(places)
}

/// Checks that all points of a unit are in its side's zone, which reaches `depth` from the side's own edge.
///
/// # Errors
///
/// A refusal with how far from that edge the farthest of them lies.
pub fn check_zone(
    view: &View,
    unit: UnitId,
    points: &[bevy::math::Vec2],
    depth: Mil,
    cite: Cite,
) -> Result<(), Refusal> {
    let far = from_own_edge(view, view.side_of(unit), points);
    if far <= depth {
        return Ok(());
    }
    let outside = Refusal::new(cite, Word("outside-zone")).of(Ref::Unit(unit));
    Err(outside.above(Measured::Length(far), Measured::Length(depth)))
}

/// How far the point nearest to the left or the right edge of the table lies from it.
pub fn from_sides(view: &View, points: &[bevy::math::Vec2]) -> Mil {
    let width = view.ground().width;
    Mil::measured(points.iter().map(|point| point.x.min(width - point.x)).fold(f32::INFINITY, f32::min))
}

/// The deployment itself where it is accepted, else the first that is offered.
pub fn fit(asking: &Asking, action: &Action) -> Fitted {
    let handler = asking.question.handler;
    let Err(why) = (handler.judge)(asking, action) else { return Fitted { action: action.clone(), cut: Vec::new() } };
    let first = (handler.offer)(asking, &Ask::all()).choices.into_iter().next();
    Fitted { action: first.map_or_else(|| action.clone(), |choice| choice.action), cut: vec![why] }
}

/// The fact that a side deploys; it takes the changes that put its units where they stand.
pub fn deployed(side: Side, cite: Cite) -> Fact {
    let deploys = Word("deploys");
    Fact::new(cite, Narration::Said(deploys)).says(deploys).word(Word("side"), Arg::Of(Ref::Side(side)))
}

/// That a unit would overlap another, and by how much.
pub fn overlaps(cite: Cite, unit: (UnitId, &Footprint), friend: (UnitId, &Footprint)) -> Refusal {
    let by = Measured::Length(Mil::measured(penetration(unit.1, friend.1)));
    let why = Refusal::new(cite, Word("overlaps")).of(Ref::Unit(unit.0));
    why.word(Word("friend"), Arg::Of(Ref::Unit(friend.0))).above(by, Measured::Length(Mil::ZERO))
}

/// Checks that units about to be placed do not overlap each other and stand on no terrain that is closed to them.
///
/// # Errors
///
/// A refusal for the first unit that does.
pub fn check_clear(
    view: &View,
    placed: &[(UnitId, Footprint)],
    is_closed: impl Fn(UnitId, Word) -> bool,
    cite: Cite,
) -> Result<(), Refusal> {
    for (i, (unit, print)) in placed.iter().enumerate() {
        if let Some((other, on)) = placed[..i].iter().find(|(_, other)| overlap(print, other)) {
            return Err(overlaps(cite, (*unit, print), (*other, on)));
        }
        if let Some(piece) = view.ground().under(print).find(|piece| is_closed(*unit, piece.kind)) {
            return Err(Refusal::new(cite, Word("may-not-stand"))
                .of(Ref::Unit(*unit))
                .word(Word("terrain"), Arg::Of(Ref::Terrain(piece.id))));
        }
    }
    Ok(())
}

/// Adds the drawing to a refused deployment: the zone, and every unit as it would have stood.
#[must_use]
pub fn drawn(why: Refusal, zone: Mark, forms: &[(UnitId, Placement)]) -> Refusal {
    let block = |(of, placement): &(UnitId, Placement)| Mark::of_block(*of, placement);
    Refusal { marks: why.marks.into_iter().chain([zone]).chain(forms.iter().filter_map(block)).collect(), ..why }
}

/// Refuses a unit that would not stand wholly on the table, with the distance by which its farthest point is off.
pub fn off_table(view: &View, unit: UnitId, points: &[bevy::math::Vec2], cite: Cite) -> Refusal {
    let refusal = Refusal::new(cite, Word("off-the-table")).of(Ref::Unit(unit));
    refusal.above(Measured::Length(beyond(view, points)), Measured::Length(Mil::ZERO))
}

/// How far the farthest of some points is off the table.
pub fn beyond(view: &View, points: &[bevy::math::Vec2]) -> Mil {
    let (width, depth) = (view.ground().width, view.ground().depth);
    let beyond = points.iter().map(|p| (-p.x).max(-p.y).max(p.x - width).max(p.y - depth));
    Mil::measured(beyond.fold(0.0, f32::max))
}

/// The drawing of a side's deployment zone: `depth` from its own edge, and `aside` from the left and right edges.
pub fn zone(view: &View, side: Side, depth: Mil, aside: Mil) -> Mark {
    let (width, far) = (Mil::measured(view.ground().width), Mil::measured(view.ground().depth));
    let (low, high) = if side == Side::South { (Mil::ZERO, depth) } else { (far - depth, far) };
    let (left, right) = (aside, width - aside);
    Mark::Band(vec![(left, low), (right, low), (right, high), (left, high)])
}

/// The same places with left and right exchanged.
pub fn mirrored(view: &View, places: &[(UnitId, Place)]) -> Vec<(UnitId, Place)> {
    let width = Mil::measured(view.ground().width);
    let mirror = |p: &Place| Place { x: width - p.x, heading: (-p.heading).heading(), ..*p };
    places.iter().map(|(unit, place)| (*unit, mirror(place))).collect()
}

/// How far the point farthest from the side's own edge lies from it.
fn from_own_edge(view: &View, side: Side, points: &[bevy::math::Vec2]) -> Mil {
    let depth = view.ground().depth;
    let far = points.iter().map(|c| if side == Side::South { c.y } else { depth - c.y });
    Mil::measured(far.fold(0.0, f32::max))
}
