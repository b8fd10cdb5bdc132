//! From an action to its line, in the shortest form that reads back equal.

use std::fmt::Write;

use super::{Kind, Names};
use crate::battle::action::{Action, MOVE, Ref, Value};
use crate::cite::Word;
use crate::table::{Cdeg, Leg, Mil};

/// What stands for something that has no name: no line with it can be read.
const NAMELESS: &str = "?";

/// The action in one line.
///
/// It reads back equal when it is made as rulesets make them: words are words of notation, no value stands twice,
/// the kinds of values are those of the vocabulary, the stops of members come last, and parts are all that a
/// composite action carries.
pub fn write(action: &Action, names: &dyn Names) -> String {
    let mut line = String::with_capacity(64);
    put(&mut line, action, names);
    line
}

/// The name of whatever it is, as notation has it; nothing when it does not exist.
pub fn name(of: Ref, names: &dyn Names) -> Option<String> {
    match of {
        Ref::Base(unit, stand) => {
            names.name_of(Ref::Unit(unit)).map(|unit| format!("{unit}--{}", u16::from(stand) + 1))
        }
        Ref::Spot(x, y) => Some(format!("({x}, {y})")),
        _ => names.name_of(of).map(std::borrow::Cow::into_owned),
    }
}

fn called(of: Ref, names: &dyn Names) -> String {
    name(of, names).unwrap_or_else(|| NAMELESS.to_owned())
}

fn put(line: &mut String, action: &Action, names: &dyn Names) {
    line.push_str(&list(&action.who, "+", names));
    line.push(':');
    let parts =
        action.with.iter().find_map(|(_, value)| if let Value::Parts(parts) = value { Some(parts) } else { None });
    if action.key != MOVE || parts.is_some() {
        line.push(' ');
        line.push_str(action.key.0);
    }
    let mut between = " ";
    for item in action.with.iter().flat_map(|(name, value)| items(*name, value, names)) {
        line.push_str(between);
        line.push_str(&item);
        between = ", ";
    }
    for (_, value) in &action.with {
        if let Value::Short(stops) = value {
            for (of, at) in stops {
                add(line, format_args!("; {} stops {at}", called(*of, names)));
            }
        }
    }
    if let Some(parts) = parts {
        line.push_str(" {");
        let mut between = " ";
        for part in parts {
            line.push_str(between);
            put(line, part, names);
            between = " | ";
        }
        line.push_str(" }");
    }
}

/// A value as the items of a line (`name=value`): one for each leg or place, none for stops and parts, which are written
/// behind the line, else one.
fn items(name: Word, value: &Value, names: &dyn Names) -> Vec<String> {
    match value {
        Value::Legs(legs) if !legs.is_empty() => legs.iter().map(|leg| of_leg(*leg)).collect(),
        Value::Places(places) if !places.is_empty() => places
            .iter()
            .map(|(of, place)| format!("{}=({}, {}, {})", called(*of, names), place.x, place.y, place.heading))
            .collect(),
        Value::Short(stops) if !stops.is_empty() => Vec::new(),
        Value::Parts(_) => Vec::new(),
        Value::Legs(_) | Value::Places(_) | Value::Short(_) => vec![format!("{name}=none")],
        Value::Refs(refs) if refs.is_empty() => vec![format!("{name}=none")],
        Value::Refs(refs) => vec![format!("{name}={}", list(refs, "&", names))],
        Value::Length(length) => vec![of_length(name, *length, names)],
        Value::Angle(angle) => vec![format!("{name}={angle}")],
        Value::Whole(number) => vec![format!("{name}={number}")],
        Value::Flag(on) => vec![format!("{name}={}", if *on { "yes" } else { "no" })],
        Value::Name(word) => vec![format!("{name}={word}")],
    }
}

/// A whole length is written with a decimal point where the vocabulary does not say that it is a length.
fn of_length(name: Word, length: Mil, names: &dyn Names) -> String {
    let told = names.kind_of(name.0) == Some(Kind::Length);
    let point = if told || length.0 % 1000 != 0 { "" } else { ".0" };
    format!("{name}={length}{point}")
}

fn of_leg(leg: Leg) -> String {
    match leg {
        Leg::Ahead(by) => format!("ahead {by}"),
        Leg::Slide(way, by) => format!("slide {} {by}", of_turn(way)),
        Leg::Wheel(way) => format!("wheel {}", of_turn(way)),
        Leg::Face(way) => format!("face {}", of_turn(way)),
        Leg::Form(formation) => format!("form {formation}"),
    }
}

fn of_turn(way: Cdeg) -> String {
    if way.0 < 0 {
        return format!("left {}", way.to_string().trim_start_matches('-'));
    }
    format!("right {way}")
}

fn list(refs: &[Ref], between: &str, names: &dyn Names) -> String {
    refs.iter().map(|of| called(*of, names)).collect::<Vec<_>>().join(between)
}

fn add(line: &mut String, piece: std::fmt::Arguments) {
    // Writing into a String cannot fail.
    let _ = line.write_fmt(piece);
}
