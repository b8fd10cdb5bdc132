//! How a battle has ended: who won by which rule, and what it has cost both.

use super::Game;
use super::told::ScoreLine;
use crate::battle::{Entry, Fact, Narration, Ref};
use crate::gui::language::{translate, translate_with};
use crate::gui::widgets::flag;
use crate::gui::words::{capital, cited};
use crate::ids::{Side, UnitId};

/// The end of a battle in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    pub winner: Option<Side>,
    /// `Victory for Rome`.
    pub head: String,
    /// Why, with the rule.
    pub why: String,
    /// The number of that rule.
    pub rule: String,
    /// South's and north's.
    pub losses: Vec<Losses>,
}

/// What the battle has cost a side.
#[derive(Clone, Debug, PartialEq)]
pub struct Losses {
    pub side: String,
    pub colours: flag::Colours,
    /// `3 of 9 units gone`.
    pub units: String,
    /// What decides the battle by the ruleset: `Key units lost: 2, breaks at 6`.
    pub score: String,
}

impl Losses {
    /// Both on one line.
    pub fn words(&self) -> String {
        translate_with("losses-of", &[("side", &self.side), ("units", &self.units), ("score", &self.score)])
    }
}

/// How it has ended, with the score as it stands; nothing while it goes on.
pub fn of(game: &Game, score: &[ScoreLine]) -> Option<Ended> {
    let end = game.view().ending()?;
    let head = end.winner.map_or_else(
        || translate("a-draw").to_owned(),
        |side| translate_with("wins", &[("side", &game.side_name(side))]),
    );
    let last = game.journal().entries().iter().rev().flat_map(|entry| entry.facts().rev());
    let told = last.into_iter().find(|fact| matches!(fact.narration, Narration::Won(_)));
    let why = |fact: &Fact| cited(game.narrator().fact(fact), fact.cite);
    Some(Ended {
        winner: end.winner,
        head,
        why: told.map_or_else(String::new, why),
        rule: told.map_or_else(String::new, |fact| fact.cite.0.to_owned()),
        losses: losses(game, score),
    })
}

/// The losses of both, south's first, as the score has them.
fn losses(game: &Game, score: &[ScoreLine]) -> Vec<Losses> {
    let of = |score: &ScoreLine| {
        let (gone, all) = units(game, score.of_side);
        let what = capital(&score.label);
        Losses {
            side: score.side.clone(),
            colours: score.colours,
            units: translate_with("units-gone", &[("n", &gone), ("of", &all)]),
            score: translate_with("score-at-end", &[("what", &what), ("n", &score.lost), ("of", &score.of)]),
        }
    };
    score.iter().map(of).collect()
}

/// How many units of a side have left the table, and of how many. A general who is a token is no unit.
fn units(game: &Game, side: Side) -> (usize, usize) {
    let view = game.view();
    let facts = game.journal().entries().iter().flat_map(Entry::facts);
    let left: Vec<UnitId> = facts
        .filter_map(|fact| match fact.narration {
            Narration::Gone { of: Ref::Unit(unit), .. } => Some(unit),
            _ => None,
        })
        .collect();
    let gone = |unit: &UnitId| {
        !view.on_table(*unit) && left.contains(unit) && (game.ruleset().card)(&view, *unit).strength.is_some()
    };
    let stands = |unit: &UnitId| !view.feet(*unit).is_empty();
    let lost = view.roster().of(side).filter(gone).count();
    (lost, lost + view.roster().of(side).filter(stands).count())
}
