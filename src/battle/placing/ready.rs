//! Ready-made deployments of whole armies: as their file has them, mirrored, and in lines with the foot in the middle.

use super::{LineUp, mirrored};
use crate::battle::view::View;
use crate::ids::{Side, UnitId};
use crate::table::{Mil, Place};

/// How an army is drawn up in lines.
pub struct Ready<'a> {
    /// What its side may see.
    pub view: View<'a>,
    /// Whose army it is.
    pub side: Side,
    /// How wide and deep a unit stands, inches.
    pub size: &'a dyn Fn(UnitId) -> (f32, f32),
    /// Whether a unit stands at the wings.
    pub mounted: &'a dyn Fn(UnitId) -> bool,
    /// How far the foremost line stands from the side's own edge.
    pub front: Mil,
    /// The gap between units.
    pub gap: Mil,
    /// How far lines stay from the left and right edges of the table.
    pub aside: Mil,
    /// The gap behind a line, inches.
    pub behind: f32,
}

impl Ready<'_> {
    /// The deployments to choose from, each with the place of every unit; some may not be legal. `listed` says where the file has
    /// a unit.
    pub fn plans(&self, units: &[UnitId], listed: impl Fn(UnitId) -> Option<Place>) -> Vec<Vec<(UnitId, Place)>> {
        let listed: Vec<(UnitId, Place)> = units.iter().filter_map(|unit| Some((*unit, listed(*unit)?))).collect();
        let mut plans = Vec::new();
        if listed.len() == units.len() {
            let mirrored = mirrored(&self.view, &listed);
            plans.extend([listed, mirrored]);
        }
        plans.extend([0, 1, 2].map(|wings| self.in_lines(units, wings)));
        plans.dedup();
        plans
    }

    /// The foot in the middle of the foremost line and the horse at its wings; what finds no room there goes behind. Of horse
    /// `wings` says where: at both wings, all on the left, or all on the right.
    fn in_lines(&self, units: &[UnitId], wings: u8) -> Vec<(UnitId, Place)> {
        let width = |unit: UnitId| (self.size)(unit).0;
        let (horse, foot): (Vec<UnitId>, Vec<UnitId>) = units.iter().partition(|unit| (self.mounted)(**unit));
        let half = match wings {
            0 => horse.len() / 2,
            1 => horse.len(),
            _ => 0,
        };
        let (left, right) = horse.split_at(half);
        let mut waiting: Vec<UnitId> = left.iter().chain(&foot).chain(right).copied().collect();
        let mut lines = LineUp {
            view: self.view,
            side: self.side,
            width: &width,
            gap: self.gap,
            line: self.gap,
            aside: self.aside,
            front: self.front,
            places: Vec::new(),
        };
        let span = (self.aside.to_inches(), self.view.ground().width - self.aside.to_inches());
        while !waiting.is_empty() && lines.front > Mil::ZERO {
            let bodies: Vec<[UnitId; 1]> = waiting.iter().map(|unit| [*unit]).collect();
            let slices: Vec<&[UnitId]> = bodies.iter().map(<[UnitId; 1]>::as_slice).collect();
            let rest: Vec<UnitId> = lines.fill(&slices, span).into_iter().flatten().copied().collect();
            let placed = waiting.len() - rest.len();
            if placed == 0 {
                break;
            }
            let deep = waiting[..placed].iter().map(|unit| (self.size)(*unit).1).fold(0.0, f32::max);
            lines.front = lines.front - Mil::up(deep + self.behind);
            waiting = rest;
        }
        lines.places
    }
}
