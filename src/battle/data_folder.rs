//! A ruleset's data files, `assets/<name>`: they are compiled into the program and read when they are first needed.

use std::ops::Deref;

use include_dir::Dir;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

use super::army_list::ArmyLists;
use super::texts::Texts;
use crate::table::{Cdeg, Mil};

/// The folder with a ruleset's data.
#[derive(Clone, Copy, Debug)]
pub struct DataFolder {
    ruleset: &'static str,
    files: &'static Dir<'static>,
}

impl DataFolder {
    /// The folder of that ruleset, e.g. `include_dir!("$CARGO_MANIFEST_DIR/assets/drill")`.
    pub const fn new(ruleset: &'static str, files: &'static Dir<'static>) -> DataFolder {
        DataFolder { ruleset, files }
    }

    /// A file's text.
    ///
    /// # Panics
    ///
    /// When there is no such file. The files are part of the program, and a test reads each of them.
    fn text(&self, file: &str) -> &'static str {
        let text = self.files.get_file(file).and_then(|found| found.contents_utf8());
        text.unwrap_or_else(|| panic!("assets/{}/{file}: not there, or not UTF-8", self.ruleset))
    }

    /// What a file says, as a value of that type: RON, in which `Some` need not be written.
    ///
    /// # Panics
    ///
    /// When there is no such file, or it says something else. The files are part of the program, and a test reads each
    /// of them.
    pub fn read<T: DeserializeOwned>(&self, file: &str) -> T {
        self.sound(file, ron_options().from_str(self.text(file)))
    }

    /// The texts of `rules.ron` and `words.ron`, in the user's language where he has a file for this ruleset.
    ///
    /// # Panics
    ///
    /// As [`DataFolder::read`] does.
    pub fn texts(&self) -> Texts {
        let texts = Texts::read(self.text("rules.ron"), self.text("words.ron"));
        self.sound("rules.ron or words.ron", texts).spoken(self.ruleset)
    }

    /// What the files of battles and army lists may say of their own, as a page in Markdown; nothing where there is none.
    pub fn about(&self) -> &'static str {
        self.files.get_file("README.md").and_then(|file| file.contents_utf8()).unwrap_or_default()
    }

    /// The texts of the army lists in the order of their names, which are those of their files.
    pub fn army_texts(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let files = self.files.get_dir("armies").into_iter().flat_map(|folder| folder.files());
        files.filter_map(|file| Some((file.path().file_stem()?.to_str()?, file.contents_utf8()?)))
    }

    /// The lists of `armies/`, one file each.
    ///
    /// # Panics
    ///
    /// As [`DataFolder::read`] does.
    pub fn army_lists<T: DeserializeOwned>(&self) -> ArmyLists<T> {
        let files = self.files.get_dir("armies").into_iter().flat_map(|folder| folder.files());
        let paths = files.filter_map(|file| Some((file.path().file_stem()?.to_str()?, file.path().to_str()?)));
        ArmyLists(paths.map(|(name, path)| (name, self.read(path))).collect())
    }

    /// # Panics
    ///
    /// When the file is not as it must be.
    fn sound<T>(&self, file: &str, read: Result<T, ron::error::SpannedError>) -> T {
        read.unwrap_or_else(|flaw| panic!("assets/{}/{file}: {flaw}", self.ruleset))
    }
}

/// RON as all data has it: `Some` need not be written.
pub fn ron_options() -> ron::Options {
    ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
}

/// A length in a data file, in inches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct In(pub Mil);

/// An angle in a data file, in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Deg(pub Cdeg);

impl<'de> Deserialize<'de> for In {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<In, D::Error> {
        Ok(In(Mil::measured(f32::deserialize(from)?)))
    }
}

impl<'de> Deserialize<'de> for Deg {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Deg, D::Error> {
        Ok(Deg(Cdeg::measured(f32::deserialize(from)?)))
    }
}

impl Deref for In {
    type Target = Mil;

    fn deref(&self) -> &Mil {
        &self.0
    }
}

impl Deref for Deg {
    type Target = Cdeg;

    fn deref(&self) -> &Cdeg {
        &self.0
    }
}

/// Declares the structs of a file of numbers: each with what it is about and its fields by name and type. A file that
/// lacks one of them or has another does not read.
macro_rules! numbers {
    ($($(#[$meta:meta])* $name:ident { $($field:ident: $kind:ty),* $(,)? })*) => { $(
        $(#[$meta])*
        #[derive(Clone, Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $(pub $field: $kind),* }
    )* };
}

pub(crate) use numbers;
