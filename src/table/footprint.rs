//! The oriented rectangle that a base or a block covers. All geometry is asked of it.

use bevy::math::Vec2;

use super::clip::Area;
use super::measures::Cdeg;
use super::pose::{Pose, turn};

/// A rectangle on the table. It holds plain numbers and no pointers, so a layout is one array of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Footprint {
    /// Inches.
    pub centre: Vec2,
    /// Clockwise from north, 0..360 degrees.
    pub heading: Cdeg,
    /// Sine of the heading.
    pub sin: f32,
    /// Cosine of the heading.
    pub cos: f32,
    /// Half the frontage, inches.
    pub half_width: f32,
    /// Half the depth, inches.
    pub half_depth: f32,
    /// Radius of the circle about the centre through the corners, inches.
    pub radius: f32,
}

/// One of the four edges of a footprint, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Edge {
    /// Towards its heading.
    Front,
    /// On its right hand.
    Right,
    /// Away from its heading.
    Rear,
    /// On its left hand.
    Left,
}

impl Edge {
    /// All, clockwise from the front.
    pub const ALL: [Edge; 4] = [Edge::Front, Edge::Right, Edge::Rear, Edge::Left];
}

impl Footprint {
    /// The rectangle of that frontage and depth, in inches, whose front edge has its middle at the pose.
    pub fn new(pose: Pose, width: f32, depth: f32) -> Footprint {
        let (sin, cos) = turn(pose.heading);
        let (half_width, half_depth) = (width / 2.0, depth / 2.0);
        Footprint {
            centre: pose.at - Vec2::new(sin, cos) * half_depth,
            heading: pose.heading.heading(),
            sin,
            cos,
            half_width,
            half_depth,
            radius: round(half_width, half_depth),
        }
    }

    /// The middle of the front edge and the heading.
    pub fn pose(&self) -> Pose {
        Pose { at: self.front(), heading: self.heading }
    }

    /// The middle of the front edge.
    pub fn front(&self) -> Vec2 {
        self.centre + self.forward() * self.half_depth
    }

    /// The unit vector straight ahead.
    pub fn forward(&self) -> Vec2 {
        Vec2::new(self.sin, self.cos)
    }

    /// The unit vector to the right.
    pub fn right(&self) -> Vec2 {
        Vec2::new(self.cos, -self.sin)
    }

    /// Frontage, inches.
    pub fn width(&self) -> f32 {
        self.half_width * 2.0
    }

    /// Depth, inches.
    pub fn depth(&self) -> f32 {
        self.half_depth * 2.0
    }

    /// Front left, front right, rear right, rear left.
    pub fn corners(&self) -> [Vec2; 4] {
        let ahead = self.forward() * self.half_depth;
        let right = self.right() * self.half_width;
        [
            self.centre + ahead - right,
            self.centre + ahead + right,
            self.centre - ahead + right,
            self.centre - ahead - right,
        ]
    }

    /// As a polygon that can be cut.
    pub fn area(&self) -> Area {
        Area::from_slice(&self.corners())
    }

    /// The ends of an edge, clockwise: the front edge runs from front left to front right.
    pub fn edge(&self, edge: Edge) -> [Vec2; 2] {
        let corners = self.corners();
        let first = edge as usize;
        [corners[first], corners[(first + 1) % 4]]
    }

    /// The unit vector out of an edge.
    pub fn outward(&self, edge: Edge) -> Vec2 {
        match edge {
            Edge::Front => self.forward(),
            Edge::Right => self.right(),
            Edge::Rear => -self.forward(),
            Edge::Left => -self.right(),
        }
    }

    /// A point of the table as seen from the centre: (to the right, ahead).
    pub fn local(&self, point: Vec2) -> Vec2 {
        let to = point - self.centre;
        Vec2::new(to.dot(self.right()), to.dot(self.forward()))
    }

    /// The point of the rectangle that is nearest to that one; itself when it lies inside.
    pub fn nearest_to(&self, point: Vec2) -> Vec2 {
        let local = self.local(point);
        let half = Vec2::new(self.half_width, self.half_depth);
        if local.abs().cmple(half).all() {
            return point;
        }
        let held = local.clamp(-half, half);
        self.centre + self.right() * held.x + self.forward() * held.y
    }

    /// Whether a point lies in the rectangle, its border included.
    pub fn holds(&self, point: Vec2) -> bool {
        let local = self.local(point);
        local.x.abs() <= self.half_width && local.y.abs() <= self.half_depth
    }

    /// The upright rectangle, as its south-west and north-east corners, round the way of so many inches along a unit
    /// direction and `gap` inches beyond.
    pub fn round_way(&self, direction: Vec2, reach: f32, gap: f32) -> (Vec2, Vec2) {
        let half = Vec2::new(self.half_extent(Vec2::X), self.half_extent(Vec2::Y)) + Vec2::splat(gap);
        let end = self.centre + direction * reach;
        (self.centre.min(end) - half, self.centre.max(end) + half)
    }

    /// Half the length of the rectangle's shadow on a line in that direction (a unit vector).
    pub fn half_extent(&self, along: Vec2) -> f32 {
        self.half_width * self.right().dot(along).abs() + self.half_depth * self.forward().dot(along).abs()
    }

    /// Moved, with the same heading.
    #[must_use]
    pub fn shifted(&self, by: Vec2) -> Footprint {
        Footprint { centre: self.centre + by, ..*self }
    }

    /// Moved straight ahead by inches; back when negative.
    #[must_use]
    pub fn ahead(&self, inches: f32) -> Footprint {
        self.shifted(self.forward() * inches)
    }

    /// Turned about a point, positive to the right.
    #[must_use]
    pub fn turned_about(&self, pivot: Vec2, angle: Cdeg) -> Footprint {
        let heading = (self.heading + angle).heading();
        let (sin, cos) = turn(heading);
        let centre = pivot + turned(self.centre - pivot, angle);
        Footprint { centre, heading, sin, cos, ..*self }
    }

    /// Turned in place, about its centre: after half a turn it covers the same ground and faces the other way.
    #[must_use]
    pub fn faced(&self, angle: Cdeg) -> Footprint {
        self.turned_about(self.centre, angle)
    }

    /// Larger by that many inches on every side; smaller when negative, but never less than nothing.
    #[must_use]
    pub fn grown(&self, by: f32) -> Footprint {
        let half_width = (self.half_width + by).max(0.0);
        let half_depth = (self.half_depth + by).max(0.0);
        Footprint { half_width, half_depth, radius: round(half_width, half_depth), ..*self }
    }

    /// The pose of somebody who faces this one with the middle of his front on the middle of that edge.
    pub fn against(&self, edge: Edge) -> Pose {
        let [a, b] = self.edge(edge);
        let heading = self.heading + Cdeg::HALF + Cdeg::degrees(90 * edge as i32);
        Pose { at: (a + b) / 2.0, heading: heading.heading() }
    }

    /// The rectangle that extends `long` inches outward from one edge and is as wide as the edge, e.g. a zone ahead or
    /// the room needed behind. It faces as this footprint does.
    #[must_use]
    pub fn strip(&self, edge: Edge, long: f32) -> Footprint {
        let half = long / 2.0;
        let (out, half_width, half_depth) = match edge {
            Edge::Front | Edge::Rear => (self.half_depth + half, self.half_width, half),
            Edge::Right | Edge::Left => (self.half_width + half, half, self.half_depth),
        };
        Footprint {
            centre: self.centre + self.outward(edge) * out,
            half_width,
            half_depth,
            radius: round(half_width, half_depth),
            ..*self
        }
    }
}

/// The radius of the circle through the corners of a rectangle with those half sides. It uses the processor's square
/// root, which is exact on every machine, instead of a library's `hypot`, which is slower because it guards against
/// overflow.
pub(super) fn round(half_width: f32, half_depth: f32) -> f32 {
    (half_width * half_width + half_depth * half_depth).sqrt()
}

/// A vector turned, positive to the right.
pub fn turned(vector: Vec2, angle: Cdeg) -> Vec2 {
    let (sin, cos) = turn(angle);
    Vec2::new(vector.x * cos + vector.y * sin, vector.y * cos - vector.x * sin)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn u1() -> Footprint {
        Footprint::new(Pose::new(36.0, 20.0, 0.0), 4.8, 1.8)
    }

    fn near(a: Vec2, x: f32, y: f32) -> bool {
        a.distance(Vec2::new(x, y)) < 0.000_5
    }

    #[test]
    fn corners_run_clockwise_from_the_front_left() {
        let [fl, fr, rr, rl] = u1().corners();
        assert!(near(fl, 33.6, 20.0) && near(fr, 38.4, 20.0) && near(rr, 38.4, 18.2) && near(rl, 33.6, 18.2));
    }

    #[test]
    fn a_quarter_turn_is_exact() {
        let east = Footprint::new(Pose::new(10.0, 10.0, 90.0), 4.0, 2.0);
        assert_eq!(
            east.corners(),
            [Vec2::new(10.0, 12.0), Vec2::new(10.0, 8.0), Vec2::new(8.0, 8.0), Vec2::new(8.0, 12.0)]
        );
        assert_eq!(east.pose(), Pose::new(10.0, 10.0, 90.0));
    }

    #[test]
    fn an_about_face_keeps_the_ground_and_swaps_front_and_rear() {
        let about = u1().faced(Cdeg::HALF);
        assert!(near(about.front(), 36.0, 18.2));
        assert_eq!(about.heading, Cdeg::HALF);
        assert!(near(about.corners()[0], 38.4, 18.2), "front left is where rear right was");
    }

    #[test]
    fn thirty_degrees_to_the_right_about_the_front_right_corner() {
        let after = u1().turned_about(Vec2::new(38.4, 20.0), Cdeg::degrees(30));
        assert!(near(after.corners()[0], 34.243_08, 22.4));
        assert!(near(after.corners()[1], 38.4, 20.0));
    }

    #[test]
    fn strips_lie_outside_their_edge() {
        let rear = u1().strip(Edge::Rear, 3.0).corners();
        assert!(near(rear[0], 33.6, 18.2) && near(rear[2], 38.4, 15.2));
        let left = u1().strip(Edge::Left, 2.0).corners();
        assert!(near(left[0], 31.6, 20.0) && near(left[2], 33.6, 18.2));
    }

    #[test]
    fn somebody_against_an_edge_looks_at_it_from_its_middle() {
        let right = u1().against(Edge::Right);
        assert!(near(right.at, 38.4, 19.1) && right.heading == Cdeg::degrees(270), "{right:?}");
        assert_eq!(u1().against(Edge::Rear).heading, Cdeg::ZERO);
        assert_eq!(u1().against(Edge::Front).heading, Cdeg::HALF);
    }

    #[test]
    fn the_nearest_point_of_a_point_inside_is_itself() {
        let inside = Vec2::new(36.5, 19.0);
        assert_eq!(u1().nearest_to(inside), inside);
        assert!(near(u1().nearest_to(Vec2::new(40.0, 25.0)), 38.4, 20.0));
        assert!(u1().holds(inside) && !u1().holds(Vec2::new(36.0, 20.1)));
    }
}
