//! The lines of the log: how high each is, and how it is drawn.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::{Color32, Context, Id, Pos2, Rect, Sense, Ui, Vec2, WidgetInfo, WidgetType};

use super::Request;
use crate::gui::game::told::Line;
use crate::gui::play::state::Remark;
use crate::gui::text::{self, BODY, SMALL};
use crate::gui::theme::{RADIUS, Theme};
use crate::gui::widgets::{die, flag, icon, sign};
use crate::lab::chronicle::Kind;

/// The height of a line whose words need one row, and of a row.
const LINE: f32 = 24.0;
pub const ROW: f32 = BODY.line();

/// How high lines are in a log of some width, by all that makes them so; of another width all is forgotten.
#[derive(Clone, Default)]
pub struct Heights {
    width: f32,
    known: BTreeMap<u64, f32>,
}

impl Heights {
    /// How high a line is with all its words.
    pub fn of(&mut self, ctx: &Context, width: f32, line: &Line, remark: Option<&Remark>) -> f32 {
        if self.width != width {
            *self = Heights { width, known: BTreeMap::new() };
        }
        let refused = line.kind == Kind::Refused;
        let signs = remark.map_or(0, |remark| remark.marks.len());
        let id = Id::new((&line.text, &line.cite, line.dice.len(), by(line), refused, signs));
        *self.known.entry(id.value()).or_insert_with(|| {
            let (_, room) = room(ctx, width, line, remark);
            if text::width(ctx, &line.text, BODY) <= room {
                return LINE;
            }
            text::paragraph(ctx, &line.text, BODY, Color32::BLACK, room).size().y + LINE - ROW
        })
    }
}

/// More dice are counted.
const SHOWN: usize = 10;
/// Words have no less room than this.
const LEAST: f32 = 60.0;

/// How many flags a line has.
fn by(line: &Line) -> usize {
    line.by.iter().map(|c| c.main.to_array()).collect::<BTreeSet<[u8; 4]>>().len()
}

/// How many dice are not shown, in words; none where all are.
fn more_dice(line: &Line) -> String {
    line.dice.len().checked_sub(SHOWN).filter(|more| *more > 0).map_or_else(String::new, |more| format!("+{more}"))
}

/// How wide its rule is written, and its signs.
fn right_of(ctx: &Context, line: &Line, remark: Option<&Remark>) -> (f32, f32) {
    let signs = remark.map_or(0.0, |remark| sign::WIDE * remark.marks.len() as f32 + 4.0);
    (text::width(ctx, &line.cite, SMALL), signs)
}

/// Where the words of a line begin, and how wide they may be, behind its time, flags and dice and before its rule.
fn room(ctx: &Context, width: f32, line: &Line, remark: Option<&Remark>) -> (f32, f32) {
    let more = more_dice(line);
    let more = if more.is_empty() { 0.0 } else { text::width(ctx, &more, SMALL) + 4.0 };
    let barred = if line.kind == Kind::Refused { 21.0 } else { 0.0 };
    let from = 53.0 + 9.0 * by(line).max(1) as f32 + barred + 21.0 * line.dice.len().min(SHOWN) as f32 + more;
    let (cite, signs) = right_of(ctx, line, remark);
    (from + 3.0, (width - cite - 12.0 - signs - from - 10.0).max(LEAST))
}

/// A line of the log; `rows` it has at most, and where it has fewer than its words need, these are cut.
pub fn line(
    ui: &mut Ui,
    theme: &Theme,
    (rect, n): (Rect, usize),
    line: &Line,
    remark: Option<&Remark>,
    rows: Option<usize>,
) -> Option<Request> {
    let response = ui.interact(rect, ui.id().with(("line", n)), Sense::click());
    let refused = line.kind == Kind::Refused;
    if refused {
        ui.painter().rect_filled(rect.shrink2(Vec2::new(0.0, 1.0)), RADIUS, theme.bad_ground);
    } else if response.hovered() {
        ui.painter().rect_filled(rect.shrink2(Vec2::new(0.0, 1.0)), RADIUS, theme.hover);
    }
    let painter = ui.painter();
    // What stands beside the words stands beside their first row.
    let (from, room) = room(ui.ctx(), rect.width(), line, remark);
    let told = match rows {
        Some(rows) => text::with_short_words(ui.ctx(), &line.text, BODY, room * (rows as f32 - 0.3)),
        None => Cow::Borrowed(line.text.as_str()),
    };
    let ink = if line.kind == Kind::Turn { theme.ink2 } else { theme.ink };
    let galley = match text::width(ui.ctx(), &told, BODY) <= room {
        true => text::line(ui.ctx(), &told, BODY, ink, room),
        false => text::runs(ui.ctx(), &[(&told, BODY, ink)], room, rows.unwrap_or(usize::MAX)),
    };
    let more_rows = galley.rows.len().saturating_sub(1) as f32 * ROW;
    let middle = rect.center().y - more_rows / 2.0;
    text::put(painter, Pos2::new(rect.left() + 8.0, middle), &line.when, SMALL, theme.ink2, 32.0);
    let mut x = rect.left() + 40.0;
    let distinct = by(line);
    for (i, colours) in line.by.iter().take(distinct).enumerate() {
        flag::paint(painter, Pos2::new(x + 9.0 * i as f32, middle), colours);
    }
    x += 13.0 + 9.0 * distinct.max(1) as f32;
    if refused {
        icon::barred(painter, Pos2::new(x + 7.0, middle), 6.0, theme.bad);
        x += 21.0;
    }
    for d in line.dice.iter().take(SHOWN) {
        let here = Rect::from_min_size(Pos2::new(x, middle - 8.0), Vec2::splat(16.0));
        let (ground, ink) = d.colours.map_or((theme.raised, theme.ink), |c| (c.tint, c.dark));
        die::paint(painter, here, d.face, d.sides, ground, ink);
        x += 21.0;
    }
    text::put(painter, Pos2::new(x, middle), &more_dice(line), SMALL, theme.ink2, 30.0);
    let (cite, signs) = right_of(ui.ctx(), line, remark);
    let cite_rect = Rect::from_min_max(Pos2::new(rect.right() - cite - 12.0, rect.top()), rect.max);
    let cite_response = ui.interact(cite_rect, response.id.with("cite"), Sense::click());
    let text_end = cite_rect.left() - signs;
    if let Some(remark) = remark {
        let here = Rect::from_min_max(Pos2::new(text_end, rect.top()), Pos2::new(cite_rect.left(), rect.bottom()));
        for (n, mark) in remark.marks.iter().enumerate() {
            let at = Pos2::new(here.left() + sign::WIDE * (n as f32 + 0.5), middle);
            sign::paint(ui.painter(), theme, at, *mark);
        }
        let signs = ui.interact(here, response.id.with("remark"), Sense::hover());
        signs.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, &remark.words));
        signs.on_hover_text(&remark.words);
    }
    let painter = ui.painter();
    let cut = told != line.text || galley.elided;
    let top = rect.center().y - galley.size().y / 2.0;
    painter.galley(Pos2::new(rect.left() + from, top), galley, ink);
    text::put_right(painter, Pos2::new(rect.right() - 8.0, middle), &line.cite, SMALL, theme.accent, cite + 4.0);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{} {}", line.when, line.text)));
    if cite_response.clicked() && !line.cite.is_empty() {
        return Some(Request::Rule(line.cite.clone()));
    }
    if response.secondary_clicked() {
        return Some(Request::BackTo(line.entry));
    }
    let clicked = response.clicked();
    if cut {
        response.on_hover_text(line.text.as_str());
    }
    clicked.then_some(Request::Show(line.entry))
}
