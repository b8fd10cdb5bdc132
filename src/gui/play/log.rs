//! The log: what happened, in order, with its dice and the rules behind it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::scroll_area::ScrollBarVisibility::{AlwaysHidden, VisibleWhenNeeded};
use bevy_egui::egui::{
    Color32, Context, Id, Pos2, Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2, WidgetInfo, WidgetType,
};

use crate::gui::game::told::Line;
use crate::gui::language::translate;
use crate::gui::play::layout::Class;
use crate::gui::play::state::{Filter, Remark};
use crate::gui::text::{self, BODY, SMALL};
use crate::gui::theme::{RADIUS, Theme};
use crate::gui::widgets::{die, flag, icon, push, sign};
use crate::lab::chronicle::Kind;

mod head;

pub use self::head::FIND;
use self::head::Finds;

/// What was asked of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Open the log of a narrow window, or fold it.
    Drawer,
    /// Back to before this journal entry.
    BackTo(usize),
    /// Open the rule.
    Rule(String),
    /// Show on the table what this entry told.
    Show(usize),
}

/// The height of a line whose words need one row, and of a row.
const LINE: f32 = 24.0;
const ROW: f32 = BODY.line();
/// A log at rest is no higher.
const RESTS: f32 = 176.0;
/// Where the field that finds is, in a log that lies there.
fn finds(ctx: &Context, rect: Rect, class: Class) -> Finds {
    let right = match class {
        Class::VeryWide => 0.0,
        // Whatever stands on the button, so that the field does not jump when it is opened.
        _ => button(ctx, translate("fold")).max(button(ctx, translate("more-log"))) + 10.0,
    };
    Finds::of(ctx, rect.width() - right, class == Class::VeryWide || rect.height() > RESTS)
}

/// Whether the log must be opened before something can be found in it.
pub fn finds_when_opened(ctx: &Context, rect: Rect, class: Class) -> bool {
    class == Class::Narrow || finds(ctx, rect, class) == Finds::Opened
}

/// How wide the button is that opens or folds the log.
fn button(ctx: &Context, label: &str) -> f32 {
    push::width(ctx, label, "F4", false)
}

/// Shows the log in that rectangle, with what is remarked of answers by their entries.
pub fn show(
    ui: &mut Ui,
    theme: &Theme,
    rect: Rect,
    class: Class,
    lines: &[Line],
    filter: &mut Filter,
    remarks: &BTreeMap<usize, Remark>,
) -> Option<Request> {
    ui.painter().rect_filled(rect, 0.0, theme.panel);
    ui.painter().hline(rect.x_range(), rect.top() + 0.5, theme.divider());
    let ticker = class == Class::Narrow && rect.height() < 60.0;
    let finds = finds(ui.ctx(), rect, class);
    let head = if ticker { 0.0 } else { finds.height() };
    let mut asked = None;
    let mut right = rect.right();
    if class != Class::VeryWide {
        // What is open is folded here, and the lines at the foot are opened.
        let label = match (class, head > 0.0, rect.height() > RESTS) {
            (Class::Narrow, true, _) | (_, _, true) => translate("fold"),
            (Class::Narrow, false, _) => translate("log"),
            _ => translate("more-log"),
        };
        let size = Vec2::new(button(ui.ctx(), label), 22.0);
        let top = match class {
            _ if head == 0.0 => (rect.height() - size.y) / 2.0,
            Class::Narrow => 3.0,
            _ => 6.0,
        };
        let here = Rect::from_min_size(Pos2::new(right - size.x - 10.0, rect.top() + top), size);
        if push::at(ui, theme, here, label, "F4", push::Weight::Plain, None).clicked() {
            asked = Some(Request::Drawer);
        }
        right = here.left();
    }
    if head > 0.0 {
        let whole = Rect::from_min_size(rect.min, Vec2::new(rect.width(), head));
        let row = Rect::from_min_size(rect.min, Vec2::new(right - rect.left(), head));
        if head::show(ui, theme, whole, row, finds, filter) {
            asked = Some(Request::Drawer);
        }
    }
    let end = if head > 0.0 { rect.right() - 8.0 } else { right.min(rect.right() - 8.0) };
    let body = Rect::from_min_max(rect.min + Vec2::new(8.0, head + 2.0), Pos2::new(end, rect.bottom() - 2.0));
    // Where the filters are not in sight they leave nothing out.
    let shown: Vec<&Line> = lines.iter().filter(|l| head == 0.0 || filter.shows(l)).collect();
    if shown.is_empty() {
        let words = if lines.is_empty() { translate("log-empty") } else { translate("log-none") };
        text::put(ui.painter(), body.min + Vec2::new(8.0, 12.0), words, BODY, theme.ink2, body.width());
        return asked;
    }
    let remarked = remarked(&shown, remarks);
    ui.scope_builder(UiBuilder::new().max_rect(body), |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        // What is new is seen at once: the place to scroll to is known one frame after there is more to show, or more
        // room to show it.
        let known = ui.id().with("lines shown");
        let now = (shown.len(), body.height().round() as u32);
        let before: Option<(usize, u32)> = ui.data(|data| data.get_temp(known));
        if before != Some(now) {
            ui.data_mut(|data| data.insert_temp(known, now));
            ui.ctx().request_repaint();
        }
        // Beside a single line there is no room for a bar.
        let bar = if head > 0.0 || class != Class::Narrow { VisibleWhenNeeded } else { AlwaysHidden };
        let area =
            ScrollArea::vertical().id_salt("log").min_scrolled_height(0.0).auto_shrink(false).stick_to_bottom(true);
        let area = area.scroll_bar_visibility(bar);
        // Who has scrolled back sees what is new too, unless he is reading there.
        let more = before.is_some_and(|(lines, _)| lines < now.0) && !ui.rect_contains_pointer(body);
        // A single line has all the room that there is, and the rows that go into it.
        let single = (head == 0.0).then_some(body.height());
        let id = ui.id().with("heights of lines");
        let mut heights: Heights = ui.data_mut(|data| data.remove_temp(id)).unwrap_or_default();
        let mut all = |ctx: &Context, width: f32| -> Vec<f32> {
            let one = |(i, of): (usize, &&Line)| heights.of(ctx, width, of, remarked.get(&i).copied());
            match single {
                Some(high) => vec![high; shown.len()],
                None => shown.iter().enumerate().map(one).collect(),
            }
        };
        let end = more.then(|| all(ui.ctx(), body.width()).iter().sum::<f32>() - body.height());
        let area = match end {
            Some(end) => area.vertical_scroll_offset(end.max(0.0)),
            None => area,
        };
        area.show_viewport(ui, |ui, seen| {
            let mut top = 0.0;
            let (from, width) = (ui.max_rect().min, ui.available_width());
            for (i, high) in all(ui.ctx(), width).into_iter().enumerate() {
                if top + high > seen.top() && top < seen.bottom() {
                    let here = Rect::from_min_size(from + Vec2::new(0.0, top), Vec2::new(width, high));
                    let remark = remarked.get(&i).copied();
                    asked =
                        line(ui, theme, (here, i), shown[i], remark, single.map(|high| (high / ROW).max(1.0) as usize))
                            .or(asked.take());
                }
                top += high;
            }
            ui.set_height(top);
        });
        ui.data_mut(|data| data.insert_temp(id, heights));
    });
    asked
}

/// Which lines have a remark: of each answer the last one that tells of it, as its dice are rolled by then; a heading only
/// where there is no other.
fn remarked<'r>(lines: &[&Line], remarks: &'r BTreeMap<usize, Remark>) -> BTreeMap<usize, &'r Remark> {
    let mut last: BTreeMap<usize, usize> = BTreeMap::new();
    if remarks.is_empty() {
        return BTreeMap::new();
    }
    for (n, line) in lines.iter().enumerate().filter(|(_, line)| line.kind != Kind::Refused) {
        let before = last.get(&line.entry).map(|before| lines[*before].kind);
        if line.kind != Kind::Turn || before.is_none_or(|kind| kind == Kind::Turn) {
            last.insert(line.entry, n);
        }
    }
    last.into_iter().filter_map(|(entry, n)| Some((n, remarks.get(&entry)?))).collect()
}

/// How high lines are in a log of some width, by all that makes them so; of another width all is forgotten.
#[derive(Clone, Default)]
struct Heights {
    width: f32,
    known: BTreeMap<u64, f32>,
}

impl Heights {
    /// How high a line is with all its words.
    fn of(&mut self, ctx: &Context, width: f32, line: &Line, remark: Option<&Remark>) -> f32 {
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
fn line(
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

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, kind: Kind) -> Line {
        Line { when: "5.3".into(), by: vec![], dice: vec![], text: text.into(), cite: "P3".into(), kind, entry: 0 }
    }

    #[test]
    fn filters_keep_their_kind_and_the_words_looked_for() {
        let refused = line("Hastati: wheel right 6", Kind::Refused);
        let all = Filter::default();
        let moves = Filter { kind: Some(Kind::Move), find: String::new() };
        let find = Filter { kind: None, find: " HASTATI".into() };
        let cite = Filter { kind: None, find: "p3".into() };
        let other = Filter { kind: None, find: "gauls".into() };
        assert_eq!([&all, &moves, &find, &cite, &other].map(|f| f.shows(&refused)), [true, false, true, true, false]);
    }

    #[test]
    fn a_remark_stands_at_the_last_line_of_its_answer_and_at_a_heading_only_where_there_is_no_other() {
        let of = |entry: usize, kind: Kind| Line { entry, ..line("", kind) };
        let kinds = [
            of(1, Kind::Move),
            of(1, Kind::Turn),
            of(2, Kind::Fire),
            of(2, Kind::Melee),
            of(2, Kind::Refused),
            of(3, Kind::Turn),
            of(4, Kind::Other),
        ];
        let lines: Vec<&Line> = kinds.iter().collect();
        let remark = |n: usize| (n, Remark { marks: Vec::new(), words: n.to_string() });
        let remarks: BTreeMap<usize, Remark> = [1, 2, 3, 9].map(remark).into();
        let found: Vec<_> = remarked(&lines, &remarks).into_iter().map(|(n, of)| (n, of.words.as_str())).collect();
        assert_eq!(found, [(0, "1"), (3, "2"), (5, "3")]);
    }

    #[test]
    fn no_line_of_the_log_and_no_word_of_the_score_is_cut() {
        use crate::gui::game::sitter::Sitter::Person;
        use crate::gui::play::stage::{Stage, answer, begun, teaching};
        let mut wrapped = 0;
        // A window of 1280 by 800 with text as it is, and half as large again.
        for ([width, height], battle) in [[1280.0, 800.0], [853.0, 533.0]]
            .into_iter()
            .flat_map(|size| teaching().into_iter().map(move |b| (size, b)))
        {
            let mut stage = Stage::sized(begun(&battle, [Person; 2]), width, height);
            stage.key(bevy_egui::egui::Key::F4);
            for n in 0..60 {
                if !answer(&mut stage.play) {
                    break;
                }
                if n % 4 != 3 {
                    continue;
                }
                stage.rest();
                let lines = stage.play.now().lines.clone();
                let score = stage.play.now().score.clone();
                let painted = stage.painted();
                for line in lines.iter().rev().take(4) {
                    let seen: Vec<_> = painted.iter().filter(|seen| seen.text == line.text).collect();
                    assert!(!seen.is_empty(), "{battle}: {} is not seen whole", line.text);
                    assert!(seen.iter().all(|seen| !seen.cut), "{battle}, {width}: {}", line.text);
                    wrapped += seen.iter().filter(|seen| seen.place.height() > 1.5 * ROW).count();
                }
                for of in score.iter() {
                    let cut =
                        painted.iter().find(|seen| seen.cut && (seen.text == of.side || seen.text.contains(" dice, ")));
                    assert!(cut.is_none(), "{battle}, {width}: {cut:?}");
                }
            }
        }
        assert!(wrapped > 0, "no line is so long");
    }

    #[test]
    fn a_key_or_a_click_opens_the_log_below_the_table_and_folds_it() {
        use crate::gui::game::sitter::Sitter::Person;
        use crate::gui::play::stage::{Stage, answer, begun};
        let mut stage = Stage::sized(begun(crate::rules::battles::TEACHING, [Person; 2]), 1280.0, 800.0);
        while stage.play.now().lines.len() < 20 && answer(&mut stage.play) {}
        stage.rest();
        let seen = |stage: &mut Stage| {
            let lines = std::sync::Arc::clone(&stage.play.now().lines);
            lines.iter().filter(|line| stage.place_of(&line.text).is_some()).count()
        };
        let at_rest = seen(&mut stage);
        assert!((3..6).contains(&at_rest), "{at_rest}");
        stage.key(bevy_egui::egui::Key::F4);
        assert!(seen(&mut stage) >= 9, "{}", seen(&mut stage));
        stage.click_on("Fold");
        assert_eq!(seen(&mut stage), at_rest);
        stage.click_on("More, key F4");
        assert!(seen(&mut stage) >= 9);
    }
}
