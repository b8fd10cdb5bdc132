//! Where units fell, square by square, and how often each is lost.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Row;
use crate::ids::Side;

/// How many squares the table is divided into from left to right.
const ACROSS: f64 = 18.0;

/// A square of the table in which units fell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Field {
    /// Its middle, in inches.
    pub at: [f64; 2],
    /// How many of north's units fell there in a battle, in the mean.
    pub north: f64,
    /// How many of south's.
    pub south: f64,
}

/// How often a unit is lost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Loss {
    /// Whose it is.
    pub side: Side,
    /// In which share of the battles.
    pub share: f64,
    /// In which turn, in the mean of those.
    pub turn: f64,
}

/// The width of a square on a table of that width.
pub fn square(table: f64) -> f64 {
    table / ACROSS
}

/// The squares in which units fell in those battles, from the left and from south to north.
pub fn fields(rows: &[&Row], table: [f64; 2]) -> Vec<Field> {
    let square = square(table[0]);
    let each = 1.0 / rows.len().max(1) as f64;
    let cell = |hundredths: i32, size: f64| {
        let last = (size / square).ceil() as i32 - 1;
        ((f64::from(hundredths) / 100.0 / square).floor() as i32).clamp(0, last.max(0))
    };
    let mut counts: BTreeMap<(i32, i32), [f64; 2]> = BTreeMap::new();
    for fell in rows.iter().flat_map(|row| &row.fell) {
        let at = (cell(fell.at[0], table[0]), cell(fell.at[1], table[1]));
        counts.entry(at).or_default()[fell.side.index()] += each;
    }
    let middle = |n: i32| (f64::from(n) + 0.5) * square;
    let of = |((x, y), [north, south]): ((i32, i32), [f64; 2])| Field { at: [middle(x), middle(y)], north, south };
    counts.into_iter().map(of).collect()
}

/// How often each unit is lost that ever is.
pub fn losses(rows: &[&Row]) -> BTreeMap<String, Loss> {
    let mut counts: BTreeMap<&str, (Side, u32, u32)> = BTreeMap::new();
    for fell in rows.iter().flat_map(|row| &row.fell) {
        let (_, count, turns) = counts.entry(&fell.unit).or_insert((fell.side, 0, 0));
        *count += 1;
        *turns += fell.turn;
    }
    let of = |(name, (side, count, turns)): (&str, (Side, u32, u32))| {
        let share = f64::from(count) / rows.len() as f64;
        (name.to_owned(), Loss { side, share, turn: f64::from(turns) / f64::from(count) })
    };
    counts.into_iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::study::row::Fallen;

    fn row(fell: &[(&'static str, Side, u32, [i32; 2])]) -> Row {
        let fallen = |(unit, side, turn, at): &(&'static str, Side, u32, [i32; 2])| Fallen {
            unit: (*unit).into(),
            side: *side,
            turn: *turn,
            at: *at,
        };
        Row {
            arm: 0,
            pair: 1,
            swapped: false,
            seed: 1,
            side: Side::South,
            score: 1.0,
            margin: 0.0,
            luck: Default::default(),
            turns: 5,
            why: "over".into(),
            stopped: None,
            digest: Default::default(),
            course: Vec::new(),
            fell: fell.iter().map(fallen).collect(),
        }
    }

    #[test]
    fn units_fall_in_squares_and_at_the_edge_in_the_last() {
        // A table of 72 inches has squares of 4.
        let rows = [
            row(&[("a", Side::North, 2, [399, 0]), ("b", Side::South, 3, [400, 401])]),
            row(&[("a", Side::North, 4, [7200, 4800])]),
        ];
        let rows: Vec<&Row> = rows.iter().collect();
        let fields = fields(&rows, [72.0, 48.0]);
        let told: Vec<_> = fields.iter().map(|f| (f.at, f.north, f.south)).collect();
        assert_eq!(told, [([2.0, 2.0], 0.5, 0.0), ([6.0, 6.0], 0.0, 0.5), ([70.0, 46.0], 0.5, 0.0)]);
        let losses = losses(&rows);
        assert_eq!(losses["a"], Loss { side: Side::North, share: 1.0, turn: 3.0 });
        assert_eq!(losses["b"], Loss { side: Side::South, share: 0.5, turn: 3.0 });
    }
}
