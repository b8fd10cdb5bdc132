//! The question of the fire step: which of a side's units shoot, and at whom.

use super::target::{self, LineOfFire};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Barred, Choice, Effects, Fact, Fitted, Handler, Measured, Narration, Offer,
    Ref, Refusal, Ruling, Value, Wish, alter_one, plain,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::fighting;
use crate::rules::armati::odds;
use crate::rules::armati::state::Declared;

/// The question's word.
pub const KEY: Word = Word("fire");

const SHOOT: Word = Verb::Shoot.word();
const AT: Word = Word("at");
/// The verb with which every unit shoots at its nearest target.
const VOLLEY: Word = Verb::Volley.word();
const DONE: Word = Verb::Done.word();

crate::verbs! {
    /// What a side says of its fire.
    enum Verb {
        Shoot = "shoot",
        Volley = "volley",
        Done = "done",
    }
}
const ONE_SHOT: Cite = Cite("F1");
const NEAREST: Cite = Cite("F3");

pub const HANDLER: Handler = Handler { key: KEY, verbs: Verb::WORDS, offer, judge, fit, aim, enact };

/// Whether some unit of the side has a target and has not declared.
pub(super) fn anyone(field: Battlefield, side: Side) -> bool {
    open(field, side).any(|unit| !target::nearest(field, unit).is_empty())
}

/// The units of a side that have not declared.
fn open(field: Battlefield<'_>, side: Side) -> impl Iterator<Item = UnitId> {
    field.side(side).filter(move |unit| !declared(field, *unit))
}

fn declared(field: Battlefield, unit: UnitId) -> bool {
    field.0.battle_state::<Declared>().shots.iter().any(|(shooter, _)| *shooter == unit)
}

fn shoot(unit: UnitId, at: UnitId) -> Action {
    Action::new(Ref::Unit(unit), SHOOT).with(AT, Value::Refs(vec![Ref::Unit(at)]))
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    for unit in field.side(asking.side).filter(|u| fighting::wants(field, ask, *u)) {
        if !declared(field, unit) {
            let lines = target::nearest(field, unit);
            let choice = |line: &LineOfFire| Choice::plain(shoot(unit, line.target), NEAREST);
            offer.choices.extend(lines.iter().map(choice));
        }
        if ask.barred {
            offer.barred.extend(barred(field, unit));
        }
    }
    if ask.wants(Ref::Side(asking.side)) {
        let side = |key| Choice::ending(Action::new(Ref::Side(asking.side), key), ONE_SHOT);
        offer.choices.extend([side(VOLLEY), side(DONE)]);
    }
    offer
}

/// Why a unit may not shoot at all, or at each enemy in reach.
fn barred(field: Battlefield, unit: UnitId) -> Vec<Barred> {
    let one = |why: Refusal| Barred { key: SHOOT, who: vec![Ref::Unit(unit)], why };
    if declared(field, unit) {
        return vec![one(declared_already(unit))];
    }
    match target::weapon(field, unit) {
        Err(why) => vec![one(why)],
        Ok(_) => field.enemies(unit).filter_map(|e| target::judge(field, unit, e).err()).map(one).collect(),
    }
}

fn declared_already(unit: UnitId) -> Refusal {
    Refusal::new(ONE_SHOT, Word("shot-declared")).of(Ref::Unit(unit))
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let Some((unit, at)) = decode(action) else {
        return plain::judge(&offer(asking, &Ask::all()), action);
    };
    let field = Battlefield::of(asking.view);
    if declared(field, unit) {
        return Err(declared_already(unit));
    }
    let line = target::judge(field, unit, at)?;
    Ok(Ruling {
        measured: vec![(Word("range"), Measured::Length(line.distance), NEAREST)],
        marks: vec![target::drawn(&line)],
        odds: odds::shot(&asking.view, unit, at).into_iter().collect(),
        ..Ruling::default()
    })
}

/// The shooter and the target of an order to shoot; none if the order is malformed.
fn decode(action: &Action) -> Option<(UnitId, UnitId)> {
    match (Verb::of(action)?, action.who.as_slice(), action.with.len()) {
        (Verb::Shoot, [Ref::Unit(unit)], 1) => Some((*unit, action.unit(AT)?)),
        _ => None,
    }
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    match judge(asking, action) {
        Ok(_) => Fitted { action: action.clone(), cut: Vec::new() },
        Err(why) => Fitted { cut: vec![why], ..plain::fit(&offer(asking, &Ask::all()), action) },
    }
}

fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
    match (wish, choice.action.who.as_slice()) {
        (Wish::Target(Ref::Unit(at)), [Ref::Unit(unit)]) => fit(asking, &shoot(*unit, at)),
        _ => plain::as_it_stands(choice),
    }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    if let Some((unit, at)) = decode(action) {
        let fact = Fact::new(ONE_SHOT, Narration::Said(Word("takes-aim")))
            .word(Word("who"), Arg::Of(Ref::Unit(unit)))
            .word(Word("enemy"), Arg::Of(Ref::Unit(at)))
            .change(alter_one(move |declared: &mut Declared| declared.shots.push((unit, at))));
        let more = open(field, asking.side).any(|u| u != unit && !target::nearest(field, u).is_empty());
        return if more { Effects::stay().fact(fact) } else { Effects::pop().fact(fact) };
    }
    if Verb::of(action) == Some(Verb::Volley) {
        let nearest = |unit| target::nearest(field, unit).first().map(|line| (unit, line.target));
        let shots: Vec<(UnitId, UnitId)> = open(field, asking.side).filter_map(nearest).collect();
        return Effects::pop().fact(
            Fact::new(NEAREST, Narration::Said(Word("volley-declared")))
                .word(Word("who"), Arg::Of(Ref::Side(asking.side)))
                .change(alter_one(move |declared: &mut Declared| declared.shots.extend(&shots))),
        );
    }
    Effects::pop()
}
