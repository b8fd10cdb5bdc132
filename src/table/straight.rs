//! One straight move for every ruleset: what a footprint runs into on its way, measured once. How far the move gets is
//! then read off by the ruleset's own policy: who is passed, who stops it, and how far short of him.

use bevy::math::Vec2;
use smallvec::SmallVec;

use super::footprint::Footprint;
use super::ground::{Ground, Piece};
use super::layout::{Foot, Layout};
use super::measure::TOUCHING;
use super::measures::Mil;
use super::slide;
use super::span::Meets;
use crate::ids::Side;

/// The way of a footprint that goes straight along a unit direction without turning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// Where it begins.
    pub from: Footprint,
    /// The unit vector along it.
    pub along: Vec2,
    /// What reaches no farther into it than that many inches is only grazed and stops nobody. For what it touches where
    /// it begins the table's own [`TOUCH`](super::measure::TOUCH) is the limit.
    pub graze: f32,
}

/// A footprint that lies in a way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obstacle<'l> {
    /// Whose it is, and where.
    pub foot: &'l Foot,
    /// The distance after which it is touched, inches; 0 where it is touched at the start and lies in the way.
    pub at: f32,
    /// How much of the way's width it takes up, inches.
    pub width: f32,
}

/// Obstacles in roster order.
pub type Obstacles<'l> = SmallVec<[Obstacle<'l>; 4]>;

impl Obstacle<'_> {
    /// The whole-number distance of a move that ends so far short of it, or with no gap just touches it.
    pub fn before(&self, gap: Mil) -> Mil {
        slide::seat(self.at, gap)
    }
}

impl Way {
    /// A way with the table's own limit of a graze.
    pub fn new(from: Footprint, along: Vec2) -> Way {
        Way { from, along, graze: TOUCHING }
    }

    /// The footprint after so much of it.
    pub fn at(&self, distance: Mil) -> Footprint {
        self.from.shifted(self.along * distance.to_inches())
    }

    /// Every footprint of one side, or of both, that `counts` picks and that it runs into within `reach` inches.
    pub fn obstacles<'l>(
        &self,
        layout: &'l Layout,
        side: Option<Side>,
        reach: f32,
        counts: impl Fn(&Foot) -> bool,
    ) -> Obstacles<'l> {
        let near = layout.in_way(side, &self.from, self.along, reach, self.graze).filter(|foot| counts(foot));
        let met = near.filter_map(|foot| {
            let Meets { enter: at, width } = self.meets_within(&foot.print, reach)?;
            Some(Obstacle { foot, at, width })
        });
        met.collect()
    }

    /// Where it runs into one footprint, on the table or not; none when it passes by, only grazes it or leaves it behind.
    pub fn meets(&self, other: &Footprint) -> Option<Meets> {
        self.meets_within(other, f32::INFINITY)
    }

    fn meets_within(&self, other: &Footprint, reach: f32) -> Option<Meets> {
        slide::meets_within(&self.from, self.along, other, reach, self.graze)
    }

    /// After how many inches a footprint that it runs into is clear of the mover again.
    pub fn clear_of(&self, other: &Footprint) -> f32 {
        slide::clear_of(&self.from, self.along, other)
    }

    /// After how many inches the gap to a footprint, in the way or beside it, first shrinks to so much: 0 if it is that
    /// small now; none if it never gets so small.
    pub fn approaches(&self, other: &Footprint, gap: f32) -> Option<f32> {
        slide::approaches(&self.from, self.along, other, gap)
    }

    /// The pieces of terrain that `counts` picks and that may lie in it within `reach` inches.
    pub fn pieces<'g>(
        &self,
        ground: &'g Ground,
        reach: f32,
        counts: impl Fn(&Piece) -> bool,
    ) -> impl Iterator<Item = &'g Piece> {
        ground.near(self.from.round_way(self.along, reach, 0.0)).filter(move |piece| counts(piece))
    }

    /// After how many inches the mover comes onto a piece within `reach` inches; 0 if it stands on it.
    pub fn enters(&self, piece: &Piece, reach: f32) -> Option<f32> {
        piece.passages(&self.from, self.along, reach).first().map(|(enter, _)| *enter)
    }

    /// After how many inches it leaves the table; infinite if it never does.
    pub fn to_table_edge(&self, ground: &Ground) -> f32 {
        slide::to_table_edge(ground, &self.from, self.along)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cite::Word;
    use crate::ids::UnitId;
    use crate::table::{BaseSize, Placement, Pose, Shape, Terrain};

    /// From x 30 to 32, front at y 10, going north.
    fn way() -> Way {
        Way::new(Footprint::new(Pose::new(31.0, 10.0, 0.0), 2.0, 1.0), Vec2::Y)
    }

    fn layout(others: &[(Side, f32, f32)]) -> Layout {
        let mut layout = Layout::new(others.iter().map(|(side, ..)| (*side, BaseSize::new(2.0, 1.0))));
        for ((_, x, y), unit) in others.iter().zip(0..) {
            layout.place(UnitId(unit), &Placement::block(Pose::new(*x, *y, 0.0), 1, 1));
        }
        layout
    }

    #[test]
    fn what_lies_in_the_way_is_told_in_roster_order_and_nothing_else() {
        use Side::{North, South};
        // The second, 3 ahead, before the first, 5 ahead; one beside the way, one behind, one too far.
        let table =
            [(North, 31.0, 16.0), (South, 32.0, 14.0), (North, 33.0, 12.0), (South, 31.0, 9.0), (South, 31.0, 30.0)];
        let layout = layout(&table);
        let met = way().obstacles(&layout, None, 12.0, |_| true);
        let told: Vec<(u16, f32, f32)> = met.iter().map(|o| (o.foot.unit.0, o.at, o.width)).collect();
        assert_eq!(told, [(0, 5.0, 2.0), (1, 3.0, 1.0)]);
        assert_eq!(way().obstacles(&layout, Some(South), 12.0, |_| true).len(), 1);
        assert_eq!((met[1].before(Mil::ZERO), met[1].before(Mil(100))), (Mil(3000), Mil(2900)));
        assert_eq!(way().at(Mil(3000)).front(), Vec2::new(31.0, 13.0));
        assert_eq!(way().clear_of(&met[1].foot.print), 5.0);
    }

    #[test]
    fn a_rulesets_own_graze_lets_more_pass() {
        // 0.1 of it in the way.
        let layout = layout(&[(Side::North, 32.9, 14.0)]);
        let met = |graze: f32| Way { graze, ..way() }.obstacles(&layout, None, 12.0, |_| true).len();
        assert_eq!((met(TOUCHING), met(0.2)), (1, 0));
    }

    #[test]
    fn it_ends_at_closed_ground_and_at_the_table_edge() {
        let corners = [(20.0, 14.0), (40.0, 14.0), (40.0, 15.0), (20.0, 15.0)].map(|(x, y)| Vec2::new(x, y));
        let lake = Terrain { name: "lake".into(), kind: Word("water"), shape: Shape::Polygon(corners.to_vec()) };
        let ground = Ground::new(72.0, 48.0, &[lake]).unwrap();
        let enters = |reach: f32| way().pieces(&ground, reach, |_| true).find_map(|piece| way().enters(piece, reach));
        assert_eq!((enters(12.0), enters(3.0)), (Some(4.0), None));
        assert_eq!(way().to_table_edge(&ground), 38.0);
    }
}
