//! The schema of the two sides: their bodies and units.

use std::collections::BTreeMap;

use super::names::{self, Names, usual_beside};
use super::places::{SCENARIO, SideSpots, Spots};
use super::record::Record;
use super::shelf::{self, Shelf};
use super::source::Source;
use super::tree::Node;
use crate::battle::Written;
use crate::battle::setup::{BodySetup, Severity, SideSetup, UnitSetup};
use crate::ids::Side;
use crate::table::{Cdeg, Pose};

/// The names of the sides, as fields.
pub(super) const SIDES: &[&str] = &["north", "south"];

/// The most bodies and the most units that a side has.
pub const MOST_UNITS: usize = 2000;

/// The fields of a side, a body and a unit that are not a ruleset's own.
pub(super) const SIDE: &[&str] = &["name", "army", "colour", "intent", "command", "bodies"];
pub(super) const BODY: &[&str] = &["name", "units"];
pub(super) const UNIT: &[&str] = &["name", "type", "at", "heading"];

/// Both forces, and where their parts are in the file. Parts that could not be read are replaced by harmless values, so
/// that the indices of the others stay right.
#[derive(Default)]
pub(super) struct Forces {
    pub sides: [SideSetup; 2],
    /// The files of army lists of people's own, by the names under which the sides ask for them.
    pub lists: BTreeMap<String, Source>,
    pub spots: [SideSpots; 2],
}

/// Reads `{ north: (…), south: (…) }`.
pub(super) fn forces(mut record: Record, names: &mut Names, ruleset: &str, shelf: &Shelf) -> Forces {
    let mut forces = Forces::default();
    let mut colours = [None, None];
    let mut lists = Lists { ruleset, shelf, found: BTreeMap::new() };
    for side in Side::BOTH {
        let Some(node) = record.must(side.name()) else { continue };
        let Some((setup, spots, colour)) = one(node, side, names, &mut lists) else { continue };
        forces.sides[side.index()] = setup;
        forces.spots[side.index()] = spots;
        colours[side.index()] = colour;
    }
    record.finish();
    forces.lists = lists.found;
    paint(&mut forces, colours);
    forces
}

fn one<'t>(
    node: Node<'t>,
    side: Side,
    names: &mut Names,
    lists: &mut Lists,
) -> Option<(SideSetup, SideSpots, Option<Node<'t>>)> {
    let mut record = Record::of(node, "a side `(name: …, bodies: […])`", SIDE)?;
    let usual_name = match side {
        Side::North => "North",
        Side::South => "South",
    };
    let name = record.may("name").and_then(Node::line).unwrap_or_else(|| usual_name.to_owned());
    let army = record.may("army").and_then(|n| Some((n, army(n)?)));
    let list = army.as_ref().and_then(|(node, name)| lists.find(*node, name));
    let like = |name: &str| if list.is_none() { lists.shelf.army_like(lists.ruleset, name) } else { None };
    let list_like = army.as_ref().and_then(|(_, name)| like(name));
    let colour = record.may("colour").and_then(|n| Some((n, names::colour(n)?)));
    let intent = record.may("intent").and_then(names::intent);
    let command = record.may("command").and_then(|n| Record::map(n, "a group `(…)` of the ruleset's values", &[]));
    let bodies = record.must("bodies").and_then(Node::items).unwrap_or_default();
    let units: usize = bodies.iter().map(|b| b.children().map(|f| f.children().count()).sum::<usize>()).sum();
    let (bodies, spots): (Vec<_>, Vec<_>) = if bodies.len() > MOST_UNITS || units > MOST_UNITS * UNIT.len() {
        node.error(format!("a side has at most {MOST_UNITS} units"));
        (Vec::new(), Vec::new())
    } else {
        bodies.into_iter().map(|b| body(b, names)).unzip()
    };
    let spots = SideSpots {
        own: Spots::of(SCENARIO, &record),
        command: command.as_ref().map(|c| Spots::of(SCENARIO, c)).unwrap_or_default(),
        bodies: spots,
    };
    let (colour_node, colour) = colour.unzip();
    let setup = SideSetup {
        name,
        army: army.map(|(_, name)| name),
        list,
        list_like,
        colour: colour.unwrap_or_default(),
        intent,
        command: command.map(|c| c.own()).unwrap_or_default(),
        fields: record.own(),
        bodies,
    };
    Some((setup, spots, colour_node))
}

/// The name of an army list, or the path of its file.
fn army(node: Node) -> Option<String> {
    let text = node.line()?;
    if shelf::is_path(&text) { Some(text) } else { node.name() }
}

/// Finds the files of army lists.
struct Lists<'s> {
    ruleset: &'s str,
    shelf: &'s Shelf,
    /// Those that were found, by the names under which they are asked for.
    found: BTreeMap<String, Source>,
}

impl Lists<'_> {
    /// What stands in the file of the list of that name; none where there is no such file.
    fn find(&mut self, node: Node, name: &str) -> Option<Written> {
        match self.shelf.army(self.ruleset, name) {
            Ok(source) => {
                let source = source?;
                let written = super::army::written(&source);
                self.found.insert(name.to_owned(), source);
                Some(written)
            }
            Err(message) => {
                node.error(message);
                // A list without anything: what follows from that is not told.
                Some(Written::default())
            }
        }
    }
}

fn body(node: Node, names: &mut Names) -> (BodySetup, (Spots, Vec<Spots>)) {
    let Some(mut record) = Record::of(node, "a body `(name: …, units: […])`", BODY) else {
        return Default::default();
    };
    let name = record.may("name").and_then(|n| n.name().inspect(|name| names.give(name, "a body", n)));
    let units = record.must("units").and_then(Node::items);
    if units.as_ref().is_some_and(Vec::is_empty) {
        node.error("a body has at least one unit");
    }
    let (units, spots) = units.unwrap_or_default().into_iter().map(|u| unit(u, names)).unzip();
    (BodySetup { name, units, fields: record.own() }, (Spots::of(SCENARIO, &record), spots))
}

fn unit(node: Node, names: &mut Names) -> (UnitSetup, Spots) {
    let Some(mut record) = Record::of(node, "a unit `(name: …, type: …, at: (x, y), heading: …)`", UNIT) else {
        return Default::default();
    };
    let name = record.must("name").and_then(|n| n.name().inspect(|name| names.give(name, "a unit", n)));
    let kind = record.must("type").and_then(Node::line);
    let pose = match (record.may("at"), record.may("heading")) {
        (None, None) => None,
        (None, Some(heading)) => {
            heading.key_error("a unit without a place `at` has no heading");
            None
        }
        (Some(at), None) => {
            at.point();
            record.must("heading");
            None
        }
        (Some(at), Some(heading)) => {
            let (at, heading) = (at.point(), self::heading(heading));
            at.zip(heading).map(|(at, heading)| Pose { at, heading })
        }
    };
    let setup =
        UnitSetup { name: name.unwrap_or_default(), kind: kind.unwrap_or_default(), pose, fields: record.own() };
    (setup, Spots::of(SCENARIO, &record))
}

/// A heading in degrees, clockwise from north, in whole hundredths.
pub(super) fn heading(node: Node) -> Option<Cdeg> {
    let degrees = node.within(-360.0..=360.0)?;
    let hundredths = degrees * 100.0;
    let nearest = hundredths.round();
    if (hundredths - nearest).abs() > 1e-6 {
        node.error(format!("a heading has at most two decimals, not {}", node.written()));
        return None;
    }
    Some(Cdeg(nearest as i32).heading())
}

/// Gives each side a colour and notes colours that do not go together.
fn paint(forces: &mut Forces, written: [Option<Node>; 2]) {
    let [north, south] = &mut forces.sides;
    match (north.colour.is_empty(), south.colour.is_empty()) {
        (true, true) => [north.colour, south.colour] = names::USUAL.map(str::to_owned),
        (true, false) => north.colour = usual_beside(&south.colour).to_owned(),
        (false, true) => south.colour = usual_beside(&north.colour).to_owned(),
        (false, false) => {}
    }
    let clash = names::clash(&north.colour, &south.colour);
    if let (Some((severity, message)), Some(node)) = (clash, written[1].or(written[0])) {
        match severity {
            Severity::Error => node.error(message),
            Severity::Warning => node.warn(message),
        }
    }
}
