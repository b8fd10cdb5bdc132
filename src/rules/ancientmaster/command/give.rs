//! An order is rolled for (A5.2), and what follows: the units are asked what they do, or there are no more orders, or it
//! is a blunder.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::blunder::Blunders;
use super::march::Marching;
use super::runners;
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Narration, Ref, Truth, alter, alter_one};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::brigade;
use crate::rules::ancientmaster::orders;
use crate::rules::ancientmaster::state::{Acts, Phase};
use crate::rules::ancientmaster::troop::Rank;

const RULE: Cite = Cite("A5.2");

/// A job: a character gives an order to some units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gives {
    pub by: UnitId,
    pub who: Vec<UnitId>,
}

impl Job for Gives {
    const NAME: &'static str = "ancientmaster.gives";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(gives, self, world)
    }
}

pub fn gives(InRef(job): InRef<Gives>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let Some(leader) = field.leader(job.by) else { return Effects::pop() };
    let (side, rank) = (field.0.side_of(job.by), leader.kind.rank);
    let target = brigade::order(field, job.by, &job.who).target();
    let mut roller = dice.roller();
    let given = match orders::roll(&mut roller, target.total(), rank, side, job.by) {
        Ok(given) => given,
        Err(need) => return Effects::need(need),
    };
    let alone = job.who.len() == 1;
    let says = match (given.succeeds, given.blunder) {
        (true, _) if alone => Word("order-obeyed"),
        (true, _) => Word("orders-obeyed"),
        (false, true) if alone => Word("order-blundered"),
        (false, true) => Word("orders-blundered"),
        (false, false) if alone => Word("order-failed"),
        (false, false) => Word("orders-failed"),
    };
    let (by, who) = (job.by, job.who.clone());
    let told = Fact::new(RULE, Narration::Said(says))
        .word(Word("who"), Arg::Of(Ref::Unit(by)))
        .word(Word("whom"), Arg::Of(Ref::Unit(who[0])))
        .word(Word("others"), Arg::Measured(crate::battle::Measured::Count(who.len() as i32 - 1)))
        .dice(roller.rolled())
        .tally(target)
        .change(alter_one(move |phase: &mut Phase| spend(phase, by, &who, given.succeeds)));
    let others: Vec<UnitId> = field.leaders(side).filter(|of| *of != by).collect();
    let mut told = told;
    for unit in &job.who {
        told = told.change(alter(*unit, move |acts: &mut Acts| {
            acts.orders += 1;
            acts.by = Some(by);
            acts.failed |= !given.succeeds;
            (acts.acted, acts.moved, acts.ran) = (false, false, false);
        }));
    }
    if !given.succeeds && rank == Rank::General {
        // The general fails: nobody orders any more (A5.2).
        told = told.change(alter_one(move |phase: &mut Phase| phase.spent.extend(others.iter().copied())));
    }
    let effects = Effects::pop().fact(told);
    match (given.succeeds, given.blunder) {
        (true, _) => {
            let runs = runners::keep_up(field, &job.who);
            effects.push(Marching { side, who: job.who.clone(), half: false, runs })
        }
        (false, true) => effects.push(Blunders { side, who: job.who.clone() }),
        (false, false) => effects,
    }
}

/// Who may still give orders, and to whom, after that one (A5.2, A5.4).
fn spend(phase: &mut Phase, by: UnitId, who: &[UnitId], succeeds: bool) {
    phase.tried = true;
    phase.halted = false;
    if let Some(before) = phase.giver.filter(|before| *before != by)
        && !phase.spent.contains(&before)
    {
        // A character ends all his orders before another begins.
        phase.spent.push(before);
    }
    phase.giver = Some(by);
    let within = |set: &[UnitId]| who.iter().all(|unit| set.contains(unit));
    if within(&phase.part) {
        phase.part = who.to_vec();
    } else if within(&phase.pool) {
        // Another part of the brigade: the part before is done with.
        let done = std::mem::replace(&mut phase.part, who.to_vec());
        phase.pool.retain(|unit| !done.contains(unit));
    } else {
        phase.pool = who.to_vec();
        phase.part = who.to_vec();
    }
    if !succeeds {
        phase.spent.push(by);
        phase.pool.retain(|unit| !who.contains(unit));
        phase.part.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(of: &[u16]) -> Vec<UnitId> {
        of.iter().map(|n| UnitId(*n)).collect()
    }

    #[test]
    fn a_brigade_is_ordered_again_whole_or_in_parts_and_no_part_twice_after_another() {
        let mut phase = Phase::default();
        spend(&mut phase, UnitId(9), &units(&[1, 2, 3]), true);
        spend(&mut phase, UnitId(9), &units(&[1]), true);
        assert_eq!((phase.pool.clone(), phase.part.clone()), (units(&[1, 2, 3]), units(&[1])));
        spend(&mut phase, UnitId(9), &units(&[2, 3]), true);
        assert_eq!(
            (phase.pool.clone(), phase.part.clone()),
            (units(&[2, 3]), units(&[2, 3])),
            "the first is done with"
        );
        spend(&mut phase, UnitId(8), &units(&[5]), false);
        assert_eq!((phase.spent, phase.pool), (units(&[9, 8]), units(&[])));
    }
}
