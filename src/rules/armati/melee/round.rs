//! One round of a melee (7.4): two dice, the sums, and what happens to the loser.

use super::impetus::impetus;
use super::panic;
use super::party::{Party, Struck};
use super::value;
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, NeedDice, Roll};
use crate::rules::armati::data::{Class, data};

const RESULT: Cite = Cite("7.4");

/// Two units that fight: first the one that made the contact.
#[derive(Clone, Debug)]
pub struct Melee {
    pub parties: [Party; 2],
    /// Whether this is the first melee step in which they are in contact (I6).
    pub first_round: bool,
    /// Which party must still be tested because of the other's chariots, if either (A17.1).
    pub untested: Option<usize>,
}

/// The result of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The sums that were compared, with their dice, in the order of the parties.
    pub tallies: [Tally; 2],
    /// Which party lost, and what it suffers; none on a tie.
    pub lost: Option<(usize, Harm)>,
}

/// What losing a round does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm {
    /// So many breakpoints.
    Loss(u8),
    /// Deep infantry loses so many breakpoints instead of breaking (I5).
    Depth(u8),
    /// Broken by impetus (I1).
    Impetus,
    /// Broken by a heavy opponent with a heavy enemy on its flank or rear.
    Flanked,
}

impl Melee {
    /// The modifiers to both dice.
    pub fn tallies(&self) -> [Tally; 2] {
        let [a, b] = &self.parties;
        [value::tally(a, b), value::tally(b, a)]
    }

    /// Rolls both dice, first that of the unit that made the contact.
    ///
    /// # Errors
    /// When a die is not known yet.
    pub fn roll(&self, dice: &mut impl Roll) -> Result<Round, NeedDice> {
        Ok(self.round(self.faces(dice)?))
    }

    /// The result with these faces.
    pub fn round(&self, faces: [i32; 2]) -> Round {
        let mut tallies = self.tallies();
        for (face, tally) in faces.into_iter().zip(&mut tallies) {
            tally.add(Word("die"), face, RESULT);
        }
        let lost = loser([tallies[0].total(), tallies[1].total()]);
        Round { tallies, lost: lost.map(|loser| (loser, self.harm(loser))) }
    }

    /// Rolls the round and, if chariots and infantry meet for the first time, the test before it (A17.1). For odds.
    ///
    /// # Errors
    ///
    /// When a die is not known yet.
    pub fn prospect(&self, dice: &mut impl Roll) -> Result<Round, NeedDice> {
        match self.untested {
            Some(party) => {
                let chariot = &self.parties[1 - party];
                let panics = panic::panics(dice, chariot.side, chariot.unit)?;
                self.tested(panics).roll(dice)
            }
            None => self.roll(dice),
        }
    }

    /// The melee after the test before it.
    #[must_use]
    pub fn tested(&self, panics: bool) -> Melee {
        let mut melee = self.clone();
        if let Some(party) = melee.untested.take()
            && panics
        {
            melee.parties[party].panicked = true;
            melee.parties[party].panicked_here = true;
        }
        melee
    }

    /// The faces of both dice, first that of the unit that made the contact.
    ///
    /// # Errors
    /// When a die is not known yet.
    pub fn faces(&self, dice: &mut impl Roll) -> Result<[i32; 2], NeedDice> {
        let mut faces = [0; 2];
        for (party, face) in self.parties.iter().zip(&mut faces) {
            *face = dice.die(Die::d6(party.side, Some(party.unit), Word("melee")))?.into();
        }
        Ok(faces)
    }

    /// What losing this round does to that party. A heavy enemy on its flank breaks deep infantry too: depth helps only
    /// against impetus.
    pub fn harm(&self, loser: usize) -> Harm {
        let numbers = &data().tables.melee;
        let (loser, winner) = (&self.parties[loser], &self.parties[1 - loser]);
        if loser.struck == Struck::Heavies && winner.kind.class == Class::Heavy {
            return Harm::Flanked;
        }
        match impetus(winner, loser, self.first_round) {
            Ok(()) if loser.deep_infantry() => Harm::Depth(numbers.deep_impetus_loss),
            Ok(()) => Harm::Impetus,
            Err(_) => Harm::Loss(numbers.loss),
        }
    }
}

/// Which party loses with these sums; none on a tie.
pub fn loser(sums: [i32; 2]) -> Option<usize> {
    match sums[0].cmp(&sums[1]) {
        std::cmp::Ordering::Less => Some(0),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(1),
    }
}

impl Harm {
    /// Whether a unit with so many breakpoints left breaks.
    pub fn breaks(self, bp: u8) -> bool {
        match self {
            Harm::Loss(n) | Harm::Depth(n) => n >= bp,
            Harm::Impetus | Harm::Flanked => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parties::{cases, party};
    use super::*;

    fn melee(a: Party, b: Party) -> Melee {
        Melee { parties: [a, b], first_round: true, untested: None }
    }

    /// So many of 36 cases in which the first party wins, ties, loses.
    fn table(difference: i32) -> [u64; 3] {
        let melee = melee(party("HI", (5 + difference, 0, 0)), party("COH", (5, 0, 0)));
        cases(
            36,
            |dice| melee.roll(dice),
            |round| match round.lost {
                Some((1, _)) => 0,
                None => 1,
                _ => 2,
            },
        )
    }

    #[test]
    fn a_point_of_difference_is_worth_what_the_table_says() {
        let printed = [[15, 6, 15], [21, 5, 10], [26, 4, 6], [30, 3, 3], [33, 2, 1], [35, 1, 0]];
        for (difference, row) in (0..).zip(printed) {
            assert_eq!(table(difference), row, "{difference}");
            let [win, tie, lose] = row;
            assert_eq!(table(-difference), [lose, tie, win], "-{difference}");
        }
    }

    #[test]
    fn a_heavy_enemy_breaks_whoever_is_struck_by_heavies() {
        // T3: HI flanked by HC loses to either; T4: flanked by LI it loses 1 breakpoint each.
        let by_hc = Party { struck: Struck::Heavies, ..party("HI", (6, 2, 1)) };
        assert_eq!(melee(party("HI", (5, 2, 1)), by_hc.clone()).harm(1), Harm::Flanked);
        assert_eq!(melee(party("HC", (4, 0, 0)), Party { struck_here: true, ..by_hc.clone() }).harm(1), Harm::Flanked);
        assert_eq!(melee(party("LI", (4, 1, 2)), by_hc).harm(1), Harm::Loss(1), "the winner must be heavy");
        let by_li = Party { struck: Struck::Lights, ..party("HI", (6, 2, 1)) };
        assert_eq!(melee(party("HI", (5, 2, 1)), by_li.clone()).harm(1), Harm::Loss(1));
        assert_eq!(melee(party("LI", (4, 1, 2)), Party { struck_here: true, ..by_li }).harm(1), Harm::Loss(1));
    }

    #[test]
    fn impetus_breaks_wide_infantry_and_costs_deep_infantry_3() {
        // T5: WB 5 against HI 6.
        let (wb, hi) = (party("WB", (5, 1, 3)), party("HI", (6, 2, 1)));
        let deep = Party { deep: true, frontage: crate::table::Mil(2400), ..hi.clone() };
        assert_eq!(melee(wb.clone(), hi.clone()).harm(1), Harm::Impetus);
        assert_eq!(melee(wb.clone(), deep.clone()).harm(1), Harm::Depth(3));
        let second = Melee { first_round: false, ..melee(wb.clone(), hi.clone()) };
        assert_eq!(second.harm(1), Harm::Loss(1));
        assert_eq!(melee(wb.clone(), hi).harm(0), Harm::Loss(1), "the infantry has no impetus");
        let struck = Party { struck: Struck::Heavies, ..deep };
        assert_eq!(melee(wb, struck).harm(1), Harm::Flanked, "depth is no help against a flank attack");
    }

    #[test]
    fn cavalry_that_beats_a_phalanx_costs_it_1() {
        // T6, standing and moving.
        for stationary in [true, false] {
            let ph = Party { stationary, ..party("PH", (7, 1, 0)) };
            assert_eq!(melee(party("HC", (4, 0, 0)), ph).harm(1), Harm::Loss(1));
        }
    }

    #[test]
    fn both_sides_of_breaking() {
        assert!(Harm::Loss(1).breaks(1) && !Harm::Loss(1).breaks(2));
        assert!(Harm::Depth(3).breaks(3) && !Harm::Depth(3).breaks(4));
        assert!(Harm::Flanked.breaks(5));
    }

    #[test]
    fn the_one_that_made_the_contact_rolls_first() {
        let melee = melee(party("HI", (6, 2, 1)), party("HC", (4, 0, 0)));
        let mut script = super::super::parties::Script::new(&[1, 5]);
        let round = melee.roll(&mut script).unwrap();
        assert_eq!(round.tallies.map(|t| t.total()), [7, 9]);
        assert_eq!(round.lost, Some((0, Harm::Impetus)), "cavalry has impetus against wide infantry");
    }
}
