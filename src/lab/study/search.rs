//! The best plan found: a plan's parameters (the turns, targets, places and tasks of its orders) are varied, and the worse
//! ones dropped early.
//!
//! It is sequential halving (Z. Karnin, T. Koren and O. Somekh, "Almost optimal exploration in multi-armed bandits", ICML
//! 2013): all candidates play the same pairs of seeds; the better half goes on and plays twice as many, until one is left.
//! With so many battles in each round the chance to lose the best of them falls with the exponent of their number. Whoever
//! is best of many has been lucky too: how good it is must be told by other battles, [`fresh`].

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::play;
use super::track::Track;
use super::{Order, block};
use crate::battle::setup::Setup;
use crate::ids::Side;
use crate::scenario::Study;
use crate::scenario::plan::{self, Plan, Task};
use crate::scenario::study::Arm;
use crate::scenario::study_change::Who;
use crate::scenario::study_grid::Contrast;

/// How many candidates there are, where nobody says otherwise.
pub const CANDIDATES: u32 = 24;

/// How many pairs each of all candidates plays in the first round.
const FIRST: u32 = 12;

/// How often one candidate is tried to be made that is none of the others.
const TRIES: u32 = 200;

/// A round of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// How many candidates played it.
    pub candidates: usize,
    /// How many pairs each has played by then.
    pub pairs: u32,
    /// The chance to win of the best, as it looks.
    pub best: f64,
    /// That of the plan as it was given, as long as it is among them.
    pub given: Option<f64>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The best plan.
    pub plan: Plan,
    /// The rounds.
    pub rounds: Vec<Round>,
    /// How many battles were played.
    pub battles: usize,
}

/// The first arm of a study that has a plan for its side, and the plan.
pub fn planned(study: &Study) -> Option<(usize, &Plan)> {
    study.arms.iter().enumerate().find_map(|(n, arm)| match &arm.change.players[study.side.index()] {
        Some(Who::Plan(plan, _)) => Some((n, &**plan)),
        _ => None,
    })
}

/// Whether a plan has an order that can be varied.
pub fn can_vary(plan: &Plan) -> bool {
    plan.orders.iter().any(|standing| matches!(standing.order, plan::Order::To(..)))
}

/// How many battles a search among so many candidates plays.
pub fn battles(candidates: u32) -> u64 {
    let (mut left, mut done, mut battles) = (u64::from(candidates), 0, 0);
    while left > 1 {
        let until = next(done);
        battles += left * u64::from(until - done);
        (left, done) = (left.div_ceil(2), until);
    }
    battles
}

fn next(done: u32) -> u32 {
    if done == 0 { FIRST } else { done * 2 }
}

/// Varies the plan of that arm and finds the best of so many candidates, the plan itself among them. The battles have
/// other seeds than those of the study.
pub fn search(order: &Order, arm: usize, plan: &Plan, candidates: u32) -> Found {
    let seed = xxh3_64_with_seed(b"search", order.seed);
    let own = &order.study.arms[arm];
    let plans = vary(plan, &own.setup, candidates, seed);
    let mut study = order.study.clone();
    study.arms = plans.iter().map(|plan| under(own, plan, study.side)).collect();
    let order = Order { study: &study, seed, ..*order };
    let mut left: Vec<usize> = (0..plans.len()).collect();
    let mut tracks = vec![(Track::default(), 0.0); plans.len()];
    let (mut rounds, mut done, mut battles) = (Vec::new(), 0, 0);
    while left.len() > 1 {
        let until = next(done);
        let mut which = left.clone();
        which.sort_unstable();
        let rows = play::play(&block(&order, which, done + 1..=until));
        battles += rows.len();
        for row in &rows {
            let (track, margin) = &mut tracks[row.arm];
            track.push(row.score, row.luck);
            *margin += row.margin;
        }
        left.iter().for_each(|n| tracks[*n].0.learn());
        // Of two that have won alike the one that was nearer to it; then the one that came first.
        let value = |n: &usize| (tracks[*n].0.adjusted.mean(), tracks[*n].1);
        left.sort_by(|a, b| {
            let (a_value, b_value) = (value(a), value(b));
            b_value.0.total_cmp(&a_value.0).then(b_value.1.total_cmp(&a_value.1)).then(a.cmp(b))
        });
        let given = left.contains(&0).then(|| value(&0).0);
        rounds.push(Round { candidates: left.len(), pairs: until, best: value(&left[0]).0, given });
        left.truncate(left.len().div_ceil(2));
        done = until;
    }
    Found { plan: plans[left[0]].clone(), rounds, battles }
}

/// A study of fresh seeds that tells how good a plan is that was found, beside the base and the plan that it was made of.
pub fn fresh(study: &Study, arm: usize, found: &Plan, name: &str) -> Study {
    let mut study = study.clone();
    let own = study.arms[arm].clone();
    let base = study.arms[0].clone();
    let mut best = under(&own, found, study.side);
    best.name = "found".to_owned();
    if let Some(Who::Plan(_, called)) = &mut best.change.players[study.side.index()] {
        name.clone_into(called);
    }
    let contrast = |name: String, first: usize, other: usize| Contrast {
        name,
        weights: vec![(first, -1.0), (other, 1.0)],
        together: false,
    };
    if arm == 0 {
        study.arms = vec![base, best];
        study.contrasts = vec![contrast("found".to_owned(), 0, 1)];
    } else {
        let name = own.name.clone();
        study.arms = vec![base, own, best];
        study.contrasts = vec![contrast("found".to_owned(), 0, 2), contrast(format!("found against {name}"), 1, 2)];
    }
    study
}

/// That arm with another plan for the side.
fn under(arm: &Arm, plan: &Plan, side: Side) -> Arm {
    let mut arm = arm.clone();
    arm.change.players[side.index()] = Some(Who::Plan(Box::new(plan.clone()), plan.title.clone()));
    arm
}

/// The plan and so many others made of it, each with one to three changes; fewer where there are no more.
fn vary(plan: &Plan, setup: &Setup, candidates: u32, seed: u64) -> Vec<Plan> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut plans = vec![plan.clone()];
    for _ in 1..candidates {
        for _ in 0..TRIES {
            let mut other = plan.clone();
            for _ in 0..=below(&mut rng, 3) {
                change(&mut other, setup, &mut rng);
            }
            if !plans.contains(&other) && other.fits(setup).is_ok() {
                plans.push(other);
                break;
            }
        }
    }
    let title = format!("{}, varied", plan.title);
    plans.iter_mut().skip(1).for_each(|plan| plan.title.clone_from(&title));
    plans
}

/// One change of one order to units.
fn change(plan: &mut Plan, setup: &Setup, rng: &mut impl Rng) {
    let last = setup.limit.turns.max(1);
    let enemies = names(setup, plan.side.other());
    let count = plan.orders.len();
    if count == 0 {
        return;
    }
    let standing = &mut plan.orders[below(rng, count)];
    let plan::Order::To(_, task) = &mut standing.order else { return };
    let (first, until) = (*standing.turns.start(), (*standing.turns.end()).min(last));
    match below(rng, 4) {
        0 => {
            let first = moved(first, rng).clamp(1.min(first), until.max(1));
            standing.turns = first..=until.max(first);
        }
        1 => standing.turns = first..=moved(until, rng).clamp(1, last).max(first),
        2 => match task {
            Task::Attack(whom) => *whom = vec![one(&enemies, rng)],
            Task::Go(at) => {
                let (width, depth) = setup.table;
                let mut by = || below(rng, 13) as f32 - 6.0;
                at.x = (at.x + by()).clamp(0.0, width);
                at.y = (at.y + by()).clamp(0.0, depth);
            }
            Task::Hold | Task::Free => *task = Task::Attack(vec![one(&enemies, rng)]),
        },
        _ => {
            *task = match below(rng, 3) {
                0 => Task::Hold,
                1 => Task::Free,
                _ => Task::Attack(vec![one(&enemies, rng)]),
            }
        }
    }
}

/// A turn that is one to three earlier or later.
fn moved(turn: u32, rng: &mut impl Rng) -> u32 {
    let by = 1 + below(rng, 3) as u32;
    if below(rng, 2) == 0 { turn.saturating_sub(by) } else { turn + by }
}

/// The bodies of a side by name, and the units of those that have none.
fn names(setup: &Setup, side: Side) -> Vec<String> {
    let bodies = &setup.sides[side.index()].bodies;
    let of = |body: &crate::battle::setup::BodySetup| match &body.name {
        Some(name) => vec![name.clone()],
        None => body.units.iter().map(|unit| unit.name.clone()).collect(),
    };
    bodies.iter().flat_map(of).collect()
}

fn one(names: &[String], rng: &mut impl Rng) -> String {
    if names.is_empty() { String::new() } else { names[below(rng, names.len())].clone() }
}

fn below(rng: &mut impl Rng, count: usize) -> usize {
    (rng.next_u64() % count as u64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::setup::{BodySetup, Limit, Then, UnitSetup};
    use crate::scenario::plan::StandingOrder;

    /// A race of one runner a side.
    fn setup() -> Setup {
        let mut setup = crate::lab::toy::setup();
        setup.limit = Limit { turns: 9, then: Then::Compare };
        for (side, name) in setup.sides.iter_mut().zip(["hare", "tortoise"]) {
            let unit = UnitSetup { name: name.to_owned(), ..UnitSetup::default() };
            side.bodies = vec![BodySetup { units: vec![unit], ..BodySetup::default() }];
        }
        setup
    }

    #[test]
    fn each_round_has_half_as_many_who_play_twice_as_much() {
        // 24 play 12, 12 play 12 more, 6 24 more, 3 48 more, 2 96 more.
        assert_eq!(battles(24), 24 * 12 + 12 * 12 + 6 * 24 + 3 * 48 + 2 * 96);
        assert_eq!((battles(2), battles(1)), (24, 0));
    }

    #[test]
    fn candidates_are_many_and_none_is_another() {
        let setup = setup();
        let task = Task::Attack(vec!["hare".to_owned()]);
        let order = plan::Order::To(vec!["tortoise".to_owned()], task);
        let plan = Plan {
            title: "x".to_owned(),
            battle: "toy".to_owned(),
            ruleset: "toy".to_owned(),
            side: Side::South,
            orders: vec![StandingOrder { turns: 1..=4, order }],
        };
        let plans = vary(&plan, &setup, 20, 3);
        assert_eq!((plans.len(), &plans[0]), (20, &plan));
        assert_eq!(plans, vary(&plan, &setup, 20, 3));
        for (n, one) in plans.iter().enumerate() {
            assert!(plans[..n].iter().all(|other| other.orders != one.orders), "{one:?}");
            assert!(one.fits(&setup).is_ok());
            let turns = &one.orders[0].turns;
            assert!(*turns.start() >= 1 && turns.start() <= turns.end() && *turns.end() <= 12, "{turns:?}");
        }
    }
}
