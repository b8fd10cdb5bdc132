//! The button that seals what is written, at the foot of the panel: it stays in sight however many offers there are.

use bevy_egui::egui::{Pos2, Rect, Ui, UiBuilder, Vec2};

use super::{Panel, Request};
use crate::gui::text::{self, BODY};
use crate::gui::theme::Theme;
use crate::gui::widgets::offer_button::{self, Look};

const HEIGHT: f32 = 36.0;
const GAP: f32 = 5.0;

/// The place of the offer that seals what is written.
pub fn of(panel: &Panel) -> Option<usize> {
    panel.offers.iter().position(|offer| matches!(offer.look, Look::Seal(_)))
}

/// How much room the button needs with what is said below it.
pub fn height(ui: &Ui, panel: &Panel, width: f32) -> f32 {
    match of(panel) {
        Some(_) if panel.warning.is_empty() => HEIGHT + 2.0 * GAP,
        Some(_) => {
            HEIGHT
                + 3.0 * GAP
                + text::paragraph(ui.ctx(), &panel.warning, BODY, ui.visuals().text_color(), width).size().y
        }
        None => 0.0,
    }
}

/// Shows it at the foot of that room.
pub fn show(ui: &mut Ui, theme: &Theme, panel: &Panel, room: Rect) -> Option<Request> {
    let at = of(panel)?;
    let mut bottom = room.bottom();
    if !panel.warning.is_empty() {
        let words = text::paragraph(ui.ctx(), &panel.warning, BODY, theme.warn, room.width());
        bottom -= words.size().y + GAP;
        ui.painter().galley(Pos2::new(room.left(), bottom), words, theme.warn);
    }
    let top = bottom - HEIGHT - GAP;
    let rect = Rect::from_min_size(Pos2::new(room.left(), top), Vec2::new(room.width(), HEIGHT));
    let button =
        ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| offer_button::show(ui, theme, &panel.offers[at]));
    button.inner.clicked().then_some(Request::Offer(at))
}
