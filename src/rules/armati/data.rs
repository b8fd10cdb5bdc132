//! The ruleset's data: troop types, weapons, terrain and every printed number, read once from `assets/armati`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use include_dir::{Dir, include_dir};
use serde::Deserialize;

pub use super::numbers::Tables;
use super::switches;
use crate::battle::judgement::Judgement;
use crate::battle::{DataFolder, Deg, In, Texts};

/// All data files together.
#[derive(Debug)]
pub struct Data {
    pub types: Vec<TroopType>,
    pub weapons: Vec<Weapon>,
    pub words: Vec<WeaponWord>,
    pub terrain: Vec<TerrainKind>,
    pub tables: Tables,
    pub costs: Costs,
    pub judgement: Judgement,
    pub texts: Texts,
}

static FILES: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets/armati");
/// The ruleset's files.
pub const FOLDER: DataFolder = DataFolder::new("armati", &FILES);

/// The data of the ruleset.
pub fn data() -> &'static Data {
    static DATA: LazyLock<Data> = LazyLock::new(|| {
        let troops: TroopFile = FOLDER.read("troops.ron");
        let weapons: WeaponFile = FOLDER.read("weapons.ron");
        let terrain: TerrainFile = FOLDER.read("terrain.ron");
        Data {
            types: troops.types,
            weapons: weapons.weapons,
            words: weapons.words,
            terrain: terrain.kinds,
            tables: FOLDER.read("tables.ron"),
            costs: FOLDER.read("costs.ron"),
            judgement: FOLDER.read("judgement.ron"),
            texts: switches::playable(FOLDER.texts()),
        }
    });
    &DATA
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
#[allow(dead_code, reason = "files say more than the rules ask for")]
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
#[allow(dead_code, reason = "files say more than the rules ask for")]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Mil;

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
