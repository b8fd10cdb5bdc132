//! The table of keys: no stroke is taken for another, and every key says what it is.

use super::*;
use crate::gui::play::keys::when::{CONFIRM, SHEET};

const MOMENTS: [When; 10] = [FREE, UMPIRE, DICE, PAST, MENU, SHEET, TYPING, CHOICES, LUCK, CONFIRM];

/// The moments of both screens.
fn moments() -> impl Iterator<Item = When> {
    MOMENTS.into_iter().chain(AtStart::ALL.map(When::at_start))
}

#[test]
fn no_stroke_means_two_things_at_one_moment() {
    for moment in moments() {
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
        let through = [MENU, SHEET, TYPING, CHOICES, LUCK, CONFIRM].into_iter().any(|moment| row.when.has(moment));
        assert!(!through || !row.strokes.iter().any(|(.., does)| orders(does)), "{}", row.says);
    }
    assert!(![MENU, SHEET, TYPING, PAST, CHOICES, LUCK, CONFIRM].into_iter().any(|moment| LETTERS.has(moment)));
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

#[test]
fn every_moment_is_one_of_its_own_and_is_of_one_screen() {
    let all: Vec<When> = moments().collect();
    for (n, moment) in all.iter().enumerate() {
        assert!(!all[..n].iter().any(|other| other.has(*moment)), "{moment:?}");
        assert_ne!(PLAY.has(*moment), START.has(*moment), "{moment:?}");
    }
}

#[test]
fn whoever_types_or_is_asked_something_begins_no_battle_by_a_key() {
    let leads = |does: &Does| matches!(does, Does::Start(Start::Saved | Start::Path));
    let chooses = |does: &Does| matches!(does, Does::Arrow(_) | Does::Start(_)) && !leads(does);
    for before in AtStart::ALL {
        let seen = matches!(before, AtStart::Cards | AtStart::Reached);
        let moment = When::at_start(before);
        let rows = KEYS.iter().flat_map(|(_, rows)| rows.iter()).filter(|row| row.when.has(moment));
        let does: Vec<Does> = rows.flat_map(|row| row.strokes).map(|(.., does)| *does).filter(chooses).collect();
        match before {
            AtStart::Path => assert_eq!(does, [Does::Start(Start::Open)]),
            AtStart::Naming => assert_eq!(does, [Does::Start(Start::Rename)]),
            AtStart::Saved => assert_eq!(does, [Does::Start(Start::GoOn)]),
            _ => assert_eq!(!does.is_empty(), seen, "{before:?}: {does:?}"),
        }
    }
}
