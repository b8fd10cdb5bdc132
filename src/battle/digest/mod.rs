//! The digest of a battle's state: the same on every machine, thread count and profile.

mod frame;

use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use xxhash_rust::xxh3::Xxh3;

/// 16 hex digits of xxh3-64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Digest(pub u64);

/// Takes values in and makes a digest of them.
///
/// Every value is framed, so that two of them never run into one another: its kind, and for texts and lists their
/// length or end, are taken in with it. Names of types and fields are not, nor the width of whole numbers: a struct
/// counts like the tuple of its fields. Variants count by their place in the enum. -0.0 counts as 0.0.
pub struct Digester {
    hash: Xxh3,
    /// Whether poses and measured numbers count.
    places: bool,
    /// Bytes that are not hashed yet: hashing a few bytes at a time is slow.
    pending: Vec<u8>,
}

impl Default for Digester {
    /// A digest of everything that is added.
    fn default() -> Digester {
        Digester { hash: Xxh3::new(), places: true, pending: Vec::new() }
    }
}

impl Digester {
    /// A digest of everything that is counted. Poses and measured numbers, which are rounded, are left out.
    pub fn without_places() -> Digester {
        Digester { places: false, ..Digester::default() }
    }

    /// How many bytes may wait to be hashed.
    const MOST: usize = 4096;

    /// Takes one value in.
    pub fn add<T: Serialize + ?Sized>(&mut self, value: &T) {
        // Only a hand-written `Serialize` can fail. What it wrote before it failed counts, and so does the failure.
        if value.serialize(frame::Framer { to: &mut self.pending, places: self.places }).is_err() {
            self.pending.push(frame::FAILED);
        }
        if self.pending.len() >= Self::MOST {
            self.hash.update(&self.pending);
            self.pending.clear();
        }
    }

    /// The digest of all that was taken in.
    pub fn finish(mut self) -> Digest {
        self.hash.update(&self.pending);
        Digest(self.hash.digest())
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The text is not a digest: 16 hex digits in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a digest is 16 hex digits in small letters")]
pub struct NoDigest;

impl FromStr for Digest {
    type Err = NoDigest;

    fn from_str(text: &str) -> Result<Digest, NoDigest> {
        let digits = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
        if text.len() != 16 || !text.bytes().all(digits) {
            return Err(NoDigest);
        }
        u64::from_str_radix(text, 16).map(Digest).map_err(|_| NoDigest)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Digest, D::Error> {
        std::borrow::Cow::<str>::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use xxhash_rust::xxh3::xxh3_64;

    use super::*;

    fn of<T: Serialize + ?Sized>(value: &T) -> Digest {
        let mut digester = Digester::default();
        digester.add(value);
        digester.finish()
    }

    #[derive(Serialize)]
    struct Named {
        x: f32,
        who: &'static str,
    }

    #[derive(Serialize)]
    enum Shape {
        Dot,
        Disc(u8),
        Box { wide: u8, deep: u8 },
    }

    #[test]
    fn values_that_look_alike_are_told_apart() {
        let different = [
            of(&("ab", "c")),
            of(&("a", "bc")),
            of("abc"),
            of(&[1u8, 2][..]),
            of(&[[1u8], [2]][..]),
            of(&(1u8, 2u8)),
            of(&[1u8][..]),
            of(&1u8),
            of(&1i8),
            of(&Some(1u8)),
            of(&None::<u8>),
            of(&Some(None::<u8>)),
            of(&()),
            of(&false),
            of(&true),
            of(&0u8),
            of(&1.0f32),
            of(&1.0f64),
            of(&'1'),
            of("1"),
            of(""),
            of(&Vec::<u8>::new()),
            of(&Shape::Dot),
            of(&Shape::Disc(1)),
            of(&Shape::Box { wide: 1, deep: 2 }),
            of(&std::collections::BTreeMap::from([(1u8, 2u8)])),
        ];
        for (i, a) in different.iter().enumerate() {
            assert!(!different[..i].contains(a), "number {i} is like one before it");
        }
    }

    #[test]
    fn two_values_do_not_run_into_one_another() {
        let two = |a: &[u8], b: &[u8]| {
            let mut digester = Digester::default();
            digester.add(a);
            digester.add(b);
            digester.finish()
        };
        assert_ne!(two(&[1, 2], &[3]), two(&[1], &[2, 3]));
        assert_ne!(two(&[], &[1]), two(&[1], &[]));
    }

    #[test]
    fn nil_has_one_sign_and_no_number_but_one_form() {
        assert_eq!(of(&-0.0f32), of(&0.0f32));
        assert_eq!(of(&-0.0f64), of(&0.0f64));
        assert_ne!(of(&-1.0f32), of(&1.0f32));
        assert_eq!(of(&f32::NAN), of(&-f32::NAN));
        assert_ne!(of(&1.0f32), of(&f32::from_bits(1.0f32.to_bits() + 1)));
    }

    #[test]
    fn a_struct_counts_like_the_tuple_of_its_fields() {
        assert_eq!(of(&Named { x: 1.5, who: "a" }), of(&(1.5f32, "a")));
        assert_eq!(of(&7u16), of(&7u64));
        assert_eq!(of(&-7i16), of(&-7i64));
    }

    #[test]
    fn the_frame_is_as_written_down() {
        // tuple of 2; unsigned 258; text of 2 bytes.
        let bytes =
            [b'T', 2, 0, 0, 0, 0, 0, 0, 0, b'U', 2, 1, 0, 0, 0, 0, 0, 0, b'S', 2, 0, 0, 0, 0, 0, 0, 0, b'a', b'b'];
        assert_eq!(of(&(258u32, "ab")), Digest(xxh3_64(&bytes)));
        // The same bytes through another implementation of xxh3-64.
        assert_eq!(of(&(258u32, "ab")).to_string(), "10f247f4ac677159");
    }

    #[test]
    fn without_places_only_poses_and_measured_numbers_are_left_out() {
        use crate::table::{Cdeg, Pose};
        let of = |value: &dyn Fn(&mut Digester)| {
            let mut digester = Digester::without_places();
            value(&mut digester);
            digester.finish()
        };
        let named = |x: f32, who: &'static str| of(&|d| d.add(&Named { x, who }));
        assert_eq!(named(1.0, "a"), named(1.000_01, "a"));
        assert_ne!(named(1.0, "a"), named(1.0, "b"));
        let pose = |x: f32, heading: i32, more: u8| {
            let pose = Pose { heading: Cdeg(heading), ..Pose::new(x, 2.0, 0.0) };
            of(&|d| d.add(&(Some(pose), more)))
        };
        assert_eq!(pose(1.0, 100, 7), pose(1.5, 101, 7));
        assert_ne!(pose(1.0, 100, 7), pose(1.0, 100, 8));
        assert_ne!(of(&|d| d.add(&Cdeg(100))), of(&|d| d.add(&Cdeg(101))), "an angle of its own counts");
    }

    #[test]
    fn much_is_hashed_like_little() {
        let mut bytes = Vec::new();
        let mut digester = Digester::default();
        for n in 0..2000u64 {
            digester.add(&n);
            bytes.push(b'U');
            bytes.extend(n.to_le_bytes());
        }
        assert_eq!(digester.finish(), Digest(xxh3_64(&bytes)));
    }

    #[test]
    fn a_digest_is_sixteen_digits_and_reads_back() {
        let digest = Digest(0xab_cdef);
        assert_eq!(digest.to_string(), "0000000000abcdef");
        assert_eq!("0000000000abcdef".parse(), Ok(digest));
        assert_eq!("0000000000ABCDEF".parse::<Digest>(), Err(NoDigest));
        assert_eq!("+000000000abcdef".parse::<Digest>(), Err(NoDigest));
        assert_eq!("abcdef".parse::<Digest>(), Err(NoDigest));
        assert_eq!(serde_json::to_string(&digest).unwrap(), "\"0000000000abcdef\"");
        assert_eq!(serde_json::from_str::<Digest>("\"0000000000abcdef\"").unwrap(), digest);
    }
}
