//! The way of a unit that runs (7.12, 8.6): it bends as little as it must, and is dressed in open formation at its end.

use bevy::math::Vec2;

use super::battlefield::{Battlefield, centre_of};
use super::body::Body;
use super::data::{tables, terrain_kind};
use super::dress;
use super::ground::clear;
use super::troop::Class;
use crate::ids::{Side, UnitId};
use crate::table::measure::{distance, overlap, penetration};
use crate::table::straight::Way;
use crate::table::{Cdeg, Footprint, Footprints, Mil, Piece, Placement, Pose};

/// Whom a runner passes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Through {
    Nobody,
    Friends,
}

/// Where a run leads.
#[derive(Clone, Debug)]
pub struct Ran {
    /// How it stands at the end; none: there is no room for it anywhere.
    pub body: Option<Body>,
    /// It goes all its inches.
    pub whole: bool,
    /// It leaves the table.
    pub off: bool,
    /// Friends through whom it passes.
    pub through: Vec<UnitId>,
}

/// The heading directly away from some enemies; straight back where the middles fall together.
pub fn away(field: Battlefield, unit: UnitId, from: &[UnitId]) -> Cdeg {
    let bases: Vec<Footprint> = from.iter().flat_map(|enemy| field.bases(*enemy)).collect();
    let off = field.middle(unit) - centre_of(&bases);
    if bases.is_empty() || off.length() < 0.001 {
        return (field.front(unit).heading + Cdeg::HALF).heading();
    }
    Cdeg::towards(off)
}

/// The enemy unit nearest to a unit.
pub fn nearest(field: Battlefield, unit: UnitId) -> Option<UnitId> {
    let enemies: Vec<UnitId> = field.enemies(field.0.side_of(unit)).collect();
    enemies.into_iter().min_by(|a, b| field.distance(unit, *a).total_cmp(&field.distance(unit, *b)))
}

/// The heading of a side's own edge.
pub fn homeward(side: Side) -> Cdeg {
    match side {
        Side::North => Cdeg::ZERO,
        Side::South => Cdeg::HALF,
    }
}

/// Bends in the order in which they are tried: none, then by whole degrees, left before right.
fn bends() -> impl Iterator<Item = Cdeg> {
    let most = tables().moves.bend;
    std::iter::once(Cdeg::ZERO).chain((1..=most).flat_map(|n| [Cdeg::degrees(-n), Cdeg::degrees(n)]))
}

/// How far a block may run in a direction.
fn free(field: Battlefield, unit: UnitId, print: &Footprint, direction: Vec2, far: f32, through: Through) -> f32 {
    const HAIR: f32 = 0.002;
    let (side, keeps) = (field.0.side_of(unit), tables().moves.keeps);
    let mut free = far;
    let way = Way::new(*print, direction);
    for foot in field.0.layout().along(Some(side.other()), print, direction, far, keeps + 0.1) {
        let now = distance(print, &foot.print);
        let met = if now > keeps {
            way.approaches(&foot.print, keeps)
        } else if now > 0.05 {
            way.approaches(&foot.print, (now - HAIR).max(0.0)).filter(|at| *at > 0.0 || nears(&way, &foot.print))
        } else {
            way.meets(&foot.print).map(|met| met.enter).filter(|_| !comes_out(&way, &foot.print))
        };
        free = free.min(met.unwrap_or(far));
    }
    if through == Through::Nobody {
        let friends = way.obstacles(field.0.layout(), Some(side), far, |foot| foot.unit != unit);
        let stops = friends.iter().filter(|met| !comes_out(&way, &met.foot.print));
        free = stops.map(|met| met.at).fold(free, f32::min).min(way.to_table_edge(field.0.ground()));
    }
    let closed = |piece: &Piece| terrain_kind(piece.kind.0).is_some_and(|kind| kind.closed);
    let enters = way.pieces(field.0.ground(), far, closed).filter_map(|piece| way.enters(piece, far));
    enters.fold(free, f32::min).max(0.0)
}

/// Where a way has led after its first step.
fn after_a_step(way: &Way) -> Footprint {
    way.at(Mil(50))
}

/// Whether a block that has turned about its middle stands in somebody, and goes straight out of him.
fn comes_out(way: &Way, other: &Footprint) -> bool {
    overlap(&way.from, other) && penetration(&after_a_step(way), other) < penetration(&way.from, other) - 0.001
}

/// Whether the first step of a way brings it nearer.
fn nears(way: &Way, other: &Footprint) -> bool {
    distance(&after_a_step(way), other) < distance(&way.from, other) - 0.001
}

/// Skirmishers turned to a heading, each about its own middle, and shifted alike.
pub fn scattered(body: &Body, by: Vec2, heading: Cdeg) -> Body {
    let turned = |base: &Footprint| {
        let forward = Pose { at: Vec2::ZERO, heading }.forward();
        Pose { at: base.centre + by + forward * base.half_depth, heading }
    };
    let placement = Placement::Loose(body.bases().iter().map(turned).collect());
    Body { placement, labels: Vec::new(), lead: 0, ..body.clone() }
}

/// Runs so many inches as nearly in that heading as it can (BS95, BS96).
pub fn way(field: Battlefield, unit: UnitId, heading: Cdeg, by: Mil, through: Through) -> Ran {
    let body = Body::of(field, unit);
    let middle = field.middle(unit);
    let skirmishes = field.skirmishes(unit);
    let opens = field.class(unit) == Class::Regular;
    let print = |heading: Cdeg| -> Option<Footprints> {
        if skirmishes {
            return Some(scattered(&body, Vec2::ZERO, heading).bases());
        }
        let hull = dress::about(field, &body, middle, heading, false).placement.hull(body.size)?;
        Some(std::iter::once(hull).collect())
    };
    let mut best: Option<(f32, Cdeg, f32)> = None;
    for bend in bends() {
        let heading = (heading + bend).heading();
        let Some(prints) = print(heading) else { break };
        let direction = Pose { at: Vec2::ZERO, heading }.forward();
        // Ground costs it inches, but it goes through (12).
        let paid = if skirmishes {
            scattered(&body, Vec2::ZERO, heading)
        } else {
            dress::about(field, &body, middle, heading, false)
        };
        let pays = super::ground::farthest(field, &paid, direction, by).to_inches();
        let frees = prints.iter().map(|print| free(field, unit, print, direction, pays, through));
        let goes = frees.fold(pays, f32::min);
        if best.is_none_or(|(least, _, _)| goes > least + 0.001) {
            best = Some((goes, heading, pays));
        }
        if goes >= pays - 0.001 {
            break;
        }
    }
    let nowhere = Ran { body: None, whole: false, off: false, through: Vec::new() };
    let Some((goes, heading, far)) = best else { return nowhere };
    let direction = Pose { at: Vec2::ZERO, heading }.forward();
    let Some(prints) = print(heading) else { return nowhere };
    let whole = goes >= far - 0.001;
    let edge = prints.iter().map(|print| Way::new(*print, direction).to_table_edge(field.0.ground()));
    let off = through == Through::Friends && edge.fold(f32::INFINITY, f32::min) < goes - 0.001;
    let end = |goes: f32| dress::about(field, &body, middle + direction * goes, heading, opens);
    let fits = |goes: f32| {
        if skirmishes {
            let there = scattered(&body, direction * goes, heading);
            return clear(field, &there, false).is_ok().then_some((goes, there));
        }
        let open = end(goes);
        let narrower = (1..=open.files).rev().map(|files| {
            let narrow = Body { files, ..body.clone() };
            dress::about(field, &narrow, middle + direction * goes, heading, opens)
        });
        narrower.into_iter().find(|body| clear(field, body, false).is_ok()).map(|body| (goes, body))
    };
    let on = |n: i32| fits(goes + n as f32 * 0.5).filter(|_| whole && through == Through::Friends);
    let beyond = (tables().moves.through * 2.0) as i32;
    let back = (goes * 2.0) as i32;
    let found = if off {
        None
    } else {
        fits(goes)
            .or_else(|| (1..=beyond).find_map(on))
            .or_else(|| (1..=back).find_map(|n| fits(goes - n as f32 * 0.5)))
    };
    let went = found.as_ref().map_or(goes, |(went, _)| *went);
    let mut passed: Vec<UnitId> = Vec::new();
    if through == Through::Friends {
        let side = field.0.side_of(unit);
        for print in &prints {
            let way = Way::new(*print, direction);
            let friends = way.obstacles(field.0.layout(), Some(side), went, |foot| foot.unit != unit);
            passed.extend(friends.iter().filter(|met| met.at < went).map(|met| met.foot.unit));
        }
        passed.sort_unstable();
        passed.dedup();
    }
    Ran { body: found.map(|(_, body)| body), whole: whole && went >= goes - 0.001, off, through: passed }
}
