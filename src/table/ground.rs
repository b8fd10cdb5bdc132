//! The table and its terrain, prepared for measuring.

use bevy::ecs::resource::Resource;
use bevy::math::Vec2;
use parry2d::math::Vector;

use super::clip::Patch;
use super::convex::Convex;
use super::footprint::Footprint;
use super::measure::TOUCHING;
use super::outline::ShapeFlaw;
use super::solid::narrow;
use super::span::{Stretches, joined};
use super::terrain::Terrain;
use crate::cite::Word;
use crate::ids::TerrainId;

/// The playing surface: from (0, 0) in the south-west to (width, depth), with its terrain.
#[derive(Resource, Clone, Debug, Default)]
pub struct Ground {
    /// East, inches.
    pub width: f32,
    /// North, inches.
    pub depth: f32,
    pieces: Vec<Piece>,
    terrain: Vec<Terrain>,
}

/// One piece of terrain.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its place in the order of the files.
    pub id: TerrainId,
    /// In files and notation.
    pub name: String,
    /// What it is, as in [`Terrain`].
    pub kind: Word,
    /// Its centroid.
    pub centroid: Vec2,
    /// South-west corner of its bounding box.
    pub low: Vec2,
    /// North-east corner of its bounding box.
    pub high: Vec2,
    parts: Vec<Convex>,
}

impl Ground {
    /// A table of that size in inches. The id of a piece is its index in the list.
    ///
    /// # Errors
    ///
    /// The index of the first piece whose shape cannot be measured, and why.
    pub fn new(width: f32, depth: f32, terrain: &[Terrain]) -> Result<Ground, (TerrainId, ShapeFlaw)> {
        let pieces = terrain.iter().zip(0..).map(|(piece, n)| Piece::new(piece, TerrainId(n)));
        Ok(Ground { width, depth, pieces: pieces.collect::<Result<_, _>>()?, terrain: terrain.to_vec() })
    }

    /// The pieces as shapes to be drawn, in the order of their ids.
    pub fn terrain(&self) -> &[Terrain] {
        &self.terrain
    }

    /// All pieces, in the order of their ids.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The pieces whose bounding box meets the upright rectangle between these corners, in the order of their ids: all
    /// that lie in it, and some that do not.
    pub fn near(&self, (low, high): (Vec2, Vec2)) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| piece.low.cmple(high).all() && piece.high.cmpge(low).all())
    }

    /// One piece.
    pub fn piece(&self, id: TerrainId) -> Option<&Piece> {
        self.pieces.get(id.index())
    }

    /// The piece of that name.
    pub fn named(&self, name: &str) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.name == name)
    }

    /// The pieces that lie under any part of a footprint; one that it merely touches does not.
    pub fn under(&self, print: &Footprint) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| piece.meets(print))
    }

    /// The pieces in which a point lies, their outlines included.
    pub fn at(&self, point: Vec2) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| piece.holds(point))
    }

    /// Whether a point is on the table.
    pub fn has(&self, point: Vec2) -> bool {
        (0.0..=self.width).contains(&point.x) && (0.0..=self.depth).contains(&point.y)
    }

    /// Whether a footprint lies wholly on the table; it may touch the edge.
    pub fn holds(&self, print: &Footprint) -> bool {
        let reach = Vec2::new(print.half_extent(Vec2::X), print.half_extent(Vec2::Y)) - Vec2::splat(TOUCHING);
        let (low, high) = (print.centre - reach, print.centre + reach);
        low.x >= 0.0 && low.y >= 0.0 && high.x <= self.width && high.y <= self.depth
    }

    /// The distances from `a` at which the segment to `b` lies in any of the pieces that `counts` accepts. Where pieces
    /// overlap the stretch counts once.
    pub fn run(&self, a: Vec2, b: Vec2, counts: impl Fn(&Piece) -> bool) -> Stretches {
        let picked = self.near((a.min(b), a.max(b))).filter(|piece| counts(piece));
        joined(picked.flat_map(|piece| piece.parts_run(a, b)).collect())
    }

    /// The length of the segment from `a` to `b` inside those pieces, inches.
    pub fn length_inside(&self, a: Vec2, b: Vec2, counts: impl Fn(&Piece) -> bool) -> f32 {
        self.run(a, b, counts).iter().map(|(from, to)| to - from).sum()
    }
}

impl Piece {
    fn new(terrain: &Terrain, id: TerrainId) -> Result<Piece, (TerrainId, ShapeFlaw)> {
        let parts = terrain.shape.parts().map_err(|flaw| (id, flaw))?;
        let corners = || parts.iter().flat_map(|part| part.corners().iter().copied());
        let low = corners().fold(Vec2::INFINITY, Vec2::min);
        let high = corners().fold(Vec2::NEG_INFINITY, Vec2::max);
        let centroid = centroid(&parts);
        Ok(Piece { id, name: terrain.name.clone(), kind: terrain.kind, centroid, low, high, parts })
    }

    /// Convex polygons that cover it together.
    pub fn parts(&self) -> &[Convex] {
        &self.parts
    }

    /// Whether a point lies in it, its outline included.
    pub fn holds(&self, point: Vec2) -> bool {
        self.parts.iter().any(|part| part.holds(point))
    }

    /// Whether any part of a footprint lies on it.
    pub fn meets(&self, print: &Footprint) -> bool {
        self.is_near(print) && self.parts.iter().any(|part| part.meets(print))
    }

    /// Whether all of a footprint lies on it.
    pub fn covers(&self, print: &Footprint) -> bool {
        // The ground round a corner that lies so far outside is more than any sliver.
        const OUTSIDE: f64 = 0.1;
        if print.corners().iter().any(|corner| !self.parts.iter().any(|part| part.is_near(*corner, OUTSIDE))) {
            return false;
        }
        let mut open = vec![Patch::of(&print.grown(-TOUCHING))];
        let mut left = Vec::new();
        for part in &self.parts {
            for area in open.drain(..) {
                part.take_from(&area, &mut left);
            }
            std::mem::swap(&mut open, &mut left);
        }
        // Along the seams between parts rounding may leave slivers smaller than this.
        open.iter().filter_map(Patch::weighed).map(|(extent, _)| extent).sum::<f64>() < 0.001
    }

    /// The distances from `a` at which the segment to `b` lies in it.
    pub fn run(&self, a: Vec2, b: Vec2) -> Stretches {
        joined(self.parts_run(a, b).collect())
    }

    /// The distances at which a footprint that slides up to `reach` inches along a unit direction begins and ceases to
    /// overlap it. Parts that it only grazes, no wider in its path than a touch, are ignored.
    pub fn passages(&self, print: &Footprint, direction: Vec2, reach: f32) -> Stretches {
        let middle = print.centre + direction * (reach / 2.0);
        let (low, high) = (self.low - middle, self.high - middle);
        let room = print.radius + reach / 2.0;
        if low.max(-high).max_element() > room {
            return Stretches::new();
        }
        joined(self.parts.iter().filter_map(|part| part.passed(print, direction, reach)).collect())
    }

    fn parts_run(&self, a: Vec2, b: Vec2) -> impl Iterator<Item = (f32, f32)> {
        let (low, high) = (a.min(b), a.max(b));
        let near = low.cmple(self.high).all() && high.cmpge(self.low).all();
        self.parts.iter().filter(move |_| near).filter_map(move |part| part.run(a, b))
    }

    fn is_near(&self, print: &Footprint) -> bool {
        let (low, high) = (self.low - print.centre, self.high - print.centre);
        low.max(-high).max_element() < print.radius
    }
}

fn centroid(parts: &[Convex]) -> Vec2 {
    let (mut sum, mut weight) = (Vector::ZERO, 0.0);
    for (extent, middle) in parts.iter().filter_map(Convex::weighed) {
        sum += middle * extent;
        weight += extent;
    }
    if weight > 0.0 { narrow(sum / weight) } else { Vec2::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Pose, Shape};

    fn ground(shapes: Vec<Shape>) -> Ground {
        let piece = |(n, shape)| Terrain { name: format!("piece-{n}"), kind: Word("woods"), shape };
        Ground::new(72.0, 48.0, &shapes.into_iter().enumerate().map(piece).collect::<Vec<_>>()).unwrap()
    }

    fn polygon(corners: &[(f32, f32)]) -> Shape {
        Shape::Polygon(corners.iter().map(|&(x, y)| Vec2::new(x, y)).collect())
    }

    /// An L: x 10 to 20, y 10 to 20, without its north-east quarter.
    fn l_shape() -> Shape {
        polygon(&[(10.0, 10.0), (20.0, 10.0), (20.0, 15.0), (15.0, 15.0), (15.0, 20.0), (10.0, 20.0)])
    }

    fn square(x: f32, y: f32, size: f32) -> Footprint {
        Footprint::new(Pose::new(x, y + size / 2.0, 0.0), size, size)
    }

    #[test]
    fn a_notch_is_not_part_of_the_piece() {
        for shape in [l_shape(), polygon(&[(10., 20.), (15., 20.), (15., 15.), (20., 15.), (20., 10.), (10., 10.)])] {
            let ground = ground(vec![shape]);
            let piece = &ground.pieces()[0];
            assert!(piece.holds(Vec2::new(12.0, 19.0)) && piece.holds(Vec2::new(19.0, 12.0)));
            assert!(!piece.holds(Vec2::new(18.0, 18.0)) && piece.holds(Vec2::new(15.0, 17.0)), "the outline is in");
            assert!(!piece.meets(&square(18.0, 18.0, 4.0)) && piece.meets(&square(18.0, 18.0, 6.1)));
            assert!(!piece.meets(&square(18.0, 18.0, 6.0)), "edges that touch do not meet");
            // Areas 50 and 25 about (15, 12.5) and (12.5, 17.5).
            assert!(piece.centroid.distance(Vec2::new(14.166_667, 14.166_667)) < 1e-3);
            assert_eq!((piece.low, piece.high), (Vec2::splat(10.0), Vec2::splat(20.0)));
        }
    }

    #[test]
    fn wholly_inside_may_cross_the_seams_of_its_parts() {
        let ground = ground(vec![l_shape()]);
        let piece = &ground.pieces()[0];
        assert!(piece.covers(&square(12.5, 12.5, 5.0)) && piece.covers(&square(15.0, 12.5, 4.0)));
        assert!(!piece.covers(&square(15.0, 13.5, 4.0)) && !piece.covers(&square(30.0, 30.0, 1.0)));
    }

    #[test]
    fn a_segment_runs_in_and_out_of_a_notch() {
        let ground = ground(vec![l_shape()]);
        let piece = &ground.pieces()[0];
        // Along x + y = 32 from (8, 24) to (24, 8): inside between (12, 20) and (15, 17), and (17, 15) and (20, 12).
        let run = piece.run(Vec2::new(8.0, 24.0), Vec2::new(24.0, 8.0));
        let root = std::f32::consts::SQRT_2;
        let expected = [(4.0 * root, 7.0 * root), (9.0 * root, 12.0 * root)];
        assert_eq!(run.len(), 2);
        for (got, want) in run.iter().zip(expected) {
            assert!((got.0 - want.0).abs() < 1e-3 && (got.1 - want.1).abs() < 1e-3, "{run:?}");
        }
        let straight = ground.length_inside(Vec2::new(5.0, 12.0), Vec2::new(25.0, 12.0), |_| true);
        assert!((straight - 10.0).abs() < 1e-3);
    }

    #[test]
    fn overlapping_pieces_count_once() {
        let ground = ground(vec![
            polygon(&[(10., 10.), (14., 10.), (14., 14.), (10., 14.)]),
            polygon(&[(12., 9.), (18., 9.), (18., 15.), (12., 15.)]),
        ]);
        let (a, b) = (Vec2::new(8.0, 12.0), Vec2::new(20.0, 12.0));
        assert!((ground.length_inside(a, b, |_| true) - 8.0).abs() < 1e-4);
        assert!((ground.length_inside(a, b, |piece| piece.id.0 == 0) - 4.0).abs() < 1e-4);
        assert_eq!(ground.under(&square(13.0, 12.0, 1.0)).count(), 2);
        assert_eq!(ground.at(Vec2::new(11.0, 12.0)).map(|p| p.id.0).collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn a_strip_is_as_wide_as_it_says_and_closed_at_its_bends() {
        let line = vec![Vec2::new(10.0, 10.0), Vec2::new(20.0, 10.0), Vec2::new(20.0, 20.0)];
        let ground = ground(vec![Shape::Strip { line, width: 2.0 }]);
        let road = &ground.pieces()[0];
        assert!(road.holds(Vec2::new(15.0, 10.9)) && !road.holds(Vec2::new(15.0, 11.1)));
        assert!(road.holds(Vec2::new(20.9, 18.0)) && road.holds(Vec2::new(20.4, 9.6)));
        assert!(!road.holds(Vec2::new(20.9, 9.1)), "the corner is cut off");
        assert!(road.covers(&square(19.0, 10.0, 1.0)) && !road.covers(&square(15.0, 10.5, 1.5)));
        let across = road.run(Vec2::new(15.0, 5.0), Vec2::new(15.0, 15.0));
        assert!((across[0].0 - 4.0).abs() < 1e-4 && (across[0].1 - 6.0).abs() < 1e-4);
    }

    #[test]
    fn a_slide_enters_and_leaves() {
        let ground = ground(vec![l_shape()]);
        let piece = &ground.pieces()[0];
        let print = square(18.0, 25.0, 2.0);
        // South over the notch: the lower edge, y 24, meets y 15 after 9; the upper, y 26, is past y 10 after 16.
        let run = piece.passages(&print, Vec2::NEG_Y, 30.0);
        assert_eq!(run.len(), 1);
        assert!((run[0].0 - 9.0).abs() < 1e-4 && (run[0].1 - 16.0).abs() < 1e-4);
        assert!(piece.passages(&print, Vec2::NEG_Y, 8.9).is_empty());
        assert!(piece.passages(&square(21.0, 25.0, 2.0), Vec2::NEG_Y, 30.0).is_empty(), "it passes along the edge");
    }

    #[test]
    fn the_table_holds_what_touches_its_edge() {
        let ground = ground(vec![]);
        assert!(ground.holds(&square(1.0, 1.0, 2.0)) && ground.holds(&square(71.0, 47.0, 2.0)));
        assert!(ground.holds(&square(1.0, 0.99, 2.0)) && !ground.holds(&square(1.0, 0.98, 2.0)));
        assert!(ground.has(Vec2::ZERO) && !ground.has(Vec2::new(72.1, 1.0)));
    }
}
