//! The melees of one activation (15.1, 15.2, D50): first everyone is paired, then the pairs fight in their order.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::after::Aftermath;
use super::opponent::{self, Picked, opponents};
use super::pilum;
use super::retreat::{Retreat, may_withdraw};
use super::round::{MeleeRound, Verdict};
use crate::battle::{DiceHand, Effects, Fact, Job, Narration, Ref, Truth, set};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::damage::Tested;
use crate::rules::impetus::destiny;
use crate::rules::impetus::destiny::fate::{Struck, Throws};
use crate::rules::impetus::loss::{self, Cause};
use crate::rules::impetus::rout::{Fate, Rout};
use crate::rules::impetus::switches::Switch;

const WHO: Cite = Cite("15.2");
const BLOWS: Cite = Cite("15.4");
const ONE_SHOT: Cite = Cite("16");

/// A job: the melees that are to be fought.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fights {
    /// Units that are still to be paired.
    pub left: Vec<UnitId>,
    /// The contacts made in this activation, (mover, enemy).
    pub fresh: Vec<(UnitId, UnitId)>,
    /// The pairs, in the order in which they fight.
    pub paired: Vec<(UnitId, UnitId)>,
}

/// A job: a melee between two main units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Melee {
    pub a: UnitId,
    pub b: UnitId,
    pub fresh: Vec<(UnitId, UnitId)>,
    /// Every main unit of this activation: none of them may support another.
    pub mains: Vec<UnitId>,
    /// Whether pila have been thrown.
    pub thrown: bool,
}

impl Job for Fights {
    const NAME: &'static str = "impetus.fights";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(fights, self, world)
    }
}

impl Job for Melee {
    const NAME: &'static str = "impetus.melee";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(melee, self, world)
    }
}

/// Pairs the next unit; when all are paired, pushes a melee for each pair, the first on top.
pub fn fights(InRef(job): InRef<Fights>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let Some((unit, rest)) = job.left.split_first() else {
        let mains: Vec<UnitId> = job.paired.iter().flat_map(|(a, b)| [*a, *b]).collect();
        let melee = |(a, b): &(UnitId, UnitId)| Melee {
            a: *a,
            b: *b,
            fresh: job.fresh.clone(),
            mains: mains.clone(),
            thrown: false,
        };
        return job.paired.iter().rev().map(melee).fold(Effects::pop(), Effects::push);
    };
    let taken: Vec<UnitId> = job.paired.iter().map(|(_, b)| *b).collect();
    let among = if field.0.on_table(*unit) { opponents(field, *unit, &taken) } else { Vec::new() };
    let next = |enemy: Option<UnitId>| {
        let mut next = Fights { left: rest.to_vec(), ..job.clone() };
        next.paired.extend(enemy.map(|enemy| (*unit, enemy)));
        Effects::become_job(next)
    };
    match (&among[..], field.0.battle_state::<Picked>().0) {
        ([], _) => next(None),
        ([only], _) => next(Some(*only)),
        (_, Some(picked)) => {
            let forget = Fact::new(WHO, Narration::Said(Word("fights-picked")));
            let names = [(Word("who"), *unit), (Word("whom"), picked)];
            let forget = names.into_iter().fold(forget, |f, (n, u)| f.word(n, crate::battle::Arg::Of(Ref::Unit(u))));
            next(Some(picked)).fact(forget.change(set(Picked(None))))
        }
        (among, None) => Effects::stay().ask(opponent::question(field, *unit, among)),
    }
}

/// Fights one melee: pila, then blows; what follows is the job [`Aftermath`](super::after::Aftermath).
pub fn melee(InRef(job): InRef<Melee>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let (a, b) = (job.a, job.b);
    if !job.thrown && field.contacts(a).iter().any(|c| c.enemy == b) {
        return pilum::throw(field, &dice, job);
    }
    let routed = [a, b].map(|unit| !field.0.on_table(unit));
    if routed[0] != routed[1] && job.thrown {
        // A volley of pila has already decided it (D48).
        let (winner, loser) = if routed[1] { (a, b) } else { (b, a) };
        return Effects::become_job(Aftermath { winner, loser, retreats: false });
    }
    let Some(round) = MeleeRound::standing(field, a, b, &job.fresh, &job.mains) else { return Effects::pop() };
    if destiny::open(field) {
        return Effects::become_job(Throws::new(Struck::Blows(job.clone())));
    }
    let mut roller = dice.roller();
    let tested = match round.roll(&mut roller) {
        Ok(tested) => tested,
        Err(need) => return Effects::need(need),
    };
    let fact = told(&round, [tested[1].damage, tested[0].damage]).dice(roller.rolled());
    struck(field, &round, &tested, vec![fact])
}

/// The fact of a round in which both did so much damage.
pub fn told(round: &MeleeRound, damage: [i32; 2]) -> Fact {
    let [own, other] = &round.fighters;
    let count = |n: i32| crate::battle::Arg::Measured(crate::battle::Measured::Count(n));
    Fact::new(BLOWS, Narration::Fought { a: Ref::Unit(own.unit), b: Ref::Unit(other.unit) })
        .says(Word("fights"))
        .word(Word("damage"), count(damage[0]))
        .word(Word("damage2"), count(damage[1]))
        .tally(own.dice.clone())
        .tally(other.dice.clone())
}

/// What happens after both tests of a round.
pub fn struck(field: Battlefield, round: &MeleeRound, tested: &[Tested; 2], told: Vec<Fact>) -> Effects {
    let verdict = round.outcome(tested);
    let mut effects = match verdict {
        Verdict::BothRouted => Effects::pop(),
        Verdict::Draw => Effects::pop(),
        Verdict::Routed(n) => {
            let (loser, winner) = (round.fighters[n].unit, round.fighters[1 - n].unit);
            Effects::become_job(Aftermath { winner, loser, retreats: false })
        }
        Verdict::Retreats(n) if round.fighters[n].stays => Effects::pop(),
        Verdict::Retreats(n) => {
            let (loser, winner) = (round.fighters[n].unit, round.fighters[1 - n].unit);
            Effects::become_job(Aftermath { winner, loser, retreats: true })
        }
    };
    if let Some(unit) = withdrawn(field, round, verdict) {
        effects = Effects::become_job(Retreat { unit, way: None, withdraws: true });
    }
    effects = effects.facts(told);
    for n in 0..2 {
        let spent = field.kind(round.fighters[n].unit).one_shot && !tested[n].routed && !tested[1 - n].routed;
        if spent {
            effects =
                effects.push(Rout { unit: round.fighters[n].unit, how: Fate::Spent, cite: ONE_SHOT, chain: false });
        }
    }
    for (fighter, tested) in round.fighters.iter().zip(tested) {
        effects = loss::suffer(effects, &fighter.test, tested, Cause::Melee);
    }
    effects
}

/// The mounted unit that withdraws from foot that it has not beaten (X12); it is not pursued. Without room behind it,
/// it stays in a melee that it has not lost.
fn withdrawn(field: Battlefield, round: &MeleeRound, verdict: Verdict) -> Option<UnitId> {
    let goes = |n: &usize| {
        let (own, other) = (round.fighters[*n].unit, round.fighters[1 - *n].unit);
        let beaten = verdict == Verdict::Retreats(*n);
        let drew = verdict == Verdict::Draw && may_withdraw(field, own);
        field.kind(own).withdraws && field.kind(other).on_foot() && (beaten || drew)
    };
    let who = [0, 1].into_iter().find(goes).filter(|_| field.plays(Switch::Disengagement));
    who.map(|n| round.fighters[n].unit)
}
