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

    #[test]
    fn the_table_has_the_cells_of_the_book() {
        let row = |total| [2, 3, 4, 6, 8, 10, 12, 20].map(|die| told(damage(total, die)));
        assert_eq!(row(-3), ["4", "6", "7", "10", "14", "17", "20", "32"]);
        assert_eq!(row(12), ["2", "3", "4", "6", "8", "9", "11", "18"]);
        assert_eq!(row(17), ["1", "2", "3", "4", "5", "6", "7", "12"]);
        assert_eq!(row(22), ["1", "1", "1", "2", "3", "3", "4", "7"]);
        assert_eq!(row(23), ["13/16", "1", "1", "1", "2", "3", "3", "5"]);
        assert_eq!(row(24), ["5/8", "7/8", "1", "1", "2", "2", "2", "4"]);
        assert_eq!(row(25), ["1/2", "5/8", "13/16", "1", "1", "1", "2", "3"]);
        assert_eq!(row(26), ["5/16", "7/16", "1/2", "3/4", "1", "1", "1", "2"]);
        assert_eq!(row(27), ["1/4", "5/16", "3/8", "9/16", "3/4", "7/8", "1", "1"]);
        assert_eq!(row(28), ["1/8", "3/16", "1/4", "3/8", "1/2", "9/16", "11/16", "1"]);
        assert_eq!(row(30), ["1/8", "1/8", "3/16", "1/4", "3/8", "7/16", "1/2", "7/8"]);
        assert_eq!(row(31), ["1/16", "1/16", "1/8", "3/16", "1/4", "1/4", "5/16", "9/16"]);
        assert_eq!(row(33), ["1/16", "1/16", "1/16", "1/8", "3/16", "3/16", "1/4", "7/16"]);
        assert_eq!(row(36), ["0", "0", "1/16", "1/16", "1/8", "1/8", "1/8", "1/4"]);
        assert_eq!(row(40), ["0", "0", "0", "0", "1/16", "1/16", "1/16", "1/8"]);
        assert_eq!(row(41), ["0"; 8]);
        assert_eq!((row(28), row(31), row(34), row(37)), (row(29), row(32), row(36), row(40)));
    }

    #[test]
    fn a_product_is_read_as_wholes_and_a_part() {
        assert_eq!([told(12 * damage(26, 6)), told(10 * damage(26, 6)), told(108)], ["9", "7 1/2", "6 3/4"]);
    }
}
