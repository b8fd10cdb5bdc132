//! Missile fire (7): each side names its targets, then all dice fall, and all casualties come off together.

mod named;
mod odds;
pub mod passing;
mod ready;
pub mod split;
pub mod thrown;
mod volley;

pub use named::HANDLER;
pub use odds::{line_of_fire, mean_kills, shot, who_falls};
pub use passing::HANDLER as PASSING;
pub use ready::{may_shoot, moved, targets};
pub use volley::{planned, roll, told};

use bevy::ecs::resource::Resource;
use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::losses::suffer;
use super::state::{Fired, Phase};
use crate::battle::{
    Arg, DiceHand, Effects, Fact, Job, Narration, Question, Ref, Refusal, Truth, alter, alter_one, set,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;

const STEP: Cite = Cite("C29");

/// Whether a unit may shoot at a target now.
///
/// # Errors
/// The rule that forbids it.
pub fn aims_at(field: Battlefield, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
    ready::aimed(field, unit, target).map(drop)
}

/// A volley that is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    pub by: UnitId,
    pub at: UnitId,
    /// At who passes: it spends all shots of the turn.
    pub passing: bool,
}

/// Volleys of this step that are named, and figures that those rolled so far have killed: they fall together.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Volleys {
    pub named: Vec<Named>,
    /// Nobody else shoots at who passes.
    pub closed: bool,
    pub killed: Vec<(UnitId, u16)>,
}

impl Volleys {
    /// How many of a unit have been killed so far.
    pub fn killed_of(&self, unit: UnitId) -> u16 {
        self.killed.iter().filter(|(of, _)| *of == unit).map(|(_, figures)| figures).sum()
    }
}

/// A job: the missile step; first the one side names its targets, then the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shooting {
    /// Whether who moves first has named his.
    pub last: bool,
}

/// A job: the named volleys are rolled one after another, then the dead fall.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rolls {
    pub next: usize,
}

impl Job for Shooting {
    const NAME: &'static str = "chainmail.shooting";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(shooting, self, world)
    }
}

impl Job for Rolls {
    const NAME: &'static str = "chainmail.volleys";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(rolls, self, world)
    }
}

pub fn shooting(InRef(job): InRef<Shooting>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let side = if job.last { field.first().other() } else { field.first() };
    let may = field.side(side).any(|unit| !targets(field, unit).is_empty());
    if may && !field.phase().over {
        return Effects::stay().ask(Question::to(side, HANDLER, STEP));
    }
    let effects =
        if job.last { Effects::become_job(Rolls { next: 0 }) } else { Effects::become_job(Shooting { last: true }) };
    if !field.phase().over {
        return effects;
    }
    let told = Fact::new(STEP, Narration::Said(Word("fire-named"))).word(Word("who"), Arg::Of(Ref::Side(side)));
    effects.fact(told.change(alter_one(|phase: &mut Phase| phase.over = false)))
}

pub fn rolls(InRef(job): InRef<Rolls>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let volleys: &Volleys = field.0.battle_state();
    let Some(named) = volleys.named.get(job.next).copied() else {
        if volleys.named.is_empty() && volleys.killed.is_empty() {
            return Effects::pop();
        }
        let mut struck: Vec<UnitId> = volleys.killed.iter().map(|(unit, _)| *unit).collect();
        struck.sort_by_key(|unit| (field.0.side_of(*unit) != field.first(), *unit));
        struck.dedup();
        let falls = struck.into_iter().filter_map(|unit| suffer(field, unit, volleys.killed_of(unit)));
        let over = Fact::new(STEP, Narration::Said(Word("fire-over"))).change(set(Volleys::default()));
        return Effects::pop().facts(falls).fact(over);
    };
    let next = Effects::become_job(Rolls { next: job.next + 1 });
    let Some(plan) = planned(field, named.by, named.at) else { return next };
    if volleys.killed_of(named.at) >= u16::from(field.figures(named.at)) {
        let lost = Fact::new(Cite("C130"), Narration::Said(Word("shot-lost")));
        return next.fact(lost.word(Word("who"), Arg::Of(Ref::Unit(named.by))).change(volley::spent(named.by)));
    }
    let mut roller = dice.roller();
    match roll(&mut roller, &plan) {
        Ok(struck) => {
            let mut fact = told(&plan, &struck, roller.rolled()).change(alter_one(move |volleys: &mut Volleys| {
                volleys.killed.push((plan.at, struck.killed));
            }));
            if named.passing {
                let all = plan.weapon.shots.0;
                fact = fact.change(alter(plan.by, move |fired: &mut Fired| fired.shots = fired.shots.max(all)));
            }
            next.fact(fact)
        }
        Err(need) => Effects::need(need),
    }
}
