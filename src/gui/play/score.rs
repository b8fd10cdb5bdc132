//! What each side has lost, and how its dice fell.

use bevy_egui::egui::{Pos2, Rect, Sense, Ui, UiBuilder, Vec2};

use crate::dice::Luck;
use crate::gui::game::told::ScoreLine;
use crate::gui::language::translate_with;
use crate::gui::text::{self, SMALL};
use crate::gui::theme::Theme;
use crate::gui::widgets::{flag, meter, pips, section};

/// Shows the block.
pub fn show(ui: &mut Ui, theme: &Theme, rect: Rect, lines: &[ScoreLine]) {
    ui.painter().rect_filled(rect, 0.0, theme.panel);
    ui.painter().hline(rect.x_range(), rect.top() + 0.5, theme.divider());
    ui.painter().vline(rect.left() + 0.5, rect.top() + 12.0..=rect.bottom() - 12.0, theme.divider());
    let inner = Rect::from_min_max(rect.min + Vec2::new(16.0, 7.0), rect.max - Vec2::new(12.0, 4.0));
    let label = lines.first().map_or("", |l| l.label.as_str());
    ui.scope_builder(UiBuilder::new().max_rect(inner), |ui| {
        section::head(ui, theme, &translate_with("and-luck", &[("what", &label)]), "")
    });
    let height = ((inner.height() - 22.0) / lines.len().max(1) as f32).clamp(34.0, 56.0);
    // Pips say again what the words beside them say: where they would cut a name or those words off they go.
    let widest = lines.iter().map(|line| whole_name(ui, line)).fold(NAMES, f32::max);
    let with_pips = lines.iter().all(|line| widest <= room_of_name(ui, line, inner.width(), true));
    let name = |line: &ScoreLine| whole_name(ui, line).min(room_of_name(ui, line, inner.width(), with_pips));
    let names = lines.iter().map(name).fold(NAMES, f32::max);
    for (i, line) in lines.iter().enumerate() {
        let at = Pos2::new(inner.left(), inner.top() + 30.0 + height * i as f32);
        score_line(ui, theme, at, Vec2::new(inner.width(), height), (names, with_pips), line);
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
    if has_pips(line) { pips::width(line.of, PIP).max(20.0) + 10.0 } else { 0.0 }
}

fn lost_words(line: &ScoreLine) -> String {
    translate_with("of-lost", &[("n", &line.lost), ("of", &line.of)])
}

/// How wide a side's name is.
fn whole_name(ui: &Ui, line: &ScoreLine) -> f32 {
    text::width(ui.ctx(), &line.side, text::STRONG) + 8.0
}

/// How much room what the side has lost leaves for its name.
fn room_of_name(ui: &Ui, line: &ScoreLine, width: f32, with_pips: bool) -> f32 {
    let pips = if with_pips { pips_width(line) } else { 0.0 };
    width - NAMES_FROM - pips - text::width(ui.ctx(), &lost_words(line), SMALL) - 4.0
}

/// How wide the meter of luck is, and how much narrower the words beside it may make it.
const METER: f32 = 88.0;
const LEAST_METER: f32 = 24.0;
/// Room for a third line.
const ROOMY: f32 = 46.0;

fn score_line(ui: &Ui, theme: &Theme, at: Pos2, size: Vec2, (names, with_pips): (f32, bool), line: &ScoreLine) {
    let width = size.x;
    let painter = ui.painter();
    flag::paint(painter, at, &line.colours);
    text::put(painter, at + Vec2::new(NAMES_FROM, 0.0), &line.side, text::STRONG, theme.ink, names);
    let pips = at + Vec2::new(NAMES_FROM + names + 2.0, 0.0);
    let ink = if theme.lamplight { line.colours.tint } else { line.colours.dark };
    if with_pips && has_pips(line) {
        pips::paint(painter, pips, line.of.saturating_sub(line.lost), line.of, PIP, ink, true);
    }
    let from = pips.x + if with_pips { pips_width(line) } else { 0.0 };
    text::put(painter, Pos2::new(from, at.y), &lost_words(line), SMALL, theme.ink2, at.x + width - from);
    if !line.faces.is_empty() {
        let whole = Rect::from_min_size(at - Vec2::new(0.0, 8.0), Vec2::new(width, 16.0));
        ui.interact(whole, ui.id().with(("faces", &line.side)), Sense::hover()).on_hover_text(line.faces.as_str());
        // Where there is no room for both, what the army is about to face is more than how its dice fell.
        let roomy = size.y >= ROOMY;
        let room = width - NAMES_FROM;
        let faces = text::runs(ui.ctx(), &[(&line.faces, SMALL, theme.bad)], room, if roomy { 2 } else { 1 });
        let both = roomy && faces.rows.len() == 1;
        painter.galley(at + Vec2::new(NAMES_FROM, if both { 25.0 } else { 9.0 }), faces, theme.bad);
        if !both {
            return;
        }
    }
    let Some(Luck { dice, over, chance }) = line.luck else { return };
    let sign = if over < 0.0 { "\u{2212}" } else { "+" };
    let key = if dice == 1 { "luck-one" } else { "luck-many" };
    let over_words = format!("{sign}{:.1}", over.abs());
    let chance_words = if chance < 0.005 { "<1".to_owned() } else { format!("{:.0}", chance * 100.0) };
    let words = translate_with(key, &[("luck", &over_words), ("n", &dice), ("chance", &chance_words)]);
    let left = width - NAMES_FROM - 12.0 - text::width(ui.ctx(), &words, SMALL) - 1.0;
    let meter = left.clamp(LEAST_METER, METER);
    let meter = Rect::from_min_size(at + Vec2::new(NAMES_FROM, 15.0), Vec2::new(meter, 7.0));
    let lean = over / (dice as f32).sqrt() / 4.0;
    meter::paint(painter, theme, meter, lean, line.colours.main);
    let from = meter.right_center() + Vec2::new(12.0, 0.0);
    text::put(painter, from, &words, SMALL, theme.ink2, at.x + width - from.x);
    let whole = Rect::from_min_size(meter.min - Vec2::new(0.0, 4.0), Vec2::new(width - 22.0, 15.0));
    let key = if over < 0.0 { "luck-so-bad" } else { "luck-so-good" };
    let id = ui.id().with(("luck", &line.side));
    ui.interact(whole, id, Sense::hover()).on_hover_text(translate_with(key, &[("chance", &chance_words)]));
}
