//! The ruleset's data, read once from `assets/chainmail`.

use std::sync::LazyLock;

use include_dir::{Dir, include_dir};
use serde::Deserialize;

pub use super::numbers::Tables;
use super::numbers::{Armour, CheckRow, ClassRow, Weapon};
use super::terrain::{TerrainFile, TerrainKind};
use super::troop::TroopType;
use crate::battle::judgement::Judgement;
use crate::battle::{DataFolder, Texts};

/// All data files together.
#[derive(Debug)]
pub struct Data {
    /// Troop types (2).
    pub types: Vec<TroopType>,
    /// Every other number.
    pub tables: Tables,
    /// Kinds of terrain (4.2).
    pub terrain: Vec<TerrainKind>,
    /// How a position is judged at a glance.
    pub judgement: Judgement,
    /// What people read.
    pub texts: Texts,
}

static FILES: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets/chainmail");
/// The ruleset's files.
pub const FOLDER: DataFolder = DataFolder::new("chainmail", &FILES);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TroopFile {
    types: Vec<TroopType>,
}

/// The data of the ruleset.
pub fn data() -> &'static Data {
    static DATA: LazyLock<Data> = LazyLock::new(|| {
        let troops: TroopFile = FOLDER.read("troops.ron");
        let terrain: TerrainFile = FOLDER.read("terrain.ron");
        Data {
            types: troops.types,
            tables: FOLDER.read("tables.ron"),
            terrain: terrain.kinds,
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

/// A combat class, by its place in the tables (9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Class(pub usize);

impl Class {
    /// The class of that name.
    pub fn named(name: &str) -> Option<Class> {
        tables().classes.iter().position(|row| row.name == name).map(Class)
    }

    /// Its row.
    ///
    /// # Panics
    /// For a class that did not come from [`Class::named`].
    pub fn row(self) -> &'static ClassRow {
        &tables().classes[self.0]
    }

    /// The class of a name in its row.
    pub fn step(self, to: fn(&ClassRow) -> &Option<String>) -> Option<Class> {
        to(self.row()).as_deref().and_then(Class::named)
    }
}

impl Data {
    /// The troop type of that id.
    pub fn troop(&self, id: &str) -> Option<&TroopType> {
        self.types.iter().find(|kind| kind.id == id)
    }
}

impl Tables {
    /// The armour group of that name (7.4).
    pub fn armour(&self, name: &str) -> Option<&Armour> {
        self.armours.iter().find(|armour| armour.name == name)
    }

    /// The weapon of that name (7.1).
    pub fn weapon(&self, name: &str) -> Option<&Weapon> {
        self.weapons.iter().find(|weapon| weapon.name == name)
    }

    /// The row of that name of the charge check (10.3).
    pub fn check(&self, name: &str) -> Option<&CheckRow> {
        self.checks.iter().find(|row| row.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Mil;

    #[test]
    fn every_name_in_the_files_is_one_that_there_is() {
        let tables = tables();
        assert_eq!(data().types.len(), 31);
        for kind in &data().types {
            assert!(Class::named(&kind.class).is_some(), "{}", kind.id);
            assert!(tables.armour(&kind.armour).is_some(), "{}", kind.id);
            assert!(tables.check(&kind.check).is_some(), "{}", kind.id);
            assert!(kind.missile.as_deref().is_none_or(|name| tables.weapon(name).is_some()), "{}", kind.id);
        }
        for row in &tables.classes {
            assert_eq!(row.dice.len(), tables.classes.len(), "{}", row.name);
            let named = [&row.up, &row.down, &row.defends_down].into_iter().flatten();
            assert!(named.into_iter().all(|name| Class::named(name).is_some()), "{}", row.name);
        }
        for armour in &tables.armours {
            assert_eq!(armour.kills.last().map(|row| row.0), Some(armour.most), "{}", armour.name);
        }
    }

    #[test]
    fn rules_have_one_text_each() {
        let ids: Vec<&str> = data().texts.rules.iter().map(|rule| rule.id.as_str()).collect();
        let mut sorted = ids.clone();
        sorted.dedup();
        assert_eq!(ids, sorted);
    }

    /// C24: Move, Charge Move and range.
    #[test]
    fn moves_and_ranges_are_the_printed_ones() {
        let printed = [
            ("armored-foot", 6, 6, None),
            ("heavy-foot", 9, 12, None),
            ("huscarls", 9, 12, Some(3)),
            ("swiss", 12, 15, None),
            ("archers", 9, 12, Some(15)),
            ("crossbows", 12, 12, Some(18)),
            ("longbows", 12, 15, Some(21)),
            ("turk-archers", 9, 12, Some(21)),
            ("heavy-crossbows", 9, 9, Some(24)),
            ("knights", 12, 18, None),
            ("mongols-medium", 18, 24, Some(15)),
            ("horse-archers", 24, 30, Some(18)),
        ];
        for (id, speed, charge, range) in printed {
            let kind = data().troop(id).unwrap();
            assert_eq!((*kind.move_, *kind.charge), (Mil::inches(speed), Mil::inches(charge)), "{id}");
            assert_eq!(kind.weapon().map(|weapon| *weapon.range), range.map(Mil::inches), "{id}");
        }
        assert_eq!(*tables().weapon("javelin").unwrap().range, Mil::inches(6));
    }
}
