//! Citations: every number and every ruling names the rule it comes from, and every sum names the rule of each
//! of its terms.

use std::collections::BTreeSet;
use std::sync::Mutex;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A static word of the program or of a ruleset: an action's verb, a parameter, a step, a reason. What people
/// read for it stands in data.
#[derive(Default, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(pub &'static str);

/// One citable rule of the ruleset in play, e.g. `7.3` (in full `armati:7.3`). Its title and text stand in the
/// ruleset's data. The house's own rulings cite `house`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cite(pub &'static str);

/// What the umpire and the program itself decide, beside any rulebook.
pub const HOUSE: Cite = Cite("house");

/// One term of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// What it is, e.g. `front value`.
    pub what: Word,
    /// How much it adds.
    pub value: i32,
    /// The rule that says so.
    pub cite: Cite,
}

/// A sum that explains itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally(pub Vec<Term>);

impl Tally {
    /// Adds a term and hands the tally on.
    #[must_use]
    pub fn with(mut self, what: Word, value: i32, cite: Cite) -> Tally {
        self.add(what, value, cite);
        self
    }

    /// Adds a term.
    pub fn add(&mut self, what: Word, value: i32, cite: Cite) {
        self.0.push(Term { what, value, cite });
    }

    /// Each term with the sign before it, as people write sums: `6`, ` − 1`, ` + 5`. The sign of a value stands in it.
    pub fn signed(&self) -> impl Iterator<Item = (&'static str, &Term)> {
        self.0.iter().enumerate().map(|(n, term)| {
            let sign = match (n, term.value < 0) {
                (0, false) => "",
                (0, true) => "\u{2212}",
                (_, false) => " + ",
                (_, true) => " \u{2212} ",
            };
            (sign, term)
        })
    }

    /// The sum of the terms.
    pub fn total(&self) -> i32 {
        self.0.iter().map(|t| t.value).sum()
    }
}

/// The static word for a text that came from outside. The same text gives the same word; each new one is kept
/// for the life of the program, so readers bound the length and number of what they hand in.
pub fn intern(text: &str) -> &'static str {
    intern_within(text, usize::MAX).unwrap_or_default()
}

/// The same while fewer than `most` texts are kept; nothing for a new one when there are as many.
pub fn intern_within(text: &str, most: usize) -> Option<&'static str> {
    static WORDS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut words = WORDS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(known) = words.get(text) {
        return Some(known);
    }
    if words.len() >= most {
        return None;
    }
    let leaked: &'static str = Box::leak(text.to_owned().into_boxed_str());
    words.insert(leaked);
    Some(leaked)
}

impl std::fmt::Display for Word {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::fmt::Display for Cite {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for Word {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0)
    }
}

impl Serialize for Cite {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Word, D::Error> {
        Ok(Word(intern(&String::deserialize(from)?)))
    }
}

impl<'de> Deserialize<'de> for Cite {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Cite, D::Error> {
        Ok(Cite(intern(&String::deserialize(from)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_is_the_sum_of_its_terms() {
        let tally =
            Tally::default().with(Word("front value"), 6, Cite("7.3")).with(Word("fatigued"), -1, Cite("7.8.5"));
        assert_eq!(tally.total(), 5);
    }

    #[test]
    fn the_same_text_is_the_same_word() {
        assert!(std::ptr::eq(intern("equites"), intern(&String::from("equites"))));
        assert_eq!(intern_within("equites", 0), Some("equites"));
        assert_eq!(intern_within("a-word-that-no-other-test-interns", 0), None);
    }
}
