//! What may be done now.

use super::action::{Action, LEGS, PARTS, Ref, Value};
use super::choices::Choices;
use super::refusal::{Mark, Refusal};
use crate::cite::{Cite, Word};
use crate::table::{Cdeg, Footprint, Leg, Mil, Pose, Wheel};

/// What somebody wants to know of a question: everything or only what some units may do, and whether to list what is
/// barred too.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// Only for these; empty: for all.
    pub who: Vec<Ref>,
    /// Whether to say what is barred, and why.
    pub barred: bool,
}

impl Ask {
    /// The whole question, without what is barred.
    pub fn all() -> Ask {
        Ask::default()
    }

    /// Only what these may do, and what they may not.
    pub fn these(who: &[Ref]) -> Ask {
        Ask { who: who.to_vec(), barred: true }
    }

    /// Whether a choice of this actor is asked for.
    pub fn wants(&self, who: Ref) -> bool {
        self.who.is_empty() || self.who.contains(&who)
    }
}

/// The answer to [`Ask`].
#[derive(Clone, Debug, Default)]
pub struct Offer {
    /// The question's word.
    pub question: Word,
    /// Actions that are accepted as they stand. At least one of them ends the question.
    pub choices: Choices,
    /// What may not be done, and why; empty unless asked for.
    pub barred: Vec<Barred>,
    /// Whether those who may march together are bound to each other: once one of them has marched by himself, the others may
    /// only join him.
    pub bound: bool,
    /// Whether a move is made of pieces that may follow each other in one action: a face, then a march straight ahead.
    pub in_pieces: bool,
}

/// One thing that may be done.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Complete, and accepted exactly as it stands.
    pub action: Action,
    /// What may be varied in it, in the order in which `fit` shortens it.
    pub params: Vec<Param>,
    /// Who else may be added; ask again with them.
    pub joiners: Vec<Ref>,
    /// The rule that allows it.
    pub cite: Cite,
    /// Whether taking it ends the question for its side.
    pub ends: bool,
    /// What people call it, where its verb and legs do not distinguish it from another choice.
    pub called: Option<Word>,
}

/// One thing of a choice that may be varied.
#[derive(Clone, Debug)]
pub struct Param {
    /// The name of the action's value; for a leg `ahead`, `wheel`, `slide`, `face`, `form`.
    pub name: Word,
    /// For a composite action, the part that it varies; none: a value of the action itself.
    pub part: Option<Ref>,
    /// What it may be.
    pub range: Range,
    /// Values worth naming; each is accepted while the other values stay as they are.
    pub stops: Vec<Stop>,
    /// How it is varied on the table.
    pub handle: Handle,
}

/// What values a param may have.
#[derive(Clone, Debug, PartialEq)]
pub enum Range {
    /// From the first to the second.
    Length(Mil, Mil),
    /// From the first to the second; negative is left.
    Angle(Cdeg, Cdeg),
    /// From the first to the second.
    Whole(i32, i32),
    /// Yes or no.
    Flag,
    /// Some of these.
    Pick {
        /// All that may be picked.
        from: Vec<Ref>,
        /// No fewer.
        least: u8,
        /// No more.
        most: u8,
    },
    /// One of these words.
    Name(Vec<Word>),
    /// Somewhere in this polygon, inches/1000; `aim` works out where all bases stand.
    Area(Vec<(Mil, Mil)>),
}

/// A value worth naming: zero, half, all, contact, in line, a wood's edge.
#[derive(Clone, Debug)]
pub struct Stop {
    /// The value.
    pub at: Value,
    /// The word for it.
    pub why: Word,
    /// What to draw there.
    pub mark: Option<Mark>,
}

/// How a person at the table varies a param by mouse.
#[derive(Clone, Debug, PartialEq)]
pub enum Handle {
    /// Not on the table: by a slider, a list or a number typed.
    Panel,
    /// By drawing it straight ahead.
    Ahead,
    /// By drawing it in a direction between these two, off the way it faces.
    Bearing(Cdeg, Cdeg),
    /// By drawing a corner round in a wheel.
    Arc {
        /// The point that stays where it is, inches/1000 from the west and south edges of the table.
        pivot: (Mil, Mil),
        /// The corner that moves most, in the same numbers.
        outer: (Mil, Mil),
    },
    /// By turning it where it stands.
    Turn,
    /// By drawing it anywhere.
    Drag,
    /// By pointing at somebody.
    Target,
}

/// Something that may not be done now.
#[derive(Clone, Debug)]
pub struct Barred {
    /// The verb.
    pub key: Word,
    /// Who may not.
    pub who: Vec<Ref>,
    /// The rule that forbids it.
    pub why: Refusal,
}

/// What a person or a player would like to do: `aim` finds the action nearest to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wish {
    /// The unit or body's front-edge middle should come to stand like this.
    Pose(Pose),
    /// The body should turn and move so that this point comes before its front.
    Toward(bevy::math::Vec2),
    /// It should come into contact with this, or shoot at it.
    Target(Ref),
}

/// The nearest acceptable action, and the rules that kept it from being the one that was wished for.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The action that is accepted.
    pub action: Action,
    /// Why the wished one was not, if it was not.
    pub cut: Vec<Refusal>,
}

impl Offer {
    /// Adds what another offer has. Its choices are shared with it.
    pub fn add(&mut self, other: &Offer) {
        self.choices.share(&other.choices);
        self.barred.extend(other.barred.iter().cloned());
    }
}

impl Choice {
    /// A choice with nothing to vary.
    pub fn plain(action: Action, cite: Cite) -> Choice {
        Choice { action, params: Vec::new(), joiners: Vec::new(), cite, ends: false, called: None }
    }

    /// Whether an action is this choice, with other values of what may be varied in it.
    pub fn makes(&self, action: &Action) -> bool {
        let mut made = self.action.clone();
        for param in &self.params {
            if let Some(value) = param.get(action) {
                param.put(&mut made, value);
            }
        }
        made == *action
    }

    /// An action of this choice with each leg that the choice has: a wheel or a way that goes nowhere is often left out of an
    /// action, and stands in its place of the path when it is varied. An action with other legs stays as it is.
    pub fn spelt_out(&self, action: &Action) -> Action {
        let mut own = action.legs().iter().peekable();
        let mut legs: Vec<Leg> = Vec::new();
        let mut alike = own.peek().is_none();
        for leg in self.action.legs() {
            match own.next_if(|own| name_of(**own) == name_of(*leg)) {
                Some(own) => {
                    alike = true;
                    legs.push(*own);
                }
                None => match leg {
                    Leg::Ahead(_) => legs.push(Leg::Ahead(Mil::ZERO)),
                    Leg::Wheel(_) => legs.push(Leg::Wheel(Cdeg::ZERO)),
                    Leg::Slide(..) | Leg::Face(_) | Leg::Form(_) => return action.clone(),
                },
            }
        }
        legs.extend(own);
        if !alike || legs == action.legs() {
            return action.clone();
        }
        let mut action = action.clone();
        action.set(LEGS, Value::Legs(legs));
        action
    }

    /// Whether an action has the verb of this choice, and those act who act in it.
    pub fn is_alike(&self, action: &Action) -> bool {
        self.action.key == action.key && self.action.who == action.who
    }

    /// A plain choice that ends the question.
    pub fn ending(action: Action, cite: Cite) -> Choice {
        Choice { ends: true, ..Choice::plain(action, cite) }
    }
}

impl Handle {
    /// A wheel of all these together, which a hand makes by one of their front corners.
    pub fn wheel(body: &[Footprint]) -> Handle {
        let place = |at: bevy::math::Vec2| (Mil::measured(at.x), Mil::measured(at.y));
        let arc = |wheel: Wheel| Handle::Arc { pivot: place(wheel.pivot), outer: place(wheel.outer) };
        Wheel::of(body, true).map_or(Handle::Turn, arc)
    }
}

impl Param {
    /// A param to be set in the panel.
    pub fn panel(name: Word, range: Range) -> Param {
        Param { name, part: None, range, stops: Vec::new(), handle: Handle::Panel }
    }

    /// The same param, for the part of a composite action in which this unit or body acts alone.
    #[must_use]
    pub fn of(mut self, part: Ref) -> Param {
        self.part = Some(part);
        self
    }

    /// The same with a value worth naming.
    #[must_use]
    pub fn stop(mut self, at: Value, why: Word) -> Param {
        self.stops.push(Stop { at, why, mark: None });
        self
    }

    /// Writes a value of this param into an action, or into its part: into the leg of that name, or under the name
    /// itself. An action that has no such part stays as it is.
    pub fn put(&self, action: &mut Action, value: Value) {
        let Some(whose) = self.part else { return put(self.name, action, value) };
        let parts = action.with.iter_mut().find(|(name, _)| *name == PARTS);
        if let Some((_, Value::Parts(parts))) = parts
            && let Some(part) = parts.iter_mut().find(|part| part.who == [whose])
        {
            put(self.name, part, value);
        }
    }

    /// The value of this param in an action or its part.
    pub fn get(&self, action: &Action) -> Option<Value> {
        let action = match self.part {
            Some(whose) => action.parts().iter().find(|part| part.who == [whose])?,
            None => action,
        };
        let leg = action.legs().iter().find(|leg| name_of(**leg) == self.name);
        leg.map(|leg| value_of(*leg)).or_else(|| action.value(self.name).cloned())
    }
}

fn put(name: Word, action: &mut Action, value: Value) {
    let Some(leg) = leg_of(name, &value) else {
        action.set(name, value);
        return;
    };
    let mut legs = action.legs().to_vec();
    match legs.iter_mut().find(|l| name_of(**l) == name) {
        Some(Leg::Slide(_, length)) => {
            if let Value::Length(new) = value {
                *length = new;
            }
        }
        Some(old) => *old = leg,
        None => legs.push(leg),
    }
    action.set(LEGS, Value::Legs(legs));
}

/// The value that a param has in such a leg.
fn value_of(leg: Leg) -> Value {
    match leg {
        Leg::Ahead(length) | Leg::Slide(_, length) => Value::Length(length),
        Leg::Wheel(angle) | Leg::Face(angle) => Value::Angle(angle),
        Leg::Form(word) => Value::Name(word),
    }
}

/// The name of the param that varies such a leg.
pub fn name_of(leg: Leg) -> Word {
    match leg {
        Leg::Ahead(_) => Word("ahead"),
        Leg::Slide(..) => Word("slide"),
        Leg::Wheel(_) => Word("wheel"),
        Leg::Face(_) => Word("face"),
        Leg::Form(_) => Word("form"),
    }
}

fn leg_of(name: Word, value: &Value) -> Option<Leg> {
    match (name.0, value) {
        ("ahead", Value::Length(l)) => Some(Leg::Ahead(*l)),
        ("slide", Value::Length(l)) => Some(Leg::Slide(Cdeg::HALF, *l)),
        ("wheel", Value::Angle(a)) => Some(Leg::Wheel(*a)),
        ("face", Value::Angle(a)) => Some(Leg::Face(*a)),
        ("form", Value::Name(w)) => Some(Leg::Form(*w)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{Side, UnitId};

    const BY: Word = Word("by");
    const ONE: Ref = Ref::Unit(UnitId(1));

    #[test]
    fn a_value_goes_into_its_leg_or_its_part() {
        let ahead = Param::panel(Word("ahead"), Range::Length(Mil(0), Mil(9000)));
        let mut path = Action::along(ONE, vec![Leg::Wheel(Cdeg(690)), Leg::Ahead(Mil(0))]);
        ahead.put(&mut path, Value::Length(Mil(4500)));
        assert_eq!(path.legs(), [Leg::Wheel(Cdeg(690)), Leg::Ahead(Mil(4500))]);
        assert_eq!(ahead.get(&path), Some(Value::Length(Mil(4500))));

        let part = |n| Action::new(Ref::Unit(UnitId(n)), Word("order")).with(BY, Value::Whole(0));
        let mut whole =
            Action::new(Ref::Side(Side::North), Word("orders")).with(PARTS, Value::Parts(vec![part(0), part(1)]));
        let by = Param::panel(BY, Range::Whole(0, 6)).of(ONE);
        by.put(&mut whole, Value::Whole(4));
        assert_eq!([whole.parts()[0].whole(BY), whole.parts()[1].whole(BY)], [Some(0), Some(4)]);
        assert_eq!(by.get(&whole), Some(Value::Whole(4)));
        let before = whole.clone();
        by.of(Ref::Unit(UnitId(7))).put(&mut whole, Value::Whole(5));
        assert_eq!(whole, before);
    }

    #[test]
    fn a_leg_that_goes_nowhere_has_its_place_in_the_path() {
        let (wheel, ahead) = (|by| Leg::Wheel(Cdeg(by)), |by| Leg::Ahead(Mil(by)));
        let choice = Choice::plain(Action::along(ONE, vec![wheel(0), ahead(9000)]), crate::cite::HOUSE);
        let spelt = |legs: Vec<Leg>| choice.spelt_out(&Action::along(ONE, legs)).legs().to_vec();
        assert_eq!(spelt(vec![ahead(3000)]), [wheel(0), ahead(3000)]);
        assert_eq!(spelt(vec![wheel(690)]), [wheel(690), ahead(0)]);
        assert_eq!(spelt(vec![ahead(3000), wheel(690)]), [wheel(0), ahead(3000), wheel(690)]);
        let about = vec![Leg::Face(Cdeg::HALF), wheel(690)];
        assert_eq!(spelt(about.clone()), about, "another choice's");
    }
}
