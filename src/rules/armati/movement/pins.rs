//! Movement prohibitions (6.10): which enemy keeps a unit from wheeling.

use crate::battle::{Arg, Mark, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::data;
use crate::rules::armati::going;
use crate::table::measure::{corridor_distance, nearest_points};
use crate::table::{Footprint, Mil};

const PINNED: Cite = Cite("P3");

/// An enemy in a unit's corridor and how far ahead it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    pub unit: UnitId,
    pub enemy: UnitId,
    pub ahead: Mil,
}

/// The nearest enemy within that distance that pins the unit (P1): it is capable of engaging the unit, and some part of
/// it is in the unit's corridor.
pub fn pin(field: Battlefield, unit: UnitId, reach: Mil) -> Option<Pin> {
    let print = field.print(unit);
    let side = field.0.side_of(unit);
    let near = field.0.layout().along(Some(side.other()), &print, print.forward(), reach.to_inches(), 0.0);
    near.filter_map(|foot| Some((foot.unit, corridor_distance(&print, &foot.print)?)))
        .filter(|(enemy, ahead)| *ahead > Mil::ZERO && *ahead <= reach && capable(field, *enemy, unit))
        .min_by_key(|(enemy, ahead)| (*ahead, *enemy))
        .map(|(enemy, ahead)| Pin { unit, enemy, ahead })
}

/// The nearest enemy that pins the unit at the standard distance (P3).
pub fn pinned(field: Battlefield, unit: UnitId) -> Option<Pin> {
    pin(field, unit, *data().tables.movement.pin)
}

/// The first unit of the list that is pinned, and by whom (P4).
pub fn any_pinned(field: Battlefield, units: &[UnitId]) -> Option<Pin> {
    units.iter().find_map(|u| pinned(field, *u))
}

/// Whether the enemy is capable of engaging the unit (P2): it is massed or both are skirmishers; it is not in melee and
/// not artillery; and it may enter all terrain on the shortest segment between the two.
pub fn capable(field: Battlefield, enemy: UnitId, unit: UnitId) -> bool {
    let (it, me) = (field.kind(enemy), field.kind(unit));
    let formed = it.massed || (it.skirmisher && me.skirmisher);
    if !formed || it.artillery || field.engaged(enemy) {
        return false;
    }
    let (a, b) = nearest_points(&field.print(enemy), &field.print(unit));
    field.0.ground().run(a, b, |piece| !going::may_enter(it, piece.kind)).is_empty()
}

/// The refusal for a body with a pinned unit: what was measured, the limit, and what to draw.
pub fn refusal(pin: Pin, field: Battlefield) -> Refusal {
    let limit = *data().tables.movement.pin;
    let corridor = corridor(&field.print(pin.unit), limit);
    Refusal::new(PINNED, Word("pinned"))
        .of(Ref::Unit(pin.unit))
        .below(Measured::Length(pin.ahead), Measured::Length(limit))
        .word(Word("enemy"), Arg::Of(Ref::Unit(pin.enemy)))
        .mark(Mark::Band(corridor))
        .mark(Mark::Gap(Ref::Unit(pin.unit), Ref::Unit(pin.enemy)))
}

/// The corridor ahead of a footprint as a polygon to draw.
pub fn corridor(of: &Footprint, reach: Mil) -> Vec<(Mil, Mil)> {
    let strip = of.strip(crate::table::Edge::Front, reach.to_inches());
    strip.corners().iter().map(|c| (Mil::measured(c.x), Mil::measured(c.y))).collect()
}
