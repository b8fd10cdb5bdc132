//! The end of the battle (13): rounds, points, and who has nobody left.

use super::battlefield::Battlefield;
use super::data::tables;
use crate::battle::setup::Then;
use crate::battle::{Arg, Fact, Measured, Narration, Ref, TurnLimit};
use crate::cite::{Cite, Word};
use crate::ids::Side;

const VICTORY: Cite = Cite("BS118");

/// Points that a side has lost if the battle ended now: figures, who has left the table, and half of routed units, rounded up.
pub fn lost(field: Battlefield, side: Side) -> i32 {
    let routed = field.side(side).filter(|unit| field.stance(*unit).routed);
    let on_table: i32 = routed.map(|unit| field.points_of(unit) * i32::from(field.figures(unit))).sum();
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

/// How great a victory by points is (BS118): the larger loss to the smaller.
pub fn degree(lost: [i32; 2]) -> Word {
    let (least, most) = (lost[0].min(lost[1]).max(1), lost[0].max(lost[1]));
    let victory = &tables().victory;
    Word(match most as f32 / least as f32 {
        share if share < victory.draw => "draw",
        share if share < victory.marginal => "marginal",
        _ => "decisive",
    })
}

/// The end of the battle: what each side has lost and how great the victory is, and who has won.
fn over(field: Battlefield, winner: Option<Side>, why: &'static str) -> [Fact; 2] {
    let lost = Side::BOTH.map(|side| lost(field, side));
    let by = if winner == compared(lost) { degree(lost) } else { Word("whatever-was-lost") };
    let count = |side: Side| Arg::Measured(Measured::Count(lost[side.index()]));
    let told = Fact::new(VICTORY, Narration::Said(by))
        .word(Word("one"), Arg::Of(Ref::Side(Side::North)))
        .word(Word("lost"), count(Side::North))
        .word(Word("other"), Arg::Of(Ref::Side(Side::South)))
        .word(Word("lost2"), count(Side::South));
    [told, Fact::won(VICTORY, winner, Word(why))]
}

fn by_points(field: Battlefield) -> Option<Side> {
    compared(Side::BOTH.map(|side| lost(field, side)))
}

/// The end, if this is it: at the end of a round.
pub fn at_end(field: Battlefield, round: u32) -> Option<[Fact; 2]> {
    match Side::BOTH.map(|side| stands(field, side)) {
        [true, false] => return Some(over(field, Some(Side::North), "all-lost")),
        [false, true] => return Some(over(field, Some(Side::South), "all-lost")),
        [false, false] => return Some(over(field, by_points(field), "all-lost")),
        [true, true] => {}
    }
    let points = field.points();
    let spent = |side: Side| lost(field, side) * 100 > tables().victory.percent * points.of[side.index()];
    if Side::BOTH.into_iter().any(spent) {
        return Some(over(field, by_points(field), "points-lost"));
    }
    let limit = field.0.battle_state::<TurnLimit>();
    (round >= limit.turns()).then(|| over(field, favoured(field), "turn-limit"))
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
    fn a_victory_has_a_degree() {
        let names = [[100, 124], [100, 125], [199, 100], [100, 200], [0, 0], [0, 1], [0, 2]].map(|lost| degree(lost).0);
        assert_eq!(names, ["draw", "marginal", "marginal", "decisive", "draw", "draw", "decisive"]);
    }

    #[test]
    fn a_quarter_more_lost_loses() {
        assert_eq!(compared([100, 130]), Some(Side::North));
        assert_eq!((compared([100, 124]), compared([125, 100])), (None, Some(Side::South)));
        assert_eq!((compared([0, 0]), compared([0, 1]), compared([0, 2])), (None, None, Some(Side::North)));
    }
}
