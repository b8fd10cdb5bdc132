//! Breakthrough (8.3): a unit that broke the enemy before it may move on; some units must.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::data::data;
use super::movement::march::March;
use super::movement::order::{DONE, MarchOrder};
use super::movement::straight::Straight;
use super::movement::{Mode, legs, rear_zone};
use crate::battle::{
    Action, Answered, Ask, Asking, Choice, Effects, Handle, Handler, Job, LEGS, Offer, Param, Question, Range, Ref,
    Truth, Value, alter,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::armati::state::Acts;
use crate::table::{Leg, Mil};

const RULE: Cite = Cite("8.3");
const KEY: Word = Verb::Breakthrough.word();

crate::verbs! {
    /// What a side says of those who have broken through.
    enum Verb {
        Breakthrough = "breakthrough",
        Done = "done",
    }
}

pub const HANDLER: Handler = Handler {
    key: KEY,
    verbs: Verb::WORDS,
    offer,
    judge: |asking, action| legs::judge(Battlefield::of(asking.view), &offer(asking, &Ask::all()), action, WAY),
    fit: |asking, action| legs::fit(Battlefield::of(asking.view), &offer(asking, &Ask::all()), action, WAY),
    aim: legs::aim,
    enact,
};

/// A job: step 7. First the units that must, then those that may; the first mover's before the second's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BreakthroughStep {
    asked: usize,
}

impl Job for BreakthroughStep {
    const NAME: &'static str = "armati.breakthrough";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(step, self, world)
    }
}

const WAY: legs::Way = |field, unit, _| way(field, unit);

fn step(InRef(job): InRef<BreakthroughStep>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let Some(side) = field.order().get(job.asked).copied() else { return Effects::pop() };
    if let Some(unit) = field.side(side).find(|u| may(field, *u) && must(field, *u)) {
        return Effects::stay().fact(used(unit)).push(going(field, unit, limit(field, unit)));
    }
    let next = Effects::become_job(BreakthroughStep { asked: job.asked + 1 });
    if field.side(side).any(|u| may(field, u)) { next.ask(Question::to(side, HANDLER, RULE)) } else { next }
}

/// Whether a unit may: its front opponent broke this turn and it is free now.
fn may(field: Battlefield, unit: UnitId) -> bool {
    field.acts(unit).broke_front && !field.engaged(unit) && reach(field, unit) > Mil::ZERO
}

/// Whether a unit must: warbands, knights and obligatory chargers must, unless a general is attached.
fn must(field: Battlefield, unit: UnitId) -> bool {
    (field.kind(unit).must_break_through || field.troop(unit).obligatory) && !field.general_with(unit)
}

fn far() -> Mil {
    *data().tables.breakthrough.r#move
}

fn reach(field: Battlefield, unit: UnitId) -> Mil {
    way(field, unit).course(limit(field, unit)).distance
}

/// How far it may go. A heavy unit stops at the strip along its own table edge (B12a.7).
fn limit(field: Battlefield, unit: UnitId) -> Mil {
    rear_zone::way_free(&way(field, unit)).map_or(far(), |zone| far().min(zone))
}

fn way(field: Battlefield<'_>, unit: UnitId) -> Straight<'static, '_> {
    let from = field.print(unit);
    Straight { field, unit, from, start: from, back: false, hostile: true, mates: &[], ended: &[] }
}

fn going(field: Battlefield, unit: UnitId, distance: Mil) -> March {
    let body = field.division_of(unit).unwrap_or(crate::ids::BodyId(0));
    let order = MarchOrder::ahead(body, distance);
    March::new(field, field.0.side_of(unit), order, Mode::Breakthrough, &[unit])
}

/// The fact that the unit has used its breakthrough.
fn used(unit: UnitId) -> crate::battle::Fact {
    let told = crate::battle::Narration::Marked { of: Ref::Unit(unit), what: KEY, on: true };
    crate::battle::Fact::new(RULE, told).change(alter(unit, |acts: &mut Acts| acts.broke_front = false))
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    for unit in field.side(asking.side).filter(|u| ask.wants(Ref::Unit(*u)) && may(field, *u)) {
        let reach = reach(field, unit);
        let mut action = Action::new(Ref::Unit(unit), KEY);
        action.set(LEGS, Value::Legs(vec![Leg::Ahead(reach)]));
        let range = Range::Length(Mil::ZERO, reach);
        let param = Param { handle: Handle::Ahead, ..Param::panel(Word("ahead"), range) };
        offer.choices.push(Choice { params: vec![param], ..Choice::plain(action, RULE) });
    }
    offer.choices.push(Choice::ending(Action::new(Ref::Side(asking.side), DONE), RULE));
    offer
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    match (Verb::of(action), &action.who[..], action.legs()) {
        (Some(Verb::Breakthrough), [Ref::Unit(unit)], [Leg::Ahead(distance)]) => {
            Effects::stay().fact(used(*unit)).push(going(field, *unit, *distance))
        }
        _ => Effects::pop(),
    }
}
