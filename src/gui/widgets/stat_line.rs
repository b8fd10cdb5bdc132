//! The stat line: a unit's short values in one row, each over its name.

use bevy_egui::egui::{Pos2, Rect, Response, Sense, StrokeKind, Ui, Vec2, WidgetType};

use super::named;
use crate::gui::text::{self, NUMBER, SMALL};
use crate::gui::theme::{RADIUS, Theme};

/// One value.
#[derive(Clone, Debug, PartialEq)]
pub struct Stat {
    pub value: String,
    pub label: String,
    /// Shown while the pointer rests on it.
    pub cite: String,
}

const HEIGHT: f32 = 46.0;

/// Shows the values in one frame over the whole width, in as many rows as they need.
pub fn show(ui: &mut Ui, theme: &Theme, stats: &[Stat]) -> Response {
    let width = ui.available_width();
    let need = |s: &Stat| text::width(ui.ctx(), &s.value, NUMBER).max(text::width(ui.ctx(), &s.label, SMALL)) + 9.0;
    let needs: Vec<f32> = stats.iter().map(need).collect();
    let rows = (needs.iter().sum::<f32>() / width).ceil().clamp(1.0, stats.len().max(1) as f32) as usize;
    // Rows as even as can be: seven in two rows are four and three.
    let a_row = stats.len().div_ceil(rows).max(1);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, HEIGHT * rows as f32), Sense::hover());
    ui.painter().rect(rect, RADIUS, theme.raised, theme.divider(), StrokeKind::Inside);
    let mut left = rect.left();
    for (i, stat) in stats.iter().enumerate() {
        let (row, column) = (i / a_row, i % a_row);
        let mates = &needs[row * a_row..(row * a_row + a_row).min(needs.len())];
        // What a row does not need is shared out.
        let cell = needs[i] + (width - mates.iter().sum::<f32>()) / mates.len() as f32;
        if column == 0 {
            left = rect.left();
        }
        let at = Pos2::new(left, rect.top() + row as f32 * HEIGHT);
        left += cell;
        let here = Rect::from_min_size(at, Vec2::new(cell, HEIGHT));
        let middle = here.center().x;
        text::put_middle(ui.painter(), Pos2::new(middle, at.y + 16.0), &stat.value, NUMBER, theme.ink, cell);
        text::put_middle(ui.painter(), Pos2::new(middle, at.y + 35.0), &stat.label, SMALL, theme.ink2, cell);
        if column > 0 {
            ui.painter().vline(at.x, at.y + 9.0..=at.y + HEIGHT - 9.0, theme.divider());
        }
        if !stat.cite.is_empty() {
            let id = response.id.with(("stat", i));
            ui.interact(here, id, Sense::hover())
                .on_hover_text(format!("{} {}. {}", stat.label, stat.value, stat.cite));
        }
    }
    let spoken: Vec<String> = stats.iter().map(|s| format!("{} {}", s.label, s.value)).collect();
    named(&response, WidgetType::Label, &spoken.join(", "));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::widgets::bench;

    #[test]
    fn more_values_than_fit_take_a_second_row() {
        let ctx = bench::context();
        let height = |n: usize| {
            let stats = vec![Stat { value: "6".into(), label: "front value".into(), cite: String::new() }; n];
            bench::frame(&ctx, Vec::new(), |ui| show(ui, &Theme::DAYLIGHT, &stats).rect.height())
        };
        assert_eq!(height(4), HEIGHT);
        assert_eq!(height(8), HEIGHT * 2.0);
    }
}
