//! The odds bar: each outcome as wide as it is likely, with its cases in it and its percentage under it.

use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetType};

use super::named;
use crate::gui::language::{translate, translate_with};
use crate::gui::text::{self, SMALL, SMALL_STRONG, STRONG, Type};
use crate::gui::theme::Theme;

/// One outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What people read: `win`.
    pub what: String,
    /// Cases of all cases.
    pub share: f64,
    /// What stands in the bar: the cases.
    pub cases: String,
    pub kind: Kind,
}

impl Part {
    /// `win 58 %`.
    pub fn told(&self) -> String {
        format!("{} {}", self.what, percent(self.share))
    }
}

/// What the outcome is to the side that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Win,
    Tie,
    Lose,
    Break,
}

const BAR: f32 = 20.0;

const LINE: f32 = 17.0;
const GAP: f32 = 14.0;

/// Shows bar and percentages over the whole width, the percentages in as many lines as they need.
pub fn show(ui: &mut Ui, theme: &Theme, parts: &[Part]) -> Response {
    let shown: Vec<(&Part, String)> = parts.iter().filter(|p| p.share > 0.0).map(|p| (p, p.told())).collect();
    let width = ui.available_width();
    let widths: Vec<f32> = shown.iter().map(|(part, words)| text::width(ui.ctx(), words, style(part))).collect();
    let rows = rows(&widths, width);
    let height = BAR + 2.0 + LINE * rows.len() as f32;
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, height), Sense::hover());
    let bar = Rect::from_min_size(rect.min, Vec2::new(rect.width(), BAR));
    paint(ui.painter(), theme, bar, parts);
    for (n, row) in rows.iter().enumerate() {
        let y = bar.bottom() + 10.0 + LINE * n as f32;
        let used: f32 = row.clone().map(|i| widths[i]).sum();
        let between = row.len().saturating_sub(1);
        // One line is spread from edge to edge, several stand at the left.
        let gap = if rows.len() == 1 && between > 0 { (width - used) / between as f32 } else { GAP };
        let mut x = rect.left();
        for i in row.clone() {
            let (part, words) = &shown[i];
            text::put(ui.painter(), Pos2::new(x, y), words, style(part), ink(theme, part.kind), widths[i] + 2.0);
            x += widths[i] + gap;
        }
    }
    let spoken: Vec<&str> = shown.iter().map(|(_, words)| words.as_str()).collect();
    named(&response, WidgetType::ProgressIndicator, &translate_with("spoken-odds", &[("odds", &spoken.join(", "))]));
    response
}

fn style(part: &Part) -> Type {
    if part.kind == Kind::Tie { SMALL } else { SMALL_STRONG }
}

/// Which words go in which line.
fn rows(widths: &[f32], width: f32) -> Vec<std::ops::Range<usize>> {
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    let mut used = 0.0;
    for (i, word) in widths.iter().enumerate() {
        match found.last_mut() {
            Some(row) if used + GAP + word <= width => {
                row.end = i + 1;
                used += GAP + word;
            }
            _ => {
                found.push(i..i + 1);
                used = *word;
            }
        }
    }
    found
}

/// The outcomes that fill the bar: in their order, as long as they exclude each other. What goes beyond the whole
/// happens together with one of them, and is told in words only.
fn exclusive(parts: &[Part]) -> &[Part] {
    let mut sum = 0.0;
    let beyond = parts.iter().position(|part| {
        sum += part.share;
        sum > 1.0 + 1e-6
    });
    &parts[..beyond.unwrap_or(parts.len())]
}

/// Paints the bar alone.
pub fn paint(painter: &Painter, theme: &Theme, bar: Rect, parts: &[Part]) {
    let mut x = bar.left();
    for part in exclusive(parts).iter().filter(|p| p.share > 0.0) {
        let width = bar.width() * part.share as f32;
        let rect = Rect::from_min_size(Pos2::new(x, bar.top()), Vec2::new(width, bar.height()));
        let (fill, number) = match part.kind {
            Kind::Win => (theme.accent, theme.on_accent),
            Kind::Tie => (theme.sunk, theme.ink),
            Kind::Lose => (theme.warn, theme.on_accent),
            Kind::Break => (theme.bad, theme.on_accent),
        };
        painter.rect_filled(rect, 0.0, fill);
        match part.kind {
            Kind::Lose => hatch(painter, rect, 9.0, number.gamma_multiply(0.22)),
            Kind::Break => hatch(painter, rect, 5.0, number.gamma_multiply(0.28)),
            Kind::Win | Kind::Tie => {}
        }
        if text::width(painter.ctx(), &part.cases, STRONG) + 4.0 <= width {
            text::put_middle(painter, rect.center(), &part.cases, STRONG, number, width);
        }
        x += width;
    }
    painter.rect_stroke(bar, 0.0, Stroke::new(1.0, theme.line2), StrokeKind::Inside);
}

/// `58 %`; anything that can happen but rounds to nothing is `under 1 %`.
pub fn percent(share: f64) -> String {
    let whole = (share * 100.0).round();
    match (share > 0.0 && whole < 1.0, share < 1.0 && whole >= 100.0) {
        (true, _) => translate("under-one-percent").to_owned(),
        (_, true) => translate("over-99-percent").to_owned(),
        _ => translate_with("percent", &[("n", &whole)]),
    }
}

fn ink(theme: &Theme, kind: Kind) -> Color32 {
    match kind {
        Kind::Win => theme.accent,
        Kind::Tie => theme.ink2,
        Kind::Lose => theme.warn,
        Kind::Break => theme.bad,
    }
}

fn hatch(painter: &Painter, rect: Rect, pitch: f32, ink: Color32) {
    let painter = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
    let mut x = rect.left() - rect.height();
    while x < rect.right() {
        let ends = [Pos2::new(x, rect.bottom()), Pos2::new(x + rect.height(), rect.top())];
        painter.line_segment(ends, Stroke::new(2.0, ink));
        x += pitch;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::widgets::bench;

    #[test]
    fn percentages_never_call_the_possible_impossible_nor_the_likely_certain() {
        assert_eq!(percent(21.0 / 36.0), "58 %");
        assert_eq!(percent(0.0), "0 %");
        assert_eq!(percent(0.004), "under 1 %");
        assert_eq!(percent(0.996), "over 99 %");
        assert_eq!(percent(1.0), "100 %");
    }

    fn part(what: &str, cases: f64, kind: Kind) -> Part {
        Part { what: what.into(), share: cases / 36.0, cases: cases.to_string(), kind }
    }

    #[test]
    fn it_shows_bar_and_words() {
        let ctx = bench::context();
        let parts = [part("win", 21.0, Kind::Win), part("tie", 5.0, Kind::Tie), part("lose", 10.0, Kind::Lose)];
        let rect = bench::frame(&ctx, Vec::new(), |ui| show(ui, &Theme::DAYLIGHT, &parts).rect);
        assert_eq!(rect.height(), BAR + 2.0 + LINE);
    }

    #[test]
    fn what_happens_together_with_another_outcome_is_not_in_the_bar() {
        let parts = [
            part("win", 15.0, Kind::Win),
            part("tie", 6.0, Kind::Tie),
            part("lose", 15.0, Kind::Lose),
            part("break", 15.0, Kind::Break),
        ];
        assert_eq!(exclusive(&parts).len(), 3);
        assert_eq!(exclusive(&parts[..2]).len(), 2);
    }

    #[test]
    fn words_that_do_not_fit_go_on_in_the_next_line() {
        assert_eq!(rows(&[60.0, 60.0, 60.0], 210.0), vec![0..3; 1]);
        assert_eq!(rows(&[60.0, 60.0, 60.0], 207.0), [0..2, 2..3]);
        assert_eq!(rows(&[], 100.0), Vec::<std::ops::Range<usize>>::new());
    }
}
