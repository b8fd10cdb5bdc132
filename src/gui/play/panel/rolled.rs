//! What was rolled last, explained: the dice, the sums term by term with their rules, and what came of it.

use bevy_egui::egui::{Pos2, Rect, Sense, Ui, Vec2};

use crate::battle::{Arg, Entry, Fact, Narration, Ref};
use crate::cite::Tally;
use crate::gui::board::glyph;
use crate::gui::game::Game;
use crate::gui::game::told::LoggedDie;
use crate::gui::language::translate;
use crate::gui::play::state::Play;
use crate::gui::text::{self, BODY, STRONG};
use crate::gui::theme::Theme;
use crate::gui::widgets::tally_table::{self, Row};
use crate::gui::widgets::{die, section};
use crate::gui::words::capital;
use crate::ids::Side;

/// One roll or fight.
#[derive(Clone, Debug, PartialEq)]
pub struct Rolled {
    /// `River-foot-1 wins, 11 to 10.`
    pub text: String,
    pub dice: Vec<LoggedDie>,
    pub rows: Vec<Row>,
    /// What came of it.
    pub follows: Vec<String>,
}

/// More than these are left to the log.
const MOST: usize = 6;

/// The entry of the journal whose rolls are explained: the one that is shown, else the last one.
pub fn entry(play: &Play) -> Option<&Entry> {
    let entries = play.game.journal().entries();
    play.look.shown.and_then(|n| entries.get(n)).or_else(|| entries.last())
}

/// The rolls of that entry.
pub fn of(play: &Play) -> Vec<Rolled> {
    let Some(entry) = entry(play) else { return Vec::new() };
    let game = &play.game;
    let narrator = game.narrator();
    let mut found: Vec<Rolled> = Vec::new();
    for fact in entry.facts() {
        if explains(fact) {
            if found.len() == MOST {
                break;
            }
            let text = capital(&narrator.fact(fact));
            found.push(Rolled { text, dice: dice(game, fact), rows: rows(game, fact), follows: Vec::new() });
        } else if let (Narration::Counted { .. } | Narration::Marked { .. } | Narration::Gone { .. }, Some(last)) =
            (&fact.narration, found.last_mut())
        {
            last.follows.push(capital(&narrator.fact(fact)));
        }
    }
    found
}

/// Whether a fact has something to explain.
pub fn explains(fact: &Fact) -> bool {
    !fact.dice.is_empty() || fact.tally.iter().any(|sum| !sum.0.is_empty())
}

/// Whose the sums of a fact are, in their order.
pub fn parties(fact: &Fact) -> [Option<Ref>; 2] {
    match &fact.narration {
        Narration::Fought { a, b } => [Some(*a), Some(*b)],
        Narration::Shot { from, at } => [Some(*from), Some(*at)],
        Narration::Counted { of, .. } | Narration::Marked { of, .. } | Narration::Gone { of, .. } => [Some(*of), None],
        _ => {
            let first = fact.words.iter().find_map(|(_, arg)| if let Arg::Of(of) = arg { Some(*of) } else { None });
            let other = match first {
                Some(Ref::Side(side)) => Some(Ref::Side(side.other())),
                _ => None,
            };
            [first, other]
        }
    }
}

/// What people call it: a side by its own name.
pub fn name(game: &Game, of: Ref) -> String {
    match of {
        Ref::Side(side) => game.side_name(side).to_owned(),
        other => game.narrator().name(other),
    }
}

fn rows(game: &Game, fact: &Fact) -> Vec<Row> {
    let parties = parties(fact);
    let texts = (game.ruleset().texts)();
    let mut rows = Vec::new();
    for (n, sum) in fact.tally.iter().enumerate().filter(|(_, sum)| !sum.0.is_empty()) {
        let whose = parties.get(n).copied().flatten().map_or_else(String::new, |of| name(game, of));
        for (i, term) in sum.0.iter().enumerate() {
            rows.push(Row {
                whose: if i == 0 { whose.clone() } else { String::new() },
                value: term.value,
                what: texts.word(term.what),
                cite: term.cite.0.to_owned(),
            });
        }
        if sum.0.len() > 1 {
            rows.push(total(sum));
        }
    }
    rows
}

fn total(sum: &Tally) -> Row {
    Row { whose: translate("total").to_owned(), value: sum.total(), what: String::new(), cite: String::new() }
}

fn dice(game: &Game, fact: &Fact) -> Vec<LoggedDie> {
    let colours = |side: Side| glyph::colours(&game.colours()[side.index()]);
    let thrown = fact.dice.iter().flat_map(|d| d.faces.iter().map(move |face| (d, *face)));
    thrown.map(|(d, face)| LoggedDie { face, sides: d.sides, colours: d.by.map(colours) }).collect()
}

const DIE: f32 = 22.0;

/// Shows them; tells which rule was clicked.
pub fn show(ui: &mut Ui, theme: &Theme, all: &[Rolled]) -> Option<String> {
    let mut rule = None;
    section::head(ui, theme, translate("what-was-rolled"), "");
    for (n, rolled) in all.iter().enumerate() {
        ui.push_id(("rolled", n), |ui| {
            rule = one(ui, theme, rolled).or(rule.take());
        });
    }
    rule
}

fn one(ui: &mut Ui, theme: &Theme, rolled: &Rolled) -> Option<String> {
    let shown = rolled.dice.len().min(4);
    let left = shown as f32 * (DIE + 5.0) + if shown > 0 { 5.0 } else { 0.0 };
    let words = text::runs(ui.ctx(), &[(&rolled.text, STRONG, theme.ink)], ui.available_width() - left, 4);
    let height = words.size().y.max(if shown > 0 { DIE } else { 0.0 }) + 4.0;
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::hover());
    for (i, d) in rolled.dice.iter().take(shown).enumerate() {
        let here = Rect::from_min_size(rect.min + Vec2::new(i as f32 * (DIE + 5.0), 0.0), Vec2::splat(DIE));
        let (ground, ink) = d.colours.map_or((theme.raised, theme.ink), |c| (c.tint, c.dark));
        die::paint(ui.painter(), here, d.face, d.sides, ground, ink);
    }
    let middle = rect.top() + (height - 4.0 - words.size().y) / 2.0;
    ui.painter().galley(Pos2::new(rect.left() + left, middle), words, theme.ink);
    let mut rule = None;
    if !rolled.rows.is_empty() {
        let clicked = tally_table::show(ui, theme, &rolled.rows);
        rule = clicked.and_then(|i| rolled.rows.get(i)).map(|row| row.cite.clone()).filter(|c| !c.is_empty());
    }
    for line in &rolled.follows {
        let words = text::paragraph(ui.ctx(), line, BODY, theme.ink, ui.available_width());
        let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), words.size().y), Sense::hover());
        ui.painter().galley(rect.min, words, theme.ink);
    }
    ui.add_space(4.0);
    rule
}
