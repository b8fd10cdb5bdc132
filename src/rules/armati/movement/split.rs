//! Voluntary splits (SP1, SP3): a division with a unit in melee may be split so that the others act on their own.

use super::order::{OFF, SPLIT, speaker};
use crate::battle::{Action, Arg, Barred, Choice, Fact, Measured, Narration, Offer, Ref, Refusal, Value, alter_one};
use crate::cite::{Cite, Word};
use crate::ids::{BodyId, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::data;
use crate::rules::armati::divisions;
use crate::rules::armati::state::Armies;
use crate::table::Footprint;

const VOLUNTARY: Cite = Cite("SP1");
const LIMIT: Cite = Cite("SP3");

/// Adds each connected group of unengaged units that may be split off.
pub fn choices(field: Battlefield, body: BodyId, offer: &mut Offer, barred: bool) {
    let who = speaker(&field.0, body);
    let units = standing(field, body);
    let free: Vec<UnitId> = units.iter().copied().filter(|u| !field.engaged(*u)).collect();
    let prints: Vec<Footprint> = free.iter().map(|u| field.print(*u)).collect();
    let mut first_refusal = None;
    for group in divisions::groups_of(&prints) {
        let off: Vec<UnitId> = group.iter().map(|i| free[*i]).collect();
        match judge(field, body, &off) {
            Ok(_) => {
                let refs = off.iter().map(|u| Ref::Unit(*u)).collect();
                let action = Action::new(who, SPLIT).with(OFF, Value::Refs(refs));
                offer.choices.push(Choice::plain(action, VOLUNTARY));
            }
            Err(why) => first_refusal = first_refusal.or(Some(why)),
        }
    }
    if barred && let Some(why) = first_refusal {
        offer.barred.push(Barred { key: SPLIT, who: vec![who], why });
    }
}

/// The groups into which the division would split; what remains of it comes first.
///
/// # Errors
///
/// When it may not be split like this.
pub fn judge(field: Battlefield, body: BodyId, off: &[UnitId]) -> Result<Vec<Vec<UnitId>>, Refusal> {
    let who = speaker(&field.0, body);
    let units = standing(field, body);
    let refuse = |cite, says| Err(Refusal::new(cite, Word(says)).of(who));
    if let Some(unit) = off.iter().find(|u| !units.contains(u)) {
        return Err(Refusal::new(VOLUNTARY, Word("not-in-division")).of(Ref::Unit(*unit)));
    }
    if !field.division(body).controlled {
        return refuse(VOLUNTARY, "uncontrolled-split");
    }
    if units.iter().all(|u| !field.engaged(*u)) {
        return refuse(VOLUNTARY, "no-split-without-melee");
    }
    if units.iter().any(|u| field.acts(*u).marched) {
        return refuse(VOLUNTARY, "moved-already");
    }
    let rest: Vec<UnitId> = units.iter().copied().filter(|u| !off.contains(u)).collect();
    if rest.is_empty() {
        return refuse(VOLUNTARY, "split-all");
    }
    let prints = |of: &[UnitId]| of.iter().map(|u| field.print(*u)).collect::<Vec<_>>();
    if !divisions::contiguous(&prints(off)) {
        return refuse(VOLUNTARY, "split-apart");
    }
    let mut groups: Vec<Vec<UnitId>> =
        divisions::groups_of(&prints(&rest)).iter().map(|g| g.iter().map(|i| rest[*i]).collect()).collect();
    groups.push(off.to_vec());
    let cost = cost_of(&groups);
    let init = field.army(field.0.side_of(units[0])).init;
    if init - cost < 0 {
        return Err(Refusal::new(LIMIT, Word("split-cost"))
            .of(who)
            .below(Measured::Count(init - cost), Measured::Count(0)));
    }
    Ok(groups)
}

/// The facts of the split, and of its cost.
pub fn facts(field: Battlefield, body: BodyId, off: &[UnitId]) -> Vec<Fact> {
    let Ok(groups) = judge(field, body, off) else { return Vec::new() };
    let side = field.0.bodies().get(body).side;
    let cost = cost_of(&groups);
    let from = field.army(side).init;
    let told = Narration::Counted { of: Ref::Side(side), what: Word("init"), from, to: from - cost };
    let fact = Fact::new(VOLUNTARY, told)
        .says(Word("split"))
        .word(Word("body"), Arg::Of(speaker(&field.0, body)))
        .change(alter_one(move |armies: &mut Armies| armies.of_mut(side).init -= cost));
    vec![divisions::parted(fact, body, groups)]
}

/// By how much a split into so many groups lowers the initiative.
fn cost_of(groups: &[Vec<UnitId>]) -> i32 {
    (groups.len() - 1) as i32 * data().tables.division.split_cost
}

fn standing(field: Battlefield, body: BodyId) -> Vec<UnitId> {
    field.0.bodies().get(body).units.iter().copied().filter(|u| field.stands(*u)).collect()
}
