//! Where units fell and fought, square by square, how often each is lost, and what each did for what it is worth.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Row;
use crate::ids::Side;

/// How many squares the table is divided into from left to right.
const ACROSS: f64 = 18.0;

/// A square of the table in which units fell, or fought.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Field {
    /// Its middle, in inches.
    pub at: [f64; 2],
    /// How many of north's units fell there in a battle, or were in a round of a fight, in the mean.
    pub north: f64,
    /// How many of south's.
    pub south: f64,
}

/// What a unit did in a battle, in the mean.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Done {
    /// Whose it is.
    pub side: Side,
    /// What it is worth, in the points of army lists or a like scale.
    pub worth: f64,
    /// What it took of the enemy's.
    pub took: f64,
    /// What of it was lost.
    pub lost: f64,
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
    let of = |((x, y), [north, south]): ((i32, i32), [f64; 2])| Field {
        at: [middle(x, square), middle(y, square)],
        north,
        south,
    };
    counts.into_iter().map(of).collect()
}

fn middle(n: i32, square: f64) -> f64 {
    (f64::from(n) + 0.5) * square
}

/// The squares in which units fought in those battles, on a table of that width.
pub fn fought(rows: &[&Row], table: f64) -> Vec<Field> {
    let square = square(table);
    let each = 1.0 / rows.len().max(1) as f64;
    let mut counts: BTreeMap<[u16; 2], [u32; 2]> = BTreeMap::new();
    for fought in rows.iter().flat_map(|row| &row.fought) {
        let [north, south] = counts.entry(fought.square).or_default();
        (*north, *south) = (*north + u32::from(fought.north), *south + u32::from(fought.south));
    }
    let of = |([x, y], [north, south]): ([u16; 2], [u32; 2])| Field {
        at: [middle(x.into(), square), middle(y.into(), square)],
        north: f64::from(north) * each,
        south: f64::from(south) * each,
    };
    counts.into_iter().map(of).collect()
}

/// What each unit did of which that is known what it is worth.
pub fn done(rows: &[&Row], worth: &BTreeMap<String, (Side, f64)>) -> BTreeMap<String, Done> {
    let mut sums: BTreeMap<&str, [i64; 2]> = worth.keys().map(|unit| (unit.as_str(), [0; 2])).collect();
    for deed in rows.iter().flat_map(|row| &row.deeds) {
        if let Some([took, lost]) = sums.get_mut(&*deed.unit) {
            (*took, *lost) = (*took + i64::from(deed.took), *lost + i64::from(deed.lost));
        }
    }
    let mean = |thousandths: i64| thousandths as f64 / 1000.0 / rows.len().max(1) as f64;
    let of = |(unit, [took, lost]): (&str, [i64; 2])| {
        let (side, worth) = worth[unit];
        (unit.to_owned(), Done { side, worth, took: mean(took), lost: mean(lost) })
    };
    sums.into_iter().map(of).collect()
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
            deeds: Vec::new(),
            fought: Vec::new(),
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

    #[test]
    fn deeds_and_fights_are_means_of_a_battle() {
        use crate::lab::study::deeds::{Deed, Fought};
        let deed = |unit: &'static str, took, lost| Deed { unit: unit.into(), side: Side::North, took, lost };
        let fought = |square, north, south| Fought { square, north, south };
        let mut rows = [row(&[]), row(&[])];
        rows[0].deeds = vec![deed("a", 1500, 0), deed("unknown", 9, 9)];
        rows[1].deeds = vec![deed("a", 500, 2000)];
        rows[0].fought = vec![fought([0, 1], 3, 1)];
        rows[1].fought = vec![fought([0, 1], 0, 2), fought([2, 0], 1, 1)];
        let rows: Vec<&Row> = rows.iter().collect();
        let worth = BTreeMap::from([("a".to_owned(), (Side::North, 2.5)), ("b".to_owned(), (Side::South, 4.0))]);
        let done = done(&rows, &worth);
        assert_eq!(done["a"], Done { side: Side::North, worth: 2.5, took: 1.0, lost: 1.0 });
        assert_eq!(done["b"], Done { side: Side::South, worth: 4.0, took: 0.0, lost: 0.0 });
        assert_eq!(done.len(), 2);
        let told: Vec<_> = super::fought(&rows, 72.0).iter().map(|f| (f.at, f.north, f.south)).collect();
        assert_eq!(told, [([2.0, 6.0], 1.5, 1.5), ([10.0, 2.0], 0.5, 0.5)]);
    }
}
