//! The log: what happened, in order, with its dice and the rules behind it.

use std::collections::BTreeMap;

use bevy_egui::egui::scroll_area::ScrollBarVisibility::{AlwaysHidden, VisibleWhenNeeded};
use bevy_egui::egui::{Context, Pos2, Rect, ScrollArea, Ui, UiBuilder, Vec2};

use crate::gui::game::told::Line;
use crate::gui::language::translate;
use crate::gui::play::layout::Class;
use crate::gui::play::state::{Filter, Remark};
use crate::gui::text::{self, BODY};
use crate::gui::theme::{RADIUS, Theme};
use crate::gui::widgets::push;
use crate::lab::chronicle::Kind;

mod head;
mod lines;

pub use self::head::FIND;
use self::head::Finds;
use self::lines::{Heights, ROW, line};

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

/// What the log has to tell.
pub struct Told<'l> {
    pub lines: &'l [Line],
    /// The entry that is looked back at: its lines are marked and sought, and a single line is the last of them.
    pub moment: Option<usize>,
    /// What is remarked of answers, by their entries.
    pub remarks: &'l BTreeMap<usize, Remark>,
}

/// Shows the log in that rectangle.
pub fn show(ui: &mut Ui, theme: &Theme, rect: Rect, class: Class, told: &Told, filter: &mut Filter) -> Option<Request> {
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
    let single_moment = told.moment.filter(|_| ticker);
    let until = |line: &&Line| single_moment.is_none_or(|moment| line.entry <= moment);
    let shown: Vec<&Line> = told.lines.iter().filter(|l| head == 0.0 || filter.shows(l)).take_while(until).collect();
    if shown.is_empty() {
        let words = if told.lines.is_empty() { translate("log-empty") } else { translate("log-none") };
        text::put(ui.painter(), body.min + Vec2::new(8.0, 12.0), words, BODY, theme.ink2, body.width());
        return asked;
    }
    let remarked = remarked(&shown, told.remarks);
    ui.scope_builder(UiBuilder::new().max_rect(body), |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        // What is new is seen at once: the place to scroll to is known one frame after there is more to show, or more
        // room to show it.
        let known = ui.id().with("lines shown");
        let now = (shown.len(), body.height().round() as u32, told.moment);
        let before: Option<(usize, u32, Option<usize>)> = ui.data(|data| data.get_temp(known));
        if before != Some(now) {
            ui.data_mut(|data| data.insert_temp(known, now));
            ui.ctx().request_repaint();
        }
        // Beside a single line there is no room for a bar.
        let bar = if head > 0.0 || class != Class::Narrow { VisibleWhenNeeded } else { AlwaysHidden };
        let area = ScrollArea::vertical().id_salt("log").min_scrolled_height(0.0).auto_shrink(false);
        let area = area.stick_to_bottom(ticker || told.moment.is_none()).scroll_bar_visibility(bar);
        // Who has scrolled back sees what is new too, unless he is reading there.
        let more = before.is_some_and(|(lines, ..)| lines < now.0) && !ui.rect_contains_pointer(body);
        // Whoever goes through the past sees the lines of the moment, and then the last ones again.
        let sought = before
            .is_some_and(|(_, height, moment)| moment != told.moment || (told.moment.is_some() && height != now.1));
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
        let end = (more || sought).then(|| {
            let heights = all(ui.ctx(), body.width());
            let moment = told.moment.filter(|_| sought && !ticker);
            let last = moment.map_or(shown.len(), |moment| shown.partition_point(|line| line.entry <= moment));
            let below = if moment.is_some() { body.height() / 3.0 } else { 0.0 };
            heights[..last].iter().sum::<f32>() + below - body.height()
        });
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
                    if !ticker && told.moment == Some(shown[i].entry) {
                        ui.painter().rect_filled(here.shrink2(Vec2::new(0.0, 1.0)), RADIUS, theme.accent_ground);
                    }
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

    #[test]
    fn the_moment_that_is_looked_back_at_is_seen_in_the_log() {
        use crate::gui::game::sitter::Sitter::Person;
        use crate::gui::play::stage::{Stage, answer, begun};
        for (width, height) in [(1280.0, 800.0), (853.0, 533.0)] {
            let mut stage = Stage::sized(begun(crate::rules::battles::TEACHING, [Person; 2]), width, height);
            while stage.play.now().lines.len() < 60 && answer(&mut stage.play) {}
            stage.rest();
            let lines = stage.play.now().lines;
            let seen = |stage: &mut Stage, line: &Line| stage.place_of(&line.text).is_some();
            assert!(seen(&mut stage, lines.last().unwrap()));
            for moment in [8, 14, 9] {
                let of_moment = lines.iter().rfind(|line| line.entry <= moment).unwrap();
                stage.play.look_at(moment);
                (0..3).for_each(|_| stage.rest());
                assert!(seen(&mut stage, of_moment), "{width}, {moment}: {}", of_moment.text);
            }
            let of_moment = lines.iter().rfind(|line| line.entry <= 9).unwrap();
            stage.key(bevy_egui::egui::Key::F4);
            (0..3).for_each(|_| stage.rest());
            assert!(seen(&mut stage, of_moment), "{width}: opened");
            stage.play.look_up();
            (0..3).for_each(|_| stage.rest());
            assert!(seen(&mut stage, lines.last().unwrap()), "{width}: the end again");
        }
    }
}
