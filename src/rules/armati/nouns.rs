//! What files may name: troop types with their usual values, and the words of weapons.

use super::data::{Values, WeaponWord, data};
use crate::battle::Nouns;

/// Troop types and weapons.
pub fn nouns() -> Vec<Nouns> {
    let types = data().types.iter().map(|kind| {
        let Values { fv: (front, flank, special), prot, weapon } = &kind.defaults;
        let usual = format!("fv: ({front}, {flank}, {special}), prot: {prot}, weapon: \"{weapon}\"");
        (kind.code.clone(), format!("{}; {usual}", kind.name))
    });
    let weapons = data().words.iter().map(|word| (word.word.clone(), shoots(word)));
    vec![
        Nouns::new("TROOP TYPES: type: \"…\", with the values of a bare type", types),
        Nouns::new("WEAPONS: weapon: \"lance/bow\", words parted by a slash", weapons),
    ]
}

/// What a word of the lists shoots with.
fn shoots(word: &WeaponWord) -> String {
    let title = |name: &Option<String>| {
        let weapon = name.as_ref().and_then(|name| data().weapons.iter().find(|weapon| weapon.name == *name))?;
        Some(weapon.title.clone())
    };
    match (title(&word.foot), title(&word.mounted)) {
        (Some(foot), Some(mounted)) if foot == mounted => format!("shoots: {foot}"),
        (Some(foot), Some(mounted)) => format!("shoots: {foot}; mounted: {mounted}"),
        (Some(shot), None) | (None, Some(shot)) => format!("shoots: {shot}"),
        (None, None) => "no missiles".to_owned(),
    }
}
