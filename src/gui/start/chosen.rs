//! The chosen battle at the foot of the start screen: who sits where, whose dice, which switches, and begin.

use bevy_egui::egui::{Align2, Area, Id, Key, Order, Pos2, Rect, ScrollArea, StrokeKind, Ui, UiBuilder, Vec2};

use super::StartScreen;
use crate::battle::setup::Deploy;
use crate::gui::board::glyph;
use crate::gui::game;
use crate::gui::language::{self, translate, translate_with};
use crate::gui::text::{self, BODY, CARD};
use crate::gui::theme::{CARD_RADIUS, Theme};
use crate::gui::widgets::{flag, push, section, segments};
use crate::ids::Side;

/// How wide the choice of who sits on a side is.
const SEATS: f32 = 160.0;

/// Narrower than this it begins below its choices, narrower than that there is room for one column of them.
const NARROW: f32 = 640.0;
const STACKED: f32 = 590.0;

/// How high it is.
pub fn height(width: f32) -> f32 {
    if width < NARROW { 176.0 } else { 124.0 }
}

/// Shows it; tells when the battle is to begin.
pub fn show(ui: &mut Ui, theme: &Theme, rect: Rect, screen: &mut StartScreen) -> bool {
    ui.painter().rect(rect, CARD_RADIUS, theme.raised, theme.border(), StrokeKind::Inside);
    let Some(entry) = screen.entries.get(screen.chosen) else {
        text::put(
            ui.painter(),
            rect.left_center() + Vec2::new(16.0, 0.0),
            translate("no-battles"),
            BODY,
            theme.ink2,
            300.0,
        );
        return false;
    };
    let (narrow, stacked) = (rect.width() < NARROW, rect.width() < STACKED);
    let inner = rect.shrink2(Vec2::new(16.0, 12.0));
    let title = entry.setup.title.clone();
    let names = [0, 1].map(|i| entry.setup.sides[i].name.clone());
    let colours = game::colours(&entry.setup);
    let fixed = entry.setup.deploy == Deploy::Fixed;
    let ruleset = entry.ruleset;
    text::put(ui.painter(), inner.min + Vec2::new(0.0, 12.0), &title, CARD, theme.ink, inner.width() * 0.45);
    for (n, side) in [Side::South, Side::North].into_iter().enumerate() {
        let y = inner.top() + 40.0 + 29.0 * n as f32;
        flag::paint(ui.painter(), Pos2::new(inner.left() + 1.0, y), &glyph::colours(&colours[side.index()]));
        let words = format!("{}, {}", names[side.index()], language::side(side));
        text::put(ui.painter(), Pos2::new(inner.left() + 22.0, y), &words, BODY, theme.ink, 116.0);
        let at = Rect::from_min_size(Pos2::new(inner.left() + 142.0, y - 11.0), Vec2::new(SEATS, 22.0));
        ui.scope_builder(UiBuilder::new().max_rect(at).id_salt(side.name()), |ui| {
            let sitter = &mut screen.choice.seats[side.index()];
            if let Some(other) = sitter.choose(ui, theme, &entry.setup, side, side.name(), SEATS) {
                *sitter = other;
            }
        });
    }
    let second = if stacked {
        Pos2::new(inner.left(), inner.top() + 102.0)
    } else {
        Pos2::new(inner.left() + 318.0, inner.top() + 11.0)
    };
    if !stacked {
        ui.painter().vline(second.x - 14.0, inner.y_range(), theme.divider());
    }
    let choose = |ui: &mut Ui, at: Pos2, name: &str, on: &mut bool, words: [&str; 2]| {
        text::put(ui.painter(), at, name, BODY, theme.ink, 78.0);
        let here = Rect::from_min_size(at + Vec2::new(80.0, -11.0), Vec2::new(160.0, 22.0));
        ui.scope_builder(UiBuilder::new().max_rect(here).id_salt(name), |ui| {
            if let Some(i) = segments::show(ui, theme, name, &words, usize::from(*on), 160.0) {
                *on = i == 1;
            }
        });
    };
    choose(
        ui,
        second,
        translate("dice"),
        &mut screen.choice.dice_by_hand,
        [translate("by-program"), translate("by-hand")],
    );
    if fixed && !stacked {
        choose(
            ui,
            second + Vec2::new(0.0, 29.0),
            translate("deployment"),
            &mut screen.choice.deploy_by_hand,
            [translate("ready"), translate("by-hand")],
        );
    }
    let switches = (ruleset.texts)().switches.len();
    if switches > 0 && !stacked {
        let on = (ruleset.texts)().switches.iter().filter(|s| is_on(screen, &s.name)).count();
        let at = Rect::from_min_size(second + Vec2::new(0.0, 47.0), Vec2::new(240.0, 26.0));
        let label = translate_with("switches-on", &[("n", &on), ("of", &switches)]);
        if push::at(ui, theme, at, &label, "", push::Weight::Plain, None).clicked() {
            screen.choice.show_switches = !screen.choice.show_switches;
        }
    }
    if screen.choice.show_switches {
        switch_card(ui, theme, rect, screen);
    }
    let width = if narrow { 150.0 } else { (inner.right() - second.x - 262.0).clamp(130.0, 190.0) };
    let button = Rect::from_min_size(Pos2::new(inner.right() - width, inner.bottom() - 44.0), Vec2::new(width, 44.0));
    let clicked = push::at(ui, theme, button, translate("begin"), "B", push::Weight::Main, None).clicked();
    let typing = ui.ctx().text_edit_focused();
    clicked || (!typing && ui.input(|i| i.key_pressed(Key::B)))
}

/// Whether a switch is on in the chosen battle.
fn is_on(screen: &StartScreen, name: &str) -> bool {
    let Some(entry) = screen.entries.get(screen.chosen) else { return false };
    let texts = (entry.ruleset.texts)();
    let preset = entry.setup.preset.as_deref().and_then(|p| texts.presets.get(p));
    let usual = preset.is_some_and(|on| on.iter().any(|n| n == name));
    let set = screen.choice.switches.get(name).or_else(|| entry.setup.switches.get(name));
    set.copied().unwrap_or(usual)
}

/// All switches with what they do.
fn switch_card(ui: &Ui, theme: &Theme, above: Rect, screen: &mut StartScreen) {
    let Some(entry) = screen.entries.get(screen.chosen) else { return };
    let texts = (entry.ruleset.texts)();
    let size = Vec2::new(430.0_f32.min(above.width()), 340.0);
    let at = above.right_top() - Vec2::new(size.x + 26.0, size.y + 36.0);
    Area::new(Id::new("switches")).order(Order::Foreground).fixed_pos(at).pivot(Align2::LEFT_TOP).show(
        ui.ctx(),
        |ui| {
            section::card(theme).show(ui, |ui| {
                ui.set_width(size.x);
                section::head(
                    ui,
                    theme,
                    translate("switches"),
                    &translate_with(
                        "so-many-on",
                        &[("n", &texts.switches.iter().filter(|s| is_on(screen, &s.name)).count())],
                    ),
                );
                ScrollArea::vertical().max_height(size.y).show(ui, |ui| {
                    for switch in &texts.switches {
                        let on = is_on(screen, &switch.name);
                        ui.push_id(&switch.name, |ui| {
                            ui.horizontal(|ui| {
                                if segments::show(
                                    ui,
                                    theme,
                                    &switch.title,
                                    &[translate("off"), translate("on")],
                                    usize::from(on),
                                    84.0,
                                )
                                .is_some()
                                {
                                    screen.choice.switches.insert(switch.name.clone(), !on);
                                }
                                let words = text::paragraph(
                                    ui.ctx(),
                                    &format!("{}. {}", switch.title, switch.text),
                                    BODY,
                                    theme.ink,
                                    size.x - 110.0,
                                );
                                let (rect, _) = ui.allocate_exact_size(words.size(), bevy_egui::egui::Sense::hover());
                                ui.painter().galley(rect.min, words, theme.ink);
                            });
                        });
                        ui.add_space(4.0);
                    }
                });
                if push::wide(ui, theme, translate("close"), "", 28.0, push::Weight::Plain).clicked() {
                    screen.choice.show_switches = false;
                }
            });
        },
    );
}
