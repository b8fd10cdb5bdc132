//! The combat results table (8.3): hit dice of damage of one attack, in sixteenths.

use super::data::tables;

/// Sixteenths of a hit die.
pub const WHOLE: i32 = 16;

/// What one attack does with that attack total and damage die (BS100, BS101).
pub fn damage(total: i32, die: u8) -> i32 {
    let table = &tables().damage;
    let total = total.max(0);
    let hits = match usize::try_from(total - table.straight - 1) {
        Err(_) => (table.top - total) * WHOLE / 2,
        Ok(row) => table.tail.get(row).copied().unwrap_or(0),
    };
    // The mean of the die against that of a d8.
    let damage = hits * (i32::from(die) + 1) / 9;
    if damage >= WHOLE { damage / WHOLE * WHOLE } else { damage }
}

/// The single die whose average is nearest to that of odd damage, as `2d4` or `d8+1`; of two as near the smaller (BS74).
pub fn single(odd: &str) -> Option<u8> {
    let (count, rest) = odd.split_once('d')?;
    let (sides, more) = rest.split_once('+').unwrap_or((rest, "0"));
    let number = |text: &str| text.parse::<i32>().ok().filter(|number| (0..=100).contains(number));
    let count = if count.is_empty() { 1 } else { number(count)? };
    let (sides, more) = (number(sides)?, number(more)?);
    if count == 0 || sides == 0 {
        return None;
    }
    let twice_mean = count * (sides + 1) + 2 * more;
    let dice = tables().damage.dice.iter().copied();
    dice.min_by_key(|die| ((twice_mean - i32::from(*die) - 1).abs(), *die))
}

/// Sixteenths as people read them: `6 3/4`.
pub fn told(sixteenths: i32) -> String {
    let (whole, mut part) = (sixteenths / WHOLE, sixteenths % WHOLE);
    let mut of = WHOLE;
    while part > 0 && part % 2 == 0 {
        (part, of) = (part / 2, of / 2);
    }
    match (whole, part) {
        (whole, 0) => whole.to_string(),
        (0, part) => format!("{part}/{of}"),
        (whole, part) => format!("{whole} {part}/{of}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BS74, and damages that are a die already.
    #[test]
    fn odd_damage_is_the_nearest_die() {
        assert_eq!(["2d4", "d4+1", "d8+1", "d6", "2d6", "3d6"].map(single), [8, 6, 10, 6, 12, 20].map(Some));
        assert_eq!(["", "d", "d0", "0d6", "six", "d6-1", "d999999999999"].map(single), [None; 7]);
    }

    /// The whole printed table: from which total to which, and d2, d3, d4, d6, d8, d10, d12, d20.
    const BOOK: [(i32, i32, &str); 35] = [
        (-3, 0, "4 6 7 10 14 17 20 32"),
        (1, 1, "4 6 7 10 13 16 19 31"),
        (2, 2, "4 5 7 10 13 15 18 30"),
        (3, 3, "4 5 6 9 12 15 18 29"),
        (4, 4, "4 5 6 9 12 14 17 28"),
        (5, 5, "3 5 6 8 11 14 16 26"),
        (6, 6, "3 4 6 8 11 13 15 25"),
        (7, 7, "3 4 5 8 10 12 15 24"),
        (8, 8, "3 4 5 7 10 12 14 23"),
        (9, 9, "3 4 5 7 9 11 13 22"),
        (10, 10, "3 4 5 7 9 11 13 21"),
        (11, 11, "2 3 4 6 8 10 12 19"),
        (12, 12, "2 3 4 6 8 9 11 18"),
        (13, 13, "2 3 4 5 7 9 10 17"),
        (14, 14, "2 3 3 5 7 8 10 16"),
        (15, 15, "2 2 3 5 6 7 9 15"),
        (16, 16, "2 2 3 4 6 7 8 14"),
        (17, 17, "1 2 3 4 5 6 7 12"),
        (18, 18, "1 2 2 3 5 6 7 11"),
        (19, 19, "1 2 2 3 4 5 6 10"),
        (20, 20, "1 1 2 3 4 4 5 9"),
        (21, 21, "1 1 1 2 3 4 5 8"),
        (22, 22, "1 1 1 2 3 3 4 7"),
        (23, 23, "13/16 1 1 1 2 3 3 5"),
        (24, 24, "5/8 7/8 1 1 2 2 2 4"),
        (25, 25, "1/2 5/8 13/16 1 1 1 2 3"),
        (26, 26, "5/16 7/16 1/2 3/4 1 1 1 2"),
        (27, 27, "1/4 5/16 3/8 9/16 3/4 7/8 1 1"),
        (28, 29, "1/8 3/16 1/4 3/8 1/2 9/16 11/16 1"),
        (30, 30, "1/8 1/8 3/16 1/4 3/8 7/16 1/2 7/8"),
        (31, 32, "1/16 1/16 1/8 3/16 1/4 1/4 5/16 9/16"),
        (33, 33, "1/16 1/16 1/16 1/8 3/16 3/16 1/4 7/16"),
        (34, 36, "0 0 1/16 1/16 1/8 1/8 1/8 1/4"),
        (37, 40, "0 0 0 0 1/16 1/16 1/16 1/8"),
        (41, 60, "0 0 0 0 0 0 0 0"),
    ];

    #[test]
    fn every_cell_of_the_table_follows_from_the_formula() {
        for (from, to, cells) in BOOK {
            for total in from..=to {
                let row = [2, 3, 4, 6, 8, 10, 12, 20].map(|die| told(damage(total, die)));
                assert_eq!(row.join(" "), cells, "at {total}");
            }
        }
    }

    #[test]
    fn a_product_is_read_as_wholes_and_a_part() {
        assert_eq!([told(12 * damage(26, 6)), told(10 * damage(26, 6)), told(108)], ["9", "7 1/2", "6 3/4"]);
    }
}
