//! The units of the selected body, a line each: name, strength, marks.

use bevy_egui::egui::{Pos2, ScrollArea, Sense, Ui, Vec2, WidgetInfo, WidgetType};

use super::{Request, UnitLine};
use crate::gui::board::badge;
use crate::gui::board::glyph::Glyphs;
use crate::gui::text::{self, BODY};
use crate::gui::theme::{RADIUS, Theme};
use crate::gui::widgets::pips;

const UNIT_LINE: f32 = 19.0;

/// Shows them, each on its line; long bodies scroll.
pub fn show(ui: &mut Ui, theme: &Theme, glyphs: &mut Glyphs, units: &[UnitLine], asked: &mut Vec<Request>) {
    if units.is_empty() {
        return;
    }
    // Long bodies scroll, so that offers keep their room.
    let height = (units.len() as f32 * UNIT_LINE).min(UNIT_LINE * 6.5);
    ui.spacing_mut().item_spacing.y = 4.0;
    ScrollArea::vertical().id_salt("units").max_height(height).auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let names = units.iter().map(|u| text::width(ui.ctx(), &u.name, BODY)).fold(0.0_f32, f32::max).min(110.0);
        for (i, unit) in units.iter().enumerate() {
            if unit_line(ui, theme, glyphs, unit, names) {
                asked.push(Request::Unit(i));
            }
        }
    });
}

fn unit_line(ui: &mut Ui, theme: &Theme, glyphs: &mut Glyphs, unit: &UnitLine, names: f32) -> bool {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), UNIT_LINE), Sense::click());
    if unit.selected {
        ui.painter().rect_filled(rect.expand2(Vec2::new(4.0, 0.0)), RADIUS, theme.accent_ground);
    } else if response.hovered() {
        ui.painter().rect_filled(rect.expand2(Vec2::new(4.0, 0.0)), RADIUS, theme.hover);
    }
    let painter = ui.painter();
    let y = rect.center().y;
    let name = text::with_short_words(ui.ctx(), &unit.name, BODY, names);
    text::put(painter, Pos2::new(rect.left(), y), &name, BODY, theme.ink, names);
    let mut x = rect.left() + names + 12.0;
    if let Some((left, of)) = unit.strength {
        if of <= pips::MOST {
            let ink = if theme.lamplight { unit.ink.tint } else { unit.ink.dark };
            pips::paint(painter, Pos2::new(x, y), left, of, 3.8, ink, false);
            x += pips::width(of, 3.8) + 10.0;
        }
        x += text::put(painter, Pos2::new(x, y), &unit.strength_words, BODY, theme.ink, rect.right() - x) + 12.0;
    }
    for (i, (mark, words)) in unit.marks.iter().enumerate() {
        let here = Pos2::new(x + 7.0, y);
        if here.x + 8.0 > rect.right() {
            break;
        }
        badge::paint(painter, glyphs, here, 14.0, mark, theme.ink, theme.raised);
        x += 19.0;
        if unit.marks.len() == 1 || (i == 0 && rect.right() - x > 130.0) {
            x += text::put(painter, Pos2::new(x, y), words, BODY, theme.ink, rect.right() - x) + 8.0;
        }
    }
    let marks: Vec<&str> = unit.marks.iter().map(|(_, words)| words.as_str()).collect();
    let spoken = format!("{}, {}, {}", unit.name, unit.strength_words, marks.join(", "));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, spoken.as_str()));
    let clicked = response.clicked();
    // What finds no room beside its badge is told under the pointer.
    if !unit.marks.is_empty() {
        response.on_hover_text(marks.join(", "));
    }
    clicked
}
