//! A point at which the result of dice is chosen, with all possible results and their weights.

use std::collections::BTreeMap;

use crate::dice::Sets;

/// One die, by its faces; a pool, by its number of hits; or dice counted by face, by the points they make.
#[derive(Debug)]
pub(super) struct Branch {
    taken: u16,
    last: u16,
    what: What,
    /// The weight of the result that is taken.
    weight: Weight,
}

#[derive(Clone, Debug)]
enum What {
    Die {
        sides: u8,
    },
    Pool {
        count: u16,
        hits: u8,
        sides: u8,
    },
    /// Every number of points that can be, with its weight, and the index of the one that is taken.
    Worth(Vec<(u16, Weight)>),
}

/// How likely a result is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Weight {
    /// Cases out of all cases; none when the numbers do not fit.
    pub cases: Option<(u64, u64)>,
    /// A share, 0 to 1.
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

    /// So many dice that count in sets.
    pub fn in_sets(count: u16, sets: Sets, sides: u8) -> Branch {
        let ways = worths(count, sets, sides);
        Branch::new(0, ways.len().saturating_sub(1) as u16, What::Worth(ways))
    }

    fn new(first: u16, last: u16, what: What) -> Branch {
        let weight = what.weight(first);
        Branch { taken: first, last, what, weight }
    }

    /// The face, the number of hits, or the worth.
    pub fn taken(&self) -> u16 {
        match &self.what {
            What::Worth(ways) => ways.get(usize::from(self.taken)).map_or(0, |(worth, _)| *worth),
            What::Die { .. } | What::Pool { .. } => self.taken,
        }
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
    fn weight(&self, taken: u16) -> Weight {
        match *self {
            What::Die { sides } => Weight { cases: Some((1, u64::from(sides))), share: 1.0 / f64::from(sides) },
            // All of them hit, or none can: no die decides anything.
            What::Pool { hits, sides, .. } if hits == 0 || hits == sides => Weight::ONE,
            What::Pool { count, hits, sides } => Weight {
                cases: cases(count, taken, hits, sides),
                share: share(count, taken, f64::from(hits) / f64::from(sides)),
            },
            What::Worth(ref ways) => ways.get(usize::from(taken)).map_or(Weight::ONE, |(_, weight)| *weight),
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

/// Every number of points that so many dice can make, the least first, and how likely each is.
fn worths(count: u16, sets: Sets, sides: u8) -> Vec<(u16, Weight)> {
    let rest = sets.least.saturating_sub(1).min(sides);
    let faces = usize::from(sides - rest);
    let of = u64::from(sides).checked_pow(u32::from(count));
    let mut ways: BTreeMap<u16, (Option<u64>, f64)> = BTreeMap::new();
    let mut shown = vec![0; faces.max(1)];
    loop {
        let (cases, share) = falls(&shown[..faces], count, rest, sides);
        let way = ways.entry(sets.worth(&shown)).or_insert((Some(0), 0.0));
        way.0 = way.0.zip(cases).and_then(|(so_far, more)| so_far.checked_add(more));
        way.1 += share;
        if !next(&mut shown[..faces], count) {
            break;
        }
    }
    let weight = |(cases, share): (Option<u64>, f64)| Weight { cases: cases.zip(of), share };
    ways.into_iter().map(|(worth, way)| (worth, weight(way))).collect()
}

/// The next way in which no more than `count` dice show these faces; false after the last.
fn next(shown: &mut [u16], count: u16) -> bool {
    for n in 0..shown.len() {
        if shown.iter().sum::<u16>() < count {
            shown[n] += 1;
            return true;
        }
        shown[n] = 0;
    }
    false
}

/// In how many of all ways so many dice show each of these faces and the others one of the `rest`; and the same as a
/// share of one, multiplied die by die so that it stays a number that can be held.
fn falls(shown: &[u16], count: u16, rest: u8, sides: u8) -> (Option<u64>, f64) {
    let others = count - shown.iter().sum::<u16>();
    if rest == 0 && others > 0 {
        return (Some(0), 0.0);
    }
    let (mut cases, mut share, mut placed) = (Some(1u64), 1.0, 0u32);
    for (dice, of_sides) in shown.iter().map(|dice| (*dice, 1)).chain([(others, rest)]) {
        let mut ways = Some(1u64);
        for n in 1..=u32::from(dice) {
            // A product of n whole numbers in a row is a multiple of n!.
            ways = ways.and_then(|w| Some(w.checked_mul(u64::from(placed + n))? / u64::from(n)));
            share *= f64::from(placed + n) / f64::from(n) * f64::from(of_sides) / f64::from(sides);
        }
        let faces = u64::from(of_sides).checked_pow(u32::from(dice));
        cases = cases.zip(ways).and_then(|(c, w)| c.checked_mul(w)).zip(faces).and_then(|(c, f)| c.checked_mul(f));
        placed += u32::from(dice);
    }
    (cases, share)
}
