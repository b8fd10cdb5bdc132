//! Section heads, dividers and cards.

use bevy_egui::egui::{Frame, Id, Margin, Pos2, Rect, Sense, Ui, Vec2, WidgetType};

use super::named;
use crate::gui::text::{self, LABEL, SMALL};
use crate::gui::theme::{CARD_RADIUS, SHADOW, Theme};

/// A head in capitals with a remark at the right end.
pub fn head(ui: &mut Ui, theme: &Theme, label: &str, remark: &str) {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 16.0), Sense::hover());
    let y = rect.center().y;
    let used = text::put_right(ui.painter(), Pos2::new(rect.right(), y), remark, SMALL, theme.ink2, rect.width() * 0.6);
    let capitals = label.to_uppercase();
    text::put(ui.painter(), Pos2::new(rect.left(), y), &capitals, LABEL, theme.ink2, rect.width() - used - 8.0);
    named(&response, WidgetType::Label, label);
}

/// A thin line with room above and below.
pub fn divider(ui: &mut Ui, theme: &Theme) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 13.0), Sense::hover());
    ui.painter().hline(rect.x_range(), rect.center().y, theme.divider());
}

/// The frame of a card.
pub fn card(theme: &Theme) -> Frame {
    Frame::new()
        .fill(theme.raised)
        .stroke(theme.divider())
        .corner_radius(CARD_RADIUS)
        .shadow(SHADOW)
        .inner_margin(Margin::same(12))
}

/// Whether there was a click beside the card, which shuts it; not the click that has opened it.
pub fn clicked_beside(ui: &Ui, id: Id, card: Rect) -> bool {
    let now = ui.ctx().cumulative_frame_nr();
    let before: Option<u64> = ui.data_mut(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, now));
    let was_open = before.is_some_and(|before| before + 1 == now);
    let clicked = ui.input(|i| i.pointer.primary_clicked().then(|| i.pointer.interact_pos()).flatten());
    was_open && clicked.is_some_and(|at| !card.contains(at))
}
