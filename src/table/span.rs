//! Stretches of a straight path: while two things overlap, while a segment runs inside something.

use smallvec::SmallVec;

use super::measure::TOUCHING;

/// The stretch of a slide during which two things overlap, as distances slid; negative ones lie behind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// Where they first touch.
    pub enter: f32,
    /// Where they last touch.
    pub leave: f32,
    /// How wide the other is in the path.
    pub width: f32,
    /// Where they overlap deeper than a touch; none when the one only grazes the other.
    pub over: Option<(f32, f32)>,
}

impl Passage {
    /// Whether they overlap deeper than a touch anywhere on the way from 0 up to `reach`.
    pub fn blocks(&self, reach: f32) -> bool {
        self.over.is_some_and(|(from, to)| to > 0.0 && from < reach)
    }
}

/// Stretches of a path, as distances along it, in order and apart from each other.
pub type Stretches = SmallVec<[(f32, f32); 4]>;

/// The slide of one convex thing over another: each axis on which their shadows may lie apart makes the stretch
/// smaller in which they overlap.
pub(super) struct Sweep {
    overlap: Span,
    over: Span,
}

impl Sweep {
    /// Nothing demanded yet.
    pub fn new() -> Sweep {
        Sweep { overlap: Span::ALL, over: Span::ALL }
    }

    /// On this side of this axis they overlap by so much now, and by `speed` more for each inch slid.
    pub fn demand(&mut self, overlap: f32, speed: f32) {
        self.overlap.above(overlap, speed);
        self.over.above(overlap - TOUCHING, speed);
    }

    /// What is left, if anything.
    pub fn passage(self, width: f32) -> Option<Passage> {
        let Span { from: enter, to: leave } = self.overlap;
        let over = self.over.is_open().then_some((self.over.from, self.over.to));
        self.overlap.is_open().then_some(Passage { enter, leave, width, over })
    }
}

/// An open interval that conditions linear in `t` make smaller.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub from: f32,
    pub to: f32,
}

impl Span {
    /// Everything.
    pub const ALL: Span = Span { from: f32::NEG_INFINITY, to: f32::INFINITY };

    /// Demands `value + t * speed > 0`.
    pub fn above(&mut self, value: f32, speed: f32) {
        // Slower than this is standing still: over a table's length it would not move a touch.
        const STILL: f32 = 1e-5;
        if speed > STILL {
            self.from = self.from.max(-value / speed);
        } else if speed < -STILL {
            self.to = self.to.min(-value / speed);
        } else if value <= 0.0 {
            self.to = f32::NEG_INFINITY;
        }
    }

    /// Whether anything is left.
    pub fn is_open(self) -> bool {
        self.to > self.from
    }
}

/// Joins stretches that overlap or follow each other without a gap that matters.
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
