//! The step strip: the steps of a turn, done, now and to come; by underline and box, not by colour.

use bevy_egui::egui::{Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetType};

use super::named;
use crate::gui::language::translate_with;
use crate::gui::text::{self, BODY, SMALL, SMALL_STRONG, STRONG, Type};
use crate::gui::theme::{RADIUS, Theme};

/// Steps lie this far apart, and nearer where there is less room.
const GAP: f32 = 16.0;
const LEAST_GAP: f32 = 8.0;

/// Shows the steps in that rectangle, smaller where there is less room; where they do not fit even so, `3 of 9 First
/// move`. `now` past the last: none is.
pub fn show(ui: &mut Ui, theme: &Theme, rect: Rect, steps: &[String], now: Option<usize>) -> Response {
    let response = ui.interact(rect, ui.id().with("steps"), Sense::hover());
    let spoken = spoken(steps, now);
    let fitting = [(BODY, STRONG), (SMALL, SMALL_STRONG)].into_iter().find_map(|styles| {
        let widths = widths(ui, steps, now, styles);
        gap(&widths, rect.width()).map(|gap| (styles, widths, gap))
    });
    match fitting {
        Some(((style, strong), widths, gap)) => {
            let mut x = rect.left();
            for (i, step) in steps.iter().enumerate() {
                let at = Pos2::new(x, rect.center().y);
                match now {
                    Some(n) if n == i => {
                        let middle = at + Vec2::new(widths[i] / 2.0, 0.0);
                        now_box(ui, theme, Rect::from_center_size(middle, Vec2::new(widths[i], 24.0)), step, strong);
                    }
                    _ => {
                        text::put(ui.painter(), at, step, style, theme.ink2, widths[i] + 2.0);
                        if now.is_some_and(|n| i < n) {
                            text::underline(ui.painter(), at + Vec2::new(0.0, 1.0), widths[i], theme.line2);
                        }
                    }
                }
                x += widths[i] + gap;
            }
        }
        None if !spoken.is_empty() => now_box(ui, theme, rect, &spoken, STRONG),
        None => {}
    }
    named(&response, WidgetType::Label, &spoken);
    response
}

fn widths(ui: &Ui, steps: &[String], now: Option<usize>, (style, strong): (Type, Type)) -> Vec<f32> {
    let width = |(i, step): (usize, &String)| {
        let on = Some(i) == now;
        text::width(ui.ctx(), step, if on { strong } else { style }) + if on { 14.0 } else { 0.0 }
    };
    steps.iter().enumerate().map(width).collect()
}

/// How far apart they lie in that width, when there is room for them.
fn gap(widths: &[f32], width: f32) -> Option<f32> {
    let free = width - widths.iter().sum::<f32>();
    let gap = (free / widths.len().saturating_sub(1).max(1) as f32).min(GAP);
    (gap >= LEAST_GAP).then_some(gap)
}

fn now_box(ui: &Ui, theme: &Theme, rect: Rect, words: &str, style: Type) {
    let width = (text::width(ui.ctx(), words, style) + 14.0).min(rect.width());
    let rect = Rect::from_min_size(Pos2::new(rect.left(), rect.center().y - 12.0), Vec2::new(width, 24.0));
    ui.painter().rect(rect, RADIUS, theme.accent_ground, Stroke::new(1.5, theme.accent), StrokeKind::Inside);
    text::put_middle(ui.painter(), rect.center(), words, style, theme.ink, width - 8.0);
}

fn spoken(steps: &[String], now: Option<usize>) -> String {
    match now.and_then(|n| steps.get(n).map(|s| (n, s))) {
        Some((n, step)) => translate_with("step-of", &[("n", &(n + 1)), ("of", &steps.len()), ("step", &step)]),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_move_together_and_give_way_when_there_is_no_room() {
        let widths = [50.0, 50.0, 50.0];
        assert_eq!(gap(&widths, 300.0), Some(GAP));
        assert_eq!(gap(&widths, 170.0), Some(10.0));
        assert_eq!(gap(&widths, 166.0), Some(LEAST_GAP));
        assert_eq!(gap(&widths, 165.0), None);
    }

    #[test]
    fn the_short_form_counts_from_one() {
        let steps = ["Detach", "Fire", "First move"].map(str::to_owned);
        assert_eq!(spoken(&steps, Some(2)), "3 of 3 First move");
        assert_eq!(spoken(&steps, None), "");
        assert_eq!(spoken(&steps, Some(3)), "");
    }
}
