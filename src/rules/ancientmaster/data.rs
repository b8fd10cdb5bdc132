//! The ruleset's data: troop types, characters, terrain and every printed number, read once from
//! `assets/ancientmaster`. Lengths there are centimetres; [`Cm`] is the one place that turns them into inches.

use std::sync::LazyLock;

use include_dir::{Dir, include_dir};
use serde::Deserialize;

pub use super::numbers::Tables;
use super::terrain::{TerrainFile, TerrainKind};
use super::troop::{CharacterType, MountType, TagText, TroopFile, TroopType};
use crate::battle::judgement::Judgement;
use crate::battle::texts::LengthUnit;
use crate::battle::{DataFolder, Texts};
use crate::table::Mil;

/// All data files together.
#[derive(Debug)]
pub struct Data {
    pub types: Vec<TroopType>,
    pub characters: Vec<CharacterType>,
    pub mounts: Vec<MountType>,
    pub tags: Vec<TagText>,
    pub terrain: Vec<TerrainKind>,
    pub tables: Tables,
    pub judgement: Judgement,
    pub texts: Texts,
}

static FILES: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets/ancientmaster");
/// The ruleset's files.
pub const FOLDER: DataFolder = DataFolder::new("ancientmaster", &FILES);

/// The data of the ruleset.
pub fn data() -> &'static Data {
    static DATA: LazyLock<Data> = LazyLock::new(|| {
        let troops: TroopFile = FOLDER.read("troops.ron");
        let terrain: TerrainFile = FOLDER.read("terrain.ron");
        let tables: Tables = FOLDER.read("tables.ron");
        let unit = LengthUnit { sign: " cm", inches: tables.inches_per_cm };
        Data {
            types: troops.types,
            characters: troops.characters,
            mounts: troops.mounts,
            tags: troops.tags,
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
    /// The troop type of that key.
    pub fn troop_type(&self, code: &str) -> Option<&TroopType> {
        self.types.iter().find(|t| t.code == code)
    }

    /// The sort of character of that key.
    pub fn character_type(&self, code: &str) -> Option<&CharacterType> {
        self.characters.iter().find(|t| t.code == code)
    }

    /// The mount of that name.
    pub fn mount(&self, name: &str) -> Option<&MountType> {
        self.mounts.iter().find(|t| t.name == name)
    }

    /// The kind of terrain of that name.
    pub fn terrain_kind(&self, name: &str) -> Option<&TerrainKind> {
        self.terrain.iter().find(|k| k.name == name)
    }
}

/// A length in a data file, in centimetres.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Default, Deserialize)]
#[serde(transparent)]
pub struct Cm(pub f32);

impl Cm {
    /// A pace or another allowance in 1/1000 inch: no way is longer than it, so it is rounded down.
    pub fn pace(self) -> Mil {
        Mil::down(self.inches())
    }

    /// A distance that must be kept, in 1/1000 inch, rounded up.
    pub fn gap(self) -> Mil {
        Mil::up(self.inches())
    }

    /// In 1/1000 inch.
    pub fn mil(self) -> Mil {
        Mil::measured(self.inches())
    }

    /// A printed range in 1/1000 inch, with the grace that a measured distance has over it (A1, W119).
    pub fn range(self) -> Mil {
        Mil::measured((self.0 + tables().measure.grace.0) * tables().inches_per_cm)
    }

    /// In inches.
    pub fn inches(self) -> f32 {
        self.0 * tables().inches_per_cm
    }

    /// Half of it.
    pub fn half(self) -> Cm {
        Cm(self.0 / 2.0)
    }

    /// A measured length in centimetres.
    pub fn of(length: Mil) -> Cm {
        Cm(length.to_inches() / tables().inches_per_cm)
    }
}

/// A length as people read it in this game: centimetres first, inches beside.
pub fn in_cm(length: Mil) -> String {
    data().texts.length(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_reads() {
        assert!(!data().types.is_empty() && !data().characters.is_empty() && !data().terrain.is_empty());
    }

    #[test]
    fn twenty_centimetres_are_seven_and_seven_eighths_inches() {
        assert_eq!(Cm(20.0).mil(), Mil(7874));
        assert_eq!((Cm(30.0).pace(), Cm(30.0).mil(), Cm(1.0).gap()), (Mil(11811), Mil(11811), Mil(394)));
        // 30.04 cm are in range, 30.06 are not (W119).
        assert!(Cm(30.04).mil() <= Cm(30.0).range() && Cm(30.06).mil() > Cm(30.0).range());
        assert_eq!(in_cm(Mil(7874)), "20 cm (7.9 in)");
    }
}
