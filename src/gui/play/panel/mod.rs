//! The unit panel: who is selected, what it is worth and how it stands, what it may do and may not, what would
//! come of it; and the line in which orders are typed.

pub mod again;
pub mod blocks;
pub mod dice;
mod foot;
pub mod held;
pub mod params;
pub mod rolled;
mod said;
pub mod sheet;
mod scrolled;
mod units;

use bevy_egui::egui::{Modifiers, Pos2, Rect, Sense, Ui, UiBuilder, Vec2, WidgetInfo, WidgetType};

use self::rolled::Rolled;
use crate::gui::board::glyph::{self, Glyphs};
use crate::gui::game::odds::OddsBlock;
use crate::gui::game::vary::{Put, Vary};
use crate::gui::language::{translate, translate_with};
use crate::gui::play::hint::{self, Advice};
use crate::gui::play::umpire::{self, CountLine};
use crate::gui::text::{self, BODY, HEADING, SMALL};
use crate::gui::theme::{RADIUS, Theme};
use crate::gui::widgets::odds_bar::{self, Part};
use crate::gui::widgets::offer_button::{self, OfferButton};
use crate::gui::widgets::stat_line::{self, Stat};
use crate::gui::widgets::{field, flag, section};

/// What the panel shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    pub head: Head,
    pub stats: Vec<Stat>,
    pub units: Vec<UnitLine>,
    /// What is asked.
    pub question: String,
    pub offers: Vec<OfferButton>,
    /// What is to be known before what is written is sealed.
    pub warning: String,
    /// Dice that are rolled by hand.
    pub dice: Option<dice::Told>,
    /// What was sealed so far in answer to it, where it is answered one by one.
    pub drafts: Vec<OfferButton>,
    /// Why the captain would do what the hand holds.
    pub advice: Option<Advice>,
    /// What an umpire may set.
    pub counts: Vec<CountLine>,
    /// Who else may act, where the selected one may not.
    pub hint: String,
    /// How one orders whoever is selected.
    pub orders: String,
    /// What of the held offer can be varied.
    pub vary: Vec<Vary>,
    /// Below which offer that is shown.
    pub vary_below: Option<usize>,
    /// What gives the order in the hand to the others of the body too; nothing where nobody waits for one.
    pub mates: String,
    pub barred: Vec<OfferButton>,
    /// What may be when half of the time is over, where all move together.
    pub half: Option<blocks::Half>,
    /// What is told of a battle that is over.
    pub end: Option<blocks::End>,
    /// Whether the reasons are unfolded.
    pub reasons: bool,
    pub odds: Vec<OddsBlock>,
    pub threats: Vec<Threat>,
    /// What was rolled last.
    pub rolled: Vec<Rolled>,
    /// Who has left the table since.
    pub gone: String,
    /// The rules by which the question is asked: number, title, text.
    pub rules: Vec<[String; 3]>,
    /// What the judge says of what the hand holds.
    pub verdict: Option<Verdict>,
    /// Whether orders can be given: not of an earlier moment, nor when all is over.
    pub takes_orders: bool,
    /// Orders that begin with what is typed.
    pub suggestions: Vec<String>,
}

impl Panel {
    /// The name of the selected unit: one alone is not marked.
    fn selected(&self) -> &str {
        self.units.iter().find(|unit| unit.selected).or(self.units.first()).map_or("", |unit| &unit.name)
    }
}

/// Who is selected, or what is asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Head {
    pub name: String,
    pub line: String,
    /// The glyph and the colours of its base; none for a question.
    pub glyph: Option<(&'static str, flag::Colours)>,
}

/// One unit of the selected body.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitLine {
    pub name: String,
    pub strength: Option<(u16, u16)>,
    /// `3 of 3 BP`.
    pub strength_words: String,
    /// The first is shown in words, all as badges: mark and what it means.
    pub marks: Vec<(&'static str, String)>,
    pub ink: flag::Colours,
    pub selected: bool,
}

/// What an enemy could do.
#[derive(Clone, Debug, PartialEq)]
pub struct Threat {
    pub words: String,
    pub parts: Vec<Part>,
}

/// The judge's word on what the hand holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Accepted: what was measured.
    Yes(String),
    /// Cut: what cut it.
    Cut(String),
    /// Refused: the sentence with its cite.
    No(String),
}

/// What was asked of the panel.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// The offer of that place in the list.
    Offer(usize),
    /// The pointer is over the offer of that place, or it has the focus.
    Over(usize),
    /// The sealed order of that place, to be taken back.
    TakeBack(usize),
    /// The refusal of that barred thing, to be drawn.
    Barred(usize),
    /// The face of that place among the dice that were told, to be taken back.
    Face(usize),
    /// Fold or unfold the reasons.
    Reasons,
    /// Open or fold the sheet of a narrow window.
    Card,
    /// The unit of that line.
    Unit(usize),
    /// The rule of that cite.
    Rule(String),
    /// What was varied.
    Vary(usize, Put),
    /// What the hand holds, for the others of the body too.
    Mates,
    /// The count of that place, to be set to so much.
    Count(usize, i32),
    /// What was typed, to be judged as it is typed, or done.
    Typed,
    Enter,
    /// Complete what was typed.
    Complete,
    /// Take the suggested order of that place.
    Suggested(usize),
}

/// The id of the line in which orders are typed.
pub const ENTRY: &str = "order";

/// Shows the panel in that rectangle; `typed` is the line in which orders are written.
pub fn show(
    ui: &mut Ui,
    theme: &Theme,
    glyphs: &mut Glyphs,
    rect: Rect,
    panel: &Panel,
    typed: &mut String,
) -> Vec<Request> {
    ui.painter().rect_filled(rect, 0.0, theme.panel);
    ui.painter().vline(rect.left() + 0.5, rect.y_range(), theme.divider());
    let mut asked = Vec::new();
    let inner = Rect::from_min_max(rect.min + Vec2::new(16.0, 12.0), rect.max - Vec2::new(16.0, 12.0));
    let verdict = panel.verdict.as_ref().map(|v| verdict_lines(ui, theme, v, inner.width()));
    let typing = ui.memory(|m| m.has_focus(ui.id().with(ENTRY)));
    let suggestions: &[String] = if typing { &panel.suggestions } else { &[] };
    let foot = if panel.takes_orders { 44.0 } else { 8.0 }
        + foot::height(ui, panel, inner.width())
        + verdict.as_ref().map_or(0.0, |v| v.size().y + 6.0)
        + SUGGESTION * suggestions.len() as f32;
    let entry = Rect::from_min_max(Pos2::new(inner.left(), inner.bottom() - 31.0), inner.max);
    ui.painter().hline(inner.x_range(), inner.bottom() - foot + 1.0, theme.divider());
    // What ends it all keeps its place, whatever is said above it.
    let above = if panel.takes_orders { entry.top() - 5.0 } else { inner.bottom() };
    let room = Rect::from_min_max(inner.min, Pos2::new(inner.right(), above));
    foot::show(ui, theme, panel, room, &mut asked);
    if let Some(words) = verdict {
        let top = above - foot::height(ui, panel, inner.width()) - words.size().y;
        ui.painter().galley(Pos2::new(inner.left(), top), words, theme.ink);
    }
    for (n, words) in suggestions.iter().enumerate() {
        let top = inner.bottom() - foot + 3.0 + SUGGESTION * n as f32;
        let rect = Rect::from_min_size(Pos2::new(inner.left(), top), Vec2::new(inner.width(), SUGGESTION));
        if suggestion(ui, theme, rect, n, words) {
            asked.push(Request::Suggested(n));
        }
    }
    if panel.takes_orders {
        asked.extend(order_line(ui, theme, entry, typed));
    }
    let body = Rect::from_min_max(inner.min, Pos2::new(inner.right(), inner.bottom() - foot - 3.0));
    ui.scope_builder(UiBuilder::new().max_rect(body), |ui| {
        ui.set_clip_rect(body.expand2(Vec2::new(6.0, 0.0)));
        head(ui, theme, glyphs, &panel.head);
        if !panel.stats.is_empty() {
            stat_line::show(ui, theme, &panel.stats);
        }
        units::show(ui, theme, glyphs, &panel.units, &mut asked);
        // What has a line of its own above it needs no other.
        if panel.end.is_some() || panel.dice.is_some() || offers_above_foot(panel) || !panel.hint.is_empty() {
            section::divider(ui, theme);
        }
        scrolled::show(ui, panel, |ui, lit| rest(ui, theme, panel, lit, &mut asked));
    });
    asked
}

fn verdict_lines(ui: &Ui, theme: &Theme, verdict: &Verdict, width: f32) -> std::sync::Arc<bevy_egui::egui::Galley> {
    let (words, ink) = match verdict {
        Verdict::Yes(words) => (words, theme.accent),
        Verdict::Cut(words) => (words, theme.warn),
        Verdict::No(words) => (words, theme.bad),
    };
    text::runs(ui.ctx(), &[(words, BODY, ink)], width, 4)
}

/// The height of an order that is suggested.
const SUGGESTION: f32 = 20.0;

/// An order that could be meant; tells when it is clicked. Pressed it is taken: the field loses the focus only after.
fn suggestion(ui: &mut Ui, theme: &Theme, rect: Rect, n: usize, words: &str) -> bool {
    let response = ui.interact(rect, ui.id().with(("suggestion", n)), Sense::click());
    if response.hovered() {
        ui.painter().rect_filled(rect, RADIUS, theme.hover);
    }
    text::put(ui.painter(), rect.left_center() + Vec2::new(10.0, 0.0), words, SMALL, theme.ink2, rect.width() - 14.0);
    response.widget_info(|| {
        WidgetInfo::labeled(WidgetType::Button, true, translate_with("spoken-order", &[("order", &words)]))
    });
    let pressed = ui.input(|i| i.pointer.primary_pressed());
    response.clicked() || (response.contains_pointer() && pressed)
}

fn order_line(ui: &mut Ui, theme: &Theme, rect: Rect, typed: &mut String) -> Option<Request> {
    let focused = ui.memory(|m| m.has_focus(ui.id().with(ENTRY)));
    let tab = focused && ui.input_mut(|i| i.consume_key(Modifiers::NONE, bevy_egui::egui::Key::Tab));
    let response = field::show(ui, theme, rect, ENTRY, typed, translate("type-an-order"), "Enter");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, translate("spoken-order-field")));
    if tab {
        return Some(Request::Complete);
    }
    // Whoever is quick, or the machine slow, has struck all from the stroke to Enter within one frame.
    let begun = field::is_just_led_to(ui, ui.id().with(ENTRY));
    let left = response.lost_focus() || (begun && !response.has_focus());
    // The stroke is spent: a question that opens now is not answered by it.
    let spends = |i: &mut bevy_egui::egui::InputState| i.consume_key(Modifiers::NONE, bevy_egui::egui::Key::Enter);
    if left && ui.input_mut(spends) {
        return Some(Request::Enter);
    }
    response.changed().then_some(Request::Typed)
}

/// A name on one line, or smaller on two where it is long: its number stands at the end.
fn name_in_full(ui: &Ui, theme: &Theme, name: &str, width: f32) -> std::sync::Arc<bevy_egui::egui::Galley> {
    if text::width(ui.ctx(), name, HEADING) <= width {
        return text::line(ui.ctx(), name, HEADING, theme.ink, width);
    }
    text::runs(ui.ctx(), &[(name, text::CARD, theme.ink)], width, 2)
}

fn head(ui: &mut Ui, theme: &Theme, glyphs: &mut Glyphs, head: &Head) {
    let left = if head.glyph.is_some() { 52.0 } else { 0.0 };
    let width = ui.available_width() - left;
    let name = name_in_full(ui, theme, &head.name, width);
    let line = text::runs(ui.ctx(), &[(&head.line, BODY, theme.ink2)], width, 3);
    let height = (name.size().y + line.size().y).max(if left > 0.0 { 44.0 } else { 0.0 });
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), height + 8.0), Sense::hover());
    if let Some((id, colours)) = &head.glyph {
        let tile = Rect::from_min_size(rect.min, Vec2::splat(40.0));
        glyph::tile(ui.painter(), glyphs, tile, id, colours);
    }
    let at = rect.min + Vec2::new(left, -2.0);
    let below = at + Vec2::new(0.0, name.size().y);
    ui.painter().galley(at, name, theme.ink);
    ui.painter().galley(below, line, theme.ink2);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{}, {}", head.name, head.line)));
}

/// All that is scrolled: offers, odds, threats, what was rolled, what is barred, rules. What the hand holds leads to comes before
/// what is over, and before what may not be done. `lit`: the offer in the hand is to be in sight.
fn rest(ui: &mut Ui, theme: &Theme, panel: &Panel, lit: bool, asked: &mut Vec<Request>) {
    if let Some(end) = &panel.end {
        blocks::losses(ui, theme, end);
    }
    if let Some(told) = &panel.dice {
        asked.extend(dice::show(ui, theme, told).map(Request::Face));
    }
    offers(ui, theme, panel, lit, asked);
    // Below the faces, which so keep their places from throw to throw.
    if let Some(told) = &panel.dice {
        asked.extend(dice::leading_up(ui, theme, told).map(Request::Rule));
    }
    if !panel.drafts.is_empty() {
        section::divider(ui, theme);
        asked.extend(blocks::drafts(ui, theme, &panel.drafts));
    }
    if let Some(advice) = &panel.advice {
        section::divider(ui, theme);
        hint::show(ui, theme, advice);
    }
    if !panel.counts.is_empty() {
        asked.extend(umpire::counts(ui, theme, panel.selected(), &panel.counts).map(|(at, to)| Request::Count(at, to)));
    }
    chances(ui, theme, panel, asked);
    if !(panel.rolled.is_empty() && panel.gone.is_empty()) {
        section::divider(ui, theme);
        asked.extend(rolled::show(ui, theme, &panel.rolled, &panel.gone).map(Request::Rule));
    }
    // What has decided a battle comes before what may be done once it is over, which the bar below the table has too.
    if let Some(end) = &panel.end {
        blocks::what_now(ui, theme, end);
    }
    let between =
        panel.half.is_some() || !(panel.odds.is_empty() && panel.threats.is_empty() && panel.rolled.is_empty());
    if (between || panel.verdict.is_some()) && !panel.barred.is_empty() {
        section::divider(ui, theme);
    }
    blocks::barred(ui, theme, panel, asked);
    for rule in &panel.rules {
        section::divider(ui, theme);
        asked.extend(blocks::rule_text(ui, theme, rule));
    }
}

/// The odds of what is held or pointed at, and what the enemy could do then.
fn chances(ui: &mut Ui, theme: &Theme, panel: &Panel, asked: &mut Vec<Request>) {
    if let Some(half) = &panel.half {
        section::divider(ui, theme);
        blocks::half(ui, theme, half);
    }
    for odds in &panel.odds {
        section::divider(ui, theme);
        blocks::odds_block(ui, theme, odds, asked);
    }
    if !panel.threats.is_empty() {
        section::divider(ui, theme);
        section::head(ui, theme, translate("they-could"), translate("charge-you"));
        for threat in &panel.threats {
            let words = text::paragraph(ui.ctx(), &threat.words, BODY, theme.ink, ui.available_width());
            let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), words.size().y), Sense::hover());
            ui.painter().galley(rect.min, words, theme.ink);
            if !threat.parts.is_empty() {
                odds_bar::show(ui, theme, &threat.parts);
            }
        }
    }
}

/// Whether there is anything under the heading of the offers: what ends it all stands at the foot.
fn offers_above_foot(panel: &Panel) -> bool {
    let foot = foot::of(panel);
    !panel.barred.is_empty() || (0..panel.offers.len()).any(|i| foot != Some(i))
}

fn offers(ui: &mut Ui, theme: &Theme, panel: &Panel, lit: bool, asked: &mut Vec<Request>) {
    let remark = match (panel.barred.is_empty(), panel.reasons) {
        (true, _) => "",
        (false, true) => translate("folds-the-rest"),
        (false, false) => translate("shows-why-not"),
    };
    if !offers_above_foot(panel) {
        return hinted(ui, theme, &panel.hint);
    }
    let foot = foot::of(panel);
    let top = ui.cursor().min;
    let question = if panel.question.is_empty() { translate("offers") } else { &panel.question };
    section::head(ui, theme, question, remark);
    let fold = Rect::from_min_size(Pos2::new(ui.max_rect().right() - 110.0, top.y), Vec2::new(110.0, 16.0));
    if !remark.is_empty() && ui.interact(fold, ui.id().with("reasons"), Sense::click()).clicked() {
        asked.push(Request::Reasons);
    }
    for (i, offer) in panel.offers.iter().enumerate().filter(|(i, _)| foot != Some(*i)) {
        let button = offer_button::show(ui, theme, offer);
        if button.hovered() || button.has_focus() {
            asked.push(Request::Over(i));
        }
        if button.clicked() {
            asked.push(Request::Offer(i));
        }
        if panel.vary_below == Some(i) {
            varied(ui, theme, panel, asked);
            if lit {
                let below = ui.min_rect().bottom().max(button.rect.bottom());
                ui.scroll_to_rect(Rect::from_min_max(button.rect.min, Pos2::new(button.rect.right(), below)), None);
            }
        }
    }
    hinted(ui, theme, &panel.hint);
}

/// What of the held offer can be varied.
fn varied(ui: &mut Ui, theme: &Theme, panel: &Panel, asked: &mut Vec<Request>) {
    for (n, vary) in panel.vary.iter().enumerate() {
        if let Some(put) = params::show(ui, theme, vary) {
            asked.push(Request::Vary(n, put));
        }
    }
    asked.extend(blocks::mates(ui, theme, &panel.mates).then_some(Request::Mates));
}

fn hinted(ui: &mut Ui, theme: &Theme, hint: &str) {
    if !hint.is_empty() {
        let words = text::paragraph(ui.ctx(), hint, BODY, theme.accent, ui.available_width());
        let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), words.size().y + 2.0), Sense::hover());
        ui.painter().galley(rect.min, words, theme.accent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::widgets::bench;

    #[test]
    fn a_long_name_is_read_to_its_number() {
        let ctx = bench::context();
        let rows = |name: &str| {
            bench::frame(&ctx, Vec::new(), |ui| {
                let galley = name_in_full(ui, &Theme::DAYLIGHT, name, 232.0);
                (galley.rows.len(), galley.elided)
            })
        };
        assert_eq!(rows("Hill foot 1"), (1, false));
        assert_eq!(rows("The veteran spearmen of the upper town 1"), (2, false));
    }
}
