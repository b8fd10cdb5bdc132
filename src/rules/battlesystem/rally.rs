//! The Rally Phase (6): commanders bring routed units to a halt.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::body::Body;
use super::contact::contacts;
use super::moves::mob::Order;
use super::state::{GapDebt, Phase, Round, Stance};
use super::switches::Switch;
use super::troop::Class;
use super::verb::Verb;
use super::{command, dress, morale, run};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, DiceHand, Effects, Fact, Handler, Job, Narration, Offer, Param,
    Question, Range, Ref, Truth, Value, alter, alter_one, put,
};
use crate::cite::{Cite, Tally, Word};
use crate::ids::{Side, UnitId};
use crate::table::Cdeg;

pub const KEY: Word = Word("rally");
const TURNS: Word = Word("turns");
/// What a mob is ordered to.
pub const WHAT: Word = Word("what");
const ORDERS: Cite = Cite("BS85");
const RULE: Cite = Cite("BS83");

/// Which routed unit is rallied by whom.
pub const HANDLER: Handler =
    Handler::plain(KEY, &[Verb::Rally.word(), Verb::Order.word(), Verb::Done.word()], offer, enact);

/// A job: the Rally Phase of a side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rallies {
    pub side: Side,
    /// Units that are out of command have been tested.
    pub tested: bool,
}

/// A job: one attempt.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    pub unit: UnitId,
    /// The commander's place in the list.
    pub by: u8,
    /// It turns to the nearest enemy if it rallies.
    pub turns: bool,
    /// What a mob is ordered to; none: it is rallied.
    #[serde(default)]
    pub order: Option<Order>,
}

impl Job for Rallies {
    const NAME: &'static str = "battlesystem.rallies";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(rallies, self, world)
    }
}

impl Job for Attempt {
    const NAME: &'static str = "battlesystem.attempt";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(attempt, self, world)
    }
}

/// The commander who may try to rally a unit now: the first who has it wholly in his radius and has not rallied (BS84).
fn by_whom(field: Battlefield, unit: UnitId) -> Option<u8> {
    let phase = field.phase();
    if !field.stance(unit).routed || phase.tried.contains(&unit) || !contacts(field, unit).is_empty() {
        return None;
    }
    free_commander(field, unit)
}

/// The first commander who has a unit wholly in his radius, and has neither rallied nor ordered.
fn free_commander(field: Battlefield, unit: UnitId) -> Option<u8> {
    let free = |(place, officer): &(u8, super::state::Officer)| {
        !field.phase().rallied.contains(place) && command::has(field, unit, officer)
    };
    command::eligible(field, unit).into_iter().find(free).map(|(place, _)| place)
}

/// The commander who may give a mob its order now (6.4).
fn who_orders(field: Battlefield, unit: UnitId) -> Option<u8> {
    let mob = field.class(unit) == Class::Mob && !field.stance(unit).routed;
    let free = mob && !field.phase().tried.contains(&unit) && contacts(field, unit).is_empty();
    if free { free_commander(field, unit) } else { None }
}

pub fn rallies(InRef(job): InRef<Rallies>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    if !job.tested {
        // Who is within a radius again is in command (6.5).
        let back = field.side(job.side).filter(|unit| field.stance(*unit).out);
        let facts: Vec<Fact> = back.filter_map(|unit| command::tested(field, unit)).collect();
        return Effects::become_job(Rallies { tested: true, ..*job }).facts(facts);
    }
    let any = field.side(job.side).any(|unit| by_whom(field, unit).is_some() || who_orders(field, unit).is_some());
    if field.phase().over || !any {
        return Effects::pop();
    }
    Effects::stay().ask(Question::to(job.side, HANDLER, RULE))
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    for unit in field.side(asking.side).filter(|unit| ask.wants(Ref::Unit(*unit)) && by_whom(field, *unit).is_some()) {
        for turns in [true, false] {
            let action = Verb::Rally.by(Ref::Unit(unit)).with(TURNS, Value::Flag(turns));
            let called = Some(Word(if turns { "rally-turned" } else { "rally-as-it-is" }));
            offer.choices.push(Choice { called, ..Choice::plain(action, RULE) });
        }
    }
    for unit in field.side(asking.side).filter(|unit| ask.wants(Ref::Unit(*unit)) && who_orders(field, *unit).is_some())
    {
        let action = Verb::Order.by(Ref::Unit(unit)).with(WHAT, Value::Name(Order::Advance.word()));
        let what = Param::panel(WHAT, Range::Name(Order::WORDS.to_vec()));
        offer.choices.push(Choice { params: vec![what], ..Choice::plain(action, ORDERS) });
    }
    offer.choices.push(Choice::ending(Verb::done(asking.side), RULE));
    offer
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let attempt = match action.who[..] {
        [Ref::Unit(unit)] if Verb::of(action) == Some(Verb::Order) => {
            let order = action.word(WHAT).and_then(|word| Order::named(word.0));
            who_orders(field, unit).filter(|_| order.is_some()).map(|by| Attempt { unit, by, turns: false, order })
        }
        [Ref::Unit(unit)] => by_whom(field, unit).map(|by| {
            let turns = action.value(TURNS) == Some(&Value::Flag(true));
            Attempt { unit, by, turns, order: None }
        }),
        _ => None,
    };
    let Some(attempt) = attempt else {
        let done =
            Fact::new(RULE, Narration::Said(Word("rallies-over"))).word(Word("who"), Arg::Of(Ref::Side(asking.side)));
        return Effects::pop().fact(done.change(alter_one(|phase: &mut Phase| phase.over = true)));
    };
    Effects::pop().push(attempt)
}

pub fn attempt(InRef(job): InRef<Attempt>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let Attempt { unit, by, turns, order } = *job;
    let tally = morale::rating(field, unit, true);
    let mut roller = dice.roller();
    let at_least = field.plays(Switch::AtLeast);
    let (passed, sum) = match morale::passes(&mut roller, field.0.side_of(unit), unit, tally.total(), at_least) {
        Ok(rolled) => rolled,
        Err(need) => return Effects::need(need),
    };
    let says = match (order.is_some(), passed) {
        (true, true) => "ordered",
        (true, false) => "not-ordered",
        (false, true) => "rallied",
        (false, false) => "not-rallied",
    };
    let fact = Fact::new(if order.is_some() { ORDERS } else { RULE }, Narration::Said(Word(says)))
        .word(Word("order"), Arg::Word(order.map_or(KEY, Order::word)))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .dice(roller.rolled())
        .tally(Tally::default().with(Word("dice"), sum, RULE))
        .tally(tally)
        .change(alter_one(move |phase: &mut Phase| {
            phase.tried.push(unit);
            phase.rallied.push(by);
        }));
    if !passed {
        return Effects::pop().fact(fact);
    }
    if order.is_some() {
        return Effects::pop().fact(fact.change(alter(unit, move |round: &mut Round| {
            round.order = order;
            round.forced = order == Some(Order::Forced);
        })));
    }
    let opens = field.class(unit) != Class::Mob;
    let stance = Stance { open: opens, routed: false, out: false, ..field.stance(unit) };
    let body = Body::of(field, unit);
    let heading = match run::nearest(field, unit).filter(|_| turns) {
        Some(enemy) => Cdeg::towards(field.middle(enemy) - field.middle(unit)),
        None => body.facing().heading,
    };
    let turned = dress::about(field, &body, field.middle(unit), heading, opens);
    let fact = fact.change(put(unit, GapDebt(0))).change(alter(unit, |round: &mut Round| round.rallied = true));
    let to = if field.skirmishes(unit) {
        Some(run::scattered(&body, bevy::math::Vec2::ZERO, heading))
    } else {
        dress::dressed(field, &turned, turned.facing(), opens)
    };
    Effects::pop().fact(match to {
        Some(to) => dress::placed(fact, &to, stance),
        None => fact.change(put(unit, stance)),
    })
}
