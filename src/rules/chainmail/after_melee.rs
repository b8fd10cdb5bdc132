//! The sum after a round of melee (10.2): which side reacts, and how.

use super::data::tables;
use super::numbers::Reaction;
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, NeedDice, Roll};
use crate::ids::Side;

const SUM: Cite = Cite("C100");
const TIRED: Cite = Cite("C55");

/// What one side brought into the round and has left of it.
#[derive(Clone, Debug, Default)]
pub struct Party {
    /// Each of its units.
    pub units: Vec<Fought>,
    /// Whether its commander is near.
    pub commander: bool,
}

/// A unit that fought in the round.
#[derive(Clone, Copy, Debug)]
pub struct Fought {
    /// Its figures when the round began.
    pub began: i32,
    /// Its figures now.
    pub left: i32,
    /// Its morale rating.
    pub rating: i32,
    /// Whether it is tired.
    pub tired: bool,
}

/// What comes of the sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The terms of north and south.
    pub tallies: [Tally; 2],
    /// The side with the lower total; none when they are equal.
    pub lower: Option<Side>,
    /// The difference, doubled or divided where that applies.
    pub difference: i32,
    /// How it was read.
    pub reading: Reading,
    /// What the lower side does.
    pub reaction: Reaction,
}

/// How the difference of the totals is read (C102, C137, F13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As it stands.
    AsItIs,
    /// Doubled, for a side began with few figures.
    Doubled,
    /// Divided by the units of the side that has more of them.
    Divided,
    /// Both.
    DoubledAndDivided,
    /// By the figures of the larger side.
    BySize,
}

impl Reading {
    /// As the log tells it.
    pub fn word(self) -> Word {
        Word(match self {
            Reading::AsItIs => "difference-as-it-is",
            Reading::Doubled => "difference-doubled",
            Reading::Divided => "difference-divided",
            Reading::DoubledAndDivided => "difference-doubled-and-divided",
            Reading::BySize => "difference-by-size",
        })
    }
}

impl Party {
    fn began(&self) -> i32 {
        self.units.iter().map(|unit| unit.began).sum()
    }

    fn left(&self) -> i32 {
        self.units.iter().map(|unit| unit.left).sum()
    }

    /// Whether most of its figures are tired.
    fn is_tired(&self) -> bool {
        let tired: i32 = self.units.iter().filter(|unit| unit.tired).map(|unit| unit.left).sum();
        tired * 2 > self.left()
    }
}

/// Rolls the one die of it, where casualties differ, and adds up; `by_size` is flag F13.
///
/// # Errors
/// When the die is not known yet.
pub fn judge(dice: &mut impl Roll, parties: [&Party; 2], by_size: bool) -> Result<Verdict, NeedDice> {
    let numbers = tables();
    let mut tallies = [Tally::default(), Tally::default()];
    let losses = parties.map(|party| party.began() - party.left());
    let survivors = parties.map(Party::left);
    for (n, side) in Side::BOTH.into_iter().enumerate() {
        let (own, other) = (parties[n], 1 - n);
        if losses[n] < losses[other] && survivors[n] > 0 {
            let face = i32::from(dice.die(Die::d6(side, None, Word("after-melee")))?);
            let tired = if own.is_tired() { numbers.tired_die } else { 0 };
            let near = if own.commander { numbers.commander_die } else { 0 };
            let die = (face + tired + near).max(1);
            tallies[n].add(Word("casualties"), (losses[other] - losses[n]) * die, SUM);
        }
        if survivors[n] > survivors[other] {
            tallies[n].add(Word("survivors"), survivors[n] - survivors[other], SUM);
        }
        for unit in &own.units {
            let rating = unit.rating + if unit.tired { numbers.tired_rating } else { 0 };
            tallies[n].add(Word("ratings"), unit.left * rating, if unit.tired { TIRED } else { SUM });
        }
    }
    let [north, south] = [tallies[0].total(), tallies[1].total()];
    let lower = match north.cmp(&south) {
        std::cmp::Ordering::Less => Some(Side::North),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Side::South),
    };
    let (difference, reading) = read((north - south).abs(), parties, by_size);
    let row = numbers.reactions.iter().rev().find(|row| difference >= row.from);
    let reaction = row.map_or(Reaction::FightsOn, |row| row.is);
    Ok(Verdict { tallies, lower, difference, reading, reaction })
}

/// The difference as it is read: doubled for small sides and divided among many units, or both replaced by size (F13).
fn read(difference: i32, parties: [&Party; 2], by_size: bool) -> (i32, Reading) {
    let small = tables().doubled_below;
    let began = parties.map(Party::began);
    if by_size {
        return (difference * small / began[0].max(began[1]).max(1), Reading::BySize);
    }
    let doubled = began.iter().any(|figures| *figures < small);
    let units = parties.iter().map(|party| party.units.len()).max().unwrap_or(1).max(1);
    let reading = match (doubled, units > 1) {
        (false, false) => Reading::AsItIs,
        (true, false) => Reading::Doubled,
        (false, true) => Reading::Divided,
        (true, true) => Reading::DoubledAndDivided,
    };
    let times = if doubled { 2 } else { 1 };
    (difference * times / i32::try_from(units).unwrap_or(i32::MAX), reading)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, Scripted};

    fn party(units: &[(i32, i32, i32)]) -> Party {
        let unit = |&(began, left, rating): &(i32, i32, i32)| Fought { began, left, rating, tired: false };
        Party { units: units.iter().map(unit).collect(), commander: false }
    }

    fn verdict(north: &Party, south: &Party, faces: &[u8], by_size: bool) -> Verdict {
        let faces: Vec<Scripted> = faces.iter().map(|die| Scripted { die: *die, why: None }).collect();
        let dice = Dice::scripted(&faces, None);
        judge(&mut dice.roller(1, Word("melee")), [north, south], by_size).unwrap()
    }

    /// C100, the book's own example: 10 heavy horse lose 2 and kill 8 of 20 heavy foot; the die is 3.
    #[test]
    fn the_worked_example() {
        let (horse, foot) = (party(&[(10, 8, 9)]), party(&[(20, 12, 5)]));
        let judged = verdict(&horse, &foot, &[3], false);
        assert_eq!(judged.tallies.clone().map(|tally| tally.total()), [90, 64]);
        assert_eq!((judged.lower, judged.difference), (Some(Side::South), 52));
        assert_eq!(judged.reading, Reading::Doubled);
        assert_eq!(judged.reaction, Reaction::Back);
        // By size: 26 x 20 / 20 = 26.
        let sized = verdict(&horse, &foot, &[3], true);
        assert_eq!((sized.reaction, sized.reading), (Reaction::BackHalf, Reading::BySize));
    }

    /// C101, both sides of each limit: equal sides without losses, whose ratings make the difference.
    #[test]
    fn the_bands() {
        let reaction = |more: i32| {
            let judged = verdict(&party(&[(20, 20, 5), (1, 1, more)]), &party(&[(21, 21, 5)]), &[], true);
            (judged.difference, judged.reaction)
        };
        // The difference is (more - 5) x 20 / 21.
        let expected = [
            (25, 19, Reaction::FightsOn),
            (26, 20, Reaction::BackHalf),
            (46, 39, Reaction::BackHalf),
            (47, 40, Reaction::Back),
            (67, 59, Reaction::Back),
            (68, 60, Reaction::Retreat),
            (88, 79, Reaction::Retreat),
            (89, 80, Reaction::Rout),
            (109, 99, Reaction::Rout),
            (110, 100, Reaction::Surrender),
        ];
        for (more, difference, is) in expected {
            assert_eq!(reaction(more), (difference, is), "{more}");
        }
    }

    /// C102: 40 heavy foot against 20, no losses: 200 + 20 against 100.
    #[test]
    fn it_is_doubled_below_twenty_figures() {
        let judged = verdict(&party(&[(40, 40, 5)]), &party(&[(20, 20, 5)]), &[], false);
        assert_eq!((judged.difference, judged.reaction), (120, Reaction::Surrender));
        assert_eq!(judged.reading, Reading::AsItIs);
        let doubled = verdict(&party(&[(30, 30, 5)]), &party(&[(19, 19, 5)]), &[], false);
        // 150 + 11 - 95 = 66, doubled.
        assert_eq!(doubled.difference, 132);
        let even = verdict(&party(&[(20, 20, 5)]), &party(&[(20, 20, 5)]), &[], false);
        assert_eq!((even.lower, even.reaction), (None, Reaction::FightsOn));
    }

    /// C137: three units of 20 against two, no losses.
    #[test]
    fn it_is_divided_among_the_units_of_a_line() {
        let three = party(&[(20, 20, 5); 3]);
        let judged = verdict(&three, &party(&[(20, 20, 5); 2]), &[], false);
        assert_eq!((judged.difference, judged.reaction), (40, Reaction::Back));
        assert_eq!(judged.reading, Reading::Divided);
        let small = verdict(&three, &party(&[(10, 10, 5)]), &[], false);
        assert_eq!(small.reading, Reading::DoubledAndDivided);
    }

    /// C55 and 12.3: the tired die is one lower and never below 1, a commander's one higher and not capped.
    #[test]
    fn the_tired_and_the_led() {
        let tired = |face: u8| {
            let own = Party { units: vec![Fought { began: 20, left: 19, rating: 5, tired: true }], commander: false };
            verdict(&own, &party(&[(20, 15, 5)]), &[face], false).tallies[0].total()
        };
        // 4 x die, 4 more survivors, 19 x 4.
        assert_eq!([tired(3), tired(1)], [8 + 4 + 76, 4 + 4 + 76]);
        let led = Party { commander: true, ..party(&[(20, 19, 5)]) };
        assert_eq!(verdict(&led, &party(&[(20, 15, 5)]), &[6], false).tallies[0].total(), 28 + 4 + 95);
    }
}
