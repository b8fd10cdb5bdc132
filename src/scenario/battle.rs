//! The schema of a scenario: a battle as a file describes it.

use std::collections::BTreeMap;

use super::flaw::FileFlaw;
use super::force::{self, Forces};
use super::land::{self, Land};
use super::names::Names;
use super::places::{MAP, Places, SCENARIO, Spots};
use super::record::Record;
use super::shelf::Shelf;
use super::source::Source;
use super::tree::{Kind, Node};
use crate::battle::setup::{Deploy, Limit, Setup, Then};

/// The last turn of a battle whose file gives none.
pub const USUAL_TURNS: u32 = 20;

/// The longest battle, in turns.
pub const MOST_TURNS: i64 = 200;

const TOP: &[&str] = &[
    "ruleset", "title", "date", "minutes", "blurb", "map", "scale", "table", "terrain", "preset", "switches", "limit",
    "sides", "deploy", "history", "sources",
];

/// What people read of a scenario before they choose it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// As people call the battle.
    pub title: String,
    /// As people write it, e.g. `202 BC`.
    pub date: Option<String>,
    /// About how long it takes at the table.
    pub minutes: Option<u32>,
    /// One or two sentences.
    pub blurb: Option<String>,
}

/// A scenario that was read, with or without flaws.
pub(super) struct Reading {
    /// None when too little could be read for a ruleset to check. Parts that could not be read are left out.
    pub setup: Option<Setup>,
    /// Whether the table is the file's; else a bare one stands in for it.
    pub has_ground: bool,
    pub about: About,
    pub places: Places,
    /// The map's file, when it has one.
    pub map: Option<Source>,
    /// The files of army lists, by the names under which the sides ask for them.
    pub lists: BTreeMap<String, Source>,
    /// What is wrong in the map's file.
    pub map_flaws: Vec<FileFlaw>,
}

/// Reads a scenario from its value in a file. `usual_title` is used when there is no title, which a setup within a case
/// may leave out.
pub(super) fn scenario(node: Node, usual_title: Option<&str>, shelf: &Shelf) -> Option<Reading> {
    let mut record = Record::of(node, "a scenario `(ruleset: …, title: …, sides: …)`", TOP)?;
    let mut names = Names::default();
    let ruleset = record.must("ruleset").and_then(Node::name);
    let title = match (record.may("title"), usual_title) {
        (None, Some(usual)) => Some(usual.to_owned()),
        _ => record.must("title").and_then(Node::line),
    };
    let about = About {
        title: title.unwrap_or_default(),
        date: record.may("date").and_then(Node::line),
        minutes: record.may("minutes").and_then(|n| n.whole(1..=6000)).map(|m| m as u32),
        blurb: record.may("blurb").and_then(Node::line),
    };
    let Chosen { land, map, map_flaws } = land_of(&mut record, &mut names, shelf);
    let switches = record.may("switches").and_then(|n| Record::map(n, "switches `{ \"name\": true }`", &[]));
    let sides = record.must("sides").and_then(|n| Record::map(n, "sides `{ north: (…), south: (…) }`", force::SIDES));
    let known = ruleset.as_deref().unwrap_or_default();
    let Forces { sides, lists, spots } =
        sides.map(|sides| force::forces(sides, &mut names, known, shelf)).unwrap_or_default();
    // The ruleset's flaws are told together with those of the ground, which needs a table for it.
    let has_ground = land.is_some();
    let land = land.unwrap_or_else(Land::stand_in);
    let places = Places {
        top: Spots::of(SCENARIO, &record),
        switches: switches.as_ref().map(|s| Spots::of(SCENARIO, s)).unwrap_or_default(),
        sides: spots,
        terrain: land.pieces.iter().map(|(_, bytes)| bytes.clone()).collect(),
        land_file: if map.is_some() { MAP } else { SCENARIO },
    };
    let flags = switches.iter().flat_map(|s| s.fields()).filter_map(|(name, n)| Some((name.to_owned(), n.flag()?)));
    let switches = flags.collect();
    let preset = record.may("preset").and_then(Node::line);
    let limit = record.may("limit").and_then(limit);
    let is_limited = limit.is_some();
    let limit = limit.unwrap_or(Limit { turns: USUAL_TURNS, then: Then::Compare });
    let deploy = record.may("deploy").and_then(deploy).unwrap_or_default();
    let history = record.may("history").and_then(Node::text).unwrap_or_default();
    let sources = record.may("sources").and_then(Node::items).into_iter().flatten().filter_map(Node::line).collect();
    record.finish();
    let setup = ruleset.map(|ruleset| Setup {
        ruleset,
        title: about.title.clone(),
        table: land.size,
        terrain: land.pieces.into_iter().map(|(piece, _)| piece).collect(),
        preset,
        switches,
        limit,
        is_limited,
        sides,
        deploy,
        history,
        sources,
    });
    Some(Reading { setup, has_ground, about, places, map, lists, map_flaws })
}

/// The table, its terrain, and the file that they come from.
#[derive(Default)]
struct Chosen {
    land: Option<Land>,
    map: Option<Source>,
    map_flaws: Vec<FileFlaw>,
}

fn land_of(record: &mut Record, names: &mut Names, shelf: &Shelf) -> Chosen {
    let (map, table, terrain) = (record.may("map"), record.may("table"), record.may("terrain"));
    let scale = record.may("scale").and_then(|n| Some((n, n.within(0.1..=10.0)? as f32)));
    if map.is_none()
        && let Some((scale, _)) = scale
    {
        scale.key_error("only a `map` can be scaled");
    }
    match (map, table) {
        (Some(map), None) => {
            if let Some(terrain) = terrain {
                terrain.key_error("the map has the terrain: a scenario has either a `map` or a `table`");
            }
            let mut chosen = from_map(map, names, shelf);
            if let Some((_, scale)) = scale {
                chosen.land = chosen.land.map(|land| land.scaled(scale));
            }
            chosen
        }
        (None, Some(table)) => {
            let pieces = terrain.map(|n| land::terrain(n, names)).unwrap_or_default();
            let land = land::size(table).map(|size| Land { size, pieces });
            land.iter().for_each(|land| land.warn_of_pieces_outside(record.node));
            Chosen { land, ..Chosen::default() }
        }
        (Some(_), Some(table)) => {
            table.key_error("the map has a size: a scenario has either a `map` or a `table`");
            Chosen::default()
        }
        (None, None) => {
            if !record.slipped("map") && !record.slipped("table") {
                record.node.error("field `map` or `table` is missing");
            }
            Chosen::default()
        }
    }
}

fn from_map(node: Node, names: &mut Names, shelf: &Shelf) -> Chosen {
    let Some(name) = node.line() else { return Chosen::default() };
    let source = match shelf.map(&name) {
        Ok(source) => source,
        Err(message) => {
            node.error(message);
            return Chosen::default();
        }
    };
    let (land, map_flaws) = land::read(&source, names);
    Chosen { land, map: Some(source), map_flaws }
}

/// `Fixed` or `Free`.
pub(super) fn deploy(node: Node) -> Option<Deploy> {
    let found = node.one_of(&["Fixed", "Free"])?;
    Some(if found == 1 { Deploy::Free } else { Deploy::Fixed })
}

pub(super) fn limit(node: Node) -> Option<Limit> {
    let mut record = Record::of(node, "a limit `(turns: 20, then: Compare)`", &["turns", "then"])?;
    let turns = record.must("turns").and_then(|n| n.whole(1..=MOST_TURNS));
    let then = match record.may("then") {
        None => Some(Then::Compare),
        Some(then) => ending(then),
    };
    record.finish();
    Some(Limit { turns: turns? as u32, then: then? })
}

/// `Compare` or `Wins(north)`.
fn ending(node: Node) -> Option<Then> {
    let mut values = node.children();
    match (node.kind(), node.tag(), values.next(), values.next()) {
        (Kind::Word, ..) if node.written() == "Compare" => Some(Then::Compare),
        (Kind::Group, Some("Wins"), Some(winner), None) => winner.side().map(Then::Wins),
        _ => node.expected("`Compare` or `Wins(north)`"),
    }
}
