//! The question of the missile step: which unit shoots at whom.

use super::ready::{aimed, may_shoot, targets, which_shot};
use super::{Named, Volleys};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Handler, Measured, Narration, Note, Offer, Ref, Refusal,
    Ruling, Value, alter_one, plain,
};
use crate::cite::{Cite, Word};
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::state::Phase;
use crate::rules::chainmail::verb::Verb;

pub const KEY: Word = Word("shoot");
const AT: Word = Word("at");
const NAMED: Cite = Cite("C130");
/// How often a unit shoots in a turn.
const SHOTS: Cite = Cite("C57");

/// Who shoots at whom.
pub const HANDLER: Handler =
    Handler { judge, ..Handler::plain(KEY, &[Verb::Shoot.word(), Verb::Done.word()], offer, enact) };

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    for unit in field.side(asking.side).filter(|unit| ask.wants(Ref::Unit(*unit))) {
        if ask.barred
            && field.troop(unit).weapon.is_some()
            && let Err(why) = may_shoot(field, unit)
        {
            offer.barred.push(crate::battle::Barred { key: Verb::Shoot.word(), who: vec![Ref::Unit(unit)], why });
        }
        for target in targets(field, unit) {
            let at = Value::Refs(vec![Ref::Unit(target)]);
            offer.choices.push(Choice::plain(Verb::Shoot.by(Ref::Unit(unit)).with(AT, at), NAMED));
        }
    }
    offer.choices.push(Choice::ending(Verb::done(asking.side), NAMED));
    offer
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let field = Battlefield::of(asking.view);
    if let ([Ref::Unit(unit)], Some(target)) = (&action.who[..], action.unit(AT))
        && Verb::of(action) == Some(Verb::Shoot)
        && asking.view.side_of(*unit) == asking.side
    {
        aimed(field, *unit, target)?;
    }
    let mut ruling = plain::judge_offered(asking, action)?;
    if let ([Ref::Unit(unit)], Some(target)) = (&action.who[..], action.unit(AT)) {
        ruling.odds.extend(super::shot(&asking.view, *unit, target));
        if let Some((n, all)) = which_shot(field, *unit) {
            let note = Note::new(SHOTS, Word("which-shot")).count(Word("n"), n.into());
            ruling.notes.push(note.count(Word("all"), all.into()));
        }
    }
    Ok(ruling)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    match (&action.who[..], action.unit(AT)) {
        ([Ref::Unit(by)], Some(at)) => {
            let by = *by;
            let which = which_shot(Battlefield::of(asking.view), by).filter(|(n, _)| *n > 1);
            let sentence = if which.is_some() { "will-shoot-again" } else { "will-shoot" };
            let mut told = Fact::new(NAMED, Narration::Said(Word(sentence)))
                .word(Word("who"), Arg::Of(Ref::Unit(by)))
                .word(Word("whom"), Arg::Of(Ref::Unit(at)));
            if let Some((n, all)) = which {
                told = told.word(Word("n"), Arg::Measured(Measured::Count(n.into())));
                told = told.word(Word("all"), Arg::Measured(Measured::Count(all.into())));
            }
            let named = alter_one(move |volleys: &mut Volleys| volleys.named.push(Named { by, at, passing: false }));
            Effects::pop().fact(told.change(named))
        }
        _ => {
            let done = Fact::new(NAMED, Narration::Said(Word("no-more-fire")));
            let done = done.word(Word("who"), Arg::Of(Ref::Side(asking.side)));
            Effects::pop().fact(done.change(alter_one(|phase: &mut Phase| phase.over = true)))
        }
    }
}
