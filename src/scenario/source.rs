//! The text of a file and its lines: turns byte offsets into lines and columns.

use super::flaw::FileFlaw;
use crate::battle::setup::Severity;

/// A text and where it comes from.
#[derive(Clone, Debug)]
pub struct Source {
    path: String,
    text: String,
    /// Where each line begins.
    lines: Vec<u32>,
    marked: bool,
}

impl Source {
    /// A text with the path that reports show. Callers bound its length to what [`super::read`] accepts.
    pub fn new(path: impl Into<String>, mut text: String) -> Source {
        // A byte order mark is not a character of the first line: editors do not show it.
        let marked = text.starts_with('\u{feff}');
        if marked {
            text.remove(0);
        }
        let starts = text.bytes().zip(1u32..).filter(|(byte, _)| *byte == b'\n').map(|(_, next)| next);
        let lines = std::iter::once(0).chain(starts).collect();
        Source { path: path.into(), text, lines, marked }
    }

    /// As reports name it.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Whether the file begins with a byte order mark.
    pub fn is_marked(&self) -> bool {
        self.marked
    }

    /// The whole text, without the mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte, from 1; columns count characters, a tab being one. A byte within a character
    /// counts as the character's first, one beyond the end as the end.
    pub fn place(&self, at: usize) -> (u32, u32) {
        let mut at = at.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let line = self.lines.partition_point(|start| *start as usize <= at).max(1);
        let start = self.lines[line - 1] as usize;
        let column = self.text[start..at].chars().count() + 1;
        (line as u32, column as u32)
    }

    /// A flaw at that byte.
    pub fn flaw(&self, at: usize, severity: Severity, message: &str) -> FileFlaw {
        let (line, column) = self.place(at);
        FileFlaw { path: self.path.clone(), line, column, severity, message: message.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let source = Source::new("x", "ab\r\n\tü€z\n".to_owned());
        assert_eq!(source.place(0), (1, 1));
        // The return belongs to the line that it ends.
        assert_eq!(source.place(3), (1, 4));
        assert_eq!(source.place(4), (2, 1));
        assert_eq!(source.place(5), (2, 2));
        // The second byte of the u with dots.
        assert_eq!(source.place(6), (2, 2));
        // After a tab, a character of two bytes and one of three.
        assert_eq!(source.place(10), (2, 4));
        assert_eq!(source.place(12), (3, 1));
        assert_eq!(source.place(99), (3, 1));
    }

    #[test]
    fn an_empty_text_has_a_first_place() {
        assert_eq!(Source::new("x", String::new()).place(0), (1, 1));
    }
}
