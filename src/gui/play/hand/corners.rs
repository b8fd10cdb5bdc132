//! The front corners by which a hand wheels a unit and all that wheels with it: of where they stand, and of where they would
//! end by what the hand holds already.

use bevy_egui::egui::{Pos2, Rect};

use crate::battle::{Handle, Param, View};
use crate::gui::board::camera::Camera;
use crate::gui::board::overlay::joined;
use crate::gui::game::hand::{self, Held};
use crate::gui::game::scene::prints;
use crate::gui::play::state::{Corner, Now, Play};
use crate::ids::UnitId;
use crate::lab::chronicle::units_of;
use crate::table::{Footprint, hull};

/// How near to a corner a handle is, pixels; but no nearer to it than a quarter of the front, so that the middle of what is
/// small is still its base.
const HANDLE: f32 = 10.0;

/// All that wheels with a unit, as rectangles whose front corners are handles: where it would end, where that is elsewhere,
/// and where it stands. None where nothing wheels.
pub fn of(play: &Play, now: &Now, unit: UnitId) -> Vec<(Footprint, bool)> {
    let view = play.game.view();
    let held = play.hand.held();
    let choice = hand::for_drag(&view, &now.offers.all, unit, false, held.map(|h| &h.choice), hand::can_be_wheeled);
    let Some(choice) = choice else { return Vec::new() };
    let all: Vec<UnitId> = choice.action.who.iter().flat_map(|who| units_of(&view, *who)).collect();
    let ended = held.filter(|held| held.choice.action == choice.action).and_then(|held| ended(&view, held, unit, &all));
    let stand: Vec<Footprint> = all.iter().flat_map(|unit| prints(&view, *unit)).collect();
    let stands = one(&stand).or_else(|| view.hull(unit));
    ended.map(|print| (print, true)).into_iter().chain(stands.map(|print| (print, false))).collect()
}

/// All that wheels as one where it would end by what is held; none where it stays.
fn ended(view: &View, held: &Held, unit: UnitId, all: &[UnitId]) -> Option<Footprint> {
    let ruling = held.verdict.as_ref().ok()?;
    let (_, pose) = ruling.ends.iter().find(|(of, _)| *of == unit)?;
    if view.pose(unit)?.place() == pose.place() {
        return None;
    }
    let at = |of: &UnitId| -> Vec<Footprint> {
        let ends = ruling.ends.iter().filter(|(end, _)| end == of);
        ends.flat_map(|(_, pose)| ruling.placement(view, *of, *pose).footprints(view.roster().base(*of)).to_vec())
            .collect()
    };
    let together: Vec<Footprint> = all.iter().flat_map(at).collect();
    one(&together).or_else(|| hull::round(&at(&unit)))
}

/// Bases that stand in one line as one.
fn one(prints: &[Footprint]) -> Option<Footprint> {
    match joined(prints)[..] {
        [one] => Some(one),
        _ => None,
    }
}

/// The front corner under the pointer, when there is one.
pub fn under(play: &Play, now: &Now, unit: UnitId, camera: &Camera, view: Rect, at: Pos2) -> Option<Corner> {
    of(play, now, unit)
        .into_iter()
        .find_map(|(of, ended)| corner(&of, camera, view, at).map(|right| Corner { right, of, ended }))
}

/// The front corner of a rectangle under the pointer, when there is one: whether it is the right one.
fn corner(print: &Footprint, camera: &Camera, view: Rect, at: Pos2) -> Option<bool> {
    let [left, right, ..] = print.corners().map(|c| camera.to_screen(view, c));
    let reach = HANDLE.min(left.distance(right) / 4.0);
    let near = |p: Pos2| p.distance(at) <= reach;
    match (near(left), near(right)) {
        (true, _) => Some(false),
        (_, true) => Some(true),
        _ => None,
    }
}

/// Which of a choice's values a corner varies.
pub fn wheel(held: &Held) -> Option<usize> {
    let arc = |param: &Param| matches!(param.handle, Handle::Arc { .. });
    held.choice.params.iter().position(arc)
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;
    use bevy_egui::egui;

    use super::*;
    use crate::table::Pose;

    #[test]
    fn the_corner_under_the_pointer_is_found_within_ten_pixels_or_a_quarter_of_the_front() {
        let view = Rect::from_min_size(Pos2::ZERO, egui::Vec2::new(800.0, 600.0));
        let camera = Camera { centre: Vec2::new(36.0, 20.0), zoom: 10.0, turned: false };
        let print = Footprint::new(Pose::new(36.0, 20.0, 0.0), 4.0, 2.0);
        // The front right corner is two inches east of the middle.
        let right = Pos2::new(420.0, 300.0);
        assert_eq!(corner(&print, &camera, view, right + egui::Vec2::new(9.0, 0.0)), Some(true));
        assert_eq!(corner(&print, &camera, view, right + egui::Vec2::new(11.0, 0.0)), None);
        assert_eq!(corner(&print, &camera, view, Pos2::new(380.0, 300.0)), Some(false));
        let small = Footprint::new(Pose::new(36.0, 20.0, 0.0), 1.6, 1.6);
        assert_eq!(corner(&small, &camera, view, Pos2::new(408.0 - 3.0, 300.0)), Some(true));
        assert_eq!(corner(&small, &camera, view, Pos2::new(400.0, 300.0)), None, "the middle is the base");
    }
}
