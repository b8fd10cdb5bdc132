//! The button that ends what is asked, or seals what is written, at the foot of the panel: it stays in sight and in its place
//! however many offers there are.

use bevy_egui::egui::{Pos2, Rect, Ui, UiBuilder};

use super::{Panel, Request};
use crate::gui::text::{self, BODY};
use crate::gui::theme::Theme;
use crate::gui::widgets::offer_button::{self, Look};

const GAP: f32 = 5.0;

/// The place of the offer that seals what is written, or else of the one that ends what is asked where others do not. It stands
/// here too where it is alone while units are listed, so that it does not go from place to place as they are selected; and while
/// it lies in the hand, so that a second click finds it, unless something of it can be varied: that is shown below it.
pub fn of(panel: &Panel) -> Option<usize> {
    let seals = panel.offers.iter().position(|offer| matches!(offer.look, Look::Seal(_)));
    let alone = || (!panel.units.is_empty() && matches!(&panel.offers[..], [only] if only.ends)).then_some(0);
    let varies = !(panel.vary.is_empty() && panel.mates.is_empty());
    seals.or_else(|| ending(panel)).or_else(alone).filter(|at| !(varies && panel.vary_below == Some(*at)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::play::panel::UnitLine;
    use crate::gui::widgets::flag::Colours;
    use crate::gui::widgets::offer_button::OfferButton;
    use bevy_egui::egui::Color32;

    #[test]
    fn done_has_one_place_whoever_is_selected() {
        let offer = |ends| OfferButton { ends, ..OfferButton::default() };
        let (main, dark, tint, trim) = (Color32::RED, Color32::BLACK, Color32::WHITE, Color32::BLACK);
        let ink = Colours { main, dark, tint, trim, beaded: false };
        let unit = || UnitLine {
            name: String::new(),
            strength: None,
            strength_words: String::new(),
            marks: Vec::new(),
            ink,
            selected: false,
        };
        let panel = |ends: &[bool], units: usize| Panel {
            offers: ends.iter().map(|ends| offer(*ends)).collect(),
            units: std::iter::repeat_with(unit).take(units).collect(),
            ..Panel::default()
        };
        assert_eq!(of(&panel(&[false, true], 2)), Some(1), "beside others");
        assert_eq!(of(&panel(&[true], 2)), Some(0), "alone while units are listed");
        assert_eq!(of(&panel(&[true], 0)), None, "the one thing to do stands where it is asked");
        assert_eq!(of(&panel(&[true, true], 2)), None, "of two that end it neither is Done");
        let held = Panel { vary_below: Some(0), ..panel(&[true], 2) };
        assert_eq!(of(&held), Some(0), "a second click finds it where the first one took it in hand");
        let varied = Panel { mates: "Others of its body".to_owned(), ..held };
        assert_eq!(of(&varied), None, "what is varied stays above its values");
    }
}
