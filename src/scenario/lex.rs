//! The tokens of RON text, by their bytes. Comments and white space are skipped; brackets inside texts,
//! characters and comments are no brackets.

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
}

/// What a piece of the text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Open(Bracket),
    Close(Bracket),
    Comma,
    Colon,
    /// A text in quotes, raw or not.
    Text,
    /// A text of bytes.
    Bytes,
    Char,
    /// `north`, `true`, `NaN`; also a name with hyphens, which should stand in quotes.
    Word,
    /// What begins like a number; it may still be none.
    Number,
    /// The `#` of an attribute.
    Hash,
    End,
}

/// The three pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Square,
    Curly,
}

impl Bracket {
    /// As it opens.
    pub fn open(self) -> char {
        match self {
            Bracket::Round => '(',
            Bracket::Square => '[',
            Bracket::Curly => '{',
        }
    }

    /// As it closes.
    pub fn close(self) -> char {
        match self {
            Bracket::Round => ')',
            Bracket::Square => ']',
            Bracket::Curly => '}',
        }
    }
}

/// Why no token could be read, and at which byte.
pub(super) type LexFlaw = (usize, String);

/// Cuts a text into tokens. It never looks back, so its time grows with the text.
pub(super) struct Lexer<'s> {
    text: &'s str,
    at: usize,
}

impl<'s> Lexer<'s> {
    /// Begins at the start of the text.
    pub fn new(text: &'s str) -> Lexer<'s> {
        Lexer { text, at: 0 }
    }

    /// The next token; at the end always [`TokenKind::End`].
    ///
    /// # Errors
    ///
    /// Where something begins that never ends, or that is the beginning of no token.
    pub fn next(&mut self) -> Result<Token, LexFlaw> {
        self.skip()?;
        let start = self.at;
        let Some(first) = self.peek() else { return Ok(Token { kind: TokenKind::End, start, end: start }) };
        let kind = match first {
            '(' => self.single(TokenKind::Open(Bracket::Round)),
            ')' => self.single(TokenKind::Close(Bracket::Round)),
            '[' => self.single(TokenKind::Open(Bracket::Square)),
            ']' => self.single(TokenKind::Close(Bracket::Square)),
            '{' => self.single(TokenKind::Open(Bracket::Curly)),
            '}' => self.single(TokenKind::Close(Bracket::Curly)),
            ',' => self.single(TokenKind::Comma),
            ':' => self.single(TokenKind::Colon),
            '#' => self.single(TokenKind::Hash),
            '"' => self.text(TokenKind::Text)?,
            '\'' => self.char()?,
            'r' if self.raw_follows(1) => self.raw_text(1, TokenKind::Text)?,
            'b' if self.rest().starts_with("br") && self.raw_follows(2) => self.raw_text(2, TokenKind::Bytes)?,
            'b' if self.rest().starts_with("b\"") => {
                self.at += 1;
                self.text(TokenKind::Bytes)?
            }
            'b' if self.rest().starts_with("b'") => {
                self.at += 1;
                self.char()?
            }
            '0'..='9' | '.' | '+' | '-' => self.number(),
            c if begins_word(c) => self.word(),
            c => return Err((start, format!("`{}` begins nothing here", c.escape_default()))),
        };
        Ok(Token { kind, start, end: self.at })
    }

    /// Continues at that byte.
    pub fn jump(&mut self, at: usize) {
        self.at = at;
    }

    fn rest(&self) -> &'s str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn single(&mut self, kind: TokenKind) -> TokenKind {
        self.at += 1;
        kind
    }

    fn skip(&mut self) -> Result<(), LexFlaw> {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start_matches(is_space).len();
            if self.rest().starts_with("//") {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if self.rest().starts_with("/*") {
                self.skip_block()?;
            } else {
                return Ok(());
            }
        }
    }

    fn skip_block(&mut self) -> Result<(), LexFlaw> {
        let start = self.at;
        let mut open = 0usize;
        loop {
            let Some(next) = self.rest().find(['/', '*']) else {
                return Err((start, "this comment has no closing `*/`".to_owned()));
            };
            self.at += next;
            if self.rest().starts_with("/*") {
                open += 1;
                self.at += 2;
            } else if self.rest().starts_with("*/") {
                open -= 1;
                self.at += 2;
                if open == 0 {
                    return Ok(());
                }
            } else {
                self.at += 1;
            }
        }
    }

    /// Reads a text, from its opening quote.
    fn text(&mut self, kind: TokenKind) -> Result<TokenKind, LexFlaw> {
        let start = self.at;
        self.at += 1;
        loop {
            let Some(next) = self.rest().find(['"', '\\']) else {
                return Err((start, "this text has no closing quote".to_owned()));
            };
            self.at += next + 1;
            if self.text.as_bytes()[self.at - 1] == b'"' {
                return Ok(kind);
            }
            // Whatever the backslash escapes, it does not close the text.
            self.at += self.peek().map_or(0, char::len_utf8);
        }
    }

    /// Whether hashes and a quote follow after that many letters.
    fn raw_follows(&self, letters: usize) -> bool {
        self.rest()[letters..].trim_start_matches('#').starts_with('"')
    }

    fn raw_text(&mut self, letters: usize, kind: TokenKind) -> Result<TokenKind, LexFlaw> {
        let start = self.at;
        let after = &self.rest()[letters..];
        let hashes = after.len() - after.trim_start_matches('#').len();
        self.at += letters + hashes + 1;
        loop {
            let Some(next) = self.rest().find('"') else {
                return Err((start, "this raw text has no closing quote".to_owned()));
            };
            self.at += next + 1;
            let found = self.rest().bytes().take(hashes).take_while(|b| *b == b'#').count();
            if found == hashes {
                self.at += hashes;
                return Ok(kind);
            }
        }
    }

    /// Reads a character, from its opening quote.
    fn char(&mut self) -> Result<TokenKind, LexFlaw> {
        let start = self.at;
        let flaw = || (start, "this character has no closing quote".to_owned());
        self.at += 1;
        let first = self.peek().ok_or_else(flaw)?;
        self.at += first.len_utf8();
        if first == '\\' {
            self.at += self.peek().ok_or_else(flaw)?.len_utf8();
            // The longest escape is `\u{10ffff}`.
            let within = self.rest().chars().take(10).take_while(|c| *c != '\'').map(char::len_utf8).sum::<usize>();
            self.at += within;
        }
        if self.peek() != Some('\'') {
            return Err(flaw());
        }
        Ok(self.single(TokenKind::Char))
    }

    fn number(&mut self) -> TokenKind {
        let mut before = None;
        let ends = |c: char| {
            // A sign stands first or follows the e of a power.
            let sign = matches!(c, '+' | '-') && matches!(before, None | Some('e' | 'E'));
            before = Some(c);
            !(sign || c.is_alphanumeric() || c == '.' || c == '_')
        };
        self.at += self.rest().find(ends).unwrap_or(self.rest().len());
        TokenKind::Number
    }

    fn word(&mut self) -> TokenKind {
        let rest = self.rest();
        let goes_on = |(i, c): (usize, char)| {
            let hyphen = c == '-' && rest[i + 1..].starts_with(|next: char| next.is_alphanumeric());
            !(c.is_alphanumeric() || c == '_' || hyphen)
        };
        self.at += rest.char_indices().find(|next| goes_on(*next)).map_or(rest.len(), |(i, _)| i);
        TokenKind::Word
    }
}

fn begins_word(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

/// White space of RON.
fn is_space(c: char) -> bool {
    matches!(
        c,
        ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c' | '\u{85}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens as slices of the text; then the flaw, if it ends in one.
    fn cut(text: &str) -> (Vec<&str>, Option<LexFlaw>) {
        let mut lexer = Lexer::new(text);
        let mut tokens = Vec::new();
        loop {
            match lexer.next() {
                Ok(Token { kind: TokenKind::End, .. }) => return (tokens, None),
                Ok(token) => tokens.push(&text[token.start..token.end]),
                Err(flaw) => return (tokens, Some(flaw)),
            }
        }
    }

    fn whole(text: &str) -> Vec<&str> {
        let (tokens, flaw) = cut(text);
        assert_eq!(flaw, None, "{text}");
        tokens
    }

    #[test]
    fn brackets_in_texts_characters_and_comments_are_none() {
        assert_eq!(whole(r#"("a)\"]" /* ( /* [ */ { */ // )"#), ["(", r#""a)\"]""#]);
        let raw = "r#\"a\")\"#";
        assert_eq!(
            whole(&format!("{raw} '(' '\\'' b'[' b\"{{\" br\"]\"")),
            [raw, "'('", "'\\''", "b'['", "b\"{\"", "br\"]\""]
        );
        assert_eq!(whole("'\\u{10ffff}' 'ü'"), ["'\\u{10ffff}'", "'ü'"]);
    }

    #[test]
    fn numbers_and_words_end_where_they_should() {
        assert_eq!(whole("-1.5e-3,+.5 -inf 1e+9-2"), ["-1.5e-3", ",", "+.5", "-inf", "1e+9", "-2"]);
        assert_eq!(whole("equites-1:red rest- br"), ["equites-1", ":", "red", "rest", "-", "br"]);
    }

    #[test]
    fn what_never_ends_is_a_flaw_where_it_begins() {
        assert_eq!(cut("a \"b").1.unwrap(), (2, "this text has no closing quote".to_owned()));
        assert_eq!(cut("a \"b\\").1.unwrap().0, 2);
        assert_eq!(cut("r##\"b\"#").1.unwrap().0, 0);
        assert_eq!(cut(" /* /* */").1.unwrap().0, 1);
        assert_eq!(cut("x 'ab'").1.unwrap().0, 2);
        assert_eq!(cut("'").1.unwrap().0, 0);
        assert_eq!(cut("a ; b").1.unwrap(), (2, "`;` begins nothing here".to_owned()));
    }
}
