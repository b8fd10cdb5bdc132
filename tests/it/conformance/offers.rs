//! Offered is accepted: every choice as it stands, every named value, every fitted one, every aimed one.

use bevy::ecs::world::World;
use bevy::math::Vec2;
use sandtable::battle::notation::{Kind, Names};
use sandtable::battle::{
    Action, Ask, Choice, DICE, NameTable, Range, Ref, Ruleset, Value, View, Wish, aim, fit, judge, notation, offer,
};
use sandtable::ids::Side;

use super::At;
use super::draw::Draw;
use super::position::{is_listed, odds, refusal};

/// Holds what a side is offered to it, and returns some of the actions that were tried.
pub fn check(ruleset: &Ruleset, world: &World, side: Side, draw: &mut Draw, closely: bool, at: &At) -> Vec<Action> {
    let all = offer(world, side, &Ask::all());
    assert!(all.choices.iter().any(|choice| choice.ends), "{at}: nothing on offer for {side} ends the question");
    assert!(all.barred.is_empty(), "{at}: what is barred was not asked for");
    let question = View::of(world, side).question().map(|question| question.key);
    assert_eq!(Some(all.question), question, "{at}: the offer is to another question");
    let known = all.question == DICE || ruleset.questions.iter().any(|of| of.key == all.question);
    assert!(known, "{at}: the ruleset does not list its question `{}`", all.question);
    let mut tried = Vec::new();
    for choice in &all.choices {
        accepted(ruleset, world, side, &choice.action, at, "as it stands");
        assert!(is_listed(ruleset, choice.cite), "{at}: {} is not in the book", choice.cite);
        named_values(ruleset, world, side, choice, at);
        if closely || draw.below(4) == 0 {
            let varied = draw.varied(choice);
            let fitted = fitted(ruleset, world, side, &varied, at);
            tried.extend([varied, fitted]);
        }
    }
    if closely {
        if !all.choices.is_empty() {
            let choice = &all.choices[draw.below(all.choices.len())];
            aimed(ruleset, world, side, choice, draw, at);
            of_these(ruleset, world, side, choice, at);
        }
        barred(ruleset, world, side, at);
    }
    tried
}

/// The judge accepts the action.
fn accepted(ruleset: &Ruleset, world: &World, side: Side, action: &Action, at: &At, how: &str) {
    let of = View::of(world, side);
    assert!(action.who.iter().all(|who| of.side_of_ref(*who) == Some(side)), "{at}: {action:?} is not for {side}");
    assert_eq!(&written(world, action, at), action, "{at}: {how}, read back from notation");
    match judge(world, action) {
        Ok(ruling) => {
            for odds_then in &ruling.odds {
                odds(odds_then, at);
            }
        }
        Err(why) => panic!("{at}: {action:?}, {how}, is refused: {}", refusal(ruleset, world, &why)),
    }
}

/// A word of an action is known as one, so that a unit or a body of that name, perhaps of somebody's own battle, is never
/// read in its place.
fn words_are_no_names(names: &NameTable, action: &Action, at: &At) {
    for (name, value) in &action.with {
        if let Value::Name(word) = value {
            assert_eq!(names.kind_of(name.0), Some(Kind::Name), "{at}: the vocabulary lacks `{name}={word}`");
        }
    }
}

/// The action written in notation and read back.
pub fn written(world: &World, action: &Action, at: &At) -> Action {
    let names = View::umpire(world).names();
    words_are_no_names(&names, action, at);
    let line = notation::write(action, &names);
    notation::read(&line, &names).unwrap_or_else(|why| panic!("{at}: `{line}`: {why:?}"))
}

/// Every named value is accepted with the rest as it stands, and lies in its range.
fn named_values(ruleset: &Ruleset, world: &World, side: Side, choice: &Choice, at: &At) {
    for param in &choice.params {
        for stop in &param.stops {
            let mut action = choice.action.clone();
            param.put(&mut action, stop.at.clone());
            let how = format!("{} at its stop {:?} {}", param.name, stop.at, stop.why);
            accepted(ruleset, world, side, &action, at, &how);
            let inside = match (&param.range, &stop.at) {
                (Range::Length(low, high), Value::Length(l)) => low <= l && l <= high,
                (Range::Angle(low, high), Value::Angle(a)) => low <= a && a <= high,
                (Range::Whole(low, high), Value::Whole(n)) => low <= n && n <= high,
                (Range::Name(names), Value::Name(name)) => names.contains(name),
                (Range::Pick { from, least, most }, Value::Refs(refs)) => {
                    (usize::from(*least)..=usize::from(*most)).contains(&refs.len())
                        && refs.iter().all(|r| from.contains(r))
                }
                (Range::Flag, Value::Flag(_)) | (Range::Area(_), Value::Places(_) | Value::Refs(_)) => true,
                _ => false,
            };
            assert!(inside, "{at}: {:?}: {how} lies outside of {:?}", choice.action, param.range);
        }
    }
}

/// What is nearest to any values within the ranges is accepted, and fitting it again leaves it as it is.
fn fitted(ruleset: &Ruleset, world: &World, side: Side, wished: &Action, at: &At) -> Action {
    let first = fit(world, wished).unwrap_or_else(|why| panic!("{at}: {wished:?} has no nearest: {why:?}"));
    accepted(ruleset, world, side, &first.action, at, &format!("fitted from {wished:?}"));
    let second = fit(world, &first.action).map(|fitted| fitted.action);
    assert_eq!(second.as_ref(), Ok(&first.action), "{at}: fitted from {wished:?}, fitted again");
    if judge(world, wished).is_ok() {
        assert_eq!(&first.action, wished, "{at}: what is accepted is fitted to something else");
    } else {
        assert!(!first.cut.is_empty(), "{at}: {wished:?} was cut and nothing says why");
    }
    first.action
}

/// Whatever is wished for a choice, what is aimed is accepted.
fn aimed(ruleset: &Ruleset, world: &World, side: Side, choice: &Choice, draw: &mut Draw, at: &At) {
    let view = View::umpire(world);
    let targets: Vec<Ref> = view.roster().ids().map(Ref::Unit).collect();
    let size = Vec2::new(view.ground().width, view.ground().depth);
    for _ in 0..3 {
        let wish = draw.wish(size, &targets);
        match aim(world, choice, wish) {
            Ok(fitted) => accepted(ruleset, world, side, &fitted.action, at, &format!("aimed with {wish:?}")),
            Err(why) => panic!("{at}: {:?} cannot be aimed with {wish:?}: {why:?}", choice.action),
        }
    }
    // One base alone, as a hand takes it that has the others stay.
    let bases = choice.action.places().iter().map(|(of, _)| *of).filter(|of| matches!(of, Ref::Base(..)));
    for base in bases {
        let alone = Choice { action: Action { who: vec![base], ..choice.action.clone() }, ..choice.clone() };
        let wish = Wish::Pose(draw.pose(size));
        match aim(world, &alone, wish) {
            Ok(fitted) => {
                accepted(ruleset, world, side, &fitted.action, at, &format!("aimed by {base:?} with {wish:?}"))
            }
            Err(why) => panic!("{at}: {:?} cannot be aimed by {base:?} with {wish:?}: {why:?}", choice.action),
        }
    }
}

/// When the offer is asked for certain units alone, or for them and a joiner, its choices are accepted as well.
fn of_these(ruleset: &Ruleset, world: &World, side: Side, choice: &Choice, at: &At) {
    let joined = choice.joiners.first().map(|joiner| [&choice.action.who[..], &[*joiner]].concat());
    for who in [Some(choice.action.who.clone()), joined].into_iter().flatten() {
        for choice in &offer(world, side, &Ask::these(&who)).choices {
            accepted(ruleset, world, side, &choice.action, at, &format!("asked for {who:?}"));
            named_values(ruleset, world, side, choice, at);
        }
    }
}

/// What is barred has a reason that people can read.
fn barred(ruleset: &Ruleset, world: &World, side: Side, at: &At) {
    for barred in offer(world, side, &Ask { who: Vec::new(), barred: true }).barred {
        assert!(!barred.who.is_empty(), "{at}: {} is barred for nobody", barred.key);
        let text = refusal(ruleset, world, &barred.why);
        assert!(!text.is_empty(), "{at}: {:?}", barred.key);
    }
}
