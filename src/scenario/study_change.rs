//! One arm of a study: what it changes in a battle, each part with its place in the file.

use std::collections::BTreeMap;

use bevy::math::Vec2;

use super::battle;
use super::force;
use super::land;
use super::names::{self, Names};
use super::plan::Plan;
use super::record::Record;
use super::shelf::Shelf;
use super::tree::Node;
use super::value::meant;
use crate::battle::Intent;
use crate::battle::setup::{Deploy, Fields, Limit};
use crate::ids::Side;
use crate::table::{Cdeg, Terrain};

/// The players that come with the program, as files name them.
pub const PLAYERS: [&str; 3] = ["captain", "plain-captain", "random"];

/// The fields of an arm.
pub(super) const ARM: &[&str] = &[
    "name",
    "note",
    "north",
    "south",
    "preset",
    "switches",
    "limit",
    "deploy",
    "terrain",
    "leave_out",
    "units",
    "sides",
];

/// Who answers for a side in an arm.
#[derive(Clone, Debug, PartialEq)]
pub enum Who {
    /// A player that comes with the program, one of [`PLAYERS`].
    Player(String),
    /// A captain under a plan's standing orders, and the name under which the file has the plan.
    Plan(Box<Plan>, String),
}

impl Who {
    /// As the file names it.
    pub fn name(&self) -> &str {
        match self {
            Who::Player(name) | Who::Plan(_, name) => name,
        }
    }
}

/// What an arm changes. What is left out stays as it is in the battle, or in the base for a variant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change {
    /// Who plays north and south.
    pub players: [Option<Who>; 2],
    /// The set of advanced rules to begin from.
    pub preset: Option<String>,
    /// Advanced rules that are on or off.
    pub switches: BTreeMap<String, bool>,
    /// When the battle ends, and who has won then: who must attack.
    pub limit: Option<Limit>,
    /// Whether the sides place their units.
    pub deploy: Option<Deploy>,
    /// Pieces of terrain that are added, or take the place of those of the same name.
    pub terrain: Vec<Terrain>,
    /// Units, bodies and pieces of terrain that are left out.
    pub leave_out: Vec<String>,
    /// Units, or all of a body, that are otherwise.
    pub units: Vec<(String, UnitChange)>,
    /// North and south: values of the ruleset that are otherwise, in `command` and beside it.
    pub sides: [SideChange; 2],
    /// Where its parts stand in the file, by their names.
    pub(super) places: BTreeMap<String, usize>,
}

/// What is otherwise of a unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnitChange {
    /// Its type.
    pub kind: Option<String>,
    /// Where the middle of its front stands, inches.
    pub at: Option<Vec2>,
    /// How it faces.
    pub heading: Option<Cdeg>,
    /// The ruleset's own values.
    pub fields: Fields,
}

/// What is otherwise of a side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideChange {
    /// What a captain of the army wants.
    pub intent: Option<Intent>,
    /// Values of its command.
    pub command: Fields,
    /// The ruleset's other values of the side.
    pub fields: Fields,
}

impl Change {
    /// The byte of that part of the arm, or of the arm itself where the file does not have it.
    pub(super) fn place(&self, part: &str) -> usize {
        self.places.get(part).or_else(|| self.places.get("")).copied().unwrap_or_default()
    }
}

/// Reads the fields of an arm but its name.
pub(super) fn change(record: &Record, shelf: &Shelf) -> Change {
    let mut change = Change::default();
    change.places.insert(String::new(), record.node.start());
    change.places.extend(record.fields().map(|(key, node)| (key.to_owned(), node.start())));
    if let Some(note) = record.may("note") {
        note.text();
    }
    for (side, field) in Side::BOTH.into_iter().zip(["north", "south"]) {
        change.players[side.index()] = record.may(field).and_then(|node| who(node, side, shelf));
    }
    change.preset = record.may("preset").and_then(Node::line);
    if let Some(switches) = record.may("switches").and_then(|n| Record::map(n, "switches `{ \"name\": true }`", &[])) {
        for (name, node) in switches.fields() {
            change.places.insert(format!("switches/{name}"), node.key_start());
            change.switches.extend(node.flag().map(|on| (name.to_owned(), on)));
        }
    }
    change.limit = record.may("limit").and_then(battle::limit);
    change.deploy = record.may("deploy").and_then(battle::deploy);
    change.terrain = record.may("terrain").map(pieces).unwrap_or_default();
    change.leave_out =
        record.may("leave_out").and_then(Node::items).into_iter().flatten().filter_map(name_of).collect();
    if let Some(units) = record.may("units").and_then(|n| Record::map(n, "units `{ \"name\": (…) }`", &[])) {
        for (name, node) in units.fields() {
            change.places.insert(format!("units/{name}"), node.key_start());
            let Some((unit, places)) = unit(node) else { continue };
            change.places.extend(places.into_iter().map(|(field, at)| (format!("units/{name}/{field}"), at)));
            change.units.push((name.to_owned(), unit));
        }
    }
    if let Some(sides) = record.may("sides").and_then(|n| Record::map(n, "sides `{ north: (…) }`", force::SIDES)) {
        for (side, field) in Side::BOTH.into_iter().zip(["north", "south"]) {
            let Some(node) = sides.may(field) else { continue };
            change.places.insert(format!("sides/{field}"), node.start());
            change.sides[side.index()] = of_side(node).unwrap_or_default();
        }
        sides.finish();
    }
    change
}

fn name_of(node: Node) -> Option<String> {
    node.name_or_body()
}

/// A player's name, or a plan's.
fn who(node: Node, side: Side, shelf: &Shelf) -> Option<Who> {
    let name = node.line()?;
    if PLAYERS.contains(&name.as_str()) {
        return Some(Who::Player(name));
    }
    if !name.contains('/') && !name.ends_with(".ron") {
        let all = PLAYERS.join(", ");
        let hint = meant(&name, &PLAYERS);
        node.error(format!("there is no player `{name}`{hint}; there are {all}, and a plan by its path"));
        return None;
    }
    match Plan::find_beside(&name, shelf) {
        Ok(plan) if plan.side != side => {
            node.error(format!("the plan {name} is for {}: it cannot play {}", plan.side.name(), side.name()));
            None
        }
        Ok(plan) => Some(Who::Plan(Box::new(plan), name)),
        Err(why) => {
            node.error(why);
            None
        }
    }
}

fn pieces(node: Node) -> Vec<Terrain> {
    land::terrain(node, &mut Names::default()).into_iter().map(|(piece, _)| piece).collect()
}

/// What is otherwise of a unit, and where each of its fields stands.
fn unit<'t>(node: Node<'t>) -> Option<(UnitChange, Vec<(&'t str, usize)>)> {
    const UNIT: &[&str] = &["type", "at", "heading"];
    let record = Record::of(node, "what is otherwise of a unit, `(type: …, at: (x, y), heading: …)`", UNIT)?;
    let (at, heading) =
        (record.may("at").and_then(|node| node.point()), record.may("heading").and_then(force::heading));
    let places = record.fields().map(|(field, node)| (field, node.start())).collect();
    Some((UnitChange { kind: record.may("type").and_then(Node::line), at, heading, fields: record.own() }, places))
}

fn of_side(node: Node) -> Option<SideChange> {
    let record = Record::of(node, "what is otherwise of a side, `(intent: …, command: (…))`", &["intent", "command"])?;
    let intent = record.may("intent").and_then(names::intent);
    let command = record.may("command").and_then(|n| Record::map(n, "a group `(…)` of the ruleset's values", &[]));
    Some(SideChange { intent, command: command.map(|c| c.own()).unwrap_or_default(), fields: record.own() })
}
