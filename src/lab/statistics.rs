//! Statistics of many battles: how often a side wins and how certain that is, how long they last, and one hash of all.

use serde::Serialize;

use super::batch::Game;
use crate::battle::Digest;
use crate::battle::digest::Digester;
use crate::ids::Side;

/// The number of standard deviations within which 95 % of a normal distribution lie.
const Z: f64 = 1.959_963_984_540_054;

/// How long battles lasted, in turns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Turns {
    /// The arithmetic mean.
    pub mean: f64,
    /// The median; for an even number of battles, the mean of the two in the middle.
    pub median: f64,
    /// The longest.
    pub max: u32,
}

/// Wilson's 95 % interval of the share `wins` / `games`.
pub fn wilson(wins: u32, games: u32) -> [f64; 2] {
    wilson_of_halves(2 * wins, games)
}

/// The same of so many half battles that were won: a draw is one. Where battles are drawn it is wider than it need be.
pub fn wilson_of_halves(halves: u32, games: u32) -> [f64; 2] {
    if games == 0 {
        return [0.0, 1.0];
    }
    let (n, share, z2) = (f64::from(games), f64::from(halves) / f64::from(2 * games), Z * Z);
    let middle = share + z2 / (2.0 * n);
    let reach = Z * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    [((middle - reach) / scale).max(0.0), ((middle + reach) / scale).min(1.0)]
}

/// How long these battles lasted; all 0 for no battles.
pub fn turns(games: &[Game]) -> Turns {
    let mut turns: Vec<u32> = games.iter().map(|g| g.turns).collect();
    turns.sort_unstable();
    let Some(&max) = turns.last() else { return Turns { mean: 0.0, median: 0.0, max: 0 } };
    let count = turns.len();
    let mean = turns.iter().map(|t| f64::from(*t)).sum::<f64>() / count as f64;
    let median = f64::midpoint(f64::from(turns[(count - 1) / 2]), f64::from(turns[count / 2]));
    Turns { mean, median, max }
}

/// One hash over number, winner, turns and final digest of each battle, in their order.
pub fn hash(games: &[Game]) -> Digest {
    let mut digester = Digester::default();
    for game in games {
        digester.add(&(game.number, game.winner().map(Side::name), game.turns, game.digest.0));
    }
    digester.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Ending;
    use crate::cite::Word;

    fn game(number: u32, turns: u32) -> Game {
        let ending = Ending { winner: Some(Side::North), why: Word("home") };
        Game { number, seed: 1, end: Ok(ending), turns, actions: 9, digest: Digest(5), conduct: None }
    }

    #[test]
    fn intervals_are_wilsons() {
        // By hand for 8 of 10: z² = 3.841459; middle (0.8 + 0.192073) / 1.384146 = 0.716740;
        // reach 1.959964 · √(0.016 + 0.009604) / 1.384146 = 0.226578.
        let [low, high] = wilson(8, 10);
        assert!((low - 0.490_162).abs() < 2e-6 && (high - 0.943_318).abs() < 2e-6, "{low} {high}");
        // None of ten: from 0 to z² / (10 + z²).
        let [low, high] = wilson(0, 10);
        assert!(low == 0.0 && (high - 0.277_533).abs() < 1e-6, "{low} {high}");
        assert!((wilson(10, 10)[1] - 1.0).abs() < 1e-12);
        assert_eq!(wilson(0, 0), [0.0, 1.0]);
        // Ten draws are five of ten.
        assert_eq!(wilson_of_halves(10, 10), wilson(5, 10));
    }

    #[test]
    fn the_median_of_an_even_number_lies_between() {
        let games: Vec<Game> = [9, 3, 4, 8].into_iter().zip(1..).map(|(t, n)| game(n, t)).collect();
        assert_eq!(turns(&games), Turns { mean: 6.0, median: 6.0, max: 9 });
        assert_eq!(turns(&games[..3]), Turns { mean: 16.0 / 3.0, median: 4.0, max: 9 });
        assert_eq!(turns(&[]).max, 0);
    }

    #[test]
    fn the_hash_sees_each_of_what_it_is_over() {
        let one = [game(1, 3), game(2, 4)];
        let hashed = hash(&one);
        let change = |f: &dyn Fn(&mut Game)| {
            let mut other = one.clone();
            f(&mut other[1]);
            hash(&other)
        };
        assert_ne!(hashed, change(&|g| g.number = 3));
        assert_ne!(hashed, change(&|g| g.turns = 5));
        assert_ne!(hashed, change(&|g| g.digest = Digest(6)));
        assert_ne!(hashed, change(&|g| g.end = Ok(Ending { winner: None, why: Word("home") })));
        assert_eq!(hashed, change(&|g| g.actions = 8));
        assert_ne!(hashed, hash(&[one[1].clone(), one[0].clone()]));
    }
}
