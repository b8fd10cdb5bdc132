//! What lies before the person at the window whichever screen is shown, which screen that is, and in which order a frame
//! is made.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Id, LayerId, UiBuilder};

use super::options::Options;
use crate::battle::Ruleset;

/// The program's name, as the desktop shows it.
pub const NAME: &str = "Sandtable";

/// The screen that is shown. Each has a plugin, whose systems run while it is.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// The choice of battles.
    #[default]
    Start,
    /// A battle, or a case.
    Play,
}

/// The parts of a frame, one after the other.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// Before the screen: the size of its text, its colours.
    Before,
    /// The screen itself.
    Screen,
    /// After it: the window's own keys, what is kept.
    After,
    /// What was shown is told to programs that listen.
    Told,
}

/// With what every battle is begun and where things are kept.
#[derive(Resource)]
pub struct Desk {
    pub rulesets: &'static [Ruleset],
    /// The folder in which battles are kept; none: nowhere.
    pub saves: Option<PathBuf>,
    /// The folder in which pictures of the window are kept; none: nowhere.
    pub pictures: Option<PathBuf>,
    /// The dice of battles that are begun; none: other ones each time.
    pub seed: Option<u64>,
    /// How many grounds were drawn.
    grounds: u64,
}

impl Desk {
    /// With nothing on it.
    pub fn new(
        rulesets: &'static [Ruleset],
        saves: Option<PathBuf>,
        pictures: Option<PathBuf>,
        seed: Option<u64>,
    ) -> Desk {
        Desk { rulesets, saves, pictures, seed, grounds: 0 }
    }

    /// The number of another ground: each battle has its own.
    pub fn next_ground(&mut self) -> u64 {
        self.grounds += 1;
        self.grounds
    }
}

/// The options, and where they are kept.
#[derive(Resource)]
pub struct Settings {
    pub options: Options,
    file: Option<PathBuf>,
    /// As they were kept last.
    kept: Options,
}

impl Settings {
    /// These options, kept in that file; none: nowhere.
    pub fn new(options: Options, file: Option<PathBuf>) -> Settings {
        Settings { options, file, kept: options }
    }

    /// Keeps them where they have changed; tells whether they have.
    pub fn keep(&mut self) -> bool {
        if self.options == self.kept {
            return false;
        }
        self.kept = self.options;
        if let Some(path) = &self.file
            && let Err(why) = self.options.save(path)
        {
            error!("{}: {why}", path.display());
        }
        true
    }
}

/// Adds the screens' states and the order of a frame.
pub fn plugin(app: &mut App) {
    let parts = (Frame::Before, Frame::Screen, Frame::After, Frame::Told);
    app.configure_sets(EguiPrimaryContextPass, parts.chain());
}

/// The whole window to draw on.
pub fn paper(ctx: &egui::Context) -> egui::Ui {
    let whole = UiBuilder::new().layer_id(LayerId::background()).max_rect(ctx.viewport_rect());
    egui::Ui::new(ctx.clone(), Id::new("window"), whole)
}

/// Gives the window that title, unless it has it.
pub fn call(window: &mut Window, title: String) {
    if window.title != title {
        window.title = title;
    }
}
