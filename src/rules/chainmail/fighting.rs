//! Numbers of shooting, melees and flight (`assets/chainmail/fighting.ron`).

use std::sync::LazyLock;

use serde::Deserialize;

use super::data::FOLDER;
use super::numbers::Share;
use crate::battle::{Deg, In};
use crate::table::Mil;

/// Those numbers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "who comes into a neighbouring melee is not asked yet")]
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
    /// How near a melee one comes in without a price.
    pub join: In,
    /// How near for the price.
    pub join_paid: In,
    /// The price, in Moves.
    pub join_price: Share,
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
    /// Whoever fails to rally runs from an enemy within this, else home.
    pub near: In,
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
