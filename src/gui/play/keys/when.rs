//! The moments of both screens: whoever hears a key hears it at some of them.

use crate::gui::play::state::Play;

/// When a key may be heard. Each moment is one of these; a key has all in which it is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct When(u32);

/// The battle is free: units may be ordered about.
pub const FREE: When = When(1);
/// The umpire's hand is on.
pub const UMPIRE: When = When(2);
/// Dice that are rolled by hand are asked for.
pub const DICE: When = When(4);
/// An earlier moment is seen.
pub const PAST: When = When(8);
/// The menu is open, whose lines tell their keys.
pub const MENU: When = When(16);
/// Another sheet is open, such as the rulebook.
pub const SHEET: When = When(32);
/// Something is being typed.
pub const TYPING: When = When(64);
/// The sheet of choices is open, which has keys of its own.
pub const CHOICES: When = When(128);
/// That of luck and skill is.
pub const LUCK: When = When(256);
/// It is asked whether something is meant: nothing else is opened over that.
pub const CONFIRM: When = When(512);

/// The battle as it is now, whoever does what.
pub const BATTLE: When = FREE.or(UMPIRE).or(DICE);
/// Whatever is seen of the table, with the menu over it or without.
pub const TABLE: When = BATTLE.or(PAST).or(MENU);
/// As long as no question waits for a yes, on the play screen.
pub const NOTHING_TO_CONFIRM: When = TABLE.or(SHEET).or(TYPING).or(CHOICES).or(LUCK);
/// Always on the play screen.
pub const PLAY: When = NOTHING_TO_CONFIRM.or(CONFIRM);
/// As long as nothing is typed.
pub const UNTYPED: When = TABLE.or(SHEET).or(CHOICES).or(LUCK).or(CONFIRM);
/// Always on the start screen.
pub const START: When = {
    let mut all = When(0);
    let mut n = 0;
    while n < AtStart::ALL.len() {
        all = all.or(When::at_start(AtStart::ALL[n]));
        n += 1;
    }
    all
};
/// On either screen.
pub const EVERYWHERE: When = PLAY.or(START);
/// The cards of the start screen are seen, with nothing over them.
pub const CARDS: When = When::at_start(AtStart::Cards);
/// The same, or a widget there has been reached by Tab, whose own keys Enter, Space and the arrows then are.
pub const SEEN: When = CARDS.or(When::at_start(AtStart::Reached));
/// Something lies over the cards that may be shut.
pub const OVER: When = When::at_start(AtStart::Saved)
    .or(When::at_start(AtStart::SavedReached))
    .or(When::at_start(AtStart::Confirm))
    .or(When::at_start(AtStart::Terms))
    .or(When::at_start(AtStart::Flaws))
    .or(When::at_start(AtStart::Keys));

/// What is before whoever is at the start screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtStart {
    /// The cards of the battles.
    Cards,
    /// The cards, and a widget that Tab has reached.
    Reached,
    /// The list of the battles that are kept.
    Saved,
    /// That list, and a widget that Tab has reached.
    SavedReached,
    /// One of them is to be deleted or has another name given, and something is asked of that.
    Confirm,
    /// Its other name is being typed.
    Naming,
    /// The path of a file is.
    Path,
    /// Words by which a battle is found are.
    Finding,
    /// The terms of the chosen battle lie open.
    Terms,
    /// What is wrong in a file is told.
    Flaws,
    /// The sheet of keys is open.
    Keys,
}

impl AtStart {
    /// All of them.
    pub const ALL: [AtStart; 11] = [
        AtStart::Cards,
        AtStart::Reached,
        AtStart::Saved,
        AtStart::SavedReached,
        AtStart::Confirm,
        AtStart::Naming,
        AtStart::Path,
        AtStart::Finding,
        AtStart::Terms,
        AtStart::Flaws,
        AtStart::Keys,
    ];
}

impl When {
    /// At either.
    pub const fn or(self, other: When) -> When {
        When(self.0 | other.0)
    }

    /// Whether a key that is heard then is heard at that moment.
    pub fn has(self, moment: When) -> bool {
        self.0 & moment.0 != 0
    }

    /// The moment that it is on the start screen.
    pub const fn at_start(before: AtStart) -> When {
        // Behind those of the play screen.
        When((CONFIRM.0 << 1) << before as u32)
    }

    /// The moment that it is on the play screen.
    pub fn now(play: &Play, typing: bool) -> When {
        match play {
            _ if play.sheets.to_confirm().is_some() => CONFIRM,
            _ if typing => TYPING,
            _ if play.sheets.chooses() => CHOICES,
            _ if play.sheets.weighs() => LUCK,
            _ if play.sheets.is_covering() => SHEET,
            _ if play.sheets.menu() => MENU,
            _ if play.back.is_open() => PAST,
            _ if play.umpire.is_on() => UMPIRE,
            _ if play.game.asks_for_dice() => DICE,
            _ => FREE,
        }
    }
}
