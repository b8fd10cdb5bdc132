//! Support charges (6.9): units that kept at least half of their allowance may use the rest to come into contact.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::data::{WheelRule, data};
use super::movement::march::March;
use super::movement::order::{DONE, MarchOrder};
use super::movement::straight::{Course, Straight};
use super::movement::{Mode, legs, rear_zone, release};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Barred, Choice, Effects, Handler, Job, LEGS, Measured, Offer, Question, Ref,
    Refusal, Truth, Value,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::{Leg, Mil};

const RULE: Cite = Cite("6.9");
const KEY: Word = Verb::Support.word();

crate::verbs! {
    /// What a side says of its support charges.
    enum Verb {
        Support = "support",
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

/// A job: step 5. The first mover's supports, then the second's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SupportStep {
    asked: usize,
}

impl Job for SupportStep {
    const NAME: &'static str = "armati.support";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(step, self, world)
    }
}

const WAY: legs::Way = |field, unit, _| way(field, unit);

fn step(InRef(job): InRef<SupportStep>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let Some(side) = field.order().get(job.asked).copied() else { return Effects::pop() };
    let next = Effects::become_job(SupportStep { asked: job.asked + 1 });
    if field.side(side).any(|u| check(field, u).is_ok()) { next.ask(Question::to(side, HANDLER, RULE)) } else { next }
}

fn way(field: Battlefield<'_>, unit: UnitId) -> Straight<'static, '_> {
    let from = field.print(unit);
    Straight { field, unit, from, start: from, back: false, hostile: true, mates: &[], ended: &[] }
}

/// The support charge that the unit may make.
///
/// # Errors
///
/// Why it may not.
fn check(field: Battlefield, unit: UnitId) -> Result<Course, Refusal> {
    let refuse = |says| Refusal::new(RULE, Word(says)).of(Ref::Unit(unit));
    let acts = field.acts(unit);
    if field.engaged(unit) {
        return Err(refuse("engaged"));
    }
    if acts.spent || field.kind(unit).wheel == WheelRule::None {
        return Err(refuse("support-spent"));
    }
    let allowance = field.allowance(unit);
    let half = Mil(allowance.0 / data().tables.movement.support_share);
    if acts.used > half {
        return Err(refuse("support-over-half").above(Measured::Length(acts.used), Measured::Length(half)));
    }
    let body = field.division_of(unit);
    if body.is_some_and(|b| !field.division(b).controlled && !release::is_released(field, b)) {
        return Err(refuse("not-released"));
    }
    let way = way(field, unit);
    let left = allowance - acts.used;
    let reach = way.reach(left);
    let course = if way.meets_enemy(reach) { way.course(reach) } else { Course::still() };
    if course.contacts.is_empty() && course.overruns.is_empty() {
        return Err(refuse("support-no-contact").word(Word("left"), Arg::Measured(Measured::Length(left))));
    }
    let met: Vec<UnitId> = course.met().collect();
    rear_zone::check(field, unit, &way.from, &way.at(course.distance), &met)?;
    Ok(course)
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    for unit in field.side(asking.side).filter(|u| ask.wants(Ref::Unit(*u))) {
        match check(field, unit) {
            Ok(course) => {
                let mut action = Action::new(Ref::Unit(unit), KEY);
                action.set(LEGS, Value::Legs(vec![Leg::Ahead(course.distance)]));
                offer.choices.push(Choice::plain(action, RULE));
            }
            Err(why) if ask.barred => offer.barred.push(Barred { key: KEY, who: vec![Ref::Unit(unit)], why }),
            Err(_) => {}
        }
    }
    offer.choices.push(Choice::ending(Action::new(Ref::Side(asking.side), DONE), RULE));
    offer
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let ([Ref::Unit(unit)], Some(Verb::Support)) = (&action.who[..], Verb::of(action)) else {
        return Effects::pop();
    };
    let Some(body) = field.division_of(*unit) else { return Effects::stay() };
    // If the target evades out of reach, the unit moves its whole unused allowance.
    let way = way(field, *unit);
    let order = MarchOrder::ahead(body, way.reach(field.allowance(*unit) - field.acts(*unit).used));
    let side: Side = asking.side;
    Effects::stay().push(March::new(field, side, order, Mode::Support, &[*unit]))
}
