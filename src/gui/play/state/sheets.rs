//! The sheets and drawers over the play screen: which of them are open.

use crate::gui::game::terms::Terms;
use crate::gui::play::layout::Drawers;
use crate::ids::Side;

/// What lies open over the table or beside it.
#[derive(Clone, Debug, Default)]
pub struct Sheets {
    menu: bool,
    to_confirm: Option<Confirm>,
    asks: bool,
    keys: bool,
    what_if: bool,
    luck: bool,
    book: Option<Book>,
    rule: Option<String>,
    notice: Option<String>,
    agreement: Option<Agreement>,
    drawers: Drawers,
    /// The window is so narrow that drawers are used.
    narrow: bool,
    finds_when_opened: bool,
    reasons: bool,
}

impl Sheets {
    /// Nothing is open but the reasons.
    pub fn shut() -> Sheets {
        Sheets { reasons: true, asks: true, ..Sheets::default() }
    }

    /// Whether a sheet other than the menu covers the battle.
    pub fn is_covering(&self) -> bool {
        self.is_covered() || self.what_if || self.luck
    }

    /// Whether one lies over those of the choices and of luck.
    fn is_covered(&self) -> bool {
        self.to_confirm.is_some() || self.keys || self.book.is_some() || self.rule.is_some()
    }

    /// Whether the sheet of choices is open, and nothing over it.
    pub fn chooses(&self) -> bool {
        self.what_if && !self.is_covered() && !self.menu
    }

    /// Whether the sheet of choices is open.
    pub fn what_if(&self) -> bool {
        self.what_if
    }

    /// Opens the sheet of choices, in the place of that of luck, or shuts it.
    pub fn turn_what_if(&mut self) {
        (self.what_if, self.luck) = (!self.what_if, false);
    }

    /// Shuts the sheet of choices.
    pub fn shut_what_if(&mut self) {
        self.what_if = false;
    }

    /// Whether the sheet of luck and skill is open, and nothing over it.
    pub fn weighs(&self) -> bool {
        self.luck && !self.is_covered() && !self.menu
    }

    /// Whether the sheet of luck and skill is open.
    pub fn luck(&self) -> bool {
        self.luck
    }

    /// Opens the sheet of luck and skill, in the place of that of the choices.
    pub fn open_luck(&mut self) {
        (self.luck, self.what_if) = (true, false);
    }

    /// Shuts the sheet of luck and skill.
    pub fn shut_luck(&mut self) {
        self.luck = false;
    }

    /// Shuts the uppermost one, or takes the notice away; tells whether there was any.
    pub fn shut_uppermost(&mut self) -> bool {
        self.to_confirm.take().is_some()
            || self.rule.take().is_some()
            || self.book.take().is_some()
            || std::mem::take(&mut self.menu)
            || std::mem::take(&mut self.keys)
            || std::mem::take(&mut self.what_if)
            || std::mem::take(&mut self.luck)
            || self.notice.take().is_some()
            || (self.narrow && self.drawers.fold())
    }

    /// Whether a narrow window has a drawer out, which is folded before anything else is let go.
    pub fn has_drawer_out(&self) -> bool {
        self.narrow && (self.drawers.panel || self.drawers.log)
    }

    /// Whether the menu is open.
    pub fn menu(&self) -> bool {
        self.menu
    }

    /// Opens the menu, or shuts it.
    pub fn turn_menu(&mut self) {
        let open = !self.menu;
        if self.make_way() {
            self.menu = open;
        }
    }

    /// Shuts the menu, the keys and the rulebook with its rule, of which one lies open at a time; tells whether another may be
    /// opened. While something is asked none may, and what is asked leaves none open.
    fn make_way(&mut self) -> bool {
        let free = self.to_confirm.is_none();
        if free {
            (self.menu, self.keys, self.book, self.rule) = (false, false, None, None);
        }
        free
    }

    /// Shuts the menu.
    pub fn shut_menu(&mut self) {
        self.menu = false;
    }

    /// What is to be confirmed before it is done, because it cannot be taken back lightly.
    pub fn to_confirm(&self) -> Option<&Confirm> {
        self.to_confirm.as_ref()
    }

    /// Asks whether that is meant, and nothing else lies open beside it.
    pub fn ask(&mut self, confirm: Confirm) {
        self.to_confirm = None;
        self.make_way();
        self.to_confirm = Some(confirm);
    }

    /// Nothing is to be confirmed.
    pub fn shut_question(&mut self) {
        self.to_confirm = None;
    }

    /// Whether it is asked before a step is ended in which somebody could still act.
    pub fn asks(&self) -> bool {
        self.asks
    }

    /// Has that be asked first, or not.
    pub fn ask_first(&mut self, asks: bool) {
        self.asks = asks;
    }

    /// Whether the sheet of keys is open.
    pub fn keys(&self) -> bool {
        self.keys
    }

    /// Opens the sheet of keys, or shuts it.
    pub fn turn_keys(&mut self) {
        let open = !self.keys;
        if self.make_way() {
            self.keys = open;
        }
    }

    /// Opens the sheet of keys.
    pub fn open_keys(&mut self) {
        self.keys = self.make_way();
    }

    /// Shuts the sheet of keys.
    pub fn shut_keys(&mut self) {
        self.keys = false;
    }

    /// The rulebook, while it is open.
    pub fn book(&self) -> Option<&Book> {
        self.book.as_ref()
    }

    /// The rulebook is open so; none: it is shut.
    pub fn keep_book(&mut self, book: Option<Book>) {
        self.book = book;
    }

    /// Opens the rulebook, or shuts it.
    pub fn turn_book(&mut self) {
        let open = self.book.is_none();
        if self.make_way() {
            self.book = open.then(Book::default);
        }
    }

    /// The rule that is open.
    pub fn rule(&self) -> Option<&str> {
        self.rule.as_deref()
    }

    /// Opens that rule, over the rulebook where that is open.
    pub fn open_rule(&mut self, id: String) {
        let book = self.book.take();
        if self.make_way() {
            self.rule = Some(id);
        }
        self.book = book;
    }

    /// Shuts the rule.
    pub fn shut_rule(&mut self) {
        self.rule = None;
    }

    /// A line at the top that says what went wrong outside the battle.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Says that at the top.
    pub fn tell(&mut self, notice: String) {
        self.notice = Some(notice);
    }

    /// Says that at the top, where there is something; else what was said stays.
    pub fn tell_if(&mut self, notice: Option<String>) {
        self.notice = notice.or(self.notice.take());
    }

    /// What was said at the top, which is put away.
    pub fn take_notice(&mut self) -> Option<String> {
        self.notice.take()
    }

    /// Who has agreed to the rules, before the battle begins.
    pub fn agreement(&self) -> Option<&Agreement> {
        self.agreement.as_ref()
    }

    /// Lays the rules before those who have to agree; none: all have.
    pub fn lay_agreement(&mut self, agreement: Option<Agreement>) {
        self.agreement = agreement;
    }

    /// The terms of the battle of that name or path may be changed until all have agreed.
    pub fn lay_terms(&mut self, name: String, terms: Terms) {
        if let Some(agreement) = &mut self.agreement {
            agreement.terms = Some((name, terms));
        }
    }

    /// That side agrees.
    pub fn agree(&mut self, side: Side) {
        if let Some(agreement) = &mut self.agreement {
            agreement.agreed[side.index()] = true;
        }
    }

    /// What lies open beside the table.
    pub fn drawers(&self) -> Drawers {
        self.drawers
    }

    /// Opens the sheet of the unit, or folds it.
    pub fn turn_panel(&mut self) {
        self.drawers.turn_panel();
    }

    /// What a key leads to is there: where there is little room the field that finds is in the open log, and in a narrow window
    /// the line for orders is in the panel, which the open log hides.
    pub fn make_room_for(&mut self, log: bool) {
        let behind = if log { self.finds_when_opened } else { self.narrow };
        if behind && self.drawers.log != log {
            self.drawers.turn_log();
        }
    }

    /// Opens the log, or folds it.
    pub fn turn_log(&mut self) {
        self.drawers.turn_log();
    }

    /// Whether the window is so narrow that drawers are used.
    pub fn is_narrow(&self) -> bool {
        self.narrow
    }

    /// Takes whether the window is so narrow that drawers are used, and whether the log has the field that finds only when it is
    /// opened.
    pub fn be_narrow(&mut self, narrow: bool, finds_when_opened: bool) {
        self.narrow = narrow;
        self.finds_when_opened = finds_when_opened;
    }

    /// Whether the reasons why something cannot be done are unfolded.
    pub fn reasons(&self) -> bool {
        self.reasons
    }

    /// Unfolds the reasons, or folds them.
    pub fn turn_reasons(&mut self) {
        self.reasons = !self.reasons;
    }
}

/// What the window asks back before it does it: a step that would be spent, or a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirm {
    /// The step is to be ended, though these could still act, each by its name.
    Unfinished(Vec<String>),
    /// Orders are to be sealed, though these have none and stand within an enemy's charge.
    Unordered(Vec<String>),
    /// What the hand holds moves nobody.
    Still,
    /// What that side has sealed would be taken back: by undo, or on the way back to before that journal entry.
    Unseal(Side, Option<usize>),
    /// So many answers are to be taken back: those after the moment that is looked at, or after that journal entry.
    GoBack(usize, Option<usize>),
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
