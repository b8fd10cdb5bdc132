//! A piece of terrain as a side would lay it: how large, where, which way, and what it covers then.

use bevy::math::{Vec2, ops};
use serde::{Deserialize, Serialize};

use super::{Outline, inches};
use crate::battle::{Arg, Mark, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::Side;
use crate::table::{Cdeg, Mil, Piece, turned};

/// Corners of an oval.
const CORNERS: i32 = 12;

/// What a piece looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// An ellipse.
    Oval,
    /// With square corners.
    Rectangle,
    /// From edge to edge of the table, through its middle, in the direction of its turn.
    Strip,
}

/// A piece as a side would lay it: its middle, the angle of its longer axis clockwise from the table's width, its
/// length along that axis and its width across. A strip is as long as the table allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceShape {
    /// What it is, e.g. `woods`.
    pub kind: Word,
    /// What it looks like.
    pub form: Form,
    /// Its middle, thousandths of an inch.
    pub at: (Mil, Mil),
    /// How far its longer axis is turned to the right from the table's width.
    pub turn: Cdeg,
    /// Its length along that axis.
    pub long: Mil,
    /// Its length across.
    pub wide: Mil,
}

/// The smallest and the largest length of a piece, and across.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The least and the most along the longer axis.
    pub long: (Mil, Mil),
    /// The least and the most across.
    pub wide: (Mil, Mil),
}

impl Form {
    /// Its word.
    pub fn word(self) -> Word {
        match self {
            Form::Oval => Word("oval"),
            Form::Rectangle => Word("rectangle"),
            Form::Strip => Word("strip"),
        }
    }
}

impl PieceShape {
    /// The middle, inches.
    pub fn middle(&self) -> Vec2 {
        inches(&self.at)
    }

    /// The same with its middle there.
    #[must_use]
    pub fn with_middle(self, at: Vec2) -> PieceShape {
        PieceShape { at: (Mil::measured(at.x), Mil::measured(at.y)), ..self }
    }

    /// What it covers on a table of that width and depth in inches; none: a strip that does not cross the table.
    pub fn outline(&self, table: (f32, f32)) -> Option<Outline> {
        match self.form {
            Form::Oval => Some(Outline::Area(self.oval())),
            Form::Rectangle => Some(Outline::Area(self.rectangle())),
            Form::Strip => Some(Outline::Strip { ends: self.ends(table)?, width: self.wide }),
        }
    }

    fn oval(&self) -> Vec<(Mil, Mil)> {
        let corner = |n: i32| {
            let around = Cdeg::degrees(n * 360 / CORNERS).to_radians();
            self.corner(ops::cos(around), ops::sin(around))
        };
        (0..CORNERS).map(corner).collect()
    }

    fn rectangle(&self) -> Vec<(Mil, Mil)> {
        [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(|(x, y)| self.corner(x, y)).to_vec()
    }

    /// The point at these shares of half its length along the longer axis and of half its width across.
    fn corner(&self, along: f32, across: f32) -> (Mil, Mil) {
        let (long, wide) = (self.long.to_inches() / 2.0, self.wide.to_inches() / 2.0);
        let corner = self.middle() + turned(Vec2::new(long * along, wide * across), self.turn);
        (Mil::measured(corner.x), Mil::measured(corner.y))
    }

    /// Where a strip meets the edges of the table.
    fn ends(&self, (width, depth): (f32, f32)) -> Option<[(Mil, Mil); 2]> {
        let (from, way, size) = (self.middle(), turned(Vec2::X, self.turn), Vec2::new(width, depth));
        if from.cmplt(Vec2::ZERO).any() || from.cmpgt(size).any() {
            return None;
        }
        // The distance to the edge that the direction leads to, along one axis.
        let reach = |way: Vec2| {
            let along = |from: f32, way: f32, size: f32| match way.total_cmp(&0.0) {
                std::cmp::Ordering::Greater => (size - from) / way,
                std::cmp::Ordering::Less => from / -way,
                std::cmp::Ordering::Equal => f32::INFINITY,
            };
            along(from.x, way.x, size.x).min(along(from.y, way.y, size.y))
        };
        let end = |way: Vec2| {
            let end = (from + way * reach(way)).clamp(Vec2::ZERO, size);
            (Mil::measured(end.x), Mil::measured(end.y))
        };
        let ends = [end(-way), end(way)];
        (ends[0] != ends[1]).then_some(ends)
    }
}

/// Whether it is neither too small nor too large.
///
/// # Errors
/// What was measured, and the limit.
pub fn check_size(shape: &PieceShape, sizes: &Sizes, refuse: impl Fn(&'static str) -> Refusal) -> Result<(), Refusal> {
    for (size, (least, most)) in [(shape.long, sizes.long), (shape.wide, sizes.wide)] {
        if size > most {
            return Err(refuse("terrain-too-large").above(Measured::Length(size), Measured::Length(most)));
        }
        if size < least {
            return Err(refuse("terrain-too-small").below(Measured::Length(size), Measured::Length(least)));
        }
    }
    Ok(())
}

/// Checks that it is far enough from every one of these pieces.
///
/// # Errors
///
/// Its distance from one that is too near, and the limit.
pub fn check_apart<'p>(
    outline: &Outline,
    pieces: impl Iterator<Item = &'p Piece>,
    limit: Mil,
    refuse: impl Fn(&'static str) -> Refusal,
) -> Result<(), Refusal> {
    let own = outline.parts();
    for piece in pieces {
        let between = own.iter().flat_map(|a| piece.parts().iter().map(|b| b.distance(a)));
        let away = Mil::measured(between.fold(f32::INFINITY, f32::min));
        if away < limit {
            return Err(refuse("terrain-apart")
                .below(Measured::Length(away), Measured::Length(limit))
                .word(Word("terrain"), Arg::Of(Ref::Terrain(piece.id))));
        }
    }
    Ok(())
}

/// A refusal of that rule to lay a piece, with what the piece would cover.
pub fn refusal(rule: Cite, side: Side, outline: Option<&Outline>, says: &'static str) -> Refusal {
    let refusal = Refusal::new(rule, Word(says)).of(Ref::Side(side));
    match outline {
        Some(outline) => refusal.mark(band(outline)),
        None => refusal,
    }
}

/// The drawing of the ground that a piece would cover.
pub fn band(outline: &Outline) -> Mark {
    let corners = match outline {
        Outline::Area(corners) => corners.clone(),
        Outline::Strip { ends, width } => {
            let [a, b] = [inches(&ends[0]), inches(&ends[1])];
            let aside = (b - a).normalize_or_zero().perp() * width.to_inches() / 2.0;
            [a + aside, b + aside, b - aside, a - aside]
                .map(|corner| (Mil::measured(corner.x), Mil::measured(corner.y)))
                .to_vec()
        }
    };
    Mark::Band(corners)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIE: PieceShape = PieceShape {
        kind: Word("woods"),
        form: Form::Oval,
        at: (Mil(20_000), Mil(10_000)),
        turn: Cdeg::ZERO,
        long: Mil(12_000),
        wide: Mil(6_000),
    };

    #[test]
    fn an_oval_is_round_and_longer_than_wide() {
        let outline = LIE.oval();
        assert_eq!(
            (outline[0], outline[3], outline[6], outline[9]),
            (
                (Mil(26_000), Mil(10_000)),
                (Mil(20_000), Mil(13_000)),
                (Mil(14_000), Mil(10_000)),
                (Mil(20_000), Mil(7_000)),
            )
        );
        // A quarter turn to the right: what was its eastern end is the southern one.
        let turned = PieceShape { turn: Cdeg::degrees(90), ..LIE }.oval();
        assert_eq!(turned[0], (Mil(20_000), Mil(4_000)));
    }

    #[test]
    fn a_rectangle_has_its_corners_at_its_half_sizes() {
        let corners = LIE.rectangle();
        assert_eq!(corners[0], (Mil(26_000), Mil(13_000)));
        assert_eq!(corners[2], (Mil(14_000), Mil(7_000)));
    }

    #[test]
    fn a_strip_runs_from_edge_to_edge() {
        let table = (48.0, 24.0);
        let strip = |turn: i32| PieceShape { form: Form::Strip, turn: Cdeg::degrees(turn), ..LIE }.ends(table);
        assert_eq!(strip(0), Some([(Mil::ZERO, Mil(10_000)), (Mil(48_000), Mil(10_000))]));
        assert_eq!(strip(90), Some([(Mil(20_000), Mil(24_000)), (Mil(20_000), Mil::ZERO)]));
        // Down to the right: 14 in to the upper edge, 10 to the lower.
        assert_eq!(strip(45), Some([(Mil(6_000), Mil(24_000)), (Mil(30_000), Mil::ZERO)]));
        assert_eq!(PieceShape { at: (Mil(-1), Mil(10)), form: Form::Strip, ..LIE }.ends(table), None);
    }
}
