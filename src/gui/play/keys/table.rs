//! Every key with what it does and who hears it when: the keyboard is read by this table, and the sheet of keys shows it.

use bevy::math::Vec2;
use bevy_egui::egui::{Key, Modifiers};

use crate::battle::texts::LengthUnit;
use crate::gui::language::{translate, translate_with};
use crate::gui::pad;
use crate::gui::play::back::{luck, past};
use crate::gui::play::rollouts::what_if;
use crate::gui::play::state::{Aid, Play};
use crate::gui::words;
use crate::table::Mil;

/// When a key may be heard. Each moment is one of these; a key has all in which it is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct When(u16);

/// The battle is free: units may be ordered about.
const FREE: When = When(1);
/// The umpire's hand is on.
const UMPIRE: When = When(2);
/// Dice that are rolled by hand are asked for.
const DICE: When = When(4);
/// An earlier moment is seen.
const PAST: When = When(8);
/// The menu is open, whose lines tell their keys.
const MENU: When = When(16);
/// Another sheet is open, such as the rulebook.
const SHEET: When = When(32);
/// Something is being typed.
const TYPING: When = When(64);
/// The sheet of choices is open, which has keys of its own.
const CHOICES: When = When(128);
/// That of luck and skill is.
const LUCK: When = When(256);
/// It is asked whether something is meant: nothing else is opened over that.
const ASKED: When = When(512);

/// The battle as it is now, whoever does what.
const BATTLE: When = FREE.or(UMPIRE).or(DICE);
/// Whatever is seen of the table, with the menu over it or without.
const TABLE: When = BATTLE.or(PAST).or(MENU);
/// As long as no question waits for a yes.
const UNASKED: When = TABLE.or(SHEET).or(TYPING).or(CHOICES).or(LUCK);
/// As long as nothing is typed.
const UNTYPED: When = TABLE.or(SHEET).or(CHOICES).or(LUCK).or(ASKED);
/// Nobody reads it here: the mouse, and other screens.
const ELSEWHERE: When = When(0);

impl When {
    const fn or(self, other: When) -> When {
        When(self.0 | other.0)
    }

    /// Whether a key that is heard then is heard at that moment.
    pub fn has(self, moment: When) -> bool {
        self.0 & moment.0 != 0
    }

    /// The moment that it is.
    pub fn now(play: &Play, typing: bool) -> When {
        match play {
            _ if play.sheets.asked().is_some() => ASKED,
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

/// What else is held down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum With {
    /// Nothing.
    Alone,
    /// Nothing, Shift or Alt, which change how far it goes or whom it takes along.
    Any,
    Ctrl,
}

impl With {
    /// Whether these modifiers are meant.
    pub fn fits(self, held: Modifiers) -> bool {
        match self {
            With::Alone => held.is_none(),
            With::Any => !held.ctrl && !held.command,
            With::Ctrl => held.ctrl || held.command,
        }
    }
}

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Does {
    /// Does what the hand holds.
    Do,
    /// Shuts the uppermost sheet, else lets go.
    LetGo,
    Type,
    /// An arrow: which way it points, as the table is seen.
    Arrow(Vec2),
    /// So many inches, or of the game's own unit.
    Length(u8),
    /// Takes back the face of the last die that was told.
    FaceBack,
    /// Takes back the written order of the selected unit.
    OrderBack,
    /// A degree to the right, or to the left.
    Turn(bool),
    Next,
    Reasons,
    Hint,
    Guide,
    Umpire,
    Undo,
    Redo,
    LookBack,
    GoThroughPast(past::Request),
    WhatIf,
    Curve,
    Choose(what_if::Ask),
    Luck,
    Weigh(luck::Ask),
    /// To the next line of such a sheet, or to the one before.
    Line(bool),
    /// Pauses players that are no persons, else ends what moves.
    Pause,
    Aid(Aid),
    TurnTable,
    Zoom(f32),
    Whole,
    Rules,
    Panel,
    Log,
    Menu,
    Keys,
    Picture,
    Find,
}

/// A stroke: the key, what is held with it, and what it does.
pub type Stroke = (Key, With, Does);

/// A line of the sheet of keys, and the strokes of which it tells.
pub struct Row {
    /// What is written on the key.
    pub cap: &'static str,
    /// What it does, in words.
    pub says: &'static str,
    pub strokes: &'static [Stroke],
    pub when: When,
}

const fn row(cap: &'static str, says: &'static str, when: When, strokes: &'static [Stroke]) -> Row {
    Row { cap, says, strokes, when }
}

const fn told(cap: &'static str, says: &'static str) -> Row {
    row(cap, says, ELSEWHERE, &[])
}

/// The letters on offers: they are read by the offers, whenever this is said to be heard.
pub const LETTERS: When = BATTLE;

use Does::{Aid as See, Arrow, Choose, GoThroughPast as Back, Length, Line, Turn, Weigh};
use With::{Alone, Any, Ctrl};

/// All keys under their headings.
pub const KEYS: &[(&str, &[Row])] = &[
    (
        "keys-orders",
        &[
            row("cap-letter", "keys-take", LETTERS, &[]),
            row("Enter", "keys-do", BATTLE, &[(Key::Enter, Any, Does::Do)]),
            told("cap-shift-enter", "keys-order-body"),
            row("Esc", "keys-let-go", UNTYPED, &[(Key::Escape, Any, Does::LetGo)]),
            row("/", "keys-type", BATTLE, &[(Key::Slash, Any, Does::Type)]),
            row(
                "cap-up-down",
                "keys-longer",
                FREE.or(UMPIRE),
                &[(Key::ArrowUp, Any, Arrow(Vec2::Y)), (Key::ArrowDown, Any, Arrow(Vec2::NEG_Y))],
            ),
            row("cap-sideways", "keys-sideways", FREE.or(UMPIRE), SIDEWAYS),
            row("cap-digits", "keys-length", FREE, DIGITS),
            told("cap-faces", "keys-faces"),
            row("Backspace", "keys-face-back", DICE, &[(Key::Backspace, Any, Does::FaceBack)]),
            row("Backspace", "keys-order-back", FREE, &[(Key::Backspace, Any, Does::OrderBack)]),
            row("Q  E", "keys-turn", FREE.or(UMPIRE), &[(Key::Q, Any, Turn(false)), (Key::E, Any, Turn(true))]),
            row("cap-next", "keys-next", BATTLE, &[(Key::Tab, Any, Does::Next), (Key::N, Alone, Does::Next)]),
            row("?", "keys-why-not", BATTLE, &[(Key::Questionmark, Any, Does::Reasons)]),
            row("F5", "keys-ask", BATTLE.or(MENU), &[(Key::F5, Any, Does::Hint)]),
            row("F7", "keys-guide", BATTLE.or(MENU), &[(Key::F7, Any, Does::Guide)]),
            row("F8", "keys-umpire", TABLE, &[(Key::F8, Any, Does::Umpire)]),
        ],
    ),
    (
        "keys-mouse",
        &[
            told("cap-click", "keys-select"),
            told("cap-shift-click", "keys-gather"),
            told("cap-drag-base", "keys-move"),
            told("cap-drag-corner", "keys-wheel"),
            told("cap-shift-ctrl", "keys-while-dragging"),
            told("cap-wheel", "keys-zoom-and-pan"),
            told("cap-log-line", "keys-log-line"),
        ],
    ),
    (
        "keys-back-and-forth",
        &[
            row(
                "Z  Y",
                "keys-undo",
                BATTLE.or(PAST),
                &[
                    (Key::Z, Alone, Does::Undo),
                    (Key::Y, Alone, Does::Redo),
                    (Key::Z, Ctrl, Does::Undo),
                    (Key::Y, Ctrl, Does::Redo),
                ],
            ),
            row("F6", "keys-look-back", TABLE, &[(Key::F6, Any, Does::LookBack)]),
            row(
                "cap-left-right",
                "keys-step",
                PAST,
                &[
                    (Key::ArrowLeft, Any, Back(past::Request::Back)),
                    (Key::ArrowRight, Any, Back(past::Request::Forth)),
                    (Key::Home, Any, Back(past::Request::To(0))),
                ],
            ),
            row("Enter", "keys-play-on", PAST, &[(Key::Enter, Any, Back(past::Request::PlayOn))]),
            row("Space", "keys-play", PAST, &[(Key::Space, Any, Back(past::Request::Run))]),
            row("Space", "keys-pause", BATTLE, &[(Key::Space, Any, Does::Pause)]),
            row("C", "keys-curve", PAST, &[(Key::C, Alone, Does::Curve)]),
            row("L", "keys-luck", PAST.or(MENU).or(LUCK), &[(Key::L, Alone, Does::Luck)]),
            row(
                "cap-marks",
                "keys-marks",
                PAST,
                &[
                    (Key::B, Any, Back(past::Request::Mark)),
                    (Key::PageUp, Any, Back(past::Request::MarkBefore)),
                    (Key::PageDown, Any, Back(past::Request::NextMark)),
                ],
            ),
        ],
    ),
    (
        "keys-choices",
        &[
            row("Ctrl W", "keys-what-if", TABLE.or(CHOICES), &[(Key::W, Ctrl, Does::WhatIf)]),
            row(
                "cap-up-down",
                "keys-choices-go",
                CHOICES.or(LUCK),
                &[(Key::ArrowUp, Any, Line(false)), (Key::ArrowDown, Any, Line(true))],
            ),
            row("Space", "keys-choices-turn", CHOICES, &[(Key::Space, Any, Choose(what_if::Ask::Turn))]),
            row("Enter", "keys-choices-play", CHOICES, &[(Key::Enter, Any, Choose(what_if::Ask::Go))]),
            row(
                "cap-luck",
                "keys-luck-go",
                LUCK,
                &[(Key::Enter, Any, Weigh(luck::Ask::There)), (Key::Space, Any, Weigh(luck::Ask::Go))],
            ),
        ],
    ),
    (
        "keys-to-see",
        &[
            row("T", "keys-tape", BATTLE.or(MENU), &[(Key::T, Alone, See(Aid::Tape))]),
            row("O", "keys-threats", BATTLE.or(MENU), &[(Key::O, Alone, See(Aid::Threats))]),
            row("cap-pad", "keys-aids", BATTLE.or(MENU), AIDS),
            row("V", "keys-turn-table", TABLE, &[(Key::V, Alone, Does::TurnTable)]),
            row(
                "cap-zoom",
                "keys-zoom",
                BATTLE.or(MENU),
                &[
                    (Key::Plus, Any, Does::Zoom(1.25)),
                    (Key::Equals, Alone, Does::Zoom(1.25)),
                    (Key::Minus, Any, Does::Zoom(0.8)),
                    (Key::Home, Any, Does::Whole),
                ],
            ),
            told("cap-scale", "keys-scale"),
        ],
    ),
    (
        "keys-window",
        &[
            row("F1", "keys-rulebook", UNASKED, &[(Key::F1, Any, Does::Rules)]),
            row("F2  F4", "keys-drawers", TABLE.or(TYPING), &[(Key::F2, Any, Does::Panel), (Key::F4, Any, Does::Log)]),
            row("F3  F10", "keys-menu", UNASKED, &[(Key::F3, Any, Does::Menu), (Key::F10, Any, Does::Menu)]),
            row("F9", "keys-this-sheet", UNASKED, &[(Key::F9, Any, Does::Keys)]),
            told("F11", "keys-full-screen"),
            row("F12", "keys-picture", UNASKED.or(ASKED), &[(Key::F12, Any, Does::Picture)]),
            row("cap-find", "keys-find", BATTLE.or(PAST).or(TYPING), &[(Key::F, Ctrl, Does::Find)]),
        ],
    ),
    (
        "keys-start",
        &[
            told("cap-arrows", "keys-cards"),
            told("S  N", "keys-seats"),
            told("D  P", "keys-by-hand"),
            told("B", "keys-begin"),
        ],
    ),
];

/// How much longer an arrow makes a length: half an inch, or one of the game's own unit, which is smaller; with Shift a tenth.
pub fn strides(unit: Option<&LengthUnit>) -> [Mil; 2] {
    [words::many(unit, if unit.is_some() { 1.0 } else { 0.5 }), words::many(unit, 0.1)]
}

/// What a line of the sheet says, in the game's own lengths.
pub fn in_words(says: &'static str, unit: Option<&LengthUnit>) -> String {
    match says {
        "keys-longer" => {
            let [step, tenth] = strides(unit).map(|length| words::length(unit, length));
            translate_with(says, &[("step", &step), ("tenth", &tenth)])
        }
        "keys-length" => {
            let unit = unit.map_or_else(|| translate("whole-inches"), |unit| unit.sign.trim());
            translate_with(says, &[("unit", &unit)])
        }
        _ => translate(says).to_owned(),
    }
}

const SIDEWAYS: &[Stroke] = &[(Key::ArrowLeft, Any, Arrow(Vec2::NEG_X)), (Key::ArrowRight, Any, Arrow(Vec2::X))];

const DIGITS: &[Stroke] = &[
    (Key::Num1, Any, Length(1)),
    (Key::Num2, Any, Length(2)),
    (Key::Num3, Any, Length(3)),
    (Key::Num4, Any, Length(4)),
    (Key::Num5, Any, Length(5)),
    (Key::Num6, Any, Length(6)),
    (Key::Num7, Any, Length(7)),
    (Key::Num8, Any, Length(8)),
    (Key::Num9, Any, Length(9)),
    (Key::Num0, Any, Length(10)),
];

const AIDS: &[Stroke] = &[
    (pad::FIGURES[0], Any, See(Aid::ALL[0])),
    (pad::FIGURES[1], Any, See(Aid::ALL[1])),
    (pad::FIGURES[2], Any, See(Aid::ALL[2])),
    (pad::FIGURES[3], Any, See(Aid::ALL[3])),
    (pad::FIGURES[4], Any, See(Aid::ALL[4])),
    (pad::FIGURES[5], Any, See(Aid::ALL[5])),
    (pad::FIGURES[6], Any, See(Aid::ALL[6])),
    (pad::FIGURES[7], Any, See(Aid::ALL[7])),
    (pad::FIGURES[8], Any, See(Aid::ALL[8])),
];

/// What a stroke does at that moment; none: nobody hears it.
pub fn meant(key: Key, held: Modifiers, moment: When) -> Option<Does> {
    let rows = KEYS.iter().flat_map(|(_, rows)| rows.iter()).filter(|row| row.when.has(moment));
    let fits = |(k, with, _): &&Stroke| *k == key && with.fits(held);
    rows.flat_map(|row| row.strokes).find(fits).map(|(.., does)| *does)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOMENTS: [When; 10] = [FREE, UMPIRE, DICE, PAST, MENU, SHEET, TYPING, CHOICES, LUCK, ASKED];

    #[test]
    fn no_stroke_means_two_things_at_one_moment() {
        for moment in MOMENTS {
            let rows = KEYS.iter().flat_map(|(_, rows)| rows.iter()).filter(|row| row.when.has(moment));
            let strokes: Vec<&Stroke> = rows.flat_map(|row| row.strokes).collect();
            for (n, (key, with, does)) in strokes.iter().enumerate() {
                let clash = |s: &&&Stroke| s.0 == *key && (s.1 == *with || (*with != Ctrl && s.1 != Ctrl));
                assert!(!strokes[n + 1..].iter().any(|s| clash(&s)), "{key:?} at {moment:?}: {does:?}");
            }
        }
    }

    #[test]
    fn what_orders_anything_is_not_heard_through_a_sheet_or_while_typing() {
        let orders = |does: &Does| {
            matches!(does, Does::Do | Does::Undo | Does::Redo | Does::Arrow(_) | Does::Length(_) | Does::Turn(_))
        };
        for row in KEYS.iter().flat_map(|(_, rows)| rows.iter()) {
            let through = [MENU, SHEET, TYPING, CHOICES, LUCK, ASKED].into_iter().any(|moment| row.when.has(moment));
            assert!(!through || !row.strokes.iter().any(|(.., does)| orders(does)), "{}", row.says);
        }
        assert!(![MENU, SHEET, TYPING, PAST, CHOICES, LUCK, ASKED].into_iter().any(|moment| LETTERS.has(moment)));
    }

    #[test]
    fn what_is_written_on_a_key_names_its_strokes() {
        for row in KEYS.iter().flat_map(|(_, rows)| rows.iter()) {
            let cap = translate(row.cap);
            for (key, ..) in row.strokes {
                let name = key.name();
                let spelt = name.len() > 1 && !name.starts_with('F') || pad::FIGURES.contains(key);
                let between = cap.contains("1 to 9") && name.parse::<u8>().is_ok_and(|n| n > 0);
                assert!(spelt || between || cap.contains(name), "{name} is not on `{cap}`");
            }
        }
    }
}
