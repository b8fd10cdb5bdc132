//! What of a choice can be varied, as the panel shows it, and back.

use crate::battle::narrator::Narrator;
use crate::battle::offer::name_of;
use crate::battle::texts::LengthUnit;
use crate::battle::{Action, Param, Range, Ref, Value};
use crate::gui::words::{capital, length, turn};
use crate::table::{Cdeg, Leg, Mil};

/// One thing that can be varied.
#[derive(Clone, Debug, PartialEq)]
pub struct Vary {
    pub label: String,
    pub kind: VaryKind,
    /// Values worth naming: what people read, and what they put.
    pub stops: Vec<(String, Put)>,
}

/// What kind of value it has, and which it has now. Lengths in 1/1000 inch, angles in 1/100 degree.
#[derive(Clone, Debug, PartialEq)]
pub enum VaryKind {
    /// In thousandths of an inch, shown in the game's own unit where it has one.
    Length {
        low: i32,
        high: i32,
        now: i32,
        unit: Option<LengthUnit>,
    },
    Angle {
        low: i32,
        high: i32,
        now: i32,
    },
    Whole {
        low: i32,
        high: i32,
        now: i32,
    },
    Flag(bool),
    Name {
        words: Vec<String>,
        now: usize,
    },
    Pick {
        names: Vec<String>,
        /// What each of them is, read where the pointer rests on it.
        notes: Vec<String>,
        on: Vec<bool>,
        least: usize,
        most: usize,
    },
}

/// A new value.
#[derive(Clone, Debug, PartialEq)]
pub enum Put {
    Number(i32),
    Flag(bool),
    Name(usize),
    Picked(Vec<bool>),
}

/// The param as the panel shows it, with the value that the action has; none for what only a hand on the table
/// can vary.
pub fn vary(narrator: &Narrator, param: &Param, action: &Action) -> Option<Vary> {
    let now = value(param, action);
    let kind = match (&param.range, &now) {
        (Range::Length(low, high), Some(Value::Length(now))) => {
            VaryKind::Length { low: low.0, high: high.0, now: now.0, unit: narrator.texts.unit }
        }
        (Range::Angle(low, high), Some(Value::Angle(now))) => VaryKind::Angle { low: low.0, high: high.0, now: now.0 },
        (Range::Whole(low, high), Some(Value::Whole(now))) => VaryKind::Whole { low: *low, high: *high, now: *now },
        (Range::Flag, Some(Value::Flag(on))) => VaryKind::Flag(*on),
        (Range::Name(words), Some(Value::Name(now))) => VaryKind::Name {
            words: words.iter().map(|w| narrator.texts.word(*w)).collect(),
            now: words.iter().position(|w| w == now).unwrap_or(0),
        },
        (Range::Pick { from, least, most }, now) => {
            let picked: &[Ref] = if let Some(Value::Refs(refs)) = now { refs } else { &[] };
            VaryKind::Pick {
                notes: Vec::new(),
                names: from.iter().map(|r| narrator.name(*r)).collect(),
                on: from.iter().map(|r| picked.contains(r)).collect(),
                least: usize::from(*least),
                most: usize::from(*most),
            }
        }
        _ => return None,
    };
    // Those who may be picked have their names as chips already.
    let named = param.stops.iter().filter(|stop| !matches!(stop.at, Value::Refs(_)));
    let stops = named.filter_map(|stop| {
        let put = put_of(param, &stop.at)?;
        let amount = match &stop.at {
            Value::Length(far) => format!(" {}", length(narrator.texts.unit.as_ref(), *far)),
            Value::Angle(angle) => format!(" {}", turn(*angle)),
            _ => String::new(),
        };
        Some((format!("{}{amount}", narrator.texts.word(stop.why)), put))
    });
    Some(Vary { label: capital(&narrator.texts.word(param.name)), kind, stops: stops.collect() })
}

/// The value that the action has for the param.
pub fn value(param: &Param, action: &Action) -> Option<Value> {
    let leg = action.legs().iter().find(|l| name_of(**l) == param.name);
    match leg {
        Some(Leg::Ahead(length) | Leg::Slide(_, length)) => Some(Value::Length(*length)),
        Some(Leg::Wheel(angle) | Leg::Face(angle)) => Some(Value::Angle(*angle)),
        Some(Leg::Form(word)) => Some(Value::Name(*word)),
        None => action.value(param.name).cloned(),
    }
}

/// A value as the panel puts it.
fn put_of(param: &Param, value: &Value) -> Option<Put> {
    Some(match (&param.range, value) {
        (Range::Length(..), Value::Length(length)) => Put::Number(length.0),
        (Range::Angle(..), Value::Angle(angle)) => Put::Number(angle.0),
        (Range::Whole(..), Value::Whole(n)) => Put::Number(*n),
        (Range::Flag, Value::Flag(on)) => Put::Flag(*on),
        (Range::Name(words), Value::Name(word)) => Put::Name(words.iter().position(|w| w == word)?),
        (Range::Pick { from, .. }, Value::Refs(refs)) => Put::Picked(from.iter().map(|r| refs.contains(r)).collect()),
        _ => return None,
    })
}

/// What the panel put, as a value.
pub fn taken(param: &Param, put: &Put) -> Option<Value> {
    Some(match (&param.range, put) {
        (Range::Length(..), Put::Number(n)) => Value::Length(Mil(*n)),
        (Range::Angle(..), Put::Number(n)) => Value::Angle(Cdeg(*n)),
        (Range::Whole(..), Put::Number(n)) => Value::Whole(*n),
        (Range::Flag, Put::Flag(on)) => Value::Flag(*on),
        (Range::Name(words), Put::Name(n)) => Value::Name(*words.get(*n)?),
        (Range::Pick { from, .. }, Put::Picked(on)) => {
            Value::Refs(from.iter().zip(on).filter(|(_, on)| **on).map(|(r, _)| *r).collect())
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cite::Word;
    use crate::ids::UnitId;

    #[test]
    fn a_legs_value_is_read_and_put_back() {
        let who = Ref::Unit(UnitId(0));
        let mut action = Action::along(who, vec![Leg::Wheel(Cdeg(716)), Leg::Ahead(Mil(9000))]);
        let wheel = Param::panel(Word("wheel"), Range::Angle(Cdeg(-1193), Cdeg(1193)));
        assert_eq!(value(&wheel, &action), Some(Value::Angle(Cdeg(716))));
        let put = taken(&wheel, &Put::Number(-500)).expect("a number is an angle");
        wheel.put(&mut action, put);
        assert_eq!(action.legs(), [Leg::Wheel(Cdeg(-500)), Leg::Ahead(Mil(9000))]);
    }

    #[test]
    fn picked_ones_are_names_of_the_list() {
        let from = vec![Ref::Unit(UnitId(3)), Ref::Unit(UnitId(5))];
        let pick = Param::panel(Word("to"), Range::Pick { from: from.clone(), least: 1, most: 2 });
        assert_eq!(taken(&pick, &Put::Picked(vec![false, true])), Some(Value::Refs(vec![from[1]])));
        assert_eq!(put_of(&pick, &Value::Refs(vec![from[0]])), Some(Put::Picked(vec![true, false])));
    }
}
