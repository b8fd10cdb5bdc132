//! Lines of fire, and the ground that binds, over the table.

use bevy::math::Vec2;
use bevy_egui::egui::{self, Painter, Pos2, Stroke};

use super::over::Sight;
use super::pen::{self, Dash};
use super::tape;
use crate::gui::theme::{ink, veil};
use crate::picture::palette::{INK, REFUSED};

/// The line of a shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineOfFire {
    pub from: Vec2,
    pub to: Vec2,
    /// Where on it the sight ends; none: it is clear.
    pub blocked: Option<Vec2>,
}

/// Ground in which a unit is bound by its enemies.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    pub area: Vec<Vec2>,
    /// From who is bound there now to who binds it.
    pub holds: Option<(Vec2, Vec2)>,
}

/// A dot every so many pixels beyond where sight ends.
const UNSEEN: Dash = Dash::Dotted(4.0);
/// Half the cross where it ends, pixels.
const CROSS: f32 = 5.0;

/// Paints the ground that binds: hatched, and darker where it binds now.
pub fn ground(painter: &Painter, sight: &Sight, grounds: &[Binding]) {
    for ground in grounds {
        let area: Vec<Pos2> = ground.area.iter().map(|p| sight.at(*p)).collect();
        if area.len() < 3 {
            continue;
        }
        let share = if ground.holds.is_some() { 0.55 } else { 0.3 };
        pen::hatch(painter, &area, 5.0, false, Stroke::new(0.9, veil(REFUSED, share)));
        pen::line(painter, &area, true, Stroke::new(1.2, ink(REFUSED)), pen::CORRIDOR);
    }
}

/// Paints how far off those are who bind.
pub fn holds(painter: &Painter, sight: &Sight, grounds: &[Binding]) {
    for (bound, binder) in grounds.iter().filter_map(|ground| ground.holds) {
        tape::gap(painter, sight.at(bound), sight.at(binder), ink(REFUSED));
    }
}

/// Paints the lines: as far as one sees, then a cross and dots.
pub fn lines_of_fire(painter: &Painter, sight: &Sight, lines_of_fire: &[LineOfFire]) {
    let stroke = Stroke::new(1.0, ink(INK));
    for line in lines_of_fire {
        let (from, to) = (sight.at(line.from), sight.at(line.to));
        let Some(end) = line.blocked.map(|end| sight.at(end)) else {
            painter.line_segment([from, to], stroke);
            continue;
        };
        painter.line_segment([from, end], stroke);
        pen::line(painter, &[end, to], false, Stroke::new(1.6, ink(INK)), UNSEEN);
        for arm in [egui::Vec2::splat(CROSS), egui::Vec2::new(CROSS, -CROSS)] {
            painter.line_segment([end - arm, end + arm], Stroke::new(1.8, ink(INK)));
        }
    }
}
