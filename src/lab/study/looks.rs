//! When a study looks at its results, and how far a mean may then be off: at all looks together no more often than was
//! asked for, however many there are.
//!
//! A sequence of intervals that holds after every single observation ([`super::sequence`]) pays for looks that nobody takes.
//! A study looks after so many pairs as [`next`] says and at no others, without an end, and what an interval may err is
//! shared out among these looks by how many pairs they come after (K. K. G. Lan and D. L. DeMets, "Discrete sequential
//! boundaries for clinical trials", Biometrika 70, 1983; here without a last look). How wide it must be for that is reckoned
//! look by look, from how the sums are spread that have never been outside (P. Armitage, C. K. McPherson and B. C. Rowe,
//! "Repeated significance tests on accumulating data", Journal of the Royal Statistical Society A 132, 1969). It takes a sixth
//! fewer pairs. `coverage` in the tests plays 10,000 studies of coins of each sort with it.

use super::sequence::{FIRST, Sequence};
use super::verdict::Estimate;

/// Half of the error is for the looks before so many pairs.
const HALF: f64 = 500.0;

/// A smaller error than this is not told apart from it.
const LEAST_ERROR: f64 = 1e-12;

/// Of so many points are the sums that are followed; an odd number, for Simpson's rule.
const POINTS: usize = 201;

/// No interval is wider, in standard errors.
const WIDEST: f64 = 10.0;

/// Nobody plays more pairs.
const MOST: u32 = 1 << 30;

/// After how many pairs the results are looked at next: every 20, later every tenth part more.
pub fn next(done: u32) -> u32 {
    done.saturating_add(20.max(done / 200 * 20))
}

/// The looks of a study.
#[derive(Clone, Debug)]
pub struct Looks {
    error: f64,
    /// After how many pairs, and how many standard errors the mean may then be off.
    at: Vec<(u32, f64)>,
}

impl Looks {
    /// Of a study that ends after so many pairs, whose intervals may miss with that error, as often on the one side as on the
    /// other.
    pub fn new(pairs: u32, error: f64) -> Looks {
        let mut bounds = Bounds::new(error);
        let mut at = Vec::new();
        let mut done = 0;
        while done < pairs {
            done = next(done).min(pairs);
            if done >= FIRST {
                at.push((done, bounds.at(done, given(done))));
            }
        }
        Looks { error, at }
    }

    /// The mean of those observations and its interval; all that is possible where none is looked at. A value lies in
    /// `least..=most`, and so do the means.
    pub fn estimate(&self, of: &Sequence, [least, most]: [f64; 2]) -> Estimate {
        let wide = self.at.iter().find(|(pairs, _)| *pairs == of.count()).map(|(_, wide)| *wide);
        let reach = wide
            .map_or(f64::INFINITY, |wide| wide * (self.variance(of, most.max(-least)) / f64::from(of.count())).sqrt());
        let mean = of.mean();
        Estimate { mean, interval: [(mean - reach).max(least), (mean + reach).min(most)] }
    }

    /// After about how many observations in all the mean is told as exactly as that, if they vary as those so far.
    pub fn needed(&self, of: &Sequence, wanted: f64, largest: f64) -> u32 {
        let variance = self.variance(of, largest);
        let mut bounds = Bounds::new(self.error);
        let mut done = FIRST;
        while done < MOST && bounds.at(done, given(done)) * (variance / f64::from(done)).sqrt() > wanted {
            done = next(done);
        }
        done
    }

    /// Rare observations may have stayed away by chance: as many of the greatest are added as an end of the interval errs for.
    fn variance(&self, of: &Sequence, largest: f64) -> f64 {
        of.guarded(largest, libm::log(4.0 / self.error))
    }
}

/// Which part of the error is for the looks at so many pairs and before: in proportion up to [`HALF`], then as the logarithm
/// grows, so that something is left for each that may come.
fn given(pairs: u32) -> f64 {
    let far = f64::from(pairs) / HALF;
    if far < 1.0 { far / 2.0 } else { 1.0 - 0.5 / (1.0 + libm::log(far)) }
}

/// The bounds of a sum of normal observations, look after look.
struct Bounds {
    error: f64,
    /// At how many observations the last look was, and which part of the error was given by then.
    before: (u32, f64),
    /// The sums that have been inside so far, each with how likely it is to be near it; at the beginning 0 for certain.
    sums: Vec<(f64, f64)>,
}

impl Bounds {
    fn new(error: f64) -> Bounds {
        Bounds { error: error.max(LEAST_ERROR), before: (0, 0.0), sums: vec![(0.0, 1.0)] }
    }

    /// How many standard errors a mean of so many observations may be off where that part of the error is given by then.
    fn at(&mut self, count: u32, given: f64) -> f64 {
        let step = f64::from(count - self.before.0).sqrt();
        let target = self.error * (given - self.before.1);
        let whole = f64::from(count).sqrt();
        let (mut inside, mut outside) = (0.0, WIDEST);
        for _ in 0..52 {
            let middle = f64::midpoint(inside, outside);
            if self.beyond(middle * whole, step) > target { inside = middle } else { outside = middle }
        }
        self.go_on(outside * whole, step);
        self.before = (count, given);
        outside
    }

    /// How likely a sum that was inside lies beyond that bound after the next step.
    fn beyond(&self, bound: f64, step: f64) -> f64 {
        let tail = |far: f64| 0.5 * libm::erfc(far / step * std::f64::consts::FRAC_1_SQRT_2);
        self.sums.iter().map(|(sum, likely)| likely * (tail(bound - sum) + tail(bound + sum))).sum()
    }

    /// The sums that are inside that bound after the next step.
    fn go_on(&mut self, bound: f64, step: f64) {
        let apart = 2.0 * bound / (POINTS - 1) as f64;
        let normal = 1.0 / (step * (2.0 * std::f64::consts::PI).sqrt());
        let density = |at: f64| {
            let of = |(sum, likely): &(f64, f64)| {
                let far = (at - sum) / step;
                likely * libm::exp(-0.5 * far * far)
            };
            self.sums.iter().map(of).sum::<f64>() * normal
        };
        let point = |n: usize| {
            let at = n as f64 * apart - bound;
            let simpson = match n {
                0 => 1.0,
                n if n == POINTS - 1 => 1.0,
                n if n % 2 == 1 => 4.0,
                _ => 2.0,
            };
            (at, density(at) * simpson * apart / 3.0)
        };
        self.sums = (0..POINTS).map(point).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sequence of that many observations, half of them 1 and half 0.
    fn halves(count: u32) -> Sequence {
        let mut sequence = Sequence::default();
        (0..count).for_each(|n| sequence.push(f64::from(n % 2)));
        sequence
    }

    #[test]
    fn the_bounds_are_those_of_the_school_book() {
        // One look: 1.959964. Two, at as many observations each and with half of a twentieth each: 2.241403, and 2.125119
        // by the normal distribution of two numbers whose correlation is the root of a half.
        assert!((Bounds::new(0.05).at(77, 1.0) - 1.959_964).abs() < 1e-6);
        let mut bounds = Bounds::new(0.05);
        let [first, second] = [(50, 0.5), (100, 1.0)].map(|(count, given)| bounds.at(count, given));
        assert!((first - 2.241_403).abs() < 1e-6 && (second - 2.125_119).abs() < 1e-5, "{first} {second}");
    }

    #[test]
    fn the_error_is_shared_out_and_never_used_up() {
        let parts: Vec<f64> = [0, 40, 250, 499, 500, 501, 1000, 100_000, MOST].map(given).to_vec();
        assert!(parts[0] == 0.0 && parts.windows(2).all(|two| two[0] < two[1]) && parts[8] < 1.0, "{parts:?}");
        let at = Looks::new(2000, 0.05).at;
        assert!(at[0].0 == FIRST && at.last().is_some_and(|look| look.0 == 2000), "{at:?}");
        // Narrower where most studies end than an interval that holds after each pair, which has 3.04 standard errors at 480.
        let wide = |pairs: u32| at.iter().find(|look| look.0 == pairs).map(|look| look.1).unwrap();
        assert!(wide(480) > 2.6 && wide(480) < 2.8 && wide(40) > 3.0 && wide(2000) > wide(480), "{at:?}");
        // A study that may end before has the same bounds until then.
        let short = Looks::new(490, 0.05).at;
        assert_eq!(short[..short.len() - 1], at[..short.len() - 1]);
        assert!(short.last().is_some_and(|look| look.0 == 490));
    }

    #[test]
    fn nothing_is_told_between_looks_and_an_error_of_next_to_nothing_is_never_sure() {
        let looks = Looks::new(600, 0.05);
        let wide = |count: u32| {
            let [low, high] = looks.estimate(&halves(count), [0.0, 1.0]).interval;
            high - low
        };
        assert_eq!([0, 20, 39, 41, 399, 601].map(wide), [1.0; 6]);
        assert!(wide(40) < 1.0 && wide(400) < wide(40) && wide(600) < wide(400));
        let equal = {
            let mut sequence = Sequence::default();
            (0..FIRST).for_each(|_| sequence.push(0.0));
            looks.estimate(&sequence, [-1.0, 1.0]).interval[1]
        };
        assert!(equal > 0.1 && equal < 0.5, "equal ones are no certainty: {equal}");
        let [low, high] = Looks::new(600, 1e-300).estimate(&halves(600), [0.0, 1.0]).interval;
        assert!(high - low > 0.3 && high - low < 0.5, "{low} {high}");
    }

    #[test]
    fn as_many_are_needed_as_narrow_it_so_far() {
        let looks = Looks::new(1000, 0.05);
        let needed = looks.needed(&halves(1000), 0.03, 1.0);
        let far = Looks::new(next(needed), 0.05);
        let reach = |at: &(u32, f64)| at.1 * (looks.variance(&halves(1000), 1.0) / f64::from(at.0)).sqrt();
        let all: Vec<f64> = far.at.iter().filter(|look| look.0 <= needed).map(reach).collect();
        let (last, before) = all.split_last().unwrap();
        assert!(*last <= 0.03 && before.iter().all(|reach| *reach > 0.03), "{needed}: {all:?}");
    }
}
