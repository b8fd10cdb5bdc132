//! Plain coloured shapes as triangles: what the engine draws of the table.

use crate::picture::mesh::{area, strip, triangles};
use crate::picture::palette::Rgb;
use crate::picture::shape::{Outline, Paint, Shape, Stroke};
use bevy::asset::RenderAssetUsages;
use bevy::math::Vec2;
use bevy::mesh::{Indices, Mesh, PrimitiveTopology};

/// Triangles with a colour at each corner, later ones above earlier ones.
#[derive(Clone, Debug, Default)]
pub struct Triangles {
    corners: Vec<[f32; 3]>,
    colours: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

impl Triangles {
    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// How many triangles there are.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.indices.len() / 3
    }

    /// Adds a shape: its fill, its soft edge, its stroke.
    pub fn shape(&mut self, shape: &Shape) {
        let points = shape.outline.points();
        if let Some(fill) = shape.fill
            && shape.outline.closed()
        {
            self.fill(&points, fill, shape.feather);
        }
        if let Some(stroke) = &shape.stroke {
            self.stroke(&points, shape.outline.closed(), stroke);
        }
    }

    /// Adds a filled ring whose edge fades out over `feather`, half inside and half outside.
    pub fn fill(&mut self, ring: &[Vec2], paint: Paint, feather: f32) {
        let ring = counter_clockwise(ring);
        if feather <= 0.0 {
            self.ring(&ring, paint);
            return;
        }
        // Of a ring that runs anticlockwise the left border is the inner one.
        let borders = strip(&ring, true, feather);
        let inner: Vec<Vec2> = borders.iter().take(ring.len()).map(|[inner, _]| *inner).collect();
        self.ring(&inner, paint);
        let clear = Paint { alpha: 0.0, ..paint };
        for pair in borders.windows(2) {
            let [[inner, outer], [next_inner, next_outer]] = [pair[0], pair[1]];
            self.quad([(inner, paint), (next_inner, paint), (next_outer, clear), (outer, clear)]);
        }
    }

    /// Adds a line along those points.
    pub fn stroke(&mut self, points: &[Vec2], closed: bool, stroke: &Stroke) {
        if points.len() < 2 {
            return;
        }
        match stroke.dash {
            None => self.run(points, closed, stroke),
            Some((long, gap)) => {
                let ends = if closed { Some(points[0]) } else { None };
                let whole: Vec<Vec2> = points.iter().copied().chain(ends).collect();
                for dash in dashes(&whole, long, gap) {
                    self.run(&dash, false, stroke);
                }
            }
        }
        if stroke.round && !closed {
            for end in [points[0], points[points.len() - 1]] {
                let disc = Outline::Disc { at: end, radius: stroke.width / 2.0 };
                self.ring(&disc.points(), stroke.paint);
            }
        }
    }

    /// One run of a line, its corners mitred.
    fn run(&mut self, points: &[Vec2], closed: bool, stroke: &Stroke) {
        for pair in strip(points, closed, stroke.width).windows(2) {
            let [[left, right], [next_left, next_right]] = [pair[0], pair[1]];
            self.quad([left, next_left, next_right, right].map(|p| (p, stroke.paint)));
        }
    }

    /// A filled ring that runs counter-clockwise.
    fn ring(&mut self, ring: &[Vec2], paint: Paint) {
        let first = self.corners.len() as u32;
        let found = triangles(ring);
        for point in ring {
            self.corner(*point, paint);
        }
        self.indices.extend(found.iter().flatten().map(|i| first + *i as u32));
    }

    fn quad(&mut self, corners: [(Vec2, Paint); 4]) {
        let first = self.corners.len() as u32;
        for (at, paint) in corners {
            self.corner(at, paint);
        }
        self.indices.extend([0, 1, 2, 0, 2, 3].map(|i| first + i));
    }

    fn corner(&mut self, at: Vec2, paint: Paint) {
        let [red, green, blue] = paint.rgb.linear();
        self.corners.push([at.x, at.y, 0.0]);
        self.colours.push([red, green, blue, paint.alpha]);
    }

    /// Adds others, each corner through `place`, each colour darkened to `light` (1 leaves it).
    pub fn add(&mut self, others: &Triangles, light: f32, place: impl Fn(Vec2) -> Vec2) {
        let first = self.corners.len() as u32;
        self.corners.extend(others.corners.iter().map(|c| {
            let at = place(Vec2::new(c[0], c[1]));
            [at.x, at.y, 0.0]
        }));
        self.colours.extend(others.colours.iter().map(|[r, g, b, a]| [r * light, g * light, b * light, *a]));
        self.indices.extend(others.indices.iter().map(|i| first + i));
    }

    /// What of it lies within a rectangle: triangles that cross its edges are cut there.
    #[must_use]
    pub fn within(self, low: Vec2, high: Vec2) -> Triangles {
        let corner = |i: u32| (self.corners[i as usize], self.colours[i as usize]);
        let inside = |[x, y, _]: [f32; 3]| x >= low.x && y >= low.y && x <= high.x && y <= high.y;
        let mut all = Triangles::default();
        for triangle in self.indices.chunks_exact(3) {
            let whole = [corner(triangle[0]), corner(triangle[1]), corner(triangle[2])];
            let mut ring = whole.to_vec();
            if !whole.iter().all(|(at, _)| inside(*at)) {
                for (axis, limit, sign) in [(0, low.x, 1.0), (0, high.x, -1.0), (1, low.y, 1.0), (1, high.y, -1.0)] {
                    ring = cut(&ring, |at| (at[axis] - limit) * sign);
                }
            }
            let first = all.corners.len() as u32;
            let count = ring.len() as u32;
            for (at, colour) in ring {
                all.corners.push(at);
                all.colours.push(colour);
            }
            all.indices.extend((2..count).flat_map(|n| [first, first + n - 1, first + n]));
        }
        all
    }

    /// The same at a share of its strength.
    #[must_use]
    pub fn faded(mut self, share: f32) -> Triangles {
        self.colours.iter_mut().for_each(|[.., alpha]| *alpha *= share);
        self
    }

    /// As the engine's mesh.
    pub fn mesh(self) -> Mesh {
        let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD);
        mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, self.corners);
        mesh.insert_attribute(Mesh::ATTRIBUTE_COLOR, self.colours);
        mesh.insert_indices(Indices::U32(self.indices));
        mesh
    }
}

/// A plain paint.
pub fn paint(rgb: Rgb, alpha: f32) -> Paint {
    Paint { rgb, alpha }
}

fn counter_clockwise(ring: &[Vec2]) -> Vec<Vec2> {
    let mut ring = ring.to_vec();
    if area(&ring) < 0.0 {
        ring.reverse();
    }
    ring
}

/// A line cut into dashes.
fn dashes(points: &[Vec2], long: f32, gap: f32) -> Vec<Vec<Vec2>> {
    let mut found = Vec::new();
    if long <= 0.0 || gap <= 0.0 {
        return vec![points.to_vec()];
    }
    let (mut drawing, mut left) = (true, long);
    let mut dash = vec![points[0]];
    for pair in points.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        loop {
            let rest = from.distance(to);
            if rest <= left {
                left -= rest;
                if drawing {
                    dash.push(to);
                }
                break;
            }
            from = from.move_towards(to, left);
            if drawing {
                dash.push(from);
                found.push(std::mem::take(&mut dash));
            } else {
                dash = vec![from];
            }
            drawing = !drawing;
            left = if drawing { long } else { gap };
        }
    }
    if drawing && dash.len() > 1 {
        found.push(dash);
    }
    found
}

/// A corner with its colour.
type Corner = ([f32; 3], [f32; 4]);

/// The part of a ring in which `above` is not negative.
fn cut(ring: &[Corner], above: impl Fn([f32; 3]) -> f32) -> Vec<Corner> {
    let mut left = Vec::with_capacity(ring.len() + 1);
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let (here, there) = (above(a.0), above(b.0));
        if here >= 0.0 {
            left.push(*a);
        }
        if (here < 0.0) != (there < 0.0) {
            let share = here / (here - there);
            let at = std::array::from_fn(|i| a.0[i] + (b.0[i] - a.0[i]) * share);
            let colour = std::array::from_fn(|i| a.1[i] + (b.1[i] - a.1[i]) * share);
            left.push((at, colour));
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(t: &Triangles) -> f32 {
        let at = |i: u32| Vec2::new(t.corners[i as usize][0], t.corners[i as usize][1]);
        t.indices.chunks(3).map(|c| (at(c[1]) - at(c[0])).perp_dot(at(c[2]) - at(c[0])).abs() / 2.0).sum()
    }

    fn ink() -> Paint {
        paint(Rgb::BLACK, 1.0)
    }

    fn points(list: &[(f32, f32)]) -> Vec<Vec2> {
        list.iter().map(|(x, y)| Vec2::new(*x, *y)).collect()
    }

    #[test]
    fn what_lies_beyond_the_table_is_cut_off() {
        let paint = Paint { rgb: Rgb(0, 0, 0), alpha: 1.0 };
        let mut all = Triangles::default();
        all.fill(&[Vec2::new(-2.0, 1.0), Vec2::new(4.0, 1.0), Vec2::new(4.0, 3.0), Vec2::new(-2.0, 3.0)], paint, 0.0);
        all.fill(&[Vec2::new(20.0, 1.0), Vec2::new(22.0, 1.0), Vec2::new(22.0, 3.0)], paint, 0.0);
        let kept = all.within(Vec2::ZERO, Vec2::new(10.0, 2.0));
        let area: f32 = kept
            .indices
            .chunks_exact(3)
            .map(|t| {
                let at = |n: usize| {
                    let [x, y, _] = kept.corners[t[n] as usize];
                    Vec2::new(x, y)
                };
                (at(1) - at(0)).perp_dot(at(2) - at(0)).abs() / 2.0
            })
            .sum();
        assert!((area - 4.0).abs() < 1e-4, "4 by 1 in of it are left, not {area}");
        assert!(kept.corners.iter().all(|[x, y, _]| *x >= 0.0 && *y <= 2.0));
    }

    #[test]
    fn a_hollow_corner_is_not_filled() {
        // An L of three unit squares, in both directions of turning.
        let mut l = points(&[(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)]);
        for _ in 0..2 {
            let mut t = Triangles::default();
            t.fill(&l, ink(), 0.0);
            assert!((covered(&t) - 3.0).abs() < 1e-5, "{}", covered(&t));
            l.reverse();
        }
    }

    #[test]
    fn a_feather_lies_half_in_and_half_out() {
        let mut t = Triangles::default();
        t.fill(&points(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]), ink(), 1.0);
        // 5 by 5 with the feather, 3 by 3 solid.
        assert!((covered(&t) - 25.0).abs() < 1e-4, "{}", covered(&t));
        assert!(t.colours.iter().any(|c| c[3] == 0.0));
    }

    #[test]
    fn a_line_keeps_its_width_round_a_right_angle() {
        let mut t = Triangles::default();
        let stroke = Stroke { paint: ink(), width: 0.2, round: false, dash: None };
        t.stroke(&points(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]), true, &stroke);
        // A frame of 4.2 by 4.2 about a hole of 3.8 by 3.8.
        assert!((covered(&t) - (4.2 * 4.2 - 3.8 * 3.8)).abs() < 1e-4, "{}", covered(&t));
    }

    #[test]
    fn dashes_have_their_length_and_go_round_corners() {
        let line = points(&[(0.0, 0.0), (3.0, 0.0), (3.0, 3.0)]);
        let cut = dashes(&line, 2.0, 1.5);
        // 0 to 2, then 3.5 to 5.5 round the corner at 3 (half an inch up it begins).
        assert_eq!(cut.len(), 2);
        assert_eq!(cut[0], points(&[(0.0, 0.0), (2.0, 0.0)]));
        assert_eq!(cut[1], points(&[(3.0, 0.5), (3.0, 2.5)]));
    }
}
