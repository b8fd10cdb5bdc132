//! What a person has chosen about the window, kept between sessions.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::gui::language::translate_with;
use crate::scenario::write::replace;

/// How fast things move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    Slow,
    #[default]
    Normal,
    None,
}

/// The choices.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Dark panels.
    pub lamplight: bool,
    /// Of text and panels; 1 is 100 %.
    pub scale: f32,
    #[serde(with = "pace")]
    pub pace: Pace,
    /// Nothing is taken back beyond the last dice, or the last secret that was opened.
    pub strict_undo: bool,
    /// It is asked before a step is ended in which somebody could still act, and before a move that moves nobody.
    pub ask_first: bool,
    /// The window's size when it was left, pixels; none: the usual one.
    pub window: Option<(u32, u32)>,
    /// Whether it fills the screen.
    pub full_screen: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            lamplight: false,
            scale: 1.0,
            pace: Pace::Normal,
            strict_undo: false,
            ask_first: true,
            window: None,
            full_screen: false,
        }
    }
}

/// The sizes of text and panels.
pub const SCALES: [f32; 10] = [0.75, 0.85, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0];

impl Options {
    /// The options on file; the usual ones where there is no file, or none that can be read.
    pub fn load(path: Option<&Path>) -> Options {
        let text = path.and_then(|p| std::fs::read_to_string(p).ok());
        let read: Options = text.and_then(|t| ron::from_str(&t).ok()).unwrap_or_default();
        Options { scale: nearest(read.scale), ..read }
    }

    /// Writes them.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        let text =
            ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default()).map_err(std::io::Error::other)?;
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        replace(path, (text + "\n").as_bytes())
    }

    /// The next size up or down.
    pub fn step(&mut self, by: i32) {
        let at = SCALES.iter().position(|s| (s - self.scale).abs() < 1e-3).unwrap_or(2) as i32;
        self.scale = SCALES[(at + by).clamp(0, SCALES.len() as i32 - 1) as usize];
    }
}

/// The least that shows every function, logical pixels: in a window that is smaller at the chosen size, text gives way.
pub const LEAST: [f32; 2] = [640.0, 400.0];

/// The size of text and panels in a window of so many pixels: as chosen, or the largest that leaves room for everything.
pub fn fitting(scale: f32, window: [f32; 2]) -> f32 {
    scale.min(window[0] / LEAST[0]).min(window[1] / LEAST[1]).max(SCALES[0].min(scale))
}

/// The chosen size in words, and the one that there is room for where that is another.
pub fn size_words(chosen: f32, shown: f32) -> String {
    let percent = |scale: f32| translate_with("percent", &[("n", &format!("{:.0}", scale * 100.0))]);
    if shown > chosen - 0.005 {
        return percent(chosen);
    }
    translate_with("size-gives-way", &[("chosen", &percent(chosen)), ("shown", &percent(shown))])
}

/// The size nearest to a number; 100 % for what is none.
fn nearest(scale: f32) -> f32 {
    if !scale.is_finite() {
        return 1.0;
    }
    SCALES.into_iter().min_by(|a, b| (a - scale).abs().total_cmp(&(b - scale).abs())).unwrap_or(1.0)
}

mod pace {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use super::Pace;

    pub fn serialize<S: Serializer>(pace: &Pace, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(match pace {
            Pace::Slow => "slow",
            Pace::Normal => "normal",
            Pace::None => "none",
        })
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Pace, D::Error> {
        match String::deserialize(from)?.as_str() {
            "slow" => Ok(Pace::Slow),
            "normal" => Ok(Pace::Normal),
            "none" => Ok(Pace::None),
            other => Err(D::Error::custom(format!("`{other}` is no pace: slow, normal or none"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_is_found_again() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("deep/options.ron");
        let (window, full_screen) = (Some((1024, 768)), true);
        let chosen = Options {
            lamplight: true,
            scale: 1.5,
            pace: Pace::Slow,
            strict_undo: true,
            ask_first: false,
            window,
            full_screen,
        };
        chosen.save(&path).expect("the folder can be written");
        assert_eq!(Options::load(Some(&path)), chosen);
        assert_eq!(Options::load(None), Options::default());
        std::fs::write(&path, "(lamplight: maybe)").expect("the file can be written");
        assert_eq!(Options::load(Some(&path)), Options::default());
    }

    #[test]
    fn text_gives_way_where_the_window_is_too_small_for_it_and_says_so() {
        assert_eq!(fitting(1.5, [1280.0, 800.0]), 1.5);
        assert_eq!(fitting(2.0, [1280.0, 800.0]), 2.0, "640 by 400 is room enough");
        assert_eq!(fitting(3.0, [1024.0, 768.0]), 1.6);
        assert_eq!(fitting(3.0, [3840.0, 2160.0]), 3.0);
        assert_eq!(fitting(1.0, [320.0, 200.0]), 0.75, "smaller than that nobody reads");
        assert_eq!(size_words(1.5, 1.5), "150 %");
        assert_eq!(size_words(3.0, 1.6), "300 %, 160 % fits here");
    }

    #[test]
    fn sizes_step_and_stop_at_their_ends() {
        let mut options = Options::default();
        options.step(1);
        assert_eq!(options.scale, 1.15);
        for _ in 0..20 {
            options.step(-1);
        }
        assert_eq!(options.scale, 0.75);
        assert_eq!(nearest(f32::NAN), 1.0);
        assert_eq!(nearest(7.0), 3.0);
    }
}
