//! Who is to sit on a side of the table, by the name that journals keep.

use crate::battle::setup::Setup;
use crate::cite::{Word, intern};
use crate::gui::language::translate;
use crate::ids::Side;
use crate::players::Kind;
use crate::scenario::plan_shelf;

/// Who is to sit on a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sitter {
    Person,
    Captain,
    /// A captain who plays the battle on to choose what his army wants.
    General,
    /// A captain under the standing orders of a plan, by its name.
    Plan(Word),
}

impl Sitter {
    /// As journals name it; a person has no name.
    pub fn name(self) -> &'static str {
        match self {
            Sitter::Person => "",
            Sitter::Captain => Kind::Captain.name(),
            Sitter::General => Kind::General.name(),
            Sitter::Plan(name) => name.0,
        }
    }

    /// By its name; whoever is not known here is a person.
    pub fn named(name: &str) -> Sitter {
        match name {
            _ if name == Kind::Captain.name() => Sitter::Captain,
            _ if name == Kind::General.name() => Sitter::General,
            _ if name.contains('/') => Sitter::Plan(Word(intern(name))),
            _ => Sitter::Person,
        }
    }

    /// Who may sit on that side of a battle.
    pub fn all(setup: &Setup, side: Side) -> Vec<Sitter> {
        let plans = plan_shelf::for_side(setup, side).into_iter().map(|(name, _)| Sitter::Plan(Word(name)));
        [Sitter::Person, Sitter::Captain, Sitter::General].into_iter().chain(plans).collect()
    }

    /// The one after this one, round and round.
    #[must_use]
    pub fn next(self, setup: &Setup, side: Side) -> Sitter {
        let all = Sitter::all(setup, side);
        let at = all.iter().position(|sitter| *sitter == self).map_or(0, |at| at + 1);
        all.get(at).copied().unwrap_or(Sitter::Person)
    }

    /// In a word.
    pub fn word(self) -> &'static str {
        translate(match self {
            Sitter::Person => "person",
            Sitter::Captain => "captain",
            Sitter::General => "general",
            Sitter::Plan(_) => "plan",
        })
    }

    /// What a plan is called.
    pub fn plan(self, setup: &Setup, side: Side) -> Option<&'static str> {
        plan_shelf::for_side(setup, side).into_iter().find_map(|(name, title)| (name == self.name()).then_some(title))
    }
}
