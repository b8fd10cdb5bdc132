//! An evening's worth of hasty keys: whatever is struck over sheets, questions and the line for orders, nothing is ordered
//! that was not confirmed, no turn is ended unasked, and nothing breaks.

use bevy_egui::egui::{Event, Key, Modifiers};

use super::keys::table::{KEYS, With};
use super::stage::{Stage, begun};
use crate::battle::Ref;
use crate::gui::game::sitter::Sitter::Person;
use crate::gui::game::{Turn, place};
use crate::scenario::embedded;

/// So many strokes a battle.
const STROKES: usize = 400;

/// Numbers that look like chance and are the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// What a hand may strike: letters and digits, and all keys of the table with what is held with them.
fn strokes() -> Vec<(Key, Modifiers)> {
    let figures = ('A'..='Z').chain('0'..='9').filter_map(|c| Key::from_name(&c.to_string()));
    let of_table = KEYS.iter().flat_map(|(_, rows)| rows.iter()).flat_map(|row| row.strokes).map(|(key, with, _)| {
        let held = if *with == With::Ctrl { Modifiers::CTRL } else { Modifiers::NONE };
        (*key, held)
    });
    figures.map(|key| (key, Modifiers::NONE)).chain(of_table).collect()
}

/// What lies ready to be done by Enter, and whether that would end a step in which somebody could still act.
fn lies_ready(stage: &mut Stage) -> (bool, bool) {
    let now = stage.play.now();
    let (play, asked) = (&stage.play, stage.play.sheets.to_confirm().is_some());
    let ends = play.hand.held().is_some_and(|held| {
        let of_side = held.choice.action.who.iter().all(|who| matches!(who, Ref::Side(_)));
        held.choice.ends && of_side && !place::is_plan(&held.choice)
    });
    let ready = asked
        || play.hand.held().is_some()
        || !play.hand.typed().is_empty()
        || !play.hand.dice().is_empty()
        || play.back.is_open();
    // What the captain advises is read before it is done, and not asked about; it may come at any time while he thinks.
    (ready, ends && !asked && !now.ready.is_empty() && !play.is_advice() && !play.awaits_hint())
}

/// What was struck and what was ordered last, told when something breaks.
struct Struck<'a>(&'a str, Vec<&'static str>, Option<String>);

impl Struck<'_> {
    fn told(&self) -> String {
        let struck = self.1[self.1.len().saturating_sub(24)..].join(" ");
        format!("{struck}: {}", self.2.as_deref().unwrap_or_default())
    }
}

impl Drop for Struck<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}: {}", self.0, self.told());
        }
    }
}

fn storm(battle: &str, seed: u64, width: f32, height: f32) -> usize {
    let mut stage = Stage::sized(begun(battle, [Person; 2]), width, height);
    let (all, mut chance, mut last) = (strokes(), Chance(seed), Struck(battle, Vec::new(), None));
    let mut answers = 0;
    for _ in 0..STROKES {
        let (key, held) = match chance.below(6) {
            0 => (Key::Enter, Modifiers::NONE),
            1 => (Key::Escape, Modifiers::NONE),
            _ => all[chance.below(all.len())],
        };
        if let Turn::Of { side, .. } = stage.play.game.turn() {
            stage.play.seats.look(Some(side));
        }
        let before = stage.play.game.length();
        let (ready, would_end) = lies_ready(&mut stage);
        last.1.push(key.name());
        stage.key_with(key, held);
        if held.is_none() && key.name().len() == 1 {
            stage.event(Event::Text(key.name().to_lowercase()));
        }
        let after = stage.play.game.length();
        if after > before && key != Key::Y {
            answers += 1;
            last.2 = stage.play.game.answered().last().map(|(_, action)| format!("{action:?}"));
            assert!(key == Key::Enter, "{battle}, seed {seed}: {} ordered something: {}", key.name(), last.told());
            assert!(ready, "{battle}, seed {seed}: nothing lay ready: {}", last.told());
            assert!(!would_end, "{battle}, seed {seed}: a step was ended unasked: {}", last.told());
            assert!(after == before + 1, "{battle}, seed {seed}: two answers at one stroke: {}", last.told());
        }
        stage.wants = None;
        stage.play.sheets.ask_first(true);
        stage.options.ask_first = true;
        if stage.play.game.turn() == Turn::Over {
            break;
        }
    }
    answers
}

#[test]
fn a_storm_of_keys_orders_nothing_that_was_not_confirmed() {
    let teaching = embedded::battles().into_iter().filter(|name| name.ends_with("/first_battle"));
    let mut answers = 0;
    for (n, battle) in teaching.enumerate() {
        let seed = 0x9e37_79b9_7f4a_7c15 ^ ((n as u64 + 1) * 1125);
        answers += storm(&battle, seed, 1280.0, 800.0) + storm(&battle, seed.rotate_left(9), 853.0, 533.0);
    }
    assert!(answers >= 10, "hardly anything was ordered in all this time: {answers}");
}
