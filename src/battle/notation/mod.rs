//! Notation: every action has one line of text that reads back equal.
//!
//! ```text
//! action = who ":" word? (item ("," item)*)? (";" name "stops" length)*
//!        | who ":" word "{" action ("|" action)* "}"
//! who    = name ("+" name)* "+"?
//! item   = leg | name "=" value
//! leg    = "ahead" length | "slide" turn length | "wheel" turn | "face" turn | "form" word
//! turn   = ("left" | "right") num
//! length = num ("in" | unit)?
//! value  = num | length | "yes" | "no" | word | ref ("&" ref)* | "(" x "," y "," heading ")"
//! ref    = name "+"? | "(" x "," y ")"
//! ```
//!
//! A name ends in `+` when it is that of a body without a name of its own, called by its first unit. A stand of a
//! loose unit is its unit's name, two hyphens and its number from 1: `spears--2`. `none` is an empty list.
//!
//! Lengths are inches; whoever types may use the game's own unit, `6U` and `20 cm`, which files and the wire never have. In
//! the window, where people read that unit, a length without a sign is in it too ([`read_typed`]).
//!
//! What kind of value a number or a word is, the [`Vocabulary`] says by the value's name. A name that is not in it
//! takes a number without a decimal point as a whole number, with one as a length; a word that names something on
//! the table as that, any other as a word.

mod grammar;
mod reading;
mod trouble;
mod vocabulary;
mod writing;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

pub use vocabulary::{Kind, Vocabulary, vocabulary};
pub use writing::{name, write, write_as_typed};

use super::action::{Action, Ref};
use super::texts::LengthUnit;
use crate::cite::{Word, intern_within};

/// The words that begin a leg.
pub const LEG_WORDS: [&str; 5] = ["ahead", "slide", "wheel", "face", "form"];
/// The longest word or name, in characters.
pub const LONGEST_WORD: usize = 40;
/// The longest line, in bytes.
pub const LONGEST_LINE: usize = 65_536;
/// What stands behind inches, where anything does.
const INCH: &str = "in";
/// More words than all rulesets together have. What comes from outside adds no more of them.
const MOST_WORDS: usize = 100_000;
/// How deep parts may stand in parts.
pub const DEEPEST: usize = 64;

/// Names for what can be spoken of, both ways.
pub trait Names {
    /// The name of a side, body, unit or terrain piece.
    fn name_of(&self, of: Ref) -> Option<Cow<'_, str>>;
    /// What has that name.
    fn ref_of(&self, name: &str) -> Option<Ref>;
    /// Every name, for "did you mean".
    fn known(&self) -> Vec<String>;
    /// What kind the values of that name are, where the ruleset says so.
    fn kind_of(&self, _value: &str) -> Option<Kind> {
        None
    }
    /// The game's own unit of length, where it has one beside the inch.
    fn unit(&self) -> Option<LengthUnit> {
        None
    }
    /// Whether a person has typed it: a length without a sign is in the game's own unit.
    fn is_typed(&self) -> bool {
        false
    }
}

/// The same names, of a line that a person has typed.
struct Typed<'n>(&'n dyn Names);

impl Names for Typed<'_> {
    fn name_of(&self, of: Ref) -> Option<Cow<'_, str>> {
        self.0.name_of(of)
    }

    fn ref_of(&self, name: &str) -> Option<Ref> {
        self.0.ref_of(name)
    }

    fn known(&self) -> Vec<String> {
        self.0.known()
    }

    fn kind_of(&self, value: &str) -> Option<Kind> {
        self.0.kind_of(value)
    }

    fn unit(&self) -> Option<LengthUnit> {
        self.0.unit()
    }

    fn is_typed(&self) -> bool {
        true
    }
}

/// A line that is no action of this battle: where, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {message}")]
pub struct NotationError {
    /// In characters, from 1.
    pub column: usize,
    /// What is wrong, as people read it.
    pub message: String,
    /// Where the grammar wants something else: what, and what it finds instead, unless the line ends there.
    pub wanted: Option<(String, Option<String>)>,
}

/// The action that the line stands for.
///
/// # Errors
/// The first thing that is not notation, is unknown, or has more decimals than it may have.
pub fn read(text: &str, names: &dyn Names) -> Result<Action, NotationError> {
    let line = grammar::line(text).map_err(|trouble| trouble.at_column(text))?;
    reading::action(&line, names).map_err(|trouble| trouble.at_column(text))
}

/// The action that a line stands for which a person has typed: a length without a sign is in the game's own unit.
///
/// # Errors
/// As [`read`].
pub fn read_typed(text: &str, names: &dyn Names) -> Result<Action, NotationError> {
    read(text, &Typed(names))
}

/// Who and the verb alone, as in `u2: form`: how a case names what must be barred.
///
/// # Errors
/// As [`read`].
pub fn read_head(text: &str, names: &dyn Names) -> Result<(Vec<Ref>, Word), NotationError> {
    let (who, key) = grammar::head(text).map_err(|trouble| trouble.at_column(text))?;
    reading::head(&who, &key, names).map_err(|trouble| trouble.at_column(text))
}

/// What a name stands for, or a point `(x, y)`: one of those that `&` joins in a line.
///
/// # Errors
/// As [`read`].
pub fn read_ref(text: &str, names: &dyn Names) -> Result<Ref, NotationError> {
    let named = grammar::named(text).map_err(|trouble| trouble.at_column(text))?;
    reading::named(&named, names).map_err(|trouble| trouble.at_column(text))
}

/// A word of notation: a small letter, then small letters, digits and hyphens, at most [`LONGEST_WORD`].
pub fn read_word(text: &str) -> Option<Word> {
    let letters = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
    let good = text.bytes().all(letters) && text.starts_with(|c: char| c.is_ascii_lowercase());
    (good && text.len() <= LONGEST_WORD).then(|| intern_within(text, MOST_WORDS)).flatten().map(Word)
}
