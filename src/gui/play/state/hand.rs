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
    held: Option<Held>,
    drag: Option<Drag>,
    carried: Option<Carried>,
    refusal: Option<(Refusal, Vec<Footprint>)>,
    typed: String,
    dice: Vec<u8>,
    unread: Option<String>,
    taken_back: Option<Action>,
    figures: Option<Figures>,
}

/// The figures of a length that were typed, and the order that they have led to: other figures begin anew with any other.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    pub typed: String,
    pub made: Action,
}

impl Hand {
    /// It lets go.
    pub fn let_go(&mut self) {
        *self = Hand { taken_back: self.taken_back.take(), ..Hand::default() };
    }

    /// The offer that it holds, as it was varied.
    pub fn held(&self) -> Option<&Held> {
        self.held.as_ref()
    }

    /// The figures of a length that were typed last.
    pub fn figures(&self) -> Option<&Figures> {
        self.figures.as_ref()
    }

    /// Remembers the figures of a length; none: something else was done.
    pub fn type_figures(&mut self, figures: Option<Figures>) {
        self.figures = figures;
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

    /// Gives away what it holds.
    pub fn take_held(&mut self) -> Option<Held> {
        self.held.take()
    }

    /// Puts away what it holds.
    pub fn put_away(&mut self) {
        self.held = None;
    }

    /// Puts away what it holds, unless that is a plan.
    pub fn keep_plan(&mut self) {
        self.held = self.held.take().filter(|held| place::is_plan(&held.choice));
    }

    /// What changed in the plan since it was like that can be taken back as one.
    pub fn settle(&mut self, before: &Action) {
        self.refusal = None;
        if let Some(held) = &mut self.held {
            held.remember(before.clone());
        }
    }

    /// What it has taken hold of on the table.
    pub fn drag(&self) -> Option<&Drag> {
        self.drag.as_ref()
    }

    /// Takes hold of something on the table.
    pub fn take_hold(&mut self, drag: Drag) {
        self.drag = Some(drag);
    }

    /// Lets go of what it drags.
    pub fn take_drag(&mut self) -> Option<Drag> {
        self.drag.take()
    }

    /// What it carries of what is being laid.
    pub fn carried(&self) -> Option<&Carried> {
        self.carried.as_ref()
    }

    /// Carries that.
    pub fn carry(&mut self, carried: Carried) {
        self.carried = Some(carried);
    }

    /// Lets go of what it carries.
    pub fn take_carried(&mut self) -> Option<Carried> {
        self.carried.take()
    }

    /// The refusal that stays on the table until the next order, and what was wished.
    pub fn refusal(&self) -> Option<&(Refusal, Vec<Footprint>)> {
        self.refusal.as_ref()
    }

    /// Shows a refusal, and what was wished.
    pub fn refuse(&mut self, why: Refusal, wished: Vec<Footprint>) {
        self.refusal = Some((why, wished));
    }

    /// The refusal is put away.
    pub fn forget_refusal(&mut self) {
        self.refusal = None;
    }

    /// What stands in the line for orders.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// Writes that into the line for orders.
    pub fn write(&mut self, words: String) {
        self.typed = words;
    }

    /// What stands in the line for orders, which is empty then.
    pub fn take_typed(&mut self) -> String {
        std::mem::take(&mut self.typed)
    }

    /// Why the order that was entered could not be read.
    pub fn unread(&self) -> Option<&str> {
        self.unread.as_deref()
    }

    /// The order that was entered cannot be read, and why.
    pub fn cannot_read(&mut self, why: String) {
        self.unread = Some(why);
    }

    /// Another order is written than the one that could not be read.
    pub fn forget_unread(&mut self) {
        self.unread = None;
    }

    /// The faces of dice rolled by hand that are told so far, and count when all are.
    pub fn dice(&self) -> &[u8] {
        &self.dice
    }

    /// Tells all of the faces.
    pub fn tell(&mut self, faces: Vec<u8>) {
        self.dice = faces;
    }

    /// Tells one more face.
    pub fn tell_face(&mut self, face: u8) {
        self.dice.push(face);
    }

    /// Takes the face of that place back, else the last one.
    pub fn take_face_back(&mut self, at: Option<usize>) {
        match at.filter(|at| *at < self.dice.len()) {
            Some(at) => drop(self.dice.remove(at)),
            None => drop(self.dice.pop()),
        }
    }

    /// The faces, which count now.
    pub fn take_dice(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.dice)
    }

    /// An answer that was taken back, for as long as he whose it is does not look.
    pub fn taken_back(&self) -> Option<&Action> {
        self.taken_back.as_ref()
    }

    /// Keeps an answer that was taken back; none: there is none any more.
    pub fn remember(&mut self, taken_back: Option<Action>) {
        self.taken_back = taken_back;
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
    /// What the hand held already, when it goes on with that; `lead` is where that would end then.
    pub onto: Option<Onto>,
    /// Of a plan: as it was when it was taken, and who is moved in it.
    pub plan: Option<(Action, Vec<UnitId>)>,
    /// Of a single base: what the hand held when it was taken.
    pub before: Option<Held>,
}

impl Drag {
    /// One that begins there.
    pub fn new(unit: UnitId, grip: Grip, from: Vec2, lead: Footprint) -> Drag {
        Drag { unit, grip, from, lead, over: None, sent: false, wished: None, onto: None, plan: None, before: None }
    }
}

/// What the hand held when it took hold of more of it.
#[derive(Clone, Debug)]
pub struct Onto {
    pub action: Action,
    /// Whether another leg may follow its way.
    pub adds: bool,
}

/// A front corner of all that wheels together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    pub right: bool,
    /// All that wheels.
    pub of: Footprint,
    /// Whether that is where it would end by what the hand held already.
    pub ended: bool,
}

impl Corner {
    /// The corner about which it wheels, and the one that is held.
    pub fn pivot_and_held(&self) -> (Vec2, Vec2) {
        let [left, right, ..] = self.of.corners();
        if self.right { (left, right) } else { (right, left) }
    }
}

/// By what it holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grip {
    /// The base: ahead, or wherever the battle aims.
    Base,
    /// A front corner of all that wheels together: a wheel about the other.
    Corner(Corner),
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
