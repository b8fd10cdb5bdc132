//! Zones of control (8.2).

use bevy::math::Vec2;
use smallvec::SmallVec;

use super::battlefield::Battlefield;
use super::data::tables;
use super::going;
use crate::battle::{Arg, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::measure::{corridor_distance, overlap};
use crate::table::straight::Way;
use crate::table::{Edge, Footprint, Mil, circle_round, slide, whose};

/// A zone that an enemy exerts.
#[derive(Clone, Copy, Debug)]
pub struct Zone {
    pub of: UnitId,
    /// How far before its front it reaches.
    pub depth: Mil,
    pub area: Footprint,
}

/// The rule.
pub const RULE: Cite = Cite("8.2");

/// By so much a zone's area is longer than the zone, inches: a footprint lies over an area only when it is deeper in it
/// than a touch, and what stands just at the limit is in it.
pub const JUST_IN: f32 = 0.014;

/// What a footprint that has just come over such an area has still to go to stand at the zone's limit, inches.
pub const TO_THE_LIMIT: f32 = 0.003_5;

/// The zones of the enemies of these movers, who themselves do not end a zone.
pub fn zones(field: Battlefield, movers: &[UnitId]) -> Vec<Zone> {
    let Some(first) = movers.first() else { return Vec::new() };
    field.enemies(*first).filter_map(|enemy| zone(field, enemy, movers)).collect()
}

/// Those of them that the movers can come to when they wheel or do not, and go so many inches straight.
pub fn in_reach(field: Battlefield, movers: &[UnitId], wheels: bool, way: Mil) -> Vec<Zone> {
    let Some(first) = movers.first() else { return Vec::new() };
    let prints: SmallVec<[Footprint; 8]> = movers.iter().map(|unit| field.print(*unit)).collect();
    let (centre, radius) = circle_round(&prints);
    // The hinge of a wheel lies in the circle, so no point of it comes farther from its middle than three radii.
    let far = if wheels { 3.0 * radius } else { radius };
    let reach = far + way.to_inches().abs() + tables().movement.zone.inches() + JUST_IN;
    let side = field.0.side_of(*first);
    let enemies = whose(field.0.layout().near_of(Some(side.other()), centre, reach));
    enemies.filter_map(|enemy| zone(field, enemy, movers)).collect()
}

/// The zone of an enemy of these movers. Whoever is disordered or in melee has none, nor has artillery.
fn zone(field: Battlefield, of: UnitId, movers: &[UnitId]) -> Option<Zone> {
    if field.kind(of).artillery || field.disordered(of) || field.engaged(of) {
        return None;
    }
    let print = field.print(of);
    let full = tables().movement.zone.inches();
    let strip = print.strip(Edge::Front, full);
    let others = field.0.layout().overlapping(&strip).filter(|f| f.unit != of && !movers.contains(&f.unit));
    let near = others.filter_map(|f| corridor_distance(&print, &f.print)).min();
    let closed = going::closed(field, &Way::new(print, print.forward()), full);
    let depth = near.map_or(full, Mil::to_inches).min(closed);
    let whole = depth >= full;
    let long = if whole { full + JUST_IN } else { depth };
    (long > JUST_IN).then(|| Zone { of, depth: Mil::measured(depth.min(full)), area: print.strip(Edge::Front, long) })
}

/// The zones in which a footprint stands.
pub fn holding<'z>(zones: &'z [Zone], print: &'z Footprint) -> impl Iterator<Item = &'z Zone> {
    zones.iter().filter(move |zone| overlap(print, &zone.area))
}

/// That a unit stands in a zone: whose it is, how far before his front the unit stands, and how far it reaches.
pub fn held(field: Battlefield, unit: UnitId, zone: &Zone) -> Refusal {
    let off = corridor_distance(&field.print(zone.of), &field.print(unit)).unwrap_or_default();
    Refusal::new(RULE, Word("held"))
        .of(Ref::Unit(unit))
        .below(Measured::Length(off), Measured::Length(zone.depth))
        .word(Word("enemy"), Arg::Of(Ref::Unit(zone.of)))
}

/// The first zone that a footprint enters on its way in which it does not stand, and how far it may go before.
pub fn entered(print: &Footprint, along: Vec2, by: Mil, zones: &[Zone]) -> Option<(Mil, UnitId)> {
    if by <= Mil::ZERO {
        return None;
    }
    let new = zones.iter().filter(|zone| !overlap(print, &zone.area));
    let over = new.filter_map(|zone| Some((slide::passage(print, along, &zone.area)?.over.0, zone.of)));
    let first = over.filter(|(from, _)| *from >= 0.0).map(|(from, of)| (slide::seat(from, Mil::ZERO), of));
    first.filter(|(at, _)| *at < by).min()
}

/// Whether that unit stands in the way straight ahead of a footprint.
pub fn is_ahead(field: Battlefield, print: &Footprint, unit: UnitId) -> bool {
    corridor_distance(print, &field.print(unit)).is_some()
}
