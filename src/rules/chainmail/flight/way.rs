//! The way of who is driven back or runs (10.2): straight, as it stands, through nobody; what it meets ends it.

use bevy::math::Vec2;

use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::data::tables;
use crate::rules::chainmail::ground::{is_barred, may_pass};
use crate::rules::chainmail::state::Contact;
use crate::rules::chainmail::terrain;
use crate::table::measure::{distance, overlap};
use crate::table::slide::seat;
use crate::table::{Footprint, Mil, Piece, straight};

/// What a way ends at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// Nothing: it is whole.
    Nothing,
    /// A friend, whom it touches.
    Friend(UnitId),
    /// A friend in melee, an enemy, or ground where it may not go.
    Barred,
    /// The table's edge.
    Edge,
}

/// How far a unit goes, and what ends its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    pub by: Mil,
    pub met: Met,
}

/// An inch and a hair: how near one comes to those whom one does not touch.
const HAIR: Mil = Mil(10);

/// How far a unit goes along a direction, at most so far.
pub fn way(field: Battlefield, unit: UnitId, direction: Vec2, far: Mil) -> Way {
    let (print, side, reach) = (field.print(unit), field.0.side_of(unit), far.to_inches());
    let control = tables().control.to_inches();
    let mut best = Way { by: far, met: Met::Nothing };
    let mut take = |by: Mil, met: Met| {
        if by < best.by {
            best = Way { by, met };
        }
    };
    let (line, end) = (straight::Way::new(print, direction), print.shifted(direction * reach));
    // Whom it runs through where it gets all the way.
    let mut passed: Vec<(UnitId, Footprint)> = Vec::new();
    for foot in field.0.layout().along(Some(side), &print, direction, reach, control + 0.1) {
        if foot.unit == unit {
            continue;
        }
        if may_pass(field, foot.unit) && !overlap(&end, &foot.print) {
            passed.push((foot.unit, foot.print));
            continue;
        }
        if field.engaged(foot.unit) {
            // Who begins as near as that may still slide along or away.
            let now = distance(&print, &foot.print);
            let at = if now > control {
                line.approaches(&foot.print, control).map(|at| seat(at, Mil::ZERO))
            } else {
                line.meets(&foot.print).map(|met| seat(met.enter, Mil::ZERO))
            };
            if let Some(at) = at {
                take(at, Met::Barred);
            }
        } else if let Some(met) = line.meets(&foot.print) {
            take(seat(met.enter, Mil::ZERO), Met::Friend(foot.unit));
        }
    }
    for foot in field.0.layout().along(Some(side.other()), &print, direction, reach, control + 0.1) {
        let now = distance(&print, &foot.print);
        let at = if now > control + 0.005 {
            line.approaches(&foot.print, control).map(|at| seat(at, HAIR))
        } else {
            line.meets(&foot.print).map(|met| seat(met.enter, Mil::ZERO))
        };
        if let Some(at) = at {
            take(at, Met::Barred);
        }
    }
    let barred = |piece: &Piece| is_barred(field, unit, field.formation(unit).open, piece) && !piece.meets(&print);
    for enter in line.pieces(field.0.ground(), reach, barred).filter_map(|piece| line.enters(piece, reach)) {
        take(seat(enter.max(0.0), Mil::ZERO), Met::Barred);
    }
    take(seat(line.to_table_edge(field.0.ground()), Mil::ZERO), Met::Edge);
    // Nobody stops in a stream or river: at the bank before.
    let water = |piece: &&Piece| terrain::kind(piece).is_some_and(|kind| kind.cross.is_some() || kind.whole);
    let pieces = field.0.ground().pieces().iter().filter(water);
    for piece in pieces {
        let ends = best.by.to_inches();
        let stays = piece
            .passages(&print, direction, ends + 0.01)
            .iter()
            .copied()
            .find(|(enter, leave)| *enter < ends - 0.005 && *leave > ends + 0.005 && *enter > 0.005);
        if let Some((enter, _)) = stays {
            best = Way { by: seat(enter, Mil::ZERO), met: Met::Barred };
        }
    }
    // Whose way ends sooner stands in nobody whom he would have run through: he stops at the touch.
    while let Some(met) = passed.iter().find_map(|(friend, print_of)| {
        let stands = overlap(&print.shifted(direction * best.by.to_inches()), print_of);
        let enter = line.meets(print_of).filter(|_| stands)?.enter;
        let by = seat(enter, Mil::ZERO);
        (by < best.by).then_some(Way { by, met: Met::Friend(*friend) })
    }) {
        best = met;
    }
    best
}

/// Which way is straight away from the nearest of some enemies (10.2): along his heading if his front made the contact or he
/// is the charger of a failed check, at right angles to his edge if the unit's own front made it, else along the line of the
/// centres. Without enemies: home.
pub fn away(
    field: Battlefield,
    unit: UnitId,
    enemies: &[UnitId],
    contacts: &[Contact],
    charger: Option<UnitId>,
) -> Vec2 {
    let own = field.print(unit);
    let near = |enemy: &UnitId| (field.distance(unit, *enemy), *enemy);
    let Some(enemy) = enemies.iter().copied().filter(|enemy| field.0.on_table(*enemy)).min_by_key(near) else {
        return homeward(field, unit);
    };
    let his = field.print(enemy);
    if charger == Some(enemy) || contacts.iter().any(|contact| contact.by == enemy && contact.at == unit) {
        return his.forward();
    }
    if let Some(contact) = contacts.iter().find(|contact| contact.by == unit && contact.at == enemy) {
        return his.outward(contact.edge);
    }
    (own.centre - his.centre).normalize_or(-own.forward())
}

/// The way to a side's own edge of the table.
pub fn homeward(field: Battlefield, unit: UnitId) -> Vec2 {
    match field.0.side_of(unit) {
        crate::ids::Side::North => Vec2::Y,
        crate::ids::Side::South => Vec2::NEG_Y,
    }
}

/// Where a unit stands that has stopped running (5.1): a crowd of four files about the centre of `there`, where it stopped, facing
/// the way it ran. None where there is no room for that: it may overlap no friend, come within control of no enemy, and stand
/// on no terrain that is closed to it or costs extra to cross.
pub fn crowd(field: Battlefield, unit: UnitId, there: &Footprint, direction: Vec2) -> Option<crate::table::Placement> {
    let files = super::super::fighting::fighting().crowd;
    let heading = crate::table::Cdeg::towards(direction);
    let at_centre = crate::table::Pose { at: there.centre, heading };
    let loose = field.in_files(unit, at_centre, files, false);
    let hull = loose.hull(field.size(unit))?;
    let pose = crate::table::Pose { at: there.centre + direction * hull.half_depth, heading };
    let placement = field.in_files(unit, pose, files, false);
    let print = placement.hull(field.size(unit))?;
    let control = tables().control.to_inches();
    let side = field.0.side_of(unit);
    let free = field.0.layout().along(None, &print, Vec2::ZERO, 0.0, control + 0.1).all(|foot| {
        foot.unit == unit
            || if foot.side == side {
                !overlap(&print, &foot.print)
            } else {
                distance(&print, &foot.print) > control + 0.000_5
            }
    });
    let may_stand = field.0.ground().holds(&print)
        && field.0.ground().under(&print).all(|piece| {
            !is_barred(field, unit, false, piece)
                && terrain::kind(piece).is_none_or(|kind| kind.cross.is_none() && !kind.whole)
        });
    (free && may_stand).then_some(placement)
}
