//! The sheet of luck and skill: how far it has come, both sides, the result without the luck, what stands out, and what
//! all of it rests on.

use bevy_egui::egui::{Id, Pos2, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType};

use super::{head, middle};
use crate::gui::board::glyph;
use crate::gui::language::{translate, translate_with};
use crate::gui::play::back::luck::Ask;
use crate::gui::play::state::luck::{is_throw, number, signed, word};
use crate::gui::play::state::{Luck, Play, luck};
use crate::gui::text::{self, BODY, READING, SMALL, STRONG, Type};
use crate::gui::theme::{RADIUS, Theme};
use crate::gui::widgets::{flag, push, section, sign};
use crate::ids::Side;
use crate::lab::analysis::page::{hundredths, limit};
use crate::lab::analysis::told::{Analysis, BAD, BLUNDER, DOUBTFUL, LUCKY, Mark, SideTold};

const WIDTH: f32 = 620.0;
const HEIGHT: f32 = 600.0;
/// So high is all of it but what stands out.
const REST: f32 = 440.0;
/// Where it is only said why nothing is told.
const LOW: f32 = 100.0;
const BUTTON: f32 = 30.0;
/// A side: its numbers, and a line about its answers.
const SIDE: f32 = 42.0;
/// What stands out: what happened, and a line below.
const ROW: f32 = 42.0;
/// So much of the width is left of the numbers of dice and of answers.
const COLUMNS: [f32; 2] = [0.46, 0.74];

/// Shows the sheet over the middle of the window.
pub fn show(ui: &Ui, theme: &Theme, whole: Rect, play: &Play) -> Option<Ask> {
    let why = play.why_no_luck();
    // Little that stands out needs no high sheet, which would hide the table.
    let lines = play.rollouts.luck().map_or(0, |luck| luck.highlights().len()) as f32;
    let height = if why.is_some() { LOW } else { (REST + ROW * lines).min(HEIGHT) };
    let size = Vec2::new(WIDTH.min(whole.width() - 48.0), height.min(whole.height() - 40.0));
    middle(ui, theme, Id::new("luck and skill"), size, |ui| {
        let (room, shut) = head(ui, theme, translate("luck-and-skill"));
        let mut asked = shut.then_some(Ask::Close);
        if let Some(why) = why {
            paragraph(ui, theme, why, READING);
        } else if let Some(luck) = play.rollouts.luck() {
            progress(ui, theme, room, luck);
            asked = button(ui, theme, luck).or(asked);
            ScrollArea::vertical().id_salt("luck").auto_shrink(false).show(ui, |ui| {
                // The bar that scrolls has its room.
                ui.set_width(ui.available_width() - 10.0);
                // Before the chance at the beginning is known there is nothing that luck could be told of.
                if luck.next() > 0 {
                    summary(ui, theme, play, luck.told(), luck.is_whole());
                }
                asked = highlights(ui, theme, play, luck).or(asked);
                section::head(ui, theme, translate("luck-rests"), "");
                ui.add_space(2.0);
                paragraph(ui, theme, &rests_on(luck.told()), SMALL);
            });
        }
        asked
    })
}

/// Words over as many lines as they need.
fn paragraph(ui: &mut Ui, theme: &Theme, words: &str, style: Type) {
    let ink = if style == SMALL { theme.ink2 } else { theme.ink };
    let galley = text::paragraph(ui.ctx(), words, style, ink, ui.available_width());
    let (rect, response) = ui.allocate_exact_size(galley.size() + Vec2::new(0.0, 8.0), Sense::hover());
    ui.painter().galley(rect.min, galley, ink);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, words));
}

/// How many answers are weighed, as a bar beside the title.
fn progress(ui: &mut Ui, theme: &Theme, room: Rect, luck: &Luck) {
    let (n, of) = luck.weighed();
    let key = match () {
        () if luck.next() == 0 && luck.runs => "luck-first",
        () if luck.runs => "luck-progress",
        () if luck.is_whole() => "luck-whole",
        () => "luck-stopped",
    };
    let words = translate_with(key, &[("n", &n), ("of", &of)]);
    let bar = Rect::from_min_size(room.left_top() + Vec2::new(0.0, 22.0), Vec2::new(room.width() - 16.0, 4.0));
    let response = ui.interact(room, ui.id().with("progress"), Sense::hover());
    let painter = ui.painter();
    text::put(painter, room.left_top() + Vec2::new(0.0, 11.0), &words, BODY, theme.ink2, bar.width());
    painter.rect_filled(bar, 2.0, theme.sunk);
    let share = n as f32 / of.max(1) as f32;
    painter.rect_filled(bar.with_max_x(bar.left() + bar.width() * share), 2.0, theme.accent);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
}

/// The button that stops it, or goes on with it; none when all is weighed.
fn button(ui: &mut Ui, theme: &Theme, luck: &Luck) -> Option<Ask> {
    if luck.is_whole() {
        return None;
    }
    let (label, weight) =
        if luck.runs { ("luck-enough", push::Weight::Plain) } else { ("luck-go-on", push::Weight::Main) };
    let clicked = push::wide(ui, theme, translate(label), "Space", BUTTON, weight).clicked();
    ui.add_space(8.0);
    clicked.then_some(Ask::Go)
}

/// Both sides, and the sum that luck and skill make.
fn summary(ui: &mut Ui, theme: &Theme, play: &Play, told: &Analysis, whole: bool) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 16.0), Sense::hover());
    for (share, key) in COLUMNS.into_iter().zip(["luck-by-dice", "luck-by-answers"]) {
        let at = rect.left_center() + Vec2::new(rect.width() * share, 0.0);
        text::put(ui.painter(), at, translate(key), SMALL, theme.ink2, rect.width() * 0.26);
    }
    for (side, told) in [(Side::South, &told.south), (Side::North, &told.north)] {
        of_side(ui, theme, play, side, told);
    }
    let [north, south] = Side::BOTH.map(|side| play.game.side_name(side));
    let [without, rest] = [told.without_luck, 1.0 - told.without_luck].map(hundredths);
    let words =
        translate_with("luck-without", &[("south", &south), ("without", &without), ("north", &north), ("rest", &rest)]);
    ui.add_space(4.0);
    paragraph(ui, theme, &words, STRONG);
    paragraph(ui, theme, &sum(play, told, whole), SMALL);
    ui.add_space(4.0);
}

fn of_side(ui: &mut Ui, theme: &Theme, play: &Play, side: Side, told: &SideTold) {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), SIDE), Sense::hover());
    let painter = ui.painter();
    let y = rect.top() + 11.0;
    flag::paint(painter, Pos2::new(rect.left(), y), &glyph::colours(&play.game.colours()[side.index()]));
    let name = play.game.side_name(side);
    let room = rect.width() * COLUMNS[0] - 30.0;
    text::put(painter, Pos2::new(rect.left() + 22.0, y), name, STRONG, theme.ink, room);
    let numbers = [number(told.luck), number(told.skill)];
    for (share, number) in COLUMNS.into_iter().zip(&numbers) {
        let at = Pos2::new(rect.left() + rect.width() * share, y);
        text::put(painter, at, number, STRONG, theme.ink, rect.width() * 0.26);
    }
    let counted = [Mark::Doubtful, Mark::Bad, Mark::Blunder, Mark::Fine].into_iter().zip(told.marks);
    let counted = counted.filter(|(_, n)| *n > 0);
    let counted = counted.map(|(mark, n)| translate_with("so-many-marks", &[("mark", &word(mark)), ("n", &n)]));
    let answers = translate_with("luck-answers", &[("n", &told.answers), ("other", &told.other)]);
    let answers = std::iter::once(answers).chain(counted).collect::<Vec<_>>().join(", ");
    text::put(painter, Pos2::new(rect.left() + 22.0, y + 18.0), &answers, SMALL, theme.ink2, rect.width() - 22.0);
    let [luck, skill] = &numbers;
    let spoken =
        translate_with("spoken-luck", &[("side", &name), ("luck", luck), ("skill", skill), ("answers", &answers)]);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, spoken.as_str()));
    response.on_hover_text(&answers);
}

/// The chance at the beginning, luck and skill: their sum is the chance now, or the result.
fn sum(play: &Play, told: &Analysis, whole: bool) -> String {
    let [north, south] = Side::BOTH.map(|side| play.game.side_name(side));
    let when = translate(match () {
        () if !whole => "luck-so-far",
        () if told.over => "luck-result",
        () => "luck-now",
    });
    let key = if told.umpire == 0.0 { "luck-sum" } else { "luck-sum-umpire" };
    translate_with(
        key,
        &[
            ("south", &south),
            ("start", &hundredths(told.start)),
            ("luck", &signed(told.south.luck[0])),
            ("own", &signed(told.south.skill[0])),
            ("theirs", &signed(-told.north.skill[0])),
            ("north", &north),
            ("umpire", &signed(told.umpire)),
            ("end", &hundredths(told.end)),
            ("when", &when),
        ],
    )
}

/// What all of it rests on.
fn rests_on(told: &Analysis) -> String {
    let [doubtful, bad, blunder, lucky] = [DOUBTFUL, BAD, BLUNDER, LUCKY].map(limit);
    translate_with(
        "luck-rests-on",
        &[
            ("n", &told.rollouts),
            ("seed", &told.seed),
            ("doubtful", &doubtful),
            ("bad", &bad),
            ("blunder", &blunder),
            ("lucky", &lucky),
        ],
    )
}

/// What stands out: answers, then throws.
fn highlights(ui: &mut Ui, theme: &Theme, play: &Play, luck: &Luck) -> Option<Ask> {
    let mut asked = None;
    let known = Id::new("line of luck with the keys");
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<usize>(known), luck.cursor));
    for throws in [false, true] {
        let (title, remark) =
            if throws { ("luck-throws", "luck-greatest-first") } else { ("luck-worst", "luck-worst-first") };
        section::head(ui, theme, translate(title), translate(remark));
        ui.add_space(2.0);
        let own = luck.highlights().iter().enumerate().filter(|(_, of)| is_throw(of.mark) == throws);
        let mut any = false;
        for (at, of) in own {
            any = true;
            let (rect, clicked) = row(ui, theme, play, luck, at, of);
            if clicked {
                asked = Some(Ask::ThereAt(at));
            }
            if at == luck.cursor && before != luck.cursor {
                ui.scroll_to_rect(rect, None);
            }
        }
        if !any {
            paragraph(ui, theme, translate(if luck.is_whole() { "luck-none" } else { "luck-none-yet" }), SMALL);
        }
        ui.add_space(8.0);
    }
    asked
}

/// An answer or a throw: a click leads there.
fn row(ui: &mut Ui, theme: &Theme, play: &Play, luck: &Luck, at: usize, of: &luck::Highlight) -> (Rect, bool) {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), ROW), Sense::click());
    let Some(answer) = luck.answer(of.number).filter(|_| ui.is_rect_visible(rect)) else { return (rect, false) };
    let painter = ui.painter();
    if response.hovered() {
        painter.rect_filled(rect, RADIUS, theme.hover);
    }
    if at == luck.cursor {
        painter.rect_stroke(rect, RADIUS, Stroke::new(1.5, theme.accent), StrokeKind::Inside);
    }
    let (y, below) = (rect.top() + 13.0, rect.bottom() - 12.0);
    sign::paint(painter, theme, Pos2::new(rect.left() + 14.0, y), of.mark);
    text::put(painter, Pos2::new(rect.left() + 28.0, y), &answer.when, SMALL, theme.ink2, 32.0);
    let colours = glyph::colours(&play.game.colours()[answer.side.index()]);
    flag::paint(painter, Pos2::new(rect.left() + 62.0, y), &colours);
    let left = rect.left() + 84.0;
    let gained = number(of.gained);
    let right = rect.right() - 8.0;
    let used = text::put_right(painter, Pos2::new(right, y), &gained, STRONG, theme.ink, 140.0);
    let mark = word(of.mark);
    let named = text::put(painter, Pos2::new(left, y), mark, STRONG, theme.ink, 90.0) + 8.0;
    text::put(painter, Pos2::new(left + named, y), &answer.told, BODY, theme.ink, right - used - left - named - 10.0);
    let instead = if is_throw(of.mark) {
        let [before, after] = answer.chance.map(|chance| match answer.side {
            Side::South => hundredths(chance),
            Side::North => hundredths(1.0 - chance),
        });
        let side = play.game.side_name(answer.side);
        translate_with("luck-chance", &[("side", &side), ("before", &before), ("after", &after)])
    } else {
        translate_with("luck-instead", &[("instead", &answer.instead.as_deref().unwrap_or_default())])
    };
    text::put(painter, Pos2::new(left, below), &instead, SMALL, theme.ink2, right - left);
    let spoken = translate_with(
        "spoken-standing",
        &[("mark", &mark), ("when", &answer.when), ("gained", &gained), ("told", &answer.told), ("instead", &instead)],
    );
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, spoken.as_str()));
    let clicked = response.clicked();
    response.on_hover_text(format!("{}\n{instead}", answer.told));
    (rect, clicked)
}
