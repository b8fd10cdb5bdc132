//! A choice of a few words in one row, of which one holds.

use bevy_egui::egui::{CornerRadius, Rect, Sense, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType};

use crate::gui::text::{self, BODY, STRONG};
use crate::gui::theme::Theme;

const HEIGHT: f32 = 22.0;

/// Shows the words in cells of equal width over `width`; tells which was clicked, if it is another one.
pub fn show(ui: &mut Ui, theme: &Theme, name: &str, words: &[&str], chosen: usize, width: f32) -> Option<usize> {
    let (rect, whole) = ui.allocate_exact_size(Vec2::new(width, HEIGHT), Sense::hover());
    let cell = width / words.len().max(1) as f32;
    let mut clicked = None;
    for (i, word) in words.iter().enumerate() {
        let here = Rect::from_min_size(rect.min + Vec2::new(cell * i as f32, 0.0), Vec2::new(cell, HEIGHT));
        let response = ui.interact(here, whole.id.with(i), Sense::click());
        let on = i == chosen;
        let (fill, border, ink) = match (on, response.hovered()) {
            (true, _) => (theme.accent, theme.accent, theme.on_accent),
            (false, true) => (theme.hover, theme.accent, theme.ink),
            (false, false) => (theme.raised, theme.line2, theme.ink),
        };
        let (first, last) = (i == 0, i + 1 == words.len());
        let corner = |at: bool| if at { 4 } else { 0 };
        let radius = CornerRadius { nw: corner(first), sw: corner(first), ne: corner(last), se: corner(last) };
        ui.painter().rect(here, radius, fill, (1.0, border), StrokeKind::Inside);
        let style = if on { STRONG } else { BODY };
        text::put_middle(ui.painter(), here.center(), word, style, ink, cell - 6.0);
        let spoken = format!("{name}: {word}");
        response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, on, spoken.as_str()));
        if response.clicked() && !on {
            clicked = Some(i);
        }
    }
    clicked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::widgets::bench;
    use bevy_egui::egui::Pos2;

    #[test]
    fn the_clicked_word_is_told_and_the_chosen_one_is_not() {
        let ctx = bench::context();
        let words = ["person", "captain"];
        let click =
            |x: f32| bench::click(&ctx, Pos2::new(x, 16.0), |ui| show(ui, &Theme::DAYLIGHT, "Rome", &words, 0, 200.0));
        assert_eq!(click(160.0), Some(1));
        assert_eq!(click(60.0), None);
    }
}
