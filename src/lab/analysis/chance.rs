//! What rollouts from a position say: the chance to win and how sure it is; and of two choices at one position, which is
//! the better one.

use crate::ids::Side;
use crate::lab::statistics::wilson_of_halves;
use crate::lab::study::sequence::Sequence;
use crate::lab::study::verdict::Estimate;

/// How often a choice is played on, where nobody says otherwise.
pub const ROLLOUTS: u32 = 200;

/// How often all that is said of choices, which is looked at as it grows, may be wrong together.
const ERROR: f64 = 0.05;

/// A side's chance to win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// The share of the battles that it won; a draw is half of one.
    pub share: f64,
    /// Wilson's interval of 95 %.
    pub interval: [f64; 2],
    /// How many battles were played.
    pub battles: u32,
}

impl Chance {
    /// That side's, by the half battles that south won.
    pub fn of(halves: &[u8], side: Side) -> Chance {
        let battles = halves.len() as u32;
        let won: u32 = halves.iter().map(|half| u32::from(for_side(*half, side))).sum();
        let share = if battles == 0 { 0.5 } else { f64::from(won) / f64::from(2 * battles) };
        Chance { share, interval: wilson_of_halves(won, battles), battles }
    }

    /// Half of the interval's width.
    pub fn error(&self) -> f64 {
        (self.interval[1] - self.interval[0]) / 2.0
    }
}

/// By how much a choice is better for a side than another in the battles that both were played in, which have the same
/// dice, and an interval that holds whenever one looks. `pairs` of choices are compared at once.
pub fn better(choice: &[u8], other: &[u8], side: Side, pairs: usize) -> Estimate {
    let mut sequence = Sequence::default();
    for (a, b) in choice.iter().zip(other) {
        sequence.push((f64::from(for_side(*a, side)) - f64::from(for_side(*b, side))) / 2.0);
    }
    Estimate::of(&sequence, ERROR / pairs.max(1) as f64, [-1.0, 1.0])
}

/// Half battles that a side won, by those that south won.
fn for_side(half: u8, side: Side) -> u8 {
    match side {
        Side::South => half,
        Side::North => 2 - half,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_is_a_sides_own() {
        // South wins two of four and draws one: 5 of 8 halves.
        let halves = [2, 2, 1, 0];
        let [north, south] = Side::BOTH.map(|side| Chance::of(&halves, side));
        assert_eq!((south.share, north.share, south.battles), (0.625, 0.375, 4));
        assert!((south.interval[0] + north.interval[1] - 1.0).abs() < 1e-12);
        assert!(south.error() > 0.3 && south.error() < 0.4, "{}", south.error());
        assert_eq!(Chance::of(&[], Side::North).interval, [0.0, 1.0]);
    }

    #[test]
    fn what_differs_is_sure_after_enough_battles_and_not_before() {
        let (good, bad): (Vec<u8>, Vec<u8>) = (0..200).map(|n| if n % 4 == 0 { (0, 0) } else { (2, 0) }).unzip();
        let south = better(&good, &bad, Side::South, 1);
        assert!((south.mean - 0.75).abs() < 1e-12 && south.interval[0] > 0.5, "{south:?}");
        let north = better(&good, &bad, Side::North, 1);
        assert!((north.mean + 0.75).abs() < 1e-12 && north.interval[1] < -0.5, "{north:?}");
        assert_eq!(better(&good[..30], &bad, Side::South, 1).interval, [-1.0, 1.0]);
        // Of several pairs at once each has to be surer.
        assert!(better(&good, &bad, Side::South, 3).interval[0] < south.interval[0]);
        let same = better(&good, &good, Side::South, 1);
        assert!(same.mean == 0.0 && same.interval[0] < 0.0 && same.interval[1] > 0.0);
    }
}
