//! Judges the positions of a battle at a glance, by what every ruleset tells of them.

use bevy::ecs::world::World;
use bevy::math::DVec3;

use crate::battle::judgement::Glance;
use crate::battle::{Ruleset, TurnLimit, View};
use crate::ids::{Side, UnitId};

/// Judges the positions of a battle from one side.
#[derive(Clone)]
pub struct Judge {
    ruleset: Ruleset,
    side: Side,
    /// What each unit is worth, and how much it can lose, as the battle began.
    units: Vec<(Side, f64, f64)>,
    /// What each side's units are worth together.
    worth: [f64; 2],
}

impl Judge {
    /// Of a battle that has begun in that world, for that side.
    pub fn begin(world: &World, ruleset: &Ruleset, side: Side) -> Judge {
        let view = View::umpire(world);
        let of = |unit: UnitId| {
            let worth = f64::from((ruleset.unit_value)(&view, unit)).max(0.0);
            (view.side_of(unit), worth, f64::from((ruleset.strength)(&view, unit)).max(1.0))
        };
        let units: Vec<_> = view.roster().ids().map(of).collect();
        let worth = Side::BOTH.map(|side| units.iter().filter(|u| u.0 == side).map(|u| u.1).sum::<f64>().max(1e-6));
        Judge { ruleset: *ruleset, side, units, worth }
    }

    /// What is seen of a position at a glance.
    pub fn glance(&self, world: &World) -> Glance {
        let view = View::umpire(world);
        let mut left = [0.0; 2];
        for (unit, (side, worth, strength)) in view.roster().ids().zip(&self.units) {
            if view.on_table(unit) || view.is_to_be_placed(unit) {
                let now = f64::from((self.ruleset.strength)(&view, unit));
                left[side.index()] += worth * (now / strength).min(1.0);
            }
        }
        let sides = [self.side, self.side.other()];
        let share = sides.map(|side| left[side.index()] / self.worth[side.index()]);
        let danger = sides.map(|side| f64::from((self.ruleset.danger)(&view, side)));
        let [own, other] = [0, 1].map(|n| (1.0 - danger[n]) * share[n]).map(|both| both * both + 1e-6);
        let favoured = (self.ruleset.favoured)(&view);
        let limit = view.try_battle_state::<TurnLimit>().map_or(0, |limit| limit.turns());
        let late = if limit == 0 { 0.0 } else { f64::from(view.clock().turn) / f64::from(limit) };
        Glance {
            danger: danger[1] - danger[0],
            left: share[0] - share[1],
            holds: libm::log(own / other),
            favoured: favoured.map_or(0.0, |side| if side == self.side { 1.0 } else { -1.0 }),
            late: late.clamp(0.0, 1.0),
        }
    }

    /// The chance to win: the ruleset's judgement of the position, or what came of the battle.
    pub fn chance(&self, world: &World) -> f64 {
        self.result(world).unwrap_or_else(|| (self.ruleset.judgement)().chance(&self.glance(world)))
    }

    /// What came of a battle that is over: 1 won, 0 lost, one half a draw.
    fn result(&self, world: &World) -> Option<f64> {
        let end = View::umpire(world).ending()?;
        Some(end.winner.map_or(0.5, |winner| f64::from(u8::from(winner == self.side))))
    }

    /// Three values of a position: how much nearer the enemy is to defeat, how much more of one's army is left, and the
    /// chance to win.
    pub fn value(&self, world: &World) -> DVec3 {
        let glance = self.glance(world);
        let chance = self.result(world).unwrap_or_else(|| (self.ruleset.judgement)().chance(&glance));
        DVec3::new(glance.danger, glance.left, chance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Opening, begin_again};
    use crate::dice::Dice;
    use crate::lab::play::play;
    use crate::lab::toy;
    use crate::players::Random;

    #[test]
    fn what_one_side_sees_the_other_sees_turned_about_and_at_the_end_it_is_the_result() {
        let mut world = toy::mustered();
        let opening = Opening::take(&world);
        for seed in 1..=10 {
            begin_again(&mut world, &opening, Dice::seeded(seed)).unwrap();
            let judges = Side::BOTH.map(|side| Judge::begin(&world, &toy::ruleset(), side));
            for answers in [0, 3, 4] {
                play(&mut world, [&mut Random::new(seed), &mut Random::new(seed + 1)], answers);
                let [north, south] = judges.clone().map(|judge| judge.glance(&world));
                let turned = Glance {
                    danger: -north.danger,
                    left: -north.left,
                    holds: -north.holds,
                    favoured: -north.favoured,
                    late: north.late,
                };
                let near = turned.values().into_iter().zip(south.values()).all(|(a, b)| (a - b).abs() < 1e-9);
                assert!(near, "{north:?} {south:?}");
                let both: f64 = judges.iter().map(|judge| judge.chance(&world)).sum();
                assert!((both - 1.0).abs() < 1e-9, "{both}");
            }
            let end = play(&mut world, [&mut Random::new(seed), &mut Random::new(seed + 1)], 1_000).end.unwrap();
            let won = judges.map(|judge| judge.chance(&world));
            assert_eq!(end.winner, Some(if won == [1.0, 0.0] { Side::North } else { Side::South }));
            assert_eq!(won[0] + won[1], 1.0);
        }
    }
}
