//! A push button with its key at the right end, plain or as the main action, and a square one with a sign. A high one
//! has two lines for a long word.

use bevy_egui::egui::{Context, Painter, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetType};

use super::{key_cap, named};
use crate::gui::language::{self, translate_with};
use crate::gui::text::{self, BODY, STRONG};
use crate::gui::theme::{RADIUS, Theme};

/// How a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    Plain,
    /// The main action of its place.
    Main,
    /// Cannot be done now.
    Off,
}

/// A button over the whole width, `height` high.
pub fn wide(ui: &mut Ui, theme: &Theme, label: &str, key: &str, height: f32, weight: Weight) -> Response {
    let rect = ui.available_rect_before_wrap();
    let rect = Rect::from_min_size(rect.min, Vec2::new(ui.available_width(), height));
    let response = ui.allocate_rect(rect, Sense::click());
    paint(ui, theme, rect, &response, label, key, weight, None);
    response
}

/// A button in that rectangle, with a sign before its word.
pub fn at(
    ui: &mut Ui,
    theme: &Theme,
    rect: Rect,
    label: &str,
    key: &str,
    weight: Weight,
    sign: Option<Sign>,
) -> Response {
    let response = ui.interact(rect, ui.id().with(("push", label)), Sense::click());
    paint(ui, theme, rect, &response, label, key, weight, sign);
    response
}

/// Something small to draw at a point in the button's ink.
pub type Sign = fn(&Painter, Pos2, bevy_egui::egui::Color32);

/// How wide a button with that label and key must be.
pub fn width(ctx: &Context, label: &str, key: &str, sign: bool) -> f32 {
    let key = if key.is_empty() { 4.0 } else { key_cap::width(ctx, key) + 8.0 };
    text::width(ctx, label, BODY) + key + 18.0 + if sign { 20.0 } else { 0.0 }
}

#[expect(clippy::too_many_arguments, reason = "one place paints every button")]
fn paint(
    ui: &Ui,
    theme: &Theme,
    rect: Rect,
    response: &Response,
    label: &str,
    key: &str,
    weight: Weight,
    sign: Option<Sign>,
) {
    let over = response.hovered() && weight != Weight::Off;
    let (fill, border, ink) = match weight {
        Weight::Main => (theme.accent, theme.accent, theme.on_accent),
        Weight::Plain if over => (theme.hover, theme.accent, theme.ink),
        Weight::Plain => (theme.raised, theme.line2, theme.ink),
        Weight::Off => (theme.panel, theme.line, theme.ink2),
    };
    let painter = ui.painter();
    painter.rect(rect, RADIUS, fill, Stroke::new(1.0, border), StrokeKind::Inside);
    if response.has_focus() {
        painter.rect_stroke(rect.expand(2.0), RADIUS, Stroke::new(2.0, theme.accent), StrokeKind::Outside);
    }
    let mut left = rect.left_center() + Vec2::new(10.0, 0.0);
    if let Some(sign) = sign {
        let at = if label.is_empty() { rect.center() } else { left + Vec2::new(5.0, 0.0) };
        sign(painter, at, ink);
        left.x += 20.0;
    }
    let mut right = rect.right() - 10.0;
    let style = if weight == Weight::Main { STRONG } else { BODY };
    // Where there is no room for both the key gives way, and not the word.
    let with_cap = rect.right() - 11.0 - if key.is_empty() { 0.0 } else { key_cap::width(ui.ctx(), key) };
    if !key.is_empty() && text::width(ui.ctx(), label, style) <= with_cap - left.x {
        right = key_cap::paint(painter, theme, rect.right_center() - Vec2::new(7.0, 0.0), key).left() - 4.0;
    }
    let room = right - left.x;
    if rect.height() >= 2.0 * style.line() && text::width(ui.ctx(), label, style) > room {
        let words = text::runs(ui.ctx(), &[(label, style, ink)], room, 2);
        painter.galley(left - Vec2::new(0.0, words.size().y / 2.0), words, ink);
    } else {
        text::put(painter, left, label, style, ink, room);
    }
    let key =
        if key.is_empty() { String::new() } else { translate_with("spoken-key", &[("key", &language::key_name(key))]) };
    named(response, WidgetType::Button, &format!("{label}{key}"));
}
