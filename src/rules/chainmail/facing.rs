//! What turning on the spot costs (5.4).

use super::data::tables;
use super::troop::Drill;
use crate::table::{Cdeg, Mil};

/// What a turn by that angle costs a unit with that normal Move, rounded up to 1/1000 inch: rising evenly to the price of a
/// quarter turn and from there to that of a half turn, then as its training makes it. Whether it is the free one of this
/// turn is asked of [`is_free`].
pub fn price(angle: Cdeg, normal: Mil, drill: Drill) -> Mil {
    let facing = &tables().facing;
    let quarter = Cdeg::HALF.0 / 2;
    let angle = angle.turn().0.abs();
    let (first, second) = (angle.min(quarter), (angle - quarter).max(0));
    // In exact fractions: the price of the first quarter, and what the second adds to it.
    let (q, of_q) = (i64::from(facing.quarter.0), i64::from(facing.quarter.1));
    let (h, of_h) = (i64::from(facing.about.0), i64::from(facing.about.1));
    let (more, of_more) = (h * of_q - q * of_h, of_h * of_q);
    let (first, second, quarter) = (i64::from(first), i64::from(second), i64::from(quarter));
    let above = first * q * of_more + second * more * of_q;
    let below = quarter * of_q * of_more;
    let (times, part) = multiplier(drill);
    let (above, below) = (above * i64::from(normal.0) * times, below * part);
    Mil(i32::try_from((above + below - 1).div_euclid(below)).unwrap_or(i32::MAX))
}

/// Whether so small a turn is free, once a turn.
pub fn is_free(angle: Cdeg) -> bool {
    angle.turn().0.abs() <= tables().facing.free.0.0
}

/// By what a unit's training multiplies its prices.
pub fn multiplier(drill: Drill) -> (i64, i64) {
    let (times, part) = match drill {
        Drill::Poor => tables().drill.poor,
        Drill::Normal => (1, 1),
        Drill::Drilled => tables().drill.drilled,
        // C17: both at once.
        Drill::PoorHorse => {
            let ((a, b), (c, d)) = (tables().drill.poor, tables().drill.drilled);
            (a * c, b * d)
        }
    };
    (i64::from(times), i64::from(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inches(degrees: f32, normal: i32, drill: Drill) -> f32 {
        price(Cdeg::measured(degrees), Mil::inches(normal), drill).to_inches()
    }

    /// C8 to C12, C115: heavy foot 9, armoured foot 6, peasants 9 doubled, heavy horse and Swiss 12 halved, medium horse 18.
    #[test]
    fn turns_cost_what_the_book_says() {
        for (degrees, cost) in [(90.0, 3.0), (180.0, 4.5), (45.0, 1.5), (30.0, 1.0), (135.0, 3.75), (-90.0, 3.0)] {
            assert_eq!(inches(degrees, 9, Drill::Normal), cost, "{degrees}");
        }
        assert_eq!([inches(90.0, 6, Drill::Normal), inches(180.0, 6, Drill::Normal)], [2.0, 3.0]);
        assert_eq!([inches(90.0, 9, Drill::Poor), inches(180.0, 9, Drill::Poor)], [6.0, 9.0]);
        assert_eq!([inches(90.0, 12, Drill::Drilled), inches(180.0, 12, Drill::Drilled)], [2.0, 3.0]);
        assert_eq!(inches(90.0, 18, Drill::Drilled), 3.0);
    }

    /// C49 and golden 10.
    #[test]
    fn a_turn_of_five_degrees_is_free_and_prices_have_no_jump() {
        assert!(is_free(Cdeg(500)) && is_free(Cdeg(-500)) && !is_free(Cdeg(501)));
        assert_eq!(inches(6.0, 9, Drill::Normal), 0.2);
        let (below, above) = (inches(89.99, 9, Drill::Normal), inches(90.01, 9, Drill::Normal));
        assert!(below <= 3.0 && above >= 3.0 && above - below < 0.009, "{below} {above}");
    }
}
