//! The ways of stands (A6.1, A6.2, A6.3, W86-W88, W128): a move is legal if in some order each stand of the unit finds a
//! clear way of at most its pace past those already moved. A way is measured at the corner that moves most.

use std::borrow::Cow;
use std::sync::Arc;

use bevy::math::Vec2;

use super::battlefield::Battlefield;
use super::data::tables;
use super::formation::{one_body, stand_count};
use super::phalanx::{self, Limit};
use super::terrain::{kind, may_enter};
use crate::battle::{Arg, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::aim::displacement;
use crate::table::measure::{TOUCH, nearest_points, overlap, within};
use crate::table::route::{Barriers, Route, route};
use crate::table::{Foot, Footprint, Mil, Piece, Pose, segment};

const MOVING: Cite = Cite("A6.1");
const GAPS: Cite = Cite("A6.2");
const CONTACT: Cite = Cite("A6.3");
const GROUND: Cite = Cite("A3.1");
/// More orders of stands than this are not tried.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0], [0, 2, 1], [2, 0, 1]];

/// Where the stands of a unit are to go.
#[derive(Clone, Debug, PartialEq)]
pub struct Going {
    pub unit: UnitId,
    pub ends: Vec<Pose>,
}

/// What kind of move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It touches no enemy and keeps a little away from all.
    Plain,
    /// It may end touching enemies.
    Charge,
    /// Away from enemies: at full pace whatever the formation, phalanx or not (W20).
    Evade,
}

/// The ways of all stands of some units that move at once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ways {
    /// For each unit the poses on the way of each of its stands.
    pub along: Vec<(UnitId, Vec<Vec<Pose>>)>,
    /// The longest way, as it is held against the pace: of a phalanx at the middle of its front (W25).
    pub longest: Mil,
}

/// The ways of units that go at once, each with its own pace.
///
/// # Errors
/// The rule that forbids it, with what was measured.
pub fn ways(field: Battlefield, going: &[Going], pace: impl Fn(UnitId) -> Mil, kind: Kind) -> Result<Ways, Refusal> {
    ways_past(field, going, &[], pace, kind)
}

/// The same, where some units are in nobody's way, as friends that are burst through (A6.4).
///
/// # Errors
/// The rule that forbids it, with what was measured.
pub fn ways_past(
    field: Battlefield,
    going: &[Going],
    passed: &[UnitId],
    pace: impl Fn(UnitId) -> Mil,
    kind: Kind,
) -> Result<Ways, Refusal> {
    let movers: Vec<UnitId> = going.iter().map(|going| going.unit).chain(passed.iter().copied()).collect();
    let mut ways = Ways::default();
    let alone = going.len() == 1;
    for going in going {
        let along = of_unit(field, going, (&movers, alone), pace(going.unit), kind)?;
        ways.longest = ways.longest.max(along.1);
        ways.along.push((going.unit, along.0));
    }
    Ok(ways)
}

fn of_unit(
    field: Battlefield,
    going: &Going,
    (movers, is_alone): (&[UnitId], bool),
    pace: Mil,
    move_kind: Kind,
) -> Result<(Vec<Vec<Pose>>, Mil), Refusal> {
    let unit = going.unit;
    let size = field.size(unit);
    let from = field.prints(unit);
    let refuse = |cite, says: &'static str| Refusal::new(cite, Word(says)).of(Ref::Unit(unit));
    let to: Vec<Footprint> = going.ends.iter().map(|pose| size.base(*pose)).collect();
    if to.len() != from.len() {
        return Err(stand_count(MOVING, unit, to.len(), from.len()));
    }
    let goes: Vec<Mil> = from.iter().zip(&to).map(|(a, b)| Mil::up(displacement(a, b) - 1e-4)).collect();
    let longest = goes.iter().copied().max().unwrap_or_default();
    if longest == Mil::ZERO {
        return Ok((from.iter().map(|print| vec![print.pose()]).collect(), Mil::ZERO));
    }
    if !one_body(&to) {
        return Err(refuse(MOVING, "apart"));
    }
    let Limit { reach: limit, counted } = match move_kind {
        Kind::Evade => Limit { reach: pace, counted: longest },
        Kind::Plain | Kind::Charge => phalanx::limit(field, unit, &from, &to, longest, pace)?,
    };
    if longest > limit {
        return Err(refuse(MOVING, "far").above(Measured::Length(longest), Measured::Length(limit)));
    }
    ends_free(field, unit, &to, movers, move_kind)?;
    let reach = limit.to_inches();
    let obstacles = Obstacles::near(field, unit, &from, movers, limit, move_kind, &to);
    let alone = is_alone && !is_rigid(&from, &to);
    let orders: &[[usize; 3]] = if alone && from.len() == 3 { &ORDERS } else { &ORDERS[..1] };
    let barriers = obstacles.barriers();
    let mut failed = None;
    for order in orders {
        match in_order(&obstacles, &barriers, order, &from, &to, reach, alone) {
            Ok(routes) => return Ok((routes.into_iter().map(|route| route.poses).collect(), counted)),
            Err((why, before)) => {
                failed = failed.or(Some(why));
                if why == Stopped::Blocked && before == 0 {
                    // It finds no way while none of its own unit is in the way: then it finds none in any order.
                    break;
                }
            }
        }
    }
    Err(match failed {
        Some(Stopped::Gap) => refuse(GAPS, "gap"),
        _ => refuse(MOVING, "no-way"),
    })
}

/// Whether all stands go as one: then they are never in each other's way.
pub fn is_rigid(from: &[Footprint], to: &[Footprint]) -> bool {
    let apart = |prints: &[Footprint], n: usize| {
        let by = prints[n].centre - prints[0].centre;
        (by.dot(prints[0].right()), by.dot(prints[0].forward()))
    };
    (0..from.len()).all(|n| {
        let ((a, b), (c, d)) = (apart(from, n), apart(to, n));
        (a - c).abs() < 0.01 && (b - d).abs() < 0.01
    })
}

/// Why a stand finds no way.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stopped {
    Blocked,
    Gap,
}

/// The ways of the stands one after another; or what stopped one, and how many had gone before it.
fn in_order(
    obstacles: &Obstacles,
    barriers: &Barriers,
    order: &[usize; 3],
    from: &[Footprint],
    to: &[Footprint],
    reach: f32,
    alone: bool,
) -> Result<Vec<Route>, (Stopped, usize)> {
    let mut routes: Vec<Option<Route>> = vec![None; from.len()];
    let mut barriers = Cow::Borrowed(barriers);
    for (before, &n) in order.iter().filter(|n| **n < from.len()).enumerate() {
        let found = route(&from[n], to[n].pose(), &barriers, reach + 0.001).ok_or((Stopped::Blocked, before))?;
        if obstacles.squeezed(&from[n], &found) {
            return Err((Stopped::Gap, before));
        }
        if alone {
            // Own stands that have moved are in the way, but not of a turn on the spot; not yet moved ones are free.
            barriers.to_mut().add_turned_past(&to[n]);
        }
        routes[n] = Some(found);
    }
    Ok(routes.into_iter().flatten().collect())
}

/// The ends are on the table, on ground that the unit may enter, on nobody, and not at an enemy unless it charges.
fn ends_free(field: Battlefield, unit: UnitId, to: &[Footprint], movers: &[UnitId], kind: Kind) -> Result<(), Refusal> {
    let refuse = |cite, says: &'static str| Refusal::new(cite, Word(says)).of(Ref::Unit(unit));
    let (side, sort) = (field.0.side_of(unit), field.troop(unit).sort());
    for print in to {
        if !field.0.ground().holds(print) {
            return Err(refuse(CONTACT, "edge"));
        }
        let barred = |piece: &&Piece| !may_enter(sort, piece);
        if let Some(piece) = field.0.ground().under(print).find(barred).filter(|_| !on_road(field, print.centre)) {
            return Err(refuse(GROUND, "may-not-stand").word(Word("terrain"), Arg::Of(Ref::Terrain(piece.id))));
        }
        let others = field.0.layout().around(print, 0.2).filter(|foot| !movers.contains(&foot.unit));
        for foot in others {
            if overlap(print, &foot.print) {
                return Err(refuse(MOVING, "overlaps").word(Word("other"), Arg::Of(Ref::Unit(foot.unit))));
            }
            let keep = tables().measure.keep.gap();
            if kind != Kind::Charge && field.0.side_of(foot.unit) != side && within(print, &foot.print, keep - Mil(1)) {
                return Err(refuse(CONTACT, "touches").word(Word("enemy"), Arg::Of(Ref::Unit(foot.unit))));
            }
        }
    }
    Ok(())
}

/// Whether a point lies on a road or bridge.
pub fn on_road(field: Battlefield, at: Vec2) -> bool {
    field.0.ground().at(at).any(|piece| kind(piece).is_some_and(|kind| kind.road))
}

/// What stands in the way of a unit.
struct Obstacles<'w> {
    field: Battlefield<'w>,
    /// Each with the gap that is kept from it, and whether it is an enemy's.
    feet: Arc<Vec<(Footprint, f32, bool)>>,
    pieces: Vec<&'w Piece>,
    front: f32,
    charging: bool,
}

/// The rectangle in which a unit may be in the way of one that goes so far.
fn surroundings(from: &[Footprint], reach: Mil) -> (Vec2, Vec2) {
    let far = Vec2::splat(reach.to_inches() + 2.5);
    let lows = from.iter().map(|p| p.centre).reduce(Vec2::min).unwrap_or_default() - far;
    let highs = from.iter().map(|p| p.centre).reduce(Vec2::max).unwrap_or_default() + far;
    (lows, highs)
}

/// The stands of others in that rectangle, each with the gap that is kept from it, and whether it is an enemy's.
fn others(
    field: Battlefield,
    unit: UnitId,
    from: &[Footprint],
    movers: &[UnitId],
    (lows, highs): (Vec2, Vec2),
    kind: Kind,
) -> Vec<(Footprint, f32, bool)> {
    let side = field.0.side_of(unit);
    let keep = tables().measure.keep.inches() - 0.001;
    let inside = |foot: &&Foot| foot.print.centre.cmpge(lows).all() && foot.print.centre.cmple(highs).all();
    let middle = (lows + highs) / 2.0;
    let there = field.0.layout().near(middle, middle.distance(highs)).filter(inside);
    let feet = there.filter(|foot| !movers.contains(&foot.unit)).map(|foot| {
        let enemy = field.0.side_of(foot.unit) != side;
        // From whom it stands nearer than that already it goes away as it stands.
        let near = from.iter().any(|print| within(print, &foot.print, Mil::up(keep)));
        (foot.print, if enemy && kind != Kind::Charge && !near { keep } else { 0.0 }, enemy)
    });
    feet.collect()
}

impl<'w> Obstacles<'w> {
    fn near(
        field: Battlefield<'w>,
        unit: UnitId,
        from: &[Footprint],
        movers: &[UnitId],
        reach: Mil,
        kind: Kind,
        to: &[Footprint],
    ) -> Obstacles<'w> {
        let (lows, highs) = surroundings(from, reach);
        let feet = field.0.keep("what is in a unit's way", &(unit, movers.to_vec(), reach, kind), || {
            others(field, unit, from, movers, (lows, highs), kind)
        });
        let sort = field.troop(unit).sort();
        let road = from.iter().chain(to).all(|print| on_road(field, print.centre));
        let pieces = field.0.ground().near((lows, highs)).filter(|piece| !road && !may_enter(sort, piece));
        Obstacles {
            field,
            feet,
            pieces: pieces.collect(),
            front: from.first().map_or(0.0, Footprint::width),
            charging: kind == Kind::Charge,
        }
    }

    fn barriers(&self) -> Barriers<'w> {
        let mut barriers = Barriers::new(self.field.0.ground());
        for (print, gap, _) in self.feet.iter() {
            barriers.add(print, *gap);
        }
        for piece in &self.pieces {
            barriers.add_piece(piece);
        }
        barriers
    }

    /// Whether the way of the stand's centre crosses the shortest line between an enemy stand and another obstacle that
    /// is no longer than its front (A6.2, W87, W128). Not between enemies that it charges.
    fn squeezed(&self, from: &Footprint, route: &Route) -> bool {
        let reach = Mil::measured(self.front);
        let centres: Vec<Vec2> =
            route.poses.iter().map(|pose| Footprint::new(*pose, from.width(), from.depth()).centre).collect();
        let crossed = |a: Vec2, b: Vec2| centres.windows(2).any(|way| segment::cross([way[0], way[1]], [a, b]));
        if self.charging {
            return false;
        }
        // The line that is crossed begins at the enemy and is no longer than the front: far from the way there is none.
        let lows = centres.iter().copied().reduce(Vec2::min).unwrap_or_default();
        let highs = centres.iter().copied().reduce(Vec2::max).unwrap_or_default();
        let near = |enemy: &Footprint| {
            let room = Vec2::splat(enemy.radius + self.front + 0.1);
            enemy.centre.cmpge(lows - room).all() && enemy.centre.cmple(highs + room).all()
        };
        let enemies = self.feet.iter().enumerate().filter(|(_, (print, _, enemy))| *enemy && near(print));
        for (n, (enemy, ..)) in enemies {
            for (m, (other, _, also)) in self.feet.iter().enumerate() {
                if m == n
                    || (*also && m < n && near(other))
                    || !within(enemy, other, reach)
                    || within(enemy, other, TOUCH)
                {
                    continue;
                }
                let (a, b) = nearest_points(enemy, other);
                if crossed(a, b) {
                    return true;
                }
            }
            let closed = self.pieces.iter().flat_map(|piece| piece.parts());
            for part in closed.filter(|part| part.within(enemy, reach)) {
                let (a, b) = part.nearest_points(enemy);
                if crossed(a, b) {
                    return true;
                }
            }
        }
        false
    }
}
