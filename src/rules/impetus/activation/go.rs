//! A move is made: where everyone now stands, who is disordered, whom they came upon.

use super::activated;
use super::order::{MoveOrder, Way};
use super::passing;
use super::plan::{Plan, Planned};
use crate::battle::{Fact, Pass, Ref, Tell, put};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::charge::{self, Made};
use crate::rules::impetus::field::Field;
use crate::rules::impetus::melee::fights::Fights;
use crate::rules::impetus::rout::Rout;
use crate::rules::impetus::state::{Acts, Disordered, Stance};
use crate::table::{Cdeg, Footprint, Mil, Standing};

const MOVE: Cite = Cite("8.1");

/// What comes of a move that was judged.
pub fn go(field: Field, order: &MoveOrder, plan: &Plan) -> Pass {
    make(field, order, plan, false)
}

/// The same of a move after which its units do nothing more in their activation.
pub fn go_last(field: Field, order: &MoveOrder, plan: &Plan) -> Pass {
    make(field, order, plan, true)
}

fn make(field: Field, order: &MoveOrder, plan: &Plan, last: bool) -> Pass {
    let still = |p: &Planned| p.start == p.end;
    let charges = |p: &Planned| !p.enemies.is_empty();
    let acts: Vec<Acts> = plan
        .units
        .iter()
        .map(|p| {
            let acts = field.acts(p.unit);
            let moved = acts.moved || !plan.units.iter().all(still);
            Acts { activated: true, moved, fought: last || charges(p), ..acts }
        })
        .collect();
    let mut pass = Pass::pop().tell(activated(field, &order.units, &acts));
    if plan.units.iter().all(still) {
        return pass;
    }
    let moves: Vec<(UnitId, Vec<Footprint>)> = plan
        .units
        .iter()
        .map(|p| (p.unit, if p.turned == p.start { vec![p.start, p.end] } else { vec![p.start, p.turned, p.end] }))
        .collect();
    let told = plan.units.iter().fold(moved(field, MOVE, &moves), |fact, p| keeps_moving(field, order, p, fact));
    pass = pass.tell(told);
    for (friend, spot) in &plan.displaced {
        let fact = moved(field, passing::RULE, &[(*friend, vec![field.print(*friend), *spot])]);
        pass = pass.tell(fact.says(Word("falls-in")));
    }
    let mut made = Made::default();
    let mut told = Vec::new();
    let mut swept: Vec<(UnitId, (Word, Cite))> = Vec::new();
    for planned in &plan.units {
        if let Some(cite) = planned.disorder.filter(|_| !field.disordered(planned.unit)) {
            pass = pass.tell(disordered(planned.unit, cite));
        }
        for enemy in &planned.enemies {
            if let Some(how) = charge::swept(field, planned.unit, *enemy) {
                swept.push((*enemy, how));
            } else {
                let class = charge::class(field, &planned.start, &planned.end, *enemy);
                told.push(made.make(field, planned.unit, class, *enemy));
            }
        }
    }
    if let Some(last) = told.pop() {
        told.push(made.record(field, last));
        pass = pass.tell_all(told).tell_all(made.disorders(field));
    }
    let left: Vec<UnitId> = order.units.iter().copied().filter(|u| made.pairs.iter().any(|(a, _)| a == u)).collect();
    if !left.is_empty() {
        pass = pass.push(Fights { left, fresh: made.pairs, paired: Vec::new() });
    }
    // Who is swept away by one of a group is in no melee with another.
    swept.dedup_by_key(|(unit, _)| *unit);
    for (unit, (how, cite)) in swept {
        pass = pass.push(Rout { unit, how, cite, chain: false });
    }
    pass
}

/// How war chariots stand after their move: in motion or not, and whether they have turned last (8.5).
fn keeps_moving(field: Field, order: &MoveOrder, planned: &Planned, fact: Fact) -> Fact {
    if field.kind(planned.unit).chariot.is_none() {
        return fact;
    }
    let went = planned.gone > Mil::ZERO && planned.enemies.is_empty();
    let in_motion = went && order.halt == Some(false);
    let turned = match order.way {
        Way::Turn { angle, first, .. } => angle != Cdeg::ZERO && (!first || planned.gone == Mil::ZERO),
        _ => false,
    };
    let stance = Stance { has_moved: true, in_motion, turned, ..Stance::default() };
    fact.change(put(planned.unit, stance))
}

/// The fact that units moved, each along these footprints.
pub fn moved(field: Field, cite: Cite, moves: &[(UnitId, Vec<Footprint>)]) -> Fact {
    let who = moves.iter().map(|(u, _)| Ref::Unit(*u)).collect();
    let along = moves.iter().map(|(_, way)| way.iter().map(Footprint::pose).collect()).collect();
    let mut fact = Fact::new(cite, Tell::Moved { who, along });
    for (unit, way) in moves {
        if let (Standing::Block { files, ranks, .. }, Some(end)) = (field.0.standing(*unit), way.last()) {
            let standing = Standing::Block { pose: end.pose(), files: *files, ranks: *ranks };
            fact = fact.change(put(*unit, standing));
        }
        fact = fact.change(put(*unit, Stance { has_moved: true, ..Stance::default() }));
    }
    fact
}

/// The fact that a unit becomes disordered.
pub fn disordered(unit: UnitId, cite: Cite) -> Fact {
    let told = Tell::Marked { of: Ref::Unit(unit), what: Word("disordered"), on: true };
    Fact::new(cite, told).change(put(unit, Disordered(true)))
}
