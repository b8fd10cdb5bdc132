//! Numbers of shooting, melees and flight (`assets/chainmail/fighting.ron`).

use std::sync::LazyLock;

use serde::Deserialize;

use super::data::{Class, FOLDER};
use super::numbers::Share;
use super::weather::Sky;
use crate::battle::{Deg, In};
use crate::table::Mil;

/// Those numbers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fighting {
    /// How far aside foot shoots, to either side.
    pub foot_arc: Deg,
    /// How far aside horse shoots to its left.
    pub horse_left: Deg,
    /// And to its right.
    pub horse_right: Deg,
    /// Ranks that shoot.
    pub ranks: u16,
    /// Whom arrows from above pass stands farther than this from the archers.
    pub over: In,
    /// Whoever is lower than one end of a line hides the other only within this of the higher one.
    pub high: In,
    /// What an arquebusier adds to his die who has not moved and rests his piece.
    pub rested: i32,
    /// What he adds against somebody in cover.
    pub half_cover: i32,
    /// What he adds against somebody in a house.
    pub overhead: i32,
    /// What the timid need on two dice to move (11.2).
    pub timid_moves: i32,
    /// What they need to strike at whom they attack.
    pub timid_attack: Timid,
    /// What they need to strike back.
    pub timid_defence: Timid,
    /// The widest gap that losses leave and that is closed.
    pub closes_up: In,
    /// How far a side goes back, by the reaction, in Moves.
    pub back_half: Share,
    /// The same.
    pub back: Share,
    /// How far it goes when it retreats.
    pub retreat: Share,
    /// How far it runs when it routs, or fails the check of who is charged.
    pub rout: Share,
    /// Files of who has fled.
    pub crowd: u8,
    /// How near a unit must be to a melee to be drawn in free, and for a part of its Move.
    pub drawn_free: In,
    /// The same.
    pub drawn: In,
    /// That part.
    pub drawn_price: Share,
    /// The face with which knights obey.
    pub obeys: u8,
    /// How deep the zone is in which a side deploys.
    pub deployment: In,
    /// The army's commander (12.3).
    pub commander: Commander,
    /// So many prisoners need one guard (10.6).
    pub guarded: u8,
    /// Weather (12.5).
    pub weather: Weathers,
    /// How far to the right a ball flies at full range, by its die (8.2).
    pub deviation: Vec<In>,
    /// So many of a machine's crew fall when it is struck.
    pub crew_lost: u16,
    /// Whoever fails to rally runs from an enemy within this, else home.
    pub near: In,
}

/// What the sky becomes by each face in the first turn, and from what it is in later ones; after how many turns of hard rain the
/// ground is mud, in how many turns it is where a battle begins so; what mud leaves of Moves, and wet strings of ranges.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weathers {
    pub first: Vec<Sky>,
    pub clear: Vec<Sky>,
    pub cloudy: Vec<Sky>,
    pub rain: Vec<Sky>,
    pub mud_after: u8,
    pub wet_turns: u8,
    pub mud: Share,
    pub strings: Share,
}

/// How far a commander goes on foot and mounted, and how near he helps.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commander {
    pub foot: In,
    pub horse: In,
    pub near: In,
}

/// What the timid need on two dice (11.2).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timid {
    /// At others like them.
    pub peasants: i32,
    /// At each class, in the order of the combat table.
    pub classes: Vec<i32>,
}

impl Timid {
    /// What they need at a unit of that class.
    pub fn at(&self, class: Class, timid: bool) -> i32 {
        if timid { self.peasants } else { self.classes.get(class.0).copied().unwrap_or(0) }
    }
}

/// The numbers.
pub fn fighting() -> &'static Fighting {
    static FIGHTING: LazyLock<Fighting> = LazyLock::new(|| FOLDER.read("fighting.ron"));
    &FIGHTING
}

/// A part of a length.
pub fn share(of: Mil, (part, whole): Share) -> Mil {
    Mil(of.0 * part / whole)
}
