//! Blows in a melee (9.3 to 9.5): how many dice a unit's strikers roll against one enemy unit, and which faces kill.

use super::data::{Class, tables};
use crate::cite::Word;
use crate::dice::{Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};

crate::word_enum! {
    /// Which side of the struck unit is touched (9.5).
    #[derive(Default)]
    pub enum Aspect {
        /// Its front.
        #[default]
        Front = "front",
        /// Its flank.
        Flank = "flank",
        /// Its rear.
        Rear = "rear",
    }
}

/// The strikers of one unit against one enemy unit in one round.
#[derive(Clone, Copy, Debug)]
pub struct Blow {
    /// What they are.
    pub class: Class,
    /// How many strike.
    pub men: u16,
    /// Whether they have pole arms.
    pub pole_arms: bool,
    /// Whether they charged into this first round over ground that leaves them their impetus.
    pub impetus: bool,
    /// Whether they are horse that did not move, in the first round.
    pub standing: bool,
    /// Whether they are tired.
    pub tired: bool,
    /// Whether their commander is near.
    pub commander: bool,
    /// Whether they have the edge of pike-armed levies at horse (11.4).
    pub at_horse: bool,
    /// Which side of the enemy they strike.
    pub aspect: Aspect,
    /// What the enemy is.
    pub target: Class,
    /// Whether he is tired.
    pub target_tired: bool,
    /// Whether he stands in close order with pole arms.
    pub target_pikes: bool,
    /// Whether he stands higher or behind a rampart.
    pub target_above: bool,
}

/// How many dice are rolled, and the least face that kills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    /// The dice; nil rolls none.
    pub dice: u16,
    /// The least face.
    pub score: u8,
}

impl Blow {
    /// A plain blow of so many men, in front, on level ground.
    pub fn plain(class: Class, men: u16, target: Class) -> Blow {
        Blow {
            class,
            men,
            pole_arms: false,
            impetus: false,
            standing: false,
            tired: false,
            commander: false,
            at_horse: false,
            aspect: Aspect::Front,
            target,
            target_tired: false,
            target_pikes: false,
            target_above: false,
        }
    }

    /// Its dice, in the order of the book: class, dice per man, bonus dice, halving, then score (9.4).
    pub fn pool(&self) -> Pool {
        let (mut row, mut eased, mut halved) = (self.class, 0, u8::from(self.target_above));
        if self.aspect != Aspect::Front {
            match row.step(|row| &row.up).filter(|_| self.rises()) {
                Some(up) => row = up,
                None => eased += 1,
            }
        }
        for _ in 0..u8::from(self.standing && self.class.row().mounted) + u8::from(self.tired) {
            match row.step(|row| &row.down) {
                Some(down) => row = down,
                None => halved += 1,
            }
        }
        let mut target = self.target;
        if self.target_tired {
            match target.step(|row| &row.defends_down) {
                Some(down) => target = down,
                None => eased += 1,
            }
        }
        let (dice, men, score) = row.row().dice[target.0];
        let own = self.class.row();
        let more = u16::from(self.pole_arms && own.pole_arms) + u16::from(self.impetus && own.impetus);
        // So many dice for so many men, to the nearest whole, halves up.
        let mut count = (2 * self.men * dice + men) / (2 * men) + more * self.men;
        // The lowest class, tired, uphill: both halve.
        for _ in 0..halved {
            count = count.div_ceil(2);
        }
        if self.aspect == Aspect::Front && self.target_pikes && !self.pole_arms {
            count = 0;
        }
        let least = tables().least_score;
        let score = score.saturating_sub(eased + u8::from(self.commander) + u8::from(self.at_horse)).max(least);
        Pool { dice: count, score }
    }

    /// Whether the class has a higher one to strike as.
    fn rises(&self) -> bool {
        self.class.row().up.is_some()
    }
}

/// Rolls those dice and returns how many kill.
///
/// # Errors
/// When a die is not known yet.
pub fn strike(dice: &mut impl Roll, pool: Pool, side: Side, unit: UnitId) -> Result<u16, NeedDice> {
    dice.pool(pool.dice, pool.score, Die::d6(side, Some(unit), Word("melee")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(name: &str) -> Class {
        Class::named(name).unwrap()
    }

    fn blow(men: u16, from: &str, at: &str) -> Blow {
        Blow::plain(class(from), men, class(at))
    }

    fn pool(dice: u16, score: u8) -> Pool {
        Pool { dice, score }
    }

    /// C82 to C87: twelve men of each class against each.
    #[test]
    fn the_combat_table_is_the_printed_one() {
        let printed = [
            ("LF", [(12, 6), (6, 6), (4, 6), (6, 6), (4, 6), (3, 6)]),
            ("HF", [(12, 5), (12, 6), (6, 6), (6, 6), (4, 6), (3, 6)]),
            ("AF", [(12, 4), (12, 5), (12, 6), (12, 6), (6, 6), (4, 6)]),
            ("LH", [(24, 5), (24, 6), (12, 6), (12, 6), (6, 6), (4, 6)]),
            ("MH", [(24, 4), (24, 5), (24, 6), (12, 5), (12, 6), (6, 6)]),
            ("HH", [(48, 5), (36, 5), (24, 5), (24, 5), (12, 5), (12, 6)]),
        ];
        for (from, row) in printed {
            for (at, (dice, score)) in ["LF", "HF", "AF", "LH", "MH", "HH"].into_iter().zip(row) {
                assert_eq!(blow(12, from, at).pool(), pool(dice, score), "{from} at {at}");
            }
        }
    }

    /// C88.
    #[test]
    fn dice_are_rounded_to_the_nearest_halves_up() {
        let dice = |men, from, at| blow(men, from, at).pool().dice;
        assert_eq!([dice(5, "LF", "HF"), dice(1, "LF", "HH"), dice(2, "LF", "HH"), dice(7, "HF", "MH")], [3, 0, 1, 2]);
    }

    /// C89 to C91.
    #[test]
    fn pole_arms_and_impetus_add_a_die_a_man() {
        assert_eq!(Blow { pole_arms: true, ..blow(10, "HF", "HF") }.pool(), pool(20, 6));
        assert_eq!(Blow { pole_arms: true, ..blow(10, "HF", "HH") }.pool(), pool(13, 6));
        assert_eq!(Blow { impetus: true, ..blow(10, "HH", "HF") }.pool(), pool(40, 5));
        assert_eq!(Blow { impetus: true, ..blow(10, "LF", "LF") }.pool(), pool(10, 6));
        let horse = Blow { target_pikes: true, ..blow(10, "HH", "HF") };
        assert_eq!(horse.pool().dice, 0);
        assert_eq!(Blow { aspect: Aspect::Flank, ..horse }.pool(), pool(30, 4));
        assert_eq!(Blow { pole_arms: true, target_pikes: true, ..blow(10, "HF", "HF") }.pool(), pool(20, 6));
    }

    /// C92 to C94.
    #[test]
    fn standing_horse_higher_ground_and_a_commander() {
        assert_eq!(Blow { standing: true, ..blow(10, "HH", "HF") }.pool(), pool(20, 5));
        assert_eq!(Blow { target_above: true, ..blow(10, "HF", "HF") }.pool(), pool(5, 6));
        assert_eq!(Blow { target_above: true, ..blow(5, "LF", "HF") }.pool(), pool(2, 6));
        assert_eq!(Blow { commander: true, ..blow(10, "HF", "HF") }.pool(), pool(10, 5));
    }

    /// C7, C95, C118's strikers without their bonus.
    #[test]
    fn the_flank_is_struck_as_the_next_higher_class() {
        let flank = |men, from, at| Blow { aspect: Aspect::Flank, ..blow(men, from, at) };
        assert_eq!(flank(10, "LF", "HF").pool(), pool(10, 6));
        assert_eq!(flank(10, "HH", "LF").pool(), pool(40, 4));
        assert_eq!(flank(10, "AF", "HF").pool(), pool(10, 4));
        assert_eq!(Blow { impetus: true, ..flank(10, "HF", "HF") }.pool(), pool(20, 5));
        assert_eq!(Blow { aspect: Aspect::Rear, ..blow(10, "LF", "HF") }.pool(), pool(10, 6));
    }

    /// C118: three pike-armed levies at medium horse: 1 + 3 dice on 5-6.
    #[test]
    fn pike_armed_levies_have_an_edge_at_horse() {
        let levies = Blow { pole_arms: true, at_horse: true, ..blow(3, "HF", "MH") };
        assert_eq!(levies.pool(), pool(4, 5));
    }

    /// C55.
    #[test]
    fn the_tired_strike_and_are_struck_as_the_next_lower_class() {
        assert_eq!(Blow { tired: true, ..blow(10, "HF", "HF") }.pool(), pool(5, 6));
        assert_eq!(Blow { target_tired: true, ..blow(10, "HF", "HF") }.pool(), pool(10, 5));
        assert_eq!(Blow { tired: true, ..blow(10, "LF", "LF") }.pool(), pool(5, 6));
        assert_eq!(Blow { target_tired: true, ..blow(10, "LF", "LF") }.pool(), pool(10, 5));
        assert_eq!(Blow { tired: true, target_above: true, ..blow(10, "LF", "LF") }.pool(), pool(3, 6));
        // Tired in a flank: up and down again.
        assert_eq!(Blow { tired: true, aspect: Aspect::Flank, ..blow(10, "LF", "HF") }.pool(), pool(5, 6));
    }
}
