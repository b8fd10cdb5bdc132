//! A move told by legs: where the stands of a unit, or of a brigade that moves as a block, come to stand. The legs only
//! say where; whether they may go there is judged by the ways of the stands.

use smallvec::SmallVec;

use super::battlefield::Battlefield;
use super::formation::{self, Formation};
use super::ways::Going;
use crate::battle::{Action, Ref};
use crate::ids::UnitId;
use crate::table::aim::assigned;
use crate::table::walk::stepped;
use crate::table::{Footprint, Footprints, Leg, Mil, Wheel, hull};

/// More legs than this are no move.
const MOST_LEGS: usize = 6;
/// No leg is longer, inches/1000: twice the diagonal of any table.
const FARTHEST: Mil = Mil(400_000);

/// The units that an action names, in its order; none when it names somebody else.
pub fn units(action: &Action) -> Option<Vec<UnitId>> {
    let unit = |of: &Ref| if let Ref::Unit(unit) = of { Some(*unit) } else { None };
    action.who.iter().map(unit).collect()
}

/// Where the stands of those units end after the legs; none when that cannot be said: a change of formation of several
/// units, too many or too long legs.
pub fn ends(field: Battlefield, units: &[UnitId], legs: &[Leg]) -> Option<Vec<Going>> {
    let too_long = |leg: &Leg| match leg {
        Leg::Ahead(by) | Leg::Slide(_, by) => by.0.saturating_abs() > FARTHEST.0,
        _ => false,
    };
    if legs.len() > MOST_LEGS || legs.iter().any(too_long) {
        return None;
    }
    let counts: SmallVec<[usize; 4]> = units.iter().map(|unit| field.feet(*unit).len()).collect();
    let mut now: Footprints = units.iter().flat_map(|unit| field.feet(*unit)).map(|foot| foot.print).collect();
    for leg in legs {
        now = match leg {
            Leg::Form(word) => {
                let [unit] = units else { return None };
                let formation = Formation::named(word.0).filter(|to| Formation::DRAWN_UP.contains(to))?;
                formed(field, *unit, &now, formation)
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
    Some(going)
}

/// The stands drawn up anew about the middle of the front of all, each in the place nearest to it.
fn formed(field: Battlefield, unit: UnitId, now: &[Footprint], to: Formation) -> Footprints {
    let size = field.size(unit);
    let Some(hull) = hull::round(now) else { return Footprints::new() };
    let slots: Vec<Footprint> =
        formation::drawn_up(size, to, hull.pose(), now.len()).into_iter().map(|pose| size.base(pose)).collect();
    assigned(now, &slots).into_iter().map(|slot| slots[slot]).collect()
}
