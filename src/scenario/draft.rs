//! A scenario as it was read, with all that is wrong in its files so far, and what a ruleset then finds wrong
//! brought to its line and column.

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
    /// Nothing when too little could be read. When there are errors, what they spoil has harmless values here.
    pub setup: Option<Setup>,
    pub about: About,
    /// In the order of their places.
    pub flaws: Vec<FileFlaw>,
    /// The text of the scenario and of its map.
    pub files: Vec<Source>,
    pub(super) places: Places,
    /// The bytes of the scenario's errors.
    errors: Vec<usize>,
}

impl Draft {
    /// Reads a scenario from its text; the shelf has its map.
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

    /// A scenario that is a value of a larger file, whose tree gathers its flaws.
    pub(super) fn of(node: Node, usual_title: Option<&str>, shelf: &Shelf) -> Draft {
        let Some(reading) = battle::scenario(node, usual_title, shelf) else { return Draft::nothing() };
        let map = reading.map.unwrap_or_else(|| Source::new("", String::new()));
        Draft {
            setup: reading.setup,
            about: reading.about,
            flaws: reading.map_flaws,
            files: vec![node.tree.source.clone(), map],
            places: reading.places,
            errors: Vec::new(),
        }
    }

    /// Nothing but flaws that keep the file from being read.
    pub(super) fn flawed(flaws: Vec<FileFlaw>) -> Draft {
        Draft { flaws, ..Draft::nothing() }
    }

    fn nothing() -> Draft {
        Draft {
            setup: None,
            about: About::default(),
            flaws: Vec::new(),
            files: vec![Source::new("", String::new()); 2],
            places: Places::default(),
            errors: Vec::new(),
        }
    }

    /// Takes over what was found wrong in a file; `own` when it is the one that the scenario stands in.
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

    /// What a ruleset found wrong, at its line and column; nothing when an error that is already noted at that
    /// place explains it.
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

/// The field that a ruleset does not know either: such a flaw belongs to the name and not to its value.
fn unknown_field(message: &str) -> Option<&str> {
    message.strip_prefix("unknown field `")?.split('`').next()
}

/// A ruleset cannot know that one of the fields that every scenario has was meant.
fn with_hint(message: &str, field: &str, at: &Locus) -> String {
    let known: &[&str] = match at {
        Locus::Side(..) => super::force::SIDE,
        Locus::Body(..) => super::force::BODY,
        Locus::Unit(..) => super::force::UNIT,
        _ => &[],
    };
    if message.contains("did you mean") { message.to_owned() } else { format!("{message}{}", meant(field, known)) }
}
