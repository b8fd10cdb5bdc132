//! What files may name: troop types, and how each may be ordered.

use super::data::data;
use super::muster::formations;
use crate::battle::Nouns;

/// Troop types.
pub fn nouns() -> Vec<Nouns> {
    let types = data().troops.types.iter().map(|kind| {
        let formed: Vec<&str> = kind.classes.iter().flat_map(|class| formations(*class)).copied().collect();
        (kind.name.clone(), format!("{}; {} points a figure; {}", kind.title, kind.points, formed.join(", ")))
    });
    vec![Nouns::new("TROOP TYPES: type: \"…\", with the formations that each may have", types)]
}
