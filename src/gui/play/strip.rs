//! A bar at the foot of the table with a caption and buttons: for looking back, for cases, for what both have
//! written in secret and is carried out, and for the end of a battle.

use bevy_egui::egui::{Pos2, Rect, Sense, StrokeKind, Ui, Vec2};

use crate::gui::game::Turn;
use crate::gui::play::state::Play;
use crate::gui::text::{self, BODY};
use crate::gui::theme::{CARD_RADIUS, Theme};
use crate::gui::widgets::push;

/// How high it is.
const HEIGHT: f32 = 74.0;
/// How much higher it is with the chances over the rail.
pub const CURVE: f32 = 84.0;
/// How much lower it is at the end of a battle: with the losses of both, and where the panel tells of them.
const LOSSES: f32 = 6.0;
const TOLD_BESIDE: f32 = 32.0;
/// What lies between it and the edges.
const GAP: f32 = 8.0;

/// A caption that finds less room than this is left out.
const LEAST: f32 = 40.0;
/// So much room it has before keys are written on the buttons.
const WORDS: f32 = 260.0;

/// The room that is left for the table: above the bar, where there is one, so that it covers nothing.
pub fn beside(play: &Play, table: Rect) -> Rect {
    if play.back.past().is_none() && play.case().is_none() && !is_over(play) && !play.lies_open() {
        return table;
    }
    let bottom = (table.bottom() - height(play) - GAP).max(table.center().y);
    Rect::from_min_max(table.min, Pos2::new(table.right(), bottom))
}

/// Whether the battle is over.
fn is_over(play: &Play) -> bool {
    play.game.turn() == Turn::Over
}

/// How high it is: with the chances over the rail it is higher, at the end lower.
fn height(play: &Play) -> f32 {
    let ended = is_over(play) && play.back.past().is_none() && play.case().is_none();
    let of_end = match (ended, play.sheets.is_narrow()) {
        (false, _) => 0.0,
        (true, true) => -LOSSES,
        (true, false) => -TOLD_BESIDE,
    };
    HEIGHT + if play.shows_curve() { CURVE } else { 0.0 } + of_end
}

/// Paints its ground; tells the room on it. The table does not feel what is done there.
pub fn ground(ui: &mut Ui, theme: &Theme, table: Rect, play: &Play) -> Rect {
    let rect = Rect::from_min_max(
        table.left_bottom() + Vec2::new(GAP, -height(play) - GAP / 2.0),
        table.right_bottom() - Vec2::new(GAP, GAP / 2.0),
    );
    ui.interact(rect, ui.id().with("strip"), Sense::click_and_drag());
    ui.painter().rect(rect, CARD_RADIUS, theme.panel, theme.border(), StrokeKind::Inside);
    rect.shrink2(Vec2::new(12.0, 8.0))
}

/// Buttons at its right end: label, key, whether it can be done, and what it asks. Tells where they begin.
pub fn buttons<A: Copy>(
    ui: &mut Ui,
    theme: &Theme,
    inner: Rect,
    all: &[(&str, &str, bool, A)],
    asked: &mut Option<A>,
) -> f32 {
    let mut right = inner.right();
    let wide: f32 = all.iter().map(|(label, key, ..)| push::width(ui.ctx(), label, key, false) + 6.0).sum();
    for (label, key, on, what) in all.iter().rev() {
        // Where there is little room the keys are left to the sheet of keys.
        let key = if wide + WORDS > inner.width() { "" } else { *key };
        let width = push::width(ui.ctx(), label, key, false);
        let here = Rect::from_min_size(Pos2::new(right - width, inner.top()), Vec2::new(width, 26.0));
        let weight = if *on { push::Weight::Plain } else { push::Weight::Off };
        if push::at(ui, theme, here, label, key, weight, None).clicked() && *on {
            *asked = Some(*what);
        }
        right = here.left() - 6.0;
    }
    right
}

/// Its words, left of where the buttons begin.
pub fn caption(ui: &Ui, theme: &Theme, inner: Rect, right: f32, words: &str) {
    let at = Pos2::new(inner.left(), inner.top() + 13.0);
    let room = right - inner.left() - 8.0;
    if room > LEAST {
        text::put(ui.painter(), at, words, BODY, theme.ink, room);
    }
}
