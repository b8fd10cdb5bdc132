//! Odds before the dice: the same kernels over every case.

use super::battlefield::Battlefield;
use super::charge;
use super::combat::attacks::{Stand, Supposed, attacks, stands};
use super::combat::kernel::{Round, Taker, round};
use super::combat::{self, charges_of, engagement_of, round_of, round_with};
use super::sequence::TurnStep;
use super::shooting;
use super::shooting::kernel::{Attack, strike};
use crate::battle::{Action, Arg, Note, Odds, OddsOutcome, Ref, View};
use crate::cite::{Cite, Tally, Word};
use crate::dice::odds::every_case;
use crate::ids::UnitId;
use crate::table::{Layout, Placement, Pose};

/// The odds of a shot at a unit from where both stand (A8.2).
pub fn shot(view: &View, shooter: UnitId, target: UnitId) -> Option<Odds> {
    let field = Battlefield::of(*view);
    let enemies = view.side_of(shooter) != view.side_of(target);
    if !enemies || field.unit(shooter).is_none_or(|of| of.kind.shooting == 0) || field.unit(target).is_none() {
        return None;
    }
    let stands = shooting::stands_that_reach(field, shooter, target);
    if stands.is_empty() {
        return None;
    }
    Some(of_attack(field, &shooting::attack_on(field, shooter, &stands, target)))
}

/// The odds of an attack by shooting (A8.2).
fn of_attack(field: Battlefield, attack: &Attack) -> Odds {
    let cases = every_case(|dice| strike(dice, attack));
    let left = field.troop(attack.at).kind.hits - i32::from(field.hits(attack.at).left);
    let outcomes = vec![
        OddsOutcome::of(Word("hit"), &cases, |struck| struck.through() > 0),
        OddsOutcome::of(Word("stand"), &cases, |struck| i32::from(struck.through()) >= left),
        OddsOutcome::of(Word("miss"), &cases, |struck| struck.through() == 0),
    ];
    let (by, at) = (Ref::Unit(attack.who), Ref::Unit(attack.at));
    Odds { by, at, outcomes, tallies: Default::default(), simulated: cases.simulated, notes: Vec::new() }
}

/// The odds of what an answer brings at once: of a shot at a charger (A7.3), of the first round of an engagement that is
/// fought next (A10.2), and of the round in which a stand strikes whom it is told to, or has its character's bonus (A10.3,
/// A10.4).
pub fn of_action(view: &View, action: &Action) -> Vec<Odds> {
    let (field, Some(question)) = (Battlefield::of(*view), view.question()) else { return Vec::new() };
    if let Some(attack) = charge::attack_at_charger(field, &question, action) {
        return vec![of_attack(field, &attack)];
    }
    let known = charges_of(field);
    let found = combat::supposed(&question, action, &known).and_then(|(unit, supposed)| {
        let all = engagement_of(field, unit);
        let target = supposed.strikes.map(|(.., enemy)| enemy).or_else(|| {
            let touched = all.iter().filter(|of| field.0.side_of(**of) != field.0.side_of(unit));
            touched.copied().find(|of| field.contacts(unit).contains(of))
        });
        Some(of_round(field, unit, target?, &round_with(field, &all, &supposed)))
    });
    found.into_iter().collect()
}

/// The stands of a unit as they would stand.
fn placed(field: Battlefield, unit: UnitId, poses: &[Pose]) -> Vec<Stand> {
    let (side, size) = (field.0.side_of(unit), field.size(unit));
    let stand = |(n, pose): (usize, &Pose)| Stand { unit, base: n as u8, side, print: size.base(*pose) };
    poses.iter().enumerate().map(stand).collect()
}

/// The first round of a fight between a unit that stands like that and some enemies.
pub fn meeting(field: Battlefield, unit: UnitId, poses: &[Pose], enemies: &[UnitId], charges: bool) -> Round {
    let mut all = placed(field, unit, poses);
    all.extend(stands(field, enemies));
    let charged = |by: UnitId, at: UnitId| charges && by == unit && enemies.contains(&at);
    let taker = |of: UnitId| {
        let stands = if of == unit { poses.len() } else { field.feet(of).len() };
        let cap = field.troop(of).kind.hits * stands as i32 - i32::from(field.hits(of).left);
        Taker { unit: of, side: field.0.side_of(of), cap, charging: 0 }
    };
    let takers = [unit].iter().chain(enemies).map(|of| taker(*of)).collect();
    let supposed = Supposed { alone: charges.then_some(unit), ..Supposed::charges(&charged) };
    Round { blows: attacks(field, &all, &[], &supposed), takers, supports: [0; 2] }
}

fn of_round(field: Battlefield, unit: UnitId, target: UnitId, set_up: &Round) -> Odds {
    let cases = every_case(|dice| round(dice, set_up));
    let side = field.0.side_of(unit);
    let is = |n: i32| {
        move |fought: &super::combat::kernel::Fought| {
            let (winner, _) = fought.winner();
            winner.map_or(0, |winner| if winner == side { 1 } else { -1 }) == n
        }
    };
    let outcomes = vec![
        OddsOutcome::of(Word("win"), &cases, is(1)),
        OddsOutcome::of(Word("tie"), &cases, is(0)),
        OddsOutcome::of(Word("lose"), &cases, is(-1)),
    ];
    let tally = |of: UnitId| {
        let own = set_up.blows.iter().filter(|blows| blows.attack.who == of);
        own.fold(Tally::default(), |mut sum, blows| {
            sum.0.extend(blows.tally.0.iter().cloned());
            sum
        })
    };
    let tallies = [tally(unit), tally(target)];
    Odds {
        by: Ref::Unit(unit),
        at: Ref::Unit(target),
        outcomes,
        tallies,
        simulated: cases.simulated,
        notes: Vec::new(),
    }
}

/// The odds of the first round of a charge, with all who fight and support in it then. Shots at the charger, which count in that
/// round, are not rolled for here: it is said who may shoot.
pub fn of_charge(field: Battlefield, plan: &charge::Plan) -> Option<Odds> {
    let mut odds = of_coming(field, plan.unit, plan.target, &plan.ends, &plan.touched)?;
    let layout = standing(field, plan.unit, &plan.ends);
    let there = Battlefield::of(field.0.standing(&layout));
    let shooters = plan.touched.iter().filter(|of| charge::may_shoot(field, there, plan.unit, **of));
    let note =
        |of: &UnitId| Note::new(Cite("A7.3"), Word("may-shoot-at-charger")).word(Word("who"), Arg::Of(Ref::Unit(*of)));
    odds.notes.extend(shooters.map(note));
    Some(odds)
}

/// The table as it would be if a unit stood like that.
fn standing(field: Battlefield, unit: UnitId, ends: &[Pose]) -> Layout {
    let mut layout = field.0.layout().clone();
    layout.place(unit, &Placement::Loose(ends.to_vec()));
    layout
}

/// The odds of the next round if a unit came to stand like that, and had charged those: with all who belong to its engagement
/// then (A10.1). None where it would fight nobody.
pub fn of_coming(field: Battlefield, unit: UnitId, target: UnitId, ends: &[Pose], charged: &[UnitId]) -> Option<Odds> {
    let layout = standing(field, unit, ends);
    let there = Battlefield::of(field.0.standing(&layout));
    let known = charges_of(there);
    let charges = |by: UnitId, at: UnitId| (by == unit && charged.contains(&at)) || known(by, at);
    // In the command phase characters stay where they are (A11).
    let alone = Some(unit).filter(|_| !charged.is_empty());
    let set_up = round_with(there, &engagement_of(there, unit), &Supposed { alone, ..Supposed::charges(&charges) });
    (!set_up.blows.is_empty()).then(|| of_round(there, unit, target, &set_up))
}

/// The odds of a fight if one came into contact so; of one under way, of its next round.
pub fn melee_odds(view: &View, attacker: UnitId, target: UnitId, from: Pose) -> Option<Odds> {
    let field = Battlefield::of(*view);
    if view.side_of(attacker) == view.side_of(target) || field.unit(attacker).is_none() || field.unit(target).is_none()
    {
        return None;
    }
    if field.contacts(attacker).contains(&target) {
        let set_up = round_of(field, &engagement_of(field, attacker));
        return Some(of_round(field, attacker, target, &set_up));
    }
    let Placement::Loose(poses) = view.placement_at(attacker, from) else { return None };
    // Who comes into contact in a combat phase pursues or advances, and has no bonus of a charge (A10.4).
    let fights = [TurnStep::FirstCombat, TurnStep::SecondCombat].map(TurnStep::word);
    let set_up = meeting(field, attacker, &poses, &[target], !fights.contains(&view.clock().step));
    (!set_up.blows.is_empty()).then(|| of_round(field, attacker, target, &set_up))
}
