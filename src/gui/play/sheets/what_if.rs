//! The sheet of choices at a moment: those that are played on with their chances, bars that grow, and all the others to choose
//! from.

use bevy_egui::egui::{Id, Pos2, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType};

use super::{HEAD, head, middle};
use crate::gui::board::glyph;
use crate::gui::language::{translate, translate_with};
use crate::gui::play::rollouts::what_if::Ask;
use crate::gui::play::state::{MOST, Offered, Origin, Play, WhatIf};
use crate::gui::text::{self, BODY, SMALL, STRONG};
use crate::gui::theme::{RADIUS, Theme};
use crate::gui::widgets::{flag, icon, odds_bar, push, section};
use crate::lab::analysis::chance::{self, Chance};
use crate::lab::study::sequence;

const WIDTH: f32 = 620.0;
const HEIGHT: f32 = 560.0;
const ROW: f32 = 58.0;
const BAR: f32 = 14.0;
const LINE: f32 = 24.0;
const BUTTON: f32 = 30.0;
/// So high is all of it but the choices: its head, what it rests on, the button and the headings.
const REST: f32 = HEAD + 50.0 + BUTTON + 8.0 + 34.0;
/// So much room has what is told at the right end of a choice.
const TOLD: f32 = 300.0;

/// Shows the sheet over the middle of the window.
pub fn show(ui: &Ui, theme: &Theme, whole: Rect, play: &Play) -> Option<Ask> {
    let what_if = play.rollouts.what_if()?;
    // Few choices need no high sheet, which would hide the table.
    let rows = ROW * what_if.chosen.len() as f32 + LINE * what_if.offered.len() as f32;
    let size = Vec2::new(WIDTH.min(whole.width() - 48.0), (REST + rows).min(HEIGHT).min(whole.height() - 40.0));
    middle(ui, theme, Id::new("what if"), size, |ui| sheet(ui, theme, play, what_if))
}

fn sheet(ui: &mut Ui, theme: &Theme, play: &Play, what_if: &WhatIf) -> Option<Ask> {
    let bottom = ui.max_rect().bottom();
    let (room, shut) = head(ui, theme, translate("what-if"));
    let at = room.left_top() + Vec2::new(0.0, 14.0);
    flag::paint(ui.painter(), at, &glyph::colours(&play.game.colours()[what_if.side.index()]));
    let at = at + Vec2::new(22.0, 0.0);
    text::put(ui.painter(), at, &what_if.heading, BODY, theme.ink2, room.right() - at.x - 10.0);
    let mut asked = shut.then_some(Ask::Close);
    for n in 0..what_if.chosen.len() {
        row(ui, theme, play, what_if, n);
    }
    asked = foot(ui, theme, play, what_if).or(asked);
    let remark = translate_with("so-many-chosen", &[("n", &what_if.chosen.len()), ("of", &MOST)]);
    section::head(ui, theme, translate("choices"), &remark);
    let room = (bottom - ui.cursor().top()).max(LINE);
    let known = Id::new("choice with the keys");
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<usize>(known), what_if.cursor));
    let area = ScrollArea::vertical().id_salt("choices").max_height(room).auto_shrink(false);
    area.show(ui, |ui| {
        for (at, offered) in what_if.offered.iter().enumerate() {
            let (rect, clicked) = choice(ui, theme, what_if, at, offered);
            if clicked {
                asked = Some(Ask::TurnAt(at));
            }
            if at == what_if.cursor && before != what_if.cursor {
                ui.scroll_to_rect(rect, None);
            }
        }
    });
    asked
}

/// What is played on, in its place among those that are chosen: its words, its bar, and how it stands against the first.
fn row(ui: &mut Ui, theme: &Theme, play: &Play, what_if: &WhatIf, n: usize) {
    let at = what_if.chosen[n];
    let offered = &what_if.offered[at];
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), ROW), Sense::hover());
    let painter = ui.painter();
    let found = Chance::of(&offered.halves, what_if.side);
    let share = chance_words(&found);
    let y = rect.top() + 10.0;
    let used = text::put_right(painter, Pos2::new(rect.right(), y), &share, STRONG, theme.ink, 130.0);
    let special = special(what_if, at);
    let room = rect.width() - used - 16.0;
    let beside = text::width(ui.ctx(), &special, SMALL).min(room * 0.5);
    let words = text::put(painter, Pos2::new(rect.left(), y), &offered.words, STRONG, theme.ink, room - beside - 10.0);
    text::put(painter, Pos2::new(rect.left() + words + 10.0, y), &special, SMALL, theme.ink2, room - words - 10.0);
    let bar = Rect::from_min_size(rect.left_top() + Vec2::new(0.0, 21.0), Vec2::new(rect.width(), BAR));
    paint_bar(ui, theme, bar, &found, &glyph::colours(&play.game.colours()[what_if.side.index()]));
    let told = against_first(what_if, n);
    text::put(painter, Pos2::new(rect.left(), bar.bottom() + 10.0), &told, SMALL, theme.ink2, rect.width());
    let spoken = translate_with("spoken-choice", &[("words", &offered.words), ("chance", &share)]);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{spoken}. {told}")));
    response.on_hover_text(&offered.words);
}

/// `63 % ± 7`, or that there is nothing to tell yet.
pub fn chance_words(found: &Chance) -> String {
    if found.battles == 0 {
        return translate("no-battles-yet").to_owned();
    }
    let error = format!("{:.0}", found.error() * 100.0);
    translate_with("chance-with-error", &[("chance", &odds_bar::percent(found.share)), ("error", &error)])
}

/// A chance as a bar in the colour of the side whose it is, with the interval as a thin line over it.
fn paint_bar(ui: &Ui, theme: &Theme, bar: Rect, found: &Chance, colours: &flag::Colours) {
    let painter = ui.painter();
    painter.rect_filled(bar, 2.0, theme.sunk);
    if found.battles > 0 {
        let x = |share: f64| bar.left() + bar.width() * share as f32;
        painter.rect_filled(bar.with_max_x(x(found.share)), 2.0, colours.main);
        let [low, high] = found.interval.map(x);
        for (width, ink) in [(4.0, theme.raised), (1.6, theme.ink)] {
            let (stroke, y) = (Stroke::new(width, ink), bar.center().y);
            painter.hline(low..=high, y, stroke);
            for end in [low, high] {
                painter.vline(end, y - 4.0..=y + 4.0, stroke);
            }
        }
    }
    painter.vline(bar.center().x, bar.bottom()..=bar.bottom() + 3.0, Stroke::new(1.0, theme.ink2));
    painter.rect_stroke(bar, 2.0, theme.border(), StrokeKind::Inside);
}

/// What is special about a choice: where it comes from, and whether it is the captain's.
fn special(what_if: &WhatIf, at: usize) -> String {
    let own = match what_if.offered[at].origin {
        Origin::Given => Some(translate("as-it-was")),
        Origin::Held => Some(translate("in-your-hand")),
        Origin::Other => None,
    };
    let captains = (what_if.captain == Some(at)).then(|| translate("as-the-captain"));
    own.into_iter().chain(captains).collect::<Vec<_>>().join(", ")
}

/// How a choice stands against the first one.
fn against_first(what_if: &WhatIf, n: usize) -> String {
    let halves = |n: usize| &what_if.offered[what_if.chosen[n]].halves[..];
    if n == 0 {
        let others = what_if.chosen.len() > 1;
        return if others { translate("held-against").to_owned() } else { String::new() };
    }
    let (own, first) = (halves(n), halves(0));
    if own.len().min(first.len()) < sequence::FIRST as usize {
        return translate_with("too-few-to-tell", &[("n", &sequence::FIRST)]);
    }
    let found = chance::better(own, first, what_if.side, what_if.chosen.len() - 1);
    let [low, high] = found.interval;
    let hundredths = |share: f64| format!("{}{:.0}", if share < -0.005 { "\u{2212}" } else { "" }, share.abs() * 100.0);
    let key = match (low > 0.0, high < 0.0) {
        (true, _) => "surely-better",
        (_, true) => "surely-worse",
        _ => "not-surely-other",
    };
    // What is worse is told by how much it is, without a sign.
    let (by, [low, high]) = if high < 0.0 { (-found.mean, [-high, -low]) } else { (found.mean, [low, high]) };
    translate_with(key, &[("by", &hundredths(by)), ("low", &hundredths(low)), ("high", &hundredths(high))])
}

/// What all of it rests on, and the button that plays them on.
fn foot(ui: &mut Ui, theme: &Theme, play: &Play, what_if: &WhatIf) -> Option<Ask> {
    let played = what_if.played();
    let words = match what_if.captain {
        None => translate("captain-considers").to_owned(),
        Some(_) => translate_with(
            "what-if-rests-on",
            &[("n", &played), ("of", &what_if.battles), ("side", &play.game.side_name(what_if.side))],
        ),
    };
    let words = text::paragraph(ui.ctx(), &words, SMALL, theme.ink2, ui.available_width());
    let (rect, response) = ui.allocate_exact_size(words.size() + Vec2::new(0.0, 6.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, words.text()));
    ui.painter().galley(rect.min, words.clone(), theme.ink2);
    let left = what_if.battles.saturating_sub(played);
    let (label, weight) = match (what_if.captain, what_if.runs) {
        (None, _) => (translate_with("play-on-so-often", &[("n", &left)]), push::Weight::Off),
        (_, true) => (translate("enough").to_owned(), push::Weight::Plain),
        (_, false) if played == 0 => (translate_with("play-on-so-often", &[("n", &left)]), push::Weight::Main),
        (_, false) => {
            let more = if left == 0 { chance::ROLLOUTS } else { left };
            (translate_with("play-on-so-much-more", &[("n", &more)]), push::Weight::Main)
        }
    };
    let clicked = push::wide(ui, theme, &label, "Enter", BUTTON, weight).clicked();
    ui.add_space(8.0);
    clicked.then_some(Ask::Go)
}

/// One of all that may be chosen.
fn choice(ui: &mut Ui, theme: &Theme, what_if: &WhatIf, at: usize, offered: &Offered) -> (Rect, bool) {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width() - 8.0, LINE), Sense::click());
    if !ui.is_rect_visible(rect) {
        return (rect, false);
    }
    let on = what_if.chosen.contains(&at);
    let painter = ui.painter();
    if response.hovered() {
        painter.rect_filled(rect, RADIUS, theme.hover);
    }
    if at == what_if.cursor {
        painter.rect_stroke(rect, RADIUS, Stroke::new(1.5, theme.accent), StrokeKind::Inside);
    }
    let square = Rect::from_center_size(rect.left_center() + Vec2::new(13.0, 0.0), Vec2::splat(14.0));
    let fill = if on { theme.accent } else { theme.raised };
    painter.rect(square, 3.0, fill, theme.border(), StrokeKind::Inside);
    if on {
        icon::tick(painter, square.center(), 9.0, theme.on_accent);
    }
    let style = if on { STRONG } else { BODY };
    let from = rect.left_center() + Vec2::new(28.0, 0.0);
    let mut told = special(what_if, at);
    if !offered.halves.is_empty() {
        let found = chance_words(&Chance::of(&offered.halves, what_if.side));
        told = if told.is_empty() { found } else { format!("{told}, {found}") };
    }
    let right = rect.right() - 8.0;
    let used = text::put_right(painter, Pos2::new(right, rect.center().y), &told, SMALL, theme.ink2, TOLD);
    let room = right - from.x - if used > 0.0 { used + 10.0 } else { 0.0 };
    text::put(painter, from, &offered.words, style, theme.ink, room);
    let spoken = translate_with("spoken-offered", &[("words", &offered.words)]);
    response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, true, on, spoken.as_str()));
    let clicked = response.clicked();
    if text::width(ui.ctx(), &offered.words, style) > room {
        response.on_hover_text(&offered.words);
    }
    (rect, clicked)
}
