//! The chosen battle at the foot of the start screen: who sits where, whose dice, which switches, and begin.

use bevy_egui::egui::{Align2, Area, Id, Order, Pos2, Rect, ScrollArea, Sense, StrokeKind, Ui, Vec2};

use super::StartScreen;
use crate::gui::board::glyph;
use crate::gui::game;
use crate::gui::game::terms::Terms;
use crate::gui::language::{self, translate, translate_with};
use crate::gui::text::{self, BODY, CARD, KEY, STRONG};
use crate::gui::theme::{CARD_RADIUS, Theme};
use crate::gui::widgets::{flag, push, section, segments, within};
use crate::gui::words::capital;
use crate::ids::Side;

/// How wide the choice of who sits on a side is, and where there is room for all of its words.
const SEATS: f32 = 176.0;
const WIDE_SEATS: f32 = 214.0;
/// From this on there is.
const WIDE: f32 = 700.0;

/// Narrower than this dice, deployment and switches are behind one button.
const NARROW: f32 = 590.0;
/// Narrower than this that button and what begins stand below who plays.
const STACKED: f32 = 500.0;

/// How high it is.
pub fn height(width: f32) -> f32 {
    match width {
        w if w < STACKED => 146.0,
        w if w < NARROW => 110.0,
        _ => 124.0,
    }
}

/// Shows it; tells when the battle is to begin.
pub fn show(ui: &mut Ui, theme: &Theme, rect: Rect, screen: &mut StartScreen) -> bool {
    ui.painter().rect(rect, CARD_RADIUS, theme.raised, theme.border(), StrokeKind::Inside);
    let found = screen.shown().contains(&screen.chosen);
    let Some(entry) = screen.entries.get(screen.chosen).filter(|_| found) else {
        let words = text::paragraph(ui.ctx(), &screen.none_found(), BODY, theme.ink2, rect.width() - 32.0);
        ui.painter().galley(rect.left_center() + Vec2::new(16.0, -words.size().y / 2.0), words, theme.ink2);
        return false;
    };
    let seats = if rect.width() < WIDE { SEATS } else { WIDE_SEATS };
    let (narrow, stacked) = (rect.width() < NARROW, rect.width() < STACKED);
    let inner = rect.shrink2(Vec2::new(if narrow { 12.0 } else { 16.0 }, 12.0));
    let title = entry.setup.title.clone();
    let names = [0, 1].map(|i| entry.setup.sides[i].name.clone());
    let colours = game::colours(&entry.setup);
    let setup = entry.setup.clone();
    let texts = (entry.ruleset.texts)();
    let room = if stacked { (inner.width() - seats - 30.0).clamp(60.0, 160.0) } else { 116.0 };
    let head = if stacked { inner.width() } else { seats + room + 26.0 };
    let style = if text::width(ui.ctx(), &title, CARD) > head { STRONG } else { CARD };
    text::put(ui.painter(), inner.min + Vec2::new(0.0, 10.0), &title, style, theme.ink, head);
    for (n, side) in [Side::South, Side::North].into_iter().enumerate() {
        let y = inner.top() + 40.0 + 29.0 * n as f32;
        flag::paint(ui.painter(), Pos2::new(inner.left() + 1.0, y), &glyph::colours(&colours[side.index()]));
        let words = who(&names[side.index()], side);
        // Long names have two lines of small letters.
        let style = if text::width(ui.ctx(), &words, BODY) > room { KEY } else { BODY };
        let words = text::runs(ui.ctx(), &[(&words, style, theme.ink)], room, 2);
        let top = y - words.size().y / 2.0;
        ui.painter().galley(Pos2::new(inner.left() + 22.0, top), words, theme.ink);
        let at = Rect::from_min_size(Pos2::new(inner.left() + room + 26.0, y - 11.0), Vec2::new(seats, 22.0));
        within(ui, at, side.name(), |ui| {
            let sitter = &mut screen.choice.seats[side.index()];
            if let Some(other) = sitter.choose(ui, theme, &entry.setup, side, side.name(), seats) {
                *sitter = other;
            }
        });
    }
    let on = texts.switches.iter().filter(|s| screen.choice.has(texts, &setup, &s.name)).count();
    let switches = translate_with("switches-on", &[("n", &on), ("of", &texts.switches.len())]);
    let second = Pos2::new(inner.left() + 168.0 + seats, inner.top() + 11.0);
    let (more, button) = if stacked {
        let row = Rect::from_min_max(Pos2::new(inner.left(), inner.bottom() - 34.0), inner.max);
        let half = row.left() + row.width() * 0.56;
        (
            Rect::from_min_max(row.min, Pos2::new(half - 4.0, row.bottom())),
            Rect::from_min_max(Pos2::new(half + 4.0, row.top()), row.max),
        )
    } else if narrow {
        let left = inner.left() + seats + room + 40.0;
        // Its words may have two lines.
        let top = Rect::from_min_max(Pos2::new(left, inner.top()), Pos2::new(inner.right(), inner.top() + 46.0));
        (top, Rect::from_min_max(Pos2::new(left, top.bottom() + 4.0), inner.max))
    } else {
        ui.painter().vline(second.x - 14.0, inner.y_range(), theme.divider());
        let width = (inner.right() - second.x - 262.0).clamp(130.0, 190.0);
        let begin =
            Rect::from_min_size(Pos2::new(inner.right() - width, inner.bottom() - 44.0), Vec2::new(width, 44.0));
        let room = (begin.left() - 10.0 - second.x).min(240.0);
        (Rect::from_min_size(second + Vec2::new(0.0, 47.0), Vec2::new(room, 26.0)), begin)
    };
    let label = if narrow {
        translate("dice-and-switches").to_owned()
    } else {
        dice(ui, theme, second, &mut screen.choice);
        if screen.choice.may_deploy(&setup) {
            deployment(ui, theme, second + Vec2::new(0.0, 29.0), &mut screen.choice);
        }
        // Where there is no room it does not say of how many.
        match push::width(ui, &switches, "", false) > more.width() {
            true => translate_with("so-many-switches-on", &[("n", &on)]),
            false => switches,
        }
    };
    let any = narrow || !texts.switches.is_empty();
    if any && push::at(ui, theme, more, &label, "", push::Weight::Plain, None).clicked() {
        screen.turn_terms();
    }
    if screen.show_terms {
        terms_card(ui, theme, rect, screen, narrow);
    }
    push::at(ui, theme, button, translate("begin"), "B", push::Weight::Main, None).clicked()
}

impl StartScreen {
    /// Why no battle is shown; where only those of one ruleset are looked through, how many the others have.
    pub(super) fn none_found(&self) -> String {
        if self.entries.is_empty() {
            return translate("no-battles").to_owned();
        }
        let others = self.found(None).len();
        match self.rulesets.iter().find(|ruleset| Some(ruleset.name) == self.only) {
            Some(only) if others > 0 => translate_with(
                "no-battle-of-ruleset",
                &[("ruleset", &only.title), ("all", &translate("all-rulesets")), ("n", &others)],
            ),
            _ => translate("no-battle-found").to_owned(),
        }
    }
}

/// An army and the side on which it stands; the side alone where the army has no other name.
fn who(name: &str, side: Side) -> String {
    let seat = language::side(side);
    let unnamed = name.is_empty() || [seat, side.name()].iter().any(|word| word.eq_ignore_ascii_case(name));
    if unnamed { capital(seat) } else { format!("{name}, {seat}") }
}

fn dice(ui: &mut Ui, theme: &Theme, at: Pos2, terms: &mut Terms) {
    let words = [translate("by-program"), translate("by-hand")];
    choose(ui, theme, at, translate("dice"), &mut terms.dice_by_hand, words);
}

fn deployment(ui: &mut Ui, theme: &Theme, at: Pos2, terms: &mut Terms) {
    let words = [translate("ready"), translate("by-hand")];
    choose(ui, theme, at, translate("deployment"), &mut terms.deploy_by_hand, words);
}

/// One of two words, beside what it is about.
fn choose(ui: &mut Ui, theme: &Theme, at: Pos2, name: &str, on: &mut bool, words: [&str; 2]) {
    text::put(ui.painter(), at, name, BODY, theme.ink, 78.0);
    let here = Rect::from_min_size(at + Vec2::new(80.0, -11.0), Vec2::new(160.0, 22.0));
    within(ui, here, name, |ui| {
        if let Some(i) = segments::show(ui, theme, name, &words, usize::from(*on), 160.0) {
            *on = i == 1;
        }
    });
}

/// All switches with what they do; in a narrow window dice and deployment above them. A click beside it shuts it.
fn terms_card(ui: &Ui, theme: &Theme, above: Rect, screen: &mut StartScreen, all: bool) {
    let Some(entry) = screen.entries.get(screen.chosen) else { return };
    let (texts, setup) = ((entry.ruleset.texts)(), &entry.setup);
    let whole = ui.ctx().content_rect();
    let rows = if all { 68.0 } else { 0.0 };
    let most = (above.top() - whole.top() - 110.0 - rows).clamp(60.0, 340.0);
    let width = 430.0_f32.min(above.width() - 26.0);
    let at = above.right_top() - Vec2::new(0.0, 6.0);
    let area = Area::new(Id::new("terms")).order(Order::Foreground).fixed_pos(at).pivot(Align2::RIGHT_BOTTOM);
    let terms = &mut screen.choice;
    let mut shut = false;
    let shown = area.show(ui.ctx(), |ui| {
        section::card(theme).show(ui, |ui| {
            ui.set_width(width);
            if all {
                let (rect, _) = ui.allocate_exact_size(Vec2::new(width, 62.0), Sense::hover());
                dice(ui, theme, rect.min + Vec2::new(0.0, 13.0), terms);
                if terms.may_deploy(setup) {
                    deployment(ui, theme, rect.min + Vec2::new(0.0, 42.0), terms);
                }
            }
            let on = texts.switches.iter().filter(|s| terms.has(texts, setup, &s.name)).count();
            section::head(
                ui,
                theme,
                translate("switches"),
                &translate_with("so-many-on", &[("n", &on), ("of", &texts.switches.len())]),
            );
            ScrollArea::vertical().max_height(most).show(ui, |ui| {
                for switch in &texts.switches {
                    let on = terms.has(texts, setup, &switch.name);
                    ui.push_id(&switch.name, |ui| {
                        ui.horizontal(|ui| {
                            let words = [translate("off"), translate("on")];
                            if segments::show(ui, theme, &switch.title, &words, usize::from(on), 84.0).is_some() {
                                terms.switches.insert(switch.name.clone(), !on);
                            }
                            let told = format!("{}. {}", switch.title, switch.text);
                            let words = text::paragraph(ui.ctx(), &told, BODY, theme.ink, width - 110.0);
                            let (rect, _) = ui.allocate_exact_size(words.size(), Sense::hover());
                            ui.painter().galley(rect.min, words, theme.ink);
                        });
                    });
                    ui.add_space(4.0);
                }
            });
            shut = push::wide(ui, theme, translate("close"), "Esc", 28.0, push::Weight::Plain).clicked();
        });
    });
    // The click that opened it lies on its button.
    let beside =
        ui.input(|i| i.pointer.primary_clicked() && i.pointer.interact_pos().is_some_and(|at| !above.contains(at)));
    let outside = beside && !shown.response.rect.contains(ui.input(|i| i.pointer.interact_pos()).unwrap_or_default());
    if shut || outside {
        screen.show_terms = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_without_a_name_is_said_once() {
        assert_eq!(who("Rome", Side::South), "Rome, south");
        for unnamed in ["South", "south", ""] {
            assert_eq!(who(unnamed, Side::South), "South");
        }
        assert_eq!(who("South", Side::North), "South, north");
    }
}
