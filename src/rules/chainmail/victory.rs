//! Victory (12.4), counted in points of whole armies.

use super::data::tables;
use crate::ids::Side;

/// How a battle has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Victory {
    /// Nobody has won.
    Draw,
    /// That side has won by a little.
    Marginal(Side),
    /// That side has won.
    Decisive(Side),
}

/// Whether an army of so many points has lost so many that it breaks.
pub fn breaks(army: i64, lost: i64) -> bool {
    lost * 100 > army * tables().victory.breaks
}

/// Who has won, by what each side has scored and whether its army has broken, north first; `army` is the size of one.
pub fn judge(army: i64, scores: [i64; 2], broken: [bool; 2]) -> Victory {
    let numbers = &tables().victory;
    let margin = (scores[0] - scores[1]).abs() * 100;
    let ahead = if scores[0] > scores[1] { Side::North } else { Side::South };
    let by_points = if margin > numbers.decisive * army {
        Victory::Decisive(ahead)
    } else if margin >= numbers.marginal * army {
        Victory::Marginal(ahead)
    } else {
        Victory::Draw
    };
    let alone = match broken {
        [true, false] => Some(Side::South),
        [false, true] => Some(Side::North),
        _ => None,
    };
    match (alone, by_points) {
        (Some(winner), Victory::Decisive(side)) if side == winner => by_points,
        (Some(winner), _) => Victory::Marginal(winner),
        (None, by_points) => by_points,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C121: armies of 100 points.
    #[test]
    fn scores_and_broken_armies_decide() {
        assert!(breaks(100, 51) && !breaks(100, 50));
        let whole = |north, south| judge(100, [north, south], [false; 2]);
        assert_eq!(whole(60, 45), Victory::Marginal(Side::North));
        assert_eq!(whole(48, 40), Victory::Draw);
        assert_eq!([whole(40, 50), whole(40, 65)], [Victory::Marginal(Side::South); 2]);
        assert_eq!(whole(40, 66), Victory::Decisive(Side::South));
        // South has lost 55 and is broken alone.
        assert_eq!(judge(100, [55, 46], [false, true]), Victory::Marginal(Side::North));
        assert_eq!(judge(100, [56, 52], [true, true]), Victory::Draw);
    }
}
