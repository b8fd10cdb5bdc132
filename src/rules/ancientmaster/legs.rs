//! A move told by legs: where the stands of a unit, or of a brigade that moves as a block, come to stand. The legs only
//! say where; whether they may go there is judged by the ways of the stands.

use smallvec::SmallVec;

use super::battlefield::Battlefield;
use super::formation::{self, Formation};
use super::ways::Going;
use crate::battle::offer::name_of;
use crate::battle::{Action, Arg, Measured, Ref, Refusal, shape};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::aim::assigned;
use crate::table::walk::stepped;
use crate::table::{Footprint, Footprints, Leg, Mil, Wheel, hull};

const MOVING: Cite = Cite("A6.1");
/// More legs than this are no move.
const MOST_LEGS: usize = 6;
/// No leg is longer, inches/1000: twice the diagonal of any table.
const FARTHEST: Mil = Mil(400_000);

/// The units that an action names, in its order; none when it names somebody else.
pub fn units(action: &Action) -> Option<Vec<UnitId>> {
    let unit = |of: &Ref| if let Ref::Unit(unit) = of { Some(*unit) } else { None };
    action.who.iter().map(unit).collect()
}

/// The units that an action names: of that side, on the table, each once, and no characters.
///
/// # Errors
/// The first that is another, or is named again.
pub fn own_units(field: Battlefield, side: Side, action: &Action, cite: Cite) -> Result<Vec<UnitId>, Refusal> {
    let who = shape::units(&field.0, side, action, cite)?;
    match who.iter().find(|unit| field.unit(**unit).is_none()) {
        Some(leader) => Err(Refusal::for_units(cite, action.key, Ref::Unit(*leader), side)),
        None => Ok(who),
    }
}

/// Where the stands of those units end after the legs.
///
/// # Errors
/// When that cannot be said: a change of formation of several units, or into none that there is; too many or too long
/// legs.
pub fn ends(field: Battlefield, units: &[UnitId], legs: &[Leg]) -> Result<Vec<Going>, Refusal> {
    if legs.len() > MOST_LEGS {
        let [measured, limit] = [legs.len(), MOST_LEGS].map(|n| Measured::Count(i32::try_from(n).unwrap_or(i32::MAX)));
        return Err(Refusal::new(MOVING, Word("many-legs")).above(measured, limit));
    }
    for leg in legs {
        if let Leg::Ahead(by) | Leg::Slide(_, by) = leg
            && by.0.saturating_abs() > FARTHEST.0
        {
            let refusal = Refusal::new(MOVING, Word("out-of-range")).word(Word("key"), Arg::Key(name_of(*leg)));
            return Err(refusal.above(Measured::Length(Mil(by.0.saturating_abs())), Measured::Length(FARTHEST)));
        }
    }
    let counts: SmallVec<[usize; 4]> = units.iter().map(|unit| field.feet(*unit).len()).collect();
    let mut now: Footprints = units.iter().flat_map(|unit| field.feet(*unit)).map(|foot| foot.print).collect();
    for leg in legs {
        now = match leg {
            Leg::Form(word) => {
                let [unit] = units else {
                    return Err(Refusal::number_named(MOVING, name_of(*leg), units.len(), 1));
                };
                formed(field, *unit, &now, Formation::ordered(MOVING, name_of(*leg), *word)?)
            }
            Leg::Wheel(angle) => stepped(&now, *leg, Wheel::of(&now, angle.0 > 0).as_ref()),
            Leg::Ahead(_) | Leg::Slide(..) | Leg::Face(_) => stepped(&now, *leg, None),
        };
    }
    let mut rest = &now[..];
    let mut going = Vec::new();
    for (unit, count) in units.iter().zip(counts) {
        let (own, others) = rest.split_at(count);
        rest = others;
        let poses: Vec<_> = own.iter().map(Footprint::pose).collect();
        going.push(Going { unit: *unit, ends: formation::squared(field.size(*unit), &poses) });
    }
    Ok(going)
}

/// The stands drawn up anew about the middle of the front of all, each in the place nearest to it.
fn formed(field: Battlefield, unit: UnitId, now: &[Footprint], to: Formation) -> Footprints {
    let size = field.size(unit);
    let Some(hull) = hull::round(now) else { return Footprints::new() };
    let slots: Vec<Footprint> =
        formation::drawn_up(size, to, hull.pose(), now.len()).into_iter().map(|pose| size.base(pose)).collect();
    assigned(now, &slots).into_iter().map(|slot| slots[slot]).collect()
}
