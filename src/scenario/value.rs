//! Reads a value of a file as what it should be: a text, a number, a word. If it is something else a flaw is noted.

use std::ops::RangeInclusive;

use bevy::math::Vec2;

use super::tree::{Kind, Node};
use crate::battle::written::short;
use crate::ids::Side;
use crate::nearest::nearest;

/// The largest number that any file needs: lengths in inches, points, ratings.
pub const LARGEST_NUMBER: f64 = 10_000.0;

/// The longest text of one line, such as a title, in characters.
pub const LONGEST_LINE: usize = 300;

impl<'t> Node<'t> {
    /// A description of the value, for "expected …, not …".
    pub fn what(self) -> String {
        let tag = self.tag();
        match self.kind() {
            Kind::Group if tag.is_some() => format!("`{}(…)`", short(tag.unwrap_or_default())),
            Kind::Group => "a group `( )`".to_owned(),
            Kind::List => "a list `[ ]`".to_owned(),
            Kind::Map => "a map `{ }`".to_owned(),
            Kind::Text => "a text in quotes".to_owned(),
            Kind::Bytes => "a text of bytes".to_owned(),
            Kind::Char => "a character".to_owned(),
            Kind::Word if number_word(self.written()) => format!("`{}`", self.written()),
            Kind::Word => format!("the word `{}`", short(self.written())),
            Kind::Number => format!("the number `{}`", short(self.written())),
        }
    }

    /// Whether it is a word that stands for no number.
    pub fn is_plain_word(self) -> bool {
        self.kind() == Kind::Word && !number_word(self.written())
    }

    /// Notes that something else was expected.
    pub fn expected<T>(self, what: &str) -> Option<T> {
        self.error(format!("expected {what}, not {}", self.what()));
        None
    }

    /// The value without a `Some( )` around it; none for `None`.
    pub fn given(self) -> Option<Node<'t>> {
        match (self.kind(), self.tag()) {
            (Kind::Word, _) if self.written() == "None" => None,
            (Kind::Group, Some("Some")) => {
                let mut inner = self.children();
                match (inner.next(), inner.next()) {
                    (Some(one), None) if one.key().is_none() => one.given(),
                    _ => self.expected("one value in `Some( )`"),
                }
            }
            _ => Some(self),
        }
    }

    /// A text of any length.
    pub fn text(self) -> Option<String> {
        match self.kind() {
            Kind::Text => match ron::from_str::<String>(self.written()) {
                Ok(text) => Some(text),
                Err(e) => {
                    self.error(format!("this text cannot be read: {}", e.code));
                    None
                }
            },
            Kind::Word if self.is_plain_word() => {
                self.expected(&format!("a text in quotes, \"{}\"", short(self.written())))
            }
            _ => self.expected("a text in quotes"),
        }
    }

    /// A text of one line that is not empty.
    pub fn line(self) -> Option<String> {
        let text = self.text()?;
        let flaw = if text.trim().is_empty() {
            "this text is empty".to_owned()
        } else if text.chars().any(char::is_control) {
            "this text must be one line without control characters".to_owned()
        } else if text.chars().count() > LONGEST_LINE {
            format!("this text is over {LONGEST_LINE} characters long")
        } else {
            return Some(text);
        };
        self.error(flaw);
        None
    }

    /// A finite number within ±[`LARGEST_NUMBER`].
    pub fn number(self) -> Option<f64> {
        let written = self.written();
        match self.kind() {
            Kind::Number | Kind::Word if number_word(written) => {
                self.error(format!("`{}` is not a finite number", short(written)));
                None
            }
            Kind::Number => match decimal(written) {
                None => self.expected("a decimal number such as 4 or -2.5"),
                Some(value) if !value.is_finite() || value.abs() > LARGEST_NUMBER => {
                    self.error(format!("`{}` lies beyond ±{LARGEST_NUMBER}", short(written)));
                    None
                }
                Some(value) => Some(value),
            },
            _ => self.expected("a number"),
        }
    }

    /// A number in that range.
    pub fn within(self, range: RangeInclusive<f64>) -> Option<f64> {
        let value = self.number()?;
        if range.contains(&value) {
            return Some(value);
        }
        self.error(format!("expected a number from {} to {}, not {}", range.start(), range.end(), self.written()));
        None
    }

    /// A whole number in that range.
    pub fn whole(self, range: RangeInclusive<i64>) -> Option<i64> {
        let value = self.number()?;
        let whole = value as i64;
        if value.fract() == 0.0 && range.contains(&whole) {
            return Some(whole);
        }
        let (least, most) = (range.start(), range.end());
        self.error(format!("expected a whole number from {least} to {most}, not {}", self.written()));
        None
    }

    /// Yes or no.
    pub fn flag(self) -> Option<bool> {
        match (self.kind(), self.written()) {
            (Kind::Word, "true") => Some(true),
            (Kind::Word, "false") => Some(false),
            _ => self.expected("true or false"),
        }
    }

    /// One of these words, without quotes; its place among them.
    pub fn one_of(self, words: &[&str]) -> Option<usize> {
        let written = match self.kind() {
            Kind::Word => self.written().to_owned(),
            Kind::Text if self.text().is_some_and(|t| words.contains(&t.as_str())) => {
                return self.expected(&format!("{} without quotes", list(words)));
            }
            _ => return self.expected(&list(words)),
        };
        let found = words.iter().position(|w| *w == written);
        if found.is_none() {
            self.error(format!("`{}` is none of {}{}", short(&written), list(words), meant(&written, words)));
        }
        found
    }

    /// `north` or `south`.
    pub fn side(self) -> Option<Side> {
        self.one_of(&["north", "south"]).map(|i| Side::BOTH[i])
    }

    /// The values of a list.
    pub fn items(self) -> Option<Vec<Node<'t>>> {
        if self.kind() == Kind::List { Some(self.children().collect()) } else { self.expected("a list `[ ]`") }
    }

    /// The values of a group of that many, none of which has a name.
    pub fn tuple<const N: usize>(self, what: &str) -> Option<[Node<'t>; N]> {
        let values: Vec<_> = self.children().take(N + 1).collect();
        let plain = self.kind() == Kind::Group && self.tag().is_none() && values.iter().all(|v| v.key().is_none());
        match <[Node<'t>; N]>::try_from(values) {
            Ok(values) if plain => Some(values),
            Ok(_) | Err(_) if plain => self.expected(&format!("{what}; it has another number of values")),
            _ => self.expected(what),
        }
    }

    /// `(x, y)` in inches.
    pub fn point(self) -> Option<Vec2> {
        let [x, y] = self.tuple("a point `(x, y)`")?;
        let (x, y) = (x.number(), y.number());
        Some(Vec2::new(x? as f32, y? as f32))
    }
}

/// `; did you mean …?` when one of the known names is near.
pub(super) fn meant(name: &str, known: &[&str]) -> String {
    nearest(name, known.iter().copied()).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

fn list(words: &[&str]) -> String {
    let quoted: Vec<_> = words.iter().map(|w| format!("`{w}`")).collect();
    match quoted.as_slice() {
        [one] => one.clone(),
        [first, last] => format!("{first} or {last}"),
        [before @ .., last] => format!("{} or {last}", before.join(", ")),
        [] => "nothing".to_owned(),
    }
}

/// Whether it is one of RON's words for numbers that are not finite.
fn number_word(written: &str) -> bool {
    let bare = written.strip_prefix(['+', '-']).unwrap_or(written);
    matches!(bare, "NaN" | "inf" | "NaNf32" | "NaNf64" | "inff32" | "inff64")
}

/// A decimal number; infinite when it is too large to be stored.
fn decimal(written: &str) -> Option<f64> {
    let mut digits = written.strip_prefix(['+', '-']).unwrap_or(written).chars();
    let plain = digits.all(|c| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-'));
    let read = if plain { written.parse().ok() } else { None };
    read.filter(|_| written.chars().any(|c| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::super::source::Source;
    use super::super::tree::Tree;
    use super::*;

    /// What a reader makes of a text, and the flaws it notes.
    fn read<T>(text: &str, reader: impl Fn(Node) -> Option<T>) -> (Option<T>, Vec<String>) {
        let source = Source::new("x", text.to_owned());
        let Ok(tree) = Tree::parse(&source) else { panic!("{text} is not whole") };
        let value = reader(tree.root());
        (value, tree.flaws.located(&source).into_iter().map(|f| f.message).collect())
    }

    #[test]
    fn numbers_are_finite_and_of_moderate_size() {
        let number = |text| read(text, |n| n.number());
        assert_eq!(number("-2.5e1").0, Some(-25.0));
        assert_eq!(number("10000").0, Some(10_000.0));
        assert_eq!(number("-10000.001").1, ["`-10000.001` lies beyond ±10000"]);
        assert_eq!(number("1e999").1, ["`1e999` lies beyond ±10000"]);
        assert_eq!(number("-inf").1, ["`-inf` is not a finite number"]);
        assert_eq!(number("NaN").1, ["`NaN` is not a finite number"]);
        assert_eq!(number("0x10").1, ["expected a decimal number such as 4 or -2.5, not the number `0x10`"]);
        assert_eq!(number("1..2").0, None);
        assert_eq!(number("-").0, None);
        assert_eq!(number("\"4\"").1, ["expected a number, not a text in quotes"]);
    }

    #[test]
    fn whole_numbers_keep_their_range() {
        let turns = |text| read(text, |n| n.whole(1..=20));
        assert_eq!((turns("1").0, turns("20").0, turns("4.0").0), (Some(1), Some(20), Some(4)));
        assert_eq!((turns("0").0, turns("21").0, turns("4.5").0), (None, None, None));
        assert_eq!(turns("21").1, ["expected a whole number from 1 to 20, not 21"]);
    }

    #[test]
    fn texts_stand_in_quotes() {
        let line = |text: &str| read(text, |n| n.line());
        assert_eq!(line(r#""caf\u{e9} \"x\"""#).0.as_deref(), Some("café \"x\""));
        assert_eq!(line("r#\"a\"b\"#").0.as_deref(), Some("a\"b"));
        assert_eq!(line("equites-1").1, ["expected a text in quotes, \"equites-1\", not the word `equites-1`"]);
        assert_eq!(line("\" \"").1, ["this text is empty"]);
        assert_eq!(line("\"a\nb\"").1.len(), 1);
        assert_eq!(line(&format!("\"{}\"", "é".repeat(300))).1.len(), 0);
        assert_eq!(line(&format!("\"{}\"", "é".repeat(301))).1, ["this text is over 300 characters long"]);
        assert_eq!(line("\"\\q\"").1.len(), 1);
    }

    #[test]
    fn words_stand_without_quotes_and_slips_are_named() {
        let side = |text| read(text, |n| n.side());
        assert_eq!(side("south").0, Some(Side::South));
        assert_eq!(side("suoth").1, ["`suoth` is none of `north` or `south`; did you mean `south`?"]);
        assert_eq!(side("\"south\"").1, ["expected `north` or `south` without quotes, not a text in quotes"]);
        assert_eq!(side("3").1, ["expected `north` or `south`, not the number `3`"]);
    }

    #[test]
    fn a_point_has_two_numbers() {
        let point = |text| read(text, |n| n.point());
        assert_eq!(point("(1.5, -2)").0, Some(Vec2::new(1.5, -2.0)));
        assert_eq!(
            point("(1, 2, 3)").1,
            ["expected a point `(x, y)`; it has another number of values, not a group `( )`"]
        );
        assert_eq!(point("(x: 1, y: 2)").0, None);
        assert_eq!(point("(NaN, inf)").1.len(), 2);
    }

    #[test]
    fn an_option_may_be_written_out() {
        let given = |text| read(text, |n| n.given().map(Node::written).map(str::to_owned));
        assert_eq!(given("Some(Some(3))").0.as_deref(), Some("3"));
        assert_eq!(given("None"), (None, Vec::new()));
        assert_eq!(given("Some(1, 2)").1.len(), 1);
    }
}
