//! People's own files on the start screen: where they belong, and their battles as cards, which follow the files while the
//! screen is shown.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy_egui::egui::{Event, Ui};

use super::{StartScreen, list};
use crate::gui::game::sitter::Sitter;
use crate::gui::language::translate_with;
use crate::ids::Side;
use crate::scenario::{FileFlaw, home, plan_shelf};

/// The files are looked at again after so long, seconds.
const AGAIN: f64 = 1.0;

/// The folder of people's own files.
pub struct Own {
    folder: PathBuf,
    /// How it was when its battles were read.
    stamp: home::Stamp,
    /// When it was last looked at, seconds of the window.
    looked: f64,
    /// Where one's own files belong, and what is there, in words.
    pub words: String,
}

impl Own {
    /// That folder, which need not be there.
    pub fn of(folder: &Path) -> Own {
        Own {
            folder: folder.to_owned(),
            stamp: home::stamp(folder),
            looked: 0.0,
            words: words(folder, &plan_shelf::follow()),
        }
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// Where one's own files belong, how many there are of each kind, and what is wrong in the first plan that cannot be used.
fn words(folder: &Path, flaws: &[FileFlaw]) -> String {
    let [battles, armies, maps, plans] = home::KINDS.map(|kind| home::names_in(folder, kind).len());
    let values: [(&str, &dyn std::fmt::Display); 5] =
        [("folder", &folder.display()), ("battles", &battles), ("armies", &armies), ("maps", &maps), ("plans", &plans)];
    let mut words = translate_with("own-files", &values);
    if let Some(flaw) = flaws.first() {
        words = format!("{words}\n{}", translate_with("own-plan-flawed", &[("flaw", flaw)]));
    }
    words
}

impl StartScreen {
    /// Reads people's own battles again when a file of theirs was added, changed or removed. The folder is looked at once
    /// a second, and whenever the window is come back to.
    pub(super) fn follow_own_files(&mut self, ui: &Ui) {
        let Some(own) = &mut self.own else { return };
        ui.ctx().request_repaint_after(Duration::from_secs_f64(AGAIN));
        let back = |event: &Event| matches!(event, Event::WindowFocused(true));
        let (now, back) = ui.input(|i| (i.time, i.events.iter().any(back)));
        if back || now - own.looked >= AGAIN {
            own.looked = now;
            self.look_at_own_files();
        }
    }

    /// Reads them again if any file has changed; what was chosen stays chosen.
    pub(super) fn look_at_own_files(&mut self) {
        let Some(own) = &mut self.own else { return };
        let stamp = home::stamp(&own.folder);
        if stamp == own.stamp {
            return;
        }
        (own.stamp, own.words) = (stamp, words(&own.folder, &plan_shelf::follow()));
        let folder = own.folder.clone();
        let chosen = self.entries.get(self.chosen).map(|entry| (entry.name.clone(), entry.ruleset.name));
        self.entries.retain(|entry| !entry.own);
        self.entries.extend(list::own(self.rulesets, &folder));
        list::sort(self.rulesets, &mut self.entries);
        self.choose_again(chosen);
    }

    /// Has the battle of that name and ruleset be the chosen one; what was chosen for it stays, as far as it is there.
    /// Where it is gone, or of another ruleset now, a battle is chosen as by whoever looks at it first.
    fn choose_again(&mut self, was: Option<(String, &'static str)>) {
        let named = |name: &str| self.entries.iter().position(|entry| entry.name == name);
        let at = was.as_ref().and_then(|(name, _)| named(name));
        let same = at.filter(|at| was.as_ref().is_some_and(|(_, ruleset)| self.entries[*at].ruleset.name == *ruleset));
        if let Some(at) = same {
            self.chosen = at;
        } else {
            self.chosen = self.entries.len();
            self.choose(at.unwrap_or(0));
            self.show_terms = false;
        }
        if let Some(entry) = self.entries.get(self.chosen) {
            for side in Side::BOTH {
                let seat = &mut self.choice.seats[side.index()];
                if !Sitter::all(&entry.setup, side).contains(seat) {
                    *seat = Sitter::Captain;
                }
            }
        }
    }
}
