//! What the umpire's hand shows and feels: the pointer on the table, the bar at its foot, the counts in the unit panel.

use bevy::math::Vec2;
use bevy_egui::egui::{self, CursorIcon, PointerButton, Pos2, Rect, Sense, Ui};

use super::CountLine;
use crate::gui::language::{translate, translate_with};
use crate::gui::play::state::{Now, Play};
use crate::gui::play::strip;
use crate::gui::text::{self, BODY, SMALL, STRONG};
use crate::gui::theme::Theme;
use crate::gui::widgets::{push, section};
use crate::table::{Cdeg, Place, Pose};

/// What the pointer does on the table while the umpire moves units by hand: it lifts, carries and puts down. `to_table` is
/// where a point of the window lies on it, `reach` how many inches beside a unit still mean it.
pub fn point(
    ui: &Ui,
    response: &egui::Response,
    to_table: &dyn Fn(Pos2) -> Vec2,
    reach: f32,
    play: &mut Play,
    now: &Now,
) {
    if response.drag_started_by(PointerButton::Primary)
        && let Some(from) = ui.input(|i| i.pointer.press_origin()).map(to_table)
        && let Some(unit) = now.scene.at(from, reach)
    {
        play.lift(unit, Some(from));
    }
    let grip = play.lifted().and_then(|lifted| Some((lifted.to, lifted.grip?)));
    if let Some((to, grip)) = grip {
        if response.secondary_clicked() {
            play.let_go();
            return;
        }
        if let Some(at) = response.interact_pointer_pos() {
            let at = to_table(at) + grip;
            let fine = ui.input(|i| i.modifiers.ctrl);
            let at = if fine { at } else { (at * 10.0).round() / 10.0 };
            play.carry(Place { heading: to.heading, ..Pose { at, heading: Cdeg::ZERO }.place() });
        }
        if response.drag_stopped_by(PointerButton::Primary) {
            play.put_down();
        }
    } else if response.dragged_by(PointerButton::Primary) {
        let view = play.look.whole_in().unwrap_or(ui.max_rect());
        play.look.pan(response.drag_delta(), now.scene.table, view);
    }
    if response.clicked() {
        play.select(play.look.hovered());
        play.write_place();
    }
    if response.hovered() || grip.is_some() {
        ui.ctx().set_cursor_icon(match (grip, play.look.hovered()) {
            (Some(_), _) => CursorIcon::Grabbing,
            (None, Some(_)) => CursorIcon::Grab,
            (None, None) => CursorIcon::Default,
        });
    }
}

/// What is asked of the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    Undo,
    Done,
}

/// Shows the bar at the foot of the table that says whose hand is on it.
pub fn show(ui: &mut Ui, theme: &Theme, table: Rect, play: &Play) -> Option<Request> {
    if !play.umpire.is_on() {
        return None;
    }
    let inner = strip::ground(ui, theme, table, play);
    let mut asked = None;
    let buttons = [
        (translate("undo"), "Z", play.game.journal().depth() > 0, Request::Undo),
        (translate("done"), "F8", true, Request::Done),
    ];
    let left = strip::buttons(ui, theme, inner, &buttons, &mut asked);
    let at = Pos2::new(inner.left(), inner.top() + 13.0);
    let words = play.places_in_words().unwrap_or_else(|| translate("umpire-is-on").to_owned());
    text::put(ui.painter(), at, &words, STRONG, theme.ink, left - inner.left() - 8.0);
    let words = translate("umpire-how");
    let at = Pos2::new(inner.left(), inner.bottom() - 12.0);
    text::put(ui.painter(), at, words, BODY, theme.ink, inner.width());
    asked
}

/// The counts of a unit (`whose`) in the unit panel, each with a button down and a button up. The row of the button that
/// was clicked, and its new value.
pub fn counts(ui: &mut Ui, theme: &Theme, whose: &str, lines: &[CountLine]) -> Option<(usize, i32)> {
    const HEIGHT: f32 = 28.0;
    let mut set = None;
    section::head(ui, theme, translate("umpire-sets"), whose);
    for (n, line) in lines.iter().enumerate() {
        let (rect, _) = ui.allocate_exact_size(egui::Vec2::new(ui.available_width(), HEIGHT), Sense::hover());
        let y = rect.center().y;
        text::put(ui.painter(), rect.left_center(), &line.label, BODY, theme.ink, rect.width() - 160.0);
        let limits = translate_with("from-to", &[("least", &line.least), ("most", &line.most)]);
        text::put_right(ui.painter(), Pos2::new(rect.right() - 106.0, y), &limits, SMALL, theme.ink2, 60.0);
        let middle = Pos2::new(rect.right() - 48.0, y);
        text::put_middle(ui.painter(), middle, &line.now.to_string(), STRONG, theme.ink, 36.0);
        for (label, right, to) in
            [("\u{2212}", rect.right() - 68.0, line.now - 1), ("+", rect.right() - 2.0, line.now + 1)]
        {
            let here = Rect::from_min_size(Pos2::new(right - 26.0, y - 13.0), egui::Vec2::splat(26.0));
            let may = (line.least..=line.most).contains(&to);
            let weight = if may { push::Weight::Plain } else { push::Weight::Off };
            let response = ui.push_id(n, |ui| push::at(ui, theme, here, label, "", weight, None)).inner;
            let spoken = translate_with("spoken-count", &[("what", &line.label), ("to", &to)]);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, may, spoken.as_str()));
            if response.clicked() && may {
                set = Some((n, to));
            }
        }
    }
    set
}
