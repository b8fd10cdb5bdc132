//! Letters that are struck as quickly as a word is written are the beginning of an order, whether or not the stroke that
//! leads to the field for orders came before them.

use bevy_egui::egui::{Id, Key, Modifiers, Ui};

use super::table::Does;
use super::when::{FREE, When};
use crate::gui::play::state::Play;

/// Within so many seconds the next letter of a word follows.
const SOON: f64 = 0.6;
/// So many letters make a word: two may be keys that somebody knows by heart.
const LETTERS: usize = 3;

/// The letters struck so far, one soon after the other, and what they did as keys.
#[derive(Clone, Debug, Default)]
pub struct Word {
    letters: String,
    /// Those of them that are struck once where they are keys.
    counted: String,
    last: Struck,
    did: Vec<Does>,
}

/// When a stroke was heard: by the clock, in seconds, and in which frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Struck {
    pub time: f64,
    pub frame: u64,
}

impl Struck {
    /// In this frame.
    pub fn now(ui: &Ui) -> Struck {
        Struck { time: ui.input(|i| i.time), frame: ui.ctx().cumulative_frame_nr() }
    }

    /// Whether this stroke follows that one soon. Where a frame takes long, strokes gather until the next one; a stroke
    /// that comes by itself has the frame in which the key before it was let go between.
    fn follows(self, last: Struck) -> bool {
        self.time - last.time <= SOON || self.frame <= last.frame + 1
    }
}

impl Word {
    /// As the keyboard has heard it so far.
    pub fn heard(ui: &Ui) -> Word {
        ui.data(|data| data.get_temp(kept())).unwrap_or_default()
    }

    /// Is gone on with in the next frame.
    pub fn keep(self, ui: &Ui) {
        ui.data_mut(|data| data.insert_temp(kept(), self));
    }

    /// Hears a stroke; tells whether a word is being written now.
    pub fn hears(&mut self, stroke: (Key, Modifiers), does: Option<Does>, moment: When, struck: Struck) -> bool {
        let (key, modifiers) = stroke;
        let letter = written(key, modifiers).filter(|_| moment == FREE);
        let Some(letter) = letter else {
            *self = Word::default();
            return false;
        };
        if !struck.follows(self.last) {
            *self = Word::default();
        }
        self.last = struck;
        self.letters.push(letter);
        // One turns by many strokes, and goes back and forth by many.
        let many = matches!(does, Some(Does::Turn(_) | Does::Undo | Does::Redo));
        if letter.is_ascii_alphabetic() && !many {
            self.counted.push(letter);
        }
        if self.is_word() {
            // This one does nothing as a key.
            return true;
        }
        self.did.extend(does);
        false
    }

    /// Whether a stroke that comes now goes on with it.
    pub fn has_begun(&self, now: Struck) -> bool {
        !self.letters.is_empty() && now.follows(self.last)
    }

    /// What stands in the field then.
    pub fn letters(&self) -> &str {
        &self.letters
    }

    /// What its first letters did as keys to what is seen is undone. An answer that one of them took back stays so: to put
    /// it back is an answer too, and none is given by a letter.
    pub fn undo_strokes(&self, play: &mut Play) {
        for did in self.did.iter().rev() {
            match did {
                Does::Aid(aid) => play.look.toggle(*aid),
                Does::TurnTable => play.look.turn(),
                Does::Zoom(factor) => play.look.zoom(1.0 / factor),
                _ => {}
            }
        }
        play.let_go();
    }

    /// Letters that differ: one letter is struck again for the next of a kind.
    fn is_word(&self) -> bool {
        self.counted.len() >= LETTERS && self.counted.chars().any(|c| !self.counted.starts_with(c))
    }
}

fn kept() -> Id {
    Id::new("letters-struck")
}

/// What the stroke writes; none: it belongs to no word.
fn written(key: Key, modifiers: Modifiers) -> Option<char> {
    let mut name = key.symbol_or_name().chars();
    let (first, one) = (name.next()?, name.next().is_none());
    let plain = !modifiers.ctrl && !modifiers.alt && !modifiers.command;
    let letter = if modifiers.shift { first } else { first.to_ascii_lowercase() };
    (plain && one && (letter.is_ascii_alphanumeric() || key == Key::Minus)).then_some(if key == Key::Minus {
        '-'
    } else {
        letter
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::game::sitter::Sitter;
    use crate::gui::play::keys::table;
    use crate::gui::play::keys::when::{DICE, UMPIRE};
    use crate::gui::play::stage::{self, Stage, begun};

    /// Whether that is a word when its letters follow one another by so many seconds and frames.
    fn is_word(letters: &str, time: f64, frames: u64, moment: When) -> bool {
        let mut word = Word::default();
        let mut struck = Struck { time: 10.0, frame: 10 };
        letters.chars().fold(false, |_, c| {
            struck = Struck { time: struck.time + time, frame: struck.frame + frames };
            let key = if c == '-' { Key::Minus } else { Key::from_name(&c.to_ascii_uppercase().to_string()).unwrap() };
            word.hears((key, Modifiers::NONE), table::meant(key, Modifiers::NONE, moment), moment, struck)
        })
    }

    #[test]
    fn three_letters_soon_after_one_another_are_a_word_and_two_or_the_same_are_none() {
        let words =
            [("hil", true), ("el-1e", false), ("elep", false), ("eleph", true), ("fff", false), ("aqeqeqe", false)];
        for (letters, word) in words.into_iter().chain([("zzy", false), ("zyzyzw", false), ("wzaf", true)]) {
            assert_eq!(is_word(letters, 0.2, 2, FREE), word, "{letters}");
        }
        let just = SOON - 0.001;
        assert!(is_word("hil", just, 2, FREE) && !is_word("hil", SOON + 0.001, 2, FREE), "the time that is left");
        assert!(is_word("hil", 3.0, 1, FREE), "a slow frame has gathered them");
        assert!(!is_word("hil", 0.2, 2, DICE) && !is_word("hil", 0.2, 2, UMPIRE), "they are no orders there");
    }

    #[test]
    fn another_key_parts_words() {
        let mut word = Word::default();
        let strike = |word: &mut Word, key, modifiers, n: u16| {
            let struck = Struck { time: 0.1 * f64::from(n), frame: 2 * u64::from(n) };
            word.hears((key, modifiers), None, FREE, struck)
        };
        let none = Modifiers::NONE;
        assert!(!strike(&mut word, Key::D, none, 0) && !strike(&mut word, Key::O, none, 1));
        assert!(
            !strike(&mut word, Key::Enter, none, 2) && !strike(&mut word, Key::N, none, 3),
            "Enter did what was held"
        );
        let shifted = Modifiers { shift: true, ..Modifiers::NONE };
        assert!(!strike(&mut word, Key::H, shifted, 4));
        assert!(strike(&mut word, Key::I, none, 5) && word.letters() == "nHi");
    }

    #[test]
    fn an_order_typed_without_the_slash_comes_into_the_line_and_does_nothing_else() {
        // T is the tape and O the threats, V turns the table, D is perhaps Done.
        let words = ["tod-1", "mov", "vtd-1"];
        for (battle, word) in stage::teaching().into_iter().flat_map(|battle| words.map(|word| (battle.clone(), word)))
        {
            let mut stage = Stage::sized(begun(&battle, [Sitter::Person; 2]), 1280.0, 800.0);
            for _ in 0..40 {
                stage::sit_down(&mut stage.play);
                let now = stage.play.now();
                if !now.ready.is_empty() && now.plan.is_none() {
                    break;
                }
                stage::answer(&mut stage.play);
            }
            let unit = stage.play.now().ready.first().copied();
            stage.play.select(Some(unit.unwrap_or_else(|| panic!("{battle}: nobody may act"))));
            stage.rest();
            let (before, aids) = (stage.play.game.journal().depth(), stage.play.look.aids());
            let turned = |stage: &Stage| stage.play.look.camera().map(|camera| camera.turned);
            let turned_before = turned(&stage);
            stage.write(word);
            assert_eq!(stage.play.hand.typed(), word, "{battle}");
            assert_eq!(turned(&stage), turned_before, "{battle}: {word}");
            assert!(stage.play.hand.held().is_none() && stage.play.look.aids() == aids, "{battle}: {word}");
            stage.key(Key::Enter);
            assert_eq!(stage.play.game.journal().depth(), before, "{battle}: {word}");
            assert!(stage.play.hand.unread().is_some(), "{battle}: {:?}", stage.words());
        }
    }
}
