//! A battle of a study as one row, which is kept by shards and read again to the same bits.

use std::borrow::Cow;

use bevy::math::DVec3;
use serde::{Deserialize, Deserializer, Serialize};

use super::deeds::{Deed, Fought};
use crate::battle::Digest;
use crate::cite::intern_within;
use crate::ids::Side;
use crate::lab::batch::Stopped;

/// One battle of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The arm, 0 the base.
    pub arm: usize,
    /// The pair that it belongs to, from 1: battles of one pair have the same seed.
    pub pair: u32,
    /// Whether the players sat in each other's seats.
    pub swapped: bool,
    /// Of its dice.
    pub seed: u64,
    /// The side whose result it is.
    pub side: Side,
    /// 1 won, a half for a draw, 0 lost.
    pub score: f64,
    /// How much nearer to defeat the enemy was at the end, from -1 to 1.
    pub margin: f64,
    /// How lucky the side's dice were.
    #[serde(with = "three")]
    pub luck: DVec3,
    /// The turn in which it ended.
    pub turns: u32,
    /// Why it ended, in one word.
    #[serde(deserialize_with = "known")]
    pub why: Cow<'static, str>,
    /// Why it was stopped before its end, when it was.
    pub stopped: Option<Stopped>,
    /// Of the state at its end.
    pub digest: Digest,
    /// The end of each turn.
    pub course: Vec<Reached>,
    /// The units that were on the table and are gone.
    pub fell: Vec<Fallen>,
    /// What units took of the enemy and lost.
    pub deeds: Vec<Deed>,
    /// Where they fought.
    pub fought: Vec<Fought>,
}

/// The end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reached {
    /// Its number.
    pub turn: u32,
    /// How much nearer to defeat the enemy is, from -1 to 1.
    pub margin: f64,
    /// How much more of one's army is left than of the enemy's, in shares of what each was worth, from -1 to 1.
    pub left: f64,
    /// A hash of all answers so far, by the names of units.
    pub said: u64,
}

/// A unit that is gone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fallen {
    /// Its name.
    #[serde(deserialize_with = "known")]
    pub unit: Cow<'static, str>,
    /// Whose it was.
    pub side: Side,
    /// In which turn it went.
    pub turn: u32,
    /// Where it stood before the answer that came of it, in hundredths of an inch.
    pub at: [i32; 2],
}

/// More names than a study's battles have.
const MOST_NAMES: usize = 100_000;

/// A name of which there is one copy, however many battles have it.
pub(super) fn known<'de, D: Deserializer<'de>>(from: D) -> Result<Cow<'static, str>, D::Error> {
    let name = String::deserialize(from)?;
    Ok(intern_within(&name, MOST_NAMES).map_or(Cow::Owned(name), Cow::Borrowed))
}

/// Three numbers as an array.
mod three {
    use bevy::math::DVec3;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(of: &DVec3, to: S) -> Result<S::Ok, S::Error> {
        of.to_array().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<DVec3, D::Error> {
        <[f64; 3]>::deserialize(from).map(DVec3::from_array)
    }
}
