//! A line to type into, with the key that leads to it or ends it.

use bevy_egui::egui::text::{CCursor, CCursorRange};
use bevy_egui::egui::text_edit::TextEditState;
use bevy_egui::egui::{Id, Margin, Rect, Response, StrokeKind, TextEdit, Ui, Vec2, WidgetInfo, WidgetType};

use super::key_cap;
use crate::gui::text::{self, BODY};
use crate::gui::theme::{RADIUS, Theme};

/// Shows the field in that rectangle. `hint` stands in it while it is empty.
pub fn show(ui: &mut Ui, theme: &Theme, rect: Rect, id: &str, typed: &mut String, hint: &str, key: &str) -> Response {
    let id = ui.id().with(id);
    of_id(ui, theme, rect, id, typed, hint, key)
}

/// How wide a field with that hint and key must be.
pub fn width(ui: &Ui, hint: &str, key: &str) -> f32 {
    text::width(ui.ctx(), hint, BODY) + 12.0 + cap(ui, key)
}

/// The room behind what is typed.
fn cap(ui: &Ui, key: &str) -> f32 {
    if key.is_empty() { 10.0 } else { key_cap::width(ui.ctx(), key) + 10.0 }
}

/// The same of a field that is known by that id wherever it stands.
pub fn of_id(ui: &mut Ui, theme: &Theme, rect: Rect, id: Id, typed: &mut String, hint: &str, key: &str) -> Response {
    let cap = cap(ui, key);
    let focus = ui.memory(|m| m.has_focus(id));
    let border = if focus { (1.5, theme.accent) } else { (1.0, theme.line2) };
    ui.painter().rect(rect, RADIUS, theme.raised, border, StrokeKind::Inside);
    let inner = Rect::from_min_max(rect.min + Vec2::new(10.0, 1.0), rect.max - Vec2::new(cap, 1.0));
    if focus {
        caret_behind(ui, id, typed);
    }
    let edit = TextEdit::singleline(typed)
        .id(id)
        .font(BODY.font())
        .hint_text(hint)
        .frame(bevy_egui::egui::Frame::NONE)
        .margin(Margin::ZERO)
        .vertical_align(bevy_egui::egui::Align::Center)
        .desired_width(inner.width());
    let response = ui.put(inner, edit);
    ui.data_mut(|data| data.insert_temp(id.with(LEFT), typed.clone()));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, hint));
    if !key.is_empty() {
        key_cap::paint(ui.painter(), theme, rect.right_center() - Vec2::new(6.0, 0.0), key);
    }
    response
}

/// Under which name a field keeps the words that it showed last.
const LEFT: &str = "as-it-was-left";

/// Puts the caret behind words that somebody else than the typist has put into the field, such as a completed order.
fn caret_behind(ui: &Ui, id: Id, typed: &str) {
    let before: Option<String> = ui.data(|data| data.get_temp(id.with(LEFT)));
    if before.is_none_or(|before| before == typed) {
        return;
    }
    let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(typed.chars().count()))));
    state.store(ui.ctx(), id);
}

/// A key leads to that field: it hears what is typed from now on.
pub fn lead_to(ui: &Ui, id: Id) {
    ui.memory_mut(|m| m.request_focus(id));
    let frame = ui.ctx().cumulative_frame_nr();
    ui.data_mut(|data| data.insert_temp(id.with(LED), frame));
}

/// Whether a key has led to that field in this very frame, so that it had no focus before.
pub fn is_just_led_to(ui: &Ui, id: Id) -> bool {
    let led: Option<u64> = ui.data(|data| data.get_temp(id.with(LED)));
    led == Some(ui.ctx().cumulative_frame_nr())
}

/// Under which name it is kept in which frame that was.
const LED: &str = "led-here";
