//! Chance for the eye alone: numbers that follow from a name and never change, so that trees stand still and
//! figures do not flicker. Never used where a battle is decided.

use xxhash_rust::xxh3::xxh3_64;

/// A stream of numbers that follows from a name.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The stream of that name.
    pub fn of(name: &str) -> Chance {
        Chance(xxh3_64(name.as_bytes()))
    }

    /// The next number: splitmix64.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// From 0 up to but not including 1, in steps of 1/16,777,216, which an f32 holds exactly.
    pub fn share(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / 16_777_216.0
    }

    /// Between two values.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.share()
    }

    /// Up to that far to either side of nil.
    pub fn about(&mut self, reach: f32) -> f32 {
        self.between(-reach, reach)
    }

    /// An index below `count`; 0 when there is none.
    pub fn index(&mut self, count: usize) -> usize {
        if count == 0 { 0 } else { (self.bits() % count as u64) as usize }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_gives_the_same_numbers_every_time_and_another_name_others() {
        let draw = |name: &str| {
            let mut chance = Chance::of(name);
            [chance.bits(), chance.bits(), chance.bits()]
        };
        assert_eq!(draw("oak-wood"), draw("oak-wood"));
        assert_ne!(draw("oak-wood"), draw("oak-wood-2"));
    }

    #[test]
    fn splitmix_as_published() {
        // The first outputs for seed 0 in Vigna's reference implementation.
        let mut chance = Chance(0);
        assert_eq!(chance.bits(), 0xE220_A839_7B1D_CDAF);
        assert_eq!(chance.bits(), 0x6E78_9E6A_A1B9_65F4);
    }

    #[test]
    fn draws_stay_in_their_range() {
        let mut chance = Chance::of("range");
        let draws: Vec<f32> = (0..2000).map(|_| chance.between(-2.0, 3.0)).collect();
        assert!(draws.iter().all(|&x| (-2.0..3.0).contains(&x)));
        assert!(draws.iter().any(|&x| x < -1.9) && draws.iter().any(|&x| x > 2.9));
        assert!((0..100).all(|_| chance.index(7) < 7));
        assert_eq!(chance.index(0), 0);
    }
}
