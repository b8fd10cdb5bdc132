//! Chips: a small rounded switch with a count, and the plate that names the side that decides.

use bevy_egui::egui::{CornerRadius, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetType};

use super::{flag, named};
use crate::gui::text::{self, BODY, SMALL, STRONG};
use crate::gui::theme::{RADIUS, Theme};

/// A switch of a row of which one is on.
pub fn choice(ui: &mut Ui, theme: &Theme, label: &str, count: Option<usize>, on: bool) -> Response {
    let count = count.map(|n| n.to_string());
    let style = if on { STRONG } else { BODY };
    let words = text::width(ui.ctx(), label, style);
    let figures = count.as_deref().map_or(0.0, |c| text::width(ui.ctx(), c, BODY) + 6.0);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(words + figures + 24.0, 25.0), Sense::click());
    let fill = match (on, response.hovered()) {
        (true, _) => theme.accent_ground,
        (false, true) => theme.hover,
        (false, false) => theme.raised,
    };
    let border = if on { Stroke::new(1.5, theme.accent) } else { theme.border() };
    ui.painter().rect(rect, CornerRadius::same(12), fill, border, StrokeKind::Inside);
    let at = rect.left_center() + Vec2::new(12.0, 0.0);
    text::put(ui.painter(), at, label, style, theme.ink, words + 2.0);
    if let Some(count) = &count {
        text::put(ui.painter(), at + Vec2::new(words + 6.0, 0.0), count, BODY, theme.ink2, 40.0);
    }
    named(&response, WidgetType::SelectableLabel, label);
    response
}

/// A small pill that only says something, such as a ruleset's name.
pub fn pill(ui: &mut Ui, theme: &Theme, label: &str) -> Response {
    let words = text::width(ui.ctx(), label, SMALL);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(words + 16.0, 19.0), Sense::hover());
    ui.painter().rect(
        rect,
        CornerRadius::same(9),
        theme.accent_ground,
        Stroke::new(1.0, theme.accent),
        StrokeKind::Inside,
    );
    text::put_middle(ui.painter(), rect.center(), label, SMALL, theme.ink, words + 2.0);
    named(&response, WidgetType::Label, label);
    response
}

/// The plate that tells who decides, in the side's colour, or in none where nobody does: `Rome decides`.
pub fn deciding(ui: &mut Ui, colours: Option<&flag::Colours>, theme: &Theme, words: &str, rect: Rect) -> Response {
    let response = ui.interact(rect, ui.id().with("deciding side"), Sense::hover());
    match colours {
        Some(colours) => {
            let ink = readable_on(colours.main);
            ui.painter().rect(rect, RADIUS, colours.main, Stroke::new(1.0, colours.dark), StrokeKind::Inside);
            flag::paint_on_main(ui.painter(), rect.left_center() + Vec2::new(11.0, 0.0), colours, ink);
            text::put(ui.painter(), rect.left_center() + Vec2::new(32.0, 0.0), words, STRONG, ink, rect.width() - 38.0);
        }
        None => {
            ui.painter().rect(rect, RADIUS, theme.panel, theme.border(), StrokeKind::Inside);
            text::put(
                ui.painter(),
                rect.left_center() + Vec2::new(12.0, 0.0),
                words,
                BODY,
                theme.ink,
                rect.width() - 20.0,
            );
        }
    }
    named(&response, WidgetType::Label, words);
    response
}

/// White or near-black, whichever stands out more on that colour.
pub fn readable_on(ground: bevy_egui::egui::Color32) -> bevy_egui::egui::Color32 {
    let light = 0.299 * f32::from(ground.r()) + 0.587 * f32::from(ground.g()) + 0.114 * f32::from(ground.b());
    if light > 140.0 { Theme::DAYLIGHT.ink } else { Theme::DAYLIGHT.on_accent }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::theme::ink;
    use crate::gui::widgets::bench;
    use crate::picture::palette::{ArmyColour, BONE, OCHRE};
    use bevy_egui::egui::Pos2;

    #[test]
    fn bone_and_ochre_take_dark_letters_and_the_others_white() {
        for army in ArmyColour::ALL {
            let expected = if army == BONE || army == OCHRE { Theme::DAYLIGHT.ink } else { Theme::DAYLIGHT.on_accent };
            assert_eq!(readable_on(ink(army.main)), expected, "{}", army.name);
        }
    }

    #[test]
    fn a_chip_is_wide_enough_for_its_count_and_is_clicked() {
        let ctx = bench::context();
        let width =
            |count| bench::frame(&ctx, Vec::new(), |ui| choice(ui, &Theme::DAYLIGHT, "All", count, true).rect.width());
        assert!(width(Some(14)) > width(None) + 10.0);
        assert!(
            bench::click(&ctx, Pos2::new(20.0, 18.0), |ui| choice(ui, &Theme::DAYLIGHT, "All", None, false).clicked())
        );
    }
}
