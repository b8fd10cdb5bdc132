//! Standing ready (X7): a unit that ends its activation without moving may stand ready; later it charges an enemy who
//! enters its zone, or shoots at one who ends a move at short range.

use bevy::ecs::component::Component;
use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::{Answer, answer, decided, either, forgotten};
use crate::battle::{Effects, Fact, Handler, Job, Narration, Question, Ref, Refusal, Truth, alter_one, plain, put};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::activation::activated;
use crate::rules::impetus::activation::order::{SHOOT, Verb};
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::data::tables;
use crate::rules::impetus::firing::{self, Shooting, sight};
use crate::rules::impetus::state::{Acts, Turn};
use crate::rules::impetus::switches::Switch;

/// The rule.
pub const RULE: Cite = Cite("X7");
/// The verb of standing ready, and the state.
pub const READY: Word = Verb::Ready.word();
/// The question whether a unit that stands ready shoots.
const KEY: Word = Word("opportunity-fire");

/// Whether a unit stands ready.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Ready(pub bool);

/// A job: enemies that stand ready may shoot at units that have moved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fire {
    pub movers: Vec<UnitId>,
    /// Who has shot already.
    pub asked: Vec<UnitId>,
}

impl Job for Fire {
    const NAME: &'static str = "impetus.opportunity-fire";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(fire, self, world)
    }
}

pub const HANDLER: Handler = Handler {
    judge: |asking, action| {
        let ruling = plain::judge_offered(asking, action)?;
        let odds = match (Answer::of(action), &asking.question.about[..]) {
            (Some(Answer::Shoot), [Ref::Unit(unit), Ref::Unit(at)]) => {
                let field = Battlefield::of(asking.view);
                vec![crate::rules::impetus::odds::of_shot(&firing::shot(field, *unit, *at, shooting(*unit, *at).how()))]
            }
            _ => Vec::new(),
        };
        Ok(crate::battle::Ruling { odds, ..ruling })
    },
    ..Handler::plain(
        KEY,
        &[SHOOT, super::HOLD],
        |asking, _| either(asking, Answer::Shoot),
        |asking, action| decided(asking, action, Answer::Shoot),
    )
};

/// Whether a unit may end its activation standing ready.
///
/// # Errors
/// When it has moved or fought, is disordered or in melee, or could do nothing then.
pub fn may_stand_ready(field: Battlefield, unit: UnitId) -> Result<(), Refusal> {
    let refuse = |says| Err(Refusal::new(RULE, Word(says)).of(Ref::Unit(unit)));
    let (kind, troop, acts) = (field.kind(unit), field.troop(unit), field.acts(unit));
    if !field.plays(Switch::Opportunity) {
        return refuse("no-standing-ready");
    }
    if field.engaged(unit) || field.disordered(unit) {
        return refuse("ready-only-ordered");
    }
    let under_way = field.is_active(unit);
    if acts.moved || acts.rallied || acts.fought || acts.will_move || (acts.activated && !under_way) {
        return refuse("ready-only-unmoved");
    }
    if field.0.unit_state::<Ready>(unit).0 {
        return refuse("ready-already");
    }
    let charges = !kind.stays && (troop.i > 0 || kind.skirmisher);
    let shoots = kind.fires_ready && troop.weapon.is_some();
    if !charges && !shoots {
        return refuse("nothing-to-be-ready-for");
    }
    Ok(())
}

/// Makes the unit stand ready, which ends its activation.
pub fn stand_ready(field: Battlefield, unit: UnitId) -> Effects {
    let acts = Acts { activated: true, ..field.acts(unit) };
    let told = Narration::Marked { of: Ref::Unit(unit), what: READY, on: true };
    let over = alter_one(|turn: &mut Turn| turn.active.clear());
    let fact = Fact::new(RULE, told).says(Word("stands-ready")).change(put(unit, Ready(true))).change(over);
    Effects::pop().fact(activated(field, &[unit], &[acts])).fact(fact)
}

fn shooting(unit: UnitId, at: UnitId) -> Shooting {
    Shooting { unit, at, ready: true }
}

/// Whether a unit that stands ready may shoot at that mover.
fn may_shoot(field: Battlefield, unit: UnitId, at: UnitId) -> bool {
    let ready =
        field.0.unit_state::<Ready>(unit).0 && field.kind(unit).fires_ready && field.troop(unit).weapon.is_some();
    if !ready || field.disordered(unit) || field.engaged(unit) || field.acts(unit).fired {
        return false;
    }
    let short = field.ranges().short.mil() + tables().within.mil();
    let near = sight::distance(field, unit, at).is_some_and(|way| way <= short);
    near && firing::check(field, unit, at, shooting(unit, at).how()).is_ok()
}

/// Asks whoever may shoot at one of the movers, in roster order.
pub fn fire(InRef(job): InRef<Fire>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let movers = || job.movers.iter().copied().filter(|u| field.0.on_table(*u) && !field.engaged(*u));
    let Some(first) = movers().next().filter(|_| field.plays(Switch::Opportunity)) else { return done(field) };
    for unit in field.enemies(first).filter(|u| !job.asked.contains(u)) {
        for at in movers().filter(|at| may_shoot(field, unit, *at)) {
            match answer(field, unit, at) {
                None => {
                    let question = Question::to(field.0.side_of(unit), HANDLER, RULE);
                    return Effects::stay().ask(question.about(Ref::Unit(unit)).about(Ref::Unit(at)));
                }
                Some(Answer::Shoot) => {
                    let told = Narration::Marked { of: Ref::Unit(unit), what: READY, on: false };
                    let fact = Fact::new(RULE, told)
                        .says(Word("shoots-ready"))
                        .change(put(unit, Ready(false)))
                        .change(put(unit, Acts { fired: true, ..field.acts(unit) }));
                    let mut next = job.clone();
                    next.asked.push(unit);
                    return Effects::become_job(next).fact(fact).push(shooting(unit, at));
                }
                Some(_) => {}
            }
        }
    }
    done(field)
}

fn done(field: Battlefield) -> Effects {
    Effects::pop().facts(forgotten(field, RULE))
}
