//! Terrain that the sides lay before they deploy: the pieces of the file and those that the sides have laid. Who may
//! lay what, and where, is each ruleset's own.

pub mod edge;
pub mod piece;
pub mod question;
pub mod room;

pub use piece::{Form, PieceShape};
pub use question::TerrainRule;

use bevy::ecs::resource::Resource;
use bevy::ecs::world::World;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::kept;
use super::state::BattleState;
use crate::battle::secret::Open;
use crate::cite::Word;
use crate::ids::Side;
use crate::table::{Convex, Ground, Mil, Shape, Terrain};

/// The terrain as its file has it, and the size of the table.
#[derive(Resource, Clone, Debug, Default)]
pub struct FileTerrain {
    /// Of the table, inches: east, north.
    pub size: (f32, f32),
    /// The pieces.
    pub terrain: Vec<Terrain>,
}

impl Open for FileTerrain {}

/// What has been laid, and what is still to be laid.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Laid {
    /// Whether the sides have changed edges: then the file's terrain is turned by half a turn.
    pub turned: bool,
    /// What has been laid, in order.
    pub pieces: Vec<LaidPiece>,
    /// The kinds that each side has left, north first, where its army brings them.
    pub left: [Vec<Word>; 2],
}

impl Open for Laid {}

/// One piece on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaidPiece {
    /// Who laid it.
    pub side: Side,
    /// What it is and where it lies.
    pub shape: PieceShape,
}

/// What a piece covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outline {
    /// An area with these corners.
    Area(Vec<(Mil, Mil)>),
    /// A strip of that width between these ends.
    Strip {
        /// From the west and south edges of the table.
        ends: [(Mil, Mil); 2],
        /// From bank to bank.
        width: Mil,
    },
}

/// Registers what is laid; each ruleset that lets terrain be laid calls it once.
pub fn install(world: &mut World) {
    world.init_resource::<FileTerrain>();
    register(world);
    question::install(world);
}

crate::kept_state! {
    units {}
    battle {}
    written_out { units {} battle { Laid } }
}

impl BattleState for Laid {
    const NAME: &'static str = "laid";

    fn replaced(world: &mut World) {
        let (Some(file), Some(laid)) = (world.get_resource::<FileTerrain>(), world.get_resource::<Laid>()) else {
            return;
        };
        if let Ok(ground) = Ground::new(file.size.0, file.size.1, &laid.all(file)) {
            world.insert_resource(ground);
            kept::value_changed::<Ground>(world);
        }
    }
}

impl Laid {
    /// Every piece on the table: those of the file, then those that were laid.
    fn all(&self, file: &FileTerrain) -> Vec<Terrain> {
        let (width, depth) = file.size;
        let round = |point: &Vec2| if self.turned { Vec2::new(width - point.x, depth - point.y) } else { *point };
        let of_file = file.terrain.iter().map(|piece| {
            let shape = match &piece.shape {
                Shape::Polygon(corners) => Shape::Polygon(corners.iter().map(round).collect()),
                Shape::Strip { line, width } => Shape::Strip { line: line.iter().map(round).collect(), width: *width },
            };
            Terrain { shape, ..piece.clone() }
        });
        let laid = self.pieces.iter().zip(1..).filter_map(|(LaidPiece { side, shape }, n)| {
            let name = format!("{}-{}-{n}", side.name(), shape.kind);
            Some(Terrain { name, kind: shape.kind, shape: shape.outline(file.size)?.shape() })
        });
        of_file.chain(laid).collect()
    }

    /// One piece of that kind fewer for the side to lay.
    pub fn take(&mut self, side: Side, kind: Word) {
        let left = &mut self.left[side.index()];
        if let Some(at) = left.iter().position(|k| *k == kind) {
            left.remove(at);
        }
    }

    /// All that lies on a table of that size is turned by half a turn.
    pub fn turn(&mut self, size: (f32, f32)) {
        self.turned = !self.turned;
        let (width, depth) = (Mil::measured(size.0), Mil::measured(size.1));
        for piece in &mut self.pieces {
            let (x, y) = piece.shape.at;
            piece.shape.at = (Mil(width.0 - x.0), Mil(depth.0 - y.0));
        }
    }

    /// The side lays a piece of those it has left of that kind.
    pub fn lay(&mut self, kind: Word, piece: LaidPiece) {
        self.take(piece.side, kind);
        self.pieces.push(piece);
    }
}

impl Outline {
    /// The shape, in inches.
    pub fn shape(&self) -> Shape {
        match self {
            Outline::Area(corners) => Shape::Polygon(corners.iter().map(inches).collect()),
            Outline::Strip { ends, width } => {
                Shape::Strip { line: ends.iter().map(inches).collect(), width: width.to_inches() }
            }
        }
    }

    /// Convex polygons that cover it together; none: it encloses nothing.
    pub fn parts(&self) -> Vec<Convex> {
        self.shape().parts().unwrap_or_default()
    }

    /// Its corners, those of a strip left out.
    pub fn corners(&self) -> Vec<Vec2> {
        match self {
            Outline::Area(corners) => corners.iter().map(inches).collect(),
            Outline::Strip { .. } => Vec::new(),
        }
    }
}

fn inches((x, y): &(Mil, Mil)) -> Vec2 {
    Vec2::new(x.to_inches(), y.to_inches())
}
