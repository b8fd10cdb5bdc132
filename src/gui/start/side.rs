//! The column on the left of the start screen: the name, a file to open, options at hand.

use bevy_egui::egui::{Pos2, Rect, ScrollArea, Ui, UiBuilder, Vec2};

use super::keys::Field;
use super::{StartScreen, kept};
use crate::gui::language::{translate, translate_with};
use crate::gui::options::Pace;
use crate::gui::options::{self, Options, SCALES};
use crate::gui::play::begin::Battle;
use crate::gui::text::{self, BODY, PLATE, READING, TITLE};
use crate::gui::theme::Theme;
use crate::gui::widgets::{field, push, section, segments};

/// Shows the column; tells which file is to be opened.
pub fn show(
    ui: &mut Ui,
    theme: &Theme,
    rect: Rect,
    options: &mut Options,
    screen: &mut StartScreen,
    narrow: bool,
) -> Option<Battle> {
    ui.painter().rect_filled(rect, 0.0, theme.sunk);
    ui.painter().vline(rect.right() - 0.5, rect.y_range(), theme.border());
    let inner = rect.shrink2(Vec2::new(38.0_f32.min(rect.width() * 0.1), 0.0));
    let width = inner.width();
    let (top, foot) = if narrow {
        text::put(ui.painter(), Pos2::new(inner.left(), rect.top() + 26.0), "Sandtable", TITLE, theme.ink, width);
        (50.0, 6.0)
    } else {
        let at = |y: f32| Pos2::new(inner.left(), rect.top() + y);
        text::put(ui.painter(), at(70.0) - Vec2::new(2.0, 0.0), "Sandtable", PLATE, theme.ink, width + 20.0);
        let subtitle = translate("subtitle");
        let style = [READING, BODY, text::SMALL].into_iter().find(|s| text::width(ui.ctx(), subtitle, *s) <= width);
        if let Some(style) = style {
            text::put(ui.painter(), at(107.0), subtitle, style, theme.ink2, width);
        }
        for y in [129.0, 132.5] {
            ui.painter().hline(inner.x_range(), rect.top() + y, theme.border());
        }
        (148.0, 40.0)
    };
    let mut battle = None;
    let body =
        Rect::from_min_max(Pos2::new(inner.left(), rect.top() + top), Pos2::new(inner.right(), rect.bottom() - foot));
    let mut shown = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.y = 8.0;
        if let Some(go_on) = &screen.go_on {
            if !narrow {
                section::head(ui, theme, translate("go-on-where"), "");
            }
            if kept::card(ui, theme, go_on, rect.height()) {
                battle = Some(super::of_saved(&go_on.saved));
            }
            ui.add_space(4.0);
        }
        others(ui, theme, screen);
        let gap = if narrow { 0.0 } else { 4.0 };
        ui.add_space(gap);
        battle = battle.take().or(file(ui, theme, screen, narrow));
        ui.add_space(gap);
        at_hand(ui, theme, options, narrow);
        if narrow {
            ones_own(ui, theme, screen);
        }
    };
    // With large letters in a low window there is more than finds room.
    ui.scope_builder(UiBuilder::new().max_rect(body), |ui| {
        ScrollArea::vertical().id_salt("side").auto_shrink(false).show(ui, |ui| shown(ui));
    });
    if narrow {
        return battle;
    }
    let foot = translate_with("version", &[("version", &env!("CARGO_PKG_VERSION"))]);
    text::put(ui.painter(), Pos2::new(inner.left(), rect.bottom() - 24.0), &foot, text::SMALL, theme.ink2, width);
    battle
}

/// The buttons to what lies over the cards: the battles that are kept, and the sheet of keys.
fn others(ui: &mut Ui, theme: &Theme, screen: &mut StartScreen) {
    let (row, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 30.0), bevy_egui::egui::Sense::hover());
    let label = if screen.show_saved { translate("choose-a-battle") } else { translate("saved-battles") };
    let keys = translate("keys");
    // Words before caps: where both caps find no room, that of the narrower button goes first.
    let rest = push::width(ui.ctx(), label, "F3", false) + 6.0;
    let wide =
        push::width(ui.ctx(), keys, "F9", false).min(row.width() - rest).max(push::width(ui.ctx(), keys, "", false));
    let split = row.right() - wide;
    let right = Rect::from_min_max(Pos2::new(split, row.top()), row.max);
    if push::at(ui, theme, row.with_max_x(split - 6.0), label, "F3", push::Weight::Plain, None).clicked() {
        screen.turn_saved();
    }
    if push::at(ui, theme, right, keys, "F9", push::Weight::Plain, None).clicked() {
        screen.turn_keys();
    }
}

/// A scenario by its path.
fn file(ui: &mut Ui, theme: &Theme, screen: &mut StartScreen, narrow: bool) -> Option<Battle> {
    if !narrow {
        section::head(ui, theme, translate("open-a-file"), "");
    }
    let row = Rect::from_min_size(ui.cursor().min, Vec2::new(ui.available_width(), 30.0));
    ui.allocate_rect(row, bevy_egui::egui::Sense::hover());
    // Where there is little room, field and button stand in one row.
    let button = if narrow { push::width(ui.ctx(), translate("open"), "", false) + 6.0 } else { 0.0 };
    let rect = Rect::from_min_max(row.min, Pos2::new(row.right() - button, row.bottom()));
    let [long, short] = [translate("path-to-open"), translate("path-of-a-file")];
    let fits = |(hint, key): &(&str, &str)| field::width(ui, hint, key) <= rect.width();
    let (hint, key) = [(long, "Enter"), (short, "Enter")].into_iter().find(fits).unwrap_or((short, ""));
    let response = field::of_id(ui, theme, rect, Field::Path.id(), &mut screen.open_file, hint, key);
    let clicked = if narrow {
        let here = Rect::from_min_max(Pos2::new(rect.right() + 6.0, row.top()), row.max);
        push::at(ui, theme, here, translate("open"), "", push::Weight::Plain, None).clicked()
    } else {
        push::wide(ui, theme, translate("open"), "Ctrl O", 30.0, push::Weight::Plain).clicked()
    };
    if let Some(own) = &screen.own {
        response.on_hover_text(own.words.as_str());
    }
    if !narrow {
        ones_own(ui, theme, screen);
    }
    clicked.then(|| screen.typed_file()).flatten()
}

/// Where one's own files belong, and what is there.
fn ones_own(ui: &mut Ui, theme: &Theme, screen: &StartScreen) {
    if let Some(own) = &screen.own {
        small_print(ui, theme, &own.words);
    }
}

/// Words in small letters, in as many lines as they need.
fn small_print(ui: &mut Ui, theme: &Theme, words: &str) {
    let words = text::paragraph(ui.ctx(), words, text::SMALL, theme.ink2, ui.available_width());
    let (rect, _) = ui.allocate_exact_size(words.size(), bevy_egui::egui::Sense::hover());
    ui.painter().galley(rect.min, words, theme.ink2);
}

/// The least room for what is chosen from, and before it.
const LEAST: f32 = 132.0;

/// An option with its name before it, or above it where there is no room for both in a row.
fn named<T>(ui: &mut Ui, theme: &Theme, name: &str, names: f32, high: f32, show: impl FnOnce(&mut Ui) -> T) -> T {
    let label = |ui: &mut Ui, wide: f32, high: f32| {
        let (rect, _) = ui.allocate_exact_size(Vec2::new(wide, high), bevy_egui::egui::Sense::hover());
        text::put(ui.painter(), rect.left_center(), name, BODY, theme.ink, wide);
    };
    if ui.available_width() >= names + LEAST {
        return ui
            .horizontal(|ui| {
                label(ui, names, high);
                show(ui)
            })
            .inner;
    }
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        label(ui, ui.available_width(), 17.0);
        ui.horizontal(show).inner
    })
    .inner
}

fn at_hand(ui: &mut Ui, theme: &Theme, options: &mut Options, narrow: bool) {
    if !narrow {
        section::head(ui, theme, translate("options-at-hand"), "");
    }
    let names = match ui.available_width() {
        _ if !narrow => 104.0,
        room if room < 84.0 + LEAST => 62.0,
        _ => 84.0,
    };
    let row = |ui: &mut Ui, name: &str, words: &[&str], now: usize| -> Option<usize> {
        named(ui, theme, name, names, 22.0, |ui| segments::show(ui, theme, name, words, now, ui.available_width()))
    };
    let more = named(ui, theme, translate("text-and-panels"), names, 26.0, |ui| {
        let (less, _) = ui.allocate_exact_size(Vec2::new(28.0, 26.0), bevy_egui::egui::Sense::hover());
        if push::at(ui, theme, less, "\u{2212}", "", push::Weight::Plain, None).clicked() {
            options.step(-1);
        }
        let words = options::size_words(options.scale, ui.ctx().zoom_factor());
        let most = (ui.available_width() - 44.0).max(52.0);
        // Where there is no room for all of it, that text gives way is told below.
        let fits = text::width(ui.ctx(), &words, BODY) <= most;
        let (words, more) =
            if fits { (words, None) } else { (options::size_words(options.scale, options.scale), Some(words)) };
        let room = text::width(ui.ctx(), &words, BODY).clamp(52.0, most);
        let (now, _) = ui.allocate_exact_size(Vec2::new(room, 26.0), bevy_egui::egui::Sense::hover());
        text::put_middle(ui.painter(), now.center(), &words, BODY, theme.ink, room);
        let (larger, _) = ui.allocate_exact_size(Vec2::new(28.0, 26.0), bevy_egui::egui::Sense::hover());
        if push::at(ui, theme, larger, "+", "", push::Weight::Plain, None).clicked() {
            options.step(1);
        }
        more
    });
    if let Some(words) = more {
        small_print(ui, theme, &words);
    }
    debug_assert!(SCALES.contains(&options.scale));
    if let Some(i) = row(
        ui,
        translate("panels"),
        &[translate("by-daylight"), translate("by-lamplight")],
        usize::from(options.lamplight),
    ) {
        options.lamplight = i == 1;
    }
    let paces = [Pace::Slow, Pace::Normal, Pace::None];
    let now = paces.iter().position(|p| *p == options.pace).unwrap_or(1);
    if let Some(i) =
        row(ui, translate("movement"), &[translate("slow"), translate("normal"), translate("no-movement")], now)
    {
        options.pace = paces[i];
    }
}
