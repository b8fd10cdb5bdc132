//! The turn (D1), as one list of steps, with its dusk (D12) and defeat (D11).

use std::cmp::Ordering;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use sandtable::battle::{
    Clock, DiceHand, Effects, Fact, Job, Narration, Question, Ref, Truth, TurnLimit, View, put, set,
};
use sandtable::cite::Word;
use sandtable::ids::{Side, UnitId};
use serde::Serialize;

use super::book::{DEFEAT, DUSK, LEAST_MARCH, LEAST_UNITS, ORDERS, TURN};
use super::state::{Acted, Command, OneMore, Order, Shaken, Strength, Task};
use super::{act, dusk, kernels, on_table, orders};

sandtable::word_enum! {
    /// The steps of a turn.
    pub enum TurnStep {
        Orders = "orders",
        Initiative = "initiative",
        FirstSide = "first-side",
        SecondSide = "second-side",
        Dusk = "dusk",
    }
}

/// After the dusk of the last turn.
const NIGHT: usize = TurnStep::ALL.len();

/// The turn sequence: which step it is, and whether it has begun. It lies at the bottom of the agenda.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Day {
    pub step: usize,
    pub begun: bool,
}

impl Job for Day {
    const NAME: &'static str = "drill.day";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(day, self, world)
    }
}

pub fn day(InRef(day): InRef<Day>, truth: Truth, dice: DiceHand) -> Effects {
    let view = truth.view();
    if let Some(fact) = defeat(&view) {
        return Effects::pop().fact(fact);
    }
    if !day.begun {
        return begin(&view, day.step);
    }
    if day.step == NIGHT {
        let more = view.battle_state::<OneMore>().0;
        return if more { to_step(0) } else { Effects::pop().fact(comparison(&view)) };
    }
    let next = || to_step((day.step + 1) % TurnStep::ALL.len());
    match TurnStep::ALL[day.step] {
        TurnStep::Orders => next().ask(Question::drafted(orders::HANDLER, orders::SEAL, ORDERS)),
        TurnStep::Initiative => initiative(&dice),
        TurnStep::FirstSide | TurnStep::SecondSide => match view.clock().side {
            Some(side) if !view.battle_state::<Command>().over && may_act(&view, side).next().is_some() => {
                Effects::stay().ask(Question::to(side, act::HANDLER, TURN))
            }
            _ => next(),
        },
        TurnStep::Dusk => match view.clock().turn.cmp(&view.battle_state::<TurnLimit>().turns()) {
            Ordering::Less => next(),
            Ordering::Equal => Effects::become_job(Day { step: NIGHT, begun: true }).ask(dusk::question()),
            Ordering::Greater => Effects::pop().fact(comparison(&view)),
        },
    }
}

/// The units of a side that have an order to march and have not acted.
pub fn may_act<'a>(view: &'a View, side: Side) -> impl Iterator<Item = UnitId> + 'a {
    on_table(view, side).into_iter().filter(|unit| {
        let order = view.unit_state::<Order>(*unit);
        order.to == Task::March && order.by >= LEAST_MARCH && !view.unit_state::<Acted>(*unit).0
    })
}

fn to_step(step: usize) -> Effects {
    Effects::become_job(Day { step, begun: false })
}

fn begin(view: &View, step: usize) -> Effects {
    let clock = view.clock();
    let turn = clock.turn + u32::from(step == 0);
    let first = view.battle_state::<Command>().first;
    let begins = TurnStep::ALL[step];
    let side = match begins {
        TurnStep::FirstSide => first,
        TurnStep::SecondSide => first.map(Side::other),
        _ => None,
    };
    let word = begins.word();
    let mut began = Fact::new(TURN, Narration::Began(word)).change(set(Clock { turn, step: word, side }));
    began = began.change(set(Command { first: if step == 0 { None } else { first }, over: false }));
    if step == 0 {
        for unit in view.roster().ids() {
            began = began.change(put(unit, Order::default()));
            began = began.change(put(unit, Acted(false))).change(put(unit, Shaken(false)));
        }
    }
    Effects::become_job(Day { step, begun: true }).fact(began)
}

/// Equal dice are rolled again, by the same job in its next run.
fn initiative(dice: &DiceHand) -> Effects {
    let mut roller = dice.roller();
    let first = match kernels::initiative(&mut roller) {
        Ok(first) => first,
        Err(need) => return Effects::need(need),
    };
    let fact = Fact::new(TURN, Narration::Said(Word("initiative"))).dice(roller.rolled());
    match first {
        None => Effects::stay().fact(fact),
        first => to_step(2).fact(fact.change(set(Command { first, over: false }))),
    }
}

fn defeat(view: &View) -> Option<Fact> {
    let few = |side: &Side| on_table(view, *side).len() < LEAST_UNITS;
    let beaten: Vec<Side> = Side::BOTH.into_iter().filter(few).collect();
    let winner = match beaten[..] {
        [] => return None,
        [one] => Some(one.other()),
        _ => None,
    };
    Some(Fact::won(DEFEAT, winner, Word("defeat")))
}

fn comparison(view: &View) -> Fact {
    Fact::won(DUSK, stronger(view), Word("turn-limit"))
}

/// The side with more strength left.
pub fn stronger(view: &View) -> Option<Side> {
    let [north, south] = Side::BOTH.map(|side| strength(view, side));
    match north.cmp(&south) {
        Ordering::Greater => Some(Side::North),
        Ordering::Less => Some(Side::South),
        Ordering::Equal => None,
    }
}

/// The strength of all units of a side on the table.
fn strength(view: &View, side: Side) -> u32 {
    on_table(view, side).into_iter().map(|unit| u32::from(view.unit_state::<Strength>(unit).0)).sum()
}

/// The fact that a number of a unit changed by a loss of strength; without strength it is off the table.
pub fn loss(view: &View, unit: UnitId, cite: sandtable::cite::Cite) -> Fact {
    let from = view.unit_state::<Strength>(unit).0;
    let to = from.saturating_sub(1);
    let what = super::book::STRENGTH;
    let counted = Narration::Counted { of: Ref::Unit(unit), what, from: from.into(), to: to.into() };
    Fact::new(cite, counted).change(put(unit, Strength(to)))
}
