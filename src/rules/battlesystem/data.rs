//! The ruleset's data: troop types, terrain and every printed number, read once from `assets/battlesystem`.

use std::sync::LazyLock;

use include_dir::{Dir, include_dir};

pub use super::numbers::Tables;
use super::troop::{TerrainFile, TerrainKind, TroopFile, TroopType};
use crate::battle::judgement::Judgement;
use crate::battle::{DataFolder, Texts};

/// All data files together.
#[derive(Debug)]
pub struct Data {
    pub troops: TroopFile,
    pub terrain: Vec<TerrainKind>,
    pub tables: Tables,
    pub judgement: Judgement,
    pub texts: Texts,
}

static FILES: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets/battlesystem");
/// The ruleset's files.
pub const FOLDER: DataFolder = DataFolder::new("battlesystem", &FILES);

/// The data of the ruleset.
pub fn data() -> &'static Data {
    static DATA: LazyLock<Data> = LazyLock::new(|| {
        let terrain: TerrainFile = FOLDER.read("terrain.ron");
        Data {
            troops: FOLDER.read("troops.ron"),
            terrain: terrain.kinds,
            tables: FOLDER.read("tables.ron"),
            judgement: FOLDER.read("judgement.ron"),
            texts: FOLDER.texts(),
        }
    });
    &DATA
}

/// The printed numbers.
pub fn tables() -> &'static Tables {
    &data().tables
}

/// The troop type of that name.
pub fn troop_type(name: &str) -> Option<&'static TroopType> {
    data().troops.types.iter().find(|of| of.name == name)
}

/// The kind of terrain of that name; one that no file lists is open ground.
pub fn terrain_kind(name: &str) -> Option<&'static TerrainKind> {
    data().terrain.iter().find(|of| of.name == name)
}
