//! Terrain (9): what disorders, what slows, what cannot be entered.

use super::battlefield::Battlefield;
use super::data::{Going, TerrainKind, UnitType, data};
use crate::ids::UnitId;
use crate::table::slide;
use crate::table::straight::Way;
use crate::table::{Footprint, Mil, Piece};

/// The kind of a piece. Kinds that are not in the data are reported when the battle is mustered.
pub fn kind(piece: &Piece) -> Option<&'static TerrainKind> {
    data().terrain_kind(piece.kind.0)
}

/// How one moves in it.
pub fn going(piece: &Piece) -> Going {
    kind(piece).map_or(Going::Open, |k| k.going)
}

/// Whether that ground disorders units of that type.
pub fn disorders(unit: &UnitType, going: Going) -> bool {
    match going {
        Going::Broken => unit.broken,
        Going::Difficult => unit.difficult,
        Going::Open | Going::River | Going::Closed => false,
    }
}

/// Whether it slows them.
pub fn slows(unit: &UnitType, piece: &Piece) -> bool {
    going(piece) == Going::Difficult && unit.difficult
}

/// Whether any part of a footprint is in broken or difficult ground.
pub fn in_bad(field: Battlefield, print: &Footprint) -> bool {
    field.0.ground().under(print).any(|p| matches!(going(p), Going::Broken | Going::Difficult))
}

/// Whether all of a footprint is in one piece of broken or difficult ground.
pub fn within_bad(field: Battlefield, print: &Footprint) -> bool {
    let pieces = field.0.ground().pieces().iter();
    pieces.into_iter().any(|p| matches!(going(p), Going::Broken | Going::Difficult) && p.covers(print))
}

/// The distance after which a straight way comes to terrain that nobody may enter, or to the edge of the table; infinite
/// if it does not.
pub fn closed(field: Battlefield, way: &Way, reach: f32) -> f32 {
    let ground = field.0.ground();
    let pieces = way.pieces(ground, reach, |piece| going(piece) == Going::Closed);
    pieces.filter_map(|piece| way.enters(piece, reach)).fold(way.to_table_edge(ground), f32::min)
}

/// How far the front of a unit gets straight along a direction with that allowance: every inch in terrain that slows it
/// costs double (D24).
pub fn reach(field: Battlefield, unit: UnitId, print: &Footprint, direction: bevy::math::Vec2, budget: Mil) -> Mil {
    let kind = field.kind(unit);
    let share = super::data::tables().movement.slow_share as f32;
    let (budget, front) = (budget.to_inches(), print.front());
    let runs = field.0.ground().run(front, front + direction * budget, |p| slows(kind, p));
    let (mut at, mut spent) = (0.0, 0.0);
    for (from, to) in runs {
        if spent + (from - at) >= budget {
            break;
        }
        spent += from - at;
        let inside = (to - from).min((budget - spent) / share);
        (at, spent) = (from + inside, spent + inside * share);
    }
    slide::seat(at + (budget - spent).max(0.0), Mil::ZERO)
}

/// Whether the middle of a footprint's front stands in ground that slows the unit.
pub fn starts_slow(field: Battlefield, unit: UnitId, print: &Footprint) -> bool {
    let kind = field.kind(unit);
    field.0.ground().at(print.front()).any(|p| slows(kind, p))
}
