//! What the hand holds: an offer, a base or a corner of the table, a typed order, and what was said of it.

use bevy::math::Vec2;

use crate::battle::{Action, Refusal};
use crate::gui::game::hand::Held;
use crate::gui::game::place;
use crate::ids::UnitId;
use crate::table::Footprint;

/// What the hand holds.
#[derive(Default)]
pub struct Hand {
    pub held: Option<Held>,
    pub drag: Option<Drag>,
    /// A hand on what is being laid.
    pub carried: Option<Carried>,
    /// The refusal that stays on the table until the next order, and what was wished.
    pub refusal: Option<(Refusal, Vec<Footprint>)>,
    pub typed: String,
    /// The faces of dice rolled by hand that are told so far, and count when all are.
    pub dice: Vec<u8>,
    /// Why the order that was entered could not be read.
    pub unread: Option<String>,
    /// An answer that was taken back, for as long as he whose it is does not look.
    pub taken_back: Option<Action>,
}

impl Hand {
    /// It lets go.
    pub fn let_go(&mut self) {
        *self = Hand { taken_back: self.taken_back.take(), ..Hand::default() };
    }

    /// The plan that it holds.
    pub fn plan(&self) -> Option<&Action> {
        self.held.as_ref().filter(|held| place::is_plan(&held.choice)).map(|held| &held.action)
    }

    /// Holds that. A plan to which another gives way can be taken back to it.
    pub fn hold(&mut self, mut held: Held) {
        if let Some(old) = self.held.take().filter(|old| place::is_plan(&old.choice) && place::is_plan(&held.choice)) {
            held.follow(old);
        }
        self.held = Some(held);
    }
}

/// What the hand has taken hold of.
#[derive(Clone, Debug)]
pub struct Drag {
    pub unit: UnitId,
    pub grip: Grip,
    /// Where on the table it was taken, inches.
    pub from: Vec2,
    /// Of the first unit of what moves, before it moved.
    pub lead: Footprint,
    /// The enemy under the pointer.
    pub over: Option<UnitId>,
    /// Whether what is held is to be done upon whom the pointer is over, wherever that leaves the unit.
    pub sent: bool,
    /// Where it would stand if nothing stopped it.
    pub wished: Option<Footprint>,
    /// Whether it goes on with what the hand held already; `lead` is where that would end then.
    pub goes_on: bool,
    /// Of a plan: as it was when it was taken, and who is moved in it.
    pub plan: Option<(Action, Vec<UnitId>)>,
}

impl Drag {
    /// One that begins there.
    pub fn new(unit: UnitId, grip: Grip, from: Vec2, lead: Footprint) -> Drag {
        Drag { unit, grip, from, lead, over: None, sent: false, wished: None, goes_on: false, plan: None }
    }
}

/// By what it holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grip {
    /// The base: ahead, or wherever the battle aims.
    Base,
    /// A front corner of all that wheels together: a wheel about the other.
    Corner { right: bool, of: Footprint },
    /// Nothing that moves: it can only be sent at a target.
    Aim,
    /// A point that blocks nothing, such as a general.
    Token,
    /// Units of a plan, that go wherever the hand puts them.
    Place,
    /// One base of a unit whose bases are placed one by one.
    Single(u8),
}

/// A hand on what is laid.
#[derive(Clone, Debug)]
pub struct Carried {
    /// As it lay when it was taken.
    pub action: Action,
    /// From its spot to where it was taken, inches.
    pub grip: Vec2,
    /// Where it would lie if nothing forbade it.
    pub wished: Vec2,
}
