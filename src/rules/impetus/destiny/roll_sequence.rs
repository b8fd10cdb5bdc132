//! Rolls that are made one after another, each of which may be rerolled: dice of damage, then the tests that they
//! force.

use crate::cite::Word;
use crate::dice::{NeedDice, Roll};
use crate::ids::{Side, UnitId};
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::damage::{Test, Tested, damage};
use crate::rules::impetus::firing;
use crate::rules::impetus::melee::pilum;
use crate::rules::impetus::melee::round::MeleeRound;

use super::fate::Struck;

/// Dice of damage.
#[derive(Clone, Debug)]
pub struct Attack {
    pub side: Side,
    pub unit: UnitId,
    pub dice: i32,
    pub why: Word,
}

/// A shot, a volley of pila or a round of melee, divided into its single rolls.
#[derive(Clone, Debug)]
pub struct RollSequence {
    pub attacks: Vec<Attack>,
    /// The tests, each with the index of the attack that forces it.
    pub tests: Vec<(Test, usize)>,
    /// The round, if it is a round of melee: then the sides' damages are compared.
    pub round: Option<MeleeRound>,
}

impl RollSequence {
    /// The rolls for that; none when it is no longer to be fought.
    pub fn of(field: Battlefield, struck: &Struck) -> Option<RollSequence> {
        match struck {
            Struck::Shot(job) => {
                let shot = firing::shot(field, job.unit, job.at, job.how());
                let attack = Attack { side: shot.side, unit: shot.unit, dice: shot.dice.total(), why: Word("fire") };
                Some(RollSequence { attacks: vec![attack], tests: vec![(shot.test, 0)], round: None })
            }
            Struck::Pila(job) => {
                let volleys = pilum::volleys(field, job);
                let attack =
                    |v: &pilum::Volley| Attack { side: v.side, unit: v.by, dice: v.dice.total(), why: Word("pila") };
                let attacks = volleys.iter().map(attack).collect();
                let tests = volleys.iter().enumerate().map(|(n, v)| (v.test.clone(), n)).collect();
                Some(RollSequence { attacks, tests, round: None })
            }
            Struck::Blows(job) => {
                let round = MeleeRound::standing(field, job.a, job.b, &job.fresh, &job.mains)?;
                let attack = |f: &crate::rules::impetus::melee::round::Fighter| Attack {
                    side: f.side,
                    unit: f.unit,
                    dice: f.dice.total(),
                    why: Word("melee"),
                };
                let attacks = round.fighters.iter().map(attack).collect();
                let tests = vec![(round.fighters[0].test.clone(), 1), (round.fighters[1].test.clone(), 0)];
                Some(RollSequence { attacks, tests, round: Some(round) })
            }
        }
    }

    /// Rolls one attack.
    ///
    /// # Errors
    /// When a die is not known yet.
    pub fn attack(&self, n: usize, dice: &mut impl Roll) -> Result<i32, NeedDice> {
        let attack = &self.attacks[n];
        damage(dice, attack.dice, attack.side, attack.unit, attack.why)
    }

    /// Rolls the rest; what is known already is not rolled again.
    ///
    /// # Errors
    ///
    /// When a die is not known yet.
    pub fn resume(
        &self,
        dice: &mut impl Roll,
        points: &[Option<i32>],
        faces: &[Option<u8>],
    ) -> Result<Vec<Tested>, NeedDice> {
        let mut all = Vec::with_capacity(self.attacks.len());
        for n in 0..self.attacks.len() {
            all.push(match points.get(n).copied().flatten() {
                Some(points) => points,
                None => self.attack(n, dice)?,
            });
        }
        let mut tested = Vec::with_capacity(self.tests.len());
        for (n, (test, by)) in self.tests.iter().enumerate() {
            tested.push(match faces.get(n).copied().flatten() {
                Some(face) if all[*by] > 0 => test.shows(face, all[*by]),
                _ => Tested { damage: all[*by], ..test.roll(dice, all[*by])? },
            });
        }
        Ok(tested)
    }

    /// Whether that attack has failed: it did no damage or, in a round of melee, less than the enemy's.
    pub fn failed(&self, n: usize, points: &[i32]) -> bool {
        let own = points[n];
        let of_blows = self.round.is_some() && points.iter().enumerate().any(|(m, other)| m != n && own < *other);
        self.attacks[n].dice > 0 && if self.round.is_some() { of_blows } else { own == 0 }
    }
}
