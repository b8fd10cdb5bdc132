//! The battles that can be chosen.

use std::path::Path;

use bevy_egui::egui::TextureHandle;

use crate::battle::Ruleset;
use crate::battle::setup::Setup;
use crate::gui::language::{translate, translate_with};
use crate::scenario::{self, Draft, FileFlaw, embedded, home};

/// A battle on the start screen.
pub struct Entry {
    /// As the command line takes it: the ruleset, a stroke, the battle; of people's own its path below their folder.
    pub name: String,
    /// Whether it is one of people's own.
    pub own: bool,
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

/// The built-in battles of these rulesets. There is no flawed one among them.
pub fn built_in(rulesets: &[Ruleset]) -> Vec<Entry> {
    embedded::battles().into_iter().filter_map(|name| entry(rulesets, name, scenario::load, false)).collect()
}

/// People's own battles, of the folder of their files.
pub fn own(rulesets: &[Ruleset], folder: &Path) -> Vec<Entry> {
    let read = |name: &str| Ok(scenario::draft(&folder.join(format!("{name}.ron")).to_string_lossy()));
    let names = home::names_in(folder, "battles").into_iter().map(|name| format!("battles/{name}"));
    let card = |name: String| {
        let Some(mut card) = entry(rulesets, name.clone(), read, true) else { return unread(rulesets, name) };
        // What its ruleset finds wrong with it, such as a troop type that there is not.
        if scenario::check(rulesets, &[folder.join(format!("{name}.ron"))]).has_errors() {
            translate("own-flawed").clone_into(&mut card.blurb);
        }
        card
    };
    names.map(card).collect()
}

/// Puts them in the order of the rulesets; people's own first, then shorter ones first.
pub fn sort(rulesets: &[Ruleset], entries: &mut [Entry]) {
    let place = |e: &Entry| rulesets.iter().position(|r| r.name == e.ruleset.name);
    entries.sort_by(|a, b| (place(a), !a.own, a.minutes, &a.name).cmp(&(place(b), !b.own, b.minutes, &b.name)));
}

/// A battle of people's own of which nothing can be read: whoever begins it is told why.
fn unread(rulesets: &[Ruleset], name: String) -> Entry {
    let title = name.trim_start_matches("battles/").to_owned();
    let setup = Setup { title: title.clone(), ..Setup::nothing() };
    Entry {
        ruleset: rulesets.first().copied().unwrap_or(Ruleset::NOTHING),
        searched: title.to_lowercase(),
        own: true,
        setup,
        date: String::new(),
        minutes: None,
        blurb: translate("own-unread").to_owned(),
        counts: [0, 0],
        picture: Some(None),
        name,
    }
}

fn entry(
    rulesets: &[Ruleset],
    name: String,
    read: impl Fn(&str) -> Result<Draft, Vec<FileFlaw>>,
    own: bool,
) -> Option<Entry> {
    let draft = read(&name).ok()?;
    let flawed = draft.has_errors();
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
        own,
        blurb: match flawed {
            true => translate("own-flawed").to_owned(),
            false => draft.about.blurb.unwrap_or_default(),
        },
        counts: [count(0), count(1)],
        searched,
        setup,
        picture: None,
    })
}

impl Entry {
    /// Of people's own battles it says so when its table could not be laid out, whatever is wrong in it.
    pub fn tell_if_unmustered(&mut self) {
        if self.own && matches!(self.picture, Some(None)) && self.blurb != translate("own-unread") {
            translate("own-flawed").clone_into(&mut self.blurb);
        }
    }

    /// When it was fought, or that it is one of people's own, and whether that says that its file has flaws.
    pub fn when(&self) -> (&str, bool) {
        let flawed = self.own && ["own-flawed", "own-unread"].iter().any(|key| self.blurb == translate(key));
        match self.date.as_str() {
            _ if flawed => (translate("own-with-flaws"), true),
            "" if self.own => (translate("own-battle"), false),
            date => (date, false),
        }
    }

    /// `21 and 16 units, 90 min`.
    pub fn size(&self) -> String {
        let units = self.units();
        match self.minutes {
            Some(minutes) => translate_with("and-minutes", &[("units", &units), ("n", &minutes)]),
            None => units,
        }
    }

    /// `21 and 16 units`.
    pub fn units(&self) -> String {
        let [north, south] = self.counts;
        if north == south {
            translate_with("units-a-side", &[("n", &north)])
        } else {
            translate_with("units-and-units", &[("south", &south), ("north", &north)])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RULESETS;

    #[test]
    fn a_battle_of_ones_own_becomes_a_card_whatever_is_wrong_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/armati/first_battle.ron");
        let text = std::fs::read_to_string(shipped).unwrap().replace("The first battle", "Rain on Sunday");
        let card = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            let read = |name: &str| Ok(scenario::draft(name));
            entry(RULESETS, path.to_string_lossy().into_owned(), read, true)
        };
        let mine = card("mine.ron", &text).unwrap();
        assert_eq!((mine.own, mine.setup.title.as_str(), mine.counts), (true, "Rain on Sunday", [5, 5]));
        assert!(mine.searched.contains("rain on sunday") && mine.blurb != translate("own-flawed"));
        let flawed = card("flawed.ron", &text.replacen("turns: 14", "turns: many", 1)).unwrap();
        assert_eq!(flawed.blurb, translate("own-flawed"));
        // What only its ruleset can tell: nothing of the file's own is wrong.
        std::fs::create_dir(folder.path().join("battles")).unwrap();
        let unknown = text.replacen("type: \"", "type: \"un", 1);
        assert_ne!(unknown, text);
        for (file, words) in [("sound", &text), ("unknown", &unknown)] {
            std::fs::write(folder.path().join(format!("battles/{file}.ron")), words).unwrap();
        }
        let cards = own(RULESETS, folder.path());
        assert_eq!(cards.iter().map(|card| card.when().1).collect::<Vec<_>>(), [false, true]);
        let blurbs: Vec<String> = cards.into_iter().map(|card| card.blurb).collect();
        assert_eq!(blurbs.len(), 2);
        assert!(blurbs[0] != translate("own-flawed") && blurbs[1] == translate("own-flawed"), "{blurbs:?}");
        assert!(card("torn.ron", "(ruleset: ").is_none());
        let unread = unread(RULESETS, "battles/torn".into());
        assert_eq!((unread.setup.title.as_str(), unread.blurb.as_str()), ("torn", translate("own-unread")));
    }
}
