//! The turn (D1), as one list of steps, with its dusk (D12) and defeat (D11).

use std::cmp::Ordering;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use sandtable::battle::{
    Clock, Effects, Ending, Fact, Job, Narration, Outcome, Question, Ref, View, dice_hand, put, set,
};
use sandtable::cite::Word;
use sandtable::ids::{Side, UnitId};
use serde::Serialize;

use super::book::{DEFEAT, DUSK, GO, LEAST_MARCH, LEAST_UNITS, ORDERS, TURN};
use super::state::{Acted, Command, LastTurn, OneMore, Order, Shaken, Strength};
use super::{act, dusk, kernels, on_table, orders};

/// The steps of a turn.
pub const STEPS: &[Word] = &[Word("orders"), Word("initiative"), Word("first-side"), Word("second-side"), Word("dusk")];

/// After the dusk of the last turn.
const NIGHT: usize = STEPS.len();

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

pub fn day(InRef(day): InRef<Day>, world: &World) -> Effects {
    let view = View::umpire(world);
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
    let next = || to_step((day.step + 1) % STEPS.len());
    match STEPS[day.step].0 {
        "orders" => next().ask(Question::secret(orders::HANDLER, ORDERS)),
        "initiative" => initiative(world),
        "first-side" | "second-side" => match view.clock().side {
            Some(side) if !view.battle_state::<Command>().over && may_act(&view, side).next().is_some() => {
                Effects::stay().ask(Question::to(side, act::HANDLER, TURN))
            }
            _ => next(),
        },
        _ => match view.clock().turn.cmp(&view.battle_state::<LastTurn>().0) {
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
        order.to == GO && order.by >= LEAST_MARCH && !view.unit_state::<Acted>(*unit).0
    })
}

fn to_step(step: usize) -> Effects {
    Effects::become_job(Day { step, begun: false })
}

fn begin(view: &View, step: usize) -> Effects {
    let clock = view.clock();
    let turn = clock.turn + u32::from(step == 0);
    let first = view.battle_state::<Command>().first;
    let side = match STEPS[step].0 {
        "first-side" => first,
        "second-side" => first.map(Side::other),
        _ => None,
    };
    let word = STEPS[step];
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
fn initiative(world: &World) -> Effects {
    let mut roller = dice_hand(world);
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
    Some(won(winner, Word("defeat"), DEFEAT))
}

fn comparison(view: &View) -> Fact {
    won(stronger(view), Word("turn-limit"), DUSK)
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

fn won(winner: Option<Side>, why: Word, cite: sandtable::cite::Cite) -> Fact {
    Fact::new(cite, Narration::Won(winner)).change(set(Outcome(Some(Ending { winner, why }))))
}

/// The fact that a number of a unit changed by a loss of strength; without strength it is off the table.
pub fn loss(view: &View, unit: UnitId, cite: sandtable::cite::Cite) -> Fact {
    let from = view.unit_state::<Strength>(unit).0;
    let to = from.saturating_sub(1);
    let what = super::book::STRENGTH;
    let counted = Narration::Counted { of: Ref::Unit(unit), what, from: from.into(), to: to.into() };
    Fact::new(cite, counted).change(put(unit, Strength(to)))
}
