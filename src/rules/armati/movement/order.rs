//! Orders of the Movement, decoded from actions.

use crate::battle::offer::name_of;
use crate::battle::{Action, Arg, LEGS, Measured, PLACES, Ref, Refusal, STOPS, Takes, Value, View};
use crate::cite::{Cite, Word};
use crate::ids::{BodyId, UnitId};
use crate::rules::armati::formation::form::Form;
use crate::rules::armati::switches::{Switch, Switches};
use crate::table::{Cdeg, Leg, Mil, Place};

crate::verbs! {
    /// What a side may say in its Movement.
    pub enum Verb {
        Move = "move",
        Complex = "complex-wheel",
        Split = "split",
        Ride = "ride",
        Attach = "attach",
        Pivot = "pivot",
        Show = "show",
        Done = "done",
    }
}

pub const DONE: Word = Verb::Done.word();
pub const COMPLEX: Word = Verb::Complex.word();
pub const SPLIT: Word = Verb::Split.word();
pub const OFF: Word = Word("off");
pub const RIDE: Word = Verb::Ride.word();
pub const ATTACH: Word = Verb::Attach.word();
pub const TO: Word = Word("to");
pub const PIVOT: Word = Verb::Pivot.word();

const MOVES: Cite = Cite("M1");
const NO_OBLIQUE: Cite = Cite("M3");

/// What a side may order in its Movement.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    March(MarchOrder),
    /// SP1: some units are split off.
    Split {
        body: BodyId,
        off: Vec<UnitId>,
    },
    /// G1: the general moves by himself.
    Ride {
        to: Place,
    },
    /// G2: he attaches to a unit.
    Attach {
        unit: UnitId,
    },
    /// Artillery pivots about its centre (6.1).
    Pivot {
        unit: UnitId,
        angle: Cdeg,
    },
    /// 3.1.4: a hidden division shows itself.
    Show {
        body: BodyId,
    },
    /// A14: one unit changes its formation.
    Form {
        unit: UnitId,
        form: Form,
    },
    Done,
}

/// A division's move (M1): an about-face, one wheel at the start, then straight ahead; or straight back.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct MarchOrder {
    pub body: BodyId,
    /// Divisions that wheel with it as one line (W1, B12.1), in order.
    pub line: Vec<BodyId>,
    pub about: bool,
    /// Positive to the right.
    pub wheel: Cdeg,
    pub complex: bool,
    pub ahead: Mil,
    /// Straight back without turning.
    pub back: Mil,
    /// Units that stop earlier (M2).
    pub stops: Vec<(UnitId, Mil)>,
}

impl MarchOrder {
    /// The order to stand still.
    pub fn halt(body: BodyId) -> MarchOrder {
        MarchOrder {
            body,
            line: Vec::new(),
            about: false,
            wheel: Cdeg::ZERO,
            complex: false,
            ahead: Mil::ZERO,
            back: Mil::ZERO,
            stops: Vec::new(),
        }
    }

    /// Straight ahead.
    pub fn ahead(body: BodyId, ahead: Mil) -> MarchOrder {
        MarchOrder { ahead, ..MarchOrder::halt(body) }
    }

    /// Every division that moves by the order.
    pub fn bodies(&self) -> impl Iterator<Item = BodyId> {
        std::iter::once(self.body).chain(self.line.iter().copied())
    }

    /// How far ahead that unit is ordered to go.
    pub fn wish(&self, unit: UnitId) -> Mil {
        self.stops.iter().find(|(u, _)| *u == unit).map_or(self.ahead, |(_, stop)| *stop)
    }

    /// The order as an action.
    pub fn action(&self, view: &View) -> Action {
        let mut legs = Vec::new();
        if self.about {
            legs.push(Leg::Face(Cdeg::HALF));
        }
        if self.wheel != Cdeg::ZERO {
            legs.push(Leg::Wheel(self.wheel));
        }
        if self.back > Mil::ZERO {
            legs.push(Leg::Slide(Cdeg::HALF, self.back));
        } else if self.ahead > Mil::ZERO || legs.is_empty() {
            legs.push(Leg::Ahead(self.ahead));
        }
        let mut action = Action::along(speaker(view, self.body), legs);
        action.who.extend(self.line.iter().map(|body| speaker(view, *body)));
        if self.complex {
            action.key = COMPLEX;
        }
        if !self.stops.is_empty() {
            let stops = self.stops.iter().map(|(u, m)| (Ref::Unit(*u), *m)).collect();
            action = action.with(STOPS, Value::Short(stops));
        }
        action
    }
}

/// How a division is named in an action: by its name; one without a name and with a single unit by that unit.
pub fn speaker(view: &View, body: BodyId) -> Ref {
    let of = view.bodies().get(body);
    match (of.name, of.units.as_slice()) {
        (None, [unit]) => Ref::Unit(*unit),
        _ => Ref::Body(body),
    }
}

/// The division that an action names: a body, or the only unit of one.
pub fn spoken(view: &View, who: &[Ref]) -> Option<BodyId> {
    match who {
        [one] => division(view, *one),
        _ => None,
    }
}

fn division(view: &View, who: Ref) -> Option<BodyId> {
    match who {
        Ref::Body(body) => Some(body),
        Ref::Unit(unit) => {
            let body = view.body_of(unit)?;
            (view.bodies().get(body).units == [unit]).then_some(body)
        }
        _ => None,
    }
}

/// All divisions that an action names, each once; several only where lines of divisions wheel (B12.1).
fn divisions(view: &View, who: &[Ref]) -> Option<Vec<BodyId>> {
    if who.len() > 1 && !view.battle_state::<Switches>().on(Switch::LongWheel) {
        return None;
    }
    let bodies = who.iter().map(|one| division(view, *one)).collect::<Option<Vec<_>>>()?;
    let twice = (1..bodies.len()).any(|n| bodies[..n].contains(&bodies[n]));
    (!twice).then_some(bodies)
}

/// Decodes an action.
///
/// # Errors
///
/// When it is none of the Movement's orders: what is wrong with it, and what would be right.
pub fn decode(view: &View, action: &Action) -> Result<Order, Refusal> {
    let Some(verb) = Verb::of(action) else {
        return Err(Refusal::other_verb(MOVES, action.key, &action.who, Verb::WORDS.iter().copied()));
    };
    let askew = |needs: &[(Word, Takes)]| Err(Refusal::values(MOVES, action, needs, &[]));
    match verb {
        Verb::Move if action.legs().iter().any(|leg| matches!(leg, Leg::Form(_))) => form(action),
        Verb::Move | Verb::Complex => {
            let bodies = divisions(view, &action.who).ok_or_else(|| not_whole_division(action))?;
            let (first, line) = bodies.split_first().ok_or_else(|| not_whole_division(action))?;
            let order = MarchOrder { complex: verb == Verb::Complex, ..MarchOrder::halt(*first) };
            march(view, MarchOrder { line: line.to_vec(), ..order }, action).map(Order::March)
        }
        Verb::Show => match spoken(view, &action.who) {
            _ if !action.with.is_empty() => askew(&[]),
            Some(body) => Ok(Order::Show { body }),
            None => Err(not_whole_division(action)),
        },
        Verb::Done => match action.who[..] {
            [Ref::Side(_)] if action.with.is_empty() => Ok(Order::Done),
            [Ref::Side(_)] => askew(&[]),
            _ => {
                let side = action.who.first().and_then(|who| view.side_of_ref(*who));
                Err(Refusal::for_others(MOVES, action.key, &action.who, side.map(Ref::Side)))
            }
        },
        Verb::Split => {
            let body = spoken(view, &action.who).ok_or_else(|| not_whole_division(action))?;
            let [(OFF, Value::Refs(named))] = &action.with[..] else { return askew(&[(OFF, Takes::Refs)]) };
            let mut off = Vec::with_capacity(named.len());
            for who in named {
                let Ref::Unit(unit) = who else {
                    let units = view.bodies().get(body).units.iter().map(|unit| Ref::Unit(*unit));
                    return Err(Refusal::for_others(MOVES, OFF, &[*who], units));
                };
                off.push(*unit);
            }
            if off.is_empty() {
                return Err(Refusal::number_named(MOVES, OFF, 0, 1));
            }
            off.sort();
            off.dedup();
            Ok(Order::Split { body, off })
        }
        Verb::Ride => match (&action.who[..], &action.with[..]) {
            ([who], [(PLACES, Value::Places(places))]) => match places[..] {
                [(of, to)] if of == *who => Ok(Order::Ride { to }),
                [(of, _)] => Err(Refusal::for_others(MOVES, PLACES, &[of], [*who])),
                _ => Err(Refusal::number_named(MOVES, PLACES, places.len(), 1)),
            },
            ([_], _) => askew(&[(PLACES, Takes::Places)]),
            (several, _) => Err(Refusal::number_named(MOVES, action.key, several.len(), 1)),
        },
        Verb::Attach => match action.unit(TO).filter(|_| action.with.len() == 1) {
            Some(unit) => Ok(Order::Attach { unit }),
            None => askew(&[(TO, Takes::Unit)]),
        },
        Verb::Pivot => match (&action.who[..], &action.with[..]) {
            ([Ref::Unit(unit)], [(LEGS, Value::Legs(legs))]) => match legs[..] {
                [Leg::Face(angle)] => Ok(Order::Pivot { unit: *unit, angle }),
                _ => Err(Refusal::legs(MOVES, Word("no-pivot"), Ref::Unit(*unit), (Word("legs"), legs))),
            },
            ([Ref::Unit(_)], _) => askew(&[(LEGS, Takes::Legs)]),
            ([who], _) => {
                let units = units_of(view, *who).into_iter().map(Ref::Unit);
                Err(Refusal::for_others(MOVES, action.key, &action.who, units))
            }
            (several, _) => Err(Refusal::number_named(MOVES, action.key, several.len(), 1)),
        },
    }
}

/// The units of a division; of anything else none.
fn units_of(view: &View, who: Ref) -> Vec<UnitId> {
    match who {
        Ref::Body(body) => view.bodies().get(body).units.to_vec(),
        _ => Vec::new(),
    }
}

fn not_whole_division(action: &Action) -> Refusal {
    let refusal = Refusal::new(Cite("M2"), Word("whole-division"));
    action.who.iter().fold(refusal, |r, who| r.of(*who))
}

/// Decodes a change of formation: one unit, and nothing else.
fn form(action: &Action) -> Result<Order, Refusal> {
    let refuse = |cite, says| action.who.iter().fold(Refusal::new(cite, Word(says)), |r, who| r.of(*who));
    let [Ref::Unit(unit)] = action.who[..] else { return Err(refuse(Cite("A14.21"), "formation-one-unit")) };
    match (action.legs(), action.with.len()) {
        ([Leg::Form(word)], 1) => match Form::of(*word) {
            Some(form) => Ok(Order::Form { unit, form }),
            None => Err(Refusal::may_be(MOVES, Word("form"), Form::ALL.map(|form| Arg::Key(form.word())))),
        },
        _ => Err(refuse(Cite("A14.1a"), "formation-alone")),
    }
}

/// Decodes the legs of a march, which must come in the order of M1.
fn march(view: &View, mut order: MarchOrder, action: &Action) -> Result<MarchOrder, Refusal> {
    let who = action.who[0];
    let refuse = |says: &'static str| Err(Refusal::legs(MOVES, Word(says), who, (Word("legs"), action.legs())));
    let less = |cite, name: Word, length: Mil| {
        let refusal = Refusal::new(cite, Word("out-of-range")).of(who).word(Word("key"), Arg::Key(name));
        Err(refusal.below(Measured::Length(length), Measured::Length(Mil::ZERO)))
    };
    let mut stage = 0;
    for leg in action.legs() {
        let (at, fits) = match *leg {
            Leg::Face(angle) if angle.turn() == Cdeg::HALF => {
                order.about = true;
                (1, !order.complex)
            }
            Leg::Wheel(angle) if angle != Cdeg::ZERO && angle.0.abs() <= 18_000 => {
                order.wheel = angle;
                (2, true)
            }
            Leg::Wheel(_) => (2, true),
            Leg::Ahead(length) if length >= Mil::ZERO => {
                order.ahead = length;
                (3, !order.complex || length == Mil::ZERO)
            }
            Leg::Slide(angle, length) if angle.turn() == Cdeg::HALF && length >= Mil::ZERO => {
                order.back = length;
                (3, !order.complex && !order.about && order.wheel == Cdeg::ZERO)
            }
            Leg::Ahead(length) => return less(NO_OBLIQUE, name_of(*leg), length),
            Leg::Slide(angle, length) if angle.turn() == Cdeg::HALF => return less(NO_OBLIQUE, name_of(*leg), length),
            Leg::Face(angle) => {
                let refusal = Refusal::new(NO_OBLIQUE, Word("faces-about-only")).of(who);
                return Err(refusal.below(Measured::Angle(Cdeg(angle.turn().0.abs())), Measured::Angle(Cdeg::HALF)));
            }
            _ => return Err(Refusal::new(NO_OBLIQUE, Word("no-sideways")).of(who)),
        };
        if at <= stage {
            return refuse("leg-order");
        }
        if !fits {
            return refuse("legs-together");
        }
        stage = at;
    }
    for (who, stop) in action.stops() {
        match who {
            Ref::Unit(unit) if *stop >= Mil::ZERO => order.stops.push((*unit, *stop)),
            Ref::Unit(_) => return less(MOVES, STOPS, *stop),
            _ => {
                let units = order.bodies().flat_map(|body| view.bodies().get(body).units.iter().copied());
                return Err(Refusal::for_others(MOVES, STOPS, &[*who], units.map(Ref::Unit)));
            }
        }
    }
    if action.with.iter().any(|(name, _)| *name != LEGS && *name != STOPS) {
        return Err(Refusal::values(MOVES, action, &[(LEGS, Takes::Legs)], &[(STOPS, Takes::Short)]));
    }
    Ok(order)
}
