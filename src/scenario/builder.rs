//! Builds the tree of values from a file's tokens. Slips whose meaning is clear are noted and corrected; others end the
//! reading.

use super::flaw::Flaws;
use super::lex::{Bracket, LexFlaw, Lexer, Token, TokenKind};
use super::source::Source;
use super::tree::{DEEPEST, Kind, MOST_VALUES, NONE, Raw, Span};
use crate::battle::written::short;

/// The only attribute that a file may begin with. It changes nothing: what it asks for is always on.
const ATTRIBUTE: &str = "#![enable(implicit_some)]";

const NO_SPAN: Span = (0, 0);

/// Builds a tree without recursion, so that deep nesting cannot overflow the stack.
pub(super) struct Builder<'s> {
    pub flaws: Flaws,
    pub nodes: Vec<Raw>,
    source: &'s Source,
    lexer: Lexer<'s>,
    ahead: Option<Token>,
    open: Vec<Open>,
}

/// A bracket that is open.
struct Open {
    bracket: Bracket,
    at: usize,
    node: u32,
    /// Its last value so far.
    last: u32,
    /// Whether a value may follow: at the start and after a comma.
    separated: bool,
}

impl<'s> Builder<'s> {
    /// A builder for that text.
    pub fn new(source: &'s Source) -> Builder<'s> {
        let lexer = Lexer::new(source.text());
        Builder { flaws: Flaws::default(), nodes: Vec::new(), source, lexer, ahead: None, open: Vec::new() }
    }

    /// Reads the whole text.
    ///
    /// # Errors
    ///
    /// The first slip that cannot be corrected.
    pub fn build(&mut self) -> Result<(), LexFlaw> {
        if self.source.is_marked() {
            self.flaws.error(0, "the file begins with a byte order mark: save it as UTF-8 without one");
        }
        let mut first = self.take()?;
        if first.kind == TokenKind::Hash {
            if !self.source.text()[first.start..].starts_with(ATTRIBUTE) {
                return Err((first.start, format!("the only attribute that a file may have is `{ATTRIBUTE}`")));
            }
            self.lexer.jump(first.start + ATTRIBUTE.len());
            first = self.take()?;
        }
        if first.kind == TokenKind::End {
            return Err((0, "the file is empty".to_owned()));
        }
        self.value(first, NO_SPAN)?;
        while let Some(inner) = self.open.last() {
            let (bracket, at, separated) = (inner.bracket, inner.at, inner.separated);
            let token = self.take()?;
            match token.kind {
                TokenKind::End => return Err((at, format!("this `{}` is never closed", bracket.open()))),
                TokenKind::Close(closing) => self.close(closing, token)?,
                TokenKind::Comma if separated => self.flaws.error(token.start, "a comma too many"),
                TokenKind::Comma => self.separate(true),
                _ => {
                    if !separated {
                        let found = self.describe(token);
                        let message = format!("expected `,` or `{}` before {found}", bracket.close());
                        self.flaws.error(token.start, message);
                    }
                    self.entry(token, bracket)?;
                }
            }
        }
        let after = self.take()?;
        if after.kind == TokenKind::End {
            return Ok(());
        }
        Err((after.start, format!("the file should end before {}", self.describe(after))))
    }

    /// A value inside a bracket, with the name before it.
    fn entry(&mut self, token: Token, bracket: Bracket) -> Result<(), LexFlaw> {
        self.separate(false);
        let scalar = matches!(token.kind, TokenKind::Word | TokenKind::Text | TokenKind::Number);
        if !scalar || self.peek()?.kind != TokenKind::Colon {
            if bracket == Bracket::Curly && begins_value(token.kind) {
                self.flaws.error(token.start, "expected a name and `:` before this value");
            }
            return self.value(token, NO_SPAN);
        }
        match (bracket, token.kind) {
            (Bracket::Round, TokenKind::Text) => self.flaws.error(token.start, "a field's name stands without quotes"),
            (Bracket::Round, TokenKind::Number) => {
                let found = self.describe(token);
                self.flaws.error(token.start, format!("{found} cannot be the name of a field"));
            }
            (Bracket::Square, _) => self.flaws.error(token.start, "the values of a list `[ ]` have no names"),
            _ => {}
        }
        self.take()?;
        let value = self.take()?;
        if matches!(value.kind, TokenKind::Comma | TokenKind::Close(_)) {
            let found = self.describe(token);
            self.flaws.error(value.start, format!("{found} has no value"));
            self.ahead = Some(value);
            return Ok(());
        }
        self.value(value, (token.start as u32, token.end as u32))
    }

    fn value(&mut self, token: Token, key: Span) -> Result<(), LexFlaw> {
        let kind = match token.kind {
            TokenKind::Open(bracket) => return self.open(bracket, token, key, NO_SPAN),
            TokenKind::Word => {
                if self.peek()?.kind == TokenKind::Open(Bracket::Round) {
                    let bracket = self.take()?;
                    return self.open(Bracket::Round, bracket, key, (token.start as u32, token.end as u32));
                }
                Kind::Word
            }
            TokenKind::Text => Kind::Text,
            TokenKind::Bytes => Kind::Bytes,
            TokenKind::Char => Kind::Char,
            TokenKind::Number => Kind::Number,
            _ => return Err((token.start, format!("expected a value before {}", self.describe(token)))),
        };
        self.add(kind, token, key, NO_SPAN).map(|_| ())
    }

    fn open(&mut self, bracket: Bracket, token: Token, key: Span, tag: Span) -> Result<(), LexFlaw> {
        if self.open.len() == DEEPEST {
            let (line, column) = self.source.place(token.start);
            let message = format!("is nested over {DEEPEST} levels deep, from line {line}, column {column}");
            return Err((0, message));
        }
        let kind = match bracket {
            Bracket::Round => Kind::Group,
            Bracket::Square => Kind::List,
            Bracket::Curly => Kind::Map,
        };
        let node = self.add(kind, token, key, tag)?;
        self.open.push(Open { bracket, at: token.start, node, last: NONE, separated: true });
        Ok(())
    }

    fn close(&mut self, closing: Bracket, token: Token) -> Result<(), LexFlaw> {
        let Some(inner) = self.open.pop() else { return Ok(()) };
        if inner.bracket != closing {
            let (line, column) = self.source.place(inner.at);
            let (closes, opened) = (closing.close(), inner.bracket.open());
            let message = format!("`{closes}` does not close the `{opened}` of line {line}, column {column}");
            return Err((token.start, message));
        }
        self.nodes[inner.node as usize].end = token.end as u32;
        Ok(())
    }

    /// Adds a value to the bracket that is open.
    fn add(&mut self, kind: Kind, token: Token, key: Span, tag: Span) -> Result<u32, LexFlaw> {
        if self.nodes.len() == MOST_VALUES {
            return Err((0, format!("has over {MOST_VALUES} values and is not read")));
        }
        let id = self.nodes.len() as u32;
        let (start, end) = (token.start as u32, token.end as u32);
        self.nodes.push(Raw { kind, start, end, key, tag, first: NONE, next: NONE });
        if let Some(inner) = self.open.last_mut() {
            let before = if inner.last == NONE {
                &mut self.nodes[inner.node as usize].first
            } else {
                &mut self.nodes[inner.last as usize].next
            };
            *before = id;
            inner.last = id;
        }
        Ok(id)
    }

    fn separate(&mut self, separated: bool) {
        if let Some(inner) = self.open.last_mut() {
            inner.separated = separated;
        }
    }

    fn take(&mut self) -> Result<Token, LexFlaw> {
        match self.ahead.take() {
            Some(token) => Ok(token),
            None => self.lexer.next(),
        }
    }

    fn peek(&mut self) -> Result<Token, LexFlaw> {
        let token = self.take()?;
        self.ahead = Some(token);
        Ok(token)
    }

    fn describe(&self, token: Token) -> String {
        match token.kind {
            TokenKind::End => "the end of the file".to_owned(),
            TokenKind::Text | TokenKind::Bytes => "a text".to_owned(),
            _ => format!("`{}`", short(&self.source.text()[token.start..token.end])),
        }
    }
}

fn begins_value(kind: TokenKind) -> bool {
    !matches!(kind, TokenKind::Colon | TokenKind::Comma | TokenKind::Close(_) | TokenKind::Hash | TokenKind::End)
}

#[cfg(test)]
mod tests {
    use super::super::tree::{Node, Tree};
    use super::*;

    /// The flaws of a text as `line:column: message`.
    fn flaws(text: &str) -> Vec<String> {
        let source = Source::new("x", text.to_owned());
        let flaws = match Tree::parse(&source) {
            Ok(tree) => tree.flaws,
            Err(flaws) => flaws,
        };
        let show = |f: &super::super::flaw::FileFlaw| format!("{}:{}: {}", f.line, f.column, f.message);
        flaws.located(&source).iter().map(show).collect()
    }

    #[test]
    fn values_know_their_names_and_places() {
        let source = Source::new("x", "(a: 1, \"b\", c: Pose(2), {\"d\": [3]})".to_owned());
        let tree = Tree::parse(&source).unwrap_or_else(|_| panic!("it is whole"));
        let seen: Vec<_> = tree.root().children().map(|n| (n.key(), n.tag(), n.written(), n.key_start())).collect();
        let map = "{\"d\": [3]}";
        let expected = [
            (Some("a"), None, "1", 1),
            (None, None, "\"b\"", 7),
            (Some("c"), Some("Pose"), "(2)", 12),
            (None, None, map, 24),
        ];
        assert_eq!(seen, expected);
        let inner: Vec<_> = tree.root().children().last().into_iter().flat_map(Node::children).collect();
        assert_eq!((inner.len(), inner[0].key(), inner[0].kind()), (1, Some("d"), Kind::List));
    }

    #[test]
    fn slips_are_passed_over_and_all_of_them_are_found() {
        let found = flaws("(a: 1 b: 2,, c: , \"d\": 4,\n e: [x: 1 2], f: {3})");
        let expected = [
            "1:7: expected `,` or `)` before `b`",
            "1:12: a comma too many",
            "1:17: `c` has no value",
            "1:19: a field's name stands without quotes",
            "2:6: the values of a list `[ ]` have no names",
            "2:11: expected `,` or `]` before `2`",
            "2:19: expected a name and `:` before this value",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_cannot_be_passed_over_ends_the_reading() {
        assert_eq!(flaws("(a: [1, 2)"), ["1:10: `)` does not close the `[` of line 1, column 5"]);
        assert_eq!(flaws("(a: [1, 2]"), ["1:1: this `(` is never closed"]);
        assert_eq!(flaws("() x"), ["1:4: the file should end before `x`"]);
        assert_eq!(flaws(") x"), ["1:1: expected a value before `)`"]);
        assert_eq!(flaws(" // nothing\n"), ["1:1: the file is empty"]);
        assert_eq!(flaws("(: 2)"), ["1:2: expected a value before `:`"]);
        assert_eq!(flaws(" #![enable(unwrap_newtypes)] ()").len(), 1);
        assert_eq!(flaws(" #![enable(implicit_some)] ()"), Vec::<String>::new());
    }

    #[test]
    fn sixty_four_levels_are_read_and_one_more_is_not() {
        let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert_eq!(flaws(&nested(64)), Vec::<String>::new());
        assert_eq!(flaws(&nested(65)), ["1:1: is nested over 64 levels deep, from line 1, column 65"]);
        assert_eq!(flaws(&format!("[\"{}\"]", nested(65))), Vec::<String>::new());
    }

    #[test]
    fn a_million_values_are_read_and_one_more_is_not() {
        let list = |n: usize| format!("[{}]", "0,".repeat(n));
        assert_eq!(flaws(&list(MOST_VALUES - 1)), Vec::<String>::new());
        assert_eq!(flaws(&list(MOST_VALUES)), ["1:1: has over 1000000 values and is not read"]);
    }
}
