//! Sheets over the play screen: the hand-over of a secret answer, a rule's text, the end of the battle.

pub mod agree;
pub mod book;
pub mod confirm;
pub mod keysheet;
pub mod luck;
pub mod menu;
pub mod opened;
pub mod terms;
pub mod what_if;

use std::sync::Arc;

use bevy_egui::egui::{
    Align2, Area, Id, Key, Order, Pos2, Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2, WidgetInfo, WidgetType,
};

use crate::battle::InForce;
use crate::battle::texts::RuleText;
use crate::gui::board::glyph;
use crate::gui::game::case;
use crate::gui::game::ending::{Ended, Losses};
use crate::gui::language::{translate, translate_with};
use crate::gui::play::compose;
use crate::gui::play::state::Play;
use crate::gui::play::strip;
use crate::gui::text::{self, BODY, CARD, HEADING, READING, TITLE};
use crate::gui::theme::{CARD_RADIUS, SHADOW, Theme};
use crate::gui::widgets::{chip, flag, push, section};
use crate::ids::Side;

/// What can be asked of the sheet between two persons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandOver {
    /// The right person sits there.
    Sit,
    /// Back to the answer before.
    Undo,
    Leave,
}

/// The sheet that hides the table until the right person sits down.
pub fn hand_over(ui: &mut Ui, theme: &Theme, whole: Rect, play: &Play, side: Side) -> Option<HandOver> {
    ui.painter().rect_filled(whole, 0.0, theme.sunk);
    let game = &play.game;
    let colours = glyph::colours(&game.colours()[side.index()]);
    let middle = whole.center();
    let (name, other) = (game.side_name(side), game.side_name(side.other()));
    flag::paint(ui.painter(), middle + Vec2::new(-6.0, -86.0), &colours);
    let question = game.view().question().map(|q| (game.ruleset().texts)().word(q.key)).unwrap_or_default();
    let words = translate_with("answers-in-secret", &[("side", &name), ("question", &question)]);
    text::put_middle(ui.painter(), middle - Vec2::new(0.0, 52.0), &words, TITLE, theme.ink, whole.width() - 40.0);
    let away = translate_with("looks-away", &[("side", &other)]);
    text::put_middle(ui.painter(), middle - Vec2::new(0.0, 18.0), &away, READING, theme.ink2, whole.width() - 40.0);
    let label = translate_with("i-am", &[("side", &name)]);
    let width = push::width(ui.ctx(), &label, "Enter", false).max(180.0);
    let rect = Rect::from_center_size(middle + Vec2::new(0.0, 30.0), Vec2::new(width, 44.0));
    let pressed = |ui: &Ui, key| ui.input(|i| i.key_pressed(key));
    let mut asked = pressed(ui, Key::Enter).then_some(HandOver::Sit);
    if push::at(ui, theme, rect, &label, "Enter", push::Weight::Main, None).clicked() {
        asked = Some(HandOver::Sit);
    }
    // Nobody is held here: one may go back, or leave for another day.
    let mut others = vec![(translate("leave-the-battle"), "Esc", HandOver::Leave)];
    if game.journal().depth() > 0 && play.undo_stop().is_none() {
        others.insert(0, (translate("back"), "Z", HandOver::Undo));
        asked = asked.or(pressed(ui, Key::Z).then_some(HandOver::Undo));
    }
    asked = asked.or(pressed(ui, Key::Escape).then_some(HandOver::Leave));
    let widths: Vec<f32> = others.iter().map(|(label, key, _)| push::width(ui.ctx(), label, key, false)).collect();
    let mut x = middle.x - (widths.iter().sum::<f32>() + 8.0 * (widths.len() as f32 - 1.0)) / 2.0;
    for ((label, key, what), width) in others.into_iter().zip(widths) {
        let rect = Rect::from_min_size(Pos2::new(x, middle.y + 66.0), Vec2::new(width, 28.0));
        if push::at(ui, theme, rect, label, key, push::Weight::Plain, None).clicked() {
            asked = Some(what);
        }
        x += width + 8.0;
    }
    asked
}

/// What can be asked of a rule's sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    Close,
    /// That case on the table.
    Case(String),
}

/// A rule as it is cited, with its cases.
pub fn rule(ui: &Ui, theme: &Theme, whole: Rect, play: &Play, id: &str) -> Option<Rule> {
    let texts = (play.game.ruleset().texts)();
    let found = texts.rules.iter().find(|r| r.id == id);
    // The files are read once for each rule.
    let known = Id::new(("cases", play.game.ruleset().name, id));
    let read = || Arc::new(case::of_rule(play.game.ruleset(), id));
    let cases = ui.data_mut(|data| Arc::clone(data.get_temp_mut_or_insert_with(known, read)));
    let most = 300.0 + (CASE + 4.0) * cases.len().min(MOST_CASES) as f32;
    let size = Vec2::new(440.0_f32.min(whole.width() - 24.0), most.min(whole.height() - 60.0));
    let mut asked = ui.input(|i| i.key_pressed(Key::Escape)).then_some(Rule::Close);
    let shown = card(ui, theme, "rule", Align2::CENTER_CENTER, size, |ui| {
        ui.set_width(size.x);
        let rect = ui.max_rect();
        let ruleset = play.game.ruleset().title;
        text::put(
            ui.painter(),
            rect.min + Vec2::new(0.0, 8.0),
            &format!("{ruleset} {id}").to_uppercase(),
            text::LABEL,
            theme.ink2,
            300.0,
        );
        let close = Rect::from_min_size(rect.right_top() - Vec2::new(92.0, 4.0), Vec2::new(92.0, 26.0));
        if push::at(ui, theme, close, translate("close"), "Esc", push::Weight::Plain, None).clicked() {
            asked = Some(Rule::Close);
        }
        ui.add_space(30.0);
        match found {
            Some(rule) => rule_text(ui, theme, rule, play.game.view().battle_state()),
            None => {
                let words =
                    if id == crate::cite::HOUSE.0 { translate("house-ruling") } else { translate("no-text-yet") };
                ui.label(words);
            }
        }
        if !cases.is_empty() {
            ui.add_space(6.0);
            section::head(ui, theme, translate("cases"), translate("played-on-the-table"));
            ScrollArea::vertical().id_salt("cases").auto_shrink(false).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 4.0;
                for (path, title) in cases.iter() {
                    if push::wide(ui, theme, title, "", CASE, push::Weight::Plain).clicked() {
                        asked = Some(Rule::Case(path.clone()));
                    }
                }
            });
        }
    });
    let beside = section::clicked_beside(ui, Id::new("beside the rule"), shown);
    asked.or(beside.then_some(Rule::Close))
}

/// The height of a case's line, and how many are seen without scrolling.
const CASE: f32 = 26.0;
const MOST_CASES: usize = 7;

fn rule_text(ui: &mut Ui, theme: &Theme, rule: &RuleText, in_force: &InForce) {
    let title = text::paragraph(ui.ctx(), &rule.title, CARD, theme.ink, ui.available_width());
    let (rect, _) = ui.allocate_exact_size(title.size() + Vec2::new(0.0, 6.0), Sense::hover());
    ui.painter().galley(rect.min, title, theme.ink);
    if rule.ruling {
        chip::pill(ui, theme, translate("our-ruling"));
    }
    if let Some(switch) = &rule.switch {
        let key = if in_force.has(switch) { "switch-in-force" } else { "switch-not-in-force" };
        chip::pill(ui, theme, &translate_with(key, &[("switch", &switch.replace('_', " "))]));
    }
    ScrollArea::vertical().max_height(190.0).show(ui, |ui| {
        let words = text::paragraph(ui.ctx(), &rule.text, READING, theme.ink, ui.available_width() - 8.0);
        let (rect, _) = ui.allocate_exact_size(words.size(), Sense::hover());
        ui.painter().galley(rect.min, words, theme.ink);
    });
}

/// What can be asked of the bar at the end of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Leave,
    /// Its moments, from the last on.
    LookBack,
    /// Luck and skill, apart.
    Luck,
}

/// The end of a battle, in a bar below the table: what has decided it is seen above. Why, the panel tells, and what it has cost
/// too where it stands beside the table; in a narrow window the bar does.
pub fn end(ui: &mut Ui, theme: &Theme, table: Rect, play: &Play, ended: &Ended) -> Option<End> {
    let inner = strip::ground(ui, theme, table, play);
    let mut asked = None;
    let buttons = [
        (translate("look-back"), "F6", true, End::LookBack),
        (translate("luck-and-skill"), "", play.why_no_luck().is_none(), End::Luck),
        (translate("leave-the-battle"), "Esc", true, End::Leave),
    ];
    let right = strip::buttons(ui, theme, inner, &buttons, &mut asked);
    let mut left = inner.left();
    if let Some(side) = ended.winner {
        let at = Pos2::new(left, inner.top() + 13.0);
        flag::paint(ui.painter(), at, &glyph::colours(&play.game.colours()[side.index()]));
        left += 24.0;
    }
    let game = &play.game;
    let turn = compose::turn_words(game.view().clock(), game.setup(), (game.ruleset().texts)());
    let at = Pos2::new(left, inner.top() + 13.0);
    let used = text::put(ui.painter(), at, &ended.head, HEADING, theme.ink, right - left - 8.0);
    let room = right - left - used - 20.0;
    if room > LEAST {
        text::put(ui.painter(), at + Vec2::new(used + 12.0, 1.0), &turn, BODY, theme.ink2, room);
    }
    let losses: Vec<String> = ended.losses.iter().map(Losses::words).collect();
    if play.sheets.is_narrow() {
        let half = inner.width() / losses.len().max(1) as f32;
        for (n, (words, of)) in losses.iter().zip(&ended.losses).enumerate() {
            let at = Pos2::new(inner.left() + half * n as f32, inner.bottom() - 10.0);
            flag::paint(ui.painter(), at, &of.colours);
            text::put(ui.painter(), at + Vec2::new(24.0, 0.0), words, BODY, theme.ink, half - 32.0);
        }
    }
    let said = ui.interact(inner.with_max_x(right), ui.id().with("end"), Sense::hover());
    let spoken = format!("{}. {turn}. {} {}.", ended.head, ended.why, losses.join("; "));
    said.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, spoken.as_str()));
    said.on_hover_text(format!("{}\n{}", ended.why, losses.join("\n")));
    asked
}

/// What finds less room than this is left out.
const LEAST: f32 = 60.0;

/// A card over everything.
fn card(ui: &Ui, theme: &Theme, id: &str, anchor: Align2, size: Vec2, show: impl FnOnce(&mut Ui)) -> Rect {
    let shown = Area::new(Id::new(id)).order(Order::Foreground).anchor(anchor, Vec2::ZERO).show(ui.ctx(), |ui| {
        let frame = section::card(theme).corner_radius(CARD_RADIUS).shadow(SHADOW);
        frame.show(ui, |ui| {
            let rect = Rect::from_min_size(ui.cursor().min, size);
            ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
                show(ui);
            });
            ui.expand_to_include_rect(rect);
        });
    });
    // Also over what was clicked last, such as the list from which it was opened.
    ui.ctx().move_to_top(shown.response.layer_id);
    shown.response.rect
}

/// A sheet of that size over the middle of the window, which leaves room for others over it.
fn middle<T>(ui: &Ui, theme: &Theme, id: Id, size: Vec2, show: impl FnOnce(&mut Ui) -> T) -> T {
    let area = Area::new(id).order(Order::Foreground).anchor(Align2::CENTER_CENTER, Vec2::ZERO);
    let shown = area.show(ui.ctx(), |ui| {
        let card = section::card(theme).show(ui, |ui| {
            let rect = Rect::from_min_size(ui.cursor().min, size);
            let inner = ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
                ui.spacing_mut().item_spacing = Vec2::new(8.0, 0.0);
                show(ui)
            });
            ui.expand_to_include_rect(rect);
            inner.inner
        });
        card.inner
    });
    shown.inner
}

/// The head of such a sheet: its title and the button that shuts it. Tells what room is left between them, and whether
/// it is shut.
fn head(ui: &mut Ui, theme: &Theme, title: &str) -> (Rect, bool) {
    let (head, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), HEAD), Sense::hover());
    let close = Rect::from_min_size(head.right_top() - Vec2::new(92.0, 0.0), Vec2::new(92.0, 28.0));
    let used = text::put(ui.painter(), head.left_top() + Vec2::new(0.0, 14.0), title, CARD, theme.ink, 140.0);
    let shut = push::at(ui, theme, close, translate("close"), "Esc", push::Weight::Plain, None).clicked();
    let room = Rect::from_min_max(head.left_top() + Vec2::new(used + 14.0, 0.0), close.left_bottom());
    (room, shut)
}

/// How high it is.
const HEAD: f32 = 34.0;

/// A bar at the top that says what went wrong; tells when it is closed.
pub fn notice(ui: &mut Ui, theme: &Theme, rect: Rect, words: &str) -> bool {
    let bar = Rect::from_min_size(rect.min, Vec2::new(rect.width(), 34.0));
    ui.painter().rect_filled(bar, 0.0, theme.bad_ground);
    text::put(ui.painter(), bar.left_center() + Vec2::new(16.0, 0.0), words, BODY, theme.ink, bar.width() - 120.0);
    let close = Rect::from_min_size(bar.right_top() + Vec2::new(-84.0, 4.0), Vec2::new(72.0, 26.0));
    push::at(ui, theme, close, translate("close"), "", push::Weight::Plain, None).clicked()
}
