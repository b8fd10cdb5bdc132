//! The card of one battle: its table, its name and date, its size, and what it is about.

use bevy_egui::egui::{
    Align2, Color32, CornerRadius, Frame, Pos2, Rect, RectAlign, Response, Sense, Stroke, StrokeKind, Tooltip, Ui,
    Vec2, WidgetInfo, WidgetType,
};

use super::list::Entry;
use crate::gui::language::translate_with;
use crate::gui::text::{self, BODY, CARD, STRONG};
use crate::gui::theme::{CARD_RADIUS, SHADOW, Theme, ink};
use crate::gui::widgets::icon;
use crate::picture::palette::CLOTH;

/// No card is narrower.
pub const LEAST: f32 = 250.0;
/// Every card is as high.
pub const HEIGHT: f32 = 262.0;

/// The same of cards that lie flat, in a narrow window: the picture at the left, the words beside it.
pub const LEAST_FLAT: f32 = 230.0;
pub const FLAT: f32 = 102.0;

/// Shows the card; tells of clicks on it.
pub fn show(ui: &mut Ui, theme: &Theme, entry: &Entry, size: Vec2, chosen: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let flat = size.y < HEIGHT;
    let painter = ui.painter();
    painter.add(SHADOW.as_shape(rect, CARD_RADIUS));
    let fill = if response.hovered() { theme.hover } else { theme.raised };
    let border = if chosen { Stroke::new(2.5, theme.accent) } else { theme.divider() };
    painter.rect(rect, CARD_RADIUS, fill, border, StrokeKind::Inside);
    let shown = if flat { Vec2::new(78.0, FLAT - 20.0) } else { Vec2::new(size.x - 20.0, 134.0) };
    let picture = Rect::from_min_size(rect.min + Vec2::splat(10.0), shown);
    painter.rect_filled(picture, CornerRadius::same(2), ink(CLOTH));
    if let Some(Some(texture)) = &entry.picture {
        let size = texture.size_vec2();
        // The table keeps its shape; cloth fills what it leaves.
        let scale = (picture.width() / size.x).min(picture.height() / size.y);
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        painter.image(texture.id(), Rect::from_center_size(picture.center(), size * scale), whole, Color32::WHITE);
    }
    painter.rect_stroke(picture, CornerRadius::same(2), theme.border(), StrokeKind::Inside);
    if chosen {
        let mark = Rect::from_min_size(picture.right_top() + Vec2::new(-23.0, 4.0), Vec2::splat(19.0));
        painter.rect(mark, CornerRadius::same(3), theme.raised, Stroke::new(1.5, theme.accent), StrokeKind::Inside);
        icon::tick(painter, mark.center(), 10.0, theme.accent);
    }
    if flat {
        beside(
            ui,
            theme,
            entry,
            Rect::from_min_max(picture.right_top() + Vec2::new(10.0, 0.0), rect.max - Vec2::splat(8.0)),
        );
        named(&response, entry, chosen);
        return about(response, entry);
    }
    let whole = words(
        ui,
        theme,
        entry,
        Rect::from_min_max(Pos2::new(picture.left() + 2.0, picture.bottom() + 8.0), rect.max - Vec2::splat(10.0)),
    );
    named(&response, entry, chosen);
    if whole { response } else { about(response, entry) }
}

/// What the battle is about, while the pointer rests on its card: over that card alone, so that the others are in sight.
fn about(response: Response, entry: &Entry) -> Response {
    const OVER_ITSELF: RectAlign = RectAlign { parent: Align2::CENTER_BOTTOM, child: Align2::CENTER_BOTTOM };
    let mut tooltip = Tooltip::for_enabled(&response);
    let border = 2.0 * Frame::popup(&response.ctx.global_style()).total_margin().left;
    tooltip.popup = tooltip.popup.align(OVER_ITSELF).align_alternatives(&[]).gap(0.0);
    let width = response.rect.width() - border;
    tooltip.width(width).show(|ui| {
        ui.set_min_width(width);
        ui.label(&entry.blurb)
    });
    response
}

fn named(response: &Response, entry: &Entry, chosen: bool) {
    let spoken = format!("{}, {}, {}", entry.setup.title, entry.ruleset.title, entry.size());
    response.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, chosen, spoken.as_str()));
}

/// The words of a card that lies flat, without what it is about.
fn beside(ui: &Ui, theme: &Theme, entry: &Entry, rect: Rect) {
    let painter = ui.painter();
    let name = entry.setup.title.trim_end_matches(&entry.date).trim_end_matches([',', ' ']);
    // A long title is smaller, and where it has two lines the others give way.
    let long = text::width(ui.ctx(), name, CARD) > rect.width();
    let title = text::runs(ui.ctx(), &[(name, if long { STRONG } else { CARD }, theme.ink)], rect.width(), 2);
    let two = title.rows.len() > 1;
    let [top, dated, marked, counted] = if two { [-4.0, 42.0, 60.0, 77.5] } else { [-2.0, 31.0, 52.0, 75.0] };
    painter.galley(rect.min + Vec2::new(0.0, top), title, theme.ink);
    let (date, flawed) = entry.when();
    let ink = if flawed { theme.bad } else { theme.ink2 };
    text::put(painter, rect.min + Vec2::new(0.0, dated), date, BODY, ink, rect.width());
    let pill = pill(ui, theme, rect.min + Vec2::new(0.0, marked), entry.ruleset.title);
    let minutes = entry.minutes.map_or_else(String::new, |n| translate_with("minutes", &[("n", &n)]));
    let after = pill.right_center() + Vec2::new(8.0, 0.0);
    text::put(painter, after, &minutes, BODY, theme.ink2, rect.right() - after.x);
    text::put(painter, rect.min + Vec2::new(0.0, counted), &entry.units(), BODY, theme.ink2, rect.width());
}

/// The words of a card; tells whether all of what it is about found room.
fn words(ui: &Ui, theme: &Theme, entry: &Entry, rect: Rect) -> bool {
    let painter = ui.painter();
    let y = rect.top() + 12.0;
    let (date, flawed) = entry.when();
    let ink = if flawed { theme.bad } else { theme.ink2 };
    let date = text::put_right(painter, Pos2::new(rect.right(), y), date, BODY, ink, 140.0);
    let name = entry.setup.title.trim_end_matches(&entry.date).trim_end_matches([',', ' ']);
    // A long title takes a line of what the battle is about.
    let title = text::runs(ui.ctx(), &[(name, CARD, theme.ink)], rect.width() - date - 8.0, 2);
    let (rows, high) = (title.rows.len(), title.size().y);
    painter.galley(Pos2::new(rect.left(), y - high / rows.max(1) as f32 / 2.0), title, theme.ink);
    let y = y + if rows > 1 { high / 2.0 } else { 0.0 };
    let pill = pill(ui, theme, Pos2::new(rect.left(), y + 24.0), entry.ruleset.title);
    text::put(
        painter,
        Pos2::new(pill.right() + 9.0, y + 24.0),
        &entry.size(),
        BODY,
        theme.ink2,
        rect.right() - pill.right() - 10.0,
    );
    let blurb = text::runs(ui.ctx(), &[(&entry.blurb, BODY, theme.ink)], rect.width(), if rows > 1 { 2 } else { 3 });
    let whole = !blurb.elided;
    painter.galley(Pos2::new(rect.left(), y + 38.0), blurb, theme.ink);
    whole
}

fn pill(ui: &Ui, theme: &Theme, left: Pos2, words: &str) -> Rect {
    let width = text::width(ui.ctx(), words, text::SMALL) + 16.0;
    let rect = Rect::from_min_size(left - Vec2::new(0.0, 9.5), Vec2::new(width, 19.0));
    ui.painter().rect(
        rect,
        CornerRadius::same(9),
        theme.accent_ground,
        Stroke::new(1.0, theme.accent),
        StrokeKind::Inside,
    );
    text::put_middle(ui.painter(), rect.center(), words, text::SMALL, theme.ink, width);
    rect
}
