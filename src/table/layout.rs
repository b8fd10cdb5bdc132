//! Who stands where: every footprint on the table as one plain array in roster order.

use std::ops::Range;

use bevy::ecs::resource::Resource;
use bevy::math::Vec2;

use super::footprint::Footprint;
use super::measure::{self, TOUCHING};
use super::placement::{BaseSize, Placement};
use crate::ids::{Side, UnitId};
use crate::reads::{self, Area};

/// One footprint on the table, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foot {
    /// Whose it is.
    pub unit: UnitId,
    /// Which base of a loose unit; of a block 0, and 1 for a last rank that is a rectangle of its own.
    pub base: u8,
    /// The side of its unit.
    pub side: Side,
    /// Where it lies.
    pub print: Footprint,
}

/// All footprints on the table, ordered by roster and base. Every answer comes in that order.
#[derive(Resource, Clone, Debug, Default)]
pub struct Layout {
    feet: Vec<Foot>,
    units: Vec<UnitFeet>,
}

/// What the layout knows of one unit.
#[derive(Clone, Debug)]
struct UnitFeet {
    side: Side,
    size: BaseSize,
    feet: Range<usize>,
    /// A circle round all its footprints.
    centre: Vec2,
    radius: f32,
    /// One rectangle round them.
    hull: Option<Footprint>,
}

impl Layout {
    /// Nobody on the table yet: side and base size of every unit in roster order.
    pub fn new(units: impl IntoIterator<Item = (Side, BaseSize)>) -> Layout {
        let units = units
            .into_iter()
            .map(|(side, size)| UnitFeet { side, size, feet: 0..0, centre: Vec2::ZERO, radius: 0.0, hull: None })
            .collect();
        Layout { feet: Vec::new(), units }
    }

    /// Updates where a unit stands. A unit that is not in the roster is ignored.
    pub fn place(&mut self, unit: UnitId, placement: &Placement) {
        let Some(entry) = self.units.get(unit.index()) else { return };
        let (side, old) = (entry.side, entry.feet.clone());
        let prints = placement.footprints(entry.size);
        let new = old.start..old.start + prints.len();
        let (centre, radius) = circle_round(&prints);
        let hull = if let [one] = prints[..] { Some(one) } else { placement.hull(entry.size) };
        let feet = prints.iter().zip(0..).map(|(print, base)| Foot { unit, base, side, print: *print });
        if old.len() == new.len() {
            for (slot, foot) in self.feet[old].iter_mut().zip(feet) {
                *slot = foot;
            }
        } else {
            let (before, after) = (old.end, new.end);
            self.feet.splice(old, feet);
            for entry in &mut self.units[unit.index() + 1..] {
                entry.feet = entry.feet.start + after - before..entry.feet.end + after - before;
            }
        }
        let entry = &mut self.units[unit.index()];
        (entry.feet, entry.centre, entry.radius, entry.hull) = (new, centre, radius, hull);
    }

    /// Every footprint on the table.
    pub fn feet(&self) -> &[Foot] {
        reads::note_table();
        &self.feet
    }

    /// A rectangle round all footprints of a unit; none when it covers nothing.
    pub fn cover(&self, unit: UnitId) -> Option<Area> {
        /// By so much the rectangle round several footprints may be too small, inches: it is a sum of its own.
        const ROUNDING: f32 = 0.001;
        let entry = self.units.get(unit.index())?;
        let several = if entry.feet.len() > 1 { ROUNDING } else { 0.0 };
        entry.hull.map(|hull| covered(&hull).grown(several))
    }

    /// Whether a unit covers any part of the table.
    pub fn has(&self, unit: UnitId) -> bool {
        reads::note_state::<reads::Presence>(unit);
        self.units.get(unit.index()).is_some_and(|entry| !entry.feet.is_empty())
    }

    /// The footprints of one unit; none when it is off the table or a token.
    pub fn of(&self, unit: UnitId) -> &[Foot] {
        reads::note_place(unit);
        self.units.get(unit.index()).map_or(&[], |entry| &self.feet[entry.feet.clone()])
    }

    /// One rectangle round all footprints of a unit, as [`Placement::hull`] has it; none when it covers nothing.
    pub fn hull(&self, unit: UnitId) -> Option<Footprint> {
        reads::note_place(unit);
        self.units.get(unit.index()).and_then(|entry| entry.hull)
    }

    /// How many units the roster has, on the table or off it.
    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// Whose unit it is.
    pub fn side(&self, unit: UnitId) -> Option<Side> {
        self.units.get(unit.index()).map(|entry| entry.side)
    }

    /// The size of its bases.
    pub fn size(&self, unit: UnitId) -> Option<BaseSize> {
        self.units.get(unit.index()).map(|entry| entry.size)
    }

    /// The footprints whose surrounding circle comes within `reach` inches of a point: every footprint that may be that
    /// near, and some that are not.
    pub fn near(&self, point: Vec2, reach: f32) -> impl Iterator<Item = &Foot> {
        self.near_of(None, point, reach)
    }

    /// The same of one side, or of both.
    pub fn near_of(&self, side: Option<Side>, point: Vec2, reach: f32) -> impl Iterator<Item = &Foot> {
        let area = Area::round(point, (reach + TOUCHING).max(0.0));
        let within = move |centre: Vec2, radius: f32| {
            let limit = reach + radius + TOUCHING;
            limit >= 0.0 && centre.distance_squared(point) <= limit * limit
        };
        self.searched(side, area, within)
    }

    /// The footprints that may lie within `reach` inches of that one, itself included if it is on the table.
    pub fn around(&self, print: &Footprint, reach: f32) -> impl Iterator<Item = &Foot> {
        self.near(print.centre, print.radius + reach)
    }

    /// The footprints of one side, or of both, that may come within `gap` inches of that one on its way so many inches
    /// along a unit direction, itself included if it is on the table: all that do, and some that do not.
    pub fn along<'a>(
        &'a self,
        side: Option<Side>,
        print: &Footprint,
        direction: Vec2,
        reach: f32,
        gap: f32,
    ) -> impl Iterator<Item = &'a Foot> + use<'a> {
        // Seen along its way or, where it stays, along its own sides.
        let along = if reach > 0.0 { direction } else { print.forward() };
        let half_way = direction * reach.max(0.0) / 2.0;
        let room = gap + TOUCHING;
        let half_along = print.half_extent(along) + half_way.length() + room;
        let area = Area::new(print.centre + half_way, along, half_along, print.half_extent(along.perp()) + room);
        self.searched(side, area, move |centre, radius| area.meets_circle(centre, radius))
    }

    /// The footprints of one side, or of both, into which that one may run on its way so many inches along a unit
    /// direction: all that reach farther into its path than a graze of so many inches, and some that do not. What stands
    /// beside the path and touches it is none of them, so it may move without changing anything here.
    pub fn in_way<'a>(
        &'a self,
        side: Option<Side>,
        print: &Footprint,
        direction: Vec2,
        reach: f32,
        graze: f32,
    ) -> impl Iterator<Item = &'a Foot> + use<'a> {
        /// Sums of `f32` may differ by so much.
        const ROUNDING: f32 = 0.000_5;
        let inside = (graze.min(TOUCHING) - ROUNDING).max(0.0);
        let reach = reach.clamp(0.0, FARTHEST) + TOUCHING;
        let half_way = direction * ((reach + inside) / 2.0);
        let half_along = print.half_extent(direction) + (reach - inside) / 2.0;
        let half_across = (print.half_extent(direction.perp()) - inside).max(0.0);
        let area = Area::new(print.centre + half_way, direction, half_along, half_across);
        self.searched(side, area, move |centre, radius| area.meets_circle(centre, radius))
    }

    /// The footprints of one side, or of both, that may reach into an area, and whose surrounding circle passes a test of
    /// its centre and radius. What is noted as read is the area alone, so both must hold.
    fn searched(
        &self,
        side: Option<Side>,
        area: Area,
        test: impl Fn(Vec2, f32) -> bool + Copy,
    ) -> impl Iterator<Item = &Foot> {
        reads::note_area(side, area);
        self.units
            .iter()
            .filter(move |entry| side.is_none_or(|side| entry.side == side))
            .filter(move |entry| !entry.feet.is_empty() && test(entry.centre, entry.radius))
            .flat_map(|entry| &self.feet[entry.feet.clone()])
            .filter(move |foot| test(foot.print.centre, foot.print.radius) && area.meets(&covered(&foot.print)))
    }

    /// The footprints that overlap that one, itself included if it is on the table.
    pub fn overlapping(&self, print: &Footprint) -> impl Iterator<Item = &Foot> {
        self.along(None, print, Vec2::ZERO, 0.0, 0.0).filter(|foot| measure::overlap(print, &foot.print))
    }

    /// The shortest distance between two units, inches; 0 when they touch, none if one is not on the table.
    pub fn distance(&self, a: UnitId, b: UnitId) -> Option<f32> {
        let pairs = self.of(a).iter().flat_map(|x| self.of(b).iter().map(move |y| (x, y)));
        pairs.map(|(x, y)| measure::distance(&x.print, &y.print)).reduce(f32::min)
    }
}

/// Farther than any way on a table goes, inches.
const FARTHEST: f32 = 1e4;

/// The rectangle that a footprint covers.
fn covered(print: &Footprint) -> Area {
    Area::new(print.centre, print.forward(), print.half_depth, print.half_width)
}

/// Whose those footprints are, each unit once. The footprints of one unit must follow each other, as in every answer of
/// a layout.
pub fn whose<'a>(feet: impl Iterator<Item = &'a Foot>) -> impl Iterator<Item = UnitId> {
    let mut last = None;
    feet.filter_map(move |foot| (last.replace(foot.unit) != Some(foot.unit)).then_some(foot.unit))
}

/// A circle round all these footprints: its middle and its radius, inches.
pub fn circle_round(prints: &[Footprint]) -> (Vec2, f32) {
    match prints {
        [] => (Vec2::ZERO, 0.0),
        [one] => (one.centre, one.radius),
        many => {
            let centre = many.iter().map(|p| p.centre).sum::<Vec2>() / many.len() as f32;
            let radius = many.iter().map(|p| p.centre.distance(centre) + p.radius).fold(0.0, f32::max);
            (centre, radius)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Pose;

    fn units(layout: &Layout) -> Vec<(u16, u8)> {
        layout.feet().iter().map(|foot| (foot.unit.0, foot.base)).collect()
    }

    #[test]
    fn footprints_stay_in_roster_order_whoever_comes_and_goes() {
        let mut layout = Layout::new([(Side::North, BaseSize::new(2.0, 1.0)); 3]);
        let block = Placement::block(Pose::new(10.0, 10.0, 0.0), 2, 1);
        let loose =
            |count: u8| Placement::Loose((0..count).map(|n| Pose::new(20.0 + 2.0 * f32::from(n), 20.0, 0.0)).collect());
        layout.place(UnitId(2), &block);
        layout.place(UnitId(0), &block);
        layout.place(UnitId(1), &loose(3));
        assert_eq!(units(&layout), [(0, 0), (1, 0), (1, 1), (1, 2), (2, 0)]);
        layout.place(UnitId(1), &loose(2));
        layout.place(UnitId(0), &Placement::Off);
        assert_eq!(units(&layout), [(1, 0), (1, 1), (2, 0)]);
        assert_eq!(layout.of(UnitId(1)).len(), 2);
        assert_eq!(whose(layout.feet().iter()).collect::<Vec<_>>(), [UnitId(1), UnitId(2)]);
        let hull = layout.hull(UnitId(1)).unwrap();
        assert_eq!((hull.width(), hull.depth(), layout.hull(UnitId(0))), (4.0, 1.0, None));
        assert!(layout.of(UnitId(0)).is_empty() && layout.of(UnitId(9)).is_empty());
        layout.place(UnitId(9), &block);
        assert_eq!(layout.feet().len(), 3);
    }

    #[test]
    fn what_may_lie_near_is_found_and_what_overlaps_is_told() {
        let mut layout = Layout::new([(Side::North, BaseSize::new(2.0, 2.0)); 3]);
        for (unit, x) in [(0, 10.0), (1, 12.0), (2, 20.0)] {
            let pose = Pose::new(x, 10.0, 0.0);
            layout.place(UnitId(unit), &Placement::block(pose, 1, 1));
        }
        let near = |reach: f32| layout.near(Vec2::new(10.0, 9.0), reach).count();
        // The third begins 9 in away.
        assert_eq!((near(0.0), near(5.0), near(8.9), near(9.1)), (1, 2, 2, 3));
        let print = BaseSize::new(2.0, 2.0).base(Pose::new(11.0, 11.0, 0.0));
        let over: Vec<u16> = layout.overlapping(&print).map(|foot| foot.unit.0).collect();
        assert_eq!(over, [0, 1]);
        assert_eq!(layout.distance(UnitId(1), UnitId(2)), Some(6.0));
        assert_eq!(layout.distance(UnitId(0), UnitId(1)), Some(0.0));
    }
}
