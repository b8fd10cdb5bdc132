//! Terrain pieces as shapes: any simple polygon, or a strip along a line for roads and streams. What a kind of terrain
//! does is up to the ruleset; how it looks, to the pictures.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use crate::cite::Word;

/// One piece of terrain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terrain {
    /// Its name, unique on the table.
    pub name: String,
    /// What it is: `gentle-hill`, `steep-hill`, `woods`, `forest`, `rough`, `water`, `road`,
    /// `stream`, `marsh`, `built-up`, `field`, `hedge`, `wall`, `rampart`.
    pub kind: Word,
    /// Where it lies.
    pub shape: Shape,
}

/// The outline of a piece, in inches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Shape {
    /// A simple polygon, in either direction of turning.
    Polygon(Vec<Vec2>),
    /// A band of that width along a line.
    Strip {
        /// Its middle, through these points.
        line: Vec<Vec2>,
        /// From side to side.
        width: f32,
    },
}
