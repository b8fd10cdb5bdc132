//! A battle as a file describes it, read but not yet judged: what a ruleset musters into a world.

use std::collections::BTreeMap;

use super::intent::Intent;
use super::written::Written;
use crate::cite::Word;
use crate::ids::Side;
use crate::nearest::{field_instead, instead};
use crate::table::{Pose, Terrain};

/// A battle set up.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The ruleset's name, e.g. `drill`.
    pub ruleset: String,
    /// As people call it.
    pub title: String,
    /// Size of the table, inches: east, north.
    pub table: (f32, f32),
    /// The pieces on the table.
    pub terrain: Vec<Terrain>,
    /// The set of switches it starts from.
    pub preset: Option<String>,
    /// Switches set one by one.
    pub switches: BTreeMap<String, bool>,
    /// When it is over at the latest.
    pub limit: Limit,
    /// Whether the file says when: a ruleset whose dice say it rolls them where it does not.
    pub is_limited: bool,
    /// North, south.
    pub sides: [SideSetup; 2],
    /// Who places the units.
    pub deploy: Deploy,
    /// What happened there, for people.
    pub history: String,
    /// Where that is from.
    pub sources: Vec<String>,
}

impl Setup {
    /// A battle of which nothing is known: an empty table, nobody on it.
    pub fn nothing() -> Setup {
        Setup {
            ruleset: String::new(),
            title: String::new(),
            table: (0.0, 0.0),
            terrain: Vec::new(),
            preset: None,
            switches: BTreeMap::new(),
            limit: Limit { turns: 0, then: Then::Compare },
            is_limited: false,
            sides: Default::default(),
            deploy: Deploy::Fixed,
            history: String::new(),
            sources: Vec::new(),
        }
    }

    /// The bodies of both sides in the order of their numbers, north's first: the side, the body's place in the side's
    /// list, the body.
    pub fn bodies(&self) -> impl Iterator<Item = (Side, usize, &BodySetup)> {
        let of = |side: Side| self.sides[side.index()].bodies.iter().enumerate().map(move |(n, body)| (side, n, body));
        Side::BOTH.into_iter().flat_map(of)
    }
}

/// When the battle ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The last turn.
    pub turns: u32,
    /// Who wins when the turns are over.
    pub then: Then,
}

/// Who wins when the turns are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The ruleset's comparison decides.
    Compare,
    /// This side has won: the other had to attack.
    Wins(Side),
}

/// Whether the units stand where the file puts them, or the sides place them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Deploy {
    /// They stand where the file has them.
    #[default]
    Fixed,
    /// The sides place their units.
    Free,
}

/// Where in the turn sequence a position is staged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The turn; 0 is deployment.
    pub turn: u32,
    /// The step's word, one of the ruleset's.
    pub name: String,
    /// Whose step it is, where the step is one side's.
    pub side: Option<Side>,
}

impl Step {
    /// Its place among the steps of a turn.
    ///
    /// # Errors
    ///
    /// What people read when there is no step of that name.
    pub fn find(&self, steps: &[Word]) -> Result<usize, String> {
        let found = steps.iter().position(|step| step.0 == self.name);
        found.ok_or_else(|| {
            format!("there is no step `{}`{}", self.name, instead(&self.name, steps.iter().map(|step| step.0)))
        })
    }
}

/// One side's force.
#[derive(Clone, Debug, Default)]
pub struct SideSetup {
    /// What people call it, e.g. `Carthage`.
    pub name: String,
    /// The army list that its troops come from.
    pub army: Option<String>,
    /// That list's file, where it is one of people's own.
    pub list: Option<Written>,
    /// The name of one of people's own lists that may have been meant, where the list that is named is none of them.
    pub list_like: Option<String>,
    /// One of the eight army colours of the look.
    pub colour: String,
    /// What a captain of its army wants; none: what follows from the position.
    pub intent: Option<Intent>,
    /// The ruleset's own values: ratings, breakpoint, initiative.
    pub command: Fields,
    /// Other fields of the side that only the ruleset understands, e.g. its general.
    pub fields: Fields,
    /// Units that move together.
    pub bodies: Vec<BodySetup>,
}

/// Units that begin as one body.
#[derive(Clone, Debug, Default)]
pub struct BodySetup {
    /// Its name, unique among units and bodies; none: it is called by its first unit.
    pub name: Option<String>,
    /// Those that belong to it.
    pub units: Vec<UnitSetup>,
    /// The ruleset's own.
    pub fields: Fields,
}

/// One unit.
#[derive(Clone, Debug, Default)]
pub struct UnitSetup {
    /// Unique among units and bodies.
    pub name: String,
    /// A troop of the army list, or a bare troop type of the ruleset.
    pub kind: String,
    /// Where it stands; none: it is placed in play.
    pub pose: Option<Pose>,
    /// The ruleset's own.
    pub fields: Fields,
}

/// Values that only the ruleset understands, by field name. Numbers are finite.
pub type Fields = BTreeMap<String, ron::Value>;

/// Something wrong in a file, at a place that the reader of the file turns into line and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Where it stands in the file.
    pub at: Locus,
    /// Whether the battle can begin all the same.
    pub severity: Severity,
    /// What is wrong, as people read it.
    pub message: String,
}

/// How bad a flaw is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The battle cannot begin.
    Error,
    /// It can begin.
    Warning,
}

/// A place in a setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Locus {
    /// A field of the scenario itself.
    Top(&'static str),
    /// A switch.
    Switch(String),
    /// A field of a side.
    Side(Side, String),
    /// A field of a side's `command`.
    Command(Side, String),
    /// A body, by its place in the side's list; the field may be empty.
    Body(Side, usize, String),
    /// A unit, by the places of its body and of itself; the field may be empty.
    Unit(Side, usize, usize, String),
    /// A terrain piece, by its place in the list.
    Terrain(usize),
    /// A byte of the file of an army list.
    List(usize),
}

impl Flaw {
    /// An error at that place.
    pub fn error(at: Locus, message: impl Into<String>) -> Flaw {
        Flaw { at, severity: Severity::Error, message: message.into() }
    }

    /// The flaw that there is no such thing of that name, with the nearest of the names that there are.
    pub fn unknown<'n>(at: Locus, what: &str, name: &str, names: impl Iterator<Item = &'n str>) -> Flaw {
        Flaw::error(at, unknown(what, name, names))
    }

    /// A warning at that place.
    pub fn warning(at: Locus, message: impl Into<String>) -> Flaw {
        Flaw { at, severity: Severity::Warning, message: message.into() }
    }
}

/// What is told of a name that nothing has, with the nearest of the names that there are, and all of them.
pub fn unknown<'n>(what: &str, name: &str, names: impl Iterator<Item = &'n str>) -> String {
    format!("unknown {what} `{name}`{}", instead(name, names))
}

/// Takes a ruleset's own fields one by one and gathers what is wrong with them.
pub struct FieldReader<'a> {
    fields: &'a Fields,
    at: &'a dyn Fn(String) -> Locus,
    known: Vec<&'static str>,
    flaws: &'a mut Vec<Flaw>,
}

impl<'a> FieldReader<'a> {
    /// A reader of these fields. `at` makes the place of a field from its name; `flaws` gathers what is wrong.
    pub fn new(fields: &'a Fields, at: &'a dyn Fn(String) -> Locus, flaws: &'a mut Vec<Flaw>) -> FieldReader<'a> {
        FieldReader { fields, at, known: Vec::new(), flaws }
    }

    /// The field as it is.
    pub fn raw(&mut self, name: &'static str) -> Option<&'a ron::Value> {
        self.known.push(name);
        self.fields.get(name)
    }

    /// A field of that type; a flaw and none when it has another type.
    pub fn take<T: serde::de::DeserializeOwned>(&mut self, name: &'static str, expected: &str) -> Option<T> {
        let value = self.raw(name)?;
        match value.clone().into_rust::<T>() {
            Ok(value) => Some(value),
            Err(_) => {
                self.flaw(name, format!("expected {expected}"));
                None
            }
        }
    }

    /// A whole number in that range.
    pub fn whole(&mut self, name: &'static str, least: i64, most: i64) -> Option<i64> {
        let expected = format!("a whole number from {least} to {most}");
        let number: i64 = self.take(name, &expected)?;
        if (least..=most).contains(&number) {
            return Some(number);
        }
        self.flaw(name, format!("expected {expected}, not {number}"));
        None
    }

    /// Yes or no.
    pub fn flag(&mut self, name: &'static str) -> Option<bool> {
        self.take(name, "true or false")
    }

    /// A text.
    pub fn text(&mut self, name: &'static str) -> Option<String> {
        self.take(name, "a text in quotes")
    }

    /// A flaw of that field.
    pub fn flaw(&mut self, name: &str, message: impl Into<String>) {
        self.flaws.push(Flaw::error((self.at)(name.to_owned()), message));
    }

    /// A flaw of that field: there is no such thing of the name that it has; with the nearest that there is.
    pub fn unknown<'n>(&mut self, field: &str, what: &str, name: &str, names: impl Iterator<Item = &'n str>) {
        self.flaws.push(Flaw::unknown((self.at)(field.to_owned()), what, name, names));
    }

    /// Reports every field that was not asked for, with the nearest name that was, or all that were.
    pub fn finish(self) {
        for name in self.fields.keys().filter(|n| !self.known.contains(&n.as_str())) {
            let message = format!("unknown field `{name}`{}", field_instead(name, self.known.iter().copied()));
            self.flaws.push(Flaw::error((self.at)(name.clone()), message));
        }
    }
}

/// For optional fields of values that were read with an implicit `Some`: `#[serde(default, deserialize_with)]`.
///
/// # Errors
/// When the value is not of that type.
pub fn implicit_some<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    T::deserialize(from).map(Some)
}
