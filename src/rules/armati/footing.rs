//! What terrain does to a fight: difficult ground, cover, uphill (6.4, 7.3, 7.8.2, F7, I3).

use super::battlefield::Battlefield;
use super::data::{self, TerrainKind, data};
use crate::table::{Footprint, Mil, Piece};

/// Whether any part of a footprint is in woods or rough ground.
pub fn difficult(field: Battlefield, print: &Footprint) -> bool {
    under(field, print).any(|kind| kind.difficult)
}

/// What is added to the die of a target that stands there (F7).
pub fn cover(field: Battlefield, print: &Footprint) -> i32 {
    under(field, print).map(|kind| kind.cover).max().unwrap_or(0)
}

/// Whether foot standing there have the better ground against an opponent standing there (7.8.2): they are partly in
/// woods or rough ground that he is not in, or uphill of him.
pub fn advantage(field: Battlefield, own: &Footprint, opponent: &Footprint) -> bool {
    let held = |piece: &Piece| kind(piece).is_some_and(|k| k.advantage) && !piece.meets(opponent);
    field.0.ground().under(own).any(held) || uphill(field, own, opponent)
}

/// Whether a unit that moved straight ahead to where it stands came up a steep hill (I3, 6.4): the middle of its front
/// is on the hill, and a further step would bring it nearer to the hill's centre.
pub fn climbing(field: Battlefield, print: &Footprint) -> bool {
    let front = print.front();
    let steep = |piece: &&Piece| kind(piece).is_some_and(|k| k.going == data::Ground::Steep);
    field.0.ground().at(front).filter(steep).any(|hill| (hill.centroid - front).dot(print.forward()) > 0.0)
}

/// Whether it is uphill of an opponent: the middle of its own front is on the hill and nearer to the hill's centre than
/// the middle of the opponent's (6.4).
fn uphill(field: Battlefield, own: &Footprint, opponent: &Footprint) -> bool {
    let (own, opponent) = (own.front(), opponent.front());
    let hill = |piece: &&Piece| kind(piece).is_some_and(|k| k.uphill);
    let nearer = |hill: &Piece| {
        let off = |point: bevy::math::Vec2| Mil::measured(point.distance(hill.centroid));
        off(own) < off(opponent)
    };
    field.0.ground().at(own).filter(hill).any(nearer)
}

fn under(field: Battlefield<'_>, print: &Footprint) -> impl Iterator<Item = &'static TerrainKind> {
    field.0.ground().under(print).filter_map(kind)
}

/// What the data says of a piece of terrain.
pub fn kind(piece: &Piece) -> Option<&'static TerrainKind> {
    data().terrain_kind(piece.kind.0)
}
