//! What stands in for a value that cannot be read.

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::Trouble;

/// Stands in for any value: nothing, nil, no, the first of several.
#[derive(Clone, Copy)]
pub(super) struct StandIn(pub &'static str);

macro_rules! stands_in {
    ($($method:ident: $visit:ident($value:expr)),* $(,)?) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Trouble> {
            visitor.$visit($value)
        }
    )* };
}

impl<'de> Deserializer<'de> for StandIn {
    type Error = Trouble;

    stands_in! {
        deserialize_bool: visit_bool(false), deserialize_i8: visit_i8(0), deserialize_i16: visit_i16(0),
        deserialize_i32: visit_i32(0), deserialize_i64: visit_i64(0), deserialize_u8: visit_u8(0),
        deserialize_u16: visit_u16(0), deserialize_u32: visit_u32(0), deserialize_u64: visit_u64(0),
        deserialize_f32: visit_f32(0.0), deserialize_f64: visit_f64(0.0), deserialize_char: visit_char(' '),
        deserialize_bytes: visit_bytes(&[]),
        deserialize_byte_buf: visit_bytes(&[]),
        deserialize_seq: visit_seq(Nothing(0)), deserialize_map: visit_map(Nothing(0)),
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Trouble> {
        visitor.visit_str(self.0)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Trouble> {
        visitor.visit_str(self.0)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Trouble> {
        visitor.visit_str(self.0)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Trouble> {
        visitor.visit_unit()
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Trouble> {
        visitor.visit_unit()
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Trouble> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Trouble> {
        visitor.visit_unit()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Trouble> {
        visitor.visit_none()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Trouble> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Trouble> {
        visitor.visit_seq(Nothing(len))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Trouble> {
        visitor.visit_seq(Nothing(len))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Trouble> {
        visitor.visit_seq(Nothing(fields.len()))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Trouble> {
        visitor.visit_enum(serde::de::value::StrDeserializer::new(variants.first().copied().unwrap_or_default()))
    }
}

/// So many stand-ins in a row.
struct Nothing(usize);

impl<'de> SeqAccess<'de> for Nothing {
    type Error = Trouble;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Trouble> {
        if self.0 == 0 {
            return Ok(None);
        }
        self.0 -= 1;
        seed.deserialize(StandIn("")).map(Some)
    }
}

impl<'de> MapAccess<'de> for Nothing {
    type Error = Trouble;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, _: K) -> Result<Option<K::Value>, Trouble> {
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Trouble> {
        seed.deserialize(StandIn(""))
    }
}
