//! Melees (D8), retreats (D9) and pursuits (D10): work that pushes work that asks a question, whose answer may
//! push the next melee on top of what still waits below.

use std::cmp::Ordering;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use sandtable::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, DiceHand, Effects, Fact, Handler, Job, Narration, Offer, Param,
    Question, Range, Ref, Truth, Value, View, put,
};
use sandtable::cite::Word;
use sandtable::ids::UnitId;
use sandtable::table::{Cdeg, Leg, Mil, Placement};
use serde::Serialize;

use super::book::{BY, MELEE, PURSUES, PURSUIT, RETREAT, RETREATS};
use super::kernels::{self, Party};
use super::losses;
use super::march::{self, March};
use super::state::{Kind, Order, Strength, Task};
use super::turn;

pub const KEY: Word = Word("pursue");
const HALT: Word = Word("halt");

pub const HANDLER: Handler = Handler::plain(KEY, &[KEY, HALT], offer, enact);

/// A melee that is to be fought.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Melee {
    pub attacker: UnitId,
    pub defender: UnitId,
}

/// A retreat from whoever may then pursue.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Retreat {
    pub who: UnitId,
    pub from: Option<UnitId>,
}

impl Job for Melee {
    const NAME: &'static str = "drill.melee";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(melee, self, world)
    }
}

impl Job for Retreat {
    const NAME: &'static str = "drill.retreat";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(retreat, self, world)
    }
}

/// A unit as it fights.
pub fn party(view: &View, unit: UnitId) -> Party {
    let braced = view.unit_state::<Order>(unit).to == Task::Brace;
    Party { unit, side: view.side_of(unit), strength: view.unit_state::<Strength>(unit).0, braced }
}

pub fn melee(InRef(job): InRef<Melee>, truth: Truth, dice: DiceHand) -> Effects {
    let view = truth.view();
    let mut roller = dice.roller();
    let [a, b] = match kernels::melee(&mut roller, [job.attacker, job.defender].map(|unit| party(&view, unit))) {
        Ok(tallies) => tallies,
        Err(need) => return Effects::need(need),
    };
    let order = a.total().cmp(&b.total());
    let tell = Narration::Fought { a: Ref::Unit(job.attacker), b: Ref::Unit(job.defender) };
    let fought = Effects::pop().fact(Fact::new(MELEE, tell).dice(roller.rolled()).tally(a).tally(b));
    let (loser, winner) = match order {
        Ordering::Greater => (job.defender, job.attacker),
        Ordering::Less => (job.attacker, job.defender),
        Ordering::Equal => return fought.push(Retreat { who: job.attacker, from: None }),
    };
    let retreats = Retreat { who: loser, from: Some(winner) };
    losses::with_loss(&view, fought.fact(turn::loss(&view, loser, MELEE)).push(retreats), loser)
}

pub fn retreat(InRef(job): InRef<Retreat>, truth: Truth) -> Effects {
    let view = truth.view();
    let room = march::room_behind(&view, job.who, RETREATS);
    let mut strength = view.unit_state::<Strength>(job.who).0;
    let mut effects = Effects::pop();
    if strength > 0 && room < RETREATS {
        effects = effects.fact(turn::loss(&view, job.who, RETREAT));
        strength -= 1;
    }
    let pressed = strength < view.unit_state::<Strength>(job.who).0;
    if strength == 0 {
        let gone = Narration::Gone { of: Ref::Unit(job.who), how: Word("broken") };
        effects = effects.fact(Fact::new(RETREAT, gone).change(put(job.who, Placement::Off)));
    } else {
        effects = effects.facts(march::moved(&view, job.who, &[Leg::Slide(Cdeg::HALF, room)], RETREAT));
    }
    effects = match job.from {
        Some(winner) if view.get::<Kind>(winner) != Some(&Kind::Guard) => {
            effects.ask(Question::to(view.side_of(winner), HANDLER, PURSUIT).about(Ref::Unit(winner)))
        }
        _ => effects,
    };
    if pressed { losses::with_loss(&view, effects, job.who) } else { effects }
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let [who @ Ref::Unit(_)] = asking.question.about[..] else { return Offer::default() };
    let by = Param::panel(BY, Range::Length(Mil::ZERO, PURSUES)).stop(Value::Length(PURSUES), Word("all"));
    let follow = Action::new(who, KEY).with(BY, Value::Length(Mil::ZERO));
    let follow = Choice { params: vec![by], ..Choice::ending(follow, PURSUIT) };
    let halt = Choice::ending(Action::new(who, HALT), PURSUIT);
    Offer { question: KEY, choices: [halt, follow].into(), ..Offer::default() }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    match (action.length(BY), &asking.question.about[..]) {
        (Some(by), [Ref::Unit(who)]) => {
            let says = Fact::new(PURSUIT, Narration::Said(Word("pursues"))).word(Word("who"), Arg::Of(Ref::Unit(*who)));
            Effects::pop().fact(says).push(March { who: *who, rest: vec![Leg::Ahead(by)], provoked: Vec::new() })
        }
        _ => Effects::pop(),
    }
}
