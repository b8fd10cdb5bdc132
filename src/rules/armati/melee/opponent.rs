//! The question which of several equally wide opponents a unit picks (7.1).

use super::reroll;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Handler, Narration, Offer, Ref, Value, alter_one,
};
use crate::cite::{Cite, Word};
use crate::rules::armati::state::Declared;

/// The question's word.
pub const KEY: Word = Word("pick-opponent");
/// The value of the question that lists the opponents.
pub const AMONG: Word = Word("among");

const FIGHT: Word = Word("fight");
const AT: Word = Word("at");
const PAIRING: Cite = Cite("7.1");

pub const HANDLER: Handler = Handler::plain(KEY, &[FIGHT], offer, enact);

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let mut offer = Offer { question: KEY, ..Offer::default() };
    offer.barred.extend(reroll::barred(asking, ask));
    if let (Some(unit), Some(Value::Refs(among))) = (asking.question.about.first(), asking.question.value(AMONG)) {
        let fight = |enemy: &Ref| Action::new(*unit, FIGHT).with(AT, Value::Refs(vec![*enemy]));
        offer.choices.extend(among.iter().map(|enemy| Choice::ending(fight(enemy), PAIRING)));
    }
    offer
}

fn enact(_: &Answered, action: &Action) -> Effects {
    let ([Ref::Unit(unit)], Some(enemy)) = (action.who.as_slice(), action.unit(AT)) else { return Effects::pop() };
    let unit = *unit;
    let fact = Fact::new(PAIRING, Narration::Said(Word("picks-opponent")))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .word(Word("enemy"), Arg::Of(Ref::Unit(enemy)));
    Effects::pop().fact(fact.change(alter_one(move |declared: &mut Declared| declared.opponents.push((unit, enemy)))))
}
