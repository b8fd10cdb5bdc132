//! The log: what happened, in order, with its dice and the rules behind it.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::scroll_area::ScrollBarVisibility::{AlwaysHidden, VisibleWhenNeeded};
use bevy_egui::egui::{Pos2, Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2, WidgetInfo, WidgetType};

use crate::dice::Luck;
use crate::gui::game::told::{Line, ScoreLine};
use crate::gui::language::{translate, translate_with};
use crate::gui::play::layout::Class;
use crate::gui::play::state::{Filter, Remark};
use crate::gui::text::{self, BODY, SMALL};
use crate::gui::theme::{RADIUS, Theme};
use crate::gui::widgets::{chip, die, field, flag, icon, push, section, sign};
use crate::lab::chronicle::Kind;

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

const LINE: f32 = 24.0;
/// A log at rest is no higher.
const RESTS: f32 = 176.0;
const FILTERS: [(&str, Option<Kind>); 5] = [
    ("log-all", None),
    ("log-moves", Some(Kind::Move)),
    ("log-fire", Some(Kind::Fire)),
    ("log-melee", Some(Kind::Melee)),
    ("log-refused", Some(Kind::Refused)),
];

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
    let head = if class == Class::Narrow && rect.height() < 60.0 { 0.0 } else { 30.0 };
    let mut asked = None;
    let mut right = rect.right();
    if class != Class::VeryWide {
        // What is open is folded here, and the lines at the foot are opened.
        let label = match (class, head > 0.0, rect.height() > RESTS) {
            (Class::Narrow, true, _) | (_, _, true) => translate("fold"),
            (Class::Narrow, false, _) => translate("log"),
            _ => translate("more-log"),
        };
        let size = Vec2::new(push::width(ui, label, "F4", false), 22.0);
        let here = Rect::from_min_size(
            Pos2::new(right - size.x - 10.0, rect.top() + if class == Class::Narrow { 3.0 } else { 6.0 }),
            size,
        );
        if push::at(ui, theme, here, label, "F4", push::Weight::Plain, None).clicked() {
            asked = Some(Request::Drawer);
        }
        right = here.left();
    }
    if head > 0.0 {
        filters(ui, theme, Rect::from_min_size(rect.min, Vec2::new(right - rect.left(), head)), filter);
    }
    let end = if head > 0.0 { rect.right() - 8.0 } else { right.min(rect.right() - 8.0) };
    let body = Rect::from_min_max(rect.min + Vec2::new(8.0, head + 2.0), Pos2::new(end, rect.bottom() - 2.0));
    let shown: Vec<&Line> = lines.iter().filter(|l| filter.shows(l)).collect();
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
        let area = if more { area.vertical_scroll_offset(shown.len() as f32 * LINE) } else { area };
        area.show_rows(ui, LINE, shown.len(), |ui, range| {
            for i in range {
                if let Some(what) = line(ui, theme, shown[i], remarked.get(&i).copied()) {
                    asked = Some(what);
                }
            }
        });
    });
    asked
}

fn filters(ui: &mut Ui, theme: &Theme, rect: Rect, filter: &mut Filter) {
    let inner = Rect::from_min_max(rect.min + Vec2::new(16.0, 3.0), rect.max - Vec2::new(8.0, 0.0));
    let chips = ui.scope_builder(UiBuilder::new().max_rect(inner), |ui| {
        // Where there is no room for all of them they are drawn sideways, and cover nothing; nor does the bar that shows it.
        ui.spacing_mut().scroll = bevy_egui::egui::style::ScrollStyle::floating();
        let row = ScrollArea::horizontal().id_salt("filters").auto_shrink(false).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                let (head, _) = ui.allocate_exact_size(Vec2::new(32.0, 25.0), Sense::hover());
                text::put(
                    ui.painter(),
                    head.left_center(),
                    &translate("log").to_uppercase(),
                    text::LABEL,
                    theme.ink2,
                    32.0,
                );
                for (word, kind) in FILTERS {
                    if chip::choice(ui, theme, translate(word), None, filter.kind == kind).clicked() {
                        filter.kind = kind;
                    }
                }
            });
        });
        row.content_size.x
    });
    // The field has its id from the log itself, by which the key finds it.
    let left = inner.left() + chips.inner + 6.0;
    let room = inner.right() - left;
    if room > 110.0 {
        let here = Rect::from_min_size(Pos2::new(left, inner.top() + 1.5), Vec2::new(room.min(152.0), 22.0));
        // The words go before the key that leads there.
        let key = if here.width() < 150.0 { "" } else { "Ctrl F" };
        field::show(ui, theme, here, FIND, &mut filter.find, translate("find-in-the-log"), key);
    }
}

/// The id of the field that finds, for the key that leads to it.
pub const FIND: &str = "find in the log";

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

fn line(ui: &mut Ui, theme: &Theme, line: &Line, remark: Option<&Remark>) -> Option<Request> {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), LINE), Sense::click());
    let refused = line.kind == Kind::Refused;
    if refused {
        ui.painter().rect_filled(rect.shrink2(Vec2::new(0.0, 1.0)), RADIUS, theme.bad_ground);
    } else if response.hovered() {
        ui.painter().rect_filled(rect.shrink2(Vec2::new(0.0, 1.0)), RADIUS, theme.hover);
    }
    let painter = ui.painter();
    let middle = rect.center().y;
    text::put(painter, Pos2::new(rect.left() + 8.0, middle), &line.when, SMALL, theme.ink2, 32.0);
    let mut x = rect.left() + 40.0;
    let distinct: BTreeSet<[u8; 4]> = line.by.iter().map(|c| c.main.to_array()).collect();
    for (i, colours) in line.by.iter().take(distinct.len()).enumerate() {
        flag::paint(painter, Pos2::new(x + 9.0 * i as f32, middle), colours);
    }
    x += 13.0 + 9.0 * distinct.len().max(1) as f32;
    if refused {
        icon::barred(painter, Pos2::new(x + 7.0, middle), 6.0, theme.bad);
        x += 21.0;
    }
    const SHOWN: usize = 10;
    for d in line.dice.iter().take(SHOWN) {
        let here = Rect::from_min_size(Pos2::new(x, middle - 8.0), Vec2::splat(16.0));
        let (ground, ink) = d.colours.map_or((theme.raised, theme.ink), |c| (c.tint, c.dark));
        die::paint(painter, here, d.face, d.sides, ground, ink);
        x += 21.0;
    }
    if line.dice.len() > SHOWN {
        x +=
            text::put(painter, Pos2::new(x, middle), &format!("+{}", line.dice.len() - SHOWN), SMALL, theme.ink2, 30.0)
                + 4.0;
    }
    let cite = text::width(ui.ctx(), &line.cite, SMALL);
    let cite_rect = Rect::from_min_max(Pos2::new(rect.right() - cite - 12.0, rect.top()), rect.max);
    let cite_response = ui.interact(cite_rect, response.id.with("cite"), Sense::click());
    let signs = remark.map_or(0.0, |remark| sign::WIDE * remark.marks.len() as f32 + 4.0);
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
    let ink = if line.kind == Kind::Turn { theme.ink2 } else { theme.ink };
    let room = text_end - x - 10.0;
    let told = text::with_short_words(ui.ctx(), &line.text, BODY, room);
    text::put(painter, Pos2::new(x + 3.0, middle), &told, BODY, ink, room);
    text::put_right(painter, Pos2::new(rect.right() - 8.0, middle), &line.cite, SMALL, theme.accent, cite + 4.0);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{} {}", line.when, line.text)));
    if cite_response.clicked() && !line.cite.is_empty() {
        return Some(Request::Rule(line.cite.clone()));
    }
    if response.secondary_clicked() {
        return Some(Request::BackTo(line.entry));
    }
    let clicked = response.clicked();
    if told != line.text || text::width(ui.ctx(), &told, BODY) > room {
        response.on_hover_text(line.text.as_str());
    }
    clicked.then_some(Request::Show(line.entry))
}

/// Shows the block.
pub fn score(ui: &mut Ui, theme: &Theme, rect: Rect, lines: &[ScoreLine]) {
    ui.painter().rect_filled(rect, 0.0, theme.panel);
    ui.painter().hline(rect.x_range(), rect.top() + 0.5, theme.divider());
    ui.painter().vline(rect.left() + 0.5, rect.top() + 12.0..=rect.bottom() - 12.0, theme.divider());
    let inner = Rect::from_min_max(rect.min + Vec2::new(16.0, 7.0), rect.max - Vec2::new(12.0, 4.0));
    let label = lines.first().map_or("", |l| l.label.as_str());
    ui.scope_builder(UiBuilder::new().max_rect(inner), |ui| {
        section::head(ui, theme, &translate_with("and-luck", &[("what", &label)]), "")
    });
    let height = ((inner.height() - 22.0) / lines.len().max(1) as f32).clamp(34.0, 56.0);
    let names = lines.iter().map(|line| name_width(ui, line, inner.width())).fold(NAMES, f32::max);
    for (i, line) in lines.iter().enumerate() {
        let at = Pos2::new(inner.left(), inner.top() + 30.0 + height * i as f32);
        score_line(ui, theme, at, Vec2::new(inner.width(), height), names, line);
    }
}

/// How wide the column of names is at least.
const NAMES: f32 = 74.0;
/// Where it begins.
const NAMES_FROM: f32 = 22.0;
const PIP: f32 = 4.4;

fn has_pips(line: &ScoreLine) -> bool {
    line.of <= 8
}

fn pips_width(line: &ScoreLine) -> f32 {
    if has_pips(line) { crate::gui::widgets::pips::width(line.of, PIP).max(20.0) + 10.0 } else { 0.0 }
}

fn lost_words(line: &ScoreLine) -> String {
    translate_with("of-lost", &[("n", &line.lost), ("of", &line.of)])
}

/// How wide a side's name is, or as much of it as leaves room for what the side has lost.
fn name_width(ui: &Ui, line: &ScoreLine, width: f32) -> f32 {
    let others = pips_width(line) + text::width(ui.ctx(), &lost_words(line), SMALL) + 4.0;
    (text::width(ui.ctx(), &line.side, text::STRONG) + 8.0).min(width - NAMES_FROM - others)
}

/// How wide the meter of luck is.
const METER: f32 = 88.0;
/// Room for a third line.
const ROOMY: f32 = 46.0;

fn score_line(ui: &Ui, theme: &Theme, at: Pos2, size: Vec2, names: f32, line: &ScoreLine) {
    let width = size.x;
    let painter = ui.painter();
    flag::paint(painter, at, &line.colours);
    text::put(painter, at + Vec2::new(NAMES_FROM, 0.0), &line.side, text::STRONG, theme.ink, names);
    let pips = at + Vec2::new(NAMES_FROM + names + 2.0, 0.0);
    let ink = if theme.lamplight { line.colours.tint } else { line.colours.dark };
    if has_pips(line) {
        crate::gui::widgets::pips::paint(painter, pips, line.of.saturating_sub(line.lost), line.of, PIP, ink, true);
    }
    let from = pips.x + pips_width(line);
    text::put(painter, Pos2::new(from, at.y), &lost_words(line), SMALL, theme.ink2, at.x + width - from);
    if !line.faces.is_empty() {
        let whole = Rect::from_min_size(at - Vec2::new(0.0, 8.0), Vec2::new(width, 16.0));
        ui.interact(whole, ui.id().with(("faces", &line.side)), Sense::hover()).on_hover_text(line.faces.as_str());
        // Where there is no room for both, what the army is about to face is more than how its dice fell.
        let below = at + Vec2::new(22.0, if size.y >= ROOMY { 33.0 } else { 17.0 });
        text::put(painter, below, &line.faces, SMALL, theme.bad, width - 22.0);
        if size.y < ROOMY {
            return;
        }
    }
    let Some(Luck { dice, over, chance }) = line.luck else { return };
    let meter = Rect::from_min_size(at + Vec2::new(22.0, 15.0), Vec2::new(METER, 7.0));
    let lean = over / (dice as f32).sqrt() / 4.0;
    crate::gui::widgets::meter::paint(painter, theme, meter, lean, line.colours.main);
    let sign = if over < 0.0 { "\u{2212}" } else { "+" };
    let key = if dice == 1 { "luck-one" } else { "luck-many" };
    let over_words = format!("{sign}{:.1}", over.abs());
    let chance_words = if chance < 0.005 { "<1".to_owned() } else { format!("{:.0}", chance * 100.0) };
    let words = translate_with(key, &[("luck", &over_words), ("n", &dice), ("chance", &chance_words)]);
    text::put(painter, meter.right_center() + Vec2::new(12.0, 0.0), &words, SMALL, theme.ink2, width - METER - 34.0);
    let whole = Rect::from_min_size(meter.min - Vec2::new(0.0, 4.0), Vec2::new(width - 22.0, 15.0));
    let key = if over < 0.0 { "luck-so-bad" } else { "luck-so-good" };
    let id = ui.id().with(("luck", &line.side));
    ui.interact(whole, id, Sense::hover()).on_hover_text(translate_with(key, &[("chance", &chance_words)]));
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
