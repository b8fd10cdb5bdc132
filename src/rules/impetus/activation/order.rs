//! Orders of the activation, decoded from actions.

use serde::Serialize;

use crate::battle::{Action, LEGS, MOVE, Ref, Refusal, STOPS, Value, View};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::reaction::READY;
use crate::table::{Cdeg, Leg, Mil};

pub const DONE: Word = Word("done");
pub const SHOOT: Word = Word("shoot");
pub const AT: Word = Word("at");
/// Whether a unit that shoots first will move afterwards (D28).
pub const MOVES: Word = Word("moves");
pub const RALLY: Word = Word("rally");
/// A general rallies a unit (X3).
pub const RALLY_OTHER: Word = Word("rally-other");
/// An impetuous unit rushes at the enemy (X11).
pub const RUSH: Word = Word("rush");
pub const FIGHT: Word = Word("fight");
pub const SHIELDWALL: Word = Word("shieldwall");
/// Whether war chariots halt after their move or stay in motion.
pub const HALT: Word = Word("halt");

const ACTIVATION: Cite = Cite("I28");

/// What a side may order in its phase.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Order {
    Done,
    Move(MoveOrder),
    Shoot {
        unit: UnitId,
        at: UnitId,
        moves: bool,
    },
    Rally(UnitId),
    /// The general who is with a unit rallies one.
    RallyOther {
        general: UnitId,
        unit: UnitId,
    },
    Rush(UnitId),
    Fight(UnitId),
    Shieldwall(UnitId),
    /// Stands ready for an opportunity (X7).
    Ready(UnitId),
}

/// A move of one unit, or of several as a group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveOrder {
    pub units: Vec<UnitId>,
    pub way: Way,
    /// Whether war chariots among them halt afterwards; none where there are no chariots.
    pub halt: Option<bool>,
    /// Units of a charging group that stop earlier, after so much, though others go on (D47).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stops: Vec<(UnitId, Mil)>,
}

/// The path of a move (8.1).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum Way {
    /// A wheel, positive to the right, and then straight ahead.
    Ahead { wheel: Cdeg, ahead: Mil },
    /// Obliquely, sideways or to the rear without turning: an angle relative to the heading, and a distance.
    Aside { angle: Cdeg, by: Mil },
    /// A turn in place: of chariots before (`first`) or after a straight move, of artillery alone.
    Turn { angle: Cdeg, ahead: Mil, first: bool },
    /// An about-face.
    About,
}

impl Order {
    /// The units that it activates.
    pub fn units(&self) -> Vec<UnitId> {
        match self {
            Order::Done => Vec::new(),
            Order::Move(order) => order.units.clone(),
            Order::Shoot { unit, .. } | Order::RallyOther { general: unit, .. } => vec![*unit],
            Order::Rally(unit) | Order::Rush(unit) | Order::Fight(unit) => vec![*unit],
            Order::Shieldwall(unit) | Order::Ready(unit) => vec![*unit],
        }
    }
}

impl MoveOrder {
    /// Wheel and straight ahead.
    pub fn ahead(units: &[UnitId], wheel: Cdeg, ahead: Mil) -> MoveOrder {
        MoveOrder { units: units.to_vec(), way: Way::Ahead { wheel, ahead }, halt: None, stops: Vec::new() }
    }

    /// The order to stand still; war chariots in it come to a halt.
    pub fn still(field: Battlefield, units: &[UnitId]) -> MoveOrder {
        let chariots = units.iter().any(|u| field.kind(*u).chariot.is_some());
        MoveOrder { halt: chariots.then_some(true), ..MoveOrder::ahead(units, Cdeg::ZERO, Mil::ZERO) }
    }

    /// The same units with another path.
    #[must_use]
    pub fn with(&self, way: Way) -> MoveOrder {
        MoveOrder { way, ..self.clone() }
    }

    /// The order as an action.
    pub fn action(&self) -> Action {
        let legs = match self.way {
            // Chariots do not wheel, and neither do units that move with them.
            Way::Ahead { wheel: Cdeg::ZERO, ahead } if self.halt.is_some() => vec![Leg::Ahead(ahead)],
            Way::Ahead { wheel, ahead } => vec![Leg::Wheel(wheel), Leg::Ahead(ahead)],
            Way::Aside { angle, by } => vec![Leg::Slide(angle, by)],
            Way::Turn { angle, ahead: Mil::ZERO, first: true } => vec![Leg::Face(angle)],
            Way::Turn { angle, ahead, first: true } => vec![Leg::Face(angle), Leg::Ahead(ahead)],
            Way::Turn { angle, ahead, first: false } => vec![Leg::Ahead(ahead), Leg::Face(angle)],
            Way::About => vec![Leg::Face(Cdeg::HALF)],
        };
        let who = self.units.iter().map(|u| Ref::Unit(*u)).collect();
        let mut with = vec![(LEGS, Value::Legs(legs))];
        with.extend(self.halt.map(|halt| (HALT, Value::Flag(halt))));
        if !self.stops.is_empty() {
            let stops = self.stops.iter().map(|(unit, at)| (Ref::Unit(*unit), *at)).collect();
            with.push((STOPS, Value::Short(stops)));
        }
        Action { key: MOVE, who, with }
    }
}

/// Decodes an action of that side.
///
/// # Errors
///
/// When it cannot be an answer.
pub fn decode(view: &View, side: Side, action: &Action) -> Result<Order, Refusal> {
    let other = || Refusal::new(ACTIVATION, Word("not-like-this")).of(action.who[0]);
    if action.key == DONE {
        let plain = action.who == [Ref::Side(side)] && action.with.is_empty();
        return if plain { Ok(Order::Done) } else { Err(other()) };
    }
    let units = units(view, side, action).ok_or_else(other)?;
    if action.key == MOVE {
        let with: Vec<&(Word, Value)> = action.with.iter().filter(|(name, _)| *name != STOPS).collect();
        let (legs, halt) = match with[..] {
            [(LEGS, Value::Legs(legs))] => (legs, None),
            [(LEGS, Value::Legs(legs)), (HALT, Value::Flag(halt))] => (legs, Some(*halt)),
            _ => return Err(other()),
        };
        let stops = stops(&units, action).ok_or_else(other)?;
        return Ok(Order::Move(MoveOrder { units, way: way(legs).ok_or_else(other)?, halt, stops }));
    }
    let [unit] = units[..] else { return Err(other()) };
    match (action.key, &action.with[..]) {
        (SHOOT, [(AT, Value::Refs(at)), (MOVES, Value::Flag(moves))]) => match at[..] {
            [Ref::Unit(at)] => Ok(Order::Shoot { unit, at, moves: *moves }),
            _ => Err(other()),
        },
        (RALLY_OTHER, [(AT, Value::Refs(at))]) => match at[..] {
            [Ref::Unit(at)] => Ok(Order::RallyOther { general: unit, unit: at }),
            _ => Err(other()),
        },
        (RALLY, []) => Ok(Order::Rally(unit)),
        (RUSH, []) => Ok(Order::Rush(unit)),
        (FIGHT, []) => Ok(Order::Fight(unit)),
        (SHIELDWALL, []) => Ok(Order::Shieldwall(unit)),
        (READY, []) => Ok(Order::Ready(unit)),
        _ => Err(other()),
    }
}

/// The units of a group that stop earlier, each named once; none if the list is invalid.
fn stops(units: &[UnitId], action: &Action) -> Option<Vec<(UnitId, Mil)>> {
    let mut stops: Vec<(UnitId, Mil)> = Vec::new();
    for (who, at) in action.stops() {
        match who {
            Ref::Unit(unit) if units.contains(unit) && stops.iter().all(|(known, _)| known != unit) => {
                stops.push((*unit, *at));
            }
            _ => return None,
        }
    }
    (stops.is_empty() || units.len() > 1).then_some(stops)
}

/// The units that act: of that side, on the table, each named once; none if the list is invalid.
fn units(view: &View, side: Side, action: &Action) -> Option<Vec<UnitId>> {
    let mut units = Vec::with_capacity(action.who.len());
    for who in &action.who {
        match who {
            Ref::Unit(unit) if view.side_of(*unit) == side && view.on_table(*unit) && !units.contains(unit) => {
                units.push(*unit);
            }
            _ => return None,
        }
    }
    (!units.is_empty()).then_some(units)
}

/// The path that these legs describe; none when they are no move of this game.
fn way(legs: &[Leg]) -> Option<Way> {
    match *legs {
        [Leg::Wheel(wheel), Leg::Ahead(ahead)] => Some(Way::Ahead { wheel, ahead }),
        [Leg::Ahead(ahead)] => Some(Way::Ahead { wheel: Cdeg::ZERO, ahead }),
        [Leg::Wheel(wheel)] => Some(Way::Ahead { wheel, ahead: Mil::ZERO }),
        [Leg::Slide(angle, by)] => Some(Way::Aside { angle: angle.turn(), by }),
        [Leg::Face(Cdeg(18_000 | -18_000))] => Some(Way::About),
        [Leg::Face(angle)] => Some(Way::Turn { angle, ahead: Mil::ZERO, first: true }),
        [Leg::Face(angle), Leg::Ahead(ahead)] => Some(Way::Turn { angle, ahead, first: true }),
        [Leg::Ahead(ahead), Leg::Face(angle)] => Some(Way::Turn { angle, ahead, first: false }),
        _ => None,
    }
}
