//! The column on the left of the start screen: the name, a file to open, options at hand.

use bevy_egui::egui::{Key, Pos2, Rect, ScrollArea, Ui, UiBuilder, Vec2};

use super::{Battle, StartScreen, kept};
use crate::gui::language::{translate, translate_with};
use crate::gui::options::Pace;
use crate::gui::options::{Options, SCALES};
use crate::gui::text::{self, BODY, PLATE, READING};
use crate::gui::theme::Theme;
use crate::gui::widgets::{field, push, section, segments};

/// Shows the column; tells which file is to be opened.
pub fn show(ui: &mut Ui, theme: &Theme, rect: Rect, options: &mut Options, screen: &mut StartScreen) -> Option<Battle> {
    ui.painter().rect_filled(rect, 0.0, theme.sunk);
    ui.painter().vline(rect.right() - 0.5, rect.y_range(), theme.border());
    let inner = rect.shrink2(Vec2::new(38.0_f32.min(rect.width() * 0.1), 0.0));
    let width = inner.width();
    text::put(
        ui.painter(),
        Pos2::new(inner.left() - 2.0, rect.top() + 70.0),
        "Sandtable",
        PLATE,
        theme.ink,
        width + 20.0,
    );
    let line = translate("subtitle");
    text::put(ui.painter(), Pos2::new(inner.left(), rect.top() + 107.0), line, READING, theme.ink2, width);
    for y in [129.0, 132.5] {
        ui.painter().hline(inner.x_range(), rect.top() + y, theme.border());
    }
    let mut battle = None;
    let body =
        Rect::from_min_max(Pos2::new(inner.left(), rect.top() + 148.0), Pos2::new(inner.right(), rect.bottom() - 40.0));
    let mut shown = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.y = 8.0;
        if let Some(go_on) = &screen.go_on {
            section::head(ui, theme, translate("go-on-where"), "");
            if kept::card(ui, theme, go_on, rect.height()) {
                battle = Some(super::of_saved(&go_on.saved));
            }
            ui.add_space(4.0);
        }
        let label = if screen.show_saved { translate("choose-a-battle") } else { translate("saved-battles") };
        if push::wide(ui, theme, label, "F3", 30.0, push::Weight::Plain).clicked() {
            screen.show_saved = !screen.show_saved;
        }
        ui.add_space(4.0);
        battle = battle.take().or(file(ui, theme, screen));
        ui.add_space(4.0);
        at_hand(ui, theme, options);
    };
    // With large letters in a low window there is more than finds room.
    ui.scope_builder(UiBuilder::new().max_rect(body), |ui| {
        ScrollArea::vertical().id_salt("side").auto_shrink(false).show(ui, |ui| shown(ui));
    });
    let foot = translate_with("version", &[("version", &env!("CARGO_PKG_VERSION"))]);
    text::put(ui.painter(), Pos2::new(inner.left(), rect.bottom() - 24.0), &foot, text::SMALL, theme.ink2, width);
    battle
}

/// A scenario by its path.
fn file(ui: &mut Ui, theme: &Theme, screen: &mut StartScreen) -> Option<Battle> {
    section::head(ui, theme, translate("open-a-file"), "");
    let rect = Rect::from_min_size(ui.cursor().min, Vec2::new(ui.available_width(), 30.0));
    ui.allocate_rect(rect, bevy_egui::egui::Sense::hover());
    let response = field::show(ui, theme, rect, "file", &mut screen.open_file, translate("path-to-open"), "Enter");
    if ui.input_mut(|i| i.consume_key(bevy_egui::egui::Modifiers::CTRL, Key::O)) {
        response.request_focus();
    }
    let entered = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
    let clicked = push::wide(ui, theme, translate("open"), "Ctrl O", 30.0, push::Weight::Plain).clicked();
    let path = screen.open_file.trim();
    ((entered || clicked) && !path.is_empty()).then(|| Battle::File(path.to_owned()))
}

fn at_hand(ui: &mut Ui, theme: &Theme, options: &mut Options) {
    section::head(ui, theme, translate("options-at-hand"), "");
    let row = |ui: &mut Ui, name: &str, words: &[&str], now: usize| -> Option<usize> {
        let mut chosen = None;
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::new(104.0, 22.0), bevy_egui::egui::Sense::hover());
            text::put(ui.painter(), rect.left_center(), name, BODY, theme.ink, 104.0);
            chosen = segments::show(ui, theme, name, words, now, ui.available_width());
        });
        chosen
    };
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::new(104.0, 26.0), bevy_egui::egui::Sense::hover());
        text::put(ui.painter(), rect.left_center(), translate("text-and-panels"), BODY, theme.ink, 104.0);
        let (less, _) = ui.allocate_exact_size(Vec2::new(28.0, 26.0), bevy_egui::egui::Sense::hover());
        if push::at(ui, theme, less, "\u{2212}", "", push::Weight::Plain, None).clicked() {
            options.step(-1);
        }
        let (now, _) = ui.allocate_exact_size(Vec2::new(52.0, 26.0), bevy_egui::egui::Sense::hover());
        text::put_middle(
            ui.painter(),
            now.center(),
            &translate_with("percent", &[("n", &format!("{:.0}", options.scale * 100.0))]),
            BODY,
            theme.ink,
            52.0,
        );
        let (more, _) = ui.allocate_exact_size(Vec2::new(28.0, 26.0), bevy_egui::egui::Sense::hover());
        if push::at(ui, theme, more, "+", "", push::Weight::Plain, None).clicked() {
            options.step(1);
        }
    });
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
