//! The button that ends what is asked, or seals what is written, at the foot of the panel: it stays in sight and in its place
//! however many offers there are.

use bevy_egui::egui::{Pos2, Rect, Ui, UiBuilder};

use super::{Panel, Request};
use crate::gui::text::{self, BODY};
use crate::gui::theme::Theme;
use crate::gui::widgets::offer_button::{self, Look};

const GAP: f32 = 5.0;

/// The place of the offer that seals what is written, or else of the one that ends what is asked where others do not.
pub fn of(panel: &Panel) -> Option<usize> {
    let seals = panel.offers.iter().position(|offer| matches!(offer.look, Look::Seal(_)));
    seals.or_else(|| ending(panel)).filter(|at| panel.vary_below != Some(*at))
}

/// The place of the one offer that ends what is asked, where others do not.
pub fn ending(panel: &Panel) -> Option<usize> {
    let mut ends = panel.offers.iter().enumerate().filter(|(_, offer)| offer.ends).map(|(i, _)| i);
    let one = ends.next().filter(|_| panel.offers.len() > 1)?;
    ends.next().is_none().then_some(one)
}

/// How much room the button needs with what is said below it.
pub fn height(ui: &Ui, panel: &Panel, width: f32) -> f32 {
    let Some(at) = of(panel) else { return 0.0 };
    let warning = match panel.warning.as_str() {
        "" => 0.0,
        told => text::paragraph(ui.ctx(), told, BODY, ui.visuals().text_color(), width).size().y + GAP,
    };
    offer_button::height(ui, &panel.offers[at], width) + warning + 2.0 * GAP
}

/// Shows it at the foot of that room.
pub fn show(ui: &mut Ui, theme: &Theme, panel: &Panel, room: Rect, asked: &mut Vec<Request>) {
    let Some(at) = of(panel) else { return };
    let offer = &panel.offers[at];
    let mut bottom = room.bottom();
    if !panel.warning.is_empty() {
        let words = text::paragraph(ui.ctx(), &panel.warning, BODY, theme.warn, room.width());
        bottom -= words.size().y + GAP;
        ui.painter().galley(Pos2::new(room.left(), bottom), words, theme.warn);
    }
    let top = bottom - offer_button::height(ui, offer, room.width()) - GAP;
    let rect = Rect::from_min_max(Pos2::new(room.left(), top), Pos2::new(room.right(), bottom));
    let button = ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| offer_button::show(ui, theme, offer)).inner;
    if button.hovered() || button.has_focus() {
        asked.push(Request::Over(at));
    }
    if button.clicked() {
        asked.push(Request::Offer(at));
    }
}
