//! Who has lost the battle (4.6, 3.2): key units, the last unit, the turn limit.

use super::battlefield::Battlefield;
use super::breakpoint::{CHECK, When};
use super::state::{Armies, Army};
use crate::battle::{Arg, Fact, Measured, TurnLimit};
use crate::cite::{Cite, Word};
use crate::ids::Side;

const KEYS: Cite = Cite("4.6");
const ENDS: Cite = Cite("3.2");

/// The fact that ends the battle, if an army has lost: as many key units as its breakpoint, or its last unit on the
/// table. If both have at the same instant it is a draw. With breakpoint checks the loss of key units alone does not
/// end it (A15.0).
pub fn check(armies: &Armies, left: [usize; 2], by_checks: bool) -> Option<Fact> {
    let lost = Side::BOTH.map(|side| why_lost(armies.of(side), left[side.index()], by_checks));
    match lost {
        [None, None] => None,
        [Some(_), Some(_)] => Some(over(KEYS, None, Word("both-break"), Word("both-break"))),
        [Some(why), None] => Some(beaten(armies, Side::North, why)),
        [None, Some(why)] => Some(beaten(armies, Side::South, why)),
    }
}

/// The fact that ends the battle if `turn` was the last: the army that has lost the smaller share of its breakpoint
/// wins, unless the scenario says who does.
pub fn at_limit(field: Battlefield, turn: u32, limit: TurnLimit) -> Option<Fact> {
    (turn >= limit.turns()).then(|| match (limit.winner(), smaller_share(field.armies())) {
        (Some(side), _) => over(ENDS, Some(side), LIMIT, Word("turn-limit-ruled")),
        (None, Some(side)) => over(ENDS, Some(side), LIMIT, LIMIT),
        (None, None) => over(ENDS, None, LIMIT, Word("turn-limit-draw")),
    })
}

const LIMIT: Word = Word("turn-limit");

/// The army that has lost the smaller share of its breakpoint; none when the shares are equal.
pub fn smaller_share(armies: &Armies) -> Option<Side> {
    // Shares of different breakpoints are compared without dividing: each side's losses times the other's breakpoint.
    let [north, south] =
        Side::BOTH.map(|side| u32::from(armies.of(side).keys_lost) * u32::from(armies.of(side.other()).bp));
    match north.cmp(&south) {
        std::cmp::Ordering::Less => Some(Side::North),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Side::South),
    }
}

/// What an army has lost the battle by.
enum Lost {
    KeyUnits,
    EveryUnit,
}

fn why_lost(army: &Army, left: usize, by_checks: bool) -> Option<Lost> {
    if army.keys_lost >= army.bp && !by_checks {
        Some(Lost::KeyUnits)
    } else if left == 0 {
        Some(Lost::EveryUnit)
    } else {
        None
    }
}

fn beaten(armies: &Armies, side: Side, why: Lost) -> Fact {
    let winner = Some(side.other());
    match why {
        Lost::KeyUnits => {
            let lost = Measured::Count(i32::from(armies.of(side).keys_lost));
            let told = over(KEYS, winner, Word("breakpoint"), Word("army-breaks"));
            told.word(Word("measured"), Arg::Measured(lost))
        }
        Lost::EveryUnit => over(ENDS, winner, Word("no-unit-left"), Word("no-units-left")),
    }
}

/// The fact that ends the battle by dice: that army has broken, or (none) both at the same instant.
pub fn by_dice(broken: Option<Side>, when: When) -> Fact {
    let cite = match when {
        When::AtOnce => Cite("A15.5a"),
        When::AtEnd => Cite("A15.5d"),
    };
    match (broken, when) {
        (None, _) => over(cite, None, Word("both-break"), Word("both-break")),
        (Some(side), When::AtOnce) => over(cite, Some(side.other()), CHECK, Word("army-breaks-at-once")),
        (Some(side), When::AtEnd) => over(cite, Some(side.other()), CHECK, Word("army-breaks-at-end")),
    }
}

fn over(cite: Cite, winner: Option<Side>, why: Word, says: Word) -> Fact {
    Fact::won(cite, winner, why).says(says)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Narration;

    fn armies(north: (u8, u8), south: (u8, u8)) -> Armies {
        Armies([north, south].map(|(keys_lost, bp)| Army { keys_lost, bp, ..Army::default() }))
    }

    fn winner(fact: Option<Fact>) -> Option<Option<Side>> {
        match fact?.narration {
            Narration::Won(side) => Some(side),
            _ => None,
        }
    }

    #[test]
    fn an_army_loses_with_the_key_unit_that_makes_its_breakpoint() {
        assert_eq!(winner(check(&armies((2, 3), (0, 4)), [5, 5], false)), None);
        assert_eq!(winner(check(&armies((3, 3), (0, 4)), [5, 5], false)), Some(Some(Side::South)));
        assert_eq!(winner(check(&armies((2, 3), (4, 4)), [5, 5], false)), Some(Some(Side::North)));
    }

    #[test]
    fn both_at_once_is_a_draw() {
        assert_eq!(winner(check(&armies((3, 3), (4, 4)), [5, 5], false)), Some(None));
        assert_eq!(winner(check(&armies((1, 3), (0, 4)), [0, 0], false)), Some(None));
        assert_eq!(winner(check(&armies((3, 3), (0, 4)), [5, 0], false)), Some(None));
    }

    #[test]
    fn an_army_without_a_unit_loses() {
        assert_eq!(winner(check(&armies((0, 3), (0, 4)), [0, 1], false)), Some(Some(Side::South)));
        assert_eq!(winner(check(&armies((0, 3), (0, 4)), [1, 1], false)), None);
    }

    #[test]
    fn with_breakpoint_checks_only_the_last_unit_is_the_end() {
        assert_eq!(winner(check(&armies((3, 3), (9, 4)), [5, 5], true)), None);
        assert_eq!(winner(check(&armies((3, 3), (9, 4)), [5, 0], true)), Some(Some(Side::North)));
    }

    #[test]
    fn the_smaller_share_wins_at_the_limit() {
        // T13: South lost 2 of 5 (0.40), North 2 of 4 (0.50).
        assert_eq!(smaller_share(&armies((2, 4), (2, 5))), Some(Side::South));
        assert_eq!(smaller_share(&armies((2, 4), (2, 4))), None);
        assert_eq!(smaller_share(&armies((1, 3), (2, 5))), Some(Side::North));
        assert_eq!(smaller_share(&armies((0, 3), (0, 9))), None);
    }
}
