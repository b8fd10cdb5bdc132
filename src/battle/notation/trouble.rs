//! What is wrong with a line, and where.

use std::borrow::Cow;

use winnow::LocatingSlice;
use winnow::error::{AddContext, ParserError};
use winnow::stream::{Location, Stream};

use super::NotationError;

/// Text that is being read, which knows how far it has come.
pub(super) type Input<'s> = LocatingSlice<&'s str>;

/// Something wrong at a byte of the line.
#[derive(Clone, Debug)]
pub(super) struct Trouble {
    at: usize,
    says: Says,
}

#[derive(Clone, Debug)]
enum Says {
    /// The grammar wants something else here.
    Expected(Option<Cow<'static, str>>),
    /// The grammar allows what stands here, but it has no valid meaning.
    Wrong(String),
}

impl Trouble {
    /// The grammar wants this at that byte.
    pub fn expected(at: usize, what: impl Into<Cow<'static, str>>) -> Trouble {
        Trouble { at, says: Says::Expected(Some(what.into())) }
    }

    /// What stands at that byte cannot be.
    pub fn wrong(at: usize, message: impl Into<String>) -> Trouble {
        Trouble { at, says: Says::Wrong(message.into()) }
    }

    /// The error as people see it, with the column in that text.
    pub fn at_column(self, text: &str) -> NotationError {
        let (before, rest) = text.split_at_checked(self.at).unwrap_or((text, ""));
        let (message, wanted) = match self.says {
            Says::Wrong(message) => (message, None),
            Says::Expected(what) => {
                let (what, found) = (what.unwrap_or(Cow::Borrowed("something else")), found(rest));
                let message = match &found {
                    Some(found) => format!("expected {what}, found `{found}`"),
                    None => format!("expected {what}, but the line ends"),
                };
                (message, Some((what.into_owned(), found)))
            }
        };
        NotationError { column: before.chars().count() + 1, message, wanted }
    }
}

/// The name, number or sign that stands first.
fn found(rest: &str) -> Option<String> {
    let first = rest.chars().next()?;
    let word = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '.');
    if word(&first) {
        return Some(rest.chars().take_while(word).take(20).collect());
    }
    Some(first.escape_debug().collect())
}

impl<'s> ParserError<Input<'s>> for Trouble {
    type Inner = Trouble;

    fn from_input(input: &Input<'s>) -> Trouble {
        Trouble { at: input.current_token_start(), says: Says::Expected(None) }
    }

    fn or(self, other: Trouble) -> Trouble {
        if other.at > self.at { other } else { self }
    }

    fn into_inner(self) -> Result<Trouble, Trouble> {
        Ok(self)
    }
}

impl<'s> AddContext<Input<'s>, &'static str> for Trouble {
    fn add_context(mut self, _: &Input<'s>, _: &<Input<'s> as Stream>::Checkpoint, context: &'static str) -> Trouble {
        if let Says::Expected(what @ None) = &mut self.says {
            *what = Some(Cow::Borrowed(context));
        }
        self
    }
}
