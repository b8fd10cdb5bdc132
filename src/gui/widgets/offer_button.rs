//! The button of one offer: what it does, how far, by which key; or why it is barred.

use std::sync::Arc;

use bevy_egui::egui::{Color32, Galley, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, WidgetType};

use super::{icon, key_cap, named};
use crate::gui::language::translate_with;
use crate::gui::text::{self, BODY, SMALL, STRONG, Type};
use crate::gui::theme::{RADIUS, Theme};

/// What the button says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OfferButton {
    /// The verb and whom: `Charge Punic horse`.
    pub label: String,
    /// Its reach: `13.5 in`.
    pub value: String,
    /// The key that does it.
    pub key: Option<String>,
    pub look: Look,
    /// Whether it ends what is asked, such as Done.
    pub ends: bool,
}

/// How it stands with the offer.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Look {
    /// May be done.
    #[default]
    Plain,
    /// May be done, and what the hand now holds.
    Main,
    /// Closes what is written in secret; whether nothing is missing any more.
    Seal(bool),
    /// May not: the reason, with its cite.
    Barred(String),
}

const HEIGHT: f32 = 28.0;
/// A button that seals is higher by so much.
const SEAL: f32 = 8.0;
/// A label has so many lines at most: offers that name units may differ in the last of them alone.
const LINES: usize = 4;
/// The room of the lock on it.
pub const LOCK: f32 = 20.0;

/// Shows the button over the whole width. A barred one is clicked to have its refusal drawn.
pub fn show(ui: &mut Ui, theme: &Theme, offer: &OfferButton) -> Response {
    match &offer.look {
        Look::Barred(reason) => barred(ui, theme, offer, reason),
        look => open(ui, theme, offer, look, LINES),
    }
}

/// How high such a button is over that width.
pub fn height(ui: &Ui, offer: &OfferButton, width: f32) -> f32 {
    Laid::out(ui, offer, width, LINES).height
}

/// The same on one line: what is too long for it is cut, and told whole under the pointer.
pub fn flat(ui: &mut Ui, theme: &Theme, offer: &OfferButton) -> Response {
    open(ui, theme, offer, &offer.look, 1)
}

fn open(ui: &mut Ui, theme: &Theme, offer: &OfferButton, look: &Look, lines: usize) -> Response {
    let main = matches!(look, Look::Main | Look::Seal(true));
    let seals = matches!(look, Look::Seal(_));
    let width = ui.available_width();
    let laid = Laid::out(ui, offer, width, lines);
    let (reach, lock, height) = (laid.reach, laid.lock, laid.height);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, height), Sense::click());
    let over = response.hovered() || response.has_focus();
    let (fill, border, ink, ink2) = match (main, over) {
        (true, _) => (theme.accent, theme.accent, theme.on_accent, theme.on_accent),
        (false, true) => (theme.hover, theme.accent, theme.ink, theme.ink2),
        (false, false) => (theme.raised, theme.line2, theme.ink, theme.ink2),
    };
    let painter = ui.painter();
    let border = if seals { Stroke::new(1.6, theme.accent) } else { Stroke::new(1.0, border) };
    painter.rect(rect, RADIUS, fill, border, StrokeKind::Inside);
    if seals {
        icon::lock(painter, rect.left_center() + Vec2::new(16.0, 0.0), 13.0, ink);
    }
    if response.has_focus() {
        painter.rect_stroke(rect.expand(2.0), RADIUS, Stroke::new(2.0, theme.accent), StrokeKind::Outside);
    }
    let mut right = rect.right_center() - Vec2::new(6.0, 0.0);
    if let Some(key) = &offer.key {
        right.x = key_cap::paint(painter, theme, right, key).left() - 6.0;
    }
    text::put_right(painter, right, &offer.value, BODY, ink2, reach + 2.0);
    let label = laid.label(ui, offer, ink);
    let cut = label.elided;
    painter.galley(rect.left_center() + Vec2::new(10.0 + lock, -label.size().y / 2.0), label, ink);
    let key = offer.key.as_deref().map(|k| translate_with("spoken-key", &[("key", &k)])).unwrap_or_default();
    let value = if offer.value.is_empty() { String::new() } else { format!(", {}", offer.value) };
    let spoken = translate_with("spoken-offer", &[("offer", &offer.label), ("value", &value), ("key", &key)]);
    named(&response, WidgetType::Button, &spoken);
    if cut { response.on_hover_text(offer.label.as_str()) } else { response }
}

/// How a button that is not barred lies on its width.
struct Laid {
    style: Type,
    /// The width of its reach, and of the lock on it.
    reach: f32,
    lock: f32,
    /// The width of its label, and the lines of that: one, or so many at most.
    room: f32,
    lines: usize,
    height: f32,
}

impl Laid {
    fn out(ui: &Ui, offer: &OfferButton, width: f32, lines: usize) -> Laid {
        let seals = matches!(offer.look, Look::Seal(_));
        let style = if matches!(offer.look, Look::Main | Look::Seal(true)) { STRONG } else { BODY };
        let cap = offer.key.as_deref().map_or(0.0, |key| key_cap::width(ui.ctx(), key) + 6.0);
        let reach = text::width(ui.ctx(), &offer.value, BODY).min((width - cap) * 0.6);
        let lock = if seals { LOCK } else { 0.0 };
        let room = width - cap - reach - 26.0 - lock;
        // What is too long for one line stands on more.
        let long = lines > 1 && text::width(ui.ctx(), &offer.label, style) > room;
        let higher = if seals && lines > 1 { SEAL } else { 0.0 };
        let laid = Laid { style, reach, lock, room, lines: if long { lines } else { 1 }, height: HEIGHT + higher };
        let more = laid.label(ui, offer, Color32::BLACK).rows.len().saturating_sub(1) as f32;
        Laid { height: laid.height + more * style.line(), ..laid }
    }

    fn label(&self, ui: &Ui, offer: &OfferButton, ink: Color32) -> Arc<Galley> {
        match self.lines {
            1 => text::line(ui.ctx(), &offer.label, self.style, ink, self.room + 4.0),
            lines => text::runs(ui.ctx(), &[(&offer.label, self.style, ink)], self.room, lines),
        }
    }
}

fn barred(ui: &mut Ui, theme: &Theme, offer: &OfferButton, reason: &str) -> Response {
    let width = ui.available_width();
    let why = text::paragraph(ui.ctx(), reason, BODY, theme.ink, width - 40.0);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, 24.0 + why.size().y), Sense::click());
    let painter = ui.painter();
    if response.hovered() {
        painter.rect_filled(rect, RADIUS, theme.hover);
    }
    dashed(painter, rect.shrink(0.5), theme.line2);
    icon::barred(painter, rect.min + Vec2::new(16.0, 13.0), 5.5, theme.ink2);
    text::put(painter, rect.min + Vec2::new(28.0, 13.0), &offer.label, BODY, theme.ink2, width - 60.0);
    text::put_right(painter, rect.right_top() + Vec2::new(-10.0, 13.0), &offer.value, SMALL, theme.ink2, width * 0.4);
    painter.galley(rect.min + Vec2::new(28.0, 21.0), why, theme.ink);
    named(
        &response,
        WidgetType::Button,
        &translate_with("spoken-barred", &[("offer", &offer.label), ("why", &reason)]),
    );
    response
}

/// A dashed frame.
fn dashed(painter: &bevy_egui::egui::Painter, rect: Rect, ink: Color32) {
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
    painter.extend(Shape::dashed_line(&corners, Stroke::new(1.0, ink), 3.0, 3.0));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::widgets::bench;
    use bevy_egui::egui::Pos2;

    fn charge() -> OfferButton {
        OfferButton { label: "Charge".into(), value: "13.5 in".into(), key: Some("C".into()), ..OfferButton::default() }
    }

    #[test]
    fn it_is_as_wide_as_its_column_and_28_high() {
        let ctx = bench::context();
        let rect = bench::frame(&ctx, Vec::new(), |ui| show(ui, &Theme::DAYLIGHT, &charge()).rect);
        assert_eq!(rect.height(), HEIGHT);
        assert!(rect.width() > 350.0);
    }

    #[test]
    fn on_one_line_it_is_never_higher() {
        let ctx = bench::context();
        let long = OfferButton { label: "Charge the Punic horse on the left of the line ".repeat(4), ..charge() };
        let height = |flat_one: bool| {
            let shown = |ui: &mut Ui| match flat_one {
                true => flat(ui, &Theme::DAYLIGHT, &long).rect.height(),
                false => show(ui, &Theme::DAYLIGHT, &long).rect.height(),
            };
            bench::frame(&ctx, Vec::new(), shown)
        };
        assert!(height(true) == HEIGHT && height(false) > HEIGHT);
    }

    #[test]
    fn what_offers_differ_in_is_seen_however_long_the_names_before_it_are() {
        let ctx = bench::context();
        let label = "As a brigade by river-general with the-veteran-spearmen-of-the-upper-town-2, river-foot-3";
        let long = OfferButton { label: label.into(), ..charge() };
        let shown = |ui: &mut Ui| {
            ui.set_max_width(284.0);
            show(ui, &Theme::DAYLIGHT, &long).rect.height()
        };
        let words = text::runs(&ctx, &[(label, BODY, Color32::BLACK)], 180.0, usize::MAX);
        assert!(words.rows.len() > 2, "longer than two lines");
        assert!(bench::frame(&ctx, Vec::new(), shown) >= HEIGHT + 2.0 * BODY.line());
    }

    #[test]
    fn a_click_on_it_is_told_and_one_beside_it_is_not() {
        let ctx = bench::context();
        assert!(bench::click(&ctx, Pos2::new(60.0, 20.0), |ui| show(ui, &Theme::DAYLIGHT, &charge()).clicked()));
        assert!(!bench::click(&ctx, Pos2::new(60.0, 200.0), |ui| show(ui, &Theme::DAYLIGHT, &charge()).clicked()));
    }

    #[test]
    fn a_long_reason_makes_it_higher() {
        let ctx = bench::context();
        let height = |reason: &str| {
            let barred = OfferButton { look: Look::Barred(reason.to_owned()), ..charge() };
            bench::frame(&ctx, Vec::new(), |ui| show(ui, &Theme::DAYLIGHT, &barred).rect.height())
        };
        assert!(height(&"No unit of it is in melee. ".repeat(6)) > height("No unit of it is in melee."));
    }
}
