//! From an action to its line, in the shortest form that reads back equal.

use std::fmt::Write;

use super::{INCH, Kind, Names};
use crate::battle::action::{Action, MOVE, Ref, Value};
use crate::battle::texts::LengthUnit;
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
    Pen { names, unit: None }.line(action)
}

/// The action in one line as people type it: lengths in the game's own unit, where it has one and they read back equal,
/// else in inches with their sign. [`read_typed`](super::read_typed) reads it back.
pub fn write_as_typed(action: &Action, names: &dyn Names) -> String {
    Pen { names, unit: names.unit() }.line(action)
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

/// With what lines are written.
#[derive(Clone, Copy)]
struct Pen<'n> {
    names: &'n dyn Names,
    /// The unit in which lengths are written; none: inches.
    unit: Option<LengthUnit>,
}

impl Pen<'_> {
    fn line(self, action: &Action) -> String {
        let mut line = String::with_capacity(64);
        self.put(&mut line, action);
        line
    }

    fn put(self, line: &mut String, action: &Action) {
        line.push_str(&self.list(&action.who, "+"));
        line.push(':');
        let parts =
            action.with.iter().find_map(|(_, value)| if let Value::Parts(parts) = value { Some(parts) } else { None });
        if action.key != MOVE || parts.is_some() {
            line.push(' ');
            line.push_str(action.key.0);
        }
        let mut between = " ";
        for item in action.with.iter().flat_map(|(name, value)| self.items(*name, value)) {
            line.push_str(between);
            line.push_str(&item);
            between = ", ";
        }
        for (_, value) in &action.with {
            if let Value::Short(stops) = value {
                for (of, at) in stops {
                    add(line, format_args!("; {} stops {}", self.called(*of), self.length(*at)));
                }
            }
        }
        if let Some(parts) = parts {
            line.push_str(" {");
            let mut between = " ";
            for part in parts {
                line.push_str(between);
                self.put(line, part);
                between = " | ";
            }
            line.push_str(" }");
        }
    }

    /// A value as the items of a line (`name=value`): one for each leg or place, none for stops and parts, which are written
    /// behind the line, else one.
    fn items(self, name: Word, value: &Value) -> Vec<String> {
        match value {
            Value::Legs(legs) if !legs.is_empty() => legs.iter().map(|leg| self.leg(*leg)).collect(),
            Value::Places(places) if !places.is_empty() => places
                .iter()
                .map(|(of, place)| format!("{}=({}, {})", self.called(*of), self.spot(place.x, place.y), place.heading))
                .collect(),
            Value::Short(stops) if !stops.is_empty() => Vec::new(),
            Value::Parts(_) => Vec::new(),
            Value::Legs(_) | Value::Places(_) | Value::Short(_) => vec![format!("{name}=none")],
            Value::Refs(refs) if refs.is_empty() => vec![format!("{name}=none")],
            Value::Refs(refs) => vec![format!("{name}={}", self.list(refs, "&"))],
            Value::Length(length) => vec![self.named_length(name, *length)],
            Value::Angle(angle) => vec![format!("{name}={angle}")],
            Value::Whole(number) => vec![format!("{name}={number}")],
            Value::Flag(on) => vec![format!("{name}={}", if *on { "yes" } else { "no" })],
            Value::Name(word) => vec![format!("{name}={word}")],
        }
    }

    /// A whole length is written with a decimal point where the vocabulary does not say that it is a length.
    fn named_length(self, name: Word, length: Mil) -> String {
        if self.unit.is_some() {
            return format!("{name}={}", self.length(length));
        }
        let told = self.names.kind_of(name.0) == Some(Kind::Length);
        let point = if told || length.0 % 1000 != 0 { "" } else { ".0" };
        format!("{name}={length}{point}")
    }

    fn leg(self, leg: Leg) -> String {
        match leg {
            Leg::Ahead(by) => format!("ahead {}", self.length(by)),
            Leg::Slide(way, by) => format!("slide {} {}", of_turn(way), self.length(by)),
            Leg::Wheel(way) => format!("wheel {}", of_turn(way)),
            Leg::Face(way) => format!("face {}", of_turn(way)),
            Leg::Form(formation) => format!("form {formation}"),
        }
    }

    fn called(self, of: Ref) -> String {
        match of {
            Ref::Spot(x, y) => format!("({})", self.spot(x, y)),
            _ => name(of, self.names).unwrap_or_else(|| NAMELESS.to_owned()),
        }
    }

    fn list(self, refs: &[Ref], between: &str) -> String {
        refs.iter().map(|of| self.called(*of)).collect::<Vec<_>>().join(between)
    }

    fn spot(self, x: Mil, y: Mil) -> String {
        format!("{}, {}", self.length(x), self.length(y))
    }

    /// A length; where lengths are in another unit, inches have their sign.
    fn length(self, length: Mil) -> String {
        let inches = || format!("{length}{}", self.unit.map_or("", |_| INCH));
        self.in_unit(length).unwrap_or_else(inches)
    }

    /// The length in the unit, where it reads back equal.
    fn in_unit(self, length: Mil) -> Option<String> {
        let unit = self.unit?;
        let number = format!("{:.2}", length.to_inches() / unit.inches);
        let number = number.trim_end_matches('0').trim_end_matches('.');
        let same = number.parse().is_ok_and(|n| unit.many(n) == length);
        same.then(|| format!("{number}{}", unit.sign.trim()))
    }
}

fn of_turn(way: Cdeg) -> String {
    if way.0 < 0 {
        return format!("left {}", way.to_string().trim_start_matches('-'));
    }
    format!("right {way}")
}

fn add(line: &mut String, piece: std::fmt::Arguments) {
    // Writing into a String cannot fail.
    let _ = line.write_fmt(piece);
}
