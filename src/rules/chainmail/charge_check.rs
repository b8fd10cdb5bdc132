//! The check of who is charged by horse (10.3).

use super::data::{Class, tables};
use super::numbers::CheckRow;
use super::strike::Aspect;
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Counting, Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};

const RULE: Cite = Cite("C105");
const MODIFIERS: Cite = Cite("C106");

/// A charge that has come within an inch of somebody.
#[derive(Clone, Copy, Debug)]
pub struct Charged {
    /// The class of the charger, and all his figures.
    pub by: (Class, u16),
    /// The class of the charged, and all his figures.
    pub unit: (Class, u16),
    /// His row of the table.
    pub row: &'static CheckRow,
    /// Which side of him is charged.
    pub aspect: Aspect,
    /// Whether he is tired.
    pub tired: bool,
    /// Whether he has declared a charge himself this turn.
    pub charging: bool,
    /// Whether he faces the charger with levelled pikes.
    pub pikes: bool,
    /// What a commander near him adds to the two dice.
    pub commander: i32,
}

impl Charged {
    /// Whether he must check at all: only horse makes anybody check, pikes in front never do, and no more men than the
    /// chargers times as many as share a die against them, twice that from flank or rear (C107).
    pub fn checks(&self) -> bool {
        let (class, chargers) = self.by;
        if !class.row().mounted || (self.pikes && self.aspect == Aspect::Front) {
            return false;
        }
        let (dice, men, _) = self.unit.0.row().dice[class.0];
        let each = if dice >= men { 1 } else { men };
        let sides = if self.aspect == Aspect::Front { 1 } else { tables().charge_check.two_sides };
        self.unit.1 <= each * chargers * sides
    }

    /// What the two dice must reach with the modifiers.
    pub fn needs(&self) -> i32 {
        let (light, medium, heavy) = self.row.needs;
        let needs = [light, medium, heavy];
        self.by.0.row().weight.and_then(|weight| needs.get(weight)).copied().unwrap_or(0)
    }

    /// What is added to the two dice.
    pub fn modifiers(&self) -> Tally {
        let by = &tables().charge_check;
        let charging = if self.unit.0.row().mounted { by.horse_charging } else { by.foot_charging };
        let terms = [
            ("flank", by.flank, self.aspect == Aspect::Flank),
            ("rear", by.rear, self.aspect == Aspect::Rear),
            ("tired", by.tired, self.tired),
            ("charging", charging, self.charging),
            ("commander", self.commander, self.commander != 0),
        ];
        terms
            .into_iter()
            .filter(|(_, _, is)| *is)
            .fold(Tally::default(), |tally, (what, value, _)| tally.with(Word(what), value, MODIFIERS))
    }
}

/// Rolls the check; the sum, and whether he stands.
///
/// # Errors
/// When a die is not known yet.
pub fn check(dice: &mut impl Roll, charged: &Charged, side: Side, unit: UnitId) -> Result<(Tally, bool), NeedDice> {
    let (mut sum, adds) = (Tally::default(), charged.modifiers());
    let die = Die::d6(side, Some(unit), Word("charge-check"));
    dice.together(2, Counting::sum_from(charged.needs() - adds.total()), die)?;
    for _ in 0..2 {
        sum.add(Word("die"), dice.die(die)?.into(), RULE);
    }
    sum.0.extend(adds.0);
    let stands = sum.total() >= charged.needs();
    Ok((sum, stands))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::odds::every_case;

    fn charged(by: (&str, u16), unit: (&str, u16), row: &str) -> Charged {
        Charged {
            by: (Class::named(by.0).unwrap(), by.1),
            unit: (Class::named(unit.0).unwrap(), unit.1),
            row: tables().check(row).unwrap(),
            aspect: Aspect::Front,
            tired: false,
            charging: false,
            pikes: false,
            commander: 0,
        }
    }

    fn stands(charged: &Charged) -> (u64, u64) {
        let cases = every_case(|dice| check(dice, charged, Side::North, UnitId(0)));
        cases.chance(|(_, stands)| *stands)
    }

    /// C105, and C106 in the flank.
    #[test]
    fn two_dice_reach_the_score() {
        let heavy = charged(("HH", 10), ("HF", 20), "heavy-foot");
        assert_eq!(stands(&heavy), (10, 36));
        assert_eq!(stands(&charged(("LH", 10), ("LF", 20), "light-foot")), (15, 36));
        assert_eq!(stands(&charged(("LH", 10), ("HH", 10), "heavy-horse")), (35, 36));
        assert_eq!(stands(&Charged { aspect: Aspect::Flank, ..heavy }), (6, 36));
        assert_eq!(stands(&Charged { aspect: Aspect::Rear, ..heavy }), (3, 36));
        assert_eq!(stands(&Charged { charging: true, ..heavy }), (15, 36));
        let pikes = Charged { pikes: true, ..heavy };
        assert!(!pikes.checks() && Charged { aspect: Aspect::Flank, ..pikes }.checks());
    }

    /// C107: four heavy horse.
    #[test]
    fn it_is_made_under_the_ratio_alone() {
        let most = |class: &str, row: &str, aspect| {
            (1..100).take_while(|n| Charged { aspect, ..charged(("HH", 4), (class, *n), row) }.checks()).count()
        };
        assert_eq!(most("HF", "heavy-foot", Aspect::Front), 16);
        assert_eq!(most("HF", "heavy-foot", Aspect::Flank), 32);
        assert_eq!(most("AF", "armored-foot", Aspect::Front), 12);
        assert_eq!(most("LH", "light-horse", Aspect::Front), 12);
        assert_eq!(most("MH", "medium-horse", Aspect::Front), 8);
        assert_eq!(most("HH", "heavy-horse", Aspect::Front), 4);
        assert!(!charged(("HF", 20), ("LF", 1), "light-foot").checks(), "foot makes nobody check");
    }
}
