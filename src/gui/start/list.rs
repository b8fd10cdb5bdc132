//! The battles that can be chosen.

use bevy_egui::egui::TextureHandle;

use crate::battle::Ruleset;
use crate::battle::setup::Setup;
use crate::gui::language::translate_with;
use crate::scenario::{self, embedded};

/// A battle on the start screen.
pub struct Entry {
    /// As the command line takes it: the ruleset, a stroke, the battle.
    pub name: String,
    pub ruleset: Ruleset,
    pub setup: Setup,
    /// `202 BC`.
    pub date: String,
    pub minutes: Option<u32>,
    pub blurb: String,
    /// How many units each side has: north, south.
    pub counts: [usize; 2],
    /// All that the search looks at, in small letters.
    pub searched: String,
    /// Drawn when it is first needed; nothing inside when the battle cannot be mustered.
    pub picture: Option<Option<TextureHandle>>,
}

/// The built-in battles of these rulesets, in the order of the rulesets; shorter ones first.
pub fn entries(rulesets: &[Ruleset]) -> Vec<Entry> {
    let mut found: Vec<Entry> = embedded::battles().into_iter().filter_map(|name| entry(rulesets, name)).collect();
    let place = |e: &Entry| rulesets.iter().position(|r| r.name == e.ruleset.name);
    found.sort_by(|a, b| (place(a), a.minutes, &a.name).cmp(&(place(b), b.minutes, &b.name)));
    found
}

fn entry(rulesets: &[Ruleset], name: String) -> Option<Entry> {
    let draft = scenario::load(&name).ok()?;
    let setup = draft.setup?;
    let ruleset = rulesets.iter().find(|r| r.name == setup.ruleset)?;
    let count = |side: usize| setup.sides[side].bodies.iter().map(|b| b.units.len()).sum();
    let date = draft.about.date.unwrap_or_default();
    let words = [&setup.title, &date, &setup.sides[0].name, &setup.sides[1].name, &name];
    let searched = words.map(|w| w.to_lowercase()).join(" ");
    Some(Entry {
        name,
        ruleset: *ruleset,
        date,
        minutes: draft.about.minutes,
        blurb: draft.about.blurb.unwrap_or_default(),
        counts: [count(0), count(1)],
        searched,
        setup,
        picture: None,
    })
}

impl Entry {
    /// `21 and 16 units, 90 min`.
    pub fn size(&self) -> String {
        let [north, south] = self.counts;
        let units = if north == south {
            translate_with("units-a-side", &[("n", &north)])
        } else {
            translate_with("units-and-units", &[("south", &south), ("north", &north)])
        };
        match self.minutes {
            Some(minutes) => translate_with("and-minutes", &[("units", &units), ("n", &minutes)]),
            None => units,
        }
    }
}
