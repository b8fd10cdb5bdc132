//! Questions that are answered by picking one of the offered choices: the judge needs nothing but the offer.

use super::action::{Action, Ref, Value};
use super::agenda::Effects;
use super::install::{Answered, Asking, Handler};
use super::offer::{Ask, Choice, Fitted, Offer, Param, Range};
use super::refusal::{Arg, Measured, Refusal, Ruling};
use crate::cite::{HOUSE, Word};

impl Handler {
    /// A question of named choices: what `offer` lists, with params within their ranges, is all that is accepted, and
    /// a refusal says why a choice is barred. A judge that has more to say than yes asks [`judge_offered`] first:
    /// `Handler { judge, ..Handler::plain(…) }`.
    pub const fn plain(
        key: Word,
        verbs: &'static [Word],
        offer: fn(&Asking, &Ask) -> Offer,
        enact: fn(&Answered, &Action) -> Effects,
    ) -> Handler {
        let fit = |asking: &Asking, action: &Action| fit(&offered(asking), action);
        Handler { key, verbs, offer, judge: judge_offered, fit, aim: |_, choice, _| as_it_stands(choice), enact }
    }
}

/// Everything that the question's own handler offers, and all that it bars.
fn offered(asking: &Asking) -> Offer {
    (asking.question.handler.offer)(asking, &Ask { barred: true, ..Ask::all() })
}

/// Accepts an action that the question's own handler offers, with params within their ranges.
///
/// # Errors
///
/// A refusal that says why it is barred, or what is not on offer.
pub fn judge_offered(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    judge(&offered(asking), action)
}

/// Accepts an action that the offer lists, with params within their ranges.
///
/// # Errors
///
/// A refusal that says what is not on offer.
pub fn judge(offer: &Offer, action: &Action) -> Result<Ruling, Refusal> {
    let alike = |c: &&Choice| c.action.key == action.key && c.action.who == action.who;
    let mut refusal = None;
    for choice in offer.choices.iter().filter(alike) {
        match check(choice, action) {
            Ok(()) => return Ok(Ruling::default()),
            Err(why) => refusal = Some(why),
        }
    }
    let barred = offer.barred.iter().find(|b| b.key == action.key && action.who.iter().all(|w| b.who.contains(w)));
    let not_offered = || Refusal::not_offered(HOUSE, action.key, &action.who);
    Err(barred.map(|b| b.why.clone()).or(refusal).unwrap_or_else(not_offered))
}

/// The choice with the same verb and actors, with each value brought into its range. If there is none: the first choice
/// with the same actors, else with the same verb, else of all.
pub fn fit(offer: &Offer, action: &Action) -> Fitted {
    let Err(why) = judge(offer, action) else { return Fitted { action: action.clone(), cut: Vec::new() } };
    let cut = vec![why];
    let find = |f: &dyn Fn(&&Choice) -> bool| offer.choices.iter().find(f);
    let choice = find(&|c| c.action.key == action.key && c.action.who == action.who)
        .or_else(|| find(&|c| c.action.key == action.key))
        .or_else(|| find(&|c| c.action.who == action.who))
        .or_else(|| offer.choices.first());
    let Some(choice) = choice else { return Fitted { action: action.clone(), cut } };
    let mut fitted = choice.action.clone();
    for param in &choice.params {
        if let Some(wish) = param.get(action)
            && let Some(value) = nearest(param, &wish)
        {
            param.put(&mut fitted, value);
        }
    }
    Fitted { action: fitted, cut }
}

/// A choice with nothing to aim.
pub fn as_it_stands(choice: &Choice) -> Fitted {
    Fitted { action: choice.action.clone(), cut: Vec::new() }
}

fn check(choice: &Choice, action: &Action) -> Result<(), Refusal> {
    same_shape(choice, None, &choice.action, action)
}

/// Whether an action, or the part of it in which `part` acts, differs from the offered one only in values within their
/// ranges.
fn same_shape(choice: &Choice, part: Option<Ref>, offered: &Action, action: &Action) -> Result<(), Refusal> {
    let names = |a: &Action| a.with.iter().map(|(n, _)| *n).collect::<Vec<_>>();
    let other = || Refusal::new(HOUSE, Word("other-values")).word(Word("key"), Arg::Word(action.key));
    if (offered.key, &offered.who) != (action.key, &action.who) || names(offered) != names(action) {
        return Err(other());
    }
    for ((name, value), (_, as_offered)) in action.with.iter().zip(&offered.with) {
        match choice.params.iter().find(|p| p.name == *name && p.part == part) {
            Some(param) => within(param, value)?,
            None if as_offered == value => {}
            None => match (part, as_offered, value) {
                (None, Value::Parts(offered), Value::Parts(parts)) if offered.len() == parts.len() => {
                    for (offered, part) in offered.iter().zip(parts) {
                        same_shape(choice, part.who.first().copied(), offered, part)?;
                    }
                }
                (_, Value::Parts(_), _) => return Err(other()),
                _ => return Err(Refusal::not_offered(HOUSE, *name, &action.who)),
            },
        }
    }
    Ok(())
}

/// Whether the value lies in the param's range.
///
/// # Errors
/// A refusal with the value and the limit it passes.
pub fn within(param: &Param, value: &Value) -> Result<(), Refusal> {
    let out = || Refusal::new(HOUSE, Word("out-of-range")).word(Word("key"), Arg::Word(param.name));
    let other = || Refusal::new(HOUSE, Word("other-values")).word(Word("key"), Arg::Word(param.name));
    let limits = |value: Measured, low: Measured, high: Measured| {
        if value.raw() < low.raw() {
            Err(out().below(value, low))
        } else if value.raw() > high.raw() {
            Err(out().above(value, high))
        } else {
            Ok(())
        }
    };
    match (&param.range, value) {
        (Range::Length(a, b), Value::Length(l)) => {
            limits(Measured::Length(*l), Measured::Length(*a), Measured::Length(*b))
        }
        (Range::Angle(a, b), Value::Angle(v)) => limits(Measured::Angle(*v), Measured::Angle(*a), Measured::Angle(*b)),
        (Range::Whole(a, b), Value::Whole(n)) => limits(Measured::Count(*n), Measured::Count(*a), Measured::Count(*b)),
        (Range::Flag, Value::Flag(_)) => Ok(()),
        (Range::Name(names), Value::Name(name)) if names.contains(name) => Ok(()),
        (Range::Pick { from, least, most }, Value::Refs(refs)) => {
            let count = Measured::Count(refs.len() as i32);
            let distinct = refs.iter().enumerate().all(|(i, r)| !refs[..i].contains(r));
            if let Some(stranger) = refs.iter().find(|r| !from.contains(r)) {
                return Err(Refusal::new(HOUSE, Word("not-to-choose")).of(*stranger));
            }
            if !distinct {
                return Err(other());
            }
            limits(count, Measured::Count(i32::from(*least)), Measured::Count(i32::from(*most)))
        }
        _ => Err(other()),
    }
}

/// The value in the param's range nearest to a wish; none when the wish is of another kind.
pub fn nearest(param: &Param, wish: &Value) -> Option<Value> {
    Some(match (&param.range, wish) {
        (Range::Length(a, b), Value::Length(l)) => Value::Length(*l.max(a).min(b)),
        (Range::Angle(a, b), Value::Angle(v)) => Value::Angle(*v.max(a).min(b)),
        (Range::Whole(a, b), Value::Whole(n)) => Value::Whole(*n.max(a).min(b)),
        (Range::Flag, Value::Flag(on)) => Value::Flag(*on),
        (Range::Name(names), Value::Name(name)) if names.contains(name) => Value::Name(*name),
        (Range::Pick { from, least, most }, Value::Refs(refs)) => {
            let mut picked: Vec<Ref> = Vec::new();
            for r in refs.iter().chain(from) {
                let wanted = if picked.len() < usize::from(*least) { true } else { refs.contains(r) };
                if wanted && from.contains(r) && !picked.contains(r) && picked.len() < usize::from(*most) {
                    picked.push(*r);
                }
            }
            Value::Refs(picked)
        }
        _ => return None,
    })
}
