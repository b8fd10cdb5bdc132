//! The unit panel of a narrow window: a sheet at the foot of the table. At rest it has who is selected, the line for orders,
//! the offers in one row and what the judge says; open, two columns below them have all the rest.

use bevy_egui::egui::{
    Align2, Area, Id, Order, Pos2, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo,
    WidgetType,
};

use super::{Panel, Request, blocks, dice, foot, rolled, said};
use crate::gui::board::glyph::{self, Glyphs};
use crate::gui::language::{translate, translate_with};
use crate::gui::play::layout::Drawers;
use crate::gui::play::{hint, umpire};
use crate::gui::text::{self, BODY, CARD, SMALL, STRONG};
use crate::gui::theme::Theme;
use crate::gui::widgets::offer_button::{self, OfferButton};
use crate::gui::widgets::{field, icon, key_cap, push, section, stat_line};

/// The height of a row, and what lies between rows.
const ROW: f32 = 28.0;
const GAP: f32 = 5.0;
/// What lies between two buttons of a row.
const BETWEEN: f32 = 6.0;
/// An open sheet shows no more rows of offers at once.
const MOST_ROWS: usize = 3;
/// So much of what is seen of them goes by at a click on the sign that there are more.
const PAGE: f32 = 0.8;
/// The room of such a sign.
const SIGN: f32 = 22.0;
/// What reaches no farther beyond the edge, points, hides nothing.
const HIDDEN: f32 = 6.0;
/// No offer's button is wider.
const WIDEST: f32 = 380.0;
/// The width of the line for orders, and where the window is small.
const ENTRY: f32 = 250.0;
const SHORT: f32 = 190.0;

/// Shows the sheet in that rectangle: open with all that there is, idle without a row of offers.
pub fn show(
    ui: &mut Ui,
    theme: &Theme,
    glyphs: &mut Glyphs,
    rect: Rect,
    panel: &Panel,
    typed: &mut String,
    drawers: Drawers,
) -> Vec<Request> {
    let open = drawers.panel;
    ui.painter().rect_filled(rect, 0.0, theme.panel);
    ui.painter().hline(rect.x_range(), rect.top() + 0.5, theme.border());
    let mut asked = Vec::new();
    let inner = rect.shrink2(Vec2::new(12.0, 6.0));
    let row = |n: f32| {
        let top = inner.top() + n * (ROW + GAP);
        Rect::from_min_max(Pos2::new(inner.left(), top), Pos2::new(inner.right(), top + ROW))
    };
    who(ui, theme, glyphs, row(0.0), panel, typed, open, &mut asked);
    let rows = match drawers {
        Drawers { panel: true, .. } => rows(ui, row(1.0).width(), panel).min(MOST_ROWS),
        Drawers { idle: true, .. } => 0,
        _ => 1,
    };
    if rows > 0 {
        offers(ui, theme, row(1.0).union(row(rows as f32)), open, panel, &mut asked);
    }
    let below = Rect::from_min_max(row(rows as f32 + 1.0).min, inner.max);
    if open {
        columns(ui, theme, glyphs, below, panel, &mut asked);
    } else {
        said::show(ui, theme, below, panel);
    }
    asked
}

/// Who is selected or what is asked; at the right end the line for orders, and what opens the sheet.
#[expect(clippy::too_many_arguments, reason = "the row is drawn from the whole of what is looked at")]
fn who(
    ui: &mut Ui,
    theme: &Theme,
    glyphs: &mut Glyphs,
    row: Rect,
    panel: &Panel,
    typed: &mut String,
    open: bool,
    asked: &mut Vec<Request>,
) {
    let label = if open { translate("fold") } else { translate("card") };
    let width = push::width(ui.ctx(), label, "F2", false);
    let card = Rect::from_min_max(Pos2::new(row.right() - width, row.top()), row.max);
    // What is in the hand can be varied on the card.
    let weight = if open || panel.vary.is_empty() { push::Weight::Plain } else { push::Weight::Main };
    if push::at(ui, theme, card, label, "F2", weight, None).clicked() {
        asked.push(Request::Card);
    }
    let right = card.left() - 8.0;
    let least = if row.width() < 720.0 { SHORT } else { ENTRY };
    // A long order has the room of what is told of the unit, but for its name: how far it goes stands at the end.
    let name = ROW + 30.0 + text::width(ui.ctx(), &panel.head.name, CARD);
    let whole = text::width(ui.ctx(), typed, BODY) + field::width(ui, "", "Enter") + 16.0;
    let width = if panel.takes_orders { whole.clamp(least, (right - row.left() - name).max(least)) } else { 0.0 };
    let entry = Rect::from_min_max(Pos2::new(right - width, row.top()), Pos2::new(right, row.bottom()));
    let suggestions: &[String] =
        if ui.memory(|m| m.has_focus(ui.id().with(super::ENTRY))) { &panel.suggestions } else { &[] };
    suggested(ui, theme, entry, suggestions, asked);
    if panel.takes_orders {
        asked.extend(super::order_line(ui, theme, entry, typed));
    }
    let mut x = row.left();
    if let Some((id, colours)) = &panel.head.glyph {
        glyph::tile(ui.painter(), glyphs, Rect::from_min_size(row.min, Vec2::splat(ROW)), id, colours);
        x += ROW + 10.0;
    }
    let end = entry.left() - 10.0;
    let y = row.center().y;
    x += text::put(ui.painter(), Pos2::new(x, y), &panel.head.name, CARD, theme.ink, end - x) + 10.0;
    // Of several together each has a strength of its own: they stand on the card, but for the one who is ordered alone.
    let strength = match &panel.units[..] {
        [one] => Some(one),
        all => {
            let named = |name: &str| name.replace('-', " ").eq_ignore_ascii_case(&panel.head.name);
            all.iter().find(|unit| unit.selected && named(&unit.name))
        }
    };
    let line = match strength.filter(|u| !u.strength_words.is_empty()) {
        Some(unit) => format!("{}, {}", unit.strength_words, panel.head.line),
        None => panel.head.line.clone(),
    };
    if end - x > 40.0 {
        // What finds no room is in smaller letters; then the strength goes, which the card tells too.
        let kinds = [(&line, BODY), (&line, SMALL), (&panel.head.line, BODY), (&panel.head.line, SMALL)];
        let fits = |(words, style): &(&String, text::Type)| text::width(ui.ctx(), words, *style) <= end - x;
        let (words, style) = kinds.into_iter().find(fits).unwrap_or((&line, SMALL));
        text::put(ui.painter(), Pos2::new(x, y), words, style, theme.ink2, end - x);
    }
    let place = Rect::from_min_max(row.min, Pos2::new(end, row.bottom()));
    let told = ui.interact(place, ui.id().with("who"), Sense::hover());
    let spoken = format!("{}, {line}", panel.head.name);
    told.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, spoken.as_str()));
    told.on_hover_text(line);
}

/// Orders that could be meant, above the line in which they are typed.
fn suggested(ui: &Ui, theme: &Theme, entry: Rect, suggestions: &[String], asked: &mut Vec<Request>) {
    if suggestions.is_empty() {
        return;
    }
    let size = Vec2::new(entry.width() + 60.0, super::SUGGESTION * suggestions.len() as f32);
    let at = entry.right_top() - Vec2::new(0.0, 10.0);
    let area = Area::new(Id::new("suggestions")).order(Order::Foreground).fixed_pos(at).pivot(Align2::RIGHT_BOTTOM);
    area.show(ui.ctx(), |ui| {
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        ui.painter().rect(rect, 3.0, theme.raised, theme.border(), StrokeKind::Inside);
        for (n, words) in suggestions.iter().enumerate() {
            let top = rect.top() + super::SUGGESTION * n as f32;
            let here = Rect::from_min_size(Pos2::new(rect.left(), top), Vec2::new(size.x, super::SUGGESTION));
            if super::suggestion(ui, theme, here, n, words) {
                asked.push(Request::Suggested(n));
            }
        }
    });
}

/// A button of the row; tells what was asked by it.
fn button(ui: &mut Ui, theme: &Theme, panel: &Panel, at: usize, asked: &mut Vec<Request>) {
    let button = offer_button::flat(ui, theme, &panel.offers[at]);
    if button.hovered() || button.has_focus() {
        asked.push(Request::Over(at));
    }
    if button.clicked() {
        asked.push(Request::Offer(at));
    }
}

/// In how many rows all offers stand beside what keeps its place at the right end.
fn rows(ui: &Ui, whole: f32, panel: &Panel) -> usize {
    let ending = foot::ending(panel);
    let barred = translate_with("barred-why", &[("n", &panel.barred.len())]);
    let barred = if panel.barred.is_empty() { 0.0 } else { push::width(ui.ctx(), &barred, "", true) + BETWEEN };
    let room = whole - barred - ending.map_or(0.0, |i| width(ui, &panel.offers[i]) + BETWEEN);
    let (mut rows, mut x) = (1, 0.0);
    for (_, offer) in panel.offers.iter().enumerate().filter(|(i, _)| Some(*i) != ending) {
        let wide = width(ui, offer);
        if x > 0.0 && x + wide > room {
            (rows, x) = (rows + 1, 0.0);
        }
        x += wide + BETWEEN;
    }
    rows
}

/// Offers in one row, where the sheet is open in as many as there is room for; what finds no room is scrolled to, but what
/// ends it all is always in sight. The last button leads to what is barred.
fn offers(ui: &mut Ui, theme: &Theme, all: Rect, open: bool, panel: &Panel, asked: &mut Vec<Request>) {
    let row = Rect::from_min_size(all.min, Vec2::new(all.width(), ROW));
    let mut room = all;
    if !panel.barred.is_empty() {
        let label = translate_with("barred-why", &[("n", &panel.barred.len())]);
        let width = push::width(ui.ctx(), &label, "", true);
        let here = Rect::from_min_max(Pos2::new(row.right() - width, row.top()), row.max);
        let sign: push::Sign = |painter, at, ink| icon::barred(painter, at, 5.0, ink);
        if push::at(ui, theme, here, &label, "", push::Weight::Plain, Some(sign)).clicked() {
            asked.push(Request::Card);
        }
        room.max.x = here.left() - BETWEEN;
    }
    let ending = foot::ending(panel);
    let place = ending.map(|i| {
        let left = Pos2::new(room.right() - width(ui, &panel.offers[i]), row.top());
        let here = Rect::from_min_max(left, Pos2::new(room.right(), row.bottom()));
        room.max.x = here.left() - BETWEEN;
        here
    });
    let brought = is_taken_anew(ui, panel);
    // What leads to more stands beside the buttons, over none of their keys.
    let wanted: f32 = panel
        .offers
        .iter()
        .enumerate()
        .filter(|(i, _)| Some(*i) != ending)
        .map(|(_, offer)| width(ui, offer) + BETWEEN)
        .sum();
    let signs = room;
    if !open && wanted - BETWEEN > room.width() {
        room = room.shrink2(Vec2::new(SIGN, 0.0));
    }
    ui.scope_builder(UiBuilder::new().max_rect(room), |ui| {
        ui.set_clip_rect(room.expand(2.0));
        // The bar that scrolls lies over the buttons' lower edge and takes none of their height.
        ui.spacing_mut().scroll = bevy_egui::egui::style::ScrollStyle::floating();
        // The wheel scrolls the row, though it turns upwards and downwards.
        ui.style_mut().always_scroll_the_only_direction = true;
        let salt = ("row-of-offers", open, &panel.question, &panel.head.name);
        let mut area = if open { ScrollArea::vertical() } else { ScrollArea::horizontal() };
        // Whoever is selected anew is seen from his first offer on.
        let of: Id = Id::new(salt);
        let before =
            ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or(Id::new("whose offers were seen"), of), of));
        if before != of {
            area = area.scroll_offset(Vec2::ZERO);
        }
        let shown = area.id_salt(salt).auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing = Vec2::new(BETWEEN, GAP);
            let lay = |ui: &mut Ui| {
                for (i, offer) in panel.offers.iter().enumerate().filter(|(i, _)| Some(*i) != ending) {
                    let size = Vec2::new(width(ui, offer), ROW);
                    let laid = ui.allocate_ui_with_layout(size, *ui.layout(), |ui| {
                        ui.set_width(size.x);
                        button(ui, theme, panel, i, asked);
                    });
                    if brought && panel.vary_below == Some(i) {
                        laid.response.scroll_to_me(None);
                    }
                }
            };
            match open {
                true => ui.horizontal_wrapped(lay),
                false => ui.horizontal(lay),
            };
        });
        let page = if open { Vec2::Y } else { Vec2::X } * shown.inner_rect.size();
        let rest = (shown.content_size - shown.state.offset - shown.inner_rect.size()) * page.normalized();
        let rest = rest.max(Vec2::ZERO);
        let before = shown.state.offset * page.normalized();
        let mut state = shown.state;
        ui.set_clip_rect(signs.expand(2.0));
        if more(ui, theme, signs, rest) {
            state.offset += (page * PAGE).min(rest);
        }
        if more(ui, theme, signs, -before) {
            state.offset -= (page * PAGE).min(before);
        }
        if state.offset != shown.state.offset {
            state.store(ui.ctx(), shown.id);
            ui.ctx().request_repaint();
        }
    });
    if let (Some(i), Some(here)) = (ending, place) {
        ui.scope_builder(UiBuilder::new().max_rect(here), |ui| button(ui, theme, panel, i, asked));
    }
}

/// Whether another offer lies in the hand than when the row was drawn last: it is brought in sight, once.
fn is_taken_anew(ui: &Ui, panel: &Panel) -> bool {
    let id = Id::new("the offer of the row that was in the hand");
    let now = panel.vary_below;
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<Option<usize>>(id), now));
    now.is_some() && now != before
}

/// The sign that offers lie that way which are not seen, where so many points of them are not; tells whether they were asked for.
fn more(ui: &Ui, theme: &Theme, room: Rect, rest: Vec2) -> bool {
    if rest.length() < HIDDEN {
        return false;
    }
    let at = match (rest.x != 0.0, rest.x + rest.y > 0.0) {
        (true, true) => room.right_center() - Vec2::new(9.0, 0.0),
        (true, false) => room.left_center() + Vec2::new(9.0, 0.0),
        (false, true) => room.right_bottom() - Vec2::splat(9.0),
        (false, false) => room.right_top() + Vec2::new(-9.0, 9.0),
    };
    icon::more(ui.painter(), at, rest.normalized(), theme.accent, theme.panel);
    let (back, words) = if rest.x + rest.y > 0.0 { ("more", "more-offers") } else { ("back", "offers-before") };
    let sign = ui.interact(Rect::from_center_size(at, Vec2::splat(18.0)), ui.id().with(back), Sense::click());
    sign.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, translate(words)));
    sign.clicked()
}

/// How wide an offer's button is, on one line.
fn width(ui: &Ui, offer: &OfferButton) -> f32 {
    let cap = offer.key.as_deref().map_or(0.0, |key| key_cap::width(ui.ctx(), key) + 8.0);
    let value = if offer.value.is_empty() { 0.0 } else { text::width(ui.ctx(), &offer.value, BODY) };
    let lock = if matches!(offer.look, offer_button::Look::Seal(_)) { offer_button::LOCK } else { 0.0 };
    (text::width(ui.ctx(), &offer.label, STRONG) + value + cap + lock + 34.0).min(WIDEST)
}

/// All the rest, in two columns: who it is and what it may not do; what would come of it.
fn columns(ui: &mut Ui, theme: &Theme, glyphs: &mut Glyphs, rect: Rect, panel: &Panel, asked: &mut Vec<Request>) {
    let middle = rect.left() + rect.width() * 0.48;
    let left = Rect::from_min_max(rect.min, Pos2::new(middle - 10.0, rect.bottom()));
    let right = Rect::from_min_max(Pos2::new(middle + 10.0, rect.top()), rect.max);
    ui.painter().vline(middle, rect.y_range(), Stroke::new(1.0, theme.line));
    let column = |ui: &mut Ui, rect: Rect, salt: &str, show: &mut dyn FnMut(&mut Ui)| {
        ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
            ui.set_clip_rect(rect.expand2(Vec2::new(4.0, 0.0)));
            ScrollArea::vertical().id_salt((salt, &panel.question, &panel.head.name)).auto_shrink(false).show(
                ui,
                |ui| {
                    ui.set_width(rect.width() - 10.0);
                    ui.spacing_mut().item_spacing.y = 4.0;
                    show(ui);
                },
            );
        });
    };
    let free = panel.stats.is_empty() && panel.units.is_empty() && panel.barred.is_empty();
    column(ui, left, "who-it-is", &mut |ui| {
        if !panel.stats.is_empty() {
            stat_line::show(ui, theme, &panel.stats);
        }
        super::units::show(ui, theme, glyphs, &panel.units, asked);
        super::hinted(ui, theme, &panel.hint);
        if !panel.warning.is_empty() {
            let words = text::paragraph(ui.ctx(), &panel.warning, BODY, theme.warn, ui.available_width());
            let (rect, _) = ui.allocate_exact_size(words.size(), Sense::hover());
            ui.painter().galley(rect.min, words, theme.warn);
        }
        if !panel.drafts.is_empty() {
            asked.extend(blocks::drafts(ui, theme, &panel.drafts));
        }
        if !panel.counts.is_empty() {
            let counts = umpire::counts(ui, theme, panel.selected(), &panel.counts);
            asked.extend(counts.map(|(at, to)| Request::Count(at, to)));
        }
        blocks::barred(ui, theme, panel, asked);
        // Where nobody is selected the column is free for what the rules say.
        if free {
            rules(ui, theme, panel, asked);
        }
    });
    column(ui, right, "what-comes-of-it", &mut |ui| {
        if let Some(end) = &panel.end {
            blocks::losses(ui, theme, end);
            blocks::what_now(ui, theme, end);
        }
        if let Some(verdict) = &panel.verdict {
            let words = super::verdict_lines(ui, theme, verdict, ui.available_width());
            let (rect, _) = ui.allocate_exact_size(words.size(), Sense::hover());
            ui.painter().galley(rect.min, words, theme.ink);
        }
        if let Some(told) = &panel.dice {
            asked.extend(dice::show(ui, theme, told).map(Request::Face));
            asked.extend(dice::leading_up(ui, theme, told).map(Request::Rule));
        }
        super::varied(ui, theme, panel, asked);
        if let Some(advice) = &panel.advice {
            hint::show(ui, theme, advice);
        }
        super::chances(ui, theme, panel, asked);
        if !panel.rolled.is_empty() {
            section::divider(ui, theme);
            asked.extend(rolled::show(ui, theme, &panel.rolled, &panel.gone).map(Request::Rule));
        }
        if !free {
            rules(ui, theme, panel, asked);
        }
    });
}

/// What the rules say of it.
fn rules(ui: &mut Ui, theme: &Theme, panel: &Panel, asked: &mut Vec<Request>) {
    for rule in &panel.rules {
        section::divider(ui, theme);
        asked.extend(blocks::rule_text(ui, theme, rule));
    }
}
