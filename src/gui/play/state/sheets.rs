//! The sheets and drawers over the play screen: which of them are open.

use crate::gui::game::terms::Terms;
use crate::gui::play::layout::Drawers;

/// What lies open over the table or beside it.
#[derive(Clone, Debug, Default)]
pub struct Sheets {
    pub menu: bool,
    /// Whether something is meant that cannot be taken back lightly, while that is asked.
    pub asked: Option<Asked>,
    /// Whether it is asked before a step is ended in which somebody could still act.
    pub asks: bool,
    /// The sheet of keys is open.
    pub keys: bool,
    /// The rulebook, while it is open.
    pub book: Option<Book>,
    /// The rule that is open.
    pub rule: Option<String>,
    /// A line at the top that says what went wrong outside the battle.
    pub notice: Option<String>,
    /// Who has agreed to the rules, before the battle begins.
    pub agreement: Option<Agreement>,
    pub drawers: Drawers,
    /// The window is so narrow that drawers are used.
    pub narrow: bool,
    /// Whether the reasons why something cannot be done are unfolded.
    pub reasons: bool,
}

impl Sheets {
    /// Nothing is open but the reasons.
    pub fn shut() -> Sheets {
        Sheets { reasons: true, asks: true, ..Sheets::default() }
    }

    /// Whether a sheet other than the menu covers the battle.
    pub fn is_covering(&self) -> bool {
        self.asked.is_some() || self.keys || self.book.is_some() || self.rule.is_some()
    }

    /// Shuts the uppermost one, or takes the notice away; tells whether there was any.
    pub fn shut_uppermost(&mut self) -> bool {
        self.asked.take().is_some()
            || self.rule.take().is_some()
            || self.book.take().is_some()
            || std::mem::take(&mut self.menu)
            || std::mem::take(&mut self.keys)
            || self.notice.take().is_some()
            || (self.narrow && self.drawers.fold())
    }

    /// Opens the rulebook, or shuts it.
    pub fn turn_book(&mut self) {
        self.book = if self.book.is_some() { None } else { Some(Book::default()) };
    }
}

/// What is asked before it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The step is to be ended, though these could still act, each by its name.
    Unfinished(Vec<String>),
    /// What the hand holds moves nobody.
    Still,
    Concede,
    /// The battle is to be left; what of it is not written, and why.
    Leave(Option<String>),
}

/// The book while it is open.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Book {
    pub find: String,
}

/// Who has agreed to the rules, while somebody has not: north, south.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    pub agreed: [bool; 2],
    /// The battle's name or path, and the terms on which it is about to begin, where they may still be changed.
    pub terms: Option<(String, Terms)>,
}
