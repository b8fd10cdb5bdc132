//! Who stands where: every footprint on the table as one plain array in roster order.

use std::ops::Range;

use bevy::ecs::resource::Resource;
use bevy::math::Vec2;

use super::footprint::Footprint;
use super::measure::{self, TOUCHING};
use super::placement::{BaseSize, Placement};
use crate::ids::{Side, UnitId};

/// One footprint on the table, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foot {
    /// Whose it is.
    pub unit: UnitId,
    /// Which base of the unit; 0 for a block.
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
}

impl Layout {
    /// Nobody on the table yet: side and base size of every unit in roster order.
    pub fn new(units: impl IntoIterator<Item = (Side, BaseSize)>) -> Layout {
        let units = units
            .into_iter()
            .map(|(side, size)| UnitFeet { side, size, feet: 0..0, centre: Vec2::ZERO, radius: 0.0 })
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
        (entry.feet, entry.centre, entry.radius) = (new, centre, radius);
    }

    /// Every footprint on the table.
    pub fn feet(&self) -> &[Foot] {
        &self.feet
    }

    /// The footprints of one unit; none when it is off the table or a token.
    pub fn of(&self, unit: UnitId) -> &[Foot] {
        self.units.get(unit.index()).map_or(&[], |entry| &self.feet[entry.feet.clone()])
    }

    /// The footprint of a block, or the first footprint of a loose unit.
    pub fn print(&self, unit: UnitId) -> Option<&Footprint> {
        self.of(unit).first().map(|foot| &foot.print)
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
        let within = move |centre: Vec2, radius: f32| {
            let limit = reach + radius + TOUCHING;
            limit >= 0.0 && centre.distance_squared(point) <= limit * limit
        };
        self.units
            .iter()
            .filter(move |entry| !entry.feet.is_empty() && within(entry.centre, entry.radius))
            .flat_map(|entry| &self.feet[entry.feet.clone()])
            .filter(move |foot| within(foot.print.centre, foot.print.radius))
    }

    /// The footprints that may lie within `reach` inches of that one, itself included if it is on the table.
    pub fn around(&self, print: &Footprint, reach: f32) -> impl Iterator<Item = &Foot> {
        self.near(print.centre, print.radius + reach)
    }

    /// The footprints that overlap that one, itself included if it is on the table.
    pub fn overlapping(&self, print: &Footprint) -> impl Iterator<Item = &Foot> {
        self.around(print, 0.0).filter(|foot| measure::overlap(print, &foot.print))
    }

    /// The shortest distance between two units, inches; 0 when they touch, none if one is not on the table.
    pub fn distance(&self, a: UnitId, b: UnitId) -> Option<f32> {
        let pairs = self.of(a).iter().flat_map(|x| self.of(b).iter().map(move |y| (x, y)));
        pairs.map(|(x, y)| measure::distance(&x.print, &y.print)).reduce(f32::min)
    }
}

fn circle_round(prints: &[Footprint]) -> (Vec2, f32) {
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
        let block = Placement::Block { pose: Pose::new(10.0, 10.0, 0.0), files: 2, ranks: 1 };
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
        assert!(layout.of(UnitId(0)).is_empty() && layout.of(UnitId(9)).is_empty());
        layout.place(UnitId(9), &block);
        assert_eq!(layout.feet().len(), 3);
    }

    #[test]
    fn what_may_lie_near_is_found_and_what_overlaps_is_told() {
        let mut layout = Layout::new([(Side::North, BaseSize::new(2.0, 2.0)); 3]);
        for (unit, x) in [(0, 10.0), (1, 12.0), (2, 20.0)] {
            let pose = Pose::new(x, 10.0, 0.0);
            layout.place(UnitId(unit), &Placement::Block { pose, files: 1, ranks: 1 });
        }
        let near = |reach: f32| layout.near(Vec2::new(10.0, 9.0), reach).count();
        assert_eq!((near(0.0), near(5.0), near(8.7)), (1, 2, 3));
        let print = BaseSize::new(2.0, 2.0).base(Pose::new(11.0, 11.0, 0.0));
        let over: Vec<u16> = layout.overlapping(&print).map(|foot| foot.unit.0).collect();
        assert_eq!(over, [0, 1]);
        assert_eq!(layout.distance(UnitId(1), UnitId(2)), Some(6.0));
        assert_eq!(layout.distance(UnitId(0), UnitId(1)), Some(0.0));
    }
}
