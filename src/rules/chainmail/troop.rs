//! Troop types (2): what a figure is and what it costs.

use serde::Deserialize;

use super::data::{Class, tables};
use super::engines::Engine;
use super::numbers::{Share, Weapon};
use crate::battle::In;

/// A troop type.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TroopType {
    /// As battles name it.
    pub id: String,
    /// As people name it.
    pub name: String,
    /// What it fights and is struck as (9.3).
    pub class: String,
    /// Its normal Move.
    pub move_: In,
    /// What a road adds to it.
    #[serde(default)]
    pub road: In,
    /// Its Charge Move.
    pub charge: In,
    /// Its missile weapon.
    #[serde(default)]
    pub missile: Option<String>,
    /// Its morale rating (10.2).
    pub rating: i32,
    /// When it checks for losses (10.4).
    pub loss: Loss,
    /// Its group in the fire table (7.4).
    pub armour: String,
    /// What formations and facings cost it (5.4).
    #[serde(default)]
    pub drill: Drill,
    /// Whether it has pikes, tires half as fast and forms hedgehogs (11.1).
    #[serde(default)]
    pub pikes: bool,
    /// Whether it must take heart before it moves or strikes (11.2).
    #[serde(default)]
    pub timid: bool,
    /// Whether it charges against orders (11.3).
    #[serde(default)]
    pub unruly: bool,
    /// Whether it takes no prisoners (10.6).
    #[serde(default)]
    pub no_prisoners: bool,
    /// What it throws or fires, of machines (8.1, 8.2).
    #[serde(default)]
    pub engine: Option<Engine>,
    /// Whether it is a wagon.
    #[serde(default)]
    pub wagon: bool,
    /// Whether it is an army's commander (12.3).
    #[serde(default)]
    pub commander: bool,
    /// Whether with pole arms it adds one to each die at horse (11.4).
    #[serde(default)]
    pub at_horse: bool,
    /// Its row of the charge check (10.3).
    pub check: String,
    /// Points of a figure, without extras.
    pub points: f32,
    /// Its drawing in the look.
    pub glyph: String,
    /// The figure that stands on its bases, where it is not of the glyph's name.
    #[serde(default)]
    pub figure: Option<String>,
    /// What a unit of it may be given besides.
    #[serde(default)]
    pub extras: Vec<Extra>,
}

/// The fraction of its first figures whose loss makes a unit check, and the score with which it stays (10.4).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    /// The fraction.
    pub of: Share,
    /// The score of two dice.
    pub stays: i32,
}

/// How well troops are trained (5.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Drill {
    /// Peasants and levies.
    Poor,
    /// Most.
    #[default]
    Normal,
    /// Swiss, Landsknechte and horse.
    Drilled,
    /// Horse that is poorly trained: what it pays double it pays half.
    PoorHorse,
}

/// What a unit may be given beside its type (2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Extra {
    /// Pikes, halberds and the like.
    PoleArm,
    /// A short bow; of light horse a horse bow.
    Bow,
    /// Javelins.
    Javelin,
    /// Large shields to stand behind.
    Pavise,
    /// Stakes against horse.
    Stakes,
}

impl Extra {
    /// The field by which a unit of a file is given it.
    pub fn field(self) -> &'static str {
        match self {
            Extra::PoleArm => "pole_arm",
            Extra::Bow => "bow",
            Extra::Javelin => "javelin",
            Extra::Pavise => "pavise",
            Extra::Stakes => "stakes",
        }
    }
}

impl TroopType {
    /// The figure that stands on its bases.
    pub fn figure(&self) -> &str {
        self.figure.as_deref().unwrap_or(&self.glyph)
    }

    /// What it fights and is struck as.
    ///
    /// # Panics
    /// Never with the data of the program, whose names a test holds.
    pub fn class(&self) -> Class {
        Class::named(&self.class).expect("a test holds that each type's class is listed")
    }

    /// Its missile weapon.
    pub fn weapon(&self) -> Option<&'static Weapon> {
        tables().weapon(self.missile.as_deref()?)
    }

    /// Whether it is a machine or a wagon: one base with a crew, in no formation.
    pub fn is_machine(&self) -> bool {
        self.engine.is_some() || self.wagon
    }

    /// Whether it is mounted.
    pub fn mounted(&self) -> bool {
        self.class().row().mounted
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::chainmail::data::data;

    /// C26, and C27's armies of 100 points.
    #[test]
    fn ratings_and_points_are_the_printed_ones() {
        let of = |id: &str| data().troop(id).unwrap();
        let rated = |id: &str| (of(id).class.as_str(), of(id).rating, of(id).loss.of, of(id).loss.stays);
        assert_eq!(rated("swiss"), ("HF", 9, (1, 2), 5));
        assert_eq!(rated("peasants"), ("LF", 3, (1, 4), 8));
        assert_eq!(rated("knights"), ("HH", 9, (1, 2), 4));
        let points = |army: &[(f32, &str)]| army.iter().map(|(n, id)| n * of(id).points).sum::<f32>();
        assert_eq!(points(&[(20.0, "longbows"), (8.0, "armored-foot")]), 100.0);
        assert_eq!(points(&[(10.0, "knights"), (10.0, "armored-foot"), (5.0, "crossbows")]), 100.0);
        assert_eq!(points(&[(22.0, "swiss"), (4.0, "arquebuses")]), 100.0);
        assert_eq!(points(&[(8.0, "heavy-horse"), (12.0, "longbows"), (6.0, "heavy-foot")]), 100.0);
    }
}
