//! The end of the battle (13): rounds, points, and who has nobody left.

use super::battlefield::Battlefield;
use super::data::tables;
use crate::battle::setup::Then;
use crate::battle::{Fact, TurnLimit};
use crate::cite::{Cite, Word};
use crate::ids::Side;

const VICTORY: Cite = Cite("BS118");

/// Points that a side has lost if the battle ended now: figures, who has left the table, and half of routed units, rounded up.
pub fn lost(field: Battlefield, side: Side) -> i32 {
    let routed = field.side(side).filter(|unit| field.stance(*unit).routed);
    let on_table: i32 = routed.map(|unit| field.kind(unit).points * i32::from(field.figures(unit))).sum();
    field.points().lost[side.index()] + (on_table + 1) / 2
}

/// Whether a side has a unit that is neither lost nor routed.
fn stands(field: Battlefield, side: Side) -> bool {
    field.side(side).any(|unit| !field.stance(unit).routed)
}

/// Who has lost less, by a quarter at least (BS118).
pub fn compared(lost: [i32; 2]) -> Option<Side> {
    let (least, most) = (lost[0].min(lost[1]).max(1), lost[0].max(lost[1]));
    if (most as f32) < tables().victory.draw * least as f32 || lost[0] == lost[1] {
        return None;
    }
    Some(if lost[0] < lost[1] { Side::North } else { Side::South })
}

fn by_points(field: Battlefield) -> Option<Side> {
    compared(Side::BOTH.map(|side| lost(field, side)))
}

/// The end, if this is it: at the end of a round.
pub fn at_end(field: Battlefield, round: u32) -> Option<Fact> {
    match Side::BOTH.map(|side| stands(field, side)) {
        [true, false] => return Some(Fact::won(VICTORY, Some(Side::North), Word("all-lost"))),
        [false, true] => return Some(Fact::won(VICTORY, Some(Side::South), Word("all-lost"))),
        [false, false] => return Some(Fact::won(VICTORY, by_points(field), Word("all-lost"))),
        [true, true] => {}
    }
    let points = field.points();
    let over = |side: Side| lost(field, side) * 100 > tables().victory.percent * points.of[side.index()];
    if Side::BOTH.into_iter().any(over) {
        return Some(Fact::won(VICTORY, by_points(field), Word("points-lost")));
    }
    let limit = field.0.battle_state::<TurnLimit>();
    (round >= limit.turns()).then(|| Fact::won(VICTORY, favoured(field), Word("turn-limit")))
}

/// Who would win if the last round ended now.
pub fn favoured(field: Battlefield) -> Option<Side> {
    match field.0.battle_state::<TurnLimit>().0.then {
        Then::Wins(side) => Some(side),
        Then::Compare => by_points(field),
    }
}

/// How near a side is to its defeat, 0 to 1.
pub fn danger(field: Battlefield, side: Side) -> f32 {
    let all = (field.points().of[side.index()] * tables().victory.percent / 100).max(1);
    (lost(field, side) as f32 / all as f32).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_more_lost_loses() {
        assert_eq!(compared([100, 130]), Some(Side::North));
        assert_eq!((compared([100, 124]), compared([125, 100])), (None, Some(Side::South)));
        assert_eq!((compared([0, 0]), compared([0, 1]), compared([0, 2])), (None, None, Some(Side::North)));
    }
}
