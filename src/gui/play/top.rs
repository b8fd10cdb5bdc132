//! The top bar: which battle, who decides, where the turn stands, back and forth.

use bevy_egui::egui::{Pos2, Rect, Sense, Ui, Vec2, WidgetInfo, WidgetType};

use crate::gui::language::{translate, translate_with};
use crate::gui::play::layout::Class;
use crate::gui::text::{self, HEADING, SMALL_STRONG, STRONG};
use crate::gui::theme::Theme;
use crate::gui::widgets::{chip, flag, icon, push, step_strip};

/// What the bar shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Top {
    pub title: String,
    /// Whose colours the plate wears; none: nobody decides.
    pub deciding: Option<flag::Colours>,
    /// `Rome decides`.
    pub who: String,
    /// Whether only the deciding side may see what is on the screen now.
    pub locked: bool,
    /// How long the captain has been thinking, of how long it may; a thin bar under the plate.
    pub thinking: Option<f32>,
    /// Whether whoever is no person and is to decide has been told to wait; none: a person decides, or nobody.
    pub paused: Option<bool>,
    /// `Turn 5 of 20`.
    pub turn: String,
    pub steps: Vec<String>,
    pub now: Option<usize>,
    pub can_undo: bool,
    pub can_redo: bool,
}

/// What was asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    Undo,
    Redo,
    Menu,
    Pause,
}

/// Shows the bar.
pub fn show(ui: &mut Ui, theme: &Theme, rect: Rect, class: Class, top: &Top) -> Option<Request> {
    ui.painter().rect_filled(rect, 0.0, theme.panel);
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, theme.divider());
    let narrow = class == Class::Narrow;
    let middle = rect.center().y;
    let (asked, right) = buttons(ui, theme, rect, narrow, top);
    let mut x = rect.left() + 16.0;
    if !narrow {
        let room = (rect.width() * 0.26).min(420.0);
        x +=
            title(ui, theme, Rect::from_min_size(Pos2::new(x, rect.top()), Vec2::new(room, rect.height())), &top.title);
        x += 16.0;
    }
    let chip = plate(ui, theme, Pos2::new(x, middle), narrow, top);
    let mut pause = None;
    if let Some(share) = top.thinking {
        let bar = Rect::from_min_size(chip.left_bottom() + Vec2::new(0.0, 1.0), Vec2::new(chip.width(), 3.0));
        ui.painter().rect_filled(bar, 1.0, theme.sunk);
        let done = Rect::from_min_size(bar.min, Vec2::new(bar.width() * share.clamp(0.0, 1.0), bar.height()));
        ui.painter().rect_filled(done, 1.0, theme.accent);
    }
    x = chip.right() + 18.0;
    if let Some(paused) = top.paused {
        let (label, weight) =
            if paused { (translate("go-on"), push::Weight::Main) } else { (translate("pause"), push::Weight::Plain) };
        let key = if narrow { "" } else { "Space" };
        let width = push::width(ui.ctx(), label, key, false);
        let here = Rect::from_min_size(chip.right_top() + Vec2::new(6.0, 0.0), Vec2::new(width, chip.height()));
        if push::at(ui, theme, here, label, key, weight, None).clicked() {
            pause = Some(Request::Pause);
        }
        x = here.right() + 14.0;
    }
    x += text::put(ui.painter(), Pos2::new(x, middle), &top.turn, STRONG, theme.ink, right - x) + 18.0;
    if right - x > 60.0 {
        let strip = Rect::from_min_max(Pos2::new(x, rect.top()), Pos2::new(right - 12.0, rect.bottom()));
        step_strip::show(ui, theme, strip, &top.steps, top.now);
    }
    asked.or(pause)
}

/// The battle's name on one line, or smaller on two; what is longer is read where the pointer rests on it. Tells how
/// wide it is.
fn title(ui: &mut Ui, theme: &Theme, rect: Rect, words: &str) -> f32 {
    let whole = text::width(ui.ctx(), words, HEADING);
    let (galley, cut) = if whole <= rect.width() {
        (text::line(ui.ctx(), words, HEADING, theme.ink, rect.width()), false)
    } else {
        let galley = text::runs(ui.ctx(), &[(words, SMALL_STRONG, theme.ink)], rect.width(), 2);
        let cut = galley.elided;
        (galley, cut)
    };
    let size = galley.size();
    let at = Pos2::new(rect.left(), rect.center().y - size.y / 2.0);
    ui.painter().galley(at, galley, theme.ink);
    let response = ui.interact(Rect::from_min_size(at, size), ui.id().with("battle's name"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, words));
    if cut {
        response.on_hover_text(words);
    }
    size.x
}

/// The plate of the side that decides.
fn plate(ui: &mut Ui, theme: &Theme, left: Pos2, narrow: bool, top: &Top) -> Rect {
    let words = text::width(ui.ctx(), &top.who, STRONG) + 46.0 + if top.locked { 18.0 } else { 0.0 };
    let width = words.clamp(if narrow { 60.0 } else { 132.0 }, if narrow { 200.0 } else { 220.0 });
    let rect = Rect::from_min_size(left - Vec2::new(0.0, 13.0), Vec2::new(width, 26.0));
    chip::deciding(ui, top.deciding.as_ref(), theme, &top.who, rect);
    if let Some(colours) = top.deciding.as_ref().filter(|_| top.locked) {
        icon::lock(ui.painter(), rect.right_center() - Vec2::new(13.0, 0.0), 13.0, chip::readable_on(colours.main));
    }
    rect
}

/// Undo, redo and menu at the right end; also where they begin.
fn buttons(ui: &mut Ui, theme: &Theme, rect: Rect, narrow: bool, top: &Top) -> (Option<Request>, f32) {
    let mut asked = None;
    let mut right = rect.right() - 16.0;
    let mut button = |ui: &mut Ui, label: &str, key: &str, on: bool, sign: push::Sign, what: Request| {
        let spoken = translate_with("spoken-button", &[("button", &label), ("key", &key)]);
        let (label, key) = if narrow || what == Request::Menu { ("", "") } else { (label, key) };
        let width = if label.is_empty() { 34.0 } else { push::width(ui.ctx(), label, key, true) };
        let here = Rect::from_min_max(
            Pos2::new(right - width, rect.center().y - 13.0),
            Pos2::new(right, rect.center().y + 13.0),
        );
        right -= width + 7.0;
        let weight = if on { push::Weight::Plain } else { push::Weight::Off };
        ui.push_id(what as u8, |ui| {
            let response = push::at(ui, theme, here, label, key, weight, Some(sign));
            // A sign without a word has its name all the same.
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, on, spoken.as_str()));
            if response.clicked() && on {
                asked = Some(what);
            }
        });
    };
    button(ui, translate("menu"), "F10", true, icon::menu, Request::Menu);
    button(ui, translate("redo"), "Y", top.can_redo, |p, at, ink| icon::hook(p, at, false, ink), Request::Redo);
    button(ui, translate("undo"), "Z", top.can_undo, |p, at, ink| icon::hook(p, at, true, ink), Request::Undo);
    (asked, right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::widgets::bench;

    /// How a title lies in a bar of 1280: its width, its lines, and whether it is cut.
    fn laid(words: &str) -> (f32, usize, bool) {
        let ctx = bench::context();
        let rect = Rect::from_min_size(Pos2::ZERO, Vec2::new(1280.0 * 0.26, 44.0));
        let width = bench::frame(&ctx, Vec::new(), |ui| title(ui, &Theme::DAYLIGHT, rect, words));
        let galley = text::runs(&ctx, &[(words, SMALL_STRONG, Theme::DAYLIGHT.ink)], rect.width(), 2);
        (width, galley.rows.len(), galley.elided)
    }

    #[test]
    fn the_names_of_battles_fit_and_those_of_cases_go_on_two_lines() {
        let (width, ..) = laid("Zama, 202 BC");
        assert!(width < 332.8);
        let long = "No fire across another unit, but over own skirmishers, from elephants";
        let (width, rows, cut) = laid(long);
        assert!(width <= 332.8 && rows == 2 && !cut, "{width} {rows}");
        assert!(laid(&format!("{long}, {long}")).2, "what is longer than two lines is read by pointing at it");
    }

    #[test]
    fn a_title_that_is_cut_is_told_whole() {
        let ctx = bench::context();
        let words = "In the own half or touching the middle, 3 in apart, clear of the middle of the own zone, 6 by 12 in at most";
        let rect = Rect::from_min_size(Pos2::new(10.0, 10.0), Vec2::new(180.0, 44.0));
        let show = |ui: &mut Ui| title(ui, &Theme::DAYLIGHT, rect, words);
        let over = vec![bevy_egui::egui::Event::PointerMoved(rect.center())];
        bench::frame(&ctx, over, show);
        let tooltip =
            || ctx.memory(|m| m.areas().visible_layer_ids().iter().any(|l| l.order == bevy_egui::egui::Order::Tooltip));
        for _ in 0..60 {
            bench::frame(&ctx, Vec::new(), show);
        }
        assert!(tooltip(), "the whole of it lies beside the pointer");
    }
}
