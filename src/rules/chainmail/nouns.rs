//! What files may name: troop types, and what each may be given besides.

use super::data::data;
use crate::battle::Nouns;

/// Troop types.
pub fn nouns() -> Vec<Nouns> {
    let types = data().types.iter().map(|kind| {
        let given: Vec<&str> = kind.extras.iter().map(|extra| extra.field()).collect();
        let given = if given.is_empty() { String::new() } else { format!("; may have {}", given.join(", ")) };
        (kind.id.clone(), format!("{}; {} points{given}", kind.name, kind.points))
    });
    vec![Nouns::new("TROOP TYPES: type: \"…\", with the price of a figure and the fields that it may have", types)]
}
