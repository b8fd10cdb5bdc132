//! What people are told of a piece of ground: of which kind it is, and what it does.

use super::Note;

/// What people are told of a piece of ground.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroundCard {
    /// Of which kind it is, as people name it: `gentle hill`. Empty: the ruleset knows no such kind.
    pub kind: String,
    /// What it does, each with its rule; nothing for open ground.
    pub does: Vec<Note>,
}

impl GroundCard {
    /// A card of that kind with those of the remarks that hold.
    pub fn new(kind: &str, does: impl IntoIterator<Item = Option<Note>>) -> GroundCard {
        GroundCard { kind: kind.to_owned(), does: does.into_iter().flatten().collect() }
    }
}
