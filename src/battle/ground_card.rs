//! What people are told of a piece of ground: of which kind it is, and what it does.

use super::{Arg, Measured, Note};
use crate::cite::{Cite, Word};
use crate::table::Mil;

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

impl Note {
    /// A remark where that holds.
    pub fn when(holds: bool, cite: Cite, says: Word) -> Option<Note> {
        holds.then(|| Note::new(cite, says))
    }

    /// A length for its place of that name.
    #[must_use]
    pub fn length(self, name: Word, length: Mil) -> Note {
        self.word(name, Arg::Measured(Measured::Length(length)))
    }

    /// A whole number for its place of that name.
    #[must_use]
    pub fn count(self, name: Word, count: i32) -> Note {
        self.word(name, Arg::Measured(Measured::Count(count)))
    }
}
