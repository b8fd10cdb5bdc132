//! A die of six each, of which the higher wins; equal dice are rolled again: initiative, or the first turn.

use super::agenda::Effects;
use super::fact::{Fact, Narration};
use super::params::DiceHand;
use super::{Arg, Ref};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, NeedDice, Roll, Rolled};
use crate::ids::Side;

/// What a ruleset says of it.
#[derive(Clone, Copy, Debug)]
pub struct RollOff {
    /// The rule by which it is rolled.
    pub cite: Cite,
    /// What the dice are rolled for.
    pub why: Word,
    /// The sentence for who has won, `{who}`, with his die, `{total}`, and the other's, `{total2}`.
    pub won: Word,
    /// The sentence for equal dice, `{total}`.
    pub again: Word,
}

impl RollOff {
    /// Rolls. `follows` says what comes of it for the side whose die is higher, with the fact that tells it; a tie leaves the job
    /// where it is, to roll again.
    pub fn roll(self, dice: DiceHand, follows: impl FnOnce(Side, Fact) -> Effects) -> Effects {
        let mut roller = dice.roller();
        let faces = match self.faces(&mut roller) {
            Ok(faces) => faces,
            Err(need) => return Effects::need(need),
        };
        let told = self.told(faces, roller.rolled());
        match higher(faces) {
            Some(side) => follows(side, told),
            None => Effects::stay().fact(told),
        }
    }

    /// North's die first.
    fn faces(self, dice: &mut impl Roll) -> Result<[u8; 2], NeedDice> {
        let die = |side| Die::d6(side, None, self.why);
        Ok([dice.die(die(Side::North))?, dice.die(die(Side::South))?])
    }

    /// The sums stand in the order in which the sentence names the sides: who has won first.
    fn told(self, faces: [u8; 2], rolled: Vec<Rolled>) -> Fact {
        let winner = higher(faces);
        let named = winner.unwrap_or(Side::North);
        let tally = |side: Side| Tally::default().with(Word("die"), faces[side.index()].into(), self.cite);
        Fact::new(self.cite, Narration::Said(if winner.is_some() { self.won } else { self.again }))
            .word(Word("who"), Arg::Of(Ref::Side(named)))
            .dice(rolled)
            .tally(tally(named))
            .tally(tally(named.other()))
    }
}

/// Whose die is higher; nobody's on a tie.
fn higher([north, south]: [u8; 2]) -> Option<Side> {
    match north.cmp(&south) {
        std::cmp::Ordering::Greater => Some(Side::North),
        std::cmp::Ordering::Less => Some(Side::South),
        std::cmp::Ordering::Equal => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_higher_die_wins_and_stands_first() {
        let of = RollOff { cite: Cite("X1"), why: Word("initiative"), won: Word("won"), again: Word("again") };
        let told = |faces| {
            let fact = of.told(faces, Vec::new());
            let sums: Vec<i32> = fact.tally.iter().map(|tally| tally.0.iter().map(|term| term.value).sum()).collect();
            (fact.narration, sums)
        };
        assert_eq!(told([5, 2]), (Narration::Said(Word("won")), vec![5, 2]));
        assert_eq!(told([1, 6]), (Narration::Said(Word("won")), vec![6, 1]), "south's die is the winner's");
        assert_eq!(told([4, 4]), (Narration::Said(Word("again")), vec![4, 4]));
        assert_eq!([[5, 2], [1, 6], [4, 4]].map(higher), [Some(Side::North), Some(Side::South), None]);
    }
}
