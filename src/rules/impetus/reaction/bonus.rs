//! The charge bonus (X8): a charger adds a die to his last move, half of it on foot.

use super::pace;
use crate::cite::{Cite, Word};
use crate::dice::{NeedDice, Roll};
use crate::ids::UnitId;
use crate::rules::impetus::activation::plan::{Plan, Planned};
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::data::{U, tables};
use crate::rules::impetus::going;
use crate::rules::impetus::melee::retreat::distance;
use crate::rules::impetus::switches::Switch;
use crate::table::{Footprint, Mil};

/// The rule.
pub const RULE: Cite = Cite("X8");

/// The most that the die may add to a unit's charge; nothing where that is not played.
pub fn most(field: Battlefield, unit: UnitId) -> Mil {
    of_face(field, unit, super::FACES)
}

/// What that face adds.
pub fn of_face(field: Battlefield, unit: UnitId, face: u8) -> Mil {
    let played = field.plays(Switch::ChargeBonus) && !field.kind(unit).stays;
    if played { pace(field.kind(unit).mounted, face) } else { Mil::ZERO }
}

/// The farthest charge straight ahead with so much of the move left.
pub fn farthest(field: Battlefield, unit: UnitId, print: &Footprint, left: Mil) -> Mil {
    going::reach(field, unit, print, print.forward(), left + most(field, unit))
}

/// The die.
///
/// # Errors
/// When it is not known yet.
pub fn roll(field: Battlefield, unit: UnitId, dice: &mut impl Roll) -> Result<Mil, NeedDice> {
    let mounted = field.kind(unit).mounted;
    distance(dice, field.0.side_of(unit), unit, mounted, Word("charge")).map(U::mil)
}

/// What the die must show for a unit to come as far as planned, when what it has left of its move is not enough.
pub fn needs(field: Battlefield, planned: &Planned, plan: &Plan) -> Option<u8> {
    let left = left(field, planned, plan);
    let reach = |face: &u8| {
        let along = planned.turned.forward();
        going::reach(field, planned.unit, &planned.turned, along, left + of_face(field, planned.unit, *face))
    };
    (1..=super::FACES).find(|face| reach(face) >= planned.gone)
}

/// What a unit's wheel leaves it of the move of those who go with it.
pub fn left(field: Battlefield, planned: &Planned, plan: &Plan) -> Mil {
    let units: Vec<UnitId> = plan.units.iter().map(|p| p.unit).collect();
    debug_assert!(units.contains(&planned.unit));
    crate::rules::impetus::activation::plan::allowance(field, &units) - plan.price
}

/// How near a charger may start to an enemy who then still has room to meet him.
pub fn too_near() -> Mil {
    tables().full.reaction.counter.mil() + tables().within.mil()
}
