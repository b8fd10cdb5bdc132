//! Any action whatever: judge and submit agree, a refusal changes nothing, only who is asked is accepted, and what
//! is accepted can be taken back.

use bevy::ecs::world::World;
use sandtable::battle::door::{CONCEDE, OFFER_DRAW};
use sandtable::battle::narrator::Narrator;
use sandtable::battle::{
    Action, Arg, Journal, NameTable, PARTS, Ref, Refusal, Value, View, digest, fit, judge, submit, undo,
};
use sandtable::cite::Word;
use sandtable::ids::{BodyId, Side, TerrainId, UnitId};
use sandtable::table::{Cdeg, Leg, Mil, Place};

use super::At;
use super::draw::Draw;

/// The rulesets of which every refusal says what is wrong and what would be right.
const TELLING: &[&str] = &["ancientmaster", "armati", "impetus"];

/// Those that still say of some verbs only that they are not on offer.
const TELLING_MOST: &[&str] = &["battlesystem", "chainmail"];

/// Sentences that say only that something is not so.
const DULL: &[&str] = &["not-like-this", "not-offered", "other-values"];

/// A verb without a letter, which has no place in a sentence.
const NO_LETTER: [Arg; 2] = [Arg::Key(Word("")), Arg::Word(Word(""))];

/// How many actions are tried at a question.
const TRIES: usize = 12;

/// Tries actions that were on offer here or earlier, most of them spoilt.
pub fn check(world: &mut World, known: &[Action], draw: &mut Draw, at: &At) {
    for _ in 0..TRIES {
        let Some(mut action) = draw.one(known).cloned() else { return };
        for _ in 0..draw.below(3) {
            spoil(&mut action, known, draw, world);
        }
        attempt(world, action, at);
    }
}

/// Giving up and offering a draw: accepted from both at any time, and taken back.
pub fn check_placement(world: &mut World, at: &At) {
    let before = digest(world);
    for side in Side::BOTH {
        submit(world, Action::new(Ref::Side(side), CONCEDE)).unwrap_or_else(|why| panic!("{at}: {why:?}"));
        let ending = View::umpire(world).ending();
        assert_eq!(ending.and_then(|ending| ending.winner), Some(side.other()), "{at}: {side} concedes");
        assert!(undo(world), "{at}");
        assert_eq!(digest(world), before, "{at}: {side} did not concede after all");
    }
    for side in Side::BOTH {
        submit(world, Action::new(Ref::Side(side), OFFER_DRAW)).unwrap_or_else(|why| panic!("{at}: {why:?}"));
    }
    let ending = View::umpire(world).ending();
    assert!(ending.is_some_and(|ending| ending.winner.is_none()), "{at}: a draw was agreed");
    assert!(undo(world) && undo(world), "{at}");
    assert_eq!(digest(world), before, "{at}: no draw was offered after all");
}

fn attempt(world: &mut World, action: Action, at: &At) {
    let before = (digest(world), depth(world));
    let waiting = View::umpire(world).waiting();
    let judged = judge(world, &action);
    let fitted = fit(world, &action);
    if let Ok(fitted) = &fitted {
        let again = judge(world, &fitted.action);
        assert!(again.is_ok(), "{at}: {action:?} is fitted to {:?}: {again:?}", fitted.action);
    }
    match submit(world, action.clone()) {
        Ok(()) => {
            assert!(judged.is_ok(), "{at}: the judge refused {action:?} and it was done");
            let side = action.who.first().and_then(|who| View::umpire(world).side_of_ref(*who));
            let placement = action.key == CONCEDE || action.key == OFFER_DRAW;
            let asked = side.is_some_and(|side| waiting.contains(&side));
            assert!(asked || placement, "{at}: {action:?} of a side that is not asked");
            assert!(undo(world), "{at}: {action:?} cannot be taken back");
            assert_eq!((digest(world), depth(world).0), (before.0, before.1.0), "{at}: {action:?} taken back");
        }
        Err(why) => {
            tells(world, &why, &action, at);
            assert_eq!(judged.err(), Some(why), "{at}: the judge said otherwise of {action:?}");
            assert_eq!((digest(world), depth(world)), before, "{at}: {action:?} was refused and changed something");
        }
    }
}

/// A refusal says what was measured or would be accepted, and has a value for each place of its sentence.
fn tells(world: &World, why: &Refusal, action: &Action, at: &At) {
    let dull = match at.game.ruleset.name {
        name if TELLING.contains(&name) => DULL,
        name if TELLING_MOST.contains(&name) => &DULL[..1],
        _ => return,
    };
    let key = |(name, _): &&(Word, _)| name.0 == "key";
    let more = why.words.iter().filter(|word| !key(word)).count();
    let dull = dull.contains(&why.says.0) && why.measured.is_none() && more == 0;
    assert!(!dull, "{at}: {action:?} is refused, and why is not told: {why:?}");
    let narrator = Narrator::new((at.game.ruleset.texts)(), NameTable::new(world));
    let bare = |place: &str| why.words.iter().any(|(name, arg)| name.0 == place && NO_LETTER.contains(arg));
    let open: Vec<String> = narrator.open_in_refusal(why).into_iter().filter(|place| !bare(place)).collect();
    assert!(open.is_empty(), "{at}: {action:?}: `{}` lacks {open:?}", narrator.refusal(why));
}

fn depth(world: &World) -> (usize, usize) {
    let journal = world.resource::<Journal>();
    (journal.depth(), journal.ahead())
}

fn spoil(action: &mut Action, known: &[Action], draw: &mut Draw, world: &World) {
    match draw.below(8) {
        0 => action.key = draw.one(known).map_or(Word("nonsense"), |other| other.key),
        1 => action.key = *[Word("nonsense"), Word(""), CONCEDE, OFFER_DRAW].get(draw.below(4)).unwrap_or(&CONCEDE),
        2 => action.who = (0..draw.below(3)).map(|_| someone(draw, world)).collect(),
        3 if !action.with.is_empty() => drop(action.with.remove(draw.below(action.with.len()))),
        4 => {
            let twice = draw.one(&action.with).cloned();
            action.with.extend(twice);
        }
        5 => {
            let other = draw.one(known).and_then(|other| draw.one(&other.with)).cloned();
            action.with.extend(other);
        }
        _ if !action.with.is_empty() => {
            let n = draw.below(action.with.len());
            spoil_value(&mut action.with[n].1, known, draw, world);
        }
        _ => action.with.push((Word("nonsense"), Value::Whole(draw.any()))),
    }
}

fn spoil_value(value: &mut Value, known: &[Action], draw: &mut Draw, world: &World) {
    match value {
        Value::Length(length) => length.0 = draw.any(),
        Value::Angle(angle) => angle.0 = draw.any(),
        Value::Whole(n) => *n = draw.any(),
        Value::Flag(flag) => *flag = !*flag,
        Value::Name(name) => *name = Word("nonsense"),
        Value::Refs(refs) => match draw.below(3) {
            0 => refs.clear(),
            1 => refs.extend_from_within(..),
            _ => refs.push(someone(draw, world)),
        },
        Value::Legs(legs) => spoil_legs(legs, draw),
        Value::Short(stops) => stops.push((someone(draw, world), Mil(draw.any()))),
        Value::Places(places) => match (draw.below(3), places.is_empty()) {
            (0, false) => drop(places.remove(draw.below(places.len()))),
            (1, false) => {
                let n = draw.below(places.len());
                places[n].1 = Place { x: Mil(draw.any()), y: Mil(draw.any()), heading: Cdeg(draw.any()) };
            }
            _ => {
                let twice = draw.one(places).copied();
                places.extend(twice);
            }
        },
        Value::Parts(parts) => match (draw.below(4), parts.is_empty()) {
            (0, false) => drop(parts.remove(draw.below(parts.len()))),
            (1, _) => parts.extend(draw.one(known).cloned()),
            (2, _) => {
                // A composite in a composite.
                let nested = parts.clone();
                parts.push(Action::new(Ref::Side(Side::North), Word("orders")).with(PARTS, Value::Parts(nested)));
            }
            (_, false) => {
                let n = draw.below(parts.len());
                spoil(&mut parts[n], known, draw, world);
            }
            _ => {}
        },
    }
    if draw.below(6) == 0 {
        *value = Value::Whole(draw.any());
    }
}

fn spoil_legs(legs: &mut Vec<Leg>, draw: &mut Draw) {
    let leg = match draw.below(5) {
        0 => Leg::Ahead(Mil(draw.any())),
        1 => Leg::Slide(Cdeg(draw.any()), Mil(draw.any())),
        2 => Leg::Wheel(Cdeg(draw.any())),
        3 => Leg::Face(Cdeg(draw.any())),
        _ => Leg::Form(Word("nonsense")),
    };
    match (draw.below(3), legs.is_empty()) {
        (0, false) => drop(legs.remove(draw.below(legs.len()))),
        (1, false) => {
            let n = draw.below(legs.len());
            legs[n] = leg;
        }
        _ => legs.insert(draw.below(legs.len() + 1), leg),
    }
}

/// Somebody of either side, or something that is not there.
fn someone(draw: &mut Draw, world: &World) -> Ref {
    let view = View::umpire(world);
    let unit = UnitId(draw.below(view.roster().len() + 1) as u16);
    match draw.below(8) {
        0 => Ref::Side(Side::North),
        1 => Ref::Side(Side::South),
        2 => Ref::Body(BodyId(draw.below(view.bodies().len() + 2) as u16)),
        3 => Ref::Base(unit, draw.below(5) as u8),
        4 => Ref::Terrain(TerrainId(draw.below(3) as u16)),
        5 => Ref::Spot(Mil(draw.any()), Mil(draw.any())),
        6 => Ref::Unit(UnitId(u16::MAX)),
        _ => Ref::Unit(unit),
    }
}
