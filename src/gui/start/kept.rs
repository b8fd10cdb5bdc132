//! The battles that are kept: the last one that is not over, to go on with at once, and the list of all.

use std::time::SystemTime;

use bevy_egui::egui::{
    Color32, CornerRadius, Pos2, Rect, ScrollArea, Sense, StrokeKind, TextureHandle, Ui, UiBuilder, Vec2, WidgetInfo,
    WidgetType,
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

/// How high the card is in a column of that height.
pub fn height(column: f32) -> f32 {
    picture_height(column) + 116.0
}

fn picture_height(column: f32) -> f32 {
    (column - 640.0).clamp(0.0, 134.0)
}

/// Shows the card; tells when it is gone on with by its button.
pub fn card(ui: &mut Ui, theme: &Theme, go_on: &GoOn, column: f32) -> bool {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), height(column)), Sense::hover());
    ui.painter().rect(rect, CARD_RADIUS, theme.raised, (2.0, theme.accent), StrokeKind::Inside);
    let inner = rect.shrink(12.0);
    let picture = Rect::from_min_size(inner.min, Vec2::new(inner.width(), picture_height(column)));
    if picture.height() > 40.0 {
        ui.painter().rect_filled(picture, CornerRadius::same(2), ink(CLOTH));
        if let Some(texture) = go_on.seen.as_ref().and_then(|s| s.picture.as_ref()) {
            let size = texture.size_vec2();
            let scale = (picture.width() / size.x).min(picture.height() / size.y);
            let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
            let at = Rect::from_center_size(picture.center(), size * scale);
            ui.painter().image(texture.id(), at, whole, Color32::WHITE);
        }
        ui.painter().rect_stroke(picture, CornerRadius::same(2), theme.border(), StrokeKind::Inside);
    }
    let mut y = picture.bottom() + 12.0;
    let saved = &go_on.saved;
    let ruleset = text::put_right(ui.painter(), Pos2::new(inner.right(), y), &saved.ruleset, BODY, theme.ink2, 110.0);
    text::put(ui.painter(), Pos2::new(inner.left(), y), &saved.title, CARD, theme.ink, inner.width() - ruleset - 8.0);
    y += 22.0;
    let seen = go_on.seen.as_ref();
    let mut x = inner.left();
    if let Some(colours) = seen.and_then(|s| s.colours) {
        flag::paint(ui.painter(), Pos2::new(x + 1.0, y), &colours);
        x += 22.0;
    }
    let line = seen.map_or("", |s| s.line.as_str());
    text::put(ui.painter(), Pos2::new(x, y), line, BODY, theme.ink, inner.right() - x);
    y += 19.0;
    let left = translate_with("left-ago", &[("when", &saves::ago(saved.changed, SystemTime::now()))]);
    text::put(ui.painter(), Pos2::new(inner.left(), y), &left, SMALL, theme.ink2, inner.width());
    let button = Rect::from_min_max(Pos2::new(inner.left(), inner.bottom() - 29.0), inner.max);
    push::at(ui, theme, button, translate("go-on"), "Enter", push::Weight::Main, None).clicked()
}

const LINE: f32 = 50.0;

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
    let inner = rect.shrink(16.0);
    let mut asked = None;
    ui.scope_builder(UiBuilder::new().max_rect(inner), |ui| {
        let (head, _) = ui.allocate_exact_size(Vec2::new(inner.width(), 30.0), Sense::hover());
        text::put(ui.painter(), head.left_center(), translate("saved-battles"), CARD, theme.ink, inner.width() - 130.0);
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
        ScrollArea::vertical().id_salt("saved").auto_shrink(false).show_rows(ui, LINE, saved.len(), |ui, range| {
            for i in range {
                if let Some(what) = ui.push_id(&saved[i].name, |ui| line(ui, theme, i, &saved[i], row)).inner {
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

/// The room of the buttons at the end of a row.
const BUTTONS: f32 = 168.0;

/// The buttons of a row; while it gets a name the field for it, while it is to be deleted the question.
fn buttons(ui: &mut Ui, theme: &Theme, rect: Rect, at: usize, saved: &Saved, row: &mut Option<Row>) -> Option<Request> {
    let half = (rect.width() - 6.0) / 2.0;
    let left = Rect::from_min_size(rect.min, Vec2::new(half, 26.0));
    let right = left.translate(Vec2::new(half + 6.0, 0.0));
    let mut button = |rect, label: &str| push::at(ui, theme, rect, label, "", push::Weight::Plain, None).clicked();
    match row {
        Some(Row::Rename(of, name)) if *of == at => {
            let cancelled = button(right, translate("cancel"));
            let taken = button(left, translate("rename"));
            let field = Rect::from_min_size(rect.min - Vec2::new(210.0, 0.0), Vec2::new(204.0, 26.0));
            let response = field::of_id(ui, theme, field, Field::Name.id(), name, translate("name-of-file"), "");
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
                ui.memory_mut(|m| m.request_focus(Field::Name.id()));
            } else if button(right, translate("delete")) {
                *row = Some(Row::Delete(at));
            }
            None
        }
    }
}

fn line(ui: &mut Ui, theme: &Theme, at: usize, saved: &Saved, row: &mut Option<Row>) -> Option<Request> {
    let whole = ui.available_width() - 10.0;
    let (place, _) = ui.allocate_exact_size(Vec2::new(whole, LINE), Sense::hover());
    let rect = place.with_max_x(place.right() - BUTTONS - 8.0);
    let ends = Rect::from_min_size(Pos2::new(rect.right() + 8.0, place.top() + 10.0), Vec2::new(BUTTONS, 26.0));
    let asked = buttons(ui, theme, ends, at, saved, row);
    let rect =
        if matches!(row, Some(Row::Rename(of, _)) if *of == at) { rect.with_max_x(rect.right() - 212.0) } else { rect };
    let response = ui.interact(rect, ui.id().with("row"), Sense::click());
    if response.hovered() {
        ui.painter().rect_filled(rect, CornerRadius::same(3), theme.hover);
    }
    let y = rect.top() + 16.0;
    let width = rect.width();
    let column = |share: f32| Pos2::new(rect.left() + 8.0 + width * share, y);
    let painter = ui.painter();
    text::put(painter, column(0.0), &saved.title, text::STRONG, theme.ink, width * 0.3);
    text::put(painter, column(0.32), &saved.ruleset, BODY, theme.ink2, width * 0.14);
    let stands = saved.stands();
    let answers = if saved.answers == 1 { "so-one-answer" } else { "so-many-answers" };
    text::put(
        painter,
        column(0.48),
        &translate_with(answers, &[("stands", &stands), ("n", &saved.answers)]),
        BODY,
        theme.ink,
        width * 0.26,
    );
    let when = saves::date(saved.changed);
    text::put_right(painter, Pos2::new(rect.right() - 8.0, y), &when, BODY, theme.ink2, width * 0.22);
    let below = |share: f32| column(share) + Vec2::new(0.0, 19.0);
    text::put(painter, below(0.0), &saved.name, SMALL, theme.ink2, width * 0.3);
    if let Some(why) = &saved.spoilt {
        text::put(painter, below(0.32), why, SMALL, theme.bad, width * 0.66);
    }
    let spoilt = saved.spoilt.as_ref().map_or_else(String::new, |why| format!(", {why}"));
    let spoken = format!("{}, {}, {stands}, {when}{spoilt}", saved.title, saved.name);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, spoken.as_str()));
    asked.or(response.clicked().then_some(Request::GoOn(at)))
}
