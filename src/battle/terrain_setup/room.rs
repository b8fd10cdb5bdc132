//! Where there is room for a piece of terrain.

use bevy::math::Vec2;

use super::piece::PieceShape;
use crate::table::{Cdeg, Ground};

/// The grid on which room is looked for, inches.
const STEP: f32 = 1.0;
/// The turns in which room is looked for, degrees.
const TURNS: [i32; 4] = [0, 90, 45, -45];

/// The place nearest to the wished one where a piece of that size and turn may lie.
pub fn nearest(ground: &Ground, wish: &PieceShape, allowed: impl Fn(&PieceShape) -> bool) -> Option<PieceShape> {
    if allowed(wish) {
        return Some(*wish);
    }
    spots(ground, wish.middle()).into_iter().map(|spot| wish.with_middle(spot)).find(|shape| allowed(shape))
}

/// Tries the pieces in order, each in several turns: the first place near that point where one may lie. None when none
/// fits anywhere.
pub fn any(
    ground: &Ground,
    near: Vec2,
    lies: &[PieceShape],
    allowed: impl Fn(&PieceShape) -> bool,
) -> Option<PieceShape> {
    let spots = spots(ground, near);
    let turns = lies.iter().flat_map(|shape| TURNS.map(|turn| PieceShape { turn: Cdeg::degrees(turn), ..*shape }));
    turns.into_iter().find_map(|shape| spots.iter().map(|spot| shape.with_middle(*spot)).find(|shape| allowed(shape)))
}

/// Points all over the table, the nearest to that one first.
fn spots(ground: &Ground, to: Vec2) -> Vec<Vec2> {
    let (columns, rows) = ((ground.width / STEP) as i32, (ground.depth / STEP) as i32);
    let points = (0..=columns).flat_map(|x| (0..=rows).map(move |y| Vec2::new(x as f32, y as f32) * STEP));
    let mut spots: Vec<Vec2> = points.collect();
    spots.sort_by(|a, b| a.distance_squared(to).total_cmp(&b.distance_squared(to)));
    spots
}
