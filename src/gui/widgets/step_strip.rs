//! The step strip: the steps of a turn, done, now and to come; by underline and box, not by colour.

use bevy_egui::egui::{Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetType};

use super::named;
use crate::gui::text::{self, BODY, STRONG};
use crate::gui::theme::{RADIUS, Theme};

/// Steps lie this far apart, and nearer where there is less room.
const GAP: f32 = 16.0;
const LEAST_GAP: f32 = 8.0;

/// Shows the steps in that rectangle; where they do not fit, `3 of 9 First move`. `now` past the last: none is.
pub fn show(ui: &mut Ui, theme: &Theme, rect: Rect, steps: &[String], now: Option<usize>) -> Response {
    let response = ui.interact(rect, ui.id().with("steps"), Sense::hover());
    let spoken = spoken(steps, now);
    let width = |i: usize| {
        let style = if Some(i) == now { STRONG } else { BODY };
        text::width(ui.ctx(), &steps[i], style) + if Some(i) == now { 14.0 } else { 0.0 }
    };
    let widths: Vec<f32> = (0..steps.len()).map(width).collect();
    let free = rect.width() - widths.iter().sum::<f32>();
    let gap = (free / steps.len().saturating_sub(1).max(1) as f32).min(GAP);
    if gap < LEAST_GAP {
        now_box(ui, theme, Rect::from_min_size(rect.min, Vec2::new(rect.width(), rect.height())), &spoken);
    } else {
        let mut x = rect.left();
        for (i, step) in steps.iter().enumerate() {
            let at = Pos2::new(x, rect.center().y);
            match now {
                Some(n) if n == i => {
                    let here = Rect::from_center_size(at + Vec2::new(widths[i] / 2.0, 0.0), Vec2::new(widths[i], 24.0));
                    now_box(ui, theme, here, step);
                }
                _ => {
                    text::put(ui.painter(), at, step, BODY, theme.ink2, widths[i] + 2.0);
                    if now.is_some_and(|n| i < n) {
                        text::underline(ui.painter(), at + Vec2::new(0.0, 1.0), widths[i], theme.line2);
                    }
                }
            }
            x += widths[i] + gap;
        }
    }
    named(&response, WidgetType::Label, &spoken);
    response
}

fn now_box(ui: &Ui, theme: &Theme, rect: Rect, words: &str) {
    let width = (text::width(ui.ctx(), words, STRONG) + 14.0).min(rect.width());
    let rect = Rect::from_min_size(Pos2::new(rect.left(), rect.center().y - 12.0), Vec2::new(width, 24.0));
    ui.painter().rect(rect, RADIUS, theme.accent_ground, Stroke::new(1.5, theme.accent), StrokeKind::Inside);
    text::put_middle(ui.painter(), rect.center(), words, STRONG, theme.ink, width - 8.0);
}

fn spoken(steps: &[String], now: Option<usize>) -> String {
    match now.and_then(|n| steps.get(n).map(|s| (n, s))) {
        Some((n, step)) => format!("{} of {} {step}", n + 1, steps.len()),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_form_counts_from_one() {
        let steps = ["Detach", "Fire", "First move"].map(str::to_owned);
        assert_eq!(spoken(&steps, Some(2)), "3 of 3 First move");
        assert_eq!(spoken(&steps, None), "");
        assert_eq!(spoken(&steps, Some(3)), "");
    }
}
