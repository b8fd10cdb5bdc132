//! Commanders and their radius (3.2, 3.3): who is in command, and what follows for who is not.

use bevy::math::Vec2;

use super::battlefield::Battlefield;
use super::data::tables;
use super::state::{Officer, Role, Stance};
use super::switches::Switch;
use crate::battle::{CommandRing, Fact, Measured, Narration, Ref, Refusal, View, alter};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::{Cdeg, Footprint, Mil, Pose, area_around};

const COMMAND: Cite = Cite("BS21");
const OUT: Cite = Cite("BS22");

/// A commander's radius (BS78): half of charisma and level, rounded down, and what fighters add; halved by a wound.
pub fn radius(officer: &Officer) -> i32 {
    let whole = (i32::from(officer.cha) + i32::from(officer.level)) / 2 + tables().command.fighters;
    if officer.wounded { whole / 2 } else { whole }
}

/// Where a commander is: by himself, or at the mean of the bases that he is with.
pub fn point(field: Battlefield, officer: &Officer) -> Vec2 {
    match officer.alone {
        Some((x, y)) => Vec2::new(x.to_inches(), y.to_inches()),
        None => field.middle(officer.with),
    }
}

/// Commanders who serve for a unit, with their places in the list: its own, of its brigade, of the army.
pub fn eligible(field: Battlefield, unit: UnitId) -> Vec<(u8, Officer)> {
    let body = field.0.body_of(unit).map(|body| body.index() as u16);
    let serves = |officer: &Officer| {
        !officer.lost
            && officer.side == field.0.side_of(unit)
            && (officer.alone.is_some() || field.0.on_table(officer.with))
            && match officer.role {
                Role::Unit => officer.own == unit,
                Role::Brigade => officer.body == body,
                Role::Army => true,
                Role::Hero => false,
            }
    };
    field.officers().0.iter().enumerate().filter(|(_, of)| serves(of)).map(|(n, of)| (n as u8, *of)).collect()
}

/// How far the farthest figure of a unit is from a commander: to the nearest point of its base.
fn farthest(field: Battlefield, unit: UnitId, officer: &Officer) -> Mil {
    let from = point(field, officer);
    let by_sides = field.plays(Switch::Diamond);
    let far = |base: &Footprint| if by_sides { diamond(base, from) } else { base.nearest_to(from).distance(from) };
    Mil::measured(field.bases(unit).iter().map(far).fold(0.0, f32::max))
}

/// How far a base is from a point along the table's sides together: within so much of it lies a diamond (B9).
fn diamond(base: &Footprint, from: Vec2) -> f32 {
    if base.holds(from) {
        return 0.0;
    }
    let corners = base.corners().map(|corner| corner - from);
    let far = |at: Vec2| at.x.abs() + at.y.abs();
    // Along an edge that is least at an end, or where it crosses an axis.
    let edges = (0..4).flat_map(|n| {
        let (a, b) = (corners[n], corners[(n + 1) % 4]);
        let crosses = |from: f32, to: f32| (from * to < 0.0).then(|| a + (b - a) * (from / (from - to)));
        [Some(a), crosses(a.x, b.x), crosses(a.y, b.y)]
    });
    edges.flatten().map(far).fold(f32::INFINITY, f32::min)
}

/// Whether a commander has a unit wholly in his radius.
pub fn has(field: Battlefield, unit: UnitId, officer: &Officer) -> bool {
    farthest(field, unit, officer) <= Mil::inches(radius(officer))
}

/// Whether every figure of a unit is in the radius of one eligible commander (BS21).
///
/// # Errors
/// How far the farthest figure is from the commander that is nearest to having it.
pub fn in_command(field: Battlefield, unit: UnitId) -> Result<(), Refusal> {
    let over = |officer: &Officer| farthest(field, unit, officer).0 - Mil::inches(radius(officer)).0;
    let nearest = eligible(field, unit).into_iter().map(|(_, officer)| officer).min_by_key(over);
    let refusal = Refusal::new(COMMAND, Word("out-of-command")).of(Ref::Unit(unit));
    match nearest {
        None => Err(Refusal::new(COMMAND, Word("no-commander")).of(Ref::Unit(unit))),
        Some(officer) if over(&officer) <= 0 => Ok(()),
        Some(officer) => {
            let limit = Mil::inches(radius(&officer));
            Err(refusal.above(Measured::Length(farthest(field, unit, &officer)), Measured::Length(limit)))
        }
    }
}

/// The ring of that commander of a unit who is nearest to having all of it.
pub fn rings(view: &View, unit: UnitId) -> Vec<CommandRing> {
    let field = Battlefield::of(*view);
    if !field.is_troop(unit) || !view.on_table(unit) {
        return Vec::new();
    }
    let over = |officer: &Officer| farthest(field, unit, officer).0 - Mil::inches(radius(officer)).0;
    let nearest = eligible(field, unit).into_iter().map(|(_, officer)| officer).min_by_key(over);
    let ring = |officer: Officer| {
        let (far, at) = (Mil::inches(radius(&officer)), point(field, &officer));
        let (inches, about) = (far.to_inches(), Footprint::new(Pose { at, heading: Cdeg::ZERO }, 0.0, 0.0));
        let area = if field.plays(Switch::Diamond) {
            [Vec2::Y, Vec2::X, -Vec2::Y, -Vec2::X].map(|way| at + way * inches).to_vec()
        } else {
            area_around(&about, inches)
        };
        CommandRing { far, area, adds: 0, ends: true }
    };
    nearest.map(ring).into_iter().collect()
}

/// What its own commander's charisma adds to a unit's morale (BS80).
pub fn charisma(field: Battlefield, unit: UnitId) -> i32 {
    let own = eligible(field, unit).into_iter().map(|(_, of)| of).find(|of| of.role == Role::Unit);
    own.filter(|officer| has(field, unit, officer)).map_or(0, |officer| of_charisma(officer.cha))
}

/// The bonus of a charisma.
pub fn of_charisma(cha: u8) -> i32 {
    tables().charisma.iter().rev().find(|(from, _)| *from <= cha).map_or(0, |(_, bonus)| *bonus)
}

/// A fighter's attack rating as a single figure (11).
pub fn rating(level: u8) -> i32 {
    let thac0 = tables().fighters.iter().rev().find(|(from, _)| *from <= level).map_or(21, |(_, thac0)| *thac0);
    thac0 + super::troop::ratio(1)
}

/// The commanders who are with a unit.
pub fn with(field: Battlefield, unit: UnitId) -> Vec<(u8, Officer)> {
    let with =
        field.officers().0.iter().enumerate().filter(|(_, of)| !of.lost && of.alone.is_none() && of.with == unit);
    with.map(|(n, of)| (n as u8, *of)).collect()
}

/// Whether a unit's own commander is lost and nobody has taken over yet.
pub fn has_lost_commander(field: Battlefield, unit: UnitId) -> bool {
    !field.skirmishes(unit) && !field.officers().0.iter().any(|of| !of.lost && of.role == Role::Unit && of.own == unit)
}

/// A unit's command is tested: what changes (BS22, BS24, BS79).
pub fn tested(field: Battlefield, unit: UnitId) -> Option<Fact> {
    let stance = field.stance(unit);
    let out = in_command(field, unit).is_err();
    if stance.routed || out == stance.out || field.skirmishes(unit) {
        return None;
    }
    let marked = Narration::Marked { of: Ref::Unit(unit), what: Word("out-of-command"), on: out };
    let fact = Fact::new(if out { OUT } else { COMMAND }, marked);
    if !out || !field.is_closed(unit) {
        return Some(fact.change(alter(unit, move |stance: &mut Stance| stance.out = out)));
    }
    Some(super::dress::opened(field, unit, fact, Stance { out, ..stance }))
}

/// Deputies and sergeants take over from commanders who are lost (BS121): with the unit of the lost one while it stands.
pub fn sergeants(field: Battlefield, side: Side) -> Vec<Fact> {
    let without = field.side(side).filter(|unit| has_lost_commander(field, *unit)).map(|unit| (unit, Role::Unit));
    let lost = field.officers().0.iter().filter(|of| of.side == side && of.lost && field.0.on_table(of.own));
    let above = lost.filter(|of| matches!(of.role, Role::Brigade | Role::Army)).map(|of| (of.own, of.role));
    let mut facts = Vec::new();
    for (unit, role) in without.chain(above) {
        let same = |of: &&Officer| of.own == unit && of.role == role;
        let all: Vec<Officer> = field.officers().0.iter().filter(same).copied().collect();
        if all.iter().any(|of| !of.lost) {
            continue;
        }
        let Some((cha, level)) = super::staff::next_of(role, &field.troop(unit).deputies, all.len()) else { continue };
        let said = Narration::Said(Word(if role == Role::Unit { "sergeant" } else { "deputy" }));
        let body = all.first().and_then(|of| of.body);
        let marker = all.first().and_then(|of| of.marker);
        facts.push(Fact::new(Cite("BS121"), said).word(Word("who"), crate::battle::Arg::Of(Ref::Unit(unit))).change(
            crate::battle::alter_one(move |officers: &mut super::state::Officers| {
                officers.0.push(Officer {
                    side,
                    role,
                    cha,
                    level,
                    with: unit,
                    own: unit,
                    body,
                    wounded: false,
                    lost: false,
                    alone: None,
                    spent: Mil::ZERO,
                    marker,
                });
            }),
        ));
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn officer(cha: u8, level: u8) -> Officer {
        let with = UnitId(0);
        Officer {
            side: Side::North,
            role: Role::Unit,
            cha,
            level,
            with,
            own: with,
            body: None,
            wounded: false,
            lost: false,
            alone: None,
            spent: Mil::ZERO,
            marker: None,
        }
    }

    #[test]
    fn a_radius_is_half_of_charisma_and_level_and_three_for_fighters() {
        assert_eq!([radius(&officer(12, 4)), radius(&officer(10, 2)), radius(&officer(14, 6))], [11, 9, 13]);
        assert_eq!(radius(&Officer { wounded: true, ..officer(12, 4) }), 5);
    }

    #[test]
    fn charisma_counts_from_its_rows_on() {
        assert_eq!([3, 5, 6, 8, 9, 12, 13, 15, 16, 17, 18].map(of_charisma), [-2, -2, -1, -1, 0, 0, 1, 1, 2, 2, 3]);
    }

    #[test]
    fn a_leader_of_level_eight_strikes_at_twenty_nine() {
        assert_eq!(rating(8), 29);
    }
}
