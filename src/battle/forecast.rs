//! How a fight would go, round by round: plain shares to reckon with, where nobody is shown how they come about.

use super::refusal::Odds;
use crate::cite::Word;

/// The shares of one round, seen from the first of the two; what is left of one is a round that changes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RoundOdds {
    /// The other is worn down.
    pub win: f32,
    /// The other is broken, whatever strength it has left.
    pub breaks: f32,
    /// The first is worn down.
    pub lose: f32,
    /// The first is broken, whatever strength it has left.
    pub broken: f32,
    /// How much strength a lost round takes from the other.
    pub deals: u8,
    /// How much strength a lost round takes from the first.
    pub takes: u8,
}

/// A fight: its next round, and each one after it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Forecast {
    /// The next round, with what counts only when they come together, if it is that one.
    pub first: RoundOdds,
    /// Each round after it.
    pub later: RoundOdds,
    /// Whether the other may slip away before it comes to blows.
    pub slips: bool,
}

impl Forecast {
    /// Every round at the same odds, each lost one at the cost of one.
    pub fn at(odds: &Odds) -> Forecast {
        let share = |what| odds.share(Word(what)) as f32;
        let (breaks, broken) = (share("break"), share("broken"));
        let (win, lose) = (share("win") - breaks, share("lose") - broken);
        let round = RoundOdds { win, breaks, lose, broken, deals: 1, takes: 1 };
        Forecast { first: round, later: round, slips: false }
    }

    /// The mean of this fight and another, which is had in so large a share of the cases.
    #[must_use]
    pub fn mixed(self, other: Forecast, share: f32) -> Forecast {
        let mean = |a: f32, b: f32| a * (1.0 - share) + b * share;
        let blows = |a: RoundOdds, b: RoundOdds| RoundOdds {
            win: mean(a.win, b.win),
            breaks: mean(a.breaks, b.breaks),
            lose: mean(a.lose, b.lose),
            broken: mean(a.broken, b.broken),
            deals: a.deals.max(b.deals),
            takes: a.takes.max(b.takes),
        };
        Forecast { first: blows(self.first, other.first), later: blows(self.later, other.later), slips: self.slips }
    }

    /// The other is gone as soon as it is reached.
    pub fn overrun(slips: bool) -> Forecast {
        let gone = RoundOdds { breaks: 1.0, ..RoundOdds::default() };
        Forecast { first: gone, later: gone, slips }
    }
}
