//! Where the parts of a setup are in its files, so that a ruleset's flaws get a line and a column.

use std::collections::BTreeMap;
use std::ops::Range;

use super::record::Record;
use crate::battle::setup::Locus;
use crate::ids::Side;

/// The index of the scenario's own file among the files of a setup.
pub(super) const SCENARIO: usize = 0;
/// The index of its map.
pub(super) const MAP: usize = 1;
/// The index of the case that stages it and changes its switches.
pub(super) const CASE: usize = 2;

/// Where the parts of a setup stand.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    pub top: Spots,
    pub switches: Spots,
    /// North, south.
    pub sides: [SideSpots; 2],
    pub terrain: Vec<Range<usize>>,
    /// The file that the terrain stands in.
    pub land_file: usize,
}

/// Where the parts of a side stand.
#[derive(Clone, Debug, Default)]
pub(super) struct SideSpots {
    pub own: Spots,
    pub command: Spots,
    /// Each body with its units.
    pub bodies: Vec<(Spots, Vec<Spots>)>,
}

/// Where an entry and its fields stand.
#[derive(Clone, Debug, Default)]
pub(super) struct Spots {
    bytes: Range<usize>,
    fields: BTreeMap<String, Field>,
}

#[derive(Clone, Debug)]
struct Field {
    file: usize,
    key: usize,
    value: usize,
    end: usize,
}

/// A place that was looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// The index of the file.
    pub file: usize,
    /// The bytes of the whole entry: an error among them explains any other flaw of it.
    pub bytes: Range<usize>,
    /// The byte that a flaw of the name points at.
    pub name: usize,
    /// The byte that any other flaw points at.
    pub value: usize,
}

impl Spots {
    /// Of an entry of that file with its fields.
    pub fn of(file: usize, record: &Record) -> Spots {
        let field = |(key, value): (&str, super::tree::Node)| {
            let place = Field { file, key: value.key_start(), value: value.start(), end: value.span().end };
            (key.to_owned(), place)
        };
        Spots { bytes: record.node.span(), fields: record.fields().map(field).collect() }
    }

    fn whole(&self) -> Spot {
        Spot { file: SCENARIO, bytes: self.bytes.clone(), name: self.bytes.start, value: self.bytes.start }
    }

    /// The place of a field, or of the whole entry when the file does not have it. The place `at` includes the heading,
    /// because an error in either leaves the unit without a place.
    fn field(&self, name: &str) -> Spot {
        match self.fields.get(name) {
            Some(at) if name == "at" => {
                let both = |heading: &Field| at.key.min(heading.key)..at.end.max(heading.end);
                let bytes = self.fields.get("heading").map_or(self.bytes.clone(), both);
                Spot { file: at.file, bytes, name: at.key, value: at.value }
            }
            Some(f) => Spot { file: f.file, bytes: f.key..f.end, name: f.key, value: f.value },
            None => self.whole(),
        }
    }
}

impl Places {
    /// The place of `locus`; if the file does not have it, of the nearest thing that contains it.
    pub fn find(&self, locus: &Locus) -> Spot {
        match locus {
            // A list is a file of its own, and its flaws are told with that file.
            Locus::List(_) => self.top.field("sides"),
            Locus::Top(field) => self.top.field(field),
            Locus::Switch(name) if self.switches.fields.contains_key(name) => self.switches.field(name),
            Locus::Switch(_) => self.top.field("switches"),
            Locus::Side(side, field) => self.side(*side).own.field(field),
            Locus::Command(side, field) if self.side(*side).command.fields.contains_key(field) => {
                self.side(*side).command.field(field)
            }
            Locus::Command(side, _) => self.side(*side).own.field("command"),
            Locus::Body(side, body, field) => match self.side(*side).bodies.get(*body) {
                Some((spots, _)) => spots.field(field),
                None => self.side(*side).own.field("bodies"),
            },
            Locus::Unit(side, body, unit, field) => match self.side(*side).bodies.get(*body) {
                Some((body, units)) => units.get(*unit).map_or_else(|| body.field("units"), |u| u.field(field)),
                None => self.side(*side).own.field("bodies"),
            },
            Locus::Terrain(piece) => match self.terrain.get(*piece) {
                Some(bytes) => {
                    Spot { file: self.land_file, bytes: bytes.clone(), name: bytes.start, value: bytes.start }
                }
                None => self.top.field(if self.land_file == MAP { "map" } else { "terrain" }),
            },
        }
    }

    /// Lets switches of another file override the scenario's.
    pub fn switch(&mut self, over: Spots) {
        for (name, field) in over.fields {
            self.switches.fields.insert(name, field);
        }
    }

    fn side(&self, side: Side) -> &SideSpots {
        &self.sides[side.index()]
    }
}
