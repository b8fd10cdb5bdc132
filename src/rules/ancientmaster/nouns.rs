//! What files may name: troop types, characters and their mounts, and tags.

use super::data::data;
use super::troop::Tag;
use crate::battle::Nouns;

/// Troop types, characters, mounts and tags.
pub fn nouns() -> Vec<Nouns> {
    let of_type = |code: &str, name: &str, points: i32| (code.to_owned(), format!("{name}; {points} points"));
    let types = data().types.iter().map(|kind| of_type(&kind.code, &kind.name, kind.points));
    let characters = data().characters.iter().map(|kind| of_type(&kind.code, &kind.name, kind.points));
    let mounts = data().mounts.iter().map(|mount| of_type(&mount.name, &mount.title, mount.points));
    let tags = Tag::names().map(|name| {
        let text = data().tags.iter().find(|text| Tag::named(name) == Some(text.name));
        let means = text.map_or_else(String::new, |text| match text.points {
            0 => text.title.clone(),
            points => format!("{}; {points} points", text.title),
        });
        (name.to_owned(), means)
    });
    vec![
        Nouns::new("TROOP TYPES: type: \"…\"", types),
        Nouns::new("CHARACTERS: type: \"…\"", characters),
        Nouns::new("MOUNTS of characters: mount: \"…\"", mounts),
        Nouns::new("TAGS: tags: [\"…\"]", tags),
    ]
}
