//! The ruleset's data: unit types, weapons, terrain and every printed number, read once from `assets/impetus`.

use std::sync::LazyLock;

use include_dir::{Dir, include_dir};
use serde::{Deserialize, Deserializer};

use super::discipline::Discipline;
pub use super::numbers::{General, Ranges, Structure, Tables};
use crate::battle::judgement::Judgement;
use crate::battle::texts::LengthUnit;
use crate::battle::{DataFolder, Texts};
use crate::table::Mil;

/// All data files together.
#[derive(Debug)]
pub struct Data {
    pub types: Vec<UnitType>,
    pub tags: Vec<TagText>,
    pub weapons: Vec<Weapon>,
    pub terrain: Vec<TerrainKind>,
    pub tables: Tables,
    pub judgement: Judgement,
    pub texts: Texts,
}

static FILES: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets/impetus");
/// The ruleset's files.
pub const FOLDER: DataFolder = DataFolder::new("impetus", &FILES);

/// The data of the ruleset.
pub fn data() -> &'static Data {
    static DATA: LazyLock<Data> = LazyLock::new(|| {
        let troops: TroopFile = FOLDER.read("troops.ron");
        let firing: WeaponFile = FOLDER.read("firing.ron");
        let terrain: TerrainFile = FOLDER.read("terrain.ron");
        let tables: Tables = FOLDER.read("tables.ron");
        let unit = LengthUnit { sign: "U", inches: tables.inches_per_u };
        Data {
            types: troops.types,
            tags: troops.tags,
            weapons: firing.weapons,
            terrain: terrain.kinds,
            tables,
            judgement: FOLDER.read("judgement.ron"),
            texts: Texts { unit: Some(unit), ..FOLDER.texts() },
        }
    });
    &DATA
}

/// The printed numbers.
pub fn tables() -> &'static Tables {
    &data().tables
}

impl Data {
    /// The unit type of that code.
    pub fn unit_type(&self, code: &str) -> Option<&UnitType> {
        self.types.iter().find(|t| t.code == code)
    }

    /// The kind of terrain of that name.
    pub fn terrain_kind(&self, name: &str) -> Option<&TerrainKind> {
        self.terrain.iter().find(|k| k.name == name)
    }

    /// The weapon of that class.
    pub fn weapon(&self, id: &str) -> Option<&Weapon> {
        self.weapons.iter().find(|w| w.id == id)
    }
}

/// A length in a data file, in the game's own unit.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Default, Deserialize)]
#[serde(transparent)]
pub struct U(pub f32);

impl U {
    /// In 1/1000 inch.
    pub fn mil(self) -> Mil {
        Mil::measured(self.inches())
    }

    /// In inches.
    pub fn inches(self) -> f32 {
        self.0 * tables().inches_per_u
    }
}

/// A length as people read it in this game: U first, inches beside.
pub fn in_u(length: Mil) -> String {
    data().texts.length(length)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TroopFile {
    types: Vec<UnitType>,
    tags: Vec<TagText>,
}

/// A unit type (2).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitType {
    pub code: String,
    pub name: String,
    pub glyph: String,
    pub figure: String,
    #[serde(default)]
    pub mounted: bool,
    pub depth: U,
    /// Whether broken and difficult ground disorder it.
    #[serde(default = "yes")]
    pub broken: bool,
    #[serde(default = "yes")]
    pub difficult: bool,
    #[serde(default)]
    pub all_round: bool,
    /// Moves aside and back without disorder, and through friends of its kind.
    #[serde(default)]
    pub slips: bool,
    /// Hard to hit.
    #[serde(default)]
    pub elusive: bool,
    #[serde(default)]
    pub skirmisher: bool,
    #[serde(default)]
    pub shoots_over: bool,
    #[serde(default)]
    pub chariot: Option<Chariot>,
    #[serde(default)]
    pub one_shot: bool,
    #[serde(default)]
    pub elephants: bool,
    #[serde(default)]
    pub artillery: bool,
    #[serde(default)]
    pub wagenburg: bool,
    /// Stands firmer than others under fire and against mounted (X10).
    #[serde(default)]
    pub heavy_foot: bool,
    /// Withdraws from foot that it does not beat (X12).
    #[serde(default)]
    pub withdraws: bool,
    /// Passes through friends and is passed by them, unless impetuous (X14).
    #[serde(default)]
    pub gives_way: bool,
    /// Shoots at an opportunity (X7).
    #[serde(default)]
    pub fires_ready: bool,
    /// Whether it evades a charge (X6).
    #[serde(default)]
    pub evades: Evades,
    /// Never charges and never retreats.
    #[serde(default)]
    pub stays: bool,
    pub pursues: Pursues,
    pub usual: Usual,
}

fn yes() -> bool {
    true
}

/// Light or heavy war chariots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Chariot {
    Light,
    Heavy,
}

/// Whether a unit follows an enemy that it has beaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Pursues {
    Must,
    May,
    Never,
}

/// Whether a unit evades a charge (X6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Evades {
    #[default]
    Never,
    Always,
    /// That of foot, when it has bows.
    FootWithBows,
}

/// A type's usual stat line.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Usual {
    pub m: U,
    pub vbu: i32,
    pub i: i32,
    pub vd: i32,
    pub d: Discipline,
    #[serde(default)]
    pub missile: Option<String>,
}

/// What a list adds to a unit of a type (16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    Pilum,
    Pikes,
    LongSpear,
    Impetuous,
    Auxilia,
    Schiltron,
    Shieldwall,
    Pavise,
    Stakes,
    Camels,
    MountedXb,
    Large,
}

impl UnitType {
    /// Whether it is foot: heavy, light and missile foot and skirmishers, not artillery and wagons (2).
    pub fn on_foot(&self) -> bool {
        !self.mounted && !self.artillery && !self.wagenburg
    }
}

impl Tag {
    const NAMES: [(&'static str, Tag); 12] = [
        ("pilum", Tag::Pilum),
        ("pikes", Tag::Pikes),
        ("long-spear", Tag::LongSpear),
        ("impetuous", Tag::Impetuous),
        ("auxilia", Tag::Auxilia),
        ("schiltron", Tag::Schiltron),
        ("shieldwall", Tag::Shieldwall),
        ("pavise", Tag::Pavise),
        ("stakes", Tag::Stakes),
        ("camels", Tag::Camels),
        ("mounted-xb", Tag::MountedXb),
        ("large", Tag::Large),
    ];

    /// The tag of that name.
    pub fn named(name: &str) -> Option<Tag> {
        Tag::NAMES.iter().find(|(n, _)| *n == name).map(|(_, tag)| *tag)
    }

    /// All names.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Tag::NAMES.iter().map(|(name, _)| *name)
    }
}

impl<'de> Deserialize<'de> for Tag {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Tag, D::Error> {
        const WORDS: [&str; 12] = {
            let mut words = [""; 12];
            let mut n = 0;
            while n < words.len() {
                words[n] = Tag::NAMES[n].0;
                n += 1;
            }
            words
        };
        let name = String::deserialize(from)?;
        Tag::named(&name).ok_or_else(|| serde::de::Error::unknown_variant(&name, &WORDS))
    }
}

/// What people read for a tag.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TagText {
    pub name: Tag,
    pub title: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeaponFile {
    weapons: Vec<Weapon>,
}

/// A row of the firing table (10.2).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    pub id: String,
    pub title: String,
    #[serde(default)]
    pub bow: bool,
    #[serde(default)]
    pub artillery: bool,
    /// Heavy foot stands no firmer under it (X10).
    #[serde(default)]
    pub shatters: bool,
    /// Shoots over others whoever carries it.
    #[serde(default)]
    pub over: bool,
    #[serde(default)]
    pub least: Option<U>,
    #[serde(default)]
    pub most: Option<U>,
    #[serde(default)]
    pub short: Cells,
    #[serde(default)]
    pub long: Cells,
    #[serde(default)]
    pub extreme: Cells,
}

/// The two cells of a band: added to VBU, or none: no shot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cells {
    #[serde(default)]
    pub foot: Option<i32>,
    #[serde(default)]
    pub mounted: Option<i32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainFile {
    kinds: Vec<TerrainKind>,
}

/// What a kind of terrain does (9).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "files say more than the rules ask for")]
pub struct TerrainKind {
    pub name: String,
    pub title: String,
    pub going: Going,
    #[serde(default)]
    pub hides: bool,
    #[serde(default)]
    pub hill: bool,
    #[serde(default)]
    pub road: bool,
    #[serde(default)]
    pub lay: Laying,
}

/// Whether a defender may lay such a piece (5.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Laying {
    /// It is there by the battle's file alone.
    #[default]
    Never,
    Piece,
    /// Where a die gives him one.
    Chance,
}

/// How one moves in terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Going {
    Open,
    Broken,
    Difficult,
    River,
    Closed,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_reads_and_names_what_there_is() {
        assert_eq!(data().types.len(), 13);
        for kind in &data().types {
            let weapon = kind.usual.missile.as_deref();
            assert!(weapon.is_none_or(|id| data().weapon(id).is_some()), "{}", kind.code);
        }
        assert_eq!(data().tags.len(), Tag::NAMES.len());
    }

    #[test]
    fn a_u_is_four_tenths_of_an_inch() {
        assert_eq!(U(8.0).mil(), Mil(3200));
        assert_eq!(in_u(Mil(1120)), "2.8U (1.1 in)");
        assert_eq!(in_u(Mil(2000)), "5U (2.0 in)");
    }

    /// Every cell of the printed table: short foot and mounted, long foot and mounted, extreme.
    #[test]
    fn the_firing_table_is_the_printed_one() {
        const NO: Option<i32> = None;
        let printed = [
            ("LBA", [Some(0), Some(2), Some(-1), Some(1), NO]),
            ("LBB", [Some(0), Some(1), Some(-2), Some(0), NO]),
            ("SBA", [Some(0), Some(1), Some(-3), Some(0), NO]),
            ("SBB", [Some(-1), Some(0), NO, Some(-1), NO]),
            ("CBA", [Some(0), Some(1), Some(-2), Some(-1), NO]),
            ("CBB", [Some(0), Some(1), Some(-4), Some(-3), NO]),
            ("CBC", [Some(-2), Some(0), Some(-4), Some(-3), NO]),
            ("XBA", [Some(0), Some(2), Some(-2), Some(0), NO]),
            ("XBB", [Some(0), Some(1), NO, NO, NO]),
            ("HG", [Some(-1), Some(0), NO, NO, NO]),
            ("AQA", [Some(1), Some(2), Some(-2), Some(-1), NO]),
            ("AQB", [Some(1), Some(2), NO, NO, NO]),
            ("MUS", [Some(2), Some(3), Some(-1), Some(0), NO]),
            ("JAV", [Some(-1), Some(0), NO, NO, NO]),
            ("SLG", [Some(0), Some(1), NO, NO, NO]),
            ("ARA", [Some(4), Some(4), Some(2), Some(2), Some(0)]),
            ("ARB", [Some(3), Some(3), Some(2), Some(2), NO]),
            ("ARC", [Some(3), Some(3), Some(2), Some(2), Some(0)]),
            ("VAR", [Some(0), Some(0), NO, NO, NO]),
        ];
        assert_eq!(data().weapons.len(), printed.len());
        for (id, row) in printed {
            let w = data().weapon(id).unwrap();
            let cells = [w.short.foot, w.short.mounted, w.long.foot, w.long.mounted, w.extreme.foot];
            assert_eq!(cells, row, "{id}");
            assert_eq!(w.extreme.foot, w.extreme.mounted, "{id}");
        }
    }
}
