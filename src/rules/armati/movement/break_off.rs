//! Break-offs (7.10): a unit in melee tries to get away straight back.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::follow::moved;
use super::order::DONE;
use super::straight::Straight;
use super::touch;
use super::{legs, rear_zone, release};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Barred, Choice, DiceHand, Effects, Fact, Handle, Handler, Job, LEGS, Measured,
    Narration, Offer, Param, Range, Ref, Refusal, Truth, Value, alter, put,
};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, Roll};
use crate::ids::{Side, UnitId};
use crate::rules::armati::ambush;
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::breaking::{self, Break};
use crate::rules::armati::data::{BreakOff as Who, data};
use crate::rules::armati::divisions;
use crate::rules::armati::melee::panic;
use crate::rules::armati::state::{Acts, Counts, Fatigue};
use crate::table::{Cdeg, Edge, Footprint, Leg, Mil};

const KEY: Word = Verb::BreakOff.word();

crate::verbs! {
    /// What a side says of its units in melee.
    enum Verb {
        BreakOff = "break-off",
        Done = "done",
    }
}
pub const RULE: Cite = Cite("7.10");

pub const HANDLER: Handler = Handler {
    key: KEY,
    verbs: Verb::WORDS,
    offer,
    judge: |asking, action| legs::judge(Battlefield::of(asking.view), &offer(asking, &Ask::all()), action, WAY),
    fit: |asking, action| legs::fit(Battlefield::of(asking.view), &offer(asking, &Ask::all()), action, WAY),
    aim: legs::aim,
    enact,
};

/// A job: a break-off that is being tried.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Try {
    pub unit: UnitId,
    pub back: Mil,
}

impl Job for Try {
    const NAME: &'static str = "armati.break-off";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(attempt, self, world)
    }
}

const WAY: legs::Way = |field, unit, _| way(field, unit);

/// The units of a side that may try now, as far as that side can know. So being asked gives away nothing about hidden
/// enemies.
pub fn eligible(field: Battlefield<'_>, side: Side) -> impl Iterator<Item = UnitId> {
    let field = Battlefield::of(field.0.seen_by(side));
    field.side(side).filter(move |u| check(field, *u).is_ok())
}

fn way(field: Battlefield<'_>, unit: UnitId) -> Straight<'static, '_> {
    let from = field.print(unit);
    Straight { field, unit, from, start: from, back: true, hostile: false, mates: &[], ended: &[] }
}

/// How far straight back the unit could go.
///
/// # Errors
///
/// Why it may not try.
pub fn check(field: Battlefield, unit: UnitId) -> Result<Mil, Refusal> {
    let refuse = |says| Refusal::new(RULE, Word(says)).of(Ref::Unit(unit));
    let contacts = field.contacts(unit);
    if contacts.is_empty() {
        return Err(refuse("not-engaged"));
    }
    if field.acts(unit).tried_break_off {
        return Err(refuse("has-tried"));
    }
    let controlled = field.division_of(unit).is_some_and(|b| field.division(b).controlled);
    if !controlled {
        return Err(refuse("uncontrolled-break-off"));
    }
    let faster = contacts.iter().all(|c| field.allowance(c.enemy) < field.allowance(unit));
    match field.kind(unit).break_off {
        Who::Always => {}
        Who::FromSlower if faster => {}
        Who::FromSlower => return Err(refuse("enemy-not-slower")),
        Who::Never => return Err(refuse("never-breaks-off")),
    }
    if let Some(fresh) = contacts.iter().find(|c| c.rounds == 0) {
        return Err(refuse("break-off-first-round").word(Word("enemy"), Arg::Of(Ref::Unit(fresh.enemy))));
    }
    if contacts.iter().any(|c| c.counts != Counts::Front || c.edge != Edge::Front) {
        return Err(refuse("break-off-sides"));
    }
    let way = way(field, unit);
    let reach = way.reach(field.allowance(unit));
    let free = way.course(rear_zone::way_free(&way).map_or(reach, |zone| reach.min(zone))).distance;
    let least = *data().tables.break_off.least;
    if free < least {
        return Err(refuse("break-off-room").below(Measured::Length(free), Measured::Length(least)));
    }
    Ok(free)
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    let least = *data().tables.break_off.least;
    for unit in field.side(asking.side).filter(|u| ask.wants(Ref::Unit(*u))) {
        match check(field, unit) {
            Ok(free) => {
                let mut action = Action::new(Ref::Unit(unit), KEY);
                action.set(LEGS, Value::Legs(vec![Leg::Slide(Cdeg::HALF, free)]));
                let handle = Handle::Bearing(Cdeg::HALF, Cdeg::HALF);
                let param = Param { handle, ..Param::panel(Word("slide"), Range::Length(least, free)) };
                offer.choices.push(Choice { params: vec![param], ..Choice::plain(action, RULE) });
            }
            Err(why) if ask.barred && field.engaged(unit) => {
                offer.barred.push(Barred { key: KEY, who: vec![Ref::Unit(unit)], why });
            }
            Err(_) => {}
        }
    }
    offer.choices.push(Choice::ending(Action::new(Ref::Side(asking.side), DONE), RULE));
    offer
}

fn enact(_: &Answered, action: &Action) -> Effects {
    match (Verb::of(action), &action.who[..], action.legs()) {
        (Some(Verb::BreakOff), [Ref::Unit(unit)], [Leg::Slide(_, back)]) => {
            Effects::stay().push(Try { unit: *unit, back: *back })
        }
        _ => Effects::pop(),
    }
}

/// Rolls the die of a break-off and does what follows.
fn attempt(InRef(job): InRef<Try>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    let numbers = &data().tables.break_off;
    let mut roller = dice.roller();
    let die = match roller.die(Die::d6(field.0.side_of(unit), Some(unit), KEY)) {
        Ok(die) => die,
        Err(need) => return Effects::need(need),
    };
    let mut tally = Tally::default().with(Word("die"), i32::from(die), RULE);
    let bonus = field.kind(unit).break_off_bonus;
    if bonus != 0 {
        tally.add(Word("light"), bonus, RULE);
    }
    if field.fatigued(unit) {
        tally.add(Word("fatigued"), numbers.fatigued, RULE);
    }
    let total = tally.total();
    let way = way(field, unit);
    // Hidden enemies close behind it leave no way out (3.1.4).
    let free = way.course(job.back).distance;
    let goes = total >= numbers.back && free > Mil::ZERO;
    let says = if goes {
        Word("break-off-away")
    } else if total <= numbers.hurt {
        Word("break-off-hurt")
    } else {
        Word("break-off-stays")
    };
    let tired = Fatigue(field.fatigue(unit) + numbers.fatigue);
    let told = Narration::Marked { of: Ref::Unit(unit), what: KEY, on: goes };
    let rolled = Fact::new(RULE, told)
        .says(says)
        .word(Word("lost"), Arg::Measured(Measured::Count(1)))
        .dice(roller.rolled())
        .tally(tally)
        .change(put(unit, tired))
        .change(alter(unit, |acts: &mut Acts| acts.tried_break_off = true));
    if !goes {
        let met = ambush::met(field, field.0.side_of(unit), &[(unit, way.passed(&way.at(free)))]);
        let effects = Effects::pop().fact(rolled).facts(if total >= numbers.back { met } else { Vec::new() });
        if total > numbers.hurt {
            return effects;
        }
        let effects = effects.facts(breaking::lose_bp(field, unit, 1, RULE));
        return if field.bp(unit) <= 1 {
            effects.push(Break { unit, why: Word("broken"), cite: RULE, enemy: None })
        } else {
            effects
        };
    }
    let end = way.at(free);
    let away = moved(field, RULE, &[(unit, end)]).change(alter(unit, |acts: &mut Acts| {
        acts.moved = true;
        acts.spent = true;
    }));
    let away = touch::parted(field, unit).into_iter().fold(away, Fact::change);
    let mut effects = Effects::pop().fact(rolled).fact(away).facts(panic::parted(field, unit));
    effects = effects.facts(ambush::met(field, field.0.side_of(unit), &[(unit, way.passed(&end))]));
    if let Some(body) = field.division_of(unit) {
        let units = field.0.bodies().get(body).units.iter().copied().filter(|u| field.stands(*u));
        let left: Vec<(UnitId, Footprint)> = units.map(|u| (u, if u == unit { end } else { field.print(u) })).collect();
        effects = effects.facts(divisions::part(body, &left));
    }
    effects.facts(release::facts(field))
}
