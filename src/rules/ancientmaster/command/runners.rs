//! Chariot runners (W67-W69): they keep up with the chariots of their brigade, where these have as many stands.

use crate::battle::{Arg, Effects, Fact, Narration, Ref, Refusal, alter};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::charge::Cause;
use crate::rules::ancientmaster::formation::full_pace;
use crate::rules::ancientmaster::state::Acts;
use crate::rules::ancientmaster::troop::{Sort, Tag};
use crate::rules::ancientmaster::ways::Going;
use crate::table::formation::groups;
use crate::table::measure::{TOUCH, within};
use crate::table::{Footprint, Mil};

const BESIDE: Cite = Cite("W68");

/// How many stands of chariots and how many of runners some units have.
fn stands(field: Battlefield, who: &[UnitId]) -> (usize, usize) {
    let of = |counts: &dyn Fn(UnitId) -> bool| {
        who.iter().filter(|unit| counts(**unit)).map(|unit| field.feet(*unit).len()).sum::<usize>()
    };
    (of(&|unit| field.troop(unit).sort() == Sort::Chariot), of(&|unit| field.has(unit, Tag::Runners)))
}

/// Whether the runners of a brigade keep up: it has as many stands of chariots as of them (W67).
pub fn keep_up(field: Battlefield, who: &[UnitId]) -> bool {
    let (chariots, runners) = stands(field, who);
    runners > 0 && chariots >= runners
}

/// Whether a unit is one of the runners that keep up with a brigade.
pub fn runs(field: Battlefield, unit: UnitId, brigade: &[UnitId]) -> bool {
    brigade.contains(&unit) && field.has(unit, Tag::Runners)
}

/// Why a unit charges by its order: as far as chariots do, or as others.
pub fn cause(field: Battlefield, unit: UnitId, brigade: &[UnitId]) -> Cause {
    if runs(field, unit, brigade) { Cause::OrderBesideChariots } else { Cause::Order }
}

/// Whether runners went farther than they go alone.
fn ran(field: Battlefield, unit: UnitId, gone: Mil) -> bool {
    field.has(unit, Tag::Runners) && gone > full_pace(Sort::Infantry).pace()
}

/// The runners of a brigade that have gone farther than they go alone, or would now, still touch as many stands of its
/// chariots, as one body with them (W68).
///
/// # Errors
/// They would not.
pub fn beside(field: Battlefield, brigade: &[UnitId], going: &[Going], longest: Mil) -> Result<(), Refusal> {
    let goes = |unit: UnitId| going.iter().find(|going| going.unit == unit);
    let far = |unit: UnitId| {
        let now = goes(unit).is_some() && ran(field, unit, longest);
        now || (goes(unit).is_none() && field.acts(unit).ran)
    };
    let Some(runner) = brigade.iter().copied().find(|unit| far(*unit)) else { return Ok(()) };
    let there: Vec<UnitId> = brigade.iter().copied().filter(|unit| field.0.on_table(*unit)).collect();
    let prints = |unit: UnitId| -> Vec<Footprint> {
        let size = field.size(unit);
        goes(unit).map_or_else(|| field.prints(unit), |going| going.ends.iter().map(|pose| size.base(*pose)).collect())
    };
    let prints: Vec<Vec<Footprint>> = there.iter().map(|unit| prints(*unit)).collect();
    let touch = |a: usize, b: usize| prints[a].iter().any(|p| prints[b].iter().any(|q| within(p, q, TOUCH)));
    let body = groups(there.len(), touch).into_iter().find(|group| group.iter().any(|n| there[*n] == runner));
    let body: Vec<UnitId> = body.into_iter().flatten().map(|n| there[n]).collect();
    let (chariots, runners) = stands(field, &body);
    if chariots >= runners { Ok(()) } else { Err(Refusal::new(BESIDE, Word("runners-apart")).of(Ref::Unit(runner))) }
}

/// The effects, and that runners have gone so far is kept.
pub fn told(field: Battlefield, unit: UnitId, gone: Mil, effects: Effects) -> Effects {
    if !ran(field, unit, gone) {
        return effects;
    }
    let told = Fact::new(BESIDE, Narration::Said(Word("keeps-up"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    effects.fact(told.change(alter(unit, |acts: &mut Acts| acts.ran = true)))
}
