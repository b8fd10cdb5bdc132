//! What terrain does to moves (12): its cost by the inch, and where a unit may not go.

use bevy::math::Vec2;

use super::battlefield::Battlefield;
use super::body::{Body, Column, Stop};
use super::data::{tables, terrain_kind};
use super::switches::Switch;
use crate::battle::{Arg, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::measure::overlap;
use crate::table::slide::seat;
use crate::table::straight::{Obstacle, Way};
use crate::table::{Foot, Footprint, Footprints, Mil, Piece};

const COSTS: Cite = Cite("BS130");
const FRIENDS: Cite = Cite("BS13");
const CONTACT: Cite = Cite("BS25");

/// Whether a unit may never stand on a piece: closed to all, or to closed formation.
pub fn is_barred(field: Battlefield, unit: UnitId, piece: &Piece) -> bool {
    let Some(kind) = terrain_kind(piece.kind.0) else { return false };
    let rules = field.plays(Switch::Terrain);
    kind.closed || (rules && ((kind.open && field.is_closed(unit)) || (kind.foot_only && field.kind(unit).mounted)))
}

/// Whether no charge goes onto a piece (BS130).
pub fn halts_charges(field: Battlefield, piece: &Piece) -> bool {
    field.plays(Switch::Terrain) && terrain_kind(piece.kind.0).is_some_and(|kind| !kind.charge)
}

/// What an inch on a piece costs, on a leg that begins and ends with the middle of the front there.
pub fn rate(field: Battlefield, unit: UnitId, piece: &Piece, (from, to): (Vec2, Vec2)) -> f32 {
    let Some(kind) = terrain_kind(piece.kind.0).filter(|_| field.plays(Switch::Terrain)) else { return 1.0 };
    let up = piece.centroid.distance(to) < piece.centroid.distance(from);
    if kind.hill && !up {
        return 1.0;
    }
    if field.kind(unit).mounted { kind.horse.unwrap_or(kind.cost) } else { kind.cost }
}

/// A price: whole hundredths of an inch, rounded up once (1).
fn priced(inches: f32) -> Mil {
    const HAIR: f32 = 0.005;
    Mil((inches * 100.0 - HAIR).max(0.0).ceil() as i32 * 10)
}

/// The same of inches that cost no more than they are.
pub fn hundredths(by: Mil) -> Mil {
    Mil((by.0.max(0) + 9) / 10 * 10)
}

/// What an inch costs a unit whose whole leg lies on a road: a column of few files, the middle of whose front keeps to it.
fn by_road(field: Battlefield, body: &Body, direction: Vec2, far: f32) -> Option<f32> {
    if body.files > tables().road_files || !field.plays(Switch::Terrain) {
        return None;
    }
    let front = body.facing().at;
    let road = |piece: &Piece| terrain_kind(piece.kind.0).is_some_and(|kind| kind.road.is_some());
    let whole = field.0.ground().length_inside(front, front + direction * far, road) >= far - 0.001;
    let kinds = field.0.ground().at(front).filter_map(|piece| terrain_kind(piece.kind.0)?.road);
    kinds.reduce(f32::min).filter(|_| whole)
}

/// The most inches that an allowance could ever be good for.
pub fn most(field: Battlefield, body: &Body, direction: Vec2, allowance: Mil) -> Mil {
    match by_road(field, body, direction, 0.01) {
        Some(rate) => Mil((allowance.0 as f32 / rate) as i32),
        None => allowance,
    }
}

/// What it costs to cross or to enter a piece, once, inches.
pub fn cross(field: Battlefield, piece: &Piece) -> f32 {
    terrain_kind(piece.kind.0).filter(|_| field.plays(Switch::Terrain)).map_or(0.0, |kind| kind.cross)
}

/// What it costs to cross what is crossed on the way, each once, where the first base comes upon it.
fn crossings(field: Battlefield, body: &Body, direction: Vec2, far: f32) -> f32 {
    let feet = body.feet();
    let crossed = |piece: &Piece| {
        let enters = |print: &Footprint| piece.passages(print, direction, far).iter().any(|(enter, _)| *enter < far);
        !feet.iter().any(|print| piece.meets(print)) && feet.iter().any(enters)
    };
    let pieces = field.0.ground().pieces().iter();
    let costs =
        pieces.filter_map(|piece| Some((piece, terrain_kind(piece.kind.0)?.cross))).filter(|(_, cost)| *cost > 0.0);
    costs.filter(|(piece, _)| crossed(piece)).map(|(_, cost)| cost).sum()
}

/// What a straight leg costs (BS130): an inch costs what the dearest ground costs that the unit touches in it.
pub fn price(field: Battlefield, body: &Body, direction: Vec2, by: Mil) -> Mil {
    let far = by.to_inches();
    if far <= 0.0 || !field.plays(Switch::Terrain) {
        return hundredths(by);
    }
    if let Some(rate) = by_road(field, body, direction, far) {
        return priced(far * rate);
    }
    let front = body.facing().at;
    let mut spans: Vec<(f32, f32, f32)> = Vec::new();
    for print in body.feet() {
        for piece in field.0.ground().pieces() {
            for (enter, leave) in piece.passages(&print, direction, far) {
                let (enter, leave) = (enter.max(0.0), leave.min(far));
                let cost = rate(field, body.unit, piece, (front + direction * enter, front + direction * leave));
                if cost > 1.0 && leave > enter {
                    spans.push((enter, leave, cost));
                }
            }
        }
    }
    let mut ends: Vec<f32> = spans.iter().flat_map(|span| [span.0, span.1]).chain([0.0, far]).collect();
    ends.sort_by(f32::total_cmp);
    let dear = |at: f32| spans.iter().filter(|s| s.0 <= at && at < s.1).map(|s| s.2).fold(1.0, f32::max);
    let cost: f32 = ends.windows(2).map(|two| (two[1] - two[0]) * dear((two[0] + two[1]) / 2.0)).sum();
    let crossed = crossings(field, body, direction, far);
    if cost <= far + 0.000_5 && crossed == 0.0 { hundredths(by) } else { priced(cost.max(far) + crossed) }
}

/// The farthest that a straight leg goes for an allowance.
pub fn farthest(field: Battlefield, body: &Body, direction: Vec2, allowance: Mil) -> Mil {
    let (mut least, mut most) = (0, most(field, body, direction, allowance).0.max(0));
    while least < most {
        let middle = (least + most + 1) / 2;
        if price(field, body, direction, Mil(middle)) <= allowance { least = middle } else { most = middle - 1 }
    }
    Mil(least)
}

/// How far a unit may slide at most, and what stops it there: a friend, the table's edge, ground that it may not enter.
pub fn limit(field: Battlefield, body: &Body, direction: Vec2, by: Mil) -> Option<(Mil, Refusal)> {
    limit_of(field, body, &body.feet(), direction, by)
}

/// The same where each file goes as far as it gets.
pub fn limit_of_files(
    field: Battlefield,
    body: &Body,
    columns: &[Column],
    stops: &[Stop],
    direction: Vec2,
) -> Option<(Mil, Refusal)> {
    let first = stops.first()?.by;
    if stops.iter().all(|stop| stop.by == first) {
        return limit(field, body, direction, first);
    }
    let each =
        columns.iter().zip(stops).map(|(column, stop)| limit_of(field, body, &column.prints, direction, stop.by));
    each.flatten().min_by_key(|(at, _)| *at)
}

/// The same of some of its footprints.
fn limit_of(field: Battlefield, body: &Body, prints: &Footprints, direction: Vec2, by: Mil) -> Option<(Mil, Refusal)> {
    let far = by.to_inches();
    // Skirmishers pass through friends who skirmish too (BS12).
    let passes = field.skirmishes(body.unit);
    let mut best: Option<(Mil, Refusal)> = None;
    let mut take = |at: f32, refusal: Refusal| {
        let at = seat(at.max(0.0), Mil::ZERO);
        if at < by && best.as_ref().is_none_or(|(least, _)| at < *least) {
            let why = refusal.of(Ref::Unit(body.unit)).above(Measured::Length(by), Measured::Length(at));
            best = Some((at, why));
        }
    };
    let stops = |foot: &Foot| foot.unit != body.unit && !(passes && field.skirmishes(foot.unit));
    for print in prints {
        let way = Way::new(*print, direction);
        for Obstacle { foot, at, .. } in way.obstacles(field.0.layout(), Some(body.side), far, stops) {
            let other = Arg::Of(Ref::Unit(foot.unit));
            take(at, Refusal::new(FRIENDS, Word("friend-in-way")).word(Word("other"), other));
        }
        take(way.to_table_edge(field.0.ground()), Refusal::new(Cite("BS33"), Word("edge")));
        for piece in way.pieces(field.0.ground(), far, |piece| is_barred(field, body.unit, piece)) {
            if let Some(enter) = way.enters(piece, far) {
                let of = Arg::Of(Ref::Terrain(piece.id));
                take(enter, Refusal::new(COSTS, Word("may-not-enter")).word(Word("terrain"), of));
            }
        }
    }
    best
}

/// Whether a unit may come to stand so: on the table, clear of all others and of ground closed to it; and, unless `contact`,
/// touching no enemy.
///
/// # Errors
/// What is in the way.
pub fn clear(field: Battlefield, body: &Body, contact: bool) -> Result<(), Refusal> {
    let refuse = |says: &'static str, cite: Cite| Refusal::new(cite, Word(says)).of(Ref::Unit(body.unit));
    let feet = body.feet();
    for print in &feet {
        if !field.0.ground().holds(print) {
            return Err(refuse("edge", Cite("BS33")));
        }
        let other = |foot: &&Foot| foot.unit != body.unit && overlap(print, &foot.print);
        if let Some(foot) = field.0.layout().along(None, print, Vec2::ZERO, 0.0, 0.0).find(other) {
            return Err(refuse("no-room", FRIENDS).word(Word("other"), Arg::Of(Ref::Unit(foot.unit))));
        }
        if let Some(piece) = field.0.ground().under(print).find(|piece| is_barred(field, body.unit, piece)) {
            let of = Arg::Of(Ref::Terrain(piece.id));
            return Err(refuse("may-not-enter", COSTS).word(Word("terrain"), of));
        }
    }
    if !contact && let Some(enemy) = touched(field, body.side, &feet) {
        return Err(refuse("would-touch", CONTACT).word(Word("other"), Arg::Of(Ref::Unit(enemy))));
    }
    Ok(())
}

/// An enemy that those footprints would touch.
pub fn touched(field: Battlefield, side: crate::ids::Side, feet: &[Footprint]) -> Option<UnitId> {
    touched_all(field, side, feet).into_iter().next()
}

/// The enemies that those footprints would touch.
pub fn touched_all(field: Battlefield, side: crate::ids::Side, feet: &[Footprint]) -> Vec<UnitId> {
    let reach = super::data::tables().reach;
    let within = |print: &Footprint| {
        let near = field.0.layout().along(Some(side.other()), print, Vec2::ZERO, 0.0, reach + 0.02);
        let touching = near.filter(|foot| crate::table::measure::within(print, &foot.print, Mil::measured(reach)));
        touching.map(|foot| foot.unit).collect::<Vec<_>>()
    };
    feet.iter().flat_map(within).collect()
}
