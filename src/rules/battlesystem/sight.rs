//! What is seen (9): along a line from a figure to its target, past units, through woods and over hills; and cover.

use bevy::math::Vec2;

use super::battlefield::Battlefield;
use super::data::{tables, terrain_kind};
use super::switches::Switch;
use super::troop::{Class, TerrainKind};
use crate::ids::UnitId;
use crate::table::measure::distance;
use crate::table::sight::crossed;
use crate::table::{Footprint, Mil, Piece};

/// Whether most of a unit's figures stand on that piece.
fn stands_on(field: Battlefield, unit: UnitId, piece: &Piece) -> bool {
    let bases = field.bases(unit);
    bases.iter().filter(|base| piece.holds(base.centre)).count() * 2 > bases.len()
}

/// The hills of the table.
fn hills(field: Battlefield<'_>) -> impl Iterator<Item = &Piece> {
    let counts = field.plays(Switch::Terrain);
    let hill = |piece: &&Piece| terrain_kind(piece.kind.0).is_some_and(|kind| kind.hill);
    field.0.ground().pieces().iter().filter(move |_| counts).filter(hill)
}

/// Whether a unit stands on a hill.
fn is_high(field: Battlefield, unit: UnitId) -> bool {
    hills(field).any(|hill| stands_on(field, unit, hill))
}

/// Whether the line from a figure of a unit to its target is free (BS127).
pub fn seen(field: Battlefield, (unit, base): (UnitId, &Footprint), at: UnitId, from: Vec2, to: Vec2) -> bool {
    let (own, other) = (is_high(field, unit), is_high(field, at));
    let hides = |of: UnitId, print: &Footprint| {
        let near = Mil::measured(distance(base, print)) < Mil::measured(tables().missiles.friend_near);
        field.is_closed(of) || field.class(of) == Class::Mob || (field.0.side_of(of) == field.0.side_of(unit) && near)
    };
    let others = crossed(field.0.layout(), from, to, |foot| {
        let stands = foot.unit != unit && foot.unit != at && field.0.on_table(foot.unit);
        stands && hides(foot.unit, &foot.print) && !((own || other) && !is_high(field, foot.unit))
    });
    others.is_empty() && over_ground(field, unit, at, from, to)
}

/// Whether an enemy is seen from the middle of a unit's front (10.4).
pub fn sees(field: Battlefield, unit: UnitId, at: UnitId) -> bool {
    let from = field.front(unit).at;
    let near = |base: &Footprint| base.nearest_to(from);
    let bases = field.bases(at);
    let to = bases.iter().map(near).min_by(|a, b| a.distance_squared(from).total_cmp(&b.distance_squared(from)));
    let own = field.bases(unit);
    let first = own.iter().min_by(|a, b| a.front().distance_squared(from).total_cmp(&b.front().distance_squared(from)));
    to.zip(first).is_some_and(|(to, base)| seen(field, (unit, base), at, from, to))
}

/// Whether woods, houses and hills let one see so far (BS127).
fn over_ground(field: Battlefield, unit: UnitId, at: UnitId, from: Vec2, to: Vec2) -> bool {
    const HAIR: f32 = 0.000_5;
    if !field.plays(Switch::Terrain) {
        return true;
    }
    let ground = field.0.ground();
    let hidden = |hill: &Piece| {
        let between = ground.length_inside(from, to, |of| of.id == hill.id) > HAIR;
        between && !stands_on(field, unit, hill) && !stands_on(field, at, hill)
    };
    if hills(field).any(hidden) {
        return false;
    }
    let through = |kind: &TerrainKind| {
        let Some(deep) = kind.deep else { return true };
        let of_kind = |piece: &Piece| piece.kind.0 == kind.name;
        let ends = [from, to].into_iter().filter(|end| ground.at(*end).any(of_kind)).count();
        ground.length_inside(from, to, of_kind) <= deep + kind.own * ends as f32 + HAIR
    };
    super::data::data().terrain.iter().all(through)
}

/// The best cover of a target's figures (BS112): of the ground in which more than half of them stand, or of a hedge or a wall
/// close behind which they stand as the line from the shooters comes.
pub fn cover(field: Battlefield, unit: UnitId, at: UnitId) -> i32 {
    if !field.plays(Switch::Terrain) {
        return 0;
    }
    let (bases, from) = (field.bases(at), field.front(unit).at);
    let covers = |piece: &Piece, kind: &TerrainKind| {
        let shields = |base: &&Footprint| {
            let far = from.distance(base.centre);
            let close =
                || piece.run(from, base.centre).iter().any(|(_, leave)| far - leave <= tables().obstacle + 0.000_5);
            piece.holds(base.centre) || (kind.behind && close())
        };
        bases.iter().filter(shields).count() * 2 > bases.len()
    };
    let pieces = field.0.ground().pieces().iter();
    let kinds =
        pieces.filter_map(|piece| Some((piece, terrain_kind(piece.kind.0)?))).filter(|(_, kind)| kind.cover > 0);
    kinds.filter(|(piece, kind)| covers(piece, kind)).map(|(_, kind)| kind.cover).max().unwrap_or(0)
}
