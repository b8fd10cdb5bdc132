//! Which enemies forbid a change of formation (A14.23): massed, unengaged ones that the unit faces, no farther away in
//! a straight line than they may charge.

use bevy::math::Vec2;
use smallvec::SmallVec;

use crate::battle::{Arg, Mark, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::Class;
use crate::table::measure::{foremost, range};
use crate::table::{Footprint, Mil};

const CHARGE_RANGE: Cite = Cite("A14.23a");
const LIGHT_INFANTRY: Cite = Cite("A14.23b");

/// An enemy that forbids it: its distance, and how far it may charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Threat {
    pub away: Mil,
    pub enemy: UnitId,
    pub charge: Mil,
}

/// The distance of an enemy that forbids it: some part of it is ahead of the Front Line (Q7), and the shortest segment
/// between the two footprints is no longer than its allowance (Q10). None if it does not.
pub fn within_charge(print: &Footprint, enemy: &Footprint, charge: Mil) -> Option<Mil> {
    if foremost(print, enemy).0 <= Mil::ZERO {
        return None;
    }
    Some(range(print, enemy)).filter(|away| *away <= charge)
}

/// The longest way that a unit of that side may charge. It never changes.
fn longest_charge(field: Battlefield, side: Side) -> Mil {
    let all = || field.0.roster().of(side).filter_map(|unit| field.try_troop(unit)).map(|troop| troop.allowance).max();
    *field.0.keep("the longest charge", &side, || all().unwrap_or_default())
}

/// Every enemy that forbids the unit to change formation, the nearest first.
pub fn threats(field: Battlefield, unit: UnitId) -> SmallVec<[Threat; 4]> {
    let print = field.print(unit);
    let enemy = field.0.side_of(unit).other();
    let near = field.0.layout().along(Some(enemy), &print, Vec2::ZERO, 0.0, longest_charge(field, enemy).to_inches());
    let able = near.map(|foot| foot.unit).filter(|enemy| field.kind(*enemy).massed && !field.engaged(*enemy));
    let mut threats: SmallVec<[Threat; 4]> = able
        .filter_map(|enemy| {
            let charge = field.allowance(enemy);
            let away = within_charge(&print, &field.print(enemy), charge)?;
            Some(Threat { away, enemy, charge })
        })
        .collect();
    threats.sort_unstable();
    threats
}

/// The refusal by the nearest of them. It names the others too and draws the way to each.
pub fn refusal(field: Battlefield, unit: UnitId, threats: &[Threat]) -> Option<Refusal> {
    let (first, others) = threats.split_first()?;
    let mut refusal = told(field, unit, first);
    for other in others {
        let also = told(field, unit, other);
        refusal.marks.extend(also.marks.iter().cloned());
        refusal.also.push(also);
    }
    Some(refusal)
}

fn told(field: Battlefield, unit: UnitId, threat: &Threat) -> Refusal {
    let kind = field.kind(threat.enemy);
    let cite = if kind.foot && kind.class == Class::Light { LIGHT_INFANTRY } else { CHARGE_RANGE };
    Refusal::new(cite, Word("formation-enemy"))
        .of(Ref::Unit(unit))
        .below(Measured::Length(threat.away), Measured::Length(threat.charge))
        .word(Word("enemy"), Arg::Of(Ref::Unit(threat.enemy)))
        .mark(Mark::Gap(Ref::Unit(unit), Ref::Unit(threat.enemy)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Pose;

    /// U1 of the fixtures.
    fn u1() -> Footprint {
        Footprint::new(Pose::new(36.0, 20.0, 0.0), 4.8, 1.8)
    }

    fn away(x: f32, y: f32, heading: f32, depth: f32, charge: i32) -> Option<Mil> {
        within_charge(&u1(), &Footprint::new(Pose::new(x, y, heading), 4.8, depth), Mil::inches(charge))
    }

    #[test]
    fn the_limit_belongs_to_the_range() {
        assert_eq!(away(36.0, 29.0, 180.0, 1.8, 9), Some(Mil::inches(9)));
        assert_eq!(away(36.0, 29.001, 180.0, 1.8, 9), None);
    }

    #[test]
    fn it_is_the_shortest_segment_between_the_footprints() {
        // From (38.4, 20) to (40.6, 26): the root of 2.2² + 6².
        assert_eq!(away(43.0, 26.0, 180.0, 1.2, 9), Some(Mil(6391)));
        assert_eq!(away(47.0, 26.0, 180.0, 1.2, 9), Some(Mil(8628)));
        assert_eq!(away(48.0, 27.0, 180.0, 1.2, 9), None);
    }

    #[test]
    fn who_is_wholly_behind_the_front_line_is_not_faced() {
        assert_eq!(away(36.0, 12.0, 0.0, 1.2, 9), None);
        // Beside it with the foremost corner at y = 20.0, and a thousandth ahead.
        assert_eq!(away(42.0, 20.0, 0.0, 1.2, 9), None);
        assert_eq!(away(42.0, 20.001, 0.0, 1.2, 9), Some(Mil(1200)));
    }
}
