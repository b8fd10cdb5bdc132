//! A march at which somebody shoots as it passes (7.3): its first half, the fire, then what is left of it.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::form::told;
use super::plan::{Plan, plan};
use crate::battle::{Action, Effects, Job, Ref, Truth, alter_one};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::commander;
use crate::rules::chainmail::shooting::passing::{PassFire, concerned};
use crate::rules::chainmail::state::Phase;
use crate::table::{Cdeg, Leg, Mil};

/// A job: the rest of a march that was shot at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rest {
    pub unit: UnitId,
    pub legs: Vec<Leg>,
}

impl Job for Rest {
    const NAME: &'static str = "chainmail.rest-of-march";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(rest, self, world)
    }
}

/// What of a march comes before half of its way, and what after; nothing for one that goes nowhere.
pub fn halves(field: Battlefield, unit: UnitId, legs: &[Leg]) -> Option<(Vec<Leg>, Vec<Leg>)> {
    let gone = |legs: &[Leg]| {
        if legs.is_empty() {
            return Some(0);
        }
        let planned = plan(field, unit, &Action::along(Ref::Unit(unit), legs.to_vec())).ok()?;
        Some(planned.acts.gone.0 - field.acts(unit).gone.0)
    };
    let all = gone(legs)?;
    if all == 0 {
        return None;
    }
    // To whole hundredths, so that no price is rounded twice.
    let half = all / 2 / 10 * 10;
    let mut before = 0;
    for n in 0..legs.len() {
        let after = gone(&legs[..=n])?;
        if after < half {
            before = after;
            continue;
        }
        let part = half - before;
        let (mut first, mut second) = (legs[..n].to_vec(), Vec::new());
        let (a, b) = match legs[n] {
            Leg::Ahead(by) => (Leg::Ahead(Mil(part)), Leg::Ahead(Mil(by.0 - part))),
            Leg::Slide(angle, by) => (Leg::Slide(angle, Mil(part)), Leg::Slide(angle, Mil(by.0 - part))),
            Leg::Wheel(angle) => {
                let whole = i64::from((after - before).max(1));
                let turned = Cdeg((i64::from(angle.0) * i64::from(part) / whole) as i32);
                (Leg::Wheel(turned), Leg::Wheel(Cdeg(angle.0 - turned.0)))
            }
            leg => (leg, leg),
        };
        first.push(a);
        second.push(b);
        second.extend_from_slice(&legs[n + 1..]);
        return Some((first, second));
    }
    None
}

/// What follows from a march that somebody may shoot at as it passes; none where nobody cares.
pub fn shot_at(field: Battlefield, unit: UnitId, action: &Action, whole: &Plan) -> Option<Effects> {
    // Most marches pass nobody who could shoot.
    let shooters = field.enemies(unit).any(|enemy| field.troop(enemy).weapon.is_some());
    if !shooters {
        return None;
    }
    let (first, second) = halves(field, unit, action.legs())?;
    let half = plan(field, unit, &Action::along(Ref::Unit(unit), first)).ok()?;
    let end = Some(whole.print.pose());
    if concerned(field, unit, &half.print, end).is_empty() {
        return None;
    }
    let begins = alter_one(move |phase: &mut Phase| phase.moving = Some(unit));
    let fact = told(&half).change(begins);
    let rest = Rest { unit, legs: second };
    let taken = commander::taken(field, unit, &half.path);
    Some(Effects::pop().fact(fact).facts(taken).push(rest).push(PassFire { mover: unit, end }))
}

pub fn rest(InRef(job): InRef<Rest>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    if !field.0.on_table(job.unit) {
        return Effects::pop();
    }
    // Losses may have made it narrower, but never wider: what it could go whole it can go still.
    match plan(field, job.unit, &Action::along(Ref::Unit(job.unit), job.legs.clone())) {
        Ok(plan) => Effects::pop().fact(told(&plan)).facts(commander::taken(field, job.unit, &plan.path)),
        Err(_) => Effects::pop(),
    }
}
