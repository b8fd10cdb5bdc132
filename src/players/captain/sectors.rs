//! Which part of the army a place lies in: its left, its centre or its right, as it looks at the enemy.

use bevy::math::Vec2;

use super::sight::Sight;
use crate::battle::Sector;

/// How an army stands from its left to its right.
#[derive(Clone, Copy, Debug)]
pub struct Front {
    middle: Vec2,
    /// The direction to its right, of length 1.
    right: Vec2,
    /// How far its ends are from its middle, inches: to the left and to the right.
    ends: [f32; 2],
}

impl Front {
    /// That of the side which looks. Light troops, who roam, do not count where there are others.
    pub fn of(sight: &Sight) -> Front {
        let line: Vec<Vec2> = sight.own().filter(|own| !own.is_slight()).map(|own| own.print.centre).collect();
        let places = if line.is_empty() { sight.own().map(|own| own.print.centre).collect() } else { line };
        Front::through(&places, sight.middle)
    }

    fn through(places: &[Vec2], enemy: Option<Vec2>) -> Front {
        let middle = places.iter().sum::<Vec2>() / places.len().max(1) as f32;
        let forward = (enemy.unwrap_or(middle) - middle).normalize_or(Vec2::Y);
        let right = Vec2::new(forward.y, -forward.x);
        let aside = places.iter().map(|place| (*place - middle).dot(right));
        let ends = aside.fold([0.0_f32; 2], |[left, right], aside| [left.max(-aside), right.max(aside)]);
        Front { middle, right, ends }
    }

    /// The part of the army in which that place lies: its centre is the middle third.
    pub fn sector(&self, place: Vec2) -> Sector {
        let aside = (place - self.middle).dot(self.right);
        let [left, right] = self.ends.map(|end| end / 3.0);
        if aside < -left {
            Sector::Left
        } else if aside > right {
            Sector::Right
        } else {
            Sector::Centre
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_army_has_a_left_a_centre_and_a_right_as_it_looks_at_the_enemy() {
        let line: Vec<Vec2> = (0..=6).map(|n| Vec2::new(12.0 + 4.0 * n as f32, 10.0)).collect();
        // 12 to 36: the middle third of either half ends 4 from 24.
        let north = Front::through(&line, Some(Vec2::new(24.0, 40.0)));
        let sectors = [12.0, 19.9, 20.1, 27.9, 28.1].map(|x| north.sector(Vec2::new(x, 12.0)));
        assert_eq!(sectors, [Sector::Left, Sector::Left, Sector::Centre, Sector::Centre, Sector::Right]);
        let south = Front::through(&line, Some(Vec2::new(24.0, -20.0)));
        assert_eq!(south.sector(Vec2::new(12.0, 10.0)), Sector::Right);
    }
}
