//! Names: how they are written, and that no two things on a table have the same one.

use std::collections::BTreeMap;

use super::tree::Node;
use super::value::meant;
use crate::battle::Intent;
use crate::battle::setup::Severity;
use crate::battle::written::short;
use crate::nearest::instead;

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 40;

/// Words that mean something else in notation.
const TAKEN: [&str; 14] = [
    "north", "south", "yes", "no", "none", "ahead", "slide", "wheel", "face", "form", "stops", "left", "right", "move",
];

impl Node<'_> {
    /// A name as notation writes it: a small letter, then small letters, digits and hyphens.
    pub fn name(self) -> Option<String> {
        self.word_that(|name| trouble(name).or_else(|| taken(name)))
    }

    /// A word of a ruleset, such as a step or the purpose of a die.
    pub fn name_of_word(self) -> Option<String> {
        self.word_that(trouble)
    }

    /// The name of a side, a unit or a body; a body without its own is its first unit's with a `+`.
    pub fn name_or_body(self) -> Option<String> {
        self.word_that(|name| trouble(name.strip_suffix('+').unwrap_or(name)))
    }

    fn word_that(self, trouble: impl Fn(&str) -> Option<String>) -> Option<String> {
        let word = self.text()?;
        match trouble(&word) {
            None => Some(word),
            Some(why) => {
                self.error(why);
                None
            }
        }
    }
}

/// Why a text is no name.
fn trouble(name: &str) -> Option<String> {
    let shown = short(name);
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() {
        Some("this name is empty".to_owned())
    } else if name.chars().count() > LONGEST_NAME {
        Some(format!("the name `{shown}` is over {LONGEST_NAME} characters long"))
    } else if !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        Some(format!("the name `{shown}` must begin with a small letter a to z"))
    } else if let Some(bad) = name.chars().find(|c| !good(*c)) {
        let bad = bad.escape_default();
        Some(format!("the name `{shown}` has `{bad}` in it: names are small letters, digits and hyphens"))
    } else {
        None
    }
}

fn taken(name: &str) -> Option<String> {
    TAKEN.contains(&name).then(|| format!("the name `{name}` means something else in notation"))
}

/// The names given so far, with what they name and where.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeMap<String, String>);

impl Names {
    /// Registers a name for something ("a unit", with its line), or notes that the name is taken.
    pub fn give(&mut self, name: &str, what: &str, node: Node) {
        if let Some(before) = self.0.get(name) {
            node.error(format!("the name `{name}` is already that of {before}"));
            return;
        }
        let source = node.tree.source;
        let (line, _) = source.place(node.start());
        self.0.insert(name.to_owned(), format!("{what} at {}:{line}", source.path()));
    }
}

/// The army colours: row A, then row B. A battle has one of each.
const ROWS: [[&str; 4]; 2] = [["madder", "ochre", "terracotta", "bone"], ["indigo", "verdigris", "plum", "iron"]];

/// The pairs that people with a colour weakness hardly tell apart.
const HARD: [[&str; 2]; 2] = [["madder", "verdigris"], ["madder", "iron"]];

/// The colours of north and south when the file names none.
pub const USUAL: [&str; 2] = ["madder", "indigo"];

/// Reads the colour of a side.
pub(super) fn colour(node: Node) -> Option<String> {
    let written = node.text()?;
    let all = ROWS.as_flattened();
    if all.contains(&written.as_str()) {
        return Some(written);
    }
    node.error(format!("`{}` is no army colour{}", short(&written), instead(&written, all.iter().copied())));
    None
}

/// Reads what an army wants.
pub(super) fn intent(node: Node) -> Option<Intent> {
    let word = node.tag().unwrap_or_else(|| node.written());
    let known = Intent::of_word(word);
    if known.is_none() {
        let words = Intent::ALL.map(Intent::word);
        node.error(format!("`{}` is none of {}{}", short(word), words.join(", "), meant(word, &words)));
    }
    known
}

/// What is wrong with two colours in one battle.
pub(super) fn clash(north: &str, south: &str) -> Option<(Severity, String)> {
    let row = |colour: &str| ROWS.iter().position(|row| row.contains(&colour));
    if row(north) == row(south) {
        let rows = format!("one side takes one of {}, the other one of {}", ROWS[0].join(", "), ROWS[1].join(", "));
        return Some((Severity::Error, format!("{north} and {south} are of one row of colours: {rows}")));
    }
    let hard = HARD.iter().any(|pair| pair.contains(&north) && pair.contains(&south));
    hard.then(|| (Severity::Warning, format!("{north} and {south} are hard to tell apart with a colour weakness")))
}

/// The default colour of a side, given that of the other side.
pub(super) fn usual_beside(other: &str) -> &'static str {
    if ROWS[0].contains(&other) { USUAL[1] } else { USUAL[0] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_small_letters_digits_and_hyphens() {
        assert_eq!(trouble("equites-1"), None);
        assert_eq!(trouble(&"a".repeat(40)), None);
        assert!(trouble(&"a".repeat(41)).is_some_and(|t| t.contains("over 40")));
        assert!(trouble("1st").is_some_and(|t| t.contains("begin")));
        assert!(trouble("Equites").is_some_and(|t| t.contains("begin")));
        assert!(trouble("equités").is_some_and(|t| t.contains("u{e9}")));
        assert!(taken("north").is_some_and(|t| t.contains("notation")));
        assert_eq!(taken("northmen"), None);
        assert!(trouble("").is_some());
    }

    #[test]
    fn one_colour_of_each_row() {
        assert_eq!(clash("indigo", "madder"), None);
        assert_eq!(clash("madder", "ochre").map(|c| c.0), Some(Severity::Error));
        assert_eq!(clash("plum", "iron").map(|c| c.0), Some(Severity::Error));
        assert_eq!(clash("iron", "madder").map(|c| c.0), Some(Severity::Warning));
        assert_eq!(clash("madder", "verdigris").map(|c| c.0), Some(Severity::Warning));
        assert_eq!(clash("iron", "ochre"), None);
        assert_eq!((usual_beside("bone"), usual_beside("iron")), ("indigo", "madder"));
    }
}
