//! Every key with what it does and who hears it when: the keyboard is read by this table, and the sheet of keys shows it.

use bevy::math::Vec2;
use bevy_egui::egui::{Key, Modifiers};

use super::when::{
    AtStart, BATTLE, CARDS, CHOICES, DICE, EVERYWHERE, FREE, LUCK, MENU, NOTHING_TO_CONFIRM, OVER, PAST, PLAY, SEEN,
    START, TABLE, TYPING, UMPIRE, UNTYPED, When,
};
use crate::battle::texts::LengthUnit;
use crate::gui::language::{translate, translate_with};
use crate::gui::pad;
use crate::gui::play::back::{luck, past};
use crate::gui::play::rollouts::what_if;
use crate::gui::play::state::Aid;
use crate::gui::words;
use crate::ids::Side;
use crate::table::Mil;

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
    /// So many inches, or of the game's own unit; after other figures the next one of a number.
    Length(u8),
    /// The point of such a number.
    Point,
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
    Start(Start),
}

/// What a key does on the start screen alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Begins the chosen battle.
    Begin,
    /// Goes on with the battle that was left last.
    GoOn,
    /// The next who may sit on that side.
    Seat(Side),
    Dice,
    Deployment,
    /// The next ruleset alone.
    Ruleset,
    /// The battles that are kept, or the cards again.
    Saved,
    /// Leads to the field for a file's path.
    Path,
    /// Opens the file of that path.
    Open,
    /// Gives a battle that is kept the name that was typed.
    Rename,
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

/// What is done otherwise than by a stroke that is read here.
const fn told(cap: &'static str, says: &'static str, when: When) -> Row {
    row(cap, says, when, &[])
}

/// The letters on offers: they are read by the offers, whenever this is said to be heard.
pub const LETTERS: When = BATTLE;

use Does::{Aid as See, Arrow, Choose, GoThroughPast as Back, Length, Line, Start as At, Turn, Weigh};
use With::{Alone, Any, Ctrl};

/// All keys under their headings.
pub const KEYS: &[(&str, &[Row])] = &[
    (
        "keys-orders",
        &[
            row("cap-letter", "keys-take", LETTERS, &[]),
            row("Enter", "keys-do", BATTLE, &[(Key::Enter, Any, Does::Do)]),
            told("cap-shift-enter", "keys-order-body", BATTLE),
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
            told("cap-faces", "keys-faces", BATTLE),
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
            told("cap-click", "keys-select", BATTLE),
            told("cap-shift-click", "keys-gather", BATTLE),
            told("cap-drag-base", "keys-move", BATTLE),
            told("cap-drag-corner", "keys-wheel", BATTLE),
            told("cap-shift-ctrl", "keys-while-dragging", BATTLE),
            told("cap-wheel", "keys-zoom-and-pan", BATTLE),
            told("cap-log-line", "keys-log-line", BATTLE),
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
            told("cap-scale", "keys-scale", EVERYWHERE),
        ],
    ),
    (
        "keys-window",
        &[
            row("F1", "keys-rulebook", NOTHING_TO_CONFIRM, &[(Key::F1, Any, Does::Rules)]),
            row("F2  F4", "keys-drawers", TABLE.or(TYPING), &[(Key::F2, Any, Does::Panel), (Key::F4, Any, Does::Log)]),
            row("F3  F10", "keys-menu", NOTHING_TO_CONFIRM, &[(Key::F3, Any, Does::Menu), (Key::F10, Any, Does::Menu)]),
            row("F9", "keys-this-sheet", NOTHING_TO_CONFIRM.or(START), &[(Key::F9, Any, Does::Keys)]),
            told("F11", "keys-full-screen", EVERYWHERE),
            row("F12", "keys-picture", PLAY, &[(Key::F12, Any, Does::Picture)]),
            row("cap-find", "keys-find", BATTLE.or(PAST).or(TYPING), &[(Key::F, Ctrl, Does::Find)]),
        ],
    ),
    (
        "keys-start",
        &[
            row("cap-arrows", "keys-cards", CARDS, CARD_BY_CARD),
            row("R", "keys-rulesets", SEEN, &[(Key::R, Alone, At(Start::Ruleset))]),
            row(
                "S  N",
                "keys-seats",
                SEEN,
                &[(Key::S, Alone, At(Start::Seat(Side::South))), (Key::N, Alone, At(Start::Seat(Side::North)))],
            ),
            row(
                "D  P",
                "keys-by-hand",
                SEEN,
                &[(Key::D, Alone, At(Start::Dice)), (Key::P, Alone, At(Start::Deployment))],
            ),
            row("B", "keys-begin", SEEN, &[(Key::B, Alone, At(Start::Begin))]),
            row(
                "Enter",
                "keys-go-on",
                CARDS.or(When::at_start(AtStart::Saved)),
                &[(Key::Enter, Alone, At(Start::GoOn))],
            ),
            row("F3", "keys-saved", START, &[(Key::F3, Any, At(Start::Saved))]),
            row("cap-find", "keys-find-battle", START, &[(Key::F, Ctrl, Does::Find)]),
            row("Ctrl O", "keys-path", START, &[(Key::O, Ctrl, At(Start::Path))]),
            row("Enter", "keys-open", When::at_start(AtStart::Path), &[(Key::Enter, Any, At(Start::Open))]),
            row("Enter", "keys-rename", When::at_start(AtStart::Naming), &[(Key::Enter, Any, At(Start::Rename))]),
            row("Esc", "keys-shut", OVER, &[(Key::Escape, Any, Does::LetGo)]),
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

const CARD_BY_CARD: &[Stroke] = &[
    (Key::ArrowLeft, Alone, Arrow(Vec2::NEG_X)),
    (Key::ArrowRight, Alone, Arrow(Vec2::X)),
    (Key::ArrowUp, Alone, Arrow(Vec2::Y)),
    (Key::ArrowDown, Alone, Arrow(Vec2::NEG_Y)),
];

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
    (Key::Period, Any, Does::Point),
    (Key::Comma, Any, Does::Point),
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
mod tests;
