//! A footprint that turns about a fixed point: what it meets and after what angle. parry2d sweeps it along its arc, so
//! nothing is ever jumped over. Angles are in radians, positive in the direction in which the footprint turns.

use bevy::math::{Vec2, ops};
use std::f32::consts::TAU;

use super::convex::Convex;
use super::footprint::Footprint;
use super::ground::{Ground, Piece};
use super::measure::TOUCHING;
use super::measures::Cdeg;
use super::solid::HAIR;
use super::turn::{Other, Reached, Turn};

/// By how much the same place may differ when it is computed by different sums, inches.
const NOISE: f32 = 0.000_1;

/// A turn about a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swing {
    /// The point that stays where it is, inches.
    pub pivot: Vec2,
    /// Positive to the right.
    pub angle: Cdeg,
}

/// The first touch of a swing with something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// After what angle, radians; 0 if it is touched at the start and lies in the way.
    pub at: f32,
    /// Whether the front edge or a front corner touches it.
    pub front: bool,
}

/// An angle this near to 0, radians, on either side, counts as 0 and not as a whole turn.
const NOTHING: f32 = 1e-5;

impl Swing {
    /// How far it turns, radians.
    pub fn reach(&self) -> f32 {
        self.angle.to_radians().abs()
    }

    /// The longest way that any point of the footprint goes, inches.
    pub fn way(&self, print: &Footprint) -> f32 {
        self.reach() * (self.pivot.distance(print.centre) + print.radius)
    }

    /// Whether the arc is too short to bring the footprint within `gap` inches of the other, in whatever direction.
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
        let solid = other.solid();
        self.touches(print, &Other::solid(&solid))
    }

    /// When a footprint that swings first comes to lie on a piece of terrain; 0 if it does already.
    pub fn enters(&self, print: &Footprint, piece: &Piece) -> Option<f32> {
        let part = |part: &Convex| self.meets_part(print, part).map(|touch| touch.at);
        piece.parts().iter().filter_map(part).reduce(f32::min)
    }

    /// When and with what a footprint that swings first touches a convex part of terrain.
    pub fn meets_part(&self, print: &Footprint, part: &Convex) -> Option<Touch> {
        self.touches(print, &Other::ground(&super::convex::HERE, part.shape()))
    }

    /// When a footprint that swings begins to leave the table; none if it stays on it.
    pub fn leaves_table(&self, print: &Footprint, ground: &Ground) -> Option<f32> {
        let far = farthest(&print.corners(), self.pivot);
        let room = Vec2::new(ground.width, ground.depth) - self.pivot;
        if self.pivot.cmpge(Vec2::splat(far)).all() && room.cmpge(Vec2::splat(far)).all() {
            return None;
        }
        let mut first: Option<f32> = None;
        // Slightly less than the tolerance at the table edge, because the end of a turn may be computed by different
        // sums.
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
                // A corner is on the table while inward · (pivot + corner) >= offset.
                let level = offset - inward.dot(self.pivot);
                if inward.dot(corner) < level {
                    first = Some(0.0);
                } else if level.abs() < radius {
                    let half_chord = (radius * radius - level * level).sqrt();
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
        let near = self.pivot.distance(other.centre) - other.radius - gap;
        if gap <= 0.0 || self.passes_clear(print, other, gap) || near > farthest(&print.corners(), self.pivot) {
            return None;
        }
        let solid = other.solid();
        let (turn, other) = (Turn::new(self, print), Other::solid(&solid));
        // Slightly less than the gap, so that something that stays exactly at that distance is not said to come nearer.
        let gap = f64::from(gap);
        let nearer = Reached::Gap((gap - HAIR).max(gap / 2.0));
        let at = turn.first(&other, nearer)?;
        Some(turn.sooner(&other, Reached::Gap(gap), at) as f32)
    }

    /// First find where the overlap becomes deeper than a touch; the touch is where that overlap began.
    fn touches(&self, print: &Footprint, other: &Other) -> Option<Touch> {
        let turn = Turn::new(self, print);
        let deep = turn.deep(other)?;
        // An overlap no deeper than rounding may be a corner on the pivot, which is there during the whole turn.
        let began = turn.began(other, Reached::Depth(HAIR), deep);
        let at = turn.sooner(other, Reached::Depth(0.0), began);
        let front = turn.front_to(other, at) <= f64::from(TOUCHING);
        Some(Touch { at: at as f32, front })
    }

    /// The angle by which a point must turn until it is in the direction of another, both relative to the pivot;
    /// 0..TAU.
    fn angle_between(&self, from: Vec2, to: Vec2) -> f32 {
        let right = ops::atan2(to.perp_dot(from), to.dot(from));
        let angle = if self.angle.0 < 0 { -right } else { right };
        if angle.abs() < NOTHING {
            0.0
        } else if angle < 0.0 {
            angle + TAU
        } else {
            angle
        }
    }
}

fn farthest(points: &[Vec2], from: Vec2) -> f32 {
    points.iter().map(|p| p.distance(from)).fold(0.0, f32::max)
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
    fn who_faces_as_the_other_does_keeps_his_gap_too() {
        // Half an inch west of the wheeling block's side: its rear left corner, 5.1264 from the pivot and 20.556 degrees
        // below the west, is 5.1264 cos(20.556 - turned) west of x 38.4 after so much. The other's right side stands at
        // x 33.1, 5.3 off, and it swings out to 5.1264 at most: no less than 0.1736 is left.
        let other = Footprint::new(Pose::new(31.9, 19.7, 0.0), 2.4, 1.2);
        assert_eq!(right(30).approaches(&u1(), &other, 0.1), None);
        // A gap of 0.2 it has at 5.1, after 20.556 - acos(5.1 / 5.1264).
        let at = right(30).approaches(&u1(), &other, 0.2).unwrap();
        let bearing = f32::atan2(1.8, 4.8) - f32::acos(5.1 / 26.28_f32.sqrt());
        assert!((at - bearing).abs() < 1e-4, "{at} {bearing}");
    }

    #[test]
    fn a_corner_that_dips_into_ground_and_out_again_is_met() {
        // An octagon of 1.768 about (32.677, 20.194), whose edge comes within 2.968 of the pivot; the farthest corner goes
        // round it at 2.984, and so 0.016 deep, for a few degrees.
        let corner = |n: u8| {
            let (sin, cos) = (f32::from(n) * 45.0).to_radians().sin_cos();
            Vec2::new(32.677_27, 20.193_84) + 1.768_27 * Vec2::new(cos, sin)
        };
        let shape = crate::table::Shape::Polygon((0..8).map(corner).collect());
        let wood = crate::table::Terrain { name: "wood".into(), kind: crate::cite::Word("woods"), shape };
        let ground = Ground::new(72.0, 48.0, &[wood]).unwrap();
        let mover = Footprint::new(Pose::new(34.836_67, 16.234_83, 150.62), 1.968_459, 2.242_63);
        let swing = Swing { pivot: Vec2::new(33.979_065, 15.751_993), angle: Cdeg::degrees(-360) };
        let met = swing.enters(&mover, ground.piece(TerrainId(0)).unwrap());
        assert!(met.is_some_and(|at| (at - 0.4975).abs() < 0.002), "{met:?}");
    }

    #[test]
    fn a_corner_on_the_pivot_is_touched_when_the_edges_meet() {
        // The other stands ahead of the pivot with its rear right corner on it and faces 5 degrees east of north: its right
        // side leaves the pivot ahead, 5 degrees east, and its rear edge runs 5 degrees north of the west. The front edge
        // comes from the west and turns north, so it lies along the rear edge after 5 degrees.
        let other = Footprint::new(Pose::new(0.0, 0.0, 5.0), 2.4, 1.2);
        let other = other.shifted(Vec2::new(38.4, 20.0) - other.corners()[2]);
        let touch = right(90).meets(&u1(), &other).unwrap();
        assert!((touch.at.to_degrees() - 5.0).abs() < 0.01 && touch.front, "{touch:?}");
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
