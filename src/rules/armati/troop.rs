//! Makes a unit's troop from the entry of an army list (2.1, 2.2, F10).

use super::armies::ListTroop;
use super::data::{TroopType, Weapon, data};
use super::state::Troop;
use crate::cite::intern;

/// A bare troop type with its usual values.
pub fn bare(kind: &TroopType) -> ListTroop {
    ListTroop {
        name: kind.code.clone(),
        code: kind.code.clone(),
        title: kind.name.clone(),
        key: false,
        fv: kind.defaults.fv,
        prot: kind.defaults.prot,
        weapon: kind.defaults.weapon.clone(),
        range: None,
        long: None,
        core: 0,
        bonus: 0,
        veteran: 0,
        obligatory: false,
        shield_wall: false,
        schiltron: false,
        dismounts: false,
        instead_of: None,
        apart: None,
        cost: None,
        base: None,
        glyph: None,
        figure: None,
        notes: None,
    }
}

/// The troop of a unit of that entry.
pub fn resolve(kind: &'static TroopType, entry: &ListTroop, veteran: bool) -> Troop {
    let words = || entry.weapon.split('/');
    let slow = kind.slow.as_ref().filter(|s| words().any(|w| s.weapons.iter().any(|slow| slow == w)));
    let bonus = if veteran { data().tables.veteran.bp } else { 0 };
    Troop {
        kind,
        title: entry.title.clone(),
        glyph: intern(entry.glyph.as_deref().unwrap_or(&kind.glyph)),
        figure: intern(entry.figure.as_deref().unwrap_or(&kind.figure)),
        front: i32::from(entry.fv.0),
        flank: i32::from(entry.fv.1),
        special: i32::from(entry.fv.2),
        prot: i32::from(entry.prot),
        missile: words().find_map(|w| missile(kind, w)).map(|w| with_range(w, entry)),
        pike: words().any(|w| data().words.iter().any(|known| known.word == w && known.pike)),
        key: entry.key,
        obligatory: entry.obligatory,
        shield_wall: entry.shield_wall,
        schiltron: entry.schiltron,
        bp0: kind.bp + bonus,
        allowance: *slow.map_or(kind.allowance, |s| s.allowance),
    }
}

/// The weapon that a word of the army lists means for that type (F10): mounted units other than elephants carry the
/// mounted version.
fn missile(kind: &TroopType, word: &str) -> Option<&'static Weapon> {
    let known = data().words.iter().find(|w| w.word == word)?;
    let name = if kind.mounted && !kind.fires_over { &known.mounted } else { &known.foot };
    data().weapon(name.as_deref()?)
}

fn with_range(weapon: &Weapon, entry: &ListTroop) -> Weapon {
    let mut weapon = weapon.clone();
    if let Some(range) = entry.range {
        weapon.range = range;
        weapon.long = entry.long;
    }
    weapon
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Mil;

    fn of(code: &str, weapon: &str, veteran: bool) -> Troop {
        let kind = data().troop_type(code).unwrap();
        resolve(kind, &ListTroop { weapon: weapon.into(), ..bare(kind) }, veteran)
    }

    #[test]
    fn a_javelin_is_thrown_9_in_on_foot_and_6_in_mounted() {
        assert_eq!(*of("SI", "javelin", false).missile.unwrap().range, Mil::inches(9));
        assert_eq!(*of("LC", "javelin", false).missile.unwrap().range, Mil::inches(6));
        assert!(of("HI", "pila/sword", false).missile.is_none());
    }

    #[test]
    fn bowmen_among_skirmishers_move_9_in_and_the_others_12() {
        assert_eq!(of("SI", "bow", false).allowance, Mil::inches(9));
        assert_eq!(of("SI", "sling", false).allowance, Mil::inches(12));
    }

    #[test]
    fn a_veteran_has_one_breakpoint_more() {
        assert_eq!(of("HC", "lance", false).bp0, 3);
        assert_eq!(of("HC", "lance", true).bp0, 4);
    }
}
