//! Reads a value of any type from what is written in a file, and finds everything that is wrong on the way: a part that
//! cannot be read, or is missing, is noted at its place, a harmless one stands in for it, and the reading goes on.

mod stand_in;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use self::stand_in::StandIn;
use super::data_folder::ron_options;
use crate::nearest::{field_instead, nearest};

/// A value as it is written, and the byte of its file where it begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Written {
    /// Its first byte.
    pub at: usize,
    /// What it is.
    pub what: What,
}

/// What is written.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A value without parts, as RON.
    Leaf(String),
    /// `(a, b)` and `[a, b]`.
    Items(Vec<Written>),
    /// `(name: a)` and `{ "name": a }`.
    Fields(Vec<Field>),
}

/// A value with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The name.
    pub name: String,
    /// The name's first byte.
    pub at: usize,
    /// The value.
    pub value: Written,
}

impl Default for What {
    fn default() -> What {
        What::Items(Vec::new())
    }
}

/// What is wrong at a byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amiss {
    /// The byte.
    pub at: usize,
    /// What is wrong, as people read it.
    pub message: String,
}

impl Written {
    /// The field of that name.
    pub fn field(&self, name: &str) -> Option<&Field> {
        let What::Fields(fields) = &self.what else { return None };
        fields.iter().find(|field| field.name == name)
    }

    /// The values in it that have no names.
    pub fn items(&self) -> &[Written] {
        if let What::Items(items) = &self.what { items } else { &[] }
    }

    /// Reads what is written as a value of that type. Everything wrong with it is added to `amiss`, and something harmless
    /// stands in for each wrong part, so that there is a value even then; none where nothing could stand in.
    pub fn read<T: DeserializeOwned>(&self, amiss: &mut Vec<Amiss>) -> Option<T> {
        let known = Known::default();
        // Each round finds one more part that needs a stand-in.
        for _ in 0..MOST_ROUNDS {
            let read = T::deserialize(Reader { written: self, known: &known });
            amiss.append(&mut known.unknown_told.borrow_mut());
            match read {
                Ok(value) => return Some(value),
                Err(Trouble { at: Some(at), missing: Some(field), .. }) => {
                    if !known.missing.borrow_mut().insert((at, field)) {
                        return None;
                    }
                    if !known.is_misspelt(at, field) {
                        amiss.push(Amiss { at, message: format!("field `{field}` is missing") });
                    }
                }
                Err(Trouble { at: Some(at), message, instead, .. }) => {
                    if known.unread.borrow_mut().insert(at, instead).is_some() {
                        return None;
                    }
                    amiss.push(Amiss { at, message });
                }
                Err(_) => return None,
            }
        }
        None
    }
}

/// The rounds of a reading: more wrong parts than anybody mends at once.
const MOST_ROUNDS: usize = 2000;

/// What earlier rounds of a reading have found.
#[derive(Default)]
struct Known {
    /// Values that cannot be read, by their bytes, with the word that stands in for each where a word is asked for.
    unread: RefCell<BTreeMap<usize, &'static str>>,
    /// Fields that are not there, with the byte of the group that lacks them.
    missing: RefCell<BTreeSet<(usize, &'static str)>>,
    /// Fields that nothing asks for, with the byte of their group.
    unknown: RefCell<BTreeSet<(usize, String)>>,
    /// The errors of fields found unknown in this round.
    unknown_told: RefCell<Vec<Amiss>>,
}

impl Known {
    /// Whether that missing field is surely there, misspelt.
    fn is_misspelt(&self, of: usize, field: &str) -> bool {
        let unknown = self.unknown.borrow();
        let mut names = unknown.iter().filter(|(at, _)| *at == of).map(|(_, name)| name.as_str());
        names.any(|name| nearest(name, [field].into_iter()).is_some())
    }

    /// Notes the fields of a group that are none of these.
    fn note_unknown(&self, of: usize, fields: &[Field], wanted: &[&str]) {
        for field in fields.iter().filter(|field| !wanted.contains(&field.name.as_str())) {
            if self.unknown.borrow_mut().insert((of, field.name.clone())) {
                let hint = field_instead(&field.name, wanted.iter().copied());
                let message = format!("unknown field `{}`{hint}", field.name);
                self.unknown_told.borrow_mut().push(Amiss { at: field.at, message });
            }
        }
    }
}

/// Why a round ended.
#[derive(Debug)]
struct Trouble {
    message: String,
    at: Option<usize>,
    missing: Option<&'static str>,
    /// A word that would have been right.
    instead: &'static str,
}

impl Trouble {
    /// The same, found at that byte unless it is known to be farther in.
    fn within(self, at: usize) -> Trouble {
        Trouble { at: self.at.or(Some(at)), ..self }
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Trouble {}

impl serde::de::Error for Trouble {
    fn custom<T: std::fmt::Display>(message: T) -> Trouble {
        Trouble { message: message.to_string(), at: None, missing: None, instead: "" }
    }

    fn unknown_variant(variant: &str, known: &'static [&'static str]) -> Trouble {
        let near = nearest(variant, known.iter().copied());
        let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        let message = format!("`{variant}` is none of {}{near}", known.join(", "));
        Trouble { instead: known.first().copied().unwrap_or_default(), ..Trouble::custom(message) }
    }

    fn missing_field(field: &'static str) -> Trouble {
        Trouble { missing: Some(field), ..Trouble::custom(field) }
    }
}

/// Reads one value; what cannot be read is replaced.
#[derive(Clone, Copy)]
struct Reader<'r> {
    written: &'r Written,
    known: &'r Known,
}

impl<'r> Reader<'r> {
    /// What stands in for it, where it cannot be read.
    fn stand_in(self) -> Option<StandIn> {
        self.known.unread.borrow().get(&self.written.at).map(|word| StandIn(word))
    }

    /// Hands a value with parts to whoever reads it.
    fn parts<V: Visitor<'r>>(self, wanted: Option<&'static [&'static str]>, visitor: V) -> Result<V::Value, Trouble> {
        let (known, at) = (self.known, self.written.at);
        match &self.written.what {
            What::Leaf(text) => Err(Trouble::custom(format!("expected a group, not `{text}`"))),
            What::Items(items) if wanted.is_none() => {
                let mut list = List { items: items.iter(), known };
                let value = visitor.visit_seq(&mut list)?;
                match list.items.len() {
                    0 => Ok(value),
                    more => Err(Trouble::custom(format!("{more} values too many"))),
                }
            }
            What::Items(items) if !items.is_empty() => Err(Trouble::custom("expected fields `name: value`")),
            What::Items(_) => visitor.visit_map(Map::of(&[], at, known, wanted)),
            What::Fields(fields) => visitor.visit_map(Map::of(fields, at, known, wanted)),
        }
    }
}

/// Values without parts are RON's to read, each to its end; a value that is none is told with what would be one.
macro_rules! as_ron {
    ($($method:ident: $wanted:expr),* $(,)?) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Trouble> {
            if let Some(stand_in) = self.stand_in() {
                return stand_in.$method(visitor);
            }
            let What::Leaf(text) = &self.written.what else {
                return self.parts(None, visitor).map_err(|why| why.within(self.written.at));
            };
            self.leaf(text, || $wanted.to_string(), |ron| ron.$method(visitor))
        }
    )* };
}

/// The same for whole numbers, of which `20.0` is one and `20.5` is none.
macro_rules! as_whole {
    ($($method:ident: $kind:ident),* $(,)?) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Trouble> {
            if let Some(stand_in) = self.stand_in() {
                return stand_in.$method(visitor);
            }
            let What::Leaf(text) = &self.written.what else {
                return self.parts(None, visitor).map_err(|why| why.within(self.written.at));
            };
            let wanted = || whole_number(i128::from($kind::MIN), i128::from($kind::MAX));
            self.leaf(without_zeros(text), wanted, |ron| ron.$method(visitor))
        }
    )* };
}

/// What a whole number between those is called; limits that nobody comes near are not told.
fn whole_number(least: i128, most: i128) -> String {
    match least {
        _ if most <= i128::from(u16::MAX) => format!("a whole number from {least} to {most}"),
        0 => "a whole number of 0 or more".to_owned(),
        _ => "a whole number".to_owned(),
    }
}

/// A decimal number without a fraction that is nothing.
fn without_zeros(text: &str) -> &str {
    match text.split_once('.') {
        Some((whole, fraction)) if !fraction.is_empty() && fraction.chars().all(|c| c == '0') => whole,
        _ => text,
    }
}

impl Reader<'_> {
    /// Has RON read a value without parts, and nothing behind it; `wanted` is what would be one.
    fn leaf<'t, T>(
        self,
        text: &'t str,
        wanted: impl FnOnce() -> String,
        read: impl FnOnce(&mut ron::Deserializer<'t>) -> Result<T, ron::Error>,
    ) -> Result<T, Trouble> {
        let options = ron_options();
        let mut ron = ron::Deserializer::from_str_with_options(text, &options).map_err(|why| why.code);
        let value = ron.as_mut().map_err(|why| why.clone()).and_then(|ron| {
            let value = read(ron)?;
            ron.end().map(|()| value)
        });
        let trouble = |why| match why {
            // What a type's own check says, and what it is called.
            ron::Error::Message(why) => Trouble::custom(why),
            ron::Error::NoSuchEnumVariant { expected, found, .. } => Trouble::unknown_variant(&found, expected),
            _ => Trouble::custom(format!("expected {}, not `{}`", wanted(), short(text))),
        };
        value.map_err(|why| trouble(why).within(self.written.at))
    }
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = Trouble;

    as_whole! {
        deserialize_i8: i8, deserialize_i16: i16, deserialize_i32: i32, deserialize_i64: i64, deserialize_u8: u8,
        deserialize_u16: u16, deserialize_u32: u32, deserialize_u64: u64,
    }

    as_ron! {
        deserialize_any: "one value", deserialize_ignored_any: "one value", deserialize_bool: "true or false",
        deserialize_f32: "a number", deserialize_f64: "a number", deserialize_char: "a letter `'a'`",
        deserialize_str: "a text in quotes", deserialize_string: "a text in quotes", deserialize_bytes: "bytes",
        deserialize_byte_buf: "bytes", deserialize_unit: "`()`", deserialize_identifier: "a word",
        deserialize_seq: "a list `[…]`", deserialize_map: "a group `(…)`",
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Trouble> {
        match &self.written.what {
            What::Leaf(text) if text == "None" => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Trouble> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Trouble> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Trouble> {
        if let Some(stand_in) = self.stand_in() {
            return stand_in.deserialize_tuple(len, visitor);
        }
        let wrong = || Trouble::custom(format!("expected {len} values `(…)`")).within(self.written.at);
        match &self.written.what {
            What::Items(items) if items.len() == len => {
                self.parts(None, visitor).map_err(|why| why.within(self.written.at))
            }
            _ => Err(wrong()),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Trouble> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Trouble> {
        if let Some(stand_in) = self.stand_in() {
            return stand_in.deserialize_struct(name, fields, visitor);
        }
        self.parts(Some(fields), visitor).map_err(|why| why.within(self.written.at))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Trouble> {
        if let Some(stand_in) = self.stand_in() {
            return stand_in.deserialize_enum(name, variants, visitor);
        }
        let What::Leaf(text) = &self.written.what else {
            return Err(Trouble::custom(format!("expected one of {}", variants.join(", "))).within(self.written.at));
        };
        let wanted = || format!("one of {}", variants.join(", "));
        self.leaf(text, wanted, |ron| ron.deserialize_enum(name, variants, visitor))
    }
}

struct List<'r> {
    items: std::slice::Iter<'r, Written>,
    known: &'r Known,
}

impl<'de> SeqAccess<'de> for List<'de> {
    type Error = Trouble;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Trouble> {
        let Some(written) = self.items.next() else { return Ok(None) };
        // What a value's own check refuses is found after it was read.
        let value = seed.deserialize(Reader { written, known: self.known });
        value.map(Some).map_err(|why| why.within(written.at))
    }
}

/// The fields of a group that are wanted; then stand-ins for those that are missing.
struct Map<'r> {
    fields: Vec<(&'r str, Option<&'r Written>)>,
    next: usize,
    known: &'r Known,
}

impl<'r> Map<'r> {
    fn of(fields: &'r [Field], at: usize, known: &'r Known, wanted: Option<&'static [&'static str]>) -> Map<'r> {
        if let Some(wanted) = wanted {
            known.note_unknown(at, fields, wanted);
        }
        let asked = |field: &&Field| wanted.is_none_or(|wanted| wanted.contains(&field.name.as_str()));
        let mut all: Vec<_> =
            fields.iter().filter(asked).map(|field| (field.name.as_str(), Some(&field.value))).collect();
        let missing = known.missing.borrow();
        all.extend(missing.iter().filter(|(of, _)| *of == at && wanted.is_some()).map(|(_, name)| (*name, None)));
        drop(missing);
        Map { fields: all, next: 0, known }
    }
}

impl<'de> MapAccess<'de> for Map<'de> {
    type Error = Trouble;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Trouble> {
        let Some((name, _)) = self.fields.get(self.next) else { return Ok(None) };
        seed.deserialize(serde::de::value::StrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Trouble> {
        let value = self.fields.get(self.next).and_then(|(_, value)| *value);
        self.next += 1;
        match value {
            Some(written) => {
                let read = seed.deserialize(Reader { written, known: self.known });
                read.map_err(|why| why.within(written.at))
            }
            None => seed.deserialize(StandIn("")),
        }
    }
}

/// What is written, shortened when it is long.
pub fn short(written: &str) -> String {
    match written.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &written[..end]),
        None => written.to_owned(),
    }
}

#[cfg(test)]
mod tests;
