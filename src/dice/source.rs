//! The battle's dice: seeded, scripted or rolled by people. They are part of the battle's state. A roll is spent when
//! the fact that shows it is recorded, so taking the fact back takes its dice back.

use std::sync::Arc;

use bevy::ecs::resource::Resource;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{Counting, Die, Misfit, NeedDice, Roll};
use crate::cite::Word;
use crate::ids::{Side, UnitId};

/// Dice that were rolled together, as facts show them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rolled {
    /// The side that rolled; none: neither.
    pub by: Option<Side>,
    /// The unit that it was for.
    pub who: Option<UnitId>,
    /// What it was for.
    pub why: Word,
    /// How many faces each has.
    pub sides: u8,
    /// What they showed, in order.
    pub faces: Vec<u8>,
}

/// The battle's dice.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize)]
pub struct Dice {
    source: Source,
    /// The turn and step in which `spent` was counted.
    when: (u32, Word),
    /// How many dice of each purpose were rolled in this step, so that the next one differs.
    spent: Vec<(u64, u32)>,
}

/// Where the faces come from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Source {
    /// Each face is a hash of the seed, the turn, the step, who rolls, why, and how many dice of that purpose were
    /// rolled before. So undoing one order does not reveal the dice of another, and battles with the same seed stay
    /// comparable.
    Seeded(u64),
    /// These faces in this order, then the seed if there is one.
    Scripted {
        /// All faces of the script.
        faces: Arc<[Scripted]>,
        /// How many of them have been used.
        next: usize,
        /// The seed of the dice after them; none: there are no more.
        then: Option<u64>,
    },
    /// Faces that people have rolled and entered, not used yet.
    ByHand(Vec<u8>),
}

/// One face of a script; it may name its purpose and must then be used for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scripted {
    /// The face.
    pub die: u8,
    /// What it must be used for; none: anything.
    pub why: Option<Word>,
}

impl Default for Source {
    fn default() -> Source {
        Source::Seeded(0)
    }
}

impl Dice {
    /// Dice from that source.
    pub fn new(source: Source) -> Dice {
        Dice { source, ..Dice::default() }
    }

    /// Dice from a seed.
    pub fn seeded(seed: u64) -> Dice {
        Dice::new(Source::Seeded(seed))
    }

    /// Dice from a script that must not run out, unless a seed follows it.
    pub fn scripted(faces: &[Scripted], then: Option<u64>) -> Dice {
        Dice::new(Source::Scripted { faces: faces.into(), next: 0, then })
    }

    /// Dice that people roll.
    pub fn by_hand() -> Dice {
        Dice::new(Source::ByHand(Vec::new()))
    }

    /// Where the faces come from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// How many scripted faces were not used.
    pub fn left_over(&self) -> usize {
        match &self.source {
            Source::Scripted { faces, next, .. } => faces.len() - next,
            Source::Seeded(_) | Source::ByHand(_) => 0,
        }
    }

    /// A roller for the dice of that turn and step, which notes what it rolled.
    pub fn roller(&self, turn: u32, step: Word) -> DiceRoller<'_> {
        let spent = if self.when == (turn, step) { self.spent.clone() } else { Vec::new() };
        DiceRoller { dice: self, turn, step, spent, taken: 0, rolled: Vec::new() }
    }

    /// The dice after those were spent in that turn and step.
    #[must_use]
    pub fn spend(&self, turn: u32, step: Word, rolled: &[Rolled]) -> Dice {
        let mut after = self.clone();
        if after.when != (turn, step) {
            after.when = (turn, step);
            after.spent.clear();
        }
        for roll in rolled {
            let die = Die { sides: roll.sides, by: roll.by, who: roll.who, why: roll.why };
            for _ in &roll.faces {
                count(&mut after.spent, purpose(die));
                match &mut after.source {
                    Source::Scripted { faces, next, .. } => *next = (*next + 1).min(faces.len()),
                    Source::ByHand(known) if !known.is_empty() => drop(known.remove(0)),
                    Source::ByHand(_) | Source::Seeded(_) => {}
                }
            }
        }
        after
    }

    /// The dice after people have entered these faces.
    #[must_use]
    pub fn told(&self, faces: &[u8]) -> Dice {
        let mut after = self.clone();
        if let Source::ByHand(known) = &mut after.source {
            known.extend_from_slice(faces);
        }
        after
    }
}

/// Rolls the battle's dice for one run of a job.
#[derive(Debug)]
pub struct DiceRoller<'d> {
    dice: &'d Dice,
    turn: u32,
    step: Word,
    spent: Vec<(u64, u32)>,
    taken: usize,
    rolled: Vec<Rolled>,
}

impl DiceRoller<'_> {
    /// What was rolled since the last call, for the fact that tells it.
    pub fn rolled(&mut self) -> Vec<Rolled> {
        std::mem::take(&mut self.rolled)
    }

    fn note(&mut self, die: Die, face: u8) {
        self.taken += 1;
        match self.rolled.last_mut() {
            Some(r) if (r.by, r.who, r.why, r.sides) == (die.by, die.who, die.why, die.sides) => r.faces.push(face),
            _ => {
                let Die { sides, by, who, why } = die;
                self.rolled.push(Rolled { by, who, why, sides, faces: vec![face] });
            }
        }
    }
}

impl Roll for DiceRoller<'_> {
    fn together(&mut self, count: u16, counting: Counting, die: Die) -> Result<(), NeedDice> {
        let Source::ByHand(known) = &self.dice.source else { return Ok(()) };
        let ready = known.get(self.taken..).unwrap_or_default();
        match usize::from(count).saturating_sub(ready.len()) {
            0 => Ok(()),
            missing => {
                let counting = counting.after(ready);
                Err(NeedDice { die, count: missing.try_into().unwrap_or(u8::MAX), counting, misfit: None })
            }
        }
    }

    fn up_to(&mut self, die: Die, most: impl FnOnce() -> u8) -> Result<u8, NeedDice> {
        if matches!(self.dice.source, Source::ByHand(_)) {
            self.together(1, Counting::UpTo(most()), die)?;
        }
        self.die(die)
    }

    fn die(&mut self, die: Die) -> Result<u8, NeedDice> {
        let nth = count(&mut self.spent, purpose(die));
        let need = NeedDice { die, count: 1, counting: Counting::Sum, misfit: None };
        let seeded = |seed: u64| face(seed, self.turn, self.step, die, nth);
        let face = match &self.dice.source {
            Source::Seeded(seed) => seeded(*seed),
            Source::Scripted { faces, next, then } => match (faces.get(next + self.taken), then) {
                (Some(s), _) if s.die == 0 || s.die > die.sides || s.why.is_some_and(|why| why != die.why) => {
                    let misfit = Misfit { number: next + self.taken + 1, face: s.die, why: s.why };
                    return Err(NeedDice { misfit: Some(misfit), ..need });
                }
                (Some(s), _) => s.die,
                (None, Some(seed)) => seeded(*seed),
                (None, None) => return Err(need),
            },
            Source::ByHand(known) => *known.get(self.taken).ok_or(need)?,
        };
        self.note(die, face);
        Ok(face)
    }
}

/// Counts one more die of that purpose, and returns how many there were before.
fn count(spent: &mut Vec<(u64, u32)>, purpose: u64) -> u32 {
    if let Some((_, n)) = spent.iter_mut().find(|(p, _)| *p == purpose) {
        *n += 1;
        return *n - 1;
    }
    spent.push((purpose, 1));
    0
}

fn purpose(die: Die) -> u64 {
    let mut bytes = Vec::with_capacity(24);
    bytes.push(die.sides);
    bytes.push(die.by.map_or(2, |s| s as u8));
    bytes.extend(die.who.map_or(u16::MAX, |u| u.0).to_le_bytes());
    bytes.extend(die.why.0.as_bytes());
    xxh3_64(&bytes)
}

fn face(seed: u64, turn: u32, step: Word, die: Die, nth: u32) -> u8 {
    let mut bytes = Vec::with_capacity(48);
    bytes.extend(seed.to_le_bytes());
    bytes.extend(turn.to_le_bytes());
    bytes.extend(purpose(die).to_le_bytes());
    bytes.extend(nth.to_le_bytes());
    bytes.extend(step.0.as_bytes());
    below(&mut Xoshiro256PlusPlus::seed_from_u64(xxh3_64(&bytes)), u64::from(die.sides)) as u8 + 1
}

/// A whole number below `sides`, each equally likely. Our own mapping, since that of rand's distributions may
/// change between releases.
pub fn below(rng: &mut Xoshiro256PlusPlus, sides: u64) -> u64 {
    let sides = sides.max(1);
    let fair = u64::MAX - u64::MAX % sides;
    loop {
        let x = rng.next_u64();
        if x < fair {
            return x % sides;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MELEE: Word = Word("melee");
    const DIE: Die = Die::d6(Side::North, Some(UnitId(3)), MELEE);

    #[test]
    fn a_seed_gives_fair_faces_and_the_same_ones_again() {
        let mut counts = [0u32; 6];
        for seed in 0..60_000 {
            let dice = Dice::seeded(seed);
            let face = dice.roller(1, MELEE).die(DIE).unwrap();
            assert_eq!(face, dice.roller(1, MELEE).die(DIE).unwrap());
            counts[usize::from(face) - 1] += 1;
        }
        // 10,000 each; 5 standard deviations of a binomial with n = 60,000, p = 1/6 are 457.
        assert!(counts.iter().all(|&c| c.abs_diff(10_000) < 457), "{counts:?}");
    }

    #[test]
    fn the_next_die_of_a_purpose_is_another_one() {
        let dice = Dice::seeded(7);
        let mut roller = dice.roller(1, MELEE);
        let faces: Vec<u8> = (0..20).map(|_| roller.die(DIE).unwrap()).collect();
        let rolled = roller.rolled();
        assert_eq!(rolled.len(), 1);
        assert_eq!(rolled[0].faces, faces);
        let mut next = dice.spend(1, MELEE, &rolled);
        next = next.spend(1, MELEE, &[]);
        let mut one = dice.roller(1, MELEE);
        for _ in 0..20 {
            one.die(DIE).unwrap();
        }
        assert_eq!(one.die(DIE).unwrap(), next.roller(1, MELEE).die(DIE).unwrap());
    }

    #[test]
    fn of_dice_that_pass_together_the_rest_must_come_to_what_is_left() {
        let dice = Dice::by_hand().told(&[5]);
        let need = |counting| dice.roller(1, MELEE).together(2, counting, DIE).unwrap_err();
        assert_eq!(
            (need(Counting::sum_up_to(9)).counting, need(Counting::sum_up_to(9)).count),
            (Counting::SumUpTo(4), 1)
        );
        assert_eq!(need(Counting::sum_from(8)).counting, Counting::SumFrom(3));
        assert_eq!(need(Counting::sum_up_to(3)).counting, Counting::SumUpTo(0));
        assert_eq!(Counting::sum_up_to(-4), Counting::SumUpTo(0));
    }

    #[test]
    fn a_script_is_used_in_order_and_must_fit() {
        let script = [Scripted { die: 6, why: None }, Scripted { die: 2, why: Some(Word("fire")) }];
        let dice = Dice::scripted(&script, None);
        let mut roller = dice.roller(1, MELEE);
        assert_eq!(roller.die(DIE), Ok(6));
        let misfit = Misfit { number: 2, face: 2, why: Some(Word("fire")) };
        assert_eq!(roller.die(DIE).unwrap_err().misfit, Some(misfit));
        let spent = dice.spend(1, MELEE, &roller.rolled());
        assert_eq!(spent.left_over(), 1);
        let mut roller = spent.roller(1, MELEE);
        assert_eq!(roller.die(Die { why: Word("fire"), ..DIE }), Ok(2));
        assert_eq!(roller.die(DIE).unwrap_err().misfit, None);
    }

    #[test]
    fn dice_by_hand_are_asked_for_once() {
        let dice = Dice::by_hand();
        assert!(dice.roller(1, MELEE).die(DIE).is_err());
        let told = dice.told(&[4]);
        let mut roller = told.roller(1, MELEE);
        assert_eq!(roller.die(DIE), Ok(4));
        assert!(roller.die(DIE).is_err());
        assert_eq!(
            told.spend(1, MELEE, &roller.rolled()),
            dice.spend(1, MELEE, &[Rolled { by: DIE.by, who: DIE.who, why: DIE.why, sides: 6, faces: vec![4] }])
        );
    }

    #[test]
    fn dice_that_are_thrown_together_by_hand_are_asked_for_at_once() {
        let mut dice = Dice::by_hand();
        let need = dice.roller(1, MELEE).pool(5, 4, DIE).unwrap_err();
        assert_eq!((need.count, need.counting), (5, Counting::From(4)));
        // Two are told: three are missing.
        dice = dice.told(&[6, 1]);
        assert_eq!(dice.roller(1, MELEE).pool(5, 4, DIE).map_err(|need| need.count), Err(3));
        dice = dice.told(&[4, 3, 5]);
        assert_eq!(dice.roller(1, MELEE).pool(5, 4, DIE), Ok(3));
        let mut roller = dice.roller(1, MELEE);
        assert_eq!(roller.die(DIE), Ok(6));
        assert_eq!(
            roller.together(5, Counting::Sum, DIE).map_err(|need| (need.count, need.counting)),
            Err((1, Counting::Sum))
        );
        assert_eq!(Dice::seeded(1).roller(1, MELEE).together(5, Counting::Sum, DIE), Ok(()));
    }
}
