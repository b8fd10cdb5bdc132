//! The schema of a map: the size of the table and its terrain. Maps stand in files of their own, shared between
//! rulesets, or within a scenario.

use bevy::math::Vec2;

use super::flaw::FileFlaw;
use super::names::Names;
use super::polygon;
use super::record::Record;
use super::source::Source;
use super::tree::{Node, Tree};
use crate::battle::written::short;
use crate::cite::Word;
use crate::nearest::instead;
use crate::table::{Shape, Terrain};

/// The kinds of terrain.
pub const KINDS: [&str; 20] = [
    "gentle-hill",
    "steep-hill",
    "woods",
    "forest",
    "rough",
    "water",
    "road",
    "stream",
    "marsh",
    "built-up",
    "field",
    "hedge",
    "wall",
    "rampart",
    "river",
    "pond",
    "ditch",
    "gully",
    "bridge",
    "stakes",
];

/// The smallest and the largest table, in inches.
pub const SIZES: std::ops::RangeInclusive<f64> = 6.0..=600.0;

/// More pieces than any table has.
pub const MOST_PIECES: usize = 200;

/// More points than any outline needs.
pub const MOST_POINTS: usize = 200;

const PIECE: &[&str] = &["name", "kind", "polygon", "line", "width"];

/// What a map holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Land {
    /// Inches: east, north.
    pub size: (f32, f32),
    /// Each piece with its bytes in the file; without those that could not be read.
    pub pieces: Vec<(Terrain, std::ops::Range<usize>)>,
}

/// Reads a map's file.
pub(super) fn read(source: &Source, names: &mut Names) -> (Option<Land>, Vec<FileFlaw>) {
    match Tree::parse(source) {
        Ok(tree) => {
            let land = map(tree.root(), names);
            (land, tree.flaws.located(source))
        }
        Err(flaws) => (None, flaws.located(source)),
    }
}

fn map(root: Node, names: &mut Names) -> Option<Land> {
    let mut record = Record::of(root, "a map `(size: (72, 48), terrain: […])`", &["size", "terrain"])?;
    let size = record.must("size").and_then(size);
    let pieces = record.must("terrain").map(|n| terrain(n, names)).unwrap_or_default();
    record.finish();
    let land = Land { size: size?, pieces };
    land.warn_of_pieces_outside(root);
    Some(land)
}

/// `(east, north)` in inches.
pub(super) fn size(node: Node) -> Option<(f32, f32)> {
    let [east, north] = node.tuple("a size `(72, 48)` in inches")?;
    let (east, north) = (east.within(SIZES), north.within(SIZES));
    Some((east? as f32, north? as f32))
}

/// The pieces of a list. Each has its own flaws.
pub(super) fn terrain(node: Node, names: &mut Names) -> Vec<(Terrain, std::ops::Range<usize>)> {
    let Some(entries) = node.items() else { return Vec::new() };
    if entries.len() > MOST_PIECES {
        node.error(format!("a table has at most {MOST_PIECES} pieces of terrain, not {}", entries.len()));
        return Vec::new();
    }
    entries.into_iter().filter_map(|entry| Some((piece(entry, names)?, entry.span()))).collect()
}

fn piece(node: Node, names: &mut Names) -> Option<Terrain> {
    let mut record = Record::of(node, "a piece of terrain `(name: …, kind: …, polygon: […])`", PIECE)?;
    let name = record.must("name").and_then(|n| n.name().inspect(|name| names.give(name, "terrain", n)));
    let kind = record.must("kind").and_then(kind);
    let (polygon, line, width) = (record.may("polygon"), record.may("line"), record.may("width"));
    let shape = match (polygon, line) {
        (Some(polygon), None) => {
            if let Some(width) = width {
                width.key_error("only a `line` has a width");
            }
            polygon_of(polygon)
        }
        (None, Some(line)) => strip(node, line, width),
        (Some(_), Some(line)) => {
            line.key_error("a piece has either a `polygon` or a `line`");
            None
        }
        (None, None) => {
            node.error("a piece has a `polygon` or a `line`");
            None
        }
    };
    record.finish();
    Some(Terrain { name: name?, kind: kind?, shape: shape? })
}

fn kind(node: Node) -> Option<Word> {
    let written = node.text()?;
    let found = KINDS.iter().find(|k| **k == written);
    if found.is_none() {
        let written = short(&written);
        node.error(format!("`{written}` is no kind of terrain{}", instead(&written, KINDS.into_iter())));
    }
    found.map(|k| Word(k))
}

fn polygon_of(node: Node) -> Option<Shape> {
    let (points, nodes) = points(node)?;
    if let Some((at, message)) = polygon::trouble(&points) {
        nodes.get(at).copied().unwrap_or(node).error(message);
        return None;
    }
    measurable(Shape::Polygon(points), node)
}

fn strip(piece: Node, line: Node, width: Option<Node>) -> Option<Shape> {
    let width = match width {
        Some(width) => width.within(0.05..=100.0),
        None => {
            piece.error("a `line` has a `width`");
            None
        }
    };
    let (points, nodes) = points(line)?;
    if let Some(n) = polygon::repeated(&points) {
        nodes[n].error("this point repeats the one before");
        return None;
    }
    if points.len() < 2 {
        line.error("a line has at least two points");
        return None;
    }
    measurable(Shape::Strip { line: points, width: width? as f32 }, line)
}

/// Lets the geometry decide whether it can measure the shape.
fn measurable(shape: Shape, node: Node) -> Option<Shape> {
    match shape.check() {
        Ok(()) => Some(shape),
        Err(why) => {
            node.error(why.to_string());
            None
        }
    }
}

fn points<'t>(node: Node<'t>) -> Option<(Vec<Vec2>, Vec<Node<'t>>)> {
    let nodes = node.items()?;
    if nodes.len() > MOST_POINTS {
        node.error(format!("an outline has at most {MOST_POINTS} points, not {}", nodes.len()));
        return None;
    }
    // All points are read before a bad one ends the piece, so that every flaw is found.
    let points: Vec<_> = nodes.iter().map(|n| n.point()).collect();
    Some((points.into_iter().collect::<Option<_>>()?, nodes))
}

impl Land {
    /// A bare table on which everything has room.
    pub fn stand_in() -> Land {
        let size = *SIZES.end() as f32;
        Land { size: (size, size), pieces: Vec::new() }
    }

    /// The same map at another scale.
    pub fn scaled(mut self, scale: f32) -> Land {
        self.size = (self.size.0 * scale, self.size.1 * scale);
        for (piece, _) in &mut self.pieces {
            match &mut piece.shape {
                Shape::Polygon(points) => points.iter_mut().for_each(|p| *p *= scale),
                Shape::Strip { line, width } => {
                    line.iter_mut().for_each(|p| *p *= scale);
                    *width *= scale;
                }
            }
        }
        self
    }

    /// Warns of pieces wholly outside the table, surely a slip. A piece that goes over the edge is cut there.
    pub fn warn_of_pieces_outside(&self, root: Node) {
        for (piece, bytes) in &self.pieces {
            let (points, reach) = match &piece.shape {
                Shape::Polygon(points) => (points, 0.0),
                Shape::Strip { line, width } => (line, width / 2.0),
            };
            let low = points.iter().copied().reduce(Vec2::min).unwrap_or_default() - reach;
            let high = points.iter().copied().reduce(Vec2::max).unwrap_or_default() + reach;
            let size = Vec2::from(self.size);
            if high.cmple(Vec2::ZERO).any() || low.cmpge(size).any() {
                root.tree.flaws.warn(bytes.start, format!("`{}` lies wholly off the table", piece.name));
            }
        }
    }
}
