//! What of a held offer can be varied in the panel: a length, an angle, a number, a switch, a word, a few of many.

use bevy_egui::egui::{Pos2, Rect, Sense, Ui, Vec2, WidgetInfo, WidgetType};

use crate::gui::game::vary::{Put, Vary, VaryKind};
use crate::gui::language::{translate, translate_with};
use crate::gui::text::{self, BODY, SMALL};
use crate::gui::theme::Theme;
use crate::gui::widgets::{chip, push, segments};
use crate::gui::words;
use crate::table::{Cdeg, Mil};

/// Shows the means to vary it; tells the new value.
pub fn show(ui: &mut Ui, theme: &Theme, vary: &Vary) -> Option<Put> {
    let mut put = None;
    ui.push_id(&vary.label, |ui| {
        put = match &vary.kind {
            VaryKind::Length { low, high, now, unit } => {
                let unit = unit.as_ref();
                let step = words::many(unit, 0.1).0;
                // Steps end on tenths of the unit, and at the limits.
                let even = |put| match put {
                    Put::Number(n) if n != *low && n != *high => {
                        Put::Number(words::to_tenth(unit, Mil(n)).0.clamp(*low, *high))
                    }
                    put => put,
                };
                let written = |mil| words::length(unit, Mil(mil));
                number(ui, theme, &vary.label, *low, *high, *now, step, written).map(even)
            }
            VaryKind::Angle { low, high, now } => number(ui, theme, &vary.label, *low, *high, *now, 100, degrees),
            VaryKind::Whole { low, high, now } => {
                number(ui, theme, &vary.label, *low, *high, *now, 1, |n| n.to_string())
            }
            VaryKind::Flag(on) => {
                let words = [translate("no"), translate("yes")];
                words_row(ui, theme, &vary.label, &words, usize::from(*on)).map(|i| Put::Flag(i == 1))
            }
            VaryKind::Name { words, now } => {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                words_row(ui, theme, &vary.label, &words, *now).map(Put::Name)
            }
            VaryKind::Pick { names, notes, on, least, most } => {
                let all = names.iter().zip(notes.iter().map(String::as_str).chain(std::iter::repeat("")));
                pick(ui, theme, &vary.label, all, on, *least, *most)
            }
        };
        if !vary.stops.is_empty() {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = Vec2::new(5.0, 4.0);
                for (words, stop) in &vary.stops {
                    if chip::choice(ui, theme, words, None, holds(&vary.kind, stop)).clicked() {
                        put = Some(stop.clone());
                    }
                }
            });
        }
    });
    put
}

fn holds(kind: &VaryKind, stop: &Put) -> bool {
    match (kind, stop) {
        (VaryKind::Length { now, .. } | VaryKind::Angle { now, .. } | VaryKind::Whole { now, .. }, Put::Number(n)) => {
            now == n
        }
        (VaryKind::Flag(on), Put::Flag(f)) => on == f,
        (VaryKind::Name { now, .. }, Put::Name(n)) => now == n,
        (VaryKind::Pick { on, .. }, Put::Picked(p)) => on == p,
        _ => false,
    }
}

/// A number with a step down, a slide between its limits, and a step up.
#[expect(clippy::too_many_arguments, reason = "a number has a name, limits, a value and a way to be written")]
fn number(
    ui: &mut Ui,
    theme: &Theme,
    label: &str,
    low: i32,
    high: i32,
    now: i32,
    step: i32,
    words: impl Fn(i32) -> String,
) -> Option<Put> {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 26.0), Sense::click_and_drag());
    let names = 76.0;
    text::put(ui.painter(), rect.left_center() + Vec2::new(2.0, 0.0), label, BODY, theme.ink2, names - 6.0);
    let button = |right: f32| Rect::from_min_size(Pos2::new(right - 22.0, rect.top() + 2.0), Vec2::new(22.0, 22.0));
    let more = button(rect.right());
    let value =
        Rect::from_min_max(Pos2::new(more.left() - 84.0, rect.top()), Pos2::new(more.left() - 2.0, rect.bottom()));
    let less = button(value.left());
    let rail =
        Rect::from_min_max(Pos2::new(rect.left() + names, rect.top()), Pos2::new(less.left() - 12.0, rect.bottom()));
    let mut wished = None;
    if push::at(ui, theme, less, "\u{2212}", "", push::Weight::Plain, None).clicked() {
        wished = Some(now - step);
    }
    if push::at(ui, theme, more, "+", "", push::Weight::Plain, None).clicked() {
        wished = Some(now + step);
    }
    text::put_middle(ui.painter(), value.center(), &words(now), BODY, theme.ink, value.width());
    let span = (high - low).max(1) as f32;
    let x = rail.left() + rail.width() * (now - low) as f32 / span;
    let y = rail.center().y;
    ui.painter().hline(rail.x_range(), y, (3.0, theme.line2));
    ui.painter().hline(rail.left()..=x, y, (3.0, theme.accent));
    ui.painter().circle(Pos2::new(x, y), 6.0, theme.raised, (1.5, theme.accent));
    if let Some(at) = response.interact_pointer_pos()
        && rail.expand2(Vec2::new(8.0, 0.0)).contains(Pos2::new(at.x, y))
    {
        let raw = low as f32 + span * ((at.x - rail.left()) / rail.width()).clamp(0.0, 1.0);
        wished = Some(((raw / step as f32).round() as i32) * step);
    }
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Slider, true, format!("{label} {}", words(now))));
    wished.map(|n| n.clamp(low, high)).filter(|n| *n != now).map(Put::Number)
}

fn words_row(ui: &mut Ui, theme: &Theme, label: &str, words: &[&str], now: usize) -> Option<usize> {
    let mut clicked = None;
    let wide: f32 =
        words.iter().map(|w| text::width(ui.ctx(), w, BODY) + 18.0).fold(0.0, f32::max) * words.len() as f32;
    if wide <= ui.available_width() - 84.0 {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::new(76.0, 22.0), Sense::hover());
            text::put(ui.painter(), rect.left_center() + Vec2::new(2.0, 0.0), label, BODY, theme.ink2, 72.0);
            clicked = segments::show(ui, theme, label, words, now, ui.available_width());
        });
    } else {
        let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 18.0), Sense::hover());
        text::put(ui.painter(), rect.left_center() + Vec2::new(2.0, 0.0), label, SMALL, theme.ink2, rect.width());
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::new(5.0, 4.0);
            for (i, word) in words.iter().enumerate() {
                if chip::choice(ui, theme, word, None, i == now).clicked() && i != now {
                    clicked = Some(i);
                }
            }
        });
    }
    clicked
}

fn pick<'a>(
    ui: &mut Ui,
    theme: &Theme,
    label: &str,
    names: impl Iterator<Item = (&'a String, &'a str)>,
    on: &[bool],
    least: usize,
    most: usize,
) -> Option<Put> {
    let count = on.iter().filter(|o| **o).count();
    let limits = if least == most || least == 0 {
        format!("{most}")
    } else {
        translate_with("from-to", &[("least", &least), ("most", &most)])
    };
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 18.0), Sense::hover());
    let counted = || translate_with("picked", &[("what", &label), ("n", &count), ("of", &limits)]);
    let words = if most == 1 { label.to_string() } else { counted() };
    text::put(ui.painter(), rect.left_center() + Vec2::new(2.0, 0.0), &words, SMALL, theme.ink2, rect.width());
    let mut put = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::new(5.0, 4.0);
        for (i, (name, note)) in names.enumerate() {
            let chip = chip::choice(ui, theme, name, None, on[i]);
            let clicked = chip.clicked();
            if !note.is_empty() {
                chip.on_hover_text(note);
            }
            if clicked {
                put = Some(Put::Picked(toggled(on, i, least, most)));
            }
        }
    });
    put
}

/// The picked ones when that one is clicked: added, taken out, or, where only one may be picked, put in its place.
fn toggled(on: &[bool], at: usize, least: usize, most: usize) -> Vec<bool> {
    let mut after = on.to_vec();
    let count = on.iter().filter(|o| **o).count();
    match (on[at], most) {
        (false, 1) => {
            after.fill(false);
            after[at] = true;
        }
        (false, _) if count < most => after[at] = true,
        (true, _) if count > least => after[at] = false,
        _ => {}
    }
    after
}

/// `7.16°`, with its side.
pub fn degrees(cdeg: i32) -> String {
    words::turn(Cdeg(cdeg))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_many_is_replaced_and_limits_hold() {
        assert_eq!(toggled(&[true, false, false], 2, 1, 1), [false, false, true]);
        assert_eq!(toggled(&[true, false], 0, 1, 1), [true, false]);
        assert_eq!(toggled(&[true, true, false], 2, 1, 2), [true, true, false]);
        assert_eq!(toggled(&[true, true, false], 1, 1, 2), [true, false, false]);
        assert_eq!(toggled(&[false, false], 1, 0, 4), [false, true]);
    }

    #[test]
    fn values_read_as_people_say_them() {
        assert_eq!(degrees(-716), "7.16° left");
        assert_eq!(degrees(716), "7.16° right");
    }
}
