//! What to expect of a fight that is fought to its end, or as many rounds as anybody plans ahead.

use crate::battle::{Forecast, RoundOdds};

/// How many rounds ahead a fight is computed.
const ROUNDS: usize = 6;
/// By how much an outcome's value is multiplied for each round that it comes later.
const LATER: f32 = 0.94;
/// Units with more strength than this count as having this.
const MOST: usize = 7;

/// The expected result of a fight, as the first of the two sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prospect {
    /// The probability that the other breaks, less for later rounds.
    pub breaks: f32,
    /// The probability that the first breaks, less for later rounds.
    pub broken: f32,
    /// The share of its strength that the other is expected to have lost while both still stand, 0 to 1.
    pub wears: f32,
    /// The same for the first.
    pub worn: f32,
}

/// Computes a fight of two units with so much strength left, round by round.
pub fn prospect(forecast: &Forecast, own: u8, other: u8) -> Prospect {
    let (own, other) = (usize::from(own).clamp(1, MOST), usize::from(other).clamp(1, MOST));
    let mut now = [[0.0_f32; MOST + 1]; MOST + 1];
    now[own][other] = 1.0;
    let mut prospect = Prospect::default();
    let mut weight = 1.0;
    for round in 0..ROUNDS {
        let blows = if round == 0 { &forecast.first } else { &forecast.later };
        let tie = 1.0 - blows.win - blows.breaks - blows.lose - blows.broken;
        let mut next = [[0.0_f32; MOST + 1]; MOST + 1];
        for (mine, row) in now.iter().enumerate().take(own + 1).skip(1) {
            for (its, chance) in row.iter().copied().enumerate().take(other + 1).skip(1) {
                if chance == 0.0 {
                    continue;
                }
                let (a, b) = left(blows, mine, its);
                next[mine][its] += chance * tie;
                next[mine][b] += chance * blows.win;
                next[a][its] += chance * blows.lose;
                prospect.breaks += chance * blows.breaks * weight;
                prospect.broken += chance * blows.broken * weight;
            }
        }
        for (mine, row) in next.iter_mut().enumerate() {
            prospect.breaks += row[0] * weight;
            row[0] = 0.0;
            if mine == 0 {
                prospect.broken += row.iter().sum::<f32>() * weight;
                *row = [0.0; MOST + 1];
            }
        }
        now = next;
        weight *= LATER;
    }
    for (mine, row) in now.iter().enumerate() {
        for (its, chance) in row.iter().enumerate() {
            prospect.wears += chance * (other - its.min(other)) as f32 / other as f32;
            prospect.worn += chance * (own - mine.min(own)) as f32 / own as f32;
        }
    }
    prospect
}

/// The strengths left after a round that the first has lost, and after one that the other has lost.
fn left(blows: &RoundOdds, mine: usize, its: usize) -> (usize, usize) {
    (mine.saturating_sub(usize::from(blows.takes)), its.saturating_sub(usize::from(blows.deals)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 15 cases of 36 to either, 6 ties.
    const EVEN: RoundOdds =
        RoundOdds { win: 15.0 / 36.0, breaks: 0.0, lose: 15.0 / 36.0, broken: 0.0, deals: 1, takes: 1 };

    #[test]
    fn equals_have_equal_prospects() {
        let fight = prospect(&Forecast { first: EVEN, later: EVEN, slips: false }, 4, 4);
        assert!((fight.breaks - fight.broken).abs() < 1e-6 && (fight.wears - fight.worn).abs() < 1e-6);
        assert!(fight.breaks > 0.1 && fight.breaks < 0.5, "{fight:?}");
    }

    #[test]
    fn the_last_strength_goes_with_one_lost_round() {
        let fight = prospect(&Forecast { first: EVEN, later: RoundOdds::default(), slips: false }, 1, 1);
        assert!((fight.breaks - 15.0 / 36.0).abs() < 1e-6 && (fight.broken - 15.0 / 36.0).abs() < 1e-6, "{fight:?}");
        assert_eq!((fight.wears, fight.worn), (0.0, 0.0));
    }

    #[test]
    fn what_breaks_at_once_needs_no_wearing_down() {
        let charge = RoundOdds { breaks: 26.0 / 36.0, lose: 6.0 / 36.0, takes: 1, ..RoundOdds::default() };
        let fight = prospect(&Forecast { first: charge, later: RoundOdds::default(), slips: false }, 3, 4);
        assert!((fight.breaks - 26.0 / 36.0).abs() < 1e-6 && fight.broken == 0.0, "{fight:?}");
        // 6 cases of 36 with 1 of 3 lost.
        assert!((fight.worn - 6.0 / 36.0 / 3.0).abs() < 1e-6, "{fight:?}");
    }
}
