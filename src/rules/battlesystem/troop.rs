//! Troop types (2.6) and kinds of terrain (12), as their files have them.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::cite::Word;
use crate::table::Mil;

/// How a unit is ordered for the whole battle (3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// Closed or open.
    #[default]
    Regular,
    /// Each figure by itself.
    Skirmish,
    /// A crowd.
    Mob,
}

/// `troops.ron`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TroopFile {
    pub types: Vec<TroopType>,
    /// The base of one figure on foot, inches.
    pub foot: (f32, f32),
    /// The base of one mounted figure, inches.
    pub horse: (f32, f32),
    /// The base of one figure of the size of giants, inches.
    pub large: (f32, f32),
    /// The experience value of a creature by its hit dice, in sixteenths, and whether they have a plus, from the least on.
    pub experience: Vec<(i32, bool, i32)>,
    /// The names of chaotic troops.
    pub chaotic: Vec<String>,
    /// The names of troops of low intelligence.
    pub dull: Vec<String>,
    /// Whom each hates.
    pub hatreds: BTreeMap<String, Vec<String>>,
}

/// A troop type.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TroopType {
    pub name: String,
    pub title: String,
    pub glyph: String,
    pub figure: String,
    /// Hit dice of one creature, in sixteenths.
    pub hd16: i32,
    pub ac: i32,
    /// Inches.
    pub mv: i32,
    pub thac0: i32,
    pub die: u8,
    pub ml: i32,
    /// Discipline.
    pub dl: i32,
    pub points: i32,
    /// Whether its hit dice have a plus, which counts for its experience value alone (13).
    #[serde(default)]
    pub plus: bool,
    /// Creatures of one figure.
    #[serde(default = "ten")]
    pub ratio: u8,
    /// How it may be ordered; the first of them where the file does not say.
    #[serde(default = "regular")]
    pub classes: Vec<Class>,
    #[serde(default)]
    pub mounted: bool,
    /// Of the size of giants.
    #[serde(default)]
    pub large: bool,
    /// How many rows behind those in contact add an attack.
    #[serde(default)]
    pub reach: u8,
    /// Whether weapons that are set strike a charger double.
    #[serde(default)]
    pub set: bool,
    /// Whether its charge strikes double.
    #[serde(default)]
    pub lance: bool,
    #[serde(default)]
    pub missile: Option<Missile>,
}

/// What a unit shoots.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Missile {
    /// As people name the weapon.
    pub weapon: Word,
    pub die: u8,
    /// Short, medium and long range, inches.
    pub ranges: (f32, f32, f32),
    /// Whether it shoots in both windows of a round if its unit stands.
    #[serde(default)]
    pub twice: bool,
    /// Whether it shoots every other round only.
    #[serde(default)]
    pub slow: bool,
}

/// `terrain.ron`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainFile {
    pub kinds: Vec<TerrainKind>,
}

/// A kind of terrain.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainKind {
    pub name: String,
    #[allow(dead_code, reason = "for people who read the file")]
    pub title: String,
    #[serde(default = "one")]
    pub cost: f32,
    #[serde(default)]
    pub horse: Option<f32>,
    /// No closed unit goes in.
    #[serde(default)]
    pub open: bool,
    /// Nobody goes in.
    #[serde(default)]
    pub closed: bool,
    /// No horse goes in.
    #[serde(default)]
    pub foot_only: bool,
    /// What it costs to cross or to enter, once, inches.
    #[serde(default)]
    pub cross: f32,
    /// What an inch costs a column whose middle keeps to it, whatever lies beside.
    #[serde(default)]
    pub road: Option<f32>,
    /// Its cost is of the way up.
    #[serde(default)]
    pub hill: bool,
    /// A charge may cross it.
    #[serde(default)]
    pub charge: bool,
    /// How far one sees through it, inches.
    #[serde(default)]
    pub deep: Option<f32>,
    /// How far one sees besides out of it and into it, inches.
    #[serde(default)]
    pub own: f32,
    /// Added to the attack total of missiles at those in it.
    #[serde(default)]
    pub cover: i32,
    /// Who stands close behind it is in its cover too.
    #[serde(default)]
    pub behind: bool,
    /// Added to the attack total of those who fight over it.
    #[serde(default)]
    pub defends: i32,
}

fn regular() -> Vec<Class> {
    vec![Class::Regular]
}

fn ten() -> u8 {
    10
}

fn one() -> f32 {
    1.0
}

impl TroopType {
    /// Attack rating (2.2): THAC0 and what its ratio adds.
    pub fn ar(&self) -> i32 {
        self.thac0 + ratio(self.ratio)
    }

    /// Whether it is chaotic (2.6).
    pub fn is_chaotic(&self) -> bool {
        super::data::data().troops.chaotic.contains(&self.name)
    }

    /// Whether it is chaotic or of low intelligence: it does not let an enemy go at will (10.4).
    pub fn is_unruly(&self) -> bool {
        self.is_chaotic() || super::data::data().troops.dull.contains(&self.name)
    }

    /// Whether it hates troops of that type (2.6).
    pub fn hates(&self, other: &TroopType) -> bool {
        super::data::data().troops.hatreds.get(&self.name).is_some_and(|hated| hated.contains(&other.name))
    }

    /// What a figure costs by its experience value alone: that of its hit dice, by its ratio, half up.
    pub fn experience(&self) -> i32 {
        let rows = &super::data::data().troops.experience;
        let own = rows.iter().rfind(|(hd16, plus, _)| (*hd16, *plus) <= (self.hd16, self.plus));
        (own.map_or(0, |(_, _, value)| *value) * i32::from(self.ratio) + 5) / 10
    }

    /// Figure strength (2.6) in sixteenths of a hit die.
    pub fn fs16(&self) -> i32 {
        i32::from(self.ratio) * self.hd16
    }

    /// Its movement rate.
    pub fn rate(&self) -> Mil {
        Mil::inches(self.mv)
    }

    /// The longer rate of a forced march (7.12).
    pub fn forced(&self) -> Mil {
        Mil(self.rate().0 + self.rate().0 / 2)
    }

    /// The longer rate of a charge (7.12), and its range.
    pub fn charge(&self) -> Mil {
        let plain = self.rate().0;
        Mil(plain + if self.mounted { plain / 2 } else { plain / 3 })
    }
}

/// What a ratio adds to an attack rating (2.2).
pub fn ratio(of: u8) -> i32 {
    let rows = &super::data::tables().ratios;
    rows.iter().find(|(ratio, _)| *ratio == of).map_or(0, |(_, adds)| *adds)
}

#[cfg(test)]
mod tests {
    use super::super::data::troop_type;

    fn of(name: &str) -> &'static super::TroopType {
        troop_type(name).unwrap_or_else(|| panic!("{name}"))
    }

    #[test]
    fn attack_ratings_add_what_the_ratio_adds() {
        assert_eq!([of("heavy-infantry").ar(), of("knights").ar()], [20, 23]);
        assert_eq!([super::ratio(2), super::ratio(1)], [10, 15]);
    }

    #[test]
    fn experience_values_go_by_hit_dice_and_ratio() {
        let values =
            ["peasants", "heavy-infantry", "elf-archers", "guard", "knights", "ogres"].map(|n| of(n).experience());
        assert_eq!(values, [6, 14, 20, 32, 24, 40], "knights 47 x 5 / 10 = 23.5, half up");
    }

    #[test]
    fn a_figure_is_as_strong_as_its_creatures_together() {
        let strengths = ["militia", "heavy-infantry", "guard", "knights"].map(|name| of(name).fs16());
        assert_eq!(strengths, [5 * 16, 10 * 16, 20 * 16, 15 * 16]);
    }

    #[test]
    fn foot_charges_a_third_and_horse_half_farther() {
        let ranges = ["guard", "heavy-infantry", "militia", "knights", "medium-cavalry", "light-cavalry"];
        assert_eq!(ranges.map(|name| of(name).charge().0), [8000, 12_000, 16_000, 22_500, 27_000, 36_000]);
    }
}
