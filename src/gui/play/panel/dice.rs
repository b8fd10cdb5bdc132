//! Dice that are rolled by hand: what was thrown so far, how the number of those that are asked for is come to, and a place
//! for each of them, filled as its face is told; a click takes one back.

use bevy_egui::egui::{Rect, Sense, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType};

use crate::gui::board::glyph;
use crate::gui::game::throw::Throw;
use crate::gui::game::thrown::{self, Thrown};
use crate::gui::language::{translate, translate_with};
use crate::gui::play::panel::{Panel, Verdict};
use crate::gui::play::state::{Now, Play};
use crate::gui::text::{self, BODY};
use crate::gui::theme::{RADIUS, Theme};
use crate::gui::widgets::offer_button::{Look, OfferButton};
use crate::gui::widgets::tally_table::{self, Row};
use crate::gui::widgets::{die, flag, section};

/// The dice that are told so far, of how many.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    pub faces: Vec<u8>,
    pub count: usize,
    pub sides: u8,
    pub colours: Option<flag::Colours>,
    /// How many throws of the same chain were made before.
    pub thrown: usize,
    /// The last of them, a line each.
    pub before: Vec<String>,
    /// How the number of dice is come to.
    pub made_of: Vec<Row>,
}

/// Of more throws than these the first are left to the log.
const MOST: usize = 3;

/// What the panel shows of the dice that are asked for; behind the faces that may be told two more buttons.
pub fn compose(panel: &mut Panel, play: &Play, now: &Now, throw: &Throw) {
    let faces = play.hand.dice().to_vec();
    let whole = faces.len() == throw.count;
    let told = translate_with("told-of", &[("n", &faces.len()), ("of", &throw.count)]);
    let button = |label: &'static str, value: String, key: &str, look| OfferButton {
        label: translate(label).to_owned(),
        value,
        key: Some(key.to_owned()),
        look,
        ends: false,
    };
    panel.offers.push(button("count-them", told, "Enter", if whole { Look::Main } else { Look::Plain }));
    if !faces.is_empty() {
        panel.offers.push(button("die-back", String::new(), "Back", Look::Plain));
        panel.verdict = Some(Verdict::Yes(throw.sum(&faces)));
    }
    panel.hint = format!("{} {}", throw.odds(), translate("how-to-tell"));
    let colours = play.person().map(|side| glyph::colours(&play.game.colours()[side.index()]));
    let thrown = thrown::so_far(&play.game);
    let before_it = thrown.len();
    let left_out = before_it.saturating_sub(MOST);
    let head = (left_out > 0).then(|| translate_with("throws-before", &[("n", &left_out)]));
    let before = head.into_iter().chain(thrown[left_out..].iter().map(Thrown::words)).collect();
    let made_of = now.offers.made_of.clone();
    panel.dice =
        Some(Told { faces, count: throw.count, sides: throw.sides, colours, thrown: before_it, before, made_of });
}

/// Shows what was thrown so far, and how the number of dice that are asked for is come to; tells which rule was clicked.
pub fn leading_up(ui: &mut Ui, theme: &Theme, told: &Told) -> Option<String> {
    if !told.before.is_empty() {
        section::head(ui, theme, translate("thrown-so-far"), "");
    }
    for line in &told.before {
        let words = text::paragraph(ui.ctx(), line, BODY, theme.ink, ui.available_width());
        let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), words.size().y), Sense::hover());
        ui.painter().galley(rect.min, words, theme.ink);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, line));
    }
    if !told.before.is_empty() {
        ui.add_space(4.0);
    }
    if told.made_of.is_empty() {
        return None;
    }
    let clicked = tally_table::show(ui, theme, &told.made_of).and_then(|row| told.made_of.get(row));
    ui.add_space(4.0);
    clicked.map(|row| row.cite.clone()).filter(|cite| !cite.is_empty())
}

const DIE: f32 = 28.0;
const GAP: f32 = 6.0;

/// Shows them in rows; tells which was clicked.
pub fn show(ui: &mut Ui, theme: &Theme, told: &Told) -> Option<usize> {
    let width = ui.available_width();
    let row = ((width + GAP) / (DIE + GAP)).max(1.0) as usize;
    let rows = told.count.div_ceil(row);
    let (rect, _) = ui.allocate_exact_size(Vec2::new(width, rows as f32 * (DIE + GAP) + GAP), Sense::hover());
    let mut clicked = None;
    for n in 0..told.count {
        let place = Vec2::new((n % row) as f32, (n / row) as f32) * (DIE + GAP);
        let here = Rect::from_min_size(rect.min + place, Vec2::splat(DIE));
        let Some(face) = told.faces.get(n).copied() else {
            ui.painter().rect(here, RADIUS, theme.sunk, theme.border(), StrokeKind::Inside);
            continue;
        };
        let response = ui.interact(here, ui.id().with(("told", n)), Sense::click());
        let (ground, ink) = told.colours.map_or((theme.raised, theme.ink), |c| (c.tint, c.dark));
        die::paint(ui.painter(), here, face, told.sides, ground, ink);
        let spoken = translate_with("spoken-die", &[("n", &(n + 1)), ("face", &face)]);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, spoken.as_str()));
        if response.clicked() {
            clicked = Some(n);
        }
    }
    clicked
}
