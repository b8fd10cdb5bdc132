//! Carries out a move: where everybody now stands, who is disordered, and whom they have run into.

use super::activated;
use super::order::{MoveOrder, Way};
use super::passing;
use super::plan::{Plan, Planned};
use crate::battle::{Effects, Fact, Narration, Ref, alter, put};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::charge::{self, ContactsMade};
use crate::rules::impetus::melee::fights::Fights;
use crate::rules::impetus::reaction::march::March;
use crate::rules::impetus::reaction::{self, Ready};
use crate::rules::impetus::rout::{Fate, Rout};
use crate::rules::impetus::state::{Acts, Began, Class, Disordered, Stance};
use crate::rules::impetus::switches::Switch;
use crate::table::{Cdeg, Footprint, Mil};

const MOVE: Cite = Cite("8.1");

/// How enemies have answered a charge (X6, X8).
#[derive(Clone, Debug, Default)]
pub struct Met {
    /// Pairs of a charger and an enemy who counter-charges him.
    pub head_on: Vec<(UnitId, UnitId)>,
    /// Units that have evaded and are caught if they are reached.
    pub caught: Vec<UnitId>,
}

/// Enacts a move that was judged: step by step where enemies may answer it, else at once.
pub fn go(field: Battlefield, order: &MoveOrder, plan: &Plan) -> Effects {
    make(field, order, plan, false)
}

/// The same for a move that ends its units' activation.
pub fn go_last(field: Battlefield, order: &MoveOrder, plan: &Plan) -> Effects {
    make(field, order, plan, true)
}

fn make(field: Battlefield, order: &MoveOrder, plan: &Plan, last: bool) -> Effects {
    let still = |p: &Planned| p.start == p.end;
    // Facing about takes the whole activation (D9).
    let last = last || order.way == Way::About;
    let answered = reaction::is_played(field);
    let charges = |p: &Planned| !p.enemies.is_empty() && !answered;
    let acts: Vec<Acts> = plan
        .units
        .iter()
        .map(|p| {
            let acts = field.acts(p.unit);
            let moved = acts.moved || !plan.units.iter().all(still);
            Acts { activated: true, moved, fought: last || charges(p), ..acts }
        })
        .collect();
    // Where the activation began is stored only where more moves may follow.
    let begins = field.plays(Switch::Actions) && !plan.units.iter().all(still);
    let first = |p: &&Planned| begins && !field.acts(p.unit).moved;
    let told =
        plan.units.iter().filter(first).fold(activated(field, &order.units, &acts), |told, p| {
            told.change(put(p.unit, Began(Some(p.start.pose()))))
        });
    let effects = Effects::pop().fact(told);
    if answered && !plan.units.iter().all(still) {
        return effects.push(March { order: order.clone() });
    }
    carried_out(effects, field, order, plan, &Met::default())
}

/// Carries a move out, with contacts against everybody it runs into.
pub fn carried_out(mut effects: Effects, field: Battlefield, order: &MoveOrder, plan: &Plan, met: &Met) -> Effects {
    if plan.units.iter().all(|p| p.start == p.end && p.enemies.is_empty()) {
        return effects;
    }
    let moves: Vec<(UnitId, Vec<Footprint>)> = plan
        .units
        .iter()
        .map(|p| (p.unit, if p.turned == p.start { vec![p.start, p.end] } else { vec![p.start, p.turned, p.end] }))
        .collect();
    let mut told = plan.units.iter().fold(moved(field, MOVE, &moves), |fact, p| keeps_moving(field, order, p, fact));
    for planned in plan.units.iter().filter(|p| !p.enemies.is_empty() && reaction::is_played(field)) {
        told = told.change(alter(planned.unit, |acts: &mut Acts| acts.fought = true));
    }
    effects = effects.fact(told);
    for (friend, spot) in &plan.displaced {
        let fact = moved(field, passing::RULE, &[(*friend, vec![field.print(*friend), *spot])]);
        effects = effects.fact(fact.says(Word("falls-in")));
    }
    let mut contacts = ContactsMade::default();
    let mut told = Vec::new();
    let mut swept: Vec<(UnitId, (Fate, Cite))> = Vec::new();
    for planned in &plan.units {
        effects = effects.facts(planned.disorder.and_then(|cite| disorder(field, planned.unit, cite)));
        for enemy in &planned.enemies {
            let caught = met.caught.contains(enemy);
            let gone = charge::swept(field, planned.unit, *enemy)
                .or_else(|| (caught && field.kind(*enemy).skirmisher).then_some((Fate::Caught, reaction::EVADE)));
            if let Some(how) = gone {
                swept.push((*enemy, how));
                continue;
            }
            let class = match caught {
                true => Class::Behind,
                false => {
                    let began = charge::began(field, planned.unit, &planned.start);
                    charge::class(field, &began, &planned.end, *enemy)
                }
            };
            told.push(contacts.make(field, planned.unit, class, *enemy));
            if met.head_on.contains(&(planned.unit, *enemy)) {
                contacts.counter_charged(planned.unit, *enemy);
            }
        }
    }
    if let Some(last) = told.pop() {
        told.push(contacts.record(field, last));
        effects = effects.facts(told).facts(contacts.disorders(field));
    }
    let left: Vec<UnitId> = order.units.iter().copied().filter(|u| contacts.made.iter().any(|(a, _)| a == u)).collect();
    if !left.is_empty() {
        effects = effects.push(Fights { left, fresh: contacts.pairs(), paired: Vec::new() });
    }
    // An enemy removed by one unit of a group is not also in melee with another.
    swept.dedup_by_key(|(unit, _)| *unit);
    for (unit, (how, cite)) in swept {
        effects = effects.push(Rout { unit, how, cite, chain: false });
    }
    effects
}

/// Adds the state of war chariots after their move: in motion or halted, and whether their last leg was a turn (8.5).
fn keeps_moving(field: Battlefield, order: &MoveOrder, planned: &Planned, fact: Fact) -> Fact {
    if field.kind(planned.unit).chariot.is_none() {
        return fact;
    }
    let went = planned.gone > Mil::ZERO && planned.enemies.is_empty();
    let in_motion = went && order.halt == Some(false);
    let turned = match order.way {
        Way::Turn { angle, first, .. } => angle != Cdeg::ZERO && (!first || planned.gone == Mil::ZERO),
        _ => false,
    };
    fact.change(alter(planned.unit, move |stance: &mut Stance| {
        stance.in_motion = in_motion;
        stance.turned = turned;
    }))
}

/// The fact that units moved, each along these footprints.
pub fn moved(field: Battlefield, cite: Cite, moves: &[(UnitId, Vec<Footprint>)]) -> Fact {
    let who = moves.iter().map(|(u, _)| Ref::Unit(*u)).collect();
    let along = moves.iter().map(|(_, way)| way.iter().map(Footprint::pose).collect()).collect();
    let mut fact = Fact::new(cite, Narration::Moved { who, along });
    for (unit, way) in moves {
        if let Some(end) = way.last().filter(|_| field.0.has_footprint(*unit)) {
            fact = fact.change(put(*unit, field.0.placement_at(*unit, end.pose())));
        }
        fact = fact.change(put(*unit, Stance { has_moved: true, ..Stance::default() }));
        if field.0.unit_state::<Ready>(*unit).0 {
            fact = fact.change(alter(*unit, |ready: &mut Ready| ready.0 = false));
        }
    }
    fact
}

/// The fact that a unit becomes disordered; none if it is already, or is of scythed chariots, which never are (16).
pub fn disorder(field: Battlefield, unit: UnitId, cite: Cite) -> Option<Fact> {
    (!field.disordered(unit) && !field.kind(unit).one_shot).then(|| disordered(unit, cite))
}

/// The fact that a unit becomes disordered. The caller knows that it is not yet, and that it can be.
pub fn disordered(unit: UnitId, cite: Cite) -> Fact {
    let told = Narration::Marked { of: Ref::Unit(unit), what: Word("disordered"), on: true };
    Fact::new(cite, told).change(alter(unit, |disordered: &mut Disordered| disordered.0 = true))
}
