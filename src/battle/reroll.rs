//! Dice that may be rolled again: asks whoever may order another throw whether this one stands.

use super::action::{Action, Ref};
use super::agenda::Effects;
use super::install::{Answered, Asking, Handler};
use super::offer::{Ask, Choice, Offer};
use super::plain;
use super::refusal::{Odds, Refusal, Ruling};
use crate::cite::Word;

/// The question's key, and the verb that orders another throw.
pub const KEY: Word = Word("reroll");
/// The verb that lets the throw stand.
pub const LET_STAND: Word = Word("let-stand");

/// Whether an answer orders another throw.
pub fn is_ordered(action: &Action) -> bool {
    action.key == KEY
}

/// What the question is answered with.
pub const VERBS: [Word; 2] = [LET_STAND, KEY];

/// The question with two choices, both under the rule that asks: letting the throw stand, and another throw. A ruleset
/// gives it a judge that tells the odds of another throw, by [`judge`].
pub const fn handler(enact: fn(&Answered, &Action) -> Effects) -> Handler {
    Handler::plain(KEY, &VERBS, offer, enact)
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let choice = |key| Choice::ending(Action::new(Ref::Side(asking.side), key), asking.question.cite);
    Offer { question: KEY, choices: VERBS.map(choice).into(), ..Offer::default() }
}

/// Accepts either; another throw comes with its odds.
///
/// # Errors
///
/// When the action is neither of the two.
pub fn judge(asking: &Asking, action: &Action, odds: impl FnOnce() -> Vec<Odds>) -> Result<Ruling, Refusal> {
    let ruling = plain::judge_offered(asking, action)?;
    Ok(if is_ordered(action) { Ruling { odds: odds(), ..ruling } } else { ruling })
}
