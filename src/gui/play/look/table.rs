//! The table's part of the screen: what is painted there, and what the pointer does to it.

use std::borrow::Cow;

use bevy::math::Vec2;
use bevy_egui::egui::{self, CursorIcon, PointerButton, Pos2, Rect, Sense, Ui};

use crate::battle::{Arg, Ref, Refusal};
use crate::cite::{HOUSE, Word};
use crate::gui::board::camera::Camera;
use crate::gui::board::glyph::Glyphs;
use crate::gui::board::orders as marks;
use crate::gui::board::over::{self, Sight};
use crate::gui::board::overlay;
use crate::gui::board::rulers;
use crate::gui::board::scene::{Scene, Stand};
use crate::gui::board::tags::Places;
use crate::gui::game::hand;
use crate::gui::language::translate;
use crate::gui::play::gather;
use crate::gui::play::hand::corners;
use crate::gui::play::hand::drag;
use crate::gui::play::hand::spot;
use crate::gui::play::look::{drawn, ground, orders};
use crate::gui::play::state::Grip;
use crate::gui::play::state::{Now, Play};
use crate::gui::play::umpire;
use crate::gui::text::{self, SMALL};
use crate::gui::theme::{Theme, ink};
use crate::gui::widgets::icon;
use crate::ids::UnitId;
use crate::picture::palette::{INK, RULER};
use crate::table::Footprint;

/// How wide what is told of the ground is at most, logical pixels.
const GROUND: f32 = 420.0;
/// A click so many points beside a base is meant for it.
const BESIDE: f32 = 3.0;
/// As near to others as this, pixels, a hand need not put what it places beside them; and no nearer than that, inches.
const DRAWN: f32 = 9.0;
const DRAWN_LEAST: f32 = 0.3;

/// Shows the table in that rectangle and lets the pointer work on it.
pub fn show(ui: &mut Ui, glyphs: &mut Glyphs, area: Rect, play: &mut Play) {
    let now = play.now();
    let view = rulers::view(area);
    let table = now.scene.table;
    let mut camera = fitted(play.look.camera(), play.look.whole_in(), table, view);
    let response = ui.interact(view, ui.id().with("table"), Sense::click_and_drag());
    look_round(ui, &response, view, table, &mut camera);
    let level = play.look.see(camera, view);
    point(ui, &response, &Sight { camera, view, level }, play, &now);
    let camera = play.look.camera().unwrap_or(camera);
    let sight = Sight { camera, view, level };
    let now = play.now();
    let painter = ui.painter().with_clip_rect(view);
    let moved = play.look.motion().moved(&now.scene);
    let feet = |unit: UnitId| -> Vec<Footprint> {
        let Some((p, piece)) = now.scene.pieces.iter().enumerate().find(|(_, p)| p.unit == unit) else {
            return Vec::new();
        };
        let at = |f: usize| {
            moved.iter().find(|(mp, mf, _)| (*mp, *mf) == (p, f)).map_or(piece.feet()[f], |(.., print)| *print)
        };
        (0..piece.feet().len()).map(at).collect()
    };
    let all_threats = ui.input(|i| i.modifiers.alt);
    let overlays = drawn::overlays(play, &now, &feet, all_threats);
    let mut places = Places::default();
    overlay::under(&painter, &sight, &overlays);
    marks::take_places(painter.ctx(), &sight, &overlays.orders, &mut places);
    let riding = ridden(&now.scene, &play.look.motion().riding());
    let (names, mut sides) = (play.look.aids().names, play.look.sides().clone());
    over::paint(&painter, glyphs, &sight, &riding, &feet, &mut places, &mut sides, names);
    overlay::over(&painter, glyphs, &sight, &overlays, &mut places);
    handles(&painter, &sight, play, &now);
    play.look.keep_sides(sides);
    if let Some((from, to)) = play.look.frame() {
        let corners = [from, to].map(|at| camera.to_screen(view, at));
        let (fill, stroke) = (Theme::DAYLIGHT.accent.gamma_multiply(0.12), Theme::DAYLIGHT.accent);
        let edge = egui::Stroke::new(1.5, stroke);
        painter.rect(Rect::from_two_pos(corners[0], corners[1]), 0.0, fill, edge, egui::StrokeKind::Inside);
    }
    rulers::paint(ui.painter(), area, &camera, table, overlays.unit.as_ref());
    let north = sight.along(Vec2::Y);
    let (compass, radius) = (view.right_top() + egui::Vec2::new(-20.0, 34.0), 14.0);
    icon::compass(ui.painter(), compass, north, radius, ink(INK), ink(RULER));
    text::put_middle(ui.painter(), compass + north * (radius + 9.0), translate("compass-north"), SMALL, ink(INK), 30.0);
}

/// The scene with the tokens that are on their way where they are now.
fn ridden<'a>(scene: &'a Scene, riding: &[(UnitId, Vec2)]) -> Cow<'a, Scene> {
    let mut scene = Cow::Borrowed(scene);
    for (unit, at) in riding {
        if let Some(piece) = scene.to_mut().pieces.iter_mut().find(|p| p.unit == *unit) {
            piece.stand = Stand::Token(*at);
        }
    }
    scene
}

/// The camera for this view. One that showed the whole table, and that nobody has touched since, shows the whole of it
/// in a window of another size too.
fn fitted(camera: Option<Camera>, whole_in: Option<Rect>, table: Vec2, view: Rect) -> Camera {
    let whole = Camera::whole(table, view);
    match (camera, whole_in) {
        (None, _) => whole,
        (Some(camera), Some(before))
            if camera == (Camera { turned: camera.turned, ..Camera::whole(table, before) }) =>
        {
            Camera { turned: camera.turned, ..whole }
        }
        (Some(camera), _) => camera,
    }
}

/// Zooms at the pointer and pans.
fn look_round(ui: &Ui, response: &egui::Response, view: Rect, table: Vec2, camera: &mut Camera) {
    if let Some(at) = response.hover_pos() {
        let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta.y, i.zoom_delta()));
        let factor = bevy::math::ops::exp(scroll / 400.0) * pinch;
        if (factor - 1.0).abs() > 1e-4 {
            camera.zoom_at(view, at, factor);
        }
    }
    let pans = response.dragged_by(PointerButton::Middle) || response.dragged_by(PointerButton::Secondary);
    if pans {
        camera.pan(response.drag_delta());
    }
    camera.hold(table, view);
}

/// What the pointer does among the pieces.
fn point(ui: &Ui, response: &egui::Response, sight: &Sight, play: &mut Play, now: &Now) {
    let at = response.hover_pos().or_else(|| response.interact_pointer_pos());
    let to_table = |p: Pos2| sight.camera.to_table(sight.view, p);
    let reach = 11.0 / sight.camera.zoom;
    let under = at.and_then(|p| now.scene.at(to_table(p), reach));
    let comes = under.is_some() && play.look.hovered().is_none();
    if comes || ui.input(|i| i.pointer.delta() != egui::Vec2::ZERO) {
        play.look.point_after(play.game.journal().depth());
    }
    play.look.hover(under);
    let modifiers = ui.input(|i| i.modifiers);
    if response.drag_started_by(PointerButton::Primary) || response.clicked() {
        play.look.finish_motion();
    }
    if play.umpire.is_on() {
        umpire::point(ui, response, &to_table, reach, play, now);
        return;
    }
    if play.look.aids().tape {
        let from = ui.input(|i| i.pointer.press_origin());
        if let (Some(from), Some(to)) = (from, response.interact_pointer_pos())
            && response.dragged_by(PointerButton::Primary)
        {
            play.look.measure(Some((to_table(from), to_table(to))));
        }
        return;
    }
    if response.drag_started_by(PointerButton::Primary)
        && let Some(origin) = ui.input(|i| i.pointer.press_origin())
    {
        begin(play, sight, now, origin, reach, modifiers.alt);
        let bare = play.hand.drag().is_none() && play.hand.carried().is_none();
        if modifiers.shift && bare && gather::may_gather(now) {
            play.look.draw_frame(Some((to_table(origin), to_table(origin))));
        }
    }
    if let Some((from, _)) = play.look.frame() {
        frame(ui, response, play, now, (from, response.interact_pointer_pos().map(to_table)));
        return;
    }
    if play.hand.carried().is_some() {
        carry(ui, response, play, &to_table, modifiers.ctrl);
    } else if play.hand.drag().is_some() {
        if ui.input(|i| i.key_pressed(egui::Key::Escape)) || response.secondary_clicked() {
            drag::cancel(play);
        } else if response.drag_stopped_by(PointerButton::Primary) {
            drag::drop(play);
        } else if let Some(to) = response.interact_pointer_pos() {
            let manner = drag::Manner {
                square: modifiers.shift,
                fine: modifiers.ctrl,
                near: (DRAWN / sight.camera.zoom).max(DRAWN_LEAST),
            };
            drag::follow(play, to_table(to), under, manner);
        }
    } else if response.dragged_by(PointerButton::Primary) {
        // The bare cloth, or a unit that may not act: the table itself is moved.
        play.look.pan(response.drag_delta(), now.scene.table, sight.view);
    }
    let chip = at.filter(|_| response.clicked()).and_then(|at| orders::chip_at(ui.ctx(), sight, play, now, at));
    if let Some(unit) = chip {
        play.touch_order(unit);
        return;
    }
    let lays = play.hand.held().and_then(spot::at).is_some();
    let base = at.and_then(|at| now.scene.base_at(to_table(at)));
    match (response.clicked(), at) {
        (true, Some(at)) if lays && under.is_none() => spot::put(play, to_table(at), modifiers.ctrl),
        (true, Some(at)) if under.is_none() && drag::ghost_at(play, to_table(at)).is_some() => {
            if modifiers.shift {
                play.order_body()
            } else {
                play.confirm()
            }
        }
        (true, Some(at)) if under.is_none() && drag::puts(play, to_table(at)) => {}
        (true, _) if modifiers.shift && gather::may_gather(now) && under.is_some_and(|of| now.ready.contains(&of)) => {
            under.into_iter().for_each(|unit| gather::toggle(play, now, unit));
        }
        (true, _) => {
            // Bases may be drawn a few points deep: who clicks just beside one means it.
            let beside = || at.and_then(|at| now.scene.near(to_table(at), BESIDE / sight.camera.zoom));
            click(play, now, under.or_else(beside), base);
        }
        (false, _) => {}
    }
    let on_laid = at.is_some_and(|at| play.hand.held().is_some_and(|held| spot::covers(held, to_table(at))));
    let takes = at.and_then(|at| taken_by(now, to_table(at), reach)).or(under);
    cursor(ui, response, play, now, takes, on_laid);
    // Whoever has something in hand looks at that.
    let idle =
        takes.is_none() && play.hand.drag().is_none() && play.hand.carried().is_none() && play.hand.held().is_none();
    if let Some(words) = at.filter(|_| idle).and_then(|at| ground::told(play, to_table(at))) {
        response.clone().on_hover_ui_at_pointer(|ui| {
            ui.set_max_width(GROUND);
            ui.label(words);
        });
    }
}

/// A box that is drawn from a point of the table to where the pointer is: all who may act in it are selected together.
fn frame(ui: &Ui, response: &egui::Response, play: &mut Play, now: &Now, (from, to): (Vec2, Option<Vec2>)) {
    let to = to.or(play.look.frame().map(|(_, to)| to)).unwrap_or(from);
    if ui.input(|i| i.key_pressed(egui::Key::Escape)) || response.secondary_clicked() {
        play.look.draw_frame(None);
    } else if response.dragged_by(PointerButton::Primary) {
        play.look.draw_frame(Some((from, to)));
    } else {
        play.look.draw_frame(None);
        gather::select_in(play, now, from, to);
    }
}

/// A hand that carries what is being laid.
fn carry(ui: &Ui, response: &egui::Response, play: &mut Play, to_table: &dyn Fn(Pos2) -> Vec2, fine: bool) {
    if ui.input(|i| i.key_pressed(egui::Key::Escape)) || response.secondary_clicked() {
        spot::cancel(play);
    } else if response.drag_stopped_by(PointerButton::Primary) {
        // It stays in the hand: it may still be turned, or made larger.
        play.hand.take_carried();
    } else if let Some(to) = response.interact_pointer_pos() {
        spot::follow(play, to_table(to), fine);
    }
}

/// Takes hold of what lies under the point at which the drag began.
fn begin(play: &mut Play, sight: &Sight, now: &Now, origin: Pos2, reach: f32, alone: bool) {
    let from = sight.camera.to_table(sight.view, origin);
    if spot::grab(play, from) {
        return;
    }
    let selected = play.look.focus().filter(|unit| now.ready.contains(unit));
    let corner =
        selected.and_then(|unit| Some((unit, corners::under(play, now, unit, &sight.camera, sight.view, origin)?)));
    if let Some((unit, corner)) = corner {
        drag::grab(play, unit, from, Some(corner), alone);
    } else if let Some(unit) = drag::ghost_at(play, from).filter(|u| now.ready.contains(u)) {
        drag::grab(play, unit, from, None, alone);
    } else if let Some(unit) = taken_by(now, from, reach) {
        if play.look.focus() != Some(unit) {
            play.select(Some(unit));
        }
        drag::grab(play, unit, from, None, alone);
    }
}

/// Whom a hand takes hold of there: who lies uppermost, but a token that may not be moved lets the hand through to the base
/// below it.
fn taken_by(now: &Now, at: Vec2, reach: f32) -> Option<UnitId> {
    let below = || now.scene.base_at(at).map(|(unit, _)| unit);
    now.scene.at(at, reach).into_iter().chain(below()).find(|unit| now.ready.contains(unit))
}

/// A click: on one, or a base, that the hand may pick picks him; on an enemy, with one's own selected that can be sent at it, aims
/// at him; on any other unit selects it.
fn click(play: &mut Play, now: &Now, under: Option<UnitId>, base: Option<(UnitId, u8)>) {
    let mut pointed = base.map(|(unit, n)| Ref::Base(unit, n)).into_iter().chain(under.map(Ref::Unit));
    let pick = pointed.find(|of| play.hand.held().is_some_and(|held| held.may_pick(*of)));
    if let (Some(pick), Some(side), Some(mut held)) = (pick, now.person, play.hand.held().cloned()) {
        held.pick(&play.game, side, pick);
        play.hand.forget_refusal();
        play.hold(held);
        return;
    }
    let target = under.and_then(|other| {
        let side = now.person?;
        let own = play.look.focus()?;
        let view = play.game.view_of(side);
        let enemy = view.side_of(other) != side && view.side_of(own) == side;
        let target = Ref::Unit(other);
        let choice = hand::for_target(&view, &now.offers.all, own, target).filter(|_| enemy)?;
        let mut held = hand::Held::take(&play.game, side, choice.clone());
        held.send(&play.game, side, target);
        Some(held)
    });
    match target {
        Some(held) => {
            play.hand.forget_refusal();
            play.hold(held);
        }
        None => {
            let in_vain = under.and_then(|other| not_at(play, now, other));
            play.select(next_under(play, under, base));
            if let Some(why) = in_vain {
                play.hand.refuse(why, Vec::new());
            }
        }
    }
}

/// That the selected unit, which may act, cannot be sent at an enemy who is clicked: he is looked at instead.
fn not_at(play: &Play, now: &Now, other: UnitId) -> Option<Refusal> {
    let own = play.look.focus().filter(|own| now.ready.contains(own))?;
    let view = play.game.view_of(now.person?);
    let enemy = view.side_of(other) != view.side_of(own);
    let why = || Refusal::new(HOUSE, Word("not-at-him")).of(Ref::Unit(own));
    enemy.then(|| why().word(Word("whom"), Arg::Of(Ref::Unit(other))))
}

/// Whom a click selects: who lies uppermost, and by another click the base below the token that it has selected.
fn next_under(play: &Play, under: Option<UnitId>, base: Option<(UnitId, u8)>) -> Option<UnitId> {
    let below = base.map(|(unit, _)| unit).filter(|_| under.is_some() && play.look.focus() == under);
    below.or(under)
}

fn cursor(ui: &Ui, response: &egui::Response, play: &Play, now: &Now, under: Option<UnitId>, on_laid: bool) {
    if !response.hovered() && play.hand.drag().is_none() && play.hand.carried().is_none() {
        return;
    }
    let icon = match (play.hand.drag(), under) {
        _ if play.hand.carried().is_some() => CursorIcon::Grabbing,
        (Some(_), _) => CursorIcon::Grabbing,
        (None, None) if on_laid => CursorIcon::Grab,
        (None, Some(unit)) if now.ready.contains(&unit) => CursorIcon::Grab,
        (None, Some(_)) => CursorIcon::PointingHand,
        (None, None) => CursorIcon::Default,
    };
    ui.ctx().set_cursor_icon(icon);
}

/// The handles at the front corners of the selected unit, where it can be wheeled: of where it stands, and of where it would
/// end.
fn handles(painter: &egui::Painter, sight: &Sight, play: &Play, now: &Now) {
    let Some(unit) = play.look.focus().filter(|u| now.ready.contains(u)) else { return };
    let dragged = play.hand.drag().map(|d| d.grip);
    for (print, ended) in corners::of(play, now, unit) {
        for (n, at) in sight.corners(&print).into_iter().take(2).enumerate() {
            let on = matches!(dragged, Some(Grip::Corner(held)) if (held.right, held.ended) == (n == 1, ended));
            let fill = if on { Theme::DAYLIGHT.accent } else { Theme::DAYLIGHT.raised };
            painter.circle(at, 4.5, fill, egui::Stroke::new(1.8, Theme::DAYLIGHT.accent));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::game::sitter::Sitter::Person;
    use crate::gui::play::stage::{Stage, answer, begun, teaching};

    #[test]
    fn a_click_on_an_enemy_at_whom_the_selected_unit_cannot_be_sent_says_so_and_shows_him() {
        let mut told = 0;
        for battle in teaching() {
            let mut stage = Stage::sized(begun(&battle, [Person; 2]), 1600.0, 1000.0);
            while stage.play.now().plan.is_some() && answer(&mut stage.play) {}
            stage.rest();
            let now = stage.play.now();
            let Some(own) = now.ready.iter().copied().find(|unit| !stage.play.eyes().feet(*unit).is_empty()) else {
                continue;
            };
            stage.play.select(Some(own));
            let side = stage.play.game.view().side_of(own);
            let enemy = now.scene.pieces.iter().find(|piece| piece.side != side && !piece.feet().is_empty());
            let enemy = enemy.map(|piece| piece.unit).unwrap();
            stage.rest();
            stage.click(stage.on_screen(stage.middle(enemy)));
            if stage.play.hand.held().is_some() {
                continue;
            }
            assert_eq!(stage.play.look.focus(), Some(enemy), "{battle}");
            assert!(stage.shows("cannot be sent at"), "{battle}: {:?}", stage.words());
            told += 1;
        }
        assert!(told > 2, "{told} battles begin with such a click");
    }

    #[test]
    fn a_whole_table_stays_whole_in_another_window_until_somebody_touches_it() {
        let table = Vec2::new(72.0, 48.0);
        let view = |width: f32| Rect::from_min_size(Pos2::ZERO, egui::Vec2::new(width, width * 0.6));
        let first = fitted(None, None, table, view(900.0));
        assert_eq!(first, Camera::whole(table, view(900.0)));
        let wider = fitted(Some(first), Some(view(900.0)), table, view(1500.0));
        assert_eq!(wider, Camera::whole(table, view(1500.0)));
        let turned = Camera { turned: true, ..wider };
        assert_eq!(fitted(Some(turned), Some(view(1500.0)), table, view(900.0)), Camera { turned: true, ..first });
        let panned = Camera { centre: Vec2::new(30.0, 24.0), ..wider };
        assert_eq!(fitted(Some(panned), Some(view(1500.0)), table, view(900.0)), panned);
    }
}
