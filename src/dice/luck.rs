//! Luck: how far dice fell from their mean, and how likely it is that they fall at least as far from it.

use super::Rolled;

/// The sum of a number of dice, compared with its mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Luck {
    /// How many were rolled.
    pub dice: usize,
    /// How much the sum is above its mean, pips; negative when it is below.
    pub over: f32,
    /// How likely, from 0 to 1, the same dice give such a sum or a better one or, when it is below the mean, such a sum
    /// or a worse one. Computed exactly.
    pub chance: f64,
}

/// The luck of those dice, each with whether its low faces are the good ones; none when there are no dice.
pub fn luck<'r>(rolled: impl Iterator<Item = (&'r Rolled, bool)>) -> Option<Luck> {
    let (mut sum, mut dice, mut mean) = (0_usize, 0, 0.0_f32);
    // The probability of each sum, from 0 on.
    let mut spread = vec![1.0_f64];
    for (one, low) in rolled {
        for face in &one.faces {
            // A low face that is good counts as the high one opposite.
            sum += usize::from(if low { (one.sides + 1).saturating_sub(*face) } else { *face });
            dice += 1;
            mean += (f32::from(one.sides) + 1.0) / 2.0;
            spread = with_die(&spread, usize::from(one.sides));
        }
    }
    if dice == 0 {
        return None;
    }
    let over = sum as f32 - mean;
    let (below, above) = spread.split_at(sum.min(spread.len()));
    let chance = if over >= 0.0 {
        above.iter().sum()
    } else {
        below.iter().sum::<f64>() + above.first().copied().unwrap_or_default()
    };
    Some(Luck { dice, over, chance: chance.clamp(0.0, 1.0) })
}

/// The probabilities of sums with one more die.
fn with_die(spread: &[f64], sides: usize) -> Vec<f64> {
    let mut after = vec![0.0; spread.len() + sides];
    let each = 1.0 / sides.max(1) as f64;
    // Each new sum comes from the `sides` sums before it, whose total is kept as a running window.
    let mut window = 0.0;
    for (at, chance) in after.iter_mut().enumerate().skip(1) {
        window += spread.get(at - 1).copied().unwrap_or_default();
        if let Some(gone) = at.checked_sub(sides + 1) {
            window -= spread.get(gone).copied().unwrap_or_default();
        }
        *chance = (window * each).max(0.0);
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cite::Word;

    fn of(sides: u8, faces: &[u8]) -> Option<Luck> {
        let rolled = Rolled { by: None, who: None, why: Word("test"), sides, faces: faces.to_vec() };
        luck([(&rolled, false)].into_iter())
    }

    #[test]
    fn where_low_is_good_a_one_is_a_six() {
        let rolled = Rolled { by: None, who: None, why: Word("test"), sides: 6, faces: vec![1, 1] };
        let good = luck([(&rolled, true)].into_iter()).unwrap();
        assert_eq!((good.over, good.dice), (5.0, 2));
        assert!((good.chance - 1.0 / 36.0).abs() < 1e-12);
    }

    #[test]
    fn two_dice_come_up_eleven_or_more_three_times_in_thirty_six() {
        let near = |luck: Luck, over: f32, chance: f64| {
            assert!((luck.over - over).abs() < 1e-6 && (luck.chance - chance).abs() < 1e-12, "{luck:?}");
        };
        near(of(6, &[5, 6]).unwrap(), 4.0, 3.0 / 36.0);
        near(of(6, &[1, 2]).unwrap(), -4.0, 3.0 / 36.0);
        // Just the mean: seven or more, 21 of 36.
        near(of(6, &[3, 4]).unwrap(), 0.0, 21.0 / 36.0);
        near(of(6, &[6]).unwrap(), 2.5, 1.0 / 6.0);
        near(of(100, &[1]).unwrap(), -49.5, 0.01);
        assert_eq!(of(6, &[]), None);
    }

    #[test]
    fn many_dice_still_add_up_to_one() {
        let all = (0..400).fold(vec![1.0], |spread, _| with_die(&spread, 6));
        assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        // Four hundred sixes, as good as never.
        assert!(of(6, &[6; 400]).unwrap().chance < 1e-12);
    }
}
