//! How battles go from turn to turn: the chance to win that the position at the end of each turn gives.
//!
//! Of all the battles of a study that are not over by then, a logistic regression of their results on two numbers of the
//! position (how much nearer the enemy is to defeat, how much more of the army is left) says how often such a position is
//! won, whichever arm it came from. In the mean over the battles of an arm, those that are over as they ended, that is how
//! its chance looks then; at the last turn it is the share that it won. Where two arms part, their battles do.

use bevy::math::{DMat3, DVec3};

use super::Row;

/// A turn of an arm.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Turn {
    /// Its number.
    pub turn: u32,
    /// The mean of the margin at its end.
    pub margin: f64,
    /// The mean of the chance to win that the positions at its end give.
    pub chance: f64,
}

/// The turns of each of so many arms.
pub fn courses(rows: &[Row], arms: usize) -> Vec<Vec<Turn>> {
    let last = rows.iter().map(|row| row.turns).max().unwrap_or_default();
    let first = rows.iter().filter_map(|row| row.course.first()).map(|reached| reached.turn).min().unwrap_or_default();
    let mut courses = vec![Vec::new(); arms];
    for turn in first..=last {
        let chances = chances(rows, turn);
        for (arm, course) in courses.iter_mut().enumerate() {
            let own = rows.iter().zip(&chances).filter(|(row, _)| row.arm == arm);
            let (mut count, mut margin, mut chance) = (0.0, 0.0, 0.0);
            for (row, own) in own {
                count += 1.0;
                margin += position(row, turn).x;
                chance += own;
            }
            if count > 0.0 {
                course.push(Turn { turn, margin: margin / count, chance: chance / count });
            }
        }
    }
    for (arm, course) in courses.iter_mut().enumerate() {
        // No longer than its longest battle.
        let own = rows.iter().filter(|row| row.arm == arm).map(|row| row.turns).max().unwrap_or_default();
        course.retain(|turn| turn.turn <= own);
    }
    courses
}

/// The margin and what is left at the end of that turn, or as the battle ended before it.
fn position(row: &Row, turn: u32) -> DVec3 {
    let until = row.course.iter().take_while(|reached| reached.turn <= turn).last();
    let reached = until.or(row.course.first());
    reached.map_or(DVec3::new(row.margin, 0.0, 1.0), |reached| DVec3::new(reached.margin, reached.left, 1.0))
}

/// The chance of each battle at the end of that turn.
fn chances(rows: &[Row], turn: u32) -> Vec<f64> {
    let going: Vec<(DVec3, f64)> =
        rows.iter().filter(|row| row.turns > turn).map(|row| (position(row, turn), row.score)).collect();
    let weights = regression(&going);
    let of = |row: &Row| if row.turns > turn { logistic(weights.dot(position(row, turn))) } else { row.score };
    rows.iter().map(of).collect()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// The weights under which the results are most likely (Newton's method). Two imagined battles of each kind, one won and
/// one lost, keep them finite where all are won or the position tells them apart without fail.
fn regression(battles: &[(DVec3, f64)]) -> DVec3 {
    const STEPS: usize = 30;
    let mut weights = DVec3::ZERO;
    for _ in 0..STEPS {
        let ridge = DVec3::new(1.0, 1.0, 0.5);
        let mut slope = -(ridge * weights);
        let mut curve = DMat3::from_diagonal(ridge);
        for (position, score) in battles {
            let chance = logistic(weights.dot(*position));
            slope += *position * (score - chance);
            let spread = *position * (chance * (1.0 - chance));
            curve += DMat3::from_cols(spread * position.x, spread * position.y, spread * position.z);
        }
        // A step no longer than a few units: far away the curve is flat and Newton's would overshoot.
        weights += (curve.inverse() * slope).clamp_length_max(4.0);
    }
    weights
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{Rng, SeedableRng};

    use super::*;

    #[test]
    fn the_regression_finds_the_chance_that_a_position_gives() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut uniform = || (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let truth = DVec3::new(2.0, -1.0, 0.5);
        let battles: Vec<(DVec3, f64)> = (0..20_000)
            .map(|_| {
                let position = DVec3::new(uniform() * 2.0 - 1.0, uniform() * 2.0 - 1.0, 1.0);
                let won = uniform() < logistic(truth.dot(position));
                (position, f64::from(u8::from(won)))
            })
            .collect();
        let found = regression(&battles);
        assert!((found - truth).length() < 0.15, "{found:?}");
    }

    #[test]
    fn of_nothing_and_of_only_victories_it_stays_a_chance() {
        assert_eq!(regression(&[]), DVec3::ZERO);
        let won = vec![(DVec3::new(0.1, 0.0, 1.0), 1.0); 50];
        let chance = logistic(regression(&won).dot(won[0].0));
        assert!(chance > 0.9 && chance < 1.0, "{chance}");
    }
}
