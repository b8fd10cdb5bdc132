//! A difference followed pair by pair, with the luck taken out of it.
//!
//! The luck of a battle ([`super::luck`]) has the mean 0 whatever is played, so as much of it as one likes may be
//! subtracted from the result without moving its mean. How much is best is the regression of result on luck; it is
//! reckoned from the pairs before, never from the pair itself, so that what is left of each pair still has exactly the
//! mean that is looked for.

use bevy::math::{DMat3, DVec3};

use super::sequence::Sequence;

/// So many pairs are taken as they are, before there is a regression.
const FIRST: u32 = 40;

/// Results and their luck, one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Track {
    /// As they were played.
    pub plain: Sequence,
    /// With the luck taken out.
    pub adjusted: Sequence,
    /// Those with the luck taken out, after the first ones; and the same ones as they were played.
    compared: [Sequence; 2],
    luck: DVec3,
    squares: DMat3,
    products: DVec3,
    slopes: DVec3,
}

impl Track {
    /// One more result with its luck.
    pub fn push(&mut self, value: f64, luck: DVec3) {
        let left = value - self.slopes.dot(luck);
        self.adjusted.push(left);
        if self.plain.count() >= FIRST {
            self.compared[0].push(left);
            self.compared[1].push(value);
        }
        self.plain.push(value);
        self.luck += luck;
        self.products += luck * value;
        self.squares += DMat3::from_cols(luck * luck.x, luck * luck.y, luck * luck.z);
    }

    /// Reckons anew how much luck is taken out of the results that come next.
    pub fn learn(&mut self) {
        let count = f64::from(self.plain.count());
        if self.plain.count() < FIRST {
            return;
        }
        let products = self.products / count - self.luck / count * self.plain.mean();
        // Where two kinds of luck are nearly one, a ridge of a thousandth keeps their slopes small.
        let squares = self.squares * (1.0 / count);
        let ridge = DMat3::from_diagonal(DVec3::new(squares.x_axis.x, squares.y_axis.y, squares.z_axis.z)) * 1e-3;
        let whole = squares + ridge + DMat3::from_diagonal(DVec3::splat(1e-9));
        self.slopes = whole.inverse() * products;
    }

    /// How much of the variance is left once the luck is out, about as much as of the battles that one needs; none
    /// before there is enough to tell.
    pub fn left(&self) -> Option<f64> {
        let [adjusted, plain] = self.compared;
        (plain.count() >= FIRST && plain.variance() > 0.0).then(|| adjusted.variance() / plain.variance())
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{Rng, SeedableRng};

    use super::*;

    #[test]
    fn luck_that_explains_half_leaves_half_and_moves_no_mean() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut coin = || if rng.next_u64() >> 63 == 0 { 1.0 } else { -1.0 };
        let mut track = Track::default();
        for n in 1..=4000 {
            let (luck, rest, other) = (coin(), coin(), coin());
            track.push(0.1 + luck + rest, DVec3::new(luck / 2.0, other, 0.0));
            if n % 40 == 0 {
                track.learn();
            }
        }
        assert!((track.slopes.x - 2.0).abs() < 0.15 && track.slopes.y.abs() < 0.1, "{:?}", track.slopes);
        assert!((track.left().unwrap() - 0.5).abs() < 0.03, "{:?}", track.left());
        assert!((track.adjusted.mean() - 0.1).abs() < 0.06, "{}", track.adjusted.mean());
    }

    #[test]
    fn without_luck_nothing_is_taken_out() {
        let mut track = Track::default();
        for n in 0..200 {
            track.push(f64::from(n % 2), DVec3::ZERO);
            track.learn();
        }
        assert_eq!(track.adjusted, track.plain);
        assert_eq!(track.left(), Some(1.0));
    }
}
