//! Pieces of terrain that the sides lay before they deploy (3.1.1): what a piece covers, where it may lie, and where
//! there is room for one.

use bevy::math::{Vec2, ops};

use crate::battle::{Arg, Mark, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::Side;
use crate::rules::armati::data::data;
use crate::rules::armati::field::Field;
use crate::table::{Cdeg, Convex, Footprint, Mil, Pose, turned};

/// The rule.
pub const RULE: Cite = Cite("3.1.1");

/// Corners of a piece.
const CORNERS: i32 = 12;
/// How finely room is looked for, inches.
const STEP: f32 = 1.0;
/// The turns in which room is looked for, degrees.
const TURNS: [i32; 4] = [0, 90, 45, -45];

/// A piece as a side would lay it: its middle, its longer axis turned from the table's width to the right, and its
/// length along it and across.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lie {
    pub kind: Word,
    pub at: (Mil, Mil),
    pub turn: Cdeg,
    pub long: Mil,
    pub wide: Mil,
}

impl Lie {
    /// As large as a piece may be.
    fn largest(kind: Word) -> Lie {
        let (wide, long) = data().tables.terrain.largest;
        Lie::sized(kind, long, wide)
    }

    /// As small as a piece may be.
    fn smallest(kind: Word) -> Lie {
        let (wide, long) = data().tables.terrain.smallest;
        Lie::sized(kind, long, wide)
    }

    fn sized(kind: Word, long: f32, wide: f32) -> Lie {
        let (long, wide) = (Mil::measured(long), Mil::measured(wide));
        Lie { kind, at: (Mil::ZERO, Mil::ZERO), turn: Cdeg::ZERO, long, wide }
    }

    fn middle(&self) -> Vec2 {
        Vec2::new(self.at.0.to_inches(), self.at.1.to_inches())
    }

    fn with_middle(self, at: Vec2) -> Lie {
        Lie { at: (Mil::measured(at.x), Mil::measured(at.y)), ..self }
    }

    /// Its outline, round and longer than wide.
    pub fn outline(&self) -> Vec<(Mil, Mil)> {
        let (long, wide) = (self.long.to_inches() / 2.0, self.wide.to_inches() / 2.0);
        let corner = |n: i32| {
            let around = Cdeg::degrees(n * 360 / CORNERS).to_radians();
            let corner = self.middle() + turned(Vec2::new(long * ops::cos(around), wide * ops::sin(around)), self.turn);
            (Mil::measured(corner.x), Mil::measured(corner.y))
        };
        (0..CORNERS).map(corner).collect()
    }
}

/// An outline in inches.
fn inches(outline: &[(Mil, Mil)]) -> Vec<Vec2> {
    outline.iter().map(|(x, y)| Vec2::new(x.to_inches(), y.to_inches())).collect()
}

/// Whether the side may lay a piece like that: its size, on the table, in the own half or touching the middle line,
/// apart from other pieces, and clear of the middle of the own zone.
///
/// # Errors
/// What was measured, and the limit.
pub fn check(field: Field, side: Side, lie: &Lie) -> Result<Vec<(Mil, Mil)>, Refusal> {
    let numbers = &data().tables.terrain;
    let outline = lie.outline();
    let points = inches(&outline);
    let refuse = |says| Refusal::new(RULE, Word(says)).of(Ref::Side(side)).mark(Mark::Band(outline.clone()));
    for (size, least, most) in
        [(lie.long, numbers.smallest.1, numbers.largest.1), (lie.wide, numbers.smallest.0, numbers.largest.0)]
    {
        let (least, most) = (Mil::measured(least), Mil::measured(most));
        if size > most {
            return Err(refuse("terrain-too-large").above(Measured::Length(size), Measured::Length(most)));
        }
        if size < least {
            return Err(refuse("terrain-too-small").below(Measured::Length(size), Measured::Length(least)));
        }
    }
    let ground = field.0.ground();
    if points.iter().any(|point| !ground.has(*point)) {
        return Err(refuse("terrain-off-table"));
    }
    let from_edge = |point: &Vec2| if side == Side::South { point.y } else { ground.depth - point.y };
    let near = Mil::measured(points.iter().map(from_edge).fold(f32::INFINITY, f32::min));
    let half = Mil::measured(ground.depth / 2.0);
    if near > half {
        return Err(refuse("terrain-own-half").above(Measured::Length(near), Measured::Length(half)));
    }
    let Some(area) = Convex::new(points) else { return Err(refuse("terrain-too-small")) };
    for piece in ground.pieces() {
        let away = piece.parts().iter().map(|part| part.distance(&area)).fold(f32::INFINITY, f32::min);
        let away = Mil::measured(away);
        if away < *numbers.apart {
            return Err(refuse("terrain-apart")
                .below(Measured::Length(away), Measured::Length(*numbers.apart))
                .word(Word("terrain"), Arg::Of(Ref::Terrain(piece.id))));
        }
    }
    let clear = clear_zone(field, side);
    if area.meets(&clear) {
        let corner = |c: &Vec2| (Mil::measured(c.x), Mil::measured(c.y));
        return Err(refuse("terrain-clear").mark(Mark::Band(clear.corners().iter().map(corner).collect())));
    }
    Ok(outline)
}

/// The middle part of the own zone, which stays clear.
fn clear_zone(field: Field, side: Side) -> Footprint {
    let ground = field.0.ground();
    let depth = data().tables.deployment.depth.to_inches();
    let width = ground.width / f32::from(data().tables.terrain.clear_share);
    let pose = match side {
        Side::South => Pose::new(ground.width / 2.0, depth, 0.0),
        Side::North => Pose::new(ground.width / 2.0, ground.depth - depth, 180.0),
    };
    Footprint::new(pose, width, depth)
}

/// The place nearest to a wish where the side may lay a piece of that size and turn.
pub fn nearest(field: Field, side: Side, wish: &Lie) -> Option<Lie> {
    if check(field, side, wish).is_ok() {
        return Some(*wish);
    }
    let spots = spots(field, wish.middle());
    spots.into_iter().map(|spot| wish.with_middle(spot)).find(|lie| check(field, side, lie).is_ok())
}

/// A place where the side may lay a piece of that kind; none: it fits nowhere, however small.
pub fn room(field: Field, side: Side, kind: Word) -> Option<Lie> {
    let ground = field.0.ground();
    let own = if side == Side::South { ground.depth / 3.0 } else { ground.depth * 2.0 / 3.0 };
    let spots = spots(field, Vec2::new(ground.width / 4.0, own));
    let sizes = [Lie::largest(kind), Lie::smallest(kind)];
    let turns = sizes.into_iter().flat_map(|lie| TURNS.map(|turn| Lie { turn: Cdeg::degrees(turn), ..lie }));
    turns
        .into_iter()
        .find_map(|lie| spots.iter().map(|spot| lie.with_middle(*spot)).find(|lie| check(field, side, lie).is_ok()))
}

/// Points all over the table, the nearest to that one first.
fn spots(field: Field, to: Vec2) -> Vec<Vec2> {
    let ground = field.0.ground();
    let (columns, rows) = ((ground.width / STEP) as i32, (ground.depth / STEP) as i32);
    let points = (0..=columns).flat_map(|x| (0..=rows).map(move |y| Vec2::new(x as f32, y as f32) * STEP));
    let mut spots: Vec<Vec2> = points.collect();
    spots.sort_by(|a, b| a.distance_squared(to).total_cmp(&b.distance_squared(to)));
    spots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_round_and_longer_than_wide() {
        let lie = Lie { at: (Mil::inches(20), Mil::inches(10)), ..Lie::largest(Word("woods")) };
        let outline = lie.outline();
        assert_eq!(
            (outline[0], outline[3], outline[6], outline[9]),
            (
                (Mil(26_000), Mil(10_000)),
                (Mil(20_000), Mil(13_000)),
                (Mil(14_000), Mil(10_000)),
                (Mil(20_000), Mil(7_000)),
            )
        );
        // A quarter turn to the right: what was its eastern end is the southern one.
        let turned = Lie { turn: Cdeg::degrees(90), ..lie }.outline();
        assert_eq!(turned[0], (Mil(20_000), Mil(4_000)));
    }
}
