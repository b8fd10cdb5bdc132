//! What was rolled last, explained: the dice, the sums term by term with their rules, and what came of it.

use bevy_egui::egui::{Rect, Sense, Ui, Vec2, WidgetInfo, WidgetType};

use crate::battle::{Arg, Change, Entry, Fact, Narration, Ref};
use crate::cite::Tally;
use crate::gui::board::glyph;
use crate::gui::game::Game;
use crate::gui::game::thrown;
use crate::gui::game::told::LoggedDie;
use crate::gui::language::{translate, translate_with};
use crate::gui::play::state::Play;
use crate::gui::text::{self, BODY, STRONG};
use crate::gui::theme::Theme;
use crate::gui::widgets::tally_table::{self, Row};
use crate::gui::widgets::{die, section};
use crate::gui::words::capital;
use crate::ids::Side;
use crate::table::Placement;

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

/// The entries of the journal whose rolls are explained: the one that is shown, else the last answer of a person, or the last
/// chain of throws by hand, with all that captains have answered since.
pub fn entries(play: &Play) -> &[Entry] {
    let all = play.game.journal().entries();
    if let Some(n) = play.look.shown().filter(|n| *n < all.len()) {
        return &all[n..=n];
    }
    let own = |entry: &Entry| {
        let by_hand = entry.dice_asked().is_some();
        by_hand || entry.answer.as_ref().is_some_and(|(side, _)| play.is_person(*side))
    };
    let last = all.iter().rposition(own).unwrap_or(all.len().saturating_sub(1));
    // Dice that were thrown by hand one after the other belong together.
    let from = thrown::begins(&all[..all.len().min(last + 1)]).min(last);
    &all[from..]
}

/// The rolls of those entries; of more than can be shown the last.
pub fn of(play: &Play) -> Vec<Rolled> {
    let game = &play.game;
    let narrator = game.narrator();
    let mut found: Vec<Rolled> = Vec::new();
    let all = entries(play);
    let rolls = all.iter().flat_map(Entry::facts).filter(|fact| explains(fact)).count();
    let mut left_out = rolls.saturating_sub(MOST);
    // What follows belongs to a roll of the same answer.
    let mut before = 0;
    for (first, fact) in all.iter().flat_map(|entry| entry.facts().enumerate().map(|(n, fact)| (n == 0, fact))) {
        if first {
            before = found.len();
        }
        if left_out > 0 {
            left_out -= usize::from(explains(fact));
            continue;
        }
        if explains(fact) {
            if found.len() == MOST {
                break;
            }
            let text = capital(&narrator.fact(fact));
            found.push(Rolled { text, dice: dice(game, fact), rows: rows(game, fact), follows: Vec::new() });
        } else if let (Narration::Counted { .. } | Narration::Marked { .. } | Narration::Gone { .. }, Some(last)) =
            (&fact.narration, found.get_mut(before..).and_then(<[Rolled]>::last_mut))
        {
            last.follows.push(capital(&narrator.fact(fact)));
        }
    }
    found
}

/// Who has left the table by the same entries, in words; nothing where nobody has.
pub fn gone(play: &Play) -> String {
    let view = play.eyes();
    let changes = entries(play).iter().flat_map(Entry::facts).flat_map(|fact| &fact.changes);
    let left = |change: &Change| {
        let stood = change.value::<Placement>().is_some_and(Placement::is_on);
        change.unit().filter(|unit| stood && !play.shows(*unit))
    };
    let mut names: Vec<&str> = Vec::new();
    for unit in changes.filter_map(left) {
        let name = view.roster().name(unit);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() { String::new() } else { translate_with("have-left", &[("names", &names.join(", "))]) }
}

/// Whether a fact has something to explain.
pub fn explains(fact: &Fact) -> bool {
    !fact.dice.is_empty() || fact.tally.iter().any(|sum| !sum.0.is_empty())
}

/// Whose the sums of a fact are, in their order; whoever is only named beside one sum has none.
pub fn parties(fact: &Fact) -> [Option<Ref>; 2] {
    match &fact.narration {
        Narration::Fought { a, b } => [Some(*a), Some(*b)],
        Narration::Shot { from, at } => [Some(*from), Some(*at)],
        Narration::Counted { of, .. } | Narration::Marked { of, .. } | Narration::Gone { of, .. } => [Some(*of), None],
        _ => {
            let mut named =
                fact.words.iter().filter_map(|(_, arg)| if let Arg::Of(of) = arg { Some(*of) } else { None });
            let (first, second) = (named.next(), named.next());
            let other = match first {
                Some(Ref::Side(side)) => Some(Ref::Side(side.other())),
                _ => None,
            };
            [first, second.or(other).filter(|_| fact.tally.len() > 1)]
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
const GAP: f32 = 5.0;
/// The words of one roll have so many lines at most.
const LINES: usize = 8;
/// More dice than these stand above the words.
const BESIDE: usize = 4;

/// Shows them; tells which rule was clicked.
pub fn show(ui: &mut Ui, theme: &Theme, all: &[Rolled], gone: &str) -> Option<String> {
    let mut rule = None;
    if !gone.is_empty() {
        let words = text::runs(ui.ctx(), &[(gone, STRONG, theme.ink)], ui.available_width(), LINES);
        let (rect, response) = ui.allocate_exact_size(words.size() + Vec2::new(0.0, 4.0), Sense::hover());
        ui.painter().galley(rect.min, words, theme.ink);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, gone));
    }
    if !all.is_empty() {
        section::head(ui, theme, translate("what-was-rolled"), "");
    }
    for (n, rolled) in all.iter().enumerate() {
        ui.push_id(("rolled", n), |ui| {
            rule = one(ui, theme, rolled).or(rule.take());
        });
    }
    rule
}

/// Where each of that many dice lies, from the left upper corner: in rows of what the width holds.
fn dice_places(count: usize, width: f32) -> impl Iterator<Item = Vec2> {
    let row = ((width + GAP) / (DIE + GAP)).max(1.0) as usize;
    (0..count).map(move |n| Vec2::new((n % row) as f32, (n / row) as f32) * (DIE + GAP))
}

fn one(ui: &mut Ui, theme: &Theme, rolled: &Rolled) -> Option<String> {
    let width = ui.available_width();
    // A few dice stand before the words, more above them.
    let beside = rolled.dice.len() <= BESIDE;
    let places: Vec<Vec2> = dice_places(rolled.dice.len(), width).collect();
    let dice = places.iter().fold(Vec2::ZERO, |size, at| size.max(*at + Vec2::splat(DIE + GAP)));
    let at =
        if beside { Vec2::new(if dice.x > 0.0 { dice.x + GAP } else { 0.0 }, 0.0) } else { Vec2::new(0.0, dice.y) };
    let words = text::runs(ui.ctx(), &[(&rolled.text, STRONG, theme.ink)], width - at.x, LINES);
    let height = if beside { words.size().y.max(dice.y - GAP) } else { dice.y + words.size().y } + 4.0;
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, height), Sense::hover());
    for (d, place) in rolled.dice.iter().zip(places) {
        let here = Rect::from_min_size(rect.min + place, Vec2::splat(DIE));
        let (ground, ink) = d.colours.map_or((theme.raised, theme.ink), |c| (c.tint, c.dark));
        die::paint(ui.painter(), here, d.face, d.sides, ground, ink);
    }
    let down = if beside { (height - 4.0 - words.size().y) / 2.0 } else { at.y };
    ui.painter().galley(rect.min + Vec2::new(at.x, down), words, theme.ink);
    let faces: Vec<String> = rolled.dice.iter().map(|d| d.face.to_string()).collect();
    response
        .widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{} {}", rolled.text, faces.join(" "))));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::game::sitter::Sitter;
    use crate::gui::play::stage::{Stage, begun, sit_down};
    use crate::rules::battles;

    #[test]
    fn no_die_is_left_out_and_none_lies_beyond_the_panel() {
        let places: Vec<Vec2> = dice_places(23, 284.0).collect();
        assert_eq!(places.len(), 23);
        assert!(places.iter().all(|at| at.x + DIE <= 284.0), "{places:?}");
        // 284 holds ten of 22 with nine gaps of 5, and no eleventh.
        assert_eq!((places[9].y, places[10]), (0.0, Vec2::new(0.0, DIE + GAP)));
    }

    /// Answers as the first choice stands, until an answer has brought dice.
    fn after_dice(sitters: [Sitter; 2], then: impl Fn(&Play) -> bool) -> Stage {
        let mut stage = Stage::of(begun(battles::TEACHING, sitters));
        for _ in 0..200 {
            sit_down(&mut stage.play);
            let choice = stage.play.now().offers.all[0].clone();
            stage.play.submit(choice.action);
            if stage.play.game.journal().last().is_some_and(|entry| entry.facts().any(explains)) && then(&stage.play) {
                stage.rest();
                return stage;
            }
        }
        panic!("nobody ever rolls");
    }

    #[test]
    fn what_ones_own_answer_has_rolled_stays_while_a_captain_answers() {
        // The other side answers next.
        let other = |play: &Play| {
            let mine = play.game.journal().last().and_then(|entry| entry.answer.as_ref()).map(|(side, _)| *side);
            mine.is_some() && play.game.view().waiting().first().copied() != mine
        };
        let mut stage = after_dice([Sitter::Person; 2], other);
        let rolled = of(&stage.play);
        assert!(!rolled.is_empty());
        let side = stage.play.game.view().waiting()[0];
        stage.play.sit(side, Sitter::Captain);
        let choice = stage.play.now().offers.all.first().cloned();
        let action = choice.map_or_else(
            || stage.play.game.view_of(side).offer(&crate::battle::Ask::all()).choices[0].action.clone(),
            |choice| choice.action,
        );
        stage.play.submit(action);
        assert_eq!(of(&stage.play)[..rolled.len()], rolled[..]);
    }

    #[test]
    fn looking_back_shows_the_sums_of_the_moment_that_is_seen() {
        let mut stage = after_dice([Sitter::Person; 2], |_| true);
        let at = stage.play.game.journal().depth();
        let rolled = of(&stage.play);
        for _ in 0..3 {
            let choice = stage.play.now().offers.all[0].clone();
            stage.play.submit(choice.action);
        }
        stage.play.look_at(at);
        stage.rest();
        assert_eq!(of(&stage.play), rolled);
        assert!(stage.shows("WHAT WAS ROLLED"), "{:?}", stage.words());
    }

    #[test]
    fn sums_belong_to_whom_the_fact_names_and_a_side_alone_has_the_other_beside_it() {
        use crate::cite::{HOUSE, Word};
        use crate::ids::UnitId;
        let [a, b] = [3, 7].map(|n| Ref::Unit(UnitId(n)));
        let whose = |narration| parties(&Fact::new(HOUSE, narration));
        assert_eq!(whose(Narration::Fought { a, b }), [Some(a), Some(b)]);
        assert_eq!(whose(Narration::Shot { from: b, at: a }), [Some(b), Some(a)]);
        assert_eq!(whose(Narration::Marked { of: a, what: Word("shaken"), on: true }), [Some(a), None]);
        let said = |sums: usize| {
            let tally = vec![Tally::default(); sums];
            Fact { tally, ..Fact::new(HOUSE, Narration::Said(Word("initiative"))) }
        };
        let who = |fact: Fact, of| fact.word(Word("who"), Arg::Of(of));
        assert_eq!(parties(&said(2)), [None, None]);
        assert_eq!(parties(&who(said(1), a)), [Some(a), None]);
        let both = |sums| who(said(sums), a).word(Word("whom"), Arg::Of(b));
        assert_eq!([parties(&both(1)), parties(&both(2))], [[Some(a), None], [Some(a), Some(b)]]);
        let [north, south] = Side::BOTH.map(Ref::Side);
        assert_eq!(parties(&who(said(1), south)), [Some(south), None]);
        assert_eq!(parties(&who(said(2), south)), [Some(south), Some(north)]);
    }
}
