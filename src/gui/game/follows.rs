//! What an action leads to only if a roll succeeds, in words, before anything is rolled.

use super::Game;
use super::odds::OddsBlock;
use super::offers::list;
use crate::battle::{Ask, Choice, View};
use crate::gui::language::{translate, translate_with};
use crate::gui::widgets::odds_bar::{Kind, Part, percent};
use crate::gui::words::capital;

/// As many of the choices that would come are named.
const MOST: usize = 4;

/// With which chance a choice comes to what, and what is at stake; none where nothing has to succeed first.
pub fn block(game: &Game, view: &View, choice: &Choice, title: &str) -> Option<OddsBlock> {
    let follow = (game.ruleset().follows)(view, &choice.action)?;
    let narrator = game.narrator();
    let part = |what: &str, share: f64, kind| Part { what: what.to_owned(), share, cases: percent(share), kind };
    let chance = f64::from(follow.chance);
    let mut labels: Vec<String> = Vec::new();
    for then in view.supposing(&follow.then).offer(&Ask::all()).choices {
        let label = list(view, &narrator, then, &choice.action.who).label;
        if labels.len() < MOST && !labels.contains(&label) {
            labels.push(label);
        }
    }
    let question = capital(&narrator.texts.word(follow.then.key));
    let then = translate_with("then-may", &[("question", &question), ("choices", &labels.join(", "))]);
    let stakes: Vec<String> = follow.stakes.iter().map(|who| narrator.name(*who)).collect();
    let at_stake = if stakes.is_empty() {
        translate("nothing-at-stake").to_owned()
    } else {
        translate_with("at-stake", &[("who", &stakes.join(", "))])
    };
    Some(OddsBlock {
        head: translate("if-it-succeeds").to_owned(),
        remark: String::new(),
        title: title.to_owned(),
        parts: vec![
            part(translate("it-succeeds"), chance, Kind::Win),
            part(translate("it-fails"), 1.0 - chance, Kind::Lose),
        ],
        rows: Vec::new(),
        notes: vec![then, at_stake],
    })
}
