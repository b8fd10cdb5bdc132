//! A plain description of what a picture shows. It knows no world and no ruleset: whoever has a position fills it.

use bevy::math::Vec2;

use super::palette::ArmyColour;
use super::ranks::Order;
use crate::ids::Side;
use crate::table::{Footprint, Ranks, Terrain};

/// Everything on one picture. Lengths in inches, angles in degrees clockwise from north.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The heading above the table; none when empty.
    pub title: String,
    /// To the right of the heading, e.g. `Turn 5 of 20, first move`.
    pub subtitle: String,
    /// Size of the table: east, north.
    pub table: Vec2,
    /// The pieces of terrain.
    pub terrain: Vec<Terrain>,
    /// North, south.
    pub sides: [SideLook; 2],
    /// All that stand on the table.
    pub units: Vec<Unit>,
    /// Those with more than one unit, and what they are called.
    pub bodies: Vec<Body>,
    /// What stands on the table and blocks nothing.
    pub tokens: Vec<Token>,
    /// Lines and areas over the table.
    pub overlays: Vec<Overlay>,
    /// Words on the table.
    pub tags: Vec<Tag>,
    /// Lines of text below the table.
    pub captions: Vec<String>,
}

/// A side's name and colours.
#[derive(Clone, Debug)]
pub struct SideLook {
    /// As people call it.
    pub name: String,
    /// What its units wear.
    pub colour: ArmyColour,
}

/// A unit on the table.
#[derive(Clone, Debug)]
pub struct Unit {
    /// As people call it.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// One footprint for a block, one a base for a loose unit.
    pub bases: Vec<Footprint>,
    /// The bases that stand in each of those footprints.
    pub ranks: Vec<Ranks>,
    /// A troop glyph by name, as in [`super::glyphs::glyph`].
    pub glyph: String,
    /// A figure by name, as in [`super::glyphs::figure`].
    pub figure: String,
    /// What the glyph means, for the key, e.g. `heavy infantry`.
    pub kind: String,
    /// What is left of what wears off.
    pub strength: Option<(u16, u16)>,
    /// State marks by name, as in [`super::glyphs::mark`]; others get a ring with their first letter.
    pub marks: Vec<String>,
    /// How straight its ranks stand.
    pub order: Order,
}

/// Units that go by one name.
#[derive(Clone, Debug)]
pub struct Body {
    /// As people call it.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Places in [`Scene::units`].
    pub units: Vec<usize>,
}

/// A disc on the table that blocks nothing, such as a general.
#[derive(Clone, Debug)]
pub struct Token {
    /// As people call it.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its middle.
    pub at: Vec2,
    /// A troop glyph by name.
    pub glyph: String,
    /// Whether it rides with a unit that carries the mark `general`: then its figure stands there instead of a disc.
    pub attached: bool,
}

/// Something drawn over the table.
#[derive(Clone, Debug)]
pub struct Overlay {
    /// Where it runs.
    pub shape: OverlayShape,
    /// What it means.
    pub tone: Tone,
}

/// Where an overlay runs.
#[derive(Clone, Debug)]
pub enum OverlayShape {
    /// Through these points.
    Line(Vec<Vec2>),
    /// A polygon with these corners.
    Area(Vec<Vec2>),
    /// Part of a circle.
    Arc {
        /// Its middle.
        at: Vec2,
        /// In inches.
        radius: f32,
        /// The heading at which it begins, degrees.
        from: f32,
        /// The heading at which it ends, clockwise.
        to: f32,
    },
    /// A line with a head at its end.
    Arrow(Vec<Vec2>),
    /// A measured distance, with a tick every inch.
    Tape(Vec2, Vec2),
    /// Where a base would stand.
    Ghost(Footprint),
    /// Brackets at the corners of a base: what is spoken of.
    Bracket(Footprint),
    /// Where two fronts fight.
    Melee(Vec2),
}

/// What an overlay means: it decides colour, line and hatch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// A bare fact: a ruler's line, a bracket.
    #[default]
    Plain,
    /// What may be done.
    Legal,
    /// Where a move was cut short.
    Cut,
    /// What the judge has refused.
    Refused,
    /// What an enemy could do.
    Threat,
    /// A side's own doing: a path taken.
    Of(Side),
}

/// A paper tag with words, tied to a point.
#[derive(Clone, Debug)]
pub struct Tag {
    /// The point on the table.
    pub at: Vec2,
    /// The first is bold when there are several.
    pub lines: Vec<String>,
    /// What it means.
    pub tone: Tone,
}

impl Scene {
    /// The colours of a side.
    pub fn colour(&self, side: Side) -> ArmyColour {
        self.sides[side.index()].colour
    }
}

impl Default for SideLook {
    fn default() -> SideLook {
        SideLook { name: String::new(), colour: ArmyColour::DEFAULT[0] }
    }
}

impl Unit {
    /// The bases that stand in one of its footprints.
    pub fn ranks_of(&self, footprint: usize) -> Ranks {
        self.ranks.get(footprint).copied().unwrap_or(Ranks::ONE)
    }

    /// The share of it that still stands.
    pub fn left(&self) -> f32 {
        match self.strength {
            Some((left, of)) if of > 0 => f32::from(left.min(of)) / f32::from(of),
            _ => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_without_a_count_is_whole() {
        let mut unit = Unit {
            name: "u1".to_owned(),
            side: Side::North,
            bases: Vec::new(),
            ranks: Vec::new(),
            glyph: String::new(),
            figure: String::new(),
            kind: String::new(),
            strength: None,
            marks: Vec::new(),
            order: Order::Dressed,
        };
        assert_eq!(unit.left(), 1.0);
        for (strength, left) in [((3, 4), 0.75), ((0, 4), 0.0), ((5, 4), 1.0), ((0, 0), 1.0)] {
            unit.strength = Some(strength);
            assert_eq!(unit.left(), left);
        }
    }
}
