//! Stretches of a straight path: while two things overlap, while a segment runs inside something.

use smallvec::SmallVec;

/// Where a slide runs into something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meets {
    /// The distance slid when it is touched, inches; 0 if it is touched at the start.
    pub enter: f32,
    /// How much of the path's width it takes up, inches.
    pub width: f32,
}

/// The stretch of a slide during which two things overlap, as distances slid; negative ones are behind the mover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// Where they first touch.
    pub enter: f32,
    /// Where they last touch.
    pub leave: f32,
    /// Where they overlap deeper than a touch.
    pub over: (f32, f32),
}

/// Stretches of a path, as distances along it, in order and apart from each other.
pub type Stretches = SmallVec<[(f32, f32); 4]>;

/// Joins stretches that overlap, or whose gap is no more than rounding.
pub(super) fn joined(mut stretches: Stretches) -> Stretches {
    const SEAM: f32 = 0.000_5;
    stretches.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut joined = Stretches::new();
    for (from, to) in stretches {
        match joined.last_mut() {
            Some(last) if from <= last.1 + SEAM => last.1 = last.1.max(to),
            _ => joined.push((from, to)),
        }
    }
    joined
}
