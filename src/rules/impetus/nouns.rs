//! What files may name: unit types with their usual values, tags, and the rows of the firing table.

use super::data::{Tag, U, Usual, data};
use crate::battle::Nouns;

/// Unit types, tags and weapons.
pub fn nouns() -> Vec<Nouns> {
    let types = data().types.iter().map(|kind| {
        let Usual { m: U(m), vbu, i, vd, d, missile } = &kind.usual;
        let missile = missile.as_ref().map_or_else(String::new, |missile| format!(", missile: \"{missile}\""));
        let usual = format!("m: {m}, vbu: {vbu}, i: {i}, vd: {vd}, d: \"{}\"{missile}", d.name());
        (kind.code.clone(), format!("{}; {usual}", kind.name))
    });
    let tags = Tag::names().map(|name| {
        let text = data().tags.iter().find(|text| Tag::named(name) == Some(text.name));
        (name.to_owned(), text.map(|text| text.title.clone()).unwrap_or_default())
    });
    let weapons = data().weapons.iter().map(|weapon| (weapon.id.clone(), weapon.title.clone()));
    vec![
        Nouns::new("UNIT TYPES: type: \"…\", with the values of a bare type", types),
        Nouns::new("TAGS: tags: [\"…\"]", tags),
        Nouns::new("WEAPONS: missile: \"…\"", weapons),
    ]
}
