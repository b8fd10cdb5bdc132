//! Missile fire (section 5), step 1: both sides declare, then each shot is rolled, then all losses apply at once.

pub mod question;
pub mod shot;
pub mod target;
#[cfg(test)]
mod tests;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::breaking::{self, Fall};
use super::state::{Acts, Declared};
use crate::battle::{DiceHand, Effects, Fact, Job, Narration, Question, Ref, Truth, alter, set};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;

const ONE_SHOT: Cite = Cite("F1");
const SHOOTING: Cite = Cite("F6");
const TOGETHER: Cite = Cite("F9");
const BROKEN: Cite = Cite("8.1");

/// The step: who is still to be asked, how many shots are rolled, whom they hit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FireStep {
    asked: usize,
    rolled: usize,
    hits: Vec<UnitId>,
}

impl Job for FireStep {
    const NAME: &'static str = "armati.fire";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(fire, self, world)
    }
}

fn fire(InRef(step): InRef<FireStep>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let first = field.by_initiative();
    if let Some(side) = [first, first.other()].get(step.asked) {
        let next = Effects::become_job(FireStep { asked: step.asked + 1, ..step.clone() });
        return if question::anyone(field, *side) {
            next.ask(Question::to(*side, question::HANDLER, ONE_SHOT))
        } else {
            next
        };
    }
    let shots = in_order(field);
    match shots.get(step.rolled) {
        Some((shooter, target)) => shoot(field, &dice, step, *shooter, *target, shots.len()),
        None => casualties(field, &step.hits),
    }
}

/// The declared shots, north's first, in roster order.
fn in_order(field: Battlefield) -> Vec<(UnitId, UnitId)> {
    let mut shots = field.0.battle_state::<Declared>().shots.clone();
    shots.sort_by_key(|(shooter, _)| (field.0.side_of(*shooter), *shooter));
    shots
}

/// One declared shot is rolled; with the last one nothing is declared any more.
fn shoot(
    field: Battlefield,
    dice: &DiceHand,
    step: &FireStep,
    shooter: UnitId,
    target: UnitId,
    shots: usize,
) -> Effects {
    let rolled = step.rolled + 1;
    let mut next = FireStep { rolled, ..step.clone() };
    let over = (rolled == shots).then(|| set(Declared::default()));
    let (Ok(weapon), Ok(line)) = (target::weapon(field, shooter), target::judge(field, shooter, target)) else {
        // Nobody moves in this step, so what was accepted still holds.
        return Effects::become_job(next);
    };
    let mut roller = dice.roller();
    let shooting = match target::shot(field, shooter, weapon, &line).roll(&mut roller) {
        Ok(shooting) => shooting,
        Err(need) => return Effects::need(need),
    };
    let [firer, aimed_at] = shooting.tallies;
    let mut fact = Fact::new(SHOOTING, Narration::Shot { from: Ref::Unit(shooter), at: Ref::Unit(target) })
        .says(if shooting.hit { Word("hit") } else { Word("missed") })
        .dice(roller.rolled())
        .tally(firer)
        .tally(aimed_at)
        .mark(target::drawn(&line))
        .change(alter(shooter, |acts: &mut Acts| acts.fired = true));
    if let Some(change) = over {
        fact = fact.change(change);
    }
    if shooting.hit {
        next.hits.push(target);
    }
    Effects::become_job(next).fact(fact)
}

/// All losses of the step at once (F9); whoever is at 0 breakpoints breaks.
fn casualties(field: Battlefield, hits: &[UnitId]) -> Effects {
    let mut effects = Effects::pop();
    let mut falls = Vec::new();
    let mut targets = hits.to_vec();
    targets.sort_by_key(|unit| (field.0.side_of(*unit), *unit));
    targets.dedup();
    for unit in targets {
        let count = hits.iter().filter(|h| **h == unit).count().min(usize::from(u8::MAX)) as u8;
        let hit = alter(unit, |acts: &mut Acts| acts.hit = true);
        let mut facts = breaking::lose_bp(field, unit, count, TOGETHER).into_iter();
        effects = effects.facts(facts.next().map(|fact| fact.change(hit))).facts(facts);
        if field.bp(unit) <= count {
            falls.push(Fall::broken(unit, Word("broken"), BROKEN, None));
        }
    }
    breaking::fall(field, &falls, effects)
}
