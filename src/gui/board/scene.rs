//! What stands on the table, as plain values: all that the board needs to draw it.

use bevy::math::Vec2;

use crate::battle::StateMark;
use crate::ids::{BodyId, Side, UnitId};
use crate::picture::palette::ArmyColour;
use crate::picture::ranks::{self, Order};
use crate::table::{Footprint, Ranks, Terrain};

/// A table with its terrain and its pieces.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Inches: east, north.
    pub table: Vec2,
    pub terrain: Vec<Terrain>,
    /// The colours of north and of south.
    pub colours: [ArmyColour; 2],
    /// In roster order; only what is on the table.
    pub pieces: Vec<Piece>,
    /// Names of bodies that have one, with their units.
    pub bodies: Vec<BodyLabel>,
}

/// A unit on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    pub unit: UnitId,
    pub side: Side,
    pub name: String,
    pub body: Option<BodyId>,
    pub stand: Stand,
    /// The bases that stand in each of its rectangles.
    pub ranks: Vec<Ranks>,
    pub glyph: &'static str,
    pub figure: &'static str,
    /// What is left, of how much.
    pub strength: Option<(u16, u16)>,
    /// Whether that is how many of its bases stand: then nothing lies on them, and a tab behind them has glyph and count.
    pub counts_bases: bool,
    pub marks: Vec<StateMark>,
    /// Its own side has hidden it from the other.
    pub hidden: bool,
}

/// How a unit stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Stand {
    /// One rectangle, or one for each loose base.
    Feet(Vec<Footprint>),
    /// A point that blocks nothing.
    Token(Vec2),
}

/// A body's name.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyLabel {
    pub body: BodyId,
    pub side: Side,
    pub name: String,
}

/// How far beyond its edge a base is still touched by the pointer, inches.
pub const SEAM: f32 = 0.05;

impl Scene {
    /// The colours of a side.
    pub fn of(&self, side: Side) -> &ArmyColour {
        &self.colours[side.index()]
    }

    /// The piece of that unit, when it is on the table.
    pub fn piece(&self, unit: UnitId) -> Option<&Piece> {
        self.pieces.iter().find(|p| p.unit == unit)
    }

    /// The unit at a point of the table; tokens, which lie above bases, first.
    pub fn at(&self, point: Vec2, token_radius: f32) -> Option<UnitId> {
        let token =
            self.pieces.iter().find(|p| matches!(p.stand, Stand::Token(at) if at.distance(point) <= token_radius));
        // A little beyond the edge counts, so that no seam between two bases lets the pointer through.
        let under = |p: &&Piece| p.feet().iter().any(|f| f.grown(SEAM).holds(point));
        token.or_else(|| self.pieces.iter().rev().find(under)).map(|p| p.unit)
    }

    /// Whose base's edge is no farther from a point of the table than that.
    pub fn near(&self, point: Vec2, reach: f32) -> Option<UnitId> {
        let near = |p: &&Piece| p.feet().iter().any(|f| f.grown(reach).holds(point));
        self.pieces.iter().rev().find(near).map(|p| p.unit)
    }
}

impl Scene {
    /// The base at a point of the table, as [`Ref::Base`](crate::battle::Ref::Base) counts them.
    pub fn base_at(&self, point: Vec2) -> Option<(UnitId, u8)> {
        self.pieces.iter().rev().find_map(|piece| Some((piece.unit, piece.base_at(point)?)))
    }
}

impl Piece {
    /// Its base at a point of the table; between bases of a block, the nearest.
    pub fn base_at(&self, point: Vec2) -> Option<u8> {
        let mut before = 0;
        for (n, foot) in self.feet().iter().enumerate() {
            let ranks = self.ranks_of(n);
            if foot.grown(SEAM).holds(point) {
                let (middles, _) = ranks::bases(Vec2::new(foot.width(), foot.depth()), ranks);
                let at = foot.local(point);
                let far = |n: &usize| middles[*n].distance_squared(at);
                let nearest = (0..middles.len()).min_by(|a, b| far(a).total_cmp(&far(b)))?;
                return u8::try_from(before + nearest).ok();
            }
            before += usize::from(ranks.bases);
        }
        None
    }

    /// Where it is, when it is a token.
    pub fn token(&self) -> Option<Vec2> {
        if let Stand::Token(at) = self.stand { Some(at) } else { None }
    }

    /// Its rectangles; none for a token.
    pub fn feet(&self) -> &[Footprint] {
        match &self.stand {
            Stand::Feet(feet) => feet,
            Stand::Token(_) => &[],
        }
    }

    /// The bases that stand in one of its rectangles.
    pub fn ranks_of(&self, foot: usize) -> Ranks {
        self.ranks.get(foot).copied().unwrap_or(Ranks::ONE)
    }

    /// Whether it bears that mark.
    pub fn has(&self, mark: &str) -> bool {
        self.marks.iter().any(|m| m.mark == mark)
    }

    /// How well it keeps its ranks, by its marks.
    pub fn order(&self) -> Order {
        if self.has("routing") {
            Order::Routing
        } else if self.has("disordered") {
            Order::Disordered
        } else if self.has("undressed") {
            Order::Undressed
        } else {
            Order::Dressed
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::table::Pose;

    /// A unit of the scene for tests.
    pub fn piece(unit: u16, side: Side, x: f32, y: f32, degrees: f32) -> Piece {
        Piece {
            unit: UnitId(unit),
            side,
            name: format!("u{unit}"),
            body: None,
            stand: Stand::Feet(vec![Footprint::new(Pose::new(x, y, degrees), 4.8, 1.8)]),
            ranks: vec![Ranks::full(2, 1)],
            glyph: "hi",
            figure: "hi",
            strength: Some((2, 3)),
            counts_bases: false,
            marks: Vec::new(),
            hidden: false,
        }
    }

    pub fn scene(pieces: Vec<Piece>) -> Scene {
        Scene {
            table: Vec2::new(72.0, 48.0),
            terrain: Vec::new(),
            colours: ArmyColour::DEFAULT,
            pieces,
            bodies: Vec::new(),
        }
    }

    #[test]
    fn a_base_is_found_in_a_block_in_its_last_rank_and_among_loose_ones() {
        let print = |y: f32, width: f32| Footprint::new(Pose::new(20.0, y, 0.0), width, 1.0);
        let at = |piece: &Piece, x: f32, y: f32| piece.base_at(Vec2::new(x, y));
        let blank = piece(1, Side::North, 0.0, 0.0, 0.0);
        let stand = Stand::Feet(vec![print(20.0, 3.0), print(19.0, 1.0)]);
        let block = Piece { stand, ranks: vec![Ranks::full(3, 1), Ranks::ONE], ..blank.clone() };
        assert_eq!(
            [at(&block, 19.0, 19.5), at(&block, 21.2, 19.5), at(&block, 20.2, 18.5)],
            [Some(0), Some(2), Some(3)]
        );
        // Nobody stands beside the last one.
        assert_eq!(at(&block, 21.2, 18.5), None);
        let loose = Piece { stand: Stand::Feet(vec![print(20.0, 1.0), print(10.0, 1.0)]), ranks: Vec::new(), ..blank };
        assert_eq!(scene(vec![loose]).base_at(Vec2::new(20.0, 9.5)), Some((UnitId(1), 1)));
    }

    #[test]
    fn a_token_is_taken_before_the_base_under_it() {
        let token = Piece { stand: Stand::Token(Vec2::new(36.0, 19.5)), ..piece(1, Side::North, 0.0, 0.0, 0.0) };
        let scene = scene(vec![token, piece(2, Side::North, 36.0, 20.0, 0.0)]);
        assert_eq!(scene.at(Vec2::new(36.3, 19.5), 0.5), Some(UnitId(1)));
        assert_eq!(scene.at(Vec2::new(34.0, 19.5), 0.5), Some(UnitId(2)));
        assert_eq!(scene.at(Vec2::new(34.0, 20.1), 0.5), None);
    }
}
