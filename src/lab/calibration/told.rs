//! What the positions say: chances in groups beside the battles that were won, and numbers of all of them.

use serde::Serialize;

use super::Position;

/// How many groups there are between 0 and 1.
const GROUPS: usize = 10;

/// Positions that were given about the same chance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Group {
    /// How many.
    pub positions: u32,
    /// The mean of what was foretold.
    pub chance: f64,
    /// The share that was won; a draw is half of one.
    pub won: f64,
    /// What was won less what was foretold, with its standard error: at least that of battles which are won by the chance that
    /// was foretold, so that a group with nothing but wins is not taken for sure.
    pub difference: [f64; 2],
}

/// What came of a calibration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Told {
    /// How many positions.
    pub positions: usize,
    /// The rollouts' chances in groups, from the least to the greatest.
    pub rollouts: Vec<Group>,
    /// The chances at a glance.
    pub judged: Vec<Group>,
    /// What was won less what the rollouts foretold in the mean of all, with its standard error.
    pub bias: [f64; 2],
    /// By how much what was won less what was foretold grows from a chance of 0 to one of 1, with its standard error: under
    /// nothing where chances are too bold, over it where they are too timid.
    pub tilt: [f64; 2],
    /// The mean squared error of the rollouts' chances (Brier).
    pub brier: f64,
    /// That of the chances at a glance.
    pub brier_judged: f64,
    /// That of who always says the share that was won.
    pub brier_of_none: f64,
}

/// Adds it up.
pub fn tell(positions: &[Position]) -> Told {
    let count = positions.len().max(1) as f64;
    let mean = |of: &dyn Fn(&Position) -> f64| positions.iter().map(of).sum::<f64>() / count;
    let chance = |p: &Position| p.chances().iter().sum::<f64>() / 2.0;
    let won = mean(&Position::won);
    let sorted = mean(&|p| p.chances()[0]);
    let off = |p: &Position| p.won() - p.chances()[1];
    let lever = |p: &Position| p.chances()[0] - sorted;
    let squares: f64 = positions.iter().map(|p| lever(p) * lever(p)).sum::<f64>().max(f64::MIN_POSITIVE);
    let tilt = positions.iter().map(|p| lever(p) * off(p)).sum::<f64>() / squares;
    let spread: f64 = positions.iter().map(|p| (lever(p) * off(p)) * (lever(p) * off(p))).sum();
    let offs: Vec<f64> = positions.iter().map(|p| p.won() - chance(p)).collect();
    let square = |x: f64| x * x;
    Told {
        positions: positions.len(),
        rollouts: groups(positions, &|p| p.chances()),
        judged: groups(positions, &|p| [p.judged; 2]),
        bias: mean_of(&offs),
        tilt: [tilt, spread.sqrt() / squares],
        brier: mean(&|p| square(p.won() - chance(p))),
        brier_judged: mean(&|p| square(p.won() - p.judged)),
        brier_of_none: mean(&|p| square(p.won() - won)),
    }
}

/// Positions sorted by the first of two chances; the second is what was foretold.
fn groups(positions: &[Position], chances: &dyn Fn(&Position) -> [f64; 2]) -> Vec<Group> {
    let mut groups: Vec<Vec<(f64, f64)>> = vec![Vec::new(); GROUPS];
    for position in positions {
        let [sort, foretold] = chances(position);
        let group = ((sort * GROUPS as f64) as usize).min(GROUPS - 1);
        groups[group].push((foretold, position.won()));
    }
    let told = |group: &Vec<(f64, f64)>| {
        let count = group.len() as f64;
        let off: Vec<f64> = group.iter().map(|(foretold, won)| won - foretold).collect();
        let chance = group.iter().map(|(foretold, _)| foretold).sum::<f64>() / count;
        let won = group.iter().map(|(_, won)| won).sum::<f64>() / count;
        let [difference, error] = mean_of(&off);
        let by_chance = (chance * (1.0 - chance) / count).sqrt();
        Group { positions: group.len() as u32, chance, won, difference: [difference, error.max(by_chance)] }
    };
    groups.iter().filter(|group| !group.is_empty()).map(told).collect()
}

/// A mean and its standard error; where all are the same, or there is one, that of one half.
fn mean_of(values: &[f64]) -> [f64; 2] {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    let error = if squares > 0.0 { (squares / (count - 1.0).max(1.0) / count).sqrt() } else { 0.5 / count };
    [mean, error]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(rollouts: &[u8], judged: f64, result: u8) -> Position {
        Position { battle: 1, turn: 1, answers: [1, 9], rollouts: rollouts.to_vec(), judged, result }
    }

    #[test]
    fn positions_are_sorted_by_one_half_and_told_by_the_other() {
        // Sorted by rollouts 1 and 3: 1 and 1 (as 1 belongs to the last tenth), 0; told by 2 and 4: 0.5, 1 and 0.25.
        let all = [position(&[2, 0, 2, 2], 0.9, 2), position(&[2, 2, 2, 2], 0.9, 0), position(&[0, 1, 0, 0], 0.2, 1)];
        let told = tell(&all);
        let groups: Vec<_> = told.rollouts.iter().map(|g| (g.positions, g.chance, g.won, g.difference[0])).collect();
        assert_eq!(groups, [(1, 0.25, 0.5, 0.25), (2, 0.75, 0.5, -0.25)]);
        // The differences of the second are 0.5 and -1: squares 0.5625 twice, of one degree of freedom, by two: √0.5625.
        assert!((told.rollouts[1].difference[1] - 0.75).abs() < 1e-12);
        let judged: Vec<_> = told.judged.iter().map(|g| (g.positions, g.chance, g.won)).collect();
        assert_eq!(judged, [(1, 0.2, 0.5), (2, 0.9, 0.5)]);
        // Won 1, 0, ½; foretold by all four 0.75, 1, 0.125: off 0.25, -1, 0.375.
        assert!((told.bias[0] - -0.125).abs() < 1e-12);
        assert!((told.brier - (0.0625 + 1.0 + 0.140_625) / 3.0).abs() < 1e-12);
        assert!((told.brier_of_none - 0.5 / 3.0).abs() < 1e-12);
        // Levers 1/3, 1/3, -2/3 by what is off in the second half: 0.5, -1, 0.25: -1/3 by squares of 6/9.
        assert!((told.tilt[0] - -0.5).abs() < 1e-12, "{:?}", told.tilt);
    }

    #[test]
    fn a_group_without_a_win_is_as_unsure_as_its_chance() {
        // One half of the rollouts says 0, the other 2 of 10 won: 0.2 foretold of 25, none won: √(0.16 / 25) = 0.08.
        let position = || position(&[0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2], 0.5, 0);
        let told = tell(&(0..25).map(|_| position()).collect::<Vec<_>>());
        let [group] = told.rollouts[..] else { panic!("one group") };
        assert_eq!((group.positions, group.won), (25, 0.0));
        assert!((group.chance - 0.2).abs() < 1e-12);
        assert!((group.difference[0] - -0.2).abs() < 1e-12 && (group.difference[1] - 0.08).abs() < 1e-12, "{group:?}");
    }

    #[test]
    fn of_nothing_nothing_is_told() {
        let told = tell(&[]);
        assert!(told.rollouts.is_empty() && told.bias[0] == 0.0 && told.tilt[0] == 0.0);
    }
}
