//! A scenario that was read, with the errors of its files; adds what a ruleset finds wrong, at its line and column.

use std::collections::BTreeMap;

use super::battle::{self, About};
use super::flaw::{self, FileFlaw};
use super::places::{MAP, Places, SCENARIO};
use super::shelf::Shelf;
use super::source::Source;
use super::tree::{Node, Tree};
use super::value::meant;
use crate::battle::setup::{Flaw, Locus, Setup};

/// What was made of a scenario's files.
#[derive(Clone, Debug)]
pub struct Draft {
    /// None when too little could be read. Values that could not be read are replaced by harmless ones.
    pub setup: Option<Setup>,
    /// Whether the table and its terrain are those of the files; else a bare table stands in for them.
    pub(super) has_ground: bool,
    /// What people read of it before they choose it.
    pub about: About,
    /// In the order of their places.
    pub flaws: Vec<FileFlaw>,
    /// The text of the scenario and of its map.
    pub files: Vec<Source>,
    /// The army lists of people's own that it asks for, by the names under which it does.
    pub lists: BTreeMap<String, Source>,
    pub(super) places: Places,
    /// The bytes of the scenario's errors.
    errors: Vec<usize>,
}

impl Draft {
    /// Reads a scenario from its text; `shelf` finds its map.
    pub fn read(source: Source, shelf: &Shelf) -> Draft {
        let mut draft = Draft::nothing();
        match Tree::parse(&source) {
            Ok(tree) => {
                draft = Draft::of(tree.root(), None, shelf);
                draft.note(&tree, true);
            }
            Err(flaws) => draft.flaws = flaws.located(&source),
        }
        draft.files[SCENARIO] = source;
        draft
    }

    /// A scenario that is part of a larger file, whose tree collects its flaws.
    pub(super) fn of(node: Node, usual_title: Option<&str>, shelf: &Shelf) -> Draft {
        let Some(reading) = battle::scenario(node, usual_title, shelf) else { return Draft::nothing() };
        let map = reading.map.unwrap_or_else(|| Source::new("", String::new()));
        Draft {
            setup: reading.setup,
            has_ground: reading.has_ground,
            about: reading.about,
            flaws: reading.map_flaws,
            files: vec![node.tree.source.clone(), map],
            lists: reading.lists,
            places: reading.places,
            errors: Vec::new(),
        }
    }

    /// A draft of a file that cannot be read, with its flaws.
    pub(super) fn flawed(flaws: Vec<FileFlaw>) -> Draft {
        Draft { flaws, ..Draft::nothing() }
    }

    fn nothing() -> Draft {
        Draft {
            setup: None,
            has_ground: false,
            about: About::default(),
            flaws: Vec::new(),
            files: vec![Source::new("", String::new()); 2],
            lists: BTreeMap::new(),
            places: Places::default(),
            errors: Vec::new(),
        }
    }

    /// Adds the flaws that were found in a file; `own` says that it is the scenario's file and not the map's.
    pub(super) fn note(&mut self, tree: &Tree, own: bool) {
        if own {
            self.errors = tree.flaws.error_bytes();
        }
        self.flaws.extend(tree.flaws.located(tree.source));
        flaw::sort(&mut self.flaws);
    }

    /// Whether anything is wrong beyond warnings.
    pub fn has_errors(&self) -> bool {
        self.flaws.iter().any(FileFlaw::is_error)
    }

    /// A ruleset's flaw with its line and column; none when an error already noted at that place explains it.
    pub fn locate(&self, flaw: &Flaw) -> Option<FileFlaw> {
        let spot = self.places.find(&flaw.at);
        if spot.file == SCENARIO && self.errors.iter().any(|at| spot.bytes.contains(at)) {
            return None;
        }
        let source = &self.files[spot.file];
        Some(match unknown_field(&flaw.message) {
            Some(field) => source.flaw(spot.name, flaw.severity, &with_hint(&flaw.message, field, &flaw.at)),
            None => source.flaw(spot.value, flaw.severity, &flaw.message),
        })
    }

    /// The map's text, when the scenario has one.
    pub fn map(&self) -> Option<&Source> {
        self.files.get(MAP).filter(|s| !s.path().is_empty())
    }
}

/// The unknown field that a ruleset's message names: such a flaw points at the name and not at the value.
fn unknown_field(message: &str) -> Option<&str> {
    message.strip_prefix("unknown field `")?.split('`').next()
}

/// Adds a hint that one of the fields common to all scenarios was meant, which a ruleset does not know.
fn with_hint(message: &str, field: &str, at: &Locus) -> String {
    let known: &[&str] = match at {
        Locus::Side(..) => super::force::SIDE,
        Locus::Body(..) => super::force::BODY,
        Locus::Unit(..) => super::force::UNIT,
        _ => &[],
    };
    let hint = meant(field, known);
    if message.contains("did you mean") {
        message.to_owned()
    } else if !hint.is_empty() {
        format!("unknown field `{field}`{hint}")
    } else if message.contains("; there ") && !known.is_empty() {
        // A ruleset lists its own fields; these are everybody's.
        format!("{message}, besides {}", known.join(", "))
    } else if !known.is_empty() && !message.contains("; there ") {
        format!("{message}; there are {}", known.join(", "))
    } else {
        message.to_owned()
    }
}
