//! Victory (17): an army is beaten when half of its demoralisation value is routed, counted at the end of the turn.

use super::battlefield::Battlefield;
use super::data::tables;
use super::state::{Army, Attacker};
use crate::battle::{Fact, TurnLimit};
use crate::cite::{Cite, Word};
use crate::ids::Side;

const BEATEN: Cite = Cite("I95");
const LIMIT: Cite = Cite("I97");

/// Whether an army has lost so much that it is beaten.
pub fn is_beaten(army: &Army) -> bool {
    let (share, of) = tables().victory.beaten;
    army.lost * of >= army.vdt * share
}

/// The end, when an army is beaten at the end of a turn, or the last turn is over.
pub fn at_end_of_turn(field: Battlefield, turn: u32) -> Option<Fact> {
    let beaten: Vec<Side> = Side::BOTH.into_iter().filter(|s| is_beaten(&field.army(*s))).collect();
    match beaten[..] {
        [one] => return Some(won(Some(one.other()), Word("army-beaten"), BEATEN)),
        [_, _] => return Some(won(None, Word("both-beaten"), Cite("I96"))),
        _ => {}
    }
    let limit = field.0.battle_state::<TurnLimit>();
    (turn >= limit.turns()).then(|| won(favoured(field), Word("turn-limit"), LIMIT))
}

/// Who has won if the turns are over: whom the battle's file says, else the defender where dice have said who attacks
/// (5.1), else whoever lost the smaller share.
pub fn favoured(field: Battlefield) -> Option<Side> {
    if let Some(side) = field.0.battle_state::<TurnLimit>().winner() {
        return Some(side);
    }
    if let Attacker(Some(attacker)) = field.0.battle_state() {
        return Some(attacker.other());
    }
    let [north, south] = Side::BOTH.map(|side| field.army(side));
    match (north.lost * south.vdt).cmp(&(south.lost * north.vdt)) {
        std::cmp::Ordering::Less => Some(Side::North),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Side::South),
    }
}

fn won(winner: Option<Side>, why: Word, cite: Cite) -> Fact {
    Fact::won(cite, winner, why).says(why)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beaten(vdt: i32, lost: i32) -> bool {
        is_beaten(&Army { vdt, lost, ..Army::default() })
    }

    #[test]
    fn an_army_is_beaten_at_half_of_its_value() {
        assert!(!beaten(15, 7) && beaten(15, 8));
        assert!(!beaten(20, 9) && beaten(20, 10));
        assert!(!beaten(17, 8) && beaten(17, 9));
    }
}
