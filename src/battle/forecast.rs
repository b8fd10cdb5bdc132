//! How a fight would go, round by round: plain probabilities for players to compute with. Nobody is shown how they come
//! about, so they carry no sums or cites.

use super::refusal::Odds;
use crate::cite::Word;

/// The probabilities of one round's outcomes, 0 to 1, as the first of the two sees them. What is missing to 1 is a
/// round that changes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RoundOdds {
    /// The other loses the round and with it some strength.
    pub win: f32,
    /// The other breaks, whatever strength it has left.
    pub breaks: f32,
    /// The first loses the round and with it some strength.
    pub lose: f32,
    /// The first breaks, whatever strength it has left.
    pub broken: f32,
    /// How much strength the other loses in a round that it loses.
    pub deals: u8,
    /// How much strength the first loses in a round that it loses.
    pub takes: u8,
}

/// A fight: its next round, and what each round after that is like.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Forecast {
    /// The next round, with what counts only when they come together, if it is that one.
    pub first: RoundOdds,
    /// Each round after it.
    pub later: RoundOdds,
    /// Whether the other may evade before it is fought.
    pub slips: bool,
}

impl Forecast {
    /// A fight whose rounds all have the same odds, and in which a lost round costs one strength.
    pub fn at(odds: &Odds) -> Forecast {
        let share = |what| odds.share(Word(what)) as f32;
        let (breaks, broken) = (share("break"), share("broken"));
        let (win, lose) = (share("win") - breaks, share("lose") - broken);
        let round = RoundOdds { win, breaks, lose, broken, deals: 1, takes: 1 };
        Forecast { first: round, later: round, slips: false }
    }

    /// The weighted mean of this forecast and another; the other's weight is `share`, 0 to 1.
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

    /// A fight in which the other is destroyed as soon as it is reached.
    pub fn overrun(slips: bool) -> Forecast {
        let gone = RoundOdds { breaks: 1.0, ..RoundOdds::default() };
        Forecast { first: gone, later: gone, slips }
    }
}
