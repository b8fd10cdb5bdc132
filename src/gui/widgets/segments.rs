//! A choice of a few words in one row, of which one holds.

use bevy_egui::egui::{CornerRadius, Pos2, Rect, Sense, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType};

use crate::gui::text::{self, BODY, STRONG};
use crate::gui::theme::Theme;

const HEIGHT: f32 = 22.0;

/// How much wider than its word a cell must be.
const AROUND: f32 = 8.0;

/// How wide the cells are over `width`: alike where all words fit so, else each as its word needs.
fn cells(ui: &Ui, words: &[&str], width: f32) -> Vec<f32> {
    let needs: Vec<f32> = words.iter().map(|word| text::width(ui.ctx(), word, STRONG) + AROUND).collect();
    let (alike, all) = (width / words.len().max(1) as f32, needs.iter().sum::<f32>());
    if needs.iter().all(|need| *need <= alike) {
        return vec![alike; words.len()];
    }
    let (grown, more) = if all > width { (width / all, 0.0) } else { (1.0, (width - all) / words.len() as f32) };
    needs.iter().map(|need| need * grown + more).collect()
}

/// Shows the words in cells over `width`; tells which was clicked, if it is another one.
pub fn show(ui: &mut Ui, theme: &Theme, name: &str, words: &[&str], chosen: usize, width: f32) -> Option<usize> {
    clicked(ui, theme, name, words, (chosen, None), width).filter(|clicked| *clicked != chosen)
}

/// The same; tells which was clicked, the chosen one too, about which that is told to who points at it.
pub fn clicked(
    ui: &mut Ui,
    theme: &Theme,
    name: &str,
    words: &[&str],
    (chosen, about): (usize, Option<&str>),
    width: f32,
) -> Option<usize> {
    let (rect, whole) = ui.allocate_exact_size(Vec2::new(width, HEIGHT), Sense::hover());
    let (mut clicked, mut left) = (None, rect.left());
    for (i, (word, cell)) in words.iter().zip(cells(ui, words, width)).enumerate() {
        let here = Rect::from_min_size(Pos2::new(left, rect.top()), Vec2::new(cell, HEIGHT));
        left += cell;
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
        if response.clicked() {
            clicked = Some(i);
        }
        if let Some(about) = about.filter(|_| on) {
            response.on_hover_text(about);
        }
    }
    clicked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::widgets::bench;

    #[test]
    fn the_clicked_word_is_told_and_the_chosen_one_is_not() {
        let ctx = bench::context();
        let words = ["person", "captain"];
        let click =
            |x: f32| bench::click(&ctx, Pos2::new(x, 16.0), |ui| show(ui, &Theme::DAYLIGHT, "Rome", &words, 0, 200.0));
        assert_eq!(click(160.0), Some(1));
        assert_eq!(click(60.0), None);
    }

    #[test]
    fn a_long_word_takes_room_from_a_short_one() {
        let ctx = bench::context();
        let words = ["person", "captain", "general", "plan"];
        let click =
            |x: f32| bench::click(&ctx, Pos2::new(x, 16.0), |ui| show(ui, &Theme::DAYLIGHT, "Rome", &words, 0, 200.0));
        // Alike the last would begin at 150 of 200.
        assert_eq!(click(155.0), Some(2));
        assert_eq!(click(195.0), Some(3));
    }
}
