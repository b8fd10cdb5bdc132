//! Missile fire (7.1, 7.4): shots, groups of firers and what they kill.

use super::data::tables;
use super::numbers::{Armour, Weapon};
use crate::cite::Word;
use crate::dice::{Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};
use crate::table::Mil;

/// How much of its normal Move a unit has moved this turn (7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// Nothing.
    Not,
    /// Up to half.
    Half,
    /// More.
    More,
}

impl Moved {
    /// Of a unit with that normal Move that has gone so many inches.
    pub fn of(gone: Mil, normal: Mil) -> Moved {
        match gone {
            Mil::ZERO => Moved::Not,
            gone if gone.0 * 2 <= normal.0 => Moved::Half,
            _ => Moved::More,
        }
    }
}

/// How many shots a weapon has, and whether its unit must first beat the target's die (7.1).
pub fn shots(weapon: &Weapon, moved: Moved) -> (u8, bool) {
    let (still, half, more) = weapon.shots;
    match moved {
        Moved::Not => (still, false),
        Moved::Half => (half, false),
        Moved::More => (more, more > 0 && !weapon.thrown),
    }
}

/// How far it reaches; in indirect fire a third less (7.3).
pub fn range(weapon: &Weapon, indirect: bool) -> Mil {
    let (part, of) = if indirect { tables().indirect_range } else { (1, 1) };
    Mil(weapon.range.0.0 * part / of)
}

/// The group in which fire finds a target: in indirect fire the next better one; none where it cannot be hurt (7.3).
pub fn armour(of: &'static Armour, indirect: bool) -> Option<&'static Armour> {
    if !indirect {
        return Some(of);
    }
    tables().armour(of.better_by.as_deref()?)
}

/// The sizes of the groups in which so many firers roll: as few as there may be, as equal as they can be, the larger first.
pub fn groups(firers: u16, armour: &Armour) -> Vec<u16> {
    let count = firers.div_ceil(armour.most);
    (0..count).map(|n| firers / count + u16::from(n < firers % count)).collect()
}

/// The kills of one group by the face of its die.
pub fn kills(armour: &Armour, firers: u16, face: u8) -> u16 {
    let row = armour.kills.iter().find(|(up_to, _, _)| firers <= *up_to);
    row.filter(|_| firers > 0).map_or(0, |(_, low, high)| if face < armour.better { *low } else { *high })
}

/// Rolls one volley, a die for each group, and returns what it kills; cover halves that, rounded down.
///
/// # Errors
/// When a die is not known yet.
pub fn volley(
    dice: &mut impl Roll,
    weapon: &Weapon,
    firers: u16,
    armour: &Armour,
    cover: bool,
    (side, unit): (Side, UnitId),
) -> Result<u16, NeedDice> {
    let mut killed = 0;
    for group in groups(firers, armour) {
        let face = dice.die(Die::d6(side, Some(unit), Word("fire")))?;
        killed += kills(armour, group, (face + weapon.die).min(tables().top_face));
    }
    Ok(if cover { killed / 2 } else { killed })
}

/// The score that an arquebusier needs at that range, whatever the armour; none beyond the last (8.3).
pub fn arquebus(at: Mil) -> Option<u8> {
    tables().arquebus.iter().find(|(up_to, _)| at <= up_to.0).map(|(_, score)| *score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::odds::every_case;

    fn of(name: &str) -> &'static Armour {
        tables().armour(name).unwrap()
    }

    fn weapon(name: &str) -> &'static Weapon {
        tables().weapon(name).unwrap()
    }

    /// C67 to C69: both columns, at the last face of the one and the first of the other.
    #[test]
    fn the_fire_table_is_the_printed_one() {
        let printed = [
            ("unarmored", 2, [2, 4, 6, 8, 10], [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]),
            ("half", 3, [2, 4, 6, 8, 10], [(0, 0), (0, 1), (2, 2), (2, 3), (3, 3)]),
            ("full", 4, [3, 8, 12, 16, 20], [(0, 0), (0, 1), (1, 2), (2, 3), (3, 3)]),
        ];
        for (name, low, firers, rows) in printed {
            for (firers, row) in firers.into_iter().zip(rows) {
                let read = (kills(of(name), firers, low), kills(of(name), firers, low + 1));
                assert_eq!(read, row, "{name} {firers}");
                assert_eq!(kills(of(name), firers - 1, 6), row.1, "{name} {firers}");
            }
        }
        assert_eq!(kills(of("unarmored"), 0, 6), 0);
    }

    /// C70.
    #[test]
    fn firers_roll_in_as_few_and_equal_groups_as_there_may_be() {
        assert_eq!(groups(16, of("unarmored")), [8, 8]);
        assert_eq!(groups(25, of("half")), [9, 8, 8]);
        assert_eq!(groups(21, of("full")), [11, 10]);
        assert!(groups(0, of("full")).is_empty());
    }

    /// The means of C67 to C69, C71 and C59.
    #[test]
    fn volleys_kill_what_the_table_says() {
        let who = (Side::North, UnitId(0));
        let mean = |weapon: &str, firers, armour: &str, cover| {
            let cases = every_case(|dice| volley(dice, self::weapon(weapon), firers, of(armour), cover, who));
            (0..30u16).map(|kills| f64::from(kills) * cases.share(|k| *k == kills)).sum::<f64>()
        };
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(near(mean("short-bow", 10, "unarmored", false), 28.0 / 6.0));
        assert!(near(mean("short-bow", 10, "half", false), 3.0));
        assert!(near(mean("short-bow", 10, "full", false), 8.0 / 6.0));
        assert!(near(mean("short-bow", 20, "full", false), 3.0));
        // Four or five kills are two in cover.
        assert!(near(mean("short-bow", 10, "unarmored", true), 2.0));
        // Die 2 counts 3: one face of six instead of two gives four.
        assert!(near(mean("heavy-crossbow", 10, "unarmored", false), 29.0 / 6.0));
    }

    /// C57, C58.
    #[test]
    fn shots_go_by_what_the_unit_has_moved() {
        let normal = Mil::inches(9);
        assert_eq!(
            [0, 1, 4500, 4501].map(|gone| Moved::of(Mil(gone), normal)),
            [Moved::Not, Moved::Half, Moved::Half, Moved::More]
        );
        let of = |name: &str| [Moved::Not, Moved::Half, Moved::More].map(|moved| shots(weapon(name), moved));
        assert_eq!(of("short-bow"), [(2, false), (1, false), (1, true)]);
        assert_eq!(of("crossbow"), [(1, false), (1, false), (1, true)]);
        assert_eq!(of("javelin"), [(1, false), (1, false), (1, false)]);
        assert_eq!(of("arquebus")[2], (0, false));
    }

    /// C66 and C77.
    #[test]
    fn indirect_fire_and_arquebuses() {
        assert_eq!([range(weapon("longbow"), true), range(weapon("short-bow"), true)], [14, 10].map(Mil::inches));
        assert_eq!(range(weapon("longbow"), false), Mil::inches(21));
        let found = |name: &str| armour(of(name), true).map(|armour| armour.name.as_str());
        assert_eq!([found("unarmored"), found("half"), found("full")], [Some("half"), Some("full"), None]);
        let at = [6000, 6001, 12_000, 18_000, 18_001].map(|at| arquebus(Mil(at)));
        assert_eq!(at, [Some(2), Some(4), Some(4), Some(5), None]);
    }
}
