//! One round of blows (15.4): both sides' dice, the tests of the two main units.

use super::party::{Party, side_dice};
use crate::cite::{Tally, Word};
use crate::dice::{NeedDice, Roll};
use crate::ids::{Side, UnitId};
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::damage::{Test, Tested, damage};
use crate::rules::impetus::state::{Class, Contact};

/// Two main units: first the one that initiated the melee.
#[derive(Clone, Debug)]
pub struct MeleeRound {
    pub fighters: [Fighter; 2],
}

/// A main unit with its side's dice and its own test.
#[derive(Clone, Debug)]
pub struct Fighter {
    pub unit: UnitId,
    pub side: Side,
    pub dice: Tally,
    pub test: Test,
    /// Whether it never retreats.
    pub stays: bool,
}

/// Who won a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The fighter of that number retreats.
    Retreats(usize),
    /// The fighter of that number is routed and the other has won.
    Routed(usize),
    BothRouted,
    Draw,
}

impl MeleeRound {
    /// The round of these two with their supports, as they stand.
    pub fn standing(
        field: Battlefield,
        a: UnitId,
        b: UnitId,
        fresh: &[(UnitId, UnitId)],
        mains: &[UnitId],
    ) -> Option<MeleeRound> {
        let party = |unit: UnitId, enemy: UnitId| {
            let contact = field.contacts(unit).iter().find(|c| c.enemy == enemy)?;
            let charged = fresh.contains(&(unit, enemy));
            Some(Party::new(field, unit, &field.print(unit), *contact, &field.print(enemy), charged))
        };
        let supports = |main: UnitId, enemy: UnitId| -> Vec<Party> {
            let touching = field.contacts(enemy).iter().map(|c| c.enemy).filter(|u| *u != main);
            let mut units: Vec<UnitId> = touching.filter(|u| !mains.contains(u)).collect();
            units.sort();
            units.into_iter().filter_map(|u| party(u, enemy)).collect()
        };
        let (own, other) = (party(a, b)?, party(b, a)?);
        let (mine, theirs) = (supports(a, b), supports(b, a));
        Some(MeleeRound::of((&own, &mine), (&other, &theirs)))
    }

    /// The round of these parties.
    pub fn of(own: (&Party, &[Party]), other: (&Party, &[Party])) -> MeleeRound {
        let fighter = |(main, supports): (&Party, &[Party]), (enemy, enemies): (&Party, &[Party])| {
            let behind = |contact: &Contact| contact.made && contact.class == Class::Behind;
            let flanked = behind(&enemy.contact) || enemies.iter().any(|p| behind(&p.contact));
            let dice = side_dice(main, supports, enemy);
            Fighter {
                unit: main.unit,
                side: main.side,
                dice,
                test: main.test(flanked, enemy),
                stays: main.troop.kind.stays,
            }
        };
        MeleeRound { fighters: [fighter(own, other), fighter(other, own)] }
    }

    /// Both sides' dice, first the initiator's; then the tests of those that were damaged, in the same order.
    ///
    /// # Errors
    /// When a die is not known yet.
    pub fn roll(&self, dice: &mut impl Roll) -> Result<[Tested; 2], NeedDice> {
        let [a, b] = &self.fighters;
        let by_a = damage(dice, a.dice.total(), a.side, a.unit, Word("melee"))?;
        let by_b = damage(dice, b.dice.total(), b.side, b.unit, Word("melee"))?;
        Ok([a.test.roll(dice, by_b)?, b.test.roll(dice, by_a)?])
    }

    /// The result of such a round (15.5).
    pub fn outcome(&self, tested: &[Tested; 2]) -> Verdict {
        let losses = [0, 1].map(|n: usize| tested[n].failed_losses());
        match (tested[0].routed, tested[1].routed) {
            (true, true) => Verdict::BothRouted,
            (true, false) => Verdict::Routed(0),
            (false, true) => Verdict::Routed(1),
            _ if losses[0] > losses[1] => Verdict::Retreats(0),
            _ if losses[1] > losses[0] => Verdict::Retreats(1),
            _ => Verdict::Draw,
        }
    }
}
