//! A footprint that turns about a fixed point: what it meets and after what angle. Every angle at which a corner
//! of one can meet an edge of the other is solved, so nothing is ever jumped over. Angles are in radians, measured
//! the way the footprint turns.

use bevy::math::{Vec2, ops};
use smallvec::SmallVec;
use std::f32::consts::TAU;

use super::circle::{MISS, circles_cross, each_edge, on_circle};
use super::clip;
use super::convex::Convex;
use super::footprint::Footprint;
use super::ground::{Ground, Piece};
use super::measure::TOUCHING;
use super::measures::Cdeg;

/// By how much a place reached by one sum may differ from the same by another, inches.
const NOISE: f32 = 0.000_1;

/// A turn about a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swing {
    pub pivot: Vec2,
    /// Positive to the right.
    pub angle: Cdeg,
}

/// What a swing first touches of something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// After what angle, radians; 0 if it is touched at the start and lies in the way.
    pub at: f32,
    /// Whether the front edge or a front corner touches it.
    pub front: bool,
}

/// An angle this near to nothing, either way, is nothing and not a whole turn. Radians.
const HAIR: f32 = 1e-5;

type Angles = SmallVec<[f32; 16]>;

impl Swing {
    /// How far it turns, radians.
    pub fn reach(&self) -> f32 {
        self.angle.to_radians().abs()
    }

    /// A footprint after that part of the turn, radians. Its heading is left as it was: only what it covers counts.
    fn after(&self, print: &Footprint, angle: f32) -> Footprint {
        let signed = if self.angle.0 < 0 { -angle } else { angle };
        let (sin, cos) = (ops::sin(signed), ops::cos(signed));
        let turned = |v: Vec2| Vec2::new(v.x * cos + v.y * sin, v.y * cos - v.x * sin);
        let forward = turned(print.forward());
        let centre = self.pivot + turned(print.centre - self.pivot);
        Footprint { centre, sin: forward.x, cos: forward.y, ..*print }
    }

    /// Whether the arc is too short to bring the footprint within `gap` inches of the other, wherever it bends.
    fn passes_clear(&self, print: &Footprint, other: &Footprint, gap: f32) -> bool {
        let arc = self.reach() * self.pivot.distance(print.centre);
        print.centre.distance(other.centre) > print.radius + other.radius + arc + gap + TOUCHING
    }

    /// When and with what a footprint that swings first touches another; none if it never does, or only grazes it.
    pub fn meets(&self, print: &Footprint, other: &Footprint) -> Option<Touch> {
        let near = self.pivot.distance(other.centre) - other.radius;
        if self.passes_clear(print, other, 0.0) || near > farthest(&print.corners(), self.pivot) {
            return None;
        }
        self.meets_area(print, &other.corners())
    }

    /// When a footprint that swings first comes to lie on a piece of terrain; 0 if it does already.
    pub fn enters(&self, print: &Footprint, piece: &Piece) -> Option<f32> {
        let part = |part: &Convex| self.meets_part(print, part).map(|touch| touch.at);
        piece.parts().iter().filter_map(part).reduce(f32::min)
    }

    /// When and with what a footprint that swings first touches a convex part of terrain.
    pub fn meets_part(&self, print: &Footprint, part: &Convex) -> Option<Touch> {
        self.meets_area(print, part.corners())
    }

    /// When a footprint that swings begins to leave the table; none if it stays on it.
    pub fn leaves_table(&self, print: &Footprint, ground: &Ground) -> Option<f32> {
        let mut first: Option<f32> = None;
        // A little less than what the table still holds: where a turn ends is reached by other sums than these.
        let over = TOUCHING - NOISE;
        let lines = [
            (Vec2::X, -over),
            (Vec2::Y, -over),
            (Vec2::NEG_X, -ground.width - over),
            (Vec2::NEG_Y, -ground.depth - over),
        ];
        for corner in print.corners().map(|corner| corner - self.pivot) {
            let radius = corner.length();
            for (inward, offset) in lines {
                // Inside means inward · (pivot + corner) >= offset.
                let level = offset - inward.dot(self.pivot);
                if inward.dot(corner) < level {
                    first = Some(0.0);
                } else if level.abs() < radius {
                    let half_chord = ops::sqrt(radius * radius - level * level);
                    for side in [half_chord, -half_chord] {
                        let at = self.angle_between(corner, inward * level + inward.perp() * side);
                        first = Some(first.map_or(at, |f| f.min(at)));
                    }
                }
            }
        }
        first.filter(|at| *at <= self.reach())
    }

    /// When a footprint that swings first comes as near to another as `gap` inches; 0 if it is that near already.
    pub fn approaches(&self, print: &Footprint, other: &Footprint, gap: f32) -> Option<f32> {
        let is_near = |angle: f32| super::measure::distance(&self.after(print, angle), other) < gap;
        let near = self.pivot.distance(other.centre) - other.radius - gap;
        if self.passes_clear(print, other, gap) || near > farthest(&print.corners(), self.pivot) {
            return None;
        }
        let mut events = self.events(&print.corners(), &other.corners());
        self.rounded_events(&print.corners(), &other.corners(), gap, &mut events);
        let events = self.ordered(events);
        events.windows(2).find(|pair| is_near(f32::midpoint(pair[0], pair[1]))).map(|pair| pair[0])
    }

    fn meets_area(&self, print: &Footprint, area: &[Vec2]) -> Option<Touch> {
        let depth = |from: f32, to: f32| penetration(&self.after(print, f32::midpoint(from, to)), area);
        let edges = self.ordered(self.events(&print.corners(), area));
        // Without an edge or a corner crossed they stay apart: most that is near is dealt with here.
        if !edges.windows(2).any(|pair| depth(pair[0], pair[1]) > 0.0) {
            return None;
        }
        let deep = self.ordered(self.deep_events(&print.corners(), area));
        let entered = deep.windows(2).find(|pair| depth(pair[0], pair[1]) > TOUCHING)?[0];
        // The touch is where the overlap began that goes as deep.
        let mut at = entered;
        for pair in edges.windows(2).rev().filter(|pair| pair[0] < entered) {
            if depth(pair[0], pair[1].min(entered)) <= 0.0 {
                break;
            }
            at = pair[0];
        }
        Some(Touch { at, front: touches_front(&self.after(print, at), area) })
    }

    /// The angles at which a corner of the mover can cross an edge of the area, or an edge of the mover a corner.
    fn events(&self, mover: &[Vec2], area: &[Vec2]) -> Angles {
        let mut angles = Angles::new();
        let relative = |points: &[Vec2]| points.iter().map(|p| *p - self.pivot).collect::<SmallVec<[Vec2; 8]>>();
        let (mover, area) = (relative(mover), relative(area));
        for &corner in &mover {
            each_edge(&area, |from, to| {
                on_circle(from, to, corner.length(), |p| angles.push(self.angle_between(corner, p)));
            });
        }
        for &corner in &area {
            each_edge(&mover, |from, to| {
                on_circle(from, to, corner.length(), |p| angles.push(self.angle_between(p, corner)));
            });
        }
        angles
    }

    /// The angles at which one can become, or cease to be, deeper in the other than a touch: a corner crosses the line
    /// of an edge that far inside.
    fn deep_events(&self, mover: &[Vec2], area: &[Vec2]) -> Angles {
        let mut angles = Angles::new();
        for (points, edges, moving) in [(mover, area, true), (area, mover, false)] {
            let inward = TOUCHING * clip::signed_extent(edges).signum();
            each_edge(edges, |from, to| {
                let normal = (to - from).normalize_or_zero().perp();
                let level = normal.dot(from - self.pivot) + inward;
                for corner in points.iter().map(|p| *p - self.pivot) {
                    let rest = corner.length_squared() - level * level;
                    if normal == Vec2::ZERO || rest < -MISS {
                        continue;
                    }
                    let half_chord = ops::sqrt(rest.max(0.0));
                    for side in [half_chord, -half_chord] {
                        let there = normal * level + normal.perp() * side;
                        let (from, to) = if moving { (corner, there) } else { (there, corner) };
                        angles.push(self.angle_between(from, to));
                    }
                }
            });
        }
        angles
    }

    /// The angles at which a corner of one comes to lie `gap` inches from an edge or a corner of the other.
    fn rounded_events(&self, mover: &[Vec2], area: &[Vec2], gap: f32, angles: &mut Angles) {
        let relative = |points: &[Vec2]| points.iter().map(|p| *p - self.pivot).collect::<SmallVec<[Vec2; 8]>>();
        let (mover, area) = (relative(mover), relative(area));
        for (points, edges, moving) in [(&mover, &area, true), (&area, &mover, false)] {
            for &corner in points {
                let mut add = |p: Vec2| {
                    angles.push(if moving { self.angle_between(corner, p) } else { self.angle_between(p, corner) });
                };
                each_edge(edges, |from, to| {
                    let out = (to - from).normalize_or_zero().perp() * gap;
                    on_circle(from + out, to + out, corner.length(), &mut add);
                    on_circle(from - out, to - out, corner.length(), &mut add);
                    circles_cross(corner.length(), from, gap, &mut add);
                });
            }
        }
    }

    /// How far a point must turn to come to lie in the direction of another, both relative to the pivot; 0..TAU.
    fn angle_between(&self, from: Vec2, to: Vec2) -> f32 {
        let right = ops::atan2(to.perp_dot(from), to.dot(from));
        let angle = if self.angle.0 < 0 { -right } else { right };
        if angle.abs() < HAIR {
            0.0
        } else if angle < 0.0 {
            angle + TAU
        } else {
            angle
        }
    }

    /// The angles inside the swing in order, with its start and end.
    fn ordered(&self, angles: Angles) -> Angles {
        let reach = self.reach();
        let mut inside: Angles = angles.into_iter().filter(|angle| *angle < reach).collect();
        inside.push(0.0);
        inside.push(reach);
        inside.sort_by(f32::total_cmp);
        inside.dedup();
        inside
    }
}

fn farthest(points: &[Vec2], from: Vec2) -> f32 {
    points.iter().map(|p| p.distance(from)).fold(0.0, f32::max)
}

/// How deep a footprint and a convex area lie in each other; negative when they are apart.
fn penetration(print: &Footprint, area: &[Vec2]) -> f32 {
    let shared = |axis: Vec2| {
        let half = print.half_extent(axis);
        let range = clip::range(area, |p| (p - print.centre).dot(axis));
        range.map_or(f32::NEG_INFINITY, |(least, most)| (half - least).min(most + half))
    };
    let mut least = shared(print.right()).min(shared(print.forward()));
    each_edge(area, |from, to| {
        let normal = (to - from).normalize_or_zero().perp();
        if normal != Vec2::ZERO && least > 0.0 {
            least = least.min(shared(normal));
        }
    });
    least
}

/// Whether the front edge or a front corner of a footprint touches a convex area.
fn touches_front(print: &Footprint, area: &[Vec2]) -> bool {
    let front = print.edge(super::footprint::Edge::Front);
    let reach = TOUCHING * TOUCHING;
    let mut touching = false;
    each_edge(area, |from, to| {
        touching |= front.iter().any(|end| clip::nearest_on([from, to], *end).distance_squared(*end) <= reach);
        touching |= clip::nearest_on(front, from).distance_squared(from) <= reach;
    });
    touching
}

#[cfg(test)]
// The oracles of these tests are std's own trigonometry.
#[expect(clippy::disallowed_methods)]
mod tests {
    use super::*;
    use crate::ids::TerrainId;
    use crate::table::Pose;

    /// Front right corner (38.4, 20), front left (33.6, 20), rear left (33.6, 18.2).
    fn u1() -> Footprint {
        Footprint::new(Pose::new(36.0, 20.0, 0.0), 4.8, 1.8)
    }

    fn right(degrees: i32) -> Swing {
        Swing { pivot: Vec2::new(38.4, 20.0), angle: Cdeg::degrees(degrees) }
    }

    /// A footprint over x..x+width, y..y+depth.
    fn over(x: f32, y: f32, width: f32, depth: f32) -> Footprint {
        Footprint::new(Pose::new(x + width / 2.0, y + depth, 0.0), width, depth)
    }

    #[test]
    fn the_front_edge_meets_the_corner_that_lies_lowest_in_its_way() {
        // (34.8, 23) is 3.6 west and 3 north of the pivot: 4.686 away, under an angle of atan(3 / 3.6).
        let touch = right(90).meets(&u1(), &over(34.8, 23.0, 2.4, 1.2)).unwrap();
        assert!((touch.at - 0.694_738).abs() < 1e-3, "{touch:?}");
        assert!(touch.front);
        assert_eq!(right(39).meets(&u1(), &over(34.8, 23.0, 2.4, 1.2)), None);
        assert!(right(40).meets(&u1(), &over(34.8, 23.0, 2.4, 1.2)).is_some());
    }

    #[test]
    fn the_front_corner_meets_an_edge_on_its_arc() {
        // The arc of radius 4.8 crosses y 24 at sin = 4 / 4.8, 2.6533 west of the pivot.
        let touch = right(90).meets(&u1(), &over(35.0, 24.0, 2.0, 2.0)).unwrap();
        assert!((touch.at - 0.985_110_8).abs() < 1e-3, "{touch:?}");
        assert!(touch.front);
    }

    #[test]
    fn the_rear_corner_swings_out_over_a_neighbour() {
        let touch = right(20).meets(&u1(), &over(28.8, 18.2, 4.8, 1.8)).unwrap();
        assert_eq!((touch.at, touch.front), (0.0, true), "its front corner touches the neighbour's");
        // A thing beside the rear corner only, 0.2 off: the corner at (-4.8, -1.8) reaches 5 inches west once it
        // has turned so that its bearing from the pivot, 20.556 degrees below west, rises to acos(5 / 5.1264).
        let touch = right(40).meets(&u1(), &over(30.4, 18.2, 3.0, 1.0)).unwrap();
        let bearing = f32::atan2(1.8, 4.8) - f32::acos(5.0 / 26.28_f32.sqrt());
        assert!((touch.at - bearing).abs() < 1e-3 && !touch.front, "{touch:?}");
    }

    #[test]
    fn what_the_arc_only_grazes_is_passed() {
        // Straight above the pivot's west: the arc's top after a quarter turn is at y 24.8.
        assert_eq!(right(90).meets(&u1(), &over(36.0, 24.795, 2.4, 1.0)), None);
        assert!(right(90).meets(&u1(), &over(36.0, 24.7, 2.4, 1.0)).is_some());
        assert_eq!(right(90).meets(&u1(), &over(36.0, 24.9, 2.4, 1.0)), None);
    }

    #[test]
    fn what_lies_behind_or_is_touched_at_the_hinge_does_not_stop_it() {
        assert_eq!(right(90).meets(&u1(), &over(38.4, 18.2, 4.8, 1.8)), None, "a neighbour at the hinge");
        assert_eq!(right(90).meets(&u1(), &over(35.0, 15.0, 2.0, 2.0)), None);
        let enemy_ahead = over(33.6, 20.0, 4.8, 1.8);
        assert_eq!(right(5).meets(&u1(), &enemy_ahead), Some(Touch { at: 0.0, front: true }));
    }

    #[test]
    fn left_mirrors_right() {
        let left = Swing { pivot: Vec2::new(33.6, 20.0), angle: Cdeg::degrees(-90) };
        let touch = left.meets(&u1(), &over(34.8, 23.0, 2.4, 1.2)).unwrap();
        // (37.2, 23) is 3.6 east and 3 north of that pivot.
        assert!((touch.at - 0.694_738).abs() < 1e-3 && touch.front);
    }

    #[test]
    fn a_swing_keeps_its_gap() {
        // To the corner (34.8, 23), 4.686 from the pivot, the gap is 0.1 when the front edge is asin(0.1 / 4.686)
        // short of it.
        let at = right(90).approaches(&u1(), &over(34.8, 23.0, 2.4, 1.2), 0.1).unwrap();
        let gap_angle = f32::asin(0.1 / f32::sqrt(3.6 * 3.6 + 9.0));
        assert!((at - (0.694_738 - gap_angle)).abs() < 1e-3, "{at}");
        assert_eq!(right(90).approaches(&u1(), &over(36.0, 24.95, 2.4, 1.0), 0.1), None);
        assert!(right(90).approaches(&u1(), &over(36.0, 24.85, 2.4, 1.0), 0.1).is_some());
        assert_eq!(right(90).approaches(&u1(), &over(38.45, 18.2, 2.0, 1.0), 0.1), Some(0.0));
    }

    #[test]
    fn it_leaves_the_table_where_a_corner_crosses_the_edge() {
        let ground = Ground::new(72.0, 22.4, &[]).unwrap();
        // The front left corner is at 20 + 4.8 sin: 22.4 after 30 degrees.
        let at = right(90).leaves_table(&u1(), &ground).unwrap();
        assert!((at.to_degrees() - 30.0).abs() < 0.2, "{at}");
        assert_eq!(right(30).leaves_table(&u1(), &ground), None);
        let edge = Ground::new(72.0, 20.0, &[]).unwrap();
        assert!(right(5).leaves_table(&u1(), &edge).unwrap().to_degrees() < 0.2);
    }

    #[test]
    fn it_enters_terrain_like_anything_else() {
        let square = |x: f32, y: f32| {
            let corners =
                vec![Vec2::new(x, y), Vec2::new(x + 2.4, y), Vec2::new(x + 2.4, y + 1.2), Vec2::new(x, y + 1.2)];
            let shape = crate::table::Shape::Polygon(corners);
            crate::table::Terrain { name: "wood".into(), kind: crate::cite::Word("woods"), shape }
        };
        let ground = Ground::new(72.0, 48.0, &[square(34.8, 23.0)]).unwrap();
        let at = right(90).enters(&u1(), ground.piece(TerrainId(0)).unwrap()).unwrap();
        assert!((at - 0.694_738).abs() < 1e-3);
    }
}
