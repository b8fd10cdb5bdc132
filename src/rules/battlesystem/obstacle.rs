//! Heights and obstacles in a melee (8.4): who strikes from above, and who stands behind a stream, a hedge or a wall.

use super::battlefield::{Battlefield, centre_of};
use super::contact::fighters;
use super::data::{tables, terrain_kind};
use super::state::Upon;
use super::switches::Switch;
use crate::ids::UnitId;
use crate::table::{Footprint, Footprints};

/// The bases of a unit that fight another, all of them where the two do not touch.
fn fighting(field: Battlefield, unit: UnitId, at: UnitId) -> Footprints {
    let bases = field.bases(unit);
    let touching = fighters(field, unit, at).touching;
    if touching.is_empty() {
        return bases;
    }
    touching.into_iter().map(|figure| bases[usize::from(figure)]).collect()
}

/// Whether most of the figures of a unit that fight another stand on a hill.
pub fn on_hill(field: Battlefield, unit: UnitId, at: UnitId) -> bool {
    if !field.plays(Switch::Terrain) {
        return false;
    }
    let bases = fighting(field, unit, at);
    let high = |base: &&Footprint| {
        field.0.ground().at(base.centre).any(|piece| terrain_kind(piece.kind.0).is_some_and(|kind| kind.hill))
    };
    bases.iter().filter(high).count() * 2 > bases.len()
}

/// Whether a unit has made the contact with another.
pub fn came_upon(field: Battlefield, unit: UnitId, at: UnitId) -> bool {
    let (own, other) = (field.round(unit).came, field.round(at).came);
    // Where both have moved into contact this round, Side B's has done it: it moved last.
    let now = own && (!other || field.0.side_of(unit) != field.first());
    now || field.0.unit_state::<Upon>(unit).0.contains(&at)
}

/// What an obstacle that a unit defends against another adds to his attack total (BS102): it has not made the contact, and
/// the line between the middles of the two crosses what most of its fighting figures stand close to or in.
pub fn defends(field: Battlefield, unit: UnitId, against: UnitId) -> i32 {
    if !field.plays(Switch::Terrain) || came_upon(field, unit, against) {
        return 0;
    }
    let bases = fighting(field, unit, against);
    let (from, to) = (centre_of(&field.bases(against)), centre_of(&field.bases(unit)));
    let near = tables().obstacle;
    let pieces = field.0.ground().pieces().iter();
    let kinds =
        pieces.filter_map(|piece| Some((piece, terrain_kind(piece.kind.0)?.defends))).filter(|(_, adds)| *adds > 0);
    let defended = kinds.filter(|(piece, _)| {
        let close = bases.iter().filter(|base| piece.meets(&base.grown(near))).count() * 2 > bases.len();
        close && !piece.run(from, to).is_empty() && !(piece.holds(from) && piece.holds(to))
    });
    defended.map(|(_, adds)| adds).max().unwrap_or(0)
}
