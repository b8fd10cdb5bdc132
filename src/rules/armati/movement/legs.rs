//! Choices whose only param is the length of their last leg: evades, break-offs, supports, breakthroughs.

use super::straight::Straight;
use crate::battle::offer::name_of;
use crate::battle::{
    Action, Arg, Asking, Choice, Fitted, LEGS, Measured, Offer, Param, Range, Ref, Refusal, Ruling, Takes, Value, Wish,
    plain,
};
use crate::cite::Word;
use crate::ids::UnitId;
use crate::rules::armati::battlefield::Battlefield;
use crate::table::{Leg, Mil, Pose};

/// The straight move that a unit makes with such legs.
pub type Way = for<'w> fn(Battlefield<'w>, UnitId, &[Leg]) -> Straight<'static, 'w>;

/// How far the last of the legs goes.
pub fn last_length(legs: &[Leg]) -> Mil {
    legs.last().and_then(|leg| length(*leg)).unwrap_or_default()
}

/// Accepts a choice of the offer with a last leg as long as its param allows, and says where it ends. A unit that would
/// end on a friend stops short of him (M4).
///
/// # Errors
///
/// A refusal that says what is not on offer, or the length and its limit.
pub fn judge(field: Battlefield, offer: &Offer, action: &Action, way: Way) -> Result<Ruling, Refusal> {
    let mut worst = None;
    for choice in offer.choices.iter().filter(|choice| choice.is_alike(action)) {
        match check(choice, action).and_then(|()| ruling(field, choice, action, way)) {
            Ok(ruling) => return Ok(ruling),
            Err(refusal) => worst = Some(refusal),
        }
    }
    Err(worst.unwrap_or_else(|| plain::offers_else(offer, action)))
}

fn ruling(field: Battlefield, choice: &Choice, action: &Action, way: Way) -> Result<Ruling, Refusal> {
    let ([Ref::Unit(unit)], false) = (&action.who[..], action.legs().is_empty()) else { return Ok(Ruling::default()) };
    let straight = way(field, *unit, action.legs());
    let goes = straight.course(last_length(action.legs())).distance;
    if let Some((low, _)) = range(choice)
        && goes < low
    {
        return Err(Refusal::new(choice.cite, Word("out-of-range"))
            .of(choice.action.who[0])
            .word(Word("key"), Arg::Word(choice.action.key))
            .below(Measured::Length(goes), Measured::Length(low)));
    }
    let name = if straight.back { Word("slide") } else { Word("ahead") };
    Ok(Ruling {
        ends: vec![(*unit, straight.at(goes).pose())],
        measured: vec![(name, Measured::Length(goes), choice.cite)],
        ..Ruling::default()
    })
}

fn check(choice: &Choice, action: &Action) -> Result<(), Refusal> {
    let (offered, asked) = (choice.action.legs(), action.legs());
    if action.with.iter().any(|(name, _)| *name != LEGS) || offered.is_empty() && !asked.is_empty() {
        let takes = [(LEGS, Takes::Legs)];
        let takes = &takes[..usize::from(!offered.is_empty())];
        return Err(Refusal::values(choice.cite, action, takes, &[]));
    }
    let other = || {
        let may = offered.iter().map(|leg| Arg::Key(name_of(*leg)));
        let who = choice.action.who[0];
        Refusal::legs(choice.cite, Word("other-legs"), who, (Word("legs"), asked)).each(Word("may"), may)
    };
    let alike = offered.len() == asked.len()
        && offered.iter().zip(asked).all(|(o, a)| with_length(*o, Mil::ZERO) == with_length(*a, Mil::ZERO));
    if !alike {
        return Err(other());
    }
    let Some(length) = asked.last().and_then(|l| length(*l)) else {
        return if offered == asked { Ok(()) } else { Err(other()) };
    };
    // What has no range goes as far as it is offered, and no other way.
    let (low, high) = range(choice).unwrap_or_else(|| (last_length(offered), last_length(offered)));
    let key = Arg::Word(choice.action.key);
    let refuse = || Refusal::new(choice.cite, Word("out-of-range")).of(choice.action.who[0]).word(Word("key"), key);
    if length < low {
        return Err(refuse().below(Measured::Length(length), Measured::Length(low)));
    }
    if length > high {
        return Err(refuse().above(Measured::Length(length), Measured::Length(high)));
    }
    Ok(())
}

/// The choice of the same verb and actor with its length brought into the range; else the first choice.
pub fn fit(field: Battlefield, offer: &Offer, action: &Action, way: Way) -> Fitted {
    match judge(field, offer, action, way) {
        Ok(_) => Fitted { action: action.clone(), cut: Vec::new() },
        Err(refusal) => {
            let same = |c: &&Choice| c.is_alike(action);
            let shape = |c: &&Choice| {
                same(c)
                    && c.action.legs().len() == action.legs().len()
                    && c.action
                        .legs()
                        .iter()
                        .zip(action.legs())
                        .all(|(a, b)| with_length(*a, Mil::ZERO) == with_length(*b, Mil::ZERO))
            };
            let who = |c: &&Choice| c.action.who == action.who;
            let choices = &offer.choices;
            let choice = choices.iter().find(shape).or_else(|| choices.iter().find(same));
            let choice = choice.or_else(|| choices.iter().find(who)).or_else(|| choices.first());
            let Some(choice) = choice else { return Fitted { action: action.clone(), cut: vec![refusal] } };
            let mut fitted = choice.action.clone();
            if let (Some(wish), Some((low, high))) = (action.legs().last().and_then(|l| length(*l)), range(choice)) {
                let offered = fitted.clone();
                set_length(&mut fitted, wish.max(low).min(high));
                // The smallest length may be impossible because a friend stands there whom the full length passes.
                if judge(field, offer, &fitted, way).is_err() {
                    fitted = offered;
                }
            }
            Fitted { action: fitted, cut: vec![refusal] }
        }
    }
}

/// The length of the last leg that brings the unit nearest to a wished pose.
pub fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
    let mut action = choice.action.clone();
    let at = match wish {
        Wish::Pose(Pose { at, .. }) | Wish::Toward(at) => Some(at),
        Wish::Target(_) => None,
    };
    if let (Some(at), Some((low, high)), [Ref::Unit(unit)]) = (at, range(choice), &action.who[..])
        && let Some(pose) = asking.view.pose(*unit)
    {
        let way = (at - pose.at).length();
        set_length(&mut action, Mil::measured(way).max(low).min(high));
    }
    Fitted { action, cut: Vec::new() }
}

fn range(choice: &Choice) -> Option<(Mil, Mil)> {
    choice.params.iter().find_map(|p: &Param| match p.range {
        Range::Length(low, high) => Some((low, high)),
        _ => None,
    })
}

fn length(leg: Leg) -> Option<Mil> {
    match leg {
        Leg::Ahead(length) | Leg::Slide(_, length) => Some(length),
        Leg::Wheel(_) | Leg::Face(_) | Leg::Form(_) => None,
    }
}

fn with_length(leg: Leg, to: Mil) -> Leg {
    match leg {
        Leg::Ahead(_) => Leg::Ahead(to),
        Leg::Slide(angle, _) => Leg::Slide(angle.turn(), to),
        other => other,
    }
}

fn set_length(action: &mut Action, to: Mil) {
    let mut legs = action.legs().to_vec();
    if let Some(last) = legs.last_mut() {
        *last = with_length(*last, to);
        action.set(LEGS, Value::Legs(legs));
    }
}
