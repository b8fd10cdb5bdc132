//! The charge bonus (X8): a charger adds a die to his last move; foot adds half of it.

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

/// The most that the die can add to a unit's charge; 0 where X8 is not played.
pub fn most(field: Battlefield, unit: UnitId) -> Mil {
    of_face(field, unit, super::FACES)
}

/// How much that face adds.
pub fn of_face(field: Battlefield, unit: UnitId, face: u8) -> Mil {
    let played = field.plays(Switch::ChargeBonus) && !field.kind(unit).stays;
    if played { pace(field.kind(unit).mounted, face) } else { Mil::ZERO }
}

/// How far a charge straight ahead can reach, when `left` is left of the move and the die is as high as possible.
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

/// The least face with which a unit gets as far as planned; none when what is left of its move suffices.
pub fn needs(field: Battlefield, planned: &Planned, plan: &Plan) -> Option<u8> {
    let left = left(field, planned, plan);
    let reach = |face: &u8| {
        let along = planned.turned.forward();
        going::reach(field, planned.unit, &planned.turned, along, left + of_face(field, planned.unit, *face))
    };
    (1..=super::FACES).find(|face| reach(face) >= planned.gone)
}

/// What is left of the group's move after the unit's wheel.
pub fn left(field: Battlefield, planned: &Planned, plan: &Plan) -> Mil {
    let units: Vec<UnitId> = plan.units.iter().map(|p| p.unit).collect();
    debug_assert!(units.contains(&planned.unit));
    crate::rules::impetus::activation::plan::allowance(field, &units) - plan.price
}

/// A charger that starts nearer than this leaves the enemy no room for a counter-charge.
pub fn too_near() -> Mil {
    tables().full.reaction.counter.mil() + tables().within.mil()
}
