//! What a move would do (7, 8, 9): where everybody ends, whom it meets, whom it disorders.

use bevy::math::Vec2;

use super::order::{MoveOrder, Way, stops_in_charge};
use super::{again, aside, chariots, passing, runs, rush, sweep};
use crate::battle::{Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::data::{Going, Tag, tables};
use crate::rules::impetus::reaction::bonus;
use crate::rules::impetus::zone::{self, Zone};
use crate::rules::impetus::{going, group};
use crate::table::{Cdeg, Footprint, Mil, Piece, Wheel};

const ACTIONS: Cite = Cite("I28");
const COMBINED: Cite = Cite("7");
const TURN_AND_MOVE: Cite = Cite("I11");
const STRAIGHT: Cite = Cite("I10");
const GROUPS: Cite = Cite("I14");
const ORDERED: Cite = Cite("I15");
const BROKEN: Cite = Cite("I18");
const COLUMN: Cite = Cite("I19");
const DIFFICULT: Cite = Cite("I20");
const RIVER: Cite = Cite("I24");
const GROUP: Cite = Cite("4");
const SPECIAL: Cite = Cite("16");

/// The sentence for a distance that is too long for the terrain on the way.
pub const SLOWED: Word = Word("too-far-slowed");

/// A move as it would go.
#[derive(Clone, Debug)]
pub struct Plan {
    pub units: Vec<Planned>,
    /// What the wheel costs.
    pub price: Mil,
    /// The farthest straight move after the wheel, given the terrain.
    pub reach: Mil,
    /// The farthest charge: that plus the charge die, where it is played (X8).
    pub charge: Mil,
    /// Friends on whom a unit ends, and where they fall in behind it (X14).
    pub displaced: Vec<(UnitId, Footprint)>,
}

/// What one unit of a move would do.
#[derive(Clone, Debug)]
pub struct Planned {
    pub unit: UnitId,
    pub start: Footprint,
    /// The point about which it wheels.
    pub pivot: Option<Vec2>,
    /// Its footprint after the wheel.
    pub turned: Footprint,
    pub end: Footprint,
    /// How far it goes straight.
    pub gone: Mil,
    /// The enemies that it charges and touches at the same moment.
    pub enemies: Vec<UnitId>,
    /// The rule that leaves it disordered, if one does.
    pub disorder: Option<Cite>,
}

impl Planned {
    /// The upright rectangle round all that it passes over.
    fn round(&self) -> (Vec2, Vec2) {
        // Wheeling, its middle stays within this of where it stood.
        let arm = self.pivot.map_or(0.0, |pivot| 2.0 * pivot.distance(self.start.centre) + self.start.radius);
        let boxes = [(self.start, arm), (self.turned, 0.0), (self.end, 0.0)];
        let boxes = boxes.map(|(print, gap)| print.round_way(Vec2::ZERO, 0.0, gap));
        boxes.into_iter().fold(boxes[0], |(low, high), (l, h)| (low.min(l), high.max(h)))
    }
}

impl Plan {
    /// The move of one unit, without a wheel.
    pub fn of(planned: Planned, reach: Mil) -> Plan {
        Plan { units: vec![planned], price: Mil::ZERO, reach, charge: reach, displaced: Vec::new() }
    }
}

/// Judges a move and computes what it would do.
///
/// # Errors
///
/// The rule that forbids it.
pub fn plan(field: Battlefield, order: &MoveOrder) -> Result<Plan, Refusal> {
    may_move(field, order)?;
    if order.halt.is_some() && !order.units.iter().any(|u| field.kind(*u).chariot.is_some()) {
        return Err(Refusal::new(ACTIONS, Word("only-chariots-halt")).of(Ref::Unit(order.units[0])));
    }
    let zones = zones_of(field, order);
    way(field, order, &zones)
}

/// The zones that a move can come to.
pub fn zones_of(field: Battlefield, order: &MoveOrder) -> Vec<Zone> {
    let (wheels, way) = match order.way {
        Way::Ahead { wheel, ahead } => (wheel != Cdeg::ZERO, ahead),
        Way::Aside { by, .. } => (false, by),
        Way::Turn { ahead, .. } => (true, ahead),
        Way::About => (true, Mil::ZERO),
    };
    zone::in_reach(field, &order.units, wheels, way)
}

/// Computes a move of units that are known to be allowed to move.
///
/// # Errors
///
/// The rule that forbids it.
pub fn way(field: Battlefield, order: &MoveOrder, zones: &[Zone]) -> Result<Plan, Refusal> {
    let mut plan = laid(field, order, zones)?;
    plan.displaced = passing::displaced(field, &plan)?;
    Ok(plan)
}

/// The move itself, without the friends that must make room for it.
fn laid(field: Battlefield, order: &MoveOrder, zones: &[Zone]) -> Result<Plan, Refusal> {
    match order.way {
        Way::Ahead { wheel, ahead } => go_ahead(field, order, (wheel, ahead), zones),
        _ if !order.stops.is_empty() => Err(stops_in_charge(order.stops[0].0)),
        Way::Aside { angle, by } => aside::go(field, alone(field, order)?, angle, by, zones),
        Way::Turn { angle, ahead, first } => {
            let [unit] = order.units[..] else {
                return Err(Refusal::new(GROUPS, Word("groups-go-ahead")).of(Ref::Unit(order.units[0])));
            };
            chariots::turn(field, unit, (angle, ahead, first), zones)
        }
        Way::About => aside::about(field, alone(field, order)?, zones),
    }
}

/// Checks that these units may move now; as a group if they are several.
///
/// # Errors
///
/// When one of them has acted or is in melee, or they are no group.
pub fn may_move(field: Battlefield, order: &MoveOrder) -> Result<(), Refusal> {
    for unit in &order.units {
        let refuse = |cite, says| Err(Refusal::new(cite, Word(says)).of(Ref::Unit(*unit)));
        let acts = field.acts(*unit);
        if field.engaged(*unit) {
            return refuse(COMBINED, "in-melee");
        }
        if acts.rallied || acts.fought {
            return refuse(ACTIONS, "no-move-after");
        }
        let goes_on = acts.fired && acts.will_move && !acts.moved && field.is_active(*unit);
        if acts.activated && !goes_on {
            again::may(field, &order.units)?;
        }
        if acts.activated && order.way == Way::About {
            return refuse(COMBINED, "about-alone");
        }
    }
    // A unit that has shot and announced a move with a group moves with it.
    let goes_on = order.units.iter().any(|u| field.acts(*u).activated);
    if goes_on && let Some(left) = field.turn().active.iter().find(|u| !order.units.contains(u)) {
        return Err(Refusal::new(GROUP, Word("moves-with-group")).of(Ref::Unit(*left)));
    }
    if order.units.len() > 1 {
        if !group::is_group(field, &order.units) {
            return Err(Refusal::new(GROUP, Word("no-group")).of(Ref::Unit(order.units[0])));
        }
        rush::may_group(field, &order.units)?;
        if let Some(unit) = order.units.iter().find(|u| field.kind(**u).one_shot) {
            return Err(Refusal::new(SPECIAL, Word("never-in-groups")).of(Ref::Unit(*unit)));
        }
    }
    Ok(())
}

/// The single unit of an order to move otherwise than straight ahead.
fn alone(field: Battlefield, order: &MoveOrder) -> Result<UnitId, Refusal> {
    let [unit] = order.units[..] else {
        return Err(Refusal::new(GROUPS, Word("groups-go-ahead")).of(Ref::Unit(order.units[0])));
    };
    if field.disordered(unit) {
        return Err(Refusal::new(ORDERED, Word("only-ordered")).of(Ref::Unit(unit)));
    }
    if field.kind(unit).stays || field.kind(unit).chariot.is_some() {
        return Err(Refusal::new(COMBINED, Word("never-aside")).of(Ref::Unit(unit)));
    }
    Ok(unit)
}

/// The move of the slowest unit (4).
pub fn allowance(field: Battlefield, units: &[UnitId]) -> Mil {
    units.iter().map(|u| field.troop(*u).m).min().unwrap_or_default()
}

fn go_ahead(
    field: Battlefield,
    order: &MoveOrder,
    (wheel, ahead): (Cdeg, Mil),
    zones: &[Zone],
) -> Result<Plan, Refusal> {
    let units = &order.units[..];
    let first = Ref::Unit(units[0]);
    let starts: Vec<Footprint> = units.iter().map(|u| field.print(*u)).collect();
    let allowance = allowance(field, units);
    if ahead < Mil::ZERO {
        let nil = Measured::Length(Mil::ZERO);
        return Err(Refusal::new(STRAIGHT, Word("too-far")).of(first).below(Measured::Length(ahead), nil));
    }
    if wheel != Cdeg::ZERO {
        if let Some(unit) = units.iter().find(|u| field.kind(**u).chariot.is_some()) {
            return Err(Refusal::new(Cite("8.5"), Word("never-wheels")).of(Ref::Unit(*unit)));
        }
        if ahead > Mil::ZERO
            && let Some(unit) = units.iter().find(|u| field.disordered(**u))
        {
            return Err(Refusal::new(COMBINED, Word("wheel-or-straight")).of(Ref::Unit(*unit)));
        }
        let mut held = (0..units.len()).filter_map(|n| Some((units[n], zone::holding(zones, &starts[n]).next()?)));
        if let Some((unit, zone)) = held.next() {
            return Err(zone::held(field, unit, zone));
        }
    }
    let (prints, price) = sweep::wheel(field, units, &starts, wheel, zones)?;
    if price > allowance {
        let slow = (0..units.len()).any(|n| going::starts_slow(field, units[n], &starts[n]));
        let refusal = Refusal::new(if slow { DIFFICULT } else { STRAIGHT }, Word("wheel-too-far")).of(first);
        return Err(refusal.above(Measured::Length(price), Measured::Length(allowance)));
    }
    let left = allowance - price;
    let reach = |n: usize| going::reach(field, units[n], &prints[n], prints[n].forward(), left);
    let reach = (0..units.len()).map(reach).min().unwrap_or_default();
    let reach = if wheel == Cdeg::ZERO { reach.max(on_road(field, units, &starts, ahead)) } else { reach };
    let charge = |n: usize| bonus::farthest(field, units[n], &prints[n], left);
    let charge = (0..units.len()).map(charge).min().unwrap_or_default().max(reach);
    let mut lengths = runs::lengths(field, units, &prints, ahead, reach);
    let too_far = |limit: Mil| {
        let (cite, says) = match price {
            _ if reach < left => (DIFFICULT, SLOWED),
            Mil::ZERO => (STRAIGHT, Word("too-far")),
            _ => (TURN_AND_MOVE, Word("too-far")),
        };
        Err(Refusal::new(cite, says).of(first).above(Measured::Length(ahead), Measured::Length(limit)))
    };
    if ahead > reach && (ahead > charge || lengths.iter().all(|length| *length < ahead)) {
        return too_far(reach);
    }
    runs::stop(field, units, &prints, &mut lengths, &order.stops)?;
    let mut plan = Plan { units: Vec::new(), price, reach, charge, displaced: Vec::new() };
    let pivot = Wheel::of(&starts, wheel > Cdeg::ZERO).filter(|_| wheel != Cdeg::ZERO).map(|w| w.pivot);
    let runs = runs::runs(field, units, (&starts, &prints), &lengths)?;
    if ahead > reach && runs.iter().all(|(_, enemies)| enemies.is_empty()) {
        return too_far(reach);
    }
    for (n, (gone, enemies)) in runs.into_iter().enumerate() {
        let end = prints[n].ahead(gone.to_inches());
        let mut planned =
            Planned { unit: units[n], start: starts[n], pivot, turned: prints[n], end, gone, enemies, disorder: None };
        let leaves = if gone > Mil::ZERO { leaves_zone(field, &planned, zones)? } else { None };
        planned.disorder = disorder(field, units, &planned, wheel, leaves);
        chariots::leg(field, planned.unit, &planned.turned, planned.gone, &planned.enemies)?;
        chariots::may_roll(field, &planned)?;
        plan.units.push(planned);
    }
    in_column(field, units, &plan)?;
    Ok(plan)
}

/// How far the move goes if it follows a road all the way (9).
fn on_road(field: Battlefield, units: &[UnitId], starts: &[Footprint], ahead: Mil) -> Mil {
    let by = starts.first().map_or(Vec2::ZERO, |print| print.forward() * ahead.to_inches());
    if !follow_road(field, units, by) {
        return Mil::ZERO;
    }
    let (more, of) = tables().movement.road;
    Mil(allowance(field, units).0 * more / of)
}

/// Whether units that all go that way follow a road with all that they pass over: one unit, or a column (9).
fn follow_road(field: Battlefield, units: &[UnitId], by: Vec2) -> bool {
    let road = |piece: &&Piece| going::kind(piece).is_some_and(|kind| kind.road);
    let near = |print: &Footprint| field.0.ground().near(print.round_way(by, 1.0, 0.0)).filter(road);
    if units.len() > 1 && !group::is_column(field, units) {
        return false;
    }
    units.iter().all(|unit| {
        let print = field.print(*unit);
        if near(&print).next().is_none() {
            return false;
        }
        // Going straight ahead or back a unit passes over a longer footprint.
        let foremost = if by.dot(print.forward()) > 0.0 { print.shifted(by) } else { print };
        let passed = Footprint::new(foremost.pose(), print.width(), print.depth() + by.length());
        near(&print).any(|road| road.covers(&passed))
    })
}

/// Whether a unit that has planned to go straight ahead or back follows a road with all who move together with it.
fn keeps_to_road(field: Battlefield, units: &[UnitId], planned: &Planned) -> bool {
    let turned = (planned.turned.heading - planned.start.heading).turn();
    let straight = planned.pivot.is_none() && (turned == Cdeg::ZERO || turned.0.abs() == Cdeg::HALF.0);
    straight && follow_road(field, units, planned.end.centre - planned.start.centre)
}

/// The rule by which a unit that moves straight out of a zone is disordered, if one does (8.2).
///
/// # Errors
///
/// When no enemy whose zone it is stands before it, and it is disordered already.
pub fn leaves_zone(field: Battlefield, planned: &Planned, zones: &[Zone]) -> Result<Option<Cite>, Refusal> {
    let held: Vec<&Zone> = zone::holding(zones, &planned.start).collect();
    if held.is_empty() || held.iter().any(|z| zone::is_ahead(field, &planned.start, z.of)) {
        return Ok(None);
    }
    match held.first() {
        Some(zone) if field.disordered(planned.unit) => Err(zone::held(field, planned.unit, zone)),
        _ => Ok(Some(zone::RULE)),
    }
}

/// The rule by which a move of these units disorders one of them, if any does.
pub fn disorder(
    field: Battlefield,
    units: &[UnitId],
    planned: &Planned,
    wheel: Cdeg,
    leaves: Option<Cite>,
) -> Option<Cite> {
    let kind = field.kind(planned.unit);
    if kind.one_shot {
        return None;
    }
    let moved = wheel != Cdeg::ZERO || planned.gone > Mil::ZERO;
    if field.troop(planned.unit).has(Tag::Schiltron) && moved {
        return Some(SPECIAL);
    }
    if wheel != Cdeg::ZERO && planned.gone > Mil::ZERO {
        return Some(TURN_AND_MOVE);
    }
    leaves.or_else(|| on_ground(field, units, planned, wheel))
}

/// The rule by which terrain on the way disorders one of these units, which move together (9, D24). A unit that follows
/// a road is not affected by the terrain beside it, nor by what the road crosses.
pub fn on_ground(field: Battlefield, units: &[UnitId], planned: &Planned, wheel: Cdeg) -> Option<Cite> {
    let kind = field.kind(planned.unit);
    let moved = wheel != Cdeg::ZERO || planned.gone > Mil::ZERO;
    if keeps_to_road(field, units, planned) {
        return None;
    }
    for piece in field.0.ground().near(planned.round()) {
        let (began, ends) = (piece.meets(&planned.start), piece.meets(&planned.end));
        let crossed = sweep::crosses(planned, wheel, piece);
        match going::going(piece) {
            Going::River if (began || crossed) && moved && !ends => return Some(RIVER),
            Going::Broken if kind.broken && !began && (crossed || ends) => return Some(BROKEN),
            Going::Difficult if kind.difficult && !began && (crossed || ends) => return Some(DIFFICULT),
            Going::Difficult if kind.difficult && began && moved && piece.holds(planned.end.front()) => {
                return Some(DIFFICULT);
            }
            _ => {}
        }
    }
    None
}

/// Checks that a group in difficult ground is a column (4).
fn in_column(field: Battlefield, units: &[UnitId], plan: &Plan) -> Result<(), Refusal> {
    if units.len() < 2 || group::is_column(field, units) {
        return Ok(());
    }
    for planned in &plan.units {
        let wheel = (planned.turned.heading - planned.start.heading).turn();
        let meets = |piece: &Piece| {
            going::going(piece) == Going::Difficult
                && (piece.meets(&planned.start) || sweep::crosses(planned, wheel, piece))
        };
        if field.0.ground().pieces().iter().any(meets) {
            return Err(Refusal::new(COLUMN, Word("only-in-column")).of(Ref::Unit(planned.unit)));
        }
    }
    Ok(())
}

/// How these units wheel, if they can.
pub fn hinge(field: Battlefield, units: &[UnitId], right: bool) -> Option<Wheel> {
    let prints: Vec<Footprint> = units.iter().map(|u| field.print(*u)).collect();
    Wheel::of(&prints, right)
}
