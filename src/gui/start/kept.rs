//! The battles that are kept: the last one that is not over, to go on with at once, and the list of all.

use std::sync::Arc;
use std::time::SystemTime;

use bevy_egui::egui::{
    Color32, CornerRadius, Galley, Pos2, Rect, ScrollArea, Sense, StrokeKind, TextureHandle, Ui, UiBuilder, Vec2,
    WidgetInfo, WidgetType,
};

use super::keys::Field;
use super::thumb;
use crate::battle::{Ruleset, View};
use crate::gui::board::glyph;
use crate::gui::game;
use crate::gui::language::{self, translate, translate_with};
use crate::gui::play::compose;
use crate::gui::saves::{self, Saved};
use crate::gui::text::{self, BODY, CARD, SMALL};
use crate::gui::theme::{CARD_RADIUS, Theme, ink};
use crate::gui::widgets::{field, flag, push, section};
use crate::gui::words::capital;
use crate::picture::palette::CLOTH;
use crate::scenario::journal::END;
use crate::scenario::journal_file;

/// The battle that was left last and is not over.
pub struct GoOn {
    pub saved: Saved,
    /// Drawn when it is first needed.
    seen: Option<Seen>,
}

/// How it stands.
#[derive(Default)]
struct Seen {
    picture: Option<TextureHandle>,
    colours: Option<flag::Colours>,
    /// `Turn 5 of 20, Rome decides`.
    line: String,
}

impl GoOn {
    /// The latest of those that are not over.
    pub fn of(saved: &[Saved]) -> Option<GoOn> {
        saved
            .iter()
            .find(|s| !s.over && s.answers > 0 && s.spoilt.is_none())
            .map(|s| GoOn { saved: s.clone(), seen: None })
    }

    /// Whether it is still to be looked at.
    pub fn is_unseen(&self) -> bool {
        self.seen.is_none()
    }

    /// Plays it anew to see how it stands.
    pub fn look(&mut self, ui: &Ui, rulesets: &[Ruleset]) {
        let mut seen = Seen::default();
        let replayed = journal_file::load(&self.saved.path).and_then(|read| saves::played(rulesets, &read));
        if let Ok(replayed) = replayed {
            let view = View::umpire(&replayed.opened.world);
            let setup = &replayed.opened.setup;
            seen.picture = thumb::of_view(ui.ctx(), "go on", setup, &view);
            let side = view.waiting().first().copied();
            seen.colours = side.map(|side| glyph::colours(&game::colours(setup)[side.index()]));
            let decides = side.map_or(String::new(), |side| {
                let name = &setup.sides[side.index()].name;
                let name = if name.is_empty() { language::side(side) } else { name.as_str() };
                format!(", {}", translate_with("decides", &[("side", &capital(name))]))
            });
            let texts = (replayed.opened.ruleset.texts)();
            seen.line = format!("{}{decides}", compose::turn_words(view.clock(), setup, texts));
        }
        self.seen = Some(seen);
    }
}

fn picture_height(column: f32) -> f32 {
    (column - 640.0).clamp(0.0, 134.0)
}

/// What the card takes besides its picture and the lines of its words.
const AROUND: f32 = 57.0;

/// Shows the card; tells when it is gone on with by its button.
pub fn card(ui: &mut Ui, theme: &Theme, go_on: &GoOn, column: f32) -> bool {
    let (ctx, saved, seen) = (ui.ctx().clone(), &go_on.saved, go_on.seen.as_ref());
    let width = ui.available_width() - 24.0;
    let flag = seen.and_then(|s| s.colours);
    let indent = if flag.is_some() { 22.0 } else { 0.0 };
    // The ruleset stands beside the title where both have room, else before the time.
    let ruleset = text::width(&ctx, &saved.ruleset, BODY) + 8.0;
    let beside = text::width(&ctx, &saved.title, CARD) + ruleset <= width;
    let left = translate_with("left-ago", &[("when", &saves::ago(saved.changed, SystemTime::now()))]);
    let left = if beside { left } else { format!("{}. {left}", saved.ruleset) };
    let title = text::runs(&ctx, &[(&saved.title, CARD, theme.ink)], width, 2);
    let line = text::runs(&ctx, &[(seen.map_or("", |s| &s.line), BODY, theme.ink)], width - indent, 2);
    let left = text::runs(&ctx, &[(&left, SMALL, theme.ink2)], width, 2);
    let words = title.size().y + line.size().y + left.size().y;
    let size = Vec2::new(ui.available_width(), picture_height(column) + words + AROUND);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    ui.painter().rect(rect, CARD_RADIUS, theme.raised, (2.0, theme.accent), StrokeKind::Inside);
    let inner = rect.shrink(12.0);
    let picture = Rect::from_min_size(inner.min, Vec2::new(inner.width(), picture_height(column)));
    if picture.height() > 40.0 {
        ui.painter().rect_filled(picture, CornerRadius::same(2), ink(CLOTH));
        if let Some(texture) = seen.and_then(|s| s.picture.as_ref()) {
            let size = texture.size_vec2();
            let scale = (picture.width() / size.x).min(picture.height() / size.y);
            let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
            let at = Rect::from_center_size(picture.center(), size * scale);
            ui.painter().image(texture.id(), at, whole, Color32::WHITE);
        }
        ui.painter().rect_stroke(picture, CornerRadius::same(2), theme.border(), StrokeKind::Inside);
    }
    let mut at = Pos2::new(inner.left(), picture.bottom());
    if beside {
        let end = Pos2::new(inner.right(), at.y + title.size().y / 2.0);
        text::put_right(ui.painter(), end, &saved.ruleset, BODY, theme.ink2, width);
    }
    let below = |at: Pos2, words: &Galley| at + Vec2::new(0.0, words.size().y);
    let next = below(at, &title);
    ui.painter().galley(at, title, theme.ink);
    if let Some(colours) = flag {
        flag::paint(ui.painter(), next + Vec2::new(1.0, 9.5), &colours);
    }
    at = below(next, &line);
    ui.painter().galley(next + Vec2::new(indent, 0.0), line, theme.ink);
    ui.painter().galley(at, left, theme.ink2);
    let button = Rect::from_min_max(Pos2::new(inner.left(), inner.bottom() - 29.0), inner.max);
    push::at(ui, theme, button, translate("go-on"), "Enter", push::Weight::Main, None).clicked()
}

/// What is done with a row of the list besides going on with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// It gets another name, which is being typed.
    Rename(usize, String),
    /// Whether it is to be deleted is asked.
    Delete(usize),
}

/// Shows the list of all; tells which one is gone on with, or that the list is closed. `row` is what is being done with one
/// of them, `trouble` why it could not be done.
pub fn list(
    ui: &mut Ui,
    theme: &Theme,
    rect: Rect,
    saved: &[Saved],
    row: &mut Option<Row>,
    trouble: Option<&str>,
) -> Option<Request> {
    ui.painter().rect(rect, CARD_RADIUS, theme.raised, theme.border(), StrokeKind::Inside);
    let inner = rect.shrink(if rect.height() < LOW { 8.0 } else { 16.0 });
    let mut asked = None;
    ui.scope_builder(UiBuilder::new().max_rect(inner), |ui| {
        let (head, _) = ui.allocate_exact_size(Vec2::new(inner.width(), 30.0), Sense::hover());
        let room = inner.width() - 130.0;
        let title = text::put(ui.painter(), head.left_center(), translate("saved-battles"), CARD, theme.ink, room);
        let beside = head.left_center() + Vec2::new(title + 14.0, 0.0);
        let how = translate("a-click-goes-on");
        if !saved.is_empty() && text::width(ui.ctx(), how, BODY) <= room - title - 14.0 {
            text::put(ui.painter(), beside, how, BODY, theme.ink2, room - title - 14.0);
        }
        let button = Rect::from_min_size(head.right_top() - Vec2::new(120.0, 0.0), Vec2::new(120.0, 28.0));
        if push::at(ui, theme, button, translate("close"), "F3", push::Weight::Plain, None).clicked() {
            asked = Some(Request::Close);
        }
        section::divider(ui, theme);
        if let Some(why) = trouble {
            let words = text::paragraph(ui.ctx(), why, BODY, theme.bad, inner.width());
            let (rect, _) = ui.allocate_exact_size(words.size(), Sense::hover());
            ui.painter().galley(rect.min, words, theme.bad);
        }
        if saved.is_empty() {
            ui.label(translate("none-kept"));
        }
        ScrollArea::vertical().id_salt("saved").auto_shrink(false).show(ui, |ui| {
            for (i, saved) in saved.iter().enumerate() {
                if let Some(what) = ui.push_id(&saved.name, |ui| line(ui, theme, i, saved, row)).inner {
                    asked = Some(what);
                }
            }
        });
    });
    asked
}

/// What was asked of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    GoOn(usize),
    /// Give it the name that was typed.
    Rename(usize),
    Delete(usize),
    Close,
}

/// A list that is lower than this has narrow margins.
const LOW: f32 = 220.0;
/// In a list that is narrower than this the buttons of a row stand below its words.
const BESIDE: f32 = 520.0;
/// The room of the buttons, and how high one is.
const BUTTONS: f32 = 190.0;
const BUTTON: f32 = 26.0;
const GAP: f32 = 6.0;

/// The buttons of a row; while it gets a name the field for it, while it is to be deleted the question.
fn buttons(ui: &mut Ui, theme: &Theme, rect: Rect, at: usize, saved: &Saved, row: &mut Option<Row>) -> Option<Request> {
    let ends = Rect::from_min_max(rect.max - Vec2::new(BUTTONS.min(rect.width()), BUTTON), rect.max);
    let half = (ends.width() - GAP) / 2.0;
    let left = Rect::from_min_size(ends.min, Vec2::new(half, BUTTON));
    let right = left.translate(Vec2::new(half + GAP, 0.0));
    let mut button = |rect, label: &str| push::at(ui, theme, rect, label, "", push::Weight::Plain, None).clicked();
    match row {
        Some(Row::Rename(of, name)) if *of == at => {
            let cancelled = button(right, translate("cancel"));
            let taken = button(left, translate("rename"));
            // Above the buttons where there is room, else before them.
            let above = rect.height() > BUTTON + GAP;
            let end = if above { rect.right() } else { ends.left() - GAP };
            let field = Rect::from_min_max(rect.min, Pos2::new(end, rect.top() + BUTTON));
            let response = field::of_id(ui, theme, field, Field::Name.id(), name, translate("name-of-file"), "");
            // A field is reached when it is there: whoever clicked the button finds it in the next frame.
            if ui.data_mut(|data| data.remove_temp::<bool>(Field::Name.id())).is_some() {
                response.request_focus();
            }
            if cancelled {
                *row = None;
            } else if taken {
                // Where that name cannot be given, another one is typed.
                response.request_focus();
                return Some(Request::Rename(at));
            }
            None
        }
        Some(Row::Delete(of)) if *of == at => {
            if button(right, translate("keep-it")) {
                *row = None;
                return None;
            }
            button(left, translate("delete-it")).then_some(Request::Delete(at))
        }
        _ => {
            if button(left, translate("rename")) {
                *row = Some(Row::Rename(at, saved.name.trim_end_matches(END).to_owned()));
                ui.data_mut(|data| data.insert_temp(Field::Name.id(), true));
            } else if button(right, translate("delete")) {
                *row = Some(Row::Delete(at));
            }
            None
        }
    }
}

/// A row: the title and the date, the ruleset and how the battle stands, the file and what is wrong in it.
fn line(ui: &mut Ui, theme: &Theme, at: usize, saved: &Saved, row: &mut Option<Row>) -> Option<Request> {
    let whole = ui.available_width() - 10.0;
    let beside = whole >= BESIDE;
    let width = if beside { whole - BUTTONS - 24.0 } else { whole - 16.0 };
    let ctx = ui.ctx().clone();
    let (when, stands) = (saves::date(saved.changed), saved.stands());
    let date = text::width(&ctx, &when, BODY);
    let title = text::runs(&ctx, &[(&saved.title, text::STRONG, theme.ink)], width - date - 12.0, 2);
    let answers = if saved.answers == 1 { "so-one-answer" } else { "so-many-answers" };
    let told = translate_with(answers, &[("stands", &stands), ("n", &saved.answers)]);
    // Of what cannot be read there is no ruleset and no turn, and its title is the file's name.
    let told = if saved.ruleset.is_empty() { String::new() } else { format!("{}, {told}", saved.ruleset) };
    let name = if saved.title == saved.name { "" } else { saved.name.as_str() };
    let why = saved.spoilt.as_deref().unwrap_or_default();
    let between = if name.is_empty() || why.is_empty() { "" } else { "  " };
    let file = [(name, SMALL, theme.ink2), (between, SMALL, theme.ink2), (why, SMALL, theme.bad)];
    let below = [text::runs(&ctx, &[(&told, BODY, theme.ink)], width, 2), text::runs(&ctx, &file, width, 3)];
    let lines = [title].into_iter().chain(below).filter(|words| !words.is_empty());
    let lines: Vec<Arc<Galley>> = lines.collect();
    let words = lines.iter().map(|words| words.size().y).sum::<f32>() + 12.0;
    let renamed = matches!(row, Some(Row::Rename(of, _)) if *of == at);
    let high = if renamed && beside { BUTTON * 2.0 + GAP } else { BUTTON };
    let size = Vec2::new(whole, if beside { words.max(high + 12.0) } else { words + high + GAP });
    let (place, _) = ui.allocate_exact_size(size, Sense::hover());
    if !ui.is_rect_visible(place) {
        return None;
    }
    ui.painter().hline(place.x_range(), place.bottom() + 1.0, theme.divider());
    let (rect, ends) = if beside {
        let rect = place.with_max_x(place.right() - BUTTONS - 8.0);
        let corner = Pos2::new(rect.right() + 8.0, place.center().y - high / 2.0);
        (rect, Rect::from_min_size(corner, Vec2::new(BUTTONS, high)))
    } else {
        let rect = place.with_max_y(place.top() + words);
        (rect, Rect::from_min_size(rect.left_bottom(), Vec2::new(whole, high)))
    };
    let asked = buttons(ui, theme, ends, at, saved, row);
    let response = ui.interact(rect, ui.id().with("row"), Sense::click());
    if response.hovered() {
        ui.painter().rect_filled(rect, CornerRadius::same(3), theme.hover);
    }
    let first = Pos2::new(rect.right() - 8.0, rect.top() + 6.0 + text::STRONG.line() / 2.0);
    text::put_right(ui.painter(), first, &when, BODY, theme.ink2, date + 1.0);
    let mut corner = rect.min + Vec2::new(8.0, 6.0);
    for words in lines {
        let next = corner + Vec2::new(0.0, words.size().y);
        ui.painter().galley(corner, words, theme.ink);
        corner = next;
    }
    let spoilt = saved.spoilt.as_ref().map_or_else(String::new, |why| format!(", {why}"));
    let spoken = format!("{}, {}, {stands}, {when}{spoilt}", saved.title, saved.name);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, spoken.as_str()));
    asked.or(response.clicked().then_some(Request::GoOn(at)))
}
