//! What a side answers. An action is complete, concrete and serialisable; it gives the path itself and not only where
//! to end.

use serde::{Deserialize, Serialize};

use crate::cite::Word;
use crate::ids::{BodyId, Side, TerrainId, UnitId};
use crate::table::{Cdeg, Leg, Mil, Place};

/// What an action or a fact speaks of. In files and notation it is a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Ref {
    /// North or south.
    Side(Side),
    /// Units that move together.
    Body(BodyId),
    /// One unit.
    Unit(UnitId),
    /// One stand of a loose unit.
    Base(UnitId, u8),
    /// A piece of terrain.
    Terrain(TerrainId),
    /// A point of the table.
    Spot(Mil, Mil),
}

/// An answer to a question, as it is judged, journalled and sent over the wire.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Action {
    /// The verb: `move`, `shoot`, `done`.
    pub key: Word,
    /// Who acts, never empty: a side, a body, units.
    pub who: Vec<Ref>,
    /// With what values, in the order in which the offer lists its params.
    pub with: Vec<(Word, Value)>,
}

/// The name under which an action carries its path.
pub const LEGS: Word = Word("legs");
/// The name under which an action carries the members of a body that stop earlier.
pub const STOPS: Word = Word("stops");
/// The name under which an action carries its parts.
pub const PARTS: Word = Word("parts");
/// The verb that notation leaves out when it writes an action.
pub const MOVE: Word = Word("move");

/// What an action says about one thing that may be varied.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Value {
    /// In thousandths of an inch.
    Length(Mil),
    /// In hundredths of a degree; negative is left.
    Angle(Cdeg),
    /// A whole number.
    Whole(i32),
    /// `yes` or `no`.
    Flag(bool),
    /// Sides, bodies, units, stands, terrain or points; may be empty.
    Refs(Vec<Ref>),
    /// A word of the ruleset.
    Name(Word),
    /// A path, leg by leg, in the order in which the legs are paid for and tested. Always under the name `legs`.
    Legs(Vec<Leg>),
    /// Members of a body that stop earlier, as lengths along the body's straight leg. Always under `stops`.
    Short(Vec<(Ref, Mil)>),
    /// Where single units or stands go: deployment, and games that move stand by stand. In notation each is an
    /// item `name=(x, y, heading)`; always under the name `places`.
    Places(Vec<(Ref, Place)>),
    /// Actions judged as one. Always under the name `parts`.
    Parts(Vec<Action>),
}

/// The name under which an action carries places.
pub const PLACES: Word = Word("places");

impl Action {
    /// An action with no values.
    pub fn new(who: Ref, key: Word) -> Action {
        Action { key, who: vec![who], with: Vec::new() }
    }

    /// The same action with one more value.
    #[must_use]
    pub fn with(mut self, name: Word, value: Value) -> Action {
        self.with.push((name, value));
        self
    }

    /// The action by which `who` moves along these legs.
    pub fn along(who: Ref, legs: Vec<Leg>) -> Action {
        Action::new(who, MOVE).with(LEGS, Value::Legs(legs))
    }

    /// The value of that name.
    pub fn value(&self, name: Word) -> Option<&Value> {
        self.with.iter().find(|(n, _)| *n == name).map(|(_, v)| v)
    }

    /// The path, empty when there is none.
    pub fn legs(&self) -> &[Leg] {
        match self.value(LEGS) {
            Some(Value::Legs(legs)) => legs,
            _ => &[],
        }
    }

    /// Members of a body that stop earlier.
    pub fn stops(&self) -> &[(Ref, Mil)] {
        match self.value(STOPS) {
            Some(Value::Short(stops)) => stops,
            _ => &[],
        }
    }

    /// The parts of a composite action.
    pub fn parts(&self) -> &[Action] {
        match self.value(PARTS) {
            Some(Value::Parts(parts)) => parts,
            _ => &[],
        }
    }

    /// The places that it names.
    pub fn places(&self) -> &[(Ref, Place)] {
        match self.value(PLACES) {
            Some(Value::Places(places)) => places,
            _ => &[],
        }
    }

    /// The whole number of that name.
    pub fn whole(&self, name: Word) -> Option<i32> {
        match self.value(name) {
            Some(Value::Whole(n)) => Some(*n),
            _ => None,
        }
    }

    /// The length of that name.
    pub fn length(&self, name: Word) -> Option<Mil> {
        match self.value(name) {
            Some(Value::Length(l)) => Some(*l),
            _ => None,
        }
    }

    /// The word of that name.
    pub fn word(&self, name: Word) -> Option<Word> {
        match self.value(name) {
            Some(Value::Name(w)) => Some(*w),
            _ => None,
        }
    }

    /// What is named under that name.
    pub fn refs(&self, name: Word) -> &[Ref] {
        match self.value(name) {
            Some(Value::Refs(refs)) => refs,
            _ => &[],
        }
    }

    /// The one unit that is named under that name.
    pub fn unit(&self, name: Word) -> Option<UnitId> {
        match self.refs(name) {
            [Ref::Unit(u)] => Some(*u),
            _ => None,
        }
    }

    /// Replaces the value of that name, or adds it at the end.
    pub fn set(&mut self, name: Word, value: Value) {
        match self.with.iter_mut().find(|(n, _)| *n == name) {
            Some((_, v)) => *v = value,
            None => self.with.push((name, value)),
        }
    }

    /// Removes and returns the value of that name.
    pub fn unset(&mut self, name: Word) {
        self.with.retain(|(n, _)| *n != name);
    }
}
