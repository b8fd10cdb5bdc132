//! Who is who: the small numbers by which a battle knows its sides, units, bodies and terrain. Files and
//! notation show names; `battle::Roster` and `battle::Bodies` translate.

use serde::{Deserialize, Serialize};

/// One of the two sides. North's table edge is y = depth, south's is y = 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Its edge is where y is greatest.
    North,
    /// Its edge is where y is 0.
    South,
}

impl Side {
    /// Both, in the order in which things that happen at once are settled.
    pub const BOTH: [Side; 2] = [Side::North, Side::South];

    /// The other side.
    pub fn other(self) -> Side {
        match self {
            Side::North => Side::South,
            Side::South => Side::North,
        }
    }

    /// 0 for north, 1 for south: an index into arrays of two.
    pub fn index(self) -> usize {
        self as usize
    }

    /// `north` or `south`.
    pub fn name(self) -> &'static str {
        match self {
            Side::North => "north",
            Side::South => "south",
        }
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A unit: its place in the roster, which never changes during a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitId(pub u16);

/// A body of units that move together: its place in the list of bodies. Bodies that split off are appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BodyId(pub u16);

/// A terrain piece: its place in the list of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TerrainId(pub u16);

impl UnitId {
    /// As an index into arrays in roster order.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl BodyId {
    /// As an index into the list of bodies.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl TerrainId {
    /// As an index into the terrain of the table.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}
