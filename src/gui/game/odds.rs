//! Odds as the panel shows them.

use super::Game;
use crate::battle::{Odds, OddsOutcome, Ref};
use crate::cite::{Tally, Word};
use crate::gui::language::{translate, translate_with};
use crate::gui::widgets::odds_bar::{Kind, Part};
use crate::gui::widgets::tally_table::Row;
use crate::gui::words::capital;
use crate::ids::Side;

/// Odds with the sums behind them.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsBlock {
    /// `If contact is made at 13.5`.
    pub head: String,
    /// `exact, 36 cases`.
    pub remark: String,
    /// `laelius-1 against Punic horse-1`.
    pub title: String,
    pub parts: Vec<Part>,
    pub rows: Vec<Row>,
    pub notes: Vec<String>,
}

/// The block of one roll or fight, as that side sees it.
pub fn block(game: &Game, odds: &Odds, side: Side, head: &str) -> OddsBlock {
    let narrator = game.narrator();
    let view = game.view();
    let own = view.side_of_ref(odds.by) == Some(side);
    let whose = if own { [translate("you"), translate("they")] } else { [translate("they"), translate("you")] };
    let rows = odds.tallies.iter().zip(whose).flat_map(|(tally, whose)| rows(game, tally, whose)).collect();
    let notes = odds.notes.iter().map(|n| format!("{} {}", narrator.note(n), n.cite)).collect();
    OddsBlock {
        head: head.to_owned(),
        remark: remark(odds),
        title: title(game, odds),
        parts: odds.outcomes.iter().map(|o| part(game, *o, own)).collect(),
        rows,
        notes,
    }
}

/// Who acts upon whom; whoever does something by himself, such as a test, stands alone.
fn title(game: &Game, odds: &Odds) -> String {
    let by = capital(&name(game, odds.by));
    if odds.by == odds.at {
        by
    } else {
        translate_with(between(game, odds), &[("who", &by), ("whom", &name(game, odds.at))])
    }
}

/// How two are named together: enemies against each other, and who gives an order with whom he gives it to.
fn between(game: &Game, odds: &Odds) -> &'static str {
    let side = |of: Ref| game.view().side_of_ref(of);
    if side(odds.by) == side(odds.at) { "orders-to" } else { "against" }
}

/// What a target's name adds to a title; a spot is none.
fn name(game: &Game, of: Ref) -> String {
    game.narrator().name(of)
}

/// `exact, 36 cases`, or that it is a simulation and how far off it may be.
fn remark(odds: &Odds) -> String {
    match (odds.simulated, odds.outcomes.first()) {
        (Some(forks), _) => {
            let error = 98.0 / f64::from(forks.max(1)).sqrt();
            translate_with("simulated", &[("error", &format!("{error:.1}"))])
        }
        (None, Some(outcome)) if outcome.of <= 1296 => translate_with("exact-cases", &[("cases", &outcome.of)]),
        _ => translate("exact").to_owned(),
    }
}

/// The terms of a sum, the first with whose it is.
pub(super) fn rows(game: &Game, tally: &Tally, whose: &str) -> Vec<Row> {
    let texts = (game.ruleset().texts)();
    let row = |(i, term): (usize, &crate::cite::Term)| Row {
        whose: if i == 0 { whose.to_owned() } else { String::new() },
        value: term.value,
        what: texts.word(term.what),
        cite: term.cite.0.to_owned(),
    };
    tally.0.iter().enumerate().map(row).collect()
}

/// An outcome as a part of the bar. What is good for the other side is bad for one's own.
pub fn part(game: &Game, outcome: OddsOutcome, own: bool) -> Part {
    let texts = (game.ruleset().texts)();
    let what = match breaks(outcome.what.0, own) {
        // Of two words of one stem nobody knows who breaks.
        Some(who) => translate_with("who-breaks", &[("who", &translate(who)), ("breaks", &texts.word(Word("breaks")))]),
        None if own => texts.word(outcome.what),
        None => translate_with("they-do", &[("what", &texts.word(outcome.what))]),
    };
    let cases = if outcome.of <= 1296 {
        outcome.cases.to_string()
    } else {
        translate_with("percent", &[("n", &format!("{:.0}", outcome.share() * 100.0))])
    };
    Part { what, share: outcome.share(), cases, kind: kind(outcome.what.0, own) }
}

/// Who breaks by an outcome, if anybody does, as whoever asks calls him.
fn breaks(word: &str, own: bool) -> Option<&'static str> {
    match word {
        "break" => Some(if own { "they" } else { "you" }),
        "broken" => Some(if own { "you" } else { "they" }),
        _ => None,
    }
}

/// What an outcome is to whoever asks: it is told of whoever acts, so `break` is that the other breaks, and `broken` that he
/// does himself.
fn kind(word: &str, own: bool) -> Kind {
    match word {
        "win" | "break" | "hit" | "loss" | "pass" | "holds" | "obeys" if own => Kind::Win,
        "lose" | "fail" | "fails" if own => Kind::Lose,
        "broken" | "blunders" if own => Kind::Break,
        "break" => Kind::Break,
        "win" | "hit" | "loss" | "pass" | "holds" | "obeys" => Kind::Lose,
        "lose" | "fail" | "fails" | "broken" | "blunders" => Kind::Win,
        _ => Kind::Tie,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_they_win_we_lose() {
        assert_eq!(kind("win", true), Kind::Win);
        assert_eq!(kind("win", false), Kind::Lose);
        assert_eq!(kind("lose", false), Kind::Win);
        assert_eq!(kind("tie", true), Kind::Tie);
        assert_eq!(kind("miss", true), Kind::Tie);
    }

    #[test]
    fn it_is_good_that_the_enemy_breaks_and_worst_to_be_broken() {
        assert_eq!([kind("break", true), kind("broken", true)], [Kind::Win, Kind::Break]);
        assert_eq!([kind("break", false), kind("broken", false)], [Kind::Break, Kind::Win]);
        for own in [true, false] {
            let who = [breaks("break", own), breaks("broken", own)].map(Option::unwrap);
            assert_eq!(who, if own { ["they", "you"] } else { ["you", "they"] });
        }
        assert_eq!(
            [kind("blunders", true), kind("obeys", true), kind("fails", true)],
            [Kind::Break, Kind::Win, Kind::Lose]
        );
    }
}
