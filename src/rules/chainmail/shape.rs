//! Formations (5.1, 5.3): how many files they have, what a change costs, and what losses make of them.

use super::data::tables;
use super::facing::multiplier;
use super::troop::Drill;
use crate::table::Mil;

crate::word_enum! {
    /// A formation.
    #[derive(Default)]
    pub enum Shape {
        /// At least as many files as ranks.
        #[default]
        Line = "line",
        /// Fewer files than ranks.
        Column = "column",
        /// Figures face outward on all sides.
        Square = "square",
        /// A square of pikes.
        Hedgehog = "hedgehog",
    }
}

impl Shape {
    /// Whether it has four fronts.
    pub fn is_square(self) -> bool {
        matches!(self, Shape::Square | Shape::Hedgehog)
    }
}

/// The usual number of files of so many figures in that formation (5.1).
pub fn files(shape: Shape, figures: u8) -> u8 {
    let files = &tables().files;
    match shape {
        Shape::Line if figures < files.one_rank_below => figures.max(1),
        Shape::Line => figures.div_ceil(files.ranks),
        Shape::Column if figures < files.single_below => files.single,
        Shape::Column if figures < files.narrow_below => files.narrow,
        Shape::Column => files.column,
        Shape::Square | Shape::Hedgehog => {
            (1..=u8::MAX).find(|side| u16::from(*side) * u16::from(*side) >= u16::from(figures)).unwrap_or(u8::MAX)
        }
    }
}

/// Whether so many figures may take that formation: squares are of foot, hedgehogs of pikes (C6, C47).
pub fn may_form(shape: Shape, figures: u8, mounted: bool, pikes: bool) -> bool {
    let may = match shape {
        Shape::Line | Shape::Column => true,
        Shape::Square => !mounted,
        Shape::Hedgehog => pikes,
    };
    may && figures >= least(shape)
}

/// How many figures a formation takes at least (C6, C47).
pub fn least(shape: Shape) -> u8 {
    let formations = &tables().formations;
    match shape {
        Shape::Line | Shape::Column => 0,
        Shape::Square => formations.square_least,
        Shape::Hedgehog => formations.hedgehog_least,
    }
}

/// What a change from one formation to another costs a unit with that normal Move (5.3); a hedgehog costs as a square, and
/// from one to the other nothing.
pub fn price(from: Shape, to: Shape, normal: Mil, drill: Drill) -> Mil {
    let formations = &tables().formations;
    let as_square = |shape| if shape == Shape::Hedgehog { Shape::Square } else { shape };
    let moves = match (as_square(from), as_square(to)) {
        (Shape::Line, Shape::Column) | (Shape::Column, Shape::Line) => formations.line_column,
        (Shape::Column, _) | (_, Shape::Column) if as_square(from) != as_square(to) => formations.column_square,
        (from, to) if from == to => 0,
        _ => formations.line_square,
    };
    let (times, part) = multiplier(drill);
    let price = i64::from(normal.0) * i64::from(moves) * times;
    Mil(i32::try_from((price + part - 1).div_euclid(part)).unwrap_or(i32::MAX))
}

/// The formation and files of a unit that has come down to so many figures: one that still has two ranks keeps its files,
/// a single rank loses files, a square that is too small is a line of its files, a hedgehog a square (5.1).
pub fn after_losses(shape: Shape, files: u8, figures: u8) -> (Shape, u8) {
    let formations = &tables().formations;
    let shape = match shape {
        Shape::Hedgehog if figures < formations.hedgehog_least => Shape::Square,
        other => other,
    };
    let shape = match shape {
        Shape::Square if figures < formations.square_least => Shape::Line,
        other => other,
    };
    (shape, files.min(figures))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C45: 20 heavy foot as line, column and square; golden numbers of small units by 5.1.
    #[test]
    fn formations_have_the_files_of_the_book() {
        assert_eq!([Shape::Line, Shape::Column, Shape::Square].map(|shape| files(shape, 20)), [10, 4, 5]);
        assert_eq!([10, 8, 7].map(|figures| files(Shape::Line, figures)), [5, 4, 7]);
        assert_eq!([19, 5, 4].map(|figures| files(Shape::Column, figures)), [2, 2, 1]);
    }

    /// C6 and C47.
    #[test]
    fn squares_are_of_foot_and_hedgehogs_of_pikes() {
        assert!(may_form(Shape::Square, 9, false, false) && !may_form(Shape::Square, 8, false, false));
        assert!(!may_form(Shape::Square, 20, true, false));
        assert!(may_form(Shape::Hedgehog, 10, false, true) && !may_form(Shape::Hedgehog, 9, false, true));
        assert!(!may_form(Shape::Hedgehog, 20, false, false));
    }

    /// C2 to C5, C11, C12, C14.
    #[test]
    fn changes_cost_what_the_book_says() {
        let cost = |from, to, normal, drill| price(from, to, Mil::inches(normal), drill);
        let heavy = |from, to| cost(from, to, 9, Drill::Normal);
        assert_eq!(heavy(Shape::Column, Shape::Line), Mil::inches(9));
        assert_eq!(heavy(Shape::Column, Shape::Square), Mil::inches(9));
        assert_eq!(heavy(Shape::Line, Shape::Square), Mil::inches(18));
        assert_eq!(heavy(Shape::Square, Shape::Line), Mil::inches(18));
        assert_eq!(heavy(Shape::Square, Shape::Hedgehog), Mil::ZERO);
        assert_eq!(heavy(Shape::Line, Shape::Line), Mil::ZERO);
        assert_eq!(cost(Shape::Line, Shape::Column, 6, Drill::Normal), Mil::inches(6));
        assert_eq!(cost(Shape::Column, Shape::Line, 9, Drill::Poor), Mil::inches(18));
        assert_eq!(cost(Shape::Line, Shape::Square, 9, Drill::Poor), Mil::inches(36));
        assert_eq!(cost(Shape::Column, Shape::Line, 12, Drill::Drilled), Mil::inches(6));
        assert_eq!(cost(Shape::Line, Shape::Hedgehog, 12, Drill::Drilled), Mil::inches(12));
    }

    /// C129.
    #[test]
    fn losses_take_ranks_then_files_and_small_squares_are_lines() {
        assert_eq!(after_losses(Shape::Line, 6, 4), (Shape::Line, 4));
        assert_eq!(after_losses(Shape::Line, 10, 12), (Shape::Line, 10));
        assert_eq!(after_losses(Shape::Square, 3, 8), (Shape::Line, 3));
        assert_eq!(after_losses(Shape::Hedgehog, 4, 9), (Shape::Square, 4));
    }
}
