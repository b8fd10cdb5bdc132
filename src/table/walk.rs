//! Walks a path: where the movers stand after each leg, and everything that the path meets, in order of distance. It
//! does not judge: it goes on through whatever it meets, and a ruleset decides where the move ends.

use super::footprint::{Footprint, turned};
use super::ground::{Ground, Piece};
use super::layout::{Foot, Layout};
use super::leg::LegWalk;
use super::measures::{Cdeg, Mil};
use super::placement::Footprints;
use super::pose::Leg;
use super::slide;
use super::span::Stretches;
use super::wheel::Wheel;
pub use super::wheeling::wheel_seat;
use crate::ids::{TerrainId, UnitId};

/// The table on which a path is walked.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// Who stands on the table.
    pub layout: &'a Layout,
    /// The table and its terrain.
    pub ground: &'a Ground,
    /// Areas that are not bases, such as zones ahead of a front; entering one is reported.
    pub zones: &'a [Footprint],
}

/// A path walked.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// One for each leg.
    pub stretches: Vec<Stretch>,
    /// In order of the distance along the path; at the same distance footprints before zones before terrain before
    /// the table edge, and each in its own order.
    pub meetings: Vec<Meeting>,
}

/// One leg walked.
#[derive(Clone, Debug, PartialEq)]
pub struct Stretch {
    /// The leg that is gone.
    pub leg: Leg,
    /// Inches along the path before it.
    pub from: f32,
    /// Inches along the path that it adds: for a wheel the arc of the outer front corner, for a turn in place 0.
    pub length: f32,
    /// The movers before it, in their order.
    pub before: Footprints,
    /// The movers after it.
    pub after: Footprints,
    /// What a wheel turns about.
    pub wheel: Option<Wheel>,
}

/// Something that a path meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Which leg.
    pub leg: usize,
    /// Inches along the whole path.
    pub along: f32,
    /// How far into the leg: inches of a straight leg, radians of a wheel, 0 at a turn in place.
    pub into: f32,
    /// Which of the movers.
    pub mover: usize,
    /// What is met.
    pub what: Met,
}

/// What is met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Met {
    /// A footprint is touched that the mover would go on over.
    Foot {
        /// Whose it is.
        unit: UnitId,
        /// Which of the unit's footprints.
        base: u8,
        /// Whether it is touched by the mover's front edge or a front corner.
        front: bool,
        /// How much of a straight path's width it takes up, inches; 0 in a wheel.
        width: f32,
    },
    /// A zone of the scene begins to be overlapped.
    Zone(usize),
    /// The footprint begins to lie on a piece of terrain.
    Enter(TerrainId),
    /// It no longer lies on it. After a wheel this is reported at the wheel's end.
    Leave(TerrainId),
    /// A part of it leaves the table.
    TableEdge,
}

/// Walks the legs with footprints that move as one body. In a wheel all of them turn about the body's inner front
/// corner, in a turn in place each about its own centre; a change of formation moves nothing. Other footprints of the
/// movers' own units are ignored.
pub fn walk(scene: &Scene, movers: &[Foot], legs: &[Leg]) -> Walk {
    let mut now: Footprints = movers.iter().map(|foot| foot.print).collect();
    let mut walk = Walk { stretches: Vec::with_capacity(legs.len()), meetings: Vec::new() };
    let mut along = 0.0;
    for (n, &leg) in legs.iter().enumerate() {
        let before = now.clone();
        let first = walk.meetings.len();
        let mut leg_walk = LegWalk { scene, movers, before: &before, leg: n, along, meetings: &mut walk.meetings };
        let (length, wheel) = match leg {
            Leg::Ahead(by) => (leg_walk.slide(Cdeg::ZERO, by.to_inches()), None),
            Leg::Slide(angle, by) => (leg_walk.slide(angle, by.to_inches()), None),
            Leg::Wheel(angle) => leg_walk.wheel(angle),
            Leg::Face(angle) => {
                leg_walk.face(angle);
                (0.0, None)
            }
            Leg::Form(_) => (0.0, None),
        };
        walk.meetings[first..].sort_by(|a, b| a.along.total_cmp(&b.along).then(order(a).cmp(&order(b))));
        now = stepped(&before, leg, wheel.as_ref());
        walk.stretches.push(Stretch { leg, from: along, length, before, after: now.clone(), wheel });
        along += length;
    }
    walk
}

/// The movers after one leg.
pub fn stepped(movers: &[Footprint], leg: Leg, wheel: Option<&Wheel>) -> Footprints {
    let each = |print: &Footprint| match (leg, wheel) {
        (Leg::Ahead(by), _) => print.ahead(by.to_inches()),
        (Leg::Slide(angle, by), _) => print.shifted(turned(print.forward(), angle) * by.to_inches()),
        (Leg::Wheel(angle), Some(wheel)) => wheel.turned(print, angle),
        (Leg::Face(angle), _) => print.faced(angle),
        (Leg::Wheel(_), None) | (Leg::Form(_), _) => *print,
    };
    movers.iter().map(each).collect()
}

impl Walk {
    /// The movers at the end; as they stood if there is no leg.
    pub fn end(&self) -> Option<&Footprints> {
        self.stretches.last().map(|stretch| &stretch.after)
    }

    /// The length of the whole path, inches.
    pub fn length(&self) -> f32 {
        self.stretches.last().map_or(0.0, |stretch| stretch.from + stretch.length)
    }

    /// The movers after so many inches of the path; at its end if it is shorter. Inside a wheel the angle is rounded
    /// down to 1/100 degree. None for a path without legs.
    pub fn at(&self, along: f32) -> Option<Footprints> {
        let stretch = self.stretches.iter().find(|s| along < s.from + s.length);
        let Some(stretch) = stretch else { return self.end().cloned() };
        let into = (along - stretch.from).max(0.0);
        let each = |print: &Footprint| match (stretch.leg, stretch.wheel) {
            (Leg::Ahead(by), _) => print.ahead(if by < Mil::ZERO { -into } else { into }),
            (Leg::Slide(angle, by), _) => {
                print.shifted(turned(print.forward(), angle) * if by < Mil::ZERO { -into } else { into })
            }
            (Leg::Wheel(_), Some(wheel)) => wheel.turned(print, wheel_seat(into / wheel.radius)),
            (Leg::Wheel(_), None) | (Leg::Face(_) | Leg::Form(_), _) => *print,
        };
        Some(stretch.before.iter().map(each).collect())
    }

    /// The legs up to a meeting, in whole numbers rounded down so that nothing overlaps, ending `gap` short of it,
    /// and what remains of the path after that: the rest of its own leg and all later ones.
    pub fn split(&self, meeting: &Meeting, gap: Mil) -> (Vec<Leg>, Vec<Leg>) {
        let legs = || self.stretches.iter().map(|stretch| stretch.leg);
        let mut done: Vec<Leg> = legs().take(meeting.leg).collect();
        let mut rest = Vec::new();
        if let Some(stretch) = self.stretches.get(meeting.leg) {
            let (first, second) = parted(stretch, meeting.into, gap);
            done.extend(first);
            rest.extend(second);
        }
        rest.extend(legs().skip(meeting.leg + 1));
        (done, rest)
    }
}

/// A leg cut in two; a part of length 0 is left out.
fn parted(stretch: &Stretch, into: f32, gap: Mil) -> (Option<Leg>, Option<Leg>) {
    let straight = |leg: &dyn Fn(Mil) -> Leg, by: Mil| {
        let size = slide::seat(into, gap).min(Mil(by.0.abs()));
        let first = Mil(if by < Mil::ZERO { -size.0 } else { size.0 });
        let some = |part: Mil| (part != Mil::ZERO).then(|| leg(part));
        (some(first), some(by - first))
    };
    match stretch.leg {
        Leg::Ahead(by) => straight(&Leg::Ahead, by),
        Leg::Slide(angle, by) => straight(&|part| Leg::Slide(angle, part), by),
        Leg::Wheel(angle) => {
            let short = stretch.wheel.map_or(0.0, |wheel| gap.to_inches() / wheel.radius);
            let size = wheel_seat((into - short).max(0.0)).0.min(angle.0.abs());
            let first = Cdeg(if angle < Cdeg::ZERO { -size } else { size });
            let some = |part: Cdeg| (part != Cdeg::ZERO).then_some(Leg::Wheel(part));
            (some(first), some(angle - first))
        }
        Leg::Face(_) | Leg::Form(_) => (None, Some(stretch.leg)),
    }
}

/// The order of things met at the same distance.
fn order(meeting: &Meeting) -> (u8, usize, u8, usize) {
    let (kind, which, base) = match meeting.what {
        Met::Foot { unit, base, .. } => (0, unit.index(), base),
        Met::Zone(zone) => (1, zone, 0),
        Met::Leave(piece) => (2, piece.index(), 0),
        Met::Enter(piece) => (3, piece.index(), 0),
        Met::TableEdge => (4, 0, 0),
    };
    (kind, which, base, meeting.mover)
}

/// The stretches of a straight leg on which the middle of the mover's front is inside a piece of terrain, as distances
/// along the leg: for ground that slows by the inch.
pub fn front_inside(print: &Footprint, leg: Leg, piece: &Piece) -> Stretches {
    let to = match leg {
        Leg::Ahead(_) | Leg::Slide(..) => stepped(&[*print], leg, None),
        Leg::Wheel(_) | Leg::Face(_) | Leg::Form(_) => return Stretches::new(),
    };
    to.first().map_or_else(Stretches::new, |end| piece.run(print.front(), end.front()))
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::*;
    use crate::cite::Word;
    use crate::ids::Side;
    use crate::table::{BaseSize, Placement, Pose, Shape, Terrain, measure};

    /// Unit 0 and 1 side by side, front 9.6 together with the right corner at (43.2, 20); enemies after them.
    struct Field {
        layout: Layout,
        ground: Ground,
    }

    impl Field {
        fn new(enemies: &[Pose]) -> Field {
            let size = BaseSize::new(2.4, 1.8);
            let sides = [Side::South; 2].into_iter().chain(enemies.iter().map(|_| Side::North));
            let mut layout = Layout::new(sides.map(|side| (side, size)));
            let own = [Pose::new(36.0, 20.0, 0.0), Pose::new(40.8, 20.0, 0.0)];
            for (unit, pose) in (0..).zip(own.iter().chain(enemies)) {
                layout.place(UnitId(unit), &Placement::block(*pose, 2, 1));
            }
            let corners = [(0.0, 26.0), (72.0, 26.0), (72.0, 28.0), (0.0, 28.0)].map(|(x, y)| Vec2::new(x, y));
            let shape = Shape::Polygon(corners.to_vec());
            let wood = Terrain { name: "wood".into(), kind: Word("woods"), shape };
            Field { layout, ground: Ground::new(72.0, 48.0, &[wood]).unwrap() }
        }

        fn walk(&self, movers: usize, legs: &[Leg]) -> Walk {
            let scene = Scene { layout: &self.layout, ground: &self.ground, zones: &[] };
            walk(&scene, &self.layout.feet()[..movers], legs)
        }
    }

    fn told(walk: &Walk) -> Vec<(i32, Met)> {
        walk.meetings.iter().map(|m| (Mil::measured(m.along).0, m.what)).collect()
    }

    #[test]
    fn a_straight_path_tells_what_it_meets_in_order() {
        let field = Field::new(&[Pose::new(36.0, 28.4, 180.0)]);
        let walk = field.walk(1, &[Leg::Ahead(Mil::inches(29))]);
        // The wood is 2 deep and the mover 1.8, so it is clear of it after 6 + 2 + 1.8.
        let wood = TerrainId(0);
        let [(a, first), (b, second), (c, third), (d, last)] = told(&walk)[..] else { panic!("{walk:?}") };
        assert_eq!([a, b, c, d], [6000, 8400, 9800, 28_000]);
        assert_eq!((first, third, last), (Met::Enter(wood), Met::Leave(wood), Met::TableEdge));
        assert!(matches!(second, Met::Foot { unit: UnitId(2), front: true, .. }), "{second:?}");
    }

    #[test]
    fn a_path_is_cut_where_it_meets_something() {
        let field = Field::new(&[Pose::new(36.0, 28.4, 180.0)]);
        let walk = field.walk(1, &[Leg::Ahead(Mil(9000)), Leg::Ahead(Mil(500))]);
        let enemy = walk.meetings.iter().find(|m| matches!(m.what, Met::Foot { .. })).unwrap();
        let (done, rest) = walk.split(enemy, Mil::ZERO);
        assert_eq!((done, rest), (vec![Leg::Ahead(Mil(8400))], vec![Leg::Ahead(Mil(600)), Leg::Ahead(Mil(500))]));
        let (short, _) = walk.split(enemy, Mil(100));
        assert_eq!(short, [Leg::Ahead(Mil(8300))]);
    }

    #[test]
    fn a_body_wheels_as_one_and_then_goes_straight() {
        let field = Field::new(&[]);
        let walk = field.walk(2, &[Leg::Wheel(Cdeg(690)), Leg::Ahead(Mil(3000))]);
        let end = walk.end().unwrap();
        assert_eq!([end[0].heading, end[1].heading], [Cdeg(690); 2]);
        // The pivot (43.2, 20) goes straight on by 3 inches at 6.9 degrees: sine 0.120137, cosine 0.992757.
        assert!(end[1].corners()[1].distance(Vec2::new(43.2 + 0.360_41, 20.0 + 2.978_27)) < 1e-3);
        assert!(!measure::overlap(&end[0], &end[1]) && measure::distance(&end[0], &end[1]) < 1e-3);
        // 0.120428 x 9.6 of arc and 3 inches.
        assert!((walk.length() - 4.156_11).abs() < 1e-3);
        assert!((walk.stretches[1].from - 1.156_11).abs() < 1e-3);
    }

    #[test]
    fn half_way_is_half_of_the_whole_path() {
        let field = Field::new(&[]);
        // 11 degrees of a 9.6 inch front are 1.84307 inches of arc; with 4 inches more half of all is 2.92154.
        let walk = field.walk(2, &[Leg::Wheel(Cdeg::degrees(11)), Leg::Ahead(Mil(4000))]);
        let half = walk.at(walk.length() / 2.0).unwrap();
        assert_eq!(half[0].heading, Cdeg::degrees(11));
        assert!(half[0].centre.distance(walk.stretches[1].before[0].ahead(1.078_47).centre) < 1e-3);
        let in_the_wheel = walk.at(0.921_53).unwrap();
        assert!((in_the_wheel[1].heading.0 - 550).abs() <= 1);
        assert_eq!(walk.at(99.0).as_ref(), walk.end());
    }

    #[test]
    fn a_wheel_meets_by_its_angle_and_is_cut_by_its_angle() {
        // The outer corner, 9.6 from (43.2, 20), comes to y 23 after asin(3 / 9.6), at x 34.08, and the enemy's front
        // lies there from x 30 to 34.8.
        let field = Field::new(&[Pose::new(32.4, 23.0, 180.0)]);
        let walk = field.walk(2, &[Leg::Wheel(Cdeg::degrees(30)), Leg::Ahead(Mil(1000))]);
        let meeting = walk.meetings.iter().find(|m| matches!(m.what, Met::Foot { .. })).unwrap();
        assert!(matches!(meeting.what, Met::Foot { unit: UnitId(2), front: true, .. }));
        let angle = 0.317_838_f32;
        assert!((meeting.into - angle).abs() < 1e-3 && (meeting.along - angle * 9.6).abs() < 0.01);
        let (done, rest) = walk.split(meeting, Mil::ZERO);
        let [Leg::Wheel(first)] = done[..] else { panic!("{done:?}") };
        assert!((first.to_degrees() - angle.to_degrees()).abs() < 0.06);
        assert_eq!(rest, [Leg::Wheel(Cdeg(3000 - first.0)), Leg::Ahead(Mil(1000))]);
        let stopped = field.walk(2, &done);
        assert!(!measure::overlap(&stopped.end().unwrap()[0], &field.layout.of(UnitId(2))[0].print));
        assert!(measure::within(&stopped.end().unwrap()[0], &field.layout.of(UnitId(2))[0].print, measure::TOUCH));
    }

    #[test]
    fn an_about_face_covers_the_same_ground_and_meets_nobody() {
        let field = Field::new(&[]);
        let walk = field.walk(2, &[Leg::Face(Cdeg::HALF), Leg::Ahead(Mil(1000))]);
        assert!(walk.meetings.is_empty(), "{walk:?}");
        assert!(walk.end().unwrap()[0].front().distance(Vec2::new(36.0, 17.2)) < 1e-4);
    }

    #[test]
    fn zones_are_told_when_they_are_entered_not_when_one_stands_in_them() {
        let field = Field::new(&[]);
        let zones = [
            Footprint::new(Pose::new(36.0, 25.0, 180.0), 4.8, 2.0),
            Footprint::new(Pose::new(36.0, 21.0, 0.0), 4.8, 2.0),
        ];
        let scene = Scene { layout: &field.layout, ground: &field.ground, zones: &zones };
        // The first lies over y 25 to 27, the second over y 19 to 21, where the mover stands.
        let walk = walk(&scene, &field.layout.feet()[..1], &[Leg::Ahead(Mil(5500))]);
        assert_eq!(told(&walk), [(5000, Met::Zone(0))]);
    }

    #[test]
    fn the_front_middle_runs_inside_slow_ground() {
        let field = Field::new(&[]);
        let print = field.layout.feet()[0].print;
        let inside = front_inside(&print, Leg::Ahead(Mil(7000)), &field.ground.pieces()[0]);
        assert_eq!(inside.len(), 1);
        assert!((inside[0].0 - 6.0).abs() < 1e-4 && (inside[0].1 - 7.0).abs() < 1e-4);
    }

    #[test]
    fn to_the_side_no_front_touches() {
        let field = Field::new(&[Pose::new(48.0, 20.0, 0.0)]);
        let walk = field.walk(2, &[Leg::Slide(Cdeg::degrees(90), Mil(5000))]);
        // From x 43.2 to 45.6.
        let touched = walk.meetings.iter().find(|m| matches!(m.what, Met::Foot { front: false, .. })).unwrap();
        assert_eq!((Mil::measured(touched.along), touched.mover), (Mil(2400), 1));
    }
}
