//! The ruleset's data: troop types, weapons, terrain and every printed number, read once from `assets/armati`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Deserializer};

use super::switches;
use crate::battle::texts::Texts;
use crate::table::{Cdeg, Edge, Mil};

/// All data files together.
#[derive(Debug)]
pub struct Data {
    pub types: Vec<TroopType>,
    pub weapons: Vec<Weapon>,
    pub words: Vec<WeaponWord>,
    pub terrain: Vec<TerrainKind>,
    pub tables: Tables,
    pub costs: Costs,
    pub texts: Texts,
}

/// The data of the ruleset.
pub fn data() -> &'static Data {
    static DATA: LazyLock<Data> = LazyLock::new(|| match read() {
        Ok(data) => data,
        // The files are compiled into the program and a test reads them, so this does not fail in a tested program.
        Err((file, error)) => panic!("assets/armati/{file}: {error}"),
    });
    &DATA
}

fn read() -> Result<Data, (&'static str, ron::error::SpannedError)> {
    macro_rules! file {
        ($name:literal) => {{
            let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
            let text = include_str!(concat!("../../../assets/armati/", $name));
            options.from_str(text).map_err(|e| ($name, e))?
        }};
    }
    let troops: TroopFile = file!("troops.ron");
    let weapons: WeaponFile = file!("weapons.ron");
    let terrain: TerrainFile = file!("terrain.ron");
    let rules = include_str!("../../../assets/armati/rules.ron");
    let words = include_str!("../../../assets/armati/words.ron");
    Ok(Data {
        types: troops.types,
        weapons: weapons.weapons,
        words: weapons.words,
        terrain: terrain.kinds,
        tables: file!("tables.ron"),
        costs: file!("costs.ron"),
        texts: Texts::read(rules, words)
            .map(|texts| switches::playable(texts.spoken("armati")))
            .map_err(|e| ("rules.ron or words.ron", e))?,
    })
}

impl Data {
    /// The troop type of that code.
    pub fn troop_type(&self, code: &str) -> Option<&TroopType> {
        self.types.iter().find(|t| t.code == code)
    }

    /// The kind of terrain of that name.
    pub fn terrain_kind(&self, name: &str) -> Option<&TerrainKind> {
        self.terrain.iter().find(|k| k.name == name)
    }

    /// The missile weapon of that name.
    pub fn weapon(&self, name: &str) -> Option<&Weapon> {
        self.weapons.iter().find(|w| w.name == name)
    }
}

/// A length in a data file, in inches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct In(pub Mil);

impl<'de> Deserialize<'de> for In {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<In, D::Error> {
        Ok(In(Mil::measured(f32::deserialize(from)?)))
    }
}

impl std::ops::Deref for In {
    type Target = Mil;
    fn deref(&self) -> &Mil {
        &self.0
    }
}

/// An angle in a data file, in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Deg(pub Cdeg);

impl<'de> Deserialize<'de> for Deg {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Deg, D::Error> {
        Ok(Deg(Cdeg::measured(f32::deserialize(from)?)))
    }
}

impl std::ops::Deref for Deg {
    type Target = Cdeg;
    fn deref(&self) -> &Cdeg {
        &self.0
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TroopFile {
    types: Vec<TroopType>,
}

/// A troop type (2.2).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TroopType {
    pub code: String,
    pub name: String,
    pub class: Class,
    pub massed: bool,
    pub foot: bool,
    pub mounted: bool,
    pub hi_family: bool,
    pub sections: u8,
    /// Width and depth of a section, inches.
    pub section: (f32, f32),
    pub deep: Deep,
    #[serde(rename = "move")]
    pub allowance: In,
    pub bp: u8,
    pub wheel: WheelRule,
    pub complex_wheel: bool,
    pub about_face: bool,
    pub back_up: bool,
    pub all_round_fire: bool,
    pub evades: bool,
    #[serde(default)]
    pub pivot: Option<Deg>,
    #[serde(default)]
    pub slow: Option<Slow>,
    #[serde(default)]
    pub skirmisher: bool,
    #[serde(default)]
    pub chariot: bool,
    #[serde(default)]
    pub camels: bool,
    #[serde(default)]
    pub artillery: bool,
    #[serde(default)]
    pub changes_formation: bool,
    #[serde(default)]
    pub undressed_by_terrain: bool,
    #[serde(default)]
    pub panicked_by_chariots: bool,
    #[serde(default)]
    pub denies_impetus: bool,
    #[serde(default)]
    pub must_break_through: bool,
    #[serde(default)]
    pub centre_only: bool,
    #[serde(default)]
    pub fires_over: bool,
    #[serde(default)]
    pub rampages: bool,
    #[serde(default)]
    pub skirmishers_may_charge: bool,
    #[serde(default)]
    pub removed_after_melee: bool,
    #[serde(default)]
    pub removed_when_touched: bool,
    #[serde(default)]
    pub silent_rout: bool,
    #[serde(default)]
    pub never_key: bool,
    #[serde(default)]
    pub break_off: BreakOff,
    #[serde(default)]
    pub break_off_bonus: i32,
    pub impetus: Vec<String>,
    pub loses_impetus_to_ph: bool,
    pub terrain: Going,
    pub defaults: Values,
    pub glyph: String,
    pub figure: String,
}

/// Which other types may be in a division with a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, serde::Serialize, Default)]
pub enum Class {
    Heavy,
    Light,
    /// It belongs to no division of a class and does not count against the ratings.
    #[default]
    None,
}

/// Whether a type may stand one section behind the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Deep {
    Always,
    WithA12,
    Never,
}

/// How a type wheels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum WheelRule {
    /// It makes a standard wheel instead of a move.
    InsteadOf,
    /// It makes a standard wheel and then uses the rest of its allowance.
    Then,
    /// It never wheels.
    None,
}

/// Who may break off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum BreakOff {
    #[default]
    Never,
    FromSlower,
    Always,
}

/// A lower allowance for carriers of some weapons.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slow {
    pub weapons: Vec<String>,
    #[serde(rename = "move")]
    pub allowance: In,
}

/// How a type moves in woods and in rough ground.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Going {
    pub woods: Rate,
    pub rough: Rate,
}

/// At which rate of its allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Rate {
    Full,
    Half,
    /// It may not enter.
    None,
}

/// The values of a troop type that a file uses without an army list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Values {
    /// Front, flank, special.
    pub fv: (u8, u8, u8),
    pub prot: u8,
    pub weapon: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeaponFile {
    weapons: Vec<Weapon>,
    words: Vec<WeaponWord>,
}

/// A missile weapon (section 5).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    pub name: String,
    pub title: String,
    pub range: In,
    #[serde(default)]
    pub long: Option<In>,
    pub penetration: Penetration,
}

/// When a weapon reduces a target's protection by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Penetration {
    Never,
    Short,
    Always,
}

/// A word of the army lists (F10).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeaponWord {
    pub word: String,
    #[serde(default)]
    pub foot: Option<String>,
    #[serde(default)]
    pub mounted: Option<String>,
    #[serde(default)]
    pub pike: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainFile {
    kinds: Vec<TerrainKind>,
}

/// What a kind of terrain does (6.4).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainKind {
    pub name: String,
    pub title: String,
    #[serde(default)]
    pub code: Option<String>,
    #[serde(default)]
    pub points: Option<u8>,
    pub going: Ground,
    pub sight: Sight,
    pub cover: i32,
    pub difficult: bool,
    pub uphill: bool,
    pub advantage: bool,
}

/// How units move in a kind of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Ground {
    Open,
    Steep,
    Woods,
    Rough,
    Closed,
}

/// What a kind of terrain does to sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Sight {
    Clear,
    Depth,
    Crest,
}

/// The cost model for own lists (2.4).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    pub base: BTreeMap<String, i32>,
    pub fixed: BTreeMap<String, i32>,
    pub missile: BTreeMap<String, i32>,
    pub missile_words: Vec<String>,
    pub special_from: i32,
    pub special: i32,
    pub veteran: i32,
    pub heavy_division: i32,
    pub light_division: i32,
    pub initiative_point: i32,
    pub core: i32,
    pub bonus: i32,
    pub army: i32,
}

/// Declares the groups of `tables.ron`: one struct for each group, one field for each number.
macro_rules! tables {
    ($($(#[$doc:meta])* $group:ident $name:ident { $($field:ident: $kind:ty),* $(,)? })*) => {
        /// The printed numbers of the game and those of our rulings; the file names the rule of each.
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Tables { $($(#[$doc])* pub $name: $group,)* }
        $(
            $(#[$doc])*
            #[derive(Debug, Deserialize)]
            #[serde(deny_unknown_fields)]
            pub struct $group { $(pub $field: $kind,)* }
        )*
    };
}

tables! {
    /// How lengths are compared (section 1).
    Measure measure { touch: In, graze: In, stop_short: In }
    /// The table and the number of turns.
    TableSize table { size: (f32, f32), turns: u32 }
    /// Terrain before the game (3.1.1).
    TerrainSetup terrain { largest: (f32, f32), smallest: (f32, f32), apart: In, clear_share: u8 }
    /// Zones (3.1.3).
    Deployment deployment { depth: In, flank: In, ambush_reveal: In }
    /// Divisions (4.2 to 4.4).
    Division division { facing: Deg, side_overlap: In, end_overlap: f32, in_line: In, release: In, split_cost: i32 }
    /// The general (4.5).
    GeneralNumbers general {
        r#move: In, melee: i32, lost_when_hurt: u8, lost_when_broken: u8, lost_when_touched: u8, rerolls: u8
    }
    /// Armies (4.1).
    ArmyNumbers army { keys_for_bp: u8 }
    /// Fire (section 5).
    Fire fire { arc: Deg, depth: In, long_range: i32, penetration: i32, surprise: i32 }
    /// Movement (section 6).
    Movement movement {
        wheel: In, complex_wheel: In, half_rate: i32, pin: In, support_share: i32, long_wheel: Deg,
        long_wheel_clear: In, sweep_clear: In, rear_zone: In
    }
    /// Changes of formation (A14).
    FormationNumbers formation { most_units: i32 }
    /// Melee (section 7).
    Melee melee {
        wider_share: f32, wider: i32, terrain: i32, undressed: i32, fatigued: i32, deep_pikes: i32, loss: u8,
        deep_impetus_loss: u8, fatigue: u8, panic: u8
    }
    /// Break-off (7.10).
    BreakOffNumbers break_off { least: In, back: i32, hurt: i32, fatigued: i32, fatigue: u8 }
    /// Broken units (8.2).
    Broken broken { path: In, worst: u8, loss: u8, elephant_path: In, elephant_worst: u8, elephant_way: Vec<Edge> }
    /// Breakthrough (8.3).
    Breakthrough breakthrough { r#move: In }
    /// Rally (8.4).
    Rally rally { regain: u8, regain_with_general: u8, bp: u8, fatigue: u8 }
    /// Break checks (A15).
    BreakCheck break_check { lost: u8 }
    /// Veterans (2.2).
    Veteran veteran { bp: u8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_as_the_program_reads_them() {
        let data = data();
        assert_eq!(*data.troop_type("HC").unwrap().allowance, Mil::inches(15));
        assert_eq!(data.tables.movement.pin.0, Mil::inches(6));
        for kind in &data.types {
            for target in &kind.impetus {
                assert!(data.troop_type(target).is_some(), "{} has impetus against unknown {target}", kind.code);
            }
        }
    }
}
