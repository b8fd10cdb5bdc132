//! Questions that are answered by picking one of the offered choices: the judge needs nothing but the offer.

use super::action::{Action, Ref, Value};
use super::agenda::Effects;
use super::install::{Answered, Asking, Handler};
use super::offer::{Ask, Choice, Fitted, Offer, Param, Range};
use super::refusal::{Arg, Measured, NOT_OFFERED, Refusal, Ruling};
use super::shape::Takes;
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
    let mut refusal = None;
    for choice in offer.choices.iter().filter(|c| c.is_alike(action)) {
        match check(choice, action) {
            Ok(()) => return Ok(Ruling::default()),
            Err(why) => refusal = Some(why),
        }
    }
    let barred = offer.barred.iter().find(|b| b.key == action.key && action.who.iter().all(|w| b.who.contains(w)));
    // Which of its values is no choice's, and not only not this one's, is seen by all of them.
    let refusal = refusal.map(|why| if why.says == NOT_OFFERED { fixed(offer, action).unwrap_or(why) } else { why });
    Err(barred.map(|b| b.why.clone()).or(refusal).unwrap_or_else(|| offers_else(offer, action)))
}

/// The first value that none of those choices has that are alike so far, with the values that they have.
fn fixed(offer: &Offer, action: &Action) -> Option<Refusal> {
    let mut alike: Vec<&Choice> = offer.choices.iter().filter(|choice| choice.is_alike(action)).collect();
    for (name, value) in &action.with {
        let varied = |choice: &Choice| choice.params.iter().any(|param| param.name == *name && param.part.is_none());
        let has = |choice: &&Choice| varied(choice) || choice.action.value(*name) == Some(value);
        let still: Vec<&Choice> = alike.iter().copied().filter(has).collect();
        if still.is_empty() {
            let values = alike.iter().filter_map(|choice| choice.action.value(*name));
            let may: Vec<Arg> = values.filter(|of| Takes::of(of) == Takes::of(value)).flat_map(worded).collect();
            return (!may.is_empty()).then(|| Refusal::may_be(HOUSE, *name, may));
        }
        alike = still;
    }
    None
}

/// A value in words; nothing for one that is a path, places or parts.
fn worded(value: &Value) -> Vec<Arg> {
    match value {
        Value::Length(length) => vec![Arg::Measured(Measured::Length(*length))],
        Value::Angle(angle) => vec![Arg::Measured(Measured::Angle(*angle))],
        Value::Whole(n) => vec![Arg::Measured(Measured::Count(*n))],
        Value::Flag(flag) => vec![Arg::Key(Word(if *flag { "yes" } else { "no" }))],
        Value::Refs(refs) => refs.iter().map(|of| Arg::Of(*of)).collect(),
        Value::Name(word) => vec![Arg::Key(*word)],
        Value::Legs(_) | Value::Short(_) | Value::Places(_) | Value::Parts(_) => Vec::new(),
    }
}

/// Whom that verb is for, or which verbs there are instead of it.
pub fn offers_else(offer: &Offer, action: &Action) -> Refusal {
    let of_verb = || offer.choices.iter().filter(|choice| choice.action.key == action.key);
    if of_verb().next().is_some() {
        let whom = of_verb().flat_map(|choice| choice.action.who.iter().copied());
        return Refusal::for_others(HOUSE, action.key, &action.who, whom);
    }
    let all = offer.choices.iter().all(|choice| choice.action.who != action.who);
    let verbs = offer.choices.iter().filter(|choice| all || choice.action.who == action.who);
    let verbs: Vec<Word> = verbs.map(|choice| choice.action.key).collect();
    if verbs.is_empty() {
        return Refusal::not_offered(HOUSE, action.key, &action.who);
    }
    Refusal::other_verb(HOUSE, action.key, &action.who, verbs)
}

/// The choice with the same verb and actors, with each value brought into its range. If there is none: the first choice
/// with the same actors, else with the same verb, else of all.
pub fn fit(offer: &Offer, action: &Action) -> Fitted {
    let Err(why) = judge(offer, action) else { return Fitted { action: action.clone(), cut: Vec::new() } };
    let cut = vec![why];
    let find = |f: &dyn Fn(&&Choice) -> bool| offer.choices.iter().find(f);
    let choice = find(&|c| c.is_alike(action))
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
    if offered.key != action.key {
        return Err(Refusal::other_verb(HOUSE, action.key, &action.who, [offered.key]));
    }
    if offered.who != action.who {
        return Err(Refusal::for_others(HOUSE, action.key, &action.who, offered.who.iter().copied()));
    }
    if names(offered) != names(action) {
        let takes: Vec<(Word, Takes)> = offered.with.iter().map(|(name, value)| (*name, Takes::of(value))).collect();
        return Err(Refusal::values(HOUSE, action, &takes, &[]));
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
                (None, Value::Parts(offered), Value::Parts(parts)) => {
                    return Err(Refusal::number_named(HOUSE, *name, parts.len(), offered.len()));
                }
                (_, offered, value) if Takes::of(offered) != Takes::of(value) => {
                    return Err(Refusal::other_kind(HOUSE, action.key, *name, Takes::of(offered)));
                }
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
    let other = || Refusal::other_kind(HOUSE, param.name, param.name, Takes::of_range(&param.range));
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
        (Range::Name(names), Value::Name(_)) => {
            Err(Refusal::may_be(HOUSE, param.name, names.iter().map(|name| Arg::Key(*name))))
        }
        (Range::Pick { from, least, most }, Value::Refs(refs)) => {
            let count = Measured::Count(refs.len() as i32);
            let twice = refs.iter().enumerate().find(|(i, r)| refs[..*i].contains(r));
            if let Some(stranger) = refs.iter().find(|r| !from.contains(r)) {
                return Err(Refusal::new(HOUSE, Word("not-to-choose")).of(*stranger));
            }
            if let Some((_, twice)) = twice {
                return Err(Refusal::named_twice(HOUSE, *twice));
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
