//! Cover (A3.1, W123, W144): how well a stand is covered against one that shoots at it or fights it, and where the
//! ground gives no charge bonus.

use bevy::math::Vec2;

use super::battlefield::Battlefield;
use super::data::tables;
use super::terrain::{Cover, kind};
use super::troop::Sort;
use crate::ids::UnitId;
use crate::table::segment::cross;
use crate::table::{Footprint, Piece, Shape};

/// The cover of a stand of a unit against somebody whose middle is there. Only infantry and artillery are ever covered.
/// In combat banks count, and who has charged, advanced, pursued or retreated stands in the open (A3.1).
pub fn against(field: Battlefield, unit: UnitId, stand: &Footprint, from: Vec2, in_combat: bool) -> Cover {
    let sort = field.troop(unit).sort();
    if !matches!(sort, Sort::Infantry | Sort::Artillery) || (in_combat && field.next_round(unit).open) {
        return Cover::Open;
    }
    let near = tables().measure.obstacle.inches();
    let round = stand.grown(near);
    let pieces = field.0.ground().pieces().iter().filter(|piece| piece.meets(&round));
    pieces.map(|piece| of_piece(field, piece, stand, from, in_combat)).max().unwrap_or_default()
}

fn of_piece(field: Battlefield, piece: &Piece, stand: &Footprint, from: Vec2, in_combat: bool) -> Cover {
    let Some(kind) = kind(piece) else { return Cover::Open };
    let covers = if kind.bank {
        in_combat && piece.run(stand.centre, from).iter().any(|(a, b)| b > a)
    } else if kind.strip {
        lies_between(field, piece, stand.centre, from)
    } else if kind.hill && !kind.dense {
        piece.holds(stand.centre) && !piece.holds(from)
    } else {
        piece.meets(stand)
    };
    if covers { kind.cover } else { Cover::Open }
}

/// Whether an obstacle lies between two points: the line between them crosses its middle line (A3.1).
fn lies_between(field: Battlefield, piece: &Piece, a: Vec2, b: Vec2) -> bool {
    match field.0.ground().terrain().get(usize::from(piece.id.0)).map(|terrain| &terrain.shape) {
        Some(Shape::Strip { line, .. }) => line.windows(2).any(|along| cross([a, b], [along[0], along[1]])),
        _ => piece.run(a, b).iter().any(|(from, to)| to > from),
    }
}

/// The best cover that any stand of a unit has, from wherever (A2.3: who begins fortified goes at half pace).
pub fn of_unit(field: Battlefield, unit: UnitId) -> Cover {
    let stands = field.feet(unit).iter();
    let ahead = |print: &Footprint| print.front() + print.forward() * 10.0;
    stands.map(|foot| against(field, unit, &foot.print, ahead(&foot.print), false)).max().unwrap_or_default()
}

/// Whether a stand lies on a wall or hedge or so near to one that it may cover it (A3.1).
pub fn is_at_obstacle(field: Battlefield, stand: &Footprint) -> bool {
    let round = stand.grown(tables().measure.obstacle.inches());
    field.0.ground().under(&round).any(|piece| kind(piece).is_some_and(|kind| kind.strip))
}

/// Whether a stand lies on ground that gives no charge bonus against it.
pub fn is_loose(field: Battlefield, stand: &Footprint) -> bool {
    field.0.ground().under(stand).any(|piece| kind(piece).is_some_and(|kind| kind.loose))
}

/// The face from which on a die hits a stand with that cover (A8.2).
pub fn to_hit(cover: Cover) -> u8 {
    let shooting = &tables().shooting;
    match cover {
        Cover::Open => shooting.open,
        Cover::Defended => shooting.defended,
        Cover::Fortified => shooting.fortified,
    }
}
