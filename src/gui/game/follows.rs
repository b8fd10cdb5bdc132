//! What an action leads to only if a roll succeeds, in words, before anything is rolled.

use super::Game;
use super::odds::OddsBlock;
use super::offers::label;
use crate::battle::{Ask, Choice, Follow, View};
use crate::gui::language::{translate, translate_with};
use crate::gui::widgets::odds_bar::{Kind, Part, percent};
use crate::gui::words::capital;

/// As many of the choices that would come are named.
const MOST: usize = 4;

/// With which chance a choice comes to what, and what is at stake; none where nothing has to succeed first.
pub fn block(game: &Game, view: &View, choice: &Choice, title: &str) -> Option<OddsBlock> {
    let follow = (game.ruleset().follows)(view, &choice.action)?;
    let narrator = game.narrator();
    let mut labels: Vec<String> = Vec::new();
    for then in view.supposing(&follow.then).offer(&Ask::all()).choices {
        let label = label(&narrator, &then, &choice.action.who);
        if labels.len() < MOST && !labels.contains(&label) {
            labels.push(label);
        }
    }
    let question = capital(&narrator.texts.word(follow.then.key));
    let then = translate_with("then-may", &[("question", &question), ("choices", &labels.join(", "))]);
    Some(OddsBlock {
        head: translate("its-roll").to_owned(),
        remark: String::new(),
        title: title.to_owned(),
        parts: parts(&follow),
        rows: Vec::new(),
        notes: vec![then, at_stake(game, &follow)],
    })
}

/// The same block for the choice as it was varied, such as the order of another: what it leads to is the same; what it is
/// called, the chance and what is at stake are its own.
pub fn varied(game: &Game, view: &View, block: OddsBlock, choice: Choice) -> OddsBlock {
    let Some(follow) = (game.ruleset().follows)(view, &choice.action) else { return block };
    let title = label(&game.narrator(), &choice, &choice.action.who);
    let then = block.notes.into_iter().take(1);
    let notes = then.chain([at_stake(game, &follow)]).collect();
    OddsBlock { title, parts: parts(&follow), notes, ..block }
}

fn parts(follow: &Follow) -> Vec<Part> {
    let part = |what: &str, share: f64, kind| Part { what: what.to_owned(), share, cases: percent(share), kind };
    let chance = f64::from(follow.chance);
    vec![part(translate("it-succeeds"), chance, Kind::Win), part(translate("it-fails"), 1.0 - chance, Kind::Lose)]
}

fn at_stake(game: &Game, follow: &Follow) -> String {
    let stakes: Vec<String> = follow.stakes.iter().map(|who| game.narrator().name(*who)).collect();
    if stakes.is_empty() {
        return translate("nothing-at-stake").to_owned();
    }
    translate_with("at-stake", &[("who", &stakes.join(", "))])
}
