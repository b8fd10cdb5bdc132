//! One point at which a kernel's course depends on dice, with the ways that it may take and their weights.

/// A die by its faces, or a pool by its number of hits.
#[derive(Debug)]
pub(super) struct Branch {
    taken: u16,
    last: u16,
    what: What,
    /// Of the way that is taken.
    weight: Weight,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Die { sides: u8 },
    Pool { count: u16, hits: u8, sides: u8 },
}

/// How likely a way is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Weight {
    /// So many cases of so many; none when they do not fit.
    pub cases: Option<(u64, u64)>,
    /// Of one.
    pub share: f64,
}

impl Branch {
    /// One die; its first way is a one.
    pub fn die(sides: u8) -> Branch {
        Branch::new(1, u16::from(sides), What::Die { sides })
    }

    /// So many dice that hit from that score on; its ways are the numbers of hits that can be.
    pub fn pool(count: u16, score: u8, sides: u8) -> Branch {
        let hits = sides.saturating_sub(score.saturating_sub(1));
        let first = if hits == sides { count } else { 0 };
        let last = if hits == 0 { 0 } else { count };
        Branch::new(first, last, What::Pool { count, hits, sides })
    }

    fn new(first: u16, last: u16, what: What) -> Branch {
        Branch { taken: first, last, what, weight: what.weight(first) }
    }

    /// The face, or the number of hits.
    pub fn taken(&self) -> u16 {
        self.taken
    }

    /// Takes the next way; false when there is none.
    pub fn turn(&mut self) -> bool {
        if self.taken == self.last {
            return false;
        }
        self.taken += 1;
        self.weight = self.what.weight(self.taken);
        true
    }

    /// Of the way that is taken.
    pub fn weight(&self) -> Weight {
        self.weight
    }
}

impl What {
    fn weight(self, taken: u16) -> Weight {
        match self {
            What::Die { sides } => Weight { cases: Some((1, u64::from(sides))), share: 1.0 / f64::from(sides) },
            // All of them hit, or none can: no die decides anything.
            What::Pool { hits, sides, .. } if hits == 0 || hits == sides => Weight::ONE,
            What::Pool { count, hits, sides } => Weight {
                cases: cases(count, taken, hits, sides),
                share: share(count, taken, f64::from(hits) / f64::from(sides)),
            },
        }
    }
}

impl Weight {
    /// Certain.
    pub const ONE: Weight = Weight { cases: Some((1, 1)), share: 1.0 };

    /// Both.
    pub fn and(self, other: Weight) -> Weight {
        let cases = self
            .cases
            .zip(other.cases)
            .and_then(|((a, of_a), (b, of_b))| Some((a.checked_mul(b)?, of_a.checked_mul(of_b)?)));
        Weight { cases, share: self.share * other.share }
    }
}

/// In how many of all ways in which `count` dice may fall just so many hit.
fn cases(count: u16, taken: u16, hits: u8, sides: u8) -> Option<(u64, u64)> {
    let ways = (1..=u64::from(taken)).try_fold(1u64, |ways, i| {
        // A product of i whole numbers in a row is a multiple of i!.
        Some(ways.checked_mul(u64::from(count - taken) + i)? / i)
    })?;
    let hit = u64::from(hits).checked_pow(u32::from(taken))?;
    let miss = u64::from(sides - hits).checked_pow(u32::from(count - taken))?;
    let of = u64::from(sides).checked_pow(u32::from(count))?;
    Some((ways.checked_mul(hit)?.checked_mul(miss)?, of))
}

/// The same as a share of one: the binomial distribution. Large factors and small ones are taken in turns, so that
/// the product stays a number that can be held.
fn share(count: u16, taken: u16, hit: f64) -> f64 {
    let (mut share, mut misses) = (1.0, count - taken);
    for i in 1..=u32::from(taken) {
        share *= f64::from(u32::from(count - taken) + i) / f64::from(i) * hit;
        while share > 1.0 && misses > 0 {
            share *= 1.0 - hit;
            misses -= 1;
        }
    }
    for _ in 0..misses {
        share *= 1.0 - hit;
    }
    share
}
