//! The end of the battle (12.4): broken armies, turns, and who has nobody left.

use super::battlefield::Battlefield;
use super::data::tables;
use super::prisoners;
use super::victory::{self, Victory};
use crate::battle::setup::Then;
use crate::battle::{Arg, Fact, Ref, TurnLimit};
use crate::cite::{Cite, Word};
use crate::ids::Side;

const VICTORY: Cite = Cite("C121");

/// Points of a side's army at the start, in halves.
pub fn army(field: Battlefield, side: Side) -> i64 {
    field.0.roster().of(side).map(|unit| field.troop(unit).whole()).sum()
}

/// The last turn of a battle that names none (12.4), by the points of the greater army, in halves: what lies between the two
/// that the book names is in proportion, to the nearest turn.
pub fn last_turn(halves: i64) -> u32 {
    let [few, many] = tables().last_turn;
    let (over, between) = ((halves - 2 * few.points).max(0), 2 * (many.points - few.points));
    let more = i64::from(many.turn - few.turn) * over.min(between);
    few.turn + ((2 * more + between) / (2 * between)) as u32
}

/// Points that a side has lost, in halves.
pub fn lost(field: Battlefield, side: Side) -> i64 {
    let of = |unit| {
        let troop = field.troop(unit);
        match (troop.kind.is_machine(), field.figures(unit)) {
            (true, 0) => troop.whole(),
            (true, _) => 0,
            (false, _) => i64::from(troop.half_points) * i64::from(field.lost(unit)),
        }
    };
    field.0.roster().of(side).map(of).sum::<i64>() - prisoners::back(field, side)
}

/// What a side has given the enemy if the battle ended now: what it has lost, and half of its units in flight.
pub fn given(field: Battlefield, side: Side) -> i64 {
    let flees = field.side(side).filter(|unit| field.flight(*unit).is_some());
    let half = flees.map(|unit| i64::from(field.troop(unit).half_points) * i64::from(field.figures(unit)) / 2);
    lost(field, side) + half.sum::<i64>()
}

/// Whether a side's army has broken.
pub fn is_broken(field: Battlefield, side: Side) -> bool {
    victory::breaks(army(field, side), lost(field, side))
}

/// How the battle stands by points.
pub fn judged(field: Battlefield) -> Victory {
    let size = Side::BOTH.map(|side| army(field, side)).into_iter().max().unwrap_or(0);
    let scores = Side::BOTH.map(|side| given(field, side.other()));
    victory::judge(size, scores, Side::BOTH.map(|side| is_broken(field, side)))
}

fn ahead(victory: Victory) -> Option<Side> {
    match victory {
        Victory::Draw => None,
        Victory::Marginal(side) | Victory::Decisive(side) => Some(side),
    }
}

/// The fact that ends the battle, in the sentence of how great the victory is.
fn told(victory: Victory, why: &'static str) -> Fact {
    let degree = match victory {
        Victory::Draw => "drawn",
        Victory::Marginal(_) => "marginal",
        Victory::Decisive(_) => "decisive",
    };
    Fact::won(VICTORY, ahead(victory), Word(why)).says(Word(degree))
}

/// The end, if this is it: at the end of a turn.
pub fn at_end(field: Battlefield, turn: u32) -> Option<Fact> {
    let stands = Side::BOTH.map(|side| field.side(side).next().is_some());
    match stands {
        [true, true] => {}
        [false, false] => return Some(told(judged(field), "all-lost")),
        [north, _] => {
            let winner = if north { Side::North } else { Side::South };
            return Some(told(Victory::Decisive(winner), "all-lost"));
        }
    }
    match Side::BOTH.map(|side| is_broken(field, side)) {
        [false, false] => {}
        [true, true] => return Some(told(judged(field), "army-broken")),
        [north, _] => {
            let broken = if north { Side::North } else { Side::South };
            let victory = judged(field);
            let sentence = match victory {
                Victory::Decisive(_) => "broken-decisive",
                Victory::Draw | Victory::Marginal(_) => "broken-marginal",
            };
            let told = told(victory, "army-broken").says(Word(sentence));
            return Some(told.word(Word("broken"), Arg::Of(Ref::Side(broken))));
        }
    }
    let limit = field.0.battle_state::<TurnLimit>();
    if turn < limit.turns() {
        return None;
    }
    Some(match limit.0.then {
        Then::Wins(side) => Fact::won(VICTORY, Some(side), Word("turn-limit")),
        Then::Compare => told(judged(field), "turn-limit"),
    })
}

/// Who would win if the last turn ended now.
pub fn favoured(field: Battlefield) -> Option<Side> {
    match field.0.battle_state::<TurnLimit>().0.then {
        Then::Wins(side) => Some(side),
        Then::Compare => ahead(judged(field)),
    }
}

/// How near a side is to its defeat, 0 to 1.
pub fn danger(field: Battlefield, side: Side) -> f32 {
    let of = (army(field, side) / 2).max(1);
    (given(field, side) as f32 / of as f32).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C121: 15 turns for 100 points, 25 for 300.
    #[test]
    fn the_last_turn_follows_the_points() {
        let turns = [0, 100, 109, 110, 200, 289, 290, 300, 1000].map(|points| last_turn(2 * points));
        assert_eq!(turns, [15, 15, 15, 16, 20, 24, 25, 25, 25]);
    }
}
