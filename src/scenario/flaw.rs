//! What is wrong in a file, with the line and column where.

use std::cell::RefCell;

use serde::{Serialize, Serializer};

use super::source::Source;
use crate::battle::setup::Severity;

/// Something wrong at a place of a file. Shown as `path:line:column: message`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileFlaw {
    /// As reports show it: relative to the repository where that is possible.
    pub path: String,
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// Whether the file can be used all the same.
    #[serde(serialize_with = "severity")]
    pub severity: Severity,
    /// What is wrong, as people read it.
    pub message: String,
}

impl FileFlaw {
    /// An error of the file as a whole, at its first character.
    pub fn whole(path: impl Into<String>, message: impl Into<String>) -> FileFlaw {
        FileFlaw { path: path.into(), line: 1, column: 1, severity: Severity::Error, message: message.into() }
    }

    /// Whether it makes the file unusable.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl std::fmt::Display for FileFlaw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let warning = if self.is_error() { "" } else { "warning: " };
        write!(f, "{}:{}:{}: {warning}{}", self.path, self.line, self.column, self.message)
    }
}

/// Sorts flaws by their places. Of equal flaws at one place one is kept.
pub fn sort(flaws: &mut Vec<FileFlaw>) {
    flaws.sort_by(|a, b| (&a.path, a.line, a.column, a.severity).cmp(&(&b.path, b.line, b.column, b.severity)));
    flaws.dedup();
}

/// The most flaws that are listed for one file; the rest are counted.
const MOST: usize = 500;

/// Gathers the flaws of one text as it is read.
#[derive(Debug, Default)]
pub(super) struct Flaws(RefCell<Gathered>);

#[derive(Debug, Default)]
struct Gathered {
    found: Vec<Found>,
    beyond: usize,
}

/// A flaw by its byte offset.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub at: usize,
    pub severity: Severity,
    pub message: String,
}

impl Flaws {
    /// Notes an error at that byte.
    pub fn error(&self, at: usize, message: impl Into<String>) {
        self.add(Found { at, severity: Severity::Error, message: message.into() });
    }

    /// Notes a warning at that byte.
    pub fn warn(&self, at: usize, message: impl Into<String>) {
        self.add(Found { at, severity: Severity::Warning, message: message.into() });
    }

    /// Where the errors are, as bytes.
    pub fn error_bytes(&self) -> Vec<usize> {
        let gathered = self.0.borrow();
        gathered.found.iter().filter(|f| f.severity == Severity::Error).map(|f| f.at).collect()
    }

    /// The flaws with their lines and columns.
    pub fn located(&self, source: &Source) -> Vec<FileFlaw> {
        let gathered = self.0.borrow();
        let mut flaws: Vec<_> = gathered.found.iter().map(|f| source.flaw(f.at, f.severity, &f.message)).collect();
        sort(&mut flaws);
        if gathered.beyond > 0 {
            let message = format!("the file has {} more flaws than are listed", gathered.beyond);
            flaws.push(source.flaw(source.text().len(), Severity::Error, &message));
        }
        flaws
    }

    fn add(&self, flaw: Found) {
        let mut gathered = self.0.borrow_mut();
        if gathered.found.len() < MOST {
            gathered.found.push(flaw);
        } else {
            gathered.beyond += 1;
        }
    }
}

fn severity<S: Serializer>(severity: &Severity, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_ever_so_many_flaws_lists_some_and_counts_the_rest() {
        let source = Source::new("a.ron", "x".repeat(600));
        let flaws = Flaws::default();
        (0..600).for_each(|at| flaws.error(at, "wrong"));
        let listed = flaws.located(&source);
        assert_eq!(listed.len(), 501);
        assert_eq!(listed[500].to_string(), "a.ron:1:601: the file has 100 more flaws than are listed");
    }

    #[test]
    fn warnings_say_so() {
        let source = Source::new("a.ron", "ab\ncd".to_owned());
        let flaw = source.flaw(4, Severity::Warning, "hardly told apart");
        assert_eq!(flaw.to_string(), "a.ron:2:2: warning: hardly told apart");
        let json = serde_json::to_string(&flaw).unwrap();
        assert_eq!(json, r#"{"path":"a.ron","line":2,"column":2,"severity":"warning","message":"hardly told apart"}"#);
    }
}
