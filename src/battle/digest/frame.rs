//! Values as bytes for the hash. Each begins with a letter for its kind, and no value's bytes are the beginning of
//! another's.

use serde::ser::{
    self, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// Stands where a value could not be written.
pub(super) const FAILED: u8 = b'!';
/// Ends a value whose length is not written at its beginning.
const END: u8 = b'.';

/// Writes one value into those bytes.
pub(super) struct Framer<'a> {
    pub to: &'a mut Vec<u8>,
    /// Whether poses and measured numbers count; if not, each is written as 0.
    pub places: bool,
}

/// Writes the members of one value.
pub(super) struct Members<'a> {
    to: &'a mut Vec<u8>,
    ends: bool,
    places: bool,
    /// Whether the members are left out.
    hidden: bool,
}

/// A value's own `Serialize` gave up.
#[derive(Debug)]
pub(super) struct Failed;

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the value cannot be serialized")
    }
}

impl std::error::Error for Failed {}

impl ser::Error for Failed {
    fn custom<T: std::fmt::Display>(_: T) -> Failed {
        Failed
    }
}

impl<'a> Framer<'a> {
    fn put<const N: usize>(self, kind: u8, bytes: [u8; N]) -> Result<(), Failed> {
        self.to.push(kind);
        self.to.extend_from_slice(&bytes);
        Ok(())
    }

    fn text(self, kind: u8, bytes: &[u8]) -> Result<(), Failed> {
        self.to.push(kind);
        self.to.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        self.to.extend_from_slice(bytes);
        Ok(())
    }

    /// A value of members whose number is known.
    fn members(self, kind: u8, count: usize) -> Members<'a> {
        self.to.push(kind);
        self.to.extend_from_slice(&(count as u64).to_le_bytes());
        Members { to: self.to, ends: false, places: self.places, hidden: false }
    }

    /// A value of members that go on until the end.
    fn until_end(self, kind: u8) -> Members<'a> {
        self.to.push(kind);
        Members { to: self.to, ends: true, places: self.places, hidden: false }
    }

    fn variant(&mut self, index: u32) {
        self.to.push(b'V');
        self.to.extend_from_slice(&index.to_le_bytes());
    }
}

impl<'a> Serializer for Framer<'a> {
    type Ok = ();
    type Error = Failed;
    type SerializeSeq = Members<'a>;
    type SerializeTuple = Members<'a>;
    type SerializeTupleStruct = Members<'a>;
    type SerializeTupleVariant = Members<'a>;
    type SerializeMap = Members<'a>;
    type SerializeStruct = Members<'a>;
    type SerializeStructVariant = Members<'a>;

    fn serialize_bool(self, v: bool) -> Result<(), Failed> {
        self.put(b'B', [u8::from(v)])
    }

    fn serialize_i8(self, v: i8) -> Result<(), Failed> {
        self.serialize_i64(i64::from(v))
    }

    fn serialize_i16(self, v: i16) -> Result<(), Failed> {
        self.serialize_i64(i64::from(v))
    }

    fn serialize_i32(self, v: i32) -> Result<(), Failed> {
        self.serialize_i64(i64::from(v))
    }

    fn serialize_i64(self, v: i64) -> Result<(), Failed> {
        self.put(b'I', v.to_le_bytes())
    }

    fn serialize_i128(self, v: i128) -> Result<(), Failed> {
        self.put(b'J', v.to_le_bytes())
    }

    fn serialize_u8(self, v: u8) -> Result<(), Failed> {
        self.serialize_u64(u64::from(v))
    }

    fn serialize_u16(self, v: u16) -> Result<(), Failed> {
        self.serialize_u64(u64::from(v))
    }

    fn serialize_u32(self, v: u32) -> Result<(), Failed> {
        self.serialize_u64(u64::from(v))
    }

    fn serialize_u64(self, v: u64) -> Result<(), Failed> {
        self.put(b'U', v.to_le_bytes())
    }

    fn serialize_u128(self, v: u128) -> Result<(), Failed> {
        self.put(b'W', v.to_le_bytes())
    }

    fn serialize_f32(self, v: f32) -> Result<(), Failed> {
        // Adding zero turns -0 into 0 and leaves every other number as it is.
        let v = if !self.places {
            0.0
        } else if v.is_nan() {
            f32::NAN
        } else {
            v + 0.0
        };
        self.put(b'F', v.to_bits().to_le_bytes())
    }

    fn serialize_f64(self, v: f64) -> Result<(), Failed> {
        let v = if !self.places {
            0.0
        } else if v.is_nan() {
            f64::NAN
        } else {
            v + 0.0
        };
        self.put(b'D', v.to_bits().to_le_bytes())
    }

    fn serialize_char(self, v: char) -> Result<(), Failed> {
        self.put(b'C', u32::from(v).to_le_bytes())
    }

    fn serialize_str(self, v: &str) -> Result<(), Failed> {
        self.text(b'S', v.as_bytes())
    }

    fn serialize_bytes(self, v: &[u8]) -> Result<(), Failed> {
        self.text(b'Y', v)
    }

    fn serialize_none(self) -> Result<(), Failed> {
        self.put(b'N', [])
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Failed> {
        self.to.push(b'O');
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Failed> {
        self.members(b'T', 0);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Failed> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(mut self, _: &'static str, index: u32, _: &'static str) -> Result<(), Failed> {
        self.variant(index);
        self.serialize_unit()
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Failed> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Failed> {
        self.variant(index);
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Members<'a>, Failed> {
        Ok(self.until_end(b'L'))
    }

    fn serialize_tuple(self, count: usize) -> Result<Members<'a>, Failed> {
        Ok(self.members(b'T', count))
    }

    fn serialize_tuple_struct(self, _: &'static str, count: usize) -> Result<Members<'a>, Failed> {
        self.serialize_tuple(count)
    }

    fn serialize_tuple_variant(
        mut self,
        _: &'static str,
        index: u32,
        _: &'static str,
        count: usize,
    ) -> Result<Members<'a>, Failed> {
        self.variant(index);
        self.serialize_tuple(count)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members<'a>, Failed> {
        Ok(self.until_end(b'M'))
    }

    fn serialize_struct(self, name: &'static str, count: usize) -> Result<Members<'a>, Failed> {
        let hidden = !self.places && name == "Pose";
        Ok(Members { hidden, ..self.members(b'T', count) })
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        count: usize,
    ) -> Result<Members<'a>, Failed> {
        self.serialize_tuple_variant(name, index, variant, count)
    }
}

impl Members<'_> {
    fn member<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failed> {
        if self.hidden { Ok(()) } else { value.serialize(Framer { to: self.to, places: self.places }) }
    }

    fn close(self) -> Result<(), Failed> {
        if self.ends {
            self.to.push(END);
        }
        Ok(())
    }
}

/// serde hands over members in seven ways; all of them do the same here.
macro_rules! members {
    ($($with:ident $add:ident),*) => {$(
        impl $with for Members<'_> {
            type Ok = ();
            type Error = Failed;

            fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failed> {
                self.member(value)
            }

            fn end(self) -> Result<(), Failed> {
                self.close()
            }
        }
    )*};
}

macro_rules! fields {
    ($($with:ident),*) => {$(
        impl $with for Members<'_> {
            type Ok = ();
            type Error = Failed;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Result<(), Failed> {
                self.member(value)
            }

            fn end(self) -> Result<(), Failed> {
                self.close()
            }
        }
    )*};
}

members!(
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);
fields!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for Members<'_> {
    type Ok = ();
    type Error = Failed;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Failed> {
        self.member(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failed> {
        self.member(value)
    }

    fn end(self) -> Result<(), Failed> {
        self.close()
    }
}
