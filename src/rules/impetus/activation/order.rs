//! Orders of the activation, decoded from actions.

use serde::Serialize;

use crate::battle::shape::{said_by, units};
use crate::battle::{Action, LEGS, MOVE, Ref, Refusal, STOPS, Takes, Value, View};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::impetus::battlefield::Battlefield;
use crate::table::{Cdeg, Leg, Mil};

crate::verbs! {
    /// What a side may say in its phase.
    pub enum Verb {
        Move = "move",
        Shoot = "shoot",
        Rally = "rally",
        /// A general rallies a unit (X3).
        RallyOther = "rally-other",
        /// An impetuous unit rushes at the enemy (X11).
        Rush = "rush",
        Fight = "fight",
        Shieldwall = "shieldwall",
        /// It stands ready for an opportunity (X7).
        Ready = "stand-ready",
        Done = "done",
    }
}

pub const DONE: Word = Verb::Done.word();
pub const SHOOT: Word = Verb::Shoot.word();
pub const RALLY: Word = Verb::Rally.word();
pub const RALLY_OTHER: Word = Verb::RallyOther.word();
pub const RUSH: Word = Verb::Rush.word();
pub const FIGHT: Word = Verb::Fight.word();
pub const SHIELDWALL: Word = Verb::Shieldwall.word();
pub const AT: Word = Word("at");
/// Whether a unit that shoots first will move afterwards (D28).
pub const MOVES: Word = Word("moves");
/// Whether war chariots halt after their move or stay in motion.
pub const HALT: Word = Word("halt");

const ACTIVATION: Cite = Cite("I28");
const GROUP_CHARGE: Cite = Cite("I98");

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
/// When it cannot be an answer: what is wrong with it, and what would be right.
pub fn decode(view: &View, side: Side, action: &Action) -> Result<Order, Refusal> {
    let Some(verb) = Verb::of(action) else {
        return Err(Refusal::other_verb(ACTIVATION, action.key, &action.who, Verb::WORDS.iter().copied()));
    };
    let askew = |needs: &[(Word, Takes)]| Err(Refusal::values(ACTIVATION, action, needs, &[]));
    let alone = |order: fn(UnitId) -> Order| {
        let unit = unit(view, side, action)?;
        if action.with.is_empty() { Ok(order(unit)) } else { askew(&[]) }
    };
    match verb {
        Verb::Done => {
            said_by(ACTIVATION, action, DONE, side)?;
            if action.with.is_empty() { Ok(Order::Done) } else { askew(&[]) }
        }
        Verb::Move => moves(units(view, side, action, ACTIVATION)?, action).map(Order::Move),
        Verb::Shoot => {
            let unit = unit(view, side, action)?;
            match (&action.with[..], action.unit(AT)) {
                ([(AT, _), (MOVES, Value::Flag(moves))], Some(at)) => Ok(Order::Shoot { unit, at, moves: *moves }),
                _ => askew(&[(AT, Takes::Unit), (MOVES, Takes::Flag)]),
            }
        }
        Verb::RallyOther => {
            let general = unit(view, side, action)?;
            match (&action.with[..], action.unit(AT)) {
                ([(AT, _)], Some(unit)) => Ok(Order::RallyOther { general, unit }),
                _ => askew(&[(AT, Takes::Unit)]),
            }
        }
        Verb::Rally => alone(Order::Rally),
        Verb::Rush => alone(Order::Rush),
        Verb::Fight => alone(Order::Fight),
        Verb::Shieldwall => alone(Order::Shieldwall),
        Verb::Ready => alone(Order::Ready),
    }
}

/// The one unit that acts, of that side and on the table.
fn unit(view: &View, side: Side, action: &Action) -> Result<UnitId, Refusal> {
    match units(view, side, action, ACTIVATION)?[..] {
        [unit] => Ok(unit),
        ref several => Err(Refusal::number_named(ACTIVATION, action.key, several.len(), 1)),
    }
}

/// The move of those units.
fn moves(units: Vec<UnitId>, action: &Action) -> Result<MoveOrder, Refusal> {
    let with: Vec<&(Word, Value)> = action.with.iter().filter(|(name, _)| *name != STOPS).collect();
    let (legs, halt) = match with[..] {
        [(LEGS, Value::Legs(legs))] => (legs, None),
        [(LEGS, Value::Legs(legs)), (HALT, Value::Flag(halt))] => (legs, Some(*halt)),
        _ => {
            let may = [(HALT, Takes::Flag), (STOPS, Takes::Short)];
            return Err(Refusal::values(ACTIVATION, action, &[(LEGS, Takes::Legs)], &may));
        }
    };
    let stops = stops(&units, action)?;
    let other = || Refusal::legs(ACTIVATION, Word("leg-order"), action.who[0], (Word("legs"), legs));
    let path = way(legs).ok_or_else(other)?;
    Ok(MoveOrder { units, way: path, halt, stops })
}

/// The units of a group that stop before the rest of it has gone its way, and after what length, each named once. A unit that
/// moves by itself goes the way it was ordered.
fn stops(units: &[UnitId], action: &Action) -> Result<Vec<(UnitId, Mil)>, Refusal> {
    let mut stops: Vec<(UnitId, Mil)> = Vec::new();
    for (who, at) in action.stops() {
        match who {
            Ref::Unit(unit) if units.contains(unit) => {
                if stops.iter().any(|(known, _)| known == unit) {
                    return Err(Refusal::named_twice(ACTIVATION, *who));
                }
                stops.push((*unit, *at));
            }
            _ => return Err(Refusal::for_others(ACTIVATION, STOPS, &[*who], action.who.iter().copied())),
        }
    }
    if stops.is_empty() || units.len() > 1 { Ok(stops) } else { Err(stops_in_charge(units[0])) }
}

/// That a unit stops earlier than the others where it may not: it does so only in a group that charges (D47).
pub fn stops_in_charge(unit: UnitId) -> Refusal {
    Refusal::new(GROUP_CHARGE, Word("stops-in-charge")).of(Ref::Unit(unit))
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
