//! A case: a staged position, scripted dice, actions and expectations. It is a test, a demonstration and a picture at
//! once. The file's form is described in [`super::case_file`].

use std::path::Path;

use super::case_check;
use super::case_file;
use super::draft::Draft;
use super::flaw::FileFlaw;
use super::open::{self, Opened};
use super::paths::shown;
use super::places::CASE;
use super::read;
use super::shelf::Shelf;
use super::source::Source;
use crate::battle::Ruleset;
use crate::battle::setup::{Severity, Step};
use crate::dice::Scripted;
use crate::ids::Side;
use crate::table::Pose;

/// How far a number may be from the expected one where the case names no tolerance.
pub const USUAL_TOLERANCE: f64 = 0.001;

/// A case as its file has it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The ruleset, e.g. `armati`.
    pub ruleset: String,
    /// The rule that it shows, e.g. `A14.23a`.
    pub rule: String,
    /// What it shows, in a sentence.
    pub title: String,
    /// The battle that it is staged from, with the case's own switches, and all errors in the case's files.
    pub draft: Draft,
    /// The step at which it begins; none: at the beginning of the battle.
    pub step: Option<Step>,
    /// What the ruleset warns of in the battle, exactly that; none: whatever it is.
    pub warns: Option<Vec<String>>,
    /// What is tried. Each block begins again from the staged position.
    pub blocks: Vec<Block>,
    /// The case's own text.
    pub source: Source,
    /// Where the rule and the step are in the file, as bytes.
    pub(super) rule_at: usize,
    pub(super) step_at: usize,
}

/// Scripted dice, actions, and expectations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// What this block shows; none where the case's title says it.
    pub title: Option<String>,
    /// All of them must be used, and no more.
    pub dice: Vec<Scripted>,
    /// Where each of them stands in the file: line and column.
    pub dice_at: Vec<(u32, u32)>,
    /// What is done in it, in order.
    pub todo: Vec<At<Do>>,
    /// What must be so afterwards.
    pub then: Vec<At<Expect>>,
}

/// A part of a case with its place in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct At<T> {
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
    /// What stands there.
    pub what: T,
}

/// One entry of `do`. Actions are in notation.
#[derive(Clone, Debug, PartialEq)]
pub enum Do {
    /// It is accepted and enacted.
    Act(String),
    /// It is refused, and the battle does not change.
    Refuse {
        /// In notation.
        action: String,
        /// What the refusal must say.
        why: Why,
    },
    /// The offer lists it as barred.
    Bar {
        /// In notation: its verb and actors are looked up.
        action: String,
        /// What the offer must say against it.
        why: Why,
    },
    /// No choice with that verb is offered to these actors. For a complete action: the judge refuses it, by whatever
    /// rule.
    NotOffered(String),
    /// The judge gives these odds for it; it is not carried out.
    Odds {
        /// In notation.
        action: String,
        /// How likely each of these outcomes is, by its word.
        chances: Vec<(String, Chance)>,
    },
}

/// Why something is refused or barred. What the case leaves out is not compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Why {
    /// The rules' ids without their ruleset, of which any one will do; none: by whatever rule.
    pub rules: Vec<String>,
    /// Inches, degrees or a count, as the rule measures.
    pub measured: Option<f64>,
    /// The limit that was passed, in the same unit.
    pub limit: Option<f64>,
    /// Negative when refused.
    pub margin: Option<f64>,
    /// The tolerance for each of the numbers.
    pub within: f64,
}

/// How likely an outcome is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chance {
    /// Cases and all cases, as `10/36`.
    Exactly(u64, u64),
    /// From 0 to 1, give or take [`USUAL_TOLERANCE`].
    About(f64),
}

/// Something that must be so afterwards.
#[derive(Clone, Debug, PartialEq)]
pub enum Expect {
    /// Such a fact was recorded.
    Fact(FactLike),
    /// No such fact was recorded.
    NoFact(FactLike),
    /// The unit, or one of its bases, stands there.
    Pose(Stands),
    /// The unit's card shows that value.
    State {
        /// The unit's name.
        of: String,
        /// The name of the value, as the card has it.
        what: String,
        /// What it must be.
        value: Want,
        /// The tolerance of a number.
        within: f64,
    },
    /// The battle is over; no winner: a draw.
    Over {
        /// Who has won.
        winner: Option<Side>,
        /// The word of the reason; none: whatever it is.
        why: Option<String>,
    },
    /// The battle has not ended, and this question is open; to that side, if one is named.
    Asked {
        /// The question's word.
        key: String,
        /// Who must be asked.
        to: Option<Side>,
    },
    /// Everything in at least one of these lists is so.
    Either(Vec<Vec<Expect>>),
}

/// Where something stands, and how large it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Stands {
    /// A unit's name, or that of one of its bases: `spears--2`.
    pub of: String,
    /// Where it must stand.
    pub pose: Pose,
    /// The tolerance of its position in inches.
    pub within: f64,
    /// The tolerance of its heading in degrees.
    pub degrees: f64,
    /// Width and depth in inches: of the unit as it stands, or of the one base.
    pub size: Option<(f64, f64)>,
}

/// A value that a card shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Want {
    /// It must be this, give or take the tolerance.
    Number(f64),
    /// It must read like this.
    Text(String),
    /// It must be `yes` or `no`.
    Flag(bool),
}

/// What a fact must be like. What the case leaves out is not compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FactLike {
    /// One of [`case_file::TELLS`].
    pub tell: Option<String>,
    /// The rule's id without its ruleset.
    pub cite: Option<String>,
    /// The name of the unit or side that it is about: the one that moved, shoots, fights first or is counted.
    pub of: Option<String>,
    /// The name of the other one: the one that is shot at or fought.
    pub whom: Option<String>,
    /// The word of what is counted, marked, said, begun or asked.
    pub what: Option<String>,
    /// What a number was that is counted.
    pub from: Option<i32>,
    /// What it is afterwards.
    pub to: Option<i32>,
    /// Whether a mark came or went.
    pub on: Option<bool>,
    /// How a unit left the table.
    pub how: Option<String>,
    /// All faces of its dice, in order.
    pub dice: Option<Vec<u8>>,
    /// The totals of its sums, in order.
    pub totals: Option<Vec<i32>>,
    /// Who has won; `Some(None)` is a draw.
    pub winner: Option<Option<Side>>,
}

impl Case {
    /// Reads a case from its text; `shelf` finds the scenario and the map that it names.
    pub fn read(source: Source, shelf: &Shelf) -> Case {
        case_file::read(source, shelf)
    }

    /// Reads the case of that path: a file, or a built-in one below `scenarios`.
    ///
    /// # Errors
    /// Every flaw of its files that can be found without its ruleset.
    pub fn load(name: &str) -> Result<Case, Vec<FileFlaw>> {
        let path = Path::new(name);
        let built_in = name.strip_prefix("scenarios/").unwrap_or(name);
        let case = match super::embedded::file(built_in) {
            Some(text) if !path.exists() => {
                Case::read(Source::new(format!("scenarios/{built_in}"), text.to_owned()), &Shelf::embedded())
            }
            _ => Case::read(read::read(path, &shown(path)).map_err(|flaw| vec![flaw])?, &Shelf::beside(path)),
        };
        if case.draft.has_errors() { Err(case.draft.flaws) } else { Ok(case) }
    }

    /// Stages its position in a new world: mustered, at its step, and not begun.
    ///
    /// # Errors
    ///
    /// Every error in its files, including those that the ruleset finds.
    pub fn open(&self, rulesets: &[Ruleset]) -> Result<Opened, Vec<FileFlaw>> {
        let mut opened = open::muster(rulesets, self.draft.clone())?;
        if let Some(step) = &self.step
            && let Err(why) = (opened.ruleset.stage)(&mut opened.world, step)
        {
            return Err(vec![self.source.flaw(self.step_at, Severity::Error, &why)]);
        }
        Ok(opened)
    }

    /// Errors that show only against the battle that it stages: unknown rules and names, actions that are not valid
    /// notation.
    pub fn check(&self, opened: &Opened) -> Vec<FileFlaw> {
        case_check::flaws(self, opened)
    }

    pub(super) fn rule_place(&self) -> (u32, u32) {
        self.source.place(self.rule_at)
    }

    /// Puts the case's own file among those of its battle.
    pub(super) fn with_source(mut self) -> Case {
        self.draft.files.truncate(CASE);
        self.draft.files.push(self.source.clone());
        self
    }
}
