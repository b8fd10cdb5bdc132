//! What is kept for the log besides the journal, and what of it is shown.

use crate::battle::Refusal;
use crate::gui::game::told::Line;
use crate::ids::Side;
use crate::lab::chronicle::Kind;

/// What the log keeps.
#[derive(Clone, Debug, Default)]
pub struct Log {
    filter: Filter,
    refusals: Vec<(usize, Side, Refusal)>,
}

impl Log {
    /// What of it is shown.
    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Shows that of it.
    pub fn find(&mut self, filter: Filter) {
        self.filter = filter;
    }

    /// Every refusal that was met: after how many entries of the journal.
    pub fn refusals(&self) -> &[(usize, Side, Refusal)] {
        &self.refusals
    }

    /// Refusals that were met after more entries than that are forgotten.
    pub fn forget_after(&mut self, entries: usize) {
        self.refusals.retain(|(after, ..)| *after <= entries);
    }

    /// All refusals are forgotten.
    pub fn forget(&mut self) {
        self.refusals.clear();
    }

    /// Keeps a refusal, once.
    pub fn refuse(&mut self, after: usize, side: Side, why: &Refusal) {
        let known = self.refusals.last().is_some_and(|(a, s, r)| (*a, *s) == (after, side) && r == why);
        if !known {
            self.refusals.push((after, side, why.clone()));
        }
    }
}

/// What of the log is shown.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Nothing: all.
    pub kind: Option<Kind>,
    pub find: String,
}

impl Filter {
    /// Whether a line is among what is shown.
    pub fn shows(&self, line: &Line) -> bool {
        let kind = self.kind.is_none_or(|k| k == line.kind);
        let find = self.find.trim().to_lowercase();
        kind && (find.is_empty()
            || line.text.to_lowercase().contains(&find)
            || line.cite.to_lowercase().contains(&find))
    }
}
