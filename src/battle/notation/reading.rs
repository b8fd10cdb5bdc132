//! From the pieces of a line to an action: names are looked up, numbers become whole numbers.

use super::grammar::{Item, Leg as LegText, Line, Name, Named, Number, Turn, Written};
use super::trouble::Trouble;
use super::{INCH, Kind, LONGEST_WORD, Names, read_word};
use crate::battle::action::{Action, LEGS, MOVE, PARTS, PLACES, Ref, STOPS, Value};
use crate::battle::texts::LengthUnit;
use crate::cite::Word;
use crate::nearest::nearest;
use crate::table::{Cdeg, Leg, Mil, Place};

pub(super) fn action(line: &Line, names: &dyn Names) -> Result<Action, Trouble> {
    let key = line.key.as_ref().map_or(Ok(MOVE), word)?;
    let mut action = Action { key, who: refs(&line.who, names)?, with: Vec::new() };
    for item in &line.items {
        match item {
            Item::Leg(text) => {
                let leg = leg(text, names)?;
                if let Value::Legs(legs) = own(&mut action, LEGS, Value::Legs(Vec::new())) {
                    legs.push(leg);
                }
            }
            Item::Value(name, Written::Place { x, y, heading }) => {
                let of = reference(name, names)?;
                let place = Place { x: mil(x, names)?, y: mil(y, names)?, heading: cdeg(heading)? };
                if let Value::Places(places) = own(&mut action, PLACES, Value::Places(Vec::new())) {
                    places.push((of, place));
                }
            }
            Item::Value(name, written) => {
                let key = word(name)?;
                if action.value(key).is_some() {
                    return Err(Trouble::wrong(name.at, format!("`{key}` stands here twice")));
                }
                action.with.push((key, value(name, written, names)?));
            }
        }
    }
    if !line.stops.is_empty() {
        let stops = line.stops.iter().map(|(who, at)| Ok((reference(who, names)?, mil(at, names)?)));
        action.with.push((STOPS, Value::Short(stops.collect::<Result<_, Trouble>>()?)));
    }
    if let Some(parts) = &line.parts {
        let parts = parts.iter().map(|part| self::action(part, names));
        action.with.push((PARTS, Value::Parts(parts.collect::<Result<_, Trouble>>()?)));
    }
    Ok(action)
}

pub(super) fn head(who: &[Name], key: &Name, names: &dyn Names) -> Result<(Vec<Ref>, Word), Trouble> {
    Ok((refs(who, names)?, word(key)?))
}

pub(super) fn named(named: &Named, names: &dyn Names) -> Result<Ref, Trouble> {
    match named {
        Named::Name(name) => reference(name, names),
        Named::Spot(x, y) => Ok(Ref::Spot(mil(x, names)?, mil(y, names)?)),
    }
}

/// The value of that name, put at the end when it is not there yet.
fn own(action: &mut Action, name: Word, empty: Value) -> &mut Value {
    let at = action.with.iter().position(|(n, _)| *n == name).unwrap_or_else(|| {
        action.with.push((name, empty));
        action.with.len() - 1
    });
    &mut action.with[at].1
}

fn value(name: &Name, written: &Written, names: &dyn Names) -> Result<Value, Trouble> {
    match written {
        Written::Number(number) => of_number(name, number, names),
        Written::Names(named) => of_names(name, named, names),
        // The caller has handled it: a place is not a value by itself but belongs to the unit that it places.
        Written::Place { x, .. } => Err(Trouble::wrong(x.at, "a place stands alone")),
    }
}

fn of_number(name: &Name, number: &Number, names: &dyn Names) -> Result<Value, Trouble> {
    // What has a unit is a length.
    let whole = !number.text.contains('.') && number.unit.is_empty();
    match names.kind_of(name.text) {
        _ if is_list(name.text) => Err(takes(name, number.at, "no number")),
        Some(Kind::Length) => mil(number, names).map(Value::Length),
        Some(Kind::Angle) => cdeg(number).map(Value::Angle),
        Some(Kind::Flag) => Err(takes(name, number.at, "`yes` or `no`")),
        Some(Kind::Refs) => Err(takes(name, number.at, "names")),
        Some(Kind::Name) => Err(takes(name, number.at, "a word")),
        Some(Kind::Whole) | None if whole => fixed(number, 0).map(Value::Whole),
        Some(Kind::Whole) => Err(takes(name, number.at, "a whole number")),
        None => mil(number, names).map(Value::Length),
    }
}

fn of_names(name: &Name, named: &[Named], names: &dyn Names) -> Result<Value, Trouble> {
    let at = named.first().map_or(name.at, |first| match first {
        Named::Name(name) => name.at,
        Named::Spot(x, _) => x.at,
    });
    let one = match named {
        [Named::Name(one)] if !one.body => Some(one),
        _ => None,
    };
    let text = one.map(|one| one.text);
    if is_list(name.text) {
        return match (text, name.text) {
            (Some("none"), "legs") => Ok(Value::Legs(Vec::new())),
            (Some("none"), "stops") => Ok(Value::Short(Vec::new())),
            (Some("none"), "places") => Ok(Value::Places(Vec::new())),
            _ => Err(takes(name, at, "nothing but `none` here")),
        };
    }
    let flag = match text {
        Some("yes") => Some(true),
        Some("no") => Some(false),
        _ => None,
    };
    match (names.kind_of(name.text), flag, one) {
        (Some(Kind::Length), ..) => Err(takes(name, at, "a length in inches")),
        (Some(Kind::Angle), ..) => Err(takes(name, at, "an angle in degrees")),
        (Some(Kind::Whole), ..) => Err(takes(name, at, "a whole number")),
        (Some(Kind::Flag), None, _) => Err(takes(name, at, "`yes` or `no`")),
        (Some(Kind::Name), _, None) => Err(takes(name, at, "one word")),
        (Some(Kind::Name), _, Some(one)) => word(one).map(Value::Name),
        (Some(Kind::Flag) | None, Some(flag), _) => Ok(Value::Flag(flag)),
        (Some(Kind::Refs) | None, _, _) if text == Some("none") => Ok(Value::Refs(Vec::new())),
        (None, None, Some(one)) if find(one, names).is_none() => word(one).map(Value::Name),
        (Some(Kind::Refs) | None, _, _) => {
            named.iter().map(|named| self::named(named, names)).collect::<Result<_, _>>().map(Value::Refs)
        }
    }
}

/// Whether values of that name have a notation of their own; under their name they are written only when empty.
fn is_list(name: &str) -> bool {
    [LEGS, STOPS, PLACES, PARTS].iter().any(|list| list.0 == name)
}

fn takes(name: &Name, at: usize, what: &str) -> Trouble {
    Trouble::wrong(at, format!("`{}` takes {what}", name.text))
}

fn leg(leg: &LegText, names: &dyn Names) -> Result<Leg, Trouble> {
    Ok(match leg {
        LegText::Ahead(by) => Leg::Ahead(mil(by, names)?),
        LegText::Slide(way, by) => Leg::Slide(angle(way)?, mil(by, names)?),
        LegText::Wheel(way) => Leg::Wheel(angle(way)?),
        LegText::Face(way) => Leg::Face(angle(way)?),
        LegText::Form(formation) => Leg::Form(word(formation)?),
    })
}

fn refs(who: &[Name], names: &dyn Names) -> Result<Vec<Ref>, Trouble> {
    who.iter().map(|name| reference(name, names)).collect()
}

fn reference(name: &Name, names: &dyn Names) -> Result<Ref, Trouble> {
    find(name, names).ok_or_else(|| {
        let known = names.known();
        let meant = nearest(name.text, known.iter().map(String::as_str));
        let meant = meant.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
        let shown: String = name.text.chars().take(LONGEST_WORD).collect();
        let plus = if name.body { "+" } else { "" };
        Trouble::wrong(name.at, format!("nothing here is called `{shown}{plus}`{meant}"))
    })
}

/// What has that name: first as the battle knows it, else as a stand of a unit.
fn find(name: &Name, names: &dyn Names) -> Option<Ref> {
    if name.body {
        return names.ref_of(&format!("{}+", name.text));
    }
    names.ref_of(name.text).or_else(|| {
        let (unit, number) = name.text.rsplit_once("--")?;
        let Some(Ref::Unit(unit)) = names.ref_of(unit) else { return None };
        let number: u16 = number.parse().ok().filter(|_| !number.starts_with(['0', '+']))?;
        Some(Ref::Base(unit, u8::try_from(number.checked_sub(1)?).ok()?))
    })
}

fn word(name: &Name) -> Result<Word, Trouble> {
    if name.body {
        return Err(Trouble::wrong(name.at, format!("`{}+` is no word: it ends in `+`", name.text)));
    }
    if name.text.len() > LONGEST_WORD {
        return Err(Trouble::wrong(name.at, format!("this word is over {LONGEST_WORD} characters long")));
    }
    read_word(name.text).ok_or_else(|| Trouble::wrong(name.at, format!("the word `{}` is unknown", name.text)))
}

/// A length: in inches or in the game's own unit, as the sign behind it says; without one as those names have it.
fn mil(number: &Number, names: &dyn Names) -> Result<Mil, Trouble> {
    let unit = names.unit();
    let own = |unit: &LengthUnit| match number.unit {
        "" => names.is_typed(),
        sign => sign == unit.sign.trim(),
    };
    match unit.filter(own) {
        Some(unit) => number.text.parse().map(|n| unit.many(n)).map_err(|_| too_large(number)),
        None if number.unit.is_empty() || number.unit == INCH => fixed(&Number { unit: "", ..*number }, 3).map(Mil),
        None => {
            let own = unit.map_or_else(String::new, |unit| format!(" and `{}`", unit.sign.trim()));
            let what = format!("`{}` is no unit of length here: there is `{INCH}`{own}", number.unit);
            Err(Trouble::wrong(number.at + number.text.len(), what))
        }
    }
}

fn cdeg(number: &Number) -> Result<Cdeg, Trouble> {
    fixed(number, 2).map(Cdeg)
}

/// A turn's angle: negative is left.
fn angle(turn: &Turn) -> Result<Cdeg, Trouble> {
    let value = exact(&turn.by, 2)?;
    narrow(&turn.by, if turn.left { -value } else { value }).map(Cdeg)
}

/// The number as a whole number of units of that many decimals.
fn fixed(number: &Number, places: usize) -> Result<i32, Trouble> {
    narrow(number, exact(number, places)?)
}

fn narrow(number: &Number, value: i64) -> Result<i32, Trouble> {
    i32::try_from(value).map_err(|_| too_large(number))
}

fn exact(number: &Number, places: usize) -> Result<i64, Trouble> {
    if !number.unit.is_empty() {
        return Err(Trouble::wrong(number.at + number.text.len(), format!("`{}`: no length stands here", number.unit)));
    }
    let (whole, decimals) = number.text.split_once('.').unwrap_or((number.text, ""));
    if decimals.len() > places {
        let what = format!("at most {places} decimals may stand here: `{}` would have to be rounded", number.text);
        return Err(Trouble::wrong(number.at, what));
    }
    let digits = format!("{whole}{decimals:0<places$}");
    digits.parse().map_err(|_| too_large(number))
}

fn too_large(number: &Number) -> Trouble {
    let shown: String = number.text.chars().take(20).collect();
    Trouble::wrong(number.at, format!("the number `{shown}` is too large"))
}
